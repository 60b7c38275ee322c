"""The one thread that writes: all that waits goes into one transaction, and is answered once that is on the disk.

A commit waits for the disk, some milliseconds each time, whatever is in it.  While one is on its way the next ones
gather, and go together.  Whoever is refused, since the number that they expected is taken, is left out of the group
and does the others no harm.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Any, TypeVar

from ...tables.store import StoreError, StoreFailed, StoreUnclear
from .errors import as_store_error, concerns_all, in_words
from .open_files import OpenFiles

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
"""Changes the database inside a transaction; one that raises StoreError has changed nothing."""
GROUP = 256
"""So many are written together at most, so that the first of them does not wait for long."""
LIMIT = 16_384
"""So many may wait; who comes then is refused, since a disk that is that slow is broken."""
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


class Writer:
    """Writes in a thread of its own, and owns the connection; nothing is written while one of its files is lost."""

    def __init__(self, connection: sqlite3.Connection, limit: int = LIMIT, files: OpenFiles | None = None) -> None:
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

        StoreFailed where nothing was written, StoreUnclear where nobody knows.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        with self._wake:
            if self._closed:
                raise StoreFailed("the store was closed")
            if len(self._waiting) >= self._limit:
                raise StoreFailed("too much waits to be written")
            self._waiting.append(_Job(work, table, loop, answer))
            self._wake.notify()
        return await answer

    async def close(self) -> None:
        """Write what waits, and end; a second time does no harm."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    # -- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while group := self._next_group():
            _answer(self._write(group))
        self._connection.close()

    def _next_group(self) -> list[_Job]:
        """Return what waits, as soon as something does; nothing once the store was closed."""
        with self._wake:
            self._wake.wait_for(lambda: self._waiting or self._closed)
            return [self._waiting.popleft() for _ in range(min(GROUP, len(self._waiting)))]

    def _write(self, jobs: Sequence[_Job]) -> list[Outcome]:
        """Write jobs in one transaction; where one of them spoils it for the others, each in its own."""
        try:
            return self._together(jobs)
        except Exception as error:
            if len(jobs) == 1 or concerns_all(error) or isinstance(error, StoreError):
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
        except sqlite3.Error as error:
            self._roll_back()
            if getattr(error, "sqlite_errorcode", 0) in _CERTAIN:
                raise
            # The end of the transaction may be in the file already, and only the disk has not answered.
            raise StoreUnclear(str(in_words(error))) from error

    def _roll_back(self) -> None:
        """Undo what was not committed; after some errors SQLite has done so itself."""
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _failure(error: Exception, table: str) -> Exception:
    """Return an error of its own for everybody who waited: they are raised in many places."""
    if isinstance(error, StoreUnclear | StoreFailed):
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
