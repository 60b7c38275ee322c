"""``bornes review``: what the better moves of a game would have been."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .files import RECORD, recorded_game
from .group import print_json
from .language import lang_option
from .luck import jobs_option
from .plotting import plot_option

if TYPE_CHECKING:
    from ..game import Game
    from ..review import Review, Verdict


@click.command()
@click.argument("file", type=RECORD)
@click.option("--deal", "only", type=click.IntRange(1), metavar="N", help="Only the deal with this number.")
@click.option("--all", "everything", is_flag=True, help="Every decision, not only those that cost something.")
@click.option(
    "--care",
    type=click.FloatRange(0.1, 1000),
    metavar="X",
    help="Times the work of a champion’s decision that goes into each.  [default: 6]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    metavar="N",
    help="Other luck for the playouts.  [default: 0]",
)
@jobs_option
@plot_option("Draw the chances of winning over the game: .png, .svg or .pdf.")
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def review(
    file: str,
    only: int | None,
    everything: bool,
    care: float | None,
    seed: int,
    jobs: int | None,
    plot: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Look at a recorded game again: every decision, and what the better move was.

    Each decision is judged by what its player could know: all moves are played out in thousands of worlds that fit it.
    What a move cost is told in points of the deal and in chance to win the game, and is called an inaccuracy (?!), a
    mistake (?) or a blunder (??). A - reads the standard input.

    \b
    Examples:
      bornes review game.txt
      bornes review game.txt --deal 2 --all
      bornes review game.txt --plot game.png
      bornes review game.txt --json | jq '.seats[].labels'
    """
    game = recorded_game(file, only)
    found = _reviewed(game, only, seed, care, jobs)
    if as_json:
        print_json(found.as_dict())
    else:
        from .remarks import show

        show(found, lang, everything)
    if plot is not None:
        from ..review.plots import plot as draw
        from ..words import Words

        draw(found, plot, Words.of(game, lang))


def _reviewed(game: Game, only: int | None, seed: int, care: float | None, jobs: int | None) -> Review:
    from ..review import CARE
    from ..review import review as look_again

    numbers = range(1, len(game.deals) + 1) if only is None else [only]
    with _bar(sum(len(game.deals[number - 1].moves) for number in numbers)) as tell:
        return look_again(game, numbers, seed=seed, care=care or CARE, threads=jobs, tell=tell)


@contextmanager
def _bar(decisions: int) -> Iterator[Callable[[Verdict], None]]:
    """A progress bar on a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .screen import console

    columns = (TextColumn("{task.description}"), BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn())
    # A redirected stderr gets no bar, whatever FORCE_COLOR makes rich believe.
    with Progress(*columns, console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=decisions)

        def tell(verdict: Verdict) -> None:
            bar.update(task, advance=1, description=f"deal {verdict.deal}, turn {verdict.turn}")

        yield tell
