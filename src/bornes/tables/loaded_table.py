"""A table that is loaded, and those who put it into words."""

from __future__ import annotations

from ..game.events import Viewer
from .entries import MOVE_ENTRIES, Entry
from .message_writer import MessageWriter
from .public_view import encode_listing, table_listing
from .table import Table


class LoadedTable:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._speakers: dict[str, MessageWriter] = {}
        self._listed: tuple[bool, bytes] | None = None
        """How the table was listed last, and whether a deal was played then; None where that may have changed."""

    def speaker(self, language: str) -> MessageWriter:
        """Return who speaks a language at this table."""
        if language not in self._speakers:
            self._speakers[language] = MessageWriter(self.table, language)
        return self._speakers[language]

    def note(self, entry: Entry) -> None:
        """Take note that an entry was applied."""
        if not isinstance(entry, MOVE_ENTRIES):
            self._listed = None

    def listing(self) -> bytes | None:
        """Return how everybody may know the table now; None where only those invited may.

        Moves change nothing of it before the deal is over, so it is not worked out with each of them.
        """
        if not self.table.state.public:
            return None
        playing = self.table.playing
        if self._listed is None or self._listed[0] != playing:
            self._listed = playing, encode_listing(table_listing(self.table))
        return self._listed[1]

    def message_count(self, viewer: Viewer) -> int:
        """Return how many messages a viewer was sent."""
        return self.table.state.messages_to(viewer)

    def state(self, viewer: Viewer, language: str) -> bytes:
        """Return all that a viewer may know, as JSON."""
        return self.speaker(language).write_state(viewer)
