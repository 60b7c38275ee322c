"""Stores for tests, and a log to put into them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bornes.server.store import SqliteStore
from bornes.tables.entries import DealBegan, Entry, Moved, encode
from bornes.tables.state import SeatState, open_state
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable, secret

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
MOVE = next(entry for entry in LOG if isinstance(entry, Moved))
"""What can be appended over and over, as far as a store is concerned."""
LINES = [encode(entry) for entry in LOG]


def in_store(path: Path, story: Callable[[SqliteStore], Awaitable[None]]) -> None:
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


def seats(*names: str) -> list[SeatState]:
    """Return seats for people of these names."""
    return [SeatState("person", name) for name in names]


def opened_table(id: str, *names: str) -> Entry:
    """Return the entry that opens a table for these people."""
    from bornes.tables.entries import Opened

    return Opened(at=1000, table=open_state(id, rules_of("parker-1962", len(names)), seats(*names), secret(1, 1)))
