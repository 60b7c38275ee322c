"""The record of what is over at a table: of a deal that is being played nothing leaves the log."""

from __future__ import annotations

from collections.abc import Sequence

from ..tables.entries import DealBegan, Entry
from ..tables.table import Table
from .problems import ServerProblem, Why


def finished_record(entries: Sequence[Entry], game: int | None = None) -> str:
    """Return the record of the finished deals of a game; ServerProblem where there are none."""
    record = Table.fold(_until(entries, game), keep_deals=True).finished_record()
    if not record:
        raise ServerProblem(Why.NOT_YET)
    return record


def _until(entries: Sequence[Entry], game: int | None) -> Sequence[Entry]:
    """Return the log up to the end of a game."""
    if game is None:
        return entries
    begun = [at for at, entry in enumerate(entries) if isinstance(entry, DealBegan) and entry.table.game > game]
    return entries[: begun[0]] if begun else entries
