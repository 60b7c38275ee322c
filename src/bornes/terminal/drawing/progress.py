"""How the deal goes: the road, and the points beside the log."""

from __future__ import annotations

from rich.cells import cell_len

from .canvas import Canvas
from .fitting import fit
from .scene import Scene
from .sheet import draw_sheet, sheet_height, sheet_width
from .signs import ASCII_CAR, CAR
from .team_names import team_name

STANDINGS_WIDTH = 25
"""Columns that the points of all teams take at least."""
FIGURES_WIDTH = 7
"""Columns for points behind a name."""

# -- the road ------------------------------------------------------------------------------------------------------


def draw_road(scene: Scene, width: int, height: int, *, scale: bool = True) -> Canvas:
    """Draw the lanes of all teams in so many rows, one or two for each, and the scale above them where it is wanted."""
    view, look = scene.view, scene.look
    teams = range(view.rules.teams)
    names = [lane_name(scene, team, width) for team in teams]
    start = max(cell_len(name) for name in names) + 2
    length, tall = width - start - 6, height // len(names)
    canvas = Canvas(width, height + scale)
    if scale:
        _draw_scale(canvas, scene, start, length)
    for team in teams:
        bottom = scale + (team + 1) * tall - 1
        canvas.write(1, bottom, names[team], look.style(f"team{team}"))
        _draw_lane(canvas, scene, team, bottom, start, length, tall > 1)
    return canvas


def lane_name(scene: Scene, team: int, width: int) -> str:
    """Return who a lane or a curve belongs to, in a third of its columns at most."""
    return scene.look.text(team_name(scene.words, team, width // 3))


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


def pad_width(scene: Scene, room: int, *, with_sheet: bool) -> int:
    """Return how many columns the points take beside the log, where they may take so many."""
    if with_sheet and scene.pad is not None:
        return min(room, sheet_width(scene, scene.pad, room))
    longest = max((cell_len(scene.words.team(team)) for team in range(scene.view.rules.teams)), default=0)
    return min(room, max(STANDINGS_WIDTH, longest + FIGURES_WIDTH))


def draw_pad(scene: Scene, width: int, height: int, *, with_sheet: bool) -> Canvas:
    """Draw the score sheet of the deal so far where it is wanted and there is room, else every team's points."""
    if with_sheet and scene.pad is not None:
        rows = sheet_height(scene, scene.pad, width)
        if rows <= height and sheet_width(scene, scene.pad, width) <= width:
            return draw_sheet(scene, scene.pad, width, rows)
    return _draw_standings(scene, width, height)


def _draw_standings(scene: Scene, width: int, height: int) -> Canvas:
    """Draw every team's points, and how many end the game."""
    look, words = scene.look, scene.words
    canvas = Canvas(width, height)
    canvas.write(0, 0, look.text(fit(look.text(words.heading("points")), width)), look.style("soft"))
    for team, points in enumerate(scene.totals[: height - 1]):
        name = look.text(team_name(words, team, width - FIGURES_WIDTH))
        canvas.write(0, 1 + team, name, look.style(f"team{team}"))
        canvas.write(width - 6, 1 + team, look.text(f"{words.whole(points):>6}"), look.style("strong"))
    goal = scene.view.rules.game_goal
    if goal and height > len(scene.totals) + 1:
        to_win = look.text(f"/ {words.whole(goal)}")
        canvas.write(width - len(to_win), 1 + len(scene.totals), to_win, look.style("soft"))
    return canvas
