"""Codes: guessing does not pay, not even many at a time; and they grow with the number of tables."""

from __future__ import annotations

import asyncio

import pytest

from bornes.server import doors
from bornes.server.doors import REMEMBERED_FOR
from bornes.server.problems import ServerProblem, Why
from bornes.tables.state import SECOND
from tests.support.online import Online, online


async def why_not(server: Online, code: str) -> Why:
    """Return why a code leads to no table."""
    with pytest.raises(ServerProblem) as error:
        await server.service.look_up(code)
    return error.value.why


def test_many_who_guess_at_the_same_time_have_one_budget() -> None:
    async def story(server: Online) -> None:
        async def guess(number: int) -> Why:
            return await why_not(server, f"{number:09}")

        found = await asyncio.gather(*(guess(number) for number in range(500)))
        assert (found.count(Why.NO_CODE), found.count(Why.TOO_MUCH)) == (60, 440)

    online(story)


def test_right_codes_cost_nothing() -> None:
    async def story(server: Online) -> None:
        code = (await server.open()).invitation.code
        for _ in range(200):
            await server.service.look_up(code)

    online(story)


def test_a_code_of_a_table_that_has_just_filled_is_no_wrong_guess() -> None:
    async def story(server: Online) -> None:
        code = (await server.open()).invitation.code
        await server.join(code=code)
        for _ in range(200):
            assert await why_not(server, code) is Why.TABLE_FULL
        assert await why_not(server, "1" * 9) is Why.NO_CODE  # nothing of the budget was used up

    online(story)


def test_that_a_table_was_full_is_remembered_for_a_while_only() -> None:
    async def story(server: Online) -> None:
        code = (await server.open()).invitation.code
        await server.join(code=code)
        assert await why_not(server, code) is Why.TABLE_FULL
        await asyncio.sleep(REMEMBERED_FOR / SECOND)
        assert await why_not(server, code) is Why.NO_CODE

    online(story)


def test_a_seat_that_is_free_again_needs_a_new_code() -> None:
    async def story(server: Online) -> None:
        ann = await server.open()
        bob = await server.join(code=ann.invitation.code)
        assert await why_not(server, ann.invitation.code) is Why.TABLE_FULL
        await (await server.come(bob)).say("GiveUp")
        assert await why_not(server, ann.invitation.code) is Why.NO_CODE
        who = await server.service.player(ann.table, ann.secret)
        new = await server.service.invitation(who, "")
        assert new.code != ann.invitation.code
        await server.join(code=new.code)

    online(story)


def test_only_so_many_codes_that_have_ended_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MOST_REMEMBERED", 1)

    async def story(server: Online) -> None:
        codes = [(await server.open()).invitation.code for _ in range(2)]
        for code in codes:
            await server.join(code=code)
            assert await why_not(server, code) is Why.TABLE_FULL
        assert [await why_not(server, code) for code in codes] == [Why.NO_CODE, Why.TABLE_FULL]

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
