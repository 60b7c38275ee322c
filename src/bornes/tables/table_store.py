"""Where logs are kept: what a store must do, and one that keeps them in memory.

StoreError
├── AppendConflict    somebody else has appended meanwhile: read what is new, and decide again
├── StoreUnavailable    nothing was appended
├── CommitUnknown   it is not known whether the entries were appended: read again
├── NoSuchTable    there is no such log
└── RuntimeClosed     whoever ran the table here does so no longer
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from .entries import DealBegan, Entry, Sheet, decode_entry, encode_entry
from .score_history import sheets_before
from .table import Table


class StoreError(Exception):
    """A log could not be appended to, or read."""


class AppendConflict(StoreError):
    """The log has grown meanwhile."""


class StoreUnavailable(StoreError):
    """Nothing was appended, or nothing could be read."""


class CommitUnknown(StoreError):
    """Nobody knows whether the entries were appended."""


class NoSuchTable(StoreError):
    """There is no log of that name."""


class RuntimeClosed(StoreError):
    """The host that ran the table in this process was closed."""


class LogSlice(NamedTuple):
    """A part of a log."""

    before: int
    """How many entries come before it."""
    entries: list[Entry]
    sheets: tuple[Sheet, ...] = ()
    """Where it begins with a deal, the score sheets of the deals of the same game before it."""

    @property
    def table(self) -> Table:
        """The table that this part makes, from an entry that opens it or begins a deal."""
        return Table.fold(self.entries, before=self.before, sheets=self.sheets)

    def check(self) -> None:
        """Raise InconsistentLog if no table can be made from this part."""
        _ = self.table


class TableStore(Protocol):
    """Keeps logs.  What ``append`` has returned from is durable."""

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append entries to a log that has ``expected`` of them, all or none.

        ``due`` is when its clock speaks next, ``listing`` how everybody may know it, None where only those invited may.
        """

    async def read(self, table: str) -> LogSlice:
        """Return the whole log."""

    async def read_deal(self, table: str) -> LogSlice:
        """Return the log from the entry that began the last deal, or all of it where none has begun."""

    async def read_from(self, table: str, first: int, most: int | None = None) -> LogSlice:
        """Return the log from an entry on, counted from 0; at most so many entries, without score sheets."""

    async def overdue(self, now: int) -> list[str]:
        """Return the tables whose clock has something to say."""


@dataclass(repr=False)
class _Log:
    lines: list[bytes] = field(default_factory=list)
    deal: int = 0
    due: int | None = None
    listing: bytes | None = None


class MemoryStore:
    """Keeps logs in memory, as the lines that a file would have."""

    def __init__(self) -> None:
        self._logs: dict[str, _Log] = {}

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append entries to a log, or none of them."""
        self._append(table, expected, entries, due, listing)

    def _append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None
    ) -> None:
        log = self._logs.get(table) or _Log()
        if len(log.lines) != expected:
            raise AppendConflict(f"{table} has {len(log.lines)} entries, not {expected}")
        lines = [encode_entry(entry) for entry in entries]  # before anything is changed: all or none
        for number, entry in enumerate(entries, expected):
            if isinstance(entry, DealBegan):
                log.deal = number
        log.lines += lines
        log.due, log.listing = due, listing
        self._logs[table] = log

    def lines(self, table: str) -> Sequence[bytes]:
        """Return the lines of a log, which are not to be changed."""
        return self._log(table).lines

    def listing(self, table: str) -> bytes | None:
        """Return what a lobby shows of a table; None where it shows nothing."""
        return self._log(table).listing

    async def read(self, table: str) -> LogSlice:
        """Return the whole log."""
        return LogSlice(0, [decode_entry(line) for line in self.lines(table)])

    async def read_deal(self, table: str) -> LogSlice:
        """Return the log from the entry that began the last deal."""
        log = self._log(table)
        sheets = sheets_before(log.deal, lambda at: decode_entry(log.lines[at])) if log.deal else ()
        return LogSlice(log.deal, [decode_entry(line) for line in log.lines[log.deal :]], sheets)

    async def read_from(self, table: str, first: int, most: int | None = None) -> LogSlice:
        """Return the log from an entry on."""
        end = None if most is None else first + most
        return LogSlice(first, [decode_entry(line) for line in self.lines(table)[first:end]])

    async def overdue(self, now: int) -> list[str]:
        """Return the tables whose clock has something to say."""
        return sorted(name for name, log in self._logs.items() if log.due is not None and log.due <= now)

    def _log(self, table: str) -> _Log:
        try:
            return self._logs[table]
        except KeyError:
            raise NoSuchTable(f"there is no table {table!r}") from None
