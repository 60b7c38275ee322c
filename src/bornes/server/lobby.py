"""The lobby: all public tables, live.

Changes are told a few times a second at most, each table as it is by then, and written once for all clients.  A client
that reads too slowly for them is sent the whole list once it has read what it was sent before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from ..base.structured_log import log_event
from ..client.protocol import LobbySnapshot, TableListed, TableUnlisted, encode
from ..tables.public_view import TableListing, decode_listing
from .outbox import Outbox

MAX_LISTED = 500
"""Tables in the list; more would be more than a client can take."""
MAX_LISTED_PER_OPENER = 20
"""Tables in the list that were opened from one neighborhood."""
UPDATE_SECONDS = 0.5
"""From one update to the next."""
MAX_UNREAD_BYTES = 128 * 1024
"""A client with more unread updates gets a new list instead."""


class _Reader:
    """A client that follows the lobby."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.behind = False
        """Whether it has missed an update."""

    def tell(self, messages: list[bytes], size: int, whole: Callable[[], bytes]) -> None:
        """Send an update of ``size`` bytes, or the whole list where an earlier one was missed."""
        if self.behind:
            if not self.outbox.size:
                self.outbox.send(whole())
                self.behind = False
        elif self.outbox.size + size > MAX_UNREAD_BYTES:
            self.behind = True
        else:
            for message in messages:
                self.outbox.send(message)


class Lobby:
    """Knows how public tables are listed, and tells clients."""

    def __init__(
        self,
        dropped: Callable[[str], None] = lambda id: None,
        *,
        opener_of: Callable[[str], str] = lambda id: "",
        unlisted: Callable[[str], None] = lambda id: None,
    ) -> None:
        self._dropped = dropped
        """Hears of a table that had to leave the list for another one."""
        self._opener_of = opener_of
        """Returns the neighborhood that a table was opened from; empty where none is known, as after a restart: what
        was dropped for an opener's other tables must not be in the store's list by then."""
        self._unlisted = unlisted
        """Hears of every table that leaves the list."""
        self._tables: dict[str, TableListing] = {}
        """The one that changed last is the last."""
        self._readers: dict[_Reader, None] = {}
        self._changed: dict[str, None] = {}
        """The tables that have changed since the last update."""
        self._whole: bytes | None = None
        """All tables, as they are sent; None where that has changed."""
        self._pause: asyncio.TimerHandle | None = None
        """Ends the time after an update in which there is no other."""

    def load(self, listings: list[tuple[str, bytes]]) -> None:
        """Begin with what the store has, the last first; a damaged listing returns with its table's next change."""
        self._tables = {}
        for id, data in reversed(listings[:MAX_LISTED]):
            try:
                self._tables[id] = decode_listing(data)
            except ValueError:
                log_event("the listing of a table is damaged", level=logging.ERROR, table=id)
        self._whole = None

    def list(self, id: str, listing: bytes | None) -> None:
        """Note how a table is listed from now on, and tell everybody."""
        before = self._tables.pop(id, None)
        if listing is not None:
            self._tables[id] = decode_listing(listing)
        elif before is None:
            return
        else:
            self._unlisted(id)
        self._change(id)
        if before is None and (surplus := self._surplus(self._opener_of(id))):
            self.list(surplus, None)
            self._dropped(surplus)

    def _surplus(self, opener: str) -> str | None:
        """Return the table that has to leave the list since this opener has a new one in it; None if all may stay.

        Of an opener with too many it is the one without a change for longest.  If the list is full, the opener with
        the most tables loses one, so that nobody's many tables push out the only one of somebody else.
        """
        openers = [self._opener_of(id) for id in self._tables]
        if not opener or openers.count(opener) <= MAX_LISTED_PER_OPENER:
            if len(openers) <= MAX_LISTED:
                return None
            opener = Counter(openers).most_common(1)[0][0]
        return next(id for id, one in zip(self._tables, openers, strict=True) if one == opener)

    def __contains__(self, id: str) -> bool:
        """Say whether a table is listed."""
        return id in self._tables

    def now(self) -> LobbySnapshot:
        """Return all tables: first those that somebody can sit down at."""
        return LobbySnapshot(sorted(self._tables.values(), key=_order))

    def follow(self, outbox: Outbox) -> Callable[[], None]:
        """Send a client all tables, then every change; returns what ends that."""
        reader = _Reader(outbox)
        outbox.send(self._written())
        self._readers[reader] = None
        return lambda: self._forget(reader)

    def _forget(self, reader: _Reader) -> None:
        self._readers.pop(reader, None)
        if not self._readers:
            self._changed.clear()

    def _written(self) -> bytes:
        if self._whole is None:
            self._whole = encode(self.now())
        return self._whole

    def _change(self, id: str) -> None:
        """Let everybody be told of a table: at once, or with the next update."""
        self._whole = None
        if self._readers:
            self._changed[id] = None
            if self._pause is None:
                self._update()

    def _update(self) -> None:
        """Tell everybody what has changed, and nothing more for a while."""
        changed, self._changed = self._changed, {}
        messages = [
            encode(TableListed(self._tables[id]) if id in self._tables else TableUnlisted(id)) for id in changed
        ]
        size = sum(map(len, messages))
        for reader in list(self._readers):
            reader.tell(messages, size, self._written)
        self._pause = asyncio.get_running_loop().call_later(UPDATE_SECONDS, self._end_pause)

    def _end_pause(self) -> None:
        self._pause = None
        if self._changed or any(reader.behind for reader in self._readers):
            self._update()


def _order(listing: TableListing) -> tuple[bool, bool, int, str]:
    free = sum(seat.kind != "person" for seat in listing.seats) if listing.newcomers else 0
    return not free, listing.playing, free, listing.id
