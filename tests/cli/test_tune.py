"""``bornes tune`` as one types it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from bornes.bots.heuristic import HAND_SET_WEIGHTS
from bornes.bots.weights import read, write
from bornes.lab.tune.search_settings import load
from tests.support.shell import PATIENCE, refused, run, start

SMALL = (
    *("--population", "4", "--deals", "2", "--measure", "4"),
    *("--opponents", "sunday-driver", "--seed", "7", "--generations", "1"),
)
"""A search that is soon over; the last option given counts."""
FILE = Path("parker-1962-2.toml")
KEPT = Path("parker-1962-2.toml.tuning")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def tuned(*options: str) -> dict[str, Any]:
    result = run("tune", "parker-1962", *SMALL, *options, "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    value: dict[str, Any] = json.loads(result.stdout)
    return value


# -- what comes of it --------------------------------------------------------------------------------------------


def test_the_summary_can_be_read_and_the_weights_lie_in_their_file() -> None:
    shown = run("tune", "dujardin", "--players", "4", "--short", *SMALL)
    assert (shown.exit_code, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert lines[0] == "Dujardin, Edition Prestige, 4 players, short trip"
    assert lines[1].startswith("1 generation of 4, seed 7, ")
    assert lines[-1] == "weights written to dujardin-4-short.toml"
    assert [line.split()[0] for line in lines if line.startswith(("sunday", "all"))] == ["sunday-driver", "all"]
    assert "gain over the weights it started from: " in shown.stdout
    assert max(map(len, lines)) <= 80
    assert read(Path("dujardin-4-short.toml")) != HAND_SET_WEIGHTS


def test_the_object_for_programs() -> None:
    found = tuned("--opponents", "sunday-driver=3,random")
    assert (found["version"], found["edition"], found["seed"]) == (1, "parker-1962", 7)
    assert found["form"] == {"players": 2, "partners": False, "short": False}
    assert found["opponents"] == ["sunday-driver=3", "random"]
    assert found["points"].keys() == {"sunday-driver", "random"}
    assert found["points"]["random"].keys() == found["overall"].keys() == {"mean", "margin95"}
    assert found["gains"].keys() == {"start"}
    assert (found["generations"], found["evaluations"], len(found["history"])) == (1, 4, 1)
    assert (found["file"], found["written"]) == (str(FILE), True)
    assert found["weights"] == read(FILE)


@pytest.mark.compiled_only
def test_the_same_seed_gives_the_same_object_but_for_the_time_it_took() -> None:
    one, other = (tuned("--jobs", jobs, "--out", "weights.toml", "--force", "--restart") for jobs in ("1", "3"))
    assert one.keys() == other.keys()
    assert (one | {"run": None}) == (other | {"run": None})


def test_a_house_rule_has_no_file_of_its_own() -> None:
    assert "name it with --out FILE" in refused("tune", "parker-1962", *SMALL, "--rule", "hand_size=5")
    assert tuned("--rule", "hand_size=5", "--out", "five.toml")["house_rules"] == {"hand_size": 5}
    assert 'game = "parker-1962-2 hand_size=5"' in Path("five.toml").read_text(encoding="utf-8")


def test_one_may_start_from_a_file() -> None:
    write(Path("old.toml"), HAND_SET_WEIGHTS | {"mile": 0.5}, {}, "two")
    assert tuned("--from", "old.toml")["from"] == "old.toml"
    assert load(KEPT).settings["start"]["mile"] == 0.5


# -- replacing a file --------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_weights_that_are_no_better_do_not_replace_a_file() -> None:
    tuned()
    before = FILE.read_bytes()
    again = run("tune", "parker-1962", *SMALL, "--restart", "--json")
    assert again.exit_code == 1
    assert again.stderr == (
        "bornes: parker-1962-2.toml was not replaced: the new weights are not clearly better "
        "(+0.0 ± 0.0 points a deal); --force replaces it\n"
    )
    told = json.loads(again.stdout)
    assert (told["written"], told["gains"]["file"]) == (False, {"mean": 0, "margin95": 0})
    assert FILE.read_bytes() == before


@pytest.mark.compiled_only
def test_weights_that_are_better_replace_a_file() -> None:
    write(FILE, HAND_SET_WEIGHTS | {"mile": 0.0, "finish": 0.0, "cure": -300.0, "start": -300.0}, {}, "a bad driver")
    found = tuned("--deals", "50", "--measure", "200")
    assert found["written"]
    assert found["gains"]["file"]["mean"] > found["gains"]["file"]["margin95"] > 0
    assert read(FILE) == found["weights"]


@pytest.mark.compiled_only
def test_force_replaces_whatever_is_there() -> None:
    FILE.write_text("my diary", encoding="utf-8")
    said = refused("tune", "parker-1962", *SMALL, status=1)
    assert said.startswith("bornes: parker-1962-2.toml: not a TOML file")
    assert said.endswith("; --force replaces it\n")
    assert FILE.read_text(encoding="utf-8") == "my diary"
    assert tuned("--force")["weights"] == read(FILE)


# -- stopping and going on ---------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_a_search_goes_on_with_what_it_was_asked() -> None:
    at_once = tuned("--generations", "3", "--out", "other.toml")
    tuned("--generations", "2")
    resumed = run("tune", "parker-1962", "--generations", "3", "--measure", "4", "--resume", "--force", "--json")
    same = {"file": None, "run": None}
    assert (json.loads(resumed.stdout) | same) == (at_once | same)


@pytest.mark.compiled_only
def test_a_search_that_is_kept_is_not_lost_by_mistake() -> None:
    tuned()
    kept = KEPT.read_bytes()
    said = refused("tune", "parker-1962", *SMALL)
    assert "parker-1962-2.toml.tuning holds a search: --resume continues it, --restart starts over" in said
    assert "choose one" in refused("tune", "parker-1962", *SMALL, "--resume", "--restart")
    assert "keeps a search with seed 7, not 8" in refused("tune", "parker-1962", *SMALL, "--resume", "--seed", "8")
    assert KEPT.read_bytes() == kept


@pytest.mark.compiled_only
def test_a_damaged_search_is_named() -> None:
    tuned()
    KEPT.write_bytes(KEPT.read_bytes()[:-1])
    said = refused("tune", "parker-1962", *SMALL, "--resume", status=1)
    assert said == "bornes: parker-1962-2.toml.tuning: is damaged, its checksum is wrong\n"


@pytest.mark.compiled_only
def test_ctrl_c_keeps_the_search_once_its_progress_was_shown() -> None:
    screen, end = os.openpty()
    process = start("tune", "parker-1962", *SMALL, "--deals", "1000", "--generations", "1000000", stderr=end)
    os.close(end)
    shown = b""
    while b"sigma" not in shown:
        shown += os.read(screen, 4096)
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # which is how the end of a terminal looks
        while part := os.read(screen, 4096):
            shown += part
    os.close(screen)
    out, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, "")
    assert b"Traceback" not in shown
    assert b"parker-1962-2.toml.tuning holds the search, --resume continues it" in shown.replace(b"\r\n", b" ")
    so_far = len(load(KEPT).generations)
    assert so_far >= 1
    assert not FILE.exists()
    resumed = tuned("--deals", "1000", "--generations", str(so_far + 1), "--resume")
    assert resumed["generations"] == so_far + 1


# -- what goes wrong ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--generations 0", "'--generations / -g': it must be at least 1, not 0"),
        ("--population 3", "'--population': it must be at least 4, not 3"),
        ("--deals 0", "'--deals / -n': it must be at least 1, not 0"),
        ("--measure 1", "'--measure': it must be at least 2, not 1"),
        ("--minutes -1", "'--minutes': it must be at least 0, not -1.0"),
        ("--seed -1", "--seed -1: a seed is a whole number from 0 to 2**64 - 1"),
        ("--opponents ,", "no opponents: give at least one"),
        ("--opponents sunday-diver", "there is no bot 'sunday-diver'"),
        ("--opponents random=0", "'random=0': an opponent is written NAME or NAME=SHARE, with a share above 0"),
        ("--from nowhere.toml", "'nowhere.toml': a search starts from hand, tuned or a file of weights"),
        ("--resume", "there is no search to resume: parker-1962-2.toml.tuning does not exist"),
        ("--out nowhere/some.toml", "nowhere/some.toml: there is no folder nowhere"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_nothing_is_left_behind(options: str, said: str) -> None:
    assert said in refused("tune", "parker-1962", *SMALL, *options.split())
    assert list(Path.cwd().iterdir()) == []


def test_a_start_that_is_no_file_of_weights_is_named() -> None:
    Path("diary.toml").write_text("[weights]\ntea = 1\n", encoding="utf-8")
    said = refused("tune", "parker-1962", *SMALL, "--from", "diary.toml", status=1)
    assert said.startswith("bornes: diary.toml: there is no weight 'tea', the weights are ")


def test_without_cma_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    said = refused("tune", "parker-1962", *SMALL, status=1)
    assert said == "bornes: bornes tune needs the package cma: pip install 'bornes[lab]'\n"
