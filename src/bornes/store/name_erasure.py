"""Taking somebody's name out of a log: the only change that is ever made to what was written.

Whoever forgets a seat is to be found nowhere: not where they sat down or changed their name, and not in the entries
that begin a deal, which say all over again who sits where.  Nor does the table know them as a former player: the
secret of a seat that was given up is good for nothing afterwards, not even for being forgotten again.  Everything else
stays, so that the deals can be played again and the same messages have the same numbers.
"""

from __future__ import annotations

from sqlite3 import Connection

from msgspec.structs import replace

from ..tables import entries as log
from ..tables.entries import Entry, decode_entry, encode_entry
from ..tables.table_state import TableState
from ..tables.table_store import AppendConflict
from .sqlite_logs import Line, entry_checksum, read_lines


class NameErasure:
    """Takes the name of whoever sat down under a number out of a log: reads it in parts, then writes what changes.

    What is appended between reading and writing is read before it is tried again.
    """

    def __init__(self, table: str, sitting: int) -> None:
        self._table = table
        self._walk = _Walk(sitting)
        self._read = 0
        """How many entries were read."""
        self._changed: list[Line] = []

    def read(self, connection: Connection, most: int) -> bool:
        """Read the next entries, at most so many; False where there is none."""
        lines = read_lines(connection, self._table, self._read, most)
        for number, line in enumerate(lines, self._read):
            entry = decode_entry(line)
            without = self._walk.take(entry)
            if without is not entry:
                new = encode_entry(without)
                self._changed.append((number, new, entry_checksum(self._table, number, new)))
        self._read += len(lines)
        return bool(lines)

    def write(self, connection: Connection, listing: bytes | None) -> None:
        """Put other lines in the place of some; AppendConflict where the log has grown since it was read.

        Reviews say who played, too: they go, and whoever wants one again has it worked out without the name.
        """
        query = "UPDATE tables SET listing = ? WHERE id = ? AND entries = ? RETURNING key"
        found = connection.execute(query, (listing, self._table, self._read)).fetchall()
        if not found:
            raise AppendConflict(f"the log of {self._table} has grown meanwhile")
        connection.executemany(
            "UPDATE entries SET line = ?, checksum = ? WHERE table_key = ? AND number = ?",
            [(line, check, found[0][0], number) for number, line, check in self._changed],
        )
        connection.execute("DELETE FROM reviews WHERE table_key = ?", found[0])


class _Walk:
    """Follows a log, to know under which number each seat was taken."""

    def __init__(self, sitting: int) -> None:
        self._forgotten = sitting
        self._seats: list[int] = []
        self._last = 0

    def take(self, entry: Entry) -> Entry:
        """Return an entry without the name; the entry itself where it has not got it."""
        match entry:
            case log.Opened() | log.DealBegan():
                self._seats = [seat.occupant for seat in entry.table.seats]
                self._last = entry.table.occupant_count
                return self._without_name(entry)
            case log.PlayerSeated(seat=int(seat)):
                self._settle(seat, entry.occupant)
                return replace(entry, name="") if self._is_forgotten(seat) and entry.name else entry
            case log.SeatFreed(target_seat=seat):
                forgotten = self._is_forgotten(seat)
                self._settle(seat)
                return replace(entry, for_good=True) if forgotten and not entry.for_good else entry
            case log.BotSeated(target_seat=seat):
                self._settle(seat)
            case log.Swapped(target_seat=one, other_seat=other):
                self._seats[one], self._seats[other] = self._seats[other], self._seats[one]
            case log.Renamed(seat=int(seat)) if self._is_forgotten(seat) and entry.name:
                return replace(entry, name="")
        return entry

    def _settle(self, seat: int, sitting: int = 0) -> None:
        self._last += 1
        self._seats[seat] = sitting or self._last

    def _is_forgotten(self, seat: int) -> bool:
        return self._seats[seat] == self._forgotten

    def _without_name(self, entry: log.Opened | log.DealBegan) -> Entry:
        state, sitting = entry.table, self._forgotten
        named = any(seat.occupant == sitting and seat.name for seat in state.seats)
        known = any(one.occupant == sitting for one in state.former_players)
        return replace(entry, table=_nameless(state, sitting)) if named or known else entry


def _nameless(state: TableState, sitting: int) -> TableState:
    seats = [replace(seat, name="") if seat.occupant == sitting else seat for seat in state.seats]
    return replace(state, seats=seats, former_players=[one for one in state.former_players if one.occupant != sitting])
