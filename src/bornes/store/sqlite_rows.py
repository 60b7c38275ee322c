"""What the database knows besides the logs: a row for each table, idle tables, codes to read out, and reviews."""

from __future__ import annotations

from sqlite3 import Connection

from ..tables.entries import DealBegan, Opened, decode_entry
from ..tables.table_state import CLOCK_TOLERANCE_MS, TableState
from .retention import LastRetentionCheck, RetentionCheck, RetentionReport
from .server_store import CodeTaken, ReviewKey, StoredReview, TableRow
from .sqlite_logs import entry_checksum, table_key


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


# -- idle tables -----------------------------------------------------------------------------------------------------


def last_check(connection: Connection) -> LastRetentionCheck | None:
    """Return the last check that was stored; None for a new database."""
    found = dict(connection.execute("SELECT name, value FROM meta WHERE name IN ('uptime', 'checked_at')"))
    return LastRetentionCheck(found["uptime"], found["checked_at"]) if found else None


_ANNOUNCED = "idle_since <= ? AND announced_uptime IS NULL"
_LEAVING = "idle_since <= :idle AND announced_uptime <= :uptime AND announced_wall <= :wall"


def store_check(connection: Connection, check: RetentionCheck) -> RetentionReport:
    """Mark tables that were active, announce idle ones, and return which may leave."""
    values = [("uptime", check.uptime), ("checked_at", check.wall)]
    connection.executemany("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", values)
    connection.execute("UPDATE tables SET idle_since = ? WHERE idle_since IS NULL", (check.uptime,))
    if check.starts_over:
        forget = "UPDATE tables SET announced_uptime = NULL, announced_wall = NULL WHERE announced_uptime IS NOT NULL"
        connection.execute(forget)
    query = f"SELECT count(*), min(touched_at) FROM tables WHERE {_ANNOUNCED}"
    announced, idle_since = connection.execute(query, (check.idle_before,)).fetchone()
    announce = f"UPDATE tables SET announced_uptime = ?, announced_wall = ? WHERE {_ANNOUNCED}"
    connection.execute(announce, (check.uptime, check.wall, check.idle_before))
    found = connection.execute(
        f"SELECT id, key, announced_uptime FROM tables WHERE {_LEAVING} ORDER BY announced_uptime, key", _values(check)
    )
    leaving = [id for id, key, announced_at in found if announced_at <= check.leaves_at(key)]
    return RetentionReport(announced, idle_since, leaving)


def remove_idle(connection: Connection, table: str, check: RetentionCheck) -> bool:
    """Remove a table for good if it is idle still, and say whether it was."""
    query = f"SELECT 1 FROM tables WHERE id = :id AND {_LEAVING}"
    if connection.execute(query, {"id": table, **_values(check)}).fetchone() is None:
        return False
    delete_table(connection, table)
    return True


def _values(check: RetentionCheck) -> dict[str, int]:
    uptime, wall = check.announced_before
    return {"idle": check.idle_before, "uptime": uptime, "wall": wall}


# -- codes -----------------------------------------------------------------------------------------------------------


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


# -- reviews ---------------------------------------------------------------------------------------------------------

_PUT = """
    INSERT INTO reviews (table_key, game, deal, state, result) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (table_key, game, deal) DO UPDATE SET state = excluded.state, result = excluded.result
"""


def put_review(connection: Connection, name: ReviewKey, review: StoredReview) -> None:
    """Note how far a review is; it keeps its place in the queue."""
    key = table_key(connection, name.table)
    connection.execute(_PUT, (key, name.game, name.deal, review.state, review.result))


def find_review(connection: Connection, name: ReviewKey) -> StoredReview | None:
    """Return a review; None where nobody has asked for it."""
    query = """
        SELECT state, result FROM reviews JOIN tables ON tables.key = table_key
        WHERE id = ? AND reviews.game = ? AND reviews.deal = ?
    """
    found = connection.execute(query, name).fetchone()
    return None if found is None else StoredReview(*found)


def waiting_reviews(connection: Connection, limit: int) -> list[ReviewKey]:
    """Return the reviews that are to be worked out, those first that were asked for first."""
    query = """
        SELECT id, reviews.game, reviews.deal FROM reviews JOIN tables ON tables.key = table_key
        WHERE state = 'waiting' ORDER BY reviews.key LIMIT ?
    """
    return [ReviewKey(*found) for found in connection.execute(query, (limit,))]
