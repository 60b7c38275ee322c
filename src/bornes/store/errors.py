"""What can be wrong with a database, and what is made of SQLite's own errors.

StoreError
├── DatabaseError   the whole file cannot be served
│   ├── DatabaseLocked   another server has it
│   ├── NewerSchema     it is of a later version of this program
│   └── NotADatabase      it is something else, or damaged
├── CodeTaken       the code belongs to another table
└── StoreUnavailable, CommitUnknown, AppendConflict, NoSuchTable   as of every store
InconsistentLog
└── DamagedLog      the log of one table is damaged; the others go on
NewerLog            a later release continued the log of one table; the others go on
"""

from __future__ import annotations

import sqlite3

from ..base.translatable import N_, TranslatableError, TranslatableText
from ..tables.entries import EntryError, InconsistentLog
from ..tables.table_store import StoreError, StoreUnavailable

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


class DatabaseError(TranslatableError, StoreError):
    """A database that cannot be served; says which, and why."""


class DatabaseLocked(DatabaseError):
    """Another server has the database."""


class NewerSchema(DatabaseError):
    """The database is of a later version of this program."""


class NotADatabase(DatabaseError):
    """The file is no database of ours, or is damaged."""


class CodeTaken(StoreError):
    """The code leads to another table already."""


class DamagedLog(InconsistentLog):
    """The log of one table is damaged; says which."""

    def __init__(self, table: str, text: str, /, **values: object) -> None:
        self.table = table
        self.why = TranslatableText(text, values)
        super().__init__(N_("the log of table {table} is damaged: {why}"), table=table, why=self.why)


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
