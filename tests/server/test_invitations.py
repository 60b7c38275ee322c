"""Codes: guessing does not pay, not even many at a time; and they grow with the number of tables."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from bornes.client.protocol import LookUpCode, encode
from bornes.server import invitations
from bornes.server.api_errors import ApiError, ErrorCode
from bornes.server.http.app_context import AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.invitations import ENDED_CODE_MEMORY_MS
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.settings import ServerSettings
from bornes.tables.table_state import SECOND_MS
from tests.campaigns.leaks.asgi import request
from tests.support.online import Online, online


async def why_not(server: Online, code: str) -> ErrorCode:
    """Return why a code leads to no table."""
    with pytest.raises(ApiError) as error:
        await server.service.look_up(code)
    return error.value.why


def test_many_who_guess_at_the_same_time_have_one_budget() -> None:
    async def story(server: Online) -> None:
        async def guess(number: int) -> ErrorCode:
            return await why_not(server, f"{number:09}")

        found = await asyncio.gather(*(guess(number) for number in range(1000)))
        assert (found.count(ErrorCode.CODE_NOT_FOUND), found.count(ErrorCode.RATE_LIMITED)) == (600, 400)

    online(story)


def test_a_few_addresses_that_guess_do_not_block_others() -> None:
    answers: dict[str, list[int]] = {"guess": [], "friend": []}

    async def story(server: Online) -> None:
        context = AppContext(server.service, ServerSettings(), ReviewQueue(StoredReviews(server.store)))
        app = build_app(context)

        async def look_up(who: str, code: str, address: str) -> None:
            body = encode(LookUpCode(code=code))
            answers[who].append((await request(app, "POST", "/api/codes", address, body=body)).status)

        codes = [(await server.open()).invitation.code for _ in range(102)]
        for at, code in enumerate(codes):
            for neighbor in range(8):  # all of their addresses: an IPv6 /48 counts as one
                address = f"192.0.2.{neighbor}" if neighbor < 7 else f"2001:db8:1:{at:x}::1"
                await look_up("guess", f"{at:03}{neighbor:06}", address)
            await look_up("friend", code, f"198.51.100.{at}")

    online(story)
    assert Counter(answers["friend"]) == {200: 102}
    assert Counter(answers["guess"]) == {404: 80, 429: 736}  # the budget of a neighborhood is spent first


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
            assert await why_not(server, code) is ErrorCode.TABLE_FULL
        assert await why_not(server, "1" * 9) is ErrorCode.CODE_NOT_FOUND  # nothing of the budget was used up

    online(story)


def test_that_a_table_was_full_is_remembered_for_a_while_only() -> None:
    async def story(server: Online) -> None:
        code = (await server.open()).invitation.code
        await server.join(code=code)
        assert await why_not(server, code) is ErrorCode.TABLE_FULL
        await asyncio.sleep(ENDED_CODE_MEMORY_MS / SECOND_MS)
        assert await why_not(server, code) is ErrorCode.CODE_NOT_FOUND

    online(story)


def test_a_seat_that_is_free_again_needs_a_new_code() -> None:
    async def story(server: Online) -> None:
        ann = await server.open()
        bob = await server.join(code=ann.invitation.code)
        assert await why_not(server, ann.invitation.code) is ErrorCode.TABLE_FULL
        await (await server.come(bob)).say("GiveUpSeat")
        assert await why_not(server, ann.invitation.code) is ErrorCode.CODE_NOT_FOUND
        who = await server.service.player(ann.table, ann.secret)
        new = await server.service.invitation(who, "")
        assert new.code != ann.invitation.code
        await server.join(code=new.code)

    online(story)


def test_only_so_many_codes_that_have_ended_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MAX_ENDED_CODES", 1)

    async def story(server: Online) -> None:
        codes = [(await server.open()).invitation.code for _ in range(2)]
        for code in codes:
            await server.join(code=code)
            assert await why_not(server, code) is ErrorCode.TABLE_FULL
        assert [await why_not(server, code) for code in codes] == [ErrorCode.CODE_NOT_FOUND, ErrorCode.TABLE_FULL]

    online(story)


def test_codes_have_more_digits_where_there_are_more_of_them() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        assert len(seated.invitation.code) == 9
        for number in range(150):
            await server.store.add_code(f"x{number}", seated.table, server.clock() + 60_000)
        await asyncio.sleep(10)
        assert len((await server.open()).invitation.code) == 10

    online(story)
