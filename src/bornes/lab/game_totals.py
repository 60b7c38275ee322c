"""Who wins deals, and the games that they add up to."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.codes import NONE
from ..game import game_winner
from ..rules import Rules

WIN = 12
"""A whole win, so that two, three or four who share one get equal whole parts."""


def leaders(points: Sequence[int]) -> tuple[int, ...]:
    """Return the teams with the most points."""
    most = max(points)
    return tuple(team for team, own in enumerate(points) if own == most)


def win_share(team: int, winners: Sequence[int]) -> int:
    """Return a team's part of a ``WIN`` that these teams share."""
    return WIN // len(winners) if team in winners else 0


class GameTotals:
    """The totals of a game, deal after deal; after its last deal the next game begins at 0."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.winners: tuple[int, ...] = ()
        """Who won the game that was just over: one team, or those that share the most points of a drawn race."""
        self.begin()

    def begin(self) -> None:
        """Begin a game, whatever became of the one before."""
        self.totals = (0,) * self.rules.teams

    def add(self, scores: Sequence[int], completer: int) -> bool:
        """Add a deal; return whether the game is over with it."""
        self.totals = tuple(map(sum, zip(self.totals, scores, strict=True)))
        if max(self.totals) < self.rules.game_goal:
            return False
        winner = game_winner(self.rules, self.totals, None if completer == NONE else completer)
        if winner is None and self.rules.game_goal:
            return False
        self.winners = leaders(self.totals) if winner is None else (winner,)
        self.begin()
        return True
