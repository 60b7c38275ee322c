"""Tables on disk: those of a server in one database, each saved game in a small one of its own.

``open_store(path)`` opens a server's, or makes it, and ``read_store(path)`` reads it beside a server that runs.
What ``append`` has returned from is on the disk.
"""

from __future__ import annotations

from .server_store import (
    CodeTaken,
    DamagedLog,
    DamageReport,
    DatabaseError,
    DatabaseLocked,
    DealOffset,
    DealOffsets,
    NewerSchema,
    NotADatabase,
    RestoreReport,
    ReviewKey,
    ServerStore,
    StoreCheck,
    StoredReview,
    TableRow,
)
from .sqlite import SqliteStore, open_store, read_store
from .sqlite_copies import copy_database, restore_database

__all__ = [
    "CodeTaken",
    "DamageReport",
    "DamagedLog",
    "DatabaseError",
    "DatabaseLocked",
    "DealOffset",
    "DealOffsets",
    "NewerSchema",
    "NotADatabase",
    "RestoreReport",
    "ReviewKey",
    "ServerStore",
    "SqliteStore",
    "StoreCheck",
    "StoredReview",
    "TableRow",
    "copy_database",
    "open_store",
    "read_store",
    "restore_database",
]
