"""What one seat and one address may cost: a few connections, and a number of commands over all of them."""

from __future__ import annotations

from bornes.client.protocol import OPENED_ELSEWHERE
from bornes.server.guards import CommandRates
from bornes.server.service import MAX_CONNECTIONS_PER_SEAT
from tests.support.online import Online, online


def test_a_seat_has_a_few_connections_and_the_oldest_gives_way() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        friend = await server.come(await server.join(code=seated.invitation.code, name="Bob"))
        tabs = [await server.come(seated) for _ in range(100)]
        closed = [tab.outbox.closed for tab in tabs]
        assert closed == [OPENED_ELSEWHERE] * (100 - MAX_CONNECTIONS_PER_SEAT) + [None] * MAX_CONNECTIONS_PER_SEAT
        tabs[0].read()
        assert tabs[0].last("failed")["error"] == "opened-elsewhere"
        assert server.service.host.listeners(seated.table) == MAX_CONNECTIONS_PER_SEAT + 1

        friend.read()
        presence = [one for one in friend.heard if one.get("signal") == "presence" and one["seat"] == seated.seat]
        assert [one["values"]["here"] for one in presence] == [True], "the player was here all the time"
        for tab in tabs:
            tab.session.end()
        friend.read()
        presence = [one for one in friend.heard if one.get("signal") == "presence" and one["seat"] == seated.seat]
        assert [one["values"]["here"] for one in presence] == [True, False]
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
        rates = CommandRates(10, 1000, server.clock, at_once=200)
        tabs = [await server.come(seated) for _ in range(MAX_CONNECTIONS_PER_SEAT)]
        for tab in tabs:
            tab.session._spend = lambda who: rates.spend(who.table, who.sitting, "192.0.2.1")
        answers = [await tab.say("React", phrase="hello") for _ in range(10) for tab in tabs]
        assert [answer["type"] for answer in answers] == ["done"] * 10 + ["failed"] * 30
        assert {answer["error"] for answer in answers[10:]} == {"too-much"}
        assert not any(tab.outbox.closed for tab in tabs), "a client asks again a little later"

    online(story)
