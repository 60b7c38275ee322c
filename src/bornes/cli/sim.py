"""``bornes sim``: many deals, and what came of them."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .group import WholeNumber, print_json
from .options import (
    edition_argument,
    edition_option,
    form_options,
    jobs_option,
    json_option,
    new_seed,
    rules_of,
    seed_option,
)

if TYPE_CHECKING:
    from ..lab.sim import Side, Simulation
    from ..lab.tally import Tally
    from ..rules import Rules

PLACES = ("first", "second", "third", "fourth")


@click.command()
@edition_argument
@edition_option
@form_options
@click.option(
    "--deals",
    "-n",
    type=WholeNumber(1),
    metavar="N",
    default=10_000,
    show_default=True,
    help="How many deals to play.",
)
@seed_option
@click.option(
    "--policy",
    type=click.Choice(["eager", "random"]),
    default="eager",
    show_default=True,
    help="eager players play whatever they can; random ones make any legal move.",
)
@jobs_option
@json_option
def sim(deals: int, seed: int | None, policy: str, jobs: int | None, as_json: bool, **form: Any) -> None:
    """Play thousands of deals and add up the results.

    All players are automatic and play alike, so any difference between the sides is luck or the order of play. The
    same seed gives the same result, on any machine and with any number of jobs.

    \b
    Examples:
      bornes sim
      bornes sim dujardin --players 4 --deals 100000 --seed 7
      bornes sim game-cabinet --rule coup_fourre_points=0
      bornes sim asmodee --players 4 --partners --json
    """
    rules = rules_of(**form)
    chosen = new_seed() if seed is None else seed
    began = perf_counter()
    result = _simulate(rules, deals, chosen, policy, jobs)
    seconds = perf_counter() - began
    if as_json:
        run = {"seconds": round(seconds, 3), "deals_per_second": round(deals / seconds)}
        print_json({**result.as_dict(), "run": run})
    else:
        _show(result, seconds)


def _simulate(rules: Rules, deals: int, seed: int, policy: str, jobs: int | None) -> Simulation:
    from ..lab.sim import simulate
    from .output import progress_bar

    with progress_bar("deals", total=deals) as move_on:
        return simulate(
            rules, deals, seed=seed, policy=policy, jobs=jobs, progress=lambda done: move_on(completed=done)
        )


def _show(result: Simulation, seconds: float) -> None:
    from ..moves import TEAM_LETTERS
    from ..words import Words
    from .output import console, print_rules, print_table

    out = console()
    print_rules(out, Words("en", result.rules.edition), result.rules)
    count = f"{result.deals:,} deal{'' if result.deals == 1 else 's'}"
    rate = f"{result.deals / seconds:,.0f} deals/s"
    out.print(f"{count} by {result.policy} players, seed {result.seed}, {rate}\n")
    for heading, names, sides in (("team", TEAM_LETTERS, result.teams), ("to play", PLACES, result.places)):
        print_table(out, _sides(heading, names, sides, result.deals))
        out.print()
    endings = [f"{ending} {_share(count, result.deals)}" for ending, count in result.endings.items()]
    out.print(f"endings   {' · '.join(endings)}")
    out.print(f"turns     {_spread(result.turns)}")
    out.print(f"moves     {_spread(result.moves)}")


def _sides(heading: str, names: tuple[str, ...] | str, sides: list[Side], deals: int) -> Any:
    from .output import table

    made = table(heading, "score", "± 95 %", "wins", "ties", "trips", right=range(1, 6))
    for name, side in zip(names, sides, strict=False):
        counts = (_share(count, deals) for count in (side.wins, side.ties, side.trips))
        made.add_row(name, f"{side.score.mean:,.1f}", f"{side.score.margin:,.1f}", *counts)
    return made


def _share(count: int, deals: int) -> str:
    return f"{100 * count / deals:.1f} %"


def _spread(tally: Tally) -> str:
    return f"{tally.mean:,.1f} ± {tally.margin:,.1f} a deal, from {tally.least:,} to {tally.most:,}"
