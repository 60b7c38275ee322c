"""A deal one can play, and what one seat or a spectator may know of it.

The two need each other: a deal shows views, and a view gives deals that fit what it knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from textwrap import shorten
from typing import Any, get_type_hints

from .cards import Card, sorted_deck
from .deck import Chance, DeckError, check_same, checked_deck, shuffled
from .editions import edition
from .engine.checks import index, whole
from .engine.codes import PASS, Ending, Phase
from .engine.sampler import Sampler
from .engine.scoring import ROWS, rows
from .engine.state import State
from .events import Attacked, Dealt, Event, Reshuffled, SetUp, Viewer, scores, tell
from .explain import OverTarget, Reason, explain, explain_answer, why_unplayable
from .fair import Seeds
from .following import Following
from .legality import Legality
from .moves import TEAM_LETTERS, IllegalMove, LegalMoves, Move, MoveError, card_moves, parse
from .plain_data import DataError, Fields
from .position import Piles, Position, cards, compile_rules
from .rules import Rules
from .scores import DealSheet
from .table_text import scores_text, table_name, table_text
from .view_state import DECISIONS, NOTHING, ON_DRAW, ON_EXCHANGE, ON_PLAY, ViewState

MoveLike = str | int | Move
"""Notation, a Move, or its code."""
STOPPED = 2
"""How many events an attack has brought about where the deal stops in its window: the attack, and the opening."""
PHASES = tuple(Phase)
"""By their numbers: to look one up in its enumeration takes longer than to ask the engine."""
NOBODY_DECIDES = (Phase.CHANCE, Phase.OVER, Phase.WINDOW)
"""While the deal waits for a shuffle or in a window, and once it is over."""
MOST_MOVES = 10**9
"""More than any deal has."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made, and what it brought about."""

    turn: int
    """In which turn of the deal, counted from 1."""
    seat: int
    phase: Phase
    """The kind of decision that it was."""
    move: Move
    events: tuple[Event, ...]
    """All that happened until somebody was to decide again, with every private part."""

    @property
    def notation(self) -> str:
        """The move as a record writes it."""
        return self.move.notation(self.phase)

    def __str__(self) -> str:
        return f"{self.turn}. {self.seat + 1}: {self.notation}"


class Deal:
    """A deal in progress.

    Made from a deck in a given order (``deck``) or from a seed.  Where discards are reshuffled, ``chance`` shuffles
    them; without it the deal stops in ``Phase.CHANCE`` until ``reshuffle`` is called.  ``totals_before`` are the points
    that the teams bring from earlier deals.  With ``lanes`` every seat draws from its own part of
    the deck, which is as random, and lets other players be compared on more of the same luck.

    With ``stops_in_windows`` the deal stops behind each hazard in ``Phase.WINDOW``, whoever holds what, until
    ``close_window`` is called; otherwise those who hold an answer are asked at once.
    """

    rules: Rules
    """The rules of the game."""
    deck: tuple[Card, ...] | None
    """All cards in the order in which they were dealt and drawn; None for a deal from a position."""
    first: int
    """Who took the first turn; in a deal from a position, whose turn it was there."""
    totals_before: tuple[int, ...]
    """The points that the teams brought from earlier deals; empty where the deal is not part of a game."""
    events: list[Event]
    """All that happened, with every private part: for the one who runs the game, nobody else."""
    reshuffles: list[tuple[Card, ...]]
    """Each order in which discards became the draw pile again."""
    stops_in_windows: bool
    """Whether the deal stops behind each hazard until ``close_window`` is called."""

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[Card] | str | None = None,
        *,
        seeds: Seeds | None = None,
        number: int = 1,
        first: int = 0,
        chance: Chance | None = None,
        totals_before: tuple[int, ...] = (),
        lanes: bool = False,
        stops_in_windows: bool = False,
    ) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, such as edition('dujardin').rules(4), not {type(rules).__name__}")
        if (deck is None) == (seeds is None):
            raise DeckError("a deal is made from a deck or from seeds: give one of them")
        if seeds is not None and chance is not None:
            raise DeckError("chance: the seeds shuffle the discards too; it belongs to a deal from a given deck")
        if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < rules.players:
            raise DeckError(f"first: there is no seat {first!r}; seats are 0 to {rules.players - 1}")
        if seeds is not None:
            deck, chance = shuffled(rules, seeds, number)
        self._begin(rules, State(compile_rules(rules)), chance, totals_before, stops_in_windows)
        self.deck = checked_deck(rules, () if deck is None else deck)
        self.first = first
        self._state.deal(self.deck, first, lanes)
        dealt = Dealt(first, self._hands_dealt(first), len(self.deck) - rules.hand_size * rules.players)
        self._start([dealt, *tell(self._state)])

    @classmethod
    def from_position(
        cls,
        position: Position,
        *,
        chance: Chance | None = None,
        ask_after: int | None = None,
        totals_before: tuple[int, ...] = (),
    ) -> Deal:
        """Return a deal set up at one moment; refuse an impossible position with the reason.

        ``ask_after`` lets an open window ask again, beginning after that seat.
        """
        if not isinstance(position, Position):
            raise TypeError(f"position must be a Position, not {type(position).__name__}")
        position.check(ask_after)
        deal = cls.__new__(cls)
        state = position.state()
        deal._begin(position.rules, state, chance, totals_before)
        deal.deck = None
        deal.first = position.turn_seat
        events: list[Event] = [SetUp.of(position, asked=ask_after is None)]
        if ask_after is not None:
            state.ask_after(ask_after)
            events += tell(state)
        deal._start(events)
        return deal

    def _begin(
        self,
        rules: Rules,
        state: State,
        chance: Chance | None,
        totals_before: tuple[int, ...],
        stops_in_windows: bool = False,
    ) -> None:
        if chance is not None and not callable(chance):
            raise TypeError(f"chance must be a function that shuffles discards, not {type(chance).__name__}")
        self.rules = rules
        self.totals_before = _checked_totals(rules, totals_before)
        self.events = []
        self._moves: list[PlayedMove] = []
        self.reshuffles = []
        self._state = state
        self._state.keeps_journal = True
        self.stops_in_windows = self._state.stops_in_windows = bool(stops_in_windows)
        self._settled = False
        self._chance = chance
        self._views: dict[Viewer, tuple[View, int]] = {}

    def _start(self, events: list[Event]) -> None:
        """Note how the deal began, for those who look back, and shuffle where that is due at once."""
        self._beginning = self._state.clone()
        self.events += events
        self._go_on()

    # -- whose decision, and which ---------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Who decides; None when nobody does."""
        return None if self._state.phase in NOBODY_DECIDES else self._state.seat

    @property
    def phase(self) -> Phase:
        """The kind of decision."""
        return PHASES[self._state.phase]

    @property
    def turn(self) -> int:
        """Whose turn it is; while a hazard can be answered that is still the attacker's."""
        return self._state.turn_seat

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._state.turns

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.phase is Phase.OVER

    @property
    def ending(self) -> Ending | None:
        """How it ended."""
        return Ending(self._state.ending) if self.over else None

    @property
    def completer(self) -> int | None:
        """The team that completed the trip."""
        return self._state.completer if self.ending is Ending.COMPLETED else None

    @property
    def state(self) -> State:
        """A copy of the engine's deal, for playouts and measurements."""
        return self._state.clone()

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that may be made now."""
        return LegalMoves(self._state.legal(), self.phase, self._opponents())

    # -- moves -----------------------------------------------------------------------------------------------

    def play(self, move: MoveLike) -> tuple[Event, ...]:
        """Make a move and return what happened; an illegal move raises and changes nothing."""
        move = self.parse(move)
        reason = explain(self._state, move)
        if reason is not None:
            raise IllegalMove(move, reason)
        return self._make(move)

    def why_not(self, move: MoveLike) -> Reason | None:
        """Return why a move is not legal now, or None if it is."""
        return explain(self._state, self.parse(move))

    def why_unplayable(self) -> dict[Card, tuple[Reason, ...]]:
        """Return each card of who decides that cannot be played now, with the reasons; discarding does not count.

        The reasons are those for all that choosing the card could mean, to lay it or to attack each opponent, every
        reason once.  Where nobody decides there is none.
        """
        return {} if self.seat is None else why_unplayable(self._state)

    def overshoot(self, card: Card | str) -> tuple[Event, ...]:
        """Submit a distance card that passes the target, as some rulebooks let happen: it becomes the discard.

        Where the rulebook refuses such a card, or another rule forbids it too, this raises and changes nothing.
        """
        card = Card.parse(card) if isinstance(card, str) else Card(card)
        move = Move.lay(card)
        reason = explain(self._state, move)
        if reason is None:
            raise MoveError(f"{move} does not pass the target; play it")
        if not isinstance(reason, OverTarget) or self.rules.overshoot != "discard":
            raise IllegalMove(move, reason)
        return self.play(Move.discard(card))

    def parse(self, move: MoveLike) -> Move:
        """Return the move that a text or a number means here."""
        if isinstance(move, str):
            return parse(move, self.phase, self._opponents())
        return Move(move)

    def reshuffle(self, order: Sequence[Card] | str) -> tuple[Event, ...]:
        """Give the order in which the discards become the draw pile, where the deal waits for it."""
        if self.phase is not Phase.CHANCE:
            raise DeckError("no shuffle is due")
        before = len(self.events)
        self._reshuffle(order)
        self._go_on()
        return tuple(self.events[before:])

    # -- an open window --------------------------------------------------------------------------------------

    @property
    def answerers(self) -> tuple[int, ...]:
        """The seats that could answer the hazard in the open window, in asking order, as far as a spectator can tell.

        The rules let them, they hold cards, and not all cards that answer the hazard lie open.
        """
        return _answerers(self._state)

    def answers(self, seat: int) -> LegalMoves:
        """Return how a seat could still answer the hazard in the open window with the cards it holds, or pass.

        Empty where no window is open, where the rules do not let the seat answer, and once those after it are asked.
        """
        return LegalMoves(self._state.answers(seat), Phase.REACT)

    def why_no_answer(self, seat: int, answer: MoveLike) -> Reason | None:
        """Return why a seat cannot answer the hazard in the open window so, or None if it can."""
        move = parse(answer, Phase.REACT) if isinstance(answer, str) else Move(answer)
        return explain_answer(self._state, index("seat", seat, self.rules.players), move)

    def close_window(self, seat: int | None = None, answer: MoveLike | None = None) -> tuple[Event, ...]:
        """Go on from an open window and return what happened.

        Those who hold an answer are asked in their order and pass, except that ``seat`` gives its ``answer`` once it is
        asked.  An answer that this seat cannot give raises and changes nothing.
        """
        if (seat is None) != (answer is None):
            raise TypeError("seat and answer belong together: give both, or neither to let everybody pass")
        if self.phase not in (Phase.WINDOW, Phase.REACT):
            raise MoveError("no window is open: no hazard is waiting for an answer")
        given = None
        if seat is not None and answer is not None:
            seat, given = self._checked_answer(seat, answer)
        before = len(self.events)
        if self.phase is Phase.WINDOW:
            self._ask()
        while self.phase is Phase.REACT:
            self._make(given if given is not None and self.seat == seat else Move(PASS))
        return tuple(self.events[before:])

    def _checked_answer(self, seat: int, answer: MoveLike) -> tuple[int, Move]:
        """Return a seat and the move that its answer means; raise IllegalMove if it cannot give that answer."""
        seat = index("seat", seat, self.rules.players)
        move = parse(answer, Phase.REACT) if isinstance(answer, str) else Move(answer)
        reason = self.why_no_answer(seat, move)
        if reason is not None:
            raise IllegalMove(move, reason)
        return seat, move

    def _ask(self) -> None:
        """Go on from the window where the deal stopped, as an ordinary deal does at once."""
        self._state.ask_after(self.turn)
        self._note_consequences(tuple(tell(self._state)))
        self._go_on()

    def _make(self, move: Move) -> tuple[Event, ...]:
        turn, seat, phase = self._state.turns, self._state.seat, self.phase
        self._state.apply(move)
        events = tuple(tell(self._state))
        self.events += events
        self._moves.append(PlayedMove(turn, seat, phase, move, events))
        self._go_on()  # where nobody can shuffle as it should be, the move stands and the deal waits
        return self._moves[-1].events

    def _go_on(self) -> None:
        """Shuffle where a shuffle is due and somebody was named to do it."""
        while self._chance is not None and self.phase is Phase.CHANCE:
            discards = sorted(Card(card) for card in self._state.discard_pile())
            order = self._chance(discards, len(self.reshuffles) + 1)
            if not isinstance(order, Sequence):
                raise TypeError(f"chance must give the discards in an order, not {type(order).__name__}")
            self._reshuffle(order)

    def _reshuffle(self, order: Sequence[Card] | str) -> None:
        """Shuffle, if the order holds the very cards that were discarded."""
        given = cards(order)
        check_same("the discards", given, Counter(Card(card) for card in self._state.discard_pile()))
        self.reshuffles.append(given)
        self._state.reshuffle(given)
        self._note_consequences(tuple(tell(self._state, given)))

    def _note_consequences(self, events: tuple[Event, ...]) -> None:
        """Note events as what the last move has led to."""
        self.events += events
        if self._moves:
            self._moves[-1] = replace(self._moves[-1], events=self._moves[-1].events + events)

    # -- what was played -------------------------------------------------------------------------------------

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """Every move that was made, in order."""
        return tuple(self._moves)

    def after(self, moves: int) -> Deal:
        """Return the deal as it was after its first ``moves`` moves, as a deal of its own that can be played on.

        ``after(0)`` is its beginning.  Cards that were shuffled lie as they lay.  It is the deal as it stood when the
        next move was chosen: a window that was closed since asks its holder, or is closed where nobody was asked.
        """
        count = whole("moves", moves, 0, MOST_MOVES)
        if count > len(self._moves):
            raise ValueError(f"moves: {count} have not been made, only {len(self._moves)}")
        earlier = self._at_the_beginning()
        for played in self._moves[:count]:
            earlier._follow(played, self.reshuffles)
        return earlier

    def replay(self) -> Iterator[tuple[Deal, PlayedMove]]:
        """Yield each move with the deal as it stood when the move was chosen.

        It is one deal that goes on from move to move: take a ``clone`` of what is to be kept.
        """
        again, reshuffles = self._at_the_beginning(), tuple(self.reshuffles)
        for played in tuple(self._moves):
            yield again, played
            again._follow(played, reshuffles)

    def take_back(self, moves: int = 1) -> tuple[PlayedMove, ...]:
        """Undo the last moves and return them; cards that were dealt stay where they were.

        A deal that stops in windows stops there again once all that was answered to a hazard is taken back.
        """
        if self._settled:
            raise ValueError("the game has gone on to the next deal: moves of this one cannot be taken back")
        made = len(self._moves)
        count = whole("moves", moves, 0, MOST_MOVES)
        if count > made:
            raise ValueError(f"moves: {count} cannot be taken back, only {made} were made in this deal")
        kept = made - count
        taken_back = tuple(self._moves[kept:])
        earlier = self.after(kept)
        if self.stops_in_windows and count and taken_back[0].phase is Phase.REACT and self._attacked(kept):
            earlier = self._stopped(kept)
        vars(self).update(vars(earlier))
        return taken_back

    def stop_in_windows(self) -> None:
        """Stop behind each hazard from now on; also behind one that was the last move of a deal which goes on."""
        self.stops_in_windows = self._state.stops_in_windows = True
        if not self.over and self._attacked(len(self._moves)):
            vars(self).update(vars(self._stopped(len(self._moves))))

    def _attacked(self, moves: int) -> bool:
        """Say whether the last of so many moves laid a hazard."""
        return moves > 0 and isinstance(self._moves[moves - 1].events[0], Attacked)

    def _stopped(self, moves: int) -> Deal:
        """Return the deal after so many moves as it stopped in the window that the last of them opened."""
        attack = self._moves[moves - 1]
        stopped = self.after(moves - 1)
        stopped._follow(replace(attack, events=attack.events[:STOPPED]), self.reshuffles)
        return stopped

    def settle(self) -> None:
        """Let no move of this deal be taken back any more, as its game goes on to the next deal."""
        self._settled = True

    def _at_the_beginning(self) -> Deal:
        """Return the deal before its first move, shuffled already where that was due."""
        first = self._twin(self._beginning)
        begun = len(self.events) - sum(len(played.events) for played in self._moves)
        first.events = self.events[:begun]
        first._shuffle_as(self.reshuffles)
        return first

    def _follow(self, played: PlayedMove, reshuffles: Sequence[tuple[Card, ...]]) -> None:
        """Make a move again that another deal knows the events of, with its shuffles."""
        self._state.apply(played.move)
        if self._state.phase == Phase.WINDOW and len(played.events) > STOPPED:
            self._state.ask_after(self.turn)
        self._shuffle_as(reshuffles)
        self.events += played.events
        self._moves.append(played)

    def _shuffle_as(self, reshuffles: Sequence[tuple[Card, ...]]) -> None:
        """Shuffle as it was done before, wherever a shuffle is due that was done."""
        while self._state.phase == Phase.CHANCE and len(self.reshuffles) < len(reshuffles):
            self.reshuffles.append(reshuffles[len(self.reshuffles)])
            self._state.reshuffle(self.reshuffles[-1])

    # -- who may know what -----------------------------------------------------------------------------------

    def view(self, seat: Viewer = None) -> View:
        """Return what a seat may know and nothing else, or what a spectator may know where no seat is given."""
        if seat is not None:
            seat = index("seat", seat, self.rules.players)
        view, seen = self._views.get(seat) or (View.fold(self.rules, seat, (), self.totals_before), 0)
        view.see(self.events[seen:])
        self._views[seat] = (view, len(self.events))
        return view.copy()

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a seat holds: for the one who runs the game, nobody else."""
        return tuple(Card(card) for card in self._state.hand_of(seat))

    @property
    def tables(self) -> tuple[Piles, ...]:
        """What lies before each team, as everybody sees it."""
        return self.view().tables

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile, the top card last."""
        return tuple(Card(card) for card in self._state.discard_pile())

    @property
    def draw_pile_size(self) -> int:
        """How many cards can still be drawn."""
        return self._state.left

    # -- the score -------------------------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        """Every team's points: what it has so far, at the end everything."""
        return scores(self._state)

    def score_sheet(self) -> DealSheet:
        """Return the paper sheet of this deal, row by row, with a column for each team."""
        return _sheet(self._state, self.rules)

    # -- copies ----------------------------------------------------------------------------------------------

    def clone(self) -> Deal:
        """Return an independent copy."""
        twin = self._twin(self._state)
        twin.events, twin._moves = list(self.events), list(self._moves)
        twin.reshuffles = list(self.reshuffles)
        return twin

    def _twin(self, state: State) -> Deal:
        """Return a deal that began as this one did and stands at a copy of a state, with nothing told of it yet."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._begin(self.rules, state.clone(), self._chance, self.totals_before, self.stops_in_windows)
        return twin

    def __copy__(self) -> Deal:
        """Return an independent copy: two deals that share their piles would play each other's moves."""
        return self.clone()

    def __str__(self) -> str:
        return describe_table(self.view(), [self.hand(seat) for seat in range(self.rules.players)])

    def __repr__(self) -> str:
        waiting = f"seat {self.seat} to {self.phase}"
        doing = {Phase.OVER: "over", Phase.CHANCE: "a shuffle is due", Phase.WINDOW: "a hazard may be answered"}
        return (
            f"<{type(self).__name__} {self.rules.edition} for {self.rules.players}: turn {self.turns}, "
            f"{doing.get(self.phase, waiting)}>"
        )

    def _opponents(self) -> tuple[int, ...]:
        return self.rules.opponents_of(self.rules.team_of(self._state.seat))

    def _hands_dealt(self, first: int) -> tuple[tuple[Card, ...], ...]:
        assert self.deck is not None
        players, size = self.rules.players, self.rules.hand_size
        start = [(seat - first) % players for seat in range(players)]
        return tuple(tuple(sorted(self.deck[at : players * size : players])) for at in start)


class View(Following):
    """What the viewer may know.  Hidden cards are not in here, so nothing here can give them away.

    It prints as the table that the viewer sees.
    """

    __slots__ = ()

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.ending is not None

    @property
    def to_decide(self) -> bool:
        """Whether the viewer is asked for a move."""
        return self.viewer is not None and self.seat == self.viewer and self._due in DECISIONS

    @property
    def legal_moves(self) -> LegalMoves:
        """The viewer's legal moves; none while somebody else decides."""
        mask = self._legal() if self.to_decide else 0
        return LegalMoves(mask, self.phase, self._opponents())

    @property
    def answerers(self) -> tuple[int, ...]:
        """The seats that could answer the hazard in the open window, in asking order, as far as a spectator can tell.

        The same for every viewer, whatever it holds: see ``Deal.answerers``.
        """
        return () if self.window is None else _answerers(self.stand_in())

    def possible_answers(self, seat: int) -> LegalMoves:
        """Return how a seat could answer the hazard in the open window, as far as a spectator can tell; no pass.

        What the rules let it answer with, unless all copies lie open or its hand is empty.
        """
        at = index("seat", seat, self.rules.players)
        return LegalMoves(0 if self.window is None else self.stand_in().possible_answers(at), Phase.REACT)

    @property
    def answers(self) -> LegalMoves:
        """How the viewer could answer the hazard in the open window with the cards it holds, or pass.

        Empty where no window is open, where the rules do not let the viewer answer, and once it has declined.
        """
        if self.viewer is None or self.window is None or self.declined:
            return LegalMoves(0, Phase.REACT)
        return LegalMoves(self._own_state().answers(self.viewer), Phase.REACT)

    def why_not(self, move: str | int) -> Reason | None:
        """Say why the viewer cannot make a move now, or None if it can; asked only while it is to decide."""
        if not self.to_decide:
            raise ValueError("there is nothing to decide for this seat now")
        meant = parse(move, self.phase, self._opponents()) if isinstance(move, str) else Move(move)
        return explain(self._own_state(), meant)

    def why_unplayable(self) -> dict[Card, tuple[Reason, ...]]:
        """Return each card of the own hand that cannot be played now, with the reasons; discarding does not count.

        The reasons are those for all that choosing the card could mean, to lay it or to attack each opponent, every
        reason once.  While somebody else decides there is none.
        """
        return why_unplayable(self._own_state()) if self.to_decide else {}

    def card_moves(self, card: Card, discarding: bool = False) -> list[Move]:
        """Return the moves that choosing a card could mean now, legal or not: one, or one for each opponent."""
        hazard = None if self.window is None else self.window.hazard
        return card_moves(card, self.phase, self._opponents(), hazard, discarding=discarding)

    def detached(self) -> View:
        """Return a copy that shares nothing that can be changed, not even what was worked out about hidden cards."""
        twin = self.copy()
        twin._memory, twin._legality = self._memory.detached(self._seen), Legality(self.rules)
        return twin

    # -- as plain data ---------------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain data, for JSON: the moment under the names of a view, and the events behind it."""
        return _VIEW.write(self)

    @classmethod
    def from_dict(cls, rules: Rules, values: Mapping[str, Any]) -> View:
        """Return the view that ``as_dict`` wrote, made anew from its events, so that it goes on as the other does.

        DataError, a ValueError, says what cannot be read or does not agree with the events; EventError, which of them
        cannot follow.
        """
        given = _VIEW.read(values)
        totals = _checked_totals(rules, given["totals_before"])
        view = cls.fold(rules, given["viewer"], given["events"], totals)
        if view.events != given["events"]:
            raise DataError("events", "tell more than the viewer may see")
        for name, value in given.items():
            if getattr(view, name) != value:
                right = shorten(str(view.as_dict()[name]), 200, placeholder=" …")
                raise DataError(name, f"does not agree with the events, which make it {right}")
        return view

    def score_sheet(self) -> DealSheet:
        """Return the paper sheet of the deal as far as it has come: what lies on the table tells all of it."""
        if self.ending is None:
            return _sheet(self.stand_in(), self.rules)
        seat = 0 if self.viewer is None else self.viewer
        return _sheet(self._with_hand(seat, self.hand).state_over(self.ending, self.completer), self.rules)

    # -- the hidden cards ----------------------------------------------------------------------------------------

    def sample(self, rng: Random) -> Deal:
        """Draw a full deal that fits all that the viewer has seen, every placement of the unseen cards alike."""
        if self.over:
            raise ValueError("the deal is over: there is nothing left to sample")
        placed = self.sampler().world(rng.getrandbits(64), 0)
        hands = [[Card(card) for card in placed.hand_of(seat)] for seat in range(self.rules.players)]
        position = self._position(hands, [Card(card) for card in placed.draw_pile()])
        return Deal.from_position(position, ask_after=self.ask_after, totals_before=self.totals_before)

    def sampler(self) -> Sampler:
        """Return a maker of worlds by the thousand, as bare states, for who is to decide: see ``engine.sampler``."""
        self._check_settled()
        knowledge = self._memory.knowledge(self._seen)
        hands = [list(known.elements()) for known in knowledge.known]
        if self.viewer is not None:
            hands[self.viewer] = list(self.hand)
        return Sampler(self._state([sorted(hand) for hand in hands], (), self.discards), knowledge.rows())

    def _check_settled(self) -> None:
        """Refuse to look behind a view that is between two events: what follows by itself has to happen first."""
        if self._due not in DECISIONS and self._due != NOTHING and self._due[0] is not Reshuffled:
            raise ValueError(f"hidden cards can be sampled where somebody decides, but {self.awaited}")

    def stand_in(self) -> State:
        """Return a state that looks like this to the viewer, the unseen cards lying anywhere.

        It shows what a policy does that does not look at hidden cards; for what they may be, see ``sampler``.
        """
        unseen = list(sorted_deck(self.rules.deck))
        for card in (*self.hand, *self.discards, *(card for laid in self.tables for card in laid.cards)):
            unseen.remove(card)
        hands: list[Sequence[Card]] = []
        for seat, size in enumerate(self.hand_sizes):
            own = seat == self.viewer
            hands.append(self.hand if own else unseen[:size])
            unseen = unseen if own else unseen[size:]
        return self._state(hands, unseen, self.discards)

    @property
    def ask_after(self) -> int | None:
        """After which seat an open window asks on; None where the viewer itself is asked, or no window is open."""
        if self.window is None or self.to_decide:
            return None
        return self.viewer if self.declined else self.window.attacker

    def _legal(self) -> int:
        """Return the legal moves of the viewer, who is to decide: bit m for move m."""
        law, phase, hand = self._legality, self.phase, self.hand
        if phase is ON_PLAY and law.free_discards(self.taken, self.draw_pile_size > 0):
            return law.turns(hand, self.rules.team_of(self.turn), self.tables, self.target)
        if phase is ON_DRAW:
            return law.with_hand(law.draws(len(hand), bool(self.discards), self.extra), hand)
        if phase is ON_EXCHANGE:
            return law.with_hand(law.exchanges(len(hand), self.given), hand)
        return self._own_state().legal()

    def _own_state(self) -> State:
        """Return the engine's deal as far as the viewer's own moves depend on it."""
        assert self.viewer is not None
        hands: list[Sequence[Card]] = [()] * self.rules.players
        hands[self.viewer] = self.hand
        return self._state(hands, (Card.D25,) if self.draw_pile_size else (), self.discards[-1:])

    def _opponents(self) -> tuple[int, ...]:
        return self._legality.opponents[self.team]

    # -- as text -------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return describe_table(self)

    def __repr__(self) -> str:
        whose = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"<View of {whose}: {table_name(self.rules)}, turn {self.turns}, {self._doing()}>"

    def _doing(self) -> str:
        """Say what is going on."""
        if self.ending is None:
            return self.awaited
        by = "" if self.completer is None else f" by team {TEAM_LETTERS[self.completer]}"
        return f"over, {self.ending}{by}; scores {scores_text(self.scores)}"


VIEW_TYPES: dict[str, Any] = {
    **{name: hint for name, hint in get_type_hints(ViewState).items() if name != "rules" and name[0] != "_"},
    "to_decide": bool,
    "events": list[Event],
}
"""What a view has as plain data: its public values, and last what it was made from."""
_VIEW = Fields(VIEW_TYPES)


def describe_table(view: View, hands: Sequence[Sequence[Card]] | None = None) -> str:
    """Draw the table that a viewer sees in plain text; with ``hands``, one for each seat, all hands too."""
    if not view.tables:
        return f"{table_name(view.rules)}: {view.awaited}"
    shown: dict[int, Sequence[Card]] = {} if view.viewer is None else {view.viewer: view.hand}
    return table_text(view, view._doing(), view.hand_sizes, shown if hands is None else dict(enumerate(hands)))


def _sheet(state: State, rules: Rules) -> DealSheet:
    """Return the paper sheet of a deal, with the rows that its edition prints."""
    columns = [rows(state, team) for team in range(rules.teams)]
    numbers = {name: tuple(column[i] for column in columns) for i, name in enumerate(ROWS)}
    if not edition(rules.edition).row_for_all_safeties:
        bonus = numbers.pop("all_safeties")
        numbers["safeties"] = tuple(a + b for a, b in zip(numbers["safeties"], bonus, strict=True))
    always = _printed_rows(rules.edition)
    return DealSheet({name: row for name, row in numbers.items() if any(row) or name in always})


@cache
def _printed_rows(name: str) -> frozenset[str]:
    """Return the rows that the sheets of an edition have whether anybody scored there or not."""
    book = edition(name)
    return frozenset(row for row in ROWS if book.pays(f"{row}_points"))


def _answerers(state: State) -> tuple[int, ...]:
    """Return who could answer the hazard in an open window, in asking order, as far as a spectator can tell."""
    players, attacker = state.rules.players, state.turn_seat
    seats = ((attacker + step) % players for step in range(1, players))
    return tuple(seat for seat in seats if state.may_answer(seat))


def _checked_totals(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """Return the points before a deal, if they are whole numbers, one for each team or none at all."""
    if not isinstance(totals, Sequence) or any(isinstance(n, bool) or not isinstance(n, int) for n in totals):
        raise TypeError(f"totals_before must be whole numbers, one for each team, not {totals!r}")
    if totals and len(totals) != rules.teams:
        raise ValueError(f"totals_before: {len(totals)} numbers for {rules.teams} teams")
    return tuple(totals)
