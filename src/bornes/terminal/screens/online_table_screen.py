"""The table screen for a table far away: others decide elsewhere, there may be a clock, and a connection to lose."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, ClassVar

from textual import work
from textual.binding import BindingType

from ...client.remote_table import RemoteTable
from ...client.table_client import Notice, TableError
from ...i18n import Translator
from ...tables.event_text import REACTIONS
from ..drawing.scene import KeyHint
from ..drawing.theme import Theme
from ..phrases import error_sentence
from ..seat_session import words_for
from ..waiting_room_text import FULL, waiting_for_text
from .dialogs import AGAIN, LEAVE, Dialog, DialogButton
from .help_pages import ONLINE_KEYS, SOLO_KEYS
from .keyboard import SharedKeyboard
from .table_screen import TableScreen

LOST, BEGUN = "lost", "begun"
"""Why this screen ends beside AGAIN and LEAVE: the table is out of reach for good."""


class LeaveDialog(Dialog[str | None]):
    """Asks how to leave a table where others play; returns ``away``, ``stay`` or None to play on."""

    def __init__(self, words: Translator, *, others: bool) -> None:
        choices: list[DialogButton[str | None]] = [
            DialogButton(words.gettext("y"), words.gettext("Yes; my seat waits for me"), "stay"),
            DialogButton(words.gettext("n"), words.gettext("No, play on"), None),
        ]
        if others:
            choices.insert(1, DialogButton("b", words.gettext("Yes; a bot drives for me until I am back"), "away"))
        body = words.gettext("The seat stays yours: the same command leads back to it.")
        super().__init__(words.gettext("Leave the table?"), body, choices, None)


class ReactionDialog(Dialog[str | None]):
    """Asks what to say to everybody; returns the key of the phrase, or None for nothing."""

    def __init__(self, words: Translator) -> None:
        choices: list[DialogButton[str | None]] = [
            DialogButton(str(number % 10), words.gettext(text), key)
            for number, (key, text) in enumerate(REACTIONS.items(), 1)
        ]
        super().__init__(words.gettext("Say to everybody:"), words.gettext("Esc: nothing after all"), choices, None)


class WarningDialog(Dialog[None]):
    """Says what must not be missed."""

    def __init__(self, text: str, words: Translator) -> None:
        choices = [DialogButton(words.gettext("Enter"), words.gettext("I have read it"), None)]
        super().__init__(words.gettext("The server broke a promise"), text, choices, None)


class OnlineTableScreen(TableScreen):
    """A game at a table far away; dismissed with AGAIN, LEAVE or LOST."""

    BINDINGS: ClassVar[list[BindingType]] = [("b", "back"), ("m", "phrase")]
    table: RemoteTable

    def __init__(self, table: RemoteTable, words: Translator, look: Theme | None = None) -> None:
        super().__init__(table, words, look)
        self._moment: tuple[object, ...] = ()
        """The moment of the game that was drawn last."""
        self._warned = ""
        """What is wrong with this game, for the rest of it."""

    def on_mount(self) -> None:
        """Follow, beside the game, its clock and all that is told there; Textual calls what the base class does too."""
        self.table.on_notice(self._tell)
        self.set_interval(1.0, self._show_time)

    def _hear(self) -> None:
        """Take note of a change; others may have come between deals."""
        if self.table.lost is not None:
            self.dismiss(LOST)
            return
        self.words = words_for(self.table, self.words.language)
        if self.keyboard.seat != self.table.seat:  # places are changed between games
            self.keyboard = SharedKeyboard(self.table)
        super()._hear()

    def begin_moment(self) -> None:
        """Drop what was chosen or said for the last moment; that somebody came or said something begins no new one."""
        view = self.view
        moment = (self.table.number, len(view.events), self.table.asked_by)
        if moment != self._moment:
            self._moment = moment
            self.reset()

    def _tell(self, notice: Notice) -> None:
        if not self.is_up:
            return
        if notice.grave:
            self._warned = notice.text
            self.draw()
            self.app.push_screen(WarningDialog(notice.text, self.words))
        if not notice.lasting:
            self.note(notice.text)

    def _show_time(self) -> None:
        if self.table.time_left is not None or not self.table.connected:
            self.draw()

    # -- the line below the table ----------------------------------------------------------------------------------

    def status(self) -> str:
        """Return what is to be done now, how much time there is, and what is wrong."""
        if not self.table.connected:  # whatever else is said, since nothing that is done arrives now
            lost = self.words.gettext("The connection is lost; trying again …")
            return " ".join(filter(None, (self._warned, lost, self.message)))
        said = self.message or self._situation() or super().status()
        left = self.table.time_left
        if left is not None and not self.message:
            said = f"{said} ({_clock(left)})"
        return f"{self._warned} {said}" if self._warned else said

    def _situation(self) -> str:
        """Say what is particular about a table far away now; empty where nothing is."""
        table, words = self.table, self.words
        if table.on_autopilot:
            return words.gettext("A bot drives for you: press b to take the wheel again.")
        if self._only_pass:
            window = table.window
            assert window is not None
            hazard, team = words.card(window.hazard), words.whom(window.target)
            return words.gettext("{hazard} on {team}: you have no answer; p lets it pass.", hazard=hazard, team=team)
        if table.is_full:
            return words.gettext(FULL)
        if not table.playing and table.ready:
            return waiting_for_text(table, words)
        return ""

    @property
    def _only_pass(self) -> bool:
        """Whether the player here is asked about a hazard, and can only let it pass."""
        seat = self.table.seat
        return self.table.window is not None and seat is not None and self.table.question(seat) is None

    @property
    def keys(self) -> Sequence[tuple[str, str]]:
        """What the keys do, as the page of keys tells."""
        return [pair for pair in ONLINE_KEYS if self.table.is_solo or pair[0] not in SOLO_KEYS]

    def key_bar(self) -> tuple[KeyHint, ...]:
        """Return the keys that do something now, with those that only a table far away has."""
        useless = {"slower", "faster"} if self.table.is_solo else {"slower", "faster", "hint"}
        useless |= {"next"} if self.is_full else set()
        keys = [key for key in super().key_bar() if key.action not in useless]
        after = next((at for at, key in enumerate(keys, 1) if key.action == "leave"), len(keys))
        if self.table.seat is not None:
            keys.insert(after, KeyHint("m", self.words.gettext("say"), "phrase"))
        first = []
        if self._only_pass:
            first.append(KeyHint("p", self.words.gettext("pass"), "pass"))
        if self.table.on_autopilot:
            first.append(KeyHint("b", self.words.gettext("take the wheel"), "back"))
        return (*first, *keys)

    # -- what there is to do -----------------------------------------------------------------------------------------

    async def settle(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something at the table, and do not wait: the answer may take its time, and nothing is asked meanwhile."""
        self.reset()
        self.draw()
        self.run_worker(doing, group="settle", exit_on_error=True)

    async def action_pass(self) -> None:
        """Let a hazard pass (p)."""
        if self._only_pass:
            await self.settle(self._do(self.table.let_pass()))
        else:
            await super().action_pass()

    async def action_escape(self) -> None:
        """Put down what was chosen (Esc), or with nothing chosen let a hazard pass."""
        if self._only_pass and not (self.message or self.notice or self.selected is not None):
            await self.action_pass()
        else:
            await super().action_escape()

    async def begin_next_deal(self) -> None:
        """Say that the next deal may begin, once."""
        if not self.table.ready:
            await self._do(self.table.next_deal())

    async def action_back(self) -> None:
        """Take the wheel again (b)."""
        await self.settle(self._do(self.table.take_back_seat()))

    @work(exclusive=True, group="dialog")
    async def action_phrase(self) -> None:
        """Say something to everybody (m)."""
        phrase = await self.app.push_screen_wait(ReactionDialog(self.words))
        if phrase is not None:
            await self._do(self.table.react(phrase))

    async def _do(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something, and show why it cannot be done."""
        try:
            await doing
        except TableError as error:
            if self.is_up:
                self.warn(error_sentence(error, self.words))

    @work(exclusive=True, group="dialog")
    async def action_leave(self) -> None:
        """Ask how to leave (q), and leave."""
        table = self.table
        how: str | None = "stay"
        if table.seat is not None and not table.over:
            how = await self.app.push_screen_wait(LeaveDialog(self.words, others=table.others_play))
        if how == "away" and table.connected:
            await self._do(table.start_autopilot())
        if how is not None:
            self.dismiss(LEAVE)

    async def leave_game(self, how: str) -> None:
        """Leave the table; but another game with the same players is begun here."""
        if how == AGAIN:
            await self.begin_next_deal()
        else:
            self.dismiss(how)

    @property
    def is_full(self) -> bool:
        """Whether no other deal can begin, because the table's log is full."""
        return self.table.is_full

    @property
    def at_home(self) -> bool:
        """Whether there is a home to go to: leaving leads there, if so."""
        return False


def _clock(seconds: float) -> str:
    """Return a time as a clock shows it: 0:25, 1:05:00."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
