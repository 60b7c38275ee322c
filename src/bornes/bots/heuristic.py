"""Rules of thumb, one after the other, each with a weight: the policy of the old hand and, tuned, of the mechanic.

Every card has a worth in the hand (``keep``), every play a gain; a turn goes to the play or discard with the most gain
less what leaves the hand.  The unit is about a point of the score sheet.  The policy looks at its own hand, at what
lies open and at how many cards of a kind are unseen, so that it decides alike in all worlds that look alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from ..engine import uncompiled as cython

from ..engine import playout
from ..engine import state as table
from ..engine.codes import ATTACK, COUP, DISCARD, DRAW, EXTEND, FINISH, NONE, TAKE, Phase
from ..engine.compiled_rules import WORDS
from ..engine.playout import Policy, Rng
from ..engine.state import State
from ..rules.cards import Card
from ..rules.ruleset import LONG_TRIP

HAND_SET_WEIGHTS: dict[str, float] = {
    # What a card in the hand is worth.
    "keep_25": 25,
    "keep_50": 30,
    "keep_75": 40,
    "keep_100": 50,
    "keep_200": 60,
    "keep_exact": 20,  # more, for the one card that completes the trip
    "keep_slow": 15,  # more, for 25 and 50 under a Speed Limit
    "crowd": 10,  # less, for every distance card in the hand beyond the second
    "keep_remedy": 70,  # the first of its kind
    "keep_second_remedy": 5,
    "keep_roll": 80,
    "keep_second_roll": 45,
    "keep_third_roll": 15,
    "keep_end_of_limit": 55,
    "keep_second_end_of_limit": 10,
    "keep_needed": 85,  # a remedy whose hazard lies on the own pile
    "keep_covered": 0,  # a remedy whose safety is in the hand
    "keep_risk": 0.3,  # of a remedy's worth goes with the hazards that are gone
    "keep_hazard": 95,
    "keep_stop": 80,
    "keep_limit": 60,
    "keep_second_hazard": -30,  # more, for another one of the same kind
    "crowd_hazards": 15,  # less, for every hazard in the hand beyond the first
    "keep_safety": 300,
    "fade": 1,  # turns before the end at which cards in the hand are worth half
    # Driving.
    "mile": 0.85,
    "hurry": 0.1,  # more for each mile, as the end comes near
    "finish": 600,
    "exact": 25,  # the rest of the trip is in the hand, as one card
    "awkward": -50,  # a rest of 50 that no card in the hand makes up
    "awkward_25": -60,  # the same of 25, which only one kind of card can
    "safe_trip": 0.1,  # of its points lost with the first 200 ...
    "safe_trip_late": 0.1,  # ... and more, the farther the trip has come without one
    # Getting under way.
    "start": 110,
    "ready": 30,  # when the card that must follow is in the hand
    "cure": 160,
    "unlimit": 70,
    "unlimit_fast": 25,  # for each card of 75 or more in the hand
    # Attacking.
    "attack": 280,
    "attack_stop": 260,
    "attack_limit": 80,
    "attack_lead": 0.2,  # for each mile that the target has come
    "attack_near": 100,  # when the target could arrive within 200
    "attack_late": 20,  # more, as the end comes near
    "attack_stopped": -90,  # a limit on a team that cannot move, or a hazard on a hazard
    "attack_scarce": 60,  # the fewer remedies are unseen
    "coup_risk": 100,  # times the chance that the target holds the safety
    # Laying a safety on turn.
    "lay": 20,
    "lay_cure": 200,  # it cures what stops us
    "lay_stuck": 30,  # nothing else can be laid on the own table, and it brings another card
    "lay_late": 180,  # the deal may end before we do it
    "coup_hope": 500,  # times the chance that the hazard still comes
    # Where there is a choice of piles.
    "take": 40,  # what the top discard must be worth
    "exchange_below": 25,  # a card worth less goes in an exchange
    "exchange_gain": 45,  # what the cards that go must lack in sum
    "exchange_play": 20,  # with a play better than this nobody exchanges
    # Whether to extend: more than 0 extends.
    "extend": -1100,
    "extend_lead": 0.7,  # for each mile that the nearest opponent lacks
    "extend_stopped": 220,  # when the nearest opponent cannot move
    "extend_limited": 290,  # when the nearest opponent is limited
    "extend_safety": 170,  # for each that we show
    "extend_held": 400,  # for each in the hand
    "extend_hand": 1.6,  # for each mile in the hand, up to the length of the extension
    "extend_hazard": 130,  # for each in the hand
    "extend_pile": 5,  # for each card in the draw pile
    "extend_safe_trip": -160,  # when no 200 was played
    "extend_shut_out": -350,  # when an opponent has not left
    # How long a deal lasts.
    "pace": 70,  # miles that a rolling team makes in a turn
}
"""The weights of the old hand, set by hand."""

MAX_WEIGHT = 1e6
"""The largest weight either way: far more than a game is worth, and safe to add and multiply."""

# Numbers under names that the .pxd declares C numbers.
D25 = int(Card.D25)
D50 = int(Card.D50)
D75 = int(Card.D75)
D100 = int(Card.D100)
D200 = int(Card.D200)
OUT_OF_GAS = int(Card.OUT_OF_GAS)
STOP = int(Card.STOP)
SPEED_LIMIT = int(Card.SPEED_LIMIT)
ROLL = int(Card.ROLL)
END_OF_LIMIT = int(Card.END_OF_LIMIT)
EXTRA_TANK = int(Card.EXTRA_TANK)
RIGHT_OF_WAY = int(Card.RIGHT_OF_WAY)
KINDS = len(Card)
ON_PLAY = int(Phase.PLAY)
ON_REACT = int(Phase.REACT)
ON_EXTEND = int(Phase.EXTEND)
ON_EXCHANGE = int(Phase.EXCHANGE)
MEASURE_MILES = WORDS["end_measure"]["miles"]
ONE = 1
DISTANCES = 0b11111  # as a set of kinds
NO_SAFETIES = 0b111111111111111
MIN_MILES_PER_TURN = 10.0  # miles a turn, so that a deal is not taken to last for ever
MIN_FADE_TURNS = 0.01  # turns, so that nothing is divided by none
NOTHING = float("-inf")


class Heuristic(Policy):
    """Plays by rules of thumb with these weights; those that are not given are set by hand."""

    def __cinit__(self, weights: Mapping[str, float] = HAND_SET_WEIGHTS) -> None:
        unknown = sorted(str(name) for name in weights if name not in HAND_SET_WEIGHTS)
        if unknown:
            raise ValueError(f"there is no weight {unknown[0]!r}; the weights are {', '.join(HAND_SET_WEIGHTS)}")
        for name, value in {**HAND_SET_WEIGHTS, **weights}.items():
            if not isinstance(value, Real) or not -MAX_WEIGHT <= value <= MAX_WEIGHT:
                raise ValueError(f"{name}: a weight is a number from {-MAX_WEIGHT:g} to {MAX_WEIGHT:g}, not {value!r}")
            setattr(self, name, float(value))

    if not cython.compiled:

        def __init__(self, weights: Mapping[str, float] = HAND_SET_WEIGHTS) -> None:
            self.__cinit__(weights)

        if TYPE_CHECKING:  # inside: the compiler knows no other condition in a class, and would take this for code

            def __getattr__(self, weight: str) -> float: ...

    def __reduce__(self) -> tuple[Any, ...]:
        return Heuristic, ({name: getattr(self, name) for name in HAND_SET_WEIGHTS},)

    def choose(self, state: State, moves: int, rng: Rng) -> int:
        """Choose the move to make."""
        if moves & (moves - ONE) == 0:
            return playout.lowest_bit(moves)
        if state.phase == ON_PLAY:
            return self.choose_play(state, moves)
        if state.phase == ON_REACT:
            return self.choose_answer(moves)
        if state.phase == ON_EXTEND:
            return self.choose_extension(state)
        return self.choose_draw(state, moves)

    # -- decisions -----------------------------------------------------------------------------------------------

    def choose_play(self, state: State, moves: int) -> int:
        """Choose the play or discard with the most gain, less what leaves the hand."""
        time = self.turns_left(state)
        best = NONE
        most = NOTHING
        kinds = state.have[state.seat]
        while kinds:
            card = playout.lowest_bit(kinds)
            kinds &= kinds - ONE
            kept = self.kept(state, card, time)
            if (moves >> (DISCARD + card)) & 1 and -kept > most:
                best = DISCARD + card
                most = -kept
            move = self.play_of(state, card)
            if move != NONE and (moves >> move) & 1:
                value = self.gain(state, move, card, time) - kept
                if value > most:
                    best = move
                    most = value
        # A weight may have been set to what is no number, and then no play is better than any other.
        return best if best != NONE else playout.nth_bit(moves, 0)

    def values(self, state: State) -> dict[int, float]:
        """Return what each legal play and discard is worth where one of them is to be made, for Python to look into."""
        time = self.turns_left(state)
        worth = {}
        moves = state.legal() if state.phase == ON_PLAY else 0
        while moves:
            move = playout.lowest_bit(moves)
            moves &= moves - ONE
            card = move - DISCARD if move >= DISCARD else move
            if ATTACK <= move < DISCARD:
                card = OUT_OF_GAS + (move - ATTACK) % 5
            kept = self.kept(state, card, time)
            worth[move] = (0.0 if move >= DISCARD else self.gain(state, move, card, time)) - kept
        return worth

    def play_of(self, state: State, card: int) -> int:
        """Return the move that lays a card, a hazard on whom it hurts most; NONE where it fits nobody."""
        if card <= D200 or card > SPEED_LIMIT:
            return card
        target = self.best_target(state, card)
        return NONE if target == NONE else ATTACK + 5 * target + card - OUT_OF_GAS

    def best_target(self, state: State, card: int) -> int:
        """Choose whom to attack with a hazard; among equals the next to the left, whoever that is."""
        team = state._team_of(state.seat)
        best = NONE
        most = NOTHING
        step = 1
        while step < state.rules.teams:
            other = (team + step) % state.rules.teams
            if (state._hazards_on(other) >> card) & 1:
                gain = self.gain_of_attack(state, other, card)
                if gain > most:
                    best = other
                    most = gain
            step += 1
        return best

    def kept(self, state: State, card: int, time: float) -> float:
        """Return what the hand loses with a card; the nearer the end, the less.  A safety that is laid is not lost."""
        fade = self.fade if self.fade > MIN_FADE_TURNS else MIN_FADE_TURNS
        return self.keep_last(state, state.seat, card) * time / (time + fade)

    def gain(self, state: State, move: int, card: int, time: float) -> float:
        """Return what a play brings."""
        late = 1.0 / (1.0 + time)
        if card <= D200:
            return self.gain_of_distance(state, card) + self.hurry * late * table.miles_of(card)
        if card <= SPEED_LIMIT:
            return self.gain_of_attack(state, (move - ATTACK) // 5, card) + self.attack_late * late
        if card < EXTRA_TANK:
            return self.gain_of_remedy(state, card)
        return self.gain_of_safety(state, card, time) + self.kept(state, card, time)

    def choose_answer(self, moves: int) -> int:
        """Call a coup fourré always, else play a remedy at once."""
        if (moves >> COUP) & 1:
            return COUP
        return playout.lowest_bit(moves)

    def choose_extension(self, state: State) -> int:
        """Extend only with reason: far ahead, well covered, with miles in the hand and cards to come."""
        seat = state.seat
        team = state._team_of(seat)
        value = self.extend + self.extend_safety * state._safeties_shown(team) + self.extend_pile * state.left
        value += self.outlook_of_others(state, team) + self.outlook_of_hand(state, seat)
        if state.laid_200s[team] == 0:
            value += self.extend_safe_trip
        return EXTEND if value > 0 else FINISH

    def outlook_of_others(self, state: State, team: int) -> float:
        """Return what speaks for extending in how the opponents stand: the one nearest to arriving counts."""
        value = self.extend_lead * LONG_TRIP + self.extend_stopped + self.extend_limited
        blank = False
        other = 0
        while other < state.rules.teams:
            if other != team:
                outlook = self.extend_lead * (LONG_TRIP - state.miles[other])
                if not state._rolling(other):
                    outlook += self.extend_stopped
                if state._limited(other):
                    outlook += self.extend_limited
                if outlook < value:
                    value = outlook
                if state.miles[other] == 0:
                    blank = True
            other += 1
        return value + (self.extend_shut_out if blank else 0.0)

    def outlook_of_hand(self, state: State, seat: int) -> float:
        """Return what speaks for extending in the hand."""
        value = 0.0
        miles = 0
        card = D25
        while card < KINDS:
            count = state._count(seat, card)
            if card < D200:
                miles += count * table.miles_of(card)
            elif OUT_OF_GAS <= card <= STOP:
                value += self.extend_hazard * count
            elif card >= EXTRA_TANK:
                value += self.extend_held * count
            card += 1
        if miles > LONG_TRIP - state.goal:
            miles = LONG_TRIP - state.goal
        return value + self.extend_hand * miles

    def choose_draw(self, state: State, moves: int) -> int:
        """Exchange a poor hand, take a good discard, otherwise draw."""
        seat = state.seat
        worst = self.worst_card(state, seat)
        if state.phase == ON_EXCHANGE:
            if not (moves >> DRAW) & 1:
                return DISCARD + worst
            return DISCARD + worst if self.keep_last(state, seat, worst) < self.exchange_below else DRAW
        if (moves >> TAKE) & 1 and self.worth_taking(state, seat, worst):
            return TAKE
        if (moves >> (DISCARD + worst)) & 1 and self.poor_hand(state, seat):
            return DISCARD + worst
        return DRAW

    def worth_taking(self, state: State, seat: int, worst: int) -> bool:
        """Return whether the top discard can be played at once, and well.

        Only at once: players who took cards to keep them would hand the same ones to and fro for ever.
        """
        card = state.discards[state.discarded - 1]
        team = state._team_of(seat)
        gain = self.take
        if D200 < card <= SPEED_LIMIT:
            target = self.best_target(state, card)
            if target == NONE:
                return False
            gain = self.gain_of_attack(state, target, card)
        elif not (state._own_plays(team) >> card) & 1:
            return False
        elif card <= D200:
            gain = self.gain_of_distance(state, card)
        elif card < EXTRA_TANK:
            gain = self.gain_of_remedy(state, card)
        else:
            return True
        spare = gain - self.keep(state, seat, card, state._count(seat, card) + 1)
        return gain > self.take and spare > -self.keep_last(state, seat, worst)

    def poor_hand(self, state: State, seat: int) -> bool:
        """Return whether there is no good play and enough to get rid of."""
        time = self.turns_left(state)
        moves = state._plays(seat)
        while moves:
            move = playout.lowest_bit(moves)
            moves &= moves - ONE
            card = OUT_OF_GAS + (move - ATTACK) % 5 if move >= ATTACK else move
            if self.gain(state, move, card, time) - self.kept(state, card, time) > self.exchange_play:
                return False
        lack = 0.0
        kinds = state.have[seat]
        while kinds:
            card = playout.lowest_bit(kinds)
            kinds &= kinds - ONE
            copy = state._count(seat, card)
            while copy > 0:
                worth = self.keep(state, seat, card, copy)
                if worth < self.exchange_below:
                    lack += self.exchange_below - worth
                copy -= 1
        return lack > self.exchange_gain

    def worst_card(self, state: State, seat: int) -> int:
        """Return the card in the hand that is missed least."""
        kinds = state.have[seat]
        worst = playout.lowest_bit(kinds)
        least = self.keep_last(state, seat, worst)
        kinds &= kinds - ONE
        while kinds:
            card = playout.lowest_bit(kinds)
            kinds &= kinds - ONE
            worth = self.keep_last(state, seat, card)
            if worth < least:
                worst = card
                least = worth
        return worst

    def keep_last(self, state: State, seat: int, card: int) -> float:
        """Return the worth of the last copy of a kind in the hand."""
        return self.keep(state, seat, card, state._count(seat, card))

    # -- what a card in the hand is worth ------------------------------------------------------------------------

    def keep(self, state: State, seat: int, card: int, copy: int) -> float:
        """Return the worth of so-many-th copy of a card in the hand of a seat."""
        if card <= D200:
            return self.keep_distance(state, seat, card, copy)
        if card <= SPEED_LIMIT:
            return self.keep_a_hazard(state, seat, card, copy)
        if card < EXTRA_TANK:
            return self.keep_a_remedy(state, seat, card, copy)
        return self.keep_safety

    def keep_distance(self, state: State, seat: int, card: int, copy: int) -> float:
        """Return the worth of a distance: longer is better, one too long for the trip is dead, many crowd the hand."""
        team = state._team_of(seat)
        miles = table.miles_of(card)
        if miles > state.room(team) or (card == D200 and state.laid_200s[team] + copy > state.rules.max_200s):
            return 0.0
        worth = self.keep_200
        if card == D25:
            worth = self.keep_25
        elif card == D50:
            worth = self.keep_50
        elif card == D75:
            worth = self.keep_75
        elif card == D100:
            worth = self.keep_100
        if card <= D50 and state._limited(team):
            worth += self.keep_slow
        if miles == self.need(state, team):
            worth += self.keep_exact
        crowd = self.held_between(state, seat, D25, D200) - 2
        return worth - self.crowd * crowd if crowd > 0 else worth

    def held_between(self, state: State, seat: int, card: int, last: int) -> int:
        """Count the cards of these kinds in the hand."""
        many = 0
        packed = state.hand[seat] >> (3 * card)
        while card <= last:
            many += packed & 7
            packed >>= 3
            card += 1
        return many

    def keep_a_hazard(self, state: State, seat: int, card: int, copy: int) -> float:
        """Return the worth of a hazard: dead when every opponent is protected; many crowd the hand."""
        team = state._team_of(seat)
        safety = table.safety_of(card)
        unsafe = 0
        other = 0
        while other < state.rules.teams:
            if other != team and not state._shows(other, safety):
                unsafe += 1
            other += 1
        if unsafe == 0:
            return 0.0
        worth = self.keep_hazard
        if card == STOP:
            worth = self.keep_stop
        elif card == SPEED_LIMIT:
            worth = self.keep_limit
        if copy > 1:
            worth += self.keep_second_hazard
        crowd = self.held_between(state, seat, OUT_OF_GAS, SPEED_LIMIT) - 1
        return worth - self.crowd_hazards * crowd if crowd > 0 else worth

    def keep_a_remedy(self, state: State, seat: int, card: int, copy: int) -> float:
        """Return the worth of a remedy: one of each kind is useful, none whose hazard cannot come or is covered."""
        team = state._team_of(seat)
        hazard = card - 5
        safety = table.safety_of(hazard)
        if state._shows(team, safety):
            return 0.0
        needed = state.battle[team] == hazard
        if card == END_OF_LIMIT:
            needed = state.speed[team] == SPEED_LIMIT
        elif card == ROLL:
            needed = not state._rolling(team)
        if needed and copy == 1:
            return self.keep_needed
        if (state.have[seat] >> safety) & 1:
            return self.keep_covered
        if state._unseen(seat, hazard) == 0 and card != ROLL:
            return 0.0
        if card == ROLL:
            if copy == 1:
                return self.keep_roll
            return self.keep_second_roll if copy == 2 else self.keep_third_roll
        come = float(state._unseen(seat, hazard)) / state.rules.copies[hazard]
        risk = 1.0 - self.keep_risk * (1.0 - come)
        if card == END_OF_LIMIT:
            return risk * (self.keep_end_of_limit if copy == 1 else self.keep_second_end_of_limit)
        return risk * (self.keep_remedy if copy == 1 else self.keep_second_remedy)

    # -- what a play gains -----------------------------------------------------------------------------------------

    def gain_of_distance(self, state: State, card: int) -> float:
        """Add up miles, the arrival, a rest that fits, and the safe trip against the 200s."""
        seat = state.seat
        team = state._team_of(seat)
        miles = table.miles_of(card)
        rest = self.need(state, team) - miles
        gain = self.mile * miles
        if rest <= 0:
            gain += self.finish
        elif rest <= 200 and not state.rules.overshoot_allowed:
            if self.holds_miles(state, seat, rest, card):
                gain += self.exact
            elif rest == 50:
                gain += self.awkward
            elif rest == 25:
                gain += self.awkward_25
        if card == D200 and state.laid_200s[team] == 0:
            share = self.safe_trip + self.safe_trip_late * state.miles[team] / state.goal
            gain -= share * state.rules.safe_trip_points
        return gain

    def holds_miles(self, state: State, seat: int, rest: int, played: int) -> bool:
        """Return whether the hand, but for the card played, holds one of exactly so many miles."""
        card = D25
        while card <= D200:
            if table.miles_of(card) == rest:
                return state._count(seat, card) > (1 if card == played else 0)
            card += 1
        return False

    def gain_of_remedy(self, state: State, card: int) -> float:
        """Return what it is worth to get under way: more with miles in the hand."""
        seat = state.seat
        have = state.have[seat]
        if card == END_OF_LIMIT:
            fast = self.held_between(state, seat, D75, D200)
            return self.unlimit + self.unlimit_fast * fast
        if card == ROLL:
            return self.start + (self.ready if have & DISTANCES else 0.0)
        unstoppable = state._shows(state._team_of(seat), RIGHT_OF_WAY)
        ready = (have >> ROLL) & 1 or unstoppable or not state.rules.roll_after_remedy
        return self.cure + (self.ready if ready else 0.0)

    def gain_of_attack(self, state: State, target: int, card: int) -> float:
        """Attack whoever leads or is about to arrive; mind the safety that the target may hold."""
        gain = self.attack
        if card == STOP:
            gain = self.attack_stop
        elif card == SPEED_LIMIT:
            gain = self.attack_limit
        gain += self.attack_lead * state.miles[target]
        if self.need(state, target) <= 200:
            gain += self.attack_near
        if not state._rolling(target):
            gain += self.attack_stopped
        seat = state.seat
        remedy = card + 5
        copies = state.rules.copies[remedy]
        gain += self.attack_scarce * (1.0 - (float(state._unseen(seat, remedy)) / copies if copies else 0.0))
        safety = table.safety_of(card)
        if state._unseen(seat, safety) > 0:
            gain -= self.coup_risk * self.chance_to_hold(state, target)
        return gain

    def gain_of_safety(self, state: State, card: int, time: float) -> float:
        """Hold it for the coup fourré, but not too long."""
        seat = state.seat
        team = state._team_of(seat)
        gain = self.lay
        if state.rules.end_measure != MEASURE_MILES and self.need(state, team) <= state.rules.safety_points:
            return gain + self.finish
        hazard = card - 10
        coming = state._unseen(seat, hazard)
        if card == RIGHT_OF_WAY:
            coming += state._unseen(seat, SPEED_LIMIT)
            if (not state._rolling(team) and not state._live(team)) or state._limited(team):
                gain += self.lay_cure
        if state.battle[team] == hazard:
            gain += self.lay_cure
        elif state._own_plays(team) & state.have[seat] & NO_SAFETIES == 0:
            gain += self.lay_stuck
        hope = coming * time / self.cards_unseen(state, seat)
        gain -= self.coup_hope * (hope if hope < 1.0 else 1.0)
        return gain + self.lay_late / (1.0 + time)

    # -- counting --------------------------------------------------------------------------------------------------

    def need(self, state: State, team: int) -> int:
        """Return what a team lacks to its goal."""
        if state.rules.end_measure == MEASURE_MILES:
            return state.goal - state.miles[team]
        return state.goal - state._points(team)

    def nearest_need(self, state: State, team: int) -> int:
        """Return what the opponent who is nearest to the goal lacks."""
        least = LONG_TRIP
        other = 0
        while other < state.rules.teams:
            if other != team and self.need(state, other) < least:
                least = self.need(state, other)
            other += 1
        return least

    def turns_left(self, state: State) -> float:
        """Guess how many turns the seat still has, by the pile and by the nearest arrival of anybody."""
        seat = state.seat
        team = state._team_of(seat)
        by_pile = float(state.left) / state.rules.players + state.held[seat] - 1
        near = self.nearest_need(state, team)
        own = self.need(state, team)
        if own < near:
            near = own
        by_road = near / (self.pace if self.pace > MIN_MILES_PER_TURN else MIN_MILES_PER_TURN)
        least = by_pile if by_pile < by_road else by_road
        return least if least > 0.0 else 0.0

    def cards_unseen(self, state: State, seat: int) -> float:
        """Count the cards that the seat has not seen; at least one, to divide by."""
        unseen = 1 + state.left
        other = 0
        while other < state.rules.players:
            if other != seat:
                unseen += state.held[other]
            other += 1
        return unseen

    def chance_to_hold(self, state: State, target: int) -> float:
        """Return the chance that one certain unseen card is in the hands of a team."""
        held = 0
        other = target
        while other < state.rules.players:
            held += state.held[other]
            other += state.rules.teams
        return held / self.cards_unseen(state, state.seat)
