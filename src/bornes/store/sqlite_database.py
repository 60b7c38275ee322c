"""How a database is opened: by one server at a time, looked at before anything is written, and brought up to date."""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from ..base.files import FileLock, FileLockHeld, sync_file, sync_folder
from ..base.translatable import N_, os_error_text
from . import table_rows
from .errors import SQLITE_ERRORS, DatabaseError, DatabaseLocked, NotADatabase, as_store_error, sqlite_error_text
from .migrations import check_schema, migrate
from .sqlite_connection import connect, create_file

_LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Those of a database's name: none that is taken for another when it is read out."""


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
    _check(path, connection)
    return database_identity(connection, name)


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Look through the small parts of a database; the logs are looked at when they are read."""
    for part in ("meta", "tables", "codes", "reviews"):
        (found,) = connection.execute(f"PRAGMA quick_check('{part}')").fetchone()
        if found != "ok":
            raise NotADatabase(N_("{file} is damaged ({part}); put a backup in its place"), file=path, part=part)


def database_identity(connection: sqlite3.Connection, name: str | None = None) -> DatabaseIdentity:
    """Return what a database is called; a new one is given a name and a key, for good."""
    fresh = name or "".join(secrets.choice(_LETTERS) for _ in range(4))
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING", [("name", fresh), ("key", secrets.token_bytes(32))]
    )
    found = dict(connection.execute("SELECT name, value FROM meta").fetchall())
    connection.execute("COMMIT")
    return DatabaseIdentity(found["name"], found["key"])


def remove_table(path: Path, table: str) -> None:
    """Remove a table from a database that no server uses; NoSuchTable where there is none."""
    held = lock_database(path)
    try:
        check_schema(path)
        with closing(connect(path)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            table_rows.delete_table(connection, table)
            connection.execute("COMMIT")
    except SQLITE_ERRORS as error:
        raise as_store_error(error, table) from error
    finally:
        held.release()


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


async def back_up(source: Path, target: Path) -> None:
    """Copy a database to a file that is there whole or not at all, off the event loop."""
    await asyncio.to_thread(copy_database, source, target)


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment; whoever writes meanwhile is not held up.

    OSError and StoreError say what went wrong; a file that was there before is there still.
    """
    if target.exists() and target.samefile(source):
        raise DatabaseError(N_("{file} is the database itself: a backup needs another name"), file=target)
    if not target.parent.exists():  # a mistyped one would hide the backup where nobody looks for it
        raise DatabaseError(N_("{file}: there is no folder {folder}; make it first"), file=target, folder=target.parent)
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    create_file(new)
    try:
        _copy(source, new)
        sync_file(new)
        new.replace(target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    sync_folder(target.parent)


def _copy(source: Path, target: Path) -> None:
    # In one step: SQLite would begin anew each time that somebody has written between two.
    with open_read_only(source) as there, closing(connect(target)) as here:
        there.backup(here, pages=-1)
