"""The draw pile and the discards, as cards or in two lines; and what happened, beside them."""

from __future__ import annotations

from rich.cells import cell_len

from .canvas import Canvas
from .cards import Size
from .fitting import fit, paragraph, wrap
from .scene import Notice, Scene


def stock(scene: Scene, size: Size) -> Canvas:
    """Draw pile and discards as cards, each with its name above."""
    view, artist = scene.view, scene.artist
    canvas = Canvas(2 * size.width + 1, size.height + 1)
    for place, term in enumerate(("draw_pile", "discards")):
        name = fit(scene.look.text(scene.words.heading(term)), size.width - 1 + 2 * place)
        canvas.write(place * size.width + 1 - place, 0, scene.look.text(name), scene.look.ink("soft"))
    pile = artist.back(size, f" {view.draw_pile_size} ") if view.draw_pile_size else artist.gap(size, "0")
    canvas.paste(0, 1, pile)
    top = view.discards[-1] if view.discards else None
    shown = artist.gap(size) if top is None else artist.card(top, size, strong=scene.discarded_last)
    canvas.paste(size.width, 1, shown)
    return _clickable(canvas, size.width)


def stock_lines(scene: Scene, width: int) -> Canvas:
    """The same in three lines."""
    view, words, look = scene.view, scene.words, scene.look
    canvas = Canvas(width, 3)
    name = look.text(fit(look.text(words.heading("draw_pile")), width - 5))
    canvas.write(0, 0, name, look.ink("soft"))
    canvas.write(cell_len(name) + 1, 0, str(view.draw_pile_size), look.ink("strong"))
    canvas.write(0, 1, look.text(fit(look.text(words.heading("discards")), width)), look.ink("soft"))
    if view.discards:
        top = view.discards[-1]
        strong = ("strong",) if scene.discarded_last else ()
        canvas.write(0, 2, scene.artist.chip(top, width), look.ink(top.family.value, *strong))
    return _clickable(canvas, width // 2)


def _clickable(canvas: Canvas, half: int) -> Canvas:
    canvas.clickable(0, 0, half, canvas.height, "draw")
    canvas.clickable(half, 0, canvas.width - half, canvas.height, "take")
    return canvas


def log(scene: Scene, width: int, height: int) -> Canvas:
    """What happened, the newest last and stressed; a notice takes its place."""
    if scene.notice is not None:
        return notice(scene, scene.notice, width, height)
    canvas = Canvas(width, height)
    row = height
    for sentence, new in scene.log():
        lines = paragraph(sentence, width - 2, height) if row == height else wrap(sentence, width - 2)
        row -= len(lines)
        if row < 0:
            break
        ink = scene.look.ink("strong" if new else "soft")
        canvas.write(0, row, scene.look.glyph("turn") if new else " ", ink)
        for place, line in enumerate(lines):
            canvas.write(2, row + place, scene.look.text(line), ink)
    return canvas


def notice(scene: Scene, shown: Notice, width: int, height: int) -> Canvas:
    """A few lines under a heading."""
    look = scene.look
    canvas = Canvas(width, height)
    canvas.write(0, 0, look.text(fit(look.text(shown.title), width)), look.ink("warning"))
    row = 1
    for text in shown.lines:
        for line in paragraph(look.text(text), width - 2, max(1, height - row)):
            if row < height:
                canvas.write(2, row, look.text(line))
                row += 1
    return canvas


def standings(scene: Scene, width: int, height: int) -> Canvas:
    """Every team's points, and how many end the game."""
    look, words = scene.look, scene.words
    canvas = Canvas(width, height)
    canvas.write(0, 0, look.text(fit(look.text(words.heading("points")), width)), look.ink("soft"))
    for team, points in enumerate(scene.totals[: height - 1]):
        name = look.text(fit(look.text(words.team(team)), width - 7))
        canvas.write(0, 1 + team, name, look.ink(f"team{team}"))
        canvas.write(width - 6, 1 + team, f"{points:>6}", look.ink("strong"))
    goal = scene.view.rules.game_goal
    if goal and height > len(scene.totals) + 1:
        canvas.write(width - 6, 1 + len(scene.totals), f"{'/ ' + str(goal):>6}", look.ink("soft"))
    return canvas
