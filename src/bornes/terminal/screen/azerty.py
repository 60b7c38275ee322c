"""Digits on a French keyboard, where they need Shift: the keys without it mean them too, unless a text is typed."""

from __future__ import annotations

AZERTY_DIGITS = {"&": "1", "é": "2", '"': "3", "'": "4", "(": "5", "-": "6", "è": "7"}
"""What the keys below the digits write, and which digit each is meant for."""
AZERTY_KEYS = ("ampersand", "é", "quotation_mark", "apostrophe", "left_parenthesis", "minus", "è")
"""The same keys by the names that Textual gives them, from 1 to 7."""


def digit_meant(character: str) -> str:
    """Return the digit that is meant by a character typed without Shift; any other character as it is."""
    return AZERTY_DIGITS.get(character, character)
