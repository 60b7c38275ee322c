"""Every kind of store, so that one suite of tests can hold all of them to the same contract.

Another database is one more entry of ``KINDS``: how it is opened, empty, and what it keeps.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bornes.base.files import FileLock
from bornes.store import SqliteStore
from bornes.store.saved_game_store import SavedGameStore
from bornes.tables.table_store import MemoryStore


@dataclass(frozen=True)
class StoreKind:
    """A kind of store."""

    name: str
    opened: Callable[[], AbstractAsyncContextManager[Any]]
    """Opens one that is empty, and closes it."""
    many_tables: bool = True
    """Whether it keeps more than one table."""
    is_server_store: bool = False
    """Whether it keeps all that a server needs."""

    def __str__(self) -> str:
        return self.name


@asynccontextmanager
async def _memory() -> AsyncIterator[MemoryStore]:
    yield MemoryStore()


@asynccontextmanager
async def _database() -> AsyncIterator[SqliteStore]:
    with TemporaryDirectory() as folder:
        store = SqliteStore.open(Path(folder) / "server.sqlite3")
        try:
            yield store
        finally:
            await store.close()


@asynccontextmanager
async def _simulated() -> AsyncIterator[SqliteStore]:
    store = SqliteStore.in_memory()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _saved_game() -> AsyncIterator[SavedGameStore]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "saved.game"
        store = SavedGameStore(path, FileLock(path.with_name("saved.game.lock")))
        try:
            yield store
        finally:
            await store.close()
            assert store.failure is None


KINDS = (
    StoreKind("memory", _memory),
    StoreKind("saved game", _saved_game, many_tables=False),
    StoreKind("database", _database, is_server_store=True),
    StoreKind("simulated", _simulated, is_server_store=True),
)
"""The first is what the others are compared with."""
