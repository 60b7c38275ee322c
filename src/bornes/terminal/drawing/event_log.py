"""What happened, in sentences: names in the colours of their teams, and all that is new to the viewer in sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rich.cells import cell_len
from rich.text import Text

from ...i18n import N_
from .canvas import Canvas, fit, paragraph, wrap
from .scene import LogLine, Scene

USUAL_SENTENCE = 38
"""Characters of what one player does in a turn, in most turns."""


def draw_log(scene: Scene, width: int, height: int) -> Canvas:
    """Draw what happened, the newest last, what is new stressed.

    Where the new sentences are too many for a line each they follow each other like a text, so that all can be read.
    """
    canvas, room = Canvas(width, height), width - 2
    news, before = _split(scene)
    new = [told.sentence for told in news]
    lines = [line for sentence in new for line in wrap(sentence, room)]
    each, untold = len(lines) <= height, 0
    if not each:
        told, untold = _that_fit(_without_own(news, room, height), room, height)
        lines = [_more(scene, untold, room), *told] if untold and height > 1 else told
    top = height - len(lines)
    if untold:
        canvas.clickable(0, top, width, 1, "log")
    starts = _starts(new, room) if each else {0}
    for number, line in enumerate(lines):
        if number in starts:
            canvas.write(0, top + number, scene.look.glyph("turn"), scene.look.style("strong"))
        write_sentence(canvas, scene, 2, top + number, line, "strong")
    for sentence in () if untold else before:
        older = wrap(sentence, room)
        top -= len(older)
        if top < 0:
            break
        for number, line in enumerate(older):
            write_sentence(canvas, scene, 2, top + number, line, "soft")
    return canvas


def _that_fit(sentences: list[str], width: int, height: int) -> tuple[list[str], int]:
    """Return the lines of the last sentences as a text, as many as fit, and how many do not.

    Where not all do, there is a line left to say so.
    """
    lines = wrap(" ".join(sentences), width)
    if len(lines) <= height:
        return lines, 0
    for left_out in range(1, len(sentences)):
        lines = wrap(" ".join(sentences[left_out:]), width)
        if len(lines) < height:
            return lines, left_out
    return paragraph(sentences[-1], width, height - (height > 1)), len(sentences) - 1


def _more(scene: Scene, number: int, width: int) -> str:
    """Say how many sentences there are before those that fit, and with which key they are shown."""
    words = scene.words
    texts = (
        words.ngettext("… {number} more before (key l)", "… {number} more before (key l)", number, number=number),
        words.ngettext("… {number} more (l)", "… {number} more (l)", number, number=number),
    )
    return scene.look.text(next((text for text in texts if cell_len(text) <= width), fit(texts[-1], width)))


def rows_for_news(scene: Scene, width: int, *, in_lines: bool = False) -> int:
    """Return how many rows it takes to read all that is new in so many columns, as a text or sentence by sentence.

    As a text it does without what the viewer did.
    """
    news, _ = _split(scene)
    if in_lines:
        return sum(len(wrap(told.sentence, width - 2)) for told in news)
    text = " ".join(told.sentence for told in news if not told.own)
    return len(wrap(text, width - 2)) if text else 0


def typical_rows(scene: Scene, width: int) -> int:
    """Return how many rows the news of most turns take as a text, with so many players in so many columns."""
    return -(-USUAL_SENTENCE * (scene.view.rules.players - 1) // (width - 2))


def _without_own(news: list[LogLine], width: int, height: int) -> list[str]:
    """Return the new sentences, without what the viewer did where there is no room for all."""
    whole = [told.sentence for told in news]
    fits = len(wrap(" ".join(whole), width)) <= height
    return whole if fits else [told.sentence for told in news if not told.own] or whole


def _split(scene: Scene) -> tuple[list[LogLine], Iterator[str]]:
    """Return what is new, the newest last, and the other sentences, the newest first.

    How a deal ended stands above the table and on its sheet.
    """
    log = scene.log(ending=scene.sheet is None)
    new: list[LogLine] = []
    for told in log:
        if not told.new:
            return new[::-1], iter([told.sentence, *(older.sentence for older in log)])
        new.append(told)
    return new[::-1], iter(())


def _starts(sentences: list[str], width: int) -> set[int]:
    """Return in which lines sentences begin, where each begins one."""
    starts, line = set(), 0
    for sentence in sentences:
        starts.add(line)
        line += len(wrap(sentence, width))
    return starts


# -- names in colour -----------------------------------------------------------------------------------------------


def write_sentence(canvas: Canvas, scene: Scene, x: int, y: int, line: str, stress: str) -> None:
    """Write a line of a sentence, with the names in it in the colours of their teams."""
    canvas.write(x, y, line, scene.look.style(stress))
    for start, end, team in _named(line, scene):
        before = cell_len(line[:start])
        canvas.write(x + before, y, line[start:end], scene.look.style(f"team{team}", stress))


def colored_log(scene: Scene) -> Text:
    """Return all that happened in the deal, a line for each sentence, the newest last."""
    lines = []
    for told in scene.log():
        line = Text(told.sentence, scene.look.style(*(("strong",) if told.new else ())))
        for start, end, team in _named(told.sentence, scene):
            line.stylize(scene.look.style(f"team{team}", "strong"), start, end)
        lines.append(line)
    return Text("\n").join(reversed(lines))


def _named(line: str, scene: Scene) -> Iterator[tuple[int, int, int]]:
    """Return where players are named in a line, each with the team."""
    words, rules = scene.words, scene.view.rules
    names = {scene.look.text(words.seat(seat)): seat for seat in range(rules.players)}
    if words.you is not None:
        names |= {scene.text(you): words.you for you in (N_("You"), N_("you"))}
    for found in _pattern(tuple(names)).finditer(line):
        yield found.start(), found.end(), rules.team_of(names[found.group()])


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds these names as whole words, the longest first."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
