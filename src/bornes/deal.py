"""A deal one can play: decisions, legal moves, refusals, events and views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from .cards import Card, sorted_deck
from .editions import edition
from .engine.checks import index
from .engine.codes import Ending, Phase
from .engine.scoring import ROWS, rows
from .engine.state import State
from .events import Dealt, Event, SetUp, Viewer, scores, tell
from .explain import OverTarget, Reason, explain
from .fair import Seeds, shuffle
from .moves import IllegalMove, LegalMoves, Move, MoveError, parse
from .position import Position, cards, compile_rules
from .rules import Rules
from .scores import DealSheet
from .view import View

MoveLike = str | int | Move
"""Notation, a Move, or its code."""
Chance = Callable[[Sequence[Card], int], Sequence[Card]]
"""Shuffles sorted discards; the number counts the reshuffles of the deal from 1."""


class DeckError(ValueError):
    """Cards that do not make up the deck, or the discards, of the game."""


class Deal:
    """A deal in progress.

    Made from a deck in a given order (``deck``) or from a seed.  Where discards are reshuffled, ``chance`` shuffles
    them; without it the deal stops in ``Phase.CHANCE`` until ``reshuffle`` is called.  ``totals_before`` are the points
    that the teams bring from earlier deals.  With ``lanes`` every seat draws from its own part of
    the deck, which is as random, and lets other players be compared on more of the same luck.
    """

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
            deck, chance = _shuffled(rules, seeds, number)
        self._begin(rules, State(compile_rules(rules)), chance, totals_before)
        self.deck: tuple[Card, ...] | None = _checked_deck(rules, () if deck is None else deck)
        self.first = first
        self._state.deal(self.deck, first, lanes)
        hands = self._hands_dealt(first)
        self.events.append(Dealt(first, hands, len(self.deck) - rules.hand_size * rules.players))
        self.events += tell(self._state)
        self._go_on()

    @classmethod
    def from_position(
        cls,
        position: Position,
        *,
        chance: Chance | None = None,
        ask_after: int | None = None,
        totals_before: tuple[int, ...] = (),
    ) -> Deal:
        """A deal set up at one moment; an impossible position is refused with the reason.

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
        deal.events.append(SetUp.of(position, asked=ask_after is None))
        if ask_after is not None:
            state.ask_after(ask_after)
            deal.events += tell(state)
        deal._go_on()
        return deal

    def _begin(self, rules: Rules, state: State, chance: Chance | None, totals_before: tuple[int, ...]) -> None:
        if chance is not None and not callable(chance):
            raise TypeError(f"chance must be a function that shuffles discards, not {type(chance).__name__}")
        self.rules = rules
        self.totals_before = _checked_totals(rules, totals_before)
        self.events: list[Event] = []
        """All that happened, with every private part: for the one who runs the game, nobody else."""
        self.moves: list[tuple[int, int, str]] = []
        """Each move as turn number, seat and notation."""
        self.reshuffles: list[tuple[Card, ...]] = []
        self._state = state
        self._state.keeps_journal = True
        self._chance = chance
        self._views: dict[Viewer, tuple[View, int]] = {}

    # -- whose decision, and which ---------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Who decides; None when nobody does."""
        return None if self.phase in (Phase.CHANCE, Phase.OVER) else self._state.seat

    @property
    def phase(self) -> Phase:
        """The kind of decision."""
        return Phase(self._state.phase)

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
        """Why a move is not legal now, or None if it is."""
        return explain(self._state, self.parse(move))

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
        """The move that a text or a number means here."""
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

    def _make(self, move: Move) -> tuple[Event, ...]:
        before = len(self.events)
        self.moves.append((self._state.turns, self._state.seat, move.notation(self.phase)))
        self._state.apply(move)
        self.events += tell(self._state)
        self._go_on()
        return tuple(self.events[before:])

    def _go_on(self) -> None:
        """Shuffle where a shuffle is due and somebody was named to do it."""
        while self._chance is not None and self.phase is Phase.CHANCE:
            discards = sorted(Card(card) for card in self._state.discard_pile())
            self._reshuffle(self._chance(discards, len(self.reshuffles) + 1))

    def _reshuffle(self, order: Sequence[Card] | str) -> None:
        """Shuffle, if the order holds the very cards that were discarded."""
        given = cards(order)
        _check_same("the discards", given, Counter(Card(card) for card in self._state.discard_pile()))
        self.reshuffles.append(given)
        self._state.reshuffle(given)
        self.events += tell(self._state, given)

    # -- who may know what -----------------------------------------------------------------------------------

    def view(self, seat: Viewer = None) -> View:
        """What a seat may know, and nothing else; a spectator's view without a seat."""
        if seat is not None:
            seat = index("seat", seat, self.rules.players)
        view, seen = self._views.get(seat) or (View.fold(self.rules, seat, (), self.totals_before), 0)
        view.see(self.events[seen:])
        self._views[seat] = (view, len(self.events))
        return view.copy()

    def hand(self, seat: int) -> tuple[Card, ...]:
        """A hand, for the one who runs the game."""
        return tuple(Card(card) for card in self._state.hand_of(seat))

    # -- the score -------------------------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        """Every team's points: what it has so far, at the end everything."""
        return scores(self._state)

    def score_sheet(self) -> DealSheet:
        """The paper sheet of this deal, row by row, per team."""
        columns = [rows(self._state, team) for team in range(self.rules.teams)]
        numbers = {name: tuple(column[i] for column in columns) for i, name in enumerate(ROWS)}
        book = edition(self.rules.edition)
        if not book.row_for_all_safeties:
            bonus = numbers.pop("all_safeties")
            numbers["safeties"] = tuple(a + b for a, b in zip(numbers["safeties"], bonus, strict=True))
        printed = {name: row for name, row in numbers.items() if any(row) or book.pays(f"{name}_points")}
        return DealSheet(printed)

    # -- copies ----------------------------------------------------------------------------------------------

    def clone(self) -> Deal:
        """An independent copy."""
        twin = Deal.__new__(Deal)
        twin._begin(self.rules, self._state.clone(), self._chance, self.totals_before)
        twin.deck, twin.first = self.deck, self.first
        twin.events, twin.moves = list(self.events), list(self.moves)
        twin.reshuffles = list(self.reshuffles)
        return twin

    def __copy__(self) -> Deal:
        """Return an independent copy: two deals that share their piles would play each other's moves."""
        return self.clone()

    def __repr__(self) -> str:
        doing = "over" if self.over else f"seat {self.seat} to {self.phase.name.lower()}"
        return f"<Deal {self.rules.edition} for {self.rules.players}: turn {self.turns}, {doing}>"

    def _opponents(self) -> list[int]:
        own = self.rules.team_of(self._state.seat)
        return [team for team in range(self.rules.teams) if team != own]

    def _hands_dealt(self, first: int) -> tuple[tuple[Card, ...], ...]:
        assert self.deck is not None
        players, size = self.rules.players, self.rules.hand_size
        start = [(seat - first) % players for seat in range(players)]
        return tuple(tuple(sorted(self.deck[at : players * size : players])) for at in start)


def _shuffled(rules: Rules, seeds: Seeds, number: int) -> tuple[tuple[Card, ...], Chance]:
    if not isinstance(seeds, Seeds):
        raise TypeError(f"seeds must be Seeds, not {type(seeds).__name__}; Seeds.of(7, 1) makes some from a number")
    seeds.check_seats(rules.players)

    return shuffle(sorted_deck(rules.deck), seeds, number, 0), partial(_reshuffled, seeds, number)


def _reshuffled(seeds: Seeds, number: int, discards: Sequence[Card], reshuffle: int) -> Sequence[Card]:
    """Return the order in which a deal's seeds bring its discards back."""
    return shuffle(discards, seeds, number, reshuffle)


def _checked_totals(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """Return the points before a deal, if they are whole numbers, one for each team or none at all."""
    if not isinstance(totals, Sequence) or any(isinstance(n, bool) or not isinstance(n, int) for n in totals):
        raise TypeError(f"totals_before must be whole numbers, one for each team, not {totals!r}")
    if totals and len(totals) != rules.teams:
        raise ValueError(f"totals_before: {len(totals)} numbers for {rules.teams} teams")
    return tuple(totals)


def _checked_deck(rules: Rules, deck: Sequence[Card] | str) -> tuple[Card, ...]:
    if not isinstance(deck, Sequence):
        raise TypeError(f"deck must be cards in order, or their notation, not {type(deck).__name__}")
    given = cards(deck)
    _check_same("the deck", given, Counter(sorted_deck(rules.deck)))
    return given


def _check_same(what: str, given: tuple[Card, ...], right: Counter[Card]) -> None:
    counted = Counter(given)
    for card in Card:
        if counted[card] != right[card]:
            raise DeckError(f"{what} must hold {right[card]} cards {card.notation}, not {counted[card]}")
