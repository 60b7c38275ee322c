"""What came of many deals: a row of numbers for each, under names.

The engine plays deals by the thousand and hands their results over as one array of machine integers.  ``DealResults``
looks at such an array without copying it, and makes a Python object only for a deal that is looked at.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from operator import eq
from typing import NamedTuple, overload

from ..engine.codes import NONE, RESULT_NUMBERS_AFTER_SCORES, Ending


class DealResult(NamedTuple):
    """What came of one deal."""

    scores: tuple[int, ...]
    """Of each team."""
    moves: int
    """Decisions that were made in it."""
    turns: int
    """Turns that had begun when it ended."""
    ending: Ending
    completer: int | None
    """The team that completed the trip."""


class DealResults(Sequence[DealResult]):
    """The results of many deals, in the order in which they were played.

    ``results[0]`` is the first as a ``DealResult``; ``results.scores[team]``, ``results.moves`` and ``results.turns``
    are columns; ``means``, ``wins`` and the others sum up.  Where playouts began in the middle of a deal, ``moves``
    counts those of the playout, and ``turns`` all of the deal.
    """

    def __init__(self, teams: int, rows: array[int]) -> None:
        """Take the rows as the engine writes them: the scores of so many teams, moves, turns, ending and completer."""
        if not isinstance(rows, array) or rows.typecode != "i" or len(rows) % (teams + RESULT_NUMBERS_AFTER_SCORES):
            raise ValueError(f"rows: an array('i') of {teams + RESULT_NUMBERS_AFTER_SCORES} numbers for each deal")
        self.teams = teams
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows) // self._width

    @overload
    def __getitem__(self, which: int) -> DealResult: ...
    @overload
    def __getitem__(self, which: slice) -> DealResults: ...
    def __getitem__(self, which: int | slice) -> DealResult | DealResults:
        """Return the result of one deal, or those of some."""
        if isinstance(which, slice):
            return self._some(which)
        at = range(0, len(self._rows), self._width)[which]
        *scores, moves, turns, ending, completer = self._rows[at : at + self._width]
        return DealResult(tuple(scores), moves, turns, Ending(ending), None if completer == NONE else completer)

    def _some(self, which: slice) -> DealResults:
        columns = [self._column(number)[which] for number in range(self._width)]
        rows = array("i", bytes(4 * self._width)) * len(columns[0])
        for number, column in enumerate(columns):
            rows[number :: self._width] = column
        return DealResults(self.teams, rows)

    # -- columns -------------------------------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[array[int], ...]:
        """The scores of each team, deal by deal."""
        return tuple(self._column(team) for team in range(self.teams))

    @property
    def moves(self) -> array[int]:
        """How many moves were made, deal by deal."""
        return self._column(self.teams)

    @property
    def turns(self) -> array[int]:
        """How many turns had begun when a deal ended, deal by deal."""
        return self._column(self.teams + 1)

    @property
    def completers(self) -> array[int]:
        """Which team completed the trip, or -1 where none did, deal by deal."""
        return self._column(self.teams + 3)

    @property
    def table(self) -> memoryview:
        """All numbers as a table of two dimensions that cannot be written to, such as ``numpy.asarray`` takes.

        A row for each deal: the scores of the teams, moves, turns, the number of the ``Ending``, and the team that
        completed the trip or -1.
        """
        flat = memoryview(self._rows).toreadonly()
        return flat.cast("B").cast("i", (len(self), self._width)) if self else flat

    # -- summed up -----------------------------------------------------------------------------------------------

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each team over all deals."""
        return tuple(map(sum, self.scores))

    @property
    def means(self) -> tuple[float, ...]:
        """The mean score of each team."""
        if not self:
            raise ValueError("there are no deals, and so no means")
        return tuple(total / len(self) for total in self.totals)

    @property
    def wins(self) -> tuple[int, ...]:
        """In how many deals each team alone had the highest score."""
        return tuple(alone for alone, _ in self._tops)

    @property
    def ties(self) -> tuple[int, ...]:
        """In how many deals each team shared the highest score with another."""
        return tuple(shared for _, shared in self._tops)

    @property
    def completions(self) -> tuple[int, ...]:
        """How many trips each team completed."""
        completers = self.completers
        return tuple(completers.count(team) for team in range(self.teams))

    @property
    def endings(self) -> dict[Ending, int]:
        """How many deals ended in which way."""
        endings = self._column(self.teams + 2)
        return {ending: endings.count(ending) for ending in Ending}

    @cached_property
    def _tops(self) -> list[tuple[int, int]]:
        """For each team how often it had the highest score alone, and how often together with others."""
        scores = self.scores
        best = list(map(max, *scores))
        tops = [bytes(map(eq, own, best)) for own in scores]  # 1 where the team has the highest score
        among = list(map(sum, zip(*tops, strict=True)))
        alone = [sum(map(eq, own, among)) for own in tops]
        return [(once, sum(own) - once) for own, once in zip(tops, alone, strict=True)]

    @property
    def _width(self) -> int:
        return self.teams + RESULT_NUMBERS_AFTER_SCORES

    def _column(self, number: int) -> array[int]:
        return self._rows[number :: self._width]

    # -- as a value ----------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DealResults):
            return NotImplemented
        return (self.teams, self._rows) == (other.teams, other._rows)

    __hash__ = None  # type: ignore[assignment]  # its array could not be hashed

    def __repr__(self) -> str:
        means = f", mean scores {' and '.join(f'{mean:.0f}' for mean in self.means)}" if self else ""
        return f"<DealResults: {len(self)} deals{means}>"
