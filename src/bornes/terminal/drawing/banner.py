"""What is celebrated: a box with large words over road and log, for a moment."""

from __future__ import annotations

from rich.cells import cell_len

from .canvas import Canvas
from .fitting import centred, fit
from .look import DOUBLE, PLAIN_FRAME
from .scene import Banner, Scene

TALL = 7
"""Rows of a banner with a flag above and below; with fewer it has none."""


LEAST = 3
"""Rows of a banner that says everything on one line."""


def draw_banner(scene: Scene, banner: Banner, width: int, height: int) -> Canvas:
    """Draw a banner in at most so many columns, and in so many rows where it can be read in those."""
    look = scene.look
    title = look.text(banner.title.upper())
    spread = " ".join(title)
    flag = banner.flag and height >= TALL
    roomy = height > LEAST and cell_len(spread) <= width - 6
    lines = _joined([spread if roomy else title, *map(look.text, banner.lines)], scene, width - 4, height - 2)
    inner = min(width - 4, max(map(cell_len, lines)) + 8)
    canvas = Canvas(inner + 2, len(lines) + 2 + 2 * flag)
    style = look.style(banner.role, "turn" if banner.lit else "strong")
    canvas.outline(DOUBLE if look.boxes else PLAIN_FRAME, style)
    for row in range(1, canvas.height - 1):
        canvas.write(1, row, " " * inner, style)
    for row, line in enumerate(lines, 1 + flag):
        canvas.write(1, row, centred(look.text(fit(line, inner)), inner), style)
    if flag:
        squares = look.glyph("flag") * inner
        canvas.write(1, 1, squares[:inner], style)
        canvas.write(1, canvas.height - 2, squares[1 : inner + 1], style)
    return canvas


def _joined(lines: list[str], scene: Scene, width: int, height: int) -> list[str]:
    """Return the lines in so many rows: the last ones share one where there are too many, unless that is too wide."""
    dot = f" {scene.look.glyph('dot')} "
    shared = ([*lines[: rows - 1], dot.join(lines[rows - 1 :])] for rows in range(height, len(lines)))
    return next((few for few in shared if cell_len(few[-1]) <= width), lines)
