"""``bornes tune``: weights for the tuned bot, found by playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from ..base.marks import N_
from .group import INTERRUPTED_EXIT_CODE, NumberRange, WholeNumberRange, print_json
from .options import (
    FORM,
    deals_option,
    edition_argument,
    edition_option,
    form_options,
    jobs_option,
    json_option,
    lang_option,
    rules_of,
    seed_option,
)
from .translation import CommandFailure, TranslatedUsageError

if TYPE_CHECKING:
    from ..bots.weights import Weights
    from ..i18n import Translator
    from ..lab.estimates import Estimate
    from ..lab.tune import Generation, TuningResult
    from ..rules.ruleset import Rules


def comma_list(text: str) -> list[str]:
    """Split names at the commas between them."""
    return [part.strip() for part in text.split(",") if part.strip()]


@click.command()
@edition_argument
@edition_option
@form_options
@click.option(
    "--generations",
    "-g",
    type=WholeNumberRange(1),
    metavar="N",
    default=100,
    show_default=True,
    help="Stop after this many generations, counting those before a --resume.",
)
@click.option(
    "--population",
    type=WholeNumberRange(4),
    metavar="N",
    help="How many candidates in a generation.  [default: depends on the number of weights]",
)
@deals_option("Let each candidate play this many duplicate deals against each opponent.  [default: 1000]")
@click.option(
    "--opponents",
    type=comma_list,
    metavar="LIST",
    help="Bots to play against, separated by commas: NAME, or NAME=SHARE.  [default: tuned if it has weights for the "
    "game, rule-of-thumb, sunday-driver]",
)
@click.option("--from", "start", metavar="START", help="Start from hand, tuned, or a file of weights.  [default: hand]")
@seed_option
@click.option(
    "--measure",
    type=WholeNumberRange(2),
    metavar="N",
    help="Measure the result on this many new duplicate deals.  [default: 20 times --deals]",
)
@click.option("--minutes", type=NumberRange(0), metavar="X", help="Start no new generation after this time.")
@jobs_option
@click.option(
    "--out",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the weights to this file.  [default: a file here, named after the game]",
)
@click.option("--resume", is_flag=True, help="Continue the search saved in FILE.tuning.")
@click.option("--restart", is_flag=True, help="Start over, even if FILE.tuning holds a search.")
@click.option("--force", is_flag=True, help="Replace the file even if the new weights are no better.")
@lang_option
@json_option
def tune(
    out: Path | None,
    resume: bool,
    restart: bool,
    force: bool,
    lang: str,
    as_json: bool,
    **asked: Any,
) -> None:
    """Search for better weights for the tuned bot.

    Candidates play duplicate deals against several opponents, and the weights move towards those of the winners
    (CMA-ES). The search is saved in FILE.tuning after every generation: Ctrl-C stops it, --resume continues it. At the
    end the weights are measured on new deals; they replace an older file only if they are better.

    \b
    Examples:
      bornes tune
      bornes tune dujardin --players 4 --short --minutes 30
      bornes tune asmodee --opponents rule-of-thumb=2,sunday-driver --json
    """
    from ..i18n import Translator

    rules = rules_of(**{name: asked.pop(name) for name in (*FORM, "first_word")})
    file = _file(rules, out)
    checkpoint = file.with_name(f"{file.name}.tuning")
    _check_checkpoint(checkpoint, resume, restart)
    rivals = _rivals(file, force)
    began = perf_counter()
    words = Translator(lang, rules.edition)
    result = _search(rules, {**asked, "rivals": rivals, "checkpoint": checkpoint, "resume": resume}, words)
    written = _keep(result, file)
    if as_json:
        run = {"seconds": round(perf_counter() - began, 3)}
        print_json({**result.as_dict(), "file": str(file), "written": written, "run": run})
    else:
        _show(result, perf_counter() - began, words)
        if written:
            click.echo("\n" + words.gettext("weights written to {file}", file=file))
    if not written:
        text = N_(
            "{file} was not replaced: the new weights are not clearly better ({gain} points a deal); "
            "--force replaces it"
        )
        raise CommandFailure(text, file=file, gain=_signed(result.gains["file"], words))


def _file(rules: Rules, out: Path | None) -> Path:
    from ..bots.weights import form_name
    from ..rules.editions import house_rules

    if out is None and house_rules(rules):
        raise TranslatedUsageError(N_("weights for a house rule need a file of their own: name it with --out FILE"))
    file = out or Path(f"{form_name(rules)}.toml")
    if not file.parent.is_dir():
        raise TranslatedUsageError(N_("{file}: there is no folder {folder}"), file=file, folder=file.parent)
    return file


def _check_checkpoint(checkpoint: Path, resume: bool, restart: bool) -> None:
    if resume and restart:
        raise TranslatedUsageError(N_("--resume continues a search and --restart starts over: choose one"))
    if resume and not checkpoint.exists():
        raise TranslatedUsageError(N_("there is no search to resume: {file} does not exist"), file=checkpoint)
    if checkpoint.exists() and not (resume or restart):
        raise TranslatedUsageError(
            N_("{file} holds a search: --resume continues it, --restart starts over"), file=checkpoint
        )


def _rivals(file: Path, force: bool) -> dict[str, Weights]:
    """Return what the result must beat: the weights in the file, where there is one."""
    from ..bots.weights import WeightsError, read

    if force or not file.exists():
        return {}
    try:
        return {"file": read(file)}
    except WeightsError as error:
        raise CommandFailure(N_("{error}; --force replaces it"), error=error) from None


def _search(rules: Rules, asked: dict[str, Any], words: Translator) -> TuningResult:
    from ..bots.weights import WeightsError
    from ..lab.tune import DamagedCheckpoint, MissingTool, TuneError, search

    try:
        with _progress(asked["generations"], words) as progress:
            return search(rules, **asked, progress=progress)
    except TuneError as error:
        raise TranslatedUsageError("{error}", error=error) from None
    except (DamagedCheckpoint, MissingTool, WeightsError) as error:
        raise CommandFailure("{error}", error=error) from None
    except KeyboardInterrupt:
        if asked["checkpoint"].exists():
            text = words.gettext(
                "bornes: interrupted; {file} holds the search, --resume continues it", file=asked["checkpoint"]
            )
            click.echo(text, err=True)
        raise click.exceptions.Exit(INTERRUPTED_EXIT_CODE) from None


@contextmanager
def _progress(generations: int, words: Translator) -> Iterator[Callable[[Generation], None]]:
    from .output import progress_bar

    tuning = words.gettext("tuning")
    with progress_bar(tuning, total=generations, width=12) as move_on:  # with the news the line fits 80 columns

        def tell(generation: Generation) -> None:
            news = words.gettext(
                "best {best}  mean {mean}  sigma {sigma}",
                best=words.number(generation.best, 1, sign=True),
                mean=words.number(generation.mean, 1, sign=True),
                sigma=words.number(generation.sigma, 2),
            )
            doing = tuning if generation.number < generations else words.gettext("measuring")
            move_on(completed=generation.number, description=f"{doing}  {news}")

        yield tell


def _keep(result: TuningResult, file: Path) -> bool:
    from ..lab.tune import write_weights

    gain = result.gains.get("file")
    if gain is not None and gain.mean <= gain.margin:
        return False
    write_weights(result, file)
    return True


def _show(result: TuningResult, seconds: float, words: Translator) -> None:
    from .output import console, print_rules, print_table, table

    settings, out = result.settings, console()
    print_rules(out, words, settings.rules)
    count = len(result.history)
    made_of = words.ngettext(
        "{number} generation of {population}, seed {seed}, {seconds} s",
        "{number} generations of {population}, seed {seed}, {seconds} s",
        count,
        number=words.number(count),
        population=settings.population,
        seed=settings.seed,
        seconds=words.number(seconds),
    )
    out.print(made_of)
    out.print(words.gettext(TAKEN[result.taken], deals=words.number(result.measured)) + "\n")
    made = table(words.gettext("against"), words.gettext("points a deal"), words.gettext("± 95 %"), right=(1, 2))
    for name, points in {**result.points, words.gettext("all by their shares"): result.overall}.items():
        made.add_row(name, words.number(points.mean, 1, sign=True), words.number(points.margin, 1))
    print_table(out, made)
    out.print()
    for name, gain in result.gains.items():
        out.print(words.gettext(GAINS[name], gain=_signed(gain, words)))


TAKEN = {
    "mean": N_("the mean of the last candidates, measured on {deals} new duplicate deals"),
    "best": N_("the best of the last candidates, measured on {deals} new duplicate deals"),
}
GAINS = {
    "start": N_("gain over the weights it started from: {gain}"),
    "file": N_("gain over the weights in the file: {gain}"),
}


def _signed(points: Estimate, words: Translator) -> str:
    return f"{words.number(points.mean, 1, sign=True)} ± {words.number(points.margin, 1)}"
