"""A sample of deals, examined one by one on all cores; what is seen is added up exactly, in whole numbers."""

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
"""Of fewer deals than this nothing is said: their spread says too little."""
_CHUNK = 100 if COMPILED else 4
"""Deals in a chunk: short enough for a lively progress bar and a prompt Ctrl-C."""
_OWN_LUCK = 1 << 40
"""Streams of chance from this number on are none of those by which ``play_deals`` shuffles and chooses."""


class Summary(dict[Hashable, Clusters]):
    """Numbers added up, by what they are about; the numbers of one deal are a cluster."""

    def __add__(self, other: Summary) -> Summary:
        both = Summary(self)
        for key, clusters in other.items():
            both[key] = both[key] + clusters if key in both else clusters
        return both

    def estimate(self, key: Hashable, unit: int = 1) -> Estimate | None:
        """Return the mean of the numbers, which were counted in parts of a unit; None where there are too few."""
        clusters = self.get(key, Clusters())
        return clusters.estimate(unit) if clusters.count >= FEWEST else None

    def share(self, key: Hashable) -> Estimate | None:
        """Return the share of ones among zeros and ones, at most one for each deal; None where there are too few."""
        clusters = self.get(key, Clusters())
        if clusters.count < FEWEST:
            return None
        low, high = share_interval(clusters.total, clusters.size)
        return Estimate(clusters.total / clusters.size, (high - low) / 2)


class Observations:
    """The numbers seen in a chunk, deal by deal."""

    def __init__(self) -> None:
        self._totals: dict[Hashable, list[int]] = {}
        self._sizes: dict[Hashable, list[int]] = {}
        self._last: dict[Hashable, int] = {}

    def add(self, deal: int, key: Hashable, number: int, size: int = 1) -> None:
        """Add a number about something in a deal, or the sum of ``size`` numbers."""
        totals, sizes = self._totals.setdefault(key, []), self._sizes.setdefault(key, [])
        if self._last.get(key) != deal:
            self._last[key] = deal
            totals.append(0)
            sizes.append(0)
        totals[-1] += number
        sizes[-1] += size

    def summary(self) -> Summary:
        """Add everything up."""
        return Summary({key: Clusters.of(totals, self._sizes[key]) for key, totals in self._totals.items()})


Examine = Callable[[int, int, Observations], None]
"""Examines a deal and adds what it sees: the seed and the number of the deal are all that it may depend on."""


class _Chunk(NamedTuple):
    examiner: int
    first: int
    deals: int


@dataclass(frozen=True, slots=True)
class Sample:
    """What an answer is drawn from: how many deals, on which luck, examined by how many threads."""

    deals: int
    seed: int
    jobs: int | None = None
    progress: Callable[[int, int], None] = lambda done, total: None
    """Called with how much is done, and of how much."""

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise ValueError(f"deals must be 1 or more, not {self.deals}")
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {self.seed}")

    def summarize(self, examiners: Sequence[Examine]) -> list[Summary]:
        """Have every deal examined by each of these, and return what each has seen in all of them."""
        jobs = self.jobs or useful_threads()
        found = [Summary() for _ in examiners]
        done = 0

        def play(chunk: _Chunk) -> Summary:
            observations = Observations()
            for deal in range(chunk.first, chunk.first + chunk.deals):
                examiners[chunk.examiner](self.seed, deal, observations)
            return observations.summary()

        with ThreadPoolExecutor(jobs) as pool:

            def submit(chunk: _Chunk) -> Promise[Summary]:
                return pool.submit(play, chunk)

            chunks = self._chunks(len(examiners))
            for chunk, part in zip(chunks, in_order(submit, chunks, 4 * jobs), strict=True):
                found[chunk.examiner] = found[chunk.examiner] + part
                done += chunk.deals
                self.progress(done, len(examiners) * self.deals)
        return found

    def _chunks(self, examiners: int) -> list[_Chunk]:
        starts = range(0, self.deals, _CHUNK)
        return [_Chunk(who, first, min(_CHUNK, self.deals - first)) for who in range(examiners) for first in starts]


def luck_of(seed: int, deal: int) -> Rng:
    """Return a generator for what is tried with a deal, apart from those that the deal itself is made with."""
    return Rng(seed, _OWN_LUCK + deal)


def fresh_seed(luck: Rng) -> int:
    """Draw a seed for playouts."""
    return luck.next() << 32 | luck.next()
