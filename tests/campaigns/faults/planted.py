"""Bugs planted on purpose, each of which the campaign must catch: in this process, or in a server of its own.

``python -m tests.campaigns.faults.planted BUG serve …`` is ``bornes serve`` with a bug in it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from unittest import mock

from bornes.store import SqliteStore, sqlite_database, sqlite_threads
from bornes.tables import decide as deciding
from bornes.tables import table as tables
from bornes.tables import window as windows
from bornes.tables.entries import Entry
from bornes.tables.live_table import LiveTable
from bornes.tables.table import Table
from bornes.tables.table_store import NoSuchTable

HONEST = 20
"""So many groups are written before the writer begins to answer too early: whoever opens a table would notice."""
LATER = 0.1
"""Seconds after the answer in which the commit comes, where it comes too late."""


@contextmanager
def sync_off() -> Iterator[None]:
    """Commit without waiting for the disk."""
    set_up = sqlite_database.configure_connection

    def careless(made: sqlite3.Connection) -> None:
        set_up(made)
        made.execute("PRAGMA synchronous = OFF")

    with mock.patch.object(sqlite_database, "configure_connection", careless):
        yield


@contextmanager
def answer_first() -> Iterator[None]:
    """Answer before the commit: in the thread of a real store, and in that of a simulation."""
    together = sqlite_threads.WriterThread._together

    honest = iter(range(HONEST))

    def hasty(self: sqlite_threads.WriterThread, jobs: list[sqlite_threads._Job]) -> list[sqlite_threads.Outcome]:
        if next(honest, None) is None:
            sqlite_threads._answer([(job, None, None) for job in jobs])
        return together(self, jobs)

    write, read = sqlite_threads.InlineWorker.write, sqlite_threads.InlineWorker.read
    waiting: list[tuple[asyncio.Task[None], Any, str]] = []

    async def eager(self: sqlite_threads.InlineWorker, work: Any, table: str = "") -> None:
        waiting.append((asyncio.get_running_loop().create_task(late(self)), work, table))

    async def late(self: sqlite_threads.InlineWorker) -> None:
        await asyncio.sleep(LATER)
        await flush(self)

    async def flush(self: sqlite_threads.InlineWorker) -> None:
        while waiting:
            task, work, table = waiting.pop(0)
            if not task.cancelling():  # whoever wanted it is dead, and so is what was not committed
                await write(self, work, table)

    async def flush_and_read(self: sqlite_threads.InlineWorker, work: Any, table: str = "") -> Any:
        await flush(self)
        return await read(self, work, table)

    patch = mock.patch.object
    with (
        patch(sqlite_threads.WriterThread, "_together", hasty),
        patch(sqlite_threads.InlineWorker, "write", eager),
        patch(sqlite_threads.InlineWorker, "read", flush_and_read),
    ):
        yield


@contextmanager
def no_compare() -> Iterator[None]:
    """Append at the end of a log, whatever number was expected."""
    append = SqliteStore.append

    async def careless(
        self: SqliteStore,
        table: str,
        expected: int,
        entries: Sequence[Entry],
        due: int | None,
        listing: bytes | None = None,
    ) -> None:
        with suppress(NoSuchTable):
            expected = len((await self.read(table)).entries)
        await append(self, table, expected, entries, due, listing)

    with mock.patch.object(SqliteStore, "append", careless):
        yield


@contextmanager
def window_shortened() -> Iterator[None]:
    """Close a window at once where nobody holds an answer."""
    plan_window = windows.plan_window

    def shortened(table: Table, passed: Any = None) -> windows.WindowPlan:
        plan = plan_window(table, passed)
        nobody = not any(windows._holds(table, seat) for seat in table.open_deal.answerers)
        return plan._replace(closes=table.since, waits=()) if nobody else plan

    with (
        mock.patch.object(windows, "plan_window", shortened),
        mock.patch.object(tables, "plan_window", shortened),
        mock.patch.object(deciding, "plan_window", shortened),
    ):
        yield


@contextmanager
def bot_asked_early() -> Iterator[None]:
    """Let bots think before the entry that makes it their turn is in the log."""
    carry_out = LiveTable._carry_out

    async def hasty(self: LiveTable, loaded: Any, decision: Any) -> bool:
        write = self._listeners.write

        def write_and_look(loaded: Any, told: Any) -> Any:
            self._look()
            return write(loaded, told)

        with mock.patch.object(self._listeners, "write", write_and_look):
            return await carry_out(self, loaded, decision)

    with mock.patch.object(LiveTable, "_carry_out", hasty):
        yield


BUGS: dict[str, Callable[[], Any]] = {
    "sync-off": sync_off,
    "answer-first": answer_first,
    "no-compare": no_compare,
    "window-shortened": window_shortened,
    "bot-asked-early": bot_asked_early,
}


if __name__ == "__main__":
    from tests.support.free_server import main

    with BUGS[sys.argv.pop(1)]():
        main()
