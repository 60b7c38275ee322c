"""Work done at once, on a database in memory: for simulations, where time is not real and threads have no place."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from .errors import as_store_error

T = TypeVar("T")


class Inline:
    """Does each piece of work in a transaction of its own, while the caller waits."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def write(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Do some work, all of it or nothing."""
        self._connection.execute("BEGIN")
        try:
            result = work(self._connection)
        except Exception as error:
            self._connection.execute("ROLLBACK")
            raise as_store_error(error, table) from None
        self._connection.execute("COMMIT")
        return result

    async def read(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Return what some work finds."""
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            raise as_store_error(error, table) from None

    async def close(self) -> None:
        """Forget everything."""
        self._connection.close()
