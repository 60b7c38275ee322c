"""Games in progress, saved in the user's data folder after every move.

``<name>.txt`` is the game's record, which ``bornes replay`` reads like any other, and ``<name>.json`` says who sits
where.  ``<name>.lock`` is there while a game is played.  A game that is over moves to ``finished``, one that makes no
sense to ``damaged``: nothing is deleted unasked, but the oldest of many finished games.  What cannot even be opened is
named and stays where it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any

from ...bots import BotError, Spec
from ...bots.bot import in_a_line
from ...fair import Seeds, SeedSource
from ...game import Game
from ...record import RecordError
from ..table import Seat
from .files import Lock, LockTaken, data_folder, read_text_file, sync_folder
from .save_slot import DAMAGED, FINISHED, SaveSlot, move_game

TRIES = 10
"""How often a game is tried that another process has: that one may only be listing games, or just be ending."""
_PAUSE = 0.05
"""Seconds between tries."""


class SaveError(ValueError):
    """A saved game that cannot be opened; says which, and why."""


class SaveTaken(SaveError):
    """A saved game that is played in another terminal."""

    def __init__(self, name: str, holder: str) -> None:
        super().__init__(f"the game {name} is being played in another terminal ({holder})")
        self.name = name
        self.holder = holder


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that can be continued."""

    name: str
    seats: tuple[Seat, ...]
    game: Game
    when: datetime
    """When the last move was made."""
    held_by: str | None = None
    """Who plays it in another terminal now."""
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class DamagedSave:
    """A saved game that could not be read, why, and where it lies now."""

    name: str
    reason: str
    path: Path

    def __str__(self) -> str:
        return f"the saved game {self.name} cannot be read ({self.reason}); it is kept as {self.path}"


def new_slot(seats: Sequence[Seat], edition: str, seed: str | None = None) -> SaveSlot:
    """Return a slot for a new game; where nothing can be written, one that saves nothing and says why."""
    folder = data_folder() / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        name, lock = _new_name(folder, edition)
    except OSError as error:
        slot = SaveSlot(folder, "game", None, seats=seats, seed=seed)
        slot.fail(error)
        return slot
    return SaveSlot(folder, name, lock, seats=seats, seed=seed)


def _new_name(folder: Path, edition: str) -> tuple[str, Lock]:
    stem = f"{datetime.now():%Y-%m-%d-%H%M}-{edition}"
    for number in count(1):
        name = stem if number == 1 else f"{stem}-{number}"
        if not any((folder / part / f"{name}.txt").exists() for part in (".", FINISHED, DAMAGED)):
            with suppress(LockTaken):
                lock = Lock(folder / f"{name}.lock")
                if not (folder / f"{name}.txt").exists():
                    return name, lock
                lock.release()
    raise AssertionError("numbers do not end")


# -- what is there -------------------------------------------------------------------------------------------------


def saved_games() -> tuple[list[SavedGame], list[DamagedSave]]:
    """Return the games that can be continued, the latest first, and those that cannot be read.

    Of these, what makes no sense is moved to ``damaged``, and what cannot be opened is left alone.
    """
    found: list[SavedGame] = []
    damaged: list[DamagedSave] = []
    folder = data_folder() / "games"
    for name in _names(folder):
        try:
            saved = _inspect(folder, name)
        except OSError as error:
            damaged.append(DamagedSave(name, _reason(error), folder / f"{name}.txt"))
        except SaveError as error:
            damaged.append(_set_aside(folder, name, str(error)))
        else:
            found += [saved] if saved is not None else []
    return sorted(found, key=lambda one: one.when, reverse=True), damaged


def _names(folder: Path) -> Iterator[str]:
    with suppress(OSError):
        yield from sorted(path.stem for path in folder.glob("*.txt"))


def _inspect(folder: Path, name: str) -> SavedGame | None:
    """Return a saved game; None where it is over, or was moved meanwhile."""
    try:
        lock = Lock(folder / f"{name}.lock")
    except LockTaken as taken:
        return _read_held(folder, name, taken.holder)
    try:
        saved = _read(folder, name)
        if saved.game.over:  # whoever played it was stopped before it could be moved
            move_game(folder, name, FINISHED)
            return None
        return saved
    except FileNotFoundError:
        return None
    finally:
        lock.release()


def _read_held(folder: Path, name: str, holder: str) -> SavedGame | None:
    """Return a game that another process holds, without changing anything; None where it cannot be read or is over."""
    try:
        saved = _read(folder, name)
    except (SaveError, OSError):
        return None
    return None if saved.game.over else replace(saved, held_by=holder)


def _read(folder: Path, name: str) -> SavedGame:
    """Return a saved game; OSError where its files cannot be opened, SaveError for whatever else they bring about."""
    path = folder / f"{name}.txt"
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime)
        seats, seed = _read_seats(folder / f"{name}.json")
        game = Game.replay(read_text_file(path), _seed_source(seed))
    except (OSError, SaveError):
        raise
    except UnicodeDecodeError:
        raise SaveError("the record is not text") from None
    except RecordError as error:
        raise SaveError(f"the record, {error}") from None
    except Exception as error:  # one file out of order must not be in the way of the others
        raise SaveError(in_a_line(error)) from None
    if len(seats) != game.rules.players or tuple(seat.name for seat in seats) != game.names:
        raise SaveError("the players in the seats file are not those of the record")
    return SavedGame(name, seats, game, when, seed=seed)


def _seed_source(seed: str | None) -> SeedSource | None:
    """Return where the seeds of further deals come from: the seed that was given once, or None for fresh ones."""
    return None if seed is None else partial(Seeds.of, seed)


def _read_seats(path: Path) -> tuple[tuple[Seat, ...], str | None]:
    try:
        content = json.loads(read_text_file(path))
        seats = tuple(_read_seat(one) for one in content["seats"])
        seed = content.get("seed")
    except FileNotFoundError:
        raise SaveError(f"{path.name}, which says who sits where, is missing") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise SaveError(f"{path.name}, which says who sits where: {error}") from None
    return seats, seed if isinstance(seed, str) and seed else None


def _read_seat(content: dict[str, Any]) -> Seat:
    name, bot, here = content["name"], content["bot"], content["here"]
    if not isinstance(name, str) or not isinstance(here, bool) or (bot is None) != here:
        raise ValueError("every seat needs a name, and either a bot or a person at this keyboard")
    if bot is not None:
        try:
            Spec.parse(bot)
        except BotError as error:
            raise ValueError(str(error)) from None
    return Seat(name, bot, here)


# -- what to do with it --------------------------------------------------------------------------------------------


def latest_save(found: Sequence[SavedGame]) -> str:
    """Return the name of the latest of these games that nobody else plays; SaveError says why there is none."""
    for left in reversed(range(TRIES)):
        free = [saved.name for saved in found if saved.held_by is None]
        if free:
            return free[0]
        if not found:
            raise SaveError(f"there is no saved game to continue{_last_finished()}")
        if not left:
            raise SaveTaken(found[0].name, found[0].held_by or "")
        sleep(_PAUSE)
        found, _ = saved_games()
    raise AssertionError("one of the tries was the last")


def _last_finished() -> str:
    """Say where the last finished game lies, since whoever was stopped at its end has not seen that."""
    finished = sorted((data_folder() / "games" / FINISHED).glob("*.txt"), key=lambda path: path.stat().st_mtime)
    return f"; the last one is over: {finished[-1]}" if finished else ""


def open_save(name: str) -> tuple[SavedGame, SaveSlot]:
    """Return a saved game and its slot, locked; SaveTaken where another terminal has it."""
    folder = data_folder() / "games"
    lock = _lock(folder, name)
    try:
        saved = _read(folder, name)
    except (SaveError, OSError) as error:
        lock.release()
        raise SaveError(f"the saved game {name} cannot be read ({_reason(error)})") from None
    return saved, SaveSlot(folder, name, lock)


def delete_save(name: str) -> None:
    """Delete a saved game; SaveTaken where another terminal has it."""
    folder = data_folder() / "games"
    lock = _lock(folder, name)
    for kind in ("txt", "json"):
        (folder / f"{name}.{kind}").unlink(missing_ok=True)
    sync_folder(folder)
    lock.release()


def save_name(path: Path) -> str | None:
    """Return the name of the saved game that a file is; None for a file that lies elsewhere."""
    inside = path.resolve().parent == (data_folder() / "games").resolve()
    return path.stem if inside and path.suffix == ".txt" else None


def _lock(folder: Path, name: str) -> Lock:
    if not (folder / f"{name}.txt").exists():
        raise SaveError(f"there is no saved game {name}")
    for left in reversed(range(TRIES)):
        try:
            return Lock(folder / f"{name}.lock")
        except LockTaken as taken:
            if not left:
                raise SaveTaken(name, taken.holder) from None
            sleep(_PAUSE)
        except OSError as error:
            raise SaveError(f"{error.filename or name}: {error.strerror}") from None
    raise AssertionError("one of the tries was the last")


def _reason(error: SaveError | OSError) -> str:
    """Return what is wrong, without the system's error number."""
    if isinstance(error, SaveError) or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror


def _set_aside(folder: Path, name: str, reason: str) -> DamagedSave:
    try:
        return DamagedSave(name, reason, move_game(folder, name, DAMAGED))
    except OSError:
        return DamagedSave(name, reason, folder / f"{name}.txt")
