"""Who is connected: a player is here while one of their connections is."""

from __future__ import annotations

from collections.abc import Callable


class Presence:
    """Counts the connections of each player of each table, and since when somebody has none."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._since = clock()
        """Nobody was here before."""
        self._connections: dict[str, dict[int, int]] = {}
        """By table and sitting."""
        self._left: dict[str, dict[int, int]] = {}
        """When there was a last sign of life of a player who is not connected."""

    def come(self, table: str, sitting: int) -> bool:
        """Count a connection; True where it is the player's first."""
        here = self._connections.setdefault(table, {})
        here[sitting] = here.get(sitting, 0) + 1
        return here[sitting] == 1

    def go(self, table: str, sitting: int) -> bool:
        """Count a connection no longer; True where it was the player's last."""
        here = self._connections[table]
        here[sitting] -= 1
        if here[sitting]:
            return False
        del here[sitting]
        if not here:
            del self._connections[table]
        self._left.setdefault(table, {})[sitting] = self._clock()
        return True

    def note(self, table: str, sitting: int) -> None:
        """Note a sign of life of a player who may have no connection: sitting down, or a request."""
        self._left.setdefault(table, {})[sitting] = self._clock()

    def is_here(self, table: str, sitting: int) -> bool:
        """Say whether a player is connected."""
        return sitting in self._connections.get(table, {})

    def away(self, table: str, sitting: int) -> int:
        """Return for how many milliseconds nothing has been heard of a player."""
        if self.is_here(table, sitting):
            return 0
        return self._clock() - self._left.get(table, {}).get(sitting, self._since)

    def forget(self, table: str) -> None:
        """Forget when those of a table left, once it sleeps: nobody was connected for long by then."""
        self._left.pop(table, None)
