"""Text for terminals that know nothing but ASCII, character by character."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import get_character_cell_size

_SIGNS = {
    **dict.fromkeys("─━═▔▁▂╌╍┄┅┈┉╴╶╸╺⎯", "-"),
    **dict.fromkeys("│┃║▏▎▍▌▐▊▋▉█▕╵╷╹╻", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("–—", "-"),
    **dict.fromkeys("·…•", "."),
    **dict.fromkeys("→►▸▶", ">"),
    **dict.fromkeys("←◂◄◀", "<"),
    **dict.fromkeys("↑▲", "^"),
    **dict.fromkeys("↓▼", "v"),
    **dict.fromkeys("░▒▓", ":"),
    **dict.fromkeys("✓✔", "+"),
    "●": "*",
    "○": "o",
    "◌": ":",
    **dict.fromkeys("✗✘×", "x"),
    "≈": "=",
    "œ": "o",
    "Œ": "O",
    "æ": "a",
    "Æ": "A",
    "ß": "s",
}


def to_ascii(text: str) -> str:
    """Return the text in ASCII, as wide as it was."""
    return text if text.isascii() else "".join(map(_character_to_ascii, text))


@lru_cache(maxsize=1024)
def _character_to_ascii(character: str) -> str:
    if character.isascii():
        return character
    width = get_character_cell_size(character)
    if character in _SIGNS:
        return _SIGNS[character]
    bare = unicodedata.normalize("NFKD", character)[:1]
    return (bare if bare.isascii() else "?").ljust(width)[:width]
