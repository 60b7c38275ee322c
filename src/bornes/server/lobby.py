"""The lobby: all public tables, live."""

from __future__ import annotations

from collections.abc import Callable

from ..client.protocol import Listed, Lobby, LobbyMessage, Unlisted
from ..tables.listing import Listing, decode_listing

MOST = 500
"""So many tables are listed: those at which something happened last. More would be more than a client can take."""
Hear = Callable[[LobbyMessage], None]


class LobbyRoom:
    """Knows how public tables are listed, and tells whoever wants to know."""

    def __init__(self) -> None:
        self._tables: dict[str, Listing] = {}
        """The one that changed last is the last."""
        self._hearing: list[Hear] = []

    def load(self, listings: list[tuple[str, bytes]]) -> None:
        """Begin with what the store has, the last first."""
        self._tables = {id: decode_listing(data) for id, data in reversed(listings[:MOST])}

    def list(self, id: str, listing: bytes | None) -> None:
        """Note how a table is listed from now on, and tell everybody."""
        if listing is None:
            if self._tables.pop(id, None) is not None:
                self._tell(Unlisted(id))
            return
        self._tables.pop(id, None)
        self._tables[id] = decode_listing(listing)
        self._tell(Listed(self._tables[id]))
        if len(self._tables) > MOST:
            self.list(next(iter(self._tables)), None)

    def now(self) -> Lobby:
        """Return all tables: first those that somebody can sit down at."""
        return Lobby(sorted(self._tables.values(), key=_order))

    def hear(self, hear: Hear) -> Callable[[], None]:
        """Tell somebody of every change; returns what ends that."""
        self._hearing.append(hear)
        return lambda: self._hearing.remove(hear)

    def _tell(self, message: LobbyMessage) -> None:
        for hear in list(self._hearing):
            hear(message)


def _order(listing: Listing) -> tuple[bool, bool, int, str]:
    free = sum(seat.kind != "person" for seat in listing.seats) if listing.newcomers else 0
    return not free, listing.playing, free, listing.id
