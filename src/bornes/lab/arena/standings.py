"""A round robin: everybody against everybody, and the ladder that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..tally import Estimate
from ..winning import WIN
from .elo import Duel, ratings
from .match import Match


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
