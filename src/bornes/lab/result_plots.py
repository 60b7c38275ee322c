"""Results of the arena and answers to questions as pictures, by matplotlib: import this late.

Series differ in colour, lightness and mark, so that a picture can be read in grey too.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import ScaledTranslation

from ..base.plot_style import DARK, FIRST, GREY, LIGHT_GREY, SECOND, THIRD, save, style_axes
from ..i18n import Translator
from .arena.standings import Match, Standings
from .estimates import Clusters, ConfidenceSequence, Estimate
from .questions.report import MINUS, Answer, DotPlot, LinePlot, Panel, Unit

# -- the arena ----------------------------------------------------------------------------------------------------

_STEPS = 300
"""Points of a running mean: more than a screen can show."""


def plot_matches(result: Match | Standings, file: Path) -> None:
    """Draw a result to a file, whose ending says the format."""
    figure = match_figure(result) if isinstance(result, Match) else standings_figure(result)
    save(figure, file)


def match_figure(match: Match) -> Figure:
    """Draw the running mean with its 95 % band, and how the duplicates differ."""
    figure = Figure(figsize=(11, 4.6), layout="constrained", facecolor="white")
    running, spread = figure.subplots(1, 2, width_ratios=(3, 2))
    mean, margin = match.headline
    sure = f" ± {margin:,.1f}" if isfinite(margin) else ""
    _title(figure, f"{match.pairing.one} v {match.pairing.other}: {mean:+,.1f}{sure} points a deal", match)
    _draw_running(running, match)
    _draw_spread(spread, match)
    return figure


def standings_figure(standings: Standings) -> Figure:
    """Draw the ladder with error bars, and who gains how much from whom."""
    rows = len(standings.entrants)
    figure = Figure(figsize=(11, 2.6 + 0.55 * rows), layout="constrained", facecolor="white")
    ladder, matrix = figure.subplots(1, 2)
    _title(figure, f"{rows} bots, everybody against everybody", standings.matches[0])
    _draw_ladder(ladder, standings)
    _draw_matrix(matrix, standings)
    return figure


def _title(figure: Figure, text: str, match: Match) -> None:
    rules = match.pairing.rules
    form = f"{rules.players} players{' in pairs' if rules.partners else ''}"
    unit = "games" if match.pairing.games else "decks"
    what = f"{rules.edition}, {form}, {match.duplicates:,} {unit} from {rules.teams} sides, seed {match.pairing.seed}"
    figure.suptitle(f"{text}\n", color=DARK, fontsize=14, fontweight="bold")
    figure.text(0.5, 0.915, what, ha="center", color=GREY, fontsize=10)


# -- a match -----------------------------------------------------------------------------------------------------


class _Running(NamedTuple):
    at: list[int]
    means: list[float]
    margins: list[float]


def _running(totals: Sequence[int], sizes: Sequence[int], unit: int) -> _Running:
    """Return the mean and its margin after ever more duplicates, from the second on."""
    found, so_far, before = _Running([], [], []), Clusters(), 0
    for now in sorted({max(2, len(sizes) * step // _STEPS) for step in range(1, _STEPS + 1)}):
        so_far += Clusters.of(totals[before:now], sizes[before:now])
        estimate = so_far.estimate(unit)
        found.at.append(now)
        found.means.append(estimate.mean)
        found.margins.append(estimate.margin)
        before = now
    return found


def _running_sequence(totals: Sequence[int], sizes: Sequence[int], unit: int) -> _Running:
    """Return the mean with the margin of a confidence sequence, for a match that could stop at any moment."""
    found, sequence = _Running([], [], []), ConfidenceSequence()
    shown = max(1, len(sizes) // _STEPS)
    for total, size in zip(totals, sizes, strict=True):
        sequence.add(total / size / unit)
        estimate = sequence.estimate()
        if isfinite(estimate.margin) and (sequence.count % shown == 0 or sequence.count == len(sizes)):
            found.at.append(sequence.count)
            found.means.append(estimate.mean)
            found.margins.append(estimate.margin)
    return found


def _draw_running(axes: Axes, match: Match) -> None:
    parts = match.pairing.rules.teams - 1
    running = _running if match.sequence is None or match.pairing.games else _running_sequence
    _draw_line(axes, running(match.edges, match.sizes, parts), FIRST, "points")
    if match.advantages:
        by_advantages = running(match.advantages, match.sizes, parts * match.pairing.playouts)
        _draw_line(axes, by_advantages, SECOND, "advantages")
        axes.legend(frameon=False, labelcolor=DARK)
    axes.axhline(0, color=DARK, linewidth=0.9)
    axes.set_xlabel("games" if match.pairing.games else "decks", color=DARK)
    axes.set_xlim(0, max(2, match.duplicates))
    style_axes(axes, "Points a deal so far, with the 95 % interval")


def _draw_line(axes: Axes, running: _Running, colour: str, label: str) -> None:
    low = [mean - margin for mean, margin in zip(running.means, running.margins, strict=True)]
    high = [mean + margin for mean, margin in zip(running.means, running.margins, strict=True)]
    axes.fill_between(running.at, low, high, color=colour, alpha=0.18, linewidth=0)
    axes.plot(running.at, running.means, color=colour, linewidth=1.8, label=label)


def _draw_spread(axes: Axes, match: Match) -> None:
    parts = match.pairing.rules.teams - 1
    each = array("d", (edge / size / parts for edge, size in zip(match.edges, match.sizes, strict=True)))
    axes.hist(each, bins=min(40, max(8, len(each) // 10)), color=FIRST, alpha=0.55, edgecolor="white", linewidth=0.6)
    axes.axvline(0, color=DARK, linewidth=0.9)
    axes.axvline(match.points.mean, color=FIRST, linewidth=1.8)
    axes.set_xlabel("points a deal", color=DARK)
    style_axes(axes, f"What each {'game' if match.pairing.games else 'deck'} differs by")


# -- a round robin -----------------------------------------------------------------------------------------------


def _draw_ladder(axes: Axes, standings: Standings) -> None:
    ladder = standings.ladder
    ratings, margins = [entrant.elo.mean for entrant in ladder], [entrant.elo.margin for entrant in ladder]
    rows = range(len(ladder))
    axes.errorbar(
        ratings, rows, xerr=margins, fmt="o", color=FIRST, ecolor=DARK, elinewidth=1.4, capsize=5, markersize=5
    )
    for row, rating in zip(rows, ratings, strict=True):
        axes.annotate(
            f"{rating:,.0f}", (rating, row), (0, 9), textcoords="offset points", ha="center", color=DARK, fontsize=9
        )
    axes.set_yticks(rows, [entrant.name for entrant in ladder])
    axes.set_ylim(len(ladder) - 0.5, -0.5)
    axes.margins(x=0.12)
    style_axes(axes, "Elo, with 95 % intervals", grid="x")


def _draw_matrix(axes: Axes, standings: Standings) -> None:
    names = [entrant.name for entrant in standings.ladder]
    found = [[standings.points(one, other) for other in names] for one in names]
    values = [[float("nan") if cell is None else cell.mean for cell in row] for row in found]
    most = max((abs(cell.mean) for row in found for cell in row if cell is not None), default=0.0) or 1.0
    axes.imshow(values, cmap="RdBu_r", vmin=-most, vmax=most, aspect="auto")
    for i, row in enumerate(found):
        for j, cell in enumerate(row):
            if cell is not None:
                colour = "white" if abs(cell.mean) > 0.6 * most else DARK
                axes.text(j, i, f"{cell.mean:+,.0f}", ha="center", va="center", color=colour, fontsize=9)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks([])  # the rows are those of the ladder beside it
    style_axes(axes, "Points a deal, row against column", grid=None)


# -- answers to questions -----------------------------------------------------------------------------------------

_MARKS = ((FIRST, "o", "-"), (DARK, "s", "--"), (THIRD, "^", "-."), (SECOND, "D", ":"), (GREY, "v", "-"))
"""The colour, the mark and the line of each series; a sixth begins again."""
_WIDTH = 11.0
_LEGEND = 0.45
"""Inches from the axes down to the legend."""
_TITLES = 108
"""Letters of all titles beside each other."""
_LABEL = 28
"""Letters in a line of a label."""


def plot_answer(answer: Answer, file: Path, words: Translator | None = None) -> None:
    """Draw an answer to a file, whose ending says the format; in English unless words are given."""
    save(answer_figure(answer, words or Translator("en")), file, dpi=120)


def answer_figure(answer: Answer, words: Translator) -> Figure:
    """Draw the panels side by side, under the question."""
    panels = answer.localize(words).panels
    figure = Figure(figsize=(_WIDTH, _height(panels)), layout="constrained", facecolor="white")
    every = figure.subplots(1, len(panels), squeeze=False, sharey=_alike(panels))[0]
    for axes, panel in zip(every, (_fitted(panel, len(panels)) for panel in panels), strict=True):
        if isinstance(panel, DotPlot):
            _draw_dots(axes, figure, panel, words)
        else:
            _draw_lines(axes, figure, panel, words)
    figure.suptitle(words.gettext(answer.question.asks), color=DARK, fontsize=14, fontweight="bold")
    figure.supxlabel(_small_print(answer, words), color=GREY, fontsize=8.5)
    return figure


def _small_print(answer: Answer, words: Translator) -> str:
    return words.gettext("{played}; the bars are 95 % intervals", played=answer.played(words))


def _alike(panels: Sequence[Panel]) -> bool:
    """Say whether all panels have the same labels, or the same kind of figures, from bottom to top."""
    lines = {panel.unit for panel in panels if isinstance(panel, LinePlot)}
    dots = {_labels(panel) for panel in panels if isinstance(panel, DotPlot)}
    return len(lines) + len(dots) == 1


def _fitted(panel: Panel, panels: int) -> Panel:
    """Return the panel with its title broken into lines, so that it stays beside the titles of the others."""
    return replace(panel, title=fill(str(panel.title), _TITLES // panels))


def _labels(panel: Panel) -> tuple[str, ...]:
    return tuple(str(label) for label, _ in panel.series[0][1]) if isinstance(panel, DotPlot) else ()


def _height(panels: Sequence[Panel]) -> float:
    """Return the height, in inches, at which the dots of the fullest panel stand clear of each other."""
    lines = [len(_labels(panel)) * (0.45 + 0.2 * len(panel.series)) for panel in panels if isinstance(panel, DotPlot)]
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


def _draw_dots(axes: Axes, figure: Figure, panel: DotPlot, words: Translator) -> None:
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
    axes.set_xlabel(str(panel.axis), color=DARK)
    if panel.unit in ("gain", "change"):
        axes.axvline(0, color=DARK, linewidth=0.9)
    axes.xaxis.set_major_formatter(FuncFormatter(_ticks(panel.unit, words)))
    for line in range(1, len(labels)):
        axes.axhline(line - 0.5, color=LIGHT_GREY, linewidth=0.8, zorder=0)
    style_axes(axes, str(panel.title), grid="x")
    _legend(axes, figure, panel)


def _draw_lines(axes: Axes, figure: Figure, panel: LinePlot, words: Translator) -> None:
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
    axes.set_xlabel(str(panel.along), color=DARK)
    axes.set_ylabel(str(panel.axis), color=DARK)
    if panel.unit in ("gain", "change"):
        axes.axhline(0, color=DARK, linewidth=0.9)
    axes.yaxis.set_major_formatter(FuncFormatter(_ticks(panel.unit, words)))
    style_axes(axes, str(panel.title))
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


def _ticks(unit: Unit, words: Translator) -> Callable[[float, int], str]:
    def text(value: float, position: int) -> str:
        decimals = len(f"{value:g}".partition(".")[2])
        number = words.number(value, decimals, sign=unit in ("gain", "change")).replace("-", MINUS)
        shown = words.gettext("{number} %", number=number) if unit in ("share", "change") else number
        return shown if value else "0"

    return text
