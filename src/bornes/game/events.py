"""What happened, typed, and who may see what of it.

``event.seen_by(seat)`` is the event as that seat sees it (None as the seat is a spectator): with its private part left
out, or nothing at all where the event itself is private.  Logs, clients and servers live on these; a view is their
fold.  In which order they come is written down in ``docs/referee.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import chain
from textwrap import shorten
from typing import Any

from ..base.serialization import TaggedUnion
from ..base.translatable import sanitize_line
from ..engine.argument_checks import check_index
from ..engine.codes import NONE, PHASES, DrawCause, Ending, JournalEvent, Phase
from ..engine.scoring import total
from ..engine.state import THEN, State
from ..rules.cards import Card, Hazard, Seat, Team, sorted_deck
from ..rules.ruleset import MAX_PLAYERS, Rules
from .illegal_reasons import Reason
from .moves import TEAM_LETTERS
from .position import Position, PositionError
from .team_piles import Piles, Window, just_laid

Viewer = int | None
"""A seat, or None for a spectator."""
MAX_UNKNOWN_VALUES = 32
MAX_UNKNOWN_TEXT = 300
"""The longest text that is kept of an unknown event, in characters."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        """Return the part of the event that a seat may see, or None if it may see nothing of it.

        A seat that cannot be there raises ValueError.  The beginning of a deal knows how many sit at the table; every
        other event knows only that no table has more than eight seats.
        """
        self.check_viewer(viewer)
        return self.shown_to(viewer)

    def check_viewer(self, viewer: Viewer) -> None:
        """Refuse a viewer that is neither None nor a seat which this event can have been seen from."""
        if viewer is not None:
            check_index("seat", viewer, MAX_PLAYERS)

    def shown_to(self, viewer: Viewer) -> Event | None:
        """Return what ``seen_by`` does, for a viewer that has been checked."""
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON; private parts are there only if they are in this event."""
        return EVENTS.write(self)

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Event:
        """Return the event that ``as_dict`` wrote, or ``Unknown`` for a kind that only a later release knows.

        DataError, a ValueError, says what is wrong with anything else.
        """
        return EVENTS.read(values)

    def __str__(self) -> str:
        named = (f"{field.name} {_text(field.name, getattr(self, field.name))}" for field in fields(self))
        return f"{type(self).__name__}({', '.join(named)})"


class EventError(ValueError):
    """An event that cannot follow what a viewer has seen so far.

    ``event`` is the event, ``why`` says in words why it cannot follow, ``reason`` is the rule that forbids the move
    which it tells of, where it is a move that the rules forbid.
    """

    def __init__(self, event: Event, why: str, reason: Reason | None = None) -> None:
        super().__init__(event, why, reason)
        self.event = event
        self.why = why
        self.reason = reason

    def __str__(self) -> str:
        return f"{shorten(str(self.event), 200, placeholder=' …')} cannot follow: {self.why}"


def _text(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_text('', item) for item in value)}]"
    if name in ("team", "completer") and type(value) is int and 0 <= value < len(TEAM_LETTERS):
        return TEAM_LETTERS[value]
    return "unseen" if value is None and name in ("card", "order", "") else str(value)


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The cards are dealt; everybody sees the own hand only."""

    first: Seat
    hands: tuple[tuple[Card, ...] | None, ...]
    draw_pile_size: int

    def check_viewer(self, viewer: Viewer) -> None:
        """Refuse a seat that got no hand."""
        if viewer is not None:
            check_index("seat", viewer, len(self.hands))

    def shown_to(self, viewer: Viewer) -> Event:
        """Return the event with no hand but the viewer's own."""
        hands = tuple(hand if seat == viewer else None for seat, hand in enumerate(self.hands))
        return replace(self, hands=hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp(Event):
    """The deal begins from a position instead of a shuffled deck."""

    hands: tuple[tuple[Card, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    tables: tuple[Piles, ...]
    draw_pile_size: int
    discards: tuple[Card, ...]
    seat: Seat | None
    """Who decides; that a seat is asked about a hazard only that seat knows."""
    phase: Phase
    turn: Seat
    turns: int
    extra: bool
    taken: Card | None
    given: int
    window: Window | None
    extended_by: Team | None
    owed: int
    refill: bool

    @classmethod
    def of(cls, position: Position, *, asked: bool = True) -> SetUp:
        """Return the event that sets a position up.

        In an open window ``asked`` says whether the position's seat has been asked about the hazard already.
        """
        return cls(
            hands=tuple(tuple(sorted(hand)) for hand in position.hands),
            hand_sizes=tuple(len(hand) for hand in position.hands),
            tables=position.tables,
            draw_pile_size=len(position.draw_pile),
            discards=position.discards,
            seat=position.seat if asked else None,
            phase=position.phase,
            turn=position.turn_seat,
            turns=position.turns,
            extra=position.extra,
            taken=position.taken,
            given=position.given,
            window=position.window,
            extended_by=position.extended_by,
            owed=position.owed,
            refill=position.refill,
        )

    def possible_position(self, rules: Rules) -> Position:
        """Return a position that this event can have set up, the cards that it does not show lying anywhere."""
        hidden = list(sorted_deck(rules.deck))
        shown = (
            self.discards,
            *(laid.cards for laid in self.tables),
            *(hand for hand in self.hands if hand is not None),
        )
        for card in chain.from_iterable(shown):
            if card not in hidden:
                raise PositionError(f"there are more {card} than the deck has")
            hidden.remove(card)
        kept = self._kept(rules, hidden)
        hands: list[tuple[Card, ...]] = []
        for seat, (hand, size) in enumerate(zip(self.hands, self.hand_sizes, strict=True)):
            if hand is None:
                hidden = kept + hidden if seat == self.turn else hidden
                hand, hidden = tuple(hidden[:size]), hidden[size:]
            if len(hand) != size:
                raise PositionError(f"seat {seat} must hold {size} cards, not {len(hand)}")
            hands.append(hand)
        if len(hidden) != self.draw_pile_size:
            raise PositionError(f"the draw pile must have {len(hidden)} cards, not {self.draw_pile_size}")
        return Position(
            rules=rules,
            hands=tuple(hands),
            tables=self.tables,
            draw_pile=tuple(hidden),
            discards=self.discards,
            seat=self.turn if self.phase is Phase.REACT and self.seat is None else self.seat,  # type: ignore[arg-type]
            phase=self.phase,
            turn=self.turn,
            turns=self.turns,
            extra=self.extra,
            taken=self.taken,
            given=self.given,
            window=self.window,
            extended_by=self.extended_by,
            owed=self.owed,
            refill=self.refill,
        )

    def _kept(self, rules: Rules, hidden: list[Card]) -> list[Card]:
        """Take the discard that the seat on turn took and must hold still out of the hidden cards."""
        gone = just_laid(self.phase, self.window, self.tables[rules.team_of(self.turn)])
        if self.taken not in hidden or self.taken in gone or self.hands[self.turn] is not None:
            return []
        hidden.remove(self.taken)
        return [self.taken]

    def check_viewer(self, viewer: Viewer) -> None:
        """Refuse a seat that has no hand."""
        if viewer is not None:
            check_index("seat", viewer, len(self.hands))

    def shown_to(self, viewer: Viewer) -> Event:
        """Return the event with no hand but the viewer's own, and no question but the one that it is asked."""
        hands = tuple(hand if seat == viewer else None for seat, hand in enumerate(self.hands))
        asked_another = self.phase is Phase.REACT and self.seat != viewer
        return replace(self, hands=hands, seat=None if asked_another else self.seat)


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A seat is on turn."""

    seat: Seat
    extra: bool
    """The turn was earned by a safety."""


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew a card from the draw pile; which one, only that seat sees."""

    seat: Seat
    card: Card | None
    cause: DrawCause

    def shown_to(self, viewer: Viewer) -> Event:
        """Return the event with the card for who drew it, and without for everybody else."""
        return self if viewer == self.seat else _unseen_draw(self.seat, self.cause)


@lru_cache
def _unseen_draw(seat: int, why: DrawCause) -> Drew:
    """Return how others see that a seat drew; made once, since it happens in every turn."""
    return Drew(seat, None, why)


@dataclass(frozen=True, slots=True)
class TookDiscard(Event):
    """A seat took the top discard."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ExchangedCard(Event):
    """A seat put a card on the discards to exchange it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A seat played a card on its own table."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """A seat laid a hazard on a team."""

    seat: Seat
    card: Card
    team: Team


@dataclass(frozen=True, slots=True)
class WindowOpened(Event):
    """The hazard may be answered now.  Every hazard opens one window, whether or not anybody can answer."""

    attacker: Seat
    team: Team
    hazard: Hazard


@dataclass(frozen=True, slots=True)
class AnswerRequested(Event):
    """A seat is asked for its answer; nobody else learns of it."""

    seat: Seat

    def shown_to(self, viewer: Viewer) -> Event | None:
        """Return the event for the seat that is asked, and nothing for everybody else."""
        return self if viewer == self.seat else None


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A seat let the moment pass; nobody else learns of it."""

    seat: Seat

    def shown_to(self, viewer: Viewer) -> Event | None:
        """Return the event for the seat that is asked, and nothing for everybody else."""
        return self if viewer == self.seat else None


@dataclass(frozen=True, slots=True)
class CoupFourre(Event):
    """A seat answered the hazard with its safety."""

    seat: Seat
    safety: Card
    hazard: Hazard
    discarded: bool
    """The hazard went to the discards; on a third team it stays."""


@dataclass(frozen=True, slots=True)
class Remedied(Event):
    """A seat answered the hazard with its remedy at once, out of turn."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class WindowClosed(Event):
    """The moment for an answer is over."""


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A seat gave up a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat gave its turn up before drawing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnLost(Event):
    """A seat between the attacker and the caller of a coup fourré loses its turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat has no card and cannot draw: its turn, extra turns included, lapses."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Extended(Event):
    """A seat extended the trip."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """A seat was content with the short trip."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MoveRequested(Event):
    """Whose decision it is, and which kind."""

    seat: Seat
    phase: Phase


@dataclass(frozen=True, slots=True)
class ShuffleNeeded(Event):
    """The discards must be shuffled before a seat can draw the cards it is owed."""

    seat: Seat
    owed: int
    refill: bool
    """The card owed replaces the safety of a coup fourré."""


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discards are the new draw pile; its order nobody sees."""

    cards: int
    order: tuple[Card, ...] | None
    """Top card first; for the one who runs the game."""

    def shown_to(self, viewer: Viewer) -> Event:
        """Return the event with the number of cards, and without their order."""
        return replace(self, order=None)


@dataclass(frozen=True, slots=True)
class DealOver(Event):
    """The deal has ended, by whom and with which scores."""

    ending: Ending
    completer: Team | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """An event of a later release, of a kind that this release does not know: it can be shown, and not followed."""

    kind: str
    values: dict[str, Any]
    """Its values as plain data; empty where they are too large to keep."""
    text: str = ""
    """What the server says of it in the reader's language."""

    @classmethod
    def of(cls, kind: str, values: Mapping[str, Any]) -> Unknown:
        """Return the event of a kind with the values that a server sent, cut to what does no harm."""
        text = values.get("text", "")
        kept = {name: value for name, value in values.items() if name not in ("event", "text")}
        small = _is_small(kept)
        return cls(kind, kept if small else {}, sanitize_line(text, MAX_UNKNOWN_TEXT) if isinstance(text, str) else "")

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as the server sent them."""
        return {"event": self.kind, **self.values, **({"text": self.text} if self.text else {})}

    def __str__(self) -> str:
        return self.text or f"{self.kind} (unknown)"


def _is_small(values: Mapping[Any, Any]) -> bool:
    """Say whether the values of an unknown event are few, short and flat, so that they can be kept by the thousand."""
    parts = [*values, *chain.from_iterable(v if isinstance(v, list) else (v,) for v in values.values())]
    plain = all(part is None or isinstance(part, str | int | float) for part in parts)
    return plain and len(parts) <= MAX_UNKNOWN_VALUES and all(len(str(part)) <= MAX_UNKNOWN_TEXT for part in parts)


EVENTS = TaggedUnion[Event](
    "event",
    (
        *(
            Dealt,
            SetUp,
            TurnBegan,
            MoveRequested,
            Drew,
            TookDiscard,
            ExchangedCard,
            Passed,
            Laid,
            Attacked,
            WindowOpened,
            AnswerRequested,
            Declined,
        ),
        *(CoupFourre, Remedied, WindowClosed, Discarded, TurnLost, Skipped, Extended, Finished),
        *(ShuffleNeeded, Reshuffled, DealOver),
    ),
    Unknown.of,
)
"""How events are written as plain data."""


def seen_by(viewer: Viewer, events: Iterable[Event]) -> list[Event]:
    """Return what a viewer sees of these events."""
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


# Numbers, as the engine has them: to look up a member of an enumeration for every line of every journal would take
# longer than all else here.
_RESHUFFLED, _OVER, _CHANCE = int(JournalEvent.RESHUFFLED), int(JournalEvent.OVER), int(Phase.CHANCE)
_NOBODY_IS_ASKED = (int(Phase.OVER), int(Phase.WINDOW))


def read_journal(state: State, order: tuple[Card, ...] | None = None) -> list[Event]:
    """Tell the events of the engine's last move, from its journal; ``order`` is that of a reshuffle in it."""
    events: list[Event] = []
    for what, a, b, c in state.happenings():
        if what == _RESHUFFLED:
            events.append(Reshuffled(a, order))
        elif what == _OVER:
            events.append(DealOver(Ending(a), None if b == NONE else b, scores(state)))
        else:
            events += _events(what, a, b, c)
    phase = state.phase
    if phase == _CHANCE:
        events.append(ShuffleNeeded(state.drawer, state.owed, state.then == THEN["extra turn"]))
    elif phase not in _NOBODY_IS_ASKED:
        events.append(_question(state.seat, PHASES[phase]))
    return events


@lru_cache(maxsize=4096)  # more than there are
def _events(what: int, a: int, b: int, c: int) -> tuple[Event, ...]:
    """Return the events of a line of the journal; made once, since the same things happen in every deal."""
    what = JournalEvent(what)
    if what in _CARD_EVENTS:
        return (_CARD_EVENTS[what](a, Card(b)),)
    if what in _SEAT_EVENTS:
        return (_SEAT_EVENTS[what](a),)
    match what:
        case JournalEvent.TURN:
            return (TurnBegan(a, bool(b)),)
        case JournalEvent.DREW:
            return (Drew(a, Card(b), DrawCause(c)),)
        case JournalEvent.ATTACKED:
            return (Attacked(a, Card(b), c), WindowOpened(a, c, Card(b)))
        case JournalEvent.COUP:
            return (CoupFourre(a, Card(b).safety, Card(b), bool(c)),)
    return (WindowClosed(),)


@lru_cache
def _question(seat: int, phase: Phase) -> Event:
    """Return the event that a seat is to decide."""
    return AnswerRequested(seat) if phase is Phase.REACT else MoveRequested(seat, phase)


_CARD_EVENTS: dict[JournalEvent, Any] = {
    JournalEvent.TOOK: TookDiscard,
    JournalEvent.GAVE: ExchangedCard,
    JournalEvent.LAID: Laid,
    JournalEvent.REMEDIED: Remedied,
    JournalEvent.DISCARDED: Discarded,
}
_SEAT_EVENTS: dict[JournalEvent, Any] = {
    JournalEvent.LOST: TurnLost,
    JournalEvent.SKIPPED: Skipped,
    JournalEvent.EXTENDED: Extended,
    JournalEvent.FINISHED: Finished,
    JournalEvent.DECLINED: Declined,
    JournalEvent.PASSED: Passed,
}


def scores(state: State) -> tuple[int, ...]:
    """Add up every team's points: what it has so far, at the end everything."""
    return tuple(total(state, team) for team in range(state.rules.teams))
