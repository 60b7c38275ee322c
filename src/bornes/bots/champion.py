"""The champion: imagines what cannot be seen, plays each move out thousands of times, and takes the best.

The tuned player's move is the incumbent.  All legal moves are tried in the same worlds with the same luck; halving
rounds leave ever fewer of them for ever more worlds; and the incumbent gives way only to a move that did better by so
many standard errors (``caution``), since the best of many noisy figures is mostly noise.  Worlds in which others hold
what they would have played are taken as seldom as ``belief`` says.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, log2, sqrt
from random import Random
from time import perf_counter

from ..base.translatable import N_
from ..engine import COMPILED
from ..engine.codes import Phase
from ..engine.playout import Rng, decide, play_deals
from ..game.deal import View
from ..game.deal_results import DealResults
from ..game.moves import Move
from ..game.position import compile_rules
from ..rules.ruleset import Rules
from .bot import BotError
from .inference import DOUBTED_HAND_WEIGHT, believable_worlds, hand_doubts
from .search import MAX_GOAL, GameAim, MoveTester, PointsAim, compare
from .weights import tuned_policy

DEFAULT_PLAYOUT_MOVES = 100_000
"""Moves in the playouts of a decision, unless told otherwise: well within 200 ms of one core in every form."""
MIN_GAIN_STANDARD_ERRORS = 1.5
"""A searched move must beat the tuned player's move by this much."""
MAX_THINKING_SECONDS = 3600
AIMS = ("game", "points")
UNSEARCHED_PHASES = (Phase.REACT,)
"""No search here: answering a hazard costs nothing and earns a turn."""

_BATCH = 16
"""Worlds between two looks at the clock."""
_MIN_WORLDS_PER_ROUND = 8
_SAMPLE = 96
"""Deals from which their length is known well enough."""
_PAST = 2400 if COMPILED else 240
"""Deals from which the rest of a game is drawn; a multiple of every number of players."""


@dataclass(slots=True)
class MoveEvaluation:
    """How a move did beside the tuned player's."""

    move: Move
    worlds: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def gain(self) -> float:
        """By how much it was better on average: points, or thousandths of a game."""
        return self.total / self.worlds if self.worlds else 0.0

    @property
    def error(self) -> float:
        """The standard error of the gain."""
        if self.worlds < 2:
            return float("inf")
        spread = max(0.0, self.squares - self.total**2 / self.worlds)
        return sqrt(spread / (self.worlds - 1) / self.worlds)


class Champion:
    """Monte-Carlo on sampled worlds.

    Deterministic for a seed and a number of ``playouts``; with ``seconds`` it thinks as long as that instead.  It aims
    at winning the game where it knows the totals, and at points otherwise or with ``aim="points"``.
    """

    name = "champion"

    def __init__(
        self,
        seed: int = 0,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        caution: float = MIN_GAIN_STANDARD_ERRORS,
        belief: float = DOUBTED_HAND_WEIGHT,
        aim: str = "game",
    ) -> None:
        if playouts is not None and (not isinstance(playouts, int) or playouts < 1):
            raise BotError(N_("champion: playouts must be a whole number of 1 or more, not {value!r}"), value=playouts)
        if seconds is not None and (isinstance(seconds, str) or not 0 < seconds <= MAX_THINKING_SECONDS):
            text = N_("champion: seconds must be a number above 0, up to {most}, not {value!r}")
            raise BotError(text, most=MAX_THINKING_SECONDS, value=seconds)
        if isinstance(caution, str) or not caution >= 0:
            raise BotError(N_("champion: caution must be a number of 0 or more, not {value!r}"), value=caution)
        if isinstance(belief, str) or not 0 < belief <= 1:
            raise BotError(N_("champion: belief must be a number above 0, up to 1, not {value!r}"), value=belief)
        if aim not in AIMS:
            raise BotError(N_("champion: aim must be one of {known}, not {value!r}"), known=", ".join(AIMS), value=aim)
        self.playouts = playouts
        self.seconds = seconds
        self.caution = caution
        self.belief = belief
        self.aim = aim
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        """Choose the tuned player's move, or one that is surely better."""
        moves = self.candidates(view)
        if len(moves) == 1 or view.phase in UNSEARCHED_PHASES:
            return moves[0]
        return self._judged(view, moves)[0].move

    def candidates(self, view: View) -> list[Move]:
        """Return the legal moves, the tuned player's first."""
        incumbent = Move(decide(tuned_policy(view.rules), view.possible_position(), Rng(0)))
        return [incumbent, *(move for move in view.legal_moves if move != incumbent)]

    def judge(self, view: View) -> list[MoveEvaluation]:
        """Judge all legal moves: the one to make comes first, then by how far they came and how well they did."""
        return self._judged(view, self.candidates(view))

    def _judged(self, view: View, moves: list[Move]) -> list[MoveEvaluation]:
        incumbent, *others = (MoveEvaluation(move) for move in moves)
        comparison = _Comparison(view, self._aim(view), self.belief, self._random.getrandbits(63))
        out: list[MoveEvaluation] = []
        rounds = max(1, ceil(log2(len(others) + 1)))
        start = perf_counter()
        for number in range(1, rounds + 1):
            for worlds in self._portions(view.rules, rounds * (len(others) + 1), start, number / rounds):
                comparison.go_on(incumbent, others, worlds)
            others.sort(key=lambda one: -one.gain)
            if number < rounds:
                stay = max(1, len(others) // 2)
                out[:0] = others[stay:]
                others = others[:stay]
        best = others[0] if others else incumbent
        if best.gain > self.caution * best.error:
            return [best, incumbent, *others[1:], *out]
        return [incumbent, *others, *out]

    def _portions(self, rules: Rules, shares: int, start: float, done: float) -> Iterator[int]:
        """Say how many worlds to try in a round: at once for a number of playouts, bit by bit for a time."""
        if self.seconds is None:
            yield max(_MIN_WORLDS_PER_ROUND, (self.playouts or default_playouts(rules)) // shares)
            return
        yield _MIN_WORLDS_PER_ROUND
        while perf_counter() < start + self.seconds * done:
            yield _BATCH

    def _aim(self, view: View) -> PointsAim:
        if self.aim == "points" or not view.totals_before or not 0 < view.rules.game_goal <= MAX_GOAL:
            return PointsAim()
        return GameAim(view.totals_before, view.rules.game_goal, past_deals(view.rules))


class _Comparison:
    """The moves of one decision, compared in ever more worlds that its seat thinks possible."""

    def __init__(self, view: View, aim: PointsAim, belief: float, seed: int) -> None:
        sampler = believable_worlds(view, hand_doubts(view, belief) if belief < 1 else {})
        self.tester = MoveTester(sampler, [tuned_policy(view.rules)], seed)
        self.aim = aim
        self.worlds = 0

    def go_on(self, incumbent: MoveEvaluation, others: list[MoveEvaluation], worlds: int) -> None:
        """Try these moves in further worlds."""
        judged = [incumbent, *others]
        moves = [int(one.move) for one in judged]
        sums = compare(self.tester, self.aim, moves, worlds, self.worlds)
        self.worlds += worlds
        for number, one in enumerate(judged):
            one.worlds += worlds
            one.total += sums[number]
            one.squares += sums[len(judged) + number]


@lru_cache(maxsize=64)
def default_playouts(rules: Rules) -> int:
    """Return how many playouts make up the work of a decision: fewer where deals take more moves."""
    return DEFAULT_PLAYOUT_MOVES * _SAMPLE // sum(_tuned_deals(rules, _SAMPLE).moves)


@lru_cache(maxsize=64)
def past_deals(rules: Rules) -> array[int]:
    """Return scores of deals between tuned players, a row of teams for each.

    Every deal is there once for each way round the table: no team is better than another, and chance shall not make
    one so.
    """
    turns = range(rules.teams)
    deals = zip(*_tuned_deals(rules, _PAST).scores, strict=True)
    return array("i", [points for scores in deals for turn in turns for points in (*scores[turn:], *scores[:turn])])


def _tuned_deals(rules: Rules, deals: int) -> DealResults:
    """Play deals between tuned players."""
    return DealResults(rules.teams, play_deals(compile_rules(rules), [tuned_policy(rules)], deals, 1))
