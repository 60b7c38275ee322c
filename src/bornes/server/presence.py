"""Who is connected: a player is here while one of their connections is.

Programs say that they are programs when they come.  One that doesn't counts as a person, and still costs a socket.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

MAX_SLEEPING_TABLES = 20_000
"""Sleeping tables whose players' last signs of life are remembered; the ones that sleep longest are forgotten first."""


@dataclass
class ConnectionCounts:
    """Those who are connected to a table, each with the number of their connections."""

    people: dict[int | None, int] = field(default_factory=dict)
    """By sitting; spectators under None."""
    bots: dict[int | None, int] = field(default_factory=dict)
    """The same for programs that say that they are."""

    def __bool__(self) -> bool:
        return bool(self.people or self.bots)

    def __contains__(self, sitting: int | None) -> bool:
        return sitting in self.people or sitting in self.bots


class Presence:
    """Counts the connections of each player of each table, and since when somebody has none."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._since = clock()
        """No sign of life from before is remembered: nobody counts as away for longer than since then."""
        self._connected: dict[str, ConnectionCounts] = {}
        self._left: dict[str, dict[int, int]] = {}
        """When there was a last sign of life of a player who is not connected."""
        self._asleep: OrderedDict[str, None] = OrderedDict()
        """Tables that are not in memory, those first that sleep longest."""

    def add_connection(self, table: str, sitting: int | None, *, bot: bool = False) -> bool:
        """Count a connection of a player, or of a spectator (None); True where it is the player's first."""
        self._asleep.pop(table, None)
        crowd = self._connected.setdefault(table, ConnectionCounts())
        first = sitting not in crowd
        here = crowd.bots if bot else crowd.people
        here[sitting] = here.get(sitting, 0) + 1
        return first

    def remove_connection(self, table: str, sitting: int | None, *, bot: bool = False) -> bool:
        """Count a connection no longer; True where it was the player's last."""
        crowd = self._connected[table]
        here = crowd.bots if bot else crowd.people
        here[sitting] -= 1
        if not here[sitting]:
            del here[sitting]
        if not crowd:
            del self._connected[table]
        if sitting in crowd:
            return False
        if sitting is not None:
            self._left.setdefault(table, {})[sitting] = self._clock()
        return True

    def connected(self, table: str) -> ConnectionCounts:
        """Return who is connected to a table."""
        return self._connected.get(table) or ConnectionCounts()

    def note(self, table: str, sitting: int) -> None:
        """Note a sign of life of a player who may have no connection: sitting down, or a request."""
        self._asleep.pop(table, None)
        self._left.setdefault(table, {})[sitting] = self._clock()

    def is_here(self, table: str, sitting: int) -> bool:
        """Say whether a player is connected."""
        return sitting in self.connected(table)

    def absence_ms(self, table: str, sitting: int) -> int:
        """Return for how many milliseconds nothing has been heard of a player."""
        if self.is_here(table, sitting):
            return 0
        return self._clock() - self._left.get(table, {}).get(sitting, self._since)

    def sleep(self, table: str, sittings: Collection[int]) -> None:
        """Note that a table leaves the memory, and keep the last signs of life of those who sit there.

        A game by correspondence sleeps between two moves: were they forgotten, its players would all count as absent.
        """
        left = self._left.get(table, {})
        self._left[table] = {sitting: at for sitting, at in left.items() if sitting in sittings}
        self._asleep[table] = None
        self._asleep.move_to_end(table)
        while len(self._asleep) > MAX_SLEEPING_TABLES:
            oldest, _ = self._asleep.popitem(last=False)
            self._since = max(self._since, *self._left[oldest].values(), 0)
            self.forget(oldest)

    def forget(self, table: str) -> None:
        """Forget a table that is removed."""
        self._asleep.pop(table, None)
        self._left.pop(table, None)
