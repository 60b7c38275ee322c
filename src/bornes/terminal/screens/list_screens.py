"""Screens that are a list of rows: a heading, the rows, below the marked one what there is to know of it, the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Generic, NamedTuple, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Line

from ...i18n import Translator
from ..drawing.canvas import wrap
from ..preferences import Preferences
from .game_form import FormRow
from .widgets import BaseScreen, KeyLine, RowList

MAX_WIDTH = 100
MARK_WIDTH = 40
"""Columns of the mark at least."""
AROUND = 4
"""Columns that the list needs beside its rows."""


T = TypeVar("T")
R = TypeVar("R")
"""What a row is made of."""


class RowLine(Line):
    """A row as it is listed, which knows which one it is: the rows may be others by the time that it is chosen."""

    def __init__(self, key: str, text: Text, *, disabled: bool) -> None:
        super().__init__(text, disabled=disabled)
        self.key = key


class RowNote(NamedTuple):
    """What a screen says above its keys."""

    text: str
    is_problem: bool = False
    """Whether it is bad news."""


class RowsScreen(BaseScreen[T], Generic[T, R]):
    """A list of rows, of which one is marked; Esc leaves the screen with None."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave")]
    DEFAULT_CSS = """
    RowsScreen { align: center middle; }
    RowsScreen > Vertical { width: 100; max-width: 100%; height: 100%; max-height: 32; padding: 0 1; }
    RowsScreen .heading { text-style: bold; height: 1; margin-bottom: 1; }
    RowsScreen OptionList, RowsScreen OptionList:focus {
        height: 1fr; border: none; padding: 0; background: $background;
    }
    RowsScreen OptionList > .option-list--option-highlighted,
    RowsScreen OptionList:focus > .option-list--option-highlighted {
        background: $background; color: $foreground; text-style: none;
    }
    RowsScreen OptionList > .option-list--option-disabled { color: $foreground; }
    RowsScreen .remark { height: auto; }
    RowsScreen .remark.-problem { text-style: bold; color: $error; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[R] = []
        self._stressed: int | None = None
        """The row that is drawn as the marked one."""

    # -- what a screen says of itself ----------------------------------------------------------------------------

    def heading(self) -> str:
        """Return what stands above the rows."""
        raise NotImplementedError

    def keys(self) -> str:
        """Return what the keys of the screen do."""
        raise NotImplementedError

    def make_rows(self) -> Iterable[R]:
        """Return the rows as they are now."""
        raise NotImplementedError

    def row_key(self, row: R) -> str:
        """Return what a row is called; the mark stays on the same one when the rows are made anew."""
        raise NotImplementedError

    def row_text(self, row: R, *, marked: bool, width: int) -> Text:
        """Return a row as it is listed; the marked one with what there is to know of it."""
        raise NotImplementedError

    def press_row(self, row: R) -> None:
        """Do what Enter or a click on a row does."""
        raise NotImplementedError

    def can_mark(self, row: R) -> bool:
        """Say whether a row does something; one that does not is a heading."""
        return True

    def remark(self) -> RowNote | None:
        """Return what is to be said above the keys; None where there is nothing to say."""
        return None

    def place_instead(self, before: int | None) -> int:
        """Return which row to mark where the one that was is gone: the one in its place, or the first."""
        places = [at for at, row in enumerate(self.rows) if self.can_mark(row)]
        return min((at for at in places if before is not None and at >= before), default=places[-1 if before else 0])

    # -- the screen ----------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the heading, the rows, and the keys."""
        with Vertical():
            yield Static(Text(self.heading()), classes="heading")
            yield RowList()
            yield Static("", classes="remark", markup=False)
            yield KeyLine(self.keys())

    def on_mount(self) -> None:
        """Show the rows, and give them the keys."""
        self.show_rows()
        self.query_one(OptionList).focus()

    def show_rows(self, key: str | None = None) -> None:
        """Draw the rows anew; the mark goes to the one with this key, or stays where it is."""
        if not self.is_up:
            return
        listed, marked = self.query_one(OptionList), self.marked_row()
        before = listed.highlighted
        wanted = (key, None if marked is None else self.row_key(marked))
        self.rows = list(self.make_rows())
        self._stressed = None
        listed.set_options(self._line(row) for row in self.rows)
        keys = [self.row_key(row) for row in self.rows]
        kept = [keys.index(one) for one in wanted if one is not None and one in keys]
        if self.rows:
            listed.highlighted = kept[0] if kept else self.place_instead(before)
        self._stress_marked()
        self.show_remark()

    def show_remark(self) -> None:
        """Say above the keys what there is to say."""
        remark, shown = self.remark(), self.query_one(".remark", Static)
        shown.set_class(remark is not None and remark.is_problem, "-problem")
        shown.update(Text("" if remark is None else remark.text))

    def marked_row(self) -> R | None:
        """Return the row that is marked; None where there is none."""
        at = self.query_one(OptionList).highlighted
        return self.rows[at] if at is not None and at < len(self.rows) else None

    def _line(self, row: R) -> RowLine:
        return RowLine(self.row_key(row), self._text(row), disabled=not self.can_mark(row))

    def _text(self, row: R, marked: bool = False) -> Text:
        return self.row_text(row, marked=marked, width=min(self.app.size.width, MAX_WIDTH) - AROUND)

    def _stress_marked(self) -> None:
        """Draw the marked row as such, with all there is to know of it, and the one before as any other."""
        listed = self.query_one(OptionList)
        marked, before = listed.highlighted, self._stressed
        if before is not None and before < len(self.rows) and before != marked:
            listed.replace_option_prompt_at_index(before, self._text(self.rows[before]))
        if marked is not None and marked < len(self.rows):
            listed.replace_option_prompt_at_index(marked, self._text(self.rows[marked], marked=True))
            listed.scroll_to_highlight()
        self._stressed = marked

    def on_option_list_option_highlighted(self) -> None:
        """Stress another row."""
        self._stress_marked()

    def on_resize(self) -> None:
        """Break the lines where the window now ends."""
        self.show_rows()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the row does on Enter or a click, unless it is gone since."""
        event.stop()
        assert isinstance(event.option, RowLine)
        chosen = [row for row in self.rows if self.row_key(row) == event.option.key]
        if chosen:
            self.press_row(chosen[0])

    def action_leave(self) -> None:
        """Go back with nothing (Esc)."""
        self.dismiss(None)


def with_sentences(line: Text, sentences: str, indent: int, width: int) -> Text:
    """Return a line with sentences below it, so far to the right."""
    lines = [part for text in sentences.split("\n") if text for part in wrap(text, width - indent)]
    return Text("\n").join([line, *(Text(" " * indent + part, "italic") for part in lines)])


A = TypeVar("A")
START = "start"
"""The key of the row that begins."""
_LABEL_WIDTH = 14
"""Columns for the names of rows, at least."""


class FormScreen(RowsScreen[T, FormRow]):
    """Asks what to play; the mark begins at the row that begins, which has the key START."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "cycle(-1)"),
        ("right", "cycle(1)"),
        ("delete,backspace", "remove"),
        ("s", "start"),
    ]

    def __init__(self, choices: Preferences, lang: str) -> None:
        super().__init__()
        self.choices = choices.with_edition(choices.edition)
        self.lang = lang

    @property
    def words(self) -> Translator:
        """The words of the edition that is chosen."""
        return Translator(self.lang, self.choices.edition)

    def begin(self) -> None:
        """Leave with what was chosen: it can be played."""
        raise NotImplementedError

    def place_instead(self, before: int | None) -> int:
        """Return the row that begins."""
        return [row.key for row in self.rows].index(START)

    def row_key(self, row: FormRow) -> str:
        """Return what a row is called."""
        return row.key

    def row_text(self, row: FormRow, *, marked: bool, width: int) -> Text:
        """Return a row with arrows if they change it; the marked one turned around, with its sentences below it."""
        label_width = max(_LABEL_WIDTH, *(len(one.label) + 1 for one in self.rows))
        arrows = ("◂ ", " ▸") if row.cycle is not None else ("  ", "")
        value = Text.assemble(arrows[0], row.value, arrows[1])
        if marked:
            value = Text(value.plain.ljust(MARK_WIDTH), "bold reverse")
        line = Text.assemble((f"{row.label:<{label_width}}", "bold" if marked else "dim"), value)
        return with_sentences(line, row.details, label_width + len(arrows[0]), width) if marked else line

    def remark(self) -> RowNote | None:
        """Say what cannot be played, if so."""
        conflict = self.choices.conflict()
        if conflict is None:
            return None
        rule, why = self.words.rule(conflict.field), self.words.translate(conflict.why)
        text = self.words.gettext("This cannot be played. {rule}: {why}", rule=rule, why=why)
        return RowNote(text, is_problem=True)

    def press_row(self, row: FormRow) -> None:
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

    def change(self, choices: Preferences, key: str | None = None) -> None:
        """Replace the choices; the mark stays where it is, or goes to the row with this key."""
        self.choices = choices
        self.show_rows(key)

    def ask(self, page: Screen[A | None], answered: Callable[[A | None], None]) -> None:
        """Open a page to pick or type something, and pass on the answer, None if there is none."""
        self.app.push_screen(page, answered)

    def start_row(self, label: str, details: str) -> FormRow:
        """Return the row that begins; it is struck out while nothing can be played."""
        style = "bold" if self.choices.conflict() is None else "dim strike"
        return FormRow(START, "", Text(f"[ {label} ]", style), details, self.action_start)
