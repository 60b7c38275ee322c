"""The score sheet of a deal beside or below the log: as wide as the names need, as high as there is room."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from ...scores import GameSheet
from ...words import Words
from .canvas import Canvas
from .scene import Scene
from .team_names import Heads, heads_above

GAP = 2
"""Columns between two figures, one more than between the thousands of a French one."""
LEAST_FIGURE = 5


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet: what pays, and how much for each team."""

    title: str
    figures: tuple[str, ...]

    @property
    def says_nothing(self) -> bool:
        """Whether nobody has anything in it."""
        return all(figure == "0" for figure in self.figures)


def sheet_rows(shown: GameSheet, words: Words) -> list[Row]:
    """Return the rows of the last deal, its total and those of the game."""
    deal, before = shown.deals[-1], shown.carried[-2] if len(shown.deals) > 1 else (0,) * len(shown.totals)
    numbers = {**deal.rows, "total_for_deal": deal.totals, "carried_forward": before, "grand_total": shown.totals}
    return [Row(words.row(name), tuple(map(words.whole, cells))) for name, cells in numbers.items()]


def sheet_width(scene: Scene, shown: GameSheet, room: int) -> int:
    """Return how many columns the sheet of the last deal takes where it may take so many; more if that is too few."""
    rows = sheet_rows(shown, scene.words)
    return _titles(rows) + sum(GAP + column for column in _heads(scene, rows, room).widths)


def sheet_height(scene: Scene, shown: GameSheet, width: int, *, short: bool = False) -> int:
    """Return how many rows the sheet takes in so many columns; a short one has no rows of zeros."""
    rows = sheet_rows(shown, scene.words)
    return len(_heads(scene, rows, width).lines) + sum(not (short and row.says_nothing) for row in rows)


def draw_sheet(scene: Scene, shown: GameSheet, width: int, height: int) -> Canvas:
    """Draw the sheet of the last deal in the middle; where there is too little room, rows of zeros are left out."""
    canvas, look, rows = Canvas(width, height), scene.look, sheet_rows(shown, scene.words)
    heads = _heads(scene, rows, width)
    rows = _that_fit(rows, height - len(heads.lines))
    start = (width - _titles(rows) - sum(GAP + column for column in heads.widths)) // 2
    for y, line in enumerate(heads.lines):
        x = start + _titles(rows)
        for team, (name, column) in enumerate(zip(line, heads.widths, strict=True)):
            x += GAP + column
            canvas.write(x - cell_len(name), y, look.text(name), look.style(f"team{team}", "strong"))
    for y, row in enumerate(rows, len(heads.lines)):
        style = look.style("strong" if row is rows[-1] else "plain")
        canvas.write(start, y, look.text(row.title), style)
        x = start + _titles(rows)
        for figure, column in zip(row.figures, heads.widths, strict=True):
            x += GAP + column
            canvas.write(x - cell_len(figure), y, look.text(figure), style)
    return canvas


def _that_fit(rows: list[Row], height: int) -> list[Row]:
    """Return the rows for which there is room: those of zeros go first, then what is at the top."""
    if len(rows) > height:
        rows = [row for row in rows if not row.says_nothing or row is rows[-1]]
    return rows[max(0, len(rows) - height) :]


def _heads(scene: Scene, rows: list[Row], width: int) -> Heads:
    teams = len(rows[0].figures)
    return heads_above(scene.words, teams, _figure(rows), width - _titles(rows) - GAP * teams)


def _titles(rows: list[Row]) -> int:
    return max(cell_len(row.title) for row in rows)


def _figure(rows: list[Row]) -> int:
    """Return how many columns the longest figure takes."""
    return max(LEAST_FIGURE, *(cell_len(figure) for row in rows for figure in row.figures))
