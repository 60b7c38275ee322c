"""A table that is loaded: with the entries of its deal, and those who put it into words."""

from __future__ import annotations

from ..events import Viewer
from .entries import BEGINNINGS, MOVES, DealBegan, Entry
from .listing import encode_listing, list_table
from .speaker import Speaker
from .table import Table

KEPT = 64
"""So many of the last messages are sent again; whoever missed more gets the whole state."""


class LoadedTable:
    """A table in memory."""

    def __init__(self, table: Table, entries: list[Entry]) -> None:
        self.table = table
        self.entries = entries
        """Those of the log from the one that began the deal."""
        self.earlier: list[Entry] = []
        """Those of the deal before, for who was away when this one began; none where it was not played here."""
        self._speakers: dict[str, Speaker] = {}
        self._listed: tuple[bool, bytes] | None = None
        """How the table was listed last, and whether a deal was played then; None where that may have changed."""

    def speaker(self, language: str) -> Speaker:
        """Return who speaks a language at this table."""
        if language not in self._speakers:
            self._speakers[language] = Speaker(self.table, language)
        return self._speakers[language]

    def remember(self, entry: Entry) -> None:
        """Keep an entry that was applied."""
        if isinstance(entry, DealBegan):
            self.earlier, self.entries = self.entries, []
        if not isinstance(entry, MOVES):
            self._listed = None
        self.entries.append(entry)

    def listing(self) -> bytes | None:
        """Return how everybody may know the table now; None where only those invited may.

        Moves change nothing of it before the deal is over, so it is not worked out with each of them.
        """
        if not self.table.state.public:
            return None
        playing = self.table.playing
        if self._listed is None or self._listed[0] != playing:
            self._listed = playing, encode_listing(list_table(self.table))
        return self._listed[1]

    def told(self, viewer: Viewer) -> int:
        """Return how many messages a viewer was sent."""
        return (self.table.state if viewer is None else self.table.state.seats[viewer]).told

    def state(self, viewer: Viewer, language: str) -> bytes:
        """Return all that a viewer may know, as JSON."""
        return self.speaker(language).write_state(viewer)

    def messages_after(self, seen: int, viewer: Viewer, language: str) -> list[bytes]:
        """Return what a viewer has missed who saw ``seen`` messages: these, or where they are too many the state."""
        told = self.told(viewer)
        if seen == told:
            return []
        missed: list[bytes] = []
        if 0 < seen < told <= seen + KEPT:
            missed = _told_again(self.entries, seen, viewer, language)
            if not missed and self.earlier:
                missed = _told_again([*self.earlier, *self.entries], seen, viewer, language)
        return missed or [self.state(viewer, language)]


def _told_again(entries: list[Entry], seen: int, viewer: Viewer, language: str) -> list[bytes]:
    """Return the messages after the last that was seen, made from the log again; none where they began earlier."""
    first = entries[0]
    assert isinstance(first, BEGINNINGS)
    table = Table(first)
    speaker = Speaker(table, language)
    written: list[bytes] = []
    for number, entry in enumerate(entries):
        message = (table.apply(entry) if number else table.first_news).get(viewer)
        if message is not None and message.number > seen:
            if not written and message.number != seen + 1:
                return []
            written.append(speaker.write({viewer: message})[viewer])
    return written
