"""Stores for tests, and a log to put into them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bornes.store import SqliteStore
from bornes.tables.entries import DealBegan, Entry, MoveMade
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

RULES = rules_of("parker-1962", 2, turn_cap=1)


def played(deals: int = 2) -> list[Entry]:
    """Return the log of a table where so many deals were begun, and all but the last played to their end."""
    room = SteppedTable(RULES, "pp")
    room.ready()
    for _ in range(deals - 1):
        while room.table.playing:
            room.discard()
        room.ready()
    return room.log


LOG = played()
LAST_DEAL = max(number for number, entry in enumerate(LOG) if isinstance(entry, DealBegan))
MOVE = next(entry for entry in LOG if isinstance(entry, MoveMade))
"""What can be appended over and over, as far as a store is concerned."""


def in_store(path: Path, story: Callable[[SqliteStore], Awaitable[object]]) -> None:
    """Let a story happen with the store in a file, opened before and closed after it."""

    async def told() -> None:
        async with opened(path) as store:
            await story(store)

    asyncio.run(told())


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    """Open the store in a file, and close it."""
    store = SqliteStore.open(path)
    try:
        yield store
    finally:
        await store.close()


EXAMPLE = "lyon-k3vq9x"
"""The table of the examples."""


def keep_example(path: Path) -> None:
    """Keep a database with the table of the examples: one deal is over, and the second being played."""
    in_store(path, lambda store: store.append(EXAMPLE, 0, LOG, None, b"{}"))
