"""Games in progress, saved in the user's data folder after every move.

``<name>.game`` is the log of the game's table.  ``<name>.lock`` is there while a game is played.  A game that is over
moves to ``finished``, where it has a record, ``<name>.txt``, and one that makes no sense to ``damaged``: nothing is
deleted unasked, but the oldest of many finished games.  What cannot even be opened, or only by a later version of this
program, is named and stays where it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from time import sleep

from ...base.files import NOT_WRITABLE_ERRNOS, FileLock, FileLockHeld, data_folder, sync_folder
from ...base.translatable import N_, TranslatableError, TranslatableText, os_error_text
from ...bots import BotError, BotSpec
from ...bots.bot import one_line_error
from ...client.table_client import Seat
from ...tables.entries import DealBegan, InconsistentLog
from ...tables.score_history import sheets_before
from ...tables.table import Table
from ..local_table import seats_of
from .log_file import NewerSavedLog, SavedGameLog, SavedLogError
from .save_slot import (
    DAMAGED_FOLDER,
    FINISHED_FOLDER,
    GAME_SUFFIX,
    RECORD_SUFFIX,
    SaveSlot,
    archive_game,
    quarantine_game,
)

MAX_ATTEMPTS = 10
"""Attempts to lock a game. Another process may only be listing games, or be about to exit."""
_RETRY_PAUSE_SECONDS = 0.05


class SaveError(TranslatableError, ValueError):
    """A saved game that cannot be opened; says which, and why."""


class NewerSave(SaveError):
    """A saved game that only a later version of this program can open; it is left alone."""


class SaveInUse(SaveError):
    """A saved game that is played in another terminal."""

    def __init__(self, name: str, holder: str) -> None:
        text = N_("the game {name} is being played in another terminal ({holder})")
        super().__init__(text, name=name, holder=holder)
        self.name = name
        self.holder = holder


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that can be continued."""

    name: str
    log: SavedGameLog
    table: Table
    """The table as its log makes it."""
    when: datetime
    """When the last move was made."""
    held_by: str | None = None
    """Who plays it in another terminal now."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return seats_of(self.table)

    @property
    def record(self) -> str:
        """The record of the game."""
        return Table.fold(self.log.entries, keep_deals=True).record()


@dataclass(frozen=True, slots=True)
class DamagedSave:
    """A saved game that could not be read, why, and where it lies now."""

    name: str
    why: TranslatableText
    path: Path

    @property
    def reason(self) -> str:
        """What is wrong with it, in English."""
        return str(self.why)

    @property
    def message(self) -> TranslatableText:
        """What there is to say of it."""
        values = {"name": self.name, "why": self.why, "file": self.path}
        return TranslatableText(N_("the saved game {name} cannot be read ({why}); it is kept as {file}"), values)

    def __str__(self) -> str:
        return str(self.message)


def new_slot(edition: str, seed: str | None = None) -> SaveSlot:
    """Return a slot for a new game; where nothing can be written, one that saves nothing and says why."""
    folder = data_folder() / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        name, lock = _new_name(folder, edition)
    except OSError as error:
        log = SavedGameLog(folder / f"game{GAME_SUFFIX}", seed)
        log.can_be_written = False
        log.fail(error)
        return SaveSlot(folder, "game", None, log)
    return SaveSlot(folder, name, lock, SavedGameLog(folder / f"{name}{GAME_SUFFIX}", seed))


def _new_name(folder: Path, edition: str) -> tuple[str, FileLock]:
    stem = f"{datetime.now():%Y-%m-%d-%H%M}-{edition}"
    for number in count(1):
        name = stem if number == 1 else f"{stem}-{number}"
        if not any(os.path.lexists(game_file(folder / part, name)) for part in (".", FINISHED_FOLDER, DAMAGED_FOLDER)):
            with suppress(FileLockHeld):
                lock = FileLock(folder / f"{name}.lock")
                if not os.path.lexists(game_file(folder, name)):
                    return name, lock
                lock.release()
    raise AssertionError("numbers do not end")


def game_file(folder: Path, name: str) -> Path:
    """Return the file of a game in a folder, whether it exists or not."""
    return folder / f"{name}{GAME_SUFFIX}"


# -- what is there -------------------------------------------------------------------------------------------------


def saved_games() -> tuple[list[SavedGame], list[DamagedSave]]:
    """Return the games that can be continued, the latest first, and those that cannot be read.

    Of these, what makes no sense is moved to ``damaged``, and what cannot be opened is left alone.
    """
    found: list[SavedGame] = []
    damaged: list[DamagedSave] = []
    folder = data_folder() / "games"
    for name in saved_names(folder):
        try:
            saved = _inspect(folder, name)
        except (OSError, NewerSave) as error:
            damaged.append(DamagedSave(name, _reason(error), game_file(folder, name)))
        except SaveError as error:
            damaged.append(_set_aside(folder, name, error.message))
        else:
            found += [saved] if saved is not None else []
    return sorted(found, key=lambda one: one.when, reverse=True), damaged


def saved_names(folder: Path) -> Iterator[str]:
    """Return the names of the games in a folder."""
    with suppress(OSError):
        yield from sorted(path.stem for path in folder.glob(f"*{GAME_SUFFIX}"))


def _inspect(folder: Path, name: str) -> SavedGame | None:
    """Return a saved game; None where it is over, or was moved meanwhile."""
    try:
        lock = FileLock(folder / f"{name}.lock")
    except FileLockHeld as taken:
        return _read_held(folder, name, taken.holder)
    except OSError as error:
        if error.errno not in NOT_WRITABLE_ERRNOS:
            raise
        return _read_unlocked(folder, name)
    try:
        saved = read_saved(folder, name)
        if saved.table.game_over:  # whoever played it was stopped before it could be moved
            archive_game(folder, name, saved.record)
            return None
        return saved
    except FileNotFoundError:
        return None
    finally:
        lock.release()


def _read_held(folder: Path, name: str, holder: str) -> SavedGame | None:
    """Return a game that another process holds, without changing anything; None where it cannot be read or is over."""
    try:
        saved = read_saved(folder, name)
    except (SaveError, OSError):
        return None
    return None if saved.table.game_over else replace(saved, held_by=holder)


def _read_unlocked(folder: Path, name: str) -> SavedGame | None:
    """Return a game where nothing can be written, and so nothing held; None where it is over, or was moved."""
    with suppress(FileNotFoundError):
        saved = read_saved(folder, name)
        return None if saved.table.game_over else saved
    return None


def read_saved(folder: Path, name: str) -> SavedGame:
    """Return a saved game; OSError where its files cannot be opened, SaveError for whatever else they bring about."""
    path = game_file(folder, name)
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime)
        log = SavedGameLog.open(path)
        table = _last_deal(log)
        for seat in table.state.seats:
            BotSpec.parse(seat.bot)
    except (OSError, SaveError):
        raise
    except NewerSavedLog as error:
        raise NewerSave("{why}", why=error.why) from None
    except BotError as error:  # it may be installed again
        raise NewerSave("{error}", error=error) from None
    except (SavedLogError, InconsistentLog) as error:
        raise SaveError("{error}", error=error) from None
    except Exception as error:  # one file out of order must not be in the way of the others
        raise SaveError("{error}", error=one_line_error(error)) from None
    return SavedGame(name, log, table, when)


def _last_deal(log: SavedGameLog) -> Table:
    """Return the table of a log, from the entry that began the last deal: of the deals before only the sheets."""
    begun = next((at for at in reversed(range(len(log.entries))) if isinstance(log.entries[at], DealBegan)), 0)
    sheets = sheets_before(begun, log.entries.__getitem__)
    return Table.fold(log.entries[begun:], before=begun, sheets=sheets)


# -- what to do with it --------------------------------------------------------------------------------------------


def latest_save(found: Sequence[SavedGame]) -> str:
    """Return the name of the latest of these games that nobody else plays; SaveError says why there is none."""
    for left in reversed(range(MAX_ATTEMPTS)):
        free = [saved.name for saved in found if saved.held_by is None]
        if free:
            return free[0]
        if not found:
            raise _nothing_saved()
        if not left:
            raise SaveInUse(found[0].name, found[0].held_by or "")
        sleep(_RETRY_PAUSE_SECONDS)
        found, _ = saved_games()
    raise AssertionError("one of the tries was the last")


def _nothing_saved() -> SaveError:
    """Say where the last finished game lies, since whoever was stopped at its end has not seen that."""
    finished = sorted(
        (data_folder() / "games" / FINISHED_FOLDER).glob(f"*{RECORD_SUFFIX}"), key=lambda path: path.stat().st_mtime
    )
    if not finished:
        return SaveError(N_("there is no saved game to continue"))
    return SaveError(N_("there is no saved game to continue; the last one is over: {file}"), file=finished[-1])


def open_save(name: str) -> tuple[SavedGame, SaveSlot]:
    """Return a saved game and its slot, locked; SaveInUse where another terminal has it."""
    folder = data_folder() / "games"
    lock = _lock(folder, name)
    try:
        saved = read_saved(folder, name)
    except (SaveError, OSError) as error:
        lock.release()
        raise SaveError(N_("the saved game {name} cannot be read ({why})"), name=name, why=_reason(error)) from None
    return saved, SaveSlot(folder, name, lock, saved.log)


def check_free(name: str) -> None:
    """Raise SaveInUse where another terminal has a saved game."""
    _lock(data_folder() / "games", name).release()


def delete_save(name: str) -> None:
    """Delete a saved game; raise SaveInUse where another terminal has it."""
    folder = data_folder() / "games"
    lock = _lock(folder, name)
    try:
        remove_game(folder, name)
    finally:
        lock.release()


def remove_game(folder: Path, name: str) -> None:
    """Remove the files of a game that nobody plays; SaveError where that cannot be done."""
    try:
        for kind in (GAME_SUFFIX, RECORD_SUFFIX):
            (folder / f"{name}{kind}").unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(N_("the game {name} cannot be deleted ({why})"), name=name, why=_reason(error)) from None
    sync_folder(folder)


def save_name(path: Path) -> str | None:
    """Return the name of the saved game that a file is; None for a file that lies elsewhere."""
    inside = path.resolve().parent == (data_folder() / "games").resolve()
    return path.stem if inside and path.suffix == GAME_SUFFIX else None


def _lock(folder: Path, name: str) -> FileLock:
    if not os.path.lexists(game_file(folder, name)):
        raise SaveError(N_("there is no saved game {name}"), name=name)
    for left in reversed(range(MAX_ATTEMPTS)):
        try:
            return FileLock(folder / f"{name}.lock")
        except FileLockHeld as taken:
            if not left:
                raise SaveInUse(name, taken.holder) from None
            sleep(_RETRY_PAUSE_SECONDS)
        except OSError as error:
            raise SaveError(N_("the game {name} cannot be locked ({why})"), name=name, why=_reason(error)) from None
    raise AssertionError("one of the tries was the last")


def _reason(error: SaveError | OSError) -> TranslatableText:
    """Return what is wrong, without the system's error number."""
    if isinstance(error, SaveError):
        return error.message
    why = os_error_text(error)
    return TranslatableText(N_("{file}: {why}"), {"file": error.filename, "why": why}) if error.filename else why


def _set_aside(folder: Path, name: str, reason: TranslatableText) -> DamagedSave:
    try:
        return DamagedSave(name, reason, quarantine_game(folder, name))
    except OSError:
        return DamagedSave(name, reason, game_file(folder, name))
