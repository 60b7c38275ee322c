"""Figures and findings in words.  A difference is called one only where its interval leaves out 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from ...cards import Card
from ...editions import edition, house_rules
from ...rules import Rules
from ...words import Words
from ..tally import Estimate
from .answer import Unit

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
