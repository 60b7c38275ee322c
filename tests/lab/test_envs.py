"""The environments: as PettingZoo and Gymnasium want them, by every rulebook, and honest about who may know what."""

from __future__ import annotations

import doctest
import importlib
import os
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

import bornes.lab.envs
from bornes import RulesError, edition
from bornes.bots import BotError
from bornes.engine.playout import Policy
from bornes.lab.envs import GYMNASIUM_ID, PETTINGZOO_ID, mille_bornes_v0
from bornes.lab.envs import observation as encode
from bornes.lab.envs.batch import DealBatch
from bornes.lab.envs.features import ACTIONS, FEATURES, RULE_FEATURES, SIZE
from bornes.lab.envs.gymnasium_envs import BornesEnv, BornesVectorEnv
from bornes.rules.editions import Edition, Form, all_forms
from tests.support.paths import ROOT

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the tests of PettingZoo load its own games, which tell of what they will drop
    conformance: Any = importlib.import_module("pettingzoo.test")

SOURCE = ROOT / "src"
every_form = pytest.mark.parametrize(
    ("book", "form"), [pytest.param(book, form, id=f"{book.name} {form}") for book, form in all_forms()]
)


NO_ACTIONS: list[Any] = [None, 1.0, "1", 64, -1, 10**30, True, np.array([1]), np.array(1.0), np.float64(1), [1]]
"""What is not one of the numbers from 0 to 63, though some of it can be made one."""


def options(book: Edition, form: Form) -> dict[str, Any]:
    """A form as one asks for it."""
    return {"edition": book.name, "players": form.players, "partners": form.partners, "short": form.short}


def aec(**options: Any) -> Any:
    """The environment for PettingZoo, with its wrappers."""
    return mille_bornes_v0.env(**options)


def raw(**options: Any) -> Any:
    """The same without them."""
    return mille_bornes_v0.raw_env(**options)


def single(**options: Any) -> Any:
    """The environment for Gymnasium, with its wrappers."""
    return gymnasium.make(GYMNASIUM_ID, **options)


def vector(**options: Any) -> Any:
    """Many of them."""
    return gymnasium.make_vec(GYMNASIUM_ID, **options)


def played(env: Any, luck: Random, steps: int = 10_000) -> list[Any]:
    """What the agents of a PettingZoo environment see, moves being made at random."""
    seen = []
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        seen.append((agent, observation, reward))
        env.step(None if terminated or truncated else at_random(luck, observation))
    return seen


def at_random(luck: Random, observation: Any) -> int:
    """Any legal action."""
    return luck.choice(np.flatnonzero(observation["action_mask"]).tolist())


# --- PettingZoo --------------------------------------------------------------------------------------------


@every_form
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_every_form_passes_the_tests_of_pettingzoo(book: Edition, form: Form) -> None:
    """Two warnings are let pass: they go to every dictionary that is not of PettingZoo's own games."""
    conformance.api_test(aec(**options(book, form)), num_cycles=6)
    conformance.seed_test(lambda: aec(**options(book, form)), num_cycles=4)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.parametrize(
    "more", [{"flat": True}, {"with_rules": True}, {"flat": True, "with_rules": True}, {"episode": "game"}]
)
def test_every_option_passes_them_too(more: dict[str, Any]) -> None:
    conformance.api_test(aec(edition="dujardin", **more), num_cycles=150)
    conformance.seed_test(lambda: aec(edition="dujardin", **more), num_cycles=10)


@every_form
def test_the_agent_selected_is_the_seat_that_is_asked(book: Edition, form: Form) -> None:
    env, luck = raw(**options(book, form)), Random(f"{book.name} {form}")
    env.reset(seed=luck.randrange(1000))
    for agent in env.agent_iter(60):
        observation, *_ = env.last()
        view = env.view(agent)
        assert view.to_decide
        assert view.viewer == int(agent.removeprefix("seat_"))
        actions = np.flatnonzero(observation["action_mask"]).tolist()
        moves = [encode.to_move(action, view.team, view.rules.teams) for action in actions]
        assert sorted(moves) == sorted(view.legal_moves)
        assert observation in env.observation_space(agent)
        env.step(at_random(luck, observation))


@pytest.mark.parametrize("form", [{}, {"edition": "parker-1962", "players": 4}, {"edition": "asmodee", "players": 3}])
def test_at_the_end_every_agent_gets_its_teams_lead(form: dict[str, Any]) -> None:
    env = aec(**form, reward_scale=0.5)
    rules = env.unwrapped.rules
    env.reset(seed=3)
    rewards = {agent: reward for agent, _, reward in played(env, Random(3))}
    scores = env.unwrapped.view().scores
    assert set(rewards) == set(env.possible_agents)
    for seat, agent in enumerate(env.possible_agents):
        own = scores[rules.team_of(seat)]
        assert rewards[agent] == pytest.approx(0.5 * (own - (sum(scores) - own) / (rules.teams - 1)))
    assert sum(rewards.values()) == pytest.approx(0)
    assert not env.agents


def test_an_illegal_move_ends_the_episode_at_the_movers_cost() -> None:
    env = aec()
    env.reset(seed=1)
    mover = env.agent_selection
    env.step(int(np.argmin(env.observe(mover)["action_mask"])))
    assert all(env.terminations.values())
    assert env.rewards[mover] == -5000
    assert sum(env.rewards.values()) == -5000


def wrapped_by_pettingzoo(**options: Any) -> Any:
    """The environment in the three wrappers that PettingZoo's own card games have."""
    ending = TerminateIllegalWrapper(raw(**options), illegal_reward=-5000)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(ending))


@pytest.mark.parametrize("illegal_after", [0, 7, None])
def test_one_layer_checks_what_the_wrappers_of_pettingzoo_check(illegal_after: int | None) -> None:
    ours, theirs, luck = aec(players=3), wrapped_by_pettingzoo(players=3), Random(4)
    ours.reset(seed=4)
    theirs.reset(seed=4)
    assert ours.unwrapped.rules == theirs.unwrapped.rules
    for number, (agent, other) in enumerate(zip(ours.agent_iter(), theirs.agent_iter(), strict=True)):
        assert agent == other
        (observation, *told), (mask, *expected) = ours.last(), theirs.last()
        assert observation["action_mask"].tolist() == mask["action_mask"].tolist()
        assert told == expected
        assert (ours.rewards, ours.agents, ours.num_agents) == (theirs.rewards, theirs.agents, theirs.num_agents)
        action = None if told[1] else at_random(luck, observation)
        if number == illegal_after:
            action = int(np.argmin(observation["action_mask"]))
        ours.step(action)
        theirs.step(action)
    assert not ours.agents


def test_the_layer_says_what_comes_too_early_or_too_late() -> None:
    env = aec(rules=edition("parker-1962").rules(2).replace(turn_cap=2))
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    for call in (env.last, env.agent_iter, env.render, lambda: env.step(0), lambda: env.observe("seat_0")):
        with pytest.raises((AssertionError, AttributeError), match="before"):
            call()
    env.reset(seed=1)
    for nothing in NO_ACTIONS:
        with pytest.raises(InvalidAction, match="action: a whole number from 0 to 63, not "):
            env.step(nothing)
    played(env, Random(1))
    EnvLogger.flush()
    env.step(0)
    assert "step() called after all agents are terminated" in EnvLogger.mqueue[-1]
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="need to call step"):
        list(env.agent_iter())


def test_without_wrappers_an_illegal_move_is_refused_and_nothing_happens() -> None:
    env = raw()
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    wrong = int(np.argmin(before["action_mask"]))
    with pytest.raises(ValueError, match=f"{wrong} is not legal for {env.agent_selection}"):
        env.step(wrong)
    for nothing in NO_ACTIONS:
        with pytest.raises(InvalidAction, match="action: a whole number from 0 to 63, not "):
            env.step(nothing)
    after = env.observe(env.agent_selection)
    assert all((after["observation"][name] == feature).all() for name, feature in before["observation"].items())


def test_a_game_goes_on_until_a_team_has_won_and_tells_the_totals() -> None:
    rules = edition("dujardin").rules(2).replace(game_goal=1500)
    env = aec(rules=rules, episode="game")
    env.reset(seed=5)
    seen = played(env, Random(5))
    episode = env.unwrapped._episode
    totals = [tuple(observation["observation"]["totals"][:2]) for agent, observation, _ in seen if agent == "seat_0"]
    assert episode.deals > 1
    assert max(episode.totals) > 1499
    assert totals[0] == (0, 0)
    assert len(set(totals)) >= episode.deals
    assert env.unwrapped.view("seat_0").totals_before == episode.totals_before
    assert sum(reward for agent, _, reward in seen if agent == "seat_0") == episode.totals[0] - episode.totals[1]


def test_a_single_race_is_a_game_of_one_deal() -> None:
    env = aec(edition="asmodee", rules=edition("asmodee").rules(2).replace(turn_cap=20), episode="game")
    env.reset(seed=5)
    played(env, Random(5))
    assert env.unwrapped._episode.deals == 1


def test_views_follow_the_deal_through_its_reshuffles() -> None:
    rules = edition("asmodee").rules(3).replace(turn_cap=160)
    env, luck = raw(rules=rules), Random(2)
    env.reset(seed=2)
    for number, agent in enumerate(env.agent_iter(400)):
        observation, *_ = env.last()
        if number % 40 == 0:
            assert env.view(agent).draw_pile_size == observation["observation"]["draw_pile"][0]
        env.step(at_random(luck, observation))
    assert env._episode.deal.reshuffles


def test_the_table_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec(render_mode="ansi", language="fr", edition="dujardin")
    env.reset(seed=1)
    text = env.render()
    hand = env.unwrapped.view(env.agent_selection).hand
    assert "Pilote 1" in text
    assert f"Main : {len(hand)}" not in text
    assert text.count(",") >= len(hand) - 1
    human = aec(render_mode="human")
    human.reset(seed=1)
    played(human, Random(1), 4)
    assert capsys.readouterr().out.count("Draw pile") == 4
    silent = aec()
    silent.reset(seed=1)
    with pytest.raises(ValueError, match="human or ansi"):
        silent.render()


def test_what_is_told_holds_no_other_hand() -> None:
    env = raw(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    line = next(line for line in text.splitlines() if line.startswith("Hand: "))
    assert len(line.split(", ")) == 7
    assert sum(line.startswith("Hand") for line in text.splitlines()) == 1


# --- Gymnasium ---------------------------------------------------------------------------------------------


@every_form
def test_every_form_passes_the_check_of_gymnasium(
    book: Edition, form: Form, capsys: pytest.CaptureFixture[str]
) -> None:
    check_env(single(**options(book, form)).unwrapped)
    capsys.readouterr()


@pytest.mark.parametrize(
    "more",
    [
        {"flat": True},
        {"with_rules": True, "seat": None},
        {"flat": True, "with_rules": True, "opponents": "rule-of-thumb"},
        {"episode": "game", "opponents": [None, "tuned"]},
        {"rules": edition("dujardin").rules(4).replace(hand_size=4)},
        {"opponents": Policy()},
    ],
)
def test_every_option_passes_the_check_too(more: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    check_env(single(**more).unwrapped)
    capsys.readouterr()


def episode(env: Any, seed: int, luck: Random) -> list[Any]:
    """An episode at random: what was seen, and the rewards."""
    observation, _ = env.reset(seed=seed)
    seen, over = [], False
    while not over:
        seen.append(observation["observation"].tolist())
        observation, reward, over, truncated, info = env.step(at_random(luck, observation))
        seen.append((reward, truncated, info))
    return seen


@pytest.mark.parametrize(
    "opponents",
    ["random", "sunday-driver", "tuned", pytest.param("champion:playouts=8", marks=pytest.mark.compiled_only)],
)
def test_a_seed_gives_the_same_episode_whoever_plays(opponents: str) -> None:
    rules = edition("parker-1962").rules(2).replace(turn_cap=30)
    env = single(rules=rules, opponents=opponents, flat=True)
    one, other, third = (episode(env, seed, Random(1)) for seed in (4, 4, 5))
    assert one == other
    assert one != third


def test_the_reward_of_a_deal_is_the_lead() -> None:
    env = single(edition="dujardin", players=3, seat=1, flat=True)
    for seed in range(5):
        *_, (reward, truncated, info) = episode(env, seed, Random(seed))
        scores = info["scores"]
        assert reward == scores[1] - (scores[0] + scores[2]) / 2
        assert not truncated


def test_the_learner_sits_where_it_is_put() -> None:
    fixed = BornesEnv(players=3, seat=2)
    assert fixed.seat == 2
    assert BornesEnv(opponents=["tuned", None]).seat == 1
    changing = BornesEnv(players=3, seat=None)
    seats = set()
    for seed in range(20):
        changing.reset(seed=seed)
        seats.add(changing.seat)
        assert changing.view().viewer == changing.seat
        assert changing.view().to_decide
    assert seats == {0, 1, 2}


def test_a_bot_that_misbehaves_does_not_stop_the_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    from bornes.bots import champion

    monkeypatch.setattr(champion.Champion, "choose", lambda self, view: 1 / 0)
    env = gymnasium.make(
        GYMNASIUM_ID, opponents="champion", flat=True, rules=edition("parker-1962").rules(2).replace(turn_cap=20)
    )
    assert len(episode(env, 1, Random(1))) > 10


def test_an_illegal_action_ends_the_episode_of_a_learner_too() -> None:
    env = single(reward_scale=0.001)
    observation, _ = env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(int(np.argmin(observation["action_mask"])))
    assert (reward, terminated, truncated, info) == (-5.0, True, False, {"illegal": True})
    with pytest.raises(ResetNeeded, match=r"the episode is over: reset\(\) begins the next one"):
        env.unwrapped.step(0)


@pytest.mark.parametrize("make", [BornesEnv, BornesVectorEnv, raw])
def test_nothing_is_played_before_an_episode_has_begun(make: Any) -> None:
    env = make()
    with pytest.raises(ResetNeeded, match=r"no episode has begun: call reset\(\) first"):
        env.step(np.zeros(1, int) if make is BornesVectorEnv else 0)


def test_nothing_is_seen_before_an_episode_has_begun() -> None:
    for look in (raw(render_mode="ansi").render, BornesEnv().view, BornesEnv().render, raw().view):
        with pytest.raises(ResetNeeded):
            look()
    with pytest.raises(ResetNeeded):
        raw().observe("seat_0")


def test_after_the_last_step_of_all_agents_an_episode_has_to_be_begun() -> None:
    env = raw(rules=edition("parker-1962").rules(2).replace(turn_cap=2))
    env.reset(seed=1)
    for agent in env.agent_iter():
        over = env.terminations[agent]
        env.step(None if over else int(np.argmax(env.observe(agent)["action_mask"])))
    with pytest.raises(ResetNeeded, match="the episode is over"):
        env.step(0)


def test_what_is_no_action_is_refused_and_the_episode_goes_on() -> None:
    env: Any = BornesEnv()
    before, _ = env.reset(seed=1)
    for nothing in NO_ACTIONS:
        with pytest.raises(InvalidAction, match="action: a whole number from 0 to 63, not "):
            env.step(nothing)
    legal = int(np.argmax(before["action_mask"]))
    twin = BornesEnv()
    twin.reset(seed=1)
    one, other = env.step(np.array(legal)), twin.step(legal)
    assert (one[0]["observation"]["hand"] == other[0]["observation"]["hand"]).all()
    assert one[1:] == other[1:]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (None, "3 whole numbers, one for each deal"),
        ("roll", "3 whole numbers, one for each deal"),
        ([0.0, 1.0, 2.0], "3 whole numbers, one for each deal"),
        ([[0, 1, 2]], "3 whole numbers, one for each deal"),
        ([0, 64, 2], "whole numbers from 0 to 63, not 64 as in deal 1"),
        ([0, 1, -1], "whole numbers from 0 to 63, not -1 as in deal 2"),
    ],
)
def test_in_a_vector_what_is_no_action_is_refused_and_nothing_happens(wrong: Any, said: str) -> None:
    envs, twin = (BornesVectorEnv(3, flat=True) for _ in range(2))
    before, _ = envs.reset(seed=1)
    twin.reset(seed=1)
    with pytest.raises(ValueError, match=said):
        envs.step(wrong)
    legal = np.argmax(before["action_mask"], axis=1)
    assert (envs.step(legal)[0]["observation"] == twin.step(legal)[0]["observation"]).all()


def test_flattened_features_are_the_flat_row() -> None:
    by_feature, flat = (single(flat=flat, with_rules=True) for flat in (False, True))
    (one, _), (other, _) = (env.reset(seed=9) for env in (by_feature, flat))
    space = by_feature.observation_space["observation"]
    assert list(space) == [feature.name for feature in (*FEATURES, *RULE_FEATURES)]
    assert (gymnasium.spaces.flatten(space, one["observation"]) == other["observation"]).all()
    assert len(other["observation"]) == SIZE + sum(feature.size for feature in RULE_FEATURES)


@pytest.mark.parametrize("make", [aec, BornesEnv, BornesVectorEnv])
def test_forms_that_do_not_exist_are_refused_as_the_edition_does(make: Any) -> None:
    with pytest.raises(RulesError, match="edition: must be one of parker-1962"):
        make(edition="parker")
    with pytest.raises(RulesError, match="parker-1962 is played by 2, 3, 4 or 6, not 5"):
        make(edition="parker-1962", players=5)
    with pytest.raises(RulesError, match="the form is in the rules already"):
        make(rules=edition("dujardin").rules(2), players=4)


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="episode: must be one of deal, game"):
        aec(episode="week")
    with pytest.raises(BotError, match="no bot 'tunde'"):
        BornesEnv(opponents="tunde").reset()
    with pytest.raises(ValueError, match="one seat is the learner's, not 2"):
        BornesEnv(players=3, opponents=[None, None, "tuned"])
    with pytest.raises(ValueError, match="one seat is the learner's, not 2"):
        BornesVectorEnv(players=3, opponents=[None, None, "tuned"])


def test_rules_that_never_ask_are_refused() -> None:
    rules = edition("parker-1962").rules(2)
    rules = rules.replace(deck=(12,) + (0,) * 18, empty_draw_pile="stop")
    with pytest.raises(ValueError, match="nobody is ever asked"):
        aec(rules=rules).reset(seed=1)


# --- Many at once ------------------------------------------------------------------------------------------


def test_a_vector_is_a_batch_that_tells_how_deals_ended() -> None:
    envs = vector(num_envs=6, edition="dujardin", players=4, opponents="rule-of-thumb")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observation, _ = envs.reset(seed=3)
    batch = DealBatch(edition("dujardin").rules(4), 6, "rule-of-thumb", seed=envs.unwrapped.batch.seed)
    ended = 0
    for _ in range(120):
        assert observation in envs.observation_space
        assert (observation["action_mask"] == batch.masks).all()
        actions = np.argmax(batch.masks, axis=1)
        batch.step(actions)
        observation, rewards, terminated, truncated, infos = envs.step(actions)
        assert (rewards == batch.rewards[:, 0]).all()
        assert (terminated == batch.done).all()
        assert not truncated.any()
        for row in np.flatnonzero(terminated):
            assert infos["final_obs"][row] in envs.single_observation_space
            assert infos["final_info"]["scores"][row].tolist() == batch.scores[row].tolist()
            ended += 1
    assert ended


def test_in_a_vector_only_the_deal_of_an_illegal_action_ends() -> None:
    envs = vector(num_envs=3, flat=True, with_rules=True)
    observation, _ = envs.reset(seed=3)
    kept = {name: numbers.copy() for name, numbers in observation.items()}
    actions = np.argmax(observation["action_mask"], axis=1)
    actions[1] = int(np.argmin(observation["action_mask"][1]))
    _, rewards, terminated, _, infos = envs.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert rewards.tolist() == [0, -5000, 0]
    assert (infos["final_obs"][1]["observation"] == kept["observation"][1]).all()
    assert all((observation[name] == kept[name]).all() for name in kept)
    with pytest.raises(ValueError, match="3 whole numbers"):
        envs.step([0, 1])


def test_a_vector_with_a_seed_begins_the_same_again() -> None:
    envs = BornesVectorEnv(4, flat=True)
    (one, _), (other, _), (again, _) = (envs.reset(seed=seed) for seed in (1, None, 1))
    assert (one["observation"] == again["observation"]).all()
    assert (one["observation"] != other["observation"]).any()


# --- The usual ways in -------------------------------------------------------------------------------------


def test_both_libraries_know_the_environments() -> None:
    assert isinstance(gymnasium.make(GYMNASIUM_ID).unwrapped, BornesEnv)
    env: Any = pettingzoo.make("aec", PETTINGZOO_ID, edition="asmodee", players=4, partners=True)
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert str(env) == "mille_bornes_v0"
    importlib.reload(bornes.lab.envs)  # once more: nothing is registered twice, or there would be a warning


def test_gymnasium_can_be_told_where_to_look() -> None:
    code = f"import gymnasium; print(gymnasium.make('bornes.lab.envs:{GYMNASIUM_ID}').unwrapped)"
    assert "BornesEnv" in run(code)


def run(code: str) -> str:
    """What a program prints, run in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_the_compiled_modules_need_no_library() -> None:
    code = """
import sys
for name in ("gymnasium", "pettingzoo", "numpy"):
    sys.modules[name] = None
from array import array
from bornes import Game
from bornes.lab.envs import batch_slot, observation
row = array("i", bytes(4 * 400))
print(observation.observe(Game("dujardin", seed=1).deal.state, 0, row))
"""
    assert run(code) == f"{SIZE}\n"


@pytest.mark.parametrize("module", [bornes.lab.envs, mille_bornes_v0])
def test_examples_in_the_modules_run(module: ModuleType) -> None:
    assert doctest.testmod(module).attempted
    assert not doctest.testmod(module).failed


def test_what_a_seat_may_do_is_one_of_the_64_codes() -> None:
    env = aec()
    assert env.action_space("seat_0").n == ACTIONS == 64
    assert encode.to_move(63, 1, 2) == 63


# --- The page ----------------------------------------------------------------------------------------------


def test_the_page_explains_every_feature() -> None:
    page = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    for feature in (*FEATURES, *RULE_FEATURES):
        shape = " × ".join(map(str, feature.shape))
        assert f"| `{feature.name}` | {shape} | {feature.high:,} | {feature.meaning} |" in page
    assert page.count(f"n × {SIZE}") == 2


@pytest.mark.compiled_only
def test_the_benchmark_runs_beside_pettingzoos_own_games() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "envs.py", "--quick"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "PettingZoo leduc_holdem" in done.stdout
    assert "bornes batch of 4096 v itself" in done.stdout


@pytest.mark.slow
@pytest.mark.compiled_only
def test_the_training_script_learns_the_same_from_the_same_seed(tmp_path: Path) -> None:
    told = []
    small = {"updates": 2, "deals": 64, "steps": 8, "hidden": 16, "every": 1, "probe": 40, "decks": 60}
    given = [f"--{name}={value}" for name, value in small.items()]
    for folder in ("one", "other"):
        done = subprocess.run(
            [sys.executable, ROOT / "examples" / "train_policy.py", *given, "--out", tmp_path / folder],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told.append([line for line in done.stdout.splitlines() if "update" not in line])
    assert told[0] == told[1]
    assert told[0][-1].startswith("The policy stands")
    assert (tmp_path / "one" / "policy.npz").read_bytes() == (tmp_path / "other" / "policy.npz").read_bytes()
