"""Games in progress, kept in the user's data folder after every move.

``<name>.txt`` is the engine's record, which ``bornes replay`` reads like any other, and ``<name>.json`` says who sits
where.  ``<name>.lock`` is there while a game is played.  A game that is over moves to ``finished``, one that makes no
sense to ``damaged``: nothing is deleted that somebody did not ask for, but the oldest of many finished games.  What
cannot even be opened is named and stays where it is.
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
from .folders import data_folder, read_whole, settle
from .locks import Lock, Taken
from .save_slot import DAMAGED, FINISHED, SaveSlot, put_away

TRIES = 10
_PAUSE = 0.05
"""Seconds between tries: somebody may only look what there is, or be dead and not yet cleared away."""


class SaveError(ValueError):
    """A saved game that cannot be had; says which, and why."""


class SaveTaken(SaveError):
    """A saved game that is played in another terminal."""

    def __init__(self, name: str, who: str) -> None:
        super().__init__(f"the game {name} is being played in another terminal ({who})")
        self.name = name
        self.who = who


@dataclass(frozen=True, slots=True)
class Saved:
    """A game that can be gone on with."""

    name: str
    seats: tuple[Seat, ...]
    game: Game
    when: datetime
    """When the last move was made."""
    held_by: str | None = None
    """Who plays it in another terminal now."""
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Damaged:
    """A saved game that could not be read, why, and where it lies now."""

    name: str
    reason: str
    path: Path

    def __str__(self) -> str:
        return f"the saved game {self.name} cannot be read ({self.reason}); it is kept as {self.path}"


def begin(seats: Sequence[Seat], edition: str, seed: str | None = None) -> SaveSlot:
    """A place for a new game; where there is none to be had, one that keeps nothing and says why."""
    folder = data_folder() / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        name, lock = _new_name(folder, edition)
    except OSError as error:
        place = SaveSlot(folder, "game", None, seats=seats, seed=seed)
        place.complain(error)
        return place
    return SaveSlot(folder, name, lock, seats=seats, seed=seed)


def _new_name(folder: Path, edition: str) -> tuple[str, Lock]:
    stem = f"{datetime.now():%Y-%m-%d-%H%M}-{edition}"
    for number in count(1):
        name = stem if number == 1 else f"{stem}-{number}"
        if not any((folder / part / f"{name}.txt").exists() for part in (".", FINISHED, DAMAGED)):
            with suppress(Taken):
                lock = Lock(folder / f"{name}.lock")
                if not (folder / f"{name}.txt").exists():
                    return name, lock
                lock.release()
    raise AssertionError("numbers do not end")


# -- what is there -------------------------------------------------------------------------------------------------


def saved_games() -> tuple[list[Saved], list[Damaged]]:
    """Return the games that can be gone on with, the latest first, and those that cannot be read.

    Of these, what makes no sense is put aside, and what cannot be opened is left alone.
    """
    found: list[Saved] = []
    damaged: list[Damaged] = []
    folder = data_folder() / "games"
    for name in _names(folder):
        try:
            saved = _look(folder, name)
        except OSError as error:
            damaged.append(Damaged(name, _why(error), folder / f"{name}.txt"))
        except SaveError as error:
            damaged.append(_aside(folder, name, str(error)))
        else:
            found += [saved] if saved is not None else []
    return sorted(found, key=lambda one: one.when, reverse=True), damaged


def _names(folder: Path) -> Iterator[str]:
    with suppress(OSError):
        yield from sorted(path.stem for path in folder.glob("*.txt"))


def _look(folder: Path, name: str) -> Saved | None:
    """A saved game; None where it is over, or was put elsewhere meanwhile."""
    try:
        lock = Lock(folder / f"{name}.lock")
    except Taken as taken:
        return _left(folder, name, taken.who)
    try:
        saved = _read(folder, name)
        if saved.game.over:  # whoever played it was stopped before it could be put away
            put_away(folder, name, FINISHED)
            return None
        return saved
    except FileNotFoundError:
        return None
    finally:
        lock.release()


def _left(folder: Path, name: str, who: str) -> Saved | None:
    """A game that somebody else holds: looked at, and left as it is."""
    try:
        saved = _read(folder, name)
    except (SaveError, OSError):
        return None
    return None if saved.game.over else replace(saved, held_by=who)


def _read(folder: Path, name: str) -> Saved:
    """Return a saved game; OSError where its files cannot be opened, SaveError for whatever else they bring about."""
    path = folder / f"{name}.txt"
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime)
        seats, seed = _read_seats(folder / f"{name}.json")
        game = Game.replay(read_whole(path), _then(seed))
    except (OSError, SaveError):
        raise
    except UnicodeDecodeError:
        raise SaveError("the record is not text") from None
    except RecordError as error:
        raise SaveError(f"the record, {error}") from None
    except Exception as error:  # one file out of order must not be in the way of the others
        raise SaveError(in_a_line(error)) from None
    if len(seats) != game.rules.players or tuple(seat.name for seat in seats) != game.names:
        raise SaveError("who sits where does not fit the record")
    return Saved(name, seats, game, when, seed=seed)


def _then(seed: str | None) -> SeedSource | None:
    """Where further deals come from: the seed that was given once, or fresh ones."""
    return None if seed is None else partial(Seeds.of, seed)


def _read_seats(path: Path) -> tuple[tuple[Seat, ...], str | None]:
    try:
        kept = json.loads(read_whole(path))
        seats = tuple(_seat(one) for one in kept["seats"])
        seed = kept.get("seed")
    except FileNotFoundError:
        raise SaveError("the file that says who sits where is missing") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise SaveError(f"who sits where: {error}") from None
    return seats, seed if isinstance(seed, str) and seed else None


def _seat(kept: dict[str, Any]) -> Seat:
    name, bot, here = kept["name"], kept["bot"], kept["here"]
    if not isinstance(name, str) or not isinstance(here, bool) or (bot is None) != here:
        raise ValueError("a seat has a name, and a bot or somebody here")
    if bot is not None:
        try:
            Spec.parse(bot)
        except BotError as error:
            raise ValueError(str(error)) from None
    return Seat(name, bot, here)


# -- what to do with it --------------------------------------------------------------------------------------------


def latest(found: Sequence[Saved]) -> str:
    """Return the name of the latest of these games that nobody else plays; SaveError says why there is none."""
    for left in reversed(range(TRIES)):
        free = [saved.name for saved in found if saved.held_by is None]
        if free:
            return free[0]
        if not found:
            raise SaveError(f"there is no saved game to go on with{_over()}")
        if not left:
            raise SaveTaken(found[0].name, found[0].held_by or "")
        sleep(_PAUSE)
        found, _ = saved_games()
    raise AssertionError("one of the tries was the last")


def _over() -> str:
    """Where the last game lies that came to its end: whoever was stopped at that moment has not seen it."""
    finished = sorted((data_folder() / "games" / FINISHED).glob("*.txt"), key=lambda path: path.stat().st_mtime)
    return f"; the last one is over: {finished[-1]}" if finished else ""


def take(name: str) -> tuple[Saved, SaveSlot]:
    """Go on with a game: what it is, and its place; SaveTaken where another terminal has it."""
    folder = data_folder() / "games"
    lock = _lock(folder, name)
    try:
        saved = _read(folder, name)
    except (SaveError, OSError) as error:
        lock.release()
        raise SaveError(f"the saved game {name} cannot be read ({_why(error)})") from None
    return saved, SaveSlot(folder, name, lock)


def forget(name: str) -> None:
    """Delete a saved game, as somebody asked for; SaveTaken where another terminal has it."""
    folder = data_folder() / "games"
    lock = _lock(folder, name)
    for kind in ("txt", "json"):
        (folder / f"{name}.{kind}").unlink(missing_ok=True)
    settle(folder)
    lock.release()


def name_of(path: Path) -> str | None:
    """The name of the saved game that a file is; None for a file that lies elsewhere."""
    inside = path.resolve().parent == (data_folder() / "games").resolve()
    return path.stem if inside and path.suffix == ".txt" else None


def _lock(folder: Path, name: str) -> Lock:
    if not (folder / f"{name}.txt").exists():
        raise SaveError(f"there is no saved game {name}")
    for left in reversed(range(TRIES)):
        try:
            return Lock(folder / f"{name}.lock")
        except Taken as taken:
            if not left:
                raise SaveTaken(name, taken.who) from None
            sleep(_PAUSE)
        except OSError as error:
            raise SaveError(f"{error.filename or name}: {error.strerror}") from None
    raise AssertionError("one of the tries was the last")


def _why(error: SaveError | OSError) -> str:
    """Return what is wrong, without a number of the system's."""
    if isinstance(error, SaveError) or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror


def _aside(folder: Path, name: str, reason: str) -> Damaged:
    try:
        return Damaged(name, reason, put_away(folder, name, DAMAGED))
    except OSError:
        return Damaged(name, reason, folder / f"{name}.txt")
