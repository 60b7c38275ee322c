"""A grid of cells to write on: every text has its place, and whatever does not fit is noticed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from rich.cells import cell_len, get_character_cell_size, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

PLAIN = Style()


@dataclass(frozen=True, slots=True)
class BoxStyle:
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

    def outline(self, frame: BoxStyle, style: Style = PLAIN) -> None:
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


ELLIPSIS = "…"
VOWELS = frozenset("aeiouyéèêëàâîïôûùœæ")


def fit(text: str, width: int) -> str:
    """Return the text if it fits, else its first words, or the beginning of its first word, with an ellipsis."""
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    room = width - 1
    whole = ""
    for at, character in enumerate(text):
        if character in " -" and cell_len(text[:at]) <= room:
            whole = text[:at].rstrip(" -,:;.&")
    if cell_len(whole) * 2 < room:  # too little of it would be left
        whole = _prefix(text, room).rstrip(" -")
    return whole + ELLIPSIS


def _prefix(text: str, width: int) -> str:
    """Return as many characters as fit, without the padding for half a wide one."""
    kept = text
    while kept and cell_len(kept) > width:
        kept = kept[:-1]
    return kept


def wrap(text: str, width: int) -> list[str]:
    """Break the text into lines no wider than this, between words; a word that is longer is cut into pieces.

    A piece is one character at least, also where there is no room for it: a window can be made as narrow as that.
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
            continue
        while len(word) > 1 and cell_len(word) > width:
            piece = _prefix(word, width) or word[0]
            lines.append(piece)
            word = word[len(piece) :]
        lines.append(word)
    return lines or [""]


def paragraph(text: str, width: int, height: int) -> list[str]:
    """Break the text into so many lines at most; an ellipsis tells that something is left out."""
    lines = wrap(text, width)
    if len(lines) <= height:
        return lines
    return [*lines[: height - 1], fit(" ".join(lines[height - 1 :]), width)]


def card_label(name: str, width: int, height: int) -> list[str]:
    """Break the name of a card into a few short lines: between words, at hyphens, or between syllables."""
    lines: list[str] = []
    for part in _parts(name):
        if lines and cell_len(lines[-1]) + cell_len(part.rstrip()) <= width:
            lines[-1] += part
        elif cell_len(part.rstrip()) <= width:
            lines.append(part)
        else:
            lines += _syllables(part, width)
    lines = [line.rstrip() for line in lines]
    if len(lines) <= height:
        return lines
    last = lines[height - 1].removesuffix("-")
    return [*lines[: height - 1], f"{last}{ELLIPSIS}" if cell_len(last) < width else fit(f"{last} {ELLIPSIS}", width)]


def _parts(name: str) -> list[str]:
    """Split a name into words and the halves of those with a hyphen, each with the space or hyphen behind it."""
    parts = [""]
    for character in name:
        parts[-1] += character
        if character in " -":
            parts.append("")
    return [part for part in parts if part]


def _syllables(word: str, width: int) -> list[str]:
    """Break a long word into two lines with a hyphen: before a consonant that a vowel follows, or else anywhere.

    Where two lines are not enough for it, the second one ends with an ellipsis.
    """
    whole = word.rstrip()
    between = [
        at
        for at in range(2, min(width, len(whole) - 2))
        if whole[at].lower() not in VOWELS and whole[at + 1].lower() in VOWELS
    ]
    for at in (*between[-1:], *range(min(width, len(whole)) - 1, 1, -1)):
        if cell_len(whole[:at]) < width and cell_len(whole[at:]) <= width:
            return [f"{whole[:at]}-", word[at:]]
    if not between:
        return [fit(whole, width)]
    return [f"{whole[: between[-1]]}-", fit(whole[between[-1] :], width)]


def centred(text: str, width: int) -> str:
    """Put the text in the middle of so many cells; an odd one is on the right."""
    room = width - cell_len(text)
    return set_cell_size(" " * (room // 2) + text, width)


def share_width(wanted: list[int], room: int) -> list[int]:
    """Share room among texts: each gets what it wants if all can have that, else those that want most give way."""
    given = list(wanted)
    while sum(given) > max(room, len(given)):
        given[given.index(max(given))] -= 1
    return given
