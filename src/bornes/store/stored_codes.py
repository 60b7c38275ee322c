"""Codes to read out: which there are, where they lead, and until when."""

from __future__ import annotations

from sqlite3 import Connection

from .errors import CodeTaken
from .sqlite_logs import table_key


def add_code(connection: Connection, code: str, table: str, expires: int) -> None:
    """Let a code lead to a table; CodeTaken where it leads somewhere, NoSuchTable where there is no such table."""
    key = table_key(connection, table)
    query = "INSERT INTO codes VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING code"
    if not connection.execute(query, (code, key, expires)).fetchall():
        raise CodeTaken("that code leads to a table already")


def find_code(connection: Connection, code: str, now: int) -> str | None:
    """Return the table that a code leads to; None where there is no such code, or its time is over."""
    query = "SELECT id FROM codes JOIN tables ON key = table_key WHERE code = ? AND expires > ?"
    found = connection.execute(query, (code, now)).fetchone()
    return None if found is None else str(found[0])


def codes_of_table(connection: Connection, table: str) -> list[tuple[str, int]]:
    """Return the codes that lead to a table, each with the time until which it does."""
    query = "SELECT code, expires FROM codes WHERE table_key = ? ORDER BY expires, code"
    return connection.execute(query, (table_key(connection, table),)).fetchall()


def remove_codes(connection: Connection, table: str) -> None:
    """Let no code lead to a table any more."""
    connection.execute("DELETE FROM codes WHERE table_key = ?", (table_key(connection, table),))


def remove_expired_codes(connection: Connection, now: int) -> int:
    """Remove the codes whose time is over, and return how many there were."""
    return connection.execute("DELETE FROM codes WHERE expires <= ?", (now,)).rowcount


def count_codes(connection: Connection) -> int:
    """Return how many codes there are."""
    number: int = connection.execute("SELECT count(*) FROM codes").fetchone()[0]
    return number
