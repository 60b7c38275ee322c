"""Paper made of cells: text is written at a place, and whatever does not fit is noticed."""

from __future__ import annotations

from dataclasses import dataclass
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
class Spot:
    """A place that can be clicked, and which action that means."""

    x: int
    y: int
    width: int
    height: int
    action: str

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell is within."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """So many columns and rows of cells, each with a character and its style."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", PLAIN)] * width for _ in range(height)]
        self.spots: list[Spot] = []
        self.spilt: list[str] = []
        """What was written where there is no paper: a layout that is right leaves this empty."""

    def write(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Write one line; returns the column behind it.  Characters of double width take two cells."""
        column = x
        for character in text:
            size = get_character_cell_size(character)
            if size == 0:
                self._join(column - 1, y, character)
                continue
            if 0 <= y < self.height and column >= 0 and column + size <= self.width:
                self._cells[y][column] = (character, style)
                if size == 2:
                    self._cells[y][column + 1] = ("", style)
            elif text not in self.spilt:
                self.spilt.append(text)
            column += size
        return column

    def _join(self, column: int, y: int, character: str) -> None:
        """A mark without width belongs to the character before it."""
        if 0 <= y < self.height and 0 <= column < self.width:
            before, style = self._cells[y][column]
            self._cells[y][column] = (before + character, style)

    def paste(self, x: int, y: int, other: Canvas) -> None:
        """Put another canvas on this one, with its spots."""
        for row, cells in enumerate(other._cells):
            for column, cell in enumerate(cells):
                if 0 <= y + row < self.height and 0 <= x + column < self.width:
                    self._cells[y + row][x + column] = cell
                elif cell[0].strip() and "pasted" not in self.spilt:
                    self.spilt.append("pasted")
        self.spilt += other.spilt
        self.spots += [Spot(x + spot.x, y + spot.y, spot.width, spot.height, spot.action) for spot in other.spots]

    def outline(self, frame: Frame, style: Style = PLAIN) -> None:
        """Draw a frame around the edge."""
        self.write(0, 0, frame.upper_left + frame.top * (self.width - 2) + frame.upper_right, style)
        for row in range(1, self.height - 1):
            self.write(0, row, frame.side, style)
            self.write(self.width - 1, row, frame.side, style)
        self.write(0, self.height - 1, frame.lower_left + frame.top * (self.width - 2) + frame.lower_right, style)

    def clickable(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Name what a click there does; of spots that overlap the last counts."""
        self.spots.append(Spot(x, y, width, height, action))

    def action_at(self, x: int, y: int) -> str | None:
        """What a click on a cell does."""
        return next((spot.action for spot in reversed(self.spots) if spot.holds(x, y)), None)

    def segments(self, y: int) -> list[Segment]:
        """One row in pieces of one style each."""
        runs = groupby(self._cells[y], key=lambda cell: cell[1])
        return [Segment("".join(character for character, _ in run), style) for style, run in runs]

    def lines(self) -> list[Text]:
        """The rows as styled text."""
        return [
            Text.assemble(*((part.text, part.style or PLAIN) for part in self.segments(y))) for y in range(self.height)
        ]

    def __str__(self) -> str:
        rows = ("".join(character for character, _ in row).rstrip() for row in self._cells)
        return "\n".join(rows)
