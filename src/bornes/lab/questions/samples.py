"""A sample of deals between tuned players, examined one by one on all cores; what is seen is added up exactly.

A deal can be stopped at every decision, and two ways to go on compared on the same luck.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from ...base.workers import FutureLike, map_in_order, useful_threads
from ...bots import playouts
from ...bots.weights import tuned_policy
from ...engine import COMPILED
from ...engine.codes import Phase
from ...engine.playout import Policy, Rng, decide, deck_order
from ...engine.state import State
from ...game.position import compile_rules
from ...rules.cards import Card
from ...rules.ruleset import Rules
from ..estimates import Clusters, Estimate, share_interval
from ..simulation import SEEDS

# -- what is seen -------------------------------------------------------------------------------------------------

MIN_DEALS = 20
"""With fewer deals, the spread says too little."""
_CHUNK = 100 if COMPILED else 4
"""Deals in a chunk: short enough for a lively progress bar and a prompt Ctrl-C."""
MAX_DEALS = 10**9
"""Weeks of work, and far fewer than there are random streams."""
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
        return clusters.estimate(unit) if clusters.count >= MIN_DEALS else None

    def points(self, key: Hashable, rules: Rules) -> Estimate | None:
        """Return the mean of points less those of the other teams, which were counted in parts of 1 / (teams - 1)."""
        return self.estimate(key, rules.teams - 1)

    def share(self, key: Hashable) -> Estimate | None:
        """Return the share of ones among zeros and ones, at most one for each deal; None where there are too few."""
        clusters = self.get(key, Clusters())
        if clusters.count < MIN_DEALS:
            return None
        low, high = share_interval(clusters.total, clusters.size)
        return Estimate(clusters.total / clusters.size, (high - low) / 2)


class SampledValues:
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


Examine = Callable[[int, int, SampledValues], None]
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
        if not 1 <= self.deals <= MAX_DEALS:
            raise ValueError(f"deals must be from 1 to {MAX_DEALS}, not {self.deals}")
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {self.seed}")

    def summarize(self, examiners: Sequence[Examine]) -> list[Summary]:
        """Have every deal examined by each of these, and return what each has seen in all of them."""
        jobs = self.jobs or useful_threads(COMPILED)
        found = [Summary() for _ in examiners]
        done = 0

        def play(chunk: _Chunk) -> Summary:
            observations = SampledValues()
            for deal in range(chunk.first, chunk.first + chunk.deals):
                examiners[chunk.examiner](self.seed, deal, observations)
            return observations.summary()

        with ThreadPoolExecutor(jobs) as pool:

            def submit(chunk: _Chunk) -> FutureLike[Summary]:
                return pool.submit(play, chunk)

            many = len(examiners)
            for chunk, part in zip(self._chunks(many), map_in_order(submit, self._chunks(many), 4 * jobs), strict=True):
                found[chunk.examiner] = found[chunk.examiner] + part
                done += chunk.deals
                self.progress(done, len(examiners) * self.deals)
        return found

    def _chunks(self, examiners: int) -> Iterator[_Chunk]:
        """Yield what is to be done, one after another: a list for a thousand million deals would fill the memory."""
        for who in range(examiners):
            for first in range(0, self.deals, _CHUNK):
                yield _Chunk(who, first, min(_CHUNK, self.deals - first))


def random_stream(seed: int, deal: int) -> Rng:
    """Return a generator for what is tried with a deal, apart from those that the deal itself is made with."""
    return Rng(seed, _OWN_LUCK + deal)


def fresh_seed(luck: Rng) -> int:
    """Draw a seed for playouts."""
    return luck.next() << 32 | luck.next()


# -- deals to look at ---------------------------------------------------------------------------------------------

# Plain numbers, since every decision of every deal is asked.
ON_PLAY, ON_REACT, ON_EXTEND = int(Phase.PLAY), int(Phase.REACT), int(Phase.EXTEND)
_ON_CHANCE, _OVER = int(Phase.CHANCE), int(Phase.OVER)


def decisions(rules: Rules, seed: int, deal: int) -> Iterator[State]:
    """Play the deal of this number with tuned players in all seats, and yield the state at every decision.

    The seat that starts goes round from deal to deal.  Whoever looks at the state must not change it.
    """
    compiled, policy = compile_rules(rules), tuned_policy(rules)
    state = State(compiled)
    state.deal(deck_order(compiled, seed, deal), deal % rules.players)
    choices, chance = Rng(seed, 2 * deal + 1), random_stream(seed, deal)
    while state.phase != _OVER:
        if state.phase == _ON_CHANCE:
            state.reshuffle(_shuffled(state.discard_pile(), chance))
        else:
            yield state
            state.apply(decide(policy, state, choices))


def is_legal(state: State, move: int) -> bool:
    """Say whether a move is legal."""
    return state.legal() >> move & 1 == 1


def best_other_move(rules: Rules, state: State, move: int) -> int | None:
    """Return the play or discard that the tuned player would make if this one were not legal; None if there is none."""
    others = {other: worth for other, worth in tuned_policy(rules).values(state).items() if other != move}
    return max(others, key=others.__getitem__) if others else None


def edge(state: State, move: int, policies: Sequence[Policy], number: int, seed: int) -> int:
    """Return what a move is worth to whoever decides: own points less the mean of the other teams, over some playouts.

    In parts of 1 / (teams - 1), added up.  The same seed gives the same luck to whatever move.
    """
    teams, team = state.rules.teams, state.team_of(state.seat)
    after = state.clone()
    after.apply(move)
    totals = playouts(after, number, policies, seed=seed).totals
    return teams * totals[team] - sum(totals)


def draw_pile_at_start(rules: Rules) -> int:
    """Return how many cards the draw pile has when the hands are dealt."""
    return sum(rules.deck) - rules.players * rules.hand_size


def nearest_rival(state: State, team: int) -> int:
    """Return the miles of the opponent who has come farthest."""
    return max(state.miles_driven(other) for other in range(state.rules.teams) if other != team)


def holds(state: State, seat: int, card: Card) -> bool:
    """Say whether a card is in a hand."""
    return state.count(seat, card) > 0


def _shuffled(cards: list[int], chance: Rng) -> list[int]:
    for i in range(len(cards) - 1, 0, -1):
        j = chance.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
