"""A database file: what SQLite says is wrong, connections, its layout, locks, copies, and files that are lost.

**Errors.** SQLite's own become those of ``server_store``.

**Connections** are durable where they write, and never create the file.

**Layout.** Numbered files of SQL in ``migrations``, each applied once, in a transaction.  A database notes which of
them it has seen.  They only add, so that the previous release works with what the next one has made of a database.  A
step that breaks with it sets ``PRAGMA user_version`` to its own number, and programs that do not know that number leave
the database alone.

**Lost files.** A file that is removed, replaced or emptied while it is open goes on being written, and all of that is
lost once the process ends.  SQLite says nothing about it.  The write-ahead log holds what was acknowledged last, so a
removed ``-wal`` is noticed before anything more is acknowledged, and what it holds is saved in the database while that
is still possible.  One that was emptied has lost what it held: SQLite goes on behind the gap, and never writes its
beginning again.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from time import time
from typing import NamedTuple

from ..base.files import FileLock, FileLockHeld, sync_folder
from ..base.structured_log import log_event
from ..base.translatable import N_, TranslatableText, os_error_text
from ..tables.entries import EntryError, InconsistentLog
from ..tables.table_store import StoreError, StoreUnavailable
from .server_store import DamagedLog, DatabaseLocked, NewerSchema, NotADatabase

_LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Those of a database's name: none that is taken for another when it is read out."""


# -- errors ----------------------------------------------------------------------------------------------------------

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Errors of a query.  The second comes up where SQLite's message quotes a damaged file, in bytes that are no text."""
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT}
"""The last one: an entry lies where a log has not come to yet."""
_BEYOND_ONE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
}
"""What is wrong with the disk or the machine, and so for everybody who waits."""


def sqlite_error_code(error: Exception) -> int:
    """Return SQLite's primary code of an error; 0 for those of Python's module itself."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_damage(error: Exception) -> bool:
    """Say whether an error tells of a damaged file."""
    return isinstance(error, UnicodeDecodeError) or sqlite_error_code(error) in _DAMAGED


def affects_every_write(error: Exception) -> bool:
    """Say whether whoever tries the same now would meet the same error, whatever they want to write."""
    return isinstance(error, sqlite3.Error) and sqlite_error_code(error) in _BEYOND_ONE


_TROUBLES = {
    sqlite3.SQLITE_NOTADB: N_("it is something else"),
    sqlite3.SQLITE_CORRUPT: N_("it is damaged"),
    sqlite3.SQLITE_FULL: N_("the disk is full"),
    sqlite3.SQLITE_IOERR: N_("the disk does not do what it should"),
    sqlite3.SQLITE_BUSY: N_("another process keeps it locked"),
    sqlite3.SQLITE_READONLY: N_("it cannot be written"),
    sqlite3.SQLITE_CANTOPEN: N_("it cannot be opened"),
}
"""What SQLite complains of, as far as people meet it."""


def sqlite_error_text(error: Exception) -> TranslatableText:
    """Return what is wrong in a few words, with SQLite's own name for it, which says more to those who look it up."""
    if isinstance(error, UnicodeDecodeError):
        return TranslatableText(_TROUBLES[sqlite3.SQLITE_CORRUPT])
    name = getattr(error, "sqlite_errorname", "")
    known = _TROUBLES.get(sqlite_error_code(error)) if isinstance(error, sqlite3.Error) else None
    why = TranslatableText(known) if known else str(error) or type(error).__name__
    return TranslatableText("{why} ({name})" if name else "{why}", {"why": why, "name": name})


def as_store_error(error: Exception, table: str = "") -> Exception:
    """Return what to tell whoever wanted something that came to nothing, about one table or none."""
    if isinstance(error, StoreError | InconsistentLog | EntryError):
        return error
    if isinstance(error, SQLITE_ERRORS) and is_damage(error) and table:
        return DamagedLog(table, "{error}", error=sqlite_error_text(error))
    return StoreUnavailable(f"{table}: {sqlite_error_text(error)}" if table else str(sqlite_error_text(error)))


# -- connections -----------------------------------------------------------------------------------------------------

BUSY_TIMEOUT_SECONDS = 5.0
"""How long to wait for another process's lock."""


def create_file(path: Path) -> None:
    """Create an empty file that only its owner can read, where there is none: who can read it can read hands."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        sync_folder(path.parent)


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection that commits only when told to, and that any one thread at a time may use."""
    mode = "ro" if read_only else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_TIMEOUT_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        if not read_only:
            configure_connection(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def configure_connection(connection: sqlite3.Connection) -> None:
    """Let what is committed be on the disk before the commit returns, and what is deleted be gone."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # where a plain fsync stops at the disk's own cache
    connection.execute("PRAGMA secure_delete = ON")  # a name that was forgotten is not to be found in a free page
    connection.execute("PRAGMA cache_size = -8192")  # kB: what else is read again lies in the system's own cache
    connection.execute("PRAGMA journal_size_limit = 67108864")  # a burst does not keep its room for ever


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Let several questions see the same moment."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


# -- layout ----------------------------------------------------------------------------------------------------------

APPLICATION_ID = 0x426F726E
"""How SQLite's header says that a database is ours: "Born"."""
_NAME = re.compile(r"(\d{4})_(\w+)\.sql")


class Migration(NamedTuple):
    """One step in the layout of the database."""

    number: int
    name: str
    sql: str


@cache
def known_migrations() -> list[Migration]:
    """Return the steps that this program knows, in their order."""
    found = ((_NAME.fullmatch(file.name), file) for file in (files(__package__) / "migrations").iterdir())
    return sorted(
        Migration(int(match[1]), match[2], file.read_text(encoding="utf-8")) for match, file in found if match
    )


def check_schema(path: Path) -> None:
    """Raise where a file is no database that this program can serve; nothing is written."""
    try:
        connection = connect(path, read_only=True)
        try:
            check_layout(path, connection)
        finally:
            connection.close()
    except SQLITE_ERRORS as error:
        text = N_("{file} cannot be read as a database: {error}")
        raise NotADatabase(text, file=path, error=sqlite_error_text(error)) from None


def check_layout(path: Path, connection: sqlite3.Connection) -> None:
    """Raise NotADatabase or NewerSchema where a connection leads to no database that this program can serve."""
    empty = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if not empty and application != APPLICATION_ID:
        raise NotADatabase(N_("{file} is a database of another program"), file=path)
    (needed,) = connection.execute("PRAGMA user_version").fetchone()
    known = known_migrations()[-1].number
    if needed > known:
        text = N_("{file} was written by a later version of Bornes (layout {needed}; this one knows up to {known})")
        raise NewerSchema(text, file=path, needed=needed, known=known)


def migrate(connection: sqlite3.Connection, steps: list[Migration] | None = None) -> list[int]:
    """Apply the steps that a database has not seen, and return their numbers."""
    seen = _seen(connection)
    missing = [step for step in steps or known_migrations() if step.number not in seen]
    for step in missing:
        _apply(connection, step)
    return [step.number for step in missing]


def _seen(connection: sqlite3.Connection) -> set[int]:
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").fetchone():
        return set()
    return {number for (number,) in connection.execute("SELECT number FROM migrations")}


def _apply(connection: sqlite3.Connection, step: Migration) -> None:
    """Apply one step, or nothing of it."""
    note = f"INSERT INTO migrations VALUES ({step.number}, '{step.name}', {int(time() * 1000)});"
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{step.sql}\n{note}\nCOMMIT;")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


# -- opening ---------------------------------------------------------------------------------------------------------


class DatabaseIdentity(NamedTuple):
    """What a database is called, and the key that its invitations are made with."""

    name: str
    key: bytes

    def __repr__(self) -> str:
        return f"DatabaseIdentity(name={self.name!r})"


def lock_database(path: Path) -> FileLock:
    """Take the lock that lies beside a database; DatabaseLocked where another server has it, or NotADatabase."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise NotADatabase(N_("{file} is no file, and so no database"), file=path)
        return FileLock(path.with_name(f"{path.name}.lock"))
    except FileLockHeld as taken:
        text = N_("another server uses {file} ({holder}); stop it first, or give this one a file of its own")
        raise DatabaseLocked(text, file=path, holder=taken.holder) from None
    except OSError as error:
        raise _unusable(path, error) from None


def prepare_database(path: Path, name: str | None = None) -> DatabaseIdentity:
    """Create the database or bring it up to date, and return what it is called; whoever calls this has the lock."""
    try:
        create_file(path)
    except OSError as error:
        raise _unusable(path, error) from None
    check_schema(path)
    try:
        connection = connect(path)
        try:
            return _prepare(path, connection, name)
        finally:
            connection.close()
    except SQLITE_ERRORS as error:
        raise NotADatabase(N_("{file} cannot be used: {error}"), file=path, error=sqlite_error_text(error)) from None


def _unusable(path: Path, error: OSError) -> NotADatabase:
    return NotADatabase(N_("{file} cannot be used: {error}"), file=path, error=os_error_text(error))


def _prepare(path: Path, connection: sqlite3.Connection, name: str | None) -> DatabaseIdentity:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        text = N_("{file} lies where SQLite can keep no write-ahead log; a disk of this machine is needed")
        raise NotADatabase(text, file=path)
    migrate(connection)
    _check_parts(path, connection)
    return database_identity(connection, name)


def _check_parts(path: Path, connection: sqlite3.Connection) -> None:
    """Look through the small parts of a database; the logs are looked at when they are read."""
    for part in damaged_parts(connection):
        raise NotADatabase(N_("{file} is damaged ({part}); put a backup in its place"), file=path, part=part)


def damaged_parts(connection: sqlite3.Connection) -> list[str]:
    """Return which of the small parts of a database are damaged."""
    parts = ("meta", "tables", "codes", "reviews")
    return [part for part in parts if connection.execute(f"PRAGMA quick_check('{part}')").fetchone() != ("ok",)]


def database_identity(connection: sqlite3.Connection, name: str | None = None) -> DatabaseIdentity:
    """Return what a database is called; a new one is given a name and a key, for good."""
    fresh = name or "".join(secrets.choice(_LETTERS) for _ in range(4))
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING", [("name", fresh), ("key", secrets.token_bytes(32))]
    )
    connection.execute("COMMIT")
    return read_identity(connection)


def read_identity(connection: sqlite3.Connection) -> DatabaseIdentity:
    """Return what a database is called; nothing for one that was never opened to be written."""
    found = dict(connection.execute("SELECT name, value FROM meta WHERE name IN ('name', 'key')").fetchall())
    return DatabaseIdentity(found.get("name", ""), found.get("key", b""))


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database for reading; DatabaseError says why it cannot be, and errors in between are store errors."""
    check_schema(path)
    try:
        # Who may write leaves no files of SQLite's behind: whoever only reads cannot take them away again.
        connection = connect(path, read_only=not os.access(path, os.W_OK))
        try:
            connection.execute("PRAGMA query_only = ON")
            yield connection
        finally:
            connection.close()
    except SQLITE_ERRORS as error:
        raise as_store_error(error) from error


# -- lost files ------------------------------------------------------------------------------------------------------

WAL_SUFFIXES = ("-wal", "-shm")
"""Suffixes of the files that SQLite keeps while a database is open."""
WAL_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"")
"""What a write-ahead log begins with, unless it is empty."""
FILE_LOST_TEXT = (
    "a file of the database was removed, replaced or emptied while the server runs, and nothing more is accepted: "
    "put it back under its name, or restart the server"
)


class OpenDatabaseFiles:
    """The files of a database, as they were when a connection opened them; used by the thread that writes."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()  # which creates the files beside it
        self._connection = connection
        self._paths = [path, *(path.with_name(f"{path.name}{end}") for end in WAL_SUFFIXES)]
        self._opened = [(one, os.fspath(one), one.stat()) for one in self._paths]
        self._log_file = os.open(self._paths[1], os.O_RDONLY)
        self._lost: Path | None = None
        """The file whose loss was logged."""
        self.unsaved = False
        """Whether something was written that nobody would find again after a restart."""

    def check(self) -> None:
        """Raise StoreUnavailable if a file is no longer under its name."""
        lost = self._find_lost()
        if lost:
            if lost != self._lost:
                self._save(lost)
            raise StoreUnavailable(f"{lost} was removed, replaced or emptied")
        self._lost, self.unsaved = None, False

    def check_written(self) -> None:
        """Raise StoreUnavailable if what was committed just now would be lost."""
        if (lost := self._find_lost()) and not self._save(lost):
            self.unsaved = True
            raise StoreUnavailable(f"{lost} was removed, replaced or emptied")

    def _save(self, lost: Path) -> bool:
        """Write what a lost write-ahead log holds into the database, log the loss, and say whether nothing is lost."""
        saved = False
        if lost != self._paths[0] and not self._is_emptied(lost):
            with suppress(sqlite3.Error):
                busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
                saved = not busy
        log_event(FILE_LOST_TEXT, level=logging.ERROR, file=str(lost), acknowledged="saved" if saved else "not saved")
        self._lost = lost
        return saved

    def _find_lost(self) -> Path | None:
        """Return the first file that is not the one that was opened."""
        for path, name, opened in self._opened:
            try:
                found = os.stat(name)  # noqa: PTH116  Path.stat is slower, and this runs twice per commit
                if not os.path.samestat(found, opened) or self._is_emptied(path):
                    return path
            except OSError:
                return path
        return None

    def _is_emptied(self, path: Path) -> bool:
        """Return whether a file is the write-ahead log, under its name, without its beginning."""
        if path is not self._paths[1]:
            return False
        os.lseek(self._log_file, 0, os.SEEK_SET)
        return os.read(self._log_file, 4) not in WAL_MAGIC

    def close(self) -> None:
        """Close what was opened for the checks."""
        os.close(self._log_file)
