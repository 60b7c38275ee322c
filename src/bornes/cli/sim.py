"""``bornes sim``: many deals, and what came of them."""

from __future__ import annotations

import secrets
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .form import complete_edition, edition_name, form_options, rules_of
from .group import print_json
from .luck import jobs_option, seed_option

if TYPE_CHECKING:
    from ..lab.sim import Side, Simulation
    from ..lab.tally import Tally
    from ..rules import Rules

PLACES = ("first", "second", "third", "fourth")


@click.command()
@click.argument("edition", type=edition_name, shell_complete=complete_edition)
@form_options
@click.option(
    "--deals",
    "-n",
    type=click.IntRange(1),
    metavar="N",
    default=10_000,
    show_default=True,
    help="How many deals.",
)
@seed_option
@click.option(
    "--policy",
    type=click.Choice(["eager", "random"]),
    default="eager",
    show_default=True,
    help="How everybody plays: whatever can be played, or any legal move.",
)
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def sim(edition: str, deals: int, seed: int | None, policy: str, jobs: int | None, as_json: bool, **form: Any) -> None:
    """Play many deals of an edition and add them up.

    The players are automatic and all alike, so what differs between the sides is luck and the order of play. The same
    seed gives the same result, on any machine and with any number of jobs.

    \b
    Examples:
      bornes sim parker-1962
      bornes sim dujardin --players 4 --deals 100000 --seed 7
      bornes sim game-cabinet --rule coup_fourre_points=0
      bornes sim asmodee --players 4 --partners --json
    """
    rules = rules_of(edition, **form)
    chosen = secrets.randbits(32) if seed is None else seed
    began = perf_counter()
    result = _simulate(rules, deals, chosen, policy, jobs)
    seconds = perf_counter() - began
    if as_json:
        run = {"seconds": round(seconds, 3), "deals_per_second": round(deals / seconds)}
        print_json({**result.as_dict(), "run": run})
    else:
        _show(result, seconds)


def _simulate(rules: Rules, deals: int, seed: int, policy: str, jobs: int | None) -> Simulation:
    from rich.progress import Progress

    from ..lab.sim import simulate
    from .screen import console

    # A redirected stderr gets no bar, whatever FORCE_COLOR makes rich believe.
    with Progress(console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("deals", total=deals)
        return simulate(
            rules,
            deals,
            seed=seed,
            policy=policy,
            jobs=jobs,
            progress=lambda done: bar.update(task, completed=done),
        )


def _show(result: Simulation, seconds: float) -> None:
    from ..editions import house_rules
    from ..moves import TEAM_LETTERS
    from ..rules import format_value
    from ..terminal.sentences import form_words
    from ..words import Words
    from .screen import console

    out, words = console(), Words("en", result.rules.edition)
    out.print(f"{words.edition_title(result.rules.edition)}, {form_words(words, result.rules)}", style="bold")
    for field, value in house_rules(result.rules).items():
        out.print(f"house rule {field} = {format_value(value)}")
    rate = f"{result.deals / seconds:,.0f} deals/s"
    out.print(f"{result.deals:,} deals by {result.policy} players, seed {result.seed}, {rate}\n")
    out.print(_sides("team", TEAM_LETTERS, result.teams, result.deals), "")
    out.print(_sides("to play", PLACES, result.places, result.deals), "")
    endings = [f"{ending} {_share(count, result.deals)}" for ending, count in result.endings.items()]
    out.print(f"endings   {' · '.join(endings)}")
    out.print(f"turns     {_spread(result.turns)}")
    out.print(f"moves     {_spread(result.moves)}")


def _sides(heading: str, names: tuple[str, ...] | str, sides: list[Side], deals: int) -> Any:
    from .screen import table

    made = table(heading, "score", "± 95 %", "wins", "ties", "trips", right=range(1, 6))
    for name, side in zip(names, sides, strict=False):
        counts = (_share(count, deals) for count in (side.wins, side.ties, side.trips))
        made.add_row(name, f"{side.score.mean:,.1f}", f"{side.score.margin:,.1f}", *counts)
    return made


def _share(count: int, deals: int) -> str:
    return f"{100 * count / deals:.1f} %"


def _spread(tally: Tally) -> str:
    return f"{tally.mean:,.1f} ± {tally.margin:,.1f} a deal, from {tally.least:,} to {tally.most:,}"
