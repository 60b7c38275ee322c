"""What a table says to whoever sits at it or looks on: typed messages, in the reader's language, as JSON.

A message carries what happened as data and in a sentence, and for who is to decide all that may be done and why the
other cards cannot be played: a client needs no rules and no grammar.  Every viewer's messages are numbered without
gaps.  Answers to commands and signals have no numbers: they may be lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from ..editions import house_rules
from ..engine.codes import Phase
from ..events import Event, Viewer
from ..explain import Reason
from ..moves import Move
from ..words import Words
from ..words.catalogues import translations
from .refusals import AnyRefusal, Refusal
from .sentences import refusal_sentence, table_event_sentence
from .state import Pace
from .table import Message, Table
from .table_events import TableEvent

VERSION = 2
"""Changes when a message changes its meaning or goes, not when something is added."""


TOLD_KEPT = 100
"""So many events are kept in words, so that they need not be put into words again."""


class Offer(Struct, frozen=True, omit_defaults=True):
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


class Blocked(Struct, frozen=True):
    """A card that cannot be played now, and why."""

    card: str
    reasons: list[dict[str, Any]]
    """Each as ``Reason.as_dict`` gives it, with its sentence as ``text``."""


class Asked(Struct, frozen=True):
    """A question: what the viewer may do now."""

    phase: str
    moves: list[Offer]
    blocked: list[Blocked]


class Clock(Struct, frozen=True):
    """Until when the present decision may take."""

    until: int
    """In milliseconds, by the clock of the table."""


class News(Struct, frozen=True, tag_field="type", tag="news", omit_defaults=True):
    """Something happened."""

    viewer: int | None
    """The seat whose stream it is; None for spectators."""
    number: int
    at: int
    events: list[Any]
    """Each as ``Event.as_dict`` gives it, with its sentence as ``text`` where there is one."""
    asked: int | None = None
    """The number of the message whose question is open; this one's own where it has the question."""
    question: Asked | None = None
    clock: Clock | None = None

    def __repr__(self) -> str:
        """Say whose message it is, and nothing of what only that viewer may know."""
        return f"News(viewer={self.viewer}, number={self.number})"


class SeatInfo(Struct, frozen=True):
    """Who sits there, for everybody to see."""

    kind: str
    name: str
    bot: str | None
    team: int
    driven: bool
    ready: bool


class TableInfo(Struct, frozen=True):
    """The table, for everybody to see."""

    id: str
    edition: str
    players: int
    teams: int
    house: dict[str, Any]
    """The house rules: what differs from the edition."""
    rules: dict[str, Any]
    """Every value of the rules."""
    seats: list[SeatInfo]
    opener: int
    """Who runs the table now."""
    opened_by: int
    """Whose right that is as soon as they are there."""
    newcomers: bool
    spectators: bool
    pace: Pace
    game: int
    deal: int
    totals: list[int]
    sheets: list[dict[str, list[int]]]
    """The score sheet of each deal, row by row with a number for each team; the last one is that of this deal."""
    commitment: str
    """The promise for the next shuffle."""
    deal_commitment: str
    """The promise for the shuffle of this deal; empty where its cards came in a given order."""
    over: bool
    winner: int | None


class State(Struct, frozen=True, tag_field="type", tag="state", omit_defaults=True):
    """Everything that the viewer may know: sent first, and whenever the last messages do not lead there."""

    version: int
    viewer: int | None
    number: int
    at: int
    table: TableInfo
    view: dict[str, Any] | None
    """What the viewer knows of the deal, as ``View.as_dict`` gives it; None before the first deal."""
    events: list[Any] = []
    asked: int | None = None
    question: Asked | None = None
    clock: Clock | None = None

    def __repr__(self) -> str:
        """Say whose state it is, and nothing of what only that viewer may know."""
        return f"State(viewer={self.viewer}, number={self.number})"


class Done(Struct, frozen=True, tag_field="type", tag="done", omit_defaults=True):
    """A command was carried out."""

    id: str


class Refused(Struct, frozen=True, tag_field="type", tag="refused", omit_defaults=True):
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


AnyMessage = News | State | Done | Refused | Signal

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


def words_for(table: Table, language: str, you: int | None = None) -> Words:
    """Return the words for a table and its players, told to the one on the seat ``you`` if there is one."""
    return Words.for_players(language, table.rules, table.names, you)


class Speaker:
    """Puts what a table tells into words of one language; one speaker serves all viewers who read it.

    Each seat is told of itself as “you”, spectators hear names.  A message is to be written before the next entry is
    applied, since its question is that of the present moment.
    """

    def __init__(self, table: Table, language: str = "en") -> None:
        translations(language)  # so that a language that is unknown is told at once
        self.table = table
        self.language = language
        self._names: tuple[str, ...] = ()
        self._words: dict[Viewer, Words] = {}
        """The words for each viewer."""
        self._offers: dict[tuple[Move, Phase], Offer] = {}
        """What was offered before: the same moves are offered all the time."""
        self._reasons: dict[Reason, dict[str, Any]] = {}
        """What was refused before: the same cards are in the way all the time."""
        self._told: dict[tuple[Event, Viewer], Raw] = {}
        """What was put into words, by the event and the seat that it is told to in the second person: others may see
        the same, and much of it happens again and again."""

    @property
    def words(self) -> Words:
        """The words that speak of all players by name, as they are called now."""
        return self._words_of(None)

    def _words_of(self, viewer: Viewer) -> Words:
        """Return the words for one viewer, with the players as they are called now."""
        names = self.table.names
        if names is not self._names:
            self._words, self._names, self._offers, self._reasons, self._told = {}, names, {}, {}, {}
        words = self._words.get(viewer)
        if words is None:
            words = self._words[viewer] = words_for(self.table, self.language, viewer)
        return words

    def write(self, told: dict[Viewer, Message]) -> dict[Viewer, bytes]:
        """Return what each viewer is told of one entry, as JSON."""
        clock = self._clock()
        written = {viewer: encode_message(self._message(message, clock)) for viewer, message in told.items()}
        if len(self._told) > TOLD_KEPT:
            self._told.clear()
        return written

    def _message(self, told: Message, clock: Clock | None) -> News | State:
        """Return one message in words."""
        words, about_all = self._words_of(told.viewer), self.words
        events = [self._event(event, words if words.concerns_reader(event) else about_all) for event in told.events]
        if told.whole:
            return self.state(told.viewer, events)
        return News(
            viewer=told.viewer,
            number=told.number,
            at=told.at,
            events=events,
            asked=told.asked,
            question=self._asked(told.viewer) if told.asks else None,
            clock=clock,
        )

    def state(self, viewer: Viewer, events: Iterable[Any] = ()) -> State:
        """Return everything that a viewer may know now."""
        table = self.table
        view = table.view(viewer)
        return State(
            version=VERSION,
            viewer=viewer,
            number=(table.state if viewer is None else table.state.seats[viewer]).told,
            at=table.told_at[viewer],
            table=self._table_info(),
            view=None if view is None else view.as_dict(),
            events=list(events),
            asked=None if viewer is None else table.asked.get(viewer),
            question=self._asked(viewer),
            clock=self._clock(),
        )

    def refused(self, id: str, why: Refusal) -> Refused:
        """Return the answer to a command that was refused."""
        return Refused(id, why, refusal_sentence(why, self.words, self.table))  # type: ignore[arg-type]

    def _event(self, event: Event, words: Words) -> Raw:
        """Return an event as JSON with its sentence; made once for all viewers who are told the same."""
        known = self._told.get((event, words.you))
        if known is not None:
            return known
        values = event.as_dict()
        text = table_event_sentence(event, words) if isinstance(event, TableEvent) else words.event(event)
        written = self._told[event, words.you] = Raw(
            _encoder.encode(values if text is None else {**values, "text": text})
        )
        return written

    def _clock(self) -> Clock | None:
        due = self.table.shown_due
        return None if due is None else Clock(due)

    def _asked(self, viewer: Viewer) -> Asked | None:
        question = None if viewer is None else self.table.question(viewer)
        if question is None:
            return None
        phase = question.phase
        return Asked(
            phase.name.lower(),
            [self._offers.get((move, phase)) or self._offer(move, phase) for move in question.moves],
            [Blocked(card.notation, [*map(self._reason, why)]) for card, why in question.blocked.items()],
        )

    def _offer(self, move: Move, phase: Phase) -> Offer:
        """Return a move as it is offered."""
        card = move.card
        offer = self._offers[move, phase] = Offer(
            move.notation(phase),
            self.words.move(move, phase),
            None if card is None else card.notation,
            move.team,
            move.is_discard,
        )
        return offer

    def _reason(self, reason: Reason) -> dict[str, Any]:
        """Return why a card cannot be played."""
        known = self._reasons.get(reason)
        if known is None:
            known = self._reasons[reason] = {**reason.as_dict(), "text": self.words.reason(reason)}
        return known

    def _table_info(self) -> TableInfo:
        table, state, rules = self.table, self.table.state, self.table.rules
        return TableInfo(
            id=state.id,
            edition=rules.edition,
            players=rules.players,
            teams=rules.teams,
            house=dict(house_rules(rules)),
            rules=state.rules,
            seats=[
                SeatInfo(
                    seat.kind,
                    self.words.seat(at),
                    seat.bot if seat.kind == "bot" else None,
                    rules.team_of(at),
                    seat.driven,
                    seat.ready,
                )
                for at, seat in enumerate(state.seats)
            ],
            opener=table.opener,
            opened_by=state.opener,
            newcomers=state.newcomers,
            spectators=state.spectators,
            pace=state.pace,
            game=state.game,
            deal=state.number,
            totals=list(table.totals),
            sheets=[{name: list(row) for name, row in sheet.rows.items()} for sheet in table.sheet.deals],
            commitment=table.commitment,
            deal_commitment=table.deal_commitment,
            over=table.game_over,
            winner=table.winner,
        )
