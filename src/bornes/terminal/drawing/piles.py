"""What lies before a team: battle and speed, miles and safeties, in a frame with its name."""

from __future__ import annotations

from collections import Counter

from rich.cells import cell_len

from ...cards import DISTANCES, Card
from ...position import Piles
from .canvas import Canvas
from .cards import FULL, SMALL, Size
from .fitting import fit, shares
from .scene import Scene

SIDE = 13
"""Columns that safeties need beside two cards."""


def panel_height(width: int, roomy: bool) -> int:
    """How many rows a team's panel takes."""
    size = _size(width, roomy)
    return size.height + (3 if _beside(width, size) or not roomy else 7)


def _size(width: int, roomy: bool) -> Size:
    """How large the cards on top of the piles are, where they are drawn as cards."""
    return FULL if roomy and width >= 2 * FULL.width + 2 else SMALL


def _beside(width: int, size: Size) -> bool:
    """Whether safeties can stand at the side of two cards."""
    return width - 4 >= 2 * size.width + SIDE


def team_panel(scene: Scene, team: int, width: int, roomy: bool) -> Canvas:
    """A team's piles in so many columns."""
    canvas, size = Canvas(width, panel_height(width, roomy)), _size(width, roomy)
    beside = _beside(width, size)
    as_cards = beside or roomy
    _frame(canvas, scene, team, scene.words.distance(scene.view.tables[team].miles) if as_cards else "")
    if not as_cards:
        _chips(canvas, scene, team)
        return canvas
    _cards(canvas, scene, team, size)
    _distances(canvas, scene, team, size.height + 1)
    if beside:
        _safeties(canvas, scene, team, 2 + 2 * size.width, 1, width - 3 - 2 * size.width)
    else:
        _safeties(canvas, scene, team, 2, size.height + 2, width - 4)
    return canvas


def _frame(canvas: Canvas, scene: Scene, team: int, miles: str) -> None:
    """The frame with names and miles above, cards in hand and points below."""
    look, view = scene.look, scene.view
    turn = any(scene.on_turn(seat) for seat in view.rules.seats_of(team))
    ink = "attack" if scene.attacked(team) else f"team{team}"
    canvas.outline(look.frame(), look.ink(ink, *(("strong",) if turn else ())))
    shown = look.text(f" {miles} ") if miles else ""
    canvas.write(canvas.width - 1 - cell_len(shown), 0, shown, look.ink("strong"))
    _names(canvas, scene, team, canvas.width - 2 - cell_len(shown))
    _foot(canvas, scene, team)


def _foot(canvas: Canvas, scene: Scene, team: int) -> None:
    """Cards in hand, which bot plays, and points, as far as there is room."""
    look, bottom, room = scene.look, canvas.height - 1, canvas.width - 4
    points = scene.totals[team] if scene.totals else 0
    held, worded = _held(scene, team), look.text(f" {points} {scene.words.term('points')} ")
    shown = worded if cell_len(worded) + cell_len(held) <= room + 1 else f" {points} "
    canvas.write(canvas.width - 1 - cell_len(shown), bottom, shown, look.ink("soft"))
    titles = {scene.bot_title(seat) for seat in scene.view.rules.seats_of(team)}
    named = f"{held}{look.glyph('dot')} {titles.pop()} " if len(titles) == 1 and any(titles) else held
    left = named if cell_len(named) + cell_len(shown) <= room else held
    if cell_len(left) + cell_len(shown) <= room + 2:
        canvas.write(1, bottom, left, look.ink("soft"))


def _names(canvas: Canvas, scene: Scene, team: int, width: int) -> None:
    """Who shares the piles; the one on turn with a mark."""
    seats = scene.view.rules.seats_of(team)
    names = [scene.look.text(scene.words.seat(seat)) for seat in seats]
    marks = [scene.look.glyph("turn") if scene.on_turn(seat) else "" for seat in seats]
    joint = " & "
    room = width - 2 - len(joint) * (len(seats) - 1) - sum(map(len, marks))
    widths = shares([cell_len(name) for name in names], room)
    x = canvas.write(1, 0, " ")
    for place, seat in enumerate(seats):
        shown = marks[place] + scene.look.text(fit(names[place], widths[place]))
        turn = scene.on_turn(seat)
        x = canvas.write(x, 0, shown, scene.look.ink("turn") if turn else scene.look.ink(f"team{team}", "strong"))
        x = canvas.write(x, 0, joint if place + 1 < len(seats) else " ", scene.look.ink(f"team{team}"))


def _held(scene: Scene, team: int) -> str:
    """How many cards its players hold."""
    held = [scene.view.hand_sizes[seat] for seat in scene.view.rules.seats_of(team)]
    numbers = "+".join(str(size) for size in held)
    told = scene.words.ngettext("{cards} card", "{cards} cards", sum(held), cards=numbers)
    return scene.look.text(f" {told} ")


def _cards(canvas: Canvas, scene: Scene, team: int, size: Size) -> None:
    laid, artist = scene.view.tables[team], scene.artist
    for place, (pile, term) in enumerate(((laid.battle, "battle_pile"), (laid.speed, "speed_pile"))):
        top = pile[-1] if pile else None
        drawn = (
            artist.gap(size, scene.words.term(term))
            if top is None
            else artist.card(top, size, strong=scene.laid_last(team, top))
        )
        canvas.paste(1 + place * size.width, 1, drawn)


def _safeties(canvas: Canvas, scene: Scene, team: int, x: int, y: int, width: int) -> None:
    """One below the other; a coup fourré has its mark, and its name where there is room."""
    laid, look = scene.view.tables[team], scene.look
    if not laid.safeties:
        canvas.write(x, y, look.text(fit(look.text(scene.words.term("safety_area")), width)), look.ink("soft"))
    for row, card in enumerate(laid.safeties):
        mark = f" {look.glyph('coup')}" if card in laid.coups else ""
        name = f"*{scene.artist.short(card, width - 1 - len(mark))}"
        ink = look.ink("safety", *(("strong",) if scene.laid_last(team, card) or mark else ()))
        after = canvas.write(x, y + row, name + mark, ink)
        spelt = look.text(f" {scene.words.term('coup_fourre')}")
        if mark and after + cell_len(spelt) <= x + width:
            canvas.write(after, y + row, spelt, look.ink("safety"))


def _distances(canvas: Canvas, scene: Scene, team: int, y: int) -> None:
    room = canvas.width - 4
    canvas.write(2, y, scene.look.text(fit(distances(scene, team, room), room)), scene.look.ink("distance"))


def distances(scene: Scene, team: int, width: int) -> str:
    """The distance cards by kind, the longest first, with how many there are; of 200s also how many there may be."""
    times, most = scene.look.glyph("times"), scene.view.rules.max_200s
    counts = Counter(scene.view.tables[team].distances)
    parts = [f"{card.miles}{times}{counts[card]}" for card in reversed(DISTANCES) if counts[card]]
    if counts[Card.D200] and most < 4:
        parts[0] += f"/{most}"
    short = [part.removesuffix(f"{times}1") for part in parts]
    forms = ("  ".join(parts), " ".join(parts), " ".join(short))
    return next((form for form in forms if len(form) <= width), forms[-1])


def _chips(canvas: Canvas, scene: Scene, team: int) -> None:
    """Battle and speed on a line each, the miles behind them, then distances and safeties."""
    laid, look, room = scene.view.tables[team], scene.look, canvas.width - 4
    miles = str(laid.miles)
    for row, (pile, term) in enumerate(((laid.battle, "battle_pile"), (laid.speed, "speed_pile"))):
        width = room if row else room - len(miles) - 1
        if pile:
            strong = ("strong",) if scene.laid_last(team, pile[-1]) else ()
            canvas.write(2, 1 + row, scene.artist.chip(pile[-1], width), look.ink(pile[-1].family.value, *strong))
        else:
            name = look.text(scene.words.term(term))
            canvas.write(2, 1 + row, f"[{name}]" if cell_len(name) <= width - 2 else "[ ]", look.ink("soft"))
    canvas.write(canvas.width - 2 - len(miles), 1, miles, look.ink("strong"))
    _distances(canvas, scene, team, 3)
    _safety_chips(canvas, scene, laid, team)


def _safety_chips(canvas: Canvas, scene: Scene, laid: Piles, team: int) -> None:
    """A safety on each of two lines, or two."""
    look, columns = scene.look, 1 if len(laid.safeties) <= 2 else 2
    room = (canvas.width - 4) // columns
    for place, card in enumerate(laid.safeties):
        mark = look.glyph("coup") if card in laid.coups else ""
        name = f"*{scene.artist.short(card, room - columns - len(mark))}{mark}"
        ink = look.ink("safety", *(("strong",) if scene.laid_last(team, card) or mark else ()))
        canvas.write(2 + place % columns * room, 4 + place // columns, name, ink)
