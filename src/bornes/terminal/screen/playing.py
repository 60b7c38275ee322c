"""What a person at the table can do now, and how that is said: the meaning of keys, prompts, reasons, hints."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import Card, Family
from ...engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ...moves import DRAWING, Move
from ...review.hint import Hint
from ...view import View
from ...words import N_, Words
from ..drawing.scene import Key, Notice
from ..plain.describe import hint_lines
from ..table import Seat


def meanings(view: View, card: Card, discarding: bool = False) -> list[Move]:
    """The moves that choosing a card could mean now, legal or not: one, or one for each opponent."""
    if discarding or view.phase is Phase.EXCHANGE:
        return [Move.discard(card)]
    if view.phase is Phase.REACT and view.window is not None and card is view.window.hazard.safety:
        return [Move(COUP)]
    if card.family is Family.HAZARD:
        return [Move.attack(card, team) for team in range(view.rules.teams) if team != view.team]
    return [Move.lay(card)]


def legal_meanings(view: View, card: Card, discarding: bool = False) -> list[Move]:
    """Those of them that are legal."""
    legal = view.legal_moves
    return [move for move in meanings(view, card, discarding) if move in legal]


def playable(view: View, discarding: bool = False) -> frozenset[Card]:
    """The cards of the hand that can be chosen now."""
    legal = view.legal_moves
    return frozenset(card for card in view.hand if any(move in legal for move in meanings(view, card, discarding)))


def refusal(view: View, card: Card, words: Words, discarding: bool = False) -> str:
    """Why none of what choosing a card could mean is legal, each reason once."""
    reasons = (view.why_not(move) for move in meanings(view, card, discarding))
    return " ".join(dict.fromkeys(words.reason(reason) for reason in reasons if reason is not None))


# -- what is said ------------------------------------------------------------------------------------------------


def prompt(view: View, seats: tuple[Seat, ...], words: Words, *, over: bool, winner: int | None) -> str:
    """What the person at the keyboard is to do, or whom they wait for."""
    if view.over:
        return _ending(words, over, winner)
    if view.to_decide:
        return _question(view, words)
    seat = view.turn if view.seat is None else view.seat
    message = N_("{seat} is thinking …") if seats[seat].bot is not None else N_("It is {seat}’s turn.")
    return words.gettext(message, seat=words.seat(seat))


def _ending(words: Words, over: bool, winner: int | None) -> str:
    if not over:
        return " ".join((words.gettext(N_("The deal is over.")), words.gettext(N_("n or Enter goes on."))))
    if winner is None:
        return words.gettext(N_("The game is a draw."))
    return words.gettext(N_("{team} wins the game."), team=words.team(winner))


def _question(view: View, words: Words) -> str:
    if view.window is not None:
        attacker, hazard = words.seat(view.window.attacker), words.card(view.window.hazard)
        team, answers = words.team(view.window.target), ", ".join(_answers(view, words))
        message = N_("{attacker} lays {hazard} on {team}. You can answer: {answers}.")
        return words.gettext(message, attacker=attacker, hazard=hazard, team=team, answers=answers)
    if view.phase is Phase.EXTEND:
        return words.gettext(N_("The trip is complete: e extends it to {long_trip}, f ends it here."))
    if view.phase is Phase.EXCHANGE:
        return words.gettext(N_("Digits give more cards in exchange; Space or Enter draws as many."))
    if view.phase is Phase.DRAW:
        return words.gettext(N_("Your turn: {answers}."), answers=", ".join(_answers(view, words)))
    return words.gettext(N_("Your turn: play a card or discard one."))


def _answers(view: View, words: Words) -> Iterator[str]:
    """The moves without a choice of card, each with its key."""
    legal = view.legal_moves
    for code, key in _WORD_KEYS.items():
        if code in legal:
            yield f"{_key_name(key, words)} {words.move(Move(code), view.phase)}"
    if view.phase is Phase.DRAW and any(move.is_discard for move in legal):
        yield words.gettext(N_("x and digits exchange cards"))
    if view.phase is Phase.REACT:
        for move in legal:
            if move.card is not None:
                yield f"{view.hand.index(move.card) + 1} {words.move(move, view.phase)}"


_WORD_KEYS: dict[int, str] = {DRAW: "space", TAKE: "t", COUP: "c", EXTEND: "e", FINISH: "f", PASS: "p"}


def _key_name(key: str, words: Words) -> str:
    return words.gettext(N_("Space")) if key == "space" else key


# -- keys --------------------------------------------------------------------------------------------------------


def keys(view: View, words: Words, *, can_undo: bool, over: bool) -> tuple[Key, ...]:
    """The keys that do something now, the most useful first."""
    made = [*_deciding(view, words)]
    if view.over:
        made.append(Key("n", words.gettext(N_("new game") if over else N_("go on")), "next"))
        made.append(Key("s", words.gettext(N_("sheet")), "sheet"))
    made.append(Key("?", words.gettext(N_("keys")), "keys"))
    made.append(Key("q", words.gettext(N_("leave")), "leave"))
    if view.to_decide:
        made.append(Key("w", words.gettext(N_("why")), "why"))
    if can_undo:
        made.append(Key("u", words.gettext(N_("undo")), "undo"))
    if not view.over:
        made.append(Key("s", words.gettext(N_("sheet")), "sheet"))
    made += [Key("r", words.gettext(N_("rules")), "rules"), Key("+-", words.gettext(N_("pace")), "faster")]
    return tuple(made)


def _deciding(view: View, words: Words) -> Iterator[Key]:
    if not view.to_decide:
        return
    legal = view.legal_moves
    for code, (label, action) in _WORD_LABELS.items():
        if code in legal:
            yield Key(_key_name(_WORD_KEYS[code], words), words.gettext(label), action)
    if view.phase is Phase.PLAY:
        yield Key(f"1-{len(view.hand)}", words.gettext(N_("play")), "enter")
        yield Key("d", words.gettext(N_("discard")), "discard")
    elif view.phase in DRAWING and any(move.is_discard for move in legal):
        yield Key("x", words.gettext(N_("exchange")), "exchange")
    yield Key("h", words.gettext(N_("hint")), "hint")


_WORD_LABELS: dict[int, tuple[str, str]] = {
    DRAW: (N_("draw"), "draw"),
    TAKE: (N_("take"), "take"),
    COUP: (N_("coup fourré"), "coup"),
    EXTEND: (N_("extend"), "extend"),
    FINISH: (N_("end it"), "finish"),
    PASS: (N_("pass"), "pass"),
}


# -- hints -------------------------------------------------------------------------------------------------------


def thinking(words: Words) -> Notice:
    """What is shown while the champion thinks."""
    return Notice(words.gettext(N_("Hint")), (words.gettext(N_("The champion is thinking …")),))


def hint_notice(found: Hint, words: Words) -> Notice:
    """The best move, how good it is, and what speaks against the next."""
    return Notice(words.gettext(N_("Hint")), tuple(hint_lines(found, words)))
