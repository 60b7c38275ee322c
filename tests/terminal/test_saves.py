"""Saved games and choices: kept after every move, held against others, and forgiving when something is damaged."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bornes import Game, edition
from bornes.bots import Spec
from bornes.terminal.storage import choices, files, save_slot, saves
from bornes.terminal.storage.choices import Choices, load_choices, save_choices
from bornes.terminal.storage.save_slot import SaveSlot
from bornes.terminal.storage.saves import (
    SaveError,
    SaveTaken,
    delete_save,
    latest_save,
    new_slot,
    open_save,
    save_name,
    saved_games,
)
from bornes.terminal.storage.session import Session, open_new, open_record, open_saved
from bornes.terminal.table import Seat
from tests.support.shell import SOURCE, run, watched

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
    slot = new_slot(SEATS, "parker-1962")
    slot.save(game or a_game())
    slot.close()
    return slot.name


def names_in(folder: Path) -> set[str]:
    """What lies in a folder, by the ends of the names."""
    return {path.name for path in folder.iterdir()}


# -- keeping -----------------------------------------------------------------------------------------------------


def test_a_game_lies_in_the_folder_as_a_record_that_other_commands_read(folder: Path) -> None:
    game = a_game()
    name = saved_game(game)
    assert names_in(folder) == {f"{name}.txt", f"{name}.json"}
    assert (folder / f"{name}.txt").read_text(encoding="utf-8") == game.record
    assert run("replay", str(folder / f"{name}.txt")).exit_code == 0


def test_every_move_is_kept_before_the_next(folder: Path) -> None:
    game, luck = a_game(), Random(1)
    slot = new_slot(SEATS, "parker-1962")
    for _ in range(30):
        game.play(luck.choice(list(game.deal.legal_moves)))
        slot.save(game)
        assert Game.replay(slot.path.read_text(encoding="utf-8")).deal.moves == game.deal.moves
    assert names_in(folder) == {f"{slot.name}.{kind}" for kind in ("txt", "json", "lock")}
    slot.close()


def test_a_game_is_continued_by_the_same_people(folder: Path) -> None:
    game = a_game()
    name = saved_game(game)
    (found,), damaged = saved_games()
    assert not damaged
    assert (found.name, found.seats, found.held_by) == (name, SEATS, None)
    assert found.game.record == game.record
    saved, slot = open_save(name)
    assert saved.seats == SEATS
    slot.close()


def test_the_latest_game_is_offered_first(folder: Path) -> None:
    names = [saved_game(), saved_game(), saved_game()]
    assert len(set(names)) == 3
    for age, name in enumerate(names):
        os.utime(folder / f"{name}.txt", (10**9 - age, 10**9 - age))
    assert [one.name for one in saved_games()[0]] == names


def test_a_game_from_a_seed_goes_on_with_the_deals_of_that_seed() -> None:
    """As if it had never been left."""
    rules = edition("parker-1962").rules(2)
    slot = new_slot(SEATS, "parker-1962", "sunday")
    slot.save(Game(rules, seed="sunday", names=("Ann", "Boris")))
    slot.close()
    (found,), _ = saved_games()
    whole = watched(rules, "sunday", 2)
    for played in watched(rules, "sunday", 1).deal.moves:
        found.game.play(played.move)
    assert found.game.next_deal().deck == whole.deals[1].deck


def test_a_finished_game_is_put_with_the_finished_ones_and_the_last_fifty_stay(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(save_slot, "FINISHED_KEPT", 3)
    game = watched(edition("asmodee").rules(2), "7", 1)
    names = [saved_game(game) for _ in range(5)]
    assert saved_games() == ([], [])
    finished = folder / "finished"
    assert names_in(folder) == {"finished"}
    assert len(names_in(finished)) == 6
    assert names[-1] + ".txt" in names_in(finished)


def test_a_finished_game_whose_player_was_stopped_is_not_offered_again(folder: Path) -> None:
    name = saved_game()
    game = watched(edition("asmodee").rules(2), "7", 1)
    seats = [{"name": seat, "bot": "random", "here": False} for seat in game.names]
    (folder / f"{name}.json").write_text(json.dumps({"seats": seats}), encoding="utf-8")
    (folder / f"{name}.txt").write_text(game.record, encoding="utf-8")
    assert saved_games() == ([], [])
    assert f"{name}.txt" in names_in(folder / "finished")


def test_a_game_is_deleted_only_when_somebody_says_so(folder: Path) -> None:
    name, other = saved_game(), saved_game()
    delete_save(name)
    assert [one.name for one in saved_games()[0]] == [other]
    with pytest.raises(SaveError, match="there is no saved game"):
        delete_save(name)
    _, slot = open_save(other)
    with pytest.raises(SaveTaken):
        delete_save(other)
    slot.close()


# -- two terminals -----------------------------------------------------------------------------------------------


def test_a_second_terminal_is_told_who_has_the_game() -> None:
    name = saved_game()
    _, slot = open_save(name)
    with pytest.raises(SaveTaken, match=rf"{name} is being played in another terminal \(process {os.getpid()}"):
        open_save(name)
    assert saved_games()[0][0].held_by is not None
    slot.close()
    assert saved_games()[0][0].held_by is None
    open_save(name)[1].close()


HOLDER = """
import sys
from bornes.terminal.storage.saves import open_save
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
        with pytest.raises(SaveTaken, match=f"process {holder.pid}"):
            open_save(name)
        holder.kill()
        holder.wait()
        open_save(name)[1].close()


def test_where_files_cannot_be_locked_whoever_makes_the_lock_has_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "fcntl", None)
    name = saved_game()
    _, slot = open_save(name)
    with pytest.raises(SaveTaken, match=r"if no such process runs, delete .*\.lock"):
        open_save(name)
    slot.close()
    open_save(name)[1].close()


# -- damage ------------------------------------------------------------------------------------------------------

DAMAGES: dict[str, tuple[str, Callable[[str], str], str]] = {
    "a record cut short": ("txt", lambda text: text[: len(text) // 2], "line"),
    "a record of nothing": ("txt", lambda text: "", "line 1"),
    "a changed record": ("txt", lambda text: text.replace("first: 1", "first: 2"), "check"),
    "seats that are no JSON": ("json", lambda text: "{", "who sits where"),
    "seats of another game": ("json", lambda text: text.replace("Ann", "Eve"), "are not those of the record"),
    "seats without a name": ("json", lambda text: text.replace('"name"', '"nom"'), "name"),
    "a bot that is gone": ("json", lambda text: text.replace("sunday-driver", "gone"), "there is no bot 'gone'"),
    "seats that are a list": ("json", lambda text: "[]", "who sits where"),
    "nobody in a seat": ("json", lambda text: text.replace("true", "false"), "a person at this keyboard"),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_game_is_named_kept_aside_and_in_nobody_s_way(kind: str, folder: Path) -> None:
    name, sound = saved_game(), saved_game()
    end, damage, reason = DAMAGES[kind]
    path = folder / f"{name}.{end}"
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    spoilt = path.read_bytes()
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [sound]
    assert name in str(damaged)
    assert reason in damaged.reason
    assert damaged.path.with_suffix(f".{end}").read_bytes() == spoilt
    assert saved_games()[1] == [], "it is told once"
    new_slot(SEATS, "parker-1962").close()


def test_bytes_that_are_no_text_and_missing_seats_are_damage_too(folder: Path) -> None:
    bytes_, missing = saved_game(), saved_game()
    (folder / f"{bytes_}.txt").write_bytes(b"Bornes \xff\xfe")
    (folder / f"{missing}.json").unlink()
    reasons = {one.name: one.reason for one in saved_games()[1]}
    assert "not text" in reasons[bytes_]
    assert "missing" in reasons[missing]


def test_brackets_without_end_are_damage_like_any_other(folder: Path) -> None:
    deep, sound = saved_game(), saved_game()
    (folder / f"{deep}.json").write_text("[" * 200_000, encoding="utf-8")
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [sound]
    assert (damaged.name, damaged.path.parent.name) == (deep, "damaged")
    assert "maximum recursion depth" in damaged.reason


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
    too_much: "is larger than 8 MB",
}


@pytest.mark.parametrize("end", ["txt", "json"])
@pytest.mark.parametrize("becomes", STRANGE)
def test_what_cannot_be_opened_is_named_left_alone_and_in_nobody_s_way(
    end: str, becomes: Callable[[Path], None], folder: Path
) -> None:
    name, sound = saved_game(), saved_game()
    path = folder / f"{name}.{end}"
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
    open_save(sound)[1].close()


def test_a_game_that_nobody_may_read_is_named_and_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so that the refusal is played."""
    name, sound = saved_game(), saved_game()
    opened = Path.open

    def refuse(path: Path, *how: Any, **more: Any) -> Any:
        if path.name == f"{name}.txt":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, *how, **more)

    monkeypatch.setattr(Path, "open", refuse)
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [sound]
    assert (damaged.name, damaged.reason) == (name, f"{folder / name}.txt: Permission denied")
    assert f"{name}.txt" in names_in(folder)


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
        if text == (folder / f"{sound}.txt").read_text(encoding="utf-8"):
            return replay(text, *more)
        raise MemoryError

    monkeypatch.setattr(Game, "replay", exhausted)
    found, (damaged,) = saved_games()
    assert [one.name for one in found] == [sound]
    assert (damaged.name, damaged.reason) == (name, "MemoryError")


def test_who_is_stopped_while_a_game_is_put_away_leaves_no_damage(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the two files was moved, the game is over and nothing is said of it."""
    game = watched(edition("asmodee").rules(2), "7", 1)
    moved = Path.replace

    def stopped(path: Path, target: Path) -> Path:
        if "finished" in str(target) and any(folder.glob("finished/*")):
            raise OSError(errno.EIO, "as if killed")
        return moved(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", stopped)
        name = saved_game(game)
    assert saved_games() == ([], [])
    assert f"{name}.txt" in names_in(folder / "finished")


def test_the_only_game_may_be_held_for_a_moment_by_one_who_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was killed holds its lock until the system has cleared it away."""
    monkeypatch.setattr(saves, "TRIES", 1000)
    name = saved_game()
    with another(name) as holder:
        Timer(0.1, holder.kill).start()
        assert latest_save(saved_games()[0]) == name


def test_a_game_that_came_to_its_end_unseen_is_told_of(folder: Path) -> None:
    with pytest.raises(SaveError, match=r"^there is no saved game to continue$"):
        latest_save([])
    name = saved_game(watched(edition("asmodee").rules(2), "7", 1))
    with pytest.raises(SaveError, match=f"no saved game to continue; the last one is over: .*{name}.txt"):
        latest_save([])


def test_a_game_that_another_terminal_plays_is_left_alone_even_if_it_cannot_be_read(folder: Path) -> None:
    name = saved_game()
    _, slot = open_save(name)
    (folder / f"{name}.txt").write_text("half a rec", encoding="utf-8")
    assert saved_games() == ([], [])
    assert f"{name}.txt" in names_in(folder)
    slot.close()


def test_taking_a_damaged_game_says_so_and_lets_go_of_it(folder: Path) -> None:
    name = saved_game()
    (folder / f"{name}.txt").write_text("", encoding="utf-8")
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
    slot = new_slot(SEATS, "parker-1962")
    told = listening(slot)
    for _ in range(3):
        slot.save(a_game())
    slot.close()
    (reason,) = told
    assert str(folder) in reason
    assert saved_games() == ([], [])


def test_a_disk_that_fills_up_is_told_once_and_what_was_kept_stays_until_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = a_game()
    slot = new_slot(SEATS, "parker-1962")
    told = listening(slot)
    slot.save(game)
    before = game.record
    sync = os.fsync

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for _ in range(3):
        game.play(next(iter(game.deal.legal_moves)))
        slot.save(game)
    assert len(told) == 1
    assert "No space" in told[0]
    assert slot.failure is not None
    assert slot.path.read_text(encoding="utf-8") == before
    monkeypatch.setattr(os, "fsync", sync)
    slot.save(game)
    assert slot.failure is None
    assert slot.path.read_text(encoding="utf-8") == game.record
    slot.close()


# -- opening -----------------------------------------------------------------------------------------------------


def left(opened: Session) -> str:
    """The name under which a game is left."""
    asyncio.run(opened.close())
    return opened.slot.name


def test_a_new_game_is_kept_from_its_first_card_and_opened_again() -> None:
    opened = open_new(Choices(names=("Ann",)), seed="7")
    record, name = opened.table.record, left(opened)
    again = open_saved(name)
    assert again.resumed
    assert again.table.record == record
    assert again.table.seats == opened.table.seats
    left(again)


def test_what_cannot_be_played_leaves_no_lock_behind(folder: Path) -> None:
    with pytest.raises(ValueError, match="there is no bot"):
        open_new(Choices(bots=(None, "nobody")))
    assert not list(folder.glob("*.lock"))


def test_a_record_is_gone_on_with_beside_itself(tmp_path: Path) -> None:
    record = a_game().record
    opened = open_record(Game.replay(record), Choices())
    assert [seat.name for seat in opened.table.seats] == ["Ann", "Boris"]
    assert [seat.here for seat in opened.table.seats] == [True, False]
    assert saved_games()[0][0].name == left(opened)
    with pytest.raises(SaveError, match="is over"):
        open_record(watched(edition("asmodee").rules(2), "7", 1), Choices())


def test_a_saved_game_knows_its_file(folder: Path, tmp_path: Path) -> None:
    name = saved_game()
    assert save_name(folder / f"{name}.txt") == name
    assert save_name(tmp_path / f"{name}.txt") is None


# -- choices -----------------------------------------------------------------------------------------------------


def test_choices_are_remembered() -> None:
    assert load_choices() == Choices()
    chosen = Choices(
        edition="dujardin",
        players=4,
        house=(("game_goal", "3000"),),
        bots=(None, "champion:playouts=100", None, "random"),
        names=("Ann", "", "Zoé"),
        pace=1.5,
        ascii=True,
        colour=False,
    )
    assert save_choices(chosen)
    assert load_choices() == chosen


def test_choices_that_cannot_be_written_are_no_reason_not_to_play(folder: Path) -> None:
    folder.parent.write_text("", encoding="utf-8")
    assert not save_choices(Choices())
    assert load_choices() == Choices()


def test_a_choice_for_two_is_one_for_four() -> None:
    seats = Choices(players=4, bots=(None, "champion"), names=("Ann",)).seats()
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
KEPT = st.fixed_dictionaries({}, optional=dict.fromkeys(Choices.__dataclass_fields__, VALUES))


@given(KEPT | VALUES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_lies_in_the_file_a_game_can_be_chosen(value: object) -> None:
    path = files.config_folder() / choices.CHOICES_FILE
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    chosen = load_choices()
    assert len(chosen.seats()) == chosen.rules().players
    Game(chosen.rules(), names=[seat.name for seat in chosen.seats()])
    for spec in chosen.bots:
        if spec is not None:
            Spec.parse(spec)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 200_000, b'{"edition": "dujardin", "players": 40}'])
def test_choices_that_make_no_sense_are_as_if_nothing_had_been_chosen(content: bytes) -> None:
    path = files.config_folder() / choices.CHOICES_FILE
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    assert load_choices() == Choices()
