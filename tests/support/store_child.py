"""A process that appends to a store, for tests that kill it, fill its disk or watch its system calls.

``python -m tests.support.store_child ACTION FILE``.  Each append that was acknowledged is a line on the standard
output, ``table number``, written at once.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from sqlite3 import Connection

from bornes.store import SqliteStore, sqlite_threads
from bornes.store import sqlite_database as connection
from bornes.tables.table_store import LogSlice, StoreError, StoreUnavailable
from tests.support.stores import LOG, MOVE


def say(text: str) -> None:
    """Write a line at once, in one call."""
    os.write(1, f"{text}\n".encode())


async def play(store: SqliteStore, table: str, entries: int) -> None:
    """Append entries to a table, from wherever its log ends, and tell of each."""
    there = {row.id for row in await store.tables(table)}
    number = len((await store.read(table)).entries) if there else 0
    for expected in range(number, number + entries):
        await store.append(table, expected, [MOVE] if expected else LOG[:1], None)
        say(f"{table} {expected}")


async def forever(store: SqliteStore) -> None:
    """Append to ten tables at once until the end."""
    await asyncio.gather(*(play(store, f"t{number}", 1_000_000) for number in range(10)))


async def some(store: SqliteStore) -> None:
    """Append some entries to three tables, and end without closing the store."""
    await asyncio.gather(*(play(store, f"t{number}", 8) for number in range(3)))
    os._exit(0)


async def stubborn(store: SqliteStore) -> None:
    """Append to one table whatever comes in between, reading it again after each failure, as a host does."""
    await store.append("t", 0, LOG[:1], None)
    for _ in range(12):
        expected = len((await store.read("t")).entries)
        try:
            await store.append("t", expected, [MOVE], None)
            say(f"t {expected}")
        except StoreError as error:
            say(f"{type(error).__name__} {expected}")
    await store.close()
    say("closed")


async def full(store: SqliteStore) -> None:
    """Append until there is no room for the files to grow, make room, and go on."""
    await store.append("before", 0, LOG, 5)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))
    failures = 0
    for number in range(2000):
        outcomes = await asyncio.gather(
            *(store.append(f"{table}{number}", 0, LOG, None) for table in "ab"), return_exceptions=True
        )
        failed = [one for one in outcomes if one is not None]
        assert all(type(one) is StoreUnavailable for one in failed), outcomes
        failures += len(failed)
        if failures > 10:
            break
        for table, outcome in zip("ab", outcomes, strict=True):
            if outcome is None:
                say(f"{table}{number} 0")
    assert failures > 10, "the disk was never full"
    assert await store.read("before") == LogSlice(0, LOG), "whoever only reads is served"
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await store.append("after", 0, LOG, None)
    say("after 0")
    await store.close()


def plant(fault: str) -> None:
    """Make the store worse, to see that tests notice."""
    if fault == "sync-off":
        set_up = connection.configure_connection

        def careless(connection: Connection) -> None:
            set_up(connection)
            connection.execute("PRAGMA synchronous = OFF")

        connection.configure_connection = careless
    if fault == "answer-first":
        together = sqlite_threads.WriterThread._together

        def hasty(self: sqlite_threads.WriterThread, jobs: list[sqlite_threads._Job]) -> list[sqlite_threads.Outcome]:
            sqlite_threads._answer([(job, None, None) for job in jobs])
            return together(self, jobs)

        sqlite_threads.WriterThread._together = hasty  # type: ignore[method-assign, assignment]


ACTIONS: dict[str, Callable[[SqliteStore], Awaitable[None]]] = {
    "forever": forever,
    "some": some,
    "stubborn": stubborn,
    "full": full,
}


async def main() -> None:
    """Do what the arguments say."""
    action, path, *faults = sys.argv[1:]
    for fault in faults:
        plant(fault)
    await ACTIONS[action](SqliteStore.open(Path(path)))


if __name__ == "__main__":
    asyncio.run(main())
