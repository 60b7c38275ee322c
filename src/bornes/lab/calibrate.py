"""How much of what a judgement claims is true, measured on decisions of bots by playing on from the true deal.

Wherever a bot's move was not the one that was judged best, both are played out from the true hands, with the draw pile
shuffled anew and everybody playing as tuned.  The mean of the difference is what the move really cost, whatever the
judgement imagined about hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from ..bots import bot
from ..bots.search import MoveTester, outcomes
from ..bots.weights import tuned_policy
from ..engine.codes import Phase
from ..game.deal import Deal
from ..game.shuffle import Chance
from ..review.evaluation import (
    PLAYOUT_FACTOR,
    Decision,
    MoveComparison,
    decisions,
    evaluate_moves,
    race,
    score_gap,
    worth_of_a_point,
)
from ..review.verdicts import Calibration
from ..rules.cards import sorted_deck
from ..rules.ruleset import Rules

PLAYERS = ("sunday-driver", "rule-of-thumb", "tuned")
"""Who stands for people of different strength."""
_PLAYOUTS = 400
"""Of either move from the true deal."""
_MAX_DOUBT = 40


class Claim(NamedTuple):
    """What a judgement claimed that a move costs, and what it really cost: in points at an even start."""

    deal: int
    claimed: float
    shown: bool
    """Whether the claim is more than luck."""
    real: float


def claims(rules: Rules, number: int, seed: int, care: float = PLAYOUT_FACTOR) -> list[Claim]:
    """Judge the moves of one deal between bots, in the middle of some game, and compare with what they really cost."""
    luck = Random(f"{seed}/{number}")
    chosen = (decision for decision in decisions(_played(rules, luck)) if len(decision.view.legal_moves) > 1)
    return [_claim(decision, number, luck, care) for decision in chosen]


def _played(rules: Rules, luck: Random) -> Deal:
    deck = list(sorted_deck(rules.deck))
    luck.shuffle(deck)
    totals = tuple(luck.randrange(0, max(1, rules.game_goal), 5) for _ in range(rules.teams))
    deal = Deal(rules, deck, first=luck.randrange(rules.players), chance=_shuffler(luck), totals_before=totals)
    seats = [bot(luck.choice(PLAYERS), seed=luck.getrandbits(32)) for _ in range(rules.players)]
    while deal.phase is not Phase.OVER:
        assert deal.seat is not None
        deal.play(seats[deal.seat].choose(deal.view(deal.seat)))
    return deal


def _shuffler(luck: Random) -> Chance:
    return lambda discards, number: luck.sample(discards, len(discards))


def _claim(decision: Decision, number: int, luck: Random, care: float) -> Claim:
    rules, made = decision.view.rules, decision.move
    options = evaluate_moves(decision, luck.getrandbits(63), care)
    best = options[0].move
    if best == made:
        return Claim(number, 0.0, shown=False, real=0.0)
    cost = next(option.chance_cost for option in options if option.move == made)
    tester = MoveTester(decision.state, [tuned_policy(rules)], luck.getrandbits(63))
    found = outcomes(tester, race(rules, decision.view.totals_before), [int(best), int(made)], _PLAYOUTS)
    trial = MoveComparison([best, made], found)
    unit = worth_of_a_point(rules)
    real = score_gap(trial.chances(best), trial.chances(made), 1000).mean
    return Claim(number, cost.mean / unit, cost.shown, real / unit)


def fit(found: Iterable[Claim]) -> Calibration:
    """Find the slope and the doubt that fit best; a large claim may err by more than a small one."""
    sure = [(claim.claimed, claim.real) for claim in found if claim.shown and claim.claimed > 0]
    fits = (_fit(sure, float(doubt)) for doubt in range(_MAX_DOUBT + 1))
    return min(fits)[1]


def _fit(pairs: Sequence[tuple[float, float]], doubt: float) -> tuple[float, Calibration]:
    """Return the sum of squares that is left, and the best slope for this doubt."""
    weights = [1 / (30 + claimed) ** 2 for claimed, _ in pairs]
    believed = [max(0.0, claimed - doubt) for claimed, _ in pairs]
    above = sum(w * x * real for w, x, (_, real) in zip(weights, believed, pairs, strict=True))
    below = sum(w * x * x for w, x in zip(weights, believed, strict=True))
    slope = above / below if below else 0.0
    left = sum(w * (real - slope * x) ** 2 for w, x, (_, real) in zip(weights, believed, pairs, strict=True))
    return left, Calibration(slope, doubt)
