"""The decisions of a deal, what each player knew, and what each move was worth by that.

All moves of a decision are tried in the same imagined worlds with the same luck.  Rounds leave ever fewer of them; the
best and the one that was made are then compared in fresh worlds, so that a move which looked best by luck alone does
not stay best.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from ..bots.champion import default_playouts, past_deals
from ..bots.inference import Doubts, HandReader, believable_worlds
from ..bots.search import MAX_GOAL, GameAim, MoveTester, chances, outcomes
from ..bots.weights import tuned_policy
from ..engine.codes import Phase
from ..engine.state import State
from ..game.deal import Deal, View
from ..game.events import seen_by
from ..game.moves import Move
from ..rules.ruleset import Rules

# -- decisions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment at which somebody had to choose."""

    deal: int
    """The number of the deal, from 1."""
    number: int
    """Which of the deal's moves it is, from 0."""
    turn: int
    view: View
    """What the player knew; it shares nothing with other views, so that threads can look at it."""
    doubts: Doubts
    """What the player should have doubted about the hands of others."""
    state: State
    """The truth."""
    move: Move
    """What the player did."""

    @property
    def seat(self) -> int:
        """Who decided."""
        assert self.view.viewer is not None
        return self.view.viewer

    @property
    def team(self) -> int:
        """For which team."""
        return self.view.rules.team_of(self.seat)

    @property
    def phase(self) -> Phase:
        """The kind of decision."""
        return self.view.phase


def decisions(played: Deal, number: int = 1) -> Iterator[Decision]:
    """Yield the decisions of a deal in order, each with what its player knew then."""
    readers = [HandReader(played.rules, seat) for seat in range(played.rules.players)]
    seen = [0] * played.rules.players
    for at, (deal, made) in enumerate(played.replay()):
        reader = readers[made.seat]
        reader.see(seen_by(made.seat, deal.events[seen[made.seat] :]))
        seen[made.seat] = len(deal.events)
        yield Decision(number, at, made.turn, deal.view(made.seat).detached(), reader.doubts(), deal.state, made.move)


MAX_FINALISTS = 4
"""Moves that are compared to the end, besides the played move."""
PLAYOUT_FACTOR = 6
"""Work of an evaluation, as a multiple of a champion's decision."""
SIGNIFICANT_STANDARD_ERRORS = 2.0
"""Two moves differ if their difference exceeds this many standard errors."""
_MIN_WORLDS = 16
_LEAD = 100
"""The lead with which the worth of a point is measured."""
_MIN_POINT_WORTH = 1 / 20_000
"""A point is never taken to buy less: where the trip alone decides, a lead buys nothing, and everything has a price."""
_RUNS = 20_000
"""Ways to the end of a game from which a chance is known to a third of a percent."""


# -- moves --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreGap:
    """By how much one move is worth more than another, in points or chance, and how sure that is."""

    mean: float
    error: float

    @property
    def shown(self) -> bool:
        """Whether there is more to it than luck."""
        return abs(self.mean) > SIGNIFICANT_STANDARD_ERRORS * self.error


@dataclass(frozen=True, slots=True)
class CandidateMove:
    """A move that could be made."""

    move: Move
    points: float
    """Points ahead of the others' mean at the end of the deal."""
    chance: float
    """Of winning the game, from 0 to 1."""
    points_cost: ScoreGap
    """What it gives away beside the best move."""
    chance_cost: ScoreGap
    worlds: int
    """In how many worlds it was tried last."""


class MoveComparison:
    """The moves of a decision in a number of worlds: for each world and move the points and the chance."""

    def __init__(self, moves: Sequence[Move], found: array[float]) -> None:
        self.moves = tuple(moves)
        self.worlds = len(found) // (2 * len(moves))
        self._found = found

    def points(self, move: Move) -> array[float]:
        """Return the points of a move, world by world."""
        return self._column(2 * self.moves.index(move))

    def chances(self, move: Move) -> array[float]:
        """Return the chances of winning with a move, in thousandths, world by world."""
        return self._column(2 * self.moves.index(move) + 1)

    def ranked(self) -> list[Move]:
        """Return the moves, the one with the best chance first; between equals the points decide."""
        return sorted(self.moves, key=lambda move: (-sum(self.chances(move)), -sum(self.points(move))))

    def options(self) -> tuple[CandidateMove, ...]:
        """Return the moves with what they are worth and cost, the best first."""
        ranked = self.ranked()
        return tuple(self._option(move, ranked[0]) for move in ranked)

    def _option(self, move: Move, best: Move) -> CandidateMove:
        return CandidateMove(
            move,
            points=sum(self.points(move)) / self.worlds,
            chance=sum(self.chances(move)) / (1000 * self.worlds),
            points_cost=score_gap(self.points(best), self.points(move)),
            chance_cost=score_gap(self.chances(best), self.chances(move), 1000),
            worlds=self.worlds,
        )

    def _column(self, at: int) -> array[float]:
        return self._found[at :: 2 * len(self.moves)]


def score_gap(one: Sequence[float], other: Sequence[float], unit: float = 1) -> ScoreGap:
    """Return the mean of the paired differences, and its standard error."""
    differences = [(a - b) / unit for a, b in zip(one, other, strict=True)]
    worlds = len(differences)
    mean = sum(differences) / worlds
    spread = sum((difference - mean) ** 2 for difference in differences) / max(1, worlds - 1)
    return ScoreGap(mean, sqrt(spread / worlds))


def evaluate_moves(decision: Decision, seed: int, care: float = PLAYOUT_FACTOR) -> tuple[CandidateMove, ...]:
    """Try the legal moves and return the finalists and the move that was made, the best first."""
    view = decision.view
    tester = MoveTester(believable_worlds(view, decision.doubts), [tuned_policy(view.rules)], seed)
    ahead = race(view.rules, view.totals_before)
    budget = int(care * default_playouts(view.rules))
    moves, first = list(view.legal_moves), 0

    def tried(share: float) -> MoveComparison:
        nonlocal first
        worlds = max(_MIN_WORLDS, int(share * budget / len(moves)))
        found = outcomes(tester, ahead, [int(move) for move in moves], worlds, first)
        first += worlds
        return MoveComparison(moves, found)

    while len(moves) > MAX_FINALISTS + 1:
        ranked = tried(0.25).ranked()
        stay = ranked[: max(MAX_FINALISTS, len(ranked) // 2)]
        moves = stay if decision.move in stay else [*stay, decision.move]
    return tried(0.5).options()


# -- chances of winning the game, judged by how deals between tuned players end -------------------------------------


def race(rules: Rules, totals: tuple[int, ...]) -> GameAim:
    """Return the race for the game from these totals, before a deal; a deal that is part of no game begins one.

    Without a goal this deal decides.  A goal beyond what a race can count is brought nearer, and all totals with it.
    """
    beyond = max(0, rules.game_goal - MAX_GOAL)
    left = [max(0, total - beyond) for total in totals or (0,) * rules.teams]
    return GameAim(left, min(rules.game_goal, MAX_GOAL), past_deals(rules))


def team_chances(rules: Rules, totals: tuple[int, ...], state: State, worlds: int, seed: int) -> tuple[float, ...]:
    """Return every team's chance to win the game when all hands lie open and only the draw pile is unknown."""
    sums = chances(MoveTester(state, [tuned_policy(rules)], seed), race(rules, totals), worlds)
    return tuple(total / (1000 * worlds) for total in sums)


def chances_before_deal(rules: Rules, totals: tuple[int, ...]) -> tuple[float, ...]:
    """Return every team's chance to win the game before a deal, by the totals alone."""
    ahead = race(rules, totals)
    return tuple(ahead.chance(team, _RUNS, 1) for team in range(rules.teams))


@lru_cache(maxsize=64)
def worth_of_a_point(rules: Rules) -> float:
    """Return how much chance of winning a point buys at the even start of a game."""
    ahead, behind = [0] * rules.teams, [_LEAD] * rules.teams
    ahead[0], behind[0] = _LEAD, 0
    gained = chances_before_deal(rules, tuple(ahead))[0] - chances_before_deal(rules, tuple(behind))[0]
    return max(gained / (2 * _LEAD), _MIN_POINT_WORTH)
