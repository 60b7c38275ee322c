"""Codes: guessing does not pay, not even many at a time; and they grow with the number of tables."""

from __future__ import annotations

import asyncio

import pytest

from bornes.server.problems import ServerProblem, Why
from tests.support.online import Online, online


def test_many_who_guess_at_the_same_time_have_one_budget() -> None:
    async def story(server: Online) -> None:
        async def guess(number: int) -> Why:
            with pytest.raises(ServerProblem) as error:
                await server.service.look_up(f"{number:09}")
            return error.value.why

        found = await asyncio.gather(*(guess(number) for number in range(500)))
        assert (found.count(Why.NO_CODE), found.count(Why.TOO_MUCH)) == (60, 440)

    online(story)


def test_right_codes_cost_nothing() -> None:
    async def story(server: Online) -> None:
        code = (await server.open()).invitation.code
        for _ in range(200):
            await server.service.look_up(code)

    online(story)


def test_codes_have_more_digits_where_there_are_more_of_them() -> None:
    async def story(server: Online) -> None:
        assert len((await server.open()).invitation.code) == 6
        for number in range(150):
            table = (await server.open()).table
            await server.store.add_code(f"x{number}", table, server.clock() + 1000)
        await asyncio.sleep(10)
        assert len((await server.open()).invitation.code) == 7

    online(story)
