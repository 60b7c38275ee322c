"""The file that a side of the comparison writes: sections, and in them labeled lines of text, byte for byte."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

SECTION = "# "
"""How the first line of a section begins; its name follows."""


class TranscriptWriter:
    """Writes a transcript: ``section`` begins a part that is compared by itself, ``line`` and ``text`` fill it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def section(self, name: str) -> None:
        """Begin a section; no two have the same name."""
        self._file.write(f"{SECTION}{name}\n")

    def line(self, label: str, text: str) -> None:
        """Write one line."""
        self._file.write(f"{label}\t{text.replace(chr(10), chr(0x240A))}\n")

    def json(self, label: str, value: Any) -> None:
        """Write a value as one line of JSON."""
        self.line(label, json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    def text(self, label: str, text: str) -> None:
        """Write a text, each of its lines as a line; what stands after the last line feed is marked."""
        *lines, rest = text.split("\n")
        for line in lines:
            self._file.write(f"{label}\t{line}\n")
        if rest:
            self._file.write(f"{label} without line feed\t{rest}\n")


def tell_progress(done: int, total: int) -> None:
    """Tell ``scripts/compare`` how far this process is."""
    print(f"{done} of {total}", file=sys.stderr, flush=True)
