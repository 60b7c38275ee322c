"""Where one game is saved while it is played, and where its files go when it is over."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path

from ...game import Game
from ..table import Seat
from .files import Lock, sync_folder, write_atomically

FINISHED, DAMAGED = "finished", "damaged"
FINISHED_KEPT = 50
"""How many finished games are kept."""


class SaveSlot:
    """Where one game is saved while it is played, locked against other terminals.

    Where it cannot be written the game goes on: whoever asked for it with ``on_failure`` is told once, and ``failure``
    says what is wrong until a later move can be written again.
    """

    def __init__(
        self,
        folder: Path,
        name: str,
        lock: Lock | None,
        *,
        seats: Sequence[Seat] | None = None,
        seed: str | None = None,
    ) -> None:
        self.folder = folder
        self.name = name
        self.failure: str | None = None
        self._lock = lock
        self._seats = seats
        """Who sits where, if that is still to be written."""
        self._seed = seed
        self._failure_callback: Callable[[str], None] | None = None
        self._over = False

    @property
    def path(self) -> Path:
        """The record's file."""
        return self.folder / f"{self.name}.txt"

    def save(self, game: Game) -> None:
        """Write the game as it stands."""
        if self._lock is None:  # there never was a place for it, or it was closed
            return
        self._over = game.over
        try:
            if self._seats is not None:
                _write_seats(self.folder, self.name, self._seats, self._seed)
                self._seats = None
            write_atomically(self.path, game.record)
        except OSError as error:
            self.fail(error)
        else:
            self.failure = None

    def on_failure(self, callback: Callable[[str], None]) -> None:
        """Call this once, with what is wrong, when the game cannot be saved; now, if that is so already."""
        self._failure_callback = callback
        self._report_failure()

    def fail(self, error: OSError) -> None:
        """Note why the game is not saved, and report it the first time."""
        self.failure = f"{error.filename or self.path}: {error.strerror or error}"
        self._report_failure()

    def _report_failure(self) -> None:
        if self.failure is not None and self._failure_callback is not None:
            callback, self._failure_callback = self._failure_callback, None
            callback(self.failure)

    def close(self) -> None:
        """Let other terminals have the game; one that is over is moved to the finished ones."""
        if self._over and self._lock is not None and self.failure is None:
            with suppress(OSError):
                move_game(self.folder, self.name, FINISHED)
                _delete_oldest(self.folder / FINISHED)
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _write_seats(folder: Path, name: str, seats: Sequence[Seat], seed: str | None) -> None:
    content = {"version": 1, "seats": [asdict(seat) for seat in seats], "seed": seed}
    write_atomically(folder / f"{name}.json", json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def move_game(folder: Path, name: str, part: str) -> Path:
    """Move the files of a game into a folder within, under a name that is free there; returns the record's path."""
    (folder / part).mkdir(exist_ok=True)
    numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
    free = next(one for one in numbered if not (folder / part / f"{one}.txt").exists())
    for kind in ("txt", "json"):  # who is stopped in between leaves no record without its seats
        with suppress(FileNotFoundError):
            (folder / f"{name}.{kind}").replace(folder / part / f"{free}.{kind}")
    sync_folder(folder / part)
    sync_folder(folder)
    return folder / part / f"{free}.txt"


def _delete_oldest(folder: Path) -> None:
    """Delete the oldest games of a folder, so that no more than FINISHED_KEPT stay."""
    games = sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in games[FINISHED_KEPT:]:
        for path in (old, old.with_suffix(".json")):
            path.unlink(missing_ok=True)
