"""A deal one can play, and what one seat or a spectator may know of it.

The two need each other: a deal shows views, and a view gives deals that fit what it knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..base.translatable import N_
from ..engine.argument_checks import check_index, check_integer
from ..engine.codes import PASS, PHASES, Ending, Phase
from ..engine.state import State
from ..rules.cards import Card
from ..rules.ruleset import Rules
from .events import Attacked, Dealt, Event, SetUp, Viewer, read_journal, scores
from .fair import Seeds
from .illegal_reasons import OvershootsTrip, Reason, explain, explain_answer, why_unplayable
from .moves import IllegalMove, LegalMoves, Move, MoveError, parse
from .position import Piles, Position, cards, compile_rules
from .score_sheet import DealSheet, checked_totals, paper_sheet
from .shuffle import Chance, DeckError, check_same_cards, checked_deck, shuffled_deck
from .view import ViewQuestions, describe_table, who_may_answer

MoveLike = str | int | Move
"""Notation, a Move, or its code."""
EVENTS_BEFORE_WINDOW = 2
"""Events of an attack before the deal stops in its window: the attack, and the opening."""
PHASES_WITHOUT_DECISION = (Phase.CHANCE, Phase.OVER, Phase.WINDOW)
"""The deal waits for a shuffle or in a window, or is over."""
MAX_MOVES = 10**9
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
            text = "first: there is no seat {seat!r}; seats are 0 to {last}"
            raise DeckError(text, seat=first, last=rules.players - 1)
        if seeds is not None:
            deck, chance = shuffled_deck(rules, seeds, number)
        self._begin(rules, State(compile_rules(rules)), chance, totals_before, stops_in_windows)
        self.deck = checked_deck(rules, () if deck is None else deck)
        self.first = first
        self._state.deal(self.deck, first, lanes)
        dealt = Dealt(first, self._hands_dealt(first), len(self.deck) - rules.hand_size * rules.players)
        self._start([dealt, *read_journal(self._state)])

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
            events += read_journal(state)
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
        self.totals_before = checked_totals(rules, totals_before)
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
        return None if self._state.phase in PHASES_WITHOUT_DECISION else self._state.seat

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
            raise MoveError("{move} does not pass the target; play it", move=move)
        if not isinstance(reason, OvershootsTrip) or self.rules.overshoot != "discard":
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
        return who_may_answer(self._state)

    def answers(self, seat: int) -> LegalMoves:
        """Return how a seat could still answer the hazard in the open window with the cards it holds, or pass.

        Empty where no window is open, where the rules do not let the seat answer, and once those after it are asked.
        """
        return LegalMoves(self._state.answers(seat), Phase.REACT)

    def why_no_answer(self, seat: int, answer: MoveLike) -> Reason | None:
        """Return why a seat cannot answer the hazard in the open window so, or None if it can."""
        move = parse(answer, Phase.REACT) if isinstance(answer, str) else Move(answer)
        return explain_answer(self._state, check_index("seat", seat, self.rules.players), move)

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
        seat = check_index("seat", seat, self.rules.players)
        move = parse(answer, Phase.REACT) if isinstance(answer, str) else Move(answer)
        reason = self.why_no_answer(seat, move)
        if reason is not None:
            raise IllegalMove(move, reason)
        return seat, move

    def _ask(self) -> None:
        """Go on from the window where the deal stopped, as an ordinary deal does at once."""
        self._state.ask_after(self.turn)
        self._note_consequences(tuple(read_journal(self._state)))
        self._go_on()

    def _make(self, move: Move) -> tuple[Event, ...]:
        turn, seat, phase = self._state.turns, self._state.seat, self.phase
        self._state.apply(move)
        events = tuple(read_journal(self._state))
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
        check_same_cards(
            N_("the discards must hold {right} cards {card}, not {given}"),
            given,
            Counter(Card(card) for card in self._state.discard_pile()),
        )
        self.reshuffles.append(given)
        self._state.reshuffle(given)
        self._note_consequences(tuple(read_journal(self._state, given)))

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

    @property
    def moves_made(self) -> int:
        """How many moves were made."""
        return len(self._moves)

    def after(self, moves: int) -> Deal:
        """Return the deal as it was after its first ``moves`` moves, as a deal of its own that can be played on.

        ``after(0)`` is its beginning.  Cards that were shuffled lie as they lay.  It is the deal as it stood when the
        next move was chosen: a window that was closed since asks its holder, or is closed where nobody was asked.
        """
        count = check_integer("moves", moves, 0, MAX_MOVES)
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
        count = check_integer("moves", moves, 0, MAX_MOVES)
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
        stopped._follow(replace(attack, events=attack.events[:EVENTS_BEFORE_WINDOW]), self.reshuffles)
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
        if self._state.phase == Phase.WINDOW and len(played.events) > EVENTS_BEFORE_WINDOW:
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
            seat = check_index("seat", seat, self.rules.players)
        view, seen = self._views.get(seat) or (View.fold(self.rules, seat, (), self.totals_before), 0)
        view.see(self.events[seen:])
        self._views[seat] = (view, len(self.events))
        return view.copy()

    def moment(self, viewer: Viewer = None) -> dict[str, Any]:
        """Return ``view(viewer).moment()``, sooner where nobody has looked yet.

        Outside of windows all viewers know the same, but for their own cards: one view is kept for all of them.
        """
        if viewer is None or self.phase in (Phase.WINDOW, Phase.REACT):
            return self.view(viewer).moment()
        view = self.view()
        view.viewer, view.hand = check_index("seat", viewer, self.rules.players), self.hand(viewer)
        return view.moment()

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
        return paper_sheet(self._state, self.rules)

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


class View(ViewQuestions):
    """What the viewer may know.  Hidden cards are not in here, so nothing here can give them away.

    It prints as the table that the viewer sees.
    """

    __slots__ = ()

    def sample(self, rng: Random) -> Deal:
        """Draw a full deal that fits all that the viewer has seen, every placement of the unseen cards alike."""
        if self.over:
            raise ValueError("the deal is over: there is nothing left to sample")
        placed = self.sampler().world(rng.getrandbits(64), 0)
        hands = [[Card(card) for card in placed.hand_of(seat)] for seat in range(self.rules.players)]
        position = self._position(hands, [Card(card) for card in placed.draw_pile()])
        return Deal.from_position(position, ask_after=self.ask_after, totals_before=self.totals_before)
