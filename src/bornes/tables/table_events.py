"""What happens around the cards: people who come, go and get ready; what everybody at the table is told of it.

They go the same way as the events of a deal, in the same messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from ..base.serialization import DataError, TaggedUnion
from ..game.events import EVENTS, Event, Unknown, Viewer

Milliseconds = Annotated[int, range(10**12)]
"""A time of a pace; those of thirty days are more than other numbers of events may be."""


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """Something that happened at the table, beside the deal."""


@dataclass(frozen=True, slots=True)
class TableOpened(TableEvent):
    """The table was opened; the commitment is that of the first deal."""

    commitment: str


@dataclass(frozen=True, slots=True)
class PlayerJoined(TableEvent):
    """A person sat down."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class BotJoined(TableEvent):
    """A bot plays there from now on."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class SeatVacated(TableEvent):
    """The seat is open: somebody else may sit down there."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatsSwapped(TableEvent):
    """Those of two seats changed places."""

    seat: int
    other_seat: int


@dataclass(frozen=True, slots=True)
class PlayerRenamed(TableEvent):
    """A player has another name."""

    seat: int
    name: str
    previous_name: str = ""
    """What the player was called until now."""


@dataclass(frozen=True, slots=True)
class BotTookOver(TableEvent):
    """The bot drives for a player, who left or let the time run out too often."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerReturned(TableEvent):
    """A player is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class HostChanged(TableEvent):
    """Somebody else runs the table."""

    seat: int


@dataclass(frozen=True, slots=True)
class AccessChanged(TableEvent):
    """Whether newcomers may sit down, and spectators look on."""

    newcomers: bool
    spectators: bool


@dataclass(frozen=True, slots=True)
class PaceChanged(TableEvent):
    """How long everything takes now, in milliseconds."""

    decision: Milliseconds | None
    window: Milliseconds | None
    bots: Milliseconds


@dataclass(frozen=True, slots=True)
class PlayerReady(TableEvent):
    """A player waits for the next deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeedAccepted(TableEvent):
    """A player's part in the next shuffle was taken: it must be among the seeds that are revealed."""

    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class StandingAnswerChanged(TableEvent):
    """What a player does about hazards; nobody else is told."""

    seat: int
    coup_fourre: str
    remedy: str

    def shown_to(self, viewer: Viewer) -> Event | None:
        """Return the event for the player alone."""
        return self if viewer == self.seat else None


@dataclass(frozen=True, slots=True)
class DealStarted(TableEvent):
    """A deal begins: its shuffle was promised by ``commitment``, the next one's by ``next_commitment``."""

    game: int
    deal: int
    commitment: str
    seeds: tuple[str, ...]
    """The players' parts in the shuffle, seat by seat; none where nobody took part."""
    next_commitment: str
    is_last_deal: bool = False
    """Whether no other deal can follow at this table, because its log is full."""


@dataclass(frozen=True, slots=True)
class TablePaused(TableEvent):
    """The next deal was due and nobody was present: it waits."""


@dataclass(frozen=True, slots=True)
class TableResumed(TableEvent):
    """Someone is present again: the clock of the next deal starts over."""


@dataclass(frozen=True, slots=True)
class ShuffleRevealed(TableEvent):
    """The deal is over: this is the server's seed, which its commitment promised."""

    deal: int
    server_seed: str


@dataclass(frozen=True, slots=True)
class GameOver(TableEvent):
    """The game is over; ``team`` has won it, or nobody where it is drawn."""

    team: int | None
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassConfirmed(TableEvent):
    """A player lets the hazard pass; nobody else is told, and others may still answer."""

    seat: int

    def shown_to(self, viewer: Viewer) -> Event | None:
        """Return the event for the player alone."""
        return self if viewer == self.seat else None


@dataclass(frozen=True, slots=True)
class PlayerTimedOut(TableEvent):
    """A player did not decide in time: the bot of the seat decides this once."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClockRestarted(TableEvent):
    """The time that passed while the table was out of reach is given back."""


@dataclass(frozen=True, slots=True)
class MovesUndone(TableEvent):
    """The last moves were taken back; the full state follows in the same message.

    How many is not told: among them may be passes that nobody learns of.
    """


TABLE_EVENTS: dict[str, type[TableEvent]] = {kind.__name__: kind for kind in TableEvent.__subclasses__()}
"""All of them by name."""
_BOTH = TaggedUnion[Event](EVENTS.key, (*EVENTS.members.values(), *TABLE_EVENTS.values()), Unknown.of)


def read_event(values: Mapping[str, Any]) -> Event:
    """Return the event of a deal or of a table that a message tells; its sentence, ``text``, may stand beside it.

    A kind that only a later release knows is ``Unknown``.  DataError, a ValueError, says what is wrong with anything
    else.
    """
    if not isinstance(values, Mapping):
        raise DataError("", f"an event is an object, not {values!r:.50}")
    return _BOTH.read(values)
