"""Saved games and choices: kept after every move, held against others, and forgiving when something is damaged."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bornes import Game, edition
from bornes.base import files
from bornes.bots import BotSpec
from bornes.client.table_client import Seat
from bornes.tables.entries import MoveMade, encode_entry
from bornes.terminal import preferences
from bornes.terminal.local_table import LocalTable
from bornes.terminal.preferences import Preferences, load_preferences, save_preferences
from bornes.terminal.saved_games import save_slot, saves
from bornes.terminal.saved_games.game_list import list_games
from bornes.terminal.saved_games.log_file import read_log
from bornes.terminal.saved_games.save_slot import SaveSlot
from bornes.terminal.saved_games.saves import (
    SaveError,
    SaveInUse,
    delete_save,
    latest_save,
    new_slot,
    open_save,
    save_name,
    saved_games,
)
from bornes.terminal.seat_session import LocalSession, open_new, open_record, open_saved
from tests.support import saves as kept
from tests.support.saves import rewrite
from tests.support.shell import PATIENCE, SOURCE, run, watched

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
    (folder / f"{name}.game").write_bytes(b"Bornes saved game 1\n")
    assert "line 2: is missing" in run("replay", str(folder / f"{name}.game")).output


def test_every_move_is_kept_before_anybody_sees_it(folder: Path) -> None:
    async def story() -> None:
        slot = new_slot("parker-1962", "7")
        table = await LocalTable.new(edition("parker-1962").rules(2), SEATS, seed="7", store=slot.log)
        told: list[bool] = []
        table.listen(lambda: told.append(read_log(slot.path.read_bytes()).table.record() == table.record))
        await play_on(table, 30, Random(1))
        assert len(told) >= 20
        assert all(told)
        assert names_in(folder) == {f"{slot.name}.{kind}" for kind in ("game", "lock")}
        await table.close()
        await slot.close()

    tell(story)


def test_a_move_is_a_line_that_is_added_with_one_fsync(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was written before is not touched again."""
    synced: list[int] = []
    sync = os.fsync

    def noted(file: int) -> None:
        synced.append(file)
        sync(file)

    monkeypatch.setattr(os, "fsync", noted)

    async def story() -> None:
        slot = new_slot("parker-1962")
        table = await LocalTable.new(edition("parker-1962").rules(2), SEATS, seed="7", store=slot.log)
        await table.wait_for_decision()
        synced.clear()
        before = slot.path.read_bytes()
        await play_on(table, 5, Random(1))
        after = slot.path.read_bytes()
        assert after.startswith(before)
        assert after.count(b"\n") - before.count(b"\n") >= len(synced) >= 10
        assert not any(b"+{" in line for line in after[len(before) :].splitlines()), "each an append of its own"
        await table.close()
        await slot.close()

    tell(story)


def test_a_game_is_continued_by_the_same_people(folder: Path) -> None:
    game = a_game()
    name = saved_game(game)
    (found,), damaged = saved_games()
    assert not damaged
    assert (found.name, found.seats, found.held_by) == (name, SEATS, None)
    assert found.record == game.record
    saved, slot = open_save(name)
    assert saved.seats == SEATS
    slot.unlock()


def test_the_latest_game_is_offered_first(folder: Path) -> None:
    names = [saved_game(), saved_game(), saved_game()]
    assert len(set(names)) == 3
    for age, name in enumerate(names):
        os.utime(folder / f"{name}.game", (10**9 - age, 10**9 - age))
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
    monkeypatch.setattr(save_slot, "MAX_FINISHED_GAMES", 3)
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
        slot = new_slot("asmodee")
        table = await LocalTable.of_game(game, SEATS, store=slot.log, id=slot.name)
        await table.close()
        await slot.log.close()
        slot.unlock()
        return slot.name

    return asyncio.run(stopped())


def test_a_game_is_deleted_only_when_somebody_says_so(folder: Path) -> None:
    name, other = saved_game(), saved_game()
    delete_save(name)
    assert [one.name for one in saved_games()[0]] == [other]
    with pytest.raises(SaveError, match="there is no saved game"):
        delete_save(name)
    _, slot = open_save(other)
    with pytest.raises(SaveInUse):
        delete_save(other)
    slot.unlock()


# -- two terminals -----------------------------------------------------------------------------------------------


def test_a_second_terminal_is_told_who_has_the_game() -> None:
    name = saved_game()
    _, slot = open_save(name)
    with pytest.raises(SaveInUse, match=rf"{name} is being played in another terminal \(process {os.getpid()}"):
        open_save(name)
    assert saved_games()[0][0].held_by is not None
    slot.unlock()
    assert saved_games()[0][0].held_by is None
    open_save(name)[1].unlock()


HOLDER = """
import sys
from bornes.terminal.saved_games.saves import open_save
open_save(sys.argv[1])
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
            open_save(name)
        holder.kill()
        holder.wait()
        open_save(name)[1].unlock()


def test_where_files_cannot_be_locked_whoever_makes_the_lock_has_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "fcntl", None)
    name = saved_game()
    _, slot = open_save(name)
    with pytest.raises(SaveInUse, match=r"if no such process runs, delete .*\.lock"):
        open_save(name)
    slot.unlock()
    open_save(name)[1].unlock()


# -- the file ----------------------------------------------------------------------------------------------------


def some_game() -> Game:
    """A game of Ann and Boris with some moves."""
    game, luck = a_game(), Random(4)
    for _ in range(9):
        game.play(luck.choice(list(game.deal.legal_moves)))
    return game


def played_file(folder: Path) -> Path:
    """The file of a game with some lines in it."""

    async def story() -> None:
        opened = await open_new(Preferences(bots=(None, "sunday-driver"), names=("Ann",)), seed="7")
        await play_on(opened.table, 6, Random(4))
        await opened.close()

    tell(story)
    (path,) = folder.glob("*.game")
    return path


def test_whatever_part_of_the_last_line_is_missing_all_before_it_stands(folder: Path) -> None:
    path = played_file(folder)
    content = path.read_bytes()
    entries = read_log(content).entries
    last = content.rindex(b"\n", 0, -1) + 1
    for end in range(last, len(content)):
        assert read_log(content[:end]).entries == entries[:-1]
    assert read_log(content[:last] + bytes(len(content) - last)).entries == entries[:-1]


def test_a_game_goes_on_behind_a_torn_line(folder: Path) -> None:
    path = played_file(folder)
    whole = read_log(path.read_bytes()).entries
    path.write_bytes(path.read_bytes()[:-5])

    async def story() -> None:
        opened = await open_saved(path.stem)
        await play_on(opened.table, 3, Random(5))
        record = opened.table.record
        await opened.close()
        again = read_log(path.read_bytes())
        assert again.entries[: len(whole) - 1] == whole[:-1]
        assert again.table.record() == record

    tell(story)


def test_what_was_appended_together_counts_together_or_not_at_all(folder: Path) -> None:
    path = played_file(folder)
    lines = path.read_bytes().splitlines(keepends=True)
    (ready,) = (number for number, line in enumerate(lines) if b"+{" in line[:20])
    assert b"GotReady" in lines[ready]
    assert b"DealBegan" in lines[ready + 1]
    whole, without = read_log(b"".join(lines[: ready + 2])), read_log(b"".join(lines[: ready + 1]))
    assert [type(entry).__name__ for entry in whole.entries] == ["Opened", "GotReady", "DealBegan"]
    assert [type(entry).__name__ for entry in without.entries] == ["Opened"]
    path.write_bytes(b"".join(lines[: ready + 1]))

    async def story() -> None:
        opened = await open_saved(path.stem)
        assert opened.table.number == 1
        await opened.close()

    tell(story)


# -- damage ------------------------------------------------------------------------------------------------------

DAMAGES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "a changed line": (
        lambda lines: [*lines[:5], lines[5].replace(b"move", b"mive"), *lines[6:]],
        "line 6: is damaged",
    ),
    "a changed last line": (
        lambda lines: [*lines[:9], lines[9].replace(b"seat", b"seal")],
        "line 10: is damaged",
    ),
    "a lost line": (lambda lines: [*lines[:5], *lines[6:]], "line 6: is damaged"),
    "a line twice": (lambda lines: [*lines[:5], lines[5], *lines[5:]], "line 7: is damaged"),
    "lines in another order": (lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]], "line 6: is damaged"),
    "zeros in the middle": (lambda lines: [*lines[:5], bytes(4096), *lines[5:]], "line 6: is damaged"),
    "nothing": (lambda lines: [], "line 1: is not the title"),
    "another title": (lambda lines: [b"Bornes saved cake 1\n", *lines[1:]], "line 1: is not the title"),
    "a title and no more": (lambda lines: lines[:1], "line 2: is missing"),
    "no entry": (lambda lines: lines[:2], "line 3: is missing"),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_game_is_named_with_its_line_kept_aside_and_in_nobody_s_way(kind: str, folder: Path) -> None:
    path, sound = played_file(folder), saved_game()
    damage, reason = DAMAGES[kind]
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))
    spoilt = path.read_bytes()
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [sound]
    assert path.stem in str(damaged)
    assert damaged.reason.startswith(reason)
    assert damaged.path.read_bytes() == spoilt
    assert damaged.path.parent.name == "damaged"
    assert saved_games()[1] == [], "it is told once"


def test_a_line_that_is_sound_and_cannot_be_true_is_damage_too(folder: Path) -> None:
    path = played_file(folder)
    rewrite(path, {6: encode_entry(MoveMade(at=10**15, seat=0, move="200"))})
    (damaged,) = saved_games()[1]
    assert "entry 4, MoveMade, cannot follow: 200 is not legal" in damaged.reason


def test_a_move_before_the_one_that_it_follows_is_damage_too(folder: Path) -> None:
    path = played_file(folder)
    rewrite(path, {6: encode_entry(MoveMade(at=1, seat=0, move="-25"))})
    (damaged,) = saved_games()[1]
    assert "entry 4, MoveMade, cannot follow: its time, 1, is before that of the last entry" in damaged.reason


def test_a_bot_that_is_gone_is_named(folder: Path) -> None:
    path = played_file(folder)
    begun = path.read_bytes().splitlines()[4][17:]
    rewrite(path, {5: begun.replace(b"sunday-driver", b"gone")})
    (damaged,) = saved_games()[1]
    assert "there is no bot 'gone'" in damaged.reason


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (1, None, "saved by a later release of Bornes"),
        (2, b"[]", "saved by a later release of Bornes"),
        (6, b'{"entry":"Danced","at":1}', "saved by a later release of Bornes"),
        (6, b'{"format":2,"entry":"GotReady","at":1}', "saved by a later release of Bornes"),
    ],
)
def test_a_game_of_a_later_version_is_named_and_left_alone(
    line: int, text: bytes | None, reason: str, folder: Path
) -> None:
    path = played_file(folder)
    if text is None:
        path.write_bytes(path.read_bytes().replace(b"game 1", b"game 2", 1))
    else:
        rewrite(path, {line: text})
    before = path.read_bytes()
    for _ in range(2):
        found, (damaged,) = saved_games()
        assert found == []
        assert damaged.reason == reason
        assert damaged.path == path
    with pytest.raises(SaveError, match="cannot be read"):
        open_save(path.stem)
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
        open_save(name)
    open_save(sound)[1].unlock()


def test_a_game_that_nobody_may_read_is_named_and_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so that the refusal is played."""
    name, sound = saved_game(), saved_game()
    opened = Path.open

    def refuse(path: Path, *how: Any, **more: Any) -> Any:
        if path.name == f"{name}.game":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, *how, **more)

    monkeypatch.setattr(Path, "open", refuse)
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [sound]
    assert (damaged.name, damaged.reason) == (name, f"{folder / name}.game: Permission denied")
    assert f"{name}.game" in names_in(folder)


@pytest.mark.parametrize("becomes", [a_folder, a_pipe, a_loop])
def test_a_game_that_cannot_be_held_is_named_and_in_nobody_s_way(becomes: Callable[[Path], None], folder: Path) -> None:
    name, sound = saved_game(), saved_game()
    (folder / f"{name}.lock").touch()
    becomes(folder / f"{name}.lock")
    found, (damaged,) = saved_games()
    assert ([one.name for one in found], damaged.name) == ([sound], name)


def test_a_lock_is_not_looked_for_behind_a_link(folder: Path) -> None:
    name = saved_game()
    diary = folder / "diary"
    diary.write_text("dear diary", encoding="utf-8")
    (folder / f"{name}.lock").symlink_to(diary)
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
        assert latest_save(saved_games()[0]) == name


def test_a_game_that_came_to_its_end_unseen_is_told_of(folder: Path) -> None:
    with pytest.raises(SaveError, match=r"^there is no saved game to continue$"):
        latest_save([])
    name = saved_game(over())
    with pytest.raises(SaveError, match=f"no saved game to continue; the last one is over: .*{name}.txt"):
        latest_save([])


def test_a_game_that_another_terminal_plays_is_left_alone_even_if_it_cannot_be_read(folder: Path) -> None:
    name = saved_game()
    _, slot = open_save(name)
    (folder / f"{name}.game").write_text("half a ga", encoding="utf-8")
    assert saved_games() == ([], [])
    assert f"{name}.game" in names_in(folder)
    slot.unlock()


def test_taking_a_damaged_game_says_so_and_lets_go_of_it(folder: Path) -> None:
    name = saved_game()
    (folder / f"{name}.game").write_text("", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(SaveError, match=f"{name} cannot be read"):
            open_save(name)


# -- no room -----------------------------------------------------------------------------------------------------


def listening(slot: SaveSlot) -> list[str]:
    """What the slot complains of."""
    told: list[str] = []
    slot.on_failure(told.append)
    return told


def test_without_a_folder_the_game_goes_on_and_one_is_told_once(folder: Path) -> None:
    folder.parent.write_text("a file where the folder should be", encoding="utf-8")

    async def story() -> None:
        slot = new_slot("parker-1962")
        told = listening(slot)
        table = await LocalTable.of_game(a_game(), SEATS, store=slot.log)
        await play_on(table, 3, Random(1))
        await table.close()
        await slot.close()
        (reason,) = told
        assert str(folder) in reason
        assert saved_games() == ([], [])

    tell(story)


def test_a_disk_that_fills_up_is_told_once_and_what_was_kept_stays_until_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sync = os.fsync

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def story() -> None:
        slot = new_slot("parker-1962")
        told = listening(slot)
        table = await LocalTable.of_game(a_game(), SEATS, store=slot.log)
        await play_on(table, 1, Random(1))
        before = slot.path.read_bytes()
        monkeypatch.setattr(os, "fsync", full)
        await play_on(table, 3, Random(1))
        assert len(told) == 1
        assert "No space" in told[0]
        assert slot.failure is not None
        assert slot.path.read_bytes() == before
        monkeypatch.setattr(os, "fsync", sync)
        await play_on(table, 1, Random(1))
        assert slot.failure is None
        await table.close()
        await slot.close()
        assert read_log(slot.path.read_bytes()).table.record() == table.record

    tell(story)


def test_what_could_not_be_written_is_tried_once_more_on_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def story() -> None:
        slot = new_slot("parker-1962")
        monkeypatch.setattr(os, "fsync", full)
        table = await LocalTable.of_game(a_game(), SEATS, store=slot.log)
        await play_on(table, 2, Random(1))
        assert not slot.path.exists()
        monkeypatch.setattr(os, "fsync", sync)
        await table.close()
        await slot.close()
        assert read_log(slot.path.read_bytes()).table.record() == table.record

    tell(story)


@pytest.mark.parametrize("becomes", ["gone", "short", "long"])
def test_a_file_that_somebody_else_has_changed_is_made_whole_again(becomes: str) -> None:
    async def story() -> None:
        slot = new_slot("parker-1962")
        table = await LocalTable.of_game(a_game(), SEATS, store=slot.log)
        await play_on(table, 3, Random(1))
        content = slot.path.read_bytes()
        if becomes == "gone":
            slot.path.unlink()
        else:
            slot.path.write_bytes(content[:99] if becomes == "short" else content + b"and something more")
        await play_on(table, 1, Random(1))
        assert slot.path.read_bytes().startswith(content)
        assert read_log(slot.path.read_bytes()).table.record() == table.record
        await table.close()
        await slot.close()

    tell(story)


# -- opening -----------------------------------------------------------------------------------------------------


async def left(opened: LocalSession) -> str:
    """The name under which a game is left."""
    await opened.close()
    return opened.slot.name


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
    assert save_name(folder / f"{name}.game") == name
    assert save_name(tmp_path / f"{name}.game") is None


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
            open_save(name)
    open_save(name)[1].unlock()


def test_a_lock_is_held_though_nobody_can_write_by_whom(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, written = saved_game(), os.write

    def refuse(file: int, content: bytes) -> int:
        if content.startswith(b"process"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return written(file, content)

    monkeypatch.setattr(os, "write", refuse)
    found, damaged = saved_games()
    assert ([one.name for one in found], damaged) == ([name], [])
    slot = open_save(name)[1]
    with pytest.raises(SaveInUse, match="another process"):
        open_save(name)
    slot.unlock()
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
