"""The record of what is over: deals that everybody may look into, and nothing of the one that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .entries import DealBegan, Entry
from .table import Table


class FinishedGame(NamedTuple):
    """What is over of a game."""

    record: str
    deals: int
    """How many deals the record has."""


def finished_game(entries: Sequence[Entry], game: int | None = None) -> FinishedGame | None:
    """Return the finished deals of a game, by a whole log; None where it has none.

    Without a number it is the last game that has some.
    """
    starts = _starts(entries)
    wanted = list(starts) if game is None else [number for number in starts if number == game]
    for number in reversed(wanted):
        end = starts.get(number + 1, len(entries))
        table = Table.fold(entries[starts[number] : end], before=starts[number], keep_deals=True)
        if record := table.finished_record():
            return FinishedGame(record, len(table.finished or ()) + (not table.playing))
    return None


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
