"""``bornes review``: what it prints, draws and refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bornes import Game
from bornes.bots import bot
from tests.support.shell import refused, run

pytestmark = pytest.mark.compiled_only
"""Thousands of playouts for each decision are nothing for plain Python."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of two deals between a careless player and a good one, the second deal hardly begun."""
    game = Game("parker-1962", seed=11, names=["Ann", "Bob"])
    seats = [bot("random", seed=1), bot("tuned", seed=2)]

    def move() -> None:
        assert game.deal.seat is not None
        game.play(seats[game.deal.seat].choose(game.deal.view(game.deal.seat)))

    while not game.deal.over:
        move()
    game.next_deal()
    for _ in range(4):
        move()
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(game.record, encoding="utf-8")
    return str(file)


def shown(*arguments: str) -> list[str]:
    result = run("review", *arguments, "--care", "0.5")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    return lines


def told(*arguments: str) -> dict[str, Any]:
    result = run("review", *arguments, "--care", "0.5", "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    value: dict[str, Any] = json.loads(result.stdout)
    return value


def test_a_game_can_be_read(record: str) -> None:
    lines = shown(record, "--lang", "en")
    assert lines[0] == "Parker Brothers, 1962, 2 players"
    assert [line for line in lines if line.startswith("Deal ")] == ["Deal 1", "Deal 2"]
    blunders = [at for at, line in enumerate(lines) if line.endswith("?? blunder")]
    assert blunders
    first = blunders[0]
    assert re.match(r" *\d+  Ann: ", lines[first])
    assert re.match(r" +Better: \w+ .*\. ", lines[first + 1])
    told = " ".join(line.strip() for line in lines[first + 1 : first + 4])
    assert re.search(r"Chance to win: [\d.]+ % → [\d.]+ %, or about \d+ points? given away\.", told)


def test_it_ends_with_how_everybody_played(record: str) -> None:
    lines = shown(record, "--lang", "en")
    heads = " ".join(" ".join(lines[-5:-3]).split())
    assert all(head in heads for head in ("player", "choices", "fine", "?!", "??", "worst"))
    ann, bob = lines[-2].split(), lines[-1].split()
    assert (ann[0], bob[0]) == ("Ann", "Bob")
    assert int(ann[5]) > int(bob[5])
    assert int(ann[1]) == sum(map(int, ann[2:6]))
    assert int(ann[6]) > int(bob[6]) >= 0, "points given away are never below nothing"
    assert 0 < float(ann[7]) <= 100, "no slip costs more than everything"


def test_all_tells_of_every_decision(record: str) -> None:
    moves = len(Game.replay(Path(record).read_text(encoding="utf-8")).deals[0].moves)
    lines = shown(record, "--deal", "1", "--all", "--lang", "en")
    heads = [line for line in lines if re.match(r" *\d+  (Ann|Bob): ", line)]
    assert len(heads) == moves
    assert any(line.endswith(" fine") for line in heads)


def test_a_deal_without_slips_has_nothing_to_remark(tmp_path: Path) -> None:
    game = Game("parker-1962", seed=3)
    game.play(bot("tuned", seed=1).choose(game.deal.view(0)))
    file = tmp_path / "begun.txt"
    file.write_text(game.record, encoding="utf-8")
    assert "     No mistakes." in shown(str(file), "--lang", "en")


def test_in_french(record: str) -> None:
    text = "\n".join(shown(record, "--deal", "1", "--lang", "fr"))
    assert "?? gaffe" in text
    assert "Chances de gagner" in text
    assert "points perdus" in text


def test_json_has_every_decision_with_moves_and_prices(record: str) -> None:
    value = told(record)
    assert (value["version"], value["edition"], value["names"]) == (1, "parker-1962", ["Ann", "Bob"])
    assert [deal["deal"] for deal in value["deals"]] == [1, 2]
    decisions = [one for deal in value["deals"] for one in deal["decisions"]]
    blunder = next(one for one in decisions if one["label"] == "blunder")
    assert blunder["after"] < blunder["before"]
    best, *_, worst = sorted(blunder["moves"], key=lambda one: one["costs"]["chance"])
    assert best["costs"] == {"points": 0.0, "chance": 0.0}
    assert worst["costs"]["chance"] > 0
    assert blunder["move"] in {one["move"] for one in blunder["moves"]}
    assert all(one["moves"] == [] for one in decisions if one["label"] is None)
    assert [seat["choices"] for seat in value["seats"]] == [
        sum(one["seat"] == seat and one["label"] is not None for one in decisions) for seat in (0, 1)
    ]
    assert all((one["why"] is not None) == (one["label"] not in (None, "fine")) for one in decisions)
    assert all(seat["weight"] >= 0 and 0 <= seat["biggest"] <= 1 for seat in value["seats"])


def test_a_pipe_is_read_and_the_same_seed_says_the_same(record: str) -> None:
    text = Path(record).read_text(encoding="utf-8")
    piped = run("review", "-", "--deal", "2", "--care", "0.5", "--json", stdin=text)
    assert json.loads(piped.stdout) == told(record, "--deal", "2")
    assert told(record, "--deal", "2", "--seed", "5") != told(record, "--deal", "2")


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_the_curve_is_drawn(record: str, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"curve{ending}"
    shown(record, "--deal", "2", "--plot", str(file))
    assert file.stat().st_size > 5000


def test_the_picture_speaks_the_language_and_reproduces(record: str, tmp_path: Path) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for file in (one, two):
        shown(record, "--deal", "1", "--plot", str(file), "--lang", "fr")
    assert one.read_bytes() == two.read_bytes()
    text = one.read_text(encoding="utf-8")
    assert "gaffe" in text
    assert "Ann" in text
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"|<!DOCTYPE[^>]*>|<metadata>.*?</metadata>', "", text, flags=re.S)


def test_what_cannot_be_reviewed_is_said_on_a_line(record: str, tmp_path: Path) -> None:
    assert "there is no deal 9, the record has 2" in refused("review", record, "--deal", "9", status=1)
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(Path(record).read_text(encoding="utf-8").replace("Ann", "Anna"), encoding="utf-8")
    assert "checksum" in refused("review", str(damaged), status=1)
    assert "ends in .png, .svg or .pdf" in refused("review", record, "--plot", "x.gif")
    assert "there is no folder" in refused("review", record, "--plot", str(tmp_path / "no" / "x.png"), status=1)
    assert "0.1" in refused("review", record, "--care", "0")
