"""How all pictures look, by matplotlib, which takes time to load: import this late."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

DARK, GREY, LIGHT_GREY = "#1b3a4b", "#8a97a0", "#e6eaed"
FIRST, SECOND, THIRD = "#c8442e", "#2a6f97", "#e3a72f"
"""The first line of a picture, and those that must be told apart from it."""

_SETTINGS: Any = {"svg.hashsalt": "bornes", "svg.fonttype": "none", "font.family": "sans-serif"}
"""The same result gives the same file, and text in it stays text."""
_UNDATED = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}


def style_axes(axes: Axes, title: str, grid: str | None = "y") -> None:
    """Give axes the house style: a title to the left, two sides, a faint grid."""
    axes.set_title(title, loc="left", color=DARK, fontsize=11)
    axes.tick_params(colors=DARK, labelsize=9)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(GREY)
    if grid is not None:
        axes.grid(axis="y" if grid == "y" else "x", color=LIGHT_GREY, linewidth=0.8)
        axes.set_axisbelow(True)


def save(figure: Figure, file: Path, dpi: int = 150) -> None:
    """Write a picture to a file, whose ending says the format."""
    with rc_context(_SETTINGS):
        figure.savefig(file, dpi=dpi, metadata=_UNDATED.get(file.suffix.lower()))
