"""A grid of cells to write on: every text has its place, and whatever does not fit is noticed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Frame:
    """The strokes of a box: corners from the upper left around, and the sides."""

    upper_left: str
    upper_right: str
    lower_right: str
    lower_left: str
    top: str
    side: str


@dataclass(frozen=True, slots=True)
class ClickArea:
    """A rectangle that can be clicked, and which action that means."""

    x: int
    y: int
    width: int
    height: int
    action: str

    def contains(self, x: int, y: int) -> bool:
        """Say whether a cell lies within."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """Columns and rows of cells, each with a character and its style."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", PLAIN)] * width for _ in range(height)]
        self.click_areas: list[ClickArea] = []
        self.overflow: list[str] = []
        """What was written outside of the canvas: a layout that is right leaves this empty."""

    def write(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Write one line; returns the column behind it.  Characters of double width take two cells."""
        column = x
        for character in text:
            size = get_character_cell_size(character)
            if size == 0:
                self._combine(column - 1, y, character)
                continue
            if 0 <= y < self.height and column >= 0 and column + size <= self.width:
                self._cells[y][column] = (character, style)
                if size == 2:
                    self._cells[y][column + 1] = ("", style)
            elif text not in self.overflow:
                self.overflow.append(text)
            column += size
        return column

    def _combine(self, column: int, y: int, character: str) -> None:
        """Add a mark without width to the character before it."""
        if 0 <= y < self.height and 0 <= column < self.width:
            before, style = self._cells[y][column]
            self._cells[y][column] = (before + character, style)

    def paste(self, x: int, y: int, other: Canvas) -> None:
        """Put another canvas on this one, with its click areas."""
        for row, cells in enumerate(other._cells):
            for column, cell in enumerate(cells):
                if 0 <= y + row < self.height and 0 <= x + column < self.width:
                    self._cells[y + row][x + column] = cell
                elif cell[0].strip() and "pasted" not in self.overflow:
                    self.overflow.append("pasted")
        self.overflow += other.overflow
        self.click_areas += [replace(area, x=x + area.x, y=y + area.y) for area in other.click_areas]

    def outline(self, frame: Frame, style: Style = PLAIN) -> None:
        """Draw a frame around the edge."""
        self.write(0, 0, frame.upper_left + frame.top * (self.width - 2) + frame.upper_right, style)
        for row in range(1, self.height - 1):
            self.write(0, row, frame.side, style)
            self.write(self.width - 1, row, frame.side, style)
        self.write(0, self.height - 1, frame.lower_left + frame.top * (self.width - 2) + frame.lower_right, style)

    def clickable(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Note what a click there does; of areas that overlap the last counts."""
        self.click_areas.append(ClickArea(x, y, width, height, action))

    def action_at(self, x: int, y: int) -> str | None:
        """Return the action of a click on a cell; None if there is none."""
        return next((area.action for area in reversed(self.click_areas) if area.contains(x, y)), None)

    def segments(self, y: int) -> list[Segment]:
        """Return one row in pieces of one style each."""
        runs = groupby(self._cells[y], key=lambda cell: cell[1])
        return [Segment("".join(character for character, _ in run), style) for style, run in runs]

    def lines(self) -> list[Text]:
        """Return the rows as styled text."""
        return [
            Text.assemble(*((part.text, part.style or PLAIN) for part in self.segments(y))) for y in range(self.height)
        ]

    def __str__(self) -> str:
        rows = ("".join(character for character, _ in row).rstrip() for row in self._cells)
        return "\n".join(rows)
