"""Tables that nobody is at: bots finish the deal, and then nothing happens and nothing grows."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bornes.client.protocol import SeatAssignment
from bornes.server.addresses import TableOrigins
from bornes.server.api_errors import ApiError
from bornes.server.outbox import Outbox
from bornes.server.workers.fair_queue import QueueOwner
from bornes.tables.commands import Wake
from bornes.tables.entries import DealBegan, Paused, Resumed
from bornes.tables.table_limits import ONLINE_LIMITS
from bornes.tables.table_state import Pace
from tests.support.online import Online, online

DAY = 24 * 3600
FAST = Pace(decision=5_000, window=1_000, bots=300)


async def send(server: Online, seated: SeatAssignment, *commands: str) -> None:
    """Connect, send commands, and leave."""
    visitor = await server.come(seated)
    for command in commands:
        await visitor.say(command)
    visitor.session.end()


async def abandoned(server: Online, **asked: Any) -> SeatAssignment:
    """Open a table, and leave it to the bots."""
    bots = ["sunday-driver"] * (asked.get("players", 2) - 1)
    asked = {"seats": ["me", *bots], "pace": FAST, "house_rules": {"turn_cap": 20, "game_goal": 10_000}, **asked}
    seated = await server.open(**asked)
    await send(server, seated, "Ready", "StepAway")
    return seated


async def kinds(server: Online, table: str) -> list[str]:
    """Return the kinds of the entries of a log."""
    return [type(entry).__name__ for entry in (await server.store.read(table)).entries]


def test_a_table_that_is_opened_and_left_plays_one_deal() -> None:
    async def story(server: Online) -> None:
        seated = await abandoned(server)
        await asyncio.sleep(DAY)
        log = await kinds(server, seated.table)
        assert (log.count("DealBegan"), log[-1]) == (1, "Paused")
        assert await server.store.next_due() is None

    online(story, ONLINE_LIMITS)


def test_a_restart_plays_the_deal_to_its_end_and_no_other() -> None:
    async def story(server: Online) -> None:
        seated = await abandoned(server)
        await asyncio.sleep(1)
        again = await server.restart()
        await asyncio.sleep(120)
        await again.upkeep.wake_overdue()
        await asyncio.sleep(DAY)
        await again.upkeep.wake_overdue()
        await asyncio.sleep(DAY)
        log = await kinds(again, seated.table)
        assert (log.count("DealBegan"), log[-1]) == (1, "Paused")
        await again.service.close()

    online(story, ONLINE_LIMITS)


def test_it_goes_on_for_a_spectator_and_stops_when_the_last_one_goes() -> None:
    async def story(server: Online) -> None:
        seated = await abandoned(server, public=True)
        await asyncio.sleep(DAY)
        watching = await server.come(table=seated.table)
        await asyncio.sleep(3600)
        log = await kinds(server, seated.table)
        assert log.count("Resumed") == 1
        assert log.count("DealBegan") > 5
        watching.session.end()
        await asyncio.sleep(DAY)
        stopped = await kinds(server, seated.table)
        assert stopped.count("DealBegan") <= log.count("DealBegan") + 1
        assert await server.store.next_due() is None

    online(story, ONLINE_LIMITS)


def test_who_left_and_only_listens_is_not_present_and_who_returns_is() -> None:
    async def story(server: Online) -> None:
        seated = await abandoned(server)
        ann = await server.come(seated)
        assert server.service.present(seated.table) == "nobody"
        await asyncio.sleep(DAY)
        assert (await kinds(server, seated.table)).count("DealBegan") == 1
        ann.read()
        assert "Nobody is here. The next deal waits until someone comes back." in ann.sentences()
        assert (await ann.say("Return"))["type"] == "done"
        assert server.service.present(seated.table) == "people"
        await asyncio.sleep(20)
        assert (await kinds(server, seated.table)).count("DealBegan") == 2

    online(story, ONLINE_LIMITS)


def test_a_program_keeps_one_game_going_and_no_other_also_after_a_restart() -> None:
    async def story(server: Online) -> None:
        seats = ["me", "sunday-driver"]
        seated = await server.open(seats=seats, pace=FAST, house_rules={"turn_cap": 20, "game_goal": 0})
        robot = await server.come(seated, bot=True)
        await robot.say("Ready")
        await asyncio.sleep(DAY)
        assert server.service.present(seated.table) == "nobody", "it never moved, and a bot drives"
        for _ in range(2):
            robot = await server.come(seated, bot=True)
            await robot.say("Return")
            assert (await robot.say("Ready"))["type"] == "done"
            again = await robot.say("Ready")
            assert again["text"] == "The next game starts once a person is here."
            await asyncio.sleep(DAY)
            log = [entry for entry in (await server.store.read(seated.table)).entries if isinstance(entry, DealBegan)]
            assert len(log) == 1
            server = await server.restart()
        await server.come(table=seated.table, secret=seated.secret)
        await asyncio.sleep(1)
        table = server.service.host.table(seated.table)
        assert table is not None
        assert table.state.game == 2, "a person has come, and all were ready"
        await server.service.close()

    online(story, ONLINE_LIMITS)


def test_a_game_that_nobody_waits_for_does_not_begin() -> None:
    async def story(server: Online) -> None:
        """Ann is ready and goes; minutes later Bob is absent, so that nothing but her absence holds the game up."""
        asked: dict[str, Any] = {"seats": ["me", "open"], "pace": FAST, "house_rules": {"turn_cap": 20, "game_goal": 0}}
        seated = await server.open(**asked)
        bob = await server.join(table=seated.table, invitation=seated.invitation.join.partition("=")[2], name="Bob")
        for player in (seated, bob):
            await send(server, player, "Ready")
        await asyncio.sleep(DAY)
        assert (await kinds(server, seated.table)).count("DealBegan") == 1
        back = await server.come(bob)
        await back.say("Return")
        await send(server, seated, "Ready")
        assert server.service.present(seated.table) == "people"
        back.session.end()
        await asyncio.sleep(400)
        assert server.service.present(seated.table) == "nobody"
        await server.service.host.command(seated.table, None, Wake())
        await asyncio.sleep(DAY)
        assert (await kinds(server, seated.table)).count("DealBegan") == 1

    online(story, ONLINE_LIMITS)


@pytest.mark.parametrize(
    ("field", "told", "asked"),
    [
        ("pace", "at least 5 seconds", {"pace": Pace(1, 0, 0)}),
        ("house_rules", "at most 10000", {"house_rules": {"game_goal": 1_000_000}}),
        ("house_rules", "20 to 2000", {"house_rules": {"turn_cap": 1}}),
        ("house_rules", "20 to 2000", {"house_rules": {"turn_cap": 1_000_000}}),
    ],
)
def test_a_table_that_would_cost_too_much_is_not_opened(field: str, told: str, asked: dict[str, Any]) -> None:
    async def story(server: Online) -> None:
        with pytest.raises(ApiError) as refused:
            await server.open(**asked)
        problem = refused.value.problem("en")
        assert (refused.value.why.status, problem.field) == (422, field)
        assert told in problem.text

    online(story, ONLINE_LIMITS)


def test_a_table_takes_the_turn_of_the_address_that_opened_it() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        service = server.service
        assert service.bot_queue_owner(seated.table) == QueueOwner(False, "", seated.table)
        attended: list[str] = []
        service.on_attended = attended.append
        who = await service.player(seated.table, seated.secret)
        leave, leave_bot = (lambda: None), (lambda: None)
        service.connected(who, leave_bot, bot=True, address="192.0.2.7")
        assert service.bot_queue_owner(seated.table) == QueueOwner(False, "192.0.2.7", seated.table)
        assert not attended
        service.connected(who, leave, address="192.0.2.8")
        assert service.bot_queue_owner(seated.table) == QueueOwner(True, "192.0.2.7", seated.table)
        assert attended == [seated.table]
        service.disconnected(who, leave)
        assert service.present(seated.table) == "bots"

    online(story)


def test_only_so_many_addresses_are_remembered() -> None:
    openers = TableOrigins(max_tables=2)
    for table in ("a", "b", "a", "c"):
        openers.note(table, f"address of {table}")
    assert [openers.of(table) for table in "abc"] == ["address of a", "", "address of c"]


def test_the_address_of_a_table_is_forgotten_when_it_sleeps() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        server.service.openers.note(seated.table, "192.0.2.7")
        await server.upkeep.tidy()
        await asyncio.sleep(61)
        await server.upkeep.tidy()
        assert server.service.host.table(seated.table) is None
        assert server.service.openers.of(seated.table) == ""

    online(story)


def test_coming_and_going_adds_little_to_a_log() -> None:
    async def story(server: Online) -> None:
        seated = await abandoned(server, public=True)
        await asyncio.sleep(DAY)
        before = len(await kinds(server, seated.table))
        for _ in range(100):
            (await server.come(table=seated.table)).session.end()
            await asyncio.sleep(0.01)
        entries = (await server.store.read(seated.table)).entries[before:]
        assert [type(entry) for entry in entries] == [Resumed]
        await asyncio.sleep(DAY)
        assert isinstance((await server.store.read(seated.table)).entries[-1], Paused)

    online(story, ONLINE_LIMITS)


def test_a_state_that_is_larger_than_the_outbox_is_sent_all_the_same() -> None:
    """A client would come back for it, and be let go again, for ever."""
    outbox = Outbox(most=100)
    outbox.send(b"welcome")
    outbox.send(b"s" * 1000)
    assert outbox.closed is None
    assert [len(data) for data in outbox.take_now()] == [7, 1000]
    outbox.send(b"s" * 1000)
    outbox.send(b"more")
    assert outbox.closed is not None
