"""What one viewer knows of a deal, and what must happen next.

Most of the time only one thing can happen next, whatever the hands are: a turn begins, a card is drawn, a window
closes.  It is kept as what is *due*.  Where somebody decides, the rules say which moves there are, and the cards that
nobody has seen yet say who may hold what.  ``bornes.game.view_updates`` takes in the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, NoReturn, Self

from ..engine.argument_checks import check_index
from ..engine.codes import DRAW, DrawCause, Ending, Phase
from ..engine.restore import restore
from ..engine.state import State
from ..rules.cards import Card, Family
from ..rules.ruleset import Rules
from .events import (
    DealOver,
    Drew,
    Event,
    EventError,
    MoveRequested,
    Reshuffled,
    ShuffleNeeded,
    Skipped,
    TurnBegan,
    TurnLost,
    Viewer,
    WindowClosed,
    WindowOpened,
)
from .illegal_reasons import explain
from .legality import Legality, legality
from .moves import TEAM_LETTERS, Move
from .position import Position, compile_rules, snapshot
from .possible_worlds import ViewerMemory
from .team_piles import Piles, Window, completed
from .text_board import decision_text

Due = tuple[Any, ...]
"""What must happen next: the class of the event and the values that everybody knows; or one of those below."""
BEGINNING: Due = ("beginning",)
MOVE: Due = ("move",)
"""Somebody is to decide; ``seat`` and ``phase`` say who, and what."""
ANSWER: Due = ("answer", "all")
"""A hazard may be answered, and everybody who can is asked in turn."""
ANSWER_OF_SOME: Due = ("answer", "some")
"""The same where the deal was set up in the middle of it: some may have been asked before."""
NOTHING: Due = ("nothing",)
LOST: Due = ("lost",)
"""Something happened that only a later release knows."""
DECISIONS = (MOVE, ANSWER, ANSWER_OF_SOME)
"""What is due while somebody decides."""

PLAY, EXTRA_TURN, NEXT_TURN = "play", "extra turn", "next turn"
"""What follows once the cards that a seat is owed are drawn."""

# Names of members that every event asks for: to look one up in its enumeration takes longer than to follow an event.
ON_DRAW, ON_EXCHANGE, ON_PLAY = Phase.DRAW, Phase.EXCHANGE, Phase.PLAY
ON_REACT, ON_EXTEND, ON_CHANCE = Phase.REACT, Phase.EXTEND, Phase.CHANCE
FOR_TURN, FOR_REFILL, FOR_EXCHANGE = DrawCause.TURN, DrawCause.REFILL, DrawCause.EXCHANGE
DISTANCE, HAZARD, SAFETY = Family.DISTANCE, Family.HAZARD, Family.SAFETY
SPEED_LIMIT, END_OF_LIMIT, ROLL = Card.SPEED_LIMIT, Card.END_OF_LIMIT, Card.ROLL


@dataclass(slots=True, repr=False)
class ViewState:
    """What the viewer may know.  Hidden cards are not in here, so nothing here can give them away."""

    rules: Rules
    """The rules of the game."""
    viewer: Viewer
    """The seat that looks on; None for a spectator."""
    hand: tuple[Card, ...] = ()
    """The own hand in order of kind; empty for a spectator."""
    hand_sizes: tuple[int, ...] = ()
    """How many cards each seat holds."""
    tables: tuple[Piles, ...] = ()
    """What lies before each team."""
    draw_pile_size: int = 0
    """How many cards are left to draw."""
    discards: tuple[Card, ...] = ()
    """The discards, the top one last."""
    turn: int = 0
    """Whose turn it is."""
    turns: int = 0
    """How many turns have begun."""
    extra: bool = False
    """Whether the turn was earned by a safety."""
    seat: int | None = None
    """Who decides; None while a window is open, except for the seat that is asked."""
    phase: Phase = Phase.PLAY
    """The kind of decision; react stands for an open window, whoever is asked or not."""
    taken: Card | None = None
    """The discard that was taken in this turn."""
    given: int = 0
    """How many cards were given in the exchange that is going on."""
    window: Window | None = None
    """The hazard that may be answered now."""
    declined: bool = False
    """The viewer has let the present window pass."""
    target: int = 0
    """Where the trip ends."""
    extended_by: int | None = None
    """The team that extended the trip."""
    drawer: int | None = None
    """Who waits for a shuffle to draw the cards it is owed."""
    owed: int = 0
    """How many cards a reshuffle keeps the drawer from."""
    refill: bool = False
    """Whether the card that is owed replaces the safety of a coup fourré."""
    ending: Ending | None = None
    """How the deal ended; None while it goes on."""
    completer: int | None = None
    """The team that completed the trip."""
    scores: tuple[int, ...] = ()
    """The teams' scores, once the deal is over."""
    totals_before: tuple[int, ...] = ()
    """The teams' points before this deal; empty where the deal is not part of a game."""
    _due: Due = field(default=BEGINNING, compare=False)
    _then: tuple[Any, ...] = field(default=(), compare=False)
    """What follows that which is due, as far as it does not say so itself."""
    _unseen: int = field(default=0, compare=False)
    """How many cards of each kind the viewer has not seen, in eight bits for each."""
    _seen: int = 0
    _memory: ViewerMemory = field(init=False, compare=False)
    _legality: Legality = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise TypeError(f"rules must be Rules, such as edition('dujardin').rules(4), not {self.rules!r}")
        if self.viewer is not None:
            self.viewer = check_index("seat", self.viewer, self.rules.players)
        self.target = self.target or self.rules.target
        self._memory = ViewerMemory(self.rules, self.viewer)
        self._legality = legality(self.rules)

    def copy(self) -> Self:
        """Return a copy that later events do not change."""
        twin = object.__new__(type(self))
        twin._become(self._values())
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    @property
    def events(self) -> list[Event]:
        """All that the viewer has seen, from the beginning."""
        return self._memory.events[: self._seen]

    @property
    def uncertain(self) -> bool:
        """Whether something happened that only a later release knows, and that may have changed anything.

        The view stays as it was before that, and follows no event until ``SetUp`` says how the deal stands.
        """
        return self._due == LOST

    @property
    def team(self) -> int | None:
        """The viewer's team."""
        return None if self.viewer is None else self.rules.team_of(self.viewer)

    def _values(self) -> tuple[Any, ...]:
        """Return all that it knows, for ``_become``."""
        values: tuple[Any, ...] = _all_of(self)
        return values

    def _become(self, values: tuple[Any, ...]) -> None:
        for name, value in zip(_NAMES, values, strict=True):
            setattr(self, name, value)

    def _position(self, hands: Iterable[Iterable[Card]], pile: Iterable[Card]) -> Position:
        """Return the moment with hidden cards as they are given."""
        return Position(
            rules=self.rules,
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            tables=self.tables,
            draw_pile=tuple(pile),
            discards=self.discards,
            seat=self._acting(),
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

    def _acting(self) -> int:
        """Return who decides, draws once a shuffle is done, or has laid the hazard in an open window."""
        if self.seat is not None:
            return self.seat
        return self.turn if self.drawer is None else self.drawer

    def _state(self, hands: Sequence[Sequence[Card]], pile: Sequence[Card], discards: Sequence[Card]) -> State:
        """Return the engine's deal at this moment with these cards in the places that the view does not know."""
        moment = snapshot(self, self._acting(), self.turn, hands, pile, discards)
        return restore(compile_rules(self.rules), moment)

    def _with_hand(self, seat: int, hand: Iterable[Card]) -> Position:
        """Return the moment with one hand, all others empty, and so many cards in the draw pile, whichever they are."""
        hands: list[Iterable[Card]] = [()] * self.rules.players
        hands[seat] = hand
        return self._position(hands, [Card.D25] * self.draw_pile_size)

    def _to_play(self, seat: int, hand: Iterable[Card]) -> State:
        """Return the engine's deal if a seat that holds these cards were to play now."""
        position = self._with_hand(seat, hand)
        settled = replace(position, window=None, given=0, owed=0, refill=False)
        return replace(settled, seat=seat, turn=seat, phase=ON_PLAY).state()

    # -- refusing ------------------------------------------------------------------------------------------------

    def _refuse(self, event: Event, why: str = "") -> NoReturn:
        raise EventError(event, why or self.awaited)

    @property
    def awaited(self) -> str:
        """What has to happen next, in words: whose decision it is, or what follows by itself."""
        kind, *values = self._due
        if kind in _AWAITED:
            return _AWAITED[kind].format(*values)
        if kind in ("move", "answer"):
            return decision_text(self.seat, self.phase, self.window)
        if kind is DealOver:
            return (
                "the deal is to end" if values[1] is None else f"team {TEAM_LETTERS[values[1]]} has completed its trip"
            )
        assert kind is WindowOpened
        return "a hazard opens a window at once"

    def _require(self, event: Event, due: Due) -> None:
        """Refuse an event unless it is the one that is due, or that a decision to draw leads to."""
        if self._due != due:
            self._draw_if_chosen(event)
            if self._due != due:
                self._refuse(event)

    def _draw_if_chosen(self, event: Event) -> None:
        """Take an event for the consequence of a decision to draw; refuse it where nobody may decide so."""
        seat = self.seat
        if self._due != MOVE or seat is None:
            self._refuse(event)
        if self.phase is ON_DRAW:
            self._owe(seat, 1, PLAY)
        elif self.phase is ON_EXCHANGE:
            if not self._legality.exchanges(self.hand_sizes[seat], self.given) >> DRAW & 1:
                needed = self.rules.exchange_min
                self._refuse(event, f"seat {seat} has given {self.given} cards in its exchange and must give {needed}")
            self._owe(seat, self.given, NEXT_TURN)
        else:
            self._refuse(event)

    def _require_move(self, event: Any, phase: Phase) -> int:
        """Refuse a move unless it is that of the seat which decides, in this phase; return the seat."""
        if self._due != MOVE or event.seat != self.seat or self.seat is None or self.phase is not phase:
            self._refuse(event)
        return self.seat

    def _require_card(self, event: Any, card: object) -> Card:
        """Refuse a card that is none, or that the seat cannot hold; return it."""
        if card.__class__ is not Card:
            self._refuse(event, f"{card!r} is not a Card")
        if event.seat == self.viewer:
            if card not in self.hand:
                self._refuse(event, f"the hand of seat {event.seat} holds no {card}")
        elif not self._unseen >> (8 * card) & 255:
            self._refuse(event, f"nobody else can hold a {card}: all of them are in the open or in the viewer's hand")
        return card

    def _require_legal(self, event: Any, allowed: bool, move: Callable[[], Move]) -> None:
        """Refuse a move that the rules forbid, with the reason."""
        if not allowed:
            reason = explain(self._to_play(event.seat, [event.card]), move())
            raise EventError(event, f"the rules forbid it: {reason}", reason)

    # -- what follows --------------------------------------------------------------------------------------------

    def _next_turn(self) -> None:
        seat = self.turn + 1
        self._turn(seat if seat < self.rules.players else 0, False)

    def _turn(self, seat: int, extra: bool) -> None:
        """Let the turn of a seat be due, or of the next that can act; where the deal ends instead, its end."""
        if self.rules.turn_cap and self.turns >= self.rules.turn_cap:
            self._due = (DealOver, Ending.CAPPED, None)
        elif self.draw_pile_size:
            self._due = (TurnBegan, seat, extra)
        elif self.rules.empty_draw_pile == "stop":
            self._due = (DealOver, Ending.EXHAUSTED, None)
        elif self.rules.empty_draw_pile == "reshuffle" and self.discards:
            self._due = (TurnBegan, seat, extra)
        elif not any(self.hand_sizes):
            self._due = (DealOver, Ending.EXHAUSTED, None)
        else:
            self._due = (TurnBegan, seat, extra) if self.hand_sizes[seat] else (Skipped, seat)

    def _owe(self, seat: int, cards: int, then: str) -> None:
        """Let cards be due to a seat, as many as can be had, and after them what follows."""
        if cards and self.draw_pile_size:
            why = FOR_TURN if then == PLAY else FOR_EXCHANGE if self.given else FOR_REFILL
            self._due, self._then = (Drew, seat, why), (cards, then)
        elif cards and self.discards and self.rules.empty_draw_pile == "reshuffle":
            self._due, self._then = (ShuffleNeeded, seat, cards, then == EXTRA_TURN), (then,)
        elif then == PLAY:
            self._due = (MoveRequested, seat, ON_PLAY)
        elif then == EXTRA_TURN:
            self._turn(seat, True)
        else:
            self._next_turn()

    def _arrived(self, team: int) -> bool:
        return completed(self.rules, self.tables[team], self.target)

    # -- cards that move -----------------------------------------------------------------------------------------

    def _lose(self, seat: int, card: Card) -> None:
        """Take a card out of a hand and into the open."""
        self._resize(seat, -1)
        if seat == self.viewer:
            at = self.hand.index(card)
            self.hand = self.hand[:at] + self.hand[at + 1 :]
        else:
            self._unseen -= 1 << (8 * card)

    def _resize(self, seat: int, change: int) -> None:
        sizes = list(self.hand_sizes)
        sizes[seat] += change
        self.hand_sizes = tuple(sizes)

    def _lay(self, team: int, card: Card) -> None:
        laid = self.tables[team]
        battle, speed, distances, safeties, due = laid.battle, laid.speed, laid.distances, laid.safeties, laid.roll_due
        family = card.family
        if family is DISTANCE:
            distances += (card,)
        elif family is SAFETY:
            safeties += (card,)
        elif card is SPEED_LIMIT:
            speed += (card,)
        elif card is END_OF_LIMIT:
            speed += (card,)
            due = due or (self.rules.roll_after_end_of_limit and Card.RIGHT_OF_WAY not in safeties)
        else:
            battle += (card,)
            due = due and card is not ROLL
        self._set_table(team, Piles(battle, speed, distances, safeties, laid.coups, due))

    def _set_table(self, team: int, laid: Piles) -> None:
        self.tables = (*self.tables[:team], laid, *self.tables[team + 1 :])


_NAMES = tuple(field.name for field in fields(ViewState))
_all_of = attrgetter(*_NAMES)

_AWAITED: dict[object, str] = {
    "beginning": "no deal has begun",
    "nothing": "the deal has ended",
    "lost": "something happened that only a later release of Bornes knows",
    TurnBegan: "the turn of seat {0} is to begin",
    Skipped: "seat {0} has no card and is skipped",
    TurnLost: "seat {0} loses its turn",
    MoveRequested: "seat {0} is to be asked for its decision, in the phase {1}",
    Drew: "seat {0} is to draw a card",
    ShuffleNeeded: "the draw pile is empty, and the discards must be shuffled for seat {0}",
    Reshuffled: "the {0} discards are to be shuffled",
    WindowClosed: "the hazard has been answered, and its window closes",
}
