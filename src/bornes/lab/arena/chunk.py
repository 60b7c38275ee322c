"""A chunk of a match, played: what travels back from the worker, and what it says of each duplicate."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ..game_totals import GameTotals, leaders, win_share


@dataclass(slots=True)
class Chunk:
    """Some duplicates of a pairing, played.  A rotation has the number of the team that the first entrant is on."""

    rows: list[array[int]]
    """For each rotation its deals in order, each the scores of the teams and the team that completed it or -1."""
    lengths: list[array[int]]
    """For each rotation the number of deals in each duplicate."""
    advantages: array[int]
    """For each duplicate the advantages added up; empty where they were not asked for."""
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often bots failed to make a move, by bot and kind."""
    fault_texts: dict[tuple[str, str], str] = field(default_factory=dict)
    """What went wrong the first time, by bot and kind."""

    @classmethod
    def empty(cls, teams: int) -> Chunk:
        """Make a chunk in which nothing is played yet."""
        return cls([array("i") for _ in range(teams)], [array("i") for _ in range(teams)], array("q"))

    @property
    def teams(self) -> int:
        """How many play, and so how many rotations there are."""
        return len(self.rows)

    def cut(self, duplicates: int) -> Chunk:
        """Return the first duplicates only, with all faults, since nobody knows in which they were."""
        lengths = [one[:duplicates] for one in self.lengths]
        rows = [rows[: sum(one) * (self.teams + 1)] for rows, one in zip(self.rows, lengths, strict=True)]
        return Chunk(rows, lengths, self.advantages[:duplicates], self.faults, self.fault_texts)

    def sizes(self) -> list[int]:
        """Return how many deals each duplicate has."""
        return _add_up(self.lengths)

    def edges(self) -> list[int]:
        """Return what the points of each duplicate differ by, in parts of 1 / (teams - 1)."""
        return _add_up(self._by_duplicate(rotation, self._edges(rotation)) for rotation in range(self.teams))

    def wins(self) -> list[int]:
        """Return the deals won in each duplicate, in parts of ``WIN``."""
        return _add_up(self._by_duplicate(rotation, self._wins(rotation)) for rotation in range(self.teams))

    def games(self, running: Sequence[GameTotals], apart: bool) -> Iterator[list[int]]:
        """Yield for each duplicate what was won of the games that ended in it, in parts of ``WIN``.

        ``running`` has the game in progress of each rotation.  With ``apart`` every duplicate begins a game of its own;
        else games go on from one to the next.
        """
        scores = [
            zip(*self._columns(rotation), rows[self.teams :: self.teams + 1], strict=True)
            for rotation, rows in enumerate(self.rows)
        ]
        for lengths in zip(*self.lengths, strict=True):
            won: list[int] = []
            for rotation, (game, length) in enumerate(zip(running, lengths, strict=True)):
                if apart:
                    game.begin()
                for *points, completer in islice(scores[rotation], length):
                    if game.add(points, completer):
                        won.append(win_share(rotation, game.winners))
            yield won

    def _columns(self, rotation: int) -> list[array[int]]:
        return [self.rows[rotation][team :: self.teams + 1] for team in range(self.teams)]

    def _edges(self, rotation: int) -> list[int]:
        columns = self._columns(rotation)
        totals = map(sum, zip(*columns, strict=True))
        return [self.teams * own - total for own, total in zip(columns[rotation], totals, strict=True)]

    def _wins(self, rotation: int) -> list[int]:
        return [win_share(rotation, leaders(points)) for points in zip(*self._columns(rotation), strict=True)]

    def _by_duplicate(self, rotation: int, numbers: list[int]) -> list[int]:
        lengths = self.lengths[rotation]
        if len(numbers) == len(lengths):  # single deals, or as good as
            return numbers
        rest = iter(numbers)
        return [sum(islice(rest, length)) for length in lengths]


def _add_up(rotations: Iterable[Sequence[int]]) -> list[int]:
    """Add up numbers of the duplicates over the rotations."""
    return [sum(numbers) for numbers in zip(*rotations, strict=True)]
