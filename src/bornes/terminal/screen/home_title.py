"""The title of the home screen: the name in large letters, and a road with the cars of the game that waits."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..drawing.look import Look

LETTERS = {
    "B": ("####.", "#...#", "####.", "#...#", "####."),
    "O": (".###.", "#...#", "#...#", "#...#", ".###."),
    "R": ("####.", "#...#", "####.", "#..#.", "#...#"),
    "N": ("#...#", "##..#", "#.#.#", "#..##", "#...#"),
    "E": ("#####", "#....", "####.", "#....", "#####"),
    "S": (".####", "#....", ".###.", "....#", "####."),
}
"""The letters of the name, five points wide and five high."""
NAME = "BORNES"
CAP = "attack"
"""The role of the upper part: a milestone has a red cap."""
LARGE = (110, 36)
"""From this size of the window on each point of a letter takes two columns and a row."""
LOW = 22
"""In a window lower than this letters of ASCII, which are five rows high, would take the room of the choices."""


def title(width: int, height: int, look: Look) -> Text:
    """Return the name as large as there is room."""
    points = [" ".join(LETTERS[letter][row] for letter in NAME).replace(".", " ") for row in range(5)]
    if not look.boxes:
        return Text("\n".join(points) if height >= LOW else " ".join(NAME), look.style("strong"))
    if width >= LARGE[0] and height >= LARGE[1]:
        rows = ["".join("██" if point == "#" else "  " for point in row) for row in points]
        cap = 2
    else:
        rows = [_halves(above, below) for above, below in zip(points[::2], [*points[1::2], ""], strict=True)]
        cap = 1
    styles = [look.style(CAP) if at < cap else look.style("strong") for at in range(len(rows))]
    return Text("\n").join(Text(row, style) for row, style in zip(rows, styles, strict=True))


def _halves(above: str, below: str) -> str:
    """Return two rows of points as one row of half blocks."""
    blocks = {("#", "#"): "█", ("#", " "): "▀", (" ", "#"): "▄", (" ", " "): " "}
    return "".join(blocks[pair] for pair in zip(above, below.ljust(len(above)), strict=True)).rstrip()


def road(width: int, cars: Sequence[float], look: Look) -> Text:
    """Return a road of this width, on which each team's car stands where it has come to, from 0 to 1."""
    car, finish = look.glyph("car"), look.glyph("finish")
    room = width - len(finish)
    drawn = Text(look.glyph("road") * room + finish, look.style("soft"))
    for team, way in reversed([*enumerate(cars)]):
        at = round(min(1.0, max(0.0, way)) * (room - len(car)))
        drawn = Text.assemble(drawn[:at], (car, look.style(f"team{team}", "strong")), drawn[at + len(car) :])
    return drawn
