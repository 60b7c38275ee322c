"""The logs in the database: appending by the expected number, and reading what can be trusted.

Every entry has a checksum, since SQLite would not notice a bit that has flipped inside a line, and a table that came
from a wrong line would be wrong for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from sqlite3 import Connection
from typing import NamedTuple
from zlib import crc32

from ..base.translatable import N_
from ..tables.entries import (
    DealBegan,
    Entry,
    EntryError,
    NewerLog,
    WindowPassed,
    decode_deal_start,
    decode_entry,
    encode_entry,
)
from ..tables.score_history import sheets_before
from ..tables.table_store import AppendConflict, LogSlice, NoSuchTable
from .server_store import DamagedLog, DealOffset, DealOffsets
from .sqlite_database import snapshot

_LAST = 2**62
"""No entry has a higher number."""
Line = tuple[int, bytes, int]
"""The number of an entry, its line, and its checksum."""


class LogAppend(NamedTuple):
    """Entries that are to be appended, as the database keeps them."""

    table: str
    expected: int
    lines: list[Line]
    deal: int | None
    """Which of them begins a deal, if one does."""
    touched: int | None
    """When the last of them happened that everybody may know of: that somebody passed in silence must not show."""

    def __repr__(self) -> str:
        return f"LogAppend(table={self.table!r})"


class _Place(NamedTuple):
    """Where a log lies, and how long it is."""

    key: int
    entries: int
    deal: int


def prepare_append(table: str, expected: int, entries: Sequence[Entry]) -> LogAppend:
    """Return what is to be written for some entries; what is no entry is refused here, before anything is changed."""
    deal, touched, lines = None, None, []
    for number, entry in enumerate(entries, expected):
        line = encode_entry(entry)
        lines.append((number, line, entry_checksum(table, number, line)))
        if isinstance(entry, DealBegan):
            deal = number
        if not isinstance(entry, WindowPassed):
            touched = entry.at
    return LogAppend(table, expected, lines, deal, touched)


def entry_checksum(table: str, number: int, line: bytes) -> int:
    """Return the checksum of an entry in its place."""
    return crc32(line, crc32(f"{table}/{number}".encode()))


_BEGIN = """
    INSERT INTO tables (id, entries, deal, due, opened_at, touched_at, listing) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING RETURNING key
"""
_GROW = """
    UPDATE tables SET entries = ?, deal = coalesce(?, deal), due = ?, touched_at = coalesce(?, touched_at), listing = ?,
    idle_since = NULL, announced_uptime = NULL, announced_wall = NULL
    WHERE id = ? AND entries = ? RETURNING key
"""

# All in one row: at each row the reading thread lets the event loop have its turn, and waits for its own again.  In
# hexadecimal, so that whatever a damaged line holds is not taken for the end of it.
_LINES = """
    SELECT group_concat(number || ' ' || checksum || ' ' || hex(line))
    FROM (SELECT number, checksum, line FROM entries WHERE table_key = ? AND number BETWEEN ? AND ? ORDER BY number)
"""


def append_entries(connection: Connection, grown: LogAppend, due: int | None, listing: bytes | None) -> None:
    """Append entries; AppendConflict, and nothing has changed, where the log has not the expected number."""
    table, expected, lines, deal, touched = grown
    found = []
    if not expected:
        first = (table, len(lines), deal or 0, due, touched or 0, touched or 0, listing)
        found = connection.execute(_BEGIN, first).fetchall()
    if not found:
        values = (expected + len(lines), deal, due, touched, listing, table, expected)
        found = connection.execute(_GROW, values).fetchall()
    if not found:
        raise AppendConflict(f"the log of {table} has grown meanwhile")
    key = found[0][0]
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", [(key, *line) for line in lines])


def table_key(connection: Connection, table: str) -> int:
    """Return under which number a table is kept; NoSuchTable where there is none."""
    return _place(connection, table).key


def _place(connection: Connection, table: str) -> _Place:
    found = connection.execute("SELECT key, entries, deal FROM tables WHERE id = ?", (table,)).fetchone()
    if found is None:
        raise NoSuchTable(f"there is no table {table!r}")
    return _Place(*found)


def read_log(connection: Connection, table: str) -> LogSlice:
    """Return the whole log of a table."""
    return read_from(connection, table, 0)


def read_from(connection: Connection, table: str, first: int, most: int | None = None) -> LogSlice:
    """Return the log of a table from an entry on, at most so many entries of it."""
    with snapshot(connection):
        lines = _lines(connection, table, _place(connection, table), first, most)
    return LogSlice(first, [decode_entry(line) for line in lines])


def read_deal(connection: Connection, table: str) -> LogSlice:
    """Return the log of a table from the entry that began the last deal."""
    with snapshot(connection):
        place = _place(connection, table)
        entries: list[Entry] = [decode_entry(line) for line in _lines(connection, table, place, place.deal)]
        if place.deal and not (entries and isinstance(entries[0], DealBegan)):
            raise DamagedLog(table, N_("entry {number} does not begin a deal"), number=place.deal + 1)
        sheets = sheets_before(place.deal, partial(_entry, connection, table, place)) if place.deal else ()
    return LogSlice(place.deal, entries, sheets)


def read_lines(connection: Connection, table: str, first: int = 0, most: int | None = None) -> list[bytes]:
    """Return the lines of a log from one on, at most so many."""
    with snapshot(connection):
        return _lines(connection, table, _place(connection, table), first, most)


def deal_offsets(connection: Connection, table: str) -> DealOffsets:
    """Return where each deal of a table begins."""
    found: list[DealOffset] = []
    with snapshot(connection):
        place = _place(connection, table)
        at = place.deal
        while True:
            try:
                start = decode_deal_start(_line(connection, table, place, at))
            except NewerLog:
                raise
            except EntryError:
                raise DamagedLog(table, N_("entry {number} does not begin a deal"), number=at + 1) from None
            found.append(DealOffset(at, start.game, start.deal))
            if not at:
                return DealOffsets(found[::-1], place.entries)
            at = min(start.previous_deal_entry, at - 1)


def _entry(connection: Connection, table: str, place: _Place, at: int) -> Entry:
    """Return one entry of a log."""
    return decode_entry(_line(connection, table, place, at))


def _line(connection: Connection, table: str, place: _Place, at: int) -> bytes:
    """Return one line of a log."""
    return _lines(connection, table, place, at, 1)[0]


def _lines(connection: Connection, table: str, place: _Place, first: int, most: int | None = None) -> list[bytes]:
    """Return the lines of a log from one on; DamagedLog where they are not what was written."""
    end = place.entries if most is None else min(first + most, place.entries)
    (found,) = connection.execute(_LINES, (place.key, first, _LAST if most is None else end - 1)).fetchone()
    lines: list[bytes] = []
    for expected, part in enumerate(found.split(",") if found else (), first):
        number, check, line = part.split(" ")
        lines.append(_checked(table, expected, int(number), bytes.fromhex(line), int(check)))
    if first + len(lines) != max(first, end):
        raise DamagedLog(table, N_("it ends with entry {number}"), number=first + len(lines))
    return lines


def _checked(table: str, expected: int, number: int, line: bytes, check: int) -> bytes:
    """Return a line if it is the one that was written there."""
    if number != expected:
        raise DamagedLog(table, N_("entry {number} is missing"), number=expected + 1)
    if entry_checksum(table, number, line) != check:
        raise DamagedLog(table, N_("entry {number} is not what was written"), number=number + 1)
    return line
