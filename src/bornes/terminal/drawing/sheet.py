"""The score sheet of the last deal, with names as long as there is room."""

from __future__ import annotations

from rich.cells import cell_len

from ...scores import GameSheet
from ...words import Words
from .canvas import Canvas
from .fitting import fit
from .scene import Scene

NAMES = (40, 14, 10, 8, 6, 4, 0)
"""How long names may be, from the widest window to the narrowest, where teams have letters instead."""


def sheet(scene: Scene, shown: GameSheet, width: int, height: int) -> Canvas:
    """The rows of the last deal in the middle of so much room; rows of nothing go first where there is too little."""
    canvas = Canvas(width, height)
    lines = next((lines for limit in NAMES if _width(lines := _lines(scene, shown, limit)) <= width), [])
    if len(lines) > height:
        teams = scene.view.rules.teams
        lines = [line for line in lines if any(figure != "0" for figure in line.split()[-teams:])]
    left = (width - _width(lines)) // 2
    top = max(0, height - len(lines)) // 2
    for place, line in enumerate(lines[:height]):
        strong = place in (0, len(lines) - 1)
        canvas.write(left, top + place, line, scene.look.ink("strong" if strong else "plain"))
    return canvas


def _lines(scene: Scene, shown: GameSheet, limit: int) -> list[str]:
    """The table of the last deal without its heading, names no longer than this."""
    words, rules = scene.words, scene.view.rules
    names = [fit(words.seat(seat), limit) for seat in range(rules.players)] if limit else []
    short = Words(words.language, words.edition, names, rules.teams)
    last = short.score_sheet(shown).split("\n\n")[-1]
    return [scene.look.text(line) for line in last.splitlines()[1:]]


def _width(lines: list[str]) -> int:
    return max((cell_len(line) for line in lines), default=0)
