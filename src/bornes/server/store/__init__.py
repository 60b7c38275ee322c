"""The store of a server: the logs of its tables and what else it keeps, in one SQLite file.

``SqliteStore.open(path)`` gives one.  What ``append`` has returned from is on the disk.
"""

from __future__ import annotations

from . import logs, table_rows
from .backups import copy_database
from .errors import CodeTaken, DamagedLog, DatabaseError, DatabaseTaken, NewerSchema, NoDatabase
from .looking import looking
from .opening import remove_table
from .sqlite_store import SqliteStore
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
    "logs",
    "looking",
    "remove_table",
    "table_rows",
]
