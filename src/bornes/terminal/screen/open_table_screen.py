"""The screen on which a table for others is described: the game, who sits where, the clock, and who may come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static

from ...bots.roster import characters, place_of
from ...client.protocol import PACES, OpenTable, PaceName
from ...rules import parse_value
from ...words import N_, Words
from ..sentences import bot_description, bot_place
from ..storage.choices import Choices
from ..waiting import pace_sentence
from .dismiss_once import DismissOnce
from .pages import Option
from .setup_rows import Row, add_house_rule_row, choice_row, edition_row, form_row, house_rule_row

T = TypeVar("T")
FREE = "open"
"""A seat that waits for somebody."""
CLOCKS: dict[PaceName, str] = {
    "quick": N_("quick"),
    "relaxed": N_("relaxed"),
    "patient": N_("patient"),
    "days": N_("by correspondence"),
}
"""How long everything may take, as it is offered."""
_LABEL_WIDTH = 16


class OpenTableScreen(DismissOnce[OpenTable | None]):
    """Asks what is to be played at a new table; returns what to ask a server for, or None for the way back.

    ``choices`` is the game that is offered first, ``name`` what the player is called.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "cycle(-1)"),
        ("right", "cycle(1)"),
        ("delete,backspace", "remove"),
        ("s", "start"),
        ("escape,q", "leave"),
    ]
    DEFAULT_CSS = """
    OpenTableScreen { align: center top; }
    OpenTableScreen > Vertical { width: 100; max-width: 100%; height: 100%; padding: 0 1; }
    OpenTableScreen .heading { text-style: bold; height: 1; margin-bottom: 1; }
    OpenTableScreen OptionList, OpenTableScreen OptionList:focus {
        height: 1fr; border: none; padding: 0; background: $background;
    }
    OpenTableScreen .details { height: 6; border-top: solid $primary; }
    OpenTableScreen .footer { height: 1; text-style: dim; }
    .-ascii OpenTableScreen .details { border-top: ascii $primary; }
    """

    def __init__(self, choices: Choices, lang: str, name: str = "") -> None:
        super().__init__()
        self.choices = choices.with_edition(choices.edition)
        self.lang = lang
        self.player = name
        self.clock: PaceName = "relaxed"
        self.public = False
        self.others: dict[int, str] = {}
        """Who sits on the seats that somebody chose for: FREE, or the name of a bot."""
        self.rows: list[Row] = []

    @property
    def words(self) -> Words:
        """The words of the edition that is chosen."""
        return Words(self.lang, self.choices.edition)

    # -- the screen ------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the rows, the details of the marked one, and the keys."""
        with Vertical():
            yield Static(Text(self.words.gettext("Open a table")), classes="heading")
            yield OptionList()
            yield Static("", classes="details", markup=False)
            footer = self.words.gettext("↑ ↓ choose · ← → change · Enter show all · s open it · Esc back")
            yield Static(Text(footer), classes="footer")

    def on_mount(self) -> None:
        """Show what was chosen the last time, ready to be opened."""
        self._show("start")
        self.query_one(OptionList).focus()

    def _show(self, key: str | None = None) -> None:
        listed = self.query_one(OptionList)
        marked = self._marked()
        wanted = (key, None if marked is None else marked.key, "start")
        self.rows = list(self._make_rows())
        listed.set_options(_line(row) for row in self.rows)
        keys = [row.key for row in self.rows]
        listed.highlighted = next(keys.index(one) for one in wanted if one in keys)
        self._show_details()

    def _marked(self) -> Row | None:
        at = self.query_one(OptionList).highlighted
        return self.rows[at] if at is not None and at < len(self.rows) else None

    def _show_details(self) -> None:
        row, conflict = self._marked(), self.choices.conflict()
        parts = []
        if conflict is not None:
            rule, why = self.words.rule(conflict.field), self.words.say(conflict.why)
            parts.append(
                Text(self.words.gettext("This cannot be played. {rule}: {why}", rule=rule, why=why), "bold red")
            )
        if row is not None:
            parts.append(Text(row.details))
        self.query_one(".details", Static).update(Text("\n").join(parts))

    def on_option_list_option_highlighted(self) -> None:
        """Show the details of another row."""
        self._show_details()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the row does on Enter or a click."""
        event.stop()
        self.rows[event.option_index].press()

    def action_cycle(self, step: int) -> None:
        """Change the marked row to its next or previous value (arrows)."""
        row = self._marked()
        if row is not None and row.cycle is not None:
            row.cycle(step)

    def action_remove(self) -> None:
        """Remove the house rule of the marked row (Delete)."""
        row = self._marked()
        if row is not None and row.remove is not None:
            row.remove()

    def action_leave(self) -> None:
        """Go back without a table (Esc)."""
        self.dismiss(None)

    def action_start(self) -> None:
        """Open the table (s), if it can be played."""
        if self.choices.conflict() is None:
            self.dismiss(self.wanted())
        else:
            self._show("start")

    def wanted(self) -> OpenTable:
        """Return the table that is described."""
        chosen = self.choices
        return OpenTable(
            edition=chosen.edition,
            players=chosen.players,
            partners=chosen.partners,
            short=chosen.short,
            house={field: _as_sent(field, value) for field, value in chosen.house},
            name=self.player,
            seats=["me", *(self.others.get(at, FREE) for at in range(1, chosen.players))],
            pace=self.clock,
            public=self.public,
        )

    # -- the rows --------------------------------------------------------------------------------------------------

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
        yield from (self._seat_row(at) for at in range(1, self.choices.players))
        yield from (house_rule_row(self, field) for field, _ in self.choices.house)
        yield add_house_rule_row(self)
        yield self._clock_row()
        yield self._door_row()
        yield self._start_row()

    def _seat_row(self, at: int) -> Row:
        words = self.words
        details = words.gettext("Whoever has the code or the link can sit down here.")
        options = [Option(Text(words.gettext("free, for whoever comes"), "bold"), details, FREE)]
        for name, one in characters().items():
            if one.package is None:
                said = " · ".join(filter(None, [bot_description(one, words), bot_place(place_of(one), words)]))
                options.append(Option(Text(one.title_in(words)), said, name))
        current = [one.value for one in options].index(self.others.get(at, FREE))

        def choose(value: str) -> None:
            self.others[at] = value
            self._show()

        label = words.gettext("Seat {number}", number=at + 1)
        return choice_row(self, f"seat{at}", label, options, current, choose)

    def _clock_row(self) -> Row:
        words = self.words
        options = [
            Option(Text(words.gettext(text)), pace_sentence(PACES[name], words), name) for name, text in CLOCKS.items()
        ]

        def choose(name: PaceName) -> None:
            self.clock = name
            self._show()

        return choice_row(self, "clock", words.gettext("Clock"), options, list(CLOCKS).index(self.clock), choose)

    def _door_row(self) -> Row:
        words = self.words
        hidden = words.gettext("Only whoever has the code or a link finds the table.")
        listed = words.gettext("Everybody sees the table in the lobby, and may sit down.")
        options = [
            Option(Text(words.gettext("by invitation")), hidden, "invitation"),
            Option(Text(words.gettext("everybody")), listed, "public"),
        ]

        def choose(value: str) -> None:
            self.public = value == "public"
            self._show()

        return choice_row(self, "door", words.gettext("Who may come"), options, int(self.public), choose)

    def _start_row(self) -> Row:
        words = self.words
        style = "bold" if self.choices.conflict() is None else "dim strike"
        free = sum(self.others.get(at, FREE) == FREE for at in range(1, self.choices.players))
        details = words.ngettext("{free} seat waits for somebody.", "{free} seats wait for somebody.", free, free=free)
        if not free:
            details = words.gettext("All other seats have bots; whoever comes takes one of theirs between deals.")
        label = words.gettext("open the table")
        return Row("start", "", Text(f"[ {label} ]", style), details, self.action_start)


def _line(row: Row) -> Text:
    arrows = ("◂ ", " ▸") if row.cycle is not None else ("  ", "")
    return Text.assemble((f"{row.label:<{_LABEL_WIDTH}}", "dim"), arrows[0], row.value, arrows[1])


def _as_sent(field: str, text: str) -> bool | int | str:
    """Return the value of a house rule as it goes over the network."""
    value = parse_value(field, text)
    return value if isinstance(value, bool | int | str) else text
