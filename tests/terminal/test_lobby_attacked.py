"""The lobby where everything goes wrong: slow servers, impatient keys, rows that change, odd listings."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import Input

from bornes.client import http_api
from bornes.client.invite_links import TableLink
from bornes.client.lobby_feed import _take
from bornes.client.protocol import LobbySnapshot, TableListed, encode
from bornes.tables.public_view import TableListing
from bornes.terminal.online_seats import remembered_seats
from bornes.terminal.online_session import PlayedElsewhere, open_online, open_remembered_seat
from bornes.terminal.screens import lobby_screen
from bornes.terminal.screens.base_app import SafeOutputFilter, TerminalApp
from bornes.terminal.screens.lobby_screen import LobbyScreen
from bornes.terminal.screens.online_table_screen import OnlineTableScreen
from bornes.terminal.screens.pages import InputPage
from bornes.terminal.screens.waiting_room_screen import WaitingRoomScreen
from bornes.terminal.screens.widgets import RowList
from tests.support.pilots import until
from tests.support.servers import ServerProcess
from tests.support.shell import PATIENCE
from tests.support.terminal_snapshots import screen_text
from tests.terminal.test_lobby import in_the_lobby, opened, shown


class SlowServer:
    """Holds back what is asked for seats, as a server does that has much to do."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.answers = threading.Event()
        self._send = http_api._send
        monkeypatch.setattr(http_api, "_send", self._hold)

    def _hold(self, server: str, path: str, method: str, *others: Any) -> bytes:
        if method == "POST":
            self.asked.append(path)
            assert self.answers.wait(PATIENCE)
        return self._send(server, path, method, *others)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowServer]:
    """A server that answers nobody who wants a seat until it is told to."""
    server = SlowServer(monkeypatch)
    yield server
    server.answers.set()


async def mark(app: TerminalApp, pilot: Pilot[int], begin: str) -> LobbyScreen:
    """Mark the row whose key begins so."""
    await until(lambda: any(row.key.startswith(begin) for row in lobby_of(app).rows))
    while (row := lobby_of(app).marked_row()) is None or not row.key.startswith(begin):
        await pilot.press("down")
    return lobby_of(app)


def lobby_of(app: TerminalApp) -> LobbyScreen:
    """Return the lobby."""
    assert isinstance(app.screen, LobbyScreen)
    return app.screen


# -- asked once ----------------------------------------------------------------------------------------------------


def test_a_second_enter_takes_no_second_seat(server: ServerProcess, slow: SlowServer) -> None:
    async def story() -> None:
        slow.answers.set()
        table = (await opened(server, public=True, name="Ann")).table
        slow.answers.clear()
        slow.asked.clear()
        async with in_the_lobby(server.address, name="Bob") as (app, pilot):
            await mark(app, pilot, table)
            await pilot.press("enter")
            await until(lambda: bool(slow.asked))
            assert "Asking the server …" in screen_text(app)
            await pilot.press("enter", "b", "o", "e", "c", "w")
            assert shown(app, LobbyScreen)
            slow.answers.set()
            await until(lambda: shown(app, WaitingRoomScreen))
            assert app.session is not None
            assert [seat.name for seat in app.session.table.seats] == ["Ann", "Bob"]
        assert slow.asked == ["/api/join"]
        assert [seat.pending for seat in remembered_seats()] == [False]

    asyncio.run(story())


def test_who_goes_back_while_a_table_is_opened_finds_the_same_one(server: ServerProcess, slow: SlowServer) -> None:
    async def story() -> None:
        async with in_the_lobby(server.address, name="Ann") as (app, pilot):
            await pilot.press("b")
            await until(lambda: bool(slow.asked))
            await pilot.press("escape")
            await until(lambda: app.return_value is not None)
        [asked] = remembered_seats()
        assert asked.pending
        slow.answers.set()
        async with in_the_lobby(server.address, name="Ann") as (app, pilot):
            await pilot.press("b")
            await until(lambda: shown(app, OnlineTableScreen))
        assert [seat.secret for seat in remembered_seats()] == [asked.secret]

    asyncio.run(story())


def test_a_seat_that_another_terminal_plays_is_not_asked_for_again(server: ServerProcess, slow: SlowServer) -> None:
    async def story() -> None:
        slow.answers.set()
        link = TableLink(server.address, (await opened(server, public=True, name="Ann")).table)
        there = await open_online(link, "Bob")
        slow.asked.clear()
        with pytest.raises(PlayedElsewhere):
            await open_online(link, "Bob")
        async with in_the_lobby(server.address, name="Bob") as (app, pilot):
            await mark(app, pilot, "own")
            await pilot.press("enter")
            await until(lambda: "Your seat at this table is played in another terminal." in screen_text(app))
        assert not slow.asked
        await there.close()
        back = await open_remembered_seat(remembered_seats()[0])
        assert back.table.link == there.table.link
        await back.close()

    asyncio.run(story())


# -- rows that change ----------------------------------------------------------------------------------------------


@contextmanager
def with_tables(monkeypatch: pytest.MonkeyPatch, *tables: TableListing) -> Iterator[None]:
    """Let every lobby have these tables, and no others come."""

    async def lobby(server: str) -> AsyncIterator[tuple[TableListing, ...]]:
        yield tables
        await asyncio.Event().wait()

    monkeypatch.setattr(lobby_screen, "watch_lobby", lobby)
    yield


async def some_listing(server: ServerProcess) -> TableListing:
    """Return a public table as it is listed."""
    seated = await opened(server, public=True, name="Ann")
    return await http_api.look_up_table(TableLink(server.address, seated.table))


@pytest.mark.parametrize("gone", [True, False])
def test_enter_acts_on_the_row_that_was_marked_or_on_none(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    async def story() -> None:
        one = await some_listing(server)
        tables = tuple(msgspec.structs.replace(one, id=f"home-{at:016}") for at in range(5))
        went: list[str] = []
        monkeypatch.setattr(LobbyScreen, "_join", lambda self, link: went.append(link.table))
        with with_tables(monkeypatch, *tables):
            async with in_the_lobby(server.address, name="Bob") as (app, pilot):
                lobby = await mark(app, pilot, tables[-1].id)
                lobby.query_one(RowList).action_select()  # and before anybody hears of it, tables go
                lobby.tables = () if gone else tables[-1:]
                lobby.show_rows()
                await pilot.pause()
                assert went == ([] if gone else [tables[-1].id])

    asyncio.run(story())


@pytest.mark.parametrize("key", ["pagedown", "pageup"])
def test_a_page_further_in_a_window_without_room_does_nothing(server: ServerProcess, key: str) -> None:
    async def story() -> None:
        async with in_the_lobby(server.address, name="Bob") as (app, pilot):
            await pilot.resize_terminal(4, 24)
            await pilot.press(key)
            assert shown(app, LobbyScreen)

    asyncio.run(story())


# -- a server that does not answer ---------------------------------------------------------------------------------

WAITING = """
import asyncio, sys
from bornes.client.http_api import ServerError, public_tables
async def story():
    asking = asyncio.create_task(public_tables(sys.argv[1]))
    await asyncio.to_thread(sys.stdin.readline)
    asking.cancel()
asyncio.run(story())
"""


def test_who_stops_waiting_for_a_server_need_not_wait() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        program = subprocess.Popen([sys.executable, "-c", WAITING, address], stdin=subprocess.PIPE, text=True)
        connection, _ = silent.accept()
        with connection:
            assert connection.recv(4096)
            assert program.stdin is not None
            program.stdin.write("\n")
            program.stdin.close()
            assert program.wait(http_api.CONNECT_TIMEOUT_SECONDS / 2) == 0


# -- whatever a server says ----------------------------------------------------------------------------------------

NASTY = "\x1b[2J\x1b]0;pwn\x07\u202eabc\nd"


def odd(table: TableListing, **seat: Any) -> TableListing:
    """Return a listing whose first seat is another."""
    return msgspec.structs.replace(table, seats=[msgspec.structs.replace(table.seats[0], **seat), *table.seats[1:]])


def test_odd_listings_are_in_nobodys_way(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        sound = await some_listing(server)
        later = msgspec.structs.replace(sound, id=f"home-{1:016}", edition="sixth")
        nasty = odd(msgspec.structs.replace(sound, id=f"home-{2:016}"), name=NASTY)
        wrong = [msgspec.structs.replace(sound, **values) for values in ({"players": -5}, {"id": NASTY})]
        tables: dict[str, TableListing] = {}
        assert _take(encode(LobbySnapshot([odd(sound, team=50), *wrong, later, nasty])), tables)
        assert list(tables) == [later.id, nasty.id]
        assert _take(encode(TableListed(odd(later, team=-1))), tables)
        assert list(tables) == [nasty.id]
        assert _take(encode(TableListed(later)), tables)
        with with_tables(monkeypatch, *tables.values()):
            async with in_the_lobby(server.address, name="Bob") as (app, pilot):
                await until(lambda: "A game that this release does not know" in screen_text(app))
                assert "\ufffd[2J\ufffd]0;pwn\ufffd\ufffdabc\ufffdd" in screen_text(app)
                await mark(app, pilot, nasty.id)
                assert not [row for row in lobby_of(app).rows if row.key == later.id and row.press]

    asyncio.run(story())


def test_nothing_that_is_shown_does_something_to_the_terminal() -> None:
    line = [Segment("Ann │ \u202f1"), Segment(f"a{NASTY}b"), Segment("\ue000")]
    shown = SafeOutputFilter().apply(line, Color(0, 0, 0))
    assert [segment.text for segment in shown] == ["Ann │ \u202f1", "a[2J]0;pwnabcdb", "\ufffd"]
    assert sum(map(cell_len, (segment.text for segment in shown))) == sum(segment.cell_length for segment in line)


async def _answer(answer: bytes) -> str:
    """Return what is said of a server that answers every request so."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        with pytest.raises(http_api.ServerError) as raised:
            await http_api.public_tables(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    return str(raised.value)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"\x1b[2J\x00\xff" * 1000 + b"\r\n\r\n", "does not answer as a server of Bornes does"),
        (b'HTTP/1.1 400 No\r\n\r\n{"error": "x", "text": "\\u001b[2Jboo\\n\\u202e"}', "\ufffd[2Jboo\ufffd\ufffd"),
        (b"", "cannot be reached"),
    ],
)
def test_what_a_server_says_of_an_error_does_no_harm(answer: bytes, said: str) -> None:
    told = asyncio.run(_answer(answer))
    assert said in told
    assert told.isprintable()


def test_a_name_that_no_server_takes_is_refused_where_it_is_typed(server: ServerProcess) -> None:
    async def story() -> None:
        async with in_the_lobby(server.address) as (app, pilot):
            await pilot.press("e")
            await until(lambda: shown(app, InputPage))
            app.screen.query_one(Input).value = "x" * 33
            await pilot.press("enter")
            await until(lambda: "A name has at most 32 characters." in screen_text(app))
            assert shown(app, InputPage)

    asyncio.run(story())
