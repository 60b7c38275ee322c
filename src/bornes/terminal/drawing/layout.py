"""The player's table: where everything goes, for any number of teams and any window that is large enough."""

from __future__ import annotations

from rich.cells import cell_len

from ...game.score_sheet import GameSheet
from ...i18n import N_
from .canvas import Canvas, fit, paragraph
from .card_art import LARGE, CardSize
from .event_log import draw_log, rows_for_news
from .pile_panels import draw_stock, draw_stock_lines, draw_team_panel, write_stock
from .progress import MIN_BANNER_ROWS, draw_banner, draw_pad, draw_road, draw_sheet, sheet_width
from .row_plan import RowPlan, largest_cards, log_columns, message_text, pad_columns, plan_rows
from .scene import Scene

MIN_SIZE = (60, 20)
"""Columns and rows below which nothing can be read."""
MAX_WIDTH = 180
"""A wider table is no easier to read."""


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


def _draw_board(scene: Scene, width: int, height: int) -> Canvas:
    canvas, parts = Canvas(width, height), plan_rows(scene, width, height)
    _draw_title(canvas, scene)
    draw_panels(canvas, scene, parts.panels, largest_cards(width, height))
    row = 1 + parts.panels
    if parts.road:
        canvas.paste(0, row, draw_road(scene, width, parts.road - parts.scale, scale=parts.scale))
    row += parts.road
    if scene.sheet is not None:
        _draw_ending(canvas, scene, scene.sheet, row, parts)
    else:
        _draw_middle(canvas, scene, row, parts)
        canvas.paste(0, row + parts.middle, draw_hand(scene, width, parts.hand))
    _draw_message(canvas, scene, height - 1 - parts.message, parts.message)
    draw_keys(canvas, scene, height - 1)
    old = parts.middle - rows_for_news(scene, log_columns(scene, parts.stock, width), in_lines=True)
    draw_banner_rows(canvas, scene, 1 + parts.panels, parts.road + max(0, old))
    return canvas


def draw_banner_rows(canvas: Canvas, scene: Scene, row: int, height: int) -> None:
    """Draw what is celebrated at the top of these rows, which are the road and what else need not be read now."""
    if scene.banner is None:
        return
    top, room = (row, height) if height >= MIN_BANNER_ROWS else (row - 1, MIN_BANNER_ROWS)
    drawn = draw_banner(scene, scene.banner, canvas.width, room)
    canvas.paste((canvas.width - drawn.width) // 2, top, drawn)


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


def draw_panels(canvas: Canvas, scene: Scene, height: int, largest: CardSize) -> None:
    """Draw what lies before the teams in so many rows, side by side below the title."""
    teams = scene.view.rules.teams
    width = canvas.width // teams
    for team in range(teams):
        extra = canvas.width - width * teams if team == teams - 1 else 0
        panel = draw_team_panel(scene, team, width + extra, height, largest)
        canvas.paste(team * width, 1, panel)
        canvas.clickable(team * width, 1, panel.width, panel.height, f"drop({team})")


def _draw_middle(canvas: Canvas, scene: Scene, row: int, parts: RowPlan) -> None:
    """Draw the draw pile and the discards, the log, and the points where there is room for them."""
    stock, height = parts.stock, parts.middle
    if stock.is_line:
        write_stock(canvas, scene, 1, row, canvas.width - 2)
        canvas.paste(1, row + 1, draw_log(scene, stock.log_width(canvas.width), height - 1))
        return
    piles = draw_stock_lines(scene, stock.width, stock.rows) if stock.cards is None else draw_stock(scene, stock.cards)
    canvas.paste(1, row + (height - piles.height) // 2 if stock.cards else row, piles)
    log = log_columns(scene, stock, canvas.width)
    left = canvas.width - 1 - stock.log_width(canvas.width)
    _draw_bar(canvas, scene, left - 2, row, height)
    canvas.paste(left, row, draw_log(scene, log, height))
    if pad := pad_columns(scene, stock, canvas.width):
        _draw_bar(canvas, scene, left + log + 1, row, height)
        drawn = draw_pad(scene, pad, height, with_sheet=stock.cards is LARGE)
        canvas.paste(canvas.width - 1 - pad, row, drawn)


def _draw_bar(canvas: Canvas, scene: Scene, x: int, row: int, height: int) -> None:
    for y in range(row, row + height):
        canvas.write(x, y, scene.look.glyph("bar"), scene.look.style("soft"))


def _draw_ending(canvas: Canvas, scene: Scene, sheet: GameSheet, row: int, parts: RowPlan) -> None:
    """Draw the log of a deal that is over, and its sheet beside or below."""
    if parts.sheet:
        canvas.paste(1, row, draw_log(scene, canvas.width - 2, parts.middle))
        canvas.paste(1, row + parts.middle, draw_sheet(scene, sheet, canvas.width - 2, parts.sheet))
        return
    width = sheet_width(scene, sheet, canvas.width)
    left = canvas.width - 1 - width
    canvas.paste(1, row, draw_log(scene, left - 4, parts.middle))
    _draw_bar(canvas, scene, left - 2, row, parts.middle)
    canvas.paste(left, row, draw_sheet(scene, sheet, width, parts.middle))


def draw_hand(scene: Scene, width: int, size: CardSize) -> Canvas:
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
