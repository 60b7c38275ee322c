"""The score pad over the table: after a deal or a game who won and why, and what can follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ...engine.scoring import ROWS
from ...game.deal import View
from ...game.score_sheet import GameSheet
from ...i18n import Translator
from ..drawing.canvas import fit, wrap
from ..drawing.short_names import ColumnHeads, heads_above
from ..drawing.theme import TEAM_STYLES
from .dialogs import AGAIN, HOME, LEAVE, LOOK
from .widgets import BaseScreen

NEXT, REVIEW, REPLAY = "next", "review", "replay"
"""What can follow a deal, beside what can follow a game."""

KEY_GAP = 2


def player_answers(*, over: bool, can_look_back: bool, at_home: bool, can_go_on: bool = True) -> list[str]:
    """Return what can follow a deal, or with ``over`` a game, for whoever played in it, the most likely first.

    ``can_look_back`` says whether finished deals can be replayed here, ``at_home`` whether there is a home to go to,
    ``can_go_on`` whether another deal can begin at this table.
    """
    found = [AGAIN if over else NEXT, LOOK] if can_go_on else [LOOK]
    found += [REVIEW, REPLAY] if can_look_back else []
    found += [HOME] if at_home else []
    return [*found, LEAVE] if over or not can_go_on else found


class KeyLabel(Static):
    """A key and what it does; a click does the same."""

    DEFAULT_CSS = """
    KeyLabel { width: auto; height: 1; margin-right: 2; }
    """

    def __init__(self, key: str, label: str, answer: str) -> None:
        text = Text.assemble((key, "bold cyan"), " ", label)
        super().__init__(text)
        self.room = text.cell_len + KEY_GAP
        """Columns that it takes, with those to the next one."""
        self.answer = answer

    def on_click(self) -> None:
        """Give the answer."""
        screen = self.screen
        assert isinstance(screen, ScorePadScreen)
        screen.action_answer(self.answer)


class ScorePadScreen(ModalScreen[str], BaseScreen[str]):
    """Shows all sheets side by side; returns what is to follow, LOOK for the table below.

    ``result`` says who won and why, and is empty in the middle of a deal.  ``answers`` are what can follow; Enter gives
    the first of them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,s,t", "answer('look')"),
        ("n,enter,space", "go_on"),
        ("v", "answer('review')"),
        ("r", "answer('replay')"),
        ("h", "answer('home')"),
        ("q", "answer('leave')"),
        ("left", "turn(-1)"),
        ("right", "turn(1)"),
    ]
    DEFAULT_CSS = """
    ScorePadScreen { align: center middle; }
    ScorePadScreen > Vertical {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 2; background: $surface;
    }
    ScorePadScreen #result { height: auto; text-style: bold; margin-bottom: 1; }
    ScorePadScreen VerticalScroll { height: auto; width: auto; background: $surface; }
    ScorePadScreen #pad { width: auto; height: auto; }
    ScorePadScreen #turning { height: auto; text-style: dim; }
    ScorePadScreen #keys { height: auto; margin-top: 1; width: auto; }
    ScorePadScreen #keys.-several { margin-top: 0; }  /* in a window so small every row counts */
    ScorePadScreen Horizontal { height: 1; width: auto; }
    .-ascii ScorePadScreen > Vertical { border: ascii $primary; }
    """

    def __init__(
        self,
        sheet: GameSheet,
        result: str,
        words: Translator,
        answers: Sequence[str] = (LOOK,),
    ) -> None:
        super().__init__()
        self.pad = ScorePad(sheet, words)
        self.result = result
        self.words = words
        self.answers = answers
        self.first: int | None = None
        """The first deal that is shown; None for the last ones that fit."""

    def compose(self) -> ComposeResult:
        """Lay out who won, the pad, and the keys."""
        with Vertical():
            yield Static(id="result")
            with VerticalScroll(can_focus=False):
                yield Static(id="pad")
            yield Static(id="turning")
            rows = self._label_rows()
            with Vertical(id="keys", classes="" if len(rows) == 1 else "-several"):
                yield from (Horizontal(*labels) for labels in rows)

    def _label_rows(self) -> list[list[KeyLabel]]:
        """Return the keys in as many rows as they need."""
        rows: list[list[KeyLabel]] = [[]]
        for label in map(self._label, self.answers):
            if sum(one.room for one in (*rows[-1], label)) > self._room + KEY_GAP:
                rows.append([])
            rows[-1].append(label)
        return rows

    def _label(self, answer: str) -> KeyLabel:
        words = self.words
        keys = {
            NEXT: ("n", words.gettext("next {deal}", deal=words.term("deal"))),
            AGAIN: ("n", words.gettext("new game")),
            LOOK: (words.gettext("Esc"), words.gettext("table")),
            REVIEW: ("v", words.gettext("review")),
            REPLAY: ("r", words.gettext("replay")),
            HOME: ("h", words.gettext("home")),
            LEAVE: ("q", words.gettext("leave")),
        }
        return KeyLabel(*keys[answer], answer)

    def on_mount(self) -> None:
        """Write the pad."""
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Write the pad anew, with as many deals as there is room for."""
        self._show()

    @property
    def _room(self) -> int:
        return self.app.size.width - 6

    @property
    def _lines(self) -> int:
        """Lines that are left for the pad: frame, result, keys and the line about other deals take the others."""
        keys = max(2, len(self._label_rows()))  # a single row of them has an empty one above it
        return self.app.size.height - 5 - len(wrap(self.result, self._room)) - keys

    def _show(self) -> None:
        deals, fit = len(self.pad.sheet.deals), self.pad.deals_that_fit(self._room)
        first = max(0, deals - fit) if self.first is None else min(self.first, max(0, deals - fit))
        pad = self.pad.text(self._room, self._lines, first)
        self.query_one("#pad", Static).update(pad)
        widest = max(line.cell_len for line in pad.split("\n"))
        keys = sum(label.room for label in self.query(KeyLabel))
        room = min(self._room, max(widest, keys, 50))
        heading = self.query_one("#result", Static)
        heading.styles.width = room
        heading.update(Text("\n".join(wrap(self.result or self.words.heading("score_sheet"), room))))
        hidden = deals > fit
        text = self.words.gettext("← → other deals") if hidden else ""
        self.query_one("#turning", Static).update(Text(text))
        self.query_one("#turning", Static).display = hidden

    def action_turn(self, by: int) -> None:
        """Show earlier or later deals (← →)."""
        last = max(0, len(self.pad.sheet.deals) - self.pad.deals_that_fit(self._room))
        self.first = min(last, max(0, (last if self.first is None else self.first) + by))
        self._show()

    def action_go_on(self) -> None:
        """Go on with what comes first: the next deal, or a new game (n, Enter)."""
        self.action_answer(self.answers[0])

    def action_answer(self, answer: str) -> None:
        """Say what is to follow, if it can."""
        if answer in self.answers:
            self.dismiss(answer)


MIN_FIGURE_WIDTH, PREFERRED_FIGURE_WIDTH = 4, 8
"""Columns for a number: at least, and so many that a name above it can be told from the others."""
"""Columns between two teams, one more than between the thousands of a French number."""
BETWEEN = 2
"""Columns between two deals, beside the gap."""
SUMS = ("total_for_deal", "grand_total")
AROUND = 4
"""Lines of the pad beside its rows and names: titles, a line, sums."""


class ScorePad:
    """The sheets of a game as on paper: a row for each thing that pays, a column for each deal and team."""

    def __init__(self, sheet: GameSheet, words: Translator) -> None:
        self.sheet = sheet
        self.words = words
        self.teams = len(sheet.totals)
        self.rows = [row for row in ROWS if any(row in deal.rows for deal in sheet.deals)]
        self._names = max((cell_len(words.row(row)) for row in (*self.rows, *SUMS)), default=0)

    @cached_property
    def _figure(self) -> int:
        """Columns for the longest number."""
        numbers = [*self.sheet.totals, *(number for row in self.rows for number in self._sum(row))]
        return max(MIN_FIGURE_WIDTH, *(cell_len(self.words.whole(number)) for number in numbers))

    def _columns(self, width: int) -> int:
        """Return how many deals have room, the sums of the game counted as one, with names that can be told apart."""
        good = sum(heads_above(self.words, self.teams, self._figure, PREFERRED_FIGURE_WIDTH * self.teams).widths)
        most = len(self.sheet.deals) + self._sums
        return next((count for count in range(most, 1, -1) if self._room_for_each(width, count) >= good), 1)

    def _heads_in(self, width: int) -> ColumnHeads:
        """Return the names above the numbers of a deal, as wide as its share of the window."""
        room = self._room_for_each(width, self._columns(width))
        return heads_above(self.words, self.teams, self._figure, max(room, self._figure * self.teams))

    def _room_for_each(self, width: int, columns: int) -> int:
        """Return how many columns there are for the numbers of each of so many deals, without the gaps."""
        return (width - self._names) // columns - BETWEEN - KEY_GAP * self.teams

    @property
    def _sums(self) -> bool:
        """Whether there are sums of the whole game."""
        return len(self.sheet.deals) > 1

    def deals_that_fit(self, width: int) -> int:
        """Return how many deals there is room for, beside the names of the rows and the sums of the game."""
        return max(1, self._columns(width) - self._sums)

    def _has_room_for_sums(self, width: int) -> bool:
        return self._sums and self._columns(width) > 1

    def text(self, width: int, height: int, first: int = 0) -> Text:
        """Return the pad from a deal on, which is counted from 0; in the last column stands the whole game.

        Where there are fewer lines than that takes, rows in which nobody ever scored are left out.
        """
        words, count, heads = self.words, self.deals_that_fit(width), self._heads_in(width)
        rows = self.rows
        if len(rows) + len(heads.lines) + AROUND > height:
            rows = [row for row in rows if any(self._sum(row))]
        shown = range(first, min(first + count, len(self.sheet.deals)))
        titles = [words.gettext("Deal {number}", number=at + 1) for at in shown]
        whole = [words.gettext("Game")] if self._has_room_for_sums(width) else []
        columns = len(titles) + len(whole)
        lines = [self._titles([*titles, *whole], heads), *(self._head(line, heads, columns) for line in heads.lines)]
        for row in rows:
            cells = [self.sheet.deals[at].rows.get(row, (0,) * self.teams) for at in shown]
            lines.append(self._row(words.row(row), [*cells, *([self._sum(row)] if whole else [])], heads))
        lines.append(Text("─" * lines[0].cell_len, "dim"))
        totals: list[tuple[int, ...] | None] = [self.sheet.deals[at].totals for at in shown]
        lines.append(self._row(words.row("total_for_deal"), [*totals, *([None] if whole else [])], heads, strong=True))
        if self._sums:
            carried = [self.sheet.carried[at] for at in shown] + ([self.sheet.totals] if whole else [])
            lines.append(self._row(words.row("grand_total"), carried, heads, strong=True))
        return Text("\n").join(lines)

    def _sum(self, row: str) -> tuple[int, ...]:
        """Return what a row pays over the whole game."""
        cells = [deal.rows.get(row, (0,) * self.teams) for deal in self.sheet.deals]
        return tuple(map(sum, zip(*cells, strict=True)))

    def _titles(self, titles: Sequence[str], heads: ColumnHeads) -> Text:
        line, room = Text(" " * self._names), sum(KEY_GAP + column for column in heads.widths)
        for title in titles:
            line.append(" " * BETWEEN)
            line.append(f"{fit(title, room):^{room}}", "bold")
        return line

    def _head(self, names: Sequence[str], heads: ColumnHeads, columns: int) -> Text:
        """Return a line of names above so many deals."""
        line = Text(" " * self._names)
        for _ in range(columns):
            line.append(" " * BETWEEN)
            for team, (name, width) in enumerate(zip(names, heads.widths, strict=True)):
                line.append(" " * (KEY_GAP + width - cell_len(name)) + name, TEAM_STYLES[team])
        return line

    def _row(
        self, name: str, deals: Sequence[tuple[int, ...] | None], heads: ColumnHeads, strong: bool = False
    ) -> Text:
        line = Text(f"{name}{' ' * (self._names - cell_len(name))}", "bold" if strong else "")
        for cells in deals:
            line.append(" " * BETWEEN)
            for team, width in enumerate(heads.widths):
                number = "" if cells is None else self.words.whole(cells[team])
                style = "bold" if strong else "dim" if number == "0" else ""
                line.append(f"{number:>{KEY_GAP + width}}", style)
        return line


# -- who won, and why ------------------------------------------------------------------------------------------------


def deal_result(view: View, sheet: GameSheet, words: Translator) -> str:
    """Say how a deal ended, who made the most of it, and what made the difference."""
    assert view.ending is not None
    ending = words.gettext("The deal is over: {ending}.", ending=words.ending(view.ending, view.completer))
    last = sheet.deals[-1]
    return f"{ending} {lead(last.rows, last.totals, words)}"


def game_result(winner: int | None, sheet: GameSheet, words: Translator) -> str:
    """Say who has won the game, by how much, and what made the difference."""
    won = words.gettext("The game is a draw.") if winner is None else words.wins_game(winner)
    rows: dict[str, tuple[int, ...]] = {}
    for deal in sheet.deals:
        for row, cells in deal.rows.items():
            before = rows.get(row, (0,) * len(cells))
            rows[row] = tuple(a + b for a, b in zip(before, cells, strict=True))
    return f"{won} {lead(rows, sheet.totals, words)}"


def lead(rows: Mapping[str, tuple[int, ...]], totals: Sequence[int], words: Translator) -> str:
    """Say who is ahead by how much, and which row of the sheet made most of the difference."""
    first, second = sorted(range(len(totals)), key=lambda team: -totals[team])[:2]
    by = totals[first] - totals[second]
    if not by:
        return words.gettext("Both have {points}.", points=words.points(totals[first]))
    row = max(rows, key=lambda name: rows[name][first] - rows[name][second])
    return words.gettext(
        "{team}: {lead} ahead of {other}, most of it from “{row}”, {mine} to {theirs}.",
        team=words.team(first),
        lead=words.points(by),
        other=words.whom(second),
        row=words.row(row),
        mine=words.whole(rows[row][first]),
        theirs=words.whole(rows[row][second]),
    )
