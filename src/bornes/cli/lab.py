"""``bornes lab``: questions that fans argue about, answered by simulation."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from .form import edition_option, form_options, rules_of
from .group import Failure, print_json
from .luck import jobs_option, seed_option
from .plotting import check_plotting, plot_option

if TYPE_CHECKING:
    from ..lab.questions import Answer, Question
    from ..lab.questions.answer import FigureTable
    from ..rules import Rules

ALL = "all"


def complete_question(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The questions that begin so."""
    from ..lab.questions import QUESTIONS

    return [name for name in (*QUESTIONS, ALL) if name.startswith(incomplete)]


@click.command()
@click.argument("question", required=False, shell_complete=complete_question)
@edition_option
@form_options
@click.option("--deals", "-n", type=click.IntRange(1), metavar="N", help="How many deals.  [default: by the question]")
@seed_option
@jobs_option
@plot_option("Draw the answer: .png, .svg or .pdf.")
@click.option(
    "--out",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="With all: write a page of all answers and their plots there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def lab(
    ctx: click.Context,
    /,
    question: str | None,
    edition: str,
    players: int,
    partners: bool | None,
    short: bool,
    house: tuple[tuple[str, Any], ...],
    plot: Path | None,
    out: Path | None,
    as_json: bool,
    **terms: Any,
) -> None:
    """Answer questions that fans argue about.

    Without a question they are listed; all answers every one. Each looks at forms of its own choice, unless options
    name another. The same seed gives the same answer, on any machine and with any number of jobs.

    \b
    Examples:
      bornes lab
      bornes lab safeties
      bornes lab extension --edition game-cabinet --players 3
      bornes lab two-hundreds --rule safe_trip_points=100
      bornes lab first-player --deals 20000 --plot first.svg
    """
    if question is None:
        _list(as_json)
        return
    asked = _asked(question)
    _check_files(question, plot, out)
    forms = (rules_of(edition, players, partners, short, house),) if _form_named(ctx) else None
    began = perf_counter()
    answers = _answer(asked, forms, terms)
    seconds = round(perf_counter() - began, 3)
    if as_json:
        _print(question, answers, seconds)
    else:
        _show(answers)
    _draw(answers, plot, out)


def _asked(name: str) -> list[Question]:
    from ..lab.questions import QUESTIONS, QuestionError
    from ..lab.questions import question as question_of

    if name == ALL:
        return list(QUESTIONS.values())
    try:
        return [question_of(name)]
    except QuestionError as error:
        raise click.UsageError(str(error)) from None


def _check_files(question: str, plot: Path | None, out: Path | None) -> None:
    """Say that nothing can be drawn before anything is played, not after."""
    if plot is not None and question == ALL:
        raise click.UsageError("--plot draws one answer; for all of them use --out FOLDER")
    if out is not None and question != ALL:
        raise click.UsageError(f"--out goes with {ALL}; for one answer use --plot FILE")
    if plot is not None or out is not None:
        check_plotting()


def _form_named(ctx: click.Context) -> bool:
    """Whether any of the options that describe a form was given."""
    options = ("edition", "players", "partners", "short", "house")
    return any(ctx.get_parameter_source(option) is not ParameterSource.DEFAULT for option in options)


def _answer(asked: list[Question], forms: tuple[Rules, ...] | None, terms: dict[str, Any]) -> list[Answer]:
    from ..lab.questions import QuestionError, Sample

    seed = secrets.randbits(32) if terms["seed"] is None else terms["seed"]
    answers = []
    try:
        for question in asked:
            with _bar(question.name) as progress:
                sample = Sample(terms["deals"] or question.deals, seed, terms["jobs"], progress)
                answers.append(question.ask(forms, sample))
    except QuestionError as error:
        raise click.UsageError(str(error)) from None
    return answers


@contextmanager
def _bar(name: str) -> Iterator[Callable[[int, int], None]]:
    from rich.progress import Progress

    from .screen import console

    # A redirected stderr gets no bar, whatever FORCE_COLOR makes rich believe.
    with Progress(console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


# -- what is printed ---------------------------------------------------------------------------------------------


def _list(as_json: bool) -> None:
    from ..lab.questions import QUESTIONS
    from .screen import console, listing

    if as_json:
        print_json({"questions": [{"name": name, "asks": each.asks} for name, each in QUESTIONS.items()]})
        return
    out = console()
    out.print("Ask with bornes lab QUESTION:\n")
    out.print(listing({name: each.asks for name, each in QUESTIONS.items()}))


def _print(question: str, answers: list[Answer], seconds: float) -> None:
    run = {"seconds": seconds}
    if question == ALL:
        print_json({"answers": [answer.as_dict() for answer in answers], "run": run})
    else:
        print_json({**answers[0].as_dict(), "run": run})


def _show(answers: list[Answer]) -> None:
    from .screen import console

    out = console()
    for number, answer in enumerate(answers):
        question = answer.question
        out.print(f"{'' if number == 0 else chr(10)}{question.asks}", style="bold")
        out.print(f"{answer.deals:,} {question.counted} a form, seed {answer.seed}", style="dim")
        for line in _house_rules(answer):
            out.print(line)
        for sentence in answer.sentences:
            out.print(f"\n{sentence}")
        for table in answer.tables:
            out.print(f"\n{table.title}, ± 95 %")
            out.print(_table(table))
        out.print(f"\n{question.method}", style="dim")


def _house_rules(answer: Answer) -> Iterator[str]:
    from ..editions import house_rules
    from ..rules import format_value

    for rules in answer.forms:
        for field, value in house_rules(rules).items():
            yield f"house rule {field} = {format_value(value)}"


def _table(table: FigureTable) -> Any:
    from ..lab.questions.wording import MISSING, format_figure
    from .screen import table as empty_table

    heads = [column.head for column in table.columns]
    made = empty_table(table.head, *heads, right=range(1, len(heads) + 1))
    made.collapse_padding = True
    rows = [
        [format_figure(figure, column.unit, MISSING) for figure, column in zip(row.figures, table.columns, strict=True)]
        for row in table.rows
    ]
    for number, head in enumerate(heads):
        # Figures stay on one line; heads and labels may be broken.
        words = (*head.split(), *(figures[number] for figures in rows))
        made.columns[number + 1].width = max(map(len, words))
    for row, figures in zip(table.rows, rows, strict=True):
        made.add_row(row.label, *figures)
    return made


def _draw(answers: list[Answer], plot: Path | None, out: Path | None) -> None:
    try:
        if plot is not None:
            from ..lab.questions.plots import plot as draw

            draw(answers[0], plot)
        if out is not None:
            from ..lab.questions.page import write_page

            write_page(answers, out)
    except OSError as error:
        raise Failure(f"{error.filename or plot or out}: {error.strerror}") from None
