"""Work on a file, off the event loop: one thread writes, one reads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread
from typing import Any, TypeVar

from ..tables.table_store import CommitUnknown, StoreError, StoreUnavailable
from .sqlite_database import (
    SQLITE_ERRORS,
    OpenDatabaseFiles,
    affects_every_write,
    as_store_error,
    connect,
    sqlite_error_text,
)

T = TypeVar("T")


class ThreadedWorker:
    """The writer and the reader of one file."""

    def __init__(self, path: Path) -> None:
        writing, reading = connect(path), connect(path, read_only=True)
        files = OpenDatabaseFiles(path, writing)
        self._writer, self._reader = WriterThread(writing, files=files), ReaderThread(reading, files)

    async def write(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Do some work, all of it or nothing, and return its result once it is durable."""
        return await self._writer.do(work, table)

    async def read(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Return what some work finds."""
        return await self._reader.do(work, table)

    async def close(self) -> None:
        """Write what waits, and end."""
        await self._reader.close()
        await self._writer.close()  # the last to go takes the write-ahead log into the database


class InlineWorker:
    """Does each piece of work in a transaction of its own, while the caller waits."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def write(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Do some work, all of it or nothing."""
        self._connection.execute("BEGIN")
        try:
            result = work(self._connection)
        except Exception as error:
            self._connection.execute("ROLLBACK")
            raise as_store_error(error, table) from None
        self._connection.execute("COMMIT")
        return result

    async def read(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Return what some work finds."""
        try:
            return work(self._connection)
        except SQLITE_ERRORS as error:
            raise as_store_error(error, table) from None

    async def close(self) -> None:
        """Forget everything."""
        self._connection.close()


Work = Callable[[sqlite3.Connection], T]
"""Changes the database inside a transaction; one that raises StoreError has changed nothing."""
MAX_GROUP_COMMIT = 256
"""Writes in one transaction, so that the first doesn't wait for long."""
MAX_PENDING_WRITES = 16_384
"""Writes that may wait; then the store refuses more, since a disk this slow is broken."""
_CERTAIN = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_BUSY}
"""With these a commit has failed before its end was written."""


@dataclass(eq=False, slots=True)
class _Job:
    """Something to be written, and who waits for it."""

    work: Work[Any]
    table: str
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


Outcome = tuple[_Job, object, Exception | None]
"""What came of a job: its result, or what went wrong."""


class WriterThread:
    """Writes in a thread of its own, and owns the connection; nothing is written while one of its files is lost."""

    def __init__(
        self, connection: sqlite3.Connection, limit: int = MAX_PENDING_WRITES, files: OpenDatabaseFiles | None = None
    ) -> None:
        self._connection = connection
        self._limit = limit
        self._files = files
        self._waiting: deque[_Job] = deque()
        self._wake = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, name="bornes store", daemon=True)
        self._thread.start()

    async def do(self, work: Work[T], table: str = "") -> T:
        """Do some work inside a transaction, and return its result once that is durable.

        StoreUnavailable where nothing was written, CommitUnknown where nobody knows.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        with self._wake:
            if self._closed:
                raise StoreUnavailable("the store was closed")
            if len(self._waiting) >= self._limit:
                raise StoreUnavailable("too much waits to be written")
            self._waiting.append(_Job(work, table, loop, answer))
            self._wake.notify()
        return await answer

    def stop(self) -> None:
        """Accept nothing more, and end once what waits is written; a second time does no harm."""
        with self._wake:
            self._closed = True
            self._wake.notify()

    async def close(self) -> None:
        """Write what waits, and end; a second time does no harm."""
        self.stop()
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    # -- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while group := self._next_group():
            _answer(self._write(group))
        if self._files is not None:
            self._files.close()
        self._connection.close()

    def _next_group(self) -> list[_Job]:
        """Return what waits, as soon as something does; nothing once the store was closed."""
        with self._wake:
            self._wake.wait_for(lambda: self._waiting or self._closed)
            return [self._waiting.popleft() for _ in range(min(MAX_GROUP_COMMIT, len(self._waiting)))]

    def _write(self, jobs: Sequence[_Job]) -> list[Outcome]:
        """Write jobs in one transaction; where one of them spoils it for the others, each in its own."""
        try:
            return self._together(jobs)
        except Exception as error:
            if len(jobs) == 1 or affects_every_write(error) or isinstance(error, StoreError):
                return [(job, None, _failure(error, job.table)) for job in jobs]
        return [outcome for job in jobs for outcome in self._write([job])]

    def _together(self, jobs: Sequence[_Job]) -> list[Outcome]:
        if self._files is not None:
            self._files.check()
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [self._attempt(job) for job in jobs]
        except BaseException:
            self._roll_back()
            raise
        self._commit()
        if self._files is not None:
            self._files.check_written()
        return outcomes

    def _attempt(self, job: _Job) -> Outcome:
        try:
            return job, job.work(self._connection), None
        except StoreError as refused:
            return job, None, refused

    def _commit(self) -> None:
        try:
            self._connection.execute("COMMIT")
        except SQLITE_ERRORS as error:
            self._roll_back()
            if getattr(error, "sqlite_errorcode", 0) in _CERTAIN:
                raise
            # The end of the transaction may be in the file already, and only the disk has not answered.
            raise CommitUnknown(str(sqlite_error_text(error))) from error

    def _roll_back(self) -> None:
        """Undo what was not committed; after some errors SQLite has done so itself."""
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _failure(error: Exception, table: str) -> Exception:
    """Return an error of its own for everybody who waited: they are raised in many places."""
    if isinstance(error, CommitUnknown | StoreUnavailable):
        return type(error)(str(error))
    return as_store_error(error, table)


def _answer(outcomes: list[Outcome]) -> None:
    """Answer everybody, with one call for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_loop[outcome[0].loop].append(outcome)
    for loop, part in by_loop.items():
        with suppress(RuntimeError):  # the loop has ended meanwhile: nobody waits any more
            loop.call_soon_threadsafe(_resolve, part)


def _resolve(outcomes: list[Outcome]) -> None:
    for job, result, error in outcomes:
        if job.answer.done():  # whoever waited has given up
            continue
        if error is None:
            job.answer.set_result(result)
        else:
            job.answer.set_exception(error)


class ReaderThread:
    """Reads in a thread of its own, and owns the connection."""

    def __init__(self, connection: sqlite3.Connection, files: OpenDatabaseFiles) -> None:
        self._connection = connection
        self._files = files
        self._thread = ThreadPoolExecutor(1, "bornes reader")
        self._closed = False

    async def do(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Return what some work finds; StoreUnavailable where nothing can be read now, DamagedLog where never."""
        if self._closed:
            raise StoreUnavailable("the store was closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, work, table)

    def _read(self, work: Callable[[sqlite3.Connection], T], table: str) -> T:
        if self._files.unsaved:  # what would be read may be gone after a restart
            raise StoreUnavailable("a file of the database was removed or replaced")
        try:
            return work(self._connection)
        except SQLITE_ERRORS as error:
            raise as_store_error(error, table) from error

    async def close(self) -> None:
        """End, once what is being read is read; a second time does no harm."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
            self._thread.shutdown()
