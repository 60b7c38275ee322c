"""Deals looked at one by one, in pieces on all cores; what was found is added up exactly, in whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from ...engine import COMPILED
from ...engine.playout import Rng
from ...workers import Promise, in_order, useful_threads
from ..sim import SEEDS
from ..tally import Clusters, Estimate, share_interval

FEWEST = 20
"""Of fewer deals than this nothing is said: their spread tells too little."""
_PIECE = 100 if COMPILED else 4
"""Deals in a piece: short enough for a lively progress bar and a prompt Ctrl-C."""
_OWN_LUCK = 1 << 40
"""Streams of chance from here on are not those by which ``play_deals`` shuffles and chooses."""


class Found(dict[Hashable, Clusters]):
    """Numbers by what they are about; the numbers of one deal are a cluster."""

    def __add__(self, other: Found) -> Found:
        both = Found(self)
        for key, clusters in other.items():
            both[key] = both[key] + clusters if key in both else clusters
        return both

    def estimate(self, key: Hashable, unit: int = 1) -> Estimate | None:
        """The mean of the numbers, counted in parts of a unit; None where there are too few."""
        clusters = self.get(key, Clusters())
        return clusters.estimate(unit) if clusters.count >= FEWEST else None

    def share(self, key: Hashable) -> Estimate | None:
        """The share of ones among noughts and ones, of which each deal has one at most: sure of nothing from few."""
        clusters = self.get(key, Clusters())
        if clusters.count < FEWEST:
            return None
        low, high = share_interval(clusters.total, clusters.size)
        return Estimate(clusters.total / clusters.size, (high - low) / 2)


class Notes:
    """Where the numbers of a piece are written down, deal by deal."""

    def __init__(self) -> None:
        self._totals: dict[Hashable, list[int]] = {}
        self._sizes: dict[Hashable, list[int]] = {}
        self._last: dict[Hashable, int] = {}

    def add(self, deal: int, key: Hashable, number: int, size: int = 1) -> None:
        """A number, or ``size`` of them in sum, about something in a deal."""
        totals, sizes = self._totals.setdefault(key, []), self._sizes.setdefault(key, [])
        if self._last.get(key) != deal:
            self._last[key] = deal
            totals.append(0)
            sizes.append(0)
        totals[-1] += number
        sizes[-1] += size

    def found(self) -> Found:
        """All of it, added up."""
        return Found({key: Clusters.of(totals, self._sizes[key]) for key, totals in self._totals.items()})


Look = Callable[[int, int, Notes], None]
"""Looks at a deal: its seed and number are all that it may depend on."""


class _Piece(NamedTuple):
    look: int
    first: int
    deals: int


@dataclass(frozen=True, slots=True)
class Work:
    """How much work an answer may be: how many deals, on which luck, by how many threads."""

    deals: int
    seed: int
    jobs: int | None = None
    progress: Callable[[int, int], None] = lambda done, total: None
    """Hears how much is done, and of how much."""

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise ValueError(f"deals must be 1 or more, not {self.deals}")
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {self.seed}")

    def gather(self, looks: Sequence[Look]) -> list[Found]:
        """What each look finds in all deals."""
        jobs = self.jobs or useful_threads()
        found = [Found() for _ in looks]
        done = 0

        def play(piece: _Piece) -> Found:
            notes = Notes()
            for deal in range(piece.first, piece.first + piece.deals):
                looks[piece.look](self.seed, deal, notes)
            return notes.found()

        with ThreadPoolExecutor(jobs) as pool:

            def submit(piece: _Piece) -> Promise[Found]:
                return pool.submit(play, piece)

            pieces = self._pieces(len(looks))
            for piece, part in zip(pieces, in_order(submit, pieces, 4 * jobs), strict=True):
                found[piece.look] = found[piece.look] + part
                done += piece.deals
                self.progress(done, len(looks) * self.deals)
        return found

    def _pieces(self, looks: int) -> list[_Piece]:
        starts = range(0, self.deals, _PIECE)
        return [_Piece(look, first, min(_PIECE, self.deals - first)) for look in range(looks) for first in starts]


def luck_of(seed: int, deal: int) -> Rng:
    """Chance for what is tried with a deal, apart from the chance that the deal itself is made of."""
    return Rng(seed, _OWN_LUCK + deal)


def fresh_seed(luck: Rng) -> int:
    """A seed for playouts."""
    return luck.next() << 32 | luck.next()
