"""What all apps have in common: safe output, the look, an orderly end; and an app of one screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar
from unicodedata import category

from rich.cells import cell_len
from rich.segment import Segment
from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter, NoColor
from textual.message import Message
from textual.screen import Screen

from ...base.translatable import UNSAFE_CATEGORIES, sanitize
from ...i18n import Translator
from ..ascii_output import to_ascii
from ..drawing.theme import Theme
from ..phrases import damage_sentence
from ..shutdown import INTERRUPTED_EXIT_CODE, exit_on_signals

if TYPE_CHECKING:
    from ...store.saved_games import DamagedSave


class SafeOutputFilter(LineFilter):
    """Takes out of every line that is shown what would move the cursor or do something else to the terminal.

    Names and sentences may come from any server, and from files that anybody gave away.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line without what does harm; it stays as wide as it was laid out."""
        return [segment if segment.text.isprintable() else self._shown(segment) for segment in segments]

    def _shown(self, segment: Segment) -> Segment:
        text, style, control = segment
        shown = (char for char in text if cell_len(char) or category(char) not in UNSAFE_CATEGORIES)
        return Segment(sanitize("".join(shown)), style, control)


class AsciiFilter(LineFilter):
    """Turns every line that is shown into ASCII of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in ASCII."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]


class DamageFound(Message):
    """Screens that look at saved games post this, with those that cannot be read: whatever app they are in."""

    def __init__(self, damaged: Sequence[DamagedSave], words: Translator) -> None:
        super().__init__()
        self.damaged = damaged
        self.words = words


class TerminalApp(App[int]):
    """What all screens have in common: colours that every terminal has, and an orderly end whatever happens."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    ToastRack { dock: top; align: right top; margin: 0; }  /* below, they would hide the hand and what is asked */
    .-colourless OptionList > .option-list--option-highlighted { text-style: bold underline; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "interrupt", show=False, priority=True)]
    TITLE = "Bornes"

    def __init__(self, *, ascii: bool = False, colour: bool = True, calm: bool = False) -> None:
        super().__init__()
        self.theme = "ansi-dark"
        self.look = Theme(colour=colour and not self.no_color, boxes=not ascii, calm=calm)
        """How tables are drawn."""
        self._damage_told: set[str] = set()
        """The saved games of which was said already that they cannot be read."""
        self.set_class(ascii, "-ascii")
        self.set_class(not self.look.colour, "-colourless")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return filters that take harm, colours and box characters out of what Textual draws by itself, too."""
        colourless = [] if self.look.colour else [NoColor()]
        ascii_only = [] if self.look.boxes else [AsciiFilter()]
        return [*super().get_line_filters(), SafeOutputFilter(), *colourless, *ascii_only]

    def on_mount(self) -> None:
        """See that the program ends when it is asked to from outside, and restores the terminal if there is one."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()

        def leave(code: int) -> bool:
            with suppress(RuntimeError):  # the loop is closed: it has been left
                loop.call_soon_threadsafe(self.exit, code)
            return self.is_running

        exit_on_signals(leave)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; while the program ends, none that somebody caused, since there may be no screen left."""
        if self.is_running or not event.bubble:
            await super().on_event(event)

    def on_damage_found(self, found: DamageFound) -> None:
        """Say what a screen found."""
        self.tell_damage(found.damaged, found.words)

    def tell_damage(self, damaged: Sequence[DamagedSave], words: Translator) -> None:
        """Say once, and in one sentence, which saved games cannot be read."""
        if fresh := [one for one in damaged if one.name not in self._damage_told]:
            self._damage_told.update(one.name for one in fresh)
            self.notify(damage_sentence(fresh, words), severity="warning", markup=False)

    def action_interrupt(self) -> None:
        """End at once (Ctrl-C): whatever was played is saved already."""
        self.exit(INTERRUPTED_EXIT_CODE)


class OneScreenApp(TerminalApp):
    """Shows one screen, and ends when it is left."""

    def __init__(
        self,
        make: Callable[[Theme], Awaitable[Screen[None]]],
        *,
        ascii: bool = False,
        colour: bool = True,
        calm: bool = False,
    ) -> None:
        super().__init__(ascii=ascii, colour=colour, calm=calm)
        self._make = make
        """Makes the screen, once there is a loop for it to run on."""

    def on_mount(self) -> None:
        """Show the screen."""
        self._show()

    @work(exit_on_error=True)
    async def _show(self) -> None:
        self.push_screen(await self._make(self.look), lambda _: self.exit(0))


def run_app(app: TerminalApp) -> int:
    """Run an app to its end; returns the exit code."""
    result = app.run()
    if result is None:  # something went wrong, and Textual has said what
        return app.return_code or 1
    return result
