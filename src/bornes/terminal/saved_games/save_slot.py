"""Where one game is saved while it is played, and where its files go when it is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from ...base.files import FileLock, read_file, sync_folder, write_atomically
from .log_file import SavedGameLog

GAME_SUFFIX, RECORD_SUFFIX = ".game", ".txt"
"""Suffixes of a game's files: its log, and its record once it is over."""
FINISHED_FOLDER, DAMAGED_FOLDER = "finished", "damaged"
MAX_FINISHED_GAMES = 50


class SaveSlot:
    """Where one game is saved while it is played, locked against other terminals."""

    def __init__(self, folder: Path, name: str, lock: FileLock | None, log: SavedGameLog) -> None:
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
                archive_game(self.folder, self.name, record)
        self.unlock()

    def unlock(self) -> None:
        """Let other terminals have the game, as it lies in its file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def archive_game(folder: Path, name: str, record: str) -> None:
    """Put a game with the finished ones, with its record for other commands, and delete the oldest of them."""
    finished = folder / FINISHED_FOLDER
    finished.mkdir(exist_ok=True)
    free = _free_name(finished, name, record)
    write_atomically(finished / f"{free}{RECORD_SUFFIX}", record)
    _move(folder, name, finished, free)
    games = sorted(finished.glob(f"*{RECORD_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in games[MAX_FINISHED_GAMES:]:
        for kind in (RECORD_SUFFIX, GAME_SUFFIX):
            old.with_suffix(kind).unlink(missing_ok=True)


def quarantine_game(folder: Path, name: str) -> Path:
    """Put a game with the damaged ones, and return the path of its file."""
    damaged = folder / DAMAGED_FOLDER
    damaged.mkdir(exist_ok=True)
    free = _free_name(damaged, name)
    _move(folder, name, damaged, free)
    return damaged / f"{free}{GAME_SUFFIX}"


def _free_name(part: Path, name: str, record: str | None = None) -> str:
    """Return the first name that is free in a folder; the one under which just this record lies there is, too."""
    for number in count(1):
        free = name if number == 1 else f"{name}-{number}"
        if (part / f"{free}{GAME_SUFFIX}").exists():
            continue
        path = part / f"{free}{RECORD_SUFFIX}"
        if not path.exists() or (record is not None and read_file(path) == record.encode()):
            return free
    raise AssertionError("numbers do not end")


def _move(folder: Path, name: str, part: Path, free: str) -> None:
    """Move the file of a game into another folder."""
    with suppress(FileNotFoundError):
        (folder / f"{name}{GAME_SUFFIX}").replace(part / f"{free}{GAME_SUFFIX}")
    sync_folder(part)
    sync_folder(folder)
