"""What goes on by itself: tables that are overdue wake, and whoever is here is served meanwhile."""

from __future__ import annotations

import asyncio
from itertools import count

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
