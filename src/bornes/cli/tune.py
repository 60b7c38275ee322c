"""``bornes tune``: weights for the tuned player, found by playing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .form import complete_edition, edition_name, form_options, rules_of
from .group import INTERRUPTED, Failure, print_json
from .luck import jobs_option, seed_option

if TYPE_CHECKING:
    from ..bots.weights import Weights
    from ..lab.tally import Estimate
    from ..lab.tune import Generation, Result
    from ..rules import Rules


def comma_list(text: str) -> list[str]:
    """Names with commas between them."""
    return [part.strip() for part in text.split(",") if part.strip()]


@click.command()
@click.argument("edition", type=edition_name, shell_complete=complete_edition)
@form_options
@click.option(
    "--generations",
    "-g",
    type=click.IntRange(1),
    metavar="N",
    default=100,
    show_default=True,
    help="How many generations, those before a --resume included.",
)
@click.option(
    "--population",
    type=click.IntRange(4),
    metavar="N",
    help="Candidates in a generation.  [default: by the number of weights]",
)
@click.option(
    "--deals",
    "-n",
    type=click.IntRange(1),
    metavar="N",
    help="Duplicate deals of a candidate against each opponent.  [default: 1000]",
)
@click.option(
    "--opponents",
    type=comma_list,
    metavar="LIST",
    help="Bots with commas between, NAME or NAME=SHARE.  [default: tuned where there is one, "
    "rule-of-thumb, sunday-driver]",
)
@click.option(
    "--from", "start", metavar="START", help="Where to start: hand, tuned, or a file of weights.  [default: hand]"
)
@seed_option
@click.option(
    "--measure",
    type=click.IntRange(2),
    metavar="N",
    help="Fresh duplicate deals to measure the result with.  [default: 20 times --deals]",
)
@click.option("--minutes", type=click.FloatRange(0), metavar="X", help="Begin no further generation after this time.")
@jobs_option
@click.option(
    "--out",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the weights go.  [default: named after the form, here]",
)
@click.option("--resume", is_flag=True, help="Go on with the search that FILE.tuning keeps.")
@click.option("--restart", is_flag=True, help="Begin anew although FILE.tuning keeps a search.")
@click.option("--force", is_flag=True, help="Replace the file even by weights that measure no better.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def tune(
    edition: str,
    players: int,
    partners: bool | None,
    short: bool,
    house: tuple[tuple[str, Any], ...],
    out: Path | None,
    resume: bool,
    restart: bool,
    force: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Find weights for the tuned player of an edition.

    Candidates play duplicate deals against a ladder of opponents, and the weights drift towards those that gain most
    (CMA-ES). The search is kept in FILE.tuning after every generation: Ctrl-C stops it, --resume goes on. In the end
    the weights are measured on fresh deals, and replace a file only if they are better than it.

    \b
    Examples:
      bornes tune parker-1962
      bornes tune dujardin --players 4 --short --minutes 30
      bornes tune asmodee --opponents rule-of-thumb=2,sunday-driver --json
    """
    rules = rules_of(edition, players, partners, short, house)
    file = _file(rules, out)
    checkpoint = file.with_name(f"{file.name}.tuning")
    _check_checkpoint(checkpoint, resume, restart)
    rivals = _rivals(file, force)
    began = perf_counter()
    result = _search(rules, {**asked, "rivals": rivals, "checkpoint": checkpoint, "resume": resume})
    written = _keep(result, file)
    if as_json:
        run = {"seconds": round(perf_counter() - began, 3)}
        print_json({**result.as_dict(), "file": str(file), "written": written, "run": run})
    else:
        _show(result, perf_counter() - began)
        if written:
            click.echo(f"\nweights written to {file}")
    if not written:
        gain = f"{_signed(result.gains['file'])} points a deal"
        raise Failure(f"{file} stays as it is: no better for certain ({gain}); --force replaces it")


def _file(rules: Rules, out: Path | None) -> Path:
    from ..bots.weights import form_name
    from ..editions import house_rules

    if out is None and house_rules(rules):
        raise click.UsageError("weights for a house rule are not those of the form: say where they go with --out FILE")
    file = out or Path(f"{form_name(rules)}.toml")
    if not file.parent.is_dir():
        raise click.UsageError(f"{file}: there is no folder {file.parent}")
    return file


def _check_checkpoint(checkpoint: Path, resume: bool, restart: bool) -> None:
    if resume and restart:
        raise click.UsageError("--resume goes on and --restart begins anew: choose one")
    if resume and not checkpoint.exists():
        raise click.UsageError(f"there is no {checkpoint} to resume")
    if checkpoint.exists() and not (resume or restart):
        raise click.UsageError(f"{checkpoint} keeps a search: go on with --resume, or begin anew with --restart")


def _rivals(file: Path, force: bool) -> dict[str, Weights]:
    """What the result must beat: the weights in the file, where there is one."""
    from ..bots.weights import WeightsError, read

    if force or not file.exists():
        return {}
    try:
        return {"file": read(file)}
    except WeightsError as error:
        raise Failure(f"{error}; --force replaces it") from None


def _search(rules: Rules, asked: dict[str, Any]) -> Result:
    from ..bots.weights import WeightsError
    from ..lab.tune import DamagedCheckpoint, MissingTool, TuneError, search

    try:
        with _progress(asked["generations"]) as progress:
            return search(rules, **asked, progress=progress)
    except TuneError as error:
        raise click.UsageError(str(error)) from None
    except (DamagedCheckpoint, MissingTool, WeightsError) as error:
        raise Failure(str(error)) from None
    except KeyboardInterrupt:
        if asked["checkpoint"].exists():
            click.echo(f"bornes: interrupted; {asked['checkpoint']} keeps the search, go on with --resume", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


@contextmanager
def _progress(generations: int) -> Iterator[Callable[[Generation], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .screen import console

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=12),  # with the news the line fits 80 columns
        MofNCompleteColumn(),
        TextColumn("{task.fields[news]}"),
        TimeRemainingColumn(),
    )
    # A redirected stderr gets no bar, whatever FORCE_COLOR makes rich believe.
    with Progress(*columns, console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("tuning", total=generations, news="")

        def tell(generation: Generation) -> None:
            news = f"best {generation.best:+.1f}  mean {generation.mean:+.1f}  sigma {generation.sigma:.2f}"
            doing = "tuning" if generation.number < generations else "measuring"
            bar.update(task, completed=generation.number, news=news, description=doing)

        yield tell


def _keep(result: Result, file: Path) -> bool:
    from ..lab.tune import keep

    gain = result.gains.get("file")
    if gain is not None and gain.mean <= gain.margin:
        return False
    keep(result, file)
    return True


def _show(result: Result, seconds: float) -> None:
    from ..terminal.sentences import form_words
    from ..words import Words
    from .screen import console, table

    settings, out = result.settings, console()
    words = Words("en", settings.rules.edition)
    out.print(f"{words.edition_title(settings.rules.edition)}, {form_words(words, settings.rules)}", style="bold")
    count = len(result.history)
    generations = f"{count} generation{'' if count == 1 else 's'} of {settings.population}"
    out.print(f"{generations}, seed {settings.seed}, {seconds:,.0f} s")
    out.print(f"the {result.taken} of the search, measured on {result.measured:,} fresh duplicate deals\n")
    made = table("against", "points a deal", "± 95 %", right=(1, 2))
    for name, points in {**result.points, "all by their shares": result.overall}.items():
        made.add_row(name, f"{points.mean:+,.1f}", f"{points.margin:,.1f}")
    out.print(made, "")
    for name, gain in result.gains.items():
        out.print(f"gain on the weights of the {name}: {_signed(gain)}")


def _signed(points: Estimate) -> str:
    return f"{points.mean:+,.1f} ± {points.margin:,.1f}"
