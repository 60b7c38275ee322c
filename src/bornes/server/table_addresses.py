"""Where tables were opened from, so that one address takes neither the bots' time nor the lobby from all others.

Addresses are held in memory only, while the table is in memory or in the lobby.
"""

from __future__ import annotations

from collections import OrderedDict

MAX_TABLES = 50_000
"""Tables whose address is remembered; the ones not heard of for longest are forgotten first."""


class TableOrigins:
    """The address that each table counts for: where it was opened, or after a restart its first player came from."""

    def __init__(self, max_tables: int = MAX_TABLES) -> None:
        self._max_tables = max_tables
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, table: str, address: str) -> None:
        """Let a table count for an address, unless it counts for one already."""
        if address:
            self._addresses.setdefault(table, address)
        if table in self._addresses:
            self._addresses.move_to_end(table)
        while len(self._addresses) > self._max_tables:
            self._addresses.popitem(last=False)

    def forget(self, table: str) -> None:
        """Forget the address of a table."""
        self._addresses.pop(table, None)

    def of(self, table: str) -> str:
        """Return the address of a table; empty where none is known: all those tables share one turn."""
        return self._addresses.get(table, "")
