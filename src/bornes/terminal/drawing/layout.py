"""The player's table: where everything goes, for any number of teams and any window that is large enough."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from ...words import N_
from .banner import draw_banner
from .canvas import Canvas
from .cards import FULL, SMALL, SMALLEST, Size
from .fitting import fit, paragraph, wrap
from .log import draw_log, rows_for_news
from .piles import draw_stock, draw_stock_lines, draw_team_panel, panel_height
from .progress import draw_road, draw_sheet, draw_standings
from .scene import Scene

MIN_SIZE = (60, 20)
"""Columns and rows below which nothing can be read."""
MAX_WIDTH = 160
"""A table that is wider than this is no easier to read."""
ROOMY_SIZE = (100, 36)
"""Columns and rows from which on cards are drawn in full."""
STANDINGS_WIDTH = 26
MOST_SAID = 4
"""So many rows a message may take."""


@dataclass(frozen=True, slots=True)
class RowPlan:
    """How many rows each part gets."""

    panels: int
    road: int
    scale: bool
    middle: int
    hand: Size
    message: int


def draw_table(scene: Scene, width: int, height: int) -> Canvas:
    """Draw the whole table in a window of this size."""
    if width < MIN_SIZE[0] or height < MIN_SIZE[1]:
        return _too_small(scene, width, height)
    canvas = Canvas(width, height)
    board = _draw_board(scene, min(width, MAX_WIDTH), height)
    canvas.paste((width - board.width) // 2, 0, board)
    return canvas


def _too_small(scene: Scene, width: int, height: int) -> Canvas:
    canvas = Canvas(width, height)
    text = scene.text(
        N_("Please make the window larger: {columns} columns and {rows} rows are needed."),
        columns=MIN_SIZE[0],
        rows=MIN_SIZE[1],
    )
    lines = paragraph(text, width, height)
    for row, line in enumerate(lines):
        canvas.write((width - cell_len(line)) // 2, (height - len(lines)) // 2 + row, line)
    return canvas


def plan_rows(scene: Scene, width: int, height: int) -> RowPlan:
    """Share the rows out: piles, hand and message come first, then what is new, then the road; the log gets the rest.

    Where all that is new could not be read otherwise, it takes the place of the road.
    """
    roomy = is_roomy(width, height)
    cards = hand_size(scene, width, roomy)
    panels = panel_height(width // scene.view.rules.teams, roomy)
    said = min(len(wrap(message_text(scene), width - 2)), MOST_SAID)
    free = height - 2 - panels - (0 if scene.sheet is not None else cards.height + 1)
    news = 1 if scene.sheet is not None else max(2, rows_for_news(scene, _log_width(width, roomy)))
    lanes = 0 if scene.sheet is not None else scene.view.rules.teams
    if free - lanes < news + 1:
        lanes = 0
    message = max(1, min(max(2, said) if free - lanes > 4 else said, free - lanes - news))
    scale = lanes > 0 and free - message - lanes > max(2, news)
    return RowPlan(panels, lanes + scale, scale, free - message - lanes - scale, cards, message)


def _log_width(width: int, roomy: bool) -> int:
    """Return how wide the log is beside the piles, and the points where there is room for them."""
    stock = 2 * (FULL if roomy else SMALL).width + 1
    return width - stock - 4 - (STANDINGS_WIDTH + 2 if roomy else 0)


def message_text(scene: Scene) -> str:
    """Return what the lines below the hand say: a notice such as a hint, or the message."""
    if scene.notice is None:
        return scene.look.text(scene.message)
    return scene.text(N_("{title}: {text}"), title=scene.notice.title, text=" ".join(scene.notice.lines))


def is_roomy(width: int, height: int) -> bool:
    """Say whether there is room to draw cards in full."""
    return width >= ROOMY_SIZE[0] and height >= ROOMY_SIZE[1]


def _draw_board(scene: Scene, width: int, height: int) -> Canvas:
    canvas, parts = Canvas(width, height), plan_rows(scene, width, height)
    _draw_title(canvas, scene)
    draw_panels(canvas, scene, height)
    row = 1 + parts.panels
    if parts.road:
        canvas.paste(0, row, draw_road(scene, width, parts.scale))
    row += parts.road
    if scene.sheet is not None:
        canvas.paste(1, row, draw_sheet(scene, scene.sheet, width - 2, parts.middle))
    else:
        _draw_middle(canvas, scene, row, parts.middle, is_roomy(width, height))
        canvas.paste(0, row + parts.middle, draw_hand(scene, width, parts.hand))
    _draw_message(canvas, scene, height - 1 - parts.message, parts.message)
    draw_keys(canvas, scene, height - 1)
    raise_banner(canvas, scene, 1 + parts.panels, parts.road + parts.middle)
    return canvas


def raise_banner(canvas: Canvas, scene: Scene, row: int, height: int) -> None:
    """Draw what is celebrated in the middle of these rows; a row more at both ends where they are few."""
    if scene.banner is None:
        return
    top, room = (row, height) if height >= 5 else (row - 1, height + 2)
    drawn = draw_banner(scene, scene.banner, canvas.width, room)
    canvas.paste((canvas.width - drawn.width) // 2, top + (room - drawn.height) // 2, drawn)


def _draw_title(canvas: Canvas, scene: Scene) -> None:
    """Write what is played on the left, whose turn it is on the right."""
    look, words, bar = scene.look, scene.words, scene.look.style("bar")
    canvas.write(0, 0, " " * canvas.width, bar)
    turn = look.text(fit(scene.turn_line, canvas.width // 2))
    deal = f"{words.heading('deal')} {scene.number}"
    goal = words.progress(scene.view.target, scene.view.rules)
    dot = f" {look.glyph('dot')} "
    room = canvas.width - cell_len(turn) - 4
    titles = [(words.edition_title(), deal, goal), (words.edition_title(), deal), (deal, goal), (deal,)]
    fitting = [look.text(dot.join(title)) for title in titles if cell_len(dot.join(title)) <= room]
    canvas.write(1, 0, fitting[0] if fitting else look.text(fit(deal, room)), bar)
    canvas.write(canvas.width - 1 - cell_len(turn), 0, turn, look.style("bar", "strong"))


def draw_panels(canvas: Canvas, scene: Scene, height: int) -> None:
    """Draw what lies before the teams, side by side below the title."""
    teams = scene.view.rules.teams
    width = canvas.width // teams
    for team in range(teams):
        extra = canvas.width - width * teams if team == teams - 1 else 0
        panel = draw_team_panel(scene, team, width + extra, is_roomy(canvas.width, height))
        canvas.paste(team * width, 1, panel)
        canvas.clickable(team * width, 1, panel.width, panel.height, f"drop({team})")


def _draw_middle(canvas: Canvas, scene: Scene, row: int, height: int, roomy: bool) -> None:
    """Draw the draw pile and the discards, the log, and the points where there is room for them."""
    if height <= 0:
        return
    size = next((size for size in (FULL, SMALL) if (roomy or size is SMALL) and height > size.height), None)
    if size is not None:
        piles = draw_stock(scene, size)
        canvas.paste(1, row + (height - piles.height) // 2, piles)
        left = piles.width + 2
    else:
        piles = draw_stock_lines(scene, 20)
        canvas.paste(1, row, piles) if height >= piles.height else _write_stock(canvas, scene, row)
        left = 23
    right = canvas.width - 1 - (STANDINGS_WIDTH + 2 if roomy else 0)
    for y in range(row, row + height):
        canvas.write(left - 1, y, scene.look.glyph("bar"), scene.look.style("soft"))
    canvas.paste(left + 1, row, draw_log(scene, right - left - 1, height))
    if roomy:
        for y in range(row, row + height):
            canvas.write(right, y, scene.look.glyph("bar"), scene.look.style("soft"))
        canvas.paste(right + 2, row, draw_standings(scene, STANDINGS_WIDTH - 1, height))


def _write_stock(canvas: Canvas, scene: Scene, row: int) -> None:
    """Write the number of cards to draw and the top discard, where there is but a line."""
    look, view = scene.look, scene.view
    x = canvas.write(1, row, f"{view.draw_pile_size} ", look.style("strong"))
    if view.discards:
        canvas.write(
            x, row, scene.card_drawer.chip(view.discards[-1], 21 - x), look.style(view.discards[-1].family.value)
        )


def hand_size(scene: Scene, width: int, roomy: bool) -> Size:
    """Return how large the cards of a hand can be, so that a full one fits."""
    most = (width - 2) // (scene.view.rules.hand_size + 1)
    size = FULL if roomy else SMALL
    return size if most >= size.width else Size(max(SMALLEST.width, most), SMALLEST.height)


def draw_hand(scene: Scene, width: int, size: Size) -> Canvas:
    """Draw the cards of the hand side by side, with the digits that play them; covered for a spectator.

    What can be played stands out; the selected card, the marked ones and the one that a hint recommends are raised.
    """
    canvas = Canvas(width, size.height + 1)
    cards = scene.view.hand
    shown = len(cards) if scene.view.viewer is not None else scene.view.rules.hand_size
    left = (width - shown * size.width) // 2
    for number in range(shown):
        hinted = number == scene.hinted
        x, raised = left + number * size.width, hinted or number == scene.selected or number in scene.marked
        if scene.view.viewer is None:
            canvas.paste(x, 1, scene.card_drawer.back(size))
            continue
        card = cards[number]
        plays = card in scene.playable
        mark = scene.look.glyph("mark") if number in scene.marked else scene.look.glyph("hint") if hinted else ""
        key = f"[{mark}{number + 1}]" if plays or hinted else f" {mark}{number + 1} "
        drawn = scene.card_drawer.card(card, size, soft=not plays, strong=raised, key=key)
        canvas.paste(x, 0 if raised else 1, drawn)
        canvas.clickable(x, 0, size.width, size.height + 1, f"card({number + 1})")
    return canvas


def _draw_message(canvas: Canvas, scene: Scene, row: int, height: int) -> None:
    lines = paragraph(message_text(scene), canvas.width - 2, height)
    role = "warning" if scene.warning or scene.notice is not None else "strong"
    for number, line in enumerate(lines):
        canvas.write(1, row + number, scene.look.text(line), scene.look.style(role))


def draw_keys(canvas: Canvas, scene: Scene, row: int) -> None:
    """Write the keys that do something now, as many as there is room for; a click does the same."""
    x = 1
    for key in scene.keys:
        name, label = scene.look.text(key.key), scene.look.text(key.label)
        width = cell_len(name) + 1 + cell_len(label)
        if x + width >= canvas.width:
            break
        canvas.clickable(x, row, width, 1, key.action)
        after = canvas.write(x, row, name, scene.look.style("key"))
        x = canvas.write(after + 1, row, label, scene.look.style("soft")) + 2
