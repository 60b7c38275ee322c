"""Those who listen to a table: every client follows one viewer's stream, in its own language.

A message is written once for each viewer and language, however many clients follow it.  The last ones stay in memory,
so that a client that comes back after a short break costs nothing but sending them.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ..game.events import Viewer
from .loaded_table import LoadedTable
from .messages import Signal, encode_message
from .table import Table, ViewerUpdate

MAX_KEPT_MESSAGES = 64
"""A client that missed more is sent the full state."""
MAX_KEPT_BYTES = 32 * 1024
MESSAGES_PER_BLOCK = 8
"""Messages that are compressed together: they are alike, so they take a sixth of the space."""
Send = Callable[[bytes], None]
"""Takes a message for one client; it returns at once and never fails, whatever becomes of the client."""


@dataclass(eq=False)
class Listener:
    """A client that follows one viewer's stream."""

    viewer: Viewer
    language: str
    send: Send
    seen: int
    """The number of the last message that it was sent."""
    sitting: int | None = None
    """Who is listening, if that is a player: follows them when places are changed, and ends when the seat is lost."""
    ended: Callable[[], None] | None = None
    """Called once when the seat is lost, or nobody may look on any more: this client is told nothing more."""

    def follows(self, viewer: Viewer, sitting: int | None) -> bool:
        """Say whether it still follows a viewer's stream, where ``sitting`` has that seat now."""
        return viewer is None or self.sitting == sitting


class ViewerStream:
    """One viewer's messages in one language: who follows them, and the last ones."""

    __slots__ = ("_blocks", "_kept", "_last", "_size", "_unheard", "language", "listeners", "sitting", "viewer")

    def __init__(self, viewer: Viewer, language: str, sitting: int | None) -> None:
        self.viewer = viewer
        self.language = language
        self.sitting = sitting
        """Whose messages are kept."""
        self.listeners: dict[Listener, None] = {}
        """In the order in which they came."""
        self._blocks: list[bytes] = []
        """Older messages, compressed, a line each."""
        self._kept: list[bytes] = []
        """Those after them."""
        self._last = 0
        """The number of the last message that is kept."""
        self._size = 0
        self._unheard = 0
        """How many messages were kept since a client last followed."""

    def after(self, seen: int, told: int) -> list[bytes] | None:
        """Return the messages from ``seen`` to ``told``; None where they are not all kept."""
        missed = told - seen
        kept = len(self._blocks) * MESSAGES_PER_BLOCK + len(self._kept)
        if not seen or self._last != told or not 0 < missed <= min(kept, MAX_KEPT_MESSAGES):
            return None
        if missed <= len(self._kept):
            return self._kept[-missed:]
        older = [line for block in self._blocks for line in zlib.decompress(block).split(b"\n")]
        return [*older, *self._kept][-missed:]

    def keep(self, number: int, data: bytes, sitting: int | None, *, whole: bool) -> None:
        """Keep a message; nothing before a whole state or of another player's time in the seat is sent again."""
        if whole or sitting != self.sitting or number != self._last + 1:
            self.forget()
        self.sitting = sitting
        if not whole:
            self._kept.append(data)
            self._last = number
            self._size += len(data)
            self._save_room()
        self._unheard = 0 if self.listeners else self._unheard + 1

    def _save_room(self) -> None:
        """Compress what makes a block, and drop what is too old or too much."""
        if len(self._kept) > MESSAGES_PER_BLOCK:
            block = self._kept[:MESSAGES_PER_BLOCK]
            del self._kept[:MESSAGES_PER_BLOCK]
            self._blocks.append(zlib.compress(b"\n".join(block), 1))
            self._size += len(self._blocks[-1]) - sum(map(len, block))
        while self._blocks and (
            len(self._blocks) * MESSAGES_PER_BLOCK > MAX_KEPT_MESSAGES or self._size > MAX_KEPT_BYTES
        ):
            self._size -= len(self._blocks.pop(0))
        if self._size > MAX_KEPT_BYTES:
            self.forget()

    def forget(self) -> None:
        """Keep nothing of what was sent."""
        self._blocks.clear()
        self._kept.clear()
        self._last = self._size = 0

    @property
    def is_over(self) -> bool:
        """Whether whoever followed it last would get the whole state anyway."""
        return self._unheard >= MAX_KEPT_MESSAGES


class OutgoingMessage(NamedTuple):
    """A message that is ready for those who follow a stream, or for a single one of them."""

    stream: ViewerStream
    sitting: int | None
    """Who has the seat now: those who had it before are not told."""
    number: int
    data: bytes
    whole: bool
    """Whether it leads there from wherever the listener is."""
    moved: Listener | None = None
    """The only one who is told, and follows the stream from now on: a player who has changed places."""

    def __repr__(self) -> str:
        """Say whose message it is, and nothing of what it tells."""
        return f"OutgoingMessage(viewer={self.stream.viewer}, number={self.number})"


class Listeners:
    """All who listen to one table."""

    def __init__(self) -> None:
        self._streams: dict[tuple[Viewer, str], ViewerStream] = {}

    def __len__(self) -> int:
        """Return how many listen."""
        return sum(len(stream.listeners) for stream in self._streams.values())

    def stream(self, viewer: Viewer, language: str, table: Table) -> ViewerStream:
        """Return a viewer's stream in a language; its messages are written from now on."""
        found = self._streams.get((viewer, language))
        if found is None:
            found = ViewerStream(viewer, language, _sitting_at(table, viewer))
            self._streams[viewer, language] = found
        return found

    def add(self, listener: Listener, loaded: LoadedTable) -> None:
        """Let somebody listen, who is told first what they have missed."""
        missing = self._missing(listener, loaded)
        stream = self.stream(listener.viewer, listener.language, loaded.table)
        for key, other in list(self._streams.items()):
            if other.viewer == listener.viewer and other is not stream and not other.listeners:
                del self._streams[key]  # this viewer's language is known now
        stream.listeners[listener] = None
        listener.seen = loaded.message_count(listener.viewer)
        for data in missing:
            listener.send(data)

    def remove(self, listener: Listener) -> None:
        """Let somebody listen no longer."""
        stream = self._streams.get((listener.viewer, listener.language))
        if stream is not None:
            stream.listeners.pop(listener, None)

    def forget(self) -> None:
        """Keep nothing of what was sent."""
        for stream in self._streams.values():
            stream.forget()

    def signal(self, signal: Signal) -> None:
        """Send a signal to everybody."""
        self.signal_localized(lambda language: signal)

    def signal_localized(self, signal_in: Callable[[str], Signal]) -> None:
        """Send everybody a signal in their own language; it is written once for each."""
        written: dict[str, bytes] = {}
        for listener in self._all():
            if listener.language not in written:
                written[listener.language] = encode_message(signal_in(listener.language))
            listener.send(written[listener.language])

    def write(self, loaded: LoadedTable, told: dict[Viewer, ViewerUpdate]) -> list[OutgoingMessage]:
        """Return the messages of one entry: one for each stream, and the state for each player who changed places."""
        by_language: dict[str, list[ViewerStream]] = {}
        for stream in self._streams.values():
            if stream.viewer in told:
                by_language.setdefault(stream.language, []).append(stream)
        letters = [letter for one in self._all() if (letter := self._moved(loaded, one)) is not None]
        for language, streams in by_language.items():
            viewers = {stream.viewer for stream in streams}
            some = {viewer: message for viewer, message in told.items() if viewer in viewers}
            written = loaded.speaker(language).write(some)
            for stream in streams:
                viewer, message = stream.viewer, told[stream.viewer]
                sitting = _sitting_at(loaded.table, viewer)
                letters.append(OutgoingMessage(stream, sitting, message.number, written[viewer], message.whole))
        return letters

    def _moved(self, loaded: LoadedTable, listener: Listener) -> OutgoingMessage | None:
        """Return the state for a player who has changed places, in the stream of the new one."""
        table, sitting = loaded.table, listener.sitting
        if sitting is None or listener.follows(listener.viewer, _sitting_at(table, listener.viewer)):
            return None
        seat = table.seat_of(sitting)
        if seat is None:
            return None
        stream = self.stream(seat, listener.language, table)
        return OutgoingMessage(
            stream, sitting, loaded.message_count(seat), loaded.state(seat, listener.language), True, listener
        )

    def publish(self, letters: Iterable[OutgoingMessage]) -> None:
        """Send what is written and durable by now."""
        for letter in letters:
            if letter.moved is not None:
                self._move(letter.moved, letter)
                continue
            stream, sitting, number, data, whole, _ = letter
            for listener in list(stream.listeners):
                if listener.follows(stream.viewer, sitting) and (whole or number == listener.seen + 1):
                    listener.seen = number
                    listener.send(data)
            stream.keep(number, data, sitting, whole=whole)
            if stream.is_over:
                self._streams.pop((stream.viewer, stream.language), None)

    def _move(self, listener: Listener, letter: OutgoingMessage) -> None:
        """Let a listener who is still there follow another stream."""
        before = self._streams.get((listener.viewer, listener.language))
        if before is None or listener not in before.listeners:
            return
        del before.listeners[listener]
        stream = letter.stream
        self._streams[stream.viewer, stream.language] = stream
        stream.listeners[listener] = None
        listener.viewer, listener.seen = stream.viewer, letter.number
        listener.send(letter.data)

    def drop_ineligible(self, table: Table) -> None:
        """Let go of listeners whose seat is theirs no longer, and of spectators where nobody may look on."""
        for listener in self._all():
            lost = not table.may_spectate if listener.sitting is None else table.seat_of(listener.sitting) is None
            if lost:
                self.remove(listener)
                if listener.ended is not None:
                    listener.ended()

    def catch_up(self, loaded: LoadedTable) -> None:
        """Tell everybody what they have not been told yet."""
        self.drop_ineligible(loaded.table)
        for listener in self._all():
            self._send_missing(loaded, listener)

    def _send_missing(self, loaded: LoadedTable, listener: Listener) -> None:
        """Send a listener the messages after the last that it has seen, or the whole state where they are too many."""
        if (moved := self._moved(loaded, listener)) is not None:
            self.publish([moved])
            return
        missing = self._missing(listener, loaded)
        listener.seen = loaded.message_count(listener.viewer)
        for data in missing:
            listener.send(data)

    def _missing(self, listener: Listener, loaded: LoadedTable) -> list[bytes]:
        """Return what a listener has missed: the messages that are kept, or else the state."""
        viewer, language, told = listener.viewer, listener.language, loaded.message_count(listener.viewer)
        if listener.seen == told:
            return []
        stream = self._streams.get((viewer, language))
        kept = (
            None
            if stream is None or stream.sitting != _sitting_at(loaded.table, viewer)
            else stream.after(listener.seen, told)
        )
        return [loaded.state(viewer, language)] if kept is None else kept

    def _all(self) -> list[Listener]:
        return [listener for stream in self._streams.values() for listener in stream.listeners]


def _sitting_at(table: Table, viewer: Viewer) -> int | None:
    """Return who has a seat now; None for spectators."""
    return None if viewer is None else table.state.seats[viewer].occupant
