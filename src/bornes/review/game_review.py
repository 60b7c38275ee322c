"""A recorded game looked at again: the verdicts on all its decisions, and how everybody played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..base.workers import map_in_order, useful_threads
from ..bots.champion import default_playouts
from ..engine import COMPILED
from ..game.game import Game, game_winner
from .evaluation import PLAYOUT_FACTOR, Decision, chances_before_deal, decisions, team_chances
from .verdicts import MoveLabel, Verdict, judge_decision

_AHEAD = 3
"""Decisions for each thread that are under way at once."""


@dataclass(frozen=True, slots=True)
class DealReview:
    """What is said of one deal."""

    number: int
    verdicts: tuple[Verdict, ...]
    chances_after: tuple[float, ...]
    """Every team's chance to win the game after the last move; whoever has won it has 1."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "deal": self.number,
            "decisions": [verdict.as_dict() for verdict in self.verdicts],
            "chances_after": list(self.chances_after),
        }


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How a seat played, over all its decisions that were judged."""

    choices: int
    """Decisions with more than one legal move."""
    labels: dict[MoveLabel, int]
    weight: float
    """Points given away in all, as they count at the even start of a game."""
    biggest: float
    """The chance of winning that the worst of the moves gave away, from 0 to 1."""
    points: float
    """Points of the deals that the moves gave away in all; below 0 where giving some away won games."""
    chance: float
    """The sum of the chances of winning that the moves gave away; luck gives some back, so that it may be above 1."""

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> SeatSummary:
        """Add up these verdicts."""
        judged = [verdict for verdict in verdicts if verdict.label is not None]
        made = [verdict.made for verdict in judged if verdict.made is not None]
        return cls(
            choices=len(judged),
            labels={label: sum(verdict.label is label for verdict in judged) for label in MoveLabel},
            weight=sum(verdict.weight for verdict in judged),
            biggest=max((one.chance for one in made), default=0.0),
            points=sum(one.points for one in made),
            chance=sum(one.chance for one in made),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        labels = {str(label): count for label, count in self.labels.items()}
        sums = {"weight": self.weight, "biggest": self.biggest, "points": self.points, "chance": self.chance}
        return {"choices": self.choices, "labels": labels, **sums}


@dataclass(frozen=True, slots=True)
class Review:
    """What is said of a game, or of some of its deals."""

    game: Game
    deals: tuple[DealReview, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """All of them, in order."""
        return tuple(verdict for deal in self.deals for verdict in deal.verdicts)

    @property
    def balances(self) -> tuple[SeatSummary, ...]:
        """How each seat played."""
        seats = range(self.game.rules.players)
        return tuple(SeatSummary.of(one for one in self.verdicts if one.seat == seat) for seat in seats)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        rules = self.game.rules
        return {
            "edition": rules.edition,
            "players": rules.players,
            "teams": rules.teams,
            "names": list(self.game.names),
            "deals": [deal.as_dict() for deal in self.deals],
            "seats": [balance.as_dict() for balance in self.balances],
        }


def review(
    game: Game,
    only: Sequence[int] | None = None,
    *,
    seed: int = 0,
    care: float = PLAYOUT_FACTOR,
    threads: int | None = None,
    tell: Callable[[Verdict], None] | None = None,
) -> Review:
    """Judge every decision of a game, finished or not, or those of the deals with these numbers.

    The same seed gives the same review, whatever the number of threads.  ``care`` times the work of a champion's
    decision goes into each judgement, and ``tell`` hears every verdict as soon as it is known.
    """
    if not care > 0:
        raise ValueError(f"care: must be above 0, not {care!r}")
    numbers = list(range(1, len(game.deals) + 1) if only is None else only)
    for number in numbers:
        if not 1 <= number <= len(game.deals):
            raise ValueError(f"there is no deal {number}, the game has {len(game.deals)}")
    calls = (decision for number in numbers for decision in decisions(game.deals[number - 1], number))
    found: dict[int, list[Verdict]] = {number: [] for number in numbers}
    for verdict in _judged(calls, partial(judge_decision, seed=seed, care=care), threads or useful_threads(COMPILED)):
        found[verdict.deal].append(verdict)
        if tell is not None:
            tell(verdict)
    return Review(
        game, tuple(DealReview(number, tuple(found[number]), _chances_after(game, number)) for number in numbers)
    )


def _judged(calls: Iterator[Decision], judged: Callable[[Decision], Verdict], threads: int) -> Iterator[Verdict]:
    with ThreadPoolExecutor(threads) as pool:

        def submit(decision: Decision) -> Future[Verdict]:
            return pool.submit(judged, decision)

        yield from map_in_order(submit, calls, _AHEAD * threads)


def _chances_after(game: Game, number: int) -> tuple[float, ...]:
    """Return the teams' chances to win the game once all moves of a deal are made."""
    deal, rules = game.deals[number - 1], game.rules
    if not deal.over:
        return team_chances(rules, deal.totals_before, deal.state, default_playouts(rules), number)
    totals = tuple(before + points for before, points in zip(deal.totals_before, deal.scores, strict=True))
    winner = game_winner(rules, totals, deal.completer)
    if winner is not None:
        return tuple(float(team == winner) for team in range(rules.teams))
    return chances_before_deal(rules, totals) if rules.game_goal else (1 / rules.teams,) * rules.teams
