"""The table in sentences, for those who hear it or read it line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...game.deal import View
from ...game.events import AnswerRequested, DealOver, Event, ShuffleNeeded, TurnBegan
from ...game.moves import DRAWING, Move
from ...i18n import N_, Translator
from ...rules.cards import HAZARDS, Card
from ...rules.editions import edition
from ...rules.ruleset import FIELDS, Rules

# -- what happened -------------------------------------------------------------------------------------------------


def event_lines(events: Iterable[Event], words: Translator) -> Iterator[str]:
    """Tell what happened, a line for every turn."""
    sentences: list[str] = []
    for event in events:
        if isinstance(event, TurnBegan | DealOver) and sentences:
            yield " ".join(sentences)
            sentences = []
        sentence = None if _goes_without_saying(event) else words.event(event)
        if sentence is not None:
            sentences.append(sentence)
    if sentences:
        yield " ".join(sentences)


def _goes_without_saying(event: Event) -> bool:
    """Say whether the next sentence, or the question that follows, tells an event anyway."""
    return isinstance(event, AnswerRequested | ShuffleNeeded) or (isinstance(event, TurnBegan) and not event.extra)


# -- what lies there -----------------------------------------------------------------------------------------------


def table_lines(view: View, number: int, totals: tuple[int, ...], words: Translator) -> Iterator[str]:
    """Describe the table as this seat sees it: the deal, the own side, the others, the hand."""
    yield _sentences(
        words.gettext("Deal {number}", number=number),
        f"{words.heading('turn')} {view.turns}",
        _named(words, words.heading("draw_pile"), str(view.draw_pile_size)),
        _named(words, words.heading("discards"), _top(view.discards, words)),
        _named(words, words.heading("points"), _points(totals, words)),
    )
    yield from (_sentences(*said) for said in team_facts(view, words))
    yield from hand_lines(view, words)


def hand_lines(view: View, words: Translator) -> Iterator[str]:
    """Read out the hand; nothing for who has none."""
    if view.viewer is not None:
        yield _sentences(_named(words, words.heading("hand"), _listed(view.hand, words)))


Facts = tuple[tuple[str, ...], ...]
"""What is said of each team, to be compared with what is said later."""


def team_facts(view: View, words: Translator) -> Facts:
    """Return what there is to say of the teams, from the own one on."""
    return tuple(tuple(_team_sentences(view, team, words)) for team in _from_own(view))


def change_lines(before: Facts, now: Facts) -> Iterator[str]:
    """Say only what is different from what was said before: of each team how far it is, and what lies there anew."""
    for old, new in zip(before, now, strict=True):
        if old != new:
            first, *rest = new
            yield _sentences(first, *(said for said, known in zip(rest, old[1:], strict=True) if said != known))


def _from_own(view: View) -> list[int]:
    """Return the teams, that of the reader first."""
    own = view.team or 0
    return [(own + step) % view.rules.teams for step in range(view.rules.teams)]


def _team_sentences(view: View, team: int, words: Translator) -> Iterator[str]:
    """Say of a team how far it is, then what lies on each of its piles."""
    laid = view.tables[team]
    target = words.progress(view.target, view.rules)
    so_far = words.gettext("{amount} of {target}", amount=words.whole(view.progress(team)), target=target)
    safeties = [_safety(card, card in laid.coups, words) for card in laid.safeties]
    yield _named(words, _capitalized(words.whom(team)), so_far)
    yield _named(words, words.heading("battle_pile"), _top(laid.battle, words))
    yield _named(words, words.heading("speed_pile"), _top(laid.speed, words))
    yield _named(words, words.heading("safety_area"), ", ".join(safeties) or _nothing(words))


def _safety(card: Card, coup: bool, words: Translator) -> str:
    return f"{words.card(card)} ({words.term('coup_fourre')})" if coup else words.card(card)


def _top(pile: tuple[Card, ...], words: Translator) -> str:
    return words.card(pile[-1]) if pile else _nothing(words)


def _nothing(words: Translator) -> str:
    return words.gettext("empty")


def _listed(cards: Iterable[Card], words: Translator) -> str:
    return ", ".join(words.card(card) for card in cards) or _nothing(words)


def _points(totals: tuple[int, ...], words: Translator) -> str:
    each = ((words.whom(team), total) for team, total in enumerate(totals))
    return ", ".join(words.gettext("{points} for {team}", points=total, team=team) for team, total in each)


def _named(words: Translator, what: str, value: str) -> str:
    return words.gettext("{what}: {value}", what=what, value=value)


def _sentences(*parts: str) -> str:
    return ". ".join(parts) + "."


# -- what to do ----------------------------------------------------------------------------------------------------


def move_lines(view: View, words: Translator) -> Iterator[str]:
    """List the legal moves, numbered from 1, each with its notation."""
    for number, move in enumerate(view.legal_moves, 1):
        yield f"{number}. {words.move(move, view.phase)} ({move.notation(view.phase)})"


def short_move_line(view: View, words: Translator) -> str:
    """Tell the legal moves in a line, with the numbers of the list; of discards only which numbers they have."""
    moves = list(enumerate(view.legal_moves, 1))
    given_up = [number for number, move in moves if move.is_discard]
    if len(given_up) < SHORT_OF_DISCARDS:
        given_up = []
    said = [f"{number} {words.move(move, view.phase)}" for number, move in moves if number not in given_up]
    if given_up:
        exchanged = view.phase in DRAWING
        text = N_("{first} to {last} exchange a card") if exchanged else N_("{first} to {last} discard")
        said.append(words.gettext(text, first=given_up[0], last=given_up[-1]))
    return _sentences(_named(words, words.gettext("Moves"), ", ".join(said)))


SHORT_OF_DISCARDS = 3
"""From so many discards on only their numbers are told: what can be given up is the hand."""


def possible_uses(card: Card, view: View) -> list[Move]:
    """Return what a card can be tried for, legal or not: on the own side or on every opponent, then as a discard."""
    opponents = [team for team in range(view.rules.teams) if team != view.team]
    laid = [Move.attack(card, team) for team in opponents] if card in HAZARDS else [Move.lay(card)]
    return [*laid, Move.discard(card)]


def why_not_line(move: Move, view: View, words: Translator) -> str:
    """Say why a move cannot be made, with the clause, or that it can."""
    reason = view.why_not(move)
    answer = words.gettext("That is possible.") if reason is None else words.reason(reason)
    return words.gettext("{move}? {answer}", move=_capitalized(words.move(move, view.phase)), answer=answer)


def _capitalized(label: str) -> str:
    return label[0].upper() + label[1:]


def rule_lines(rules: Rules, words: Translator) -> Iterator[str]:
    """List the rules that are played, each with its value and the clause behind it."""
    book = edition(rules.edition)
    for field in FIELDS:
        if field != "edition":
            value = words.rule_value(field, getattr(rules, field))
            source = book.source(rules, field) or words.gettext("house rule")
            yield f"{_named(words, words.rule(field), value)} ({source})"
