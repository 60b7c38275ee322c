"""Where one game is saved while it is played, and where its files go when it is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from ...base.files import Lock, read_file, sync_folder, write_atomically
from .log_file import LogFile

GAME, RECORD = ".game", ".txt"
"""How the files of a game end: its log, and its record once it is over."""
FINISHED, DAMAGED = "finished", "damaged"
FINISHED_KEPT = 50
"""How many finished games are kept."""


class SaveSlot:
    """Where one game is saved while it is played, locked against other terminals."""

    def __init__(self, folder: Path, name: str, lock: Lock | None, log: LogFile) -> None:
        self.folder = folder
        self.name = name
        self.log = log
        self._lock = lock

    @property
    def path(self) -> Path:
        """The file of the game."""
        return self.log.path

    @property
    def failure(self) -> str | None:
        """Why the last move could not be saved; None where it is."""
        return self.log.failure

    def on_failure(self, callback: Callable[[str], None]) -> None:
        """Call this once, with what is wrong, when the game cannot be saved; now, if that is so already."""
        self.log.on_failure(callback)

    async def close(self, record: str | None = None) -> None:
        """Let other terminals have the game; one that is over has a record, and is put with the finished ones."""
        if self._lock is None:
            return
        await self.log.close()
        if record is not None and self.failure is None:
            with suppress(OSError):
                put_away(self.folder, self.name, record)
        self.unlock()

    def unlock(self) -> None:
        """Let other terminals have the game, as it lies in its file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def put_away(folder: Path, name: str, record: str) -> None:
    """Put a game with the finished ones, with its record for other commands, and delete the oldest of them."""
    finished = folder / FINISHED
    finished.mkdir(exist_ok=True)
    free = _free_name(finished, name, record)
    write_atomically(finished / f"{free}{RECORD}", record)
    _move(folder, name, finished, free)
    games = sorted(finished.glob(f"*{RECORD}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in games[FINISHED_KEPT:]:
        for kind in (RECORD, GAME):
            old.with_suffix(kind).unlink(missing_ok=True)


def set_aside(folder: Path, name: str) -> Path:
    """Put a game with the damaged ones, and return the path of its file."""
    damaged = folder / DAMAGED
    damaged.mkdir(exist_ok=True)
    free = _free_name(damaged, name)
    _move(folder, name, damaged, free)
    return damaged / f"{free}{GAME}"


def _free_name(part: Path, name: str, record: str | None = None) -> str:
    """Return the first name that is free in a folder; the one under which just this record lies there is, too."""
    for number in count(1):
        free = name if number == 1 else f"{name}-{number}"
        if (part / f"{free}{GAME}").exists():
            continue
        path = part / f"{free}{RECORD}"
        if not path.exists() or (record is not None and read_file(path) == record.encode()):
            return free
    raise AssertionError("numbers do not end")


def _move(folder: Path, name: str, part: Path, free: str) -> None:
    """Move the file of a game into another folder."""
    with suppress(FileNotFoundError):
        (folder / f"{name}{GAME}").replace(part / f"{free}{GAME}")
    sync_folder(part)
    sync_folder(folder)
