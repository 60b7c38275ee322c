"""What one seat, or a spectator, may know: the fold of the events that it may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from .cards import Card, Family
from .engine.codes import Ending, Phase
from .engine.sampler import Sampler
from .engine.state import State
from .events import (
    Asked,
    Attacked,
    CoupFourre,
    DealOver,
    Dealt,
    Declined,
    Discarded,
    Drew,
    Event,
    Extended,
    Gave,
    Laid,
    Remedied,
    Reshuffled,
    SetUp,
    ShuffleNeeded,
    ToDecide,
    Took,
    TurnBegan,
    Viewer,
    WindowClosed,
    WindowOpened,
)
from .explain import Reason, explain
from .moves import LegalMoves, Move, parse
from .position import Piles, Position, Window
from .rules import LONG_TRIP, Rules
from .worlds import Memory

if TYPE_CHECKING:
    from .deal import Deal


@dataclass(slots=True)
class View:
    """What the viewer may know.  Hidden cards are not in here, so nothing here can give them away."""

    rules: Rules
    viewer: Viewer
    hand: tuple[Card, ...] = ()
    """The own hand in order of kind; empty for a spectator."""
    hand_sizes: tuple[int, ...] = ()
    tables: tuple[Piles, ...] = ()
    draw_pile_size: int = 0
    discards: tuple[Card, ...] = ()
    turn: int = 0
    """Whose turn it is."""
    turns: int = 0
    extra: bool = False
    seat: int | None = None
    """Who decides; None while a window is open, except for the seat that is asked."""
    phase: Phase = Phase.PLAY
    """The kind of decision; react stands for an open window, whoever is asked or not."""
    taken: Card | None = None
    given: int = 0
    window: Window | None = None
    declined: bool = False
    """The viewer has let the present window pass."""
    target: int = 0
    extended_by: int | None = None
    drawer: int | None = None
    """Who waits for a shuffle to draw the cards it is owed."""
    owed: int = 0
    refill: bool = False
    ending: Ending | None = None
    completer: int | None = None
    scores: tuple[int, ...] = ()
    """The teams' scores, once the deal is over."""
    totals_before: tuple[int, ...] = ()
    """The teams' points before this deal; empty where the deal is not part of a game."""
    _seen: int = field(default=0, repr=False)
    _memory: Memory = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._memory = Memory(self.rules, self.viewer)

    @classmethod
    def fold(cls, rules: Rules, viewer: Viewer, events: Iterable[Event], totals_before: tuple[int, ...] = ()) -> View:
        """The view after these events, which may be the viewer's own part or the whole of them."""
        view = cls(rules, viewer, target=rules.target, totals_before=totals_before)
        view.see(events)
        return view

    def see(self, events: Iterable[Event]) -> None:
        """Take in further events."""
        for event in events:
            seen = event.seen_by(self.viewer)
            if seen is not None:
                self._memory = self._memory.up_to(self._seen)
                self._memory.events.append(seen)
                self._seen += 1
                self._see(seen)

    def copy(self) -> View:
        """A view that later events do not change."""
        return copy(self)

    def detached(self) -> View:
        """A copy that shares nothing that can be changed, not even what was worked out about hidden cards."""
        twin = self.copy()
        twin._memory = self._memory.detached(self._seen)
        return twin

    @property
    def events(self) -> list[Event]:
        """All that the viewer has seen, from the beginning."""
        return self._memory.events[: self._seen]

    # -- what follows from it ------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.ending is not None

    @property
    def team(self) -> int | None:
        """The viewer's team."""
        return None if self.viewer is None else self.rules.team_of(self.viewer)

    @property
    def to_decide(self) -> bool:
        """Whether the viewer is asked for a move."""
        return self.viewer is not None and self.seat == self.viewer and not self.over

    @property
    def legal_moves(self) -> LegalMoves:
        """The viewer's legal moves; none while somebody else decides."""
        opponents = [team for team in range(self.rules.teams) if team != self.team]
        mask = self._own_state().legal() if self.to_decide else 0
        return LegalMoves(mask, self.phase, opponents)

    def why_not(self, move: str | int) -> Reason | None:
        """Why the viewer cannot make a move now, or None if it can; asked only while it is to decide."""
        if not self.to_decide:
            raise ValueError("there is nothing to decide for this seat now")
        opponents = [team for team in range(self.rules.teams) if team != self.team]
        meant = parse(move, self.phase, opponents) if isinstance(move, str) else Move(move)
        return explain(self._own_state(), meant)

    def sample(self, rng: Random) -> Deal:
        """A full deal consistent with all that the viewer has seen, every placement of the unseen cards alike."""
        from .deal import Deal  # a deal is made of views, so only here, when both exist

        return Deal.from_position(self.world(rng), ask_after=self.ask_after, totals_before=self.totals_before)

    def world(self, rng: Random) -> Position:
        """The same as a bare position: in an open window that of the attacker's turn, nobody being asked yet."""
        if self.over:
            raise ValueError("the deal is over: there is nothing left to sample")
        placed = self.sampler().world(rng.getrandbits(64), 0)
        hands = [[Card(card) for card in placed.hand_of(seat)] for seat in range(self.rules.players)]
        return self._position(hands, [Card(card) for card in placed.draw_pile()])

    def stand_in(self) -> State:
        """A state that looks like this to the viewer, the unseen cards lying anywhere.

        It shows what a policy does that does not look at hidden cards; for what they may be, see ``sampler``.
        """
        seen = Counter(self.hand) + Counter(self.discards)
        for laid in self.tables:
            seen.update(laid.cards)
        unseen = [card for card in Card for _ in range(self.rules.deck[card] - seen[card])]
        hands: list[list[Card]] = []
        for seat, size in enumerate(self.hand_sizes):
            own = seat == self.viewer
            hands.append(list(self.hand) if own else unseen[:size])
            unseen = unseen if own else unseen[size:]
        return self._position(hands, unseen).state()

    def sampler(self) -> Sampler:
        """Worlds by the thousand for who is to decide, as bare states: see ``engine.sampler``."""
        knowledge = self._memory.knowledge(self._seen)
        hands = [list(known.elements()) for known in knowledge.known]
        if self.viewer is not None:
            hands[self.viewer] = list(self.hand)
        return Sampler(self._position(hands, []).state(), knowledge.rows())

    @property
    def ask_after(self) -> int | None:
        """In an open window, after which seat to ask on; None where the viewer itself is asked, or no window is."""
        if self.window is None or self.to_decide:
            return None
        return self.viewer if self.declined else self.window.attacker

    def _position(self, hands: list[list[Card]], pile: list[Card]) -> Position:
        return Position(
            rules=self.rules,
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            tables=self.tables,
            draw_pile=tuple(pile),
            discards=self.discards,
            seat=next(seat for seat in (self.seat, self.drawer, self.turn) if seat is not None),
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

    def _own_state(self) -> State:
        """The engine's deal as far as the viewer's own moves depend on it."""
        hands: list[list[Card]] = [[] for _ in range(self.rules.players)]
        assert self.viewer is not None
        hands[self.viewer] = list(self.hand)
        unseen = [Card.D25] * self.draw_pile_size  # only their number matters to what is legal
        return self._position(hands, unseen).state()

    # -- the fold ------------------------------------------------------------------------------------------------

    def _see(self, event: Event) -> None:
        match event:
            case Dealt() | SetUp():
                self._see_start(event)
            case TurnBegan():
                self.turn, self.extra = event.seat, event.extra
                self.turns += 1
                self.taken, self.given = None, 0
            case ToDecide():
                self.seat, self.phase = event.seat, event.phase
            case Asked():
                self.seat = event.seat
            case Declined():
                self.seat, self.declined = None, True
            case WindowOpened():
                self.window = Window(event.attacker, event.team, event.hazard)
                self.phase, self.seat, self.declined = Phase.REACT, None, False
            case WindowClosed():
                self.window, self.declined = None, False
            case ShuffleNeeded():
                self.seat, self.phase = None, Phase.CHANCE
                self.drawer, self.owed, self.refill = event.seat, event.owed, event.refill
            case Extended():
                self.extended_by, self.target = self.rules.team_of(event.seat), LONG_TRIP
            case DealOver():
                self.ending, self.completer, self.scores = event.ending, event.completer, event.scores
                self.seat, self.phase = None, Phase.OVER
            case _:
                self._see_cards(event)

    def _see_start(self, event: Dealt | SetUp) -> None:
        hand = None if self.viewer is None else event.hands[self.viewer]
        self.hand = hand or ()
        self.draw_pile_size = event.draw_pile
        if isinstance(event, Dealt):
            self.hand_sizes = (self.rules.hand_size,) * self.rules.players
            self.tables = tuple(Piles() for _ in range(self.rules.teams))
            return
        self.hand_sizes = event.hand_sizes
        self.tables, self.discards = event.tables, event.discards
        self.turn, self.turns, self.extra = event.turn, event.turns, event.extra
        self.seat, self.phase = event.seat, event.phase
        if event.phase is Phase.CHANCE:
            self.seat, self.drawer = None, event.seat
        self.taken, self.given, self.window = event.taken, event.given, event.window
        self.extended_by, self.owed, self.refill = event.extended_by, event.owed, event.refill
        if self.extended_by is not None:
            self.target = LONG_TRIP

    def _see_cards(self, event: Event) -> None:
        match event:
            case Drew():
                self.draw_pile_size -= 1
                self._gain(event.seat, event.card)
                self.owed = max(0, self.owed - 1)
            case Took():
                self.discards = self.discards[:-1]
                self.taken = event.card
                self._gain(event.seat, event.card)
            case Gave():
                self.given += 1
                self._lose(event.seat, event.card)
                self.discards += (event.card,)
            case Discarded():
                self._lose(event.seat, event.card)
                self.discards += (event.card,)
            case Laid() | Remedied():
                self._lose(event.seat, event.card)
                self._lay(self.rules.team_of(event.seat), event.card)
            case Attacked():
                self._lose(event.seat, event.card)
                self._lay(event.team, event.card)
            case CoupFourre():
                self._see_coup(event)
            case Reshuffled():
                self.draw_pile_size, self.discards = event.cards, ()
                self.drawer, self.refill = None, False

    def _see_coup(self, event: CoupFourre) -> None:
        team = self.rules.team_of(event.seat)
        self._lose(event.seat, event.safety)
        self._lay(team, event.safety)
        laid = self.tables[team]
        self._set_table(team, replace(laid, coups=(*laid.coups, event.safety)))
        if event.discarded:
            laid = self.tables[team]
            if event.hazard is Card.SPEED_LIMIT:
                self._set_table(team, replace(laid, speed=laid.speed[:-1]))
            else:
                self._set_table(team, replace(laid, battle=laid.battle[:-1]))
            self.discards += (event.hazard,)

    def _gain(self, seat: int, card: Card | None) -> None:
        self._resize(seat, +1)
        if seat == self.viewer and card is not None:
            self.hand = tuple(sorted((*self.hand, card)))

    def _lose(self, seat: int, card: Card) -> None:
        self._resize(seat, -1)
        if seat == self.viewer:
            at = self.hand.index(card)
            self.hand = self.hand[:at] + self.hand[at + 1 :]

    def _resize(self, seat: int, change: int) -> None:
        sizes = list(self.hand_sizes)
        sizes[seat] += change
        self.hand_sizes = tuple(sizes)

    def _lay(self, team: int, card: Card) -> None:
        laid = self.tables[team]
        match card.family:
            case Family.DISTANCE:
                laid = replace(laid, distances=(*laid.distances, card))
            case Family.SAFETY:
                laid = replace(laid, safeties=(*laid.safeties, card))
            case _ if card in (Card.SPEED_LIMIT, Card.END_OF_LIMIT):
                due = card is Card.END_OF_LIMIT and self.rules.roll_after_end_of_limit
                owes = due and Card.RIGHT_OF_WAY not in laid.safeties
                laid = replace(laid, speed=(*laid.speed, card), roll_due=laid.roll_due or owes)
            case _:
                due = laid.roll_due and card is not Card.ROLL
                laid = replace(laid, battle=(*laid.battle, card), roll_due=due)
        self._set_table(team, laid)

    def _set_table(self, team: int, laid: Piles) -> None:
        self.tables = (*self.tables[:team], laid, *self.tables[team + 1 :])
