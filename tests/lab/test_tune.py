"""The search for weights: it climbs, it measures rightly, and it can be stopped and go on as if it had not been."""

from __future__ import annotations

import hashlib
import json
import pickle
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from bornes import edition
from bornes.bots import BotProfile, bot, roster, weights
from bornes.bots.heuristic import HAND_SET_WEIGHTS, Heuristic
from bornes.bots.weights import read, rounded, write
from bornes.engine.playout import Eager, Policy, play_deals
from bornes.game.position import compile_rules
from bornes.lab import tune
from bornes.lab.tune import candidates
from bornes.lab.tune.candidates import Evaluator, Opponent, Optimizer, default_population, derive_seed, estimate
from bornes.lab.tune.search_settings import (
    Checkpoint,
    PastGeneration,
    default_opponents,
    game_name,
    load,
    save,
    scales,
    settings_of,
)

PARKER = edition("parker-1962").rules(2)
SMALL: dict[str, Any] = {"population": 4, "deals": 2, "opponents": ["sunday-driver"], "seed": 7, "measure": 4}
"""A search that is soon over, on plain Python too."""


# -- optimizing ----------------------------------------------------------------------------------------------------

START = {"mile": 0.1, "finish": 100.0, "awkward": -5.0}
STEPS = {"mile": 0.03, "finish": 30.0, "awkward": 1.5}
TOP = {"mile": 0.2, "finish": 160.0, "awkward": -1.0}


def height(weights: Mapping[str, float]) -> float:
    """A hill with a known top."""
    return -sum(((weights[name] - TOP[name]) / STEPS[name]) ** 2 for name in TOP)


def climb(hill: Optimizer, generations: int) -> Optimizer:
    for _ in range(generations):
        hill.tell([height(weights) for weights in hill.ask()])
    return hill


def test_the_optimizer_finds_the_top_of_a_hill_whatever_the_scales() -> None:
    hill = climb(Optimizer(START, STEPS, 8, 1), 60)
    assert hill.mean == pytest.approx(TOP, rel=1e-2)
    assert (hill.generation, hill.evaluations) == (60, 480)


def test_the_optimizer_begins_at_the_start() -> None:
    assert Optimizer(START, STEPS, 8, 1).mean == START


def test_an_optimizer_that_is_told_the_same_finds_the_same() -> None:
    one, other = (climb(Optimizer(START, STEPS, 6, 3), 40) for _ in range(2))
    assert (one.mean, one.sigma, one.generation) == (other.mean, other.sigma, other.generation)
    assert one.ask() == other.ask()


def test_an_optimizer_leaves_the_luck_of_others_alone() -> None:
    before = np.random.get_state()[1].tolist()  # type: ignore[index]
    climb(Optimizer(START, STEPS, 4, 3), 2)
    assert np.random.get_state()[1].tolist() == before  # type: ignore[index]


def test_a_hill_that_is_flat_is_no_reason_to_stop() -> None:
    hill = Optimizer(START, STEPS, 4, 3)
    for _ in range(5):
        hill.tell([0.0 for _ in hill.ask()])
    assert hill.generation == 5


def test_every_weight_has_a_step_that_is_felt() -> None:
    steps = scales()
    assert steps.keys() == HAND_SET_WEIGHTS.keys()
    assert all(step >= 0.3 * abs(HAND_SET_WEIGHTS[name]) for name, step in steps.items())
    assert steps["keep_covered"] == 10  # 5 points by hand, and a third of that would be nothing
    assert steps["safe_trip"] == 0.05


# -- measuring ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [("parker-1962", 2), ("parker-1962", 6), ("dujardin", 4)])
def test_points_are_those_of_the_deals_one_by_one(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two, three and four teams; five deals, of which a piece holds two."""
    monkeypatch.setattr(candidates, "_CHUNK", 2)
    rules = edition(name).rules(players)
    teams, worse = rules.teams, HAND_SET_WEIGHTS | {"mile": 0.0}
    expected: list[list[float]] = []
    for candidate in (HAND_SET_WEIGHTS, worse):
        for number, opponent in enumerate((Eager(), Policy())):
            deals = []
            for deal in range(30, 35):
                leads = []
                for team in range(teams):
                    seats = [Heuristic(candidate) if seat % teams == team else opponent for seat in range(players)]
                    scores = list(
                        play_deals(compile_rules(rules), seats, 1, derive_seed(9, number), deal, lanes=True)[:teams]
                    )
                    own = scores.pop(team)
                    leads.append(own - mean(scores))
                deals.append(mean(leads))
            expected.append(deals)
    opponents = [Opponent("sunday-driver", 3), Opponent("random")]
    with Evaluator.started(rules, opponents, jobs=2) as evaluator:
        points = evaluator.points([HAND_SET_WEIGHTS, worse], 5, 9, 30)
        values = evaluator.values([HAND_SET_WEIGHTS, worse], 5, 9)
    first, second = ((3 * mean(expected[i]) + mean(expected[i + 1])) / 4 for i in (0, 2))
    assert points == pytest.approx([first, second])
    assert [len(against) for each in values for against in each] == [5] * 4


def test_one_by_one_and_in_sum_the_values_are_the_same() -> None:
    opponents = [Opponent("sunday-driver", 3), Opponent("random")]
    with Evaluator.started(edition("dujardin").rules(3), opponents, jobs=1) as evaluator:
        (points,) = evaluator.points([HAND_SET_WEIGHTS], 6, 5)
        (values,) = evaluator.values([HAND_SET_WEIGHTS], 6, 5)
        together = evaluator.combined(values)
    assert mean(together) == pytest.approx(points)
    assert together == pytest.approx([(3 * one + other) / 4 for one, other in zip(*values, strict=True)])


def test_a_player_gains_nothing_on_itself() -> None:
    """Every duplicate, not only their mean: the seats change and the cards do not."""
    with Evaluator.started(PARKER, [Opponent("rule-of-thumb")], jobs=1) as evaluator:
        assert evaluator.values([HAND_SET_WEIGHTS], 5, 1) == [[[0] * 5]]


def test_an_estimate_is_what_statistics_says() -> None:
    values = [3.0, -1.5, 4.0, 1.0, -5.5]
    found = estimate(values)
    assert found.mean == pytest.approx(mean(values))
    assert found.margin == pytest.approx(1.96 * stdev(values) / 5**0.5, rel=1e-4)


def test_an_opponent_may_count_more_than_others() -> None:
    assert Opponent.parse("random") == Opponent("random", 1)
    assert Opponent.parse("random=2.5") == Opponent("random", 2.5)
    assert [str(Opponent.parse(text)) for text in ("random", "random=2.5")] == ["random", "random=2.5"]


@pytest.mark.parametrize("text", ["random=", "random=0", "random=-1", "random=much", "random=nan", "random=inf"])
def test_a_share_is_a_number_above_0(text: str) -> None:
    with pytest.raises(tune.TuneError, match="NAME=SHARE, with a share above 0"):
        Opponent.parse(text)


def test_an_opponent_that_is_no_compiled_policy_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = BotProfile("slow", "Slow", "Thinks.", lambda seed: bot("random", seed=seed))
    monkeypatch.setattr(roster, "ROSTER", (*roster.ROSTER, slow))
    with pytest.raises(tune.TuneError, match="slow is not a compiled policy, and too slow to tune against"):
        Opponent.parse("slow")


def test_an_opponent_that_does_not_exist_is_refused() -> None:
    with pytest.raises(tune.TuneError, match="there is no bot 'randon'"):
        Opponent.parse("randon")


# -- settings ----------------------------------------------------------------------------------------------------


def test_a_game_is_named_with_its_house_rules() -> None:
    assert game_name(PARKER) == "parker-1962-2"
    assert game_name(PARKER.replace(hand_size=5)) == "parker-1962-2 hand_size=5"


def test_what_is_left_out_is_as_usual() -> None:
    settings = settings_of(PARKER, opponents=["random"])
    assert (settings.population, settings.deals, settings.start_from) == (
        default_population(len(HAND_SET_WEIGHTS)),
        1000,
        "hand",
    )
    assert settings.start == HAND_SET_WEIGHTS
    assert settings_of(PARKER, opponents=["random"]).seed != settings.seed


def test_the_usual_opponents_are_on_the_ladder() -> None:
    for name in default_opponents(PARKER):
        assert isinstance(Opponent.parse(name).policy(PARKER), Policy)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"generations": 0}, "generations must be 1 or more, not 0"),
        ({"measure": 1}, "measure must be 2 or more, not 1"),
        ({"population": 3}, "population must be 4 or more, not 3"),
        ({"deals": 0}, "deals must be 1 or more, not 0"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": 2**64}, "seed must be a whole number from 0"),
        ({"opponents": []}, "no opponents"),
        ({"opponents": ["random", "random=2"]}, "an opponent is given twice: random, random=2"),
        ({"start": "nowhere.toml"}, "'nowhere.toml': a search starts from hand, tuned or a file of weights"),
    ],
)
def test_what_cannot_be_searched_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(tune.TuneError, match=said):
        tune.search(PARKER, **(SMALL | wrong))


# -- searching ---------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_a_search_repairs_spoiled_weights(tmp_path: Path) -> None:
    """Whoever does not care for miles or for arriving has much to learn."""
    spoiled = tmp_path / "spoiled.toml"
    write(spoiled, HAND_SET_WEIGHTS | {"mile": 0.0, "finish": 0.0, "cure": 0.0}, {}, "a bad driver")
    result = tune.search(
        PARKER, generations=12, population=12, deals=150, opponents=["sunday-driver"], start=str(spoiled), seed=3
    )
    assert result.settings.start_from == "spoiled.toml"
    assert result.gains["start"].mean > 3 * result.gains["start"].margin
    assert result.history[-1].mean > result.history[0].mean


@pytest.mark.compiled_only
def test_the_result_does_not_depend_on_jobs() -> None:
    rules = edition("dujardin").rules(3)
    asked: dict[str, Any] = SMALL | {"generations": 3, "opponents": ["sunday-driver", "random"], "deals": 10}
    once = tune.search(rules, **asked, jobs=1).as_dict()
    assert tune.search(rules, **asked, jobs=3).as_dict() == once
    assert tune.search(rules, **(asked | {"seed": 8}), jobs=3).as_dict() != once


@pytest.mark.compiled_only
def test_a_search_that_was_stopped_finds_the_same(tmp_path: Path) -> None:
    """Once at the end of its generations, once by Ctrl-C in the middle of them."""
    asked: dict[str, Any] = SMALL | {"deals": 10, "checkpoint": tmp_path / "one"}
    at_once = tune.search(PARKER, **SMALL | {"deals": 10}, generations=7)

    def ctrl_c(generation: tune.Generation) -> None:
        if generation.number == 5:
            raise KeyboardInterrupt

    assert len(tune.search(PARKER, **asked, generations=3).history) == 3
    with pytest.raises(KeyboardInterrupt):
        tune.search(PARKER, **asked, generations=7, resume=True, progress=ctrl_c)
    heard: list[tune.Generation] = []
    resumed = tune.search(
        PARKER, generations=7, measure=4, checkpoint=tmp_path / "one", resume=True, progress=heard.append
    )
    assert [generation.number for generation in heard] == [6, 7]
    assert resumed.as_dict() == at_once.as_dict()


@pytest.mark.compiled_only
def test_a_search_that_has_all_its_generations_is_only_measured_again(tmp_path: Path) -> None:
    asked: dict[str, Any] = SMALL | {"generations": 2, "checkpoint": tmp_path / "one"}
    first = tune.search(PARKER, **asked)
    heard: list[tune.Generation] = []
    again = tune.search(PARKER, **asked, resume=True, progress=heard.append)
    assert heard == []
    assert again.as_dict() == first.as_dict()


def test_when_time_is_up_no_generation_begins(tmp_path: Path) -> None:
    """But there is always one, since nothing else could be shown."""
    assert len(tune.search(PARKER, **SMALL, generations=5, minutes=0).history) == 1


def test_what_is_measured_is_what_is_written(tmp_path: Path) -> None:
    result = tune.search(PARKER, **SMALL, generations=1)
    tune.write_weights(result, tmp_path / "some.toml")
    assert result.weights == rounded(result.weights) == read(tmp_path / "some.toml")
    assert result.weights != HAND_SET_WEIGHTS
    assert result.provenance().keys() >= {"generations", "evaluations", "deals", "seed", "opponents", "points"}


@pytest.mark.compiled_only
def test_weights_gain_nothing_on_themselves(tmp_path: Path) -> None:
    first = tune.search(PARKER, **SMALL, generations=2)
    again = tune.search(PARKER, **SMALL, generations=2, rivals={"twin": first.weights, "hand": HAND_SET_WEIGHTS})
    assert again.gains["twin"] == (0, 0)
    assert again.gains["hand"] == again.gains["start"] != (0, 0)


# -- the file that keeps a search --------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A search of one generation."""
    path = tmp_path / "kept"
    tune.search(PARKER, **SMALL, generations=1, checkpoint=path)
    return path


def test_a_kept_search_is_read_as_it_was_written(kept: Path) -> None:
    checkpoint = load(kept)
    assert len(checkpoint.generations) == 1
    again = Checkpoint(checkpoint.settings, [PastGeneration([0.1, 2 / 3, -1e-30, 5.0], 0.7)] * 2)
    save(kept, again)
    assert load(kept) == again


@pytest.mark.compiled_only
def test_a_search_that_was_asked_something_else_is_not_gone_on_with(kept: Path) -> None:
    def refusal(rules: Any = PARKER, **asked: Any) -> str:
        with pytest.raises(tune.TuneError) as error:
            tune.search(rules, **(SMALL | asked), generations=1, checkpoint=kept, resume=True)
        return str(error.value).removeprefix(f"{kept}: keeps a search with ")

    assert refusal(edition("asmodee").rules(2)) == "game parker-1962-2, not asmodee-2"
    assert refusal(PARKER.replace(hand_size=5)) == "game parker-1962-2, not parker-1962-2 hand_size=5"
    assert refusal(deals=3) == "deals 2, not 3"
    assert refusal(population=5) == "population 4, not 5"
    assert refusal(seed=8) == "seed 7, not 8"
    assert refusal(opponents=["random", "sunday-driver"]) == "opponents sunday-driver, not random,sunday-driver"
    spoiled = kept.with_name("spoiled.toml")
    write(spoiled, HAND_SET_WEIGHTS | {"mile": 0.0}, {}, "a bad driver")
    assert refusal(start=str(spoiled)) == "other start"


@pytest.mark.compiled_only
def test_a_search_against_a_player_tuned_anew_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    asked = SMALL | {"opponents": ["tuned"], "generations": 1, "checkpoint": tmp_path / "kept"}
    weights.weights_for.cache_clear()
    tune.search(PARKER, **asked)
    write(tmp_path / "parker-1962-2.toml", HAND_SET_WEIGHTS | {"mile": 0.0}, {}, "a bad driver")
    assert default_opponents(PARKER)[0] == "tuned"
    with pytest.raises(tune.TuneError, match="keeps a search with other weights of tuned"):
        tune.search(PARKER, **asked, resume=True)
    weights.weights_for.cache_clear()


@pytest.mark.compiled_only
def test_a_search_for_weights_that_are_no_more_is_not_gone_on_with(kept: Path) -> None:
    checkpoint = load(kept)
    settings = {**checkpoint.settings, "scales": {**checkpoint.settings["scales"], "mascot": 1.0}}
    save(kept, Checkpoint({**settings, "start": {**settings["start"], "mascot": 1.0}}, checkpoint.generations))
    with pytest.raises(tune.TuneError, match="keeps a search with other scales"):
        tune.search(PARKER, generations=1, checkpoint=kept, resume=True)


def going_on(kept: Path) -> str:
    """What is wrong with a file, said when one wants to go on with it."""
    with pytest.raises(tune.DamagedCheckpoint) as error:
        tune.search(PARKER, generations=1, checkpoint=kept, resume=True)
    assert "\n" not in str(error.value)
    return str(error.value).removeprefix(f"{kept}: ")


@pytest.mark.compiled_only
def test_a_damaged_file_is_refused(kept: Path) -> None:
    whole = kept.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for content, said in [
        (whole[:-1], "is damaged, its checksum is wrong"),
        (whole + b"\n", "is damaged, its checksum is wrong"),
        (flipped, "is damaged, its checksum is wrong"),
        (b"", "is not a search that bornes tune kept"),
        (b"[weights]\n", "is not a search that bornes tune kept"),
    ]:
        kept.write_bytes(content)
        assert going_on(kept) == said


class Bomb:
    """What does something when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path("bomb"),)


def pickled(heading: bytes) -> bytes:
    """A search as it was kept once, its checksum right and a program inside."""
    body = json.dumps({"settings": {}, "story": {"history": [], "best": {}}}).encode() + b"\n" + pickle.dumps(Bomb())
    return b"\n".join([heading, hashlib.sha256(body).hexdigest().encode(), body])


@pytest.mark.parametrize("heading", [b"bornes tuning 1", b"bornes tuning 2"])
def test_a_pickle_is_never_unpickled(heading: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "old"
    kept.write_bytes(pickled(heading))
    said = going_on(kept)
    assert list(tmp_path.iterdir()) == [kept]
    if heading.endswith(b"1"):
        assert said.startswith("was kept by an earlier version of bornes, in a form that could hold a program")
        assert said.endswith("finish it with that version, or begin anew with --restart")


def forged(kept: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what a file says, and give it a checksum that fits."""
    heading, _, body, _ = kept.read_bytes().split(b"\n")
    plain = json.loads(body)
    changed = change(plain)
    body = changed if isinstance(changed, bytes) else json.dumps(plain).encode()
    kept.write_bytes(b"\n".join([heading, hashlib.sha256(body).hexdigest().encode(), body, b""]))


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "brackets": (lambda plain: b"[" * 200_000, "is not JSON behind its checksum: maximum recursion depth"),
    "no JSON": (lambda plain: b"\xff", "is not JSON behind its checksum"),
    "no object": (lambda plain: b"[]", "must hold settings, points and sigmas"),
    "no number": (lambda plain: plain["points"][0].__setitem__(0, float("nan")), "NaN is no number"),
    "a number too far": (lambda plain: plain["points"][0].__setitem__(0, 10**400), "generation 1 must be 4 numbers"),
    "a truth": (lambda plain: plain["points"][0].__setitem__(0, True), "its generation 1 must be 4 numbers"),
    "few points": (lambda plain: plain["points"][0].pop(), "its generation 1 must be 4 numbers"),
    "few generations": (lambda plain: plain["points"].pop(), "with one of each for every generation"),
    "no settings": (lambda plain: plain.update(settings=7), "its settings name no game, which must be a text"),
    "no seed": (lambda plain: plain["settings"].pop("seed"), "its settings name no seed, which must be a whole number"),
    "a broken seed": (lambda plain: plain["settings"].update(seed=1.5), "its settings name no seed"),
    "a negative seed": (lambda plain: plain["settings"].update(seed=-1), "seed must be a whole number from 0"),
    "a crowd": (
        lambda plain: plain.update(settings={**plain["settings"], "population": 10**9}, points=[], sigmas=[]),
        "population must be 10,000 or less, not 1000000000",
    ),
    "an age": (lambda plain: plain["settings"].update(deals=10**15), "deals must be 10,000,000 or less"),
    "a stranger": (lambda plain: plain["settings"].update(opponents=["nobody"]), "there is no bot 'nobody'"),
    "a start of nothing": (lambda plain: plain["settings"].update(start={}), "its start and its scales are not of"),
    "other points": (lambda plain: plain["points"][0].sort(), "generation 1 does not lead where it did"),
    "another step": (lambda plain: plain["sigmas"].__setitem__(0, 0.1), "generation 1 does not lead where it did"),
}


@pytest.mark.compiled_only
@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_file_is_named_with_what_is_wrong(kind: str, kept: Path) -> None:
    change, said = FORGERIES[kind]
    forged(kept, change)
    assert said in going_on(kept)


def test_a_file_that_would_fill_the_memory_is_not_read_to_its_end(tmp_path: Path) -> None:
    kept = tmp_path / "huge"
    with kept.open("wb") as file:
        file.write(b"bornes tuning 2\n")
        file.truncate(1 << 40)  # a hole, which takes no room on the disk
    assert going_on(kept) == "is larger than the 64 MB that a search may take"


def test_a_place_that_cannot_be_written_to_is_noticed_before_the_search(tmp_path: Path) -> None:
    heard: list[tune.Generation] = []
    with pytest.raises(FileNotFoundError):
        tune.search(PARKER, **SMALL, checkpoint=tmp_path / "nowhere" / "one", progress=heard.append)
    assert heard == []


def test_without_cma_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(tune.MissingTool, match=r"needs the package cma: pip install 'bornes\[lab\]'"):
        tune.search(PARKER, **SMALL)


def test_a_result_is_plain_values_for_programs() -> None:
    result = tune.search(PARKER, **SMALL, generations=1)
    told = json.loads(json.dumps(result.as_dict()))
    assert told == result.as_dict()
    assert told["weights"] == result.weights
    assert [generation["number"] for generation in told["history"]] == [1]
