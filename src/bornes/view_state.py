"""What one viewer has seen of a deal: the fold of its events, each of which must be able to follow.

Which events there are and in which order they come is written down in ``docs/referee.md``; here is the same as code.
Most of the time only one thing can happen next, whatever the hands are: a turn begins, a card is drawn, a window
closes.  It is kept as what is *due*.  Where somebody decides, the rules say which moves there are, and the cards that
nobody has seen yet say who may hold what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, NoReturn, Self

from .cards import Card, Family, sorted_deck
from .engine.checks import index
from .engine.codes import COUP, DISCARD, DRAW, PASS, TAKE, DrawCause, Ending, Phase
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
    EventError,
    Extended,
    Finished,
    Gave,
    Laid,
    Passed,
    Remedied,
    Reshuffled,
    SetUp,
    ShuffleNeeded,
    Skipped,
    ToDecide,
    Took,
    TurnBegan,
    TurnLost,
    Viewer,
    WindowClosed,
    WindowOpened,
    scores,
)
from .explain import explain
from .legality import Legality, legality
from .moves import TEAM_LETTERS, Move
from .position import Position, PositionError
from .rules import LONG_TRIP, Rules
from .table_text import decision_text
from .team_piles import Piles, Window, completed, just_laid
from .worlds import Memory

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
    _memory: Memory = field(init=False, compare=False)
    _legality: Legality = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise TypeError(f"rules must be Rules, such as edition('dujardin').rules(4), not {self.rules!r}")
        if self.viewer is not None:
            self.viewer = index("seat", self.viewer, self.rules.players)
        self.target = self.target or self.rules.target
        self._memory = Memory(self.rules, self.viewer)
        self._legality = legality(self.rules)

    @classmethod
    def fold(cls, rules: Rules, viewer: Viewer, events: Iterable[Event], totals_before: tuple[int, ...] = ()) -> Self:
        """Return what a viewer knows after these events, which may be its own part of them or the whole."""
        view = cls(rules, viewer, totals_before=totals_before)
        view.see(events)
        return view

    def see(self, events: Iterable[Event]) -> None:
        """Take in further events, each of which may be the viewer's own part or the whole.

        Where one of them cannot follow what was seen before it, EventError says why, and the view stays as it was
        before the call.
        """
        before = _values(self)
        seen: list[Event] = []
        try:
            for event in events:
                follow = _FOLLOW.get(event.__class__)
                if follow is None:
                    _refuse_kind(event)
                part = event.shown_to(self.viewer)
                if part is not None:
                    follow(self, part)
                    seen.append(part)
        except BaseException:
            self._become(before)
            raise
        self._memory = self._memory.up_to(self._seen)
        self._memory.events += seen
        self._seen += len(seen)

    def copy(self) -> Self:
        """Return a copy that later events do not change."""
        twin = object.__new__(type(self))
        twin._become(_values(self))
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    @property
    def events(self) -> list[Event]:
        """All that the viewer has seen, from the beginning."""
        return self._memory.events[: self._seen]

    @property
    def team(self) -> int | None:
        """The viewer's team."""
        return None if self.viewer is None else self.rules.team_of(self.viewer)

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
            self._due = (ToDecide, seat, ON_PLAY)
        elif then == EXTRA_TURN:
            self._turn(seat, True)
        else:
            self._next_turn()

    def _arrived(self, team: int) -> bool:
        return completed(self.rules, self.tables[team], self.target)

    # -- how a deal begins and ends ------------------------------------------------------------------------------

    def _dealt(self, event: Dealt) -> None:
        if self._due != BEGINNING:
            self._refuse(event)
        rules = self.rules
        if event.first not in range(rules.players) or len(event.hands) != rules.players:
            self._refuse(event, f"{rules.players} play, in seats 0 to {rules.players - 1}")
        left = sum(rules.deck) - rules.players * rules.hand_size
        if event.draw_pile != left:
            self._refuse(event, f"the draw pile has {left} cards once everybody has {rules.hand_size}")
        self.hand_sizes = (rules.hand_size,) * rules.players
        self.tables = (Piles(),) * rules.teams
        self.draw_pile_size = left
        self._take_up_hand(event, event.hands)
        self._turn(event.first, False)

    def _take_up_hand(self, event: Event, hands: tuple[tuple[Card, ...] | None, ...]) -> None:
        """Take up the own hand, and count what lies nowhere in the open; refuse more cards than there are."""
        hand = () if self.viewer is None else hands[self.viewer]
        size = 0 if self.viewer is None else self.hand_sizes[self.viewer]
        if hand is None or len(hand) != size or {card.__class__ for card in hand} - {Card}:
            self._refuse(event, f"the hand of seat {self.viewer} must be {size} cards")
        self.hand = tuple(sorted(hand))
        open_cards = bytes([*self.hand, *self.discards, *(card for laid in self.tables for card in laid.cards)])
        for card, there in zip(Card, self.rules.deck, strict=True):
            unseen = there - open_cards.count(card)
            if unseen < 0:
                self._refuse(event, f"the deck has only {there} of {card}, and here are {there - unseen}")
            self._unseen += unseen << (8 * card)

    def _set_up(self, event: SetUp) -> None:
        if self._due != BEGINNING:
            self._refuse(event)
        self._check_set_up(event)
        self.hand_sizes = event.hand_sizes
        self.tables, self.discards = event.tables, event.discards
        self.draw_pile_size = event.draw_pile
        self.turn, self.turns, self.extra = event.turn, event.turns, event.extra
        self.seat, self.phase = event.seat, event.phase
        if event.phase is ON_CHANCE:
            self.seat, self.drawer = None, event.seat
        self.taken, self.given, self.window = event.taken, event.given, event.window
        self.extended_by, self.owed, self.refill = event.extended_by, event.owed, event.refill
        if self.extended_by is not None:
            self.target = LONG_TRIP
        self._take_up_hand(event, event.hands)
        self._due = ANSWER_OF_SOME if event.phase is ON_REACT else MOVE
        if self.drawer is not None:
            then = NEXT_TURN if self.given or self.drawer != self.turn else PLAY
            then = EXTRA_TURN if self.refill else then
            self._due, self._then = (Reshuffled, len(self.discards)), (self.drawer, self.owed, then)

    def _check_set_up(self, event: SetUp) -> None:
        """Refuse a beginning that no deal can come to, whatever the hidden cards are."""
        try:
            _stand_in(self.rules, event).check(None if event.window is None else event.turn)
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            raise EventError(event, f"no deal comes to this: {error}") from None

    def _deal_over(self, event: DealOver) -> None:
        if self._due[:1] != (DealOver,):
            self._stop_early(event)
        self._require(event, (DealOver, event.ending, event.completer))
        _, ending, completer = self._due
        seat = 0 if self.viewer is None else self.viewer
        right = scores(self._with_hand(seat, self.hand).state_over(ending, completer))
        if event.scores != right:
            self._refuse(event, f"what lies on the tables is worth {right}")
        self.ending, self.completer, self.scores = ending, completer, right
        self.seat, self.phase = None, Phase.OVER
        self._due = NOTHING

    def _stop_early(self, event: DealOver) -> None:
        """Let the end be due where the next turn was, if house rules end a deal once nobody can play a card."""
        if self._due == MOVE:
            self._draw_if_chosen(event)
        if self._due[0] in (TurnBegan, Skipped) and self.rules.early_stop and not self.draw_pile_size:
            viewer = self.viewer
            if viewer is not None and self._to_play(viewer, self.hand).plays(viewer):
                self._refuse(event, f"the deal goes on while a card can be played, and seat {viewer} can play one")
            self._due = (DealOver, Ending.EXHAUSTED, None)

    # -- turns ---------------------------------------------------------------------------------------------------

    def _turn_began(self, event: TurnBegan) -> None:
        if self._due != (TurnBegan, event.seat, event.extra):
            self._require(event, (TurnBegan, event.seat, event.extra))
        _, seat, extra = self._due
        self.turn, self.extra = seat, extra
        self.turns += 1
        self.taken, self.given = None, 0
        law = self._legality
        if law.asks_before_drawing and law.draws(self.hand_sizes[seat], bool(self.discards), extra) != 1 << DRAW:
            self._due = (ToDecide, seat, ON_DRAW)
        else:
            self._owe(seat, 1, PLAY)

    def _skipped(self, event: Skipped) -> None:
        self._require(event, (Skipped, event.seat))
        seat = (self._due[1] + 1) % self.rules.players
        self._due = (TurnBegan, seat, False) if self.hand_sizes[seat] else (Skipped, seat)

    def _turn_lost(self, event: TurnLost) -> None:
        self._require(event, (TurnLost, event.seat))
        self._lose_turns((self._due[1] + 1) % self.rules.players, *self._then)

    def _lose_turns(self, seat: int, caller: int) -> None:
        """Let those from a seat up to the caller of a coup fourré lose their turns, and then the caller refill."""
        if seat == caller:
            self._owe(caller, 1, EXTRA_TURN)
        else:
            self._due, self._then = (TurnLost, seat), (caller,)

    def _to_decide(self, event: ToDecide) -> None:
        if self._due != (ToDecide, event.seat, event.phase):
            self._require(event, (ToDecide, event.seat, event.phase))
        _, self.seat, self.phase = self._due
        self._due = MOVE

    # -- drawing -------------------------------------------------------------------------------------------------

    def _drew(self, event: Drew) -> None:
        if self._due != (Drew, event.seat, event.why):
            self._require(event, (Drew, event.seat, event.why))
        seat: int = self._due[1]
        cards, then = self._then
        if seat == self.viewer:
            card = event.card
            if card.__class__ is not Card or card is None:
                self._refuse(event, f"seat {seat} sees its own card, which must be a Card")
            if not self._unseen >> (8 * card) & 255:
                self._refuse(event, f"no {card} can be in the draw pile: all of them have been seen")
            self._unseen -= 1 << (8 * card)
            self.hand = tuple(sorted((*self.hand, card)))
        self.draw_pile_size -= 1
        self._resize(seat, +1)
        if self.owed:
            self.owed -= 1
        self._owe(seat, cards - 1, then)

    def _shuffle_needed(self, event: ShuffleNeeded) -> None:
        self._require(event, (ShuffleNeeded, event.seat, event.owed, event.refill))
        _, self.drawer, self.owed, self.refill = self._due
        self.seat, self.phase = None, ON_CHANCE
        self._due, self._then = (Reshuffled, len(self.discards)), (self.drawer, self.owed, *self._then)

    def _reshuffled(self, event: Reshuffled) -> None:
        self._require(event, (Reshuffled, event.cards))
        cards: int = self._due[1]
        for card in self.discards:
            self._unseen += 1 << (8 * card)
        self.draw_pile_size, self.discards = cards, ()
        self.drawer, self.refill = None, False
        self._owe(*self._then)

    def _took(self, event: Took) -> None:
        seat = self._require_draw_move(event, TAKE)
        if event.card.__class__ is not Card or event.card != self.discards[-1]:
            self._refuse(event, f"the top discard is {self.discards[-1]}")
        card = self.discards[-1]
        self.discards = self.discards[:-1]
        self.taken = card
        self._resize(seat, +1)
        if seat == self.viewer:
            self.hand = tuple(sorted((*self.hand, card)))
        else:
            self._unseen += 1 << (8 * card)
        self._due = (ToDecide, seat, ON_PLAY)

    def _gave(self, event: Gave) -> None:
        if self.phase is ON_EXCHANGE:
            seat = self._require_move(event, ON_EXCHANGE)
        else:
            seat = self._require_draw_move(event, DISCARD)
        card = self._require_card(event, event.card)
        self.given += 1
        self._lose(seat, card)
        self.discards += (card,)
        if self.hand_sizes[seat]:
            self._due = (ToDecide, seat, ON_EXCHANGE)
        else:
            self._owe(seat, self.given, NEXT_TURN)

    def _passed(self, event: Passed) -> None:
        self._require_draw_move(event, PASS)
        self._next_turn()

    def _require_draw_move(self, event: Any, move: int) -> int:
        """Refuse what a seat does before it draws unless it is asked and the rules allow it; return the seat."""
        seat = self._require_move(event, ON_DRAW)
        if not self._legality.draws(self.hand_sizes[seat], bool(self.discards), self.extra) >> move & 1:
            self._refuse(event, "the rules do not allow it before this draw")
        return seat

    # -- plays ---------------------------------------------------------------------------------------------------

    def _laid(self, event: Laid) -> None:
        seat = self._require_move(event, ON_PLAY)
        card = self._require_card(event, event.card)
        team = self.rules.team_of(seat)
        plays, _ = self._legality.plays(self.tables[team], self.target)
        self._require_legal(event, plays >> card & 1 == 1, lambda: Move.lay(card))
        self._lose(seat, card)
        self._lay(team, card)
        family = card.family
        if family is DISTANCE and self._arrived(team):
            self._complete(seat, team)
        elif family is not SAFETY:
            self._next_turn()
        elif self.rules.end_measure != "miles" and self._arrived(team):
            self._due = (DealOver, Ending.COMPLETED, team)
        elif self.draw_pile_size or self.rules.extra_turn_after_exhaustion:
            self._turn(seat, True)
        else:
            self._next_turn()

    def _complete(self, seat: int, team: int) -> None:
        """Let the end be due, or the question whether to go on."""
        cards_remain = self.draw_pile_size or any(self.hand_sizes)
        if self.rules.extension and self.extended_by is None and cards_remain:
            self._due = (ToDecide, seat, ON_EXTEND)
        else:
            self._due = (DealOver, Ending.COMPLETED, team)

    def _discarded(self, event: Discarded) -> None:
        seat = self._require_move(event, ON_PLAY)
        card = self._require_card(event, event.card)
        if seat == self.viewer and not self._legality.any_discard:
            reason = explain(self._with_hand(seat, self.hand).state(), Move.discard(card))
            if reason is not None:
                raise EventError(event, f"the rules forbid it: {reason}", reason)
        self._lose(seat, card)
        self.discards += (card,)
        self._next_turn()

    def _extended(self, event: Extended) -> None:
        seat = self._require_move(event, ON_EXTEND)
        self.extended_by, self.target = self.rules.team_of(seat), LONG_TRIP
        self._next_turn()

    def _finished(self, event: Finished) -> None:
        seat = self._require_move(event, ON_EXTEND)
        self._due = (DealOver, Ending.COMPLETED, self.rules.team_of(seat))

    # -- hazards and their answers -------------------------------------------------------------------------------

    def _attacked(self, event: Attacked) -> None:
        seat = self._require_move(event, ON_PLAY)
        card = self._require_card(event, event.card)
        team = event.team
        if team.__class__ is not int or not 0 <= team < self.rules.teams or card.family is not HAZARD:
            self._refuse(event, f"a hazard is laid on one of {self.rules.teams} teams")
        _, hazards = self._legality.plays(self.tables[team], self.target)
        allowed = team != self.rules.team_of(seat) and hazards >> card & 1 == 1
        self._require_legal(event, allowed, lambda: Move.attack(card, team))
        self._lose(seat, card)
        self._lay(team, card)
        self._due = (WindowOpened, seat, team, card)

    def _window_opened(self, event: WindowOpened) -> None:
        self._require(event, (WindowOpened, event.attacker, event.team, event.hazard))
        self.window = Window(*self._due[1:])
        self.phase, self.seat, self.declined = ON_REACT, None, False
        self._due = ANSWER

    def _asked(self, event: Asked) -> None:
        if self._due[0] != "answer" or self.seat is not None or self.declined:
            self._refuse(event)
        if not self._own_answers():
            self._refuse(event, f"seat {event.seat} holds no answer to {self.window}")
        self.seat = self.viewer

    def _declined(self, event: Declined) -> None:
        if self._due[0] != "answer" or self.seat is None:
            self._refuse(event)
        self.seat, self.declined = None, True

    def _coup_fourre(self, event: CoupFourre) -> None:
        window = self._require_answer(event)
        safety = window.hazard.safety
        team = self.rules.team_of(event.seat)
        right = (safety, window.hazard, team == window.target)
        if (event.safety, event.hazard, event.discarded) != right:
            self._refuse(event, f"{safety} answers {window}")
        self._require_card(event, safety)
        if not self._legality.answers(event.seat, window, (safety,)) >> COUP & 1:
            self._refuse(event, f"the rules let seat {event.seat} call no coup fourré here")
        self._lose(event.seat, safety)
        laid = self.tables[team]
        battle, speed = laid.battle, laid.speed
        if team == window.target:
            self.discards += (window.hazard,)
            if window.hazard is SPEED_LIMIT:
                speed = speed[:-1]
            else:
                battle = battle[:-1]
        laid = Piles(battle, speed, laid.distances, (*laid.safeties, safety), (*laid.coups, safety), laid.roll_due)
        self._set_table(team, laid)
        self._due, self._then = (WindowClosed,), (CoupFourre, event.seat)

    def _remedied(self, event: Remedied) -> None:
        window = self._require_answer(event)
        card = self._require_card(event, event.card)
        if not self._legality.answers(event.seat, window, (card,)) >> card & 1:
            self._refuse(event, f"the rules let {card} be no answer to {window}")
        self._lose(event.seat, card)
        self._lay(self.rules.team_of(event.seat), card)
        self._due, self._then = (WindowClosed,), (Remedied, event.seat)

    def _window_closed(self, event: WindowClosed) -> None:
        if self._due[0] == "answer":
            self._require_all_asked(event, self.rules.players)
            self._due, self._then = (WindowClosed,), (None, None)
        self._require(event, (WindowClosed,))
        self.window, self.declined = None, False
        answer, seat = self._then
        if answer is None:
            self._next_turn()
        elif answer is Remedied:
            self._owe(seat, 1, NEXT_TURN)
        elif self.rules.end_measure != "miles" and self._arrived(self.rules.team_of(seat)):
            self._due = (DealOver, Ending.COMPLETED, self.rules.team_of(seat))
        else:
            self._lose_turns((self.turn + 1) % self.rules.players, seat)

    def _require_answer(self, event: Any) -> Window:
        """Refuse an answer to a hazard unless one is awaited, of this seat; return the window."""
        if self._due[0] != "answer" or self.window is None or event.seat not in range(self.rules.players):
            self._refuse(event)
        if event.seat == self.viewer:
            if self.seat is None:
                self._refuse(event, f"seat {event.seat} has not been asked")
        else:
            self._require_all_asked(event, (event.seat - self.turn) % self.rules.players)
        return self.window

    def _require_all_asked(self, event: Event, before: int) -> None:
        """Refuse what comes after all answers of so many seats from the attacker on if the viewer's was left out."""
        if self.viewer is None or self.declined:
            return
        if self.seat is not None:
            self._refuse(event)
        if self._due == ANSWER and (self.viewer - self.turn) % self.rules.players < before and self._own_answers():
            self._refuse(event, f"seat {self.viewer} can answer {self.window} and has not been asked")

    def _own_answers(self) -> int:
        assert self.window is not None
        assert self.viewer is not None
        hazard = self.window.hazard
        held = tuple(card for card in (hazard.remedy, hazard.safety) if card in self.hand)
        return self._legality.answers(self.viewer, self.window, held) if held else 0

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


def _stand_in(rules: Rules, event: SetUp) -> Position:
    """Return the position that an event sets up, the cards that it does not show lying anywhere."""
    hidden = list(sorted_deck(rules.deck))
    open_hands = [hand for hand in event.hands if hand is not None]
    for pile in (event.discards, *(laid.cards for laid in event.tables), *open_hands):
        for card in pile:
            if card not in hidden:
                raise PositionError(f"there are more {card} than the deck has")
            hidden.remove(card)
    gone = just_laid(event.phase, event.window, event.tables[rules.team_of(event.turn)])
    kept: list[Card] = []
    if event.taken in hidden and event.taken not in gone and event.hands[event.turn] is None:
        hidden.remove(event.taken)
        kept = [event.taken]
    hands: list[tuple[Card, ...]] = []
    for seat, (hand, size) in enumerate(zip(event.hands, event.hand_sizes, strict=True)):
        if hand is None:
            if seat == event.turn:
                hidden = kept + hidden
            hand, hidden = tuple(hidden[:size]), hidden[size:]
        if len(hand) != size:
            raise PositionError(f"seat {seat} must hold {size} cards, not {len(hand)}")
        hands.append(hand)
    if len(hidden) != event.draw_pile:
        raise PositionError(f"the draw pile must have {len(hidden)} cards, not {event.draw_pile}")
    return Position(
        rules=rules,
        hands=tuple(hands),
        tables=event.tables,
        draw_pile=tuple(hidden),
        discards=event.discards,
        seat=event.turn if event.phase is ON_REACT and event.seat is None else event.seat,  # type: ignore[arg-type]
        phase=event.phase,
        turn=event.turn,
        turns=event.turns,
        extra=event.extra,
        taken=event.taken,
        given=event.given,
        window=event.window,
        extended_by=event.extended_by,
        owed=event.owed,
        refill=event.refill,
    )


def _refuse_kind(event: object) -> NoReturn:
    """Refuse what is no event, or none that views know."""
    if isinstance(event, Event):
        raise EventError(event, "views know no events of this kind")
    raise TypeError(f"a view takes in events, not {type(event).__name__}: {event!r}")


_NAMES = tuple(field.name for field in fields(ViewState))
_values = attrgetter(*_NAMES)

_AWAITED: dict[object, str] = {
    "beginning": "no deal has begun",
    "nothing": "the deal has ended",
    TurnBegan: "the turn of seat {0} is to begin",
    Skipped: "seat {0} has no card and is skipped",
    TurnLost: "seat {0} loses its turn",
    ToDecide: "seat {0} is to be asked for its decision, in the phase {1}",
    Drew: "seat {0} is to draw a card",
    ShuffleNeeded: "the draw pile is empty, and the discards must be shuffled for seat {0}",
    Reshuffled: "the {0} discards are to be shuffled",
    WindowClosed: "the hazard has been answered, and its window closes",
}
_FOLLOW: dict[type[Event], Callable[[Any, Any], None]] = {
    Dealt: ViewState._dealt,
    SetUp: ViewState._set_up,
    TurnBegan: ViewState._turn_began,
    ToDecide: ViewState._to_decide,
    Drew: ViewState._drew,
    Took: ViewState._took,
    Gave: ViewState._gave,
    Passed: ViewState._passed,
    Laid: ViewState._laid,
    Attacked: ViewState._attacked,
    WindowOpened: ViewState._window_opened,
    Asked: ViewState._asked,
    Declined: ViewState._declined,
    CoupFourre: ViewState._coup_fourre,
    Remedied: ViewState._remedied,
    WindowClosed: ViewState._window_closed,
    Discarded: ViewState._discarded,
    TurnLost: ViewState._turn_lost,
    Skipped: ViewState._skipped,
    Extended: ViewState._extended,
    Finished: ViewState._finished,
    ShuffleNeeded: ViewState._shuffle_needed,
    Reshuffled: ViewState._reshuffled,
    DealOver: ViewState._deal_over,
}
