"""Saved games: one file each, in the user's data folder, written after every move.

``<name>.game`` is a database with one table.  ``<name>.game.lock`` is there while a game is played, and says by which
process.  A game that is over moves to ``finished``, with its record, ``<name>.txt``; a damaged one moves to
``damaged``.  Nothing is deleted unasked except the oldest of many finished games.  What cannot be opened now, or only
by a later version of this program, is named and stays where it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from ..base.files import (
    NOT_WRITABLE_ERRNOS,
    FileLock,
    FileLockHeld,
    data_folder,
    read_file,
    sync_folder,
    write_atomically,
)
from ..base.translatable import N_, TranslatableText, os_error_text
from ..bots import BotError, BotSpec
from ..bots.bot import one_line_error
from ..game.game import Game
from ..rules.ruleset import Rules
from ..tables.entries import InconsistentLog
from ..tables.table import Table
from ..tables.table_state import SECOND_MS
from .saved_game_store import (
    CorruptSave,
    SavedGameStore,
    journal_of,
    read_game,
    remove_idle_journal,
)
from .saved_game_store import SaveError as SaveError

GAME_SUFFIX, RECORD_SUFFIX, LOCK_SUFFIX = ".game", ".txt", ".game.lock"
"""Suffixes of a game's files: its log, its record once it is over, and what is there while it is played."""
FINISHED_FOLDER, DAMAGED_FOLDER = "finished", "damaged"
MAX_FINISHED_GAMES = 50
MAX_ATTEMPTS = 10
"""Attempts to lock a game. Another process may be about to exit."""
_RETRY_PAUSE_SECONDS = 0.05


class SaveInUse(SaveError):
    """A saved game that is played in another terminal."""

    def __init__(self, name: str, holder: str) -> None:
        text = N_("the game {name} is being played in another terminal ({holder})")
        super().__init__(text, name=name, holder=holder)
        self.name = name
        self.holder = holder


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that was played here."""

    path: Path
    table: Table
    """The table as it was left; of earlier deals it has only the score sheets."""
    held_by: str | None = None
    """Who plays it in another terminal now."""

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.path.stem

    @property
    def when(self) -> datetime:
        """When the last move was made."""
        return datetime.fromtimestamp(self.table.state.at / SECOND_MS)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.table.rules

    @property
    def deal(self) -> int:
        """Which deal is played or was the last, from 1."""
        return self.table.state.deal

    @property
    def deals_over(self) -> int:
        """How many deals are over, and can be looked at."""
        return len(self.table.sheets)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's points, with those of a deal that is being played."""
        return self.table.totals

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.game_over

    @property
    def winner(self) -> int | None:
        """The team that has won; None while the game goes on, and where it is drawn."""
        return self.table.winner if self.over else None

    @property
    def record(self) -> str:
        """The record of the game, with the deal that is being played."""
        return saved_record(self.path)

    def game(self) -> Game:
        """Return the deals that are over, to be replayed or reviewed: the hands of one that is played stay hidden.

        SaveError where none is over.
        """
        record = Table.fold(read_game(self.path).entries(), keep_deals=True).finished_record()
        if not record:
            raise SaveError(N_("no deal of the game {name} is over yet"), name=self.name)
        return Game.replay(record)

    def check_free(self) -> None:
        """Raise SaveInUse where another terminal has the game, so that nobody can delete it now."""
        if not self.over:
            _lock(self.path).release()

    def delete(self) -> None:
        """Delete the game; raise SaveInUse where another terminal has it, SaveError where it cannot be deleted."""
        if self.over:
            _remove_files(self.path)
        else:
            delete_game(self.name)


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


# -- where they lie ------------------------------------------------------------------------------------------------


def games_folder() -> Path:
    """Return the folder of the games that can be continued."""
    return data_folder() / "games"


def game_file(name: str, folder: Path | None = None) -> Path:
    """Return the file of a game, whether it exists or not."""
    return (folder or games_folder()) / f"{name}{GAME_SUFFIX}"


def game_name(path: Path) -> str | None:
    """Return the name of the saved game that a file is; None for a file that lies elsewhere."""
    inside = path.resolve().parent == games_folder().resolve()
    return path.stem if inside and path.suffix == GAME_SUFFIX else None


def _files_in(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from sorted(folder.glob(f"*{GAME_SUFFIX}"))


def _lock_path(path: Path) -> Path:
    return path.with_suffix(LOCK_SUFFIX)


# -- what is there -------------------------------------------------------------------------------------------------


def saved_games() -> tuple[list[SavedGame], list[DamagedSave]]:
    """Return the games that can be continued, the latest first, and those that cannot be read.

    Of these, damaged ones are moved to ``damaged``, and what cannot be opened is left alone.
    """
    found: list[SavedGame] = []
    damaged: list[DamagedSave] = []
    for path in _files_in(games_folder()):
        saved = _inspect(path)
        if isinstance(saved, DamagedSave):
            damaged.append(saved)
        elif saved is not None:
            found.append(saved)
    return _latest_first(found), damaged


def list_games() -> tuple[list[SavedGame], list[DamagedSave]]:
    """Return all games, the latest first, and what could not be read of those that can be continued."""
    saves, damaged = saved_games()
    finished = []
    for path in _files_in(games_folder() / FINISHED_FOLDER):
        with suppress(SaveError, OSError):
            finished.append(read_saved(path))
    return _latest_first([*saves, *finished]), damaged


def has_played_before() -> bool:
    """Say whether any game was played here, be it over or not."""
    folder = games_folder()
    return any(True for part in (folder, folder / FINISHED_FOLDER) for _ in _files_in(part))


def latest_reviewable_game() -> SavedGame:
    """Return the latest game of which a deal is over; SaveError where there is none."""
    for one in list_games()[0]:
        if one.deals_over:
            return one
    raise SaveError(N_("there is no game to look at yet: no deal was played to its end"))


def _latest_first(found: list[SavedGame]) -> list[SavedGame]:
    return sorted(found, key=lambda one: one.table.state.at, reverse=True)


def _inspect(path: Path) -> SavedGame | DamagedSave | None:
    """Return a saved game, or why it cannot be read; None where it is over, was moved, or others damage it now."""
    try:
        holder = _holder(path)
        saved = read_saved(path)
        if not saved.over:
            return replace(saved, held_by=holder)
        if holder is None:  # whoever played it was stopped before it could be moved
            _tidy_up(path)
        return None
    except FileNotFoundError:
        return None
    except CorruptSave as error:
        return None if holder else _set_aside(path, error)
    except (SaveError, OSError) as error:
        return DamagedSave(path.stem, _reason(error), path)


def _holder(path: Path) -> str | None:
    """Return who plays a game now; OSError where its lock is no file."""
    if not os.path.lexists(_lock_path(path)):
        return None
    try:
        FileLock(_lock_path(path)).release()  # left by a program that was killed
    except FileLockHeld as taken:
        return taken.holder
    except OSError as error:
        if error.errno not in NOT_WRITABLE_ERRNOS:
            raise
    return None


def _tidy_up(path: Path) -> None:
    """Put a game that is over with the finished ones, if nobody else does so now and the disk can be written."""
    with suppress(FileLockHeld, OSError):
        lock = FileLock(_lock_path(path))
        try:
            archive_game(path, read_saved(path).record)
        finally:
            lock.release()


def _set_aside(path: Path, error: CorruptSave) -> DamagedSave | None:
    """Move a damaged game out of the way; None if another terminal has taken it meanwhile."""
    try:
        lock = FileLock(_lock_path(path))
        try:
            moved = quarantine_game(path)
        finally:
            lock.release()
    except FileLockHeld:
        return None
    except OSError:
        moved = path
    return DamagedSave(path.stem, error.message, moved)


def read_saved(path: Path) -> SavedGame:
    """Read a saved game; errors are those of ``read_game``."""
    log = read_game(path)
    try:
        table = log.last_deal()
        for seat in table.state.seats:
            BotSpec.parse(seat.bot)
    except SaveError:
        raise
    except BotError as error:  # it may be installed again
        raise SaveError("{error}", error=error) from None
    except InconsistentLog as error:
        raise CorruptSave("{error}", error=error) from None
    except Exception as error:  # one file out of order must not be in the way of the others
        raise CorruptSave("{error}", error=one_line_error(error)) from None
    return SavedGame(path, table)


def saved_record(path: Path) -> str:
    """Return the record of a saved game, wherever its file lies, with the deal that is being played."""
    try:
        table = Table.fold(read_game(path).entries(), keep_deals=True)
    except InconsistentLog as error:
        raise CorruptSave("{error}", error=error) from None
    if table.deal is None:
        raise SaveError(N_("the saved game ends before its first deal"))
    return table.record()


def record_of_content(content: bytes) -> str:
    """Return the record of a saved game that was read from a pipe."""
    with TemporaryDirectory(prefix="bornes-") as folder:
        path = Path(folder) / f"piped{GAME_SUFFIX}"
        path.write_bytes(content)
        return saved_record(path)


# -- playing -------------------------------------------------------------------------------------------------------


def new_game(edition: str, seed: str | None = None) -> SavedGameStore:
    """Return the store of a new game; where nothing can be written, one that saves nothing and says why."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path, lock = _new_file(folder, edition)
        return SavedGameStore(path, lock, seed)
    except OSError as error:
        unsaved = SavedGameStore(game_file("game"), None, seed)
        unsaved.fail(error)
        return unsaved


def _new_file(folder: Path, edition: str) -> tuple[Path, FileLock]:
    stem = f"{datetime.now():%Y-%m-%d-%H%M}-{edition}"
    for number in count(1):
        name = stem if number == 1 else f"{stem}-{number}"
        path = game_file(name, folder)
        taken = [
            path,
            journal_of(path),
            *(game_file(name, folder / part) for part in (FINISHED_FOLDER, DAMAGED_FOLDER)),
        ]
        if not any(map(os.path.lexists, taken)):
            with suppress(FileLockHeld):
                lock = FileLock(_lock_path(path))
                if not os.path.lexists(path):
                    return path, lock
                lock.release()
    raise AssertionError("numbers do not end")


def open_game(name: str) -> SavedGameStore:
    """Return the store of a saved game, locked; SaveInUse where another terminal has it, SaveError if it is over."""
    path = game_file(name)
    lock = _lock(path)
    try:
        saved = read_saved(path)
        if not saved.over:
            return SavedGameStore.open(path, lock)
        with suppress(OSError):
            archive_game(path, saved.record)
    except (SaveError, OSError) as error:
        lock.release()
        raise SaveError(N_("the saved game {name} cannot be read ({why})"), name=name, why=_reason(error)) from None
    lock.release()
    raise SaveError(N_("the game {name} is over"), name=name)


async def finish_game(store: SavedGameStore, record: str) -> None:
    """Close a game that is over, and put it with the finished ones."""
    await store.finish_writing()
    if store.is_locked and store.failure is None:
        with suppress(OSError):
            archive_game(store.path, record)
    store.unlock()


def latest_game(found: Sequence[SavedGame]) -> str:
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
        (games_folder() / FINISHED_FOLDER).glob(f"*{RECORD_SUFFIX}"), key=lambda path: path.stat().st_mtime
    )
    if not finished:
        return SaveError(N_("there is no saved game to continue"))
    return SaveError(N_("there is no saved game to continue; the last one is over: {file}"), file=finished[-1])


def _lock(path: Path) -> FileLock:
    """Lock a saved game; SaveInUse where another terminal has it."""
    if not os.path.lexists(path):
        raise SaveError(N_("there is no saved game {name}"), name=path.stem)
    for left in reversed(range(MAX_ATTEMPTS)):
        try:
            return FileLock(_lock_path(path))
        except FileLockHeld as taken:
            if not left:
                raise SaveInUse(path.stem, taken.holder) from None
            sleep(_RETRY_PAUSE_SECONDS)
        except OSError as error:
            text = N_("the game {name} cannot be locked ({why})")
            raise SaveError(text, name=path.stem, why=_reason(error)) from None
    raise AssertionError("one of the tries was the last")


# -- moving and deleting -------------------------------------------------------------------------------------------


def archive_game(path: Path, record: str) -> None:
    """Put a game with the finished ones, with its record for other commands, and delete the oldest of them."""
    finished = path.parent / FINISHED_FOLDER
    finished.mkdir(exist_ok=True)
    target = _free_file(finished, path.stem, record)
    write_atomically(target.with_suffix(RECORD_SUFFIX), record)
    remove_idle_journal(path)
    _move(path, target)
    games = sorted(finished.glob(f"*{RECORD_SUFFIX}"), key=lambda one: one.stat().st_mtime, reverse=True)
    for old in games[MAX_FINISHED_GAMES:]:
        for suffix in (RECORD_SUFFIX, GAME_SUFFIX):
            old.with_suffix(suffix).unlink(missing_ok=True)


def quarantine_game(path: Path) -> Path:
    """Put a game with the damaged ones, and return the path of its file."""
    damaged = path.parent / DAMAGED_FOLDER
    damaged.mkdir(exist_ok=True)
    target = _free_file(damaged, path.stem)
    _move(path, target)
    return target


def _free_file(folder: Path, name: str, record: str | None = None) -> Path:
    """Return the first game's file that is free in a folder; the one whose record is just this counts as free."""
    for number in count(1):
        target = game_file(name if number == 1 else f"{name}-{number}", folder)
        if target.exists():
            continue
        beside = target.with_suffix(RECORD_SUFFIX)
        if not beside.exists() or (record is not None and read_file(beside) == record.encode()):
            return target
    raise AssertionError("numbers do not end")


def _move(path: Path, target: Path) -> None:
    """Move the file of a game into another folder, with what SQLite may still need to read it."""
    for old, new in ((path, target), (journal_of(path), journal_of(target))):
        with suppress(FileNotFoundError):
            old.replace(new)
    sync_folder(target.parent)
    sync_folder(path.parent)


def delete_game(name: str) -> None:
    """Delete a saved game; raise SaveInUse where another terminal has it."""
    lock = _lock(game_file(name))
    try:
        _remove_files(game_file(name))
    finally:
        lock.release()


def _remove_files(path: Path) -> None:
    """Remove the files of a game that nobody plays; SaveError where that cannot be done."""
    try:
        for one in (path, journal_of(path), path.with_suffix(RECORD_SUFFIX)):
            one.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(N_("the game {name} cannot be deleted ({why})"), name=path.stem, why=_reason(error)) from None
    sync_folder(path.parent)


def _reason(error: SaveError | OSError) -> TranslatableText:
    """Return what is wrong, without the system's error number."""
    if isinstance(error, SaveError):
        return error.message
    why = os_error_text(error)
    return TranslatableText(N_("{file}: {why}"), {"file": error.filename, "why": why}) if error.filename else why
