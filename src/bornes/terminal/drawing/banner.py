"""What is celebrated: a box with large words over road and log, for a moment."""

from __future__ import annotations

from rich.cells import cell_len

from .canvas import Canvas
from .fitting import centred, fit
from .look import DOUBLE, PLAIN_FRAME
from .scene import Banner, Scene

TALL = 7
"""Rows of a banner with a flag above and below; with fewer it has none."""


def draw_banner(scene: Scene, banner: Banner, width: int, height: int) -> Canvas:
    """Draw a banner as large as it needs, in at most so many columns and rows."""
    look = scene.look
    title = look.text(banner.title.upper())
    spread = " ".join(title)
    lines = [spread if cell_len(spread) <= width - 6 else title, *map(look.text, banner.lines)]
    flag = banner.flag and height >= TALL
    lines = lines[: height - 2 - 2 * flag]
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
