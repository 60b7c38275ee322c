"""A round robin: everybody against everybody, and the ratings that come of it.

Ratings are Bradley and Terry's model, fitted by maximum likelihood.  Each entrant has a strength s.  One that sits on a
team against ``others`` teams of another wins a deal with the chance e^s / (e^s + others * e^t); in Elo's points, 400 of
which are odds of ten to one, everybody can be compared at a glance.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, isfinite, log, sqrt
from typing import Any, NamedTuple

from ...rules.editions import edition, house_rules
from ..estimates import STANDARD_ERRORS_95, WIN, Clusters, ConfidenceSequence, Estimate, GameTotals, share_interval
from .duplicates import Chunk, Pairing

ANCHOR_RATING = 1500.0
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

    def _duel(self, match: Match) -> HeadToHead:
        pairing, wins = match.pairing, match.wins
        return HeadToHead(
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
class HeadToHead:
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


def ratings(entrants: int, duels: Sequence[HeadToHead], anchor: int | None = None) -> list[Estimate]:
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


def _slope(duels: Sequence[HeadToHead], strengths: Sequence[float]) -> list[float]:
    slope = [-_DOUBT * strength for strength in strengths]
    for duel in duels:
        surplus = duel.won - duel.deals * duel.chance(strengths)
        slope[duel.one] += surplus
        slope[duel.other] -= surplus
    return slope


def _curvature(entrants: int, duels: Sequence[HeadToHead], strengths: Sequence[float]) -> list[list[float]]:
    matrix = [[_DOUBT if i == j else 0.0 for j in range(entrants)] for i in range(entrants)]
    for duel in duels:
        chance = duel.chance(strengths)
        _add_pair(matrix, duel, duel.deals * chance * (1 - chance))
    return matrix


def _add_pair(matrix: list[list[float]], duel: HeadToHead, weight: float) -> None:
    i, j = duel.one, duel.other
    matrix[i][i] += weight
    matrix[j][j] += weight
    matrix[i][j] -= weight
    matrix[j][i] -= weight


def _anchored(duels: Sequence[HeadToHead], strengths: Sequence[float], anchor: int | None) -> list[Estimate]:
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
        found.append(Estimate(ANCHOR_RATING + _POINTS * strength, STANDARD_ERRORS_95 * _POINTS * sqrt(variance)))
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


class Match:
    """A match.  All figures are those of the first entrant, on one team among others of the second."""

    def __init__(self, pairing: Pairing, *, until_decided: bool = False) -> None:
        self.pairing = pairing
        self.duplicates = 0
        self.games = 0
        self.faults: Counter[tuple[str, str]] = Counter()
        """How often bots failed to make a move, by bot and kind."""
        self.fault_texts: dict[tuple[str, str], str] = {}
        """What went wrong the first time, by bot and kind."""
        self.sequence = ConfidenceSequence() if until_decided else None
        self.edges, self.sizes = array("q"), array("q")
        """Of each duplicate: what the points differ by, in parts of 1 / (teams - 1), and its deals; for plots."""
        self.advantages = array("q")
        """Of each duplicate, over all playouts, in the same parts; empty where they were not asked for."""
        self._points, self._wins, self._advantages = Clusters(), Clusters(), Clusters()
        self._games_won = 0
        self._running_games = [GameTotals(pairing.rules) for _ in range(pairing.rules.teams)]

    # -- adding up -----------------------------------------------------------------------------------------------

    def add(self, chunk: Chunk) -> None:
        """Add the next chunk; once it is clear who is better nothing more is added."""
        if self.decided:
            return
        if self.sequence is not None:
            chunk = self._up_to_decision(chunk)
        edges, wins, sizes = chunk.edges(), chunk.wins(), chunk.sizes()
        self.duplicates += len(sizes)
        self.edges.extend(edges)
        self.sizes.extend(sizes)
        self._points += Clusters.of(edges, sizes)
        self._wins += Clusters.of(wins, sizes)
        if chunk.advantages:
            self.advantages.extend(chunk.advantages)
            self._advantages += Clusters.of(chunk.advantages, sizes)
        for won in chunk.games(self._running_games, self.pairing.games):
            self.games += len(won)
            self._games_won += sum(won)
        self.faults += chunk.faults
        self.fault_texts = chunk.fault_texts | self.fault_texts

    def _up_to_decision(self, chunk: Chunk) -> Chunk:
        assert self.sequence is not None
        for number, value in enumerate(self._values(chunk), 1):
            if self.sequence.add(value):
                return chunk.cut(number)
        return chunk

    def _values(self, chunk: Chunk) -> Iterator[float]:
        """Return what each duplicate says about who is better; the mean is 0 between equals."""
        teams = self.pairing.rules.teams
        if self.pairing.games:
            games = [GameTotals(self.pairing.rules) for _ in range(teams)]
            fair = 1 / teams
            return (sum(won) / WIN / len(won) - fair if won else 0.0 for won in chunk.games(games, True))
        if self.pairing.playouts:
            return (total / (teams * (teams - 1) * self.pairing.playouts) for total in chunk.advantages)
        return (edge / (teams * (teams - 1)) for edge in chunk.edges())

    # -- what came of it -----------------------------------------------------------------------------------------

    @property
    def decided(self) -> bool:
        """Whether it was clear who is better, where that was asked."""
        return self.sequence is not None and self.sequence.decided

    @property
    def matches(self) -> tuple[Match, ...]:
        """This one, so that a match can be shown as a round robin is."""
        return (self,)

    @property
    def deals(self) -> int:
        """How many were played, all rotations together."""
        return self._points.size

    @property
    def fair(self) -> float:
        """The share that everybody wins among equals."""
        return 1 / self.pairing.rules.teams

    @property
    def points(self) -> Estimate:
        """Points a deal, less the mean of the other teams."""
        return self._points.estimate(self.pairing.rules.teams - 1)

    @property
    def deals_won(self) -> Estimate:
        """The share of deals with the most points; who shares the top shares the win."""
        return self._wins.estimate(WIN)

    @property
    def games_won(self) -> float:
        """The share of games won; 0 if none was finished."""
        return self._games_won / (WIN * self.games) if self.games else 0.0

    @property
    def games_interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of games won."""
        return share_interval(self._games_won / WIN, self.games)

    @property
    def advantage(self) -> Estimate | None:
        """Points a deal from advantages summed up, where those were asked for."""
        if not self.pairing.playouts:
            return None
        return self._advantages.estimate((self.pairing.rules.teams - 1) * self.pairing.playouts)

    @property
    def headline(self) -> Estimate:
        """Points a deal, measured as well as was asked for, with an interval that fits how the match was stopped.

        Who stops when the result looks clear may not use the ordinary interval: there it is the confidence sequence's.
        """
        if self.sequence is not None and not self.pairing.games:
            return self.sequence.estimate()
        return self.advantage or self.points

    @property
    def variance_ratio(self) -> float | None:
        """How many times as many deals the points alone would take for an interval as narrow as the advantages'."""
        if self.advantage is None or not self.advantage.margin:
            return None
        return (self.points.margin / self.advantage.margin) ** 2

    @property
    def wins(self) -> Clusters:
        """Deals won, in parts of ``WIN``, by duplicate."""
        return self._wins

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: the same for the same question, whatever the machine."""
        low, high = self.games_interval
        return {
            "entrants": [self.pairing.one, self.pairing.other],
            "duplicates": self.duplicates,
            "deals": self.deals,
            "points_per_deal": self.points.as_dict(),
            "deals_won": {**self.deals_won.as_dict(), "fair": self.fair},
            "games_won": {"games": self.games, "mean": self.games_won, "low95": low, "high95": high, "fair": self.fair},
            "low_variance": self._advantage_as_dict(),
            "sequence": self._sequence_as_dict(),
            "faults": [
                {"bot": bot, "kind": kind, "count": count, "first": self.fault_texts[bot, kind]}
                for (bot, kind), count in sorted(self.faults.items())
            ],
        }

    def _advantage_as_dict(self) -> dict[str, Any] | None:
        if self.advantage is None:
            return None
        ratio = self.variance_ratio
        return {**self.advantage.as_dict(), "playouts": self.pairing.playouts, "variance_ratio": ratio}

    def _sequence_as_dict(self) -> dict[str, Any] | None:
        if self.sequence is None:
            return None
        mean, margin = self.sequence.estimate()
        return {"decided": self.decided, "mean": mean, "margin95": margin if isfinite(margin) else None}


def question_as_dict(pairing: Pairing) -> dict[str, Any]:
    """Return what is played on which luck, as plain values for JSON."""
    form = edition(pairing.rules.edition).form_of(pairing.rules)
    return {
        "edition": pairing.rules.edition,
        "form": {"players": form.players, "partners": form.partners, "short": form.short},
        "house_rules": house_rules(pairing.rules),
        "unit": "game" if pairing.games else "deal",
        "seed": pairing.seed,
    }
