"""What a question is, what its answer is made of, and how that is told: in words, and as a page of the documentation.

A difference is called one only where its interval leaves out 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any, Literal

from ...cards import Card
from ...editions import edition, house_rules
from ...rules import Rules
from ...words import Words
from ..tally import Estimate
from .sampling import Sample

# -- questions and answers ----------------------------------------------------------------------------------------

Unit = Literal["gain", "points", "share", "change", "number"]
"""How a figure is written: points with a sign, points, a share in per cent, one with a sign, a plain number."""


class QuestionError(ValueError):
    """A question that does not exist, or that the rules leave nothing to ask about; the text says what would do."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures."""

    head: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class Row:
    """A line of figures, one for each column; None where there was too little to say."""

    label: str
    figures: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures by row and column."""

    title: str
    head: str
    """What the labels of the rows are."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "title": self.title,
            "rows": [{self.head: row.label, **self._figures(row)} for row in self.rows],
        }

    def _figures(self, row: Row) -> dict[str, Any]:
        return {
            column.head: None if figure is None else figure.as_dict()
            for column, figure in zip(self.columns, row.figures, strict=True)
        }


@dataclass(frozen=True, slots=True)
class Dots:
    """A panel of a plot: figures side by side, one line for each label and one mark for each series."""

    title: str
    axis: str
    unit: Unit
    series: tuple[tuple[str, tuple[tuple[str, Estimate | None], ...]], ...]
    """Each has a name, and figures by label; all have the same labels."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A panel of a plot: figures along something that is counted."""

    title: str
    along: str
    axis: str
    unit: Unit
    series: tuple[tuple[str, tuple[tuple[float, Estimate | None], ...]], ...]
    """Each has a name, and figures by where they stand."""


Panel = Dots | Lines


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found."""

    question: Question
    forms: tuple[Rules, ...]
    deals: int
    seed: int
    sentences: tuple[str, ...]
    """The answer in words; what they claim follows from the figures."""
    tables: tuple[FigureTable, ...]
    panels: tuple[Panel, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: the same for the same question, whatever the machine."""
        return {
            "question": self.question.name,
            "asks": self.question.asks,
            "forms": [_form(rules) for rules in self.forms],
            "deals": self.deals,
            "seed": self.seed,
            "answer": list(self.sentences),
            "tables": [table.as_dict() for table in self.tables],
            "method": self.question.method,
        }


def _form(rules: Rules) -> dict[str, Any]:
    form = edition(rules.edition).form_of(rules)
    return {
        "edition": rules.edition,
        "form": {"players": form.players, "partners": form.partners, "short": form.short},
        "house_rules": house_rules(rules),
    }


Findings = tuple[tuple[str, ...], tuple[FigureTable, ...], tuple[Panel, ...]]
"""Sentences, tables and what to plot."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that fans argue about, and how it is settled."""

    name: str
    asks: str
    """The question in a sentence."""
    debate: str
    """What the argument is about, for those who have not had it."""
    method: str
    """How it is answered, and what the figures mean."""
    deals: int
    """How many make good intervals within a minute."""
    forms: Callable[[], tuple[Rules, ...]]
    """The forms that are looked at unless one is named."""
    find: Callable[[tuple[Rules, ...], Sample], Findings]
    unfit: Callable[[Rules], str | None] = lambda rules: None
    """Why there is nothing to ask under these rules, or None."""
    counted: str = "deals"
    """What the number of deals counts, where that is something else."""

    def ask(self, forms: tuple[Rules, ...] | None, sample: Sample) -> Answer:
        """Answer it, for these forms or for its own."""
        asked = forms or self.forms()
        for rules in asked:
            reason = self.unfit(rules)
            if reason is not None:
                raise QuestionError(f"{self.name}: {reason}")
        sentences, tables, panels = self.find(asked, sample)
        return Answer(self, asked, sample.deals, sample.seed, sentences, tables, panels)


# -- figures and findings in words --------------------------------------------------------------------------------

TOO_FEW = "too few to say"
MISSING = "–"
"""In a table, where there are too few to say."""
MINUS = "\N{MINUS SIGN}"


def form_name(rules: Rules) -> str:
    """Name a form in a few words: ``parker-1962, 4 in pairs``; a star marks house rules."""
    form = edition(rules.edition).form_of(rules)
    seated, short = "in pairs" if form.partners else "players", ", short" if form.short else ""
    return f"{rules.edition}, {form.players} {seated}{short}{'*' if house_rules(rules) else ''}"


def card_name(card: Card) -> str:
    """Name a card in English, in the words of the oldest rulebook here."""
    return Words("en", "parker-1962").card(card)


def format_figure(figure: Estimate | None, unit: Unit, lacking: str = TOO_FEW) -> str:
    """Write a figure with its margin: ``+84 ± 9``, ``52.3 ± 0.4 %``."""
    if figure is None:
        return lacking
    mean, margin = figure
    if unit in ("share", "change"):
        mean, margin = 100 * mean, 100 * margin
    sign = "+" if unit in ("gain", "change") else ""
    if not margin:  # it was not measured, or never came out otherwise
        digits = 0 if mean == int(mean) else 1
    elif margin < 0.05:
        digits = 2
    else:
        digits = 1 if unit in ("share", "change", "number") or margin < 2.5 else 0
    sure = f" ± {margin:,.{digits}f}" if margin else ""
    text = f"{mean:{sign},.{digits}f}{sure}".replace("-", MINUS)
    return f"{text} %" if unit in ("share", "change") else text


def is_gain(figure: Estimate | None) -> bool:
    """Say whether the whole interval of a figure is above 0."""
    return figure is not None and figure.mean - figure.margin > 0


def is_loss(figure: Estimate | None) -> bool:
    """Say whether the whole interval of a figure is below 0."""
    return figure is not None and figure.mean + figure.margin < 0


def differ(one: Estimate, other: Estimate) -> bool:
    """Say whether two independent figures differ by more than chance explains."""
    return abs(one.mean - other.mean) > hypot(one.margin, other.margin)


def join_words(words: Iterable[str]) -> str:
    """Join words: ``one``, ``one and two``, ``one, two and three``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def count_of(number: int, what: str) -> str:
    """Write a number of things: ``1 form``, ``2 forms``."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def miles_from(miles: int, step: int) -> str:
    """Write a range of miles: ``200–375``; the next one begins a card of 25 later."""
    return f"{miles}–{miles + step - 25}"


def ranking(figures: Sequence[tuple[str, Estimate | None]]) -> list[tuple[str, Estimate]]:
    """Sort the figures that are known, the largest first."""
    known = [(name, figure) for name, figure in figures if figure is not None]
    return sorted(known, key=lambda item: -item[1].mean)


# -- answers as a page, in Markdown, with a picture each ----------------------------------------------------------

PAGE = "laboratory.md"
PICTURES = "laboratory"

_HEAD = """# The laboratory

Questions that fans argue about, answered by simulation. Everything on this page comes from one run of
`scripts/laboratory`, which anybody can run again: the same seed gives the same figures, on any machine. A single
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
    from ..plots import plot_answer

    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for answer in answers:
        plot_answer(answer, folder / PICTURES / _picture(answer))
    (folder / PAGE).write_text(page_of(answers), encoding="utf-8")


def page_of(answers: Sequence[Answer]) -> str:
    """Return the text of the page."""
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
    heads = [table.head, *(column.head for column in table.columns)]
    lines = [f"**{table.title}**", "", _markdown_line(heads), _markdown_line(["---", *("--:" for _ in table.columns)])]
    for row in table.rows:
        figures = (
            format_figure(figure, column.unit, MISSING)
            for figure, column in zip(row.figures, table.columns, strict=True)
        )
        lines.append(_markdown_line([row.label, *figures]))
    return "\n".join(lines)


def _markdown_line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
