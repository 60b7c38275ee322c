"""What the person at the table can do now, and how the screen says it: what keys mean, prompts, refusals, hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...client.table_client import HintText, Seat
from ...engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ...game.deal import View
from ...game.events import TurnBegan
from ...game.moves import DRAWING, Move, MoveError, parse
from ...i18n import N_, Translator
from ...rules.cards import Card, Family
from ..drawing.scene import KeyHint, StatusLine
from ..phrases import as_sentence

# -- what choosing a card means ------------------------------------------------------------------------------------


def legal_card_moves(view: View, card: Card, discarding: bool = False) -> list[Move]:
    """Return the legal moves that choosing a card could mean now."""
    legal = view.legal_moves
    return [move for move in view.card_moves(card, discarding) if move in legal]


def playable_cards(view: View, discarding: bool = False) -> frozenset[Card]:
    """Return the cards of the hand that can be chosen now."""
    legal = view.legal_moves
    return frozenset(card for card in view.hand if any(move in legal for move in view.card_moves(card, discarding)))


def why_not_playable(view: View, card: Card, words: Translator, discarding: bool = False) -> str:
    """Say why a card cannot be chosen: for each move that it could mean the reason, but every reason once."""
    reasons = (view.why_not(move) for move in view.card_moves(card, discarding))
    return " ".join(dict.fromkeys(words.reason(reason) for reason in reasons if reason is not None))


# -- prompts -------------------------------------------------------------------------------------------------------


def prompt(view: View, seats: tuple[Seat, ...], words: Translator, *, over: bool, winner: int | None) -> str:
    """Say what the person at the keyboard is to do, or whom they wait for."""
    if view.over:
        return _deal_over(words, over, winner)
    if view.to_decide:
        return _question(view, words)
    if view.window is not None:
        hazard, team = words.card(view.window.hazard), words.whom(view.window.target)
        return words.gettext("{hazard} on {team}: does anybody answer?", hazard=hazard, team=team)
    seat = view.turn if view.seat is None else view.seat
    if seats[seat].bot is not None:
        return words.gettext("{seat} is thinking …", seat=words.seat(seat))
    return words.event(TurnBegan(seat, extra=False)) or ""


def _deal_over(words: Translator, over: bool, winner: int | None) -> str:
    if not over:
        what_now = words.gettext("Enter: the score pad, with who won and why; n: the next deal.")
        return f"{words.gettext('The deal is over.')} {what_now}"
    won = words.gettext("The game is a draw.") if winner is None else words.wins_game(winner)
    what_now = words.gettext("Enter: the score pad, with who won and why, and what can follow.")
    return f"{won} {what_now}"


def _question(view: View, words: Translator) -> str:
    if view.window is not None:
        return words.gettext(
            "{attacker} lays {hazard} on {team}. You can answer: {answers}.",
            attacker=words.seat(view.window.attacker),
            hazard=words.card(view.window.hazard),
            team=words.whom(view.window.target),
            answers=words.either(list(_answers(view, words))),
        )
    if view.phase is Phase.EXTEND:
        return words.gettext("The trip is complete: e extends it to {long_trip}, f ends it here.")
    if view.phase is Phase.DRAW:
        return words.gettext("Your turn: {answers}.", answers=words.either(list(_answers(view, words))))
    return words.gettext("Your turn: play a card or discard one.")


def chosen_prompt(view: View, card: Card, words: Translator) -> str:
    """Say what can be done with the card that is chosen: how to play it, or why it cannot be played."""
    discard = words.gettext("d discards it.") if legal_card_moves(view, card, discarding=True) else ""
    if not legal_card_moves(view, card):
        how = why_not_playable(view, card, words)
    elif card.family is Family.HAZARD:
        how = words.gettext("{card}: Enter lays it, or a click on an opponent.", card=words.card(card))
    else:
        how = words.gettext("{card}: Enter plays it, or a click on your piles.", card=words.card(card))
    return f"{how} {discard}".rstrip()


def exchange_prompt(marked: int, words: Translator) -> str:
    """Say how cards are marked for an exchange, and with which key it is made."""
    if not marked:
        return words.gettext("Exchange: mark cards with their digits, then press Enter; Esc cancels.")
    return words.ngettext(
        "Exchange: Enter gives the marked card and draws another; Esc cancels.",
        "Exchange: Enter gives the marked cards and draws as many; Esc cancels.",
        marked,
    )


def _answers(view: View, words: Translator) -> Iterator[str]:
    """Return the moves that need no card, and the answers to a hazard, each with its key."""
    legal = view.legal_moves
    for code, key in _CARDLESS_KEYS.items():
        if code in legal:
            yield _with_key(words, words.move(Move(code), view.phase), _key_name(key, words))
    if view.phase is Phase.DRAW and any(move.is_discard for move in legal):
        yield words.gettext("exchange cards (x and their digits)")
    if view.phase is Phase.REACT:
        for move in legal:
            if move.card is not None:
                yield _with_key(words, words.move(move, view.phase), str(view.hand.index(move.card) + 1))


def _with_key(words: Translator, move: str, key: str) -> str:
    return words.gettext("{move} ({key})", move=move, key=key)


_CARDLESS_KEYS: dict[int, str] = {DRAW: "space", TAKE: "t", COUP: "c", EXTEND: "e", FINISH: "f", PASS: "p"}
"""The keys of the moves that need no card."""


def _key_name(key: str, words: Translator) -> str:
    return words.gettext("Space") if key == "space" else key


# -- keys ----------------------------------------------------------------------------------------------------------


def useful_keys(view: View, words: Translator, *, can_undo: bool, over: bool) -> tuple[KeyHint, ...]:
    """Return the keys that do something now, the most useful first.

    Leaving is never far behind: who plays with the mouse alone finds it only where the line has room for it.
    """
    keys, leave = [*_move_keys(view, words)], KeyHint("q", words.gettext("leave"), "leave")
    drawing = view.to_decide and view.phase in DRAWING
    if drawing:  # three ways to draw fill half of the smallest window
        keys.append(leave)
    if view.to_decide:
        keys.append(KeyHint("h", words.gettext("hint"), "hint"))
    if view.over:
        keys.append(KeyHint("n", words.gettext("new game") if over else words.gettext("go on"), "next"))
        keys.append(KeyHint("s", words.gettext("sheet"), "sheet"))
    keys.append(KeyHint("?", words.gettext("keys"), "keys"))
    if not drawing:
        keys.append(leave)
    keys.append(KeyHint("i", words.gettext("guide"), "howto"))
    if view.to_decide:
        keys.append(KeyHint("w", words.gettext("why"), "why"))
    if can_undo:
        keys.append(KeyHint("u", words.gettext("undo"), "undo"))
    keys.append(KeyHint("l", words.gettext("log"), "log"))
    if not view.over:
        keys.append(KeyHint("s", words.gettext("sheet"), "sheet"))
    keys.append(KeyHint("r", words.gettext("rules"), "rules"))
    keys += [KeyHint("<", words.gettext("slower"), "slower"), KeyHint(">", words.gettext("faster"), "faster")]
    return tuple(keys)


def exchange_keys(words: Translator) -> tuple[KeyHint, ...]:
    """Return the keys that do something while cards are marked for an exchange."""
    return (
        KeyHint(words.gettext("Enter"), words.gettext("exchange"), "enter"),
        KeyHint(words.gettext("Esc"), words.gettext("cancel"), "escape"),
        KeyHint("w", words.gettext("why"), "why"),
        KeyHint("?", words.gettext("keys"), "keys"),
        KeyHint("q", words.gettext("leave"), "leave"),
    )


def _move_keys(view: View, words: Translator) -> Iterator[KeyHint]:
    if not view.to_decide:
        return
    legal = view.legal_moves
    for code, (label, action) in _CARDLESS_ACTIONS.items():
        if code in legal:
            yield KeyHint(_key_name(_CARDLESS_KEYS[code], words), words.gettext(label), action)
    if view.phase is Phase.PLAY:
        yield KeyHint(f"1-{len(view.hand)}", words.gettext("play"), "enter")
        yield KeyHint("d", words.gettext("discard"), "discard")
    elif view.phase in DRAWING and any(move.is_discard for move in legal):
        yield KeyHint("x", words.gettext("exchange"), "exchange")


_CARDLESS_ACTIONS: dict[int, tuple[str, str]] = {
    DRAW: (N_("draw"), "draw"),
    TAKE: (N_("take"), "take"),
    COUP: (N_("coup fourré"), "coup"),
    EXTEND: (N_("extend"), "extend"),
    FINISH: (N_("end it"), "finish"),
    PASS: (N_("pass"), "pass"),
}
"""What the moves that need no card are called among the keys, and the action of the screen that makes them."""


# -- hints ---------------------------------------------------------------------------------------------------------


def pending_hint_notice(words: Translator) -> StatusLine:
    """Return what is shown while the champion thinks about a hint."""
    return StatusLine(words.gettext("Hint"), (words.gettext("The champion is thinking …"),))


def hint_notice(advice: HintText, words: Translator) -> StatusLine:
    """Return the move that is recommended, why, and how good the chances are, in sentences that follow each other."""
    return StatusLine(words.gettext("Hint"), tuple(map(as_sentence, advice.lines)))


def with_sentence(notice: StatusLine, sentence: str) -> StatusLine:
    """Return a notice with one sentence more, unless that is empty."""
    return replace(notice, lines=(*notice.lines, sentence)) if sentence else notice


def hinted_move(advice: HintText, view: View) -> Move | None:
    """Return the move that is recommended; None where that is not known."""
    moves = advice.values.get("moves")
    if not moves:
        return None
    try:
        return parse(moves[0]["move"], view.phase)
    except MoveError:  # of a server that says it otherwise
        return None
