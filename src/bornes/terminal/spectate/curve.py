"""Chances over a deal as a line of block characters."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
ASCII = "_.-:=+*#"
UNKNOWN = " "


def curve(chances: Sequence[float | None], width: int, levels: str = BLOCKS) -> str:
    """The chances over so many columns, several to a column or one to several; what is not known yet is left blank."""
    columns = width if chances else 0
    return "".join(_level(chances[slice(*_share(column, columns, len(chances)))], levels) for column in range(columns))


def place_of(number: int, count: int, width: int) -> int:
    """In which column of the curve a chance stands first."""
    return next(column for column in range(width) if number < _share(column, width, count)[1])


def _share(column: int, columns: int, count: int) -> tuple[int, int]:
    """From which chance on, and up to which, a column stands for."""
    start = column * count // columns
    return start, max(start + 1, (column + 1) * count // columns)


def _level(share: Sequence[float | None], levels: str) -> str:
    """The last chance that is known among those that share a character."""
    known = [chance for chance in share if chance is not None]
    return levels[min(len(levels) - 1, int(known[-1] * len(levels)))] if known else UNKNOWN
