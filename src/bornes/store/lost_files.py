"""Whether the files that SQLite has open are still the ones under their names.

A file that is removed, replaced or emptied while it is open goes on being written, and all of that is lost once the
process ends.  SQLite says nothing about it.  The write-ahead log holds what was acknowledged last, so a removed
``-wal`` is noticed before anything more is acknowledged, and what it holds is saved in the database while that is
still possible.  One that was emptied has lost what it held: SQLite goes on behind the gap, and never writes its
beginning again.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from ..base.structured_log import log_event
from ..tables.table_store import StoreUnavailable

WAL_SUFFIXES = ("-wal", "-shm")
"""Suffixes of the files that SQLite keeps while a database is open."""
WAL_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"")
"""What a write-ahead log begins with, unless it is empty."""
FILE_LOST_TEXT = (
    "a file of the database was removed, replaced or emptied while the server runs, and nothing more is accepted: "
    "put it back under its name, or restart the server"
)


class OpenDatabaseFiles:
    """The files of a database, as they were when a connection opened them; used by the thread that writes."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()  # which creates the files beside it
        self._connection = connection
        self._paths = [path, *(path.with_name(f"{path.name}{end}") for end in WAL_SUFFIXES)]
        self._opened = [path.stat() for path in self._paths]
        self._lost: Path | None = None
        """The file whose loss was logged."""
        self.unsaved = False
        """Whether something was written that nobody would find again after a restart."""

    def check(self) -> None:
        """Raise StoreUnavailable if a file is no longer under its name."""
        lost = self._find_lost()
        if lost:
            if lost != self._lost:
                self._save(lost)
            raise StoreUnavailable(f"{lost} was removed, replaced or emptied")
        self._lost, self.unsaved = None, False

    def check_written(self) -> None:
        """Raise StoreUnavailable if what was committed just now would be lost."""
        if (lost := self._find_lost()) and not self._save(lost):
            self.unsaved = True
            raise StoreUnavailable(f"{lost} was removed, replaced or emptied")

    def _save(self, lost: Path) -> bool:
        """Write what a lost write-ahead log holds into the database, log the loss, and say whether nothing is lost."""
        saved = False
        if lost != self._paths[0] and not self._is_emptied(lost):
            with suppress(sqlite3.Error):
                busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
                saved = not busy
        log_event(FILE_LOST_TEXT, level=logging.ERROR, file=str(lost), acknowledged="saved" if saved else "not saved")
        self._lost = lost
        return saved

    def _find_lost(self) -> Path | None:
        """Return the first file that is not the one that was opened."""
        for path, opened in zip(self._paths, self._opened, strict=True):
            try:
                if not os.path.samestat(path.stat(), opened) or self._is_emptied(path):
                    return path
            except OSError:
                return path
        return None

    def _is_emptied(self, path: Path) -> bool:
        """Return whether a file is the write-ahead log, under its name, without its beginning."""
        if path is not self._paths[1]:
            return False
        with suppress(OSError):
            file = os.open(path, os.O_RDONLY)  # without the buffers of open(): this runs twice for each commit
            try:
                return os.read(file, 4) not in WAL_MAGIC
            finally:
                os.close(file)
        return False
