"""The file of a saved game: a database with the same layout as a server's, and one table in it.

Invariant: what ``append`` has returned from is on the disk, or ``failure`` says why it is not.  Between two moves the
file alone is the whole game, so that it can be copied or synced while the game is played.

That decides the journal mode.  A write-ahead log would hold the moves of a whole evening in a second file, and needs
shared memory, which network file systems lack.  ``journal_mode=DELETE`` commits by removing a file, and a power cut
may bring that file back unless the folder is synced as well.  ``PERSIST`` commits by overwriting the journal's header
and syncing it: durable, faster, and the journal that stays beside the file while a game is played says nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from ..base.files import FileLock, check_file, sync_file, sync_folder
from ..base.translatable import N_, TranslatableError, os_error_text
from ..tables.entries import DealBegan, Entry, EntryError, InconsistentLog, NewerLog, decode_entry
from ..tables.score_history import sheets_before
from ..tables.table import Table
from ..tables.table_store import LogSlice, MemoryStore, NoSuchTable, StoreError, StoreUnavailable
from .server_store import DamagedLog, NewerSchema, NotADatabase
from .sqlite_database import (
    SQLITE_ERRORS,
    affects_every_write,
    check_layout,
    connect,
    create_file,
    migrate,
    sqlite_error_code,
    sqlite_error_text,
)
from .sqlite_logs import append_entries, prepare_append, read_lines
from .sqlite_threads import WriterThread

GAME_FILE_START = b"SQLite format 3\0"
"""How the file of a saved game begins."""
JOURNAL_SUFFIX = "-journal"
"""Suffix of the file that SQLite keeps beside a game that is being played."""
SAVED_BY_LATER_RELEASE = N_("saved by a later release of Bornes")


class SaveError(TranslatableError, ValueError):
    """A saved game that cannot be opened; says which, and why."""


class NewerSave(SaveError):
    """A saved game that only a later version of this program can open; it is left alone."""


class CorruptSave(SaveError):
    """A file that is no saved game, or a damaged one."""


# -- reading and writing a whole file ------------------------------------------------------------------------------


class SavedLog(NamedTuple):
    """The log in the file of a saved game; every line is what was written."""

    table: str
    """The id of its table."""
    seed: str | None
    """The text that the shuffles come from, if one was given."""
    lines: list[bytes]
    deal: int
    """Which entry began the last deal, or 0."""

    def entries(self) -> list[Entry]:
        """Return all entries; NewerSave if this program does not know one."""
        return [_entry(number, line) for number, line in enumerate(self.lines, 1)]

    def last_deal(self) -> Table:
        """Return the table as it was left, of earlier deals only the score sheets."""
        entries = [_entry(number, line) for number, line in enumerate(self.lines[self.deal :], self.deal + 1)]
        if self.deal and not isinstance(entries[0], DealBegan):
            raise CorruptSave(N_("entry {number} does not begin a deal"), number=self.deal + 1)
        sheets = sheets_before(self.deal, lambda at: _entry(at + 1, self.lines[at])) if self.deal else ()
        return LogSlice(self.deal, entries, sheets).table


def _entry(number: int, line: bytes) -> Entry:
    try:
        return decode_entry(line)
    except NewerLog:
        raise NewerSave(SAVED_BY_LATER_RELEASE) from None
    except EntryError as error:
        raise CorruptSave(N_("entry {number}: {error}"), number=number, error=error) from None


def read_game(path: Path) -> SavedLog:
    """Read the file of a saved game and check all of it.

    CorruptSave if it is damaged, NewerSave if a later version wrote it.  OSError and other kinds of SaveError mean
    that it cannot be read now, and may well be sound.
    """
    check_file(path)
    try:
        # Only who may write can undo what a killed program had begun to write.
        with closing(connect(path, read_only=not os.access(path, os.W_OK))) as connection:
            connection.execute("PRAGMA query_only = ON")
            check_layout(path, connection)
            return _read(connection)
    except NewerSchema:
        raise NewerSave(SAVED_BY_LATER_RELEASE) from None
    except NotADatabase as error:
        raise CorruptSave("{error}", error=error) from None
    except DamagedLog as error:
        raise CorruptSave("{why}", why=error.why) from None
    except NoSuchTable:
        raise CorruptSave(N_("it is damaged")) from None
    except SQLITE_ERRORS as error:
        if sqlite_error_code(error) == sqlite3.SQLITE_NOTADB:
            raise CorruptSave(N_("it is no saved game")) from None
        kind = SaveError if affects_every_write(error) else CorruptSave
        raise kind("{error}", error=sqlite_error_text(error)) from None
    except ValueError as error:  # a number that is none, for example
        if isinstance(error, SaveError):
            raise
        raise CorruptSave(N_("it is damaged")) from None


def _read(connection: sqlite3.Connection) -> SavedLog:
    if not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall():
        raise CorruptSave(N_("it is empty"))
    tables = connection.execute("SELECT id, deal FROM tables LIMIT 2").fetchall()
    if len(tables) != 1:
        raise CorruptSave(N_("it does not hold exactly one game"))
    [(table, deal)] = tables
    lines = read_lines(connection, table)
    if not 0 <= deal < len(lines):
        raise CorruptSave(N_("entry {number} is missing"), number=deal + 1)
    return SavedLog(table, _read_seed(connection), lines, deal)


def _read_seed(connection: sqlite3.Connection) -> str | None:
    meta = dict(connection.execute("SELECT name, value FROM meta WHERE name IN ('seed', 'seed_checksum')").fetchall())
    text = meta.get("seed")
    if not isinstance(text, str) or crc32(text.encode()) != meta.get("seed_checksum"):
        raise CorruptSave(N_("its seed is not what was written"))
    match json.loads(text):
        case str() | None as seed:
            return seed
    raise NewerSave(SAVED_BY_LATER_RELEASE)


def write_game(path: Path, table: str, seed: str | None, entries: Sequence[Entry]) -> None:
    """Write the whole file of a game; it is there complete or not at all."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        create_file(new)
        with closing(connect(new)) as connection:
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("PRAGMA synchronous = OFF")  # the whole file is synced below
            migrate(connection)
            connection.execute("BEGIN")
            text = json.dumps(seed)
            meta = [("seed", text), ("seed_checksum", crc32(text.encode()))]
            connection.executemany("INSERT INTO meta VALUES (?, ?)", meta)
            append_entries(connection, prepare_append(table, 0, entries), None, None)
            connection.execute("COMMIT")
        sync_file(new)
        journal_of(path).unlink(missing_ok=True)  # it belongs to the file that is replaced
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    sync_folder(path.parent)


def journal_of(path: Path) -> Path:
    """Return the journal of a game's file, whether it exists or not."""
    return path.with_name(f"{path.name}{JOURNAL_SUFFIX}")


def remove_idle_journal(path: Path) -> None:
    """Remove the journal of a game that nobody plays, unless it is needed to undo what was written in part."""
    with suppress(OSError):
        if not _is_needed(journal_of(path)):
            journal_of(path).unlink()


def _is_needed(journal: Path) -> bool:
    """Say whether a journal has a header: SQLite then undoes with it what was written in part."""
    try:
        with journal.open("rb") as file:
            return any(file.read(8))
    except FileNotFoundError:
        return False


# -- while it is played --------------------------------------------------------------------------------------------


class SavedGameStore(MemoryStore):
    """Stores one game while it is played: in memory, and on disk before ``append`` returns.

    If the file cannot be written, the game goes on in memory: ``failure`` says why, the callback of ``on_failure`` is
    called once, and the next append writes all that is missing.  If the file is gone or damaged, it is written again.
    """

    def __init__(self, path: Path, lock: FileLock | None, seed: str | None = None) -> None:
        super().__init__()
        self.path = path
        self.seed = seed
        self.table: str | None = None
        """The id of its table; None before the first entry."""
        self.failure: str | None = None
        """Why the last entries are not on disk; None if they are."""
        self._lock = lock
        self._missing: list[Entry] = []
        """The last entries, those that are not on disk."""
        self._saving = asyncio.Lock()
        self._writer: WriterThread | None = None
        self._file: os.stat_result | None = None
        """The file that was read or written last."""
        self._failure_callback: Callable[[str], None] | None = None

    @classmethod
    def open(cls, path: Path, lock: FileLock) -> SavedGameStore:
        """Return the store of a saved game that goes on; errors are those of ``read_game``."""
        log = read_game(path)
        store = cls(path, lock, log.seed)
        store._append(log.table, 0, log.entries(), None, None)
        store.table = log.table
        store._file = path.stat()
        return store

    @property
    def name(self) -> str:
        """The name of the game's file."""
        return self.path.stem

    @property
    def is_locked(self) -> bool:
        """Whether no other terminal can have the game."""
        return self._lock is not None

    @property
    def entries(self) -> list[Entry]:
        """All entries, on disk or not."""
        return [] if self.table is None else [decode_entry(line) for line in self.lines(self.table)]

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append entries, and wait until they are on the disk, or until it is known that they cannot be."""
        if self.table not in (None, table):
            raise StoreUnavailable(f"{self.path.name} holds the table {self.table} and no other")
        self._append(table, expected, entries, due, listing)
        self.table = table
        self._missing += entries
        await self._save()

    async def _save(self) -> None:
        """Write what is missing."""
        async with self._saving:
            if self._lock is None or not self._missing:
                return
            try:
                await self._write(len(self._missing))
            except (OSError, *SQLITE_ERRORS, StoreError, InconsistentLog) as error:
                self.fail(error)
            else:
                self.failure = None

    async def _write(self, count: int) -> None:
        """Write so many of the missing entries; if they cannot be added, write the whole file again."""
        assert self.table is not None, "an entry was appended"
        lines = self.lines(self.table)
        end = len(lines) - len(self._missing) + count
        try:
            await self._add(self.table, end - count, self._missing[:count])
        except (*SQLITE_ERRORS, StoreError, InconsistentLog):
            if self.path.exists() and _is_needed(journal_of(self.path)):
                raise  # SQLite undoes what it wrote in part before the next append
            entries = [decode_entry(line) for line in lines[:end]]
            await asyncio.to_thread(write_game, self.path, self.table, self.seed, entries)
            await self._end_writer()
            self._file = self.path.stat()
        del self._missing[:count]

    async def _add(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        self._check_file()
        if self._writer is None:
            self._writer = WriterThread(await asyncio.to_thread(_connect_to_play, self.path))
        grown = prepare_append(table, expected, entries)
        await self._writer.do(partial(append_entries, grown=grown, due=None, listing=None))
        self._check_file()

    def _check_file(self) -> None:
        """Raise StoreUnavailable if the file is not the one that was read or written last."""
        try:
            if self._file is not None and os.path.samestat(self.path.stat(), self._file):
                return
        except OSError:
            pass
        raise StoreUnavailable("the file was removed or replaced")

    async def _end_writer(self) -> None:
        if self._writer is not None:
            writer, self._writer = self._writer, None
            await writer.close()

    async def finish_writing(self) -> None:
        """Write what is still missing, if that is possible, and leave nothing beside the file."""
        if self._lock is not None:
            await self._save()
            await self._end_writer()
            remove_idle_journal(self.path)

    async def close(self) -> None:
        """Write what is still missing, if that is possible, and let other terminals have the game."""
        await self.finish_writing()
        self.unlock()

    def unlock(self) -> None:
        """Let other terminals have the game, as it lies in its file."""
        if self._writer is not None:
            self._writer.stop()
            self._writer = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # -- what goes wrong -----------------------------------------------------------------------------------------

    def on_failure(self, callback: Callable[[str], None]) -> None:
        """Call this once, with what is wrong, when the game cannot be saved; now, if that is so already."""
        self._failure_callback = callback
        self._report_failure()

    def fail(self, error: Exception) -> None:
        """Note why the game is not saved, and report it the first time."""
        if isinstance(error, OSError):
            self.failure = f"{error.filename or self.path}: {os_error_text(error)}"
        else:
            self.failure = f"{self.path}: {sqlite_error_text(error)}"
        self._report_failure()

    def _report_failure(self) -> None:
        if self.failure is not None and self._failure_callback is not None:
            callback, self._failure_callback = self._failure_callback, None
            callback(self.failure)


def _connect_to_play(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    try:
        connection.execute("PRAGMA journal_mode = PERSIST")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection
