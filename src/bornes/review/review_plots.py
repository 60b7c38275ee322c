"""A review as a picture, by matplotlib: import this late."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from ..base.plot_style import DARK, FIRST, GREY, SECOND, THIRD, save, style_axes
from ..i18n import Translator
from .game_review import Review
from .verdicts import LABELS, MoveLabel, Verdict

_TEAMS = ((SECOND, "-"), (FIRST, "--"), (THIRD, "-."), (DARK, ":"))
"""The colour and the line of each team."""
_MARKS = {MoveLabel.INACCURACY: ("o", 26), MoveLabel.MISTAKE: ("D", 42), MoveLabel.BLUNDER: ("X", 90)}
"""The shape and the size of each mark; its colour is that of the team."""
_LETTER, _LINE, _AWAY, _MARK = 4.6, 12.0, 13.0, 8.0
"""In points: how wide a letter of a name is, how high its line, how far from its mark it stands, how wide a mark is."""
_AXES = (0.78 * 72, 0.77 * 5.2 * 72)
"""The axes in points: how wide for each inch of the picture, and how high."""


class _Line(NamedTuple):
    """The chances of all teams along the game."""

    at: list[float]
    chances: list[tuple[float, ...]]
    ends: list[float]
    """Where each deal ends."""


def plot(review: Review, file: Path, words: Translator) -> None:
    """Draw a review to a file, whose ending says the format."""
    save(review_figure(review, words), file)


def review_figure(review: Review, words: Translator) -> Figure:
    """Draw every team's chance to win over the moves, with the moments that cost something."""
    line = _line(review)
    width = min(15.0, 9.0 + len(line.at) / 80)
    figure = Figure(figsize=(width, 5.2), layout="constrained", facecolor="white")
    axes = figure.subplots()
    _draw_teams(axes, line, review, words)
    _draw_deals(axes, line, review, words)
    _draw_moments(axes, review, words, width)
    axes.set_ylim(0, 1)
    axes.set_xlim(0, max(1.0, line.at[-1] if line.at else 1.0))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: _percent(words, share)))
    axes.set_xlabel(words.gettext("moves made so far"), color=DARK)
    axes.set_ylabel(words.gettext("chance to win the game"), color=DARK)
    style_axes(axes, words.gettext("Who will win, to one who sees all hands: the line moves with every card drawn"))
    axes.set_title(axes.get_title("left"), loc="left", color=DARK, fontsize=11, pad=20)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, labelcolor=DARK, fontsize=9)
    who = ", ".join(words.seat(seat) for seat in range(review.game.rules.players))
    figure.suptitle(f"{words.edition_title()} · {who}", color=DARK, fontsize=14, fontweight="bold")
    return figure


def _percent(words: Translator, share: float) -> str:
    return words.gettext("{number} %", number=words.number(100 * share))


def _line(review: Review) -> _Line:
    line = _Line([], [], [])
    moves = 0
    for deal in review.deals:
        for verdict in deal.verdicts:
            line.at.append(moves)
            line.chances.append(verdict.open_chances)
            moves += 1
        line.at.append(moves)
        line.chances.append(deal.chances_after)
        line.ends.append(moves)
    return line


def _draw_teams(axes: Axes, line: _Line, review: Review, words: Translator) -> None:
    """Draw a line for each team; with two teams one line is enough, and what is above it is the other's chance."""
    teams = review.game.rules.teams
    for team in range(1 if teams == 2 else teams):
        colour, style = _TEAMS[team]
        values = [chances[team] for chances in line.chances]
        label = words.gettext("{team}, below the line", team=words.team(team)) if teams == 2 else words.team(team)
        axes.plot(line.at, values, color=colour, linestyle=style, linewidth=1.6, label=label, zorder=3)
    if teams == 2:
        values = [chances[0] for chances in line.chances]
        above = words.gettext("{team}, above the line", team=words.team(1))
        axes.fill_between(line.at, 0, values, color=SECOND, alpha=0.12, linewidth=0)
        axes.fill_between(line.at, values, 1, color=FIRST, alpha=0.12, linewidth=0)
        axes.fill_between([], 0, 0, color=FIRST, alpha=0.3, label=above)
    even = words.gettext("equal chances")
    axes.axhline(1 / teams, color=GREY, linewidth=0.8, linestyle=(0, (2, 3)), label=even)


def _draw_deals(axes: Axes, line: _Line, review: Review, words: Translator) -> None:
    start = 0.0
    for deal, end in zip(review.deals, line.ends, strict=True):
        if len(review.deals) > 1:
            axes.axvline(end, color=GREY, linewidth=0.8)
        title = words.gettext("Deal {number}", number=deal.number)
        axes.annotate(
            title, ((start + end) / 2, 1), (0, 3), textcoords="offset points", ha="center", color=GREY, fontsize=9
        )
        start = end


def _draw_moments(axes: Axes, review: Review, words: Translator, width: float) -> None:
    """Draw a mark at each moment that cost something, on the line of the team, and name the heaviest."""
    moments = _moments(review)
    for label, (shape, size) in _MARKS.items():
        found = [(at, verdict) for at, verdict in moments if verdict.label is label]
        axes.scatter(
            [at for at, _ in found],
            [_height(review, verdict) for _, verdict in found],
            marker=shape,
            s=size,
            color=[_colour(review, verdict) for _, verdict in found],
            edgecolor="white",
            linewidth=0.8,
            zorder=4,
        )
        axes.scatter([], [], marker=shape, s=size, color=DARK, label=words.gettext(LABELS[label]))
    _name_heaviest(axes, review, moments, words, width)


def _name_heaviest(
    axes: Axes, review: Review, moments: Sequence[tuple[float, Verdict]], words: Translator, width: float
) -> None:
    """Write the moves beside their marks, the heaviest first, where no other name and no mark is in the way."""
    across, up = width * _AXES[0] / max(1, len(review.verdicts)), _AXES[1]
    taken = [_Box(at * across, _height(review, verdict) * up, _MARK) for at, verdict in moments]
    for at, verdict in sorted(moments, key=lambda moment: -moment[1].weight):
        if verdict.label is None or verdict.label < MoveLabel.MISTAKE:
            continue
        text, height = words.move(verdict.move, verdict.phase), _height(review, verdict)
        box = _free_box(at * across, height * up, text, taken, width * _AXES[0])
        if box is None:
            continue
        taken.append(box)
        axes.annotate(
            text,
            (at, height),
            (box.x - at * across, box.y - height * up),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=8,
            color=_colour(review, verdict),
            zorder=5,
            bbox={"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.8},
        )


class _Box(NamedTuple):
    """Where a name stands: its middle and its width, in points."""

    x: float
    y: float
    width: float

    def covers(self, other: _Box) -> bool:
        """Say whether two names are in each other's way."""
        return abs(self.x - other.x) < (self.width + other.width) / 2 and abs(self.y - other.y) < _LINE


def _free_box(x: float, y: float, text: str, taken: Sequence[_Box], across: float) -> _Box | None:
    """Find room for a name above or below its mark, inside the picture; None where there is none."""
    width = _LETTER * len(text)
    inside = min(max(x, width / 2), across - width / 2)
    away = (_AWAY, -_AWAY) if y < _AXES[1] / 2 else (-_AWAY, _AWAY)
    boxes = (_Box(inside, y + side, width) for side in away)
    return next((box for box in boxes if not any(box.covers(other) for other in taken)), None)


def _moments(review: Review) -> Sequence[tuple[float, Verdict]]:
    """Return the decisions that cost something, and where they stand."""
    at, found = 0.0, []
    for deal in review.deals:
        for verdict in deal.verdicts:
            if verdict.marked:
                found.append((at, verdict))
            at += 1
    return found


def _colour(review: Review, verdict: Verdict) -> str:
    return _TEAMS[review.game.rules.team_of(verdict.seat)][0]


def _height(review: Review, verdict: Verdict) -> float:
    team = 0 if review.game.rules.teams == 2 else review.game.rules.team_of(verdict.seat)
    return verdict.open_chances[team]
