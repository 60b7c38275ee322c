"""The player's table: where everything goes, for any number of teams and any window that is large enough."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from ...words import N_
from .banner import draw_banner
from .canvas import Canvas
from .cards import FULL, LARGE, SMALL, SMALLEST, Size
from .fitting import fit, paragraph, wrap
from .log import draw_log, rows_for_news
from .piles import draw_stock, draw_stock_lines, draw_team_panel, panel_height
from .progress import draw_pad, draw_road, draw_sheet
from .scene import Scene

MIN_SIZE = (60, 20)
"""Columns and rows below which nothing can be read."""
MAX_WIDTH = 180
"""A table that is wider than this is no easier to read."""
WINDOWS = (((140, 45), LARGE), ((100, 36), FULL))
"""Columns and rows from which on cards are drawn so large."""
PAD_WIDTHS = {LARGE: 50, FULL: 26, SMALL: 0}
"""Columns for the points beside the log, by how large cards are."""
TALL_LOG = 12
"""A log with so many rows is long enough: cars may have two each."""
MOST_SAID = 4
"""So many rows a message may take."""
LEAST_LOG = 3
"""So many rows of the log a long message leaves."""


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
    largest = largest_cards(width, height)
    cards = hand_size(scene, width, largest)
    panels = panel_height(width // scene.view.rules.teams, largest)
    said = min(len(wrap(message_text(scene), width - 2)), MOST_SAID)
    free = height - 2 - panels - (0 if scene.sheet is not None else cards.height + 1)
    news = 1 if scene.sheet is not None else max(2, rows_for_news(scene, _log_width(width, largest)))
    lanes = 0 if scene.sheet is not None else scene.view.rules.teams
    if free - lanes < news + 1:
        lanes = 0
    room = free - lanes
    message = max(1, min(max(2, said) if room > 4 else said, max(room - news, min(said, room - LEAST_LOG))))
    log = free - message - lanes
    each = rows_for_news(scene, _log_width(width, largest), in_lines=True)
    scale = lanes > 0 and log > max(2, news) and each != log
    if largest is LARGE and free - message - 2 * lanes - scale >= max(TALL_LOG, news):
        lanes *= 2
    return RowPlan(panels, lanes + scale, scale, free - message - lanes - scale, cards, message)


def _log_width(width: int, largest: Size) -> int:
    """Return how wide the log is beside the piles, and the points where there is room for them."""
    pad = PAD_WIDTHS[largest]
    return width - 2 * largest.width - 5 - (pad + 2 if pad else 0)


def message_text(scene: Scene) -> str:
    """Return what the lines below the hand say: a notice such as a hint, or the message."""
    if scene.notice is None:
        return scene.look.text(scene.message)
    return scene.text(N_("{title}: {text}"), title=scene.notice.title, text=" ".join(scene.notice.lines))


def largest_cards(width: int, height: int) -> Size:
    """Return how large cards may be drawn in a window."""
    sizes = (size for least, size in WINDOWS if width >= least[0] and height >= least[1])
    return next(sizes, SMALL)


def _draw_board(scene: Scene, width: int, height: int) -> Canvas:
    canvas, parts = Canvas(width, height), plan_rows(scene, width, height)
    _draw_title(canvas, scene)
    draw_panels(canvas, scene, height)
    row = 1 + parts.panels
    if parts.road:
        canvas.paste(0, row, draw_road(scene, width, parts.road - parts.scale, scale=parts.scale))
    row += parts.road
    if scene.sheet is not None:
        canvas.paste(1, row, draw_sheet(scene, scene.sheet, width - 2, parts.middle))
    else:
        _draw_middle(canvas, scene, row, parts.middle, largest_cards(width, height))
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
        panel = draw_team_panel(scene, team, width + extra, largest_cards(canvas.width, height))
        canvas.paste(team * width, 1, panel)
        canvas.clickable(team * width, 1, panel.width, panel.height, f"drop({team})")


def _draw_middle(canvas: Canvas, scene: Scene, row: int, height: int, largest: Size) -> None:
    """Draw the draw pile and the discards, the log, and the points where there is room for them."""
    if height <= 0:
        return
    fitting = (size for size in (LARGE, FULL, SMALL) if size.width <= largest.width and height > size.height)
    size, pad = next(fitting, None), PAD_WIDTHS[largest]
    crowded = rows_for_news(scene, _log_width(canvas.width, largest)) > height
    if size is not None and not crowded:
        piles = draw_stock(scene, size)
        canvas.paste(1, row + (height - piles.height) // 2, piles)
        left = piles.width + 2
    else:
        piles = draw_stock_lines(scene, 14 if crowded else 20)
        canvas.paste(1, row, piles) if height >= piles.height else _write_stock(canvas, scene, row, piles.width)
        left = piles.width + 3
    right = canvas.width - 1 - (pad + 2 if pad else 0)
    for y in range(row, row + height):
        canvas.write(left - 1, y, scene.look.glyph("bar"), scene.look.style("soft"))
    canvas.paste(left + 1, row, draw_log(scene, right - left - 1, height))
    if pad:
        for y in range(row, row + height):
            canvas.write(right, y, scene.look.glyph("bar"), scene.look.style("soft"))
        canvas.paste(right + 2, row, draw_pad(scene, pad - 1, height))


def _write_stock(canvas: Canvas, scene: Scene, row: int, width: int) -> None:
    """Write the number of cards to draw and the top discard in so many columns, where there is but a line."""
    look, view = scene.look, scene.view
    x = canvas.write(1, row, f"{view.draw_pile_size} ", look.style("strong"))
    canvas.clickable(1, row, x - 1, 1, "draw")
    canvas.clickable(x, row, width + 1 - x, 1, "discards")
    if view.discards:
        top = view.discards[-1]
        canvas.write(x, row, scene.card_drawer.chip(top, width + 1 - x), look.style(top.family.value))


def hand_size(scene: Scene, width: int, largest: Size) -> Size:
    """Return how large the cards of a hand can be, so that a full one fits."""
    most = (width - 2) // (scene.view.rules.hand_size + 1)
    sizes = (size for size in (LARGE, FULL, SMALL) if size.width <= min(most, largest.width))
    return next(sizes, Size(max(SMALLEST.width, most), SMALLEST.height))


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
