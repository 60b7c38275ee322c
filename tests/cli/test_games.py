"""``bornes games``, and ``review`` and ``replay`` of a game that nobody named."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from bornes import Game, play_game
from bornes.client.table_client import Seat
from bornes.store.saved_games import SavedGame, list_games, open_game
from bornes.terminal.phrases import saved_game_words
from tests.support.saves import from_later_version, played_at, saved_game
from tests.support.shell import refused, run
from tests.support.terminal_snapshots import play_on

SEATS = (Seat("Ann", here=True), Seat("Boris", "random"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path))
    return tmp_path


def game_in_progress(deals_over: int = 0) -> Game:
    """A game between two in the middle of a deal."""
    game = Game("parker-1962", seed="progress", names=("Ann", "Boris"))
    for _ in range(deals_over):
        play_on(game, lambda game, moves: game.deal.over)
        game.next_deal()
    return play_on(game, lambda game, moves: moves >= 12)


def finished_game(seed: str = "7") -> Game:
    """A game between two that is over."""
    short = Game("parker-1962").rules.replace(game_goal=500)
    played = play_game("sunday-driver", Game(short, seed=seed, names=("Ann", "Boris")))
    assert played.over
    return played


def kept() -> list[SavedGame]:
    found, damaged = list_games()
    assert not damaged
    return found


def at(name: str, seconds: int, folder: Path) -> None:
    """Let the last move of a game be so many seconds after the first of January 2026."""
    [path] = folder.rglob(f"{name}.game")
    played_at(path, (1_767_225_600 + seconds) * 1000)


def test_where_nothing_was_played_it_is_said_how_to_begin() -> None:
    shown = run("games")
    assert shown.exit_code == 0
    assert shown.stdout == "No game was played here yet. To play one: bornes play\n"
    assert json.loads(run("games", "--json").stdout) == {"version": 1, "games": []}


def test_games_are_listed_with_edition_deal_totals_and_when_the_latest_first(folder: Path) -> None:
    names = [saved_game(finished_game(), SEATS), saved_game(game_in_progress(1), SEATS)]
    for seconds, name in enumerate(names):
        at(name, seconds * 60, folder)
    open_game, over = kept()
    shown = run("games").stdout
    assert "Parker Brothers, 1962, 2 players · Deal 2\n" in shown
    assert f"Ann {open_game.totals[0]} · Boris {open_game.totals[1]}\n" in shown
    assert over.winner is not None
    assert saved_game_words(over, "en").wins_game(over.winner) in shown
    assert f"{open_game.when:%Y-%m-%d %H:%M}" in shown
    assert shown.index(f"{names[1]}.game") < shown.index(f"finished/{names[0]}.game")
    assert "bornes play --resume" in shown
    told = json.loads(run("games", "--json").stdout)["games"]
    assert [one["name"] for one in told] == names[::-1]
    assert [one["over"] for one in told] == [False, True]
    assert told[0] | {"deal": 2, "deals_over": 1, "winner": None, "edition": "parker-1962"} == told[0]
    assert told[1]["totals"] == list(over.totals)
    assert told[1]["winner"] == "AB"[over.winner]
    assert all(Path(one["file"]).is_file() for one in told)


def test_games_are_told_in_french() -> None:
    saved_game(game_in_progress(), SEATS)
    shown = run("games", "--lang", "fr").stdout
    assert "Manche 1" in shown
    assert "bornes play --resume" in shown


def test_a_game_of_another_terminal_is_marked() -> None:
    name = saved_game(game_in_progress(), SEATS)
    store = open_game(name)
    try:
        assert "played in another terminal" in run("games").stdout
        (told,) = json.loads(run("games", "--json").stdout)["games"]
        assert str(os.getpid()) in told["open_in"]
    finally:
        store.unlock()


def test_a_game_that_cannot_be_read_is_told_beside_the_others(folder: Path) -> None:
    saved_game(game_in_progress(), SEATS)
    (folder / "games" / "broken.game").write_text("nonsense\n")
    (folder / "games" / "finished").mkdir()
    (folder / "games" / "finished" / "alone.txt").write_text("nonsense\n")
    shown = run("games")
    assert shown.exit_code == 0
    assert "Deal 1" in shown.stdout
    assert shown.stderr.startswith("bornes: the saved game broken cannot be read")
    assert shown.stderr.count("\n") == 1


# -- review and replay -------------------------------------------------------------------------------------------


def test_replay_and_review_take_the_last_game_where_none_is_named(folder: Path) -> None:
    older, later = (saved_game(finished_game(seed), SEATS) for seed in ("7", "8"))
    at(older, 0, folder)
    at(later, 60, folder)
    path = folder / "games" / "finished" / f"{later}.txt"
    told = run("replay")
    assert told.stderr == f"The last game: {later}\n"
    assert told.stdout == run("replay", str(path)).stdout
    reviewed = run("review", "--care", "0.1", "--json")
    assert reviewed.stderr == f"The last game: {later}\n"
    assert reviewed.stdout == run("review", str(path), "--care", "0.1", "--json").stdout


def test_of_a_game_in_progress_only_the_deals_that_are_over_are_shown() -> None:
    """The hands of a deal that is being played stay hidden."""
    saved_game(game_in_progress(1), SEATS)
    events = [json.loads(line) for line in run("replay", "--json").stdout.splitlines()]
    assert {event["deal"] for event in events} == {1}
    assert any(event["event"] == "DealOver" for event in events)
    assert "there is no deal 2" in refused("replay", "--deal", "2", status=1)


def test_a_later_game_without_a_deal_to_look_at_is_passed_over(folder: Path) -> None:
    over = saved_game(finished_game(), SEATS)
    at(over, 0, folder)
    saved_game(game_in_progress(), SEATS)
    assert run("replay").stderr == f"The last game: {over}\n"


@pytest.mark.parametrize("command", ["replay", "review"])
def test_where_there_is_nothing_to_look_at_that_is_said(command: str) -> None:
    assert "there is no game to look at yet" in refused(command, status=1)
    saved_game(game_in_progress(), SEATS)
    assert "no deal was played to its end" in refused(command, status=1)


# -- deleting ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", [False, True])
def test_a_game_is_deleted_whole(over: bool, folder: Path) -> None:
    name = saved_game(finished_game() if over else game_in_progress(), SEATS)
    (one,) = kept()
    assert one.over is over
    one.delete()
    assert kept() == []
    assert not [path for path in folder.rglob(f"{name}*") if path.suffix != ".lock"]


def test_the_name_of_a_file_does_nothing_to_the_terminal(folder: Path) -> None:
    name = saved_game(Game("parker-1962", seed=7), [Seat("Ann", here=True), Seat("Boris", "random")])
    path = folder / "games" / f"{name}.game"
    shutil.copy(path, path.with_name("\x1b[2Jlater.game"))
    from_later_version(path.with_name("\x1b[2Jlater.game"))
    path.rename(path.with_name("\x1b[2Jgone.game"))
    told = run("games")
    assert "\ufffd[2Jgone.game" in told.stdout
    assert "\ufffd[2Jlater" in told.stderr
    assert "\x1b[2J" not in told.output
