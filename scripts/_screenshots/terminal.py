"""The picture of the table that README and front page show: a real game on the real screen, as SVG.

``scripts/screenshots terminal`` writes it.  Textual has an export of its own; it links a font from another site, and in
any other font its frames fall apart.  So frames and marks are drawn here as lines and shapes,
and only letters are text, held to the grid whatever font a reader has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from bornes import Game
from tests.support.paths import DOCS
from tests.support.terminal_snapshots import Stage, play_on, staged

PICTURE = DOCS / "pictures" / "table.svg"
SIZE = (100, 36)
"""Columns and lines."""
WIDE, HIGH, EDGE = 10, 20, 20
"""A column, a line and the border around all, in pixels."""
LABEL = "A game of Bornes in the terminal"
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"

RED, GREEN, YELLOW, VIOLET = (0xFF, 0x8B, 0x7A), (0x6F, 0xD0, 0x9A), (0xF7, 0xC3, 0x25), (0xD3, 0xA0, 0xEA)
BLUE, PALE_BLUE, CYAN = (0x5B, 0x9B, 0xE6), (0x7A, 0xB3, 0xF5), (0x7F, 0xD3, 0xE6)
GROUND, INK, GREY, WHITE = (0x10, 0x18, 0x27), (0xF4, 0xED, 0xDB), (0xAA, 0xB4, 0xC6), (0xFF, 0xFF, 0xFF)
NIGHT = TerminalTheme(
    GROUND,
    INK,
    [GROUND, RED, GREEN, YELLOW, BLUE, VIOLET, CYAN, INK],
    [GREY, RED, GREEN, YELLOW, PALE_BLUE, VIOLET, CYAN, WHITE],
)
"""What a terminal makes of the colours of the screen, where Bornes has its night."""
DIM = 0.6
"""How much of its colour a dim letter keeps."""

ARMS = {"u": "v-10", "r": "h5", "d": "v10", "l": "h-5"}
FRAMES = {
    "─": "rl",
    "│": "ud",
    "┌": "rd",
    "┐": "dl",
    "└": "ur",
    "┘": "ul",
    "├": "urd",
    "┤": "udl",
    "┬": "rdl",
    "┴": "url",
    "┼": "urdl",
    "╴": "l",
    "╵": "u",
    "╶": "r",
    "╷": "d",
    "━": "RL",
    "┃": "UD",
    "┏": "RD",
    "┓": "DL",
    "┗": "UR",
    "┛": "UL",
    "╸": "L",
    "╹": "U",
    "╺": "R",
    "╻": "D",
    "╼": "lR",
    "╾": "Lr",
}
"""Lines from the middle of a cell: up, right, down or left; thick ones are capitals."""
CURVES = {
    "╭": "m0 10v-5q0-5 5-5",
    "╮": "m0 10v-5q0-5-5-5",
    "╯": "m0-10v5q0 5-5 5",
    "╰": "m0-10v5q0 5 5 5",
    "═": "m-5-2h10m0 4h-10",
    "║": "m-2-10v20m4 0v-20",
    "╔": "m-2 10v-12h7m0 4h-3v8",
    "╗": "m2 10v-12h-7m0 4h3v8",
    "╚": "m-2-10v12h7m0-4h-3v-8",
    "╝": "m2-10v12h-7m0-4h3v-8",
    "╱": "m-5 10l10-20",  # noqa: RUF001
}
"""Other lines, as paths from the middle."""
FILLED = {
    "█": "m-5-10h10v20h-10z",
    "▌": "m-5-10h5v20h-5z",
    "▐": "m0-10h5v20h-5z",
    "▀": "m-5-10h10v10h-10z",
    "▄": "m-5 0h10v10h-10z",
    "▁": "m-5 7.5h10v2.5h-10z",
    "▃": "m-5 2.5h10v7.5h-10z",
    "▅": "m-5-2.5h10v12.5h-10z",
    "▆": "m-5-5h10v15h-10z",
    "▇": "m-5-7.5h10v17.5h-10z",
    "▂": "m-5 5h10v5h-10z",
    "■": "m-5-4h10v8h-10z",
    "►": "m-5-5l10 5-10 5z",
    "◄": "m5-5l-10 5 10 5z",
    "●": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
}
"""Shapes, likewise."""
SHADES = {"░": 0.2, "▒": 0.4, "▓": 0.7}
"""How much of the ground these cover."""
THIN, THICK, SOLID = 'class="thin"', 'class="thick"', 'stroke="none"'


class Cell(NamedTuple):
    """One place of the screen."""

    column: int
    line: int
    sign: str
    style: Style

    @property
    def ink(self) -> str:
        """The colour of what stands in it."""
        front, back = _colours(self.style)
        return _mixed(front, back, DIM if self.style.dim else 1.0)

    @property
    def ground(self) -> str:
        """The colour behind it."""
        _, back = _colours(self.style)
        return _mixed(back, back)

    @property
    def is_letter(self) -> bool:
        """Whether it is written and not drawn."""
        return self.sign != " " and not self.shapes

    @property
    def shapes(self) -> list[tuple[str, str]]:
        """How it is drawn: paths from the middle of the cell, each with how it is painted."""
        if self.sign in SHADES:
            return [(f'stroke="none" fill-opacity="{SHADES[self.sign]}"', FILLED["█"])]
        if self.sign in FILLED:
            return [(SOLID, FILLED[self.sign])]
        if self.sign in CURVES:
            return [(THIN, CURVES[self.sign])]
        arms = FRAMES.get(self.sign, "")
        return [(THICK if arm.isupper() else THIN, ARMS[arm.lower()]) for arm in arms]


def _colours(style: Style) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return the colours of a letter and of the ground behind it."""
    front = style.color.get_truecolor(NIGHT) if style.color else INK
    back = style.bgcolor.get_truecolor(NIGHT, foreground=False) if style.bgcolor else GROUND
    return (back, front) if style.reverse else (front, back)


def _mixed(colour: tuple[int, int, int], other: tuple[int, int, int], keeps: float = 1.0) -> str:
    """Return a colour with a part of another in it, as SVG writes it."""
    return "#" + "".join(f"{round(a * keeps + b * (1 - keeps)):02x}" for a, b in zip(colour, other, strict=True))


def cells(lines: Iterable[Iterable[Segment]]) -> Iterator[Cell]:
    """Return every cell of a screen that is drawn line by line."""
    for number, line in enumerate(lines):
        signs = [(sign, segment.style or Style.null()) for segment in line for sign in segment.text]
        yield from (Cell(column, number, sign, style) for column, (sign, style) in enumerate(signs))


def drawing(all_cells: list[Cell], size: tuple[int, int]) -> str:
    """Return a screen as SVG."""
    width, height = size[0] * WIDE + 2 * EDGE, size[1] * HIGH + 2 * EDGE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{LABEL}">',
            f"<style>text {{ font: 16.6px {FONTS}; stroke: none }} .bold {{ font-weight: bold }}",
            ".thin { fill: none; stroke-width: 1.5 } .thick { fill: none; stroke-width: 3.5 }</style>",
            f'<rect width="{width}" height="{height}" rx="10" fill="{_mixed(GROUND, GROUND)}"/>',
            *_grounds(all_cells),
            *_inks(all_cells),
            "</svg>\n",
        ]
    )


def _grounds(all_cells: Iterable[Cell]) -> Iterator[str]:
    for (line, ground), run in groupby(all_cells, lambda cell: (cell.line, cell.ground)):
        if ground != _mixed(GROUND, GROUND):
            first, *rest = run
            at = f'x="{EDGE + first.column * WIDE}" y="{EDGE + line * HIGH}"'
            yield f'<rect {at} width="{(1 + len(rest)) * WIDE}" height="{HIGH}" fill="{ground}"/>'


def _inks(all_cells: list[Cell]) -> Iterator[str]:
    """Yield a group for each colour, with the paths in it and the words."""
    for ink in dict.fromkeys(cell.ink for cell in all_cells if cell.sign != " "):
        own = [cell for cell in all_cells if cell.ink == ink]
        yield f'<g fill="{ink}" stroke="{ink}">'
        yield from _paths(own)
        yield from _words(own)
        yield "</g>"


def _paths(own: Iterable[Cell]) -> Iterator[str]:
    paths: dict[str, list[str]] = {}
    for cell in own:
        x, y = EDGE + cell.column * WIDE + WIDE // 2, EDGE + cell.line * HIGH + HIGH // 2
        for paint, path in cell.shapes:
            paths.setdefault(paint, []).append(f"M{x} {y}{path}")
    yield from (f'<path {paint} d="{"".join(drawn)}"/>' for paint, drawn in paths.items())


def _words(own: Iterable[Cell]) -> Iterator[str]:
    """Yield words as text; a word is a run of letters in one line, written alike."""
    letters = enumerate(cell for cell in own if cell.is_letter)
    for _, run in groupby(letters, lambda one: (one[1].style.bold, one[1].line, one[1].column - one[0])):
        word = [cell for _, cell in run]
        at = f'x="{EDGE + word[0].column * WIDE}" y="{EDGE + word[0].line * HIGH + 15}"'
        fitted = f'textLength="{len(word) * WIDE}" lengthAdjust="spacingAndGlyphs"'
        bold = ' class="bold"' if word[0].style.bold else ""
        yield f"<text {at} {fitted}{bold}>{escape(''.join(cell.sign for cell in word))}</text>"


def picture() -> str:
    """Return the picture of a game at a moment that shows what a game is about."""

    async def taken() -> str:
        stage = Stage(game(), (0,))
        async with staged(stage, SIZE):
            lines = stage.screen._compositor.render_strips()
            return drawing(list(cells(lines)), SIZE)

    return asyncio.run(taken())


def game() -> Game:
    """Return a game right after a coup fourré, with cards of all families in the hand of who is to play."""
    started = Game("parker-1962", 4, seed=21, names=("Ann", "Bob", "Cid", "Dee"))
    return play_on(started, lambda game, moves: moves == 55)


def main() -> None:
    """Write the picture anew."""
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
