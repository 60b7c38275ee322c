"""Where one game is kept while it is played, and where it goes when it is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path

from ...game import Game
from ..table import Seat
from .folders import settle, write_whole
from .locks import Lock

FINISHED, DAMAGED = "finished", "damaged"
REMEMBERED = 50
"""So many finished games are kept."""


class SaveSlot:
    """Where one game is kept while it is played, held against other terminals.

    What cannot be written is told once, and the game goes on: ``trouble`` says what is wrong until a later move can be
    written again.
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
        self.trouble: str | None = None
        self._lock = lock
        self._seats = seats
        """Who sits where, if that is still to be written."""
        self._seed = seed
        self._told: Callable[[str], None] | None = None
        self._over = False

    @property
    def path(self) -> Path:
        """The record's file."""
        return self.folder / f"{self.name}.txt"

    def keep(self, game: Game) -> None:
        """Keep the game as it stands."""
        if self._lock is None:  # there is no place, or it was given up
            return
        self._over = game.over
        try:
            if self._seats is not None:
                _write_seats(self.folder, self.name, self._seats, self._seed)
                self._seats = None
            write_whole(self.path, game.record)
        except OSError as error:
            self.complain(error)
        else:
            self.trouble = None

    def listen(self, told: Callable[[str], None]) -> None:
        """Call this once, with what is wrong, when the game cannot be kept; now, if that is so already."""
        self._told = told
        self._tell()

    def complain(self, error: OSError) -> None:
        """Say that the game is not kept, the first time it happens."""
        self.trouble = f"{error.filename or self.path}: {error.strerror or error}"
        self._tell()

    def _tell(self) -> None:
        if self.trouble is not None and self._told is not None:
            told, self._told = self._told, None
            told(self.trouble)

    def close(self) -> None:
        """Let other terminals have the game; one that is over goes to the others that are."""
        if self._over and self._lock is not None and self.trouble is None:
            with suppress(OSError):
                put_away(self.folder, self.name, FINISHED)
                _prune(self.folder / FINISHED)
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _write_seats(folder: Path, name: str, seats: Sequence[Seat], seed: str | None) -> None:
    kept = {"version": 1, "seats": [asdict(seat) for seat in seats], "seed": seed}
    write_whole(folder / f"{name}.json", json.dumps(kept, indent=2, ensure_ascii=False) + "\n")


def put_away(folder: Path, name: str, part: str) -> Path:
    """Move a game into a folder beside the others, under a name that is free there."""
    (folder / part).mkdir(exist_ok=True)
    numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
    free = next(one for one in numbered if not (folder / part / f"{one}.txt").exists())
    for kind in ("txt", "json"):  # who is stopped in between leaves no record without its seats
        with suppress(FileNotFoundError):
            (folder / f"{name}.{kind}").replace(folder / part / f"{free}.{kind}")
    settle(folder / part)
    settle(folder)
    return folder / part / f"{free}.txt"


def _prune(folder: Path) -> None:
    """Keep the latest of many."""
    kept = sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in kept[REMEMBERED:]:
        for path in (old, old.with_suffix(".json")):
            path.unlink(missing_ok=True)
