"""The spectators' table: all piles, all hands, remarks on the present moment, and how the chances went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len

from ...rules.cards import Card
from .canvas import Canvas, fit, wrap
from .card_art import LARGE
from .event_log import draw_log
from .layout import MAX_WIDTH, MIN_SIZE, draw_banner_rows, draw_keys, draw_panels, draw_table
from .pile_panels import draw_stock_lines, panel_height
from .progress import draw_road, lane_name
from .row_plan import TALL_LOG_ROWS, largest_cards
from .scene import Scene

STOCK_WIDTH = 20
"""Columns for draw pile and discards beside the log."""
BLOCK_LEVELS, ASCII_LEVELS = "▁▂▃▄▅▆▇█", "_.-:=+*#"
"""The characters of a curve, from a chance of nothing to certainty."""
UNKNOWN = " "
"""What stands in a curve for a chance that is not known yet."""


@dataclass(frozen=True, slots=True)
class ReviewRemark:
    """A line that is said of the present moment, and its role in the ``Theme``."""

    text: str
    role: str = "plain"


@dataclass(frozen=True, slots=True)
class ChancesCurve:
    """A team's chances over the deal, and which of them belongs to the present moment."""

    team: int
    values: tuple[float | None, ...]
    at: int | None
    now: str
    """The present chance in words."""
    marks: Mapping[int, str] = field(default_factory=dict)
    """Which of them belong to moves that the review marks, each with its role in the ``Theme``."""


@dataclass(frozen=True, slots=True)
class SpectatorScene:
    """Everything that spectators see."""

    scene: Scene
    heading: str
    hands: tuple[tuple[Card, ...], ...] | None = None
    """What everybody holds; None where the hands are covered."""
    remarks: Sequence[ReviewRemark] = ()
    chances: Sequence[ChancesCurve] = ()


@dataclass(frozen=True, slots=True)
class SpectatorRows:
    """How many rows each part gets."""

    panels: int
    hands: int
    curves: int
    remarks: int
    road: int
    log: int


def draw_spectator_table(shown: SpectatorScene, width: int, height: int) -> Canvas:
    """Draw all that spectators see in a window of this size."""
    if width < MIN_SIZE[0] or height < MIN_SIZE[1]:
        return draw_table(shown.scene, width, height)
    canvas, board = Canvas(width, height), Canvas(min(width, MAX_WIDTH), height)
    parts = plan_spectator_rows(shown, board.width, height)
    _draw_title(board, shown)
    draw_panels(board, shown.scene, parts.panels, largest_cards(board.width, height))
    row = 1 + parts.panels
    if parts.road:
        teams = shown.scene.view.rules.teams
        scale = parts.road % teams > 0
        board.paste(0, row, draw_road(shown.scene, board.width, parts.road - scale, scale=scale))
    row += parts.road
    _draw_hands(board, shown, row)
    row += parts.hands
    _draw_log_and_stock(board, shown.scene, row, parts.log)
    _draw_remarks(board, shown, row + parts.log, parts.remarks)
    _draw_curves(board, shown, height - 1 - parts.curves, parts.curves)
    draw_keys(board, shown.scene, height - 1)
    draw_banner_rows(board, shown.scene, 1 + parts.panels, parts.road + parts.hands)
    canvas.paste((width - board.width) // 2, 0, board)
    return canvas


def plan_spectator_rows(shown: SpectatorScene, width: int, height: int) -> SpectatorRows:
    """Share the rows out: piles and hands come first, then remarks and chances, the road, and the log gets the rest."""
    rules = shown.scene.view.rules
    panels = panel_height(shown.scene, width // rules.teams, largest_cards(width, height))
    free = height - 2 - panels - rules.players
    curves = min(len(shown.chances), max(0, free - 3))
    # With a review there are remarks of any length: room for an average one keeps the rest from jumping.
    wanted = max(4 if shown.chances else 0, len(_wrapped(shown, width)))
    remarks = min(wanted, 8, free - curves)
    free -= curves + remarks
    lanes = rules.teams if free >= rules.teams else 0
    scale = int(0 < lanes <= free - 4)
    if largest_cards(width, height) is LARGE and free - 2 * lanes - scale >= TALL_LOG_ROWS:
        lanes *= 2
    return SpectatorRows(panels, rules.players, curves, remarks, lanes + scale, free - lanes - scale)


def _draw_title(canvas: Canvas, shown: SpectatorScene) -> None:
    scene = shown.scene
    bar, look = scene.look.style("bar"), scene.look
    canvas.write(0, 0, " " * canvas.width, bar)
    stock = f"{scene.words.heading('draw_pile')} {scene.view.draw_pile_size}"
    turn = look.text(fit(look.text(scene.turn_line), canvas.width // 2))
    room = canvas.width - cell_len(turn) - 4
    dot = f" {look.glyph('dot')} "
    titles = [look.text(dot.join(parts)) for parts in ((shown.heading, stock), (shown.heading,))]
    fitting = next((title for title in titles if cell_len(title) <= room), look.text(fit(titles[1], room)))
    canvas.write(1, 0, fitting, bar)
    canvas.write(canvas.width - 1 - cell_len(turn), 0, turn, look.style("bar", "strong"))


def _draw_hands(canvas: Canvas, shown: SpectatorScene, row: int) -> None:
    """Write a line for each seat: the cards by their names, or their backs."""
    scene, look = shown.scene, shown.scene.look
    rules = scene.view.rules
    widest = min(canvas.width // 5, max(cell_len(look.text(scene.words.seat(seat))) for seat in range(rules.players)))
    for seat in range(rules.players):
        team, turn = rules.team_of(seat), scene.on_turn(seat)
        name = look.text(fit(look.text(scene.words.seat(seat)), widest))
        named = f"{look.glyph('turn') if turn else ' '}{name}"
        canvas.write(1, row + seat, named, look.style(f"team{team}", *(("turn",) if turn else ())))
        x = widest + 4
        if shown.hands is None:
            backs = " ".join([look.glyph("back") * 2] * scene.view.hand_sizes[seat])
            canvas.write(x, row + seat, backs, look.style("back"))
            continue
        for card, chip in zip(shown.hands[seat], _chips(shown.hands[seat], scene, canvas.width - x - 1), strict=True):
            x = canvas.write(x, row + seat, chip, look.style(card.family.value)) + 1


def _chips(hand: Sequence[Card], scene: Scene, width: int) -> list[str]:
    """Return the cards of a hand so that they fit on one line, their names no shorter than they must be."""
    for room in range(24, 5, -1):
        chips = [scene.card_drawer.chip(card, room) for card in hand]
        if sum(cell_len(chip) + 1 for chip in chips) <= width + 1:
            break
    return chips


def _draw_log_and_stock(canvas: Canvas, scene: Scene, row: int, height: int) -> None:
    """Draw the draw pile and the discards, and beside them what happened."""
    if height <= 0:
        return
    left = 1
    if height >= 3:
        canvas.paste(1, row, draw_stock_lines(scene, STOCK_WIDTH))
        left = STOCK_WIDTH + 2
        for y in range(row, row + height):
            canvas.write(left, y, scene.look.glyph("bar"), scene.look.style("soft"))
        left += 2
    canvas.paste(left, row, draw_log(scene, canvas.width - left - 1, height))


def _wrapped(shown: SpectatorScene, width: int) -> list[ReviewRemark]:
    look = shown.scene.look
    return [ReviewRemark(line, one.role) for one in shown.remarks for line in wrap(look.text(one.text), width - 2)]


def _draw_remarks(canvas: Canvas, shown: SpectatorScene, row: int, height: int) -> None:
    """Write the remarks; an ellipsis tells that a line does not fit any more."""
    look, lines = shown.scene.look, _wrapped(shown, canvas.width)
    for number, line in enumerate(lines[:height]):
        cut = number == height - 1 and len(lines) > height
        text = look.text(fit(f"{line.text} {lines[height].text}", canvas.width - 2)) if cut else line.text
        canvas.write(1, row + number, text, look.style(line.role))


def _draw_curves(canvas: Canvas, shown: SpectatorScene, row: int, height: int) -> None:
    """Write a line for each team: its name, the curve with the present moment marked, the chance as a number."""
    look, levels = shown.scene.look, BLOCK_LEVELS if shown.scene.look.boxes else ASCII_LEVELS
    names = [lane_name(shown.scene, one.team, canvas.width) for one in shown.chances]
    start = max((cell_len(name) for name in names), default=0) + 2
    for index, chances in enumerate(shown.chances[:height]):
        width = canvas.width - start - 9
        canvas.write(1, row + index, names[index], look.style(f"team{chances.team}"))
        line = draw_curve(chances.values, width, levels)
        canvas.write(start, row + index, line, look.style(f"team{chances.team}"))
        for number, role in [*chances.marks.items(), *([] if chances.at is None else [(chances.at, "bar")])]:
            column = curve_column(number, len(chances.values), width)
            canvas.write(start + column, row + index, line[column], look.style(role))
        now = look.text(chances.now)
        canvas.write(canvas.width - 1 - cell_len(now), row + index, now, look.style("strong"))


def draw_curve(chances: Sequence[float | None], width: int, levels: str = BLOCK_LEVELS) -> str:
    """Draw chances as a line of so many columns, several to a column or one over several; unknown ones are blank."""
    columns = width if chances else 0
    return "".join(_level(chances[slice(*_share(column, columns, len(chances)))], levels) for column in range(columns))


def curve_column(number: int, count: int, width: int) -> int:
    """Return the first column of the curve in which a chance stands."""
    return next(column for column in range(width) if number < _share(column, width, count)[1])


def _share(column: int, columns: int, count: int) -> tuple[int, int]:
    """Return the first chance that a column stands for, and the one behind the last."""
    start = column * count // columns
    return start, max(start + 1, (column + 1) * count // columns)


def _level(share: Sequence[float | None], levels: str) -> str:
    """Return the character for chances that share a column: that of the last one that is known."""
    known = [chance for chance in share if chance is not None]
    return levels[min(len(levels) - 1, int(known[-1] * len(levels)))] if known else UNKNOWN
