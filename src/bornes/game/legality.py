"""What is legal on a table, asked of the engine once for each situation and remembered.

A view that follows a deal asks at every move whether it was legal.  The engine knows, but to set it up takes longer
than to follow a dozen events; and what it says depends on little, such as the top of a pile and the safeties beside
it, so that the same questions come again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..engine.codes import ATTACK, DISCARD, PASS, Phase
from ..engine.state import State
from ..rules.cards import HAZARDS, Card
from ..rules.ruleset import LONG_TRIP, Rules
from .position import Position, compile_rules
from .team_piles import Piles, Window

D200, OUT_OF_GAS = Card.D200, Card.OUT_OF_GAS
ALWAYS_PLAYABLE = Card.RIGHT_OF_WAY
EVERY_HAZARD = sum(1 << card for card in HAZARDS)
ANY_CARD = 1 << DISCARD
"""To give up a 25, which stands for any card where all are alike."""
MAX_DISTINGUISHED_MILES = 200
"""With more than this left of the trip, the distance makes no difference to what may be laid."""
MAX_CACHED_ANSWERS = 4096


class Legality:
    """Which moves are legal under one set of rules, as far as that can be seen by everybody."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        compiled = compile_rules(rules)  # not kept: a bot that holds a view is to reach nothing of the engine's
        self.asks_before_drawing: bool = compiled.draw_asked
        self.any_discard: bool = compiled.discards_unchecked
        self.opponents = {team: rules.opponents_of(team) for team in (None, *range(rules.teams))}
        self._plays: dict[tuple[Any, ...], int] = {}
        self._hazards: dict[tuple[Any, ...], int] = {}
        self._others: dict[tuple[Any, ...], int] = {}

    def plays(self, laid: Piles, target: int) -> int:
        """Return what a team may lay before itself: bit k for kind k."""
        room = min(target - laid.miles, MAX_DISTINGUISHED_MILES)
        many = laid.distances.count(D200)
        asked = (laid.battle[-1:], laid.speed[-1:], laid.safeties, room, many, laid.roll_due)
        found = self._plays.get(asked)
        if found is None:
            # Whatever the trip: on the long one as much is left after so many miles.
            rest = (LONG_TRIP - room - D200.miles * many) // Card.D25.miles
            found = self._before(replace(laid, distances=(D200,) * many + (Card.D25,) * rest)).own_plays(0)
            _remember(self._plays, asked, found)
        return found

    def hazards(self, laid: Piles) -> int:
        """Return which hazards may be laid on a team: bit k for kind k."""
        asked = (laid.battle[-1:], laid.speed[-1:], laid.safeties, laid.roll_due)
        found = self._hazards.get(asked)
        if found is None:
            found = self._before(laid).hazards_on(0)
            _remember(self._hazards, asked, found)
        return found

    def _before(self, laid: Piles) -> State:
        """Return the engine's deal with these piles before the first team, on the long trip."""
        return self._state(0, (), tables=(laid, *[Piles()] * (self.rules.teams - 1)), extended_by=0)

    def turns(self, hand: Iterable[Card], team: int, tables: Sequence[Piles], target: int) -> int:
        """Return what a seat of a team may do with a hand that is to play, where it may discard what it likes."""
        held = _set_of(hand)
        moves = self.plays(tables[team], target) & held | held << DISCARD
        hazards = held & EVERY_HAZARD
        if hazards:
            for other in self.opponents[team]:
                moves |= (self.hazards(tables[other]) & hazards) >> OUT_OF_GAS << ATTACK + 5 * other
        return moves

    def free_discards(self, taken: Card | None, draws_left: bool) -> bool:
        """Say whether a seat that is to play may discard what it likes; False where that depends on its hand."""
        if self.any_discard or taken is not None:
            return self.any_discard
        asked = (DISCARD, draws_left)
        if asked not in self._others:
            pile = (Card.D25,) if draws_left else ()
            state = self._state(0, (ALWAYS_PLAYABLE,), draw_pile=pile)
            _remember(self._others, asked, state.legal() >> (DISCARD + ALWAYS_PLAYABLE) & 1)
        return self._others[asked] == 1

    @staticmethod
    def with_hand(moves: int, hand: Iterable[Card]) -> int:
        """Return moves that say what may be done with any card, as ``draws`` does, for the cards of a hand."""
        return moves ^ ANY_CARD | _set_of(hand) << DISCARD if moves & ANY_CARD else moves

    def draws(self, held: int, discards: bool, extra: bool) -> int:
        """Return what a seat may do before it draws: bit m for move m, any card to exchange as a 25."""
        asked = (Phase.DRAW, held, discards, extra)
        if asked not in self._others:
            shown = (Card.D25,) if discards else ()
            state = self._state(0, (Card.D25,) * held, discards=shown, phase=Phase.DRAW, extra=extra)
            _remember(self._others, asked, state.legal())
        return self._others[asked]

    def exchanges(self, held: int, given: int) -> int:
        """Return what a seat may do in the middle of an exchange: bit m for move m, any card to give as a 25."""
        asked = (Phase.EXCHANGE, held, given)
        if asked not in self._others:
            state = self._state(0, (Card.D25,) * held, phase=Phase.EXCHANGE, given=given)
            _remember(self._others, asked, state.legal())
        return self._others[asked]

    def answers(self, seat: int, window: Window, held: tuple[Card, ...]) -> int:
        """Return how a seat that holds these cards may answer the hazard in a window: bit m for move m."""
        asked = (Phase.REACT, seat, window.attacker, window.target, window.hazard, held)
        if asked not in self._others:
            state = self._state(seat, held, turn=window.attacker, phase=Phase.REACT, window=window)
            _remember(self._others, asked, state.legal() & ~(1 << PASS))
        return self._others[asked]

    def _state(self, seat: int, hand: tuple[Card, ...], **moment: Any) -> State:
        """Return the engine's deal where a seat is to decide, and nothing lies anywhere but what is said."""
        hands: list[tuple[Card, ...]] = [()] * self.rules.players
        hands[seat] = hand
        moment = {"tables": (Piles(),) * self.rules.teams, "draw_pile": (), **moment}
        return Position(rules=self.rules, hands=tuple(hands), seat=seat, **moment).state()

    def __reduce__(self) -> tuple[Any, ...]:
        """Give pickle the rules, which say it all."""
        return legality, (self.rules,)

    def __copy__(self) -> Legality:
        """Return the very object: all that changes in it is what it remembers."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Legality:
        """Return the very object, as ``__copy__`` does."""
        return self


def _set_of(hand: Iterable[Card]) -> int:
    held = 0
    for card in hand:
        held |= 1 << card
    return held


def _remember(memory: dict[tuple[Any, ...], Any], asked: tuple[Any, ...], found: object) -> None:
    """Keep an answer; what would grow too large is begun anew."""
    if len(memory) >= MAX_CACHED_ANSWERS:
        memory.clear()
    memory[asked] = found


@lru_cache(maxsize=64)
def legality(rules: Rules) -> Legality:
    """Return what is legal under these rules, made once for each rules."""
    return Legality(rules)
