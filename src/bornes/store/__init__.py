"""The store of a server: the logs of its tables and what else it keeps, in one SQLite file.

``SqliteStore.open(path)`` gives one.  What ``append`` has returned from is on the disk.
"""

from __future__ import annotations

from . import sqlite_logs, table_rows
from .errors import CodeTaken, DamagedLog, DatabaseError, DatabaseTaken, NewerSchema, NoDatabase
from .sqlite import SqliteStore
from .sqlite_database import copy_database, looking, remove_table
from .table_rows import TableRow

__all__ = [
    "CodeTaken",
    "DamagedLog",
    "DatabaseError",
    "DatabaseTaken",
    "NewerSchema",
    "NoDatabase",
    "SqliteStore",
    "TableRow",
    "copy_database",
    "looking",
    "remove_table",
    "sqlite_logs",
    "table_rows",
]
