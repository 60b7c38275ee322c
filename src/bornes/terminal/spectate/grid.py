"""The table as onlookers see it: all piles, all hands, what is remarked, and how the chances went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len

from ...cards import Card
from ..drawing.canvas import Canvas
from ..drawing.fitting import fit, wrap
from ..drawing.layout import LEAST, WIDEST, draw_keys, draw_panels, draw_table, is_roomy
from ..drawing.piles import panel_height
from ..drawing.road import road
from ..drawing.scene import Scene
from ..drawing.stock import log, stock_lines
from .curve import ASCII, BLOCKS, curve, place_of

STOCK = 20
"""Columns for draw pile and discards beside the log."""
NAMES = 14
"""The widest that names may be before hands and curves."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A line that is told of the present moment, and with which ink."""

    text: str
    ink: str = "plain"


@dataclass(frozen=True, slots=True)
class Chances:
    """A team's chances over the deal, and which of them belongs to the present moment."""

    team: int
    course: tuple[float | None, ...]
    at: int | None
    now: str
    """The present chance in words."""
    marks: Mapping[int, str] = field(default_factory=dict)
    """Which of them belong to moves that are remarked on, each with its ink."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Everything that onlookers see."""

    scene: Scene
    heading: str
    hands: tuple[tuple[Card, ...], ...] | None = None
    """What everybody holds; None where the hands are covered."""
    remarks: Sequence[Remark] = ()
    chances: Sequence[Chances] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """How many rows each part gets."""

    panels: int
    hands: int
    curves: int
    remarks: int
    road: int
    log: int


def draw_sight(sight: Sight, width: int, height: int) -> Canvas:
    """The whole of it in a window of this size."""
    if width < LEAST[0] or height < LEAST[1]:
        return draw_table(sight.scene, width, height)
    canvas, board = Canvas(width, height), Canvas(min(width, WIDEST), height)
    parts = plan(sight, board.width, height)
    _title(board, sight)
    draw_panels(board, sight.scene, height)
    row = 1 + parts.panels
    if parts.road:
        board.paste(0, row, road(sight.scene, board.width, parts.road > sight.scene.view.rules.teams))
    row += parts.road
    _hands(board, sight, row)
    row += parts.hands
    _log(board, sight.scene, row, parts.log)
    _remarks(board, sight, row + parts.log, parts.remarks)
    _curves(board, sight, height - 1 - parts.curves, parts.curves)
    draw_keys(board, sight.scene, height - 1)
    canvas.paste((width - board.width) // 2, 0, board)
    return canvas


def plan(sight: Sight, width: int, height: int) -> Plan:
    """Share the rows out: piles and hands come first, then remarks and chances, the road, and the log gets the rest."""
    rules = sight.scene.view.rules
    panels = panel_height(width // rules.teams, is_roomy(width, height))
    free = height - 2 - panels - rules.players
    curves = min(len(sight.chances), max(0, free - 3))
    # With a review there are remarks of any length: room for an average one keeps the rest from jumping.
    told = max(4 if sight.chances else 0, len(_wrapped(sight, width)))
    remarks = min(told, 8, free - curves)
    free -= curves + remarks
    lanes = rules.teams if free >= rules.teams else 0
    scale = int(0 < lanes <= free - 4)
    return Plan(panels, rules.players, curves, remarks, lanes + scale, free - lanes - scale)


def _title(canvas: Canvas, sight: Sight) -> None:
    scene = sight.scene
    bar, look = scene.look.ink("bar"), scene.look
    canvas.write(0, 0, " " * canvas.width, bar)
    stock = f"{scene.words.heading('draw_pile')} {scene.view.draw_pile_size}"
    turn = look.text(fit(look.text(scene.turn_line), canvas.width // 2))
    room = canvas.width - cell_len(turn) - 4
    dot = f" {look.glyph('dot')} "
    titles = [look.text(dot.join(parts)) for parts in ((sight.heading, stock), (sight.heading,))]
    fitting = next((title for title in titles if cell_len(title) <= room), look.text(fit(titles[1], room)))
    canvas.write(1, 0, fitting, bar)
    canvas.write(canvas.width - 1 - cell_len(turn), 0, turn, look.ink("bar", "strong"))


def _hands(canvas: Canvas, sight: Sight, row: int) -> None:
    """A line for each seat: the cards by their names, or their backs."""
    scene, look = sight.scene, sight.scene.look
    rules = scene.view.rules
    widest = min(NAMES, max(cell_len(look.text(scene.words.seat(seat))) for seat in range(rules.players)))
    for seat in range(rules.players):
        team, turn = rules.team_of(seat), scene.on_turn(seat)
        canvas.write(1, row + seat, look.glyph("turn") if turn else " ", look.ink("turn"))
        name = look.text(fit(look.text(scene.words.seat(seat)), widest))
        canvas.write(2, row + seat, name, look.ink(f"team{team}", *(("strong",) if turn else ())))
        x = widest + 4
        if sight.hands is None:
            backs = " ".join([look.glyph("back") * 2] * scene.view.hand_sizes[seat])
            canvas.write(x, row + seat, backs, look.ink("back"))
            continue
        for card, chip in zip(sight.hands[seat], _chips(sight.hands[seat], scene, canvas.width - x - 1), strict=True):
            x = canvas.write(x, row + seat, chip, look.ink(card.family.value)) + 1


def _chips(hand: Sequence[Card], scene: Scene, width: int) -> list[str]:
    """The cards on one line, their names no shorter than they must be."""
    for room in range(24, 5, -1):
        chips = [scene.artist.chip(card, room) for card in hand]
        if sum(cell_len(chip) + 1 for chip in chips) <= width + 1:
            break
    return chips


def _log(canvas: Canvas, scene: Scene, row: int, height: int) -> None:
    """Draw pile and discards, and beside them what happened."""
    if height <= 0:
        return
    left = 1
    if height >= 3:
        canvas.paste(1, row, stock_lines(scene, STOCK))
        left = STOCK + 2
        for y in range(row, row + height):
            canvas.write(left, y, scene.look.glyph("bar"), scene.look.ink("soft"))
        left += 2
    canvas.paste(left, row, log(scene, canvas.width - left - 1, height))


def _wrapped(sight: Sight, width: int) -> list[Remark]:
    look = sight.scene.look
    return [Remark(line, one.ink) for one in sight.remarks for line in wrap(look.text(one.text), width - 2)]


def _remarks(canvas: Canvas, sight: Sight, row: int, height: int) -> None:
    """What there is to say; a line that does not fit any more is told by an ellipsis."""
    look, lines = sight.scene.look, _wrapped(sight, canvas.width)
    for place, line in enumerate(lines[:height]):
        cut = place == height - 1 and len(lines) > height
        text = look.text(fit(f"{line.text} {lines[height].text}", canvas.width - 2)) if cut else line.text
        canvas.write(1, row + place, text, look.ink(line.ink))


def _curves(canvas: Canvas, sight: Sight, row: int, height: int) -> None:
    """A line for each team: its name, the curve with the present moment marked, the chance as a number."""
    look, levels = sight.scene.look, BLOCKS if sight.scene.look.boxes else ASCII
    names = [look.text(fit(look.text(sight.scene.words.team(one.team)), NAMES)) for one in sight.chances]
    start = max((cell_len(name) for name in names), default=0) + 2
    for place, one in enumerate(sight.chances[:height]):
        width = canvas.width - start - 9
        canvas.write(1, row + place, names[place], look.ink(f"team{one.team}"))
        line = curve(one.course, width, levels)
        canvas.write(start, row + place, line, look.ink(f"team{one.team}"))
        for number, ink in [*one.marks.items(), *([] if one.at is None else [(one.at, "bar")])]:
            column = place_of(number, len(one.course), width)
            canvas.write(start + column, row + place, line[column], look.ink(ink))
        now = look.text(one.now)
        canvas.write(canvas.width - 1 - cell_len(now), row + place, now, look.ink("strong"))
