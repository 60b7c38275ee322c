"""What a table says to whoever sits at it or looks on: typed messages, in the reader's language, as JSON.

A message carries what happened as data and in a sentence, and for who is to decide all that may be done and why the
other cards cannot be played: a client needs no rules and no grammar.  Every viewer's messages are numbered without
gaps.  Answers to commands and signals have no numbers: they may be lost.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .refusals import AnyRefusal
from .table_state import PaceInfo

MESSAGES_VERSION = 2
"""Changes when a message is removed or changes its meaning, not when something is added."""


class OfferedMove(Struct, frozen=True, omit_defaults=True):
    """A move that may be made."""

    move: str
    """As it is sent back, in notation."""
    text: str
    """In words: “lay Stop on Bob”."""
    card: str | None = None
    """The card of the hand that it is made with."""
    team: int | None = None
    """On whom it is laid."""
    discard: bool = False
    """Whether the card is given up, or given in exchange."""


class BlockedCard(Struct, frozen=True):
    """A card that cannot be played now, and why."""

    card: str
    reasons: list[dict[str, Any]]
    """Each as ``Reason.as_dict`` gives it, with its sentence as ``text``."""


class QuestionInfo(Struct, frozen=True):
    """A question: what the viewer may do now."""

    phase: str
    moves: list[OfferedMove]
    blocked: list[BlockedCard]


class Clock(Struct, frozen=True):
    """Until when the present decision may take."""

    deadline: int
    """In milliseconds, by the clock of the table."""


class Update(Struct, frozen=True, tag_field="type", tag="update", omit_defaults=True):
    """Something happened."""

    viewer: int | None
    """The seat whose stream it is; None for spectators."""
    number: int
    at: int
    events: list[Any]
    """Each as ``Event.as_dict`` gives it, with its sentence as ``text`` where there is one."""
    question_number: int | None = None
    """The number of the message whose question is open; this one's own where it has the question."""
    question: QuestionInfo | None = None
    clock: Clock | None = None
    race: list[int] | None = None
    """Where each team stands by what ends the race, where that is not the distance and something has counted."""
    sheet: dict[str, list[int]] | None = None
    """The score sheet of a deal that is over, row by row with a number for each team."""

    def __repr__(self) -> str:
        """Say whose message it is, and nothing of what only that viewer may know."""
        return f"Update(viewer={self.viewer}, number={self.number})"


class SeatInfo(Struct, frozen=True):
    """Who sits there, for everybody to see."""

    kind: str
    name: str
    bot: str | None
    team: int
    autopilot: bool
    ready: bool


class TableInfo(Struct, frozen=True):
    """The table, for everybody to see."""

    id: str
    edition: str
    players: int
    teams: int
    house_rules: dict[str, Any]
    """The house rules: what differs from the edition."""
    rules: dict[str, Any]
    """Every value of the rules."""
    seats: list[SeatInfo]
    acting_host: int
    """Who runs the table now."""
    host: int
    """Whose right that is as soon as they are there."""
    newcomers: bool
    spectators: bool
    pace: PaceInfo
    game: int
    deal: int
    totals: list[int]
    sheets: list[dict[str, list[int]]]
    """The score sheet of each deal, row by row with a number for each team; the last one is that of this deal."""
    commitment: str
    """The promise for the next shuffle."""
    deal_commitment: str
    """The promise for the shuffle of this deal; empty where its cards came in a given order."""
    scheme: str
    """The shuffle scheme of the table's games; empty where none is promised."""
    seeds: list[str]
    """Each seat's seed for the next shuffle, in hexadecimal; empty for a seat that has given none yet."""
    deal_seeds: list[str]
    """The players' seeds of this deal, seat by seat; none where nobody took part."""
    over: bool
    winner: int | None
    is_last_deal: bool
    """Whether this deal is the table's last: its log is full, and after the deal ``Ready`` is refused."""


class FullState(Struct, frozen=True, tag_field="type", tag="state", omit_defaults=True):
    """Everything that the viewer may know: sent first, and whenever the last messages do not lead there."""

    version: int
    viewer: int | None
    number: int
    at: int
    table: TableInfo
    view: dict[str, Any] | None
    """What the viewer knows of the deal, as ``View.as_dict`` gives it; None before the first deal."""
    events: list[Any] = []
    question_number: int | None = None
    question: QuestionInfo | None = None
    clock: Clock | None = None
    race: list[int] | None = None
    """Where each team stands by what ends the race, where that is not the distance; None before the first deal."""

    def __repr__(self) -> str:
        """Say whose state it is, and nothing of what only that viewer may know."""
        return f"FullState(viewer={self.viewer}, number={self.number})"


class HistoryEvent(Struct, frozen=True):
    """Something that has happened in a deal, in words."""

    event: str
    """What kind of event it was."""
    text: str = ""
    seat: int | None = None
    """Whose doing it was; None where it was nobody's."""


class DealHistory(Struct, frozen=True):
    """All that has happened in the present deal as far as a viewer may know: for who comes in the middle of it."""

    viewer: int | None
    number: int
    """The number of the viewer's last message: what later ones tell is not in here yet."""
    game: int
    deal: int
    events: list[HistoryEvent]

    def __repr__(self) -> str:
        """Say whose they are, and nothing of what only that viewer may know."""
        return f"DealHistory(viewer={self.viewer}, number={self.number})"


class Done(Struct, frozen=True, tag_field="type", tag="done", omit_defaults=True):
    """A command was carried out."""

    id: str


class CommandRefused(Struct, frozen=True, tag_field="type", tag="refused", omit_defaults=True):
    """A command was refused; the table is as it was."""

    id: str
    why: AnyRefusal
    text: str


class Signal(Struct, frozen=True, tag_field="type", tag="signal", omit_defaults=True):
    """Something that passes: it is not kept, and may be lost."""

    signal: str
    """What it is: ``presence``, ``reaction``, ``hint``, ``fault``."""
    seat: int | None = None
    text: str = ""
    values: dict[str, Any] = {}


AnyMessage = Update | FullState | Done | CommandRefused | Signal

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyMessage)


def encode_message(message: AnyMessage) -> bytes:
    """Return a message as JSON."""
    return _encoder.encode(message)


def decode_message(data: bytes | str) -> AnyMessage:
    """Return the message that JSON tells; ValueError where it is none."""
    try:
        message: AnyMessage = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"not a message of a table: {error}") from None
    return message
