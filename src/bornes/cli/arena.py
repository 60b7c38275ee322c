"""``bornes arena``: bots against each other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .bots import bot_spec, complete_bot
from .form import edition_option, form_options, rules_of
from .group import INTERRUPTED, Failure, print_json
from .luck import jobs_option, seed_option
from .plotting import plot_option

if TYPE_CHECKING:
    from ..bots import Spec
    from ..lab.arena.match import Match
    from ..lab.arena.standings import Standings
    from ..rules import Rules


@click.command()
@click.argument("bots", type=bot_spec, shell_complete=complete_bot, nargs=-1, required=True, metavar="BOT BOT...")
@edition_option
@form_options
@click.option("--deals", "-n", type=click.IntRange(1), metavar="N", help="How many decks.  [default: 1000]")
@click.option("--games", "-g", type=click.IntRange(1), metavar="N", help="Whole games instead, by bots who mind them.")
@click.option("--until-decided", is_flag=True, help="Stop as soon as it is clear who is better.")
@click.option("--low-variance", is_flag=True, help="Measure the moves that differ: less luck, more work.")
@click.option(
    "--playouts",
    type=click.IntRange(1),
    metavar="N",
    default=200,
    show_default=True,
    help="Of each such move, with --low-variance.",
)
@seed_option
@click.option(
    "--patience",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="How long a bot may think about a move before it is lost.  [default: for ever]",
)
@click.option("--anchor", metavar="BOT", help="Whose rating is 1500.  [default: the mean of all]")
@jobs_option
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster whose scheduler is there.")
@plot_option("Draw the result: .png, .svg or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def arena(
    bots: tuple[Spec, ...],
    edition: str,
    players: int,
    partners: bool | None,
    short: bool,
    house: tuple[tuple[str, Any], ...],
    low_variance: bool,
    playouts: int,
    anchor: str | None,
    plot: Path | None,
    as_json: bool,
    **terms: Any,
) -> None:
    """Let bots play each other, and see who is how much stronger.

    Every deck is played once for each team, with the first bot on that team and the second on all others, so that both
    have the same luck. Two bots play a match; more play everybody against everybody, and are rated.

    \b
    Examples:
      bornes arena tuned rule-of-thumb
      bornes arena tuned sunday-driver --until-decided
      bornes arena random sunday-driver tuned --edition dujardin --players 3
      bornes arena champion:playouts=50 tuned --deals 20 --low-variance
    """
    rules = rules_of(edition, players, partners, short, house)
    terms["low_variance"] = playouts if low_variance else 0
    run = _play(rules, [str(bot) for bot in bots], anchor, terms)
    if as_json:
        print_json(run.as_dict())
    else:
        from .scoreboard import show

        show(run.result, run.seconds, run.interrupted)
    if plot is not None:
        from ..lab.arena.plots import plot as draw

        draw(run.result, plot)
    if run.failure is not None:
        raise Failure(run.failure)
    if run.interrupted:
        click.get_current_context().exit(INTERRUPTED)


@dataclass
class Run:
    """What was played, and how that went."""

    result: Match | Standings
    seconds: float
    interrupted: bool = False
    failure: str | None = None
    """What put an end to it before it was done."""

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        from ..lab.arena.match import question_as_dict

        matches = self.result.matches
        deals = sum(match.deals for match in matches)
        pace = {"seconds": round(self.seconds, 3), "deals_per_second": round(deals / self.seconds, 1)}
        return {
            **question_as_dict(matches[0].pairing),
            **self.result.as_dict(),
            "interrupted": self.interrupted,
            "run": pace,
        }


def _play(rules: Rules, bots: list[str], anchor: str | None, terms: dict[str, Any]) -> Run:
    """Play, and if that is interrupted, make do with what was played so far."""
    from concurrent.futures.process import BrokenProcessPool

    from ..bots import BotError, BrokenBot
    from ..lab.arena import ArenaError
    from ..lab.arena.cluster import ClusterError

    began, so_far = perf_counter(), _SoFar()
    failure: str | None = None
    try:
        with _bar(terms) as bar:
            result = _ask(rules, bots, anchor, terms, so_far.following(bar))
        return Run(result, perf_counter() - began)
    except KeyboardInterrupt:
        if so_far.result is None:
            raise
    except ClusterError as error:
        failure = str(error)
    except BrokenProcessPool:
        failure = "a process that played died; was there enough memory?"
    except BrokenBot as error:
        raise Failure(str(error)) from None
    except (ArenaError, BotError) as error:
        raise click.UsageError(str(error)) from None
    if so_far.result is None:
        raise Failure(str(failure))
    return Run(so_far.result, perf_counter() - began, interrupted=True, failure=failure)


def _ask(
    rules: Rules, bots: list[str], anchor: str | None, terms: dict[str, Any], progress: Callable[..., None]
) -> Match | Standings:
    from ..lab.arena import ArenaError, match, round_robin

    if len(bots) == 1:
        raise ArenaError(f"{bots[0]} is alone; name two bots or more")
    if len(bots) == 2 and anchor is None:
        return match(rules, *bots, progress=progress, **terms)
    return round_robin(rules, bots, anchor=anchor, progress=progress, **terms)


class _SoFar:
    """Remembers what was played, for the case of an interruption."""

    def __init__(self) -> None:
        self.result: Match | Standings | None = None

    def following(self, tell: Callable[[Match | Standings], None]) -> Callable[[Match | Standings], None]:
        """Remember, then tell."""

        def heard(result: Match | Standings) -> None:
            self.result = result
            tell(result)

        return heard


@contextmanager
def _bar(terms: dict[str, Any]) -> Iterator[Callable[[Match | Standings], None]]:
    """A progress bar on a terminal, with the figure as it stands."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ..lab.arena import DEALS
    from .scoreboard import figure
    from .screen import console

    each = terms["games"] or terms["deals"] or DEALS
    columns = (TextColumn("{task.description}"), BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn())
    # A redirected stderr gets no bar, whatever FORCE_COLOR makes rich believe.
    with Progress(*columns, console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=None)

        def tell(result: Match | Standings) -> None:
            matches = result.matches
            done = sum(each if match.decided else match.duplicates for match in matches)
            bar.update(task, completed=done, total=each * len(matches), description=figure(result))

        yield tell
