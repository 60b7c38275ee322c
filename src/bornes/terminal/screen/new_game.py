"""The new game screen: what is played, who sits where, house rules, and off.

A list of rows: arrows left and right change the marked one, Enter or a click offers everything it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static

from ...words import N_, Words
from ..storage.choices import Choices, PlayOptions, save_choices
from . import setup_edit
from .dismiss_once import Once
from .house_rules import house_row, more_house_row
from .rows import Row, ask_name, edition_row, form_row, pace_row, seat_row

T = TypeVar("T")
_LABEL = 14
"""Columns for the names of rows."""


class NewGameScreen(Once[PlayOptions | None]):
    """What to play; the options with what was chosen, to be begun at once, or None to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "turn(-1)"),
        ("right", "turn(1)"),
        ("delete,backspace", "remove"),
        ("e", "rename"),
        ("s", "start"),
        ("escape,q", "leave"),
    ]
    DEFAULT_CSS = """
    NewGameScreen { align: center top; }
    NewGameScreen > Vertical { width: 100; max-width: 100%; height: 100%; padding: 0 1; }
    NewGameScreen .heading { text-style: bold; height: 1; margin-bottom: 1; }
    NewGameScreen OptionList, NewGameScreen OptionList:focus {
        height: 1fr; border: none; padding: 0; background: $background;
    }
    NewGameScreen .more { height: 5; border-top: solid $primary; }
    NewGameScreen .foot { height: 1; text-style: dim; }
    .-ascii NewGameScreen .more { border-top: ascii $primary; }
    """

    def __init__(self, options: PlayOptions) -> None:
        super().__init__()
        self.options = options
        self.chosen = setup_edit.with_edition(options.choices, options.choices.edition)
        self.rows: list[Row] = []

    @property
    def words(self) -> Words:
        """The words of the edition that is marked."""
        return Words(self.options.lang, self.chosen.edition)

    # -- the screen ----------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The rows, what is told of the marked one, the keys."""
        with Vertical():
            yield Static(Text(self.words.gettext(N_("New game"))), classes="heading")
            yield OptionList()
            yield Static("", classes="more", markup=False)
            foot = N_("↑ ↓ choose · ← → change · Enter all there is · s start · Esc leave")
            yield Static(Text(self.words.gettext(foot)), classes="foot")

    def on_mount(self) -> None:
        """Show what was chosen the last time, ready to start."""
        self._show("start")
        self.query_one(OptionList).focus()

    def _show(self, key: str | None = None) -> None:
        """Draw the rows anew; the mark goes to the row with this key, or stays, or goes to the start."""
        offered = self.query_one(OptionList)
        wanted = (key, self._marked_key(), "start")
        self.rows = list(self._made())
        offered.set_options(_line(row) for row in self.rows)
        keys = [row.key for row in self.rows]
        offered.highlighted = next(keys.index(one) for one in wanted if one in keys)
        self._tell()

    def _marked_key(self) -> str | None:
        row = self._marked()
        return None if row is None else row.key

    def _marked(self) -> Row | None:
        number = self.query_one(OptionList).highlighted
        return self.rows[number] if number is not None and number < len(self.rows) else None

    def _tell(self) -> None:
        """What cannot be played goes before what there is to know of the marked row."""
        row, told = self._marked(), Text()
        wrong = setup_edit.conflict(self.chosen)
        if wrong is not None:
            what, why = self.words.rule(wrong.field), str(wrong).removeprefix(f"{wrong.field}: ")
            message = N_("This cannot be played. {rule}: {why}")
            told = Text(self.words.gettext(message, rule=what, why=why), "bold red")
        if row is not None:
            told = Text("\n").join([part for part in (told, Text(row.more)) if part])
        self.query_one(".more", Static).update(told)

    def on_option_list_option_highlighted(self) -> None:
        """Tell of another row."""
        self._tell()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.rows[event.option_index].press()

    def action_turn(self, step: int) -> None:
        """The next value of the marked row."""
        row = self._marked()
        if row is not None and row.turn is not None:
            row.turn(step)

    def action_remove(self) -> None:
        """Take away what the marked row adds."""
        row = self._marked()
        if row is not None and row.remove is not None:
            row.remove()

    def action_rename(self) -> None:
        """Another name for the marked seat."""
        key = self._marked_key() or ""
        if key.startswith("seat"):
            ask_name(self, int(key.removeprefix("seat")))

    def action_leave(self) -> None:
        """Play nothing."""
        self.dismiss(None)

    def action_start(self) -> None:
        """Begin, if it can be played; remember the choices."""
        if setup_edit.conflict(self.chosen) is not None:
            self._show("start")
            return
        save_choices(self.chosen)
        self.dismiss(replace(self.options, choices=self.chosen, begin=True))

    # -- what the rows need --------------------------------------------------------------------------------------

    def choose(self, chosen: Choices, key: str | None = None) -> None:
        """From now on these; the mark stays, or goes to the row with this key."""
        self.chosen = chosen
        self._show(key)

    def ask(self, page: Screen[T | None], taken: Callable[[T | None], None]) -> None:
        """Let something be picked or typed."""
        self.app.push_screen(page, taken)

    def _made(self) -> Iterator[Row]:
        yield edition_row(self)
        yield form_row(self)
        yield from (seat_row(self, at) for at in range(self.chosen.players))
        yield from (house_row(self, field) for field, _ in self.chosen.house)
        yield more_house_row(self)
        yield pace_row(self)
        yield self._start_row()

    def _start_row(self) -> Row:
        words, people = self.words, self.chosen.people
        what = words.gettext(N_("start")) if people else words.gettext(N_("watch the bots"))
        style = "bold" if setup_edit.conflict(self.chosen) is None else "dim strike"
        more = words.ngettext("{people} person plays here.", "{people} people play here.", people, people=people)
        return Row("start", "", Text(f"[ {what} ]", style), more, self.action_start)


def _line(row: Row) -> Text:
    """The row as it is listed."""
    arrows = ("◂ ", " ▸") if row.turn is not None else ("  ", "")
    return Text.assemble((f"{row.label:<{_LABEL}}", "dim"), arrows[0], row.value, arrows[1])
