"""Idle tables are removed late and a few at a time, and never because a clock was wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bornes.server.api_errors import ApiError, ErrorCode
from bornes.server.maintenance import Maintenance
from bornes.store import SqliteStore
from bornes.store.retention import (
    CHECK_INTERVAL_MS,
    DAY_MS,
    HOUR_MS,
    MINUTE_MS,
    NOTICE_MS,
    LastRetentionCheck,
    RetentionCheck,
    days_until_gone,
    plan_check,
)
from bornes.tables.table_store import NoSuchTable
from tests.support.online import START, Online, online
from tests.support.stores import LOG, MOVE

KEEP_DAYS = 2
FIRST = LOG[0]


class Step(NamedTuple):
    """Some time that passes, and what happens then."""

    what: str
    """``run``, ``play``, ``jump`` or ``restart``."""
    amount: int = 0
    """Minutes that pass, or by which the clock is set."""


def steps() -> st.SearchStrategy[list[Step]]:
    """Return days of a server: it runs, its clock is set, it is off for a while, and people play."""
    jump = st.sampled_from([-400, -100, -2, -1, 1, 2, 100, 400]).map(lambda days: days * 24 * 60)
    small = st.integers(-30 * 60, 30 * 60)
    return st.lists(
        st.one_of(
            st.builds(Step, st.just("run"), st.integers(1, 3 * 24 * 60)),
            st.builds(Step, st.just("play")),
            st.builds(Step, st.just("jump"), st.one_of(jump, small)),
            st.builds(Step, st.just("restart"), st.integers(0, 5 * 24 * 60)),
        ),
        max_size=25,
    )


class Machine:
    """A store with a few tables, checked as a server checks it, and the real time that only the test knows."""

    def __init__(self) -> None:
        self.store = SqliteStore.in_memory("test")
        self.real = 0
        self.ahead = START
        """By how much the time of day is ahead of the real time."""
        self.started = 0
        self.played: dict[str, int] = {}
        """When something happened at each table last, in real time."""
        self.entries: dict[str, int] = {}

    async def open(self, tables: Iterable[str]) -> None:
        """Open tables."""
        for table in tables:
            await self.store.append(table, 0, [replace(FIRST, at=self.wall)], None)
            self.played[table], self.entries[table] = self.real, 1

    @property
    def wall(self) -> int:
        """The time of day."""
        return self.real + self.ahead

    async def take(self, step: Step) -> None:
        """Let something happen."""
        if step.what == "play":
            for table in sorted(self.played)[:3]:
                await self.store.append(table, self.entries[table], [replace(MOVE, at=self.wall)], None)
                self.played[table], self.entries[table] = self.real, self.entries[table] + 1
        elif step.what == "jump":
            self.ahead += step.amount * MINUTE_MS
        elif step.what == "restart":
            self.real += step.amount * MINUTE_MS
            self.started = self.real
        else:
            end = self.real + step.amount * MINUTE_MS
            while self.real + CHECK_INTERVAL_MS <= end:
                self.real += CHECK_INTERVAL_MS
                await self.check()
            self.real = end

    async def check(self) -> RetentionCheck:
        """Check once, and demand that no table goes that was used not long ago."""
        check = plan_check(await self.store.last_check(), self.wall, self.real - self.started, KEEP_DAYS * DAY_MS)
        self.started = self.real
        for table in (await self.store.store_check(check)).leaving:
            idle = self.real - self.played[table]
            assert idle >= KEEP_DAYS * DAY_MS + NOTICE_MS, f"idle for {idle / HOUR_MS:.1f} hours only"
            assert await self.store.remove_idle(table, check)
            del self.played[table]
        return check


def machine(story: Callable[[Machine], Awaitable[None]]) -> None:
    """Let a story happen at a machine with twelve tables."""

    async def told() -> None:
        run = Machine()
        await run.open(f"t{number}" for number in range(12))
        await story(run)
        await run.store.close()

    asyncio.run(told())


AN_HOUR_AHEAD = [Step("run", 700), Step("jump", 100 * 1440), Step("run", 60), Step("play"), Step("jump", -100 * 1440)]


@given(steps())
@example([Step("jump", 100 * 1440), Step("restart"), Step("run", 3 * 1440)])
@example([*AN_HOUR_AHEAD, Step("run", 1300), *AN_HOUR_AHEAD, Step("run", 2 * 1440), Step("run", 1440)])
@example([*AN_HOUR_AHEAD, Step("restart"), Step("run", 4 * 1440), Step("play"), Step("run", 1440)])
@example([Step("run", 4300), Step("play"), Step("restart", 60), Step("jump", 400 * 1440), Step("run", 1300)])
def test_no_table_goes_that_was_used_less_than_the_set_time_ago(days: list[Step]) -> None:
    """Whatever the clock says: it jumps, comes back, and the server is off and on."""

    async def story(run: Machine) -> None:
        for step in days:
            await run.take(step)

    machine(story)


@given(steps())
def test_once_the_clock_is_left_alone_every_idle_table_goes_in_time(days: list[Step]) -> None:
    async def story(run: Machine) -> None:
        for step in days:
            await run.take(step)
        await run.take(Step("run", days_until_gone(KEEP_DAYS) * 24 * 60))
        assert not run.played

    machine(story)


def test_what_leaves_together_leaves_a_small_share_at_a_time() -> None:
    async def story(run: Machine) -> None:
        await run.open(f"more {number}" for number in range(6000 - 12))
        await run.take(Step("run", KEEP_DAYS * 1440 + 20 * 60))
        left = [len(run.played)]
        for _ in range(6 * 24):
            await run.take(Step("run", 60))
            left.append(len(run.played))
        gone = [before - after for before, after in pairwise(left)]
        assert 0 < max(gone) <= 60
        assert left[-1] == 0

    machine(story)


def test_a_clock_that_jumps_takes_back_what_was_announced() -> None:
    last = plan_check(None, START, 0, DAY_MS)
    stored = LastRetentionCheck(last.uptime, last.wall)
    assert last.starts_over
    assert not plan_check(stored, START + CHECK_INTERVAL_MS, CHECK_INTERVAL_MS, DAY_MS).starts_over
    assert not plan_check(stored, START + 23 * HOUR_MS, CHECK_INTERVAL_MS, DAY_MS).starts_over
    assert plan_check(stored, START + 25 * HOUR_MS, CHECK_INTERVAL_MS, DAY_MS).starts_over
    assert plan_check(stored, START - 25 * HOUR_MS, CHECK_INTERVAL_MS, DAY_MS).starts_over


# -- a server ------------------------------------------------------------------------------------------------------


async def upkept(server: Online, days: float) -> None:
    """Let days pass at a server that keeps itself going."""
    running = asyncio.get_running_loop().create_task(server.upkeep.run())
    await asyncio.sleep(days * 24 * 3600)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def with_days(server: Online, keep_days: int) -> Online:
    """Let a server keep tables for another time."""
    server.upkeep = Maintenance(server.service, sleep_after=60, keep_days=keep_days)
    return server


@pytest.fixture(autouse=True)
def few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server in virtual time look for overdue tables every few minutes, since days pass here."""
    monkeypatch.setattr("bornes.server.maintenance.CLOCK_CHECK_SECONDS", 400.0)
    monkeypatch.setattr("bornes.server.maintenance.CLEANUP_SECONDS", 400.0)


def test_an_idle_table_is_announced_and_then_removed(caplog: pytest.LogCaptureFixture) -> None:
    async def story(server: Online) -> None:
        seated = await server.open(public=True)
        with_days(server, 1)
        with caplog.at_level(logging.INFO, "bornes.server"):
            caplog.clear()
            await upkept(server, 0.99)
            assert not caplog.records
            await upkept(server, 0.8)
            assert [record.message for record in caplog.records] == ["idle tables will be removed"]
            assert server.service.lobby.now().tables
            await upkept(server, days_until_gone(1) - 0.99 - 0.8)
        assert "table removed" in [record.message for record in caplog.records]
        assert not server.service.lobby.now().tables
        with pytest.raises(ApiError) as refused:
            await server.service.listing(seated.table, seated.secret)
        assert refused.value.why is ErrorCode.TABLE_NOT_FOUND

    online(story)


def test_a_server_that_starts_with_its_clock_100_days_ahead_removes_nothing() -> None:
    async def story(server: Online) -> None:
        tables = [(await server.open()).table for _ in range(20)]
        await upkept(server, 0.1)
        server.slept += 100 * DAY_MS
        again = await server.restart()
        again.slept = 100 * DAY_MS
        await upkept(again, 3)
        for table in tables:
            await again.store.read(table)
        await again.service.close()

    online(story)


def test_a_table_at_which_something_happens_between_check_and_removal_stays() -> None:
    async def story(run: Machine) -> None:
        await run.take(Step("run", KEEP_DAYS * 1440 + 60))
        check = await run.check()
        later = check._replace(announced_before=LastRetentionCheck(check.uptime, check.wall))
        await run.take(Step("play"))
        assert not await run.store.remove_idle("t0", later)
        assert (await run.store.read("t0")).entries
        assert await run.store.remove_idle("t9", later)
        with pytest.raises(NoSuchTable):
            await run.store.read("t9")

    machine(story)
