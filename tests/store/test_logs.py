"""The logs in the database: read without a turn of the event loop for each entry."""

from __future__ import annotations

import sqlite3
from typing import Any

from bornes.store import sqlite_logs
from bornes.store.sqlite_database import migrate
from tests.support.stores import LOG


def test_a_log_is_read_in_one_row_however_long_it_is() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    sqlite_logs.append_entries(connection, sqlite_logs.prepare_append("home-1", 0, LOG), None, None)
    rows: list[tuple[Any, ...]] = []

    def count(cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> tuple[Any, ...]:
        rows.append(row)
        return row

    connection.row_factory = count
    assert sqlite_logs.read_log(connection, "home-1").entries == LOG
    assert len(rows) == 2, "where the log lies, and the log"
