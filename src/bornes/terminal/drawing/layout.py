"""Where everything goes, for any number of teams and any size of window that is large enough."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from ...words import N_
from .canvas import Canvas
from .cards import FULL, SMALL, Size
from .fitting import fit, paragraph, wrap
from .hand import hand, hand_size
from .piles import panel_height, team_panel
from .road import road
from .scene import Scene
from .sheet import sheet
from .stock import log, standings, stock, stock_lines

LEAST = (60, 20)
"""Columns and rows below which nothing can be read."""
WIDEST = 160
"""A table that is wider than this is no easier to read."""
ROOMY = (100, 36)
"""From here on cards are drawn in full."""
STANDINGS = 26


@dataclass(frozen=True, slots=True)
class Plan:
    """How many rows each part gets."""

    panels: int
    road: int
    scale: bool
    middle: int
    hand: Size
    message: int


def draw_table(scene: Scene, width: int, height: int) -> Canvas:
    """The whole table in a window of this size."""
    if width < LEAST[0] or height < LEAST[1]:
        return _too_small(scene, width, height)
    canvas = Canvas(width, height)
    board = _board(scene, min(width, WIDEST), height)
    canvas.paste((width - board.width) // 2, 0, board)
    return canvas


def _too_small(scene: Scene, width: int, height: int) -> Canvas:
    canvas = Canvas(width, height)
    text = scene.text(
        N_("Please make the window larger: {columns} columns and {rows} rows are needed."),
        columns=LEAST[0],
        rows=LEAST[1],
    )
    lines = paragraph(text, width, height)
    for row, line in enumerate(lines):
        canvas.write((width - cell_len(line)) // 2, (height - len(lines)) // 2 + row, line)
    return canvas


def plan(scene: Scene, width: int, height: int) -> Plan:
    """Share the rows out: piles, hand and message come first, then the road, and what is left is for the log.

    A notice takes the place of the road as well, for it is to be read now.
    """
    roomy = is_roomy(width, height)
    cards = hand_size(scene, width, roomy)
    panels = panel_height(width // scene.view.rules.teams, roomy)
    said = len(wrap(scene.look.text(scene.message), width - 2))
    free = height - 2 - panels - (0 if scene.sheet is not None else cards.height + 1)
    lanes = 0 if scene.sheet is not None or scene.notice is not None else scene.view.rules.teams
    message = max(1, min(said, 4, free - lanes - 1)) if free - lanes < 5 else max(2, min(said, 4))
    lanes = lanes if free - message - lanes >= 0 else 0
    scale = lanes > 0 and free - message - lanes > 2
    return Plan(panels, lanes + scale, scale, free - message - lanes - scale, cards, message)


def is_roomy(width: int, height: int) -> bool:
    """Whether cards are drawn in full."""
    return width >= ROOMY[0] and height >= ROOMY[1]


def _board(scene: Scene, width: int, height: int) -> Canvas:
    canvas, parts = Canvas(width, height), plan(scene, width, height)
    _title(canvas, scene)
    draw_panels(canvas, scene, height)
    row = 1 + parts.panels
    if parts.road:
        canvas.paste(0, row, road(scene, width, parts.scale))
    row += parts.road
    if scene.sheet is not None:
        canvas.paste(1, row, sheet(scene, scene.sheet, width - 2, parts.middle))
    else:
        _middle(canvas, scene, row, parts.middle, is_roomy(width, height))
        canvas.paste(0, row + parts.middle, hand(scene, width, parts.hand))
    _message(canvas, scene, height - 1 - parts.message, parts.message)
    draw_keys(canvas, scene, height - 1)
    return canvas


def _title(canvas: Canvas, scene: Scene) -> None:
    """What is played on the left, whose turn it is on the right."""
    look, words, bar = scene.look, scene.words, scene.look.ink("bar")
    canvas.write(0, 0, " " * canvas.width, bar)
    turn = look.text(fit(scene.turn_line, canvas.width // 2))
    deal = f"{words.heading('deal')} {scene.number}"
    goal = words.distance(scene.view.target)
    dot = f" {look.glyph('dot')} "
    room = canvas.width - cell_len(turn) - 4
    titles = [(words.edition_title(), deal, goal), (words.edition_title(), deal), (deal, goal), (deal,)]
    fitting = [look.text(dot.join(title)) for title in titles if cell_len(dot.join(title)) <= room]
    canvas.write(1, 0, fitting[0] if fitting else look.text(fit(deal, room)), bar)
    canvas.write(canvas.width - 1 - cell_len(turn), 0, turn, look.ink("bar", "strong"))


def draw_panels(canvas: Canvas, scene: Scene, height: int) -> None:
    """What lies before the teams, side by side below the title."""
    teams = scene.view.rules.teams
    width = canvas.width // teams
    for team in range(teams):
        extra = canvas.width - width * teams if team == teams - 1 else 0
        canvas.paste(team * width, 1, team_panel(scene, team, width + extra, is_roomy(canvas.width, height)))


def _middle(canvas: Canvas, scene: Scene, row: int, height: int, roomy: bool) -> None:
    """Draw pile and discards, the log, and the points where there is room for them."""
    if height <= 0:
        return
    size = next((size for size in (FULL, SMALL) if (roomy or size is SMALL) and height > size.height), None)
    if size is not None:
        piles = stock(scene, size)
        canvas.paste(1, row + (height - piles.height) // 2, piles)
        left = piles.width + 2
    else:
        piles = stock_lines(scene, 20)
        canvas.paste(1, row, piles) if height >= piles.height else _stock_line(canvas, scene, row)
        left = 23
    right = canvas.width - 1 - (STANDINGS + 2 if roomy else 0)
    for y in range(row, row + height):
        canvas.write(left - 1, y, scene.look.glyph("bar"), scene.look.ink("soft"))
    canvas.paste(left + 1, row, log(scene, right - left - 1, height))
    if roomy:
        for y in range(row, row + height):
            canvas.write(right, y, scene.look.glyph("bar"), scene.look.ink("soft"))
        canvas.paste(right + 2, row, standings(scene, STANDINGS - 1, height))


def _stock_line(canvas: Canvas, scene: Scene, row: int) -> None:
    """Where there is but a line: the number of cards, and the top discard."""
    look, view = scene.look, scene.view
    x = canvas.write(1, row, f"{view.draw_pile_size} ", look.ink("strong"))
    if view.discards:
        canvas.write(x, row, scene.artist.chip(view.discards[-1], 21 - x), look.ink(view.discards[-1].family.value))


def _message(canvas: Canvas, scene: Scene, row: int, height: int) -> None:
    lines = paragraph(scene.look.text(scene.message), canvas.width - 2, height)
    for place, line in enumerate(lines):
        canvas.write(1, row + place, scene.look.text(line), scene.look.ink("warning" if scene.warning else "strong"))


def draw_keys(canvas: Canvas, scene: Scene, row: int) -> None:
    """The keys that do something now, as many as there is room for; a click does the same."""
    x = 1
    for key in scene.keys:
        name, label = scene.look.text(key.key), scene.look.text(key.label)
        width = cell_len(name) + 1 + cell_len(label)
        if x + width >= canvas.width:
            break
        canvas.clickable(x, row, width, 1, key.action)
        after = canvas.write(x, row, name, scene.look.ink("key"))
        x = canvas.write(after + 1, row, label, scene.look.ink("soft")) + 2
