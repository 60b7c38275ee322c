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
NO_MOVE = -1
LONGEST = 100
"""Deals after which a race is called even: where nobody scores it would go on for ever."""
FARTHEST = 30_000
"""The highest goal of a race; from farther away points are the way to it, and totals would not fit."""


def lead(state: State, team: int) -> float:
    """How many points a team has more than the others have on average."""
    others = 0.0
    other = 0
    while other < state.law.teams:
        if other != team:
            others += scoring._total(state, other)
        other += 1
    return scoring._total(state, team) - others / (state.law.teams - 1)


class Aim:
    """What a player wants of the end of a deal: here points, more than the others have on average."""

    def value(self, state: State, team: int, luck: Rng) -> float:
        """How good the end is for a team; ``luck`` begins alike for every move of a world."""
        return lead(state, team)


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
        packed = ONE - ONE
        other = 0
        while other < self.teams:
            packed |= (ONE * (self.totals[other] + scoring._total(state, other))) << (16 * other)
            other += 1
        won = 0.0
        run = 0
        while run < FUTURES:
            won += self.run(packed, team, luck)
            run += 1
        return 1000.0 * won / FUTURES

    def chance(self, team: int, runs: int, seed: int) -> float:
        """The chance of winning from the totals alone, before a deal that will be played."""
        luck = Rng(seed, 0)
        packed = ONE - ONE
        other = 0
        while other < self.teams:
            packed |= (ONE * self.totals[other]) << (16 * other)
            other += 1
        won = 0.0
        run = 0
        while run < runs:
            won += self.run(self.after_deal(packed, luck), team, luck)
            run += 1
        return won / runs

    def run(self, packed: int, team: int, luck: Rng) -> float:
        """One way on to the end of the game: whether the team wins it.

        The totals of a run are packed into one number, so that they need no memory of their own.
        """
        deals = 0
        while not self.decided(packed):
            deals += 1
            if deals > LONGEST:
                return 0.5
            packed = self.after_deal(packed, luck)
        own = (packed >> (16 * team)) & 65535
        other = 0
        while other < self.teams:
            if (packed >> (16 * other)) & 65535 > own:
                return 0.0
            other += 1
        return 1.0

    def after_deal(self, packed: int, luck: Rng) -> int:
        """The totals after one more deal."""
        row = self.teams * luck._below(self.count)
        other = 0
        while other < self.teams:
            packed += (ONE * self.deals[row + other]) << (16 * other)
            other += 1
        return packed

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


class Tryout:
    """Where moves are tried: in one imagined world after another, every move on the same luck."""

    def __init__(self, base: State, policies: Sequence[Policy], seed: int) -> None:
        """``base`` is the moment that all worlds have in common; everybody plays on by ``policies``."""
        self.base = base
        self.seats = Seats(policies)
        self.seed = seed
        self.team = base._team_of(base.seat)
        self.world = State(base.law)
        self.work = State(base.law)
        self.rng = Rng(seed, 0)
        self.choices = Rng(seed, 0)
        self.chance = Rng(seed, 0)
        self.luck = Rng(seed, 0)
        self.number = 0

    def enter(self, number: int) -> None:
        """Go to the world of this number."""
        self.number = number
        self.rng._seed(self.seed, 4 * number)
        self.imagine()
        self.world.lay_lanes()

    def imagine(self) -> None:
        """Make a world; here all hands lie open, and only the order of the draw pile is unknown."""
        self.world.copy_from(self.base)
        if self.world.lanes:
            self.world.close_lanes()
        playout.shuffle_pile(self.world, self.rng)

    def play(self, move: int) -> None:
        """Make a move in this world, or none, and play on to the end of the deal; ``luck`` is for what comes after."""
        self.work.copy_from(self.world)
        self.choices._seed(self.seed, 4 * self.number + 1)
        self.chance._seed(self.seed, 4 * self.number + 2)
        self.luck._seed(self.seed, 4 * self.number + 3)
        if move >= 0:
            self.work._apply(move)
        playout.play_out(self.work, self.seats, self.choices, self.chance)


class Imagined(Tryout):
    """In worlds that fit what one player knows."""

    def __init__(self, placing: Placing, policies: Sequence[Policy], seed: int) -> None:
        super().__init__(placing.base, policies, seed)
        self.placing = placing

    def imagine(self) -> None:
        """Place what the player cannot see."""
        self.placing.place(self.world, self.rng)


def compare(tryout: Tryout, aim: Aim, moves: Sequence[int], worlds: int, first: int = 0) -> array[float]:
    """How the later moves do beside the first: for each the sum of differences, then for each the sum of squares.

    World number ``first + i`` is the same for the same seed, so a comparison can be cut into pieces.
    """
    codes = memoryview(array("i", moves))
    n = len(moves)
    sums = array("d", bytes(16 * n))
    view: Any = memoryview(sums)  # of doubles, which the types of Python cannot say
    i = 0
    with cython.nogil:
        while i < worlds:
            tryout.enter(first + i)
            standard = 0.0
            m = 0
            while m < n:
                tryout.play(codes[m])
                value = aim.value(tryout.work, tryout.team, tryout.luck)
                if m == 0:
                    standard = value
                value -= standard
                view[m] += value
                view[n + m] += value * value
                m += 1
            i += 1
    return sums


def outcomes(tryout: Tryout, race: Race, moves: Sequence[int], worlds: int, first: int = 0) -> array[float]:
    """What each move leads to in each world: points ahead of the others, then the chance of winning in thousandths."""
    codes = memoryview(array("i", moves))
    n = len(moves)
    found = array("d", bytes(16 * n * worlds))
    view: Any = memoryview(found)
    at = 0
    i = 0
    with cython.nogil:
        while i < worlds:
            tryout.enter(first + i)
            m = 0
            while m < n:
                tryout.play(codes[m])
                view[at] = lead(tryout.work, tryout.team)
                view[at + 1] = race.value(tryout.work, tryout.team, tryout.luck)
                at += 2
                m += 1
            i += 1
    return found


def chances(tryout: Tryout, race: Race, worlds: int) -> array[float]:
    """For each team the chance of winning from here, in thousandths, added up over so many worlds."""
    teams = tryout.base.law.teams
    sums = array("d", bytes(8 * teams))
    view: Any = memoryview(sums)
    i = 0
    with cython.nogil:
        while i < worlds:
            tryout.enter(i)
            tryout.play(NO_MOVE)
            team = 0
            while team < teams:
                tryout.luck._seed(tryout.seed, 4 * i + 3)  # one future for all of them
                view[team] += race.value(tryout.work, team, tryout.luck)
                team += 1
            i += 1
    return sums
