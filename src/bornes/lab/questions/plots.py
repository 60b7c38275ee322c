"""Answers as pictures, by matplotlib: import this late.

Series differ in colour, lightness and mark, so that a picture can be read in grey too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import ScaledTranslation

from ...plot_style import DARK, FIRST, GREY, LIGHT_GREY, SECOND, THIRD, save, style_axes
from ..tally import Estimate
from .answer import MINUS, Answer, Dots, Lines, Panel, Unit

_MARKS = ((FIRST, "o", "-"), (DARK, "s", "--"), (THIRD, "^", "-."), (SECOND, "D", ":"), (GREY, "v", "-"))
"""The colour, the mark and the line of each series; a sixth begins again."""
_WIDTH = 11.0
_LEGEND = 0.45
"""Inches from the axes down to the legend."""
_TITLES = 108
"""Letters of all titles beside each other."""
_LABEL = 28
"""Letters in a line of a label."""


def plot(answer: Answer, file: Path) -> None:
    """Draw an answer to a file, whose ending says the format."""
    save(answer_figure(answer), file, dpi=120)


def answer_figure(answer: Answer) -> Figure:
    """Draw the panels side by side, under the question."""
    panels = answer.panels
    figure = Figure(figsize=(_WIDTH, _height(panels)), layout="constrained", facecolor="white")
    every = figure.subplots(1, len(panels), squeeze=False, sharey=_alike(panels))[0]
    for axes, panel in zip(every, (_fitted(panel, len(panels)) for panel in panels), strict=True):
        if isinstance(panel, Dots):
            _draw_dots(axes, figure, panel)
        else:
            _draw_lines(axes, figure, panel)
    figure.suptitle(answer.question.asks, color=DARK, fontsize=14, fontweight="bold")
    figure.supxlabel(_small_print(answer), color=GREY, fontsize=8.5)
    return figure


def _small_print(answer: Answer) -> str:
    return f"{answer.deals:,} {answer.question.counted} a form, seed {answer.seed}; the bars are 95 % intervals"


def _alike(panels: Sequence[Panel]) -> bool:
    """Say whether all panels have the same labels, or the same kind of figures, from bottom to top."""
    lines = {panel.unit for panel in panels if isinstance(panel, Lines)}
    dots = {_labels(panel) for panel in panels if isinstance(panel, Dots)}
    return len(lines) + len(dots) == 1


def _fitted(panel: Panel, panels: int) -> Panel:
    """Return the panel with its title broken into lines, so that it stays beside the titles of the others."""
    return replace(panel, title=fill(panel.title, _TITLES // panels))


def _labels(panel: Panel) -> tuple[str, ...]:
    return tuple(label for label, _ in panel.series[0][1]) if isinstance(panel, Dots) else ()


def _height(panels: Sequence[Panel]) -> float:
    """Return the height, in inches, at which the dots of the fullest panel stand clear of each other."""
    lines = [len(_labels(panel)) * (0.45 + 0.2 * len(panel.series)) for panel in panels if isinstance(panel, Dots)]
    return max(4.8, 1.6 + 0.45 * max(lines, default=0.0))


class _Points(NamedTuple):
    at: list[float]
    means: list[float]
    margins: list[float]


def _known(figures: Sequence[tuple[float, Estimate | None]], unit: Unit) -> _Points:
    """Return the figures that are known, as they are drawn."""
    scale = 100 if unit in ("share", "change") else 1
    known = [(at, figure) for at, figure in figures if figure is not None]
    return _Points(
        [at for at, _ in known],
        [scale * figure.mean for _, figure in known],
        [scale * figure.margin for _, figure in known],
    )


def _draw_dots(axes: Axes, figure: Figure, panel: Dots) -> None:
    labels = _labels(panel)
    gap = 0.8 / len(panel.series)
    for number, (name, figures) in enumerate(panel.series):
        shift = gap * (number - (len(panel.series) - 1) / 2)
        points = _known([(line + shift, figure) for line, (_, figure) in enumerate(figures)], panel.unit)
        colour, mark, _ = _MARKS[number % len(_MARKS)]
        axes.errorbar(
            points.means,
            points.at,
            xerr=points.margins,
            fmt=mark,
            color=colour,
            elinewidth=1.3,
            capsize=2.5,
            markersize=5,
            label=name,
        )
    axes.set_yticks(range(len(labels)), [fill(label, _LABEL) for label in labels])
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlabel(panel.axis, color=DARK)
    if panel.unit in ("gain", "change"):
        axes.axvline(0, color=DARK, linewidth=0.9)
    axes.xaxis.set_major_formatter(FuncFormatter(_ticks(panel.unit)))
    for line in range(1, len(labels)):
        axes.axhline(line - 0.5, color=LIGHT_GREY, linewidth=0.8, zorder=0)
    style_axes(axes, panel.title, grid="x")
    _legend(axes, figure, panel)


def _draw_lines(axes: Axes, figure: Figure, panel: Lines) -> None:
    places = [at for _, figures in panel.series for at, figure in figures if figure is not None]
    aside = 0.012 * (max(places) - min(places)) if places else 0.0  # so that bars do not hide each other
    for number, (name, figures) in enumerate(panel.series):
        shift = aside * (number - (len(panel.series) - 1) / 2)
        points = _known([(at + shift, figure) for at, figure in figures], panel.unit)
        colour, mark, line = _MARKS[number % len(_MARKS)]
        axes.errorbar(
            points.at,
            points.means,
            yerr=points.margins,
            color=colour,
            marker=mark,
            linestyle=line,
            elinewidth=1.1,
            capsize=2.5,
            markersize=5,
            label=name,
        )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    axes.set_xlabel(panel.along, color=DARK)
    axes.set_ylabel(panel.axis, color=DARK)
    if panel.unit in ("gain", "change"):
        axes.axhline(0, color=DARK, linewidth=0.9)
    axes.yaxis.set_major_formatter(FuncFormatter(_ticks(panel.unit)))
    style_axes(axes, panel.title)
    _legend(axes, figure, panel)


def _legend(axes: Axes, figure: Figure, panel: Panel) -> None:
    """Draw the legend below the axes, where it hides nothing; a single series needs none."""
    if len(panel.series) < 2:
        return
    below = axes.transAxes + ScaledTranslation(0, -_LEGEND, figure.dpi_scale_trans)
    axes.legend(
        frameon=False,
        labelcolor=DARK,
        fontsize=8.5,
        ncols=2,
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=below,
    )


def _ticks(unit: Unit) -> Callable[[float, int], str]:
    sign = "+" if unit in ("gain", "change") else ""
    end = " %" if unit in ("share", "change") else ""

    def text(value: float, position: int) -> str:
        return "0" if not value else f"{value:{sign},g}{end}".replace("-", MINUS)

    return text
