"""What deals come to, added up: points with their means and how sure one may be of them, and who wins.

The sums of tallies and clusters are whole numbers, so they are exact and the order of adding does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from operator import mul
from typing import NamedTuple

from ..engine.codes import NONE
from ..game.game import game_winner
from ..rules.ruleset import Rules

# -- numbers ------------------------------------------------------------------------------------------------------

STANDARD_ERRORS_95 = 1.959964
"""The half width of a 95 % interval."""
MAX_ERROR_PROBABILITY = 0.05
"""The probability that a confidence sequence ever excludes the true value."""
MIN_NUMBERS = 100
"""With fewer numbers, a confidence sequence doesn't know the spread well enough."""
_SHARPEST = 1000
"""For how many numbers a confidence sequence is narrowest; far from there it is a little wider than need be."""


class Estimate(NamedTuple):
    """A figure and half the width of the 95 % interval around it."""

    mean: float
    margin: float

    def as_dict(self) -> dict[str, float]:
        """Return plain values for JSON."""
        return {"mean": self.mean, "margin95": self.margin}


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers added up."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Tally:
        """Tally some numbers."""
        return cls(len(numbers), sum(numbers), sum(map(mul, numbers, numbers)), min(numbers), max(numbers))

    def __add__(self, other: Tally) -> Tally:
        if not self.count or not other.count:
            return self if self.count else other
        return Tally(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )

    @property
    def mean(self) -> float:
        """The average."""
        return self.total / self.count

    @property
    def deviation(self) -> float:
        """The standard deviation; 0 for a single number, which says nothing about spread."""
        if self.count < 2:
            return 0.0
        return sqrt((self.count * self.squares - self.total**2) / (self.count * (self.count - 1)))

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval around the mean."""
        return STANDARD_ERRORS_95 * self.deviation / sqrt(self.count)

    def as_dict(self) -> dict[str, float]:
        """Return plain values for JSON."""
        return {
            "mean": self.mean,
            "margin95": self.margin,
            "deviation": self.deviation,
            "min": self.least,
            "max": self.most,
        }


@dataclass(frozen=True, slots=True)
class Clusters:
    """Numbers that came in clusters, such as the deals of one game: the mean of all of them.

    Numbers of one cluster hang together, so each cluster is one observation when it comes to the interval (the
    cluster-robust variance of a ratio).  Where all clusters have one size that is the ordinary interval of their means.
    """

    count: int = 0
    size: int = 0
    """How many numbers."""
    total: int = 0
    squares: int = 0
    sizes: int = 0
    """The squares of the sizes added up."""
    crossed: int = 0
    """Each cluster's total times its size, added up."""

    @classmethod
    def of(cls, totals: Sequence[int], sizes: Sequence[int]) -> Clusters:
        """Add up clusters, given by their totals and sizes."""
        return cls(
            len(totals),
            sum(sizes),
            sum(totals),
            sum(map(mul, totals, totals)),
            sum(map(mul, sizes, sizes)),
            sum(map(mul, totals, sizes)),
        )

    def __add__(self, other: Clusters) -> Clusters:
        return Clusters(
            self.count + other.count,
            self.size + other.size,
            self.total + other.total,
            self.squares + other.squares,
            self.sizes + other.sizes,
            self.crossed + other.crossed,
        )

    @property
    def variance(self) -> float:
        """The variance of the mean; 0 for a single cluster, which says nothing about spread."""
        if self.count < 2:
            return 0.0
        left_over = self.size**2 * self.squares - 2 * self.size * self.total * self.crossed + self.total**2 * self.sizes
        return left_over * self.count / ((self.count - 1) * self.size**4)

    def estimate(self, unit: int = 1) -> Estimate:
        """Return the mean and its margin; the numbers were counted in parts of a unit."""
        if not self.size:
            return Estimate(0.0, 0.0)
        return Estimate(self.total / self.size / unit, STANDARD_ERRORS_95 * sqrt(self.variance) / unit)


def share_interval(wins: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson's) of a share: it stays inside 0 and 1, and is wide where little was counted."""
    if not count:
        return 0.0, 1.0
    share, z2 = wins / count, STANDARD_ERRORS_95**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = STANDARD_ERRORS_95 * sqrt(share * (1 - share) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    return max(0.0, middle - half), min(1.0, middle + half)


class ConfidenceSequence:
    """The mean of numbers as they come in, with an interval that may be looked at after each.

    An ordinary 95 % interval is right once, at a number of deals fixed beforehand.  Looked at after every deal it will
    sooner or later leave out the truth by chance.  A confidence sequence is right at every moment at once: in 95 % of
    all matches it never leaves out the truth, however often and however long one looks.  This one is Robbins' normal
    mixture, with the spread estimated from the numbers (an asymptotic confidence sequence).
    """

    def __init__(self) -> None:
        self.count = 0
        self.decided = False
        """Whether 0 was ever outside the interval."""
        self._mean = 0.0
        self._squares = 0.0
        spread = -2 * log(MAX_ERROR_PROBABILITY)
        self._mixing = (spread + log(spread) + 1) / _SHARPEST

    def add(self, number: float) -> bool:
        """Add a number; return whether 0 has ever been outside the interval."""
        self.count += 1
        apart = number - self._mean
        self._mean += apart / self.count
        self._squares += apart * (number - self._mean)
        if self.count >= MIN_NUMBERS and abs(self._mean) > self._margin():
            self.decided = True
        return self.decided

    def estimate(self) -> Estimate:
        """Return the mean and half the width of the interval around it; infinite while too little is known."""
        return Estimate(self._mean, self._margin() if self.count >= MIN_NUMBERS else float("inf"))

    def _margin(self) -> float:
        variance = self._squares / (self.count - 1)
        mixed = self.count * self._mixing + 1
        return sqrt(variance * 2 * mixed / (self.count**2 * self._mixing) * log(sqrt(mixed) / MAX_ERROR_PROBABILITY))


# -- deals and games won ------------------------------------------------------------------------------------------

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
