"""Work on a file, off the event loop: one thread writes, one reads."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .connection import connect
from .open_files import OpenFiles
from .reader import Reader
from .writer import Writer

T = TypeVar("T")


class Threads:
    """The writer and the reader of one file."""

    def __init__(self, path: Path) -> None:
        writing, reading = connect(path), connect(path, read_only=True)
        files = OpenFiles(path, writing)
        self._writer, self._reader = Writer(writing, files=files), Reader(reading, files)

    async def write(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Do some work, all of it or nothing, and return its result once it is durable."""
        return await self._writer.do(work, table)

    async def read(self, work: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Return what some work finds."""
        return await self._reader.do(work, table)

    async def close(self) -> None:
        """Write what waits, and end."""
        await self._reader.close()
        await self._writer.close()  # the last to go takes the write-ahead log into the database
