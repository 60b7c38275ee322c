"""What a question is and what its answer is made of: sentences, tables with intervals, and what a plot shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ...editions import edition, house_rules
from ...rules import Rules
from ..tally import Estimate
from .sampling import Sample

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
