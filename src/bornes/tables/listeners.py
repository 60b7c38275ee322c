"""Those who listen to a table: every client follows one viewer's stream, in its own language."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from ..events import Viewer
from .loaded_table import LoadedTable
from .messages import Signal, encode_message
from .table import Message, Table

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


class Letter(NamedTuple):
    """A message that is ready for one listener."""

    listener: Listener
    viewer: Viewer
    """Whose stream the listener follows from now on."""
    number: int
    data: bytes
    whole: bool
    """Whether it leads there from wherever the listener is."""

    def __repr__(self) -> str:
        """Say whose message it is, and nothing of what it tells."""
        return f"Letter(viewer={self.viewer}, number={self.number})"


class Listeners:
    """All who listen to one table."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def __len__(self) -> int:
        """Return how many listen."""
        return len(self._listeners)

    def add(self, listener: Listener, loaded: LoadedTable) -> None:
        """Let somebody listen, who is told first what they have missed."""
        missing = loaded.messages_after(listener.seen, listener.viewer, listener.language)
        self._listeners.append(listener)  # once nothing can go wrong for the others
        listener.seen = loaded.told(listener.viewer)
        for data in missing:
            listener.send(data)

    def remove(self, listener: Listener) -> None:
        """Let somebody listen no longer."""
        with suppress(ValueError):
            self._listeners.remove(listener)

    def signal(self, signal: Signal) -> None:
        """Send a signal to everybody."""
        data = encode_message(signal)
        for listener in list(self._listeners):
            listener.send(data)

    def signal_in_words(self, signal_in: Callable[[str], Signal]) -> None:
        """Send everybody a signal in their own language."""
        for listener in list(self._listeners):
            listener.send(encode_message(signal_in(listener.language)))

    def write(self, loaded: LoadedTable, told: dict[Viewer, Message]) -> list[Letter]:
        """Return the messages of one entry, for each listener in its language."""
        staying = [one for one in self._listeners if self._stays(loaded.table, one) and one.viewer in told]
        by_language: dict[str, set[Viewer]] = {}
        for listener in staying:
            by_language.setdefault(listener.language, set()).add(listener.viewer)
        written: dict[tuple[str, Viewer], bytes] = {}
        for language, viewers in by_language.items():
            some = {viewer: told[viewer] for viewer in told if viewer in viewers}
            for viewer, data in loaded.speaker(language).write(some).items():
                written[language, viewer] = data
        letters = [
            Letter(one, one.viewer, told[one.viewer].number, written[one.language, one.viewer], told[one.viewer].whole)
            for one in staying
        ]
        return letters + [letter for one in self._listeners if (letter := self._moved(loaded, one)) is not None]

    @staticmethod
    def _stays(table: Table, listener: Listener) -> bool:
        """Say whether a listener still follows the stream that it followed."""
        return listener.viewer is None or table.state.seats[listener.viewer].sitting == listener.sitting

    def _moved(self, loaded: LoadedTable, listener: Listener) -> Letter | None:
        """Return the state for a player who has changed places, in the stream of the new one."""
        if self._stays(loaded.table, listener) or listener.sitting is None:
            return None
        seat = loaded.table.seat_of(listener.sitting)
        if seat is None:
            return None
        data = loaded.state(seat, listener.language)
        return Letter(listener, seat, loaded.told(seat), data, whole=True)

    def tell(self, letters: list[Letter]) -> None:
        """Send what is written and durable by now."""
        for listener, viewer, number, data, whole in letters:
            if listener in self._listeners and (whole or number == listener.seen + 1):
                listener.viewer, listener.seen = viewer, number
                listener.send(data)

    def end_lost(self, table: Table) -> None:
        """Let go of listeners whose seat is theirs no longer, and of spectators where nobody may look on."""
        for listener in list(self._listeners):
            lost = not table.may_look_on if listener.sitting is None else table.seat_of(listener.sitting) is None
            if lost:
                self.remove(listener)
                if listener.ended is not None:
                    listener.ended()

    def catch_up(self, loaded: LoadedTable) -> None:
        """Tell everybody what they have not been told yet."""
        self.end_lost(loaded.table)
        for listener in list(self._listeners):
            self._send_missing(loaded, listener)

    def _send_missing(self, loaded: LoadedTable, listener: Listener) -> None:
        """Send a listener the messages after the last that it has seen, or the whole state where they are too many."""
        if (moved := self._moved(loaded, listener)) is not None:
            self.tell([moved])
            return
        missing = loaded.messages_after(listener.seen, listener.viewer, listener.language)
        listener.seen = loaded.told(listener.viewer)
        for data in missing:
            listener.send(data)
