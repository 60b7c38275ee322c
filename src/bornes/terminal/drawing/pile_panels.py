"""The piles: what lies before each team, in a frame with its name, and the draw pile with the discards."""

from __future__ import annotations

from collections import Counter

from rich.cells import cell_len

from ...rules.cards import DISTANCES, Card
from .canvas import Canvas, fit, share_width
from .card_art import FULL, LARGE, SMALL, CardSize
from .scene import Scene
from .short_names import joint, shared_names, widest_name
from .theme import MARKS

SAFETIES_WIDTH = 13
"""Columns that safeties need beside two cards."""


def panel_height(scene: Scene, width: int, largest: CardSize, *, at_most: bool = False) -> int:
    """Return how many rows a team's panel takes now, or ever in this deal, with cards no larger than this."""
    size = _card_size(width, largest)
    if _safeties_beside(width, size) or largest is not SMALL:
        return size.height + (3 if _safeties_beside(width, size) else 7)
    laid = (len(_safety_lines(scene, team, width)) for team in range(scene.view.rules.teams))
    return 5 + (2 if at_most else max(laid))


def _card_size(width: int, largest: CardSize) -> CardSize:
    """Return how large the cards on top of the piles are, where they are drawn as cards."""
    sizes = (size for size in (LARGE, FULL) if size.width <= largest.width and width >= 2 * size.width + 2)
    return next(sizes, SMALL)


def _safeties_beside(width: int, size: CardSize) -> bool:
    """Say whether there is room for the safeties at the side of two cards."""
    return width - 4 >= 2 * size.width + SAFETIES_WIDTH


def draw_team_panel(scene: Scene, team: int, width: int, height: int, largest: CardSize) -> Canvas:
    """Draw a team's piles in so many columns and rows, with cards no larger than this."""
    canvas, size = Canvas(width, height), _card_size(width, largest)
    beside = _safeties_beside(width, size)
    as_cards = beside or largest is not SMALL
    _draw_frame(canvas, scene, team, _so_far(scene, team) if as_cards else "")
    if not as_cards:
        _draw_chips(canvas, scene, team)
        return canvas
    _draw_cards(canvas, scene, team, size)
    _draw_distances(canvas, scene, team, size.height + 1, width - 4)
    if beside:
        _draw_safeties(canvas, scene, team, 2 + 2 * size.width, 1, width - 3 - 2 * size.width)
    else:
        _draw_safeties(canvas, scene, team, 2, size.height + 2, width - 4)
    return canvas


def _so_far(scene: Scene, team: int) -> str:
    """Return how far a team has come, with the unit of what ends the race."""
    return scene.words.progress(scene.view.progress(team), scene.view.rules)


def _draw_frame(canvas: Canvas, scene: Scene, team: int, so_far: str) -> None:
    """Draw the frame with names and how far they have come above, cards in hand and points below."""
    look, view = scene.look, scene.view
    turn = any(scene.on_turn(seat) for seat in view.rules.seats_of(team))
    role = "attack" if scene.attacked(team) else f"team{team}"
    canvas.outline(look.frame(), look.style(role, *(("strong",) if turn else ())))
    shown = look.text(f" {so_far} ") if so_far else ""
    canvas.write(canvas.width - 1 - cell_len(shown), 0, shown, look.style("strong"))
    _draw_names(canvas, scene, team, canvas.width - 2 - cell_len(shown))
    _draw_foot(canvas, scene, team)


def _draw_foot(canvas: Canvas, scene: Scene, team: int) -> None:
    """Write cards in hand, which bot plays, and points, as far as there is room."""
    look, bottom, room = scene.look, canvas.height - 1, canvas.width - 4
    held = _held(scene, team)
    shown = _points(scene, team, room + 1 - cell_len(held))
    canvas.write(canvas.width - 1 - cell_len(shown), bottom, shown, look.style("soft"))
    titles = {scene.bot_title(seat) for seat in scene.view.rules.seats_of(team)}
    named = f"{held}{look.glyph('dot')} {titles.pop()} " if len(titles) == 1 and any(titles) else held
    left = named if cell_len(named) + cell_len(shown) <= room else held
    if cell_len(left) + cell_len(shown) <= room + 2:
        canvas.write(1, bottom, left, look.style("soft"))


def _points(scene: Scene, team: int, room: int) -> str:
    """Write a team's points, with their unit where there is room; nothing where the frame above says the same."""
    rules, look = scene.view.rules, scene.look
    if rules.end_measure != "miles" and not rules.game_goal:
        return ""
    points = scene.totals[team] if scene.totals else 0
    worded = look.text(f" {scene.words.points(points)} ")
    return worded if cell_len(worded) <= room else look.text(f" {scene.words.whole(points)} ")


def _name(scene: Scene, seat: int) -> str:
    """Return what a player is called, and whether somebody elsewhere is out of reach."""
    name = scene.words.seat(seat)
    away = any(one.away for one in scene.seats[seat : seat + 1])
    return scene.words.gettext("{name} (away)", name=name) if away else name


def _draw_names(canvas: Canvas, scene: Scene, team: int, width: int) -> None:
    """Write who shares the piles, with a mark at the one whose turn it is."""
    seats = scene.words.partners(team) or scene.view.rules.seats_of(team)
    names = [scene.look.text(_name(scene, seat)) for seat in seats]
    marks = [scene.look.glyph("turn") if scene.on_turn(seat) else "" for seat in seats]
    given, between = shared_names(names, scene.look.text(joint(scene.words)), width - 1 - sum(map(len, marks)))
    used = sum(map(cell_len, given)) + cell_len(between) * (len(given) - 1) + sum(map(len, marks))
    x = canvas.write(1, 0, " ") if used < width else 1
    for index, seat in enumerate(seats):
        stress = "turn" if scene.on_turn(seat) else "strong"
        shown = marks[index] + scene.look.text(given[index])
        x = canvas.write(x, 0, shown, scene.look.style(f"team{team}", stress))
        if index + 1 < len(seats):
            x = canvas.write(x, 0, between, scene.look.style(f"team{team}"))
    if x <= width:
        canvas.write(x, 0, " ")


def _held(scene: Scene, team: int) -> str:
    """Return how many cards a team's players hold."""
    held = [scene.view.hand_sizes[seat] for seat in scene.view.rules.seats_of(team)]
    numbers = "+".join(str(size) for size in held)
    text = scene.words.ngettext("{cards} card", "{cards} cards", sum(held), cards=numbers)
    return scene.look.text(f" {text} ")


def _draw_cards(canvas: Canvas, scene: Scene, team: int, size: CardSize) -> None:
    laid, drawer = scene.view.tables[team], scene.card_drawer
    for index, (pile, term) in enumerate(((laid.battle, "battle_pile"), (laid.speed, "speed_pile"))):
        top = pile[-1] if pile else None
        drawn = (
            drawer.empty(size, scene.words.term(term))
            if top is None
            else drawer.card(top, size, strong=scene.laid_last(team, top))
        )
        canvas.paste(1 + index * size.width, 1, drawn)


def _draw_safeties(canvas: Canvas, scene: Scene, team: int, x: int, y: int, width: int) -> None:
    """Write the safeties one below the other; a coup fourré has its mark, and its name where there is room."""
    laid, look = scene.view.tables[team], scene.look
    if not laid.safeties:
        canvas.write(x, y, look.text(fit(look.text(scene.words.term("safety_area")), width)), look.style("soft"))
    for row, card in enumerate(laid.safeties):
        coup = card in laid.coups
        whole = widest_name(card, scene.words)
        if coup and whole + 3 > width:  # the mark of a coup fourré says that it is a safety, too
            name = f"{look.glyph('coup')}{scene.card_drawer.short_name(card, width - 1)}"
        else:
            mark = f" {look.glyph('coup')}" if coup else ""
            name = f"*{scene.card_drawer.short_name(card, width - 1 - len(mark))}{mark}"
        style = look.style("safety", *(("strong",) if scene.laid_last(team, card) or coup else ()))
        after = canvas.write(x, y + row, name, style)
        spelt = look.text(f" {scene.words.term('coup_fourre')}")
        if coup and after + cell_len(spelt) <= x + width:
            canvas.write(after, y + row, spelt, look.style("safety"))


def _draw_distances(canvas: Canvas, scene: Scene, team: int, y: int, room: int) -> None:
    canvas.write(2, y, scene.look.text(fit(distances(scene, team, room), room)), scene.look.style("distance"))


def distances(scene: Scene, team: int, width: int) -> str:
    """Count the distance cards by kind, the longest first; of 200s also say how many there may be."""
    times, most = scene.look.glyph("times"), scene.view.rules.max_200s
    counts = Counter(scene.view.tables[team].distances)
    parts = [f"{card.miles}{times}{counts[card]}" for card in reversed(DISTANCES) if counts[card]]
    if counts[Card.D200] and most < 4:
        parts[0] += f"/{most}"
    short = [part.removesuffix(f"{times}1") for part in parts]
    forms = ("  ".join(parts), " ".join(parts), " ".join(short))
    return next((form for form in forms if len(form) <= width), forms[-1])


def _draw_chips(canvas: Canvas, scene: Scene, team: int) -> None:
    """Write battle and speed on a line each, then distances and safeties; how far it is stands where there is room."""
    look, room = scene.look, canvas.width - 3
    so_far = look.text(scene.words.whole(scene.view.progress(team)))
    chips = [_write_chip(canvas, scene, team, row, room, room - 2 - cell_len(so_far)) for row in (1, 2)]
    beside = [row for row in (2, 1) if chips[row - 1] + 1 + cell_len(so_far) < room]
    row = beside[0] if beside else 3
    canvas.write(canvas.width - 2 - cell_len(so_far), row, so_far, look.style("strong"))
    _draw_distances(canvas, scene, team, 3, room - 1 - (cell_len(so_far) + 1 if row == 3 else 0))
    for at, cards in enumerate(_safety_lines(scene, team, canvas.width)):
        _draw_safety_chips(canvas, scene, team, 4 + at, cards)


def _write_chip(canvas: Canvas, scene: Scene, team: int, row: int, room: int, if_empty: int) -> int:
    """Write what lies on top of the battle pile, or in the second row of the speed pile; returns its width.

    An empty pile has its name where there is room for that beside how far it is.
    """
    laid, look = scene.view.tables[team], scene.look
    pile, term = (laid.battle, "battle_pile") if row == 1 else (laid.speed, "speed_pile")
    if pile:
        text, roles = _chip(scene, pile[-1], room), [pile[-1].family.value]
        roles += ["strong"] if scene.laid_last(team, pile[-1]) else []
    else:
        name, roles = look.text(scene.words.term(term)), ["soft"]
        text = f"[{name}]" if cell_len(name) <= if_empty - 2 else "[ ]"
    return canvas.write(2, row, text, look.style(*roles)) - 2


def _chip(scene: Scene, card: Card, room: int) -> str:
    """Return a card on one line; where its name is whole only without brackets, it has none."""
    bare = f"{MARKS[card.family]}{scene.look.text(scene.words.card(card))}"
    return bare if cell_len(bare) <= room < cell_len(bare) + 2 else scene.card_drawer.chip(card, room)


def _safety_lines(scene: Scene, team: int, width: int) -> list[tuple[Card, ...]]:
    """Share a team's safeties out to two lines at most: two stand beside each other where both fit, or more follow."""
    laid = scene.view.tables[team]
    wide = sum(cell_len(scene.words.short_card(card)) + 2 + (card in laid.coups) for card in laid.safeties) - 1
    columns = 2 if len(laid.safeties) > 2 or wide <= width - 3 else 1
    return [laid.safeties[at : at + columns] for at in range(0, len(laid.safeties), columns)]


def _draw_safety_chips(canvas: Canvas, scene: Scene, team: int, row: int, cards: tuple[Card, ...]) -> None:
    """Write one safety on a line, or two that share it by the length of their names."""
    look, laid = scene.look, scene.view.tables[team]
    marks = [look.glyph("coup") if card in laid.coups else "" for card in cards]
    room = canvas.width - 3 - sum(2 + len(mark) for mark in marks) + 1
    whole = [widest_name(card, scene.words) for card in cards]
    short = [cell_len(scene.words.short_card(card)) for card in cards]
    widths = share_width(whole if sum(whole) <= room else short, room)
    x = 2
    for card, mark, width in zip(cards, marks, widths, strict=True):
        style = look.style("safety", *(("strong",) if scene.laid_last(team, card) or mark else ()))
        x = canvas.write(x, row, f"*{scene.card_drawer.short_name(card, width)}{mark}", style) + 1


# -- draw pile and discards ----------------------------------------------------------------------------------------


def draw_stock(scene: Scene, size: CardSize) -> Canvas:
    """Draw the draw pile and the discards as cards, each with its name above."""
    view, drawer = scene.view, scene.card_drawer
    canvas = Canvas(2 * size.width + 1, size.height + 1)
    for index, term in enumerate(("draw_pile", "discards")):
        name = fit(scene.look.text(scene.words.heading(term)), size.width - 1 + 2 * index)
        canvas.write(index * size.width + 1 - index, 0, scene.look.text(name), scene.look.style("soft"))
    pile = drawer.back(size, f" {view.draw_pile_size} ") if view.draw_pile_size else drawer.empty(size, "0")
    canvas.paste(0, 1, pile)
    top = view.discards[-1] if view.discards else None
    shown = drawer.empty(size) if top is None else drawer.card(top, size, strong=scene.discarded_last)
    canvas.paste(size.width, 1, shown)
    canvas.clickable(0, 0, size.width, canvas.height, "draw")
    canvas.clickable(size.width, 0, canvas.width - size.width, canvas.height, "discards")
    return canvas


def draw_stock_lines(scene: Scene, width: int, height: int = 3) -> Canvas:
    """Write the draw pile and the discards in two or three lines, where there is no room for cards."""
    view, words, look = scene.view, scene.words, scene.look
    canvas = Canvas(width, height)
    name = look.text(fit(look.text(words.heading("draw_pile")), width - 5))
    canvas.write(0, 0, name, look.style("soft"))
    canvas.write(cell_len(name) + 1, 0, str(view.draw_pile_size), look.style("strong"))
    after = canvas.write(0, 1, look.text(fit(look.text(words.heading("discards")), width)), look.style("soft"))
    if view.discards:
        top, x = view.discards[-1], 0 if height > 2 else after + 1
        strong = ("strong",) if scene.discarded_last else ()
        chip = scene.card_drawer.chip(top, width - x)
        canvas.write(x, height - 1, chip, look.style(top.family.value, *strong))
    canvas.clickable(0, 0, width, 1, "draw")
    canvas.clickable(0, 1, width, height - 1, "discards")
    return canvas


def write_stock(canvas: Canvas, scene: Scene, x: int, y: int, width: int) -> None:
    """Write the draw pile and the top discard on one line, with their names as far as there is room."""
    view, words, look = scene.view, scene.words, scene.look
    name = look.text(words.heading("draw_pile"))
    after = canvas.write(x, y, f"{name} ", look.style("soft"))
    after = canvas.write(after, y, str(view.draw_pile_size), look.style("strong"))
    canvas.clickable(x, y, after - x, 1, "draw")
    start = after + 3
    after = canvas.write(start, y, f"{look.text(words.heading('discards'))} ", look.style("soft"))
    if view.discards:
        top, strong = view.discards[-1], ("strong",) if scene.discarded_last else ()
        canvas.write(after, y, scene.card_drawer.chip(top, x + width - after), look.style(top.family.value, *strong))
    canvas.clickable(start, y, x + width - start, 1, "discards")
