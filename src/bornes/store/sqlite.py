"""The store of a server: logs, codes and reviews in one SQLite file.

Every method may be called from any event loop.  What a method that changes something has returned from is durable.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import disk_usage
from typing import Protocol, TypeVar

from ..base.files import FileLock
from ..base.structured_log import log_event
from ..tables.entries import Entry, EntryError, InconsistentLog, decode_entry
from ..tables.public_view import encode_listing, table_listing
from ..tables.table import Table
from ..tables.table_store import AppendConflict, LogSlice, NoSuchTable, StoreError, StoreUnavailable
from . import sqlite_copies, sqlite_logs, sqlite_rows
from .name_erasure import NameErasure
from .retention import LastRetentionCheck, RetentionCheck, RetentionReport
from .server_store import DealOffsets, ReviewKey, ServerStore, StoreCheck, StoredReview, TableRow
from .sqlite_database import (
    DatabaseIdentity,
    database_identity,
    lock_database,
    migrate,
    open_read_only,
    prepare_database,
    read_identity,
)
from .sqlite_threads import InlineWorker, ThreadedWorker

T = TypeVar("T")
WRITABLE_CACHE_SECONDS = 1.0
"""How long the result of a check whether the database is writable is cached."""
MIN_FREE_BYTES = 4 << 20
"""With less room on its disk a database counts as one that cannot be written: the write-ahead log grows by as much."""
ENTRIES_PER_READ = 256
"""Entries of a long log that are read before other work has its turn."""
MAX_OVERDUE = 1000


class DatabaseWorker(Protocol):
    """Who works on the database."""

    async def write(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Do some work, all of it or nothing, and return its result once it is durable."""

    async def read(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Return what some work finds."""

    async def close(self) -> None:
        """Write what waits, and end."""


class SqliteStore:
    """Keeps what a server must not lose.  It is a ``bornes.tables.table_store.TableStore``, and more."""

    def __init__(
        self, worker: DatabaseWorker, identity: DatabaseIdentity, path: Path | None = None, held: FileLock | None = None
    ) -> None:
        self.name = identity.name
        """The short name of the database, which is part of the id of each of its tables."""
        self.key = identity.key
        """A secret of this database, for invitations."""
        self.path = path
        self._worker = worker
        self._held = held
        self._checked: asyncio.Task[None] | None = None
        self._checked_at = 0.0
        self._failing = False
        """Whether the last check failed."""

    @classmethod
    def open(cls, path: Path, name: str | None = None) -> SqliteStore:
        """Open a database, or make one; ``name`` is for a new one.  DatabaseError says why it cannot be served."""
        held = lock_database(path)
        try:
            identity = prepare_database(path, name)
            return cls(ThreadedWorker(path), identity, path, held)
        except BaseException:
            held.release()
            raise

    @classmethod
    def in_memory(cls, name: str | None = None) -> SqliteStore:
        """Return a store that keeps nothing, and does everything at once: for simulations and tests."""
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        migrate(connection)
        return cls(InlineWorker(connection), database_identity(connection, name))

    async def close(self) -> None:
        """Write what waits, and let others have the file."""
        await self._worker.close()
        if self._held is not None:
            self._held.release()

    async def check_writable(self) -> None:
        """Write a little durably; StoreError if that fails, or if the disk is nearly full.

        All who ask within a second are answered together: anybody may ask, and each time it is work for the one thread
        that writes for all tables.
        """
        loop = asyncio.get_running_loop()
        last, old = self._checked, loop.time() - self._checked_at >= WRITABLE_CACHE_SECONDS
        if last is None or last.get_loop() is not loop or (last.done() and old):
            last = self._checked = loop.create_task(self._write_something())
            last.add_done_callback(lambda done: done.cancelled() or done.exception())  # all who asked may have gone
            self._checked_at = loop.time()
        await asyncio.shield(last)

    async def _write_something(self) -> None:
        """Write a little, and log a database that cannot be written, once."""
        try:
            await self._worker.write(self._try)
        except StoreError as error:
            if not self._failing:
                log_event("the database cannot be written", level=logging.ERROR, why=str(error))
            self._failing = True
            raise
        self._failing = False

    def _try(self, connection: sqlite3.Connection) -> None:
        if self.path is not None and disk_usage(self.path.parent).free < MIN_FREE_BYTES:
            raise StoreUnavailable("the disk is full")
        query = "INSERT INTO meta VALUES ('tries', 1) ON CONFLICT DO UPDATE SET value = value + 1"
        connection.execute(query)

    # -- logs ----------------------------------------------------------------------------------------------------

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append entries to a log that has ``expected`` of them, all or none, and wait until they are on the disk."""
        grown = sqlite_logs.prepare_append(table, expected, entries)
        await self._worker.write(lambda connection: sqlite_logs.append_entries(connection, grown, due, listing), table)

    async def read(self, table: str) -> LogSlice:
        """Return the whole log; DamagedLog where it is not what was written."""
        return await self._worker.read(partial(sqlite_logs.read_log, table=table), table)

    async def read_deal(self, table: str) -> LogSlice:
        """Return the log from the entry that began the last deal."""
        return await self._worker.read(partial(sqlite_logs.read_deal, table=table), table)

    async def read_from(self, table: str, first: int, most: int | None = None) -> LogSlice:
        """Return the log from an entry on, at most so many entries of it."""
        return await self._worker.read(partial(sqlite_logs.read_from, table=table, first=first, most=most), table)

    async def beginnings(self, table: str) -> DealOffsets:
        """Return where each deal begins in a log."""
        return await self._worker.read(partial(sqlite_logs.deal_offsets, table=table), table)

    async def export(self, table: str) -> bytes:
        """Return the whole log as lines of JSON: hands and seeds are in it."""
        lines = await self._worker.read(partial(sqlite_logs.read_lines, table=table), table)
        return b"".join(line + b"\n" for line in lines)

    async def import_log(self, table: str, content: bytes) -> None:
        """Add a table from an exported log; AppendConflict if there is one of that id.

        EntryError or InconsistentLog says why it is no log.
        """
        entries = [decode_entry(line) for line in content.splitlines()]
        made = Table.fold(entries)
        listing = encode_listing(table_listing(made)) if made.state.public else None
        await self.append(table, 0, entries, made.due, listing)

    async def forget(self, table: str, sitting: int, listing: bytes | None = None) -> None:
        """Take the name of whoever sat down under a number out of the log, for good.

        Their seat is to be given up or renamed before: what is appended later is not looked at.  ``listing`` is what
        the lobby shows from now on.
        """
        erasure = NameErasure(table, sitting)
        while True:
            read = partial(erasure.read, most=ENTRIES_PER_READ)
            while await self._worker.read(read, table):  # others read between two parts of a long log
                pass
            with suppress(AppendConflict):
                return await self._worker.write(partial(erasure.write, listing=listing), table)

    # -- tables --------------------------------------------------------------------------------------------------

    async def overdue(self, now: int) -> list[str]:
        """Return the tables whose clock has something to say."""
        return sorted(await self._worker.read(partial(sqlite_rows.overdue_tables, now=now)))

    async def due_before(self, now: int, limit: int = MAX_OVERDUE) -> list[str]:
        """Return the tables whose clock has something to say, at most so many, those first that have waited longest.

        Those follow whose deadlines lie too far away, because the clock was ahead when they were set.
        """
        return await self._worker.read(partial(sqlite_rows.overdue_or_ahead, now=now, limit=limit))

    async def next_due(self) -> int | None:
        """Return when the next clock has something to say."""
        return await self._worker.read(sqlite_rows.next_due)

    async def listings(self, since: int = 0) -> list[tuple[str, bytes]]:
        """Return what the lobby shows, the latest first, of tables where something has happened since."""
        return await self._worker.read(partial(sqlite_rows.listings, since=since))

    async def unlist(self, table: str) -> None:
        """Leave a table out of what the lobby shows after a restart, until its listing changes."""
        await self._worker.write(partial(sqlite_rows.unlist, table=table), table)

    async def tables(self, table: str | None = None, limit: int | None = None) -> list[TableRow]:
        """Return all tables, or one of them, in short, those first where something happened last."""
        return await self._worker.read(partial(sqlite_rows.table_rows, table=table, limit=limit))

    async def count_tables(self) -> int:
        """Return how many tables there are."""
        return await self._worker.read(sqlite_rows.count_tables)

    async def remove(self, table: str) -> None:
        """Remove a table with its log, codes and reviews; NoSuchTable where there is none."""
        await self._worker.write(partial(sqlite_rows.delete_table, table=table), table)

    # -- idle tables ---------------------------------------------------------------------------------------------

    async def last_check(self) -> LastRetentionCheck | None:
        """Return the last check for idle tables; None where there was none."""
        return await self._worker.read(sqlite_rows.last_check)

    async def store_check(self, check: RetentionCheck) -> RetentionReport:
        """Mark, announce and find idle tables."""
        return await self._worker.write(partial(sqlite_rows.store_check, check=check))

    async def remove_idle(self, table: str, check: RetentionCheck) -> bool:
        """Remove a table that a check lets go, if nothing has happened there since, and say whether it was so."""
        return await self._worker.write(partial(sqlite_rows.remove_idle, table=table, check=check), table)

    # -- codes ---------------------------------------------------------------------------------------------------

    async def add_code(self, code: str, table: str, expires: int) -> None:
        """Let a code lead to a table until a time; CodeTaken where it leads to one already."""
        await self._worker.write(partial(sqlite_rows.add_code, code=code, table=table, expires=expires), table)

    async def code(self, code: str, now: int) -> str | None:
        """Return the table that a code leads to; None where there is none, or its time is over."""
        return await self._worker.read(partial(sqlite_rows.find_code, code=code, now=now))

    async def codes_of(self, table: str) -> list[tuple[str, int]]:
        """Return the codes that lead to a table, each with the time until which it does."""
        return await self._worker.read(partial(sqlite_rows.codes_of_table, table=table), table)

    async def remove_codes(self, table: str) -> None:
        """Let no code lead to a table any more."""
        await self._worker.write(partial(sqlite_rows.remove_codes, table=table), table)

    async def remove_expired_codes(self, now: int) -> int:
        """Remove the codes whose time is over, and return how many there were."""
        return await self._worker.write(partial(sqlite_rows.remove_expired_codes, now=now))

    async def count_codes(self) -> int:
        """Return how many codes there are."""
        return await self._worker.read(sqlite_rows.count_codes)

    # -- reviews -------------------------------------------------------------------------------------------------

    async def review(self, name: ReviewKey) -> StoredReview | None:
        """Return a review, or how far it is; None where nobody has asked for it."""
        return await self._worker.read(partial(sqlite_rows.find_review, name=name), name.table)

    async def put_review(self, name: ReviewKey, review: StoredReview) -> None:
        """Note how far a review is, or what came of it."""
        await self._worker.write(partial(sqlite_rows.put_review, name=name, review=review), name.table)

    async def waiting_reviews(self, limit: int = 1) -> list[ReviewKey]:
        """Return the reviews that are to be worked out, those first that were asked for first."""
        return await self._worker.read(partial(sqlite_rows.waiting_reviews, limit=limit))

    # -- the file ------------------------------------------------------------------------------------------------

    async def backup(self, target: Path) -> None:
        """Copy the database as it is at this moment, while it is used; the copy is there whole or not at all."""
        assert self.path is not None, "there is no file to copy"
        await asyncio.to_thread(sqlite_copies.copy_database, self.path, target)

    async def check(self) -> StoreCheck:
        """Read every log, build every table, and report what is damaged; others read and write meanwhile."""
        entries, damaged = 0, await self._worker.read(sqlite_copies.check_parts)
        tables = await self._worker.read(sqlite_copies.table_ids)
        for table in tables:
            try:
                entries += await self._worker.read(partial(sqlite_copies.check_table, table=table), table)
                (await self.read_deal(table)).check()
            except NoSuchTable:  # it was removed meanwhile
                pass
            except (InconsistentLog, EntryError) as error:
                damaged.append(sqlite_copies.damage_of(table, error))
        return StoreCheck(len(tables), entries, damaged)


def open_store(path: Path, name: str | None = None) -> ServerStore:
    """Open the database of a server, or make one; ``name`` is for a new one.  DatabaseError if it cannot be served."""
    return SqliteStore.open(path, name)


@contextmanager
def read_store(path: Path) -> Iterator[ServerStore]:
    """Provide a database for reading, beside a server that uses it; DatabaseError if it cannot be read."""
    with open_read_only(path) as connection:
        yield SqliteStore(InlineWorker(connection), read_identity(connection), path)
