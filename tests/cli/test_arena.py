"""``bornes arena``: what it prints, draws and refuses, and what Ctrl-C leaves behind."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from bornes.lab.arena import DEFAULT_DEALS
from tests.support.shell import PATIENCE, refused, run, start

PAIR = ("sunday-driver", "random")


def played(*arguments: str) -> dict[str, Any]:
    result = run("arena", *arguments, "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    value: dict[str, Any] = json.loads(result.stdout)
    return value


def shown(*arguments: str) -> list[str]:
    result = run("arena", *arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    return lines


# -- what is printed ---------------------------------------------------------------------------------------------


def test_a_match_can_be_read() -> None:
    lines = shown(*PAIR, "--deals", "20", "--seed", "3")
    assert lines[0] == "Parker Brothers, 1962, 2 players"
    assert lines[1] == "sunday-driver v random: 20 decks from both sides, 40 deals"
    assert lines[2].startswith("seed 3, ")
    figures = {line[:13].strip(): line for line in lines[3:]}
    assert re.search(r"\+[\d,.]+ +\+[\d,.]+ to \+[\d,.]+ +0$", figures["points a deal"])
    assert re.search(r"[\d.]+ % +[\d.]+ % to [\d.]+ % +50.0 %$", figures["deals won"])
    assert "games won" in figures


def test_house_rules_and_three_teams_are_part_of_it() -> None:
    lines = shown(*PAIR, "-e", "dujardin", "-p", "3", "--rule", "hand_size=5", "--games", "1", "--seed", "1")
    assert "house rule hand_size = 5" in lines
    assert any(line.startswith("sunday-driver v random: 1 game from every side, ") for line in lines)
    assert any(line.startswith("deals won") and line.endswith("33.3 %") for line in lines)


def test_a_single_deck_makes_no_game_and_no_interval() -> None:
    lines = shown(*PAIR, "--deals", "1", "--seed", "1")
    assert not [line for line in lines if line.startswith("games won")]
    assert [line.split("  ")[0] for line in lines if "too few to say" in line] == ["points a deal", "deals won"]


def test_a_decision_is_told() -> None:
    lines = shown(*PAIR, "--deals", "150", "--until-decided", "--seed", "1")
    assert lines[-1] == "decided after 100 deals: sunday-driver is better"
    lines = shown("random", "sunday-driver", "--deals", "150", "--until-decided", "--seed", "1")
    assert lines[-1] == "decided after 100 deals: sunday-driver is better"


def test_so_is_that_there_was_none() -> None:
    lines = shown(*PAIR, "--deals", "5", "--until-decided", "--seed", "1")
    assert lines[-1] == "not decided within 5 deals"
    assert [line for line in lines if line.startswith("points a deal") and "too few to say" in line]


def test_advantages_stand_beside_the_points() -> None:
    lines = shown(*PAIR, "--deals", "3", "--low-variance", "--playouts", "3", "--seed", "1", "--jobs", "1")
    at = next(number for number, line in enumerate(lines) if line.startswith("points a deal"))
    assert lines[at + 1].startswith("by advantages")
    assert re.fullmatch(r"one deal by advantages is worth [\d.]+ by points \(a rough guess, from 3 decks\)", lines[-1])


def test_a_ladder_can_be_read() -> None:
    lines = shown(*PAIR, "--anchor", "random", "--deals", "20", "--seed", "1", "-e", "dujardin", "-p", "3")
    assert "2 matches: 40 decks from every side, 120 deals" in lines
    first, second = (line.split() for line in lines if re.match(r"\d +\S+ +[\d,]+ +\d+$", line))
    assert first[:2] == ["1", "sunday-driver"]
    assert second == ["2", "random", "1,500", "0"]
    assert [line for line in lines if re.match(r"1 +sunday-driver +\+[\d,]+$", line)]


# -- for programs ------------------------------------------------------------------------------------------------


def test_the_object_of_a_match() -> None:
    found = played(
        *PAIR, "--deals", "20", "--seed", "3", "-e", "asmodee", "-p", "4", "--partners", "--rule", "target=700"
    )
    assert found["version"] == 1
    assert (found["edition"], found["house_rules"]) == ("asmodee", {"target": 700})
    assert found["form"] == {"players": 4, "partners": True, "short": False}
    assert found["entrants"] == list(PAIR)
    assert (found["unit"], found["seed"], found["duplicates"], found["deals"]) == ("deal", 3, 20, 40)
    assert found["points_per_deal"].keys() == {"mean", "margin95"}
    assert found["deals_won"].keys() == {"mean", "margin95", "fair"}
    assert found["games_won"]["games"] == 40
    assert (found["low_variance"], found["sequence"], found["faults"]) == (None, None, [])
    assert found["interrupted"] is False
    assert found["run"].keys() == {"seconds", "deals_per_second"}


def test_the_object_of_a_round_robin() -> None:
    found = played(*PAIR, "--anchor", "random", "--games", "2")
    assert found["unit"] == "game"
    assert [place["bot"] for place in found["ladder"]] == list(PAIR)
    assert found["anchor"] == "random"
    assert [match["entrants"] for match in found["matches"]] == [list(PAIR)]


def test_without_a_seed_one_is_chosen_that_repeats_the_run() -> None:
    first = played(*PAIR, "--deals", "5")
    again = played(*PAIR, "--deals", "5", "--seed", str(first["seed"]), "--jobs", "3")
    assert (first | {"run": None}) == (again | {"run": None})


def test_the_help_knows_the_default() -> None:
    assert f"[default: {DEFAULT_DEALS}]" in run("arena", "--help").stdout


# -- plots -------------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("name", "start", "more"),
    [
        ("match.png", b"\x89PNG", ()),
        ("match.svg", b"<?xml", ("--until-decided", "--deals", "200")),
        ("ladder.pdf", b"%PDF", ("--anchor", "random")),
        ("games.PNG", b"\x89PNG", ("--games", "3")),
    ],
)
def test_a_plot_is_drawn_in_the_format_its_name_asks_for(
    name: str, start: bytes, more: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / name
    shown(*PAIR, *(() if more and more[0] == "--games" else ("--deals", "20")), *more, "--plot", str(file))
    assert file.read_bytes().startswith(start)


def test_without_matplotlib_it_is_said_what_to_install_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = refused("arena", *PAIR, "--deals", "1000000000", "--plot", "a.png", status=1)
    assert said == "bornes: a plot needs matplotlib: pip install 'bornes[lab]'\n"


def test_a_plot_that_cannot_be_written_is_told_after_the_result(tmp_path: Path) -> None:
    """What can be known before the first deal is said then: that the folder is not there."""
    file = tmp_path / "a.svg"
    file.mkdir()
    result = run("arena", *PAIR, "--deals", "2", "--plot", str(file))
    assert result.exit_code == 1
    assert result.stdout.startswith("Parker")
    assert result.stderr == f"bornes: {file}: Is a directory\n"
    missing = tmp_path / "nowhere" / "a.svg"
    said = refused("arena", *PAIR, "--plot", str(missing), status=1)
    assert said == f"bornes: --plot {missing}: there is no folder {missing.parent}\n"


# -- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("random", "random needs somebody to play against: name two bots or more"),
        ("", "Missing argument 'BOT BOT...'"),
        ("random sunday-rider", "there is no bot 'sunday-rider', the bots are random, sunday-driver"),
        ("random random:speed=9", "random has no option 'speed'; it has none"),
        ("random sunday-driver random", "random is entered twice"),
        ("random sunday-driver --deals 5 --games 5", "deals and games: give one of them"),
        ("random sunday-driver --games 5 --low-variance", "with whole games that cannot be done"),
        ("random sunday-driver --deals 0", "'--deals / -n': it must be at least 1, not 0"),
        ("random sunday-driver --patience 0", "'--patience': it must be more than 0, not 0.0"),
        ("random sunday-driver --anchor nobody", "there is no bot 'nobody'"),
        ("random sunday-driver --plot a.doc", "--plot a.doc: a plot is a file that ends in .png, .svg or .pdf"),
        ("random sunday-driver -p 5", "players: parker-1962 is played by 2, 3, 4 or 6, not 5"),
    ],
)
def test_what_makes_no_sense_is_refused_on_a_line(arguments: str, said: str) -> None:
    assert said in refused("arena", *arguments.split())


def test_a_cluster_that_is_not_there_is_told_on_a_line() -> None:
    said = refused("arena", *PAIR, "--cluster", "tcp://127.0.0.1:1", status=1)
    assert said.startswith("bornes: no Dask scheduler answers at tcp://127.0.0.1:1")


# -- Ctrl-C and SIGTERM -----------------------------------------------------------------------------------------


def interrupted(*arguments: str, by: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
    """Return status, output and screen of a match that is interrupted once its bar has shown a figure."""
    screen, end = os.openpty()
    process = start("arena", *PAIR, *arguments, stderr=end)
    os.close(end)
    text = b""
    while "±".encode() not in text:
        text += os.read(screen, 4096)
    process.send_signal(by)
    with contextlib.suppress(OSError):  # which is how the end of a terminal looks
        while part := os.read(screen, 4096):
            text += part
    os.close(screen)
    out, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, out, text.decode(errors="replace")


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("--deals", "50000000"), id="threads"),
        pytest.param(("--deals", "100000", "--low-variance", "--jobs", "2"), id="processes"),
    ],
)
@pytest.mark.parametrize(("by", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_who_is_told_to_end_shows_what_was_played_so_far(
    arguments: tuple[str, ...], by: signal.Signals, code: int
) -> None:
    status, out, screen = interrupted(*arguments, by=by)
    assert status == code
    assert "interrupted; this is what was played so far" in out
    assert "points a deal" in out
    assert "Traceback" not in screen


@pytest.mark.compiled_only
def test_ctrl_c_leaves_an_object_that_says_so() -> None:
    status, out, _ = interrupted("--deals", "50000000", "--json")
    assert status == 130
    assert json.loads(out)["interrupted"] is True
    assert json.loads(out)["deals"] > 0
