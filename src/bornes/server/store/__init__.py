"""The store of a server: the logs of its tables and what else it keeps, in one SQLite file.

``SqliteStore.open(path)`` gives one.  What ``append`` has returned from is on the disk.
"""

from __future__ import annotations

from .errors import CodeTaken, DamagedLog, DatabaseError, DatabaseTaken, NewerSchema, NoDatabase
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
]
