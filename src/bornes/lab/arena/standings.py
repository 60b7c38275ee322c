"""A round robin: everybody against everybody, and the ratings that come of it.

Ratings are Bradley and Terry's model, fitted by maximum likelihood.  Each entrant has a strength s.  One that sits on a
team against ``others`` teams of another wins a deal with the chance e^s / (e^s + others * e^t); in Elo's points, 400 of
which are odds of ten to one, everybody can be compared at a glance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any, NamedTuple

from ..tally import NORMAL_95, WIN, Estimate
from .match import Match

MIDDLE = 1500.0
"""What the anchor is given."""
_POINTS = 400 / log(10)
"""Elo points for one unit of strength."""
_DOUBT = 1 / 10**2
"""A faint prior: strengths of 10, or 1700 Elo points, are unlikely.  It keeps a rating finite that has only wins."""


class RatedEntrant(NamedTuple):
    """An entrant and its rating."""

    name: str
    elo: Estimate


class Standings:
    """The matches of a round robin so far."""

    def __init__(self, entrants: Sequence[str], matches: Sequence[Match], anchor: str | None = None) -> None:
        self.entrants = tuple(entrants)
        self.matches = tuple(matches)
        self.anchor = anchor
        """Whose rating is 1500; with None the mean is."""

    @property
    def ladder(self) -> list[RatedEntrant]:
        """Everybody, the strongest first."""
        found = ratings(
            len(self.entrants),
            [self._duel(match) for match in self.matches],
            None if self.anchor is None else self.entrants.index(self.anchor),
        )
        rated = [RatedEntrant(name, elo) for name, elo in zip(self.entrants, found, strict=True)]
        return sorted(rated, key=lambda entrant: -entrant.elo.mean)

    def points(self, one: str, other: str) -> Estimate | None:
        """Return the points a deal of one on a team among others of the other; None where that was not played."""
        for match in self.matches:
            if not match.duplicates:
                continue
            if (match.pairing.one, match.pairing.other) == (one, other):
                return match.points
            if (match.pairing.other, match.pairing.one) == (one, other) and match.pairing.rules.teams == 2:
                return Estimate(-match.points.mean, match.points.margin)
        return None

    def _duel(self, match: Match) -> Duel:
        pairing, wins = match.pairing, match.wins
        return Duel(
            one=self.entrants.index(pairing.one),
            other=self.entrants.index(pairing.other),
            others=pairing.rules.teams - 1,
            deals=wins.size,
            won=wins.total / WIN,
            spread=wins.variance * wins.size**2 / WIN**2,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "entrants": list(self.entrants),
            "anchor": self.anchor,
            "ladder": [{"bot": name, "elo": elo.mean, "margin95": elo.margin} for name, elo in self.ladder],
            "matches": [match.as_dict() for match in self.matches if match.duplicates],
        }


# -- ratings ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Duel:
    """What one entrant won against others."""

    one: int
    other: int
    others: int
    """How many teams of the other there were."""
    deals: int
    won: float
    spread: float
    """The variance of ``won``: deals that share a deck hang together, so it is not that of single deals."""

    def chance(self, strengths: Sequence[float]) -> float:
        """Return how likely the one wins a deal."""
        return 1 / (1 + self.others * exp(strengths[self.other] - strengths[self.one]))

    def spread_at(self, strengths: Sequence[float]) -> float:
        """Return the spread that was seen; where all duplicates were alike, the one to expect of single deals."""
        chance = self.chance(strengths)
        return self.spread or self.deals * chance * (1 - chance)


def ratings(entrants: int, duels: Sequence[Duel], anchor: int | None = None) -> list[Estimate]:
    """Rate each entrant; the anchor's rating, or the mean of all, is 1500."""
    strengths = [0.0] * entrants
    for _ in range(100):
        step = _solve(_curvature(entrants, duels, strengths), _slope(duels, strengths))
        longest = max(map(abs, step))
        # A whole step can overshoot where somebody has won nearly everything.
        strengths = [s + d * min(1.0, 2 / longest if longest else 1.0) for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    return _anchored(duels, strengths, anchor)


def _slope(duels: Sequence[Duel], strengths: Sequence[float]) -> list[float]:
    slope = [-_DOUBT * strength for strength in strengths]
    for duel in duels:
        surplus = duel.won - duel.deals * duel.chance(strengths)
        slope[duel.one] += surplus
        slope[duel.other] -= surplus
    return slope


def _curvature(entrants: int, duels: Sequence[Duel], strengths: Sequence[float]) -> list[list[float]]:
    matrix = [[_DOUBT if i == j else 0.0 for j in range(entrants)] for i in range(entrants)]
    for duel in duels:
        chance = duel.chance(strengths)
        _add_pair(matrix, duel, duel.deals * chance * (1 - chance))
    return matrix


def _add_pair(matrix: list[list[float]], duel: Duel, weight: float) -> None:
    i, j = duel.one, duel.other
    matrix[i][i] += weight
    matrix[j][j] += weight
    matrix[i][j] -= weight
    matrix[j][i] -= weight


def _anchored(duels: Sequence[Duel], strengths: Sequence[float], anchor: int | None) -> list[Estimate]:
    """Return each rating less the anchor's, with the interval of that difference."""
    entrants = len(strengths)
    curvature = _curvature(entrants, duels, strengths)
    found = []
    for i in range(entrants):
        at = [1 / entrants] * entrants if anchor is None else [float(j == anchor) for j in range(entrants)]
        contrast = [float(i == j) - share for j, share in enumerate(at)]
        # The sandwich: how the slope spreads, seen through the curvature.
        seen = _solve(curvature, contrast)
        variance = sum((seen[duel.one] - seen[duel.other]) ** 2 * duel.spread_at(strengths) for duel in duels)
        strength = sum(c * s for c, s in zip(contrast, strengths, strict=True))
        found.append(Estimate(MIDDLE + _POINTS * strength, NORMAL_95 * _POINTS * sqrt(variance)))
    return found


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Find the x with matrix x = right, by elimination; the matrix is positive definite, so no pivot is 0."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for row in rows[i + 1 :]:
            factor = row[i] / pivot[i]
            for k in range(i, len(row)):
                row[k] -= factor * pivot[k]
    solved = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        known = sum(rows[i][k] * solved[k] for k in range(i + 1, len(rows)))
        solved[i] = (rows[i][-1] - known) / rows[i][i]
    return solved
