"""A recorded game looked at again: what each decision was worth, and what the better move would have been.

>>> import bornes
>>> from bornes.review import review
>>> game = bornes.Game("parker-1962", players=4, seed=7)
>>> _ = game.play("-proof")
>>> [verdict] = review(game).verdicts
>>> str(verdict.label), str(verdict.why)
('blunder', 'SafetyThrownAway(safety=<Card.PUNCTURE_PROOF: 16>)')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from random import Random

from ..bots.champion import usual_playouts
from ..game import Game, game_winner
from ..workers import in_order, useful_threads
from .decisions import Decision, decisions
from .hint import Hint, hint
from .judge import CARE, Option, judge
from .odds import standing, team_chances, worth_of_a_point
from .scale import FROM, LABELS, Label, label
from .verdict import Balance, DealReview, Priced, Review, Verdict, price
from .whys import Why, why

__all__ = [
    "CARE",
    "FROM",
    "LABELS",
    "Balance",
    "DealReview",
    "Decision",
    "Hint",
    "Label",
    "Option",
    "Priced",
    "Review",
    "Verdict",
    "Why",
    "decisions",
    "hint",
    "review",
    "verdict_on",
]

Tell = Callable[[Verdict], None]
_AHEAD = 3
"""Decisions for each thread that are under way at once."""


def review(
    game: Game,
    only: Sequence[int] | None = None,
    *,
    seed: int = 0,
    care: float = CARE,
    threads: int | None = None,
    tell: Tell | None = None,
) -> Review:
    """Judge every decision of a game, finished or not, or those of the deals with these numbers.

    The same for the same seed, whatever the number of threads; ``care`` times the work of a champion's decision goes
    into each, and ``tell`` hears every verdict as soon as it is known.
    """
    if not care > 0:
        raise ValueError(f"care: must be above 0, not {care!r}")
    numbers = list(range(1, len(game.deals) + 1) if only is None else only)
    for number in numbers:
        if not 1 <= number <= len(game.deals):
            raise ValueError(f"there is no deal {number}, the game has {len(game.deals)}")
    calls = (decision for number in numbers for decision in decisions(game.deals[number - 1], number))
    found: dict[int, list[Verdict]] = {number: [] for number in numbers}
    for verdict in _judged(calls, partial(verdict_on, seed=seed, care=care), threads or useful_threads()):
        found[verdict.deal].append(verdict)
        if tell is not None:
            tell(verdict)
    return Review(game, tuple(DealReview(number, tuple(found[number]), _after(game, number)) for number in numbers))


def _judged(calls: Iterator[Decision], judged: Callable[[Decision], Verdict], threads: int) -> Iterator[Verdict]:
    with ThreadPoolExecutor(threads) as pool:

        def submit(decision: Decision) -> Future[Verdict]:
            return pool.submit(judged, decision)

        yield from in_order(submit, calls, _AHEAD * threads)


def verdict_on(decision: Decision, seed: int = 0, care: float = CARE) -> Verdict:
    """Judge one decision."""
    view, rules = decision.view, decision.view.rules
    luck = Random(f"{seed}/{decision.deal}/{decision.number}")
    choice = len(view.legal_moves) > 1
    options = judge(decision, luck.getrandbits(63), care)
    unit = worth_of_a_point(rules)
    priced = tuple(price(option, unit) for option in options)
    made = next(one for one in priced if one.move == decision.move)
    weight = made.chance / unit
    named = label(weight) if choice else None
    worlds = max(1, int(care * usual_playouts(rules) / (2 * CARE)))
    return Verdict(
        deal=decision.deal,
        number=decision.number,
        turn=decision.turn,
        seat=decision.seat,
        phase=decision.phase,
        move=decision.move,
        moves=priced if choice else (),
        before=options[0].chance,
        after=max(0.0, options[0].chance - made.chance),
        weight=weight,
        label=named,
        why=why(decision, options[0].move) if named else None,
        open_chances=team_chances(rules, view.totals_before, decision.state, worlds, luck.getrandbits(63)),
    )


def _after(game: Game, number: int) -> tuple[float, ...]:
    """The teams' chances once all moves of a deal are made."""
    deal, rules = game.deals[number - 1], game.rules
    if not deal.over:
        return team_chances(rules, deal.totals_before, deal.state, usual_playouts(rules), number)
    totals = tuple(before + points for before, points in zip(deal.totals_before, deal.scores, strict=True))
    winner = game_winner(rules, totals, deal.completer)
    if winner is not None:
        return tuple(float(team == winner) for team in range(rules.teams))
    return standing(rules, totals) if rules.game_goal else (1 / rules.teams,) * rules.teams
