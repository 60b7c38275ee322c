"""``bornes lab``: questions that fans argue about, answered by simulation."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from ..base.marks import N_
from .group import ExistingPath, print_json
from .options import (
    FORM,
    check_plotting,
    deals_option,
    edition_option,
    form_options,
    jobs_option,
    json_option,
    lang_option,
    new_seed,
    plot_option,
    rules_of,
    seed_option,
    was_given,
)
from .translation import CommandFailure, TranslatedUsageError

if TYPE_CHECKING:
    from rich.table import Table

    from ..i18n import Translator
    from ..lab.questions import Answer, ResearchQuestion
    from ..lab.questions.report import FigureTable
    from ..rules.ruleset import Rules

ALL = "all"


def complete_question(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the questions that begin with what was typed."""
    from ..lab.questions import QUESTIONS

    return [name for name in (*QUESTIONS, ALL) if name.startswith(incomplete)]


@click.command()
@click.argument("question", required=False, shell_complete=complete_question)
@edition_option
@form_options
@deals_option("How many deals to play.  [default: depends on the question]", most=10**9)
@seed_option
@jobs_option
@plot_option("Draw the answer to a .png, .svg or .pdf file.")
@click.option(
    "--out",
    type=ExistingPath(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="With all: write a page with all answers and plots to this folder, in English.",
)
@lang_option
@json_option
def lab(
    question: str | None,
    deals: int | None,
    seed: int | None,
    jobs: int | None,
    plot: Path | None,
    out: Path | None,
    lang: str,
    as_json: bool,
    **form: Any,
) -> None:
    """Answer questions that fans argue about.

    Without a question, it lists them; `bornes lab all` answers every one. Each question looks at the games that suit
    it; with --edition, --players or --rule it looks at the one you describe. The same seed gives the same answer, on
    any machine and with any number of jobs.

    \b
    Examples:
      bornes lab
      bornes lab safeties
      bornes lab extension --edition game-cabinet --players 3
      bornes lab two-hundreds --rule safe_trip_points=100
      bornes lab first-player --deals 20000 --plot first.svg
    """
    from ..i18n import Translator

    words = Translator(lang)
    if question is None:
        _list(as_json, words)
        return
    asked = _asked(question)
    _check_files(question, plot, out)
    forms = (rules_of(**form),) if was_given(*FORM) else None
    began = perf_counter()
    answers = _answer(asked, forms, deals, new_seed() if seed is None else seed, jobs)
    seconds = round(perf_counter() - began, 3)
    if as_json:
        _print(question, answers, seconds)
    else:
        _show(answers, words)
    _draw(answers, plot, out, words)


def _asked(name: str) -> list[ResearchQuestion]:
    from ..lab.questions import QUESTIONS, ResearchQuestionError
    from ..lab.questions import question as question_of

    if name == ALL:
        return list(QUESTIONS.values())
    try:
        return [question_of(name)]
    except ResearchQuestionError as error:
        raise TranslatedUsageError("{error}", error=error) from None


def _check_files(question: str, plot: Path | None, out: Path | None) -> None:
    """Say that nothing can be drawn before anything is played, not after."""
    if plot is not None and question == ALL:
        raise TranslatedUsageError(N_("--plot draws one answer; to draw them all, use --out FOLDER"))
    if out is not None and question != ALL:
        raise TranslatedUsageError(N_("--out is for `bornes lab all`; to draw one answer, use --plot FILE"))
    if plot is not None or out is not None:
        check_plotting()


def _answer(
    asked: list[ResearchQuestion], forms: tuple[Rules, ...] | None, deals: int | None, seed: int, jobs: int | None
) -> list[Answer]:
    from ..lab.questions import ResearchQuestionError, Sample
    from .output import progress_bar

    answers = []
    try:
        for question in asked:
            with progress_bar(question.name) as move_on:
                sample = Sample(
                    deals or question.deals, seed, jobs, lambda done, total: move_on(completed=done, total=total)
                )
                answers.append(question.ask(forms, sample))
    except ResearchQuestionError as error:
        raise TranslatedUsageError("{error}", error=error) from None
    return answers


# -- what is printed ---------------------------------------------------------------------------------------------


def _list(as_json: bool, words: Translator) -> None:
    from ..lab.questions import QUESTIONS
    from .output import console, print_listing

    if as_json:
        print_json({"questions": [{"name": name, "asks": each.asks} for name, each in QUESTIONS.items()]})
        return
    out = console()
    print_listing(out, {name: words.gettext(each.asks) for name, each in QUESTIONS.items()})
    out.print("\n" + words.gettext("To ask one: bornes lab QUESTION"))


def _print(question: str, answers: list[Answer], seconds: float) -> None:
    run = {"seconds": seconds}
    if question == ALL:
        print_json({"answers": [answer.as_dict() for answer in answers], "run": run})
    else:
        print_json({**answers[0].as_dict(), "run": run})


def _show(answers: list[Answer], words: Translator) -> None:
    from .output import console, house_rule_lines, print_table

    out = console()
    for number, answer in enumerate(answer.localize(words) for answer in answers):
        question = answer.question
        out.print(f"{'' if number == 0 else chr(10)}{words.gettext(question.asks)}", style="bold")
        out.print(answer.played(words), style="dim")
        for rules in answer.forms:
            for line in house_rule_lines(words, rules):
                out.print(line)
        for sentence in answer.sentences:
            out.print(f"\n{sentence}")
        for table in answer.tables:
            out.print("\n" + words.gettext("{title}, ± 95 %", title=table.title))
            print_table(out, _table(table, words))
        out.print("\n" + words.gettext(question.method), style="dim")


def _table(table: FigureTable, words: Translator) -> Table:
    from ..lab.questions.report import MISSING, format_figure
    from .output import table as empty_table

    heads = [str(column.head) for column in table.columns]
    made = empty_table(str(table.head), *heads, right=range(1, len(heads) + 1))
    made.collapse_padding = True
    rows = [
        [
            format_figure(figure, column.unit, MISSING, words)
            for figure, column in zip(row.figures, table.columns, strict=True)
        ]
        for row in table.rows
    ]
    for number, head in enumerate(heads):
        # Figures stay on one line; heads and labels may be broken.
        pieces = (*head.split(), *(figures[number] for figures in rows))
        made.columns[number + 1].width = max(map(len, pieces))
    for row, figures in zip(table.rows, rows, strict=True):
        made.add_row(str(row.label), *figures)
    return made


def _draw(answers: list[Answer], plot: Path | None, out: Path | None, words: Translator) -> None:
    try:
        if plot is not None:
            from ..lab.result_plots import plot_answer

            plot_answer(answers[0], plot, words)
        if out is not None:
            from ..lab.laboratory_page import write_page

            write_page(answers, out)
    except OSError as error:
        from ..base.translatable import os_error_text

        raise CommandFailure(
            N_("{file}: {why}"), file=error.filename or plot or out, why=os_error_text(error)
        ) from None
