"""Saved games and choices: kept after every move, held against others, and forgiving when something is damaged."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bornes import Game, edition
from bornes.base import files
from bornes.bots import BotSpec
from bornes.client.table_client import Seat
from bornes.store import saved_game_store
from bornes.store import saved_games as saves
from bornes.store.saved_game_store import CorruptSave, NewerSave, SavedGameStore, SaveError, read_game
from bornes.store.saved_games import (
    SaveInUse,
    delete_game,
    game_name,
    latest_game,
    list_games,
    new_game,
    open_game,
    saved_games,
    saved_record,
)
from bornes.tables.entries import MoveMade, encode_entry
from bornes.tables.table import Table
from bornes.terminal import preferences
from bornes.terminal.local_table import LocalTable, seats_of
from bornes.terminal.preferences import Preferences, load_preferences, save_preferences
from bornes.terminal.seat_session import LocalSession, open_new, open_record, open_saved
from tests.support import saves as kept
from tests.support.paths import ROOT
from tests.support.saves import entries_in, execute, from_later_version, played_at, rewrite
from tests.support.shell import PATIENCE, SOURCE, run, watched
from tests.support.synced import moments, trace

SEATS = (Seat("Ann", here=True), Seat("Boris", "sunday-driver"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "games"


def a_game(seed: str = "7", **more: Any) -> Game:
    """A new game of Ann and Boris."""
    return Game("parker-1962", seed=seed, names=("Ann", "Boris"), **more)


def saved_game(game: Game | None = None) -> str:
    """The name of a game that was left."""
    return kept.saved_game(game or a_game(), SEATS)


def over() -> Game:
    """A game that is over."""
    return watched(edition("asmodee").rules(2), "7", 1)


def tell(story: Callable[[], Awaitable[None]]) -> None:
    """Run a story on a loop of its own."""

    async def told() -> None:
        await asyncio.wait_for(story(), PATIENCE)

    asyncio.run(told())


async def play_on(table: LocalTable, decisions: int, luck: Random) -> None:
    """Play with whatever luck says, until so many decisions are made or the deal is over."""
    await table.wait_for_decision()
    while decisions and table.asked:
        view = table.question(table.asked[0])
        if view is None:
            await table.let_pass()
        else:
            await table.play(table.asked[0], luck.choice(list(view.legal_moves)))
            decisions -= 1
        await table.wait_for_decision()


def names_in(folder: Path) -> set[str]:
    """What lies in a folder, by the ends of the names."""
    return {path.name for path in folder.iterdir()}


# -- keeping -----------------------------------------------------------------------------------------------------


def test_a_game_lies_in_the_folder_as_a_file_that_other_commands_read(folder: Path) -> None:
    name = saved_game()
    assert names_in(folder) == {f"{name}.game"}
    for command in ("replay", "verify"):
        assert run(command, str(folder / f"{name}.game")).exit_code == 0
    content = (folder / f"{name}.game").read_bytes()
    assert run("replay", "-", stdin=content).stdout == run("replay", str(folder / f"{name}.game")).stdout
    execute(folder / f"{name}.game", "UPDATE entries SET checksum = 0")
    assert "entry 1 is not what was written" in run("replay", str(folder / f"{name}.game")).output


def test_every_move_is_kept_before_anybody_sees_it(folder: Path) -> None:
    async def story() -> None:
        store = new_game("parker-1962", "7")
        table = await LocalTable.new(edition("parker-1962").rules(2), SEATS, seed="7", store=store)
        told: list[bool] = []
        table.listen(lambda: told.append(saved_record(store.path) == table.record))
        await play_on(table, 30, Random(1))
        assert len(told) >= 20
        assert all(told)
        assert names_in(folder) == {f"{store.name}.game{end}" for end in ("", "-journal", ".lock")}
        await table.close()
        await store.close()

    tell(story)


def test_a_game_is_continued_by_the_same_people(folder: Path) -> None:
    game = a_game()
    name = saved_game(game)
    (found,), damaged = saved_games()
    assert not damaged
    assert (found.name, seats_of(found.table), found.held_by) == (name, SEATS, None)
    assert found.record == game.record
    store = open_game(name)
    assert Table.fold(store.entries, keep_deals=True).record() == game.record
    store.unlock()


def test_the_latest_game_is_offered_first(folder: Path) -> None:
    names = [saved_game(), saved_game(), saved_game()]
    assert len(set(names)) == 3
    for age, name in enumerate(names):
        played_at(folder / f"{name}.game", 10**12 - age)
    assert [one.name for one in saved_games()[0]] == names


def test_a_game_from_a_seed_goes_on_with_the_deals_of_that_seed() -> None:
    """As if it had never been left."""

    async def story() -> None:
        opened = await open_new(Preferences(bots=(None, "sunday-driver")), seed="sunday")
        for leaves_after in (3, 10**6):
            await play_on(opened.table, leaves_after, Random(2))
            opened = await open_saved(await left(opened))
        await opened.table.next_deal()
        dealt = Game.replay(opened.table.record).deals
        whole = watched(edition("parker-1962").rules(2), "sunday", 2)
        assert [deal.deck for deal in dealt] == [deal.deck for deal in whole.deals]
        await opened.close()

    tell(story)


def test_a_finished_game_is_put_with_the_finished_ones_and_the_last_fifty_stay(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saves, "MAX_FINISHED_GAMES", 3)
    names = [saved_game(over()) for _ in range(5)]
    assert saved_games() == ([], [])
    finished = folder / "finished"
    assert names_in(folder) == {"finished"}
    assert len(names_in(finished)) == 6
    assert names[-1] + ".txt" in names_in(finished)
    for kind in ("txt", "game"):
        assert run("replay", str(finished / f"{names[-1]}.{kind}")).exit_code == 0


def test_a_finished_game_whose_player_was_stopped_is_not_offered_again(folder: Path) -> None:
    name = left_without_closing(over())
    assert saved_games() == ([], [])
    assert names_in(folder / "finished") == {f"{name}.txt", f"{name}.game"}
    name = left_without_closing(over())
    with pytest.raises(SaveError, match=f"the game {name} is over"):
        asyncio.run(open_saved(name))
    assert f"{name}.txt" in names_in(folder / "finished")


def left_without_closing(game: Game) -> str:
    """The name of a game that was saved to the last move, and not put away."""

    async def stopped() -> str:
        store = new_game("asmodee")
        table = await LocalTable.of_game(game, SEATS, store=store, id=store.name)
        await table.close()
        await store.close()
        return store.name

    return asyncio.run(stopped())


def test_a_game_is_deleted_only_when_somebody_says_so(folder: Path) -> None:
    name, other = saved_game(), saved_game()
    delete_game(name)
    assert [one.name for one in saved_games()[0]] == [other]
    with pytest.raises(SaveError, match="there is no saved game"):
        delete_game(name)
    store = open_game(other)
    with pytest.raises(SaveInUse):
        delete_game(other)
    store.unlock()


# -- two terminals -----------------------------------------------------------------------------------------------


def test_a_second_terminal_is_told_who_has_the_game() -> None:
    name = saved_game()
    store = open_game(name)
    with pytest.raises(SaveInUse, match=rf"{name} is being played in another terminal \(process {os.getpid()}"):
        open_game(name)
    assert saved_games()[0][0].held_by is not None
    store.unlock()
    assert saved_games()[0][0].held_by is None
    open_game(name).unlock()


HOLDER = """
import sys
from bornes.store.saved_games import open_game
held = open_game(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def another(name: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the game."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-c", HOLDER, name]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_process_that_dies_leaves_its_game_to_others() -> None:
    name = saved_game()
    with another(name) as holder:
        with pytest.raises(SaveInUse, match=f"process {holder.pid}"):
            open_game(name)
        holder.kill()
        holder.wait()
        open_game(name).unlock()


def test_where_files_cannot_be_locked_whoever_makes_the_lock_has_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "fcntl", None)
    name = saved_game()
    store = open_game(name)
    with pytest.raises(SaveInUse, match=r"if no such process runs, delete .*\.lock"):
        open_game(name)
    store.unlock()
    open_game(name).unlock()


# -- the file ----------------------------------------------------------------------------------------------------


def some_game() -> Game:
    """A game of Ann and Boris with some moves."""
    game, luck = a_game(), Random(4)
    for _ in range(9):
        game.play(luck.choice(list(game.deal.legal_moves)))
    return game


def played_file(folder: Path) -> Path:
    """The file of a game with some entries in it."""

    async def story() -> None:
        opened = await open_new(Preferences(bots=(None, "sunday-driver"), names=("Ann",)), seed="7")
        await play_on(opened.table, 6, Random(4))
        await opened.close()

    tell(story)
    (path,) = folder.glob("*.game")
    return path


def test_nothing_lies_beside_a_game_that_was_left(folder: Path) -> None:
    path = played_file(folder)
    assert names_in(folder) == {path.name}
    assert path.stat().st_mode & 0o777 == 0o600, "who can read it can read hands"


def test_between_two_moves_a_copy_of_the_file_is_the_whole_game(folder: Path, tmp_path: Path) -> None:
    async def story() -> None:
        opened = await open_new(Preferences(bots=(None, "sunday-driver")), seed="7")
        for copied in range(3):
            await play_on(opened.table, 4, Random(copied))
            opened.table.pause()
            await opened.table.wait_for_decision()
            copy = Path(shutil.copy(opened.store.path, tmp_path / f"{copied}.game"))
            assert entries_in(copy) == opened.store.entries
            opened.table.resume()
        await opened.close()

    tell(story)


def half_written(path: Path, folder: Path) -> Path:
    """Copy a game as a program leaves it that is killed while it writes: pages are changed, nothing is committed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        for number in range(200):
            connection.execute("UPDATE entries SET line = zeroblob(500) WHERE number = ?", (number,))
        folder.mkdir(exist_ok=True)
        for one in (path, saved_game_store.journal_of(path)):
            shutil.copy(one, folder / one.name)
        connection.execute("ROLLBACK")
    return folder / path.name


def test_what_a_killed_program_wrote_in_part_is_undone(folder: Path, tmp_path: Path) -> None:
    path = played_file(folder)
    torn = half_written(path, tmp_path / "torn")
    assert torn.read_bytes() != path.read_bytes()
    assert entries_in(torn) == entries_in(path)
    assert names_in(torn.parent) == {torn.name}


def test_without_its_journal_a_game_that_was_written_in_part_is_damaged(folder: Path, tmp_path: Path) -> None:
    torn = half_written(played_file(folder), tmp_path / "torn")
    saved_game_store.journal_of(torn).unlink()
    with pytest.raises(CorruptSave):
        read_game(torn)


def test_a_damaged_game_is_kept_aside_with_what_may_still_repair_it(folder: Path) -> None:
    path = played_file(folder)
    half_written(path, folder / "torn")
    for one in (folder / "torn").iterdir():
        shutil.move(one, folder / one.name)
    journal = saved_game_store.journal_of(path)
    with journal.open("r+b") as file:
        file.truncate(600)
    (damaged,) = saved_games()[1]
    assert damaged.path.parent.name == "damaged"
    assert names_in(folder) == {"damaged", "torn"}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a game, which nobody changes."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("BORNES_DATA", str(tmp_path_factory.mktemp("sound")))
        return played_file(saves.games_folder())


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_however_its_file_is_damaged_a_game_is_never_read_in_part(
    sound: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """It reads as it was written, or it is told to be damaged."""
    torn = Path(shutil.copy(sound, tmp_path_factory.mktemp("torn") / "torn.game"))
    size = torn.stat().st_size
    with torn.open("r+b") as file:
        if data.draw(st.booleans(), "cut"):
            file.truncate(data.draw(st.integers(0, size - 1)))
        else:
            for _ in range(data.draw(st.integers(1, 3))):
                file.seek(data.draw(st.integers(0, size - 1)))
                file.write(data.draw(st.binary(min_size=1, max_size=600) | st.sampled_from([bytes(512), bytes(4096)])))
    try:
        log = read_game(torn)
    except (CorruptSave, NewerSave):
        return
    assert log == read_game(sound)


# -- damage ------------------------------------------------------------------------------------------------------


def cut_in_half(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a changed entry": (
        lambda path: execute(path, "UPDATE entries SET line = zeroblob(9) WHERE number = 5"),
        "entry 6 is not what was written",
    ),
    "a lost entry": (lambda path: execute(path, "DELETE FROM entries WHERE number = 5"), "entry 6 is missing"),
    "a lost end": (lambda path: execute(path, "DELETE FROM entries WHERE number > 5"), "it ends with entry 6"),
    "an entry too many": (
        lambda path: execute(path, "UPDATE tables SET entries = entries - 1"),
        "it ends with entry",
    ),
    "a deal that does not begin there": (
        lambda path: execute(path, "UPDATE tables SET deal = 5"),
        "entry 6 does not begin a deal",
    ),
    "a deal that begins nowhere": (
        lambda path: execute(path, "UPDATE tables SET deal = 9999"),
        "entry 10000 is missing",
    ),
    "another seed": (
        lambda path: execute(path, """UPDATE meta SET value = '"8"' WHERE name = 'seed'"""),
        "its seed is not what was written",
    ),
    "no seed": (lambda path: execute(path, "DELETE FROM meta"), "its seed is not what was written"),
    "no table": (lambda path: execute(path, "DELETE FROM tables"), "it does not hold exactly one game"),
    "no layout": (lambda path: execute(path, "DROP TABLE entries"), "no such table"),
    "another program": (
        lambda path: execute(path, "PRAGMA application_id = 5"),
        "{path} is a database of another program",
    ),
    "half of it": (cut_in_half, "it is damaged"),
    "a text": (lambda path: path.write_text("Bornes saved game 1\n"), "it is no saved game"),
    "nothing": (lambda path: path.write_bytes(b""), "it is empty"),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_game_is_named_with_the_reason_kept_aside_and_in_nobody_s_way(kind: str, folder: Path) -> None:
    path, intact = played_file(folder), saved_game()
    damage, reason = DAMAGES[kind]
    damage(path)
    spoilt = path.read_bytes()
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [intact]
    assert path.stem in str(damaged)
    assert damaged.reason.startswith(reason.format(path=path)), damaged.reason
    assert damaged.path.read_bytes() == spoilt
    assert damaged.path.parent.name == "damaged"
    assert names_in(folder) == {"damaged", f"{intact}.game"}
    assert saved_games()[1] == [], "it is told once"


def test_an_entry_that_is_sound_and_cannot_be_true_is_damage_too(folder: Path) -> None:
    path = played_file(folder)
    rewrite(path, {3: encode_entry(MoveMade(at=10**15, seat=0, move="200"))})
    (damaged,) = saved_games()[1]
    assert "entry 4, MoveMade, cannot follow: 200 is not legal" in damaged.reason


def test_a_move_before_the_one_that_it_follows_is_damage_too(folder: Path) -> None:
    path = played_file(folder)
    rewrite(path, {3: encode_entry(MoveMade(at=1, seat=0, move="-25"))})
    (damaged,) = saved_games()[1]
    assert "entry 4, MoveMade, cannot follow: its time, 1, is before that of the last entry" in damaged.reason


def test_a_bot_that_is_gone_is_named_and_its_game_left_alone(folder: Path) -> None:
    path = played_file(folder)
    rewrite(path, {2: read_game(path).lines[2].replace(b"sunday-driver", b"gone")})
    (damaged,) = saved_games()[1]
    assert "there is no bot 'gone'" in damaged.reason
    assert damaged.path == path


LATER: dict[str, Callable[[Path], object]] = {
    "another layout": from_later_version,
    "an unknown entry": lambda path: rewrite(path, {3: b'{"entry":"Danced","at":1}'}),
    "another format": lambda path: rewrite(path, {3: b'{"format":2,"entry":"GotReady","at":1}'}),
    "another kind of seed": lambda path: execute(
        path, f"UPDATE meta SET value = iif(name = 'seed', '[]', {crc32(b'[]')})"
    ),
}


@pytest.mark.parametrize("kind", LATER)
def test_a_game_of_a_later_version_is_named_and_left_alone(kind: str, folder: Path) -> None:
    path = played_file(folder)
    LATER[kind](path)
    before = path.read_bytes()
    for _ in range(2):
        found, (damaged,) = saved_games()
        assert found == []
        assert damaged.reason == "saved by a later release of Bornes"
        assert damaged.path == path
    with pytest.raises(SaveError, match="cannot be read"):
        open_game(path.stem)
    assert path.read_bytes() == before


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def a_device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def too_much(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(1 << 40)  # a hole, which takes no room on the disk


STRANGE: dict[Callable[[Path], None], str] = {
    a_pipe: "is not a file",
    a_folder: "is not a file",
    a_device: "is not a file",
    a_loop: "Too many levels of symbolic links",
    too_much: "is larger than 64 MB",
}


@pytest.mark.parametrize("becomes", STRANGE)
def test_what_cannot_be_opened_is_named_left_alone_and_in_nobody_s_way(
    becomes: Callable[[Path], None], folder: Path
) -> None:
    name, sound = saved_game(), saved_game()
    path = folder / f"{name}.game"
    becomes(path)
    before = path.lstat().st_ino
    for _ in range(2):
        found, (damaged,) = saved_games()
        assert [one.name for one in found] == [sound]
        assert name in str(damaged)
        assert damaged.reason == f"{path}: {STRANGE[becomes]}"
    assert path.lstat().st_ino == before
    with pytest.raises(SaveError):
        open_game(name)
    open_game(sound).unlock()


def test_a_game_that_nobody_may_read_is_named_and_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so that the refusal is played."""
    name, sound = saved_game(), saved_game()
    access = os.access

    def refuse(path: Any, mode: int) -> bool:
        return access(path, mode) and Path(path).name != f"{name}.game"

    monkeypatch.setattr(os, "access", refuse)
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [sound]
    assert (damaged.name, damaged.reason) == (name, f"{folder / name}.game: Permission denied")
    assert f"{name}.game" in names_in(folder)


@pytest.mark.parametrize("becomes", [a_folder, a_pipe, a_loop])
def test_a_game_that_cannot_be_held_is_named_and_in_nobody_s_way(becomes: Callable[[Path], None], folder: Path) -> None:
    name, sound = saved_game(), saved_game()
    (folder / f"{name}.game.lock").touch()
    becomes(folder / f"{name}.game.lock")
    found, (damaged,) = saved_games()
    assert ([one.name for one in found], damaged.name) == ([sound], name)


def test_a_lock_is_not_looked_for_behind_a_link(folder: Path) -> None:
    name = saved_game()
    diary = folder / "diary"
    diary.write_text("dear diary", encoding="utf-8")
    (folder / f"{name}.game.lock").symlink_to(diary)
    assert [one.name for one in saved_games()[1]] == [name]
    assert diary.read_text(encoding="utf-8") == "dear diary"


def test_whatever_reading_a_game_brings_about_the_others_open(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, sound = saved_game(), saved_game(a_game("8"))
    replay = Game.replay

    def exhausted(text: str, *more: Any) -> Game:
        if text == a_game("8").record:
            return replay(text, *more)
        raise MemoryError

    monkeypatch.setattr(Game, "replay", exhausted)
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [sound]
    assert (damaged.name, damaged.reason) == (name, "MemoryError")


@pytest.mark.parametrize("files_moved", [0, 1])
def test_who_is_stopped_while_a_game_is_put_away_leaves_no_damage(
    files_moved: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the two files was moved, the game is over and nothing is said of it."""
    moved = Path.replace

    def stopped(path: Path, target: Path) -> Path:
        if "finished" in str(target) and len(list(folder.glob("finished/*.[tg]*[te]"))) >= files_moved:
            raise OSError(errno.EIO, "as if killed")
        return moved(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", stopped)
        name = saved_game(over())
    assert saved_games() == ([], [])
    assert {f"{name}.txt", f"{name}.game"} <= names_in(folder / "finished")
    assert f"{name}-2.txt" not in names_in(folder / "finished")


def test_the_only_game_may_be_held_for_a_moment_by_one_who_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was killed holds its lock until the system has cleared it away."""
    monkeypatch.setattr(saves, "MAX_ATTEMPTS", 1000)
    name = saved_game()
    with another(name) as holder:
        Timer(0.1, holder.kill).start()
        assert latest_game(saved_games()[0]) == name


def test_a_game_that_came_to_its_end_unseen_is_told_of(folder: Path) -> None:
    with pytest.raises(SaveError, match=r"^there is no saved game to continue$"):
        latest_game([])
    name = saved_game(over())
    with pytest.raises(SaveError, match=f"no saved game to continue; the last one is over: .*{name}.txt"):
        latest_game([])


def test_a_game_that_another_terminal_plays_is_left_alone_even_if_it_cannot_be_read(folder: Path) -> None:
    name = saved_game()
    store = open_game(name)
    (folder / f"{name}.game").write_text("half a ga", encoding="utf-8")
    assert saved_games() == ([], [])
    assert f"{name}.game" in names_in(folder)
    store.unlock()


def test_taking_a_damaged_game_says_so_and_lets_go_of_it(folder: Path) -> None:
    name = saved_game()
    (folder / f"{name}.game").write_text("", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(SaveError, match=f"{name} cannot be read"):
            open_game(name)


# -- no room -----------------------------------------------------------------------------------------------------


def listening(store: SavedGameStore) -> list[str]:
    """What the store complains of."""
    told: list[str] = []
    store.on_failure(told.append)
    return told


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow beyond a few bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_without_a_folder_the_game_goes_on_and_one_is_told_once(folder: Path) -> None:
    folder.parent.write_text("a file where the folder should be", encoding="utf-8")

    async def story() -> None:
        store = new_game("parker-1962")
        told = listening(store)
        table = await LocalTable.of_game(a_game(), SEATS, store=store)
        await play_on(table, 3, Random(1))
        await table.close()
        await store.close()
        (reason,) = told
        assert str(folder) in reason
        assert saved_games() == ([], [])

    tell(story)


def test_a_disk_that_fills_up_is_told_once_and_what_was_kept_stays_until_there_is_room() -> None:
    async def story() -> None:
        store = new_game("parker-1962")
        told = listening(store)
        table = await LocalTable.of_game(a_game(), SEATS, store=store)
        await play_on(table, 1, Random(1))
        before = entries_in(store.path)
        with full_disk():
            await play_on(table, 3, Random(1))
            assert len(told) == 1
            assert str(store.path) in told[0]
            assert store.failure is not None
        assert entries_in(store.path) == before
        await play_on(table, 1, Random(1))
        assert store.failure is None
        await table.close()
        await store.close()
        assert saved_record(store.path) == table.record

    tell(story)


def test_what_could_not_be_written_is_tried_once_more_on_leaving() -> None:
    async def story() -> None:
        store = new_game("parker-1962")
        with full_disk():
            table = await LocalTable.of_game(a_game(), SEATS, store=store)
            await play_on(table, 2, Random(1))
        assert not store.path.exists()
        assert not list(store.path.parent.glob("*.new"))
        await table.close()
        await store.close()
        assert saved_record(store.path) == table.record

    tell(story)


@pytest.mark.parametrize("becomes", ["gone", "replaced", "short", "half", "zeros"])
def test_a_file_that_somebody_else_has_changed_is_made_whole_again(becomes: str) -> None:
    async def story() -> None:
        store = new_game("parker-1962")
        table = await LocalTable.of_game(a_game(), SEATS, store=store)
        await play_on(table, 3, Random(1))
        content = store.path.read_bytes()
        match becomes:
            case "gone":
                store.path.unlink()
            case "replaced":
                (store.path.parent / "other").write_bytes(content)
                (store.path.parent / "other").replace(store.path)
            case "short":
                store.path.write_bytes(content[:99])
            case "half":
                store.path.write_bytes(content[: len(content) // 2])
            case "zeros":
                store.path.write_bytes(bytes(len(content)))
        await play_on(table, 1, Random(1))
        assert saved_record(store.path) == table.record
        await table.close()
        await store.close()

    tell(story)


# -- opening -----------------------------------------------------------------------------------------------------


async def left(opened: LocalSession) -> str:
    """The name under which a game is left."""
    await opened.close()
    return opened.store.name


def test_a_new_game_is_kept_from_its_first_card_and_opened_again() -> None:
    async def story() -> None:
        opened = await open_new(Preferences(names=("Ann",)), seed="7")
        record, name = opened.table.record, await left(opened)
        again = await open_saved(name)
        assert again.resumed
        assert again.table.record == record
        assert again.table.seats == opened.table.seats
        await again.close()

    tell(story)


def test_what_cannot_be_played_leaves_no_lock_behind(folder: Path) -> None:
    with pytest.raises(ValueError, match="there is no bot"):
        asyncio.run(open_new(Preferences(bots=(None, "nobody"))))
    assert not list(folder.glob("*.lock"))


def test_a_record_is_gone_on_with_beside_itself() -> None:
    async def story() -> None:
        opened = await open_record(Game.replay(some_game().record), Preferences())
        assert [seat.name for seat in opened.table.seats] == ["Ann", "Boris"]
        assert [seat.here for seat in opened.table.seats] == [True, False]
        assert saved_games()[0][0].name == await left(opened)
        with pytest.raises(SaveError, match="is over"):
            await open_record(over(), Preferences())

    tell(story)


def test_a_saved_game_knows_its_file(folder: Path, tmp_path: Path) -> None:
    name = saved_game()
    assert game_name(folder / f"{name}.game") == name
    assert game_name(tmp_path / f"{name}.game") is None


# -- choices -----------------------------------------------------------------------------------------------------


def test_who_has_not_chosen_anything_is_offered_the_first_game_of_their_language() -> None:
    assert load_preferences("fr") == Preferences(edition="dujardin")
    save_preferences(Preferences(edition="asmodee", players=4))
    assert load_preferences("fr") == Preferences(edition="asmodee", players=4), (
        "what somebody chose counts in every language"
    )


def test_choices_are_remembered() -> None:
    assert load_preferences() == Preferences()
    chosen = Preferences(
        edition="dujardin",
        players=4,
        house=(("game_goal", "3000"),),
        bots=(None, "champion:playouts=100", None, "random"),
        names=("Ann", "", "Zoé"),
        pace=1.5,
        ascii=True,
        colour=False,
        calm=True,
    )
    assert save_preferences(chosen)
    assert load_preferences() == chosen


def test_choices_that_cannot_be_written_are_no_reason_not_to_play(folder: Path) -> None:
    folder.parent.write_text("", encoding="utf-8")
    assert not save_preferences(Preferences())
    assert load_preferences() == Preferences()


def test_a_choice_for_two_is_one_for_four() -> None:
    seats = Preferences(players=4, bots=(None, "champion"), names=("Ann",)).seats()
    assert [seat.bot for seat in seats] == [None, "champion", "rule-of-thumb", "rule-of-thumb"]
    assert [seat.here for seat in seats] == [True, False, False, False]
    assert seats[0].name == "Ann"
    assert len({seat.name for seat in seats}) == 4


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["random", "asmodee"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)
KEPT = st.fixed_dictionaries({}, optional=dict.fromkeys(Preferences.__dataclass_fields__, VALUES))


@given(KEPT | VALUES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_lies_in_the_file_a_game_can_be_chosen(value: object) -> None:
    path = files.config_folder() / preferences.PREFERENCES_FILE
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    chosen = load_preferences()
    assert len(chosen.seats()) == chosen.rules().players
    Game(chosen.rules(), names=[seat.name for seat in chosen.seats()])
    for spec in chosen.bots:
        if spec is not None:
            BotSpec.parse(spec)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 200_000, b'{"edition": "dujardin", "players": 40}'])
def test_choices_that_make_no_sense_are_as_if_nothing_had_been_chosen(content: bytes) -> None:
    path = files.config_folder() / preferences.PREFERENCES_FILE
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    assert load_preferences() == Preferences()


# -- where nothing can be written ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_where_no_lock_can_be_made_games_are_read_all_the_same(
    number: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write everywhere, so that the refusal is played."""
    name, opened = saved_game(), os.open

    def refuse(path: Any, flags: int, *more: Any) -> int:
        if flags & os.O_CREAT:
            raise OSError(number, os.strerror(number), str(path))
        return opened(path, flags, *more)

    with monkeypatch.context() as full:
        full.setattr(os, "open", refuse)
        found, damaged = saved_games()
        assert ([one.name for one in found], damaged) == ([name], [])
        with pytest.raises(SaveError, match=f"the game {name} cannot be locked .*{os.strerror(number)}"):
            open_game(name)
    open_game(name).unlock()


def test_a_lock_is_held_though_nobody_can_write_by_whom(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, written = saved_game(), os.write

    def refuse(file: int, content: bytes) -> int:
        if content.startswith(b"process"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return written(file, content)

    monkeypatch.setattr(os, "write", refuse)
    found, damaged = saved_games()
    assert ([one.name for one in found], damaged) == ([name], [])
    store = open_game(name)
    with pytest.raises(SaveInUse, match="another process"):
        open_game(name)
    store.unlock()
    assert names_in(folder) == {f"{name}.game"}


@pytest.mark.parametrize("finished", [False, True])
def test_a_game_that_cannot_be_deleted_is_named_and_held_no_longer(
    finished: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_game(over() if finished else None)
    saved_games()  # which puts away what is over
    ([one], _), removed = list_games(), Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".game":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        removed(path, missing_ok)

    with monkeypatch.context() as guarded:
        guarded.setattr(Path, "unlink", refuse)
        with pytest.raises(SaveError, match=f"the game {one.name} cannot be deleted .*Permission denied"):
            one.delete()
    one.delete()
    assert list_games() == ([], [])


# -- power cuts ----------------------------------------------------------------------------------------------------


def cut_power(tmp_path: Path, *faults: str) -> int:
    """Play, and demand after each move that what was shown by then is in the files as they were synced by then."""
    command = [sys.executable, "-m", "tests.support.save_child", "6", *faults]
    done = trace(command, tmp_path / "calls", cwd=ROOT, env={**os.environ, "BORNES_DATA": str(tmp_path / "data")})
    assert done.returncode == 0, done.stderr
    for number, moment in enumerate(found := list(moments(tmp_path / "calls"))):
        left = tmp_path / f"cut {number}"
        left.mkdir()
        for path, content in moment.files.items():
            (left / path.name).write_bytes(content)
        [game] = left.glob("*.game")
        assert len(entries_in(game)) >= int(moment.told[-1]), "shown and lost"
    return len(found)


@pytest.mark.slow
def test_what_is_shown_survives_a_power_cut_at_that_very_moment(tmp_path: Path) -> None:
    assert cut_power(tmp_path) > 10


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["sync-off", "delete-journal"])
def test_a_game_that_is_shown_too_early_is_caught(tmp_path: Path, fault: str) -> None:
    """A journal that is removed may come back, and takes back what was shown."""
    with pytest.raises((AssertionError, CorruptSave)):
        cut_power(tmp_path, fault)
