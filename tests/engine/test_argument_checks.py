"""The doors of the compiled modules: behind them nothing is checked, so that all must be checked there."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

import bornes
from bornes import Game, edition
from bornes.bots.heuristic import Heuristic
from bornes.bots.search import GameAim, MoveTester, PointsAim, chances, compare, outcomes
from bornes.engine.playout import Eager, Rng, decide
from bornes.engine.state import State
from bornes.lab.envs import observation
from bornes.lab.envs.batch import DealBatch
from bornes.lab.envs.batch_slot import BatchSlot, BatchSlotGroup
from bornes.lab.envs.features import ACTIONS, SIZE
from bornes.lab.envs.gymnasium_envs import BornesEnv, BornesVectorEnv
from bornes.lab.envs.mille_bornes_v0 import raw_env
from tests.fuzz.calls import Batch, Door
from tests.fuzz.cast import SEAT, moves_of, rows_of
from tests.fuzz.unraised import unraised
from tests.support.paths import ROOT
from tests.support.shell import PATIENCE

TWO = edition("parker-1962").rules(2)
THREE = edition("parker-1962").rules(3)
WAYS: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one)))
any_way = pytest.mark.parametrize("way", WAYS, ids=("copy", "deepcopy", "pickle"))


def state() -> State:
    """A deal that has just begun."""
    return Game(TWO, seed=1).deal.state


# --- What Python can reach -------------------------------------------------------------------------------------------


def test_what_python_can_call_with_arguments_can_raise() -> None:
    """A function that may not raise cannot refuse; without arguments there is nothing to refuse."""
    found = [
        line.strip()
        for pxd in sorted(Path(bornes.__file__).parent.rglob("*.pxd"))
        for line in pxd.read_text().splitlines()
        if re.search(r"cpdef .*noexcept", line) and "(self)" not in line
    ]
    assert found == []


@pytest.mark.compiled_only
def test_no_call_breaks_anything() -> None:
    """A few seconds of what ``scripts/fuzz`` does for hours."""
    command = [sys.executable, "-m", "tests.fuzz.calls", "--runs", "20000", "--seed", "7"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_error_that_a_call_could_not_raise_is_found_with_the_call() -> None:
    class Unheard:
        def __del__(self) -> None:
            raise IndexError("past the end")

    def fail_unheard(seat: int) -> None:
        Unheard()

    with unraised() as lost:
        batch = Batch("an error unheard", [Door("fail_unheard", fail_unheard, wanted=(SEAT,))], lost)
        while not batch.found:
            batch.step()
    names, findings = {name for name, _, _ in batch.found}, [what for _, what, _ in batch.found]
    assert names == {"fail_unheard"}
    assert any(what.startswith("could not raise IndexError: past the end") for what in findings)


# --- What is refused -------------------------------------------------------------------------------------------------


class Lying(int):
    """A number that is one thing when it is asked and another when it is reckoned with."""

    def __mul__(self, other: int) -> int:
        return 0

    __rmul__ = __mul__


def test_what_was_checked_is_what_is_used() -> None:
    tester, aim = MoveTester(state(), [Eager()], 3), GameAim([0, 0], 5000, array("i", [100, 200]))
    assert len(outcomes(tester, aim, [-1], Lying(50))) == 100


# --- Two at once -----------------------------------------------------------------------------------------------------


def both(work: Callable[[], None]) -> None:
    """Do the same in two threads, and wait for both."""
    threads = [Thread(target=work, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.compiled_only
def test_two_threads_try_moves_in_the_same_tryout() -> None:
    deal = state()
    tester, moves = MoveTester(deal, [Eager()], 3), moves_of(deal)
    alone = compare(tester, PointsAim(), moves, 200)
    found: list[Any] = []
    both(lambda: found.extend(compare(tester, PointsAim(), moves, 200) for _ in range(10)))
    assert found == [alone] * 20


@pytest.mark.compiled_only
def test_a_batch_is_stepped_by_one_thread_at_a_time() -> None:
    batch = DealBatch(TWO, 2000, seed=1)
    kept = batch._slots[0].snapshot()
    refused: list[str] = []

    def step() -> None:
        for _ in range(60):
            try:
                batch.step(np.full(batch.n, -1))
                batch._slots[1].restore(*kept)
            except RuntimeError as error:
                refused.append(str(error))

    both(step)
    assert set(refused) <= {"the deals are being played on in another thread"}
    for row in range(0, batch.n, 50):
        deal = batch.state(row)
        for card in range(19):
            hidden = sum(deal.count(seat, card) for seat in range(2)) + deal.draw_pile().count(card)
            assert deal.unseen(0, card) + deal.count(0, card) == hidden <= TWO.deck[card]


@pytest.mark.compiled_only
def test_ctrl_c_is_heard_in_the_middle_of_a_long_run() -> None:
    program = (
        "import os, signal, threading, bornes\n"
        "from bornes.engine.playout import Policy, play_on\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "deal = bornes.Game(seed=1).deal.state\n"
        "threading.Thread(target=lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "play_on(deal, [Policy()], 10_000_000, 1)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stderr.rstrip().endswith("KeyboardInterrupt"), done.stderr


# --- Wrong arguments -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 2, 10**6, 2**64, None, 1.5, "0"])
def test_only_a_seat_at_the_table_sees(seat: Any) -> None:
    row, mask = array("i", [7]) * SIZE, array("b", [7]) * ACTIONS
    for look in (lambda: observation.observe(state(), seat, row), lambda: observation.mask(state(), seat, mask)):
        with pytest.raises((TypeError, ValueError), match="seat"):
            look()
    assert set(row) == set(mask) == {7}


@pytest.mark.parametrize(("size", "at"), [(SIZE - 1, 0), (SIZE, 1), (SIZE, -1), (0, 0), (SIZE, 2**40)])
def test_what_is_seen_needs_room(size: int, at: int) -> None:
    with pytest.raises(ValueError, match="must"):
        observation.observe(state(), 0, array("i", [0]) * size, at)


@pytest.mark.parametrize(
    ("moves", "worlds", "said"),
    [([64], 1, "moves"), ([-2], 1, "moves"), (["roll"], 1, "moves"), ([0], -1, "worlds"), ([0], 1.5, "worlds")],
)
def test_only_moves_are_tried(moves: Any, worlds: Any, said: str) -> None:
    tester = MoveTester(state(), [Eager()], 1)
    with pytest.raises((TypeError, ValueError), match=said):
        compare(tester, PointsAim(), moves, worlds)
    with pytest.raises((TypeError, ValueError), match=said):
        outcomes(tester, GameAim([0, 0], 5000, array("i", [700, 0])), moves, worlds)


def test_a_move_that_is_not_legal_is_not_tried() -> None:
    deal = state()
    illegal = next(move for move in range(64) if move not in moves_of(deal))
    with pytest.raises(ValueError, match=f"moves: {illegal} is not legal in world 3"):
        compare(MoveTester(deal, [Eager()], 1), PointsAim(), [illegal], 2, 3)


def test_an_aim_has_totals_of_those_who_play() -> None:
    aim = GameAim([0, 0, 0], 5000, array("i", [700, 0, 0]))
    with pytest.raises(ValueError, match="the totals are those of 3 teams, and 2 play"):
        chances(MoveTester(state(), [Eager()], 1), aim, 1)


def test_an_aim_that_nobody_would_ask_is_refused() -> None:
    class Mine(PointsAim):
        pass

    with pytest.raises(TypeError, match="Mine would never be asked"):
        compare(MoveTester(state(), [Eager()], 1), Mine(), [-1], 1)


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), 1e7, "1", None])
def test_a_weight_is_a_number_within_reason(weight: Any) -> None:
    with pytest.raises(ValueError, match="mile: a weight is a number"):
        Heuristic({"mile": weight})


def test_weights_that_are_no_numbers_choose_a_legal_move() -> None:
    player: Any = Heuristic()
    deal = state()
    player.mile = player.keep_25 = player.pace = player.fade = player.attack = float("nan")
    for _ in range(300):
        if not moves_of(deal):
            break
        move = decide(player, deal, Rng(0))
        assert move in moves_of(deal)
        deal.apply(move)


def test_berths_take_only_what_is_legal() -> None:
    compiled = state().rules
    group = BatchSlotGroup(compiled, [Eager()], 1, 1, rows_of(compiled, 1), 1)
    slot = BatchSlot(group, 0)
    assert slot.begin_all(0)
    before = slot.state_copy().snapshot()
    legal = {observation.to_action(move, 0, 2) for move in moves_of(slot.state_copy())}
    for action in set(range(-1, 70)) - legal - {-1}:
        with pytest.raises(ValueError, match=f"actions: {action} is not legal"):
            slot.step_all(array("i", [action]))
    with pytest.raises(ValueError, match="one for each slot"):
        slot.step_all(array("i", [-1, -1]))
    assert slot.state_copy().snapshot() == before


def test_arrays_of_a_batch_have_room() -> None:
    compiled = state().rules
    for name in rows_of(compiled, 2):
        rows = rows_of(compiled, 2)
        rows[name] = rows[name][:-1]
        with pytest.raises(ValueError, match=f"rows: {name} must have"):
            BatchSlotGroup(compiled, [Eager()], 1, 1, rows, 2)


# --- Copies go on alike ----------------------------------------------------------------------------------------------


@any_way
def test_players_and_searches_are_copied(way: Callable[[Any], Any]) -> None:
    deal = state()
    assert way(Heuristic({"mile": 2.5})).mile == 2.5
    aim = GameAim([100, 0], 5000, array("i", [700, 0, 0, 700]))
    assert way(aim).chance(0, 200, 1) == aim.chance(0, 200, 1)
    tester = MoveTester(deal, [Heuristic()], 5)
    moves = moves_of(deal)
    assert compare(way(tester), way(aim), moves, 3) == compare(tester, aim, moves, 3)
    assert isinstance(way(PointsAim()), PointsAim)


@any_way
def test_a_slot_is_copied_with_its_batch_alone(way: Callable[[Any], Any]) -> None:
    compiled = state().rules
    group = BatchSlotGroup(compiled, [Eager()], 1, 1, rows_of(compiled, 1), 1)
    for one in (group, BatchSlot(group, 0)):
        with pytest.raises(TypeError, match="copy the DealBatch"):
            way(one)


def any_action(masks: Any, luck: np.random.Generator) -> Any:
    """One of the legal actions of each row."""
    return np.array([luck.choice(np.flatnonzero(mask)) for mask in masks])


@any_way
def test_a_batch_goes_on_alike(way: Callable[[Any], Any]) -> None:
    batch, luck = DealBatch(TWO, 5, "rule-of-thumb", seed=3), np.random.default_rng(1)
    for _ in range(20):
        batch.step(any_action(batch.masks, luck))
    other = way(batch)
    for _ in range(60):
        actions = any_action(batch.masks, luck)
        batch.step(actions)
        other.step(actions)
        for name in ("observations", "masks", "seat", "done", "rewards", "scores", "finals"):
            assert (getattr(batch, name) == getattr(other, name)).all(), name


@any_way
@pytest.mark.parametrize(
    "opponents", ["sunday-driver", pytest.param("champion:playouts=20", marks=pytest.mark.compiled_only)]
)
def test_an_environment_goes_on_alike(way: Callable[[Any], Any], opponents: str) -> None:
    env, luck = BornesEnv(opponents=opponents, episode="game"), np.random.default_rng(1)
    seen, _ = env.reset(seed=4)
    for _ in range(5):
        seen, *_ = env.step(any_action([seen["action_mask"]], luck)[0])
    other = way(env)
    for _ in range(6):
        action = any_action([seen["action_mask"]], luck)[0]
        seen, *told = env.step(action)
        there, *told_there = other.step(action)
        assert (repr(seen), told) == (repr(there), told_there)


@any_way
def test_an_environment_of_many_agents_goes_on_alike(way: Callable[[Any], Any]) -> None:
    env, luck = raw_env(rules=THREE, episode="game"), np.random.default_rng(1)
    env.reset(seed=4)
    other = None
    for step in range(120):
        action = any_action([env.observe(env.agent_selection)["action_mask"]], luck)[0]
        other = way(env) if step == 30 else other
        env.step(action)
        if other is not None:
            other.step(action)
            assert other.agent_selection == env.agent_selection
            assert repr(other.observe(env.agent_selection)) == repr(env.observe(env.agent_selection))


@any_way
def test_a_vector_goes_on_alike(way: Callable[[Any], Any]) -> None:
    env, luck = BornesVectorEnv(3), np.random.default_rng(1)
    seen, _ = env.reset(seed=4)
    other = way(env)
    for _ in range(40):
        actions = any_action(seen["action_mask"], luck)
        seen, *told = env.step(actions)
        assert repr((seen, *told)) == repr(tuple(other.step(actions)))
