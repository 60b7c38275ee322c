"""The lobby of a server: seats that are ours, public tables as they come and go, a code to type, a table to open.

``LobbyScreen(lang)`` can be pushed by any app; it is dismissed with a ``FarSession``, or None for the way back.  Give
the session to ``far_app.play_far``, which shows the waiting room and the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Line

from ...client.api import ServerError, look_up
from ...client.links import Link, LinkError, parse_link, parse_server
from ...client.listings import lobby
from ...client.protocol import OpenTable
from ...client.remote_table import RemoteTable
from ...player_names import is_name
from ...tables.listing import Listing
from ...words import Words
from ..drawing.look import TEAM_STYLES
from ..far_session import FarSession, last_name, last_server, open_far, open_new
from ..storage.choices import DEFAULT_BOT, load_choices
from ..storage.seats import KeptSeat, kept_seats
from ..waiting import listed_seat, listing_title, pace_sentence, spaced_code
from .dismiss_once import DismissOnce
from .open_table_screen import OpenTableScreen
from .pages import InputPage

TRY_AGAIN = 3.0
"""Seconds after which a server that nobody reached is tried again."""
OWN_SEATS = 5
"""So many seats of ours are offered."""


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """A line of the lobby; one that does nothing is a heading."""

    key: str
    line: Text
    details: str = ""
    press: Callable[[], object] | None = None
    watch: Callable[[], object] | None = None
    """What w does: look on, where that is allowed."""


class LobbyScreen(DismissOnce[FarSession | None]):
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
        ("escape,q", "leave"),
    ]
    DEFAULT_CSS = """
    LobbyScreen { align: center top; }
    LobbyScreen > Vertical { width: 100; max-width: 100%; height: 100%; padding: 0 1; }
    LobbyScreen .heading { text-style: bold; height: 1; margin-bottom: 1; }
    LobbyScreen OptionList, LobbyScreen OptionList:focus {
        height: 1fr; border: none; padding: 0; background: $background;
    }
    LobbyScreen OptionList { text-wrap: nowrap; text-overflow: ellipsis; }
    LobbyScreen OptionList > .option-list--option-disabled { color: $foreground; }
    LobbyScreen .details { height: 4; border-top: solid $primary; }
    LobbyScreen .footer { height: 1; text-style: dim; }
    .-ascii LobbyScreen .details { border-top: ascii $primary; }
    """

    def __init__(self, lang: str, server: str = "", name: str = "") -> None:
        super().__init__()
        self.lang = lang
        self.words = Words(lang)
        self.server = server or last_server()
        self.name_chosen = name or last_name()
        self.message = ""
        """What went wrong with what was asked for last."""
        self.trouble = ""
        """Why the server cannot be reached; empty while it can."""
        self.tables: tuple[Listing, ...] | None = None
        """The public tables; None until the server has told them."""
        self.own: dict[str, Listing] = {}
        """The tables at which somebody here has a seat, by the secret of the seat, once the server has told them."""
        self.gone: set[str] = set()
        """Seats that the server knows no more."""
        self.rows: list[LobbyRow] = []

    # -- the screen ------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the lines, the details of the marked one, and the keys."""
        words = self.words
        with Vertical():
            yield Static(Text(words.gettext("Tables online")), classes="heading")
            yield OptionList()
            yield Static("", classes="details", markup=False)
            footer = words.gettext("↑ ↓ choose · Enter go there · Esc back · w look on")
            yield Static(Text(footer), classes="footer")

    def on_mount(self) -> None:
        """Show what can be done at once, and ask the server for its tables."""
        self._show()
        self.query_one(OptionList).focus()
        self._follow()
        self._look_at_own()

    @work(exclusive=True, group="lobby")
    async def _follow(self) -> None:
        """Show the public tables as they come and go; a server out of reach is tried again and again."""
        self.tables, self.trouble = None, ""
        self._show()
        while self.is_up:
            try:
                async for tables in lobby(self.server):
                    self.tables, self.trouble = tables, ""
                    self._show()
            except (ServerError, LinkError) as error:
                self.tables, self.trouble = None, self.words.error(error)
                self._show()
            await asyncio.sleep(TRY_AGAIN)

    @work(exclusive=True, group="own")
    async def _look_at_own(self) -> None:
        """Ask the server what is played where somebody here has a seat."""
        for seat in self._own_seats():
            try:
                self.own[seat.secret] = await look_up(seat.link, self.lang)
            except ServerError as error:
                if error.is_final:
                    self.gone.add(seat.secret)
            self._show()

    def _own_seats(self) -> list[KeptSeat]:
        """Return the seats of people here at this server, the latest first."""
        kept = [seat for seat in kept_seats() if seat.server == self.server and seat.table and not seat.bot]
        return [seat for seat in kept if seat.secret not in self.gone][:OWN_SEATS]

    def _show(self) -> None:
        """Draw the lines anew; the mark stays on its line, or goes to the first one that does something."""
        if not self.is_up:
            return
        listed = self.query_one(OptionList)
        marked = self._marked()
        self.rows = list(self._make_rows())
        listed.set_options(Line(row.line, disabled=row.press is None) for row in self.rows)
        keys = [row.key for row in self.rows]
        kept = keys.index(marked.key) if marked is not None and marked.key in keys else None
        first = next(at for at, row in enumerate(self.rows) if row.press is not None)
        listed.highlighted = first if kept is None else kept
        self._show_details()

    def _marked(self) -> LobbyRow | None:
        at = self.query_one(OptionList).highlighted
        return self.rows[at] if at is not None and at < len(self.rows) else None

    def _show_details(self) -> None:
        row = self._marked()
        parts = [Text(self.message, "bold red")] if self.message else []
        if row is not None and row.details:
            parts.append(Text(row.details))
        self.query_one(".details", Static).update(Text("\n").join(parts))

    def on_option_list_option_highlighted(self) -> None:
        """Show the details of another line."""
        self._show_details()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the line does on Enter or a click."""
        event.stop()
        press = self.rows[event.option_index].press
        if press is not None:
            press()

    # -- the lines -------------------------------------------------------------------------------------------------

    def _make_rows(self) -> Iterator[LobbyRow]:
        words = self.words
        yield self._ask_row(
            "code",
            words.gettext("Join with a code"),
            words.gettext("A friend has told you six digits, or sent a link."),
            self.action_code,
        )
        yield self._ask_row(
            "open",
            words.gettext("Open a table"),
            words.gettext("You choose the game, and get a code and a link for others."),
            self.action_open,
        )
        yield self._ask_row(
            "bots",
            words.gettext("Play against bots"),
            words.gettext("A game at once, kept on the server: you can go on with it on another device."),
            self.action_bots,
        )
        yield LobbyRow("", Text(""))
        yield self._setting_row(
            "name", words.gettext("Your name"), self.name_chosen or words.gettext("none yet"), self.action_name
        )
        yield self._setting_row("server", words.gettext("Server"), self.server, self.action_server)
        if own := self._own_seats():
            yield LobbyRow("", Text(""))
            yield LobbyRow("", Text(words.gettext("Your seats"), "bold"))
            yield from map(self._own_row, own)
        yield LobbyRow("", Text(""))
        yield LobbyRow("", Text(words.gettext("Public tables"), "bold"))
        yield from self._table_rows()

    def _ask_row(self, key: str, label: str, details: str, press: Callable[[], object]) -> LobbyRow:
        letter = {"code": "c", "open": "o", "bots": "b"}[key]
        return LobbyRow(key, Text.assemble((f" {letter} ", "bold"), " ", label), details, press)

    def _setting_row(self, key: str, label: str, value: str, press: Callable[[], object]) -> LobbyRow:
        letter = {"name": "e", "server": "s"}[key]
        details = {
            "name": self.words.gettext("What others see; a name is asked for when you sit down without one."),
            "server": self.words.gettext("Where the tables are: an address such as http://localhost:8000."),
        }[key]
        longest = max(len(self.words.gettext("Your name")), len(self.words.gettext("Server")))
        line = Text.assemble((f" {letter} ", "bold"), " ", (f"{label:<{longest}}  ", "dim"), value)
        return LobbyRow(key, line, details, press)

    def _own_row(self, seat: KeptSeat) -> LobbyRow:
        words = self.words
        line = Text("    ")
        listing = self.own.get(seat.secret)
        if listing is not None:
            line.append(self._padded(listing_title(listing, words))).append_text(_listed_seats(listing, words))
        else:
            line.append(seat.name or words.gettext("without a name"), "bold")
            line.append(f"  {spaced_code(seat.code)}" if seat.code else f"  {seat.table}", "dim")
        name = seat.name or words.gettext("without a name")
        details = words.gettext("Your seat is kept ({name}): Enter leads back to it.", name=name)
        return LobbyRow(f"own {seat.secret}", line, details, partial(self._go_back, seat))

    def _padded(self, title: str) -> str:
        """Return what is played at a table, so that who sits there stands in a column."""
        listed = [*(self.tables or ()), *self.own.values()]
        longest = max((len(listing_title(one, self.words)) for one in listed), default=0)
        return f"{title:<{longest}}  "

    def _table_rows(self) -> Iterator[LobbyRow]:
        if self.tables is None:
            waiting = self.trouble or self.words.gettext("Looking for tables …")
            yield LobbyRow("", Text(f"    {waiting}", "yellow" if self.trouble else "dim"))
        elif not self.tables:
            text = self.words.gettext("None now. Open one, and others will see it here.")
            yield LobbyRow("", Text(f"    {text}", "dim"))
        else:
            yield from map(self._table_row, self.tables)

    def _table_row(self, table: Listing) -> LobbyRow:
        words = self.words
        line = Text("    ").append(self._padded(listing_title(table, words))).append_text(_listed_seats(table, words))
        link = Link(self.server, table.id)
        watch = partial(self._look_on, link) if table.spectators else None
        press = partial(self._join, link) if _has_room(table) else watch
        return LobbyRow(table.id, line, self._about(table), press, watch)

    def _about(self, table: Listing) -> str:
        """Say what there is to know of a table, and what Enter does there."""
        words = self.words
        if _has_room(table):
            can = words.gettext("Enter sits down.")
        elif table.spectators:
            can = words.gettext("Nobody can sit down now; Enter looks on.")
        else:
            can = words.gettext("Nobody can sit down now.")
        house = words.ngettext("{number} house rule", "{number} house rules", table.house, number=table.house)
        return f"{pace_sentence(table.pace, words)}" + (f" · {house}" if table.house else "") + f"\n{can}"

    # -- what there is to do ---------------------------------------------------------------------------------------

    def action_watch(self) -> None:
        """Look on at the marked table (w)."""
        row = self._marked()
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
            return self.words.error(error)
        return None if link.table or link.code else self.words.gettext("That leads to no table.")

    @work(exclusive=True, group="dialog")
    async def action_open(self) -> None:
        """Ask which table to open (o), and open it."""
        if not await self._have_name():
            return
        wanted = await self.app.push_screen_wait(OpenTableScreen(load_choices(self.lang), self.lang, self.name_chosen))
        if wanted is not None:
            await self._go(open_new(self.server, wanted, self.lang))

    @work(exclusive=True, group="dialog")
    async def action_bots(self) -> None:
        """Play against bots of the server at once (b)."""
        choices = load_choices(self.lang)
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
            return self.words.error(error)
        return None

    def action_leave(self) -> None:
        """Go back without a table (Esc)."""
        self.dismiss(None)

    @work(exclusive=True, group="dialog")
    async def _join(self, link: Link) -> None:
        await self._come(link)

    @work(exclusive=True, group="dialog")
    async def _go_back(self, seat: KeptSeat) -> None:
        await self._go(open_far(Link(seat.server, seat.table), seat.name, None, self.lang))

    def _look_on(self, link: Link) -> None:
        self.dismiss(FarSession(RemoteTable(link, self.lang)))

    async def _come(self, link: Link) -> None:
        """Sit down where a link or a code leads, under a name."""
        if link.watch or link.seat or await self._have_name():
            await self._go(open_far(link, self.name_chosen, None, self.lang))

    async def _have_name(self) -> bool:
        return bool(self.name_chosen) or await self._ask_name()

    async def _ask_name(self) -> bool:
        """Ask what the player is to be called; returns False where somebody would rather go back."""

        def problem(name: str) -> str | None:
            fits = not name.strip() or is_name(name)
            return None if fits else self.words.gettext("Names must be printable, without |, and all different.")

        page = InputPage(self.words.gettext("Your name"), self.name_chosen, problem, self.words)
        given = await self.app.push_screen_wait(page)
        if given is None:
            return False
        self.name_chosen = given
        self._show()
        return True

    async def _go(self, coming: Coroutine[Any, Any, FarSession]) -> None:
        """Come to a table, or say why that cannot be."""
        self.message = ""
        self._show_details()
        try:
            session = await coming
        except (ServerError, LinkError) as error:
            self.message = self.words.error(error)
            self._show_details()
            return
        if self.is_up:
            self.dismiss(session)
        else:  # somebody has gone back meanwhile
            with suppress(ServerError):
                await session.close()


def _listed_seats(table: Listing, words: Words) -> Text:
    """Return who sits at a table, each with a mark."""
    line = Text()
    for seat in table.seats:
        mark, name = listed_seat(seat, words)
        line.append(f"{mark} {name}  ", TEAM_STYLES[seat.team] if seat.kind == "person" else "dim")
    return line


def _has_room(table: Listing) -> bool:
    """Say whether somebody can sit down at a table now: on a free seat, or a bot's between deals."""
    return table.newcomers and not table.playing and any(seat.kind != "person" for seat in table.seats)
