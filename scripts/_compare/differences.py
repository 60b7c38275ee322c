"""Where two transcripts differ, section by section and in context."""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from .renames import Renames
from .writer import SECTION

NEWLINE = b"\n"
CONTEXT_LINES = 2
COMPARED_LINES = 300
"""So many lines behind the first difference of a section are aligned with each other."""
SHOWN_LINES = 14
"""Of each section that differs."""
SHOWN_WIDTH = 150
LEAD = 50
"""Characters that are shown before the place where two long lines part."""
BY_NAME = ("schema",)
"""Areas whose lines are sorted and renamed by name."""
SENTENCES = "sentences of the API and of messages"
"""A section of docstrings, which name what is renamed: it is compared where nothing is."""


@dataclass
class AreaResult:
    """What came of comparing one area."""

    area: str
    sections: int = 0
    lines: int = 0
    """Of the new side."""
    differing: list[str] = field(default_factory=list)
    """The names of the sections that differ."""
    shown: list[str] = field(default_factory=list)
    """The first differences, line by line."""


def compare_area(area: str, old: Path, new: Path, renames: Renames, show: int) -> AreaResult:
    """Compare two transcripts of an area; the first ``show`` sections that differ are shown."""
    result = AreaResult(area)
    with opened(old) as before, opened(new) as after:
        old_places, new_places = sections(before), sections(after)
        names = list(dict.fromkeys([*old_places, *new_places]))
        result.sections = len(names)
        for name in names:
            one = _text(before, old_places.get(name))
            other = _text(after, new_places.get(name))
            result.lines += other.count(NEWLINE)
            if name not in old_places or name not in new_places:
                side, text = ("old", one) if name in old_places else ("new", other)
                difference = [f"only {side}  {area}: {name} ({text.count(NEWLINE):,} lines)"]
            elif (one == other and not renames) or (name == SENTENCES and renames):
                continue
            else:
                difference = _difference(area, name, _decoded(one), _decoded(other), renames)
            if difference:
                result.differing.append(name)
                if len(result.differing) <= show:
                    result.shown += difference
    return result


@contextmanager
def opened(path: Path) -> Iterator[bytes | mmap.mmap]:
    """Open a transcript."""
    if path.stat().st_size == 0:
        yield b""
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        yield content


def sections(content: bytes | mmap.mmap) -> dict[str, tuple[int, int]]:
    """Return where each section of a transcript begins and ends, without its heading.

    A name that comes again gets a number.
    """
    heading = f"\n{SECTION}".encode()
    found: dict[str, tuple[int, int]] = {}
    at = 0 if content[: len(SECTION)] == SECTION.encode() else -1
    while at >= 0:
        end_of_name = content.find(b"\n", at)
        following = content.find(heading, end_of_name)
        name = whole = content[at + len(SECTION) : end_of_name].decode(errors="backslashreplace")
        number = 1
        while whole in found:
            number += 1
            whole = f"{name} ({number})"
        end = len(content) if following < 0 else following + 1
        found[whole] = (end_of_name + 1, end)
        at = -1 if following < 0 else end
    return found


def _text(content: bytes | mmap.mmap, place: tuple[int, int] | None) -> bytes:
    return b"" if place is None else content[place[0] : place[1]]


def _decoded(content: bytes) -> str:
    return content.decode(errors="backslashreplace")


def _difference(area: str, name: str, old: str, new: str, renames: Renames) -> list[str]:
    """Return the difference of two sections as a diff; nothing where they are the same."""
    if area in BY_NAME:
        before = renames.apply_to_schema(old.splitlines())
        after = Renames().apply_to_schema(new.splitlines())
    else:
        if renames:
            old, new = renames.without_sizes(renames.apply(old)), renames.without_sizes(new)
        if old == new:
            return []
        before, after = old.split("\n"), new.split("\n")
    return [] if before == after else diff(f"{area}: {name}", before, after)


def diff(name: str, old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return a unified diff of where two texts first part; of long lines, only the place where they part is shown."""
    same = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    first = max(0, same - CONTEXT_LINES)
    old_part, new_part = old[first : same + COMPARED_LINES], new[first : same + COMPARED_LINES]
    told = [f"--- old  {name}", f"+++ new  {name}"]
    for group in SequenceMatcher(None, old_part, new_part, autojunk=False).get_grouped_opcodes(CONTEXT_LINES):
        told.append(f"@@ old line {first + group[0][1] + 1}, new line {first + group[0][3] + 1} @@")
        for kind, a, b, c, d in group:
            if kind == "equal":
                told += [f" {_cut(line, 0)}" for line in old_part[a:b]]
                continue
            removed, added = old_part[a:b], new_part[c:d]
            for at in range(max(len(removed), len(added))):
                pair = [lines[at] for lines in (removed, added) if at < len(lines)]
                part = _common(*pair) if len(pair) == 2 else 0
                told += [f"-{_cut(removed[at], part)}"] if at < len(removed) else []
                told += [f"+{_cut(added[at], part)}"] if at < len(added) else []
        if len(told) > SHOWN_LINES:
            return [*told[:SHOWN_LINES], " …"]
    return told


def _common(one: str, other: str) -> int:
    """Return how many characters two lines have in common at their beginning."""
    length = min(len(one), len(other))
    return next((at for at in range(length) if one[at] != other[at]), length)


def _cut(line: str, at: int) -> str:
    """Return the label of a line and what surrounds a place in it."""
    label, tab, text = line.partition("\t")
    at = max(0, at - len(label) - len(tab))
    start = max(0, at - LEAD) if len(text) > SHOWN_WIDTH else 0
    end = start + SHOWN_WIDTH
    lead, tail = "…" if start else "", "…" if end < len(text) else ""
    return f"{label}  {lead}{text[start:end]}{tail}" if tab else _label_only(line)


def _label_only(line: str) -> str:
    return line if len(line) <= SHOWN_WIDTH else f"{line[:SHOWN_WIDTH]}…"
