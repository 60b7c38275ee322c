"""Work on a file, off the event loop: one thread writes, one reads."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .connection import connect
from .reader import Reader
from .writer import Writer

T = TypeVar("T")


def _same_file(path: Path) -> Callable[[], None]:
    """Return what raises OSError once a file is not under its name any more.

    Whoever moves or removes it does not stop SQLite from writing there, where nobody would find it again.
    """
    opened = path.stat()

    def check() -> None:
        if not os.path.samestat(path.stat(), opened):
            raise OSError(f"{path} is another file than the one that was opened")

    return check


class Threads:
    """The writer and the reader of one file."""

    def __init__(self, path: Path) -> None:
        writing, reading = connect(path), connect(path, read_only=True)
        self._writer, self._reader = Writer(writing, check=_same_file(path)), Reader(reading)

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
