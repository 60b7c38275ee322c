"""The lobby of a real server on the screen: tables that come and go, a code, a table of one's own, the way back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual import work
from textual.pilot import Pilot

from bornes.client import join, open_table
from bornes.client.protocol import OpenTable, SeatAssignment
from bornes.terminal.online_session import OnlineSession
from bornes.terminal.screens.base_app import TerminalApp
from bornes.terminal.screens.lobby_screen import LobbyScreen
from bornes.terminal.screens.new_game_screen import OpenTableScreen
from bornes.terminal.screens.online_app import play_online_table
from bornes.terminal.screens.online_table_screen import OnlineTableScreen
from bornes.terminal.screens.waiting_room_screen import WaitingRoomScreen
from bornes.terminal.waiting_room_text import large_digits, qr_lines
from tests.support.online_snapshots import FarShot, far_shots
from tests.support.pilots import driven, until
from tests.support.servers import ServerProcess
from tests.support.terminal_snapshots import screen_text


class LobbyApp(TerminalApp):
    """Shows the lobby, and plays where it leads."""

    def __init__(self, server: str, lang: str = "en", name: str = "") -> None:
        super().__init__()
        self.server, self.lang, self.player = server, lang, name
        self.session: OnlineSession | None = None

    def on_mount(self) -> None:
        """Show the lobby."""
        self._play()

    @work(exit_on_error=True)
    async def _play(self) -> None:
        self.session = await self.push_screen_wait(LobbyScreen(self.lang, self.server, self.player))
        if self.session is not None:
            await play_online_table(self, self.session, self.lang)
        self.exit(0)

    async def on_unmount(self) -> None:
        """Leave the table."""
        if self.session is not None:
            await self.session.close()


@asynccontextmanager
async def in_the_lobby(server: str, **given: Any) -> AsyncIterator[tuple[LobbyApp, Pilot[int]]]:
    """Stand in the lobby of a server."""
    app = LobbyApp(server, **given)
    async with driven(app, (80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, LobbyScreen))
        yield app, pilot


def shown(app: TerminalApp, kind: type[object]) -> bool:
    """Say whether such a screen is on top."""
    return isinstance(app.screen, kind)


async def opened(server: ServerProcess, **wanted: Any) -> SeatAssignment:
    """Open a table of two."""
    return await open_table(server.address, OpenTable(edition="parker-1962", players=2, **wanted))


def test_a_public_table_appears_and_enter_sits_down_under_a_name(server: ServerProcess) -> None:
    async def story() -> None:
        async with in_the_lobby(server.address) as (app, pilot):
            await until(lambda: "Public tables" in screen_text(app))
            seated = await opened(server, public=True, name="Ann")
            await until(lambda: "● Ann  ○ free" in screen_text(app))
            lobby = app.screen
            assert isinstance(lobby, LobbyScreen)
            while (row := lobby.marked_row()) is None or row.key != seated.table:
                await pilot.press("down")
            await until(lambda: "Enter sits down." in screen_text(app))
            await pilot.press("enter")
            await until(lambda: "Your name" in screen_text(app) and not shown(app, LobbyScreen))
            await pilot.press(*"Bob", "enter")
            await until(lambda: shown(app, WaitingRoomScreen))
            await until(lambda: "Bob" in screen_text(app))
            assert app.session is not None
            assert [seat.name for seat in app.session.table.seats] == ["Ann", "Bob"]

    asyncio.run(story())


def test_a_code_leads_to_a_table_and_a_wrong_one_is_told(server: ServerProcess) -> None:
    async def story() -> None:
        seated = await opened(server, name="Ann")
        async with in_the_lobby(server.address, name="Bob") as (app, pilot):
            await pilot.press("c", *"999999", "enter")
            await until(lambda: shown(app, LobbyScreen) and bool(app.screen.message))  # type: ignore[attr-defined]
            await pilot.press("c", *"12x")
            await until(lambda: "neither a link" in screen_text(app))
            await pilot.press("escape")
            code = seated.invitation.code
            await pilot.press("c", *f"{code[:3]} {code[3:]}", "enter")
            await until(lambda: shown(app, WaitingRoomScreen))

    asyncio.run(story())


def test_a_table_is_opened_and_somebody_comes_by_its_code(server: ServerProcess) -> None:
    async def story() -> None:
        async with in_the_lobby(server.address, name="Ann") as (app, pilot):
            await pilot.press("o")
            await until(lambda: shown(app, OpenTableScreen))
            assert "1 seat waits for somebody." in screen_text(app)
            await pilot.press("s")
            await until(lambda: shown(app, WaitingRoomScreen))
            assert app.session is not None
            invitation = await app.session.invitation("en")
            assert invitation is not None
            async with join(invitation.join, "Bob") as bob:
                await until(lambda: "Bob" in screen_text(app))
                await pilot.press("r")
                await bob.table.next_deal()
                await until(lambda: shown(app, OnlineTableScreen))

    asyncio.run(story())


def test_one_plays_against_bots_of_the_server_at_once(server: ServerProcess) -> None:
    async def story() -> None:
        async with in_the_lobby(server.address, name="Ann") as (app, pilot):
            await pilot.press("b")
            await until(lambda: shown(app, OnlineTableScreen))
            await until(lambda: app.session is not None and bool(app.session.table.asked))

    asyncio.run(story())


def test_a_seat_that_is_ours_is_offered_and_leads_back(server: ServerProcess) -> None:
    async def story() -> None:
        seated = await opened(server, name="Ann", seats=["me", "open"], pace="days")
        async with in_the_lobby(server.address, name="Bob") as (app, pilot):
            await pilot.press("c", *seated.invitation.code, "enter")
            await until(lambda: shown(app, WaitingRoomScreen))
            await pilot.press("q")
            await until(lambda: app.return_value is not None)
        async with in_the_lobby(server.address) as (app, pilot):
            await until(lambda: "Your seats" in screen_text(app))
            lobby = app.screen
            assert isinstance(lobby, LobbyScreen)
            while (row := lobby.marked_row()) is None or not row.key.startswith("own"):
                await pilot.press("down")
            await pilot.press("enter")
            await until(lambda: shown(app, WaitingRoomScreen))
            assert app.session is not None
            assert app.session.table.seat == 1

    asyncio.run(story())


def test_a_server_that_does_not_answer_is_named_and_esc_leads_back() -> None:
    async def story() -> None:
        async with in_the_lobby("http://127.0.0.1:9") as (app, pilot):
            await until(lambda: "nobody answers there" in screen_text(app))
            await pilot.press("escape")
            await until(lambda: app.return_value is not None)
            assert app.session is None

    asyncio.run(story())


# -- how it looks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shot", list(far_shots()), ids=lambda shot: shot.file.stem)
def test_the_screens_look_as_they_did(shot: FarShot) -> None:
    assert shot.take() == shot.file.read_text(encoding="utf-8")


def test_a_code_is_drawn_in_blocks_with_a_gap_after_three_digits() -> None:
    assert large_digits("1204") == [
        " █   ▀▀█  █▀█    █ █",
        " █   █▀▀  █ █    ▀▀█",
        " ▀   ▀▀▀  ▀▀▀      ▀",
    ]
    doubled = large_digits("1204", doubled=True)
    assert len(doubled) == 6
    assert set("".join(doubled)) == {" ", "█"}


def test_a_picture_for_a_phone_has_two_squares_in_each_line_and_light_around() -> None:
    assert qr_lines(["10", "11", "01"]) == ["      ", "  █▄  ", "   ▀  ", "      "]
    assert qr_lines([]) == []
