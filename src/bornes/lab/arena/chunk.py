"""A stretch of a match, played: what travels back from the worker, and what it says duplicate by duplicate."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from .running_totals import Chain, leaders

WHOLE = 12
"""A win in parts: two, three or four who share one get equal parts."""


@dataclass(slots=True)
class Piece:
    """Some duplicates of a pairing, played.  A rotation has the number of the team that the first entrant is on."""

    rows: list[array[int]]
    """For each rotation its deals in order, each the scores of the teams and the team that completed it or -1."""
    lengths: list[array[int]]
    """For each rotation the number of deals in each duplicate."""
    advantages: array[int]
    """For each duplicate the advantages added up; empty where they were not asked for."""
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often bots failed to make a move, by bot and kind."""
    sayings: dict[tuple[str, str], str] = field(default_factory=dict)
    """What went wrong the first time, by bot and kind."""

    @classmethod
    def empty(cls, teams: int) -> Piece:
        """Nothing played yet."""
        return cls([array("i") for _ in range(teams)], [array("i") for _ in range(teams)], array("q"))

    @property
    def teams(self) -> int:
        """How many play, and so how many rotations there are."""
        return len(self.rows)

    def cut(self, duplicates: int) -> Piece:
        """The first duplicates only; the faults stay, since nobody knows in which they were."""
        lengths = [one[:duplicates] for one in self.lengths]
        rows = [rows[: sum(one) * (self.teams + 1)] for rows, one in zip(self.rows, lengths, strict=True)]
        return Piece(rows, lengths, self.advantages[:duplicates], self.faults, self.sayings)

    def sizes(self) -> list[int]:
        """The deals of each duplicate."""
        return _together(self.lengths)

    def edges(self) -> list[int]:
        """What the points of each duplicate differ by, in parts of 1 / (teams - 1)."""
        return _together(self._by_duplicate(rotation, self._edges(rotation)) for rotation in range(self.teams))

    def wins(self) -> list[int]:
        """The deals won in each duplicate, in parts of ``WHOLE``."""
        return _together(self._by_duplicate(rotation, self._wins(rotation)) for rotation in range(self.teams))

    def games(self, chains: Sequence[Chain], apart: bool) -> Iterator[list[int]]:
        """For each duplicate the games that ended in it: what was won of each, in parts of ``WHOLE``.

        With ``apart`` every duplicate begins a game of its own; else games go on from one to the next.
        """
        scores = [
            zip(*self._columns(rotation), rows[self.teams :: self.teams + 1], strict=True)
            for rotation, rows in enumerate(self.rows)
        ]
        for lengths in zip(*self.lengths, strict=True):
            won: list[int] = []
            for rotation, (chain, length) in enumerate(zip(chains, lengths, strict=True)):
                if apart:
                    chain.begin()
                for *points, completer in islice(scores[rotation], length):
                    if chain.add(points, completer):
                        won.append(_share(rotation, chain.winners))
            yield won

    def _columns(self, rotation: int) -> list[array[int]]:
        return [self.rows[rotation][team :: self.teams + 1] for team in range(self.teams)]

    def _edges(self, rotation: int) -> list[int]:
        columns = self._columns(rotation)
        totals = map(sum, zip(*columns, strict=True))
        return [self.teams * own - total for own, total in zip(columns[rotation], totals, strict=True)]

    def _wins(self, rotation: int) -> list[int]:
        return [_share(rotation, leaders(points)) for points in zip(*self._columns(rotation), strict=True)]

    def _by_duplicate(self, rotation: int, numbers: list[int]) -> list[int]:
        lengths = self.lengths[rotation]
        if len(numbers) == len(lengths):  # single deals, or as good as
            return numbers
        rest = iter(numbers)
        return [sum(islice(rest, length)) for length in lengths]


def _share(team: int, winners: tuple[int, ...]) -> int:
    return WHOLE // len(winners) if team in winners else 0


def _together(rotations: Iterable[Sequence[int]]) -> list[int]:
    """Numbers of the duplicates, added up over the rotations."""
    return [sum(numbers) for numbers in zip(*rotations, strict=True)]
