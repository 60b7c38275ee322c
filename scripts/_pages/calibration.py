"""How much of what a review claims is true: the figures that reviews use, and the page that shows them.

Wherever a bot's move was not the one that was judged best, both are played out from the true hands, with the draw pile
shuffled again and all seats playing as tuned.  The mean of the difference is what the move really cost, whatever the
judgement imagined about hidden cards.  ``scripts/pages calibration`` runs it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import bornes
from bornes.base.workers import cpu_count, map_in_order, process_pool
from bornes.bots import bot
from bornes.bots.search import MoveTester, outcomes
from bornes.bots.weights import tuned_policy
from bornes.engine.codes import Phase
from bornes.game.deal import Deal
from bornes.game.shuffle import Chance
from bornes.lab.estimates import Clusters, Estimate
from bornes.review.evaluation import (
    PLAYOUT_FACTOR,
    Decision,
    MoveComparison,
    decisions,
    evaluate_moves,
    race,
    score_gap,
    worth_of_a_point,
)
from bornes.review.verdicts import CALIBRATION_FILE, LABEL_THRESHOLDS_POINTS, Calibration, MoveLabel, label
from bornes.rules.cards import sorted_deck
from bornes.rules.editions import EDITION_NAMES, edition
from bornes.rules.ruleset import Rules

DOCS = Path(__file__).parent.parent.parent / "docs"
SEED = 1962
DEALS = 10
_FINE = 100
"""Parts of a point, since tallies count whole numbers."""
PLAYERS = ("sunday-driver", "rule-of-thumb", "tuned")
"""Who stands for people of different strength."""
_PLAYOUTS = 400
"""Of either move from the true deal."""
_MAX_DOUBT = 40
BINS = (0.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, float("inf"))


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


class Task(NamedTuple):
    """A deal whose moves are to be judged."""

    rules: Rules
    number: int
    seed: int


def measured(task: Task) -> list[Claim]:
    """What was claimed and what was true in one deal."""
    return claims(*task)


def tasks(deals: int, seed: int) -> Iterator[Task]:
    """So many deals of every form of every edition."""
    number = 0
    for _ in range(deals):
        for name in EDITION_NAMES:
            for form in edition(name).forms:
                number += 1
                yield Task(edition(name).rules(form.players, partners=form.partners, short=form.short), number, seed)


def measure(wanted: Sequence[Task], jobs: int) -> dict[str, list[Claim]]:
    """The claims by edition."""
    found: dict[str, list[Claim]] = {name: [] for name in EDITION_NAMES}
    with process_pool(jobs) as pool:

        def submit(task: Task) -> Future[list[Claim]]:
            return pool.submit(measured, task)

        for number, (task, new) in enumerate(zip(wanted, map_in_order(submit, wanted, 2 * jobs), strict=True), 1):
            found[task.rules.edition] += new
            print(f"\r{number} of {len(wanted)} deals", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def page_of(found: dict[str, list[Claim]], fitted: Calibration, deals: int) -> str:
    """The tables."""
    everything = [claim for some in found.values() for claim in some]
    lines = [HEAD.format(decisions=len(everything), deals=deals, players=", ".join(PLAYERS))]
    lines += [
        f"What was found: **real cost = {fitted.slope:.2f} × (claim less {fitted.doubt:.0f})**, and never below 0.",
        "",
    ]
    lines += ["## By what was claimed", "", *_table("claimed", _by_claim(everything), fitted)]
    lines += ["", "## By what a move is called", "", *_table("label", _by_label(everything, fitted), fitted)]
    lines += ["", "## By edition", "", "Claims of 10 points or more.", ""]
    by_edition = {
        name: [claim for claim in some if claim.shown and claim.claimed >= 10] for name, some in found.items()
    }
    return "\n".join([*lines, *_table("edition", by_edition, fitted), ""])


HEAD = """# How far a review can be trusted

Made by `scripts/pages calibration`. {decisions:,} decisions of bots ({players}, mixed) in {deals:,} deals of all forms
of all editions were judged as a [review](review.md) judges them. Wherever the move that was judged best was another,
both were played out 400 times from the true deal: the hands as they really were, the draw pile shuffled anew, everybody
playing as tuned. The difference is what the move really cost, whatever the judgement imagined about hidden cards. All
figures are points as they count at the even start of a game, with 95 % intervals by deals.

A judgement claims too much for two reasons: it takes the best of many uncertain figures, and its picture of hidden
hands is not quite right. So a review shows less than it finds, and nothing of what may be luck.
"""


def _by_claim(found: Iterable[Claim]) -> dict[str, list[Claim]]:
    sure = [claim for claim in found if claim.shown]
    edges = pairwise(BINS)
    return {
        f"{low:.0f} to {high:.0f}" if high < float("inf") else f"{low:.0f} or more": [
            claim for claim in sure if low <= claim.claimed < high
        ]
        for low, high in edges
    }


def _by_label(found: Iterable[Claim], fitted: Calibration) -> dict[str, list[Claim]]:
    by_label: dict[MoveLabel, list[Claim]] = {name: [] for name in MoveLabel}
    for claim in found:
        by_label[label(_trusted(claim, fitted))].append(claim)
    titles = {
        name: f"{name}, from {LABEL_THRESHOLDS_POINTS[name]:.0f}" if name in LABEL_THRESHOLDS_POINTS else str(name)
        for name in MoveLabel
    }
    return {titles[name]: some for name, some in by_label.items()}


def _trusted(claim: Claim, fitted: Calibration) -> float:
    return fitted.slope * max(0.0, claim.claimed - fitted.doubt) if claim.shown else 0.0


def _table(first: str, rows: dict[str, list[Claim]], fitted: Calibration) -> Iterator[str]:
    yield f"| {first} | decisions | claimed | shown in a review | real |"
    yield "|---|---|---|---|---|"
    for title, some in rows.items():
        if len({claim.deal for claim in some}) > 1:
            claimed = sum(claim.claimed for claim in some) / len(some)
            shown = sum(_trusted(claim, fitted) for claim in some) / len(some)
            real = _by_deals(some)
            yield f"| {title} | {len(some):,} | {claimed:.1f} | {shown:.1f} | {real.mean:.1f} ± {real.margin:.1f} |"


def _by_deals(some: Iterable[Claim]) -> Estimate:
    """The mean of what the moves really cost; moves of one deal have luck in common."""
    totals: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for claim in some:
        totals[claim.deal] = totals.get(claim.deal, 0) + round(claim.real * _FINE)
        sizes[claim.deal] = sizes.get(claim.deal, 0) + 1
    return Clusters.of(list(totals.values()), list(sizes.values())).estimate(_FINE)


def main() -> None:
    """Measure, and write the figures and the page."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--deals", type=int, default=DEALS, help=f"of each form, instead of {DEALS}")
    options.add_argument(
        "--jobs", type=int, default=cpu_count(), help="processes at once, instead of one for each core"
    )
    options.add_argument("--page", type=Path, default=DOCS / "calibration.md", help="where the page goes")
    options.add_argument("--figures", type=Path, default=_figures(), help="where the figures for reviews go")
    given = options.parse_args()
    wanted = list(tasks(given.deals, SEED))
    found = measure(wanted, given.jobs)
    fitted = fit(claim for some in found.values() for claim in some)
    text = f"# Written by scripts/pages calibration.\nslope = {fitted.slope:.3f}\ndoubt = {fitted.doubt:.1f}\n"
    given.figures.write_text(text, encoding="utf-8")
    given.page.write_text(page_of(found, fitted, len(wanted)), encoding="utf-8")


def _figures() -> Path:
    return Path(bornes.__file__).parent / "review" / CALIBRATION_FILE


if __name__ == "__main__":
    main()
