"""The thread that reads, on a connection of its own: nobody waits for the disk on the event loop, nor for a writer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ...tables.store import StoreFailed
from .errors import as_store_error
from .open_files import OpenFiles

T = TypeVar("T")


class Reader:
    """Reads in a thread of its own, and owns the connection."""

    def __init__(self, connection: sqlite3.Connection, files: OpenFiles) -> None:
        self._connection = connection
        self._files = files
        self._thread = ThreadPoolExecutor(1, "bornes reader")
        self._closed = False

    async def do(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Return what some work finds; StoreFailed where nothing can be read now, DamagedLog where never."""
        if self._closed:
            raise StoreFailed("the store was closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, work, table)

    def _read(self, work: Callable[[sqlite3.Connection], T], table: str) -> T:
        if self._files.unsaved:  # what would be read may be gone after a restart
            raise StoreFailed("a file of the database was removed or replaced")
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            raise as_store_error(error, table) from error

    async def close(self) -> None:
        """End, once what is being read is read; a second time does no harm."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
            self._thread.shutdown()
