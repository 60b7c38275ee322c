"""What one seat and one address may cost: a few connections, and a number of commands over all of them."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import ASGIApp, Message

from bornes.client.protocol import CLOSE_OPENED_ELSEWHERE, CLOSE_RATE_LIMITED, Hello, SeatAssignment, encode
from bornes.server.http.app_context import AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.rate_limits import CommandRateLimiter
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.service import MAX_CONNECTIONS_PER_SEAT
from bornes.server.settings import ServerSettings
from tests.campaigns.leaks.asgi import _scope, request
from tests.support.online import Online, online


def test_a_seat_has_a_few_connections_and_the_oldest_gives_way() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        friend = await server.come(await server.join(code=seated.invitation.code, name="Bob"))
        tabs = [await server.come(seated) for _ in range(100)]
        closed = [tab.outbox.closed for tab in tabs]
        assert closed == [CLOSE_OPENED_ELSEWHERE] * (100 - MAX_CONNECTIONS_PER_SEAT) + [None] * MAX_CONNECTIONS_PER_SEAT
        tabs[0].read()
        assert tabs[0].last("error")["error"] == "opened-elsewhere"
        assert server.service.host.listeners(seated.table) == MAX_CONNECTIONS_PER_SEAT + 1

        friend.read()
        presence = [one for one in friend.heard if one.get("signal") == "presence" and one["seat"] == seated.seat]
        assert [one["values"]["connected"] for one in presence] == [True], "the player was here all the time"
        for tab in tabs:
            tab.session.end()
        friend.read()
        presence = [one for one in friend.heard if one.get("signal") == "presence" and one["seat"] == seated.seat]
        assert [one["values"]["connected"] for one in presence] == [True, False]
        assert not server.service._connections.keys() - {friend.session.who}

    online(story)


def test_spectators_are_not_counted_as_one() -> None:
    async def story(server: Online) -> None:
        seated = await server.open(public=True)
        crowd = [await server.come(table=seated.table) for _ in range(20)]
        assert not any(one.outbox.closed for one in crowd)

    online(story)


def test_more_connections_of_a_seat_do_not_send_more_commands() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        rates = CommandRateLimiter(10, 1000, server.clock, at_once=200)
        tabs = [await server.come(seated) for _ in range(MAX_CONNECTIONS_PER_SEAT)]
        for tab in tabs:
            tab.session._spend = lambda who: rates.consume(who.table, who.sitting, "192.0.2.1")
        answers = [await tab.say("React", reaction="hello") for _ in range(10) for tab in tabs]
        assert [answer["type"] for answer in answers] == ["done"] * 10 + ["error"] * 30
        assert {answer["error"] for answer in answers[10:]} == {"rate-limited"}
        assert not any(tab.outbox.closed for tab in tabs), "a client asks again a little later"

    online(story)


async def greet(app: ASGIApp, seated: SeatAssignment) -> int | None:
    """Open a socket, say Hello, and return with which code it was closed; None where it was let in."""
    said: asyncio.Queue[Message] = asyncio.Queue()
    told: list[Message] = []
    closed: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()

    async def hear(message: Message) -> None:
        told.append(message)
        ends = message["type"] == "websocket.close"
        if not closed.done() and (ends or '"state"' in message.get("text", "")):
            closed.set_result(message["code"] if ends else None)

    said.put_nowait({"type": "websocket.connect"})
    said.put_nowait({"type": "websocket.receive", "text": encode(Hello(secret=seated.secret)).decode()})
    serving = asyncio.ensure_future(
        app(_scope("websocket", f"/api/tables/{seated.table}/socket", "192.0.2.1", {}), said.get, hear)
    )
    code = await closed
    said.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await serving
    return code


@pytest.mark.parametrize(("events", "fit"), [(400, 20), (1_000, 6), (4_500, 2), (10**6, 1)])
def test_a_long_deal_costs_as_much_as_several_requests(events: int, fit: int) -> None:
    async def story(server: Online) -> None:
        seated = await server.play_now()
        await asyncio.sleep(5)
        deal = server.service.host.table(seated.table).deal  # type: ignore[union-attr]
        assert server.service.deal_events(seated.table) == len(deal.events) > 0  # type: ignore[union-attr]
        server.service.deal_events = lambda id: events  # type: ignore[method-assign]

        def app() -> ASGIApp:
            """Return the server as an address finds it that has asked for nothing yet: 20 requests may come at once."""
            settings = ServerSettings(requests_per_minute=100)
            return build_app(AppContext(server.service, settings, ReviewQueue(StoredReviews(server.store))))

        path = f"/api/tables/{seated.table}"
        one = app()
        asked = [await request(one, "GET", f"{path}/moves", "192.0.2.1", secret=seated.secret) for _ in range(fit + 1)]
        assert [answer.status for answer in asked] == [200] * fit + [429]
        one = app()
        assert [await greet(one, seated) for _ in range(fit + 1)] == [None] * fit + [CLOSE_RATE_LIMITED]

    online(story)
