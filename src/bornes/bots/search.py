"""Moves compared by playing them out in the same worlds with the same luck, without the GIL.

Each world is one that fits what the player knows.  Every move is tried in it, all seats then play by a policy, and
every seat draws from a lane of its own: what differs at the end comes from the move, hardly from luck.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from ..engine import plain as cython

from ..engine import playout, scoring
from ..engine.placing import Placing
from ..engine.playout import Policy, Rng, Seats
from ..engine.state import State

ONE = 1


FUTURES = 16
"""How many times a race is run to its end."""
LONGEST = 100
"""Deals after which a race is called even: where nobody scores it would go on for ever."""
FARTHEST = 30_000
"""The highest goal of a race; from farther away points are the way to it, and totals would not fit."""


class Aim:
    """What a player wants of the end of a deal: here points, more than the others have on average."""

    def value(self, state: State, team: int, luck: Rng) -> float:
        """How good the end is for a team; ``luck`` begins alike for every move of a world."""
        others = 0.0
        other = 0
        while other < state.law.teams:
            if other != team:
                others += scoring.total(state, other)
            other += 1
        return scoring.total(state, team) - others / (state.law.teams - 1)


class Race(Aim):
    """To win the game: the deals that would follow are drawn from many that were played before."""

    def __init__(self, totals: Sequence[int], goal: int, deals: array[int]) -> None:
        """``totals`` before this deal; ``deals`` holds a row of scores for each deal of the past."""
        self.teams = len(totals)
        self.totals = memoryview(array("i", totals))
        self.goal = goal
        self.deals = memoryview(deals)
        self.count = len(deals) // self.teams

    def value(self, state: State, team: int, luck: Rng) -> float:
        """The chance of winning the game, in thousandths."""
        won = 0.0
        run = 0
        while run < FUTURES:
            won += self.run(state, team, luck)
            run += 1
        return 1000.0 * won / FUTURES

    def run(self, state: State, team: int, luck: Rng) -> float:
        """One way on to the end of the game: whether the team wins it.

        The totals of a run are packed into one number, so that they need no memory of their own.
        """
        packed = ONE - ONE
        other = 0
        while other < self.teams:
            packed |= (ONE * (self.totals[other] + scoring.total(state, other))) << (16 * other)
            other += 1
        deals = 0
        while not self.decided(packed):
            deals += 1
            if deals > LONGEST:
                return 0.5
            row = self.teams * luck.below(self.count)
            other = 0
            while other < self.teams:
                packed += (ONE * self.deals[row + other]) << (16 * other)
                other += 1
        own = (packed >> (16 * team)) & 65535
        other = 0
        while other < self.teams:
            if (packed >> (16 * other)) & 65535 > own:
                return 0.0
            other += 1
        return 1.0

    def decided(self, packed: int) -> bool:
        """Whether one team alone is highest, at the goal or past it."""
        best = 0
        alone = False
        other = 0
        while other < self.teams:
            total = (packed >> (16 * other)) & 65535
            if total > best:
                best = total
                alone = True
            elif total == best:
                alone = False
            other += 1
        return alone and best >= self.goal


def compare(
    placing: Placing,
    policies: Sequence[Policy],
    aim: Aim,
    moves: Sequence[int],
    worlds: int,
    seed: int,
    first: int = 0,
) -> array[float]:
    """How the later moves do beside the first: for each the sum of differences, then for each the sum of squares.

    World number ``first + i`` is the same for the same seed, so a comparison can be cut into pieces.
    """
    seats = Seats(policies)
    world = State(placing.base.law)
    work = State(placing.base.law)
    rng = Rng(seed, 0)
    choices = Rng(seed, 0)
    chance = Rng(seed, 0)
    luck = Rng(seed, 0)
    team = world.team_of(placing.base.seat)
    codes = memoryview(array("i", moves))
    n = len(moves)
    sums = array("d", bytes(16 * n))
    view: Any = memoryview(sums)  # of doubles, which the types of Python cannot say
    i = 0
    with cython.nogil:
        while i < worlds:
            rng.seed(seed, 4 * (first + i))
            placing.place(world, rng)
            world.lay_lanes()
            standard = 0.0
            m = 0
            while m < n:
                work.copy_from(world)
                choices.seed(seed, 4 * (first + i) + 1)
                chance.seed(seed, 4 * (first + i) + 2)
                luck.seed(seed, 4 * (first + i) + 3)
                work.apply(codes[m])
                playout.play_out(work, seats, choices, chance)
                value = aim.value(work, team, luck)
                if m == 0:
                    standard = value
                value -= standard
                view[m] += value
                view[n + m] += value * value
                m += 1
            i += 1
    return sums
