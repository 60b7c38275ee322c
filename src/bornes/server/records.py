"""The record of what is over at a table: of a deal that is being played nothing leaves the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..tables.entries import DealBegan, Entry
from ..tables.table import Table
from .problems import ServerProblem, Why


class FinishedGame(NamedTuple):
    """What is over of a game."""

    record: str
    deals: int
    """How many deals the record has."""


def finished_game(entries: Sequence[Entry], game: int | None = None) -> FinishedGame:
    """Return the finished deals of a game, the last one unless another is named; ServerProblem where there are none."""
    table = Table.fold(_until(entries, game), keep_deals=True)
    record = table.finished_record()
    if not record or (game is not None and table.state.game != game):
        raise ServerProblem(Why.NOT_YET)
    return FinishedGame(record, len(table.finished or ()) + (not table.playing))


def _until(entries: Sequence[Entry], game: int | None) -> Sequence[Entry]:
    """Return the log up to the end of a game."""
    if game is None:
        return entries
    begun = [at for at, entry in enumerate(entries) if isinstance(entry, DealBegan) and entry.table.game > game]
    return entries[: begun[0]] if begun else entries
