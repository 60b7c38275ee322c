"""The new game screen: what is played, who sits where, house rules, and the start.

It is a list of rows: the arrows left and right change the marked one, Enter or a click shows all that it can be.
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

from ...words import Words
from ..drawing.fitting import wrap
from ..storage.choices import Choices, PlayOptions, save_choices
from .dismiss_once import DismissOnce
from .help import HowToScreen
from .setup_rows import (
    Row,
    add_house_rule_row,
    ask_name,
    edition_row,
    form_row,
    house_rule_row,
    pace_row,
    seat_row,
)

T = TypeVar("T")
_LABEL_WIDTH = 14
"""Columns for the names of rows."""
_MARK_WIDTH = 40
"""Columns of the mark at least."""
_WIDEST = 100
"""Columns that the screen takes at most."""


class NewGameScreen(DismissOnce[PlayOptions | None]):
    """Asks what to play; returns the options with what was chosen, to be begun at once, or None to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "cycle(-1)"),
        ("right", "cycle(1)"),
        ("delete,backspace", "remove"),
        ("e", "rename"),
        ("i", "howto"),
        ("s", "start"),
        ("escape,q", "leave"),
    ]
    DEFAULT_CSS = """
    NewGameScreen { align: center middle; }
    NewGameScreen > Vertical { width: 100; max-width: 100%; height: 100%; max-height: 32; padding: 0 1; }
    NewGameScreen .heading { text-style: bold; height: 1; margin-bottom: 1; }
    NewGameScreen OptionList, NewGameScreen OptionList:focus {
        height: 1fr; border: none; padding: 0; background: $background;
    }
    NewGameScreen OptionList > .option-list--option-highlighted,
    NewGameScreen OptionList:focus > .option-list--option-highlighted {
        background: $background; color: $foreground; text-style: none;
    }
    NewGameScreen .problem { height: auto; text-style: bold; color: $error; }
    NewGameScreen .footer { height: 1; text-style: dim; }
    """

    def __init__(self, options: PlayOptions, *, watching: bool = False) -> None:
        super().__init__()
        self.options = options
        self.choices = options.choices.with_edition(options.choices.edition)
        self.watching = watching
        """Whether it is a game to be watched: what is chosen for it says nothing about the next game to be played."""
        self.rows: list[Row] = []
        self._explained: int | None = None
        """The row with its sentences below it: the one that is marked."""

    @property
    def words(self) -> Words:
        """The words of the edition that is chosen."""
        return Words(self.options.lang, self.choices.edition)

    # -- the screen ----------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the rows, the details of the marked one, and the keys."""
        with Vertical():
            heading = self.words.gettext("Watch bots") if self.watching else self.words.gettext("New game")
            yield Static(Text(heading), classes="heading")
            yield OptionList()
            yield Static("", classes="problem", markup=False)
            footer = self.words.gettext(
                "↑ ↓ choose · ← → change · Enter show all · i how to play · s start · Esc leave"
            )
            yield Static(Text(footer), classes="footer")

    def on_mount(self) -> None:
        """Show what was chosen the last time, ready to start."""
        self._show("start")
        self.query_one(OptionList).focus()

    def _show(self, key: str | None = None) -> None:
        """Draw the rows anew; the mark goes to the row with this key, or stays, or goes to the start."""
        listed = self.query_one(OptionList)
        wanted = (key, self._marked_key(), "start")
        self.rows = list(self._make_rows())
        listed.set_options(_line(row) for row in self.rows)
        self._explained = None
        keys = [row.key for row in self.rows]
        listed.highlighted = next(keys.index(one) for one in wanted if one in keys)
        self._explain()
        self._show_problem()

    def _marked_key(self) -> str | None:
        row = self._marked_row()
        return None if row is None else row.key

    def _marked_row(self) -> Row | None:
        number = self.query_one(OptionList).highlighted
        return self.rows[number] if number is not None and number < len(self.rows) else None

    def _explain(self) -> None:
        """Say below the marked row what there is to know of it, and no more below the one before."""
        listed = self.query_one(OptionList)
        marked, before = listed.highlighted, self._explained
        if before is not None and before < len(self.rows) and before != marked:
            listed.replace_option_prompt_at_index(before, _line(self.rows[before]))
        if marked is not None and marked < len(self.rows):
            line = _explained(self.rows[marked], min(self.app.size.width, _WIDEST) - 4)
            listed.replace_option_prompt_at_index(marked, line)
            listed.scroll_to_highlight()
        self._explained = marked

    def _show_problem(self) -> None:
        """Say what cannot be played, if so."""
        conflict, message = self.choices.conflict(), ""
        if conflict is not None:
            rule, why = self.words.rule(conflict.field), self.words.say(conflict.why)
            message = self.words.gettext("This cannot be played. {rule}: {why}", rule=rule, why=why)
        self.query_one(".problem", Static).update(Text(message))

    def on_option_list_option_highlighted(self) -> None:
        """Explain another row."""
        self._explain()

    def on_resize(self) -> None:
        """Break the sentences where the window now ends."""
        self._explain()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the row does on Enter or a click."""
        event.stop()
        self.rows[event.option_index].press()

    def action_cycle(self, step: int) -> None:
        """Change the marked row to its next or previous value."""
        row = self._marked_row()
        if row is not None and row.cycle is not None:
            row.cycle(step)

    def action_remove(self) -> None:
        """Remove the house rule of the marked row."""
        row = self._marked_row()
        if row is not None and row.remove is not None:
            row.remove()

    def action_rename(self) -> None:
        """Ask for another name for the marked seat."""
        key = self._marked_key() or ""
        if key.startswith("seat"):
            ask_name(self, int(key.removeprefix("seat")))

    def action_howto(self) -> None:
        """Show how to play what is chosen (i), if it can be played."""
        if self.choices.conflict() is None:
            self.app.push_screen(HowToScreen(self.choices.rules(), self.words))

    def action_leave(self) -> None:
        """Leave without a game."""
        self.dismiss(None)

    def action_start(self) -> None:
        """Begin, if it can be played, and remember the choices."""
        if self.choices.conflict() is not None:
            self._show("start")
            return
        if not self.watching or self.choices.people:
            save_choices(self.choices)
        self.dismiss(replace(self.options, choices=self.choices, begin=True))

    # -- what the rows need --------------------------------------------------------------------------------------

    def change(self, choices: Choices, key: str | None = None) -> None:
        """Replace the choices; the mark stays where it is, or goes to the row with this key."""
        self.choices = choices
        self._show(key)

    def ask(self, page: Screen[T | None], answered: Callable[[T | None], None]) -> None:
        """Open a page to pick or type something, and pass on the answer, None if there is none."""
        self.app.push_screen(page, answered)

    def _make_rows(self) -> Iterator[Row]:
        yield edition_row(self)
        yield form_row(self)
        yield from (seat_row(self, at) for at in range(self.choices.players))
        yield from (house_rule_row(self, field) for field, _ in self.choices.house)
        yield add_house_rule_row(self)
        yield pace_row(self)
        yield self._start_row()

    def _start_row(self) -> Row:
        words, people = self.words, self.choices.people
        label = words.gettext("start") if people else words.gettext("watch the bots")
        style = "bold" if self.choices.conflict() is None else "dim strike"
        if people:
            details = words.ngettext("{people} person plays here.", "{people} people play here.", people, people=people)
        else:
            details = words.gettext("Bots play, with open hands.")
        return Row("start", "", Text(f"[ {label} ]", style), details, self.action_start)


def _line(row: Row, marked: bool = False) -> Text:
    """Return the row as it is listed, with arrows if they change it; a marked one is turned around."""
    arrows = ("◂ ", " ▸") if row.cycle is not None else ("  ", "")
    value = Text.assemble(arrows[0], row.value, arrows[1])
    if marked:
        value = Text(value.plain.ljust(_MARK_WIDTH), "bold reverse")
    return Text.assemble((f"{row.label:<{_LABEL_WIDTH}}", "bold" if marked else "dim"), value)


def _explained(row: Row, width: int) -> Text:
    """Return the row with its sentences below it, as far to the right as its value."""
    indent = " " * (_LABEL_WIDTH + 2)
    sentences = [line for part in row.details.split("\n") for line in wrap(part, width - len(indent))]
    return Text("\n").join([_line(row, marked=True), *(Text(indent + line, "italic") for line in sentences)])
