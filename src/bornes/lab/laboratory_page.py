"""The laboratory's page: questions and answers in Markdown, with a plot each; it needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .questions.report import MISSING, Answer, FigureTable, format_figure
from .result_plots import plot_answer

PAGE = "laboratory.md"
PICTURES = "laboratory"

_HEAD = """# The laboratory

Questions that fans argue about, answered by simulation. Everything on this page comes from one run of
`scripts/pages laboratory`, which anybody can run again: the same seed gives the same figures, on any machine. A single
question is answered by the command `bornes lab` that stands below it, for any form and house rule
([the options](cli.md)).

**Who plays.** [Tuned players](bots.md), since the questions are about good play. They are not perfect, so an answer
holds for players like them; where it depends on the players, that is shown.

**What ± means.** Each figure comes with its 95 % interval. Where the interval leaves out 0 the page speaks of a
difference, elsewhere it says that none could be shown; – stands where there were fewer than 20 deals. There are some
hundreds of figures here, so one in twenty of those that are really 0 will look like a difference: trust what repeats
from form to form, and what is far from 0.

**Points** are a team's own less the mean of the other teams', since points that everybody gets win nothing; only the
length and the scores of the rulebooks are as they stand on the sheet.
"""


def write_page(answers: Sequence[Answer], folder: Path) -> None:
    """Write the page and its pictures."""
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for answer in answers:
        plot_answer(answer, folder / PICTURES / _picture(answer))
    (folder / PAGE).write_text(page_of(answers), encoding="utf-8")


def page_of(answers: Sequence[Answer]) -> str:
    """Return the text of the page, which is in English as the documentation is."""
    return "\n".join([_HEAD, *(_section(answer) for answer in answers)])


def _picture(answer: Answer) -> str:
    return f"{answer.question.name}.svg"


def _section(answer: Answer) -> str:
    question = answer.question
    parts = [
        f"## {question.asks}",
        question.debate,
        "\n".join(f"- {sentence}" for sentence in answer.sentences),
        f"![{question.asks}]({PICTURES}/{_picture(answer)})",
        *(_markdown_table(table) for table in answer.tables),
        f"*How.* {question.method}",
        f"```console\n$ bornes lab {question.name} --deals {answer.deals} --seed {answer.seed}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: FigureTable) -> str:
    heads = [str(table.head), *(str(column.head) for column in table.columns)]
    lines = [f"**{table.title}**", "", _markdown_line(heads), _markdown_line(["---", *("--:" for _ in table.columns)])]
    for row in table.rows:
        figures = (
            format_figure(figure, column.unit, MISSING)
            for figure, column in zip(row.figures, table.columns, strict=True)
        )
        lines.append(_markdown_line([str(row.label), *figures]))
    return "\n".join(lines)


def _markdown_line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
