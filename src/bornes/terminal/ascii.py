"""Text for terminals that know nothing but ASCII, letter by letter."""

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
    **dict.fromkeys("✗✘×", "x"),
    "≈": "=",
    "œ": "o",
    "Œ": "O",
    "æ": "a",
    "Æ": "A",
    "ß": "s",
}


def plain(text: str) -> str:
    """Text in ASCII that takes as many cells."""
    return text if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=1024)
def _plain(character: str) -> str:
    if character.isascii():
        return character
    width = get_character_cell_size(character)
    if character in _SIGNS:
        return _SIGNS[character]
    bare = unicodedata.normalize("NFKD", character)[:1]
    return (bare if bare.isascii() else "?").ljust(width)[:width]
