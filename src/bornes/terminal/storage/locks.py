"""A lock on a game, so that two terminals do not play the same one; whoever has it can be named."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import ModuleType

flocks: ModuleType | None
try:
    import fcntl as flocks
except ImportError:  # as on Windows
    flocks = None


class Taken(Exception):
    """Somebody else has it; ``who`` says who, as far as that is known."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


class Lock:
    """A file that only one process holds at a time, and that says which."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held = _hold(path)
        try:
            os.ftruncate(self._held, 0)
            os.write(self._held, _myself().encode())
        except OSError:  # a full disk, or what is no file; nobody is to find it held
            os.close(self._held)
            raise

    def release(self) -> None:
        """Let others have it; twice does no harm."""
        if self._held < 0:
            return
        with suppress(OSError):
            self.path.unlink()
        os.close(self._held)
        self._held = -1


def _hold(path: Path) -> int:
    """The open file, held by us; Taken where it is by another."""
    if flocks is None:
        return _create(path)
    while True:
        opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)  # ours, or none
        try:
            flocks.flock(opened, flocks.LOCK_EX | flocks.LOCK_NB)
            if _is_still(path, opened):
                return opened
        except BlockingIOError:
            who = os.read(opened, 200).decode(errors="replace")
            os.close(opened)
            raise Taken(who or "another process") from None
        except OSError:
            os.close(opened)
            raise
        os.close(opened)  # it was released, and so removed, between our two calls: once more


def _is_still(path: Path, opened: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(opened))
    except FileNotFoundError:
        return False


def _create(path: Path) -> int:
    """Where files cannot be locked: whoever creates it has it, until it is removed."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError:
        who = path.read_text(encoding="utf-8", errors="replace") or "another process"
        raise Taken(f"{who}; if no such process runs, delete {path}") from None


def _myself() -> str:
    parts = [f"process {os.getpid()}"]
    with suppress(OSError, ValueError, AttributeError):
        parts.append(f"on {os.ttyname(sys.stdin.fileno())}")
    parts.append(f"since {datetime.now():%Y-%m-%d %H:%M}")
    return " ".join(parts)
