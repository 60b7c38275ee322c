"""Chances of winning the game, judged by how deals between tuned players end."""

from __future__ import annotations

from functools import lru_cache

from ..bots.champion import past_deals
from ..bots.search import HIGHEST_GOAL, GameAim, MoveTester, chances
from ..bots.weights import tuned_policy
from ..engine.state import State
from ..rules import Rules

_EDGE = 100
"""The lead by which it is measured what a point is worth."""
_RUNS = 20_000
"""Ways on to the end of a game from which a chance is known to a third of a percent."""


def race(rules: Rules, totals: tuple[int, ...]) -> GameAim:
    """The race for the game from these totals, before a deal; a deal that is part of no game begins one.

    Without a goal this deal decides.  A goal beyond what a race can count is brought nearer with everybody who runs.
    """
    beyond = max(0, rules.game_goal - HIGHEST_GOAL)
    left = [max(0, total - beyond) for total in totals or (0,) * rules.teams]
    return GameAim(left, min(rules.game_goal, HIGHEST_GOAL), past_deals(rules))


def team_chances(rules: Rules, totals: tuple[int, ...], state: State, worlds: int, seed: int) -> tuple[float, ...]:
    """Every team's chance to win the game when all hands lie open and only the draw pile is unknown."""
    sums = chances(MoveTester(state, [tuned_policy(rules)], seed), race(rules, totals), worlds)
    return tuple(total / (1000 * worlds) for total in sums)


def standing(rules: Rules, totals: tuple[int, ...]) -> tuple[float, ...]:
    """Every team's chance before a deal, by the totals alone."""
    ahead = race(rules, totals)
    return tuple(ahead.chance(team, _RUNS, 1) for team in range(rules.teams))


@lru_cache(maxsize=64)
def worth_of_a_point(rules: Rules) -> float:
    """How much chance of winning a point buys at the even start of a game."""
    ahead, behind = [0] * rules.teams, [_EDGE] * rules.teams
    ahead[0], behind[0] = _EDGE, 0
    return (standing(rules, tuple(ahead))[0] - standing(rules, tuple(behind))[0]) / (2 * _EDGE)
