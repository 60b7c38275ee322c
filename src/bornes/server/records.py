"""The records of what is over, kept for a while so that a thousand readers do not fold a thousand logs.

What is kept holds finished deals alone, and holds until spectators are told something new: how quickly somebody is
answered depends on nothing that is hidden.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from ..tables.entries import Entry
from ..tables.finished import FinishedGame, finished_game

MOST = 128
"""So many records are kept; those that were not asked for the longest go first."""

ReadLog = Callable[[], Awaitable[Sequence[Entry]]]


class Asked(NamedTuple):
    """A record that was asked for."""

    table: str
    game: int | None
    """The last one where None."""
    told: int
    """The number of the last message that spectators had."""


class RecordShelf:
    """Keeps the records that were asked for last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: dict[Asked, FinishedGame | None] = {}
        self._folding = asyncio.Lock()
        self._forgotten = 0
        """How often something was forgotten: what was read before that is not kept."""

    def __len__(self) -> int:
        return len(self._kept)

    async def find(self, asked: Asked, read: ReadLog) -> FinishedGame | None:
        """Return what is over of a game, None where nothing is; ``read`` returns the whole log of its table."""
        async with self._folding:  # one at a time: whoever asks for the same waits, and finds it
            if asked in self._kept:
                self._kept[asked] = found = self._kept.pop(asked)
                return found
            forgotten = self._forgotten
            found = await asyncio.to_thread(finished_game, await read(), asked.game)
            if forgotten == self._forgotten:
                self._kept[asked] = found
                while len(self._kept) > self._most:
                    del self._kept[next(iter(self._kept))]
            return found

    def forget(self, table: str) -> None:
        """Keep nothing any more of a table."""
        self._forgotten += 1
        self._kept = {asked: found for asked, found in self._kept.items() if asked.table != table}
