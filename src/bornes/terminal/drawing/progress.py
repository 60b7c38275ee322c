"""How the deal goes: the road, and the points beside the log."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from ...game.score_sheet import GameSheet
from ...i18n import Translator
from .canvas import Canvas, centred, fit
from .card_art import ASCII_CAR, CAR
from .scene import Banner, Scene
from .short_names import ColumnHeads, heads_above, team_name
from .theme import DOUBLE, PLAIN_FRAME

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


GAP = 2
"""Columns between two figures, one more than between the thousands of a French one."""
MIN_FIGURE_WIDTH = 5


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of the sheet: what pays, and how much for each team."""

    title: str
    figures: tuple[str, ...]

    @property
    def says_nothing(self) -> bool:
        """Whether nobody has anything in it."""
        return all(figure == "0" for figure in self.figures)


def sheet_rows(shown: GameSheet, words: Translator) -> list[SheetRow]:
    """Return the rows of the last deal, its total and those of the game."""
    deal, before = shown.deals[-1], shown.carried[-2] if len(shown.deals) > 1 else (0,) * len(shown.totals)
    numbers = {**deal.rows, "total_for_deal": deal.totals, "carried_forward": before, "grand_total": shown.totals}
    return [SheetRow(words.row(name), tuple(map(words.whole, cells))) for name, cells in numbers.items()]


def sheet_width(scene: Scene, shown: GameSheet, room: int) -> int:
    """Return how many columns the sheet of the last deal takes where it may take so many; more if that is too few."""
    rows = sheet_rows(shown, scene.words)
    return _titles(rows) + sum(GAP + column for column in _heads(scene, rows, room).widths)


def sheet_height(scene: Scene, shown: GameSheet, width: int, *, short: bool = False) -> int:
    """Return how many rows the sheet takes in so many columns; a short one has no rows of zeros."""
    rows = sheet_rows(shown, scene.words)
    return len(_heads(scene, rows, width).lines) + sum(not (short and row.says_nothing) for row in rows)


def draw_sheet(scene: Scene, shown: GameSheet, width: int, height: int) -> Canvas:
    """Draw the sheet of the last deal in the middle; where there is too little room, rows of zeros are left out."""
    canvas, look, rows = Canvas(width, height), scene.look, sheet_rows(shown, scene.words)
    heads = _heads(scene, rows, width)
    rows = _that_fit(rows, height - len(heads.lines))
    start = (width - _titles(rows) - sum(GAP + column for column in heads.widths)) // 2
    for y, line in enumerate(heads.lines):
        x = start + _titles(rows)
        for team, (name, column) in enumerate(zip(line, heads.widths, strict=True)):
            x += GAP + column
            canvas.write(x - cell_len(name), y, look.text(name), look.style(f"team{team}", "strong"))
    for y, row in enumerate(rows, len(heads.lines)):
        style = look.style("strong" if row is rows[-1] else "plain")
        canvas.write(start, y, look.text(row.title), style)
        x = start + _titles(rows)
        for figure, column in zip(row.figures, heads.widths, strict=True):
            x += GAP + column
            canvas.write(x - cell_len(figure), y, look.text(figure), style)
    return canvas


def _that_fit(rows: list[SheetRow], height: int) -> list[SheetRow]:
    """Return the rows for which there is room: those of zeros go first, then what is at the top."""
    if len(rows) > height:
        rows = [row for row in rows if not row.says_nothing or row is rows[-1]]
    return rows[max(0, len(rows) - height) :]


def _heads(scene: Scene, rows: list[SheetRow], width: int) -> ColumnHeads:
    teams = len(rows[0].figures)
    return heads_above(scene.words, teams, _figure(rows), width - _titles(rows) - GAP * teams)


def _titles(rows: list[SheetRow]) -> int:
    return max(cell_len(row.title) for row in rows)


def _figure(rows: list[SheetRow]) -> int:
    """Return how many columns the longest figure takes."""
    return max(MIN_FIGURE_WIDTH, *(cell_len(figure) for row in rows for figure in row.figures))


TALL_BANNER_ROWS = 7
"""A banner with a flag above and below."""


MIN_BANNER_ROWS = 3
"""A banner with everything on one line."""


def draw_banner(scene: Scene, banner: Banner, width: int, height: int) -> Canvas:
    """Draw a banner in at most so many columns, and in so many rows where it can be read in those."""
    look = scene.look
    title = look.text(banner.title.upper())
    spread = " ".join(title)
    flag = banner.flag and height >= TALL_BANNER_ROWS
    roomy = height > MIN_BANNER_ROWS and cell_len(spread) <= width - 6
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
