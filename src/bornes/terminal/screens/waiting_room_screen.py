"""The screen before the first deal of a table far away: who is there, how others come, and being ready."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.notifications import SeverityLevel
from textual.timer import Timer
from textual.widgets import Static

from ...bots import bot_profiles
from ...client.protocol import Invitation
from ...client.table_client import Notice, TableError
from ...i18n import Translator
from ...tables.commands import RemovePlayer, SeatBot
from ...tables.event_text import bot_title
from ...tables.messages import CommandRefused
from ..drawing.theme import Theme
from ..online_session import OnlineSession
from ..phrases import about_bot, error_sentence
from ..seat_session import words_for
from ..waiting_room_text import open_invitations, waiting_for_text
from .base_app import TerminalApp
from .dialogs import LEAVE, Dialog, DialogButton
from .online_table_screen import BEGUN, LOST, WarningDialog
from .waiting_room_page import PRESSED, WaitingKey, WaitingRoom, draw_waiting_room
from .widgets import BaseScreen

NOTICE_SECONDS = 5.0
MAX_NOTICES = 3


class BotDialog(Dialog[str | None]):
    """Asks which bot is to sit on a free seat; returns its name, or None for none."""

    def __init__(self, words: Translator) -> None:
        known = [(name, one) for name, one in bot_profiles().items() if one.package is None]
        choices: list[DialogButton[str | None]] = [
            DialogButton(str(number), bot_title(name, words), name, about=" ".join(about_bot(one, words)))
            for number, (name, one) in enumerate(known, 1)
        ]
        heading = words.gettext("Which bot is to play?")
        super().__init__(heading, words.gettext("Esc: none after all"), choices, None)


class RemoveDialog(Dialog[int | None]):
    """Asks whom to remove from the table; returns the seat, or None for nobody."""

    def __init__(self, seats: list[int], words: Translator) -> None:
        choices: list[DialogButton[int | None]] = [
            DialogButton(str(number), words.gettext("Remove {name}", name=words.seat(seat)), seat)
            for number, seat in enumerate(seats, 1)
        ]
        keep = DialogButton[int | None](words.gettext("n"), words.gettext("Nobody"), None)
        body = words.gettext("The link to the seat stops working. The invitation still lets everyone in.")
        super().__init__(words.gettext("Remove a player?"), body, [keep, *choices], None)


class WaitingRoomScreen(BaseScreen[str]):
    """Waits for the first deal; dismissed with BEGUN, LEAVE or LOST."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,r", "ready"),
        ("b", "bot"),
        ("x", "remove"),
        ("l", "copy_link"),
        ("q,escape", "leave"),
    ]

    def __init__(self, session: OnlineSession, lang: str) -> None:
        super().__init__()
        self.session = session
        self.table = session.table
        self.lang = lang
        self.message = ""
        self._invitation: Invitation | None = None
        self._news: list[str] = []
        """What was told lately, in one box as long as that is shown."""
        self._news_end: Timer | None = None

    @property
    def words(self) -> Translator:
        """The words for the table and its players."""
        return words_for(self.table, self.lang)

    def compose(self) -> ComposeResult:
        """Lay out one page of text."""
        with VerticalScroll():
            yield Static(id="waiting")

    def on_mount(self) -> None:
        """Follow what happens at the table."""
        self.table.listen(self._hear)
        self.table.on_notice(self._tell)
        self._invite()
        self._hear()
        if self.session.play_now:
            self.action_ready()

    def _hear(self) -> None:
        if not self.is_up:
            return
        if self.table.lost is not None:
            self.dismiss(LOST)
        elif self.table.begun:
            self._clear_news()
            self.dismiss(BEGUN)
        else:
            self.draw()

    def _tell(self, notice: Notice) -> None:
        if self.is_up and notice.grave:
            self.app.push_screen(WarningDialog(notice.text, self.words))
        if self.is_up and not notice.lasting:
            self._show_news(notice.text, "error" if notice.grave else "information")

    def _forget_news(self) -> None:
        self._news = []

    def _clear_news(self) -> None:
        """Take away what is told in boxes, also what was told a moment ago and is about to be shown."""
        self.app.call_later(self.app.clear_notifications)

    def _show_news(self, text: str, severity: SeverityLevel) -> None:
        """Tell something in one box with what was told just before."""
        self._news = [*self._news[-MAX_NOTICES:], text]
        if self._news_end is not None:
            self._news_end.stop()
        self._news_end = self.set_timer(NOTICE_SECONDS, self._forget_news)
        self._clear_news()
        told = "\n".join(self._news[-MAX_NOTICES:])
        self.notify(told, severity=severity, timeout=NOTICE_SECONDS, markup=False)

    @work(exclusive=True, group="invitation")
    async def _invite(self) -> None:
        if not self.session.watches:
            self._invitation = await self.session.invitation(self.lang)
            self.draw()

    def draw(self) -> None:
        """Show who is there."""
        if not self.is_up:
            return
        look = self.app.look if isinstance(self.app, TerminalApp) else Theme()
        for page in self.query("#waiting").results(Static):
            page.update(Text("\n").join(draw_waiting_room(self._room(), self.words, look, self.size)))

    def on_resize(self) -> None:
        """Use the room that there is now."""
        self.draw()

    def _room(self) -> WaitingRoom:
        said = self.message or self._what_now(self.words)
        trouble = bool(self.message) or not self.table.connected
        return WaitingRoom(self.table, self._invitation, said, trouble, self._keys(self.words))

    def _what_now(self, words: Translator) -> str:
        table = self.table
        if not table.connected:
            return words.gettext("The connection is lost; trying again …")
        if table.seat is None or table.ready:
            return waiting_for_text(table, words)
        return words.gettext("Press Enter or r when you are ready.")

    def _keys(self, words: Translator) -> list[WaitingKey]:
        seated = self.table.seat is not None
        runs = seated and self.table.info.acting_host == self.table.seat
        keys = []
        if seated and not self.table.ready:
            keys.append(WaitingKey("ready", words.gettext("Enter"), words.gettext("begin")))
        if runs and any(seat.open for seat in self.table.seats):
            keys.append(WaitingKey("bot", "b", words.gettext("seat a bot")))
        if self._removable:
            keys.append(WaitingKey("remove", "x", words.gettext("remove")))
        if self._invitation is not None:
            keys.append(WaitingKey("copy_link", "l", words.gettext("copy link")))
        return [*keys, WaitingKey("leave", "q", words.gettext("leave"))]

    # -- what there is to do -----------------------------------------------------------------------------------------

    @work(group="settle")
    async def action_ready(self) -> None:
        """Be ready for the first deal (Enter or r)."""
        if self.table.seat is None:
            return
        try:
            await self.table.next_deal()
        except TableError as error:
            self._say(error_sentence(error, self.words))

    async def on_click(self, event: events.Click) -> None:
        """Do what the key does whose label was clicked."""
        action = event.style.meta.get(PRESSED)
        if action is not None:
            await self.run_action(action)

    def action_copy_link(self) -> None:
        """Put the link for friends on the clipboard (l), or the one to look on where no seat is free."""
        links = [] if self._invitation is None else list(open_invitations(self._invitation, self.table))
        if links:
            self.app.copy_to_clipboard(links[0][1])
            self.notify(self.words.gettext("The link was copied, if your terminal allows that."), markup=False)

    @work(exclusive=True, group="dialog")
    async def action_bot(self) -> None:
        """Put a bot on the first free seat (b)."""
        free = next((at for at, seat in enumerate(self.table.seats) if seat.open), None)
        if free is None or self.table.seat is None:
            return
        name = await self.app.push_screen_wait(BotDialog(self.words))
        if name is None:
            return
        try:
            answer = await self.table.command(None, SeatBot(target_seat=free, bot=name), self.lang)
            self._say(answer.text if isinstance(answer, CommandRefused) else "")
        except TableError as error:
            self._say(error_sentence(error, self.words))

    @property
    def _removable(self) -> list[int]:
        """The players that the host here may remove; none where somebody else is the host."""
        me = self.table.seat
        if me is None or me != self.table.info.host:
            return []
        return [at for at, seat in enumerate(self.table.seats) if seat.bot is None and not seat.open and at != me]

    @work(exclusive=True, group="dialog")
    async def action_remove(self) -> None:
        """Remove a player who has not played yet (x)."""
        if not self._removable:
            return
        seat = await self.app.push_screen_wait(RemoveDialog(self._removable, self.words))
        if seat is None:
            return
        try:
            answer = await self.table.command(None, RemovePlayer(target_seat=seat), self.lang)
            self._say(answer.text if isinstance(answer, CommandRefused) else "")
        except TableError as error:
            self._say(error_sentence(error, self.words))

    def _say(self, text: str) -> None:
        if self.is_up:
            self.message = text
            self.draw()

    def action_leave(self) -> None:
        """Leave the table (q); the seat stays."""
        self.dismiss(LEAVE)
