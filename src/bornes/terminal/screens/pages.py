"""Pages that lie over the table: a text, a list with a search and with details of each line, or a line to type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from ...i18n import Translator
from ..drawing.event_log import colored_log
from ..drawing.scene import Scene
from .widgets import BaseScreen, KeyLine, RowList

T = TypeVar("T")


MAX_WIDTH = 100
"""A wider page is no easier to read."""
MIN_SCROLLBAR_COLUMNS = 12
"""A narrower window has no scrollbars: a list without space for its lines would never finish its layout."""


def rows_needed(texts: Iterable[Text], width: int) -> int:
    """Return how many rows texts take at most on a page in a window of this width."""
    room = max(10, min(width, MAX_WIDTH) - 6)
    lines = (line for text in texts for line in text.split("\n", allow_blank=True))
    return sum(max(1, -(-line.cell_len // (room - 4))) for line in lines)  # words may leave a little of a line empty


class Page(ModalScreen[T | None], BaseScreen[T | None], Generic[T]):
    """Something to read over the table; Esc or the key that opened it closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close")]
    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > Vertical {
        width: 100; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 1; background: $surface;
    }
    Page .heading { text-style: bold; height: auto; margin-bottom: 1; }
    Page .footer { margin-top: 1; }
    Page VerticalScroll { height: auto; background: $surface; }
    Page.-tiny OptionList, Page.-tiny VerticalScroll { scrollbar-size: 0 0; }
    .-ascii Page > Vertical { border: ascii $primary; }
    """

    def __init__(self, heading: str, words: Translator, opened_by: str = "") -> None:
        super().__init__()
        self.heading = heading
        self.words = words
        self.opened_by = opened_by

    def compose(self) -> ComposeResult:
        """Lay out the heading, the content, and how to leave."""
        with Vertical():
            yield Static(Text(self.heading), classes="heading")
            yield from self.content()
            yield KeyLine(self.footer())

    def content(self) -> Iterable[Widget]:
        """Return the widgets between the heading and the footer."""
        raise NotImplementedError

    def footer(self) -> str:
        """Return what the keys of this page do."""
        return self.words.gettext("↑ ↓ scroll · Esc back")

    def on_resize(self, event: events.Resize) -> None:
        """Do without scrollbars in a window in which nobody can read anything."""
        self.set_class(event.size.width < MIN_SCROLLBAR_COLUMNS, "-tiny")

    def on_key(self, event: events.Key) -> None:
        """Close the page with the key that opened it."""
        if self.opened_by and event.character == self.opened_by:
            event.stop()
            self.action_close()

    def action_close(self) -> None:
        """Go back to what lies below."""
        self.dismiss(None)


class TextPage(Page[None]):
    """A page of text."""

    DEFAULT_CSS = """
    TextPage.-long > Vertical { height: 100%; }
    TextPage.-long VerticalScroll { height: 1fr; }
    """
    AROUND = 6
    """Rows that frame, heading and footer take."""

    def __init__(self, heading: str, text: Text, words: Translator, opened_by: str = "") -> None:
        super().__init__(heading, words, opened_by)
        self.text = text

    def content(self) -> Iterable[Widget]:
        """Return the text, which scrolls if it is long."""
        yield VerticalScroll(Static(self.text), can_focus=True)

    def on_resize(self, event: events.Resize) -> None:
        """Take the whole screen for a text that does not fit otherwise."""
        self.set_class(rows_needed([self.text], event.size.width) + self.AROUND > event.size.height, "-long")


class ListItem(NamedTuple):
    """A line of a list, and what is said below the list while it is marked."""

    line: Text
    details: str


class ListPage(Page[T]):
    """A list to walk through, with a search, and below it the details of the line that is marked."""

    BINDINGS: ClassVar[list[BindingType]] = [("slash", "search")]
    DEFAULT_CSS = """
    ListPage > Vertical { height: 100%; }
    ListPage OptionList, ListPage OptionList:focus { height: 1fr; border: none; padding: 0; background: $surface; }
    ListPage .details { height: auto; max-height: 9; border-top: solid $primary; background: $surface; }
    ListPage Input, ListPage Input:focus { display: none; height: 1; border: none; padding: 0; }
    ListPage Input.-searching, ListPage Input.-searching:focus { display: block; }
    ListPage.-short > Vertical, ListPage.-short OptionList, ListPage.-short OptionList:focus { height: auto; }
    .-ascii ListPage .details { border-top: ascii $primary; }
    """
    AROUND = 15
    """Rows that frame, heading and footer take, and the details of a line at most."""

    def __init__(
        self, heading: str, entries: Sequence[ListItem], words: Translator, opened_by: str = "", marked: int = 0
    ) -> None:
        super().__init__(heading, words, opened_by)
        self.entries = tuple(entries)
        self.shown = self.entries
        self.marked = marked

    def content(self) -> Iterable[Widget]:
        """Return the search, which is hidden until it is asked for, the list, and the details."""
        yield Input(placeholder=self.words.gettext("search"))
        yield RowList(*(entry.line for entry in self.entries))
        yield VerticalScroll(Static("", id="details", markup=False), classes="details", can_focus=False)

    def footer(self) -> str:
        """Return what the keys of this page do."""
        return self.words.gettext("↑ ↓ choose · / search · Esc back")

    def on_mount(self) -> None:
        """Give the keys to the list."""
        listed = self.query_one(OptionList)
        listed.highlighted = self.marked if self.entries else None
        listed.focus()

    def on_resize(self, event: events.Resize) -> None:
        """Take less than the whole screen for a few lines."""
        rows = rows_needed((entry.line for entry in self.entries), event.size.width) + self.AROUND
        self.set_class(rows <= event.size.height, "-short")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the details of the line, unless another letter has taken it out of the list since."""
        if event.option_index >= len(self.shown):
            return
        self._show_details(self.shown[event.option_index].details)
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def _show_details(self, details: str) -> None:
        self.query_one("#details", Static).update(Text(details))

    def action_search(self) -> None:
        """Open the line in which one types what to look for."""
        search = self.query_one(Input)
        search.add_class("-searching")
        search.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List only the lines that contain what was typed, in themselves or in their details."""
        wanted = event.value.casefold()
        self.shown = tuple(one for one in self.entries if wanted in f"{one.line.plain} {one.details}".casefold())
        listed = self.query_one(OptionList)
        listed.set_options(one.line for one in self.shown)
        listed.highlighted = 0 if self.shown else None
        if not self.shown:
            self._show_details(self.words.gettext("Nothing found."))

    def on_input_submitted(self) -> None:
        """Go back to the list."""
        self.query_one(OptionList).focus()

    def action_close(self) -> None:
        """End the search if there is one, else close the page."""
        search = self.query_one(Input)
        if not search.has_class("-searching"):
            super().action_close()
            return
        search.value = ""
        search.remove_class("-searching")
        self.query_one(OptionList).focus()


class PickItem(NamedTuple, Generic[T]):
    """Something to choose: a line, its details, and the value it stands for."""

    line: Text
    details: str
    value: T


class PickPage(ListPage[T]):
    """A list to choose from; returns the value of the chosen line, or None if nothing was chosen."""

    def __init__(self, heading: str, options: Sequence[PickItem[T]], words: Translator, marked: int = 0) -> None:
        super().__init__(heading, [ListItem(one.line, one.details) for one in options], words, marked=marked)
        self.values = {id(entry): one.value for entry, one in zip(self.entries, options, strict=True)}

    def footer(self) -> str:
        """Return what the keys of this page do."""
        return self.words.gettext("↑ ↓ choose · Enter accept · / search · Esc back")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the line with Enter or a click."""
        event.stop()
        if event.option_index < len(self.shown):  # not one that another letter has taken out of the list since
            self.dismiss(self.values[id(self.shown[event.option_index])])


class InputPage(Page[str]):
    """A line to type: what is wrong with it is said while it is typed, and a wrong one is not accepted."""

    DEFAULT_CSS = """
    InputPage > Vertical { width: 70; }
    InputPage .problem { color: $error; height: auto; }
    """

    def __init__(self, heading: str, value: str, problem: Callable[[str], str | None], words: Translator) -> None:
        super().__init__(heading, words)
        self.value = value
        self.problem = problem
        """Returns what is wrong with a text; None if it can be accepted."""

    def content(self) -> Iterable[Widget]:
        """Return the line to type, and below it what is wrong."""
        yield Input(self.value)
        yield Static("", classes="problem", markup=False)

    def footer(self) -> str:
        """Return what the keys of this page do."""
        return self.words.gettext("Enter accept · Esc back")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what is wrong with the text so far."""
        self.query_one(".problem", Static).update(self.problem(event.value) or "")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept the text, if nothing is wrong with it."""
        event.stop()
        if self.problem(event.value) is None:
            self.dismiss(event.value.strip())


class LogPage(TextPage):
    """All that happened in a deal, as far as the viewer may know it."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene.words.gettext("What happened"), colored_log(scene), scene.words, "l")

    def on_mount(self) -> None:
        """Begin at the end: what happened last."""
        self.call_after_refresh(self._to_the_end)

    def _to_the_end(self) -> None:
        for text in self.query(VerticalScroll):
            text.scroll_end(animate=False)
