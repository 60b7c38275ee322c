"""Deals one after another, chained into games."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.codes import NONE
from ...game import game_winner
from ...rules import Rules


class Chain:
    """The totals of the game in progress; after its last deal the next one begins at nought."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.winners: tuple[int, ...] = ()
        """Who won the game that was just over: one team, or those that share the most points of a drawn race."""
        self.begin()

    def begin(self) -> None:
        """Begin a game, whatever became of the one before."""
        self.totals = (0,) * self.rules.teams

    def add(self, scores: Sequence[int], completer: int) -> bool:
        """Add a deal; whether the game is over with it."""
        self.totals = tuple(map(sum, zip(self.totals, scores, strict=True)))
        if max(self.totals) < self.rules.game_goal:
            return False
        winner = game_winner(self.rules, self.totals, None if completer == NONE else completer)
        if winner is None and self.rules.game_goal:
            return False
        self.winners = leaders(self.totals) if winner is None else (winner,)
        self.begin()
        return True


def leaders(points: Sequence[int]) -> tuple[int, ...]:
    """The teams with the most points."""
    most = max(points)
    return tuple(team for team, own in enumerate(points) if own == most)
