"""A card drawn with characters, in whatever room there is: with its drawing, by its name alone, or on one line."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from ...i18n import Translator
from ...rules.cards import Card, Family
from .canvas import ELLIPSIS, Canvas, card_label, centred, fit
from .short_names import card_name
from .theme import MARKS, Theme


@dataclass(frozen=True, slots=True)
class CardSize:
    """How large a card is drawn, frame included."""

    width: int
    height: int


LARGE = CardSize(17, 8)
FULL = CardSize(13, 6)
SMALL = CardSize(11, 4)
SMALLEST = CardSize(8, 4)
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
class CardDrawer:
    """Draws cards in one look and in the words of one edition."""

    look: Theme
    words: Translator
    limit: int = 50
    """The number on the Speed Limit."""

    def card(self, card: Card, size: CardSize, *, soft: bool = False, strong: bool = False, key: str = "") -> Canvas:
        """Draw a card face up, with ``key`` in its frame; ``strong`` to stress it.

        The frame of a card that cannot be played is ``soft``; what stands on it can be read as well as on any other.
        """
        roles = (card.family.value, *(("soft",) if soft else ()), *(("strong",) if strong else ()))
        canvas = Canvas(size.width, size.height)
        canvas.outline(self.look.frame(card.family), self.look.style(*roles))
        if key:
            canvas.write(2, 0, key, self.look.style("soft") if soft else self.look.style(card.family.value, "strong"))
        lines = self._face(card, size)
        top = 1 + (size.height - 2 - len(lines)) // 2
        for row, line in enumerate(lines):
            stress = () if soft and not strong else ("strong",)
            canvas.write(1, top + row, centred(line, size.width - 2), self.look.style(card.family.value, *stress))
        return canvas

    def _face(self, card: Card, size: CardSize) -> list[str]:
        width, height = size.width - 2, size.height - 2
        if card.family is Family.DISTANCE:
            unit = self.look.text(self.words.term("miles"))
            unit = unit if cell_len(unit) <= width else self.look.text(self.words.unit)
            return [*self._figures(str(card.miles), width, height), unit]
        name = card_name(card, self.words, width, height)
        sign = self._sign(card, height - len(name)) if height > 2 else []
        return [*sign, *(self.look.text(line) for line in name)]

    def _sign(self, card: Card, height: int) -> list[str]:
        """Draw what stands on a card above its name, as large as there is room."""
        if height > len(PICTURES[card]) and self.look.boxes:
            return [*(line.format(limit=self.limit) for line in PICTURES[card]), ""]
        return [self.look.sign(card, self.limit)] if height > 0 else []

    def _figures(self, number: str, width: int, height: int) -> list[str]:
        """Draw the number of a distance card, as large as there is room."""
        fonts = (LARGE_FIGURES, _SEGMENTS) if self.look.boxes else (_ASCII_SEGMENTS,)
        for font in fonts:
            rows = [" ".join(parts) for parts in zip(*(font[figure] for figure in number), strict=True)]
            if height > len(rows) and width >= len(rows[0]):
                return rows
        return [number]

    def back(self, size: CardSize, text: str = "") -> Canvas:
        """Draw a card face down, or a pile of them with a word on it."""
        canvas = Canvas(size.width, size.height)
        canvas.outline(self.look.frame(), self.look.style("back"))
        for row in range(1, size.height - 1):
            canvas.write(1, row, self.look.glyph("back") * (size.width - 2), self.look.style("back", "soft"))
        if text:
            canvas.write(1 + (size.width - 2 - cell_len(text)) // 2, size.height // 2, text, self.look.style("strong"))
        return canvas

    def empty(self, size: CardSize, text: str = "") -> Canvas:
        """Draw an empty place for a card; a word may say for which."""
        canvas = Canvas(size.width, size.height)
        canvas.outline(self.look.frame(), self.look.style("soft"))
        lines = self._place_label(text, size.width - 2, size.height - 2)
        for row, line in enumerate(lines):
            shown = centred(self.look.text(line), size.width - 2)
            canvas.write(1, (size.height - len(lines)) // 2 + row, shown, self.look.style("soft"))
        return canvas

    def _place_label(self, text: str, width: int, height: int) -> list[str]:
        """Lay out what an empty place is called; without its middle, *Speed Limit pile* is still no Speed Limit."""
        words = text.split()
        for name in (text, f"{words[0]} {words[-1]}") if len(words) > 2 else (text,):
            lines = card_label(self.look.text(name), width, height)
            if not any(ELLIPSIS in line for line in lines):
                break
        return lines

    def chip(self, card: Card, width: int = 40) -> str:
        """Return a card on one line, such as ``[!Stop]``; the mark tells its family."""
        return f"[{MARKS[card.family]}{self.short_name(card, width - 2 - len(MARKS[card.family]))}]"

    def short_name(self, card: Card, width: int) -> str:
        """Return the name of a card on one line, shortened to so many cells."""
        if card.family is Family.DISTANCE:
            return self.look.text(fit(self.words.card(card), width))
        return self.look.text(card_name(card, self.words, width)[0])


LARGE_FIGURES = {
    "0": ("┏━━┓", "┃  ┃", "┃  ┃", "┃  ┃", "┗━━┛"),
    "1": ("━┓", " ┃", " ┃", " ┃", " ╹"),
    "2": ("╺━━┓", "   ┃", "┏━━┛", "┃   ", "┗━━╸"),
    "5": ("┏━━╸", "┃   ", "┗━━┓", "   ┃", "╺━━┛"),
    "7": ("╺━━┓", "   ┃", "   ┃", "   ┃", "   ╹"),
}
"""The figures of distance cards with box characters."""

PICTURES: dict[Card, tuple[str, ...]] = {
    Card.OUT_OF_GAS: ("╭────╮╮", "│░░░░││", "╰────╯╯"),
    Card.FLAT_TIRE: (" ╭───╮ ", " │ ○ │ ", "▂▂╰▂╯▂▂"),
    Card.ACCIDENT: ("  ╲│╱  ", "■►─*─◄■", "  ╱│╲  "),  # noqa: RUF001
    Card.STOP: ("╭───────╮", "│ ● · · │", "╰───────╯"),
    Card.SPEED_LIMIT: ("╭────╮", "│ {limit} │", "╰────╯"),
    Card.GASOLINE: ("╭────╮╮", "│████││", "╰────╯╯"),
    Card.SPARE_TIRE: ("╭───╮", "│ ● │", "╰───╯"),
    Card.REPAIRS: ("╭╴     ╶╮", "╞═══════╡", "╰╴     ╶╯"),
    Card.ROLL: ("╭───────╮", "│ · · ● │", "╰───────╯"),
    Card.END_OF_LIMIT: ("╭───╱╮", "│ {limit}╱│", "╰╱───╯"),  # noqa: RUF001
    Card.EXTRA_TANK: ("╭──────╮", "│██████│∞", "╰●────●╯"),
    Card.PUNCTURE_PROOF: ("╔═══╗", "║ ● ║", "╚═══╝"),
    Card.DRIVING_ACE: ("╭─────╮", "│♠ A ♠│", "╰─────╯"),
    Card.RIGHT_OF_WAY: ("   ▲   ", "  ▲▲▲  ", " ▔▔▔▔▔ "),
}
"""A picture of three rows for each card that has a name; in ASCII the small sign stands instead."""

CAR = (" ▄▟▀▀▙▖ ", "▐█●██●█▌")
ASCII_CAR = (" _/--\\_ ", "'-o--o-'")
"""A car of two rows, for a road with room."""
