"""Idle tables in the database: marked, announced and removed as a check of ``bornes.store.retention`` says."""

from __future__ import annotations

from sqlite3 import Connection

from .retention import LastRetentionCheck, RetentionCheck, RetentionReport
from .table_rows import delete_table


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
