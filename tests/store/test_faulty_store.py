"""What the service says while the store is slow or fails: nothing that may never come to be, and never a fault."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bornes.client.protocol import (
    ErrorMessage,
    Hello,
    HintRequest,
    JoinTable,
    OpenTable,
    React,
    SeatAssignment,
    decode_socket_message,
    encode,
)
from bornes.game.deal import View
from bornes.review.verdicts import Hint as Advice
from bornes.server.api_errors import ApiError, ErrorCode
from bornes.server.maintenance import Maintenance
from bornes.server.outbox import Outbox
from bornes.server.rate_limits import TokenBucket
from bornes.server.service import Service
from bornes.server.viewer_session import ViewerSession
from bornes.store import SqliteStore
from bornes.tables.bot_runner import BotMove, choose_bot_move
from bornes.tables.commands import Ready
from bornes.tables.table import BotTask
from bornes.tables.table_store import StoreUnavailable

SECRET, OTHER, THIRD = "a" * 32, "b" * 32, "c" * 32


class Moody:
    """A store that can be held up, and fails when told to."""

    def __init__(self) -> None:
        self.store: Any = SqliteStore.in_memory("home")
        self.name, self.key = self.store.name, self.store.key
        self.failing: set[str] = set()
        """What fails: names of methods, or ids of tables."""
        self.held: asyncio.Event | None = None
        """What an append waits for."""
        self.arrived = asyncio.Event()
        """Set when an append waits."""

    def __getattr__(self, name: str) -> Any:
        """Return what the store does, as badly as it does it now."""
        work = getattr(self.store, name)

        async def done(*values: Any) -> Any:
            if name == "append" and self.held is not None:
                self.arrived.set()
                await self.held.wait()
            if name in self.failing or any(value in self.failing for value in values if isinstance(value, str)):
                raise StoreUnavailable("the disk does not answer")
            return await work(*values)

        return done


class AtOnce:
    """Bots that answer at once."""

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Return the move of a bot."""
        return choose_bot_move(thought, view)

    async def work_hint(self, table: str, view: View) -> Advice:
        """Give no hint."""
        raise AssertionError("nobody asks for one")


def tell(story: Callable[[Moody, Service], Awaitable[None]]) -> None:
    """Let a story happen at a service on a moody store."""

    async def told() -> None:
        store, now = Moody(), iter(range(1000, 10**9))
        service = Service(store, AtOnce(), lambda: next(now))
        async with asyncio.timeout(30):
            await story(store, service)
            await service.close()

    asyncio.run(told())


async def opened(service: Service, secret: str = SECRET, **values: Any) -> SeatAssignment:
    """Open a table for two, one seat of which is free."""
    return await service.open_table(OpenTable(name="Ann", secret=secret, **values), "en", "")


async def begun(service: Service, opener: str = SECRET) -> None:
    """Open a table for two people with a clock, and let the first deal begin."""
    table = (await opened(service, opener, pace="quick", public=True)).table
    await service.join(JoinTable(table=table, name="Bob", secret=OTHER), "en", "")
    for secret in (opener, OTHER):
        await service.command(await service.authorize(table, secret), Ready(id=f"ready {secret}"), "en")


def test_a_seat_that_is_not_in_the_log_yet_is_nobodys_and_whoever_asks_again_waits() -> None:
    """The answer to a request is late, and it is sent again: neither may be told of a seat that never came to be."""

    async def story(store: Moody, service: Service) -> None:
        table = (await opened(service, public=True)).table
        join = JoinTable(table=table, name="Bob", secret=OTHER)
        store.held = asyncio.Event()
        first = asyncio.create_task(service.join(join, "en", ""))
        await store.arrived.wait()
        again = asyncio.create_task(service.join(join, "en", ""))
        entered = asyncio.create_task(service.authorize(table, OTHER))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not again.done()
        assert not entered.done()
        store.failing.add("append")
        store.held.set()
        outcomes = await asyncio.gather(first, again, entered, return_exceptions=True)
        assert [one.why for one in outcomes if isinstance(one, ApiError)] == [
            ErrorCode.BUSY,
            ErrorCode.BUSY,
            ErrorCode.NOT_AUTHORIZED,
        ]

    tell(story)


def test_whoever_comes_back_under_a_number_that_was_never_given_is_not_taken_for_the_next_one() -> None:
    async def story(store: Moody, service: Service) -> None:
        table = (await opened(service, public=True)).table
        store.held = asyncio.Event()
        lost = asyncio.create_task(service.join(JoinTable(table=table, name="Bob", secret=OTHER), "en", ""))
        await store.arrived.wait()
        early = asyncio.create_task(service.authorize(table, OTHER))
        store.failing.add("append")
        for _ in range(20):
            await asyncio.sleep(0)
        store.held.set()
        outcomes = await asyncio.gather(lost, early, return_exceptions=True)
        store.failing.clear()
        await service.join(JoinTable(table=table, name="Cat", secret=THIRD), "en", "")
        cat = await service.authorize(table, THIRD)
        assert cat not in outcomes

    tell(story)


def test_whoever_took_the_last_seat_by_a_code_and_lost_the_answer_has_it_when_asking_again() -> None:
    async def story(store: Moody, service: Service) -> None:
        code = (await opened(service)).invitation.code
        join = JoinTable(code=code, name="Bob", secret=OTHER)
        seated = await service.join(join, "en", "")
        assert await service.join(join, "en", "") == seated
        with pytest.raises(ApiError) as problem:
            await service.join(JoinTable(code=code, name="Cat", secret=THIRD), "en", "")
        assert problem.value.why is ErrorCode.TABLE_FULL
        assert await service.join(join, "en", "") == seated  # even now that the code has ended

    tell(story)


def test_a_code_is_looked_up_another_time_while_the_store_fails() -> None:
    async def story(store: Moody, service: Service) -> None:
        code = (await opened(service)).invitation.code
        store.failing = {"code"}
        for request in (service.join(JoinTable(code=code), "en", ""), service.look_up(code)):
            with pytest.raises(ApiError) as problem:
                await request
            assert problem.value.why is ErrorCode.BUSY

    tell(story)


def test_what_cannot_be_refused_now_is_a_failure_with_its_id_and_the_connection_stays() -> None:
    async def story(store: Moody, service: Service) -> None:
        seated = await opened(service, seats=["me", "sunday-driver"], pace="none")
        outbox = Outbox()
        session = ViewerSession(service, seated.table, outbox, TokenBucket(100, 100, service.clock))
        await session.begin(Hello(secret=SECRET))
        store.failing = {"read_deal"}
        for command in (React(id="r", reaction="rubbish"), HintRequest(id="h")):
            await service.host.unload(seated.table)
            await session.take(encode(command))
        assert outbox.closed is None
        outbox.close(1000)
        messages = [decode_socket_message(data) for data in await outbox.take()]
        assert [one.id for one in messages if isinstance(one, ErrorMessage)] == ["r", "h"]
        session.end()

    tell(story)


def test_a_table_that_cannot_be_read_does_not_keep_the_others_asleep() -> None:
    async def story(store: Moody, service: Service) -> None:
        for opener in (SECRET, THIRD):
            await begun(service, opener)
        first, second = await store.due_before(10**12)
        for table in (first, second):
            assert service.host.unload_if_idle(table)
        store.failing = {first}
        service.clock = lambda: 10**12
        await Maintenance(service, sleep_after=60, keep_days=0).wake_overdue()
        assert service.host.table(first) is None
        assert service.host.table(second) is not None

    tell(story)
