"""How the deal goes: the road, the points, and the score sheet at its end."""

from __future__ import annotations

import re

from rich.cells import cell_len

from ...scores import GameSheet
from ...words import Words
from .canvas import Canvas
from .fitting import fit
from .scene import Scene
from .signs import ASCII_CAR, CAR

LANE_NAMES = 14
"""The widest that names may be before the lanes."""
SHEET_NAMES = (40, 14, 10, 8, 6, 4, 0)
"""How long names may be on a sheet, from the widest window to the narrowest, where teams have letters instead."""

# -- the road ------------------------------------------------------------------------------------------------------


def draw_road(scene: Scene, width: int, height: int, *, scale: bool = True) -> Canvas:
    """Draw the lanes of all teams in so many rows, one or two for each, and the scale above them where it is wanted."""
    view, look = scene.view, scene.look
    teams = range(view.rules.teams)
    names = [fit(look.text(scene.words.team(team)), LANE_NAMES) for team in teams]
    start = max(cell_len(name) for name in names) + 2
    length, tall = width - start - 6, height // len(names)
    canvas = Canvas(width, height + scale)
    if scale:
        _draw_scale(canvas, scene, start, length)
    for team in teams:
        bottom = scale + (team + 1) * tall - 1
        canvas.write(1, bottom, look.text(names[team]), look.style(f"team{team}"))
        _draw_lane(canvas, scene, team, bottom, start, length, tall > 1)
    return canvas


def _draw_lane(canvas: Canvas, scene: Scene, team: int, y: int, start: int, length: int, tall: bool) -> None:
    """Draw a lane with its car, which stands on it with two rows where there is room."""
    look, amount = scene.look, scene.view.progress(team)
    canvas.write(start, y, look.glyph("road") * length, look.style("soft"))
    for row in range(y - tall, y + 1):
        canvas.write(start + length, row, look.glyph("finish"), look.style("strong"))
    rows = (CAR if look.boxes else ASCII_CAR) if tall else (look.glyph("car"),)
    shown = int(amount if scene.cars is None else scene.cars[team])
    at = start + _column(shown, scene.view.target, length - len(rows[0]))
    for row, line in enumerate(rows, y - tall):
        canvas.write(at, row, line, look.style(f"team{team}", "strong"))
    canvas.write(start + length + 1, y, look.text(f"{scene.words.whole(amount):>4}"), look.style("strong"))


def _column(amount: int, target: int, length: int) -> int:
    return min(amount, target) * length // target


def _draw_scale(canvas: Canvas, scene: Scene, start: int, length: int) -> None:
    """Write milestones as often as they can be read, each where the nose of a car would be."""
    look, target = scene.look, scene.view.target
    step = next(step for step in (50, 100, 200, 500, 1000) if length * step >= 7 * target or step == 1000)
    for amount in range(0, target - step // 2, step):
        canvas.write(start + 1 + _column(amount, target, length - 2), 0, str(amount), look.style("soft"))
    end = look.text(scene.words.whole(target))
    canvas.write(start + length + 1 - len(end), 0, end, look.style("strong"))


# -- the points ----------------------------------------------------------------------------------------------------


def draw_pad(scene: Scene, width: int, height: int) -> Canvas:
    """Draw the score sheet of the deal so far where there is room for it, else every team's points."""
    if scene.pad is not None:
        lines = _lines_that_fit(scene, scene.pad, width)
        if lines and len(lines) <= height:
            return draw_sheet(scene, scene.pad, width, len(lines))
    return _draw_standings(scene, width, height)


def _draw_standings(scene: Scene, width: int, height: int) -> Canvas:
    """Draw every team's points, and how many end the game."""
    look, words = scene.look, scene.words
    canvas = Canvas(width, height)
    canvas.write(0, 0, look.text(fit(look.text(words.heading("points")), width)), look.style("soft"))
    for team, points in enumerate(scene.totals[: height - 1]):
        name = look.text(fit(look.text(words.team(team)), width - 7))
        canvas.write(0, 1 + team, name, look.style(f"team{team}"))
        canvas.write(width - 6, 1 + team, look.text(f"{words.whole(points):>6}"), look.style("strong"))
    goal = scene.view.rules.game_goal
    if goal and height > len(scene.totals) + 1:
        to_win = look.text(f"/ {words.whole(goal)}")
        canvas.write(width - len(to_win), 1 + len(scene.totals), to_win, look.style("soft"))
    return canvas


# -- the score sheet -----------------------------------------------------------------------------------------------


def draw_sheet(scene: Scene, shown: GameSheet, width: int, height: int) -> Canvas:
    """Draw the rows of the last deal in the middle; where there is too little room, rows of zeros are left out."""
    canvas = Canvas(width, height)
    lines = _lines_that_fit(scene, shown, width)
    if len(lines) > height:
        teams = scene.view.rules.teams
        lines = [line for line in lines if any(figure != "0" for figure in line.split()[-teams:])]
    left = (width - _widest(lines)) // 2
    step = 2 if height > 2 * len(lines) else 1
    top = max(0, height - step * len(lines)) // 2
    for number, line in enumerate(lines[:height]):
        strong = number in (0, len(lines) - 1)
        canvas.write(left, top + step * number, line, scene.look.style("strong" if strong else "plain"))
    for team, name in enumerate(re.finditer(r"\S+(?: \S+)*", lines[0]) if lines else ()):  # two spaces part columns
        before = cell_len(lines[0][: name.start()])
        canvas.write(left + before, top, name.group(), scene.look.style(f"team{team}", "strong"))
    return canvas


def _lines_that_fit(scene: Scene, shown: GameSheet, width: int) -> list[str]:
    """Return the table of the last deal with names as long as they can be in so many columns; none if it never fits."""
    return next((lines for limit in SHEET_NAMES if _widest(lines := _sheet_lines(scene, shown, limit)) <= width), [])


def _sheet_lines(scene: Scene, shown: GameSheet, limit: int) -> list[str]:
    """Return the table of the last deal without its heading, with names no longer than this."""
    words, rules = scene.words, scene.view.rules
    names = [fit(words.seat(seat), limit) for seat in range(rules.players)] if limit else []
    short = Words(words.language, words.edition, names, rules.teams, words.you)
    last = short.score_sheet(shown).split("\n\n")[-1]
    return [scene.look.text(line) for line in last.splitlines()[1:]]


def _widest(lines: list[str]) -> int:
    return max((cell_len(line) for line in lines), default=0)
