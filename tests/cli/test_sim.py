"""``bornes sim``, and the sums behind it."""

from __future__ import annotations

import json
from array import array
from statistics import mean
from typing import Any

import pytest

from bornes import Ending, edition
from bornes.engine.playout import Eager, play_deals
from bornes.game.position import compile_rules
from bornes.lab import simulation
from tests.support.shell import refused, run

SPREAD = {"mean", "margin95", "deviation", "min", "max"}


def simulated(*arguments: str) -> dict[str, Any]:
    result = run("sim", *arguments, "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    value: dict[str, Any] = json.loads(result.stdout)
    return value


# -- adding up ---------------------------------------------------------------------------------------------------


def test_wins_ties_and_trips_by_hand() -> None:
    """Four deals of two: A starts and wins, B starts and wins, A starts and both are equal, B starts and A wins."""
    rules = edition("parker-1962").rules(2)
    deals = [(900, 100, 50, 40, 0, 0), (0, 300, 60, 50, 1, -1), (200, 200, 70, 60, 1, -1), (800, 0, 80, 70, 0, 0)]
    found = simulation.Simulation(rules, "eager", 1)
    found.add(array("i", [number for deal in deals for number in deal]))
    assert found.deals == 4
    assert found.endings == {Ending.COMPLETED: 2, Ending.EXHAUSTED: 2, Ending.CAPPED: 0}
    assert [(side.wins, side.ties, side.trips, side.score.total) for side in found.teams] == [
        (2, 1, 2, 1900),
        (1, 1, 0, 600),
    ]
    assert [(side.wins, side.ties, side.trips, side.score.total) for side in found.places] == [
        (2, 1, 1, 1400),
        (1, 1, 1, 1100),
    ]
    assert (found.moves.mean, found.turns.least, found.turns.most) == (65, 40, 70)


@pytest.mark.parametrize(("name", "players"), [("dujardin", 3), ("asmodee", 4), ("parker-1962", 6)])
def test_the_sums_are_those_of_the_deals_one_by_one(name: str, players: int) -> None:
    rules = edition(name).rules(players)
    teams, width, deals = rules.teams, rules.teams + 4, 31
    table = play_deals(compile_rules(rules), [Eager()], deals, 5)
    rows = [tuple(table[i * width : (i + 1) * width]) for i in range(deals)]
    found = simulation.simulate(rules, deals, seed=5)
    for team in range(teams):
        side = found.teams[team]
        assert side.score.mean == mean(row[team] for row in rows)
        assert side.wins == sum(row[:teams].count(row[team]) == 1 and row[team] == max(row[:teams]) for row in rows)
        assert side.trips == sum(row[-1] == team for row in rows)
    for place in range(teams):
        points = [row[(deal % players + place) % teams] for deal, row in enumerate(rows)]
        assert found.places[place].score.total == sum(points)
        assert found.places[place].score.count == deals
    assert sum(found.endings.values()) == deals


def test_the_result_does_not_depend_on_jobs_or_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = edition("game-cabinet").rules(3)
    once = simulation.simulate(rules, 100, seed=3, jobs=1).as_dict()
    monkeypatch.setattr(simulation, "_CHUNK", 24)
    assert simulation.simulate(rules, 100, seed=3, jobs=3).as_dict() == once
    assert simulation.simulate(rules, 100, seed=4, jobs=3).as_dict() != once


def test_progress_comes_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_CHUNK", 24)
    heard: list[int] = []
    simulation.simulate(edition("asmodee").rules(2), 60, seed=1, progress=heard.append)
    assert heard == [24, 48, 60]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"deals": 0}, "deals must be 1 or more"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": 2**64}, "seed must be a whole number from 0"),
        ({"policy": "clever"}, "policy must be one of eager, random"),
    ],
)
def test_what_cannot_be_simulated_is_refused(wrong: dict[str, Any], said: str) -> None:
    asked: dict[str, Any] = {"deals": 1, "seed": 1} | wrong
    with pytest.raises(ValueError, match=said):
        simulation.simulate(edition("asmodee").rules(2), **asked)


def test_the_largest_seed_is_a_seed() -> None:
    assert simulation.simulate(edition("asmodee").rules(2), 1, seed=2**64 - 1).deals == 1


# -- the command -------------------------------------------------------------------------------------------------


def test_the_summary_can_be_read() -> None:
    shown = run("sim", "parker-1962", "--players", "3", "--deals", "60", "--seed", "2")
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[0] == "Parker Brothers, 1962, 3 players"
    assert lines[1].startswith("60 deals by eager players, seed 2, ")
    assert [line.split()[0] for line in lines if " % " in line] == [
        *("team", "A", "B", "C"),
        *("to", "first", "second", "third"),
        "endings",
    ]
    assert max(map(len, lines)) <= 80
    assert shown.stderr == ""


def test_house_rules_are_part_of_the_summary() -> None:
    shown = run("sim", "parker-1962", "--deals", "5", "--rule", "hand_size=5").stdout
    assert "house rule hand_size = 5" in shown


def test_the_object_for_programs() -> None:
    found = simulated("asmodee", "--players", "4", "--partners", "--deals", "20", "--rule", "target=700")
    assert found["version"] == 1
    assert found["edition"] == "asmodee"
    assert found["form"] == {"players": 4, "partners": True, "short": False}
    assert found["house_rules"] == {"target": 700}
    assert (found["policy"], found["deals"]) == ("eager", 20)
    assert sum(found["endings"].values()) == 20
    assert [side["team"] for side in found["teams"]] == ["A", "B"]
    assert [side["place"] for side in found["places"]] == [1, 2]
    for side in (*found["teams"], *found["places"]):
        assert side["score"].keys() == SPREAD
        assert {"wins", "ties", "trips"} <= side.keys()
    assert found["moves"].keys() == found["turns"].keys() == SPREAD
    assert found["run"].keys() == {"seconds", "deals_per_second"}


def test_the_same_seed_gives_the_same_object_but_for_the_time_it_took() -> None:
    one, other = (simulated("dujardin", "--deals", "50", "--seed", "9", "--jobs", jobs) for jobs in ("1", "3"))
    assert one.keys() == other.keys()
    assert (one | {"run": None}) == (other | {"run": None})


def test_without_a_seed_one_is_chosen_that_repeats_the_run() -> None:
    first = simulated("parker-1988", "--deals", "10")
    again = simulated("parker-1988", "--deals", "10", "--seed", str(first["seed"]))
    assert (first | {"run": None}) == (again | {"run": None})


def test_random_players_play_worse() -> None:
    eager, random = (
        simulated("parker-1962", "--deals", "60", "--seed", "1", "--policy", policy)["endings"]["completed"]
        for policy in ("eager", "random")
    )
    assert eager > random


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--deals 0", "'--deals / -n': it must be at least 1, not 0"),
        ("--deals many", "'many' is not a valid whole number"),
        ("--seed -1", "--seed -1: a seed is a whole number from 0 to 2**64 - 1"),
        ("--seed 18446744073709551616", "a seed is a whole number from 0 to 2**64 - 1"),
        ("--seed ²", "a seed is a whole number from 0 to 2**64 - 1"),
        ("--jobs 0", "'--jobs / -j': it must be at least 1, not 0"),
        ("--policy clever", "'clever' is not one of eager, random"),
    ],
)
def test_numbers_out_of_range_are_refused(options: str, said: str) -> None:
    assert said in refused("sim", "asmodee", *options.split())
