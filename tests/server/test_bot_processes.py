"""Bots of a server think in processes: the same moves, fair between tables, and whatever ends, the table goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import time_ns
from typing import Any

import pytest
import uvloop

from bornes import Deal, Game, Phase, View
from bornes.review import hint
from bornes.rules.editions import all_forms
from bornes.server.workers import pool
from bornes.server.workers.bot_processes import HintUnavailable, ProcessBotRunner, decides_instantly
from bornes.server.workers.packed_view import PackedView
from bornes.server.workers.worker import BOT_NICENESS
from bornes.tables.bot_runner import BotMove, BotRunner, ThreadBotRunner, choose_bot_move, choose_fallback_move
from bornes.tables.decision_case import DecisionContext
from bornes.tables.runtime import TableRuntime
from bornes.tables.table import BotTask
from bornes.tables.table_state import Pace, SeatState, open_state
from bornes.tables.table_store import MemoryStore
from tests.support.processes import kill, run, running, until
from tests.support.scenes import rules_of
from tests.support.stepped_table import secret
from tests.support.walks import moments

QUICK, ENDLESS = "champion:playouts=16", "champion:seconds=3600"
PLENTY = 100.0
PAIRS = rules_of("parker-1962", 4, partners=True)


def thought_of(bot: str = QUICK, seat: int = 0, luck: int = 7) -> BotTask:
    return BotTask(seat, bot, "here", luck, False, 0)


def choices(deal: Deal) -> bool:
    """Return whether somebody has something to think about."""
    return deal.phase is Phase.PLAY and len(deal.legal_moves) > 2


VIEW: View = next(deal.view(deal.seat) for deal in moments(PAIRS, Random(3), 4) if choices(deal))


@asynccontextmanager
async def thinking(workers: int = 1, **settings: Any) -> AsyncIterator[ProcessBotRunner]:
    """Let bots think, and end it."""
    patient = {"patience": PLENTY, "longest_wait": PLENTY, "niceness": 0, **settings}
    thinkers = ProcessBotRunner(workers, **patient)
    try:
        yield thinkers
    finally:
        await thinkers.close()


def asked(thinkers: ProcessBotRunner, bot: str = QUICK, table: str = "table") -> asyncio.Task[BotMove]:
    """Ask a bot, and do not wait for it."""
    return asyncio.create_task(thinkers.choose(table, thought_of(bot), VIEW))


async def begun(thinkers: ProcessBotRunner, bot: str = ENDLESS) -> asyncio.Task[BotMove]:
    """Ask a bot, and return once its process has begun to think about it."""
    task = asked(thinkers, bot)
    await until(lambda: thinkers.pids and thinkers.busy)
    return task


async def cancelled(tasks: list[asyncio.Task[BotMove]]) -> None:
    """Cancel tasks, and return once they have noticed."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# -- the same moves --------------------------------------------------------------------------------------------------


def test_the_same_thought_chooses_the_same_as_in_a_thread() -> None:
    async def story() -> None:
        threads = ThreadBotRunner()
        async with thinking(workers=2) as processes:
            for number, (book, form) in enumerate(all_forms()):
                rules = book.rules(form.players, partners=form.partners, short=form.short)
                for deal in moments(rules, Random(number), 30):
                    if deal.seat is not None:
                        thought, view = thought_of("champion:playouts=64", deal.seat, number), deal.view(deal.seat)
                        there = await processes.choose("t", thought, view)
                        assert there == await threads.choose("t", thought, view)
                        assert there.fault is None

    run(story)


def test_so_does_every_other_bot_and_one_that_does_not_exist() -> None:
    async def story() -> None:
        async with thinking() as processes:
            for bot in ("random", "sunday-driver", "rule-of-thumb", "tuned", "nobody", "champion:playouts=many"):
                thought = thought_of(bot)
                assert await processes.choose("t", thought, VIEW) == choose_bot_move(thought, VIEW)
            assert (await processes.choose("t", thought_of("nobody"), VIEW)).fault is not None

    run(story)


def test_a_whole_table_plays_the_same_deal_in_processes_as_in_threads() -> None:
    async def record(thinkers: BotRunner) -> str:
        host = TableRuntime(
            MemoryStore(), thinkers, lambda: time_ns() // 1_000_000, lambda id, now: DecisionContext(now, secret)
        )
        seats = [SeatState("bot", bot=bot) for bot in (QUICK, "tuned", QUICK, "champion:playouts=8")]
        state = open_state("t", PAIRS, seats, secret(1, 1), pace=Pace(decision=None, window=None, bots=0))
        await host.open(state, Game(PAIRS, seed=1).record)

        def over() -> bool:
            table = host.table("t")
            return table is not None and table.deal is not None and table.deal.over

        await until(over)
        await host.close()
        return await host.record("t")

    async def story() -> None:
        async with thinking(workers=2) as processes:
            assert await record(processes) == await record(ThreadBotRunner())

    run(story)


def test_who_decides_in_no_time_decides_here() -> None:
    answers = next(
        deal.view(deal.seat)
        for seed in range(40)
        for deal in moments(PAIRS, Random(seed), 1)
        if deal.phase is Phase.REACT
    )

    async def story() -> None:
        async with thinking() as processes:
            await processes.choose("t", thought_of("tuned"), VIEW)
            choice = await processes.choose("t", thought_of("champion", answers.viewer or 0), answers)
            assert choice == choose_bot_move(thought_of("champion", answers.viewer or 0), answers)
            assert processes.pids == []

    run(story)
    assert not decides_instantly("champion", VIEW)


# -- fair between tables ---------------------------------------------------------------------------------------------


def test_a_newcomer_waits_for_one_round_of_a_hundred_tables_and_no_longer() -> None:
    order: list[str] = []

    async def ask(thinkers: ProcessBotRunner, table: str) -> None:
        choice = await thinkers.choose(table, thought_of("champion:playouts=1"), VIEW)
        assert choice.fault is None
        order.append(table)

    async def story() -> None:
        async with thinking() as thinkers:
            crowd = [asyncio.create_task(ask(thinkers, f"table {at}")) for _ in range(4) for at in range(100)]
            await until(lambda: order)
            before = len(order)
            await ask(thinkers, "newcomer")
            # Those of one round, the one that was under way, and one whose answer comes together with this.
            assert order.index("newcomer") - before <= 102
            await asyncio.gather(*crowd)
            first_round = order[:before] + [table for table in order if table != "newcomer"][before:100]
            assert len(set(first_round)) == 100

    run(story)
    assert len(order) == 401


def test_a_hint_lets_some_decisions_go_first_and_no_more() -> None:
    order: list[str] = []

    async def story() -> None:
        async with thinking() as thinkers:
            await thinkers.choose("t", thought_of(), VIEW)  # its process has started

            async def decide(table: int) -> None:
                await thinkers.choose(str(table), thought_of(), VIEW)
                order.append("decision")

            async def give_hint() -> None:
                await thinkers.work_hint("t", VIEW)
                order.append("hint")

            tasks = [asyncio.create_task(give_hint())]
            tasks += [asyncio.create_task(decide(table)) for table in range(30)]
            await asyncio.gather(*tasks)

    run(story)
    assert order.index("hint") <= pool.MAX_DECISIONS_BEFORE_HINT + 1


def test_where_there_are_several_processes_hints_leave_one_to_decisions() -> None:
    async def story() -> None:
        async with thinking(workers=2) as thinkers:
            hints = [asyncio.create_task(thinkers.work_hint(str(number), VIEW)) for number in range(9)]
            await until(lambda: thinkers.pids)
            os.kill(thinkers.pids[0], signal.SIGSTOP)  # the one that works out hints is long about them
            assert (await thinkers.choose("t", thought_of(), VIEW)).fault is None
            assert len(thinkers.pids) == 2
            for task in hints:
                task.cancel()

    run(story)


# -- hints -----------------------------------------------------------------------------------------------------------


def test_a_hint_is_the_one_that_is_worked_out_anywhere() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            assert await thinkers.work_hint("t", VIEW) == hint(VIEW.detached())

    run(story)


def test_where_too_much_waits_there_is_no_hint() -> None:
    async def story() -> None:
        async with thinking(most_waiting=1) as thinkers:
            await begun(thinkers)
            first = asyncio.create_task(thinkers.work_hint("t", VIEW))
            await asyncio.sleep(0)
            with pytest.raises(HintUnavailable):
                await thinkers.work_hint("t", VIEW)
            first.cancel()

    run(story)


def test_a_hint_for_who_has_nothing_to_decide_is_refused_and_the_process_stays() -> None:
    other = next(deal for deal in moments(PAIRS, Random(3), 4) if choices(deal))
    elsewhere = other.view(((other.seat or 0) + 1) % 4)

    async def story() -> None:
        async with thinking() as thinkers:
            with pytest.raises(HintUnavailable, match="ValueError"):
                await thinkers.work_hint("t", elsewhere)
            (pid,) = thinkers.pids
            await thinkers.choose("t", thought_of(), VIEW)
            assert thinkers.pids == [pid]

    run(story)


# -- bounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bounds", "table"), [({"most_at_a_table": 2}, "t"), ({"most_waiting": 2}, "elsewhere")])
def test_beyond_what_may_wait_a_sunday_driver_decides(bounds: dict[str, Any], table: str) -> None:
    async def story() -> None:
        async with thinking(**bounds) as thinkers:
            tasks = [await begun(thinkers)]
            tasks += [asked(thinkers, table="t"), asked(thinkers, table="t")]
            await until(lambda: thinkers.waiting == 2)
            choice = await thinkers.choose(table, thought_of(), VIEW)
            assert choice.move == choose_fallback_move(thought_of(), VIEW)
            assert choice.fault is not None
            assert "too many" in choice.fault.text
            assert thinkers.waiting == 2
            await cancelled(tasks)

    run(story)


def test_who_finds_nobody_free_in_time_is_replaced_by_a_sunday_driver() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            stuck = await begun(thinkers)
            thinkers.longest_wait = 0.05
            choice = await thinkers.choose("elsewhere", thought_of(), VIEW)
            assert choice.move == choose_fallback_move(thought_of(), VIEW)
            assert choice.fault is not None
            assert (choice.fault.kind, thinkers.waiting) == ("stalled", 0)
            stuck.cancel()

    run(story)


def test_there_is_at_least_one_process() -> None:
    with pytest.raises(ValueError, match="workers"):
        ProcessBotRunner(0)


# -- what ends -------------------------------------------------------------------------------------------------------


def test_a_bot_that_is_stuck_is_given_up_and_its_process_replaced() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            await thinkers.choose("t", thought_of(), VIEW)
            (stuck,) = thinkers.pids
            thinkers.patience = 0.05
            choice = await thinkers.choose("t", thought_of(ENDLESS), VIEW)
            assert choice.move == choose_fallback_move(thought_of(ENDLESS), VIEW)
            assert choice.fault is not None
            assert str(choice.fault) == "stalled: no answer within 0.05 s"
            thinkers.patience = PLENTY
            assert (await thinkers.choose("t", thought_of(), VIEW)).fault is None
            assert stuck not in thinkers.pids
            assert not running(stuck)

    run(story)


def test_a_decision_whose_process_is_killed_is_given_to_another() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            await thinkers.choose("t", thought_of(), VIEW)
            (first,) = thinkers.pids
            os.kill(first, signal.SIGSTOP)  # so that it cannot be quicker than its end
            task = await begun(thinkers, QUICK)
            kill(first)
            assert await task == choose_bot_move(thought_of(), VIEW)
            assert thinkers.pids != [first]

    run(story)


def test_where_that_is_killed_too_a_sunday_driver_decides_and_the_next_decision_is_the_bots() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            task = await begun(thinkers)
            (first,) = thinkers.pids
            kill(first)
            await until(lambda: thinkers.pids not in ([], [first]))
            kill(thinkers.pids[0])
            choice = await task
            assert choice.move == choose_fallback_move(thought_of(ENDLESS), VIEW)
            assert choice.fault is not None
            assert choice.fault.kind == "stalled"
            assert (await thinkers.choose("t", thought_of(), VIEW)).fault is None

    run(story)


def test_where_no_process_can_be_started_sunday_drivers_decide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python-that-is-not-there"))
    monkeypatch.setattr(pool, "RESTART_PAUSE_SECONDS", 0.01)

    async def story() -> None:
        async with thinking() as thinkers:
            for _ in range(3):
                assert (await thinkers.choose("t", thought_of(), VIEW)).fault is not None

    run(story)


def test_a_view_that_cannot_be_sent_costs_its_own_decision_and_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(view: View) -> None:
        raise LookupError(f"the hand is {view.hand}")

    async def story() -> None:
        async with thinking() as thinkers:
            with monkeypatch.context() as broken:
                broken.setattr(PackedView, "of", fail)
                choice = await thinkers.choose("t", thought_of(), VIEW)
            assert choice.move == choose_fallback_move(thought_of(), VIEW)
            assert str(choice.fault) == "raised: LookupError"
            assert (await thinkers.choose("t", thought_of(), VIEW)).fault is None

    run(story)


def test_who_is_cancelled_while_waiting_is_never_thought_about() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            first = await begun(thinkers)
            second = asked(thinkers)
            await until(lambda: thinkers.waiting == 1)
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
            assert second.cancelled()
            assert (thinkers.waiting, first.done()) == (0, False)
            first.cancel()

    run(story)


def test_who_is_cancelled_while_thinking_soon_leaves_the_process_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ABANDONED_JOB_TIMEOUT_SECONDS", 0.05)

    async def story() -> None:
        async with thinking() as thinkers:
            first = await begun(thinkers)
            first.cancel()
            assert (await thinkers.choose("t", thought_of(), VIEW)).fault is None
            assert first.cancelled()

    run(story)


def test_nothing_is_left_of_thousands_that_were_cancelled() -> None:
    async def story() -> None:
        async with thinking(most_waiting=10_000) as thinkers:
            endless = await begun(thinkers)
            objects = []
            for _ in range(4):
                tasks = [asked(thinkers, table=f"table {number}") for number in range(500)]
                await until(lambda: thinkers.waiting == 500)
                await cancelled(tasks)
                tasks.clear()
                await asyncio.sleep(0)  # what was gathered is let go
                assert thinkers.waiting == 0
                objects.append(sum(type(one) is pool.QueuedJob for one in everything()))
            assert objects[-1] < objects[0] + 100, objects  # each time there were 500; other tests may have left some
            endless.cancel()

    run(story)


def everything() -> list[object]:
    """Return all objects there are."""
    import gc

    gc.collect()
    return gc.get_objects()


def test_it_is_the_same_on_the_event_loop_of_a_server() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            task = await begun(thinkers)
            (first,) = thinkers.pids
            kill(first)
            await until(lambda: thinkers.pids not in ([], [first]))
            task.cancel()
            await until(task.done)
            thinkers.patience = 0.05
            assert (await thinkers.choose("t", thought_of(ENDLESS), VIEW)).fault is not None
            thinkers.patience = PLENTY
            assert await thinkers.choose("t", thought_of(), VIEW) == choose_bot_move(thought_of(), VIEW)
            pids.extend(thinkers.pids)

    pids: list[int] = []
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(story())
    assert not running(pids[0])


# -- what a process is -----------------------------------------------------------------------------------------------


def looked_at(look: Callable[[int], object], **settings: Any) -> object:
    """Return what is seen of a process of thinkers."""
    found: list[object] = []

    async def story() -> None:
        async with thinking(**settings) as thinkers:
            await thinkers.choose("t", thought_of(), VIEW)
            found.append(look(thinkers.pids[0]))

    run(story)
    return found[0]


def test_it_stands_back_behind_the_server() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    seen = looked_at(
        lambda pid: (os.getpriority(os.PRIO_PROCESS, pid), os.sched_getscheduler(pid)), niceness=BOT_NICENESS
    )
    assert seen == (min(19, own + 10), os.SCHED_BATCH)


def test_it_inherits_neither_files_nor_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BORNES_SECRET", "that of the server")
    with (tmp_path / "store").open("w") as store:
        os.set_inheritable(store.fileno(), True)
        files = looked_at(lambda pid: {str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()})
    assert isinstance(files, set)
    assert all(name == "/dev/null" or name.startswith(("pipe:", "socket:")) for name in files)
    environment = looked_at(lambda pid: Path(f"/proc/{pid}/environ").read_bytes())
    assert isinstance(environment, bytes)
    assert b"BORNES_SECRET" not in environment


def test_ctrl_c_does_not_end_it() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            await thinkers.choose("t", thought_of(), VIEW)
            (pid,) = thinkers.pids
            os.kill(pid, signal.SIGINT)
            assert await thinkers.choose("t", thought_of(), VIEW) == choose_bot_move(thought_of(), VIEW)
            assert thinkers.pids == [pid]

    run(story)


# -- the end ---------------------------------------------------------------------------------------------------------


def test_closing_ends_processes_whatever_they_think_about_and_lets_go_who_waits() -> None:
    pids: list[int] = []

    async def story() -> None:
        async with thinking(workers=2) as thinkers:
            tasks = [asked(thinkers, ENDLESS, str(number)) for number in range(5)]
            await until(lambda: len(thinkers.pids) == 2 and thinkers.waiting == 3)
            pids.extend(thinkers.pids)
            await thinkers.close()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert all(task.cancelled() for task in tasks)
            assert thinkers.pids == []
            with pytest.raises(asyncio.CancelledError):
                await thinkers.choose("t", thought_of(), VIEW)

    run(story)
    assert len(pids) == 2
    assert not any(running(pid) for pid in pids)


SERVER = """
import asyncio
from tests.server.test_bot_processes import ENDLESS, asked
from bornes.server.workers.bot_processes import ProcessBotRunner

async def serve():
    thinkers = ProcessBotRunner(2)
    tasks = [asked(thinkers, ENDLESS, str(number)) for number in range(3)]
    while len(thinkers.pids) < 2:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)  # both are deep in thought
    print(*thinkers.pids, flush=True)
    await asyncio.sleep(3600)

asyncio.run(serve())
"""


def test_no_process_outlives_a_server_that_is_killed() -> None:
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        assert all(map(running, pids))
        server.kill()

    async def story() -> None:
        await until(lambda: not any(map(running, pids)))

    run(story)
