"""What somebody means who types a move: notation, or cards and players by their names, as people write them.

Understood are the names of cards in every edition, in the reader's language and in English, without regard to capitals,
accents, hyphens and apostrophes; a beginning is enough where only one thing begins so.  The words around a card
(“discard”, “on”) are in the catalogues, several of them with commas between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TypeVar
from unicodedata import combining, normalize

from ..base.translatable import N_, OrList, TranslatableError, closest_match
from ..engine.codes import COUP, DRAW, EXTEND, FINISH, PASS, TAKE
from ..game.deal import View
from ..game.moves import DRAWING, TEAM_LETTERS, Move
from ..rules.cards import DISTANCES, Card, Family
from ..rules.editions import EDITION_NAMES
from .catalogs import SOURCE_LANGUAGE
from .rendering import Translator

MIN_PREFIX_LENGTH = 3
"""The shortest prefix of a name that is accepted."""
MAX_INPUT_LENGTH = 200
"""No move is longer."""
MAX_QUOTE_LENGTH = 40
"""How much of unknown input an error repeats."""


class MoveNotUnderstood(TranslatableError, ValueError):
    """Something typed that is no move; says what would be one."""


class CardAction(Enum):
    """What is done with a card."""

    LAY = "lay"
    DISCARD = "discard"
    EXCHANGE = "exchange"


VERBS: dict[CardAction, str] = {
    CardAction.LAY: N_("play, lay, put, drive, answer, answer with"),
    CardAction.DISCARD: N_("discard, throw away, drop, d"),
    CardAction.EXCHANGE: N_("exchange, swap, give, x"),
}
MOVES: dict[int, str] = {
    DRAW: N_("draw, draw a card"),
    TAKE: N_("take, take the discard"),
    PASS: N_("pass, let it pass, pass the turn"),
    COUP: N_("coup, coup fourré, c"),
    EXTEND: N_("extend, extend the trip"),
    FINISH: N_("finish, end the trip"),
}
"""The moves that need no card."""
ARTICLES = N_("the, a, an")
TARGETS = N_("on, against, at")
"""What stands before the name of whom a hazard is meant for."""
UNITS = N_("mile, miles, km, kilometers, bornes")
JOINED = N_("and")
"""What stands between the last two of several cards."""
WHOLE_EXCHANGE = "x"
"""The verb that exchanges even a single card at once; the others leave time to give more."""
_SUGGESTED = {CardAction.LAY: "", CardAction.DISCARD: "-", CardAction.EXCHANGE: "~"}
_SIGNS = {"-": CardAction.DISCARD, "−": CardAction.DISCARD, "–": CardAction.DISCARD, "~": CardAction.EXCHANGE}  # noqa: RUF001

_T = TypeVar("_T")


# -- how texts are compared ----------------------------------------------------------------------------------------


def normalize_text(text: str) -> str:
    """Return a text in small letters without accents, and with single spaces for all that is no letter or digit."""
    bare = (char for char in normalize("NFKD", text.casefold()) if not combining(char))
    return " ".join("".join(char if char.isalnum() else " " for char in bare).split())


def synonyms(message: str, words: Translator) -> tuple[str, ...]:
    """Return the words that a message lists, in the reader's language and in English, as ``normalize_text`` writes
    them.
    """
    listed = f"{words.gettext(message)},{message}".split(",")
    return tuple(dict.fromkeys(normalize_text(each) for each in listed))


def printable(text: str) -> str:
    """Return what was typed as it can be repeated: without what would control a terminal, and not too long."""
    shown = "".join(char if char.isprintable() else "?" for char in text.strip())
    return shown if len(shown) <= MAX_QUOTE_LENGTH else f"{shown[: MAX_QUOTE_LENGTH - 1]}…"


def match_name(typed: str, known: Mapping[str, _T]) -> _T | None:
    """Return what a name means, or a beginning of it that means only one thing; None where that cannot be said."""
    typed = lookup_key(typed)
    if typed and typed in known:
        return known[typed]
    enough = len(typed) >= MIN_PREFIX_LENGTH
    begun = {meant for name, meant in known.items() if enough and name.startswith(typed)}
    return next(iter(begun)) if len(begun) == 1 else None


def lookup_key(name: str) -> str:
    """Return a name as it is looked up: in small letters, without accents and without spaces."""
    return normalize_text(name).replace(" ", "")


# -- cards and players ---------------------------------------------------------------------------------------------


def typed_card(text: str, words: Translator) -> Card | None:
    """Return the card that a text names, with an article or without; None where it names none."""
    return match_name(_without(synonyms(ARTICLES, words), normalize_text(text)), _card_names(words.language))


@cache
def _card_names(language: str) -> dict[str, Card]:
    """Return every name that a card has in an edition, in a language and in English."""
    names = {card.notation.replace("-", ""): card for card in Card}
    for edition in EDITION_NAMES:
        for words in (Translator(language, edition), Translator(SOURCE_LANGUAGE, edition)):
            names |= {lookup_key(words.card(card)): card for card in Card}
            names |= {f"{card.miles}{lookup_key(unit)}": card for card in DISTANCES for unit in synonyms(UNITS, words)}
    return names


def typed_seat(text: str, seats: Iterable[int], words: Translator) -> int | None:
    """Return which of these seats a text means: by its number, or by the name of who sits there."""
    known = {str(seat + 1): seat for seat in seats}
    known |= {lookup_key(words.seat(seat)): seat for seat in known.values()}
    return match_name(normalize_text(text), known)


def _names(view: View, words: Translator) -> list[tuple[str, int]]:
    """Return what the teams of a table and their players are called, each with the team."""
    rules = view.rules
    called = [(words.seat(seat), rules.team_of(seat)) for seat in range(rules.players)]
    return called + [(name, team) for team in range(rules.teams) for name in (words.team(team), words.whom(team))]


def _teams(view: View, words: Translator) -> dict[str, frozenset[int]]:
    """Return which teams can be meant by a letter, the number of a seat or a name.

    A name goes before what others are usually called.
    """
    usual = [(words.numbered(seat), view.rules.team_of(seat)) for seat in range(view.rules.players)]
    numbers = [(str(seat + 1), view.rules.team_of(seat)) for seat in range(view.rules.players)]
    letters = [(letter, team) for team, letter in enumerate(TEAM_LETTERS[: view.rules.teams])]
    known: dict[str, frozenset[int]] = {}
    for called in (numbers, letters, usual, _names(view, words)):
        found: dict[str, frozenset[int]] = {}
        for name, team in called:
            found[lookup_key(name)] = found.get(lookup_key(name), frozenset()) | {team}
        known |= found
    return {name: teams for name, teams in known.items() if name}


def _exactly_named(text: str, view: View, words: Translator) -> tuple[str, int] | None:
    """Return what stands before the name of a player that ends a text letter by letter, and the team; None for none."""
    typed = text.casefold().rstrip()
    ends = [(name.casefold(), team) for name, team in _names(view, words) if typed.endswith(f" {name.casefold()}")]
    longest = max((len(name) for name, _ in ends), default=0)
    teams = {team for name, team in ends if len(name) == longest}
    return (typed[: len(typed) - longest], teams.pop()) if len(teams) == 1 else None


# -- moves ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    """A card that was typed, with what is to be done with it, and with whom."""

    card: Card
    use: CardAction = CardAction.LAY
    team: int | None = None


def typed_move(text: str, view: View, words: Translator, others: Iterable[str] = ()) -> Move:
    """Return the move that somebody means, legal or not; MoveNotUnderstood says what is unclear.

    ``others`` is what else could have been typed, for who mistypes it.
    """
    if len(text) > MAX_INPUT_LENGTH:
        raise not_understood_error(text[:MAX_INPUT_LENGTH], words, {})
    for find in (_offered, _without_card):
        move = find(text, view, words)
        if move is not None:
            return move
    asked = _asked(text, view, words)
    if asked is not None:
        return _meant(asked, view, words)
    raise not_understood_error(text, words, _suggestions(words) | {lookup_key(other): other for other in others})


def typed_exchange(text: str, view: View, words: Translator) -> list[Card] | None:
    """Return the cards that somebody wants to exchange together, named or by their places in the hand: ``x 5 6``.

    None where something else was typed, such as a single card to begin with; MoveNotUnderstood says what is unclear.
    """
    use, rest = _use(text[:MAX_INPUT_LENGTH], words)
    typed = [word for word in normalize_text(rest).split() if word not in synonyms(JOINED, words)]
    places = _places(typed, view.hand, words) if use is CardAction.EXCHANGE and typed else None
    named_alone = len(typed) == 1 and not _is_place(typed[0], view.hand)
    begun = normalize_text(text).partition(" ")[0] != WHOLE_EXCHANGE and named_alone
    if places is None or begun:
        return None
    if view.phase not in DRAWING:
        raise MoveNotUnderstood(N_("Cards cannot be exchanged now."))
    return [view.hand[at] for at in places]


def _places(typed: Sequence[str], hand: Sequence[Card], words: Translator) -> list[int] | None:
    """Return where in the hand the cards are that these words mean one after the other; None where they mean none."""
    if not typed:
        return []
    if _is_place(typed[0], hand):
        after = _places(typed[1:], hand, words)
        return None if after is None else list(dict.fromkeys([int(typed[0]) - 1, *after]))
    for length in range(len(typed), 0, -1):
        card = typed_card(" ".join(typed[:length]), words)
        after = None if card is None else _places(typed[length:], hand, words)
        if card is not None and after is not None:
            free = [at for at, held in enumerate(hand) if held is card and at not in after]
            if not free:
                raise MoveNotUnderstood(N_("You hold fewer cards that are called {card}."), card=words.card(card))
            return [free[0], *after]
    return None


def _is_place(typed: str, hand: Sequence[Card]) -> bool:
    return typed.isdecimal() and len(typed) == 1 and 1 <= int(typed) <= len(hand)


def not_understood_error(text: str, words: Translator, known: Mapping[str, str]) -> MoveNotUnderstood:
    """Return the answer to something that makes no sense: the nearest of what does, where there is one.

    ``known`` has what makes sense in small letters without spaces, and how it is shown.
    """
    typed = lookup_key(_card_part(text, words))
    near = closest_match(typed, known) if 0 < len(typed) <= MAX_QUOTE_LENGTH else None
    if near is not None:
        message = N_("“{text}” means nothing here. Did you mean {nearest}?")
        sign = _SUGGESTED[_use(text, words)[0]]  # who wants to throw a card away is not told to play it
        return MoveNotUnderstood(message, text=printable(text), nearest=sign + known[near])
    return MoveNotUnderstood(N_("“{text}” means nothing here. Type ? for help."), text=printable(text))


def _suggestions(words: Translator) -> dict[str, str]:
    """Return what can be typed, and how it is suggested: cards by this edition's names, and moves that need none."""
    cards = {name: words.card(card) for name, card in _card_names(words.language).items()}
    moves = (words.gettext(message).split(",")[0] for message in MOVES.values())
    return cards | {lookup_key(move): move for move in moves}


def _offered(text: str, view: View, words: Translator) -> Move | None:
    """Return the legal move that is offered in these words."""
    if not text.strip() or text.strip()[0] in _SIGNS:
        return None
    for written in (str.casefold, normalize_text):  # letter by letter first: names may differ by an accent alone
        typed = written(text.strip())
        meant = [move for move in view.legal_moves if typed and written(words.move(move, view.phase)) == typed]
        if len(meant) == 1:
            return meant[0]
    return None


def _without_card(text: str, view: View, words: Translator) -> Move | None:
    """Return the move that needs no card and is called so."""
    typed = normalize_text(text)
    return next((Move(code) for code, message in MOVES.items() if typed in synonyms(message, words)), None)


def _asked(text: str, view: View, words: Translator) -> _Asked | None:
    """Return the card that is named, with what stands around it; None where no card is named."""
    use, rest = _use(text, words)
    before, arrow, after = rest.partition(">")
    if arrow:
        card = typed_card(before, words)
        return None if card is None else _Asked(card, use, _team_behind_arrow(after, view, words))
    typed = normalize_text(rest).split(" ")
    targets = synonyms(TARGETS, words)
    if (exact := _exactly_named(rest, view, words)) is not None:
        front = normalize_text(exact[0]).split(" ")
        card = typed_card(" ".join(front[:-1] if front[-1] in targets else front), words)
        if card is not None:
            return _Asked(card, use, exact[1])
    aims = [at for at in range(1, len(typed) - 1) if typed[at] in targets]
    # Where somebody is named behind “on”, all before it is the card: “flat” alone would be one, but not “flat tyre”.
    lengths = [len(typed), *(reversed(aims) if aims else range(len(typed) - 1, 0, -1))]
    for length in lengths:
        card = typed_card(" ".join(typed[:length]), words)
        if card is not None:
            whom = _without(targets, " ".join(typed[length:]))
            return _Asked(card, use, _team(whom, view, words) if whom else None)
    return None


def _use(text: str, words: Translator) -> tuple[CardAction, str]:
    """Return what is to be done, and the text without the sign or the verb that says so."""
    line = text.strip()
    if line[:1] in _SIGNS:
        return _SIGNS[line[0]], line[1:]
    verbs = [(verb, use) for use, message in VERBS.items() for verb in synonyms(message, words)]
    before, arrow, after = line.partition(">")
    typed = normalize_text(before)
    for verb, use in sorted(verbs, key=lambda one: -len(one[0])):
        if typed.startswith(f"{verb} "):
            return use, typed[len(verb) + 1 :] + arrow + after
    return CardAction.LAY, line


def _card_part(text: str, words: Translator) -> str:
    """Return what was probably meant to be a card: without a verb, and without the one whom it is meant for."""
    typed = normalize_text(_use(text, words)[1].partition(">")[0])
    for target in synonyms(TARGETS, words):
        typed = typed.partition(f" {target} ")[0]
    return typed


def _without(first: Iterable[str], typed: str) -> str:
    """Return a text without the first word, where it is one of these and not the only one."""
    word, _, rest = typed.partition(" ")
    return rest if rest and word in first else typed


def _team_behind_arrow(text: str, view: View, words: Translator) -> int:
    """Return the team that is meant as in ``stop>B``: by its letter, or as elsewhere."""
    letter = text.strip().upper()
    known = TEAM_LETTERS[: view.rules.teams]
    return known.index(letter) if len(letter) == 1 and letter in known else _team(text, view, words)


def _team(text: str, view: View, words: Translator) -> int:
    """Return the team that is meant."""
    teams = match_name(normalize_text(text), _teams(view, words)) or frozenset()
    if len(teams) == 1:
        return next(iter(teams))
    if teams:
        letters = OrList(tuple(f">{TEAM_LETTERS[team]}" for team in sorted(teams)))
        message = N_("Several can be called “{text}”. Say which: {letters}.")
        raise MoveNotUnderstood(message, text=printable(text), letters=letters)
    opponents = {normalize_text(words.team(team)): words.team(team) for team in view.legal_moves.opponents}
    near = closest_match(normalize_text(text[:MAX_QUOTE_LENGTH]), opponents)
    if near is not None:
        message = N_("Nobody here is called “{text}”. Did you mean {nearest}?")
        raise MoveNotUnderstood(message, text=printable(text), nearest=opponents[near])
    raise MoveNotUnderstood(
        N_("Nobody here is called “{text}”. You play against {names}."),
        text=printable(text),
        names=words.together([*opponents.values()]),
    )


def _meant(asked: _Asked, view: View, words: Translator) -> Move:
    """Return the move that is meant by a card and what is to be done with it."""
    card, name = asked.card, words.card(asked.card)
    if asked.use is not CardAction.LAY:
        return _given_up(asked, view, name)
    if asked.team is not None:
        if card.family is Family.HAZARD:
            return Move.attack(card, asked.team)
        raise MoveNotUnderstood(N_("{card} is not laid on anybody: type {card} alone."), card=name)
    moves = view.card_moves(card)
    legal = [move for move in moves if move in view.legal_moves]
    if len(legal) > 1:
        choice = tuple(words.gettext("{card} on {team}", card=name, team=words.team(move.team or 0)) for move in legal)
        raise MoveNotUnderstood(N_("On whom? Type {choice}."), choice=OrList(choice))
    return (legal or moves)[0]


def _given_up(asked: _Asked, view: View, name: str) -> Move:
    """Return the move that discards or exchanges a card, where that is the right word for it."""
    drawing = view.phase in DRAWING
    if asked.team is not None:
        raise MoveNotUnderstood(
            N_("What is given up is laid on nobody: type {sign}{notation} alone."),
            sign=_SUGGESTED[asked.use],
            notation=asked.card.notation,
        )
    if asked.use is CardAction.EXCHANGE and not drawing:
        raise MoveNotUnderstood(
            N_("Cards are exchanged instead of drawing. To discard {card}, type -{notation}."),
            card=name,
            notation=asked.card.notation,
        )
    if asked.use is CardAction.DISCARD and drawing and Move.discard(asked.card) in view.legal_moves:
        raise MoveNotUnderstood(
            N_("Draw before you discard. To exchange {card}, type ~{notation}."),
            card=name,
            notation=asked.card.notation,
        )
    return Move.discard(asked.card)
