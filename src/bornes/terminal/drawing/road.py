"""The road: every team's car on its lane, under one scale."""

from __future__ import annotations

from rich.cells import cell_len

from .canvas import Canvas
from .fitting import fit
from .scene import Scene

NAMES = 14
"""The widest that names may be before the lanes."""


def road(scene: Scene, width: int, scale: bool = True) -> Canvas:
    """One lane for each team, and the scale above them where there is room."""
    view, look = scene.view, scene.look
    teams = range(view.rules.teams)
    names = [fit(look.text(scene.words.team(team)), NAMES) for team in teams]
    start = max(cell_len(name) for name in names) + 2
    length = width - start - 6
    canvas = Canvas(width, len(names) + scale)
    if scale:
        _scale(canvas, scene, start, length)
    for team in teams:
        canvas.write(1, team + scale, look.text(names[team]), look.ink(f"team{team}"))
        _lane(canvas, scene, team, team + scale, start, length)
    return canvas


def _lane(canvas: Canvas, scene: Scene, team: int, y: int, start: int, length: int) -> None:
    look, miles = scene.look, scene.view.tables[team].miles
    canvas.write(start, y, look.glyph("road") * length, look.ink("soft"))
    canvas.write(start + length, y, look.glyph("finish"), look.ink("strong"))
    car = look.glyph("car")
    canvas.write(start + _place(miles, scene.view.target, length - len(car)), y, car, look.ink(f"team{team}", "strong"))
    canvas.write(start + length + 1, y, f"{miles:>4}", look.ink("strong"))


def _place(miles: int, target: int, length: int) -> int:
    return min(miles, target) * length // target


def _scale(canvas: Canvas, scene: Scene, start: int, length: int) -> None:
    """Milestones as often as they can be read; a figure stands where the nose of a car there would be."""
    target = scene.view.target
    step = next(step for step in (50, 100, 200, 500, 1000) if length * step >= 7 * target or step == 1000)
    for miles in range(0, target - step // 2, step):
        canvas.write(start + 1 + _place(miles, target, length - 2), 0, str(miles), scene.look.ink("soft"))
    end = str(target)
    canvas.write(start + length + 1 - len(end), 0, end, scene.look.ink("strong"))
