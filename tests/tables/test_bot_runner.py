"""Bots think beside the loop: a bounded number at a time, and one that is stuck costs its own seat and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from threading import Event, Lock
from typing import Any

import pytest

from bornes import View
from bornes.tables import bot_runner
from bornes.tables.bot_runner import BotMove, ThreadBotRunner, choose_bot_move
from bornes.tables.table import BotTask
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

ROOM = SteppedTable(rules_of("parker-1962", 4, partners=True), "bbbb", hands=("roll stop", "roll", "25", "25"))
THOUGHT = ROOM.table.bot_tasks()[0]
VIEW = ROOM.table.view_for_bot(0)
LONG = 60.0


def thought_of(seat: int, bot: str = "sunday-driver") -> BotTask:
    return BotTask(seat, bot, f"moment of {seat}", 7, False, 0)


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), LONG))


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


def test_the_same_luck_chooses_the_same() -> None:
    thought = BotTask(0, "random", "here", 12345, False, 0)
    assert choose_bot_move(thought, VIEW) == choose_bot_move(thought, VIEW)
    assert choose_bot_move(thought, VIEW).fault is None
    assert len({choose_bot_move(BotTask(0, "random", "here", luck, False, 0), VIEW).move for luck in range(40)}) > 1


def test_a_bot_that_does_not_exist_is_replaced_and_said_to_be_missing() -> None:
    choice = choose_bot_move(thought_of(0, "nobody"), VIEW)
    assert choice.move in VIEW.legal_moves
    assert choice.fault is not None
    assert "nobody" in str(choice.fault)


def test_no_more_think_at_a_time_than_there_are_slots() -> None:
    release, lock = Event(), Lock()
    now: list[int] = []
    most: list[int] = []

    def work() -> int:
        with lock:
            now.append(1)
            most.append(len(now))
        release.wait(LONG)
        with lock:
            now.pop()
        return 1

    async def story() -> None:
        thinkers = ThreadBotRunner(slots=2)
        tasks = [asyncio.create_task(thinkers.work(work)) for _ in range(7)]
        await until(lambda: len(now) == 2)
        release.set()
        assert await asyncio.gather(*tasks) == [1] * 7

    run(story)
    assert max(most) == 2


def test_a_bot_that_is_stuck_costs_its_own_seat_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    release = Event()

    def stuck(thought: BotTask, view: View) -> BotMove:
        if thought.seat == 0:
            release.wait(LONG)
        return choose_bot_move(thought, view)

    monkeypatch.setattr(bot_runner, "choose_bot_move", stuck)

    async def story() -> None:
        thinkers = ThreadBotRunner(slots=1, patience=0.05)
        first = await thinkers.choose("t", thought_of(0), VIEW)
        assert first.fault is not None
        assert first.fault.kind == "stalled"
        assert first.move in VIEW.legal_moves
        again = await thinkers.choose("t", thought_of(0), VIEW)
        assert again.fault is not None
        assert "earlier" in again.fault.text
        # The only slot goes to others, of this table and of any other.
        thinkers.patience = LONG
        for table, seat in (("t", 1), ("elsewhere", 1), ("t", 2)):
            assert (await thinkers.choose(table, thought_of(seat), VIEW)).fault is None
        release.set()
        while (await thinkers.choose("t", thought_of(0), VIEW)).fault is not None:
            await asyncio.sleep(0.001)  # once it is done with what it thought about, it plays again

    run(story)


def test_what_work_raises_is_raised_where_it_is_waited_for() -> None:
    def fail() -> None:
        raise LookupError("lost")

    async def story() -> None:
        with pytest.raises(LookupError, match="lost"):
            await ThreadBotRunner().work(fail)

    run(story)


def test_there_is_at_least_one_slot() -> None:
    with pytest.raises(ValueError, match="slots"):
        ThreadBotRunner(slots=0)


def test_the_luck_of_a_bot_is_another_one_in_every_deal_and_of_every_seat() -> None:
    lucks = set()
    for turn in range(4):
        stepped = SteppedTable(rules_of("parker-1962", 2), "bb", hands=("roll", "roll"))
        stepped.discard(turn)
        lucks.add(stepped.table.bot_tasks()[0].luck)
    assert len(lucks) == 4
