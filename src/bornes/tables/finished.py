"""The record of what is over: deals that everybody may look into, and nothing of the one that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .entries import DealBegan, Entry, Moved, TakenBack, WindowEnded
from .table import Table


class MoveNumber(NamedTuple):
    """Which move of a game is meant."""

    deal: int
    """The number of the deal, from 1."""
    number: int
    """Which of the deal's moves it is, from 0."""


class FinishedGame(NamedTuple):
    """What is over of a game."""

    record: str
    deals: int
    """How many deals the record has."""
    stood_in: frozenset[MoveNumber] = frozenset()
    """The moves that a bot made for somebody who was away or too late."""


def finished_game(entries: Sequence[Entry], game: int | None = None) -> FinishedGame | None:
    """Return the finished deals of a game, by a whole log; None where it has none.

    Without a number it is the last game that has some.
    """
    starts = _starts(entries)
    wanted = list(starts) if game is None else [number for number in starts if number == game]
    for number in reversed(wanted):
        end = starts.get(number + 1, len(entries))
        table, stood_in = _fold(entries[starts[number] : end], starts[number])
        if record := table.finished_record():
            return FinishedGame(record, len(table.finished or ()) + (not table.playing), stood_in)
    return None


def _fold(entries: Sequence[Entry], before: int) -> tuple[Table, frozenset[MoveNumber]]:
    """Return the table that a log makes, and which moves of people were made by the bots of their seats."""
    table = Table.fold(entries[:1], before=before, keep_deals=True)
    stood_in: set[MoveNumber] = set()
    for entry in entries[1:]:
        deal, number = table.deal, table.state.number
        made = 0 if deal is None else len(deal.moves)
        instead = _is_made_instead(entry, table)
        table.follow(entry)
        if deal is None:
            continue
        if isinstance(entry, TakenBack):
            stood_in = {one for one in stood_in if one.deal != number or one.number < len(deal.moves)}
        elif instead:
            added = range(made, len(deal.moves))
            stood_in |= {MoveNumber(number, at) for at in added if deal.moves[at].seat == entry.seat}
    return table, frozenset(stood_in)


def _is_made_instead(entry: Entry, table: Table) -> bool:
    """Say whether a bot makes the move of a person's seat."""
    if not isinstance(entry, Moved | WindowEnded) or entry.seat is None or entry.by == "person":
        return False
    return table.state.seats[entry.seat].kind == "person"


def finished_record(entries: Sequence[Entry], game: int | None = None) -> str | None:
    """Return the record of the finished deals of a game, as ``finished_game`` finds them."""
    found = finished_game(entries, game)
    return None if found is None else found.record


def _starts(entries: Sequence[Entry]) -> dict[int, int]:
    """Return with which entry each game begins: the first with the log, since it may have been begun elsewhere."""
    began = {
        entry.table.game: at
        for at, entry in enumerate(entries)
        if isinstance(entry, DealBegan) and entry.table.number == 1 and entry.table.game > 1
    }
    return {1: 0, **began}
