"""``bornes sim``: many deals, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from ..base.marks import N_
from .group import Choice, print_json
from .options import (
    deals_option,
    edition_argument,
    edition_option,
    form_options,
    jobs_option,
    json_option,
    lang_option,
    new_seed,
    rules_of,
    seed_option,
)

if TYPE_CHECKING:
    from rich.table import Table

    from ..i18n import Translator
    from ..lab.estimates import Tally
    from ..lab.simulation import SideResult, Simulation
    from ..rules.ruleset import Rules

PLACES = (N_("first"), N_("second"), N_("third"), N_("fourth"))
POLICIES = {"eager": N_("eager players"), "random": N_("random players")}


@click.command()
@edition_argument
@edition_option
@form_options
@deals_option("How many deals to play.", 10_000)
@seed_option
@click.option(
    "--policy",
    type=Choice(list(POLICIES)),
    default="eager",
    show_default=True,
    help="eager players play whatever they can; random ones make any legal move.",
)
@jobs_option
@lang_option
@json_option
def sim(deals: int, seed: int | None, policy: str, jobs: int | None, lang: str, as_json: bool, **form: Any) -> None:
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
    from ..i18n import Translator

    rules = rules_of(**form)
    chosen = new_seed() if seed is None else seed
    began = perf_counter()
    words = Translator(lang, rules.edition)
    result = _simulate(rules, deals, chosen, policy, jobs, words)
    seconds = perf_counter() - began
    if as_json:
        run = {"seconds": round(seconds, 3), "deals_per_second": round(deals / seconds)}
        print_json({**result.as_dict(), "run": run})
    else:
        _show(result, seconds, words)


def _simulate(rules: Rules, deals: int, seed: int, policy: str, jobs: int | None, words: Translator) -> Simulation:
    from ..lab.simulation import simulate
    from .output import progress_bar

    with progress_bar(words.gettext("deals"), total=deals) as move_on:
        return simulate(
            rules, deals, seed=seed, policy=policy, jobs=jobs, progress=lambda done: move_on(completed=done)
        )


def _show(result: Simulation, seconds: float, words: Translator) -> None:
    from ..game.moves import TEAM_LETTERS
    from .output import console, print_listing, print_rules, print_table

    out = console()
    print_rules(out, words, result.rules)
    out.print(_question(result, seconds, words) + "\n")
    places = [words.gettext(place) for place in PLACES]
    teams = (words.gettext("team"), TEAM_LETTERS, result.teams)
    for heading, names, sides in (teams, (words.gettext("to play"), places, result.places)):
        print_table(out, _sides(heading, names, sides, result.deals, words))
        out.print()
    endings = [f"{words.ending(ending)} {words.percent(n / result.deals)}" for ending, n in result.endings.items()]
    about = {
        words.gettext("endings"): " · ".join(endings),
        words.gettext("turns"): _spread(result.turns, words),
        words.gettext("moves"): _spread(result.moves, words),
    }
    print_listing(out, about, indent="")


def _question(result: Simulation, seconds: float, words: Translator) -> str:
    return words.ngettext(
        "{deals} deal by {players}, seed {seed}, {rate} deals/s",
        "{deals} deals by {players}, seed {seed}, {rate} deals/s",
        result.deals,
        deals=words.number(result.deals),
        players=words.gettext(POLICIES[result.policy]),
        seed=result.seed,
        rate=words.number(result.deals / seconds),
    )


def _sides(heading: str, names: Sequence[str], sides: list[SideResult], deals: int, words: Translator) -> Table:
    from .output import table

    heads = (words.gettext("score"), words.gettext("± 95 %"), words.gettext("wins"), words.gettext("ties"))
    made = table(heading, *heads, words.gettext("trips"), right=range(1, 6))
    for name, side in zip(names, sides, strict=False):
        shares = (words.percent(count / deals) for count in (side.wins, side.ties, side.trips))
        made.add_row(name, words.number(side.score.mean, 1), words.number(side.score.margin, 1), *shares)
    return made


def _spread(tally: Tally, words: Translator) -> str:
    return words.gettext(
        "{mean} ± {margin} a deal, from {least} to {most}",
        mean=words.number(tally.mean, 1),
        margin=words.number(tally.margin, 1),
        least=words.number(tally.least),
        most=words.number(tally.most),
    )
