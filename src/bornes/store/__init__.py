"""The store of a server: the logs of its tables and what else it keeps, in one SQLite file.

``SqliteStore.open(path)`` gives one.  What ``append`` has returned from is on the disk.
"""

from __future__ import annotations

from . import sqlite_logs, table_rows
from .errors import CodeTaken, DamagedLog, DatabaseError, DatabaseLocked, NewerSchema, NotADatabase
from .sqlite import SqliteStore
from .sqlite_database import copy_database, open_read_only, remove_table
from .table_rows import TableRow

__all__ = [
    "CodeTaken",
    "DamagedLog",
    "DatabaseError",
    "DatabaseLocked",
    "NewerSchema",
    "NotADatabase",
    "SqliteStore",
    "TableRow",
    "copy_database",
    "open_read_only",
    "remove_table",
    "sqlite_logs",
    "table_rows",
]
