"""``bornes bots`` and ``--bot``: who there is, in both languages, ours and others', and how they are seated."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bornes import Game, edition
from bornes.bots import ROSTER
from tests.support.packages import bring
from tests.support.paths import ROOT
from tests.support.shell import SOURCE, refused, run, start

BROKEN = "import nowhere_at_all\n"
STUBBORN = """
class Maker:
    name = "mule"
    def __init__(self, seed): ...
    def choose(self, view):
        raise ValueError("I will not")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where packages are found while the test runs."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("a_module_of_")]:
        del sys.modules[name]


def listed(*arguments: str) -> list[dict[str, Any]]:
    """The bots as programs get them."""
    found = json.loads(run("bots", "--json", *arguments).stdout)
    assert found["version"] == 1
    bots: list[dict[str, Any]] = found["bots"]
    return bots


# -- the list ------------------------------------------------------------------------------------------------------


def test_the_ladder_is_listed_from_the_weakest_to_the_strongest() -> None:
    shown = run("bots")
    assert (shown.exit_code, shown.stderr) == (0, "")
    text = " ".join(shown.stdout.split())
    lines = [f"{one.name} {one.title}, strength {at} of {len(ROSTER)} {one.line}" for at, one in enumerate(ROSTER, 1)]
    places = [text.index(line) for line in lines]
    assert places == sorted(places)
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_the_list_in_french() -> None:
    shown = " ".join(run("bots", "--lang", "fr").stdout.split())
    assert "random L’Apprenti, force 1 sur 5 Joue n’importe quel coup permis" in shown
    assert "sunday-driver Le Conducteur du dimanche" in shown
    assert listed("--lang", "fr")[0]["title"] == "L’Apprenti"


def test_the_list_for_programs() -> None:
    found = listed()
    assert [one["name"] for one in found][: len(ROSTER)] == [one.name for one in ROSTER]
    assert found[0] == {
        "name": "random",
        "title": "The Learner",
        "line": "Makes any legal move, and has no idea why.",
        "place": 1,
        "options": [],
        "package": None,
        "error": None,
    }


def test_every_bot_of_ours_has_a_sentence_of_its_own_in_both_languages() -> None:
    for language in ("en", "fr"):
        ours = [one for one in listed("--lang", language) if one["package"] is None]
        for key in ("title", "line", "place"):
            assert len({one[key] for one in ours}) == len(ROSTER)
        assert all(one["line"].endswith(".") for one in ours)


def test_a_bot_of_another_package_is_listed_with_its_package_and_its_options(folder: Path) -> None:
    bring(folder, "honk")
    shown = " ".join(run("bots").stdout.split())
    assert "honk honk From the package bornes-honk. Options: pace" in shown
    assert "Du paquet bornes-honk." in run("bots", "--lang", "fr").stdout
    (honk,) = [one for one in listed() if one["name"] == "honk"]
    assert honk["place"] is None
    assert (honk["package"], honk["options"], honk["error"]) == ("bornes-honk", ["pace"], None)


def test_a_package_that_raises_anything_at_all_is_named_and_the_others_are_listed(folder: Path) -> None:
    bring(folder, "honk", "class Tilt(BaseException): ...\nraise Tilt\n")
    bring(folder, "toot")
    shown = run("bots")
    assert shown.exit_code == 0
    assert "From the package bornes-toot." in shown.stdout
    assert shown.stderr == ("bornes: honk: the package bornes-honk cannot load a_module_of_bornes_honk:Maker: Tilt\n")


def test_a_broken_package_is_named_and_the_others_are_listed(folder: Path) -> None:
    bring(folder, "honk", BROKEN)
    bring(folder, "toot")
    shown = run("bots")
    assert shown.exit_code == 0
    assert "From the package bornes-toot." in shown.stdout
    said = "honk: the package bornes-honk cannot load a_module_of_bornes_honk:Maker: ModuleNotFoundError"
    assert shown.stderr.startswith(f"bornes: {said}")
    assert shown.stderr.count("\n") == 1
    honk, toot = listed()[-2:]
    assert (honk["options"], toot["error"]) == (None, None)
    assert honk["error"].startswith(said)


def test_the_shell_is_offered_the_bots(folder: Path) -> None:
    bring(folder, "sunroof")
    shown = run(_BORNES_COMPLETE="bash_complete", COMP_WORDS="bornes watch --bot sun", COMP_CWORD="3")
    assert set(shown.stdout.split()) == {"plain,sunday-driver", "plain,sunroof"}


# -- watching them -------------------------------------------------------------------------------------------------


def cast(*arguments: str) -> str:
    """The line that says who is who."""
    shown = run("watch", "--rule", "turn_cap=3", *arguments, COLUMNS="100")
    assert (shown.exit_code, shown.stderr) == (0, "")
    _, _, who, *_ = shown.stdout.splitlines()  # behind the game and its house rule
    return who


def test_the_old_hand_plays_unless_another_is_named() -> None:
    assert cast() == "The Old Hand: Ada and Boris"
    assert run("watch", "--seed", "7").stdout == run("watch", "--seed", "7", "--bots", "rule-of-thumb").stdout


def test_one_bot_is_for_everybody() -> None:
    assert cast("--bot", "random", "--players", "3") == "The Learner: Ada, Boris and Chloé"


def test_several_bots_are_for_the_teams_or_the_seats_in_their_order() -> None:
    pair = ("--bot", "random", "--bot", "sunday-driver")
    pairs = "The Learner: Ada and Chloé · The Sunday Driver: Boris and Denis"
    assert cast(*pair, "--players", "4") == pairs
    assert cast(*pair, *pair, "--players", "4") == pairs
    mixed = ("--bot", "random", "--bot", "random", "--bot", "sunday-driver", "--bot", "sunday-driver")
    assert cast(*mixed, "--players", "4") == "The Learner: Ada and Boris · The Sunday Driver: Chloé and Denis"


def test_who_is_who_in_french() -> None:
    said = cast("--bot", "random", "--bot", "sunday-driver", "--lang", "fr")
    assert said == "L’Apprenti\u202f: Ada · Le Conducteur du dimanche\u202f: Boris"


def test_options_tell_two_of_a_kind_apart(folder: Path) -> None:
    bring(folder, "honk")
    assert cast("--bot", "honk", "--bot", "honk:pace=3") == "honk: Ada · honk (pace=3): Boris"


@pytest.mark.parametrize(
    ("players", "given", "said"),
    [
        ("2", 3, "--bot: give one bot for all, or 2 (one for each seat), not 3"),
        ("4", 3, "--bot: give one bot for all, or 2 (one for each team) or 4 (one for each seat), not 3"),
    ],
)
def test_a_number_of_bots_that_fits_no_table_is_refused(players: str, given: int, said: str) -> None:
    assert said in refused("watch", "--players", players, *["--bot", "random"] * given)


def test_each_seat_has_a_seed_of_its_own_which_follows_from_that_of_the_game(folder: Path) -> None:
    bring(
        folder,
        "mule",
        STUBBORN.replace("def __init__(self, seed): ...", "def __init__(self, seed): self.name = str(seed)"),
    )
    one, again, other = (run("watch", "--bot", "mule", "--seed", seed, "--record", "-") for seed in ("7", "7", "8"))
    seeds = [re.findall(r"\((\d+)\)", shown.stderr) for shown in (one, again, other)]
    assert one.stdout == again.stdout
    assert seeds[0] == seeds[1]
    assert len({*seeds[0], *seeds[2]}) == 4


def test_the_bots_make_the_moves(folder: Path) -> None:
    bring(folder, "honk")
    record = run("watch", "--bot", "honk", "--seed", "7", "--record", "-").stdout
    game = Game(edition("parker-1962").rules(2), seed="7")
    while game.deal.seat is not None:
        game.play(list(game.deal.legal_moves)[-1])
    assert Game.replay(record).deal.moves == game.deal.moves


def test_an_unknown_bot_is_answered_with_the_bots() -> None:
    said = refused("watch", "--bot", "sunday-diver")
    assert "there is no bot 'sunday-diver', the bots are random, sunday-driver" in said
    assert "did you mean sunday-driver?" in said
    assert "random has no option 'speed'; it has none" in refused("watch", "--bot", "random:speed=3")


def test_a_broken_bot_cannot_be_watched(folder: Path) -> None:
    bring(folder, "honk", BROKEN)
    bring(folder, "toot", "def Maker(seed):\n    return None\n")
    assert refused("watch", "--bot", "honk", status=1).startswith("bornes: honk: the package bornes-honk cannot load ")
    assert refused("watch", "--bot", "honk:pace=1", status=1).startswith("bornes: honk: the package bornes-honk ")
    said = refused("watch", "--bot", "toot", status=1)
    assert said == "bornes: toot: the package bornes-toot made no bot: NoneType has no name or no choose(view)\n"


def test_a_bot_that_misbehaves_is_told_of_and_the_game_goes_on(folder: Path) -> None:
    bring(folder, "mule", STUBBORN)
    shown = run("watch", "--bot", "random", "--bot", "mule", "--seed", "7")
    assert shown.exit_code == 0
    assert "Total for deal" in shown.stdout
    record = run("watch", "--bot", "random", "--bot", "mule", "--seed", "7", "--record", "-")
    lost = sum(played.seat == 1 for played in Game.replay(record.stdout).deal.moves)
    said = f"bornes: Boris (mule) failed to move {lost} times, and a Sunday driver stepped in"
    assert shown.stderr == record.stderr == f"{said}; first raised: ValueError: I will not\n"


def test_a_single_mistake_is_told_as_one(folder: Path) -> None:
    bring(folder, "mule", STUBBORN)
    shown = run("watch", "--bot", "mule", "--rule", "turn_cap=1")
    assert shown.stderr.startswith("bornes: Ada (mule) failed to move once, and ")


# -- the example -----------------------------------------------------------------------------------------------------


@pytest.mark.packaging
@pytest.mark.compiled_only
@pytest.mark.xdist_group("packaging")
def test_the_example_of_a_package_joins_the_ladder(tmp_path: Path) -> None:
    source, built, installed = tmp_path / "source", tmp_path / "built", tmp_path / "installed"
    shutil.copytree(ROOT / "examples" / "bot", source)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check"]
    subprocess.run([*command, "--outdir", built, source], check=True, capture_output=True)
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(installed)  # which is all that an installer does with one that holds only Python
    env = {"PYTHONPATH": os.pathsep.join([str(installed), str(SOURCE)])}
    out, err = start("bots", env=env).communicate()
    assert err == ""
    assert "leadfoot leadfoot From the package bornes-leadfoot. Options: least" in " ".join(out.split())
    out, err = start("watch", "--bot", "leadfoot:least=50", "--bot", "random", "--seed", "7", env=env).communicate()
    assert err == ""
    assert "leadfoot (least=50): Ada · The Learner: Boris" in out
    assert "Total for deal" in out
