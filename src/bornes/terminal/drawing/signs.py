"""What is drawn on cards in large windows: figures five rows high, and a picture for each card that has a name."""

from __future__ import annotations

from ...cards import Card

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
