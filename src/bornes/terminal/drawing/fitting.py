"""Words that fit: shortened or broken where a reader expects it, never cut without a sign."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

ELLIPSIS = "…"
VOWELS = frozenset("aeiouyéèêëàâîïôûùœæ")


def fit(text: str, width: int) -> str:
    """Return the text if it fits, else its first words, or the beginning of its first word, with an ellipsis."""
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    room = width - 1
    whole = ""
    for at, character in enumerate(text):
        if character in " -" and cell_len(text[:at]) <= room:
            whole = text[:at].rstrip(" -,:;.&")
    if cell_len(whole) * 2 < room:  # too little of it would be left
        whole = _prefix(text, room).rstrip(" -")
    return whole + ELLIPSIS


def _prefix(text: str, width: int) -> str:
    """Return as many characters as fit, without the padding for half a wide one."""
    kept = text
    while kept and cell_len(kept) > width:
        kept = kept[:-1]
    return kept


def wrap(text: str, width: int) -> list[str]:
    """Break the text into lines no wider than this, between words; a word that is longer is cut into pieces.

    A piece is one character at least, also where there is no room for it: a window can be made as narrow as that.
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
            continue
        while len(word) > 1 and cell_len(word) > width:
            piece = _prefix(word, width) or word[0]
            lines.append(piece)
            word = word[len(piece) :]
        lines.append(word)
    return lines or [""]


def paragraph(text: str, width: int, height: int) -> list[str]:
    """Break the text into so many lines at most; an ellipsis tells that something is left out."""
    lines = wrap(text, width)
    if len(lines) <= height:
        return lines
    return [*lines[: height - 1], fit(" ".join(lines[height - 1 :]), width)]


def card_label(name: str, width: int, height: int) -> list[str]:
    """Break the name of a card into a few short lines: between words, at hyphens, or between syllables."""
    lines: list[str] = []
    for part in _parts(name):
        if lines and cell_len(lines[-1]) + cell_len(part.rstrip()) <= width:
            lines[-1] += part
        elif cell_len(part.rstrip()) <= width:
            lines.append(part)
        else:
            lines += _syllables(part, width)
    lines = [line.rstrip() for line in lines]
    if len(lines) <= height:
        return lines
    last = lines[height - 1].removesuffix("-")
    return [*lines[: height - 1], f"{last}{ELLIPSIS}" if cell_len(last) < width else fit(f"{last} {ELLIPSIS}", width)]


def _parts(name: str) -> list[str]:
    """Split a name into words and the halves of those with a hyphen, each with the space or hyphen behind it."""
    parts = [""]
    for character in name:
        parts[-1] += character
        if character in " -":
            parts.append("")
    return [part for part in parts if part]


def _syllables(word: str, width: int) -> list[str]:
    """Break a long word into two lines with a hyphen: before a consonant that a vowel follows, or else anywhere.

    Where two lines are not enough for it, the second one ends with an ellipsis.
    """
    whole = word.rstrip()
    between = [
        at
        for at in range(2, min(width, len(whole) - 2))
        if whole[at].lower() not in VOWELS and whole[at + 1].lower() in VOWELS
    ]
    for at in (*between[-1:], *range(min(width, len(whole)) - 1, 1, -1)):
        if cell_len(whole[:at]) < width and cell_len(whole[at:]) <= width:
            return [f"{whole[:at]}-", word[at:]]
    if not between:
        return [fit(whole, width)]
    return [f"{whole[: between[-1]]}-", fit(whole[between[-1] :], width)]


def centred(text: str, width: int) -> str:
    """Put the text in the middle of so many cells; an odd one is on the right."""
    room = width - cell_len(text)
    return set_cell_size(" " * (room // 2) + text, width)


def share_room(wanted: list[int], room: int) -> list[int]:
    """Share room among texts: each gets what it wants if all can have that, else those that want most give way."""
    given = list(wanted)
    while sum(given) > max(room, len(given)):
        given[given.index(max(given))] -= 1
    return given
