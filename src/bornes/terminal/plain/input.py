"""Lines from the standard input, while the game goes on beside."""

from __future__ import annotations

import os
import sys
from io import UnsupportedOperation

from ..thinking import beside

LONGEST = 1 << 16
"""No answer is longer than this; what is longer is cut here."""


class Answers:
    """The standard input line by line.

    It is read below Python's own buffers: a thread that waits inside those keeps the program from ending.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._ended = False
        try:
            self._file = sys.stdin.fileno()
        except (UnsupportedOperation, AttributeError, ValueError):
            self._file = -1

    async def next(self) -> str | None:
        """The next line without its end; None when there are no more."""
        while b"\n" not in self._rest and not self._ended and len(self._rest) < LONGEST:
            more = await beside(self._read, "standard input")
            self._ended = not more
            self._rest += more
        if not self._rest and self._ended:
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def _read(self) -> bytes:
        if self._file >= 0:
            return os.read(self._file, 4096)
        return sys.stdin.buffer.readline() if sys.stdin is not None else b""
