"""The lobby of a server: seats that are ours, public tables as they come and go, a code to type, a table to open.

``LobbyScreen(lang)`` can be pushed by any app; it is dismissed with a ``OnlineSession``, or None for the way back.
Give the session to ``online_app.play_online_table``, which shows the waiting room and the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.binding import BindingType

from ...client.http_api import ServerError, look_up_table
from ...client.invite_links import LinkError, TableLink, parse_link, parse_server
from ...client.lobby_feed import watch_lobby
from ...client.protocol import OpenTable
from ...client.remote_table import RemoteTable
from ...client.table_client import TableError
from ...game.player_names import is_valid_name
from ...i18n import Translator
from ...tables.commands import MAX_NAME_LENGTH
from ...tables.public_view import TableListing
from ..online_seats import RememberedSeat, remembered_seats
from ..online_session import OnlineSession, last_name, last_server, open_new, open_online, open_remembered_seat
from ..phrases import error_sentence
from ..preferences import DEFAULT_BOT, load_preferences
from .list_screens import RowNote, RowsScreen
from .lobby_rows import (
    LobbyRow,
    about_table,
    can_be_watched,
    has_room,
    heading_rows,
    note_row,
    offer_row,
    seat_line,
    seat_name,
    setting_row,
    table_line,
    table_seats,
)
from .new_game_screen import OpenTableScreen
from .pages import InputPage

RETRY_SECONDS = 3.0
MAX_OWN_SEATS = 5


class LobbyScreen(RowsScreen[OnlineSession | None, LobbyRow]):
    """Offers the tables of a server; dismissed with the session of one, which is not connected yet, or None.

    ``lang`` is the reader's language.  ``server`` is the address of the server, empty for the one that was used last;
    ``name`` what the player is called, empty for the last name that was used.  Both can be changed on the screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("c", "code"),
        ("o", "open"),
        ("b", "bots"),
        ("w", "watch"),
        ("e", "name"),
        ("s", "server"),
    ]
    DEFAULT_CSS = """
    LobbyScreen OptionList { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, lang: str, server: str = "", name: str = "") -> None:
        super().__init__()
        self.lang = lang
        self.words = Translator(lang)
        self.server = server or last_server()
        self.name_chosen = name or last_name()
        self.message = ""
        """What went wrong with what was asked for last."""
        self.asking = False
        """Whether the server is asked for a seat now: what else is asked for meanwhile would make two of it."""
        self.trouble = ""
        """Why the server cannot be reached; empty while it can."""
        self.tables: tuple[TableListing, ...] | None = None
        """The public tables; None until the server has told them."""
        self.own: dict[str, TableListing] = {}
        """The tables at which somebody here has a seat, by the secret of the seat, once the server has told them."""
        self.gone: set[str] = set()
        """Seats that the server knows no more."""

    # -- the screen ------------------------------------------------------------------------------------------------

    def heading(self) -> str:
        """Return what stands above the rows."""
        return self.words.gettext("Tables online")

    def keys(self) -> str:
        """Return what the keys of the screen do."""
        return self.words.gettext("↑ ↓ choose · Enter go there · Esc back · w look on")

    def row_key(self, row: LobbyRow) -> str:
        """Return what a row is called."""
        return row.key

    def row_text(self, row: LobbyRow, *, marked: bool, width: int) -> Text:
        """Return a row as it is listed."""
        return row.text(marked=marked, width=width)

    def can_mark(self, row: LobbyRow) -> bool:
        """Say whether a row does something."""
        return row.press is not None

    def press_row(self, row: LobbyRow) -> None:
        """Do what the row does on Enter or a click."""
        if row.press is not None and not self.asking:
            row.press()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say whether a key does something: while the server is asked for a seat, only the way back."""
        return action == "leave" or not self.asking

    def remark(self) -> RowNote | None:
        """Say what the server is asked, or what went wrong with what was asked for last."""
        if self.asking:
            return RowNote(self.words.gettext("Asking the server …"))
        return RowNote(self.message, is_problem=True) if self.message else None

    def on_mount(self) -> None:
        """Ask the server for its tables; what can be done at once is shown by what every screen of rows does."""
        self._follow()
        self._look_at_own()

    @work(exclusive=True, group="lobby")
    async def _follow(self) -> None:
        """Show the public tables as they come and go; a server out of reach is tried again and again."""
        self.tables, self.trouble = None, ""
        self.show_rows()
        while self.is_up:
            try:
                async for tables in watch_lobby(self.server):
                    self.tables, self.trouble = tables, ""
                    self.show_rows()
            except (ServerError, LinkError) as error:
                self.tables, self.trouble = None, error_sentence(error, self.words)
                self.show_rows()
            await asyncio.sleep(RETRY_SECONDS)

    @work(exclusive=True, group="own")
    async def _look_at_own(self) -> None:
        """Ask the server what is played where somebody here has a seat."""
        for seat in self._own_seats():
            try:
                self.own[seat.secret] = await look_up_table(seat.link, self.lang)
            except ServerError as error:
                if error.is_final:
                    self.gone.add(seat.secret)
            self.show_rows()

    def _own_seats(self) -> list[RememberedSeat]:
        """Return the seats of people here at this server, the latest first."""
        kept = [seat for seat in remembered_seats() if seat.server == self.server and seat.table and not seat.bot]
        return [seat for seat in kept if seat.secret not in self.gone][:MAX_OWN_SEATS]

    # -- the rows --------------------------------------------------------------------------------------------------

    def make_rows(self) -> Iterator[LobbyRow]:
        """Return what there is to do, name and server, the seats that are ours, and the public tables."""
        words = self.words
        yield offer_row(
            "c",
            words.gettext("Join with a code"),
            words.gettext("A friend told you nine digits or more, or sent you a link."),
            self.action_code,
        )
        yield offer_row(
            "o",
            words.gettext("Open a table"),
            words.gettext("You choose the game, and get a code and a link for others."),
            self.action_open,
        )
        yield offer_row(
            "b",
            words.gettext("Play against bots"),
            words.gettext("A game at once, kept on the server: you can go on with it on another device."),
            self.action_bots,
        )
        yield LobbyRow("", Text(""))
        yield from self._setting_rows()
        if own := self._own_seats():
            yield from heading_rows(words.gettext("Your seats"))
            yield from map(self._own_row, own)
        yield from heading_rows(words.gettext("Public tables"))
        yield from self._table_rows()

    def _setting_rows(self) -> Iterator[LobbyRow]:
        words = self.words
        name, server = words.gettext("Your name"), words.gettext("Server")
        width = max(len(name), len(server))
        about_name = words.gettext("What others see; a name is asked for when you sit down without one.")
        called = self.name_chosen or words.gettext("none yet")
        yield setting_row("e", f"{name:<{width}}", called, about_name, self.action_name)
        about_server = words.gettext("Where the tables are: an address such as http://localhost:8000.")
        yield setting_row("s", f"{server:<{width}}", self.server, about_server, self.action_server)

    def _own_row(self, seat: RememberedSeat) -> LobbyRow:
        words, listing = self.words, self.own.get(seat.secret)
        line = seat_line(seat, words) if listing is None else table_line(listing, self._listed(), words)
        seats = [] if listing is None else table_seats(listing, words)
        name = seat_name(seat, words)
        details = words.gettext("Your seat is kept ({name}): Enter leads back to it.", name=name)
        return LobbyRow(f"own {seat.secret}", line, details, partial(self._go_back, seat), seats=seats)

    def _listed(self) -> list[TableListing]:
        """Return all tables that are shown."""
        return [*(self.tables or ()), *self.own.values()]

    def _table_rows(self) -> Iterator[LobbyRow]:
        if self.tables is None:
            waiting = self.trouble or self.words.gettext("Looking for tables …")
            yield note_row(waiting, "yellow" if self.trouble else "dim")
        elif not self.tables:
            yield note_row(self.words.gettext("None now. Open one, and others will see it here."), "dim")
        else:
            yield from map(self._table_row, self.tables)

    def _table_row(self, table: TableListing) -> LobbyRow:
        line = table_line(table, self._listed(), self.words)
        link = TableLink(self.server, table.id)
        watch = partial(self._look_on, link) if can_be_watched(table) else None
        press = partial(self._join, link) if has_room(table) else watch
        return LobbyRow(table.id, line, about_table(table, self.words), press, watch, table_seats(table, self.words))

    # -- what there is to do ---------------------------------------------------------------------------------------

    def action_watch(self) -> None:
        """Look on at the marked table (w)."""
        row = self.marked_row()
        if row is not None and row.watch is not None:
            row.watch()

    @work(exclusive=True, group="dialog")
    async def action_code(self) -> None:
        """Ask for a code or a link (c), and go where it leads."""
        heading = self.words.gettext("Code or link")
        given = await self.app.push_screen_wait(InputPage(heading, "", self._problem_with_link, self.words))
        if given:
            link = parse_link(given, self.server)
            if link.table or link.code:
                await self._come(link)

    def _problem_with_link(self, text: str) -> str | None:
        if not text.strip():
            return None
        try:
            link = parse_link(text, self.server)
        except LinkError as error:
            return error_sentence(error, self.words)
        return None if link.table or link.code else self.words.gettext("That leads to no table.")

    @work(exclusive=True, group="dialog")
    async def action_open(self) -> None:
        """Ask which table to open (o), and open it."""
        if not await self._have_name():
            return
        wanted = await self.app.push_screen_wait(
            OpenTableScreen(load_preferences(self.lang), self.lang, self.name_chosen)
        )
        if wanted is not None:
            await self._go(open_new(self.server, wanted, self.lang))

    @work(exclusive=True, group="dialog")
    async def action_bots(self) -> None:
        """Play against bots of the server at once (b)."""
        choices = load_preferences(self.lang)
        bot = next((one for one in choices.bots if one and ":" not in one), DEFAULT_BOT)
        seats = ["me", *[bot] * (choices.players - 1)]
        wanted = OpenTable(
            edition=choices.edition,
            players=choices.players,
            partners=choices.partners,
            short=choices.short,
            name=self.name_chosen,
            seats=seats,
            pace="none",
            newcomers=False,
            spectators=False,
        )
        await self._go(open_new(self.server, wanted, self.lang, play_now=True))

    @work(exclusive=True, group="dialog")
    async def action_name(self) -> None:
        """Ask for a name (e)."""
        await self._ask_name()

    @work(exclusive=True, group="dialog")
    async def action_server(self) -> None:
        """Ask for another server (s)."""
        page = InputPage(self.words.gettext("Server"), self.server, self._problem_with_server, self.words)
        given = await self.app.push_screen_wait(page)
        if given:
            self.server = parse_server(given)
            self._follow()
            self._look_at_own()

    def _problem_with_server(self, text: str) -> str | None:
        try:
            parse_server(text)
        except LinkError as error:
            return error_sentence(error, self.words)
        return None

    @work(exclusive=True, group="dialog")
    async def _join(self, link: TableLink) -> None:
        await self._come(link)

    @work(exclusive=True, group="dialog")
    async def _go_back(self, seat: RememberedSeat) -> None:
        await self._go(open_remembered_seat(seat, self.lang))

    def _look_on(self, link: TableLink) -> None:
        self.dismiss(OnlineSession(RemoteTable(link, self.lang)))

    async def _come(self, link: TableLink) -> None:
        """Sit down where a link or a code leads, under a name."""
        if link.watch or link.seat or await self._have_name():
            await self._go(open_online(link, self.name_chosen, None, self.lang))

    async def _have_name(self) -> bool:
        return bool(self.name_chosen) or await self._ask_name()

    async def _ask_name(self) -> bool:
        """Ask what the player is to be called; returns False where somebody would rather go back."""

        def problem(name: str) -> str | None:
            if len(name.strip()) > MAX_NAME_LENGTH:
                return self.words.gettext("A name has at most {number} characters.", number=MAX_NAME_LENGTH)
            fits = not name.strip() or is_valid_name(name)
            return None if fits else self.words.gettext("Names must be printable, without |, and all different.")

        page = InputPage(self.words.gettext("Your name"), self.name_chosen, problem, self.words)
        given = await self.app.push_screen_wait(page)
        if given is None:
            return False
        self.name_chosen = given
        self.show_rows()
        return True

    async def _go(self, coming: Coroutine[Any, Any, OnlineSession]) -> None:
        """Come to a table, or say why that cannot be."""
        self.message, self.asking = "", True
        self.show_remark()
        try:
            session = await coming
        except (ServerError, LinkError, TableError) as error:
            self.message = error_sentence(error, self.words)
            return
        finally:
            self.asking = False
            if self.is_up:
                self.show_remark()
        if self.is_up:
            self.dismiss(session)
        else:  # somebody has gone back meanwhile
            with suppress(ServerError):
                await session.close()
