"""Checking a database, copying it while it is used, and putting a copy in its place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ..base.files import sync_file, sync_folder
from ..base.translatable import N_, TranslatableText, os_error_text
from ..tables.entries import EntryError, InconsistentLog
from ..tables.table_store import StoreError
from . import sqlite_logs
from .server_store import DamagedLog, DamageReport, DatabaseError, NotADatabase, RestoreReport, StoreCheck
from .sqlite_database import (
    SQLITE_ERRORS,
    WAL_SUFFIXES,
    as_store_error,
    connect,
    create_file,
    damaged_parts,
    lock_database,
    open_read_only,
)

# -- checking ------------------------------------------------------------------------------------------------------


def check_parts(connection: sqlite3.Connection) -> list[DamageReport]:
    """Return which of the small parts of a database are damaged."""
    text = N_("a part that all tables need is damaged ({part})")
    return [DamageReport(None, TranslatableText(text, {"part": part})) for part in damaged_parts(connection)]


def table_ids(connection: sqlite3.Connection) -> list[str]:
    """Return the ids of all tables."""
    return [id for (id,) in connection.execute("SELECT id FROM tables ORDER BY id")]


def check_table(connection: sqlite3.Connection, table: str) -> int:
    """Read a log with all its checksums, and return how many entries it has; DamagedLog if it is damaged."""
    lines = sqlite_logs.read_lines(connection, table)
    if not sqlite_logs.read_deal(connection, table).entries:
        raise DamagedLog(table, N_("it has no entries"))
    return len(lines)


def damage_of(table: str, error: InconsistentLog | EntryError) -> DamageReport:
    """Return how the damage of one table is reported."""
    return DamageReport(table, error.why if isinstance(error, DamagedLog) else error.message)


def check_database(path: Path) -> StoreCheck:
    """Check that all of a database is what was written."""
    entries, damaged = 0, list[DamageReport]()
    with open_read_only(path) as connection:
        damaged += check_parts(connection)
        tables = table_ids(connection)
        for table in tables:
            try:
                entries += check_table(connection, table)
            except (InconsistentLog, EntryError) as error:
                damaged.append(damage_of(table, error))
            except SQLITE_ERRORS as error:
                told = as_store_error(error, table)
                if not isinstance(told, DamagedLog):
                    raise
                damaged.append(damage_of(table, told))
    return StoreCheck(len(tables), entries, damaged)


# -- copying -------------------------------------------------------------------------------------------------------


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment; whoever writes meanwhile is not held up.

    OSError and StoreError say what went wrong; a file that was there before is there still.
    """
    if target.exists() and target.samefile(source):
        raise DatabaseError(N_("{file} is the database itself: a backup needs another name"), file=target)
    if not target.parent.exists():  # a mistyped one would hide the backup where nobody looks for it
        raise DatabaseError(N_("{file}: there is no folder {folder}; make it first"), file=target, folder=target.parent)
    with _new_copy(source, target) as new:
        new.replace(target)
    sync_folder(target.parent)


@contextmanager
def _new_copy(source: Path, target: Path) -> Iterator[Path]:
    """Provide a copy of a database that is on the disk, beside the file whose place it is to take."""
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    create_file(new)
    try:
        # In one step: SQLite would begin anew each time that somebody has written between two.
        with open_read_only(source) as there, closing(connect(new)) as here:
            there.backup(here, pages=-1)
        sync_file(new)
        yield new
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


# -- restoring -----------------------------------------------------------------------------------------------------


def restore_database(source: Path, target: Path) -> RestoreReport:
    """Put a backup in the place of a database that no server uses; what was there is kept under another name.

    DatabaseError and OSError say why that cannot be; nothing has changed then.
    """
    if not source.is_file():
        raise NotADatabase(N_("there is no backup {file}"), file=source)
    if target.exists() and target.samefile(source):
        raise DatabaseError(N_("{file} is the database itself: name the backup to put in its place"), file=source)
    lock = lock_database(target)
    try:
        with _new_copy(source, target) as new:
            check = check_database(new)
            for table, why in check.damaged[:1]:
                text = N_("{file} is damaged ({table}: {why}); nothing was changed")
                raise NotADatabase(text, file=source, table=table or source.name, why=why)
            lost = _lost_entries(target, new)
            kept = _put_aside(target)
            new.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise DatabaseError(N_("{file} cannot be restored: {error}"), file=target, error=os_error_text(error)) from None
    finally:
        lock.release()
    return RestoreReport(check.tables, check.entries, lost, kept)


def _lost_entries(target: Path, new: Path) -> dict[str, int] | None:
    """Return by table how many entries only the replaced database has; None if it cannot be read."""
    if not target.exists():
        return {}
    try:
        before, after = _entry_counts(target), _entry_counts(new)
    except (StoreError, *SQLITE_ERRORS):
        return None
    return {table: count - after.get(table, 0) for table, count in before.items() if count > after.get(table, 0)}


def _entry_counts(path: Path) -> dict[str, int]:
    with open_read_only(path) as connection:
        return dict(connection.execute("SELECT id, entries FROM tables ORDER BY id").fetchall())


def _put_aside(target: Path) -> Path | None:
    """Give a database another name as well, and take from the old name what belongs to it alone."""
    if not target.exists():
        return None
    with suppress(*SQLITE_ERRORS), closing(connect(target)) as connection:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()  # the last to close empties the log
    kept = target.with_name(f"{target.name}.replaced")
    number = 1
    while kept.exists():
        number += 1
        kept = target.with_name(f"{target.name}.replaced-{number}")
    try:
        os.link(target, kept)
    except OSError:  # not every file system can
        shutil.copy2(target, kept)
        sync_file(kept)
    for suffix in WAL_SUFFIXES:  # only of a damaged database; it must not be taken for the backup's
        with suppress(FileNotFoundError):
            target.with_name(f"{target.name}{suffix}").replace(kept.with_name(f"{kept.name}{suffix}"))
    sync_folder(target.parent)
    return kept
