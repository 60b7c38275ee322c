"""The screens around tables far away as text: the lobby, a new table, the waiting room, in two languages and sizes.

What a server would say is made up here, so that every picture is always the same.  Run as a program it writes the files
anew: ``python -m tests.support.online_snapshots``.  Look at the difference.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from textual.screen import Screen

from bornes.client.invite_links import TableLink
from bornes.client.protocol import PACES, Invitation
from bornes.client.table_client import Seat
from bornes.rules.editions import edition
from bornes.server.addresses import qr_rows
from bornes.tables.public_view import ListedSeat, TableListing
from bornes.terminal.online_seats import RememberedSeat
from bornes.terminal.preferences import default_preferences
from bornes.terminal.screens import lobby_screen
from bornes.terminal.screens.base_app import TerminalApp
from bornes.terminal.screens.lobby_screen import LobbyScreen
from bornes.terminal.screens.new_game_screen import OpenTableScreen
from bornes.terminal.screens.waiting_room_screen import WaitingRoomScreen
from scripts._screenshots.terminal import cells, drawing
from tests.support.paths import GOLDEN
from tests.support.pilots import driven, until
from tests.support.terminal_snapshots import screen_text

SNAPSHOTS = GOLDEN / "terminal" / "far"
SIZES = ((80, 24), (140, 45))
SERVER = "http://192.168.1.5:8000"
TABLE = "home-4b8kq2m7x9c3d5fa"
INVITATION = f"{SERVER}/t/{TABLE}#join=Yq3kzT8wLm2vXc7rBn4pQ6sD"


def listing(name: str, id: str, seats: list[ListedSeat], **more: Any) -> TableListing:
    """Return a table of the lobby."""
    usual: dict[str, Any] = {
        "house_rule_count": 0,
        "pace": PACES["relaxed"],
        "newcomers": True,
        "spectators": True,
        "game": 1,
    }
    rest = {"deal": 0, "playing": False, "over": False, **usual, **more}
    return TableListing(id=id, edition=name, players=len(seats), teams=len(seats), seats=seats, **rest)


def person(name: str, team: int) -> ListedSeat:
    """Return the seat of a person."""
    return ListedSeat("person", name, None, team)


TABLES = (
    listing("parker-1962", TABLE, [person("Ann", 0), ListedSeat("open", "", None, 1)]),
    listing(
        "dujardin",
        "home-aaaabbbbccccdddd",
        [person("Zoé", 0), person("Jean-Baptiste", 1), ListedSeat("bot", "Chloé", "tuned", 2)],
        house_rule_count=2,
        pace=PACES["quick"],
    ),
    listing("asmodee", "home-eeeeffffgggghhhh", [person("Kim", 0), person("Lou", 1)], deal=3, playing=True),
)
OWN = (RememberedSeat(SERVER, "home-4b8kq2m7x9c3d5ab", "x" * 32, "Bob", "482913057"),)


async def made_up_lobby(server: str) -> AsyncGenerator[tuple[TableListing, ...], None]:
    """Tell the same tables once, and no more."""
    yield TABLES
    await asyncio.Event().wait()


async def made_up_listing(link: TableLink, language: str) -> TableListing:
    """Tell of the table at which somebody here has a seat."""
    return listing("parker-1962", link.table, [person("Bob", 0), person("Eve", 1)], deal=2)


class MadeUpTable:
    """What the waiting room asks a table for."""

    begun = ready = False
    lost = None
    seat = 0

    def __init__(self, connected: bool = True) -> None:
        self.rules = edition("parker-1962").rules(4).replace(target=700)
        self.connected = connected
        self.seats = (
            Seat("Ann", here=True),
            Seat("Bob", ready=True),
            Seat("", open=True),
            Seat("Dora", "tuned"),
        )
        self.link = TableLink(SERVER, TABLE)
        self.info = SimpleNamespace(newcomers=True, spectators=True, acting_host=0, host=0, pace=PACES["relaxed"])

    def listen(self, callback: Callable[[], None]) -> None:
        """Never change."""

    on_notice = listen


def waiting_room(lang: str, connected: bool = True) -> Screen[Any]:
    """Return the waiting room of a table of four."""
    invitation = Invitation(INVITATION, INVITATION.replace("join", "watch"), "482913057", qr=list(qr_rows(INVITATION)))

    async def told(language: str) -> Invitation:
        return invitation

    session: Any = SimpleNamespace(table=MadeUpTable(connected), play_now=False, watches=False, invitation=told)
    return WaitingRoomScreen(session, lang)


@dataclass(frozen=True, slots=True)
class FarShot:
    """A picture to be taken."""

    name: str
    make: Callable[[str], Screen[Any]]
    lang: str
    size: tuple[int, int]
    ascii: bool = False

    @property
    def file(self) -> Path:
        """Where it lies."""
        width, height = self.size
        return SNAPSHOTS / f"{self.name}-{self.lang}-{width}x{height}.txt"

    def take(self, picture: Path | None = None) -> str:
        """Return the text of the screen, and draw it to a file where one is named."""

        async def taken() -> str:
            app = TerminalApp(ascii=self.ascii)
            app.lang = self.lang  # type: ignore[attr-defined]
            async with driven(app, self.size) as pilot:
                app.push_screen(self.make(self.lang))
                await until(lambda: len(app.screen_stack) > 1)
                await pilot.pause()
                await pilot.pause()
                if picture is not None:
                    drawn = drawing(list(cells(app.screen._compositor.render_strips())), self.size)
                    picture.write_text(drawn, encoding="utf-8")
                return screen_text(app)

        made_up = patch.multiple(
            lobby_screen, watch_lobby=made_up_lobby, remembered_seats=lambda: list(OWN), look_up_table=made_up_listing
        )
        with made_up:
            return asyncio.run(taken())


def far_shots() -> Iterator[FarShot]:
    """List all snapshots."""
    for lang in ("en", "fr"):
        for size in SIZES:
            yield FarShot("lobby", lambda lang: LobbyScreen(lang, SERVER, "Ann"), lang, size)
            yield FarShot("open", lambda lang: OpenTableScreen(default_preferences(lang), lang, "Ann"), lang, size)
            yield FarShot("waiting", waiting_room, lang, size)
    yield FarShot("waiting-lost", lambda lang: waiting_room(lang, connected=False), "en", (60, 20))
    yield FarShot("waiting-ascii", waiting_room, "en", (80, 24), ascii=True)
    yield FarShot("lobby-ascii", lambda lang: LobbyScreen(lang, SERVER, "Ann"), "fr", (60, 20), ascii=True)


def main() -> None:
    """Write all files anew."""
    SNAPSHOTS.mkdir(parents=True, exist_ok=True)
    for shot in far_shots():
        shot.file.write_text(shot.take(), encoding="utf-8")


if __name__ == "__main__":
    main()
