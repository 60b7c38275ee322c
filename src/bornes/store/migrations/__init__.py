"""How the database is laid out: numbered files of SQL beside this module, each applied once, in a transaction.

A database notes which of them it has seen.  They only add, so that the release before goes on working with what the
next one has made of a database: whoever has to roll back can.  Should one ever have to break with it, that file sets
``PRAGMA user_version`` to its own number, and programs that do not know it leave the database alone.
"""

from __future__ import annotations

import re
import sqlite3
from functools import cache
from importlib.resources import files
from pathlib import Path
from time import time
from typing import NamedTuple

from ...base.translatable import N_
from ..errors import SQLITE_ERRORS, NewerSchema, NotADatabase, sqlite_error_text
from ..sqlite_connection import connect

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
    found = ((_NAME.fullmatch(file.name), file) for file in files(__package__).iterdir())
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
