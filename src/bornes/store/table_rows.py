"""What the database knows of its tables without reading their logs."""

from __future__ import annotations

from sqlite3 import Connection
from typing import NamedTuple

from ..tables.entries import DealBegan, Opened, decode_entry
from ..tables.table_state import CLOCK_TOLERANCE_MS, TableState
from .sqlite_logs import entry_checksum, table_key


class TableRow(NamedTuple):
    """A table in short, for whoever runs the server."""

    id: str
    opened_at: int
    touched_at: int
    """When something happened last that everybody at the table may know."""
    listed: bool
    """Whether the lobby shows it."""
    state: TableState | None
    """How it stood when its last deal began; None where that entry is damaged.  Secrets are in it."""


def overdue_tables(connection: Connection, now: int, limit: int | None = None) -> list[str]:
    """Return the tables whose clock has something to say, those that have waited longest first."""
    query = "SELECT id FROM tables WHERE due <= ? ORDER BY due, id LIMIT ?"
    return [id for (id,) in connection.execute(query, (now, -1 if limit is None else limit))]


def overdue_or_ahead(connection: Connection, now: int, limit: int) -> list[str]:
    """Return overdue tables, then those whose deadline was set by a clock that was ahead of the present one."""
    query = "SELECT id FROM tables WHERE touched_at > ? AND due IS NOT NULL LIMIT ?"
    ahead = connection.execute(query, (now + CLOCK_TOLERANCE_MS, limit)).fetchall()
    found = overdue_tables(connection, now, limit)
    return list(dict.fromkeys([*found, *(id for (id,) in ahead)]))[:limit]


def next_due(connection: Connection) -> int | None:
    """Return when the next clock has something to say."""
    due: int | None = connection.execute("SELECT min(due) FROM tables WHERE due IS NOT NULL").fetchone()[0]
    return due


def listings(connection: Connection, since: int) -> list[tuple[str, bytes]]:
    """Return what the lobby shows, the latest first, of tables where something has happened since."""
    query = "SELECT id, listing FROM tables WHERE listing IS NOT NULL AND touched_at >= ? ORDER BY touched_at DESC, id"
    return connection.execute(query, (since,)).fetchall()


def unlist(connection: Connection, table: str) -> None:
    """Let the lobby not show a table."""
    connection.execute("UPDATE tables SET listing = NULL WHERE id = ?", (table,))


def count_tables(connection: Connection) -> int:
    """Return how many tables there are."""
    number: int = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
    return number


_ROWS = """
    SELECT id, opened_at, touched_at, listing IS NOT NULL, number, line, checksum
    FROM tables LEFT JOIN entries ON table_key = key AND number = deal
    WHERE ? IS NULL OR id = ? ORDER BY touched_at DESC, id LIMIT ?
"""


def table_rows(connection: Connection, table: str | None = None, limit: int | None = None) -> list[TableRow]:
    """Return all tables, or one of them, in short, those first where something happened last."""
    found = connection.execute(_ROWS, (table, table, -1 if limit is None else limit))
    return [
        TableRow(id, opened, touched, bool(listed), _state(id, number, line, check))
        for id, opened, touched, listed, number, line, check in found
    ]


def _state(table: str, number: int | None, line: bytes, check: int) -> TableState | None:
    """Return the state that an entry holds which a table can be loaded from."""
    if number is None or entry_checksum(table, number, line) != check:
        return None
    try:
        entry = decode_entry(line)
    except ValueError:
        return None
    return entry.table if isinstance(entry, Opened | DealBegan) else None


def delete_table(connection: Connection, table: str) -> None:
    """Remove a table with all that belongs to it; NoSuchTable where there is none."""
    key = table_key(connection, table)
    for part in ("codes", "reviews", "entries"):
        connection.execute(f"DELETE FROM {part} WHERE table_key = ?", (key,))
    connection.execute("DELETE FROM tables WHERE key = ?", (key,))
