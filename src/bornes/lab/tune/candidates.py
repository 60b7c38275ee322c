"""Candidates for better weights: where they come from, and what they are worth.

CMA-ES proposes them; it knows nothing of the game, is asked for candidates and told how good they are.  It works in a
scaled space: 0 is the start, and one unit of a weight is a step that should make a difference.

What a candidate is worth is points a deal over a ladder of opponents, on duplicate deals.  A duplicate is one deck
played once for each team: there the candidate sits, and the opponent everywhere else.  All candidates meet the same
decks, so that most of the luck cancels out when they are compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, product
from math import fsum, isfinite, log, sqrt
from operator import mul
from typing import Any, TypeVar

from ...base.translatable import N_, TranslatableError
from ...base.workers import useful_threads
from ...bots import BotError, BotSpec
from ...bots.heuristic import Heuristic
from ...bots.weights import Weights
from ...engine import COMPILED
from ...engine.playout import Policy, play_deals
from ...game.deal_results import DealResults
from ...game.position import compile_rules
from ...rules.ruleset import Rules
from ..estimates import STANDARD_ERRORS_95, Estimate

# -- what they are worth ------------------------------------------------------------------------------------------

_CHUNK = 1000
"""Deals at a time: short enough for a prompt Ctrl-C, and to keep every thread busy to the end."""

Values = list[float]
"""For each duplicate the candidate's points less the mean of the others', averaged over the seats."""
Rotation = list[Sequence[int]]
"""The scores of some deals, a column for each team: the candidate's first."""
Outcome = TypeVar("Outcome")


class TuneError(TranslatableError, ValueError):
    """Something that cannot be tuned as asked; the text says why."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody to measure weights against, and how much that counts."""

    name: str
    share: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Opponent:
        """Read ``tuned``, or ``tuned=2`` for one that counts twice."""
        name, equals, number = text.partition("=")
        try:
            share = float(number) if equals else 1.0
        except ValueError:
            share = 0.0
        if not (share > 0 and isfinite(share)):
            right = N_("{text!r}: an opponent is written NAME or NAME=SHARE, with a share above 0")
            raise TuneError(right, text=text)
        opponent = cls(name, share)
        opponent.check()
        return opponent

    def check(self) -> None:
        """Raise an error if there is no such bot, or if it cannot play millions of deals."""
        try:
            policy_of = BotSpec.parse(self.name).policy_of
        except BotError as error:
            raise TuneError("{error}", error=error) from None
        if policy_of is None:
            raise TuneError(N_("{bot} is not a compiled policy, and too slow to tune against"), bot=self.name)

    def policy(self, rules: Rules) -> Policy:
        """Return the compiled policy that plays."""
        policy_of = BotSpec.parse(self.name).policy_of
        assert policy_of is not None
        return policy_of(rules)

    def __str__(self) -> str:
        return self.name if self.share == 1 else f"{self.name}={self.share:g}"


def estimate(values: Values) -> Estimate:
    """Return the points a deal, from the values of at least two duplicates."""
    count = len(values)
    mean = fsum(values) / count
    variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, STANDARD_ERRORS_95 * sqrt(variance / count))


class Evaluator:
    """Plays weights against the opponents, on several threads; the result does not depend on how many."""

    def __init__(self, rules: Rules, opponents: Sequence[Opponent], pool: ThreadPoolExecutor) -> None:
        self.opponents = tuple(opponents)
        self._compiled_rules = compile_rules(rules)
        self._policies = [opponent.policy(rules) for opponent in opponents]
        self._shares = [opponent.share / sum(each.share for each in opponents) for opponent in opponents]
        self._pool = pool

    @classmethod
    @contextmanager
    def started(cls, rules: Rules, opponents: Sequence[Opponent], jobs: int | None) -> Iterator[Evaluator]:
        """Start an evaluator with this many threads; as many as can work at once unless given."""
        with ThreadPoolExecutor(jobs or useful_threads(COMPILED)) as pool:
            try:
                yield cls(rules, opponents, pool)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)  # Ctrl-C waits for no more than is being played

    def points(self, candidates: Sequence[Weights], deals: int, seed: int, first: int = 0) -> list[float]:
        """Return for each candidate the points a deal over all opponents, on the same ``deals`` duplicates."""
        played = self._play(candidates, deals, seed, first, _sum_up)
        totals = [[sum(chunks) / deals for chunks in against] for against in played]
        return [sum(map(mul, self._shares, against)) for against in totals]

    def values(self, candidates: Sequence[Weights], deals: int, seed: int) -> list[list[Values]]:
        """Return for each candidate and opponent the values of the same ``deals`` duplicates one by one."""
        played = self._play(candidates, deals, seed, 0, _one_by_one)
        return [[list(chain.from_iterable(chunks)) for chunks in against] for against in played]

    def combined(self, values: Sequence[Values]) -> Values:
        """Combine the values against all opponents, each by its share."""
        return [sum(map(mul, self._shares, column)) for column in zip(*values, strict=True)]

    def _play(
        self,
        candidates: Sequence[Weights],
        deals: int,
        seed: int,
        first: int,
        outcome_of: Callable[[list[Rotation]], Outcome],
    ) -> list[list[list[Outcome]]]:
        """Play the deals in chunks, and return the outcome for each candidate, opponent and chunk."""
        whom, chunks = range(len(self.opponents)), range(first, first + deals, _CHUNK)

        def play(task: tuple[Weights, int, int]) -> Outcome:
            weights, number, start = task
            return outcome_of(self._rotations(weights, number, start, min(_CHUNK, first + deals - start), seed))

        played = self._pool.map(play, product(candidates, whom, chunks))
        return [[[next(played) for _ in chunks] for _ in whom] for _ in candidates]

    def _rotations(self, weights: Weights, number: int, first: int, deals: int, seed: int) -> list[Rotation]:
        """Play the same deals once for each team that the candidate can be."""
        teams, candidate, luck = self._compiled_rules.teams, Heuristic(weights), derive_seed(seed, number)
        found: list[Rotation] = []
        for team in range(teams):
            policies = [self._policies[number]] * teams
            policies[team] = candidate
            table = play_deals(self._compiled_rules, policies, deals, luck, first, lanes=True)
            scores = DealResults(teams, table).scores
            found.append([*scores[team:], *scores[:team]])
        return found


def _sum_up(rotations: list[Rotation]) -> float:
    """Add up the values of all deals at once: a search needs no more, and one by one Python would be slow."""
    teams = len(rotations)
    own = sum(sum(scores[0]) for scores in rotations)
    return (teams * own - sum(sum(column) for scores in rotations for column in scores)) / (teams * (teams - 1))


def _one_by_one(rotations: list[Rotation]) -> Values:
    teams = len(rotations)
    leads = [[teams * deal[0] - sum(deal) for deal in zip(*scores, strict=True)] for scores in rotations]
    return [sum(duplicate) / (teams * (teams - 1)) for duplicate in zip(*leads, strict=True)]


def derive_seed(seed: int, *purpose: int | str) -> int:
    """Derive a seed for a purpose from the seed of a whole search."""
    text = " ".join(map(str, (seed, *purpose)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


# -- where they come from -----------------------------------------------------------------------------------------

INITIAL_STEP = 0.7
"""The step of the first candidates, in units of the scales."""
MIN_POPULATION = 4


class MissingTool(TranslatableError, ImportError):
    """A package that the search needs and that is not installed."""


class Optimizer:
    """CMA-ES; begun alike and told the same, it always finds the same."""

    def __init__(self, start: Mapping[str, float], scales: Mapping[str, float], population: int, seed: int) -> None:
        self._start, self._scales = dict(start), [scales[name] for name in start]
        self._asked: list[Any] = []
        # A generator of its own: cma would use the one that everybody shares.
        luck = import_module("numpy").random.RandomState(seed % 2**32)
        options = {"popsize": population, "randn": luck.randn, "seed": float("nan"), "verbose": -9, "verb_log": 0}
        self._es = cma().CMAEvolutionStrategy([0.0] * len(start), INITIAL_STEP, options)

    def ask(self) -> list[dict[str, float]]:
        """Return the candidates of the next generation."""
        self._asked = self._es.ask()
        return [self._weights(x) for x in self._asked]

    def tell(self, points: Sequence[float]) -> None:
        """Take in how good each of the candidates is; more is better."""
        self._es.tell(self._asked, [-value for value in points])

    @property
    def generation(self) -> int:
        """How many generations are behind us."""
        return int(self._es.countiter)

    @property
    def evaluations(self) -> int:
        """How many candidates were tried."""
        return int(self._es.countevals)

    @property
    def sigma(self) -> float:
        """How far candidates now go, in units of the scales."""
        return float(self._es.sigma)

    @property
    def mean(self) -> dict[str, float]:
        """The middle of the candidates to come."""
        return self._weights(self._es.mean)

    def _weights(self, x: Sequence[float]) -> dict[str, float]:
        places = zip(self._start.items(), self._scales, x, strict=True)
        return {name: value + scale * float(step) for (name, value), scale, step in places}


def default_population(weights: int) -> int:
    """Return the population that CMA-ES would choose for so many weights."""
    return 4 + int(3 * log(weights))


def cma() -> Any:
    """Load the package cma, which takes a second and is not installed everywhere."""
    try:
        return import_module("cma")
    except ImportError:
        raise MissingTool(N_("bornes tune needs the package cma: pip install 'bornes[lab]'")) from None
