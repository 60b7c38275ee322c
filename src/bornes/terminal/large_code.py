"""A code in large digits, and a link as a picture for a phone: what others read from across the room."""

from __future__ import annotations

from collections.abc import Sequence

_DIGITS = (
    ("█▀█", " █ ", "▀▀█", "▀▀█", "█ █", "█▀▀", "█▀▀", "▀▀█", "█▀█", "█▀█"),
    ("█ █", " █ ", "█▀▀", " ▀█", "▀▀█", "▀▀█", "█▀█", "  █", "█▀█", "▀▀█"),
    ("▀▀▀", " ▀ ", "▀▀▀", "▀▀▀", "  ▀", "▀▀▀", "▀▀▀", "  ▀", "▀▀▀", "▀▀▀"),
)
"""The digits from 0 on, in three lines of three columns each."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""What two squares one above the other look like, by whether they are dark."""
QUIET = 2
"""Squares of light around a picture, without which a phone does not find it."""


def large_digits(code: str, doubled: bool = False) -> list[str]:
    """Return a code in three lines, or in six where it is doubled, with a gap after every third digit."""
    wide = 2 if doubled else 1
    lines = []
    for row in _DIGITS:
        groups = (code[at : at + 3] for at in range(0, len(code), 3))
        drawn = ("  ".join(_widened(row[int(digit)], wide) for digit in group) for group in groups)
        lines.append(("  " + "  " * wide).join(drawn))
    return [half for line in lines for half in _heightened(line)] if doubled else lines


def _widened(text: str, times: int) -> str:
    return "".join(sign * times for sign in text)


def _heightened(line: str) -> tuple[str, str]:
    """Return a line of half blocks in two lines of whole ones."""
    upper = line.translate({ord("▀"): "█", ord("▄"): " "})
    lower = line.translate({ord("▄"): "█", ord("▀"): " "})
    return upper, lower


def qr_lines(rows: Sequence[str]) -> list[str]:
    """Return a picture of squares, ``1`` for a dark one, in half as many lines, with light around it."""
    if not rows:
        return []
    width = len(rows[0]) + 2 * QUIET
    light = "0" * width
    padded = [light] * QUIET + [f"{'0' * QUIET}{row}{'0' * QUIET}" for row in rows] + [light] * QUIET
    if len(padded) % 2:
        padded.append(light)
    pairs = zip(padded[::2], padded[1::2], strict=True)
    return ["".join(_HALVES[a == "1", b == "1"] for a, b in zip(*pair, strict=True)) for pair in pairs]
