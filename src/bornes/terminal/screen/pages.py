"""Pages that lie over the table: a text, or a list with a search and with more to tell of each line."""

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

from ...words import N_, Words
from .dismiss_once import Once

T = TypeVar("T")


WIDEST = 100
"""A page that is wider than this is no easier to read."""


def rows(texts: Iterable[Text], width: int) -> int:
    """How many rows texts take at most on a page in a window of this width."""
    room = max(10, min(width, WIDEST) - 6)
    lines = (line for text in texts for line in text.split("\n", allow_blank=True))
    return sum(max(1, -(-line.cell_len // (room - 4))) for line in lines)  # words may leave a little of a line empty


class Page(ModalScreen[T | None], Once[T | None], Generic[T]):
    """Something to read over the table; Esc or the key that opened it closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close")]
    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > Vertical {
        width: 100; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 1; background: $surface;
    }
    Page .heading { text-style: bold; height: auto; margin-bottom: 1; }
    Page .foot { text-style: dim; height: 1; margin-top: 1; }
    Page VerticalScroll { height: auto; background: $surface; }
    .-ascii Page > Vertical { border: ascii $primary; }
    """

    def __init__(self, heading: str, words: Words, opened_by: str = "") -> None:
        super().__init__()
        self.heading = heading
        self.words = words
        self.opened_by = opened_by

    def compose(self) -> ComposeResult:
        """The heading, the page, how to leave it."""
        with Vertical():
            yield Static(Text(self.heading), classes="heading")
            yield from self.content()
            yield Static(Text(self.foot()), classes="foot")

    def content(self) -> Iterable[Widget]:
        """What there is to read."""
        raise NotImplementedError

    def foot(self) -> str:
        """The keys of this page."""
        return self.words.gettext(N_("↑ ↓ scroll · Esc back"))

    def on_key(self, event: events.Key) -> None:
        """The key that opened the page closes it."""
        if self.opened_by and event.character == self.opened_by:
            event.stop()
            self.action_close()

    def action_close(self) -> None:
        """Back to where one was."""
        self.dismiss(None)


class TextPage(Page[None]):
    """A page of text."""

    DEFAULT_CSS = """
    TextPage.-long > Vertical { height: 100%; }
    TextPage.-long VerticalScroll { height: 1fr; }
    """
    AROUND = 6
    """Rows that frame, heading and foot take."""

    def __init__(self, heading: str, text: Text, words: Words, opened_by: str = "") -> None:
        super().__init__(heading, words, opened_by)
        self.text = text

    def content(self) -> Iterable[Widget]:
        """The text, which scrolls if it is long."""
        yield VerticalScroll(Static(self.text), can_focus=True)

    def on_resize(self, event: events.Resize) -> None:
        """A text that does not fit takes the whole screen."""
        self.set_class(rows([self.text], event.size.width) + self.AROUND > event.size.height, "-long")


class Entry(NamedTuple):
    """A line of a list, and what is told of it while it is marked."""

    line: Text
    more: str


class ListPage(Page[T]):
    """A list to walk through, with a search, and below it what there is to say of the line that is marked."""

    BINDINGS: ClassVar[list[BindingType]] = [("slash", "search")]
    DEFAULT_CSS = """
    ListPage > Vertical { height: 100%; }
    ListPage OptionList, ListPage OptionList:focus { height: 1fr; border: none; padding: 0; background: $surface; }
    ListPage .more { height: auto; max-height: 9; border-top: solid $primary; background: $surface; }
    ListPage Input, ListPage Input:focus { display: none; height: 1; border: none; padding: 0; }
    ListPage Input.-searching, ListPage Input.-searching:focus { display: block; }
    ListPage.-short > Vertical, ListPage.-short OptionList, ListPage.-short OptionList:focus { height: auto; }
    .-ascii ListPage .more { border-top: ascii $primary; }
    """
    AROUND = 15
    """Rows that frame, heading and foot take, and what is told of a line at most."""

    def __init__(
        self, heading: str, entries: Sequence[Entry], words: Words, opened_by: str = "", marked: int = 0
    ) -> None:
        super().__init__(heading, words, opened_by)
        self.entries = tuple(entries)
        self.shown = self.entries
        self.marked = marked

    def content(self) -> Iterable[Widget]:
        """The search, which is hidden until it is asked for, the list, what is told."""
        yield Input(placeholder=self.words.gettext(N_("search")))
        yield OptionList(*(entry.line for entry in self.entries))
        yield VerticalScroll(Static("", id="told", markup=False), classes="more", can_focus=False)

    def foot(self) -> str:
        """The keys of this page."""
        return self.words.gettext(N_("↑ ↓ choose · / search · Esc back"))

    def on_mount(self) -> None:
        """The list has the keys."""
        offered = self.query_one(OptionList)
        offered.highlighted = self.marked if self.entries else None
        offered.focus()

    def on_resize(self, event: events.Resize) -> None:
        """A few lines do not need the whole screen."""
        taken = rows((entry.line for entry in self.entries), event.size.width) + self.AROUND
        self.set_class(taken <= event.size.height, "-short")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell of the line, unless another letter has taken it out of the list since."""
        if event.option_index >= len(self.shown):
            return
        self.query_one("#told", Static).update(Text(self.shown[event.option_index].more))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_search(self) -> None:
        """Type what is looked for."""
        search = self.query_one(Input)
        search.add_class("-searching")
        search.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Only the lines that hold what was typed, in themselves or in what is told of them."""
        wanted = event.value.casefold()
        self.shown = tuple(one for one in self.entries if wanted in f"{one.line.plain} {one.more}".casefold())
        offered = self.query_one(OptionList)
        offered.set_options(one.line for one in self.shown)
        offered.highlighted = 0 if self.shown else None
        if not self.shown:
            self.query_one("#told", Static).update(Text(self.words.gettext(N_("Nothing found."))))

    def on_input_submitted(self) -> None:
        """Back to the list."""
        self.query_one(OptionList).focus()

    def action_close(self) -> None:
        """Esc ends a search first, then the page."""
        search = self.query_one(Input)
        if not search.has_class("-searching"):
            super().action_close()
            return
        search.value = ""
        search.remove_class("-searching")
        self.query_one(OptionList).focus()


class Offer(NamedTuple, Generic[T]):
    """Something to choose: a line, what is told of it, what it means."""

    line: Text
    more: str
    value: T


class Pick(ListPage[T]):
    """One of several things; what it means, or None if none after all."""

    def __init__(self, heading: str, offers: Sequence[Offer[T]], words: Words, marked: int = 0) -> None:
        super().__init__(heading, [Entry(one.line, one.more) for one in offers], words, marked=marked)
        self.values = {id(entry): one.value for entry, one in zip(self.entries, offers, strict=True)}

    def foot(self) -> str:
        """The keys of this page."""
        return self.words.gettext(N_("↑ ↓ choose · Enter take · / search · Esc back"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        if event.option_index < len(self.shown):  # not one that another letter has taken out of the list since
            self.dismiss(self.values[id(self.shown[event.option_index])])


class Ask(Page[str]):
    """A line to type; what is wrong with it is said on the spot, and nothing wrong can be handed in."""

    DEFAULT_CSS = """
    Ask > Vertical { width: 70; }
    Ask .wrong { color: $error; height: auto; }
    """

    def __init__(self, heading: str, value: str, wrong: Callable[[str], str | None], words: Words) -> None:
        super().__init__(heading, words)
        self.value = value
        self.wrong = wrong

    def content(self) -> Iterable[Widget]:
        """The line, and what is wrong with it."""
        yield Input(self.value)
        yield Static("", classes="wrong", markup=False)

    def foot(self) -> str:
        """The keys of this page."""
        return self.words.gettext(N_("Enter take · Esc back"))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is wrong."""
        self.query_one(".wrong", Static).update(self.wrong(event.value) or "")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take it, if it is right."""
        event.stop()
        if self.wrong(event.value) is None:
            self.dismiss(event.value.strip())
