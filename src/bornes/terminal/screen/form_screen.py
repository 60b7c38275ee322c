"""Screens on which a game is described: rows of choices, a row that begins, and what cannot be played.

The arrows left and right change the marked row, Enter or a click shows all that it can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.binding import BindingType
from textual.screen import Screen

from ...words import Words
from ..storage.choices import Choices
from .rows_screen import MARK_WIDTH, Remark, RowsScreen, with_sentences
from .setup_rows import Row

T = TypeVar("T")
A = TypeVar("A")
START = "start"
"""The key of the row that begins."""
_LABEL_WIDTH = 14
"""Columns for the names of rows, at least."""


class FormScreen(RowsScreen[T, Row]):
    """Asks what to play; the mark begins at the row that begins, which has the key START."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "cycle(-1)"),
        ("right", "cycle(1)"),
        ("delete,backspace", "remove"),
        ("s", "start"),
    ]

    def __init__(self, choices: Choices, lang: str) -> None:
        super().__init__()
        self.choices = choices.with_edition(choices.edition)
        self.lang = lang

    @property
    def words(self) -> Words:
        """The words of the edition that is chosen."""
        return Words(self.lang, self.choices.edition)

    def begin(self) -> None:
        """Leave with what was chosen: it can be played."""
        raise NotImplementedError

    def place_instead(self, before: int | None) -> int:
        """Return the row that begins."""
        return [row.key for row in self.rows].index(START)

    def row_key(self, row: Row) -> str:
        """Return what a row is called."""
        return row.key

    def row_text(self, row: Row, *, marked: bool, width: int) -> Text:
        """Return a row with arrows if they change it; the marked one turned around, with its sentences below it."""
        label_width = max(_LABEL_WIDTH, *(len(one.label) + 1 for one in self.rows))
        arrows = ("◂ ", " ▸") if row.cycle is not None else ("  ", "")
        value = Text.assemble(arrows[0], row.value, arrows[1])
        if marked:
            value = Text(value.plain.ljust(MARK_WIDTH), "bold reverse")
        line = Text.assemble((f"{row.label:<{label_width}}", "bold" if marked else "dim"), value)
        return with_sentences(line, row.details, label_width + len(arrows[0]), width) if marked else line

    def remark(self) -> Remark | None:
        """Say what cannot be played, if so."""
        conflict = self.choices.conflict()
        if conflict is None:
            return None
        rule, why = self.words.rule(conflict.field), self.words.say(conflict.why)
        text = self.words.gettext("This cannot be played. {rule}: {why}", rule=rule, why=why)
        return Remark(text, is_problem=True)

    def press_row(self, row: Row) -> None:
        """Show all that the row can be, or begin."""
        row.press()

    def action_cycle(self, step: int) -> None:
        """Change the marked row to its next or previous value (arrows)."""
        row = self.marked_row()
        if row is not None and row.cycle is not None:
            row.cycle(step)

    def action_remove(self) -> None:
        """Remove the house rule of the marked row (Delete)."""
        row = self.marked_row()
        if row is not None and row.remove is not None:
            row.remove()

    def action_start(self) -> None:
        """Begin (s), if it can be played."""
        if self.choices.conflict() is None:
            self.begin()
        else:
            self.show_rows(START)

    # -- what the rows need --------------------------------------------------------------------------------------

    def change(self, choices: Choices, key: str | None = None) -> None:
        """Replace the choices; the mark stays where it is, or goes to the row with this key."""
        self.choices = choices
        self.show_rows(key)

    def ask(self, page: Screen[A | None], answered: Callable[[A | None], None]) -> None:
        """Open a page to pick or type something, and pass on the answer, None if there is none."""
        self.app.push_screen(page, answered)

    def start_row(self, label: str, details: str) -> Row:
        """Return the row that begins; it is struck out while nothing can be played."""
        style = "bold" if self.choices.conflict() is None else "dim strike"
        return Row(START, "", Text(f"[ {label} ]", style), details, self.action_start)
