"""The table in words, for a person who looks on."""

from __future__ import annotations

from collections.abc import Iterator

from ...events import TurnBegan
from ...position import Piles
from ...view import View
from ...words import Words


def told(view: View, language: str = "en") -> str:
    """What a viewer sees: the tables, the piles, what happened in this turn, and what can be done."""
    rules = view.rules
    unnamed = Words(language, rules.edition)
    names = [unnamed.seat(seat) for seat in range(rules.players)]
    words = Words(language, rules.edition, names, rules.teams)
    return "\n".join([*_tables(view, words), *_piles(view, words), *_happened(view, words), *_choice(view, words)])


def _tables(view: View, words: Words) -> Iterator[str]:
    width = max(len(words.team(team)) for team in range(view.rules.teams))
    for team, piles in enumerate(view.tables):
        yield f"{words.team(team):<{width}}  {words.distance(piles.miles):>12}  {_laid(piles, words)}"


def _laid(piles: Piles, words: Words) -> str:
    tops = [pile[-1] for pile in (piles.battle, piles.speed) if pile]
    names = [words.card(card) for card in (*tops, *piles.safeties)]
    return " · ".join(names) or "–"


def _piles(view: View, words: Words) -> Iterator[str]:
    top = f" ({words.card(view.discards[-1])})" if view.discards else ""
    drawn = f"{words.heading('draw_pile')} {view.draw_pile_size}"
    yield f"{drawn}, {words.term('discards')} {len(view.discards)}{top}"


def _happened(view: View, words: Words) -> Iterator[str]:
    """The events since the present turn began, or of the deal's end."""
    events = view.events
    begun = [number for number, event in enumerate(events) if isinstance(event, TurnBegan)]
    sentences = [words.event(event) for event in events[begun[-1] if begun else 0 :]]
    yield " ".join(sentence for sentence in sentences if sentence)


def _choice(view: View, words: Words) -> Iterator[str]:
    if view.hand:
        yield f"{words.heading('hand')}: {', '.join(words.card(card) for card in view.hand)}"
    if view.to_decide:
        yield f"{words.phase(view.phase)}: {'; '.join(words.move(move, view.phase) for move in view.legal_moves)}"
