"""What came of a match so far: chunks added up, in the order of their duplicates."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Any

from ...editions import edition, house_rules
from ..tally import WIN, Clusters, ConfidenceSequence, Estimate, GameTotals, share_interval
from .duplicates import Chunk, Pairing


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
