"""A card drawn with characters, in whatever room there is: with its drawing, by its name alone, or on one line."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from ...cards import Card, Family
from ...words import Words
from .canvas import Canvas
from .fitting import centred, fit, label
from .look import MARKS, Look


@dataclass(frozen=True, slots=True)
class Size:
    """How large a card is drawn, frame included."""

    width: int
    height: int


FULL = Size(13, 6)
SMALL = Size(11, 4)
LEAST = Size(8, 4)
"""Narrower than this no name can be read."""

_SEGMENTS = {
    "0": ("┌─┐", "│ │", "└─┘"),
    "1": ("╷", "│", "╵"),
    "2": ("╶─┐", "┌─┘", "└─╴"),
    "5": ("┌─╴", "└─┐", "╶─┘"),
    "7": ("╶─┐", "  │", "  ╵"),
}
_ASCII_SEGMENTS = {
    "0": (" _ ", "| |", "|_|"),
    "1": (" ", "|", "|"),
    "2": (" _ ", " _|", "|_ "),
    "5": (" _ ", "|_ ", " _|"),
    "7": (" _ ", "  |", "  |"),
}
"""The figures on a full distance card, three cells high."""


@dataclass(frozen=True, slots=True)
class Artist:
    """Draws cards in one manner and in the words of one edition."""

    look: Look
    words: Words
    limit: int = 50
    """The number on the Speed Limit."""

    def card(self, card: Card, size: Size, *, soft: bool = False, strong: bool = False, key: str = "") -> Canvas:
        """A card face up; ``soft`` for one that cannot be played, ``strong`` to stress it, ``key`` in its frame."""
        ink = (card.family.value, *(("soft",) if soft else ()), *(("strong",) if strong else ()))
        canvas = Canvas(size.width, size.height)
        canvas.outline(self.look.frame(card.family), self.look.ink(*ink))
        if key:
            canvas.write(2, 0, key, self.look.ink("soft") if soft else self.look.ink(card.family.value, "strong"))
        lines = self._face(card, size)
        top = 1 + (size.height - 2 - len(lines)) // 2
        for row, line in enumerate(lines):
            canvas.write(
                1, top + row, centred(line, size.width - 2), self.look.ink(*ink, *(() if soft else ("strong",)))
            )
        return canvas

    def _face(self, card: Card, size: Size) -> list[str]:
        width, height = size.width - 2, size.height - 2
        if card.family is Family.DISTANCE:
            unit = self.look.text(self.words.term("miles"))
            return [*self._figures(str(card.miles), width, height), unit if cell_len(unit) <= width else ""]
        name = label(self.look.text(self.words.card(card)), width, height)
        sign = [self.look.sign(card, self.limit)] if len(name) < height and height > 2 else []
        return [*sign, *(self.look.text(line) for line in name)]

    def _figures(self, number: str, width: int, height: int) -> list[str]:
        """The number of a distance card, as large as it can be."""
        shapes = _SEGMENTS if self.look.boxes else _ASCII_SEGMENTS
        large = [" ".join(shapes[figure][row] for figure in number) for row in range(3)]
        return large if height > len(large) and width >= len(large[0]) else [number]

    def back(self, size: Size, text: str = "") -> Canvas:
        """A card face down, or a pile of them with a word on it."""
        canvas = Canvas(size.width, size.height)
        canvas.outline(self.look.frame(), self.look.ink("back"))
        for row in range(1, size.height - 1):
            canvas.write(1, row, self.look.glyph("back") * (size.width - 2), self.look.ink("back", "soft"))
        if text:
            canvas.write(1 + (size.width - 2 - cell_len(text)) // 2, size.height // 2, text, self.look.ink("strong"))
        return canvas

    def gap(self, size: Size, text: str = "") -> Canvas:
        """Where a card may come to lie; a word says which."""
        canvas = Canvas(size.width, size.height)
        canvas.outline(self.look.frame(), self.look.ink("soft"))
        lines = label(self.look.text(text), size.width - 2, size.height - 2)
        for row, line in enumerate(lines):
            shown = centred(self.look.text(line), size.width - 2)
            canvas.write(1, (size.height - len(lines)) // 2 + row, shown, self.look.ink("soft"))
        return canvas

    def chip(self, card: Card, width: int = 40) -> str:
        """A card on one line, such as ``[!Stop]``; the mark tells its family."""
        return f"[{MARKS[card.family]}{self.short(card, width - 2 - len(MARKS[card.family]))}]"

    def short(self, card: Card, width: int) -> str:
        """The name of a card in so many cells."""
        return self.look.text(fit(self.look.text(self.words.card(card)), width))
