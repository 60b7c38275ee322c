"""How the table is drawn: with box characters or ASCII, with colours or without.

What colour tells, strokes tell as well: each family of cards has a frame and a mark of its own.  The colours are the
sixteen that every terminal has, so that they follow its palette, light or dark.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rich.style import Style

from ...rules.cards import Card, Family
from ..ascii_output import to_ascii
from .canvas import BoxStyle

TEAM_STYLES = ("cyan", "magenta", "yellow", "green")
"""The colours of the teams, for everything that is shown in a terminal."""


def _frame(strokes: str) -> BoxStyle:
    return BoxStyle(*strokes)


THIN, HEAVY, DOUBLE, ROUND = _frame("┌┐┘└─│"), _frame("┏┓┛┗━┃"), _frame("╔╗╝╚═║"), _frame("╭╮╯╰─│")
FRAMES = {Family.DISTANCE: ROUND, Family.HAZARD: HEAVY, Family.REMEDY: THIN, Family.SAFETY: DOUBLE}
PLAIN_FRAME = _frame("++++-|")
ASCII_FRAMES = {
    Family.DISTANCE: _frame("....-:"),
    Family.HAZARD: _frame("####=#"),
    Family.REMEDY: PLAIN_FRAME,
    Family.SAFETY: _frame("****=*"),
}
MARKS = {Family.DISTANCE: "", Family.HAZARD: "!", Family.REMEDY: "+", Family.SAFETY: "*"}
"""What tells the families apart on a single line."""

SIGNS: dict[Card, tuple[str, str]] = {
    Card.OUT_OF_GAS: ("▐░░░░▌", "[....]"),
    Card.FLAT_TIRE: ("▂(_)▂", "_(_)_"),
    Card.ACCIDENT: ("■►*◄■", ">>*<<"),
    Card.STOP: ("[●··]", "[O..]"),
    Card.SPEED_LIMIT: ("({limit})", "({limit})"),
    Card.GASOLINE: ("▐████▌", "[####]"),
    Card.SPARE_TIRE: ("( ● )", "( o )"),
    Card.REPAIRS: ("╾══╼┤", "}}====-"),
    Card.ROLL: ("[··●]", "[..O]"),
    Card.END_OF_LIMIT: ("(\u2571{limit}\u2571)", "(/{limit}/)"),
    Card.EXTRA_TANK: ("▐████▌∞", "[####]+"),
    Card.PUNCTURE_PROOF: ("((●))", "((o))"),
    Card.DRIVING_ACE: ("♠ A ♠", "~ A ~"),
    Card.RIGHT_OF_WAY: ("─▲─", "-^-"),
}
"""A drawing on each card that has a name, with box characters and in ASCII."""

STYLES: dict[str, str] = {
    "distance": "green",
    "hazard": "red",
    "remedy": "bright_blue",
    "safety": "yellow",
    "soft": "dim",
    "strong": "bold",
    "bar": "reverse",
    "turn": "bold reverse",
    "attack": "bold red",
    "warning": "bold yellow",
    "key": "bold cyan",
    "back": "blue",
    **{f"team{number}": colour for number, colour in enumerate(TEAM_STYLES)},
}
"""The style of each role that something drawn may have."""
COLOURLESS_STYLES: dict[str, str] = {
    "soft": "dim",
    "strong": "bold",
    "bar": "reverse",
    "turn": "bold reverse",
    "attack": "bold reverse",
    "warning": "bold",
    "key": "bold",
}

GLYPHS = {
    "car": ("■►", "o>"),
    "road": ("·", "."),
    "finish": ("▌", "|"),
    "turn": ("►", ">"),
    "back": ("▒", ":"),
    "coup": ("‡", "!"),
    "mark": ("✓", "x"),
    "hint": ("★", "*"),
    "times": ("×", "x"),
    "dot": ("·", "-"),
    "bar": ("│", "|"),
    "flag": ("▀▄", "#_"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The choice between box characters and ASCII, between colours and none, and whether anything moves."""

    colour: bool = True
    boxes: bool = True
    calm: bool = False
    """Whether nothing rolls or flashes."""

    def style(self, *roles: str) -> Style:
        """Return the style of these roles together, such as ``"hazard", "strong"``; unknown ones change nothing."""
        return _combined_style(self.colour, roles)

    def frame(self, family: Family | None = None) -> BoxStyle:
        """Return the frame of a card of this family, or of a panel."""
        if self.boxes:
            return ROUND if family is None else FRAMES[family]
        return PLAIN_FRAME if family is None else ASCII_FRAMES[family]

    def glyph(self, name: str) -> str:
        """Return a small drawing, such as a car."""
        return GLYPHS[name][0 if self.boxes else 1]

    def sign(self, card: Card, limit: int) -> str:
        """Return the drawing on a card that has a name."""
        return SIGNS[card][0 if self.boxes else 1].format(limit=limit)

    def text(self, text: str) -> str:
        """Return the text as it can be shown: in ASCII letters lose their accents, quotation marks their curls."""
        return text if self.boxes else to_ascii(text)


@cache
def _combined_style(colour: bool, roles: tuple[str, ...]) -> Style:
    styles = STYLES if colour else COLOURLESS_STYLES
    return Style.parse(" ".join(styles[role] for role in roles if role in styles))
