"""What a server needs of its store beside the logs of tables: so that there can be another one than SQLite's."""

from __future__ import annotations

from typing import Protocol

from ..tables.table_store import TableStore
from .retention import LastRetentionCheck, RetentionCheck, RetentionReport
from .sqlite_logs import DealOffsets


class ServerStore(TableStore, Protocol):
    """Keeps logs, and what else a server knows."""

    name: str
    """The short name of the database, which is part of the ids of its tables."""
    key: bytes
    """A secret of the database, made once."""

    async def check(self) -> None:
        """Write a little durably; StoreError if that fails."""

    async def due_before(self, now: int, limit: int = ...) -> list[str]:
        """Return tables whose clock has something to say, the longest overdue first."""

    async def listings(self, since: int = 0) -> list[tuple[str, bytes]]:
        """Return the public tables at which something happened since then, as they are listed."""

    async def unlist(self, table: str) -> None:
        """Leave a table out of what the lobby shows after a restart, until its listing changes."""

    async def add_code(self, code: str, table: str, expires: int) -> None:
        """Let a code lead to a table for a while; CodeTaken where it leads somewhere."""

    async def code(self, code: str, now: int) -> str | None:
        """Return where a code leads to now."""

    async def codes_of(self, table: str) -> list[tuple[str, int]]:
        """Return the codes that lead to a table, each with its end."""

    async def count_codes(self) -> int:
        """Return how many codes there are."""

    async def remove_codes(self, table: str) -> None:
        """Let no code lead to a table."""

    async def remove_expired_codes(self, now: int) -> int:
        """Remove the codes whose time is over."""

    async def last_check(self) -> LastRetentionCheck | None:
        """Return the last check for idle tables; None where there was none."""

    async def store_check(self, check: RetentionCheck) -> RetentionReport:
        """Mark, announce and find idle tables."""

    async def remove_idle(self, table: str, check: RetentionCheck) -> bool:
        """Remove a table that a check lets go, if nothing has happened there since, and say whether it was so."""

    async def beginnings(self, table: str) -> DealOffsets:
        """Return where each deal begins in a log."""

    async def forget(self, table: str, sitting: int, listing: bytes | None = None) -> None:
        """Take the name of whoever sat down under that number out of the log."""
