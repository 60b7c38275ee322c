"""Connections to the file: durable where they write, and never the one that creates it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..base.files import sync_folder

BUSY_TIMEOUT_SECONDS = 5.0
"""How long to wait for another process's lock."""


def create_file(path: Path) -> None:
    """Create an empty file that only its owner can read, where there is none: who can read it can read hands."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        sync_folder(path.parent)


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection that commits only when told to, and that any one thread at a time may use."""
    mode = "ro" if read_only else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_TIMEOUT_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        if not read_only:
            configure_connection(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def configure_connection(connection: sqlite3.Connection) -> None:
    """Let what is committed be on the disk before the commit returns, and what is deleted be gone."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # where a plain fsync stops at the disk's own cache
    connection.execute("PRAGMA secure_delete = ON")  # a name that was forgotten is not to be found in a free page
    connection.execute("PRAGMA cache_size = -8192")  # kB: what else is read again lies in the system's own cache
    connection.execute("PRAGMA journal_size_limit = 67108864")  # a burst does not keep its room for ever


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Let several questions see the same moment."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
