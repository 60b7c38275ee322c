"""A real terminal: ``bornes play`` inside tmux, keys in, the screen read back."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bornes import Family, Game
from tests.support.shell import PATIENCE
from tests.support.tmux import (
    ASKED,
    BORNES,
    GAME,
    PLAY,
    Terminal,
    begin,
    goes_on,
    hand_on,
    make_a_move,
    record,
    settled,
)

pytestmark = pytest.mark.slow
"""Real terminals take their time; tmux is installed by scripts/test."""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A fresh terminal."""
    with Terminal(tmp_path) as made:
        yield made


def test_a_whole_deal_is_played_by_keys(terminal: Terminal) -> None:
    terminal.type(f"{PLAY} {GAME}")
    moves = 0
    while make_a_move(terminal):
        moves += 1
    assert moves > 5
    game = record(terminal)
    assert game.deal.over
    for team, points in enumerate(game.totals):
        assert str(points) in terminal.screen(), f"the sheet lacks the points of team {team}"
    terminal.press("n")
    terminal.wait(lambda: len(record(terminal).deals) == 2)
    terminal.shows(*ASKED)
    terminal.press("q")
    terminal.shows("Leave the table?")
    terminal.press("y")
    terminal.restored()


def test_ctrl_c_loses_nothing_and_restores_the_terminal(terminal: Terminal) -> None:
    game = begin(terminal, 3)
    hand = hand_on(terminal.screen())
    terminal.press("C-c")
    terminal.wait(terminal.at_rest)
    assert re.search(r"Saved as \S+; continue it with .*play ?--resume", terminal.screen().replace("\n", ""))
    assert terminal.status() == 130
    terminal.restored()
    goes_on(terminal, game, hand)


def test_sigterm_loses_nothing_and_restores_the_terminal(terminal: Terminal) -> None:
    game = begin(terminal, 3)
    hand = hand_on(terminal.screen())
    os.kill(terminal.program(), signal.SIGTERM)
    terminal.restored()
    goes_on(terminal, game, hand)


def test_even_kill_loses_nothing(terminal: Terminal) -> None:
    game = begin(terminal, 2)
    hand = hand_on(terminal.screen())
    os.kill(terminal.program(), signal.SIGKILL)
    terminal.shows("Killed")
    terminal.type("stty sane; echo s''ane", end="C-j")  # nobody could restore anything, not even the Enter key
    terminal.shows("sane")
    terminal.type("reset; echo fr''esh")
    terminal.shows("fresh")
    goes_on(terminal, game, hand)


def test_a_tiny_window_says_so_and_the_table_comes_back(terminal: Terminal) -> None:
    begin(terminal, 2)
    before = terminal.screen()
    terminal.resize(30, 6)
    terminal.shows("larger")
    terminal.press("9", "z", "Up", "F5")
    terminal.resize(120, 40)
    terminal.wait(lambda: settled(terminal))
    assert "larger" not in terminal.screen()
    terminal.resize(80, 24)
    terminal.wait(lambda: hand_on(terminal.screen()) == hand_on(before))
    assert make_a_move(terminal)


def test_wrong_keys_change_nothing(terminal: Terminal) -> None:
    game = begin(terminal, 1)
    terminal.press("z", "9", "0", "F1", "Up", "Down", "Tab", "c", "e", "f", "t", "x", "p", "n", "é", "C-z", "Home")
    for key, page in (("?", "these keys"), ("r", "Cards in hand"), ("w", "What each card"), ("s", "Total for deal")):
        terminal.press(key)
        terminal.shows(page)
        terminal.press("Escape")
        terminal.wait(lambda page=page: page not in terminal.screen())  # type: ignore[misc]
    assert record(terminal).record == game.record
    assert make_a_move(terminal)


def test_the_saved_game_is_offered_and_a_second_terminal_is_told(terminal: Terminal, tmp_path: Path) -> None:
    game = begin(terminal, 2)
    with Terminal(tmp_path) as second:
        second.type(f"{PLAY} --lang en")
        second.shows("My games")
        assert "Continue" not in second.screen()
        second.press("g")
        second.shows("played in another terminal")
        second.press("Escape")
        second.shows("Open in the browser")
        second.press("q")
        second.restored()
    terminal.press("q")
    terminal.shows("Leave the table?")
    terminal.press("y")
    terminal.restored()
    terminal.type(f"clear; {PLAY} --lang en")
    terminal.shows("Continue")
    terminal.press("Enter")
    terminal.wait(lambda: settled(terminal))
    assert record(terminal).record == game.record


def test_bots_are_watched_and_their_record_is_kept(terminal: Terminal) -> None:
    kept = terminal.folder / "watched.txt"
    terminal.type(f"{BORNES} watch --seed 7 --pace 0 --lang en --record {kept}")
    terminal.shows("The deal is over:")
    terminal.press("q")
    terminal.restored()
    told = [BORNES.split()[0], "-m", "bornes", "watch", "--seed", "7", "--record", "-"]
    played = subprocess.run(told, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    assert kept.read_text(encoding="utf-8") == played, "the same seed is the same game, on a screen and in words"


def test_a_record_is_replayed_move_by_move_with_the_marks_of_the_review(terminal: Terminal) -> None:
    game = Game("parker-1962", seed="6", names=["Ann", "Bob"])
    safety = next(card.notation for card in game.deal.hand(0) if card.family is Family.SAFETY)
    game.play(f"-{safety}")
    file = terminal.folder / "game.txt"
    file.write_text(game.record, encoding="utf-8")
    terminal.type(f"{BORNES} replay {file} --lang en")
    terminal.shows("Before the first move.")
    terminal.press("Right")
    terminal.shows("?? blunder")
    terminal.press("Left")
    terminal.shows("Before the first move.")
    terminal.press("m")
    terminal.shows("?? blunder")
    terminal.press("C-c")
    terminal.restored()
