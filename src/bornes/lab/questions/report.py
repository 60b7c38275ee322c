"""What a question is, and what its answer is made of: figures, tables and sentences.

A difference is called one only where its interval leaves out 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any, Literal

from ...base.translatable import N_, Localizable, TranslatableError, TranslatableText
from ...i18n import Translator
from ...rules.cards import Card
from ...rules.editions import edition, house_rules
from ...rules.ruleset import Rules
from ..estimates import Estimate
from .samples import Sample

# -- questions and answers ----------------------------------------------------------------------------------------

Text = str | TranslatableText
"""What is said somewhere: a text that is marked for the catalogues, or one with values."""
Unit = Literal["gain", "points", "share", "change", "number"]
"""How a figure is written: points with a sign, points, a share in per cent, one with a sign, a plain number."""


class ResearchQuestionError(TranslatableError, ValueError):
    """A question that does not exist, or that the rules leave nothing to ask about; the text says what would do."""


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """A column of figures."""

    head: Text
    unit: Unit


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A line of figures, one for each column; None where there was too little to say."""

    label: Text
    figures: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures by row and column."""

    title: Text
    head: Text
    """What the labels of the rows are."""
    columns: tuple[AnswerColumn, ...]
    rows: tuple[AnswerRow, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "title": str(self.title),
            "rows": [{str(self.head): str(row.label), **self._figures(row)} for row in self.rows],
        }

    def _figures(self, row: AnswerRow) -> dict[str, Any]:
        return {
            str(column.head): None if figure is None else figure.as_dict()
            for column, figure in zip(self.columns, row.figures, strict=True)
        }

    def localize(self, words: Translator) -> FigureTable:
        """Return the table with its texts in a language."""
        return FigureTable(
            say(words, self.title),
            say(words, self.head),
            tuple(AnswerColumn(say(words, column.head), column.unit) for column in self.columns),
            tuple(AnswerRow(say(words, row.label), row.figures) for row in self.rows),
        )


@dataclass(frozen=True, slots=True)
class DotPlot:
    """A panel of a plot: figures side by side, one line for each label and one mark for each series."""

    title: Text
    axis: Text
    unit: Unit
    series: tuple[tuple[Text, tuple[tuple[Text, Estimate | None], ...]], ...]
    """Each has a name, and figures by label; all have the same labels."""

    def localize(self, words: Translator) -> DotPlot:
        """Return the panel with its texts in a language."""
        series = tuple(
            (say(words, name), tuple((say(words, label), figure) for label, figure in figures))
            for name, figures in self.series
        )
        return DotPlot(say(words, self.title), say(words, self.axis), self.unit, series)


@dataclass(frozen=True, slots=True)
class LinePlot:
    """A panel of a plot: figures along something that is counted."""

    title: Text
    along: Text
    axis: Text
    unit: Unit
    series: tuple[tuple[Text, tuple[tuple[float, Estimate | None], ...]], ...]
    """Each has a name, and figures by where they stand."""

    def localize(self, words: Translator) -> LinePlot:
        """Return the panel with its texts in a language."""
        series = tuple((say(words, name), figures) for name, figures in self.series)
        return LinePlot(say(words, self.title), say(words, self.along), say(words, self.axis), self.unit, series)


Panel = DotPlot | LinePlot


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found."""

    question: ResearchQuestion
    forms: tuple[Rules, ...]
    deals: int
    seed: int
    sentences: tuple[Text, ...]
    """The answer in words; what they claim follows from the figures."""
    tables: tuple[FigureTable, ...]
    panels: tuple[Panel, ...]

    def localize(self, words: Translator) -> Answer:
        """Return the answer with all its texts in a language."""
        return replace(
            self,
            sentences=tuple(say(words, sentence) for sentence in self.sentences),
            tables=tuple(table.localize(words) for table in self.tables),
            panels=tuple(panel.localize(words) for panel in self.panels),
        )

    def played(self, words: Translator) -> str:
        """Say how many deals were played, and from which seed."""
        return words.gettext(self.question.counted, number=words.number(self.deals), seed=self.seed)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: the same for the same question, whatever the machine."""
        return {
            "question": self.question.name,
            "asks": self.question.asks,
            "forms": [_form(rules) for rules in self.forms],
            "deals": self.deals,
            "seed": self.seed,
            "answer": list(map(str, self.sentences)),
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


Findings = tuple[tuple[Text, ...], tuple[FigureTable, ...], tuple[Panel, ...]]
"""Sentences, tables and what to plot."""


@dataclass(frozen=True, slots=True)
class ResearchQuestion:
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
    unfit: Callable[[Rules], TranslatableText | None] = lambda rules: None
    """Why there is nothing to ask under these rules, or None."""
    counted: str = N_("{number} deals a form, seed {seed}")
    """What is said of how many were played; they may be something else than deals."""

    def ask(self, forms: tuple[Rules, ...] | None, sample: Sample) -> Answer:
        """Answer it, for these forms or for its own."""
        asked = forms or self.forms()
        for rules in asked:
            reason = self.unfit(rules)
            if reason is not None:
                raise ResearchQuestionError(N_("{question}: {why}"), question=self.name, why=reason)
        sentences, tables, panels = self.find(asked, sample)
        return Answer(self, asked, sample.deals, sample.seed, sentences, tables, panels)


# -- figures and findings in words --------------------------------------------------------------------------------

TOO_FEW = N_("too few to say")
MISSING = "–"
"""In a table, where there are too few to say."""
MINUS = "\N{MINUS SIGN}"


def say(words: Translator, text: Text) -> str:
    """Return a text in a language."""
    return words.translate(text) if isinstance(text, TranslatableText) else words.gettext(text)


def form_name(rules: Rules) -> TranslatableText:
    """Name a form in a few words: ``parker-1962, 4 in pairs``; a star marks house rules."""
    form = edition(rules.edition).form_of(rules)
    seated = N_("{edition}, {players} in pairs") if form.partners else N_("{edition}, {players} players")
    name = TranslatableText(seated, {"edition": rules.edition, "players": form.players})
    if form.short:
        name = TranslatableText(N_("{form}, short"), {"form": name})
    return TranslatableText("{form}*", {"form": name}) if house_rules(rules) else name


def card_name(card: Card) -> str:
    """Name a card, to be said in the words of the oldest rulebook here."""
    return str(card)


@dataclass(frozen=True, slots=True)
class FormattedFigure(Localizable):
    """A figure in a sentence."""

    figure: Estimate | None
    unit: Unit

    def __str__(self) -> str:
        return self.localize(Translator("en"))

    def localize(self, words: Translator) -> str:
        """Write the figure with its margin."""
        return format_figure(self.figure, self.unit, words=words)


@dataclass(frozen=True, slots=True)
class FigureList(Localizable):
    """Several texts in a sentence, one after another."""

    items: tuple[TranslatableText, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.items))

    def localize(self, words: Translator) -> str:
        """Say each of them, with commas between."""
        return ", ".join(map(words.translate, self.items))


def with_figure(name: Text, figure: Estimate | None) -> TranslatableText:
    """Name something with its gain beside it: ``Right of Way (+84 ± 9)``."""
    return TranslatableText("{name} ({gain})", {"name": as_message(name), "gain": FormattedFigure(figure, "gain")})


def as_message(text: Text) -> TranslatableText:
    """Return a text as a message."""
    return text if isinstance(text, TranslatableText) else TranslatableText(text)


def too_few(form: Text) -> TranslatableText:
    """Say that there is nothing to say of a form."""
    return TranslatableText(N_("{form}: too few deals to say."), {"form": form})


def format_figure(figure: Estimate | None, unit: Unit, lacking: str = TOO_FEW, words: Translator | None = None) -> str:
    """Write a figure with its margin: ``+84 ± 9``, ``52.3 ± 0.4 %``; in English unless words are given."""
    words = words or Translator("en")
    if figure is None:
        return words.gettext(lacking)
    mean, margin = figure
    if unit in ("share", "change"):
        mean, margin = 100 * mean, 100 * margin
    if not margin:  # it was not measured, or never came out otherwise
        digits = 0 if mean == int(mean) else 1
    elif margin < 0.05:
        digits = 2
    else:
        digits = 1 if unit in ("share", "change", "number") or margin < 2.5 else 0
    sure = f" ± {words.number(margin, digits)}" if margin else ""
    text = words.number(mean, digits, sign=unit in ("gain", "change")).replace("-", MINUS) + sure
    return words.gettext("{number} %", number=text) if unit in ("share", "change") else text


def is_gain(figure: Estimate | None) -> bool:
    """Say whether the whole interval of a figure is above 0."""
    return figure is not None and figure.mean - figure.margin > 0


def is_loss(figure: Estimate | None) -> bool:
    """Say whether the whole interval of a figure is below 0."""
    return figure is not None and figure.mean + figure.margin < 0


def differ(one: Estimate, other: Estimate) -> bool:
    """Say whether two independent figures differ by more than chance explains."""
    return abs(one.mean - other.mean) > hypot(one.margin, other.margin)


def miles_from(miles: int, step: int) -> str:
    """Write a range of miles: ``200–375``; the next one begins a card of 25 later."""
    return f"{miles}–{miles + step - 25}"


def ranking(figures: Sequence[tuple[Text, Estimate | None]]) -> list[tuple[Text, Estimate]]:
    """Sort the figures that are known, the largest first."""
    known = [(name, figure) for name, figure in figures if figure is not None]
    return sorted(known, key=lambda item: -item[1].mean)
