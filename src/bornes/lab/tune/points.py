"""What weights are worth: points a deal over a ladder of opponents, on duplicate deals.

A duplicate is one deck played once for each team: there the candidate sits, and the opponent everywhere else.  All
candidates meet the same decks, so that most of the luck cancels out when they are compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, product
from math import fsum, isfinite, sqrt
from operator import mul
from typing import TypeVar

from ...bots import BotError, Spec
from ...bots.heuristic import Heuristic
from ...bots.weights import Weights
from ...engine.playout import Policy, play_deals
from ...position import compile_rules
from ...rules import Rules
from ...workers import useful_threads
from ..tally import NORMAL_95, Estimate

_PIECE = 1000
"""Deals at a time: short enough for a prompt Ctrl-C, and to keep every thread busy to the end."""

Values = list[float]
"""For each duplicate the candidate's points less the mean of the others', averaged over the seats."""
Rotation = list[Sequence[int]]
"""The scores of some deals, a column for each team: the candidate's first."""
Told = TypeVar("Told")


class TuneError(ValueError):
    """Something that cannot be tuned as asked; the text says why."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody to measure weights against, and how much that counts."""

    name: str
    share: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Opponent:
        """``tuned``, or ``tuned=2`` for one that counts twice."""
        name, equals, number = text.partition("=")
        try:
            share = float(number) if equals else 1.0
        except ValueError:
            share = 0.0
        if not (share > 0 and isfinite(share)):
            raise TuneError(f"{text!r}: an opponent is written NAME or NAME=SHARE, with a share above 0")
        opponent = cls(name, share)
        opponent.check()
        return opponent

    def check(self) -> None:
        """Refuse whoever does not exist, or cannot play millions of deals."""
        try:
            policy_of = Spec.parse(self.name).policy_of
        except BotError as error:
            raise TuneError(str(error)) from None
        if policy_of is None:
            raise TuneError(f"{self.name} is no compiled policy, and too slow to tune against")

    def policy(self, rules: Rules) -> Policy:
        """Who sits at the table."""
        policy_of = Spec.parse(self.name).policy_of
        assert policy_of is not None
        return policy_of(rules)

    def __str__(self) -> str:
        return self.name if self.share == 1 else f"{self.name}={self.share:g}"


def estimate(values: Values) -> Estimate:
    """The points a deal of at least two duplicates."""
    count = len(values)
    mean = fsum(values) / count
    variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, NORMAL_95 * sqrt(variance / count))


class Judge:
    """Plays weights against the opponents, on several threads; the result does not depend on how many."""

    def __init__(self, rules: Rules, opponents: Sequence[Opponent], pool: ThreadPoolExecutor) -> None:
        self.opponents = tuple(opponents)
        self._law = compile_rules(rules)
        self._policies = [opponent.policy(rules) for opponent in opponents]
        self._shares = [opponent.share / sum(each.share for each in opponents) for opponent in opponents]
        self._pool = pool

    @classmethod
    @contextmanager
    def seated(cls, rules: Rules, opponents: Sequence[Opponent], jobs: int | None) -> Iterator[Judge]:
        """A judge with this many threads, as many as can work at once unless given."""
        with ThreadPoolExecutor(jobs or useful_threads()) as pool:
            try:
                yield cls(rules, opponents, pool)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)  # Ctrl-C waits for no more than is being played

    def points(self, candidates: Sequence[Weights], deals: int, seed: int, first: int = 0) -> list[float]:
        """For each candidate the points a deal over all opponents, on the same ``deals`` duplicates."""
        played = self._play(candidates, deals, seed, first, _sum_up)
        totals = [[sum(pieces) / deals for pieces in against] for against in played]
        return [sum(map(mul, self._shares, against)) for against in totals]

    def values(self, candidates: Sequence[Weights], deals: int, seed: int) -> list[list[Values]]:
        """For each candidate and each opponent, the values of the same ``deals`` duplicates one by one."""
        played = self._play(candidates, deals, seed, 0, _one_by_one)
        return [[list(chain.from_iterable(pieces)) for pieces in against] for against in played]

    def together(self, values: Sequence[Values]) -> Values:
        """The values against all opponents in one, each by its share."""
        return [sum(map(mul, self._shares, column)) for column in zip(*values, strict=True)]

    def _play(
        self, candidates: Sequence[Weights], deals: int, seed: int, first: int, told: Callable[[list[Rotation]], Told]
    ) -> list[list[list[Told]]]:
        """What there is to tell of each candidate, opponent and piece of the deals."""
        whom, pieces = range(len(self.opponents)), range(first, first + deals, _PIECE)

        def play(task: tuple[Weights, int, int]) -> Told:
            weights, number, start = task
            return told(self._rotations(weights, number, start, min(_PIECE, first + deals - start), seed))

        played = self._pool.map(play, product(candidates, whom, pieces))
        return [[[next(played) for _ in pieces] for _ in whom] for _ in candidates]

    def _rotations(self, weights: Weights, number: int, first: int, deals: int, seed: int) -> list[Rotation]:
        """The same deals once for each team that the candidate can be."""
        teams, candidate, luck = self._law.teams, Heuristic(weights), derived(seed, number)
        found: list[Rotation] = []
        for team in range(teams):
            policies = [self._policies[number]] * teams
            policies[team] = candidate
            table = play_deals(self._law, policies, deals, luck, first, lanes=True)
            found.append([table[(team + place) % teams :: teams + 4] for place in range(teams)])
        return found


def _sum_up(rotations: list[Rotation]) -> float:
    """The values of all deals in one sum: a search needs no more, and Python would take its time over each."""
    teams = len(rotations)
    own = sum(sum(scores[0]) for scores in rotations)
    return (teams * own - sum(sum(column) for scores in rotations for column in scores)) / (teams * (teams - 1))


def _one_by_one(rotations: list[Rotation]) -> Values:
    teams = len(rotations)
    leads = [[teams * deal[0] - sum(deal) for deal in zip(*scores, strict=True)] for scores in rotations]
    return [sum(duplicate) / (teams * (teams - 1)) for duplicate in zip(*leads, strict=True)]


def derived(seed: int, *purpose: int | str) -> int:
    """A seed of its own for a purpose, from the seed of a whole search."""
    text = " ".join(map(str, (seed, *purpose)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
