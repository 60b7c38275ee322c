"""The lobby: only so many tables, and no change of them makes it costly or throws a client out."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.json import decode

from bornes.client.protocol import (
    JoinTable,
    LobbyMessage,
    LobbySnapshot,
    OpenTable,
    SeatAssignment,
    TableListed,
    TableUnlisted,
    decode_lobby,
    encode,
)
from bornes.server import lobby as lobby_module
from bornes.server.addresses import TableOrigins
from bornes.server.http.app_context import OPENS_PER_JOIN, AppContext
from bornes.server.http.asgi_app import build_app
from bornes.server.lobby import MAX_LISTED, MAX_LISTED_PER_OPENER, MAX_UNREAD_BYTES, UPDATE_SECONDS, Lobby
from bornes.server.outbox import MAX_OUTBOX_BYTES, Outbox
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.settings import ServerSettings
from bornes.tables.commands import GiveSeed, GiveUpSeat, Rename
from bornes.tables.public_view import TableListing, encode_listing
from bornes.tables.table_limits import ONLINE_LIMITS
from tests.campaigns.leaks.asgi import request
from tests.simulation import VirtualLoop, run_virtual
from tests.support.online import Online, online


def a_listing() -> TableListing:
    """Return how a table is listed that takes much room."""
    found = list[TableListing]()

    async def story(server: Online) -> None:
        seated = await server.open(public=True, edition="parker-1962", players=6, name="W" * 20)
        found.append(await server.service.listing(seated.table))

    online(story)
    return found[0]


LISTING = encode_listing(a_listing())


def read(outbox: Outbox) -> list[LobbyMessage]:
    """Return what a client is sent."""
    return [decode_lobby(data) for data in outbox.take_now()]


def test_a_damaged_listing_keeps_no_server_from_starting(caplog: pytest.LogCaptureFixture) -> None:
    lobby = Lobby()
    for damaged in (b"\0" * 300, b"\xff\xfe", LISTING[:-1], b"", b"{}"):
        lobby.load([("sound", LISTING), ("damaged", damaged), ("older", LISTING)])
        assert list(lobby._tables) == ["older", "sound"]
        assert caplog.records.pop().getMessage() == "the listing of a table is damaged"
    lobby.list("damaged", LISTING)
    assert len(lobby.now().tables) == 3


def test_so_many_tables_are_listed_that_a_client_can_take_them_all() -> None:
    async def story(loop: VirtualLoop) -> None:
        lobby, outbox = Lobby(), Outbox()
        lobby.follow(outbox)
        for number in range(MAX_LISTED + 20):
            lobby.list(f"home-{number}", LISTING)
            if number == MAX_LISTED - 1:
                lobby.list("home-0", LISTING)  # something happens at the oldest
        assert len(lobby.now().tables) == MAX_LISTED
        assert len(encode(lobby.now())) < MAX_OUTBOX_BYTES
        await asyncio.sleep(3 * UPDATE_SECONDS)
        assert outbox.closed is None

        told = Outbox()
        lobby.follow(told)
        read(told)
        for number in range(MAX_LISTED, MAX_LISTED + 20):
            lobby.list(f"home-{number + 20}", LISTING)
        await asyncio.sleep(UPDATE_SECONDS)
        gone = {message.id for message in read(told) if isinstance(message, TableUnlisted)}
        assert gone == {f"home-{number}" for number in range(21, 41)}

    run_virtual(story)


def test_many_changes_of_a_table_are_one_update_written_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(loop: VirtualLoop) -> None:
        lobby, outboxes = Lobby(), [Outbox() for _ in range(180)]
        for outbox in outboxes:
            lobby.follow(outbox)
            outbox.take_now()
        written: list[object] = []

        def write(value: object) -> bytes:
            written.append(value)
            return encode(value)

        monkeypatch.setattr(lobby_module, "encode", write)
        for _ in range(10):
            for _ in range(1000):
                lobby.list("home-1", LISTING)
            await asyncio.sleep(UPDATE_SECONDS / 10)
        await asyncio.sleep(UPDATE_SECONDS)
        assert len(written) == 2, "one at once, and one for the half second after it"
        for outbox in outboxes:
            assert [type(message) for message in read(outbox)] == [TableListed] * 2
            assert outbox.closed is None

    run_virtual(story)


def test_a_client_that_reads_slowly_gets_a_new_list_and_is_not_thrown_out() -> None:
    async def story(loop: VirtualLoop) -> None:
        lobby, slow, quick = Lobby(), Outbox(), Outbox()
        for number in range(100):
            lobby.list(f"home-{number}", LISTING)
        lobby.follow(slow)
        lobby.follow(quick)
        seen = len(read(quick))
        for _ in range(30):
            for number in range(100):
                lobby.list(f"home-{number}", LISTING)
            await asyncio.sleep(UPDATE_SECONDS)
            seen += len(read(quick))
        assert seen > 2900, "everybody else is told everything"
        assert slow.closed is None
        assert slow.size <= 2 * MAX_UNREAD_BYTES
        read(slow)
        lobby.list("home-7", None)
        await asyncio.sleep(2 * UPDATE_SECONDS)
        (fresh,) = read(slow)
        assert isinstance(fresh, LobbySnapshot)
        assert len(fresh.tables) == 99
        lobby.list("home-7", LISTING)
        assert isinstance(read(slow)[-1], TableListed)

    run_virtual(story)


def test_nothing_is_kept_for_a_lobby_that_nobody_reads() -> None:
    async def story(loop: VirtualLoop) -> None:
        lobby, outbox = Lobby(), Outbox()
        stop = lobby.follow(outbox)
        lobby.list("home-1", LISTING)
        lobby.list("home-1", None)
        stop()
        for number in range(1000):
            lobby.list(f"home-{number}", LISTING)
            lobby.list(f"home-{number}", None)
        assert not lobby._changed
        await asyncio.sleep(UPDATE_SECONDS)
        assert [type(message) for message in read(outbox)] == [LobbySnapshot, TableListed]

    run_virtual(story)


def test_one_openers_tables_do_not_fill_the_list() -> None:
    async def story(loop: VirtualLoop) -> None:
        openers = TableOrigins()
        lobby = Lobby(opener_of=openers.of)
        openers.note("home-ann", "198.51.100.1")
        lobby.list("home-ann", LISTING)
        for number in range(500):
            openers.note(f"home-{number}", "2001:db8:1::/48")
            lobby.list(f"home-{number}", LISTING)
        assert list(lobby._tables) == ["home-ann", *(f"home-{at}" for at in range(500 - MAX_LISTED_PER_OPENER, 500))]

    run_virtual(story)


def test_one_openers_tables_do_not_fill_the_list_after_a_restart() -> None:
    async def story(server: Online) -> None:
        ann = await server.open(public=True)
        for _ in range(3 * MAX_LISTED_PER_OPENER):
            asked = OpenTable(edition="parker-1962", players=2, public=True)
            await server.service.open_table(asked, "en", "http://test", "10.0.0.1")
        await asyncio.sleep(1)
        again = await server.restart()
        listed = [one.id for one in again.service.lobby.now().tables]
        assert (len(listed), ann.table in listed) == (MAX_LISTED_PER_OPENER + 1, True)
        await again.service.close()

    online(story)


def test_a_table_that_was_dropped_stays_out_of_the_list_until_its_listing_changes() -> None:
    async def story(server: Online) -> None:
        asked = OpenTable(edition="parker-1962", players=2, public=True)
        opened = [
            await server.service.open_table(asked, "en", "http://test", "10.0.0.1")
            for _ in range(3 * MAX_LISTED_PER_OPENER)
        ]
        await asyncio.sleep(1)
        for seated in opened:
            who = await server.service.player(seated.table, seated.secret)
            await server.service.command(who, GiveSeed(seed="ab" * 16), "en")
        await asyncio.sleep(1)
        again = await server.restart()
        assert len(again.service.lobby.now().tables) == MAX_LISTED_PER_OPENER
        first = opened[0]
        who = await again.service.player(first.table, first.secret)
        await again.service.command(who, Rename(name="Ann"), "en")
        assert first.table in [one.id for one in again.service.lobby.now().tables]
        await again.service.close()

    online(story)


def test_an_openers_address_is_kept_while_a_table_is_in_memory_or_listed() -> None:
    async def story(server: Online) -> None:
        service = server.service
        known: dict[bool, list[str]] = {}
        for public in (True, False):
            asked = OpenTable(edition="parker-1962", players=2, public=public)
            opened = [
                (await service.open_table(asked, "en", "http://test", "10.0.0.1")).table
                for _ in range(MAX_LISTED_PER_OPENER + 1)
            ]
            assert {service.openers.of(id) for id in opened} == {"10.0.0.1"}
            await server.upkeep.tidy()
            await asyncio.sleep(61)
            await server.upkeep.tidy()
            assert all(service.host.table(id) is None for id in opened)
            known[public] = [id for id in opened if service.openers.of(id)]
        assert set(known[True]) == {one.id for one in service.lobby.now().tables}
        assert (len(known[True]), known[False]) == (MAX_LISTED_PER_OPENER, [])
        service.lobby.list(known[True][0], None)
        assert service.openers.of(known[True][0]) == ""

    online(story)


def test_a_full_list_loses_a_table_of_the_opener_with_the_most() -> None:
    async def story(loop: VirtualLoop) -> None:
        openers = TableOrigins()
        lobby = Lobby(opener_of=openers.of)
        lobby.load([(f"home-old-{number}", LISTING) for number in range(MAX_LISTED)])  # as after a restart
        for number in range(100):
            openers.note(f"home-new-{number}", f"198.51.100.{number}")
            lobby.list(f"home-new-{number}", LISTING)
        assert len(lobby.now().tables) == MAX_LISTED
        assert sum(id.startswith("home-new-") for id in lobby._tables) == 100

    run_virtual(story)


def test_a_request_for_a_table_counts_for_the_neighborhood_that_it_comes_from() -> None:
    async def story(server: Online) -> None:
        app = build_app(AppContext(server.service, ServerSettings(), ReviewQueue(StoredReviews(server.store))))
        body = encode(OpenTable(name="Ann", edition="parker-1962", players=2, public=True))
        for at in range(30):
            assert (await request(app, "POST", "/api/tables", f"2001:db8:1:{at:x}::1", body=body)).status == 201
        await request(app, "POST", "/api/tables", "198.51.100.1", body=body)
        assert len(server.service.lobby.now().tables) == MAX_LISTED_PER_OPENER + 1

    online(story)


# -- public tables -------------------------------------------------------------------------------------------------


def test_one_address_does_not_use_up_how_often_anyone_may_come_and_go() -> None:
    async def story(server: Online) -> None:
        app = build_app(
            AppContext(
                server.service, ServerSettings(requests_per_minute=10**6), ReviewQueue(StoredReviews(server.store))
            )
        )
        host = await server.open(public=True)
        body = encode(JoinTable(table=host.table))

        async def come(address: str) -> int:
            answer = await request(app, "POST", "/api/join", address, body=body)
            if answer.status == 201:
                guest = decode(answer.body, type=SeatAssignment)
                who = await server.service.player(guest.table, guest.secret)
                await server.service.command(who, GiveUpSeat(for_good=True), "en")
            return answer.status

        statuses = [await come("198.51.100.1") for _ in range(ONLINE_LIMITS.max_changes)]
        assert statuses.count(201) == ServerSettings().opens_per_hour // OPENS_PER_JOIN
        assert set(statuses) == {201, 429}
        assert await come("198.51.100.2") == 201

    online(story, ONLINE_LIMITS)


def test_where_too_many_came_and_went_at_one_seat_another_one_is_free() -> None:
    async def story(server: Online) -> None:
        host = await server.open(public=True, players=3)
        for _ in range(ONLINE_LIMITS.max_changes // 2):
            guest = await server.join(table=host.table, seat=1)
            who = await server.service.player(guest.table, guest.secret)
            await server.service.command(who, GiveUpSeat(for_good=True), "en")
        assert (await server.join(table=host.table, name="Bob")).seat == 2

    online(story, ONLINE_LIMITS)
