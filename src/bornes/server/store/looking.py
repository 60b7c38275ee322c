"""A look at a database, whether a server uses it or not: nothing is changed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .connection import connect
from .errors import as_store_error
from .migrations import inspect


@contextmanager
def looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database for reading; DatabaseError says why it cannot be, and errors in between are store errors."""
    inspect(path)
    try:
        # Who may write leaves no files of SQLite's behind: whoever only reads cannot take them away again.
        connection = connect(path, read_only=not os.access(path, os.W_OK))
        try:
            connection.execute("PRAGMA query_only = ON")
            yield connection
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise as_store_error(error) from error
