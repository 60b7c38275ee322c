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
    from ..engine import uncompiled as cython

from ..engine import argument_checks, playout, scoring
from ..engine.codes import MOVES
from ..engine.playout import Policy, Rng, SeatPolicies
from ..engine.sampler import Sampler
from ..engine.state import State
from ..engine.uncompiled import heed_signals

ONE = 1

CONTINUATIONS_PER_DEAL = 16
"""Random continuations to the end of the game, drawn for each deal."""
NO_MOVE = -1
MAX_DEALS = 100
"""Deals after which a game counts as a draw: where nobody scores it would go on for ever."""
MAX_GOAL = 30_000
"""The highest goal that is aimed at; points are the way to one that is higher, whose totals would not fit."""
MAX_TOTAL = 50_000
"""The highest total before a deal: totals have 16 bits each while a game is drawn to its end."""
MAX_SCORE = 15_000
"""The score of one team in one earlier deal."""
MAX_WORLD_NUMBER = 2**31 - 1
MAX_RUNS = 10_000_000
"""Worlds, or ways on to the end of a game, that one call may be asked for."""
WORLDS_PER_SIGNAL_CHECK = 16
"""Worlds between two checks for Ctrl-C."""


def lead(state: State, team: int) -> float:
    """Return how many points a team has more than the others have on average."""
    others = 0.0
    other = 0
    while other < state.rules.teams:
        if other != team:
            others += scoring._total(state, other)
        other += 1
    return scoring._total(state, team) - others / (state.rules.teams - 1)


class PointsAim:
    """What a player wants of the end of a deal: here points, more than the others have on average."""

    def value(self, state: State, team: int, luck: Rng) -> float:
        """Return how good the end of a deal is for a team; ``luck`` begins alike for every move of a world."""
        return lead(state, team)

    def __reduce__(self) -> tuple[Any, ...]:
        return PointsAim, ()


class GameAim(PointsAim):
    """To win the game: the deals that would follow are drawn from many that were played before."""

    def __cinit__(self, totals: Sequence[int], goal: int, deals: array[int]) -> None:
        """Take the totals before this deal, and scores of past deals to draw from, a row of teams for each."""
        begun = [argument_checks.check_integer("totals", total, 0, MAX_TOTAL) for total in totals]
        self.teams = argument_checks.check_integer("totals, how many", len(begun), 2, 4)
        self.goal = argument_checks.check_integer("goal", goal, 0, MAX_GOAL)
        self.past = _past(deals, len(begun))
        self.totals = memoryview(array("i", begun))
        self.deals = memoryview(self.past)
        self.count = len(self.past) // len(begun)

    if not cython.compiled:

        def __init__(self, totals: Sequence[int], goal: int, deals: array[int]) -> None:
            self.__cinit__(totals, goal, deals)

    def __reduce__(self) -> tuple[Any, ...]:
        return GameAim, (list(self.totals), self.goal, self.past)

    def value(self, state: State, team: int, luck: Rng) -> float:
        """Return the chance of winning the game after this deal, in thousandths."""
        packed = ONE - ONE
        other = 0
        while other < self.teams:
            packed |= (ONE * (self.totals[other] + scoring._total(state, other))) << (16 * other)
            other += 1
        won = 0.0
        run = 0
        while run < CONTINUATIONS_PER_DEAL:
            won += self.play_to_goal(packed, team, luck)
            run += 1
        return 1000.0 * won / CONTINUATIONS_PER_DEAL

    def chance(self, team: int, runs: int, seed: int) -> float:
        """Return the chance of winning from the totals alone, before a deal that will be played."""
        luck = Rng(seed, 0)
        own = argument_checks.check_index("team", team, self.teams)
        times = argument_checks.check_integer("runs", runs, 1, MAX_RUNS)
        packed = ONE - ONE
        other = 0
        while other < self.teams:
            packed |= (ONE * self.totals[other]) << (16 * other)
            other += 1
        won = 0.0
        run = 0
        while run < times:
            if run % WORLDS_PER_SIGNAL_CHECK == 0:
                heed_signals()
            won += self.play_to_goal(self.after_deal(packed, luck), own, luck)
            run += 1
        return won / times

    def play_to_goal(self, packed: int, team: int, luck: Rng) -> float:
        """Draw deals until the game is decided: return 1 if the team wins it, 0 if not, a half if nobody ever does.

        The totals of a run are packed into one number, so that they need no memory of their own.
        """
        deals = 0
        while not self.decided(packed):
            deals += 1
            if deals > MAX_DEALS:
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
        """Return the totals after one more deal, drawn from the past."""
        row = self.teams * luck._below(self.count)
        other = 0
        while other < self.teams:
            packed += (ONE * self.deals[row + other]) << (16 * other)
            other += 1
        return packed

    def decided(self, packed: int) -> bool:
        """Return whether one team alone is highest, at the goal or past it."""
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


class MoveTester:
    """Tries moves in one imagined world after another, every move of a world on the same luck."""

    def __cinit__(self, moment: State | Sampler, policies: Sequence[Policy], seed: int) -> None:
        """Take what all worlds have in common: a deal with all hands open, or what one player knows of it.

        Everybody plays on by ``policies``.
        """
        self.sampler: Any = None  # or a Sampler
        if isinstance(moment, Sampler):
            self.sampler = moment
            self.base = self.sampler.base.clone()
        elif isinstance(moment, State):
            self.base = moment.clone()  # what happens to the deal meanwhile is not tried
        else:
            raise TypeError(f"moment: a State or a Sampler, not {moment!r}")
        self.policies = tuple(policies)
        self.seats = SeatPolicies(self.policies)
        self.seed = argument_checks.low_64_bits("seed", seed)
        self.team = self.base._team_of(self.base.seat)
        self.world = State(self.base.rules)
        self.work = State(self.base.rules)
        self.rng = Rng(self.seed, 0)
        self.choices = Rng(self.seed, 0)
        self.chance = Rng(self.seed, 0)
        self.luck = Rng(self.seed, 0)
        self.number = 0

    if not cython.compiled:

        def __init__(self, moment: State | Sampler, policies: Sequence[Policy], seed: int) -> None:
            self.__cinit__(moment, policies, seed)

    def twin(self) -> MoveTester:
        """Return another like this for a single call, since another thread may use this one at the same time."""
        return MoveTester(self.base if self.sampler is None else self.sampler, self.policies, self.seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return MoveTester, (self.base if self.sampler is None else self.sampler, self.policies, self.seed)

    def enter(self, number: int) -> None:
        """Go to the world of this number."""
        self.number = number
        self.rng._seed(self.seed, 4 * number)
        self.imagine()
        self.world.lay_lanes()

    def imagine(self) -> None:
        """Make a world: place what the player cannot see; with all hands open only the draw pile is unknown."""
        if self.sampler is not None:
            self.sampler.place(self.world, self.rng)
            return
        self.world.copy_from(self.base)
        if self.world.lanes:
            self.world.close_lanes()
        playout.shuffle_pile(self.world, self.rng)

    def allows(self, moves: int) -> bool:
        """Return whether all these moves are legal in this world."""
        return moves & self.world.legal() == moves

    def play(self, move: int) -> None:
        """Make a move in this world, or none, and play on to the end of the deal; ``luck`` is for what comes after."""
        self.work.copy_from(self.world)
        self.choices._seed(self.seed, 4 * self.number + 1)
        self.chance._seed(self.seed, 4 * self.number + 2)
        self.luck._seed(self.seed, 4 * self.number + 3)
        if move >= 0:
            self.work._apply(move)
        playout.play_out(self.work, self.seats, self.choices, self.chance)


def compare(tester: MoveTester, aim: PointsAim, moves: Sequence[int], worlds: int, first: int = 0) -> array[float]:
    """Compare the later moves with the first: return for each the sum of differences, then for each the sum of squares.

    World number ``first + i`` is the same for the same seed, so a comparison can be cut into pieces.
    """
    _check_aim(aim, tester)
    own = tester.twin()
    codes = memoryview(_codes(moves))
    n = len(codes)
    every = _as_set(codes)
    count = argument_checks.check_integer("worlds", worlds, 0, MAX_RUNS)
    start = argument_checks.check_integer("first", first, 0, MAX_WORLD_NUMBER)
    sums = array("d", bytes(16 * n))
    view: Any = memoryview(sums)  # of doubles, which the types of Python cannot say
    well = True
    i = 0
    while well and i < count:
        heed_signals()
        end = min(count, i + WORLDS_PER_SIGNAL_CHECK)
        with cython.nogil:
            while well and i < end:
                own.enter(start + i)
                well = own.allows(every)
                standard = 0.0
                m = 0
                while well and m < n:
                    own.play(codes[m])
                    value = aim.value(own.work, own.team, own.luck)
                    if m == 0:
                        standard = value
                    value -= standard
                    view[m] += value
                    view[n + m] += value * value
                    m += 1
                i += 1
    _check_legal(well, own, codes)
    return sums


def outcomes(tester: MoveTester, game_aim: GameAim, moves: Sequence[int], worlds: int, first: int = 0) -> array[float]:
    """Return what each move leads to in each world: two numbers for each move, world after world.

    The first is how many points it brings over the others' mean, the second the chance of winning in thousandths.
    """
    _check_aim(game_aim, tester)
    own = tester.twin()
    codes = memoryview(_codes(moves))
    n = len(codes)
    every = _as_set(codes)
    count = argument_checks.check_integer("worlds", worlds, 0, MAX_RUNS)
    start = argument_checks.check_integer("first", first, 0, MAX_WORLD_NUMBER)
    found = array("d", bytes(16 * n)) * count
    view: Any = memoryview(found)
    well = True
    at = 0
    i = 0
    while well and i < count:
        heed_signals()
        end = min(count, i + WORLDS_PER_SIGNAL_CHECK)
        with cython.nogil:
            while well and i < end:
                own.enter(start + i)
                well = own.allows(every)
                m = 0
                while well and m < n:
                    own.play(codes[m])
                    view[at] = lead(own.work, own.team)
                    view[at + 1] = game_aim.value(own.work, own.team, own.luck)
                    at += 2
                    m += 1
                i += 1
    _check_legal(well, own, codes)
    return found


def chances(tester: MoveTester, game_aim: GameAim, worlds: int) -> array[float]:
    """Return for each team the chance of winning from here, in thousandths, added up over so many worlds."""
    _check_aim(game_aim, tester)
    own = tester.twin()
    count = argument_checks.check_integer("worlds", worlds, 0, MAX_RUNS)
    teams = tester.base.rules.teams
    sums = array("d", bytes(8 * teams))
    view: Any = memoryview(sums)
    i = 0
    while i < count:
        heed_signals()
        end = min(count, i + WORLDS_PER_SIGNAL_CHECK)
        with cython.nogil:
            while i < end:
                own.enter(i)
                own.play(NO_MOVE)
                team = 0
                while team < teams:
                    own.luck._seed(own.seed, 4 * i + 3)  # one future for all of them
                    view[team] += game_aim.value(own.work, team, own.luck)
                    team += 1
                i += 1
    return sums


# -- at the door ----------------------------------------------------------------------------------------------------


def _past(deals: object, teams: int) -> array[int]:
    """Return a copy of the deals of the past, if they are rows of scores."""
    if not isinstance(deals, array) or deals.typecode != "i":
        raise TypeError(f"deals: an array of whole numbers, array('i', …), not {type(deals).__name__}")
    if not deals or len(deals) % teams:
        raise ValueError(f"deals: rows of {teams} scores, one or more, not {len(deals)} numbers")
    if min(deals) < 0 or max(deals) > MAX_SCORE:
        raise ValueError(f"deals: scores from 0 to {MAX_SCORE}, not from {min(deals)} to {max(deals)}")
    return deals[:]


def _codes(moves: Sequence[int]) -> array[int]:
    """Return the codes of the moves to be tried, if they are such; NO_MOVE lets the deal go on as it is."""
    return array("i", [argument_checks.check_integer("moves", move, NO_MOVE, MOVES - 1) for move in moves])


def _as_set(codes: Sequence[int]) -> int:
    """Return the moves among these codes as a set."""
    every = ONE - ONE
    for code in codes:
        if code >= 0:
            every |= ONE << code
    return every


def _check_aim(aim: PointsAim, tester: MoveTester) -> None:
    """Refuse an aim that compiled code would not ask."""
    if type(aim) is not PointsAim and type(aim) is not GameAim:
        raise TypeError(
            f"{type(aim).__name__} would never be asked: an aim is a PointsAim or a GameAim, whose code is compiled"
        )
    if isinstance(aim, GameAim):
        _check_teams(aim, tester)


def _check_teams(game_aim: GameAim, tester: MoveTester) -> None:
    """Refuse totals of other teams than those at the table."""
    if game_aim.teams != tester.base.rules.teams:
        raise ValueError(f"the totals are those of {game_aim.teams} teams, and {tester.base.rules.teams} play")


def _check_legal(well: bool, tester: MoveTester, codes: Sequence[int]) -> None:
    """Say which move is not legal in the world that was entered last."""
    if not well:
        legal = tester.world.legal()
        wrong = next(code for code in codes if code >= 0 and not legal >> code & 1)
        raise ValueError(f"moves: {wrong} is not legal in world {tester.number}, and so cannot be tried there")
