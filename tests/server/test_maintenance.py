"""What goes on by itself: tables that are overdue wake, and whoever is here is served meanwhile."""

from __future__ import annotations

import asyncio
from itertools import count

from bornes.store.retention import DAY_MS
from tests.support.online import Online, online


async def begun(server: Online) -> str:
    """Open a table where a deal has begun, and let everybody go away."""
    seated = await server.open(pace="quick")
    ann = await server.come(seated)
    bob = await server.come(await server.join(code=seated.invitation.code))
    for one in (ann, bob):
        await one.say("Ready")
    for one in (ann, bob):
        one.session.end()
    return seated.table


def test_many_that_are_overdue_wake_over_several_looks_and_each_look_wakes_one_at_least() -> None:
    async def story(server: Online) -> None:
        tables = [await begun(server) for _ in range(6)]
        again = await server.restart()
        await asyncio.sleep(3600)
        slow = count(again.clock(), 40)  # so many milliseconds pass whenever somebody looks at the clock
        again.service.clock = lambda: next(slow)
        looks: list[int] = []
        while len(looks) < 10 and again.service.host.awake < len(tables):
            await again.upkeep.wake_overdue()
            looks.append(again.service.host.awake)
        assert looks[0] < len(tables)
        assert looks == sorted(set(looks))
        assert looks[-1] == len(tables)
        await again.service.close()

    online(story)


def test_where_the_server_is_late_for_everybody_a_look_wakes_one_table() -> None:
    async def story(server: Online) -> None:
        tables = [await begun(server) for _ in range(4)]
        again = await server.restart()
        await asyncio.sleep(3600)
        for awake in range(1, len(tables) + 1):
            await again.upkeep.wake_overdue(late=0.1)
            assert again.service.host.awake == awake
        await again.service.close()

    online(story)


# -- a clock that was ahead ----------------------------------------------------------------------------------------


def test_a_deadline_that_was_set_by_a_clock_ahead_is_set_again_where_nobody_is_there() -> None:
    async def story(server: Online) -> None:
        server.slept += 100 * DAY_MS
        table = await begun(server)
        again = await server.restart()  # with the right time
        due = (await again.store.next_due()) or 0
        assert due > again.clock() + 99 * DAY_MS
        await again.upkeep.wake_overdue()
        assert again.service.host.awake == 1
        due = (await again.store.next_due()) or 0
        assert again.clock() < due <= again.clock() + 60_000
        entries = (await again.store.read(table)).entries
        await asyncio.sleep(120)
        assert len((await again.store.read(table)).entries) > len(entries), "the clock went on"
        await again.service.close()

    online(story)


def test_whoever_comes_back_after_a_clock_was_ahead_has_the_time_of_the_pace() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(seated := await server.open(pace="quick"))
        bob = await server.come(joined := await server.join(code=seated.invitation.code))
        await ann.say("Ready")
        server.slept += 100 * DAY_MS
        await bob.say("Ready")
        again = await server.restart()
        ann, bob = await again.come(seated, since=ann), await again.come(joined, since=bob)
        until = next(one["clock"]["deadline"] for one in reversed(ann.heard) if one.get("clock"))
        assert again.clock() < until <= again.clock() + 60_000
        await (ann if ann.mirror.question else bob).play()
        times = [entry.at for entry in (await again.store.read(seated.table)).entries]
        assert times[-1] == again.clock()
        assert max(times) > again.clock() + 99 * DAY_MS
        await again.service.close()

    online(story)


def test_a_table_that_waited_while_the_clock_was_ahead_begins_its_deal_now() -> None:
    async def story(server: Online) -> None:
        server.slept += 100 * DAY_MS
        ann = await server.come(seated := await server.open(pace="quick"))
        bob = await server.come(joined := await server.join(code=seated.invitation.code))
        again = await server.restart()
        ann, bob = await again.come(seated, since=ann), await again.come(joined, since=bob)
        await ann.say("Ready")
        await bob.say("Ready")
        due = (await again.store.next_due()) or 0
        assert again.clock() < due <= again.clock() + 120_000
        await again.service.close()

    online(story)
