"""Results of the arena as pictures, by matplotlib: import this late."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...plot_style import DARK, FIRST, GREY, SECOND, save, style_axes
from ..tally import Clusters, ConfidenceSequence
from .match import Match
from .standings import Standings

_STEPS = 300
"""Points of a running mean: more than a screen can show."""


def plot(result: Match | Standings, file: Path) -> None:
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
