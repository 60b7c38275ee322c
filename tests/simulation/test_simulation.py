"""Whole tables in virtual time: thousands of games with everything that can go wrong, and faults planted on purpose."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from bornes.client.replica import ReplicaError
from bornes.game.events import Viewer
from bornes.tables import commands as ask
from bornes.tables import decide as deciding
from bornes.tables import entries as log
from bornes.tables import live_table
from bornes.tables import table as tables
from bornes.tables import window as windows
from bornes.tables.decision_case import Decision, DecisionContext
from bornes.tables.listeners import Listeners
from bornes.tables.live_table import LiveTable
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import decode_message, encode_message
from bornes.tables.scheduler import Scheduler
from bornes.tables.table import Table
from bornes.tables.table_events import PassConfirmed
from bornes.tables.table_state import Pace
from bornes.tables.table_store import MemoryStore
from tests.simulation import (
    BrokenInvariant,
    FailureRates,
    LoopStalled,
    SimulationRun,
    SimulationScenario,
    TwinScript,
    VirtualLoop,
    check_run,
    check_twins,
    run_virtual,
    simulate,
)
from tests.support.house_rules import effort

SLICES = 8
"""So many tests play the games between them, so that several processes can."""


@pytest.mark.parametrize("part", range(SLICES))
def test_every_game_ends_and_every_promise_is_kept(part: int) -> None:
    for seed in range(part, effort(400), SLICES):
        check_run(simulate(seed), thorough=False)


@pytest.mark.parametrize("part", range(SLICES))
def test_so_does_every_small_game(part: int) -> None:
    for seed in range(part, effort(1600), SLICES):
        check_run(simulate(SimulationScenario.small(seed)), thorough=False)


@pytest.mark.parametrize("part", range(SLICES))
def test_what_the_log_tells_is_the_same_however_it_is_cut(part: int) -> None:
    for seed in range(5000 + part, 5000 + effort(64), SLICES):
        check_run(simulate(seed), thorough=True)


@pytest.mark.parametrize("part", range(SLICES))
def test_hidden_cards_show_neither_in_bytes_nor_in_time(part: int) -> None:
    compared: Counter[str] = Counter()
    for seed in range(part, effort(128), SLICES):
        compared += check_twins(seed)
    assert compared["messages"] > 0


def test_twins_meet_in_windows_that_only_one_of_them_could_answer() -> None:
    assert sum(TwinScript.of(seed).windows for seed in range(24)) > 20


def test_one_seed_gives_one_course_of_events() -> None:
    assert [simulate(seed).trace for seed in range(8)] == [simulate(seed).trace for seed in range(8)]


def test_the_course_does_not_depend_on_the_process() -> None:
    program = "from tests.simulation import simulate\nprint([simulate(seed).trace for seed in range(3)])"
    traces = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    }
    assert traces == {f"{[simulate(seed).trace for seed in range(3)]}\n"}


def test_the_games_come_across_everything() -> None:
    kinds: Counter[str] = Counter()
    players: set[int] = set()
    for seed in range(6445, 6445 + effort(64)):
        run = simulate(seed)
        check_run(run, thorough=False)
        kinds.update(type(entry).__name__ for entry in run.entries)
        players.add(run.scenario.rules.players)
    rare = {"DiscardsShuffled", "Paused", "Resumed"}  # someone is always present here
    everything = {kind.__name__ for kind in log.Entry.__subclasses__()} - rare
    if effort(64) >= 64:
        assert set(kinds) >= everything
        assert players == {2, 3, 4, 6, 8}


# -- the loop ----------------------------------------------------------------------------------------------------------


def test_a_virtual_day_takes_no_time_and_passes_exactly() -> None:
    async def day(loop: VirtualLoop) -> list[int]:
        moments = []
        for _ in range(24):
            await asyncio.sleep(3600)
            moments.append(loop.now)
        return moments

    assert run_virtual(day) == [3_600_000 * hour for hour in range(1, 25)]


def test_who_waits_for_nothing_is_told_so() -> None:
    async def wait(loop: VirtualLoop) -> None:
        await loop.create_future()

    with pytest.raises(LoopStalled):
        run_virtual(wait)


def test_no_failure_of_a_task_is_swallowed() -> None:
    async def start(loop: VirtualLoop) -> None:
        async def fail() -> None:
            raise OSError("lost")

        loop.create_task(fail())
        await asyncio.sleep(1)

    with pytest.raises(OSError, match="lost"):
        run_virtual(start)


def test_no_task_may_be_left() -> None:
    async def leave(loop: VirtualLoop) -> None:
        loop.create_task(asyncio.sleep(10))

    with pytest.raises(RuntimeError, match="tasks are left"):
        run_virtual(leave)


# -- faults planted on purpose -----------------------------------------------------------------------------------------


CAUGHT = (BrokenInvariant, ReplicaError, log.InconsistentLog, AssertionError)


def is_caught(seeds: Sequence[int], trial: Callable[[int], object]) -> bool:
    """Say whether any of these seeds shows that something is wrong."""
    for seed in seeds:
        try:
            trial(seed)
        except CAUGHT:
            return True
    return False


def plain(seed: int) -> SimulationRun:
    """Return what comes of a table of two people and two bots in fair weather, with a bad network and two hosts."""
    scenario = SimulationScenario.of(seed)
    return simulate(replace(scenario, weather=FailureRates(delay=60), hosts=2, thinking=20))


def checked(seed: int) -> None:
    check_run(plain(seed), thorough=False)


def thoroughly(seed: int) -> None:
    check_run(plain(seed), thorough=True)


SOME = range(40)


@pytest.mark.parametrize("trial", [checked, thoroughly])
def test_without_a_fault_nothing_is_caught(trial: Callable[[int], None]) -> None:
    assert not is_caught(range(effort(16)), trial)


def test_an_answer_before_the_append_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Listeners.write

    def told_early(self: Listeners, loaded: Any, told: Any) -> Any:
        letters = write(self, loaded, told)
        self.publish(letters)
        return letters

    monkeypatch.setattr(Listeners, "write", told_early)
    assert is_caught(SOME, checked)


def test_no_compare_at_the_append_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    append = MemoryStore.append

    async def careless(
        self: MemoryStore,
        table: str,
        expected: int,
        entries: Sequence[log.Entry],
        due: int | None,
        listing: bytes | None = None,
    ) -> None:
        await append(self, table, len(self.lines(table)) if table in self._logs else 0, entries, due)

    monkeypatch.setattr(MemoryStore, "append", careless)
    assert is_caught(SOME, checked)


def test_a_window_shortened_when_nobody_holds_an_answer_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plan_window = windows.plan_window

    def shortened(table: Table, passed: Any = None) -> windows.WindowPlan:
        plan = plan_window(table, passed)
        nobody = not any(windows._holds(table, seat) for seat in table.open_deal.answerers)
        return plan._replace(closes=table.since, waits=()) if nobody else plan

    for module in (windows, tables, deciding):
        monkeypatch.setattr(module, "plan_window", shortened)
    assert is_caught(SOME, check_twins)
    assert is_caught(SOME, checked)


def test_a_bot_asked_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    carry_out = LiveTable._carry_out

    async def hasty(self: LiveTable, loaded: Any, decision: Any) -> bool:
        write = self._listeners.write

        def write_and_look(loaded: Any, told: Any) -> Any:
            self._look()  # before the entry is in the log
            return write(loaded, told)

        with monkeypatch.context() as patch:
            patch.setattr(self._listeners, "write", write_and_look)
            return await carry_out(self, loaded, decision)

    monkeypatch.setattr(LiveTable, "_carry_out", hasty)
    assert is_caught(SOME, checked)


def test_a_bot_before_its_time_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scheduler, "_early", lambda self: 0)
    decide = deciding.decide

    def eager(table: Table, command: ask.Command, seat: int | None, outside: DecisionContext) -> Decision:
        since, pace = table.since, table.pace
        if isinstance(command, ask.SubmitBotMove):
            table.pace = Pace(pace.decision, pace.window, 0)
        try:
            return decide(table, command, seat, outside)
        finally:
            table.since, table.pace = since, pace

    monkeypatch.setattr(live_table, "decide", eager)
    assert is_caught(SOME, checked)


def test_a_stale_command_accepted_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = deciding.decide

    def lenient(table: Table, command: ask.Command, seat: int | None, outside: DecisionContext) -> Decision:
        if isinstance(command, ask.Play) and seat in table.asked:
            command = changed(command, question_number=table.asked[seat])
        return decide(table, command, seat, outside)

    monkeypatch.setattr(live_table, "decide", lenient)
    assert is_caught(range(200), checked)


def test_a_command_carried_out_twice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_note_id", lambda self, seat, entry: None)
    assert is_caught(SOME, checked)


def test_a_message_that_is_lost_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = Listeners.publish

    def forgetful(self: Listeners, letters: list[Any]) -> None:
        for letter in letters:
            for listener in letter.stream.listeners:
                if letter.number == 7:
                    listener.seen = 7
        tell(self, letters)

    monkeypatch.setattr(Listeners, "publish", forgetful)
    assert is_caught(SOME, checked)


def test_a_pass_that_everybody_sees_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PassConfirmed, "shown_to", lambda self, viewer: self)
    assert is_caught(SOME, check_twins)
    assert is_caught(SOME, checked)


def test_the_time_of_a_pass_in_a_state_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    write_state = MessageWriter.write_state

    def telling(self: MessageWriter, viewer: Viewer, *more: Any) -> bytes:
        return encode_message(changed(decode_message(write_state(self, viewer, *more)), at=self.table.state.at))

    monkeypatch.setattr(MessageWriter, "write_state", telling)
    assert is_caught(SOME, thoroughly)
    assert is_caught(SOME, check_twins)


def test_what_a_deal_forgets_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry that begins a deal must hold everything: who loads the table from there knows nothing else."""
    fold = Table._become

    def amnesic(self: Table, opened: Any) -> None:
        fold(self, opened)
        if isinstance(opened, log.DealBegan):
            self.state.seats[0].recent_command_ids.clear()

    monkeypatch.setattr(Table, "_become", amnesic)
    assert is_caught(SOME, thoroughly)
