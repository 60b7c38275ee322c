"""The score pad: the sheets of all deals side by side, and in a sentence who won and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from rich.cells import cell_len
from rich.text import Text

from ..deal import View
from ..engine.scoring import ROWS
from ..scores import GameSheet
from ..words import Words
from .drawing.fitting import fit
from .drawing.look import TEAM_STYLES
from .drawing.team_names import Heads, heads_above

LEAST_FIGURE, GOOD_FIGURE = 4, 8
"""Columns for a number: at least, and so many that a name above it can be told from the others."""
GAP = 2
"""Columns between two teams, one more than between the thousands of a French number."""
BETWEEN = 2
"""Columns between two deals, beside the gap."""
SUMS = ("total_for_deal", "grand_total")
AROUND = 4
"""Lines of the pad beside its rows and names: titles, a line, sums."""


class Pad:
    """The sheets of a game as on paper: a row for each thing that pays, a column for each deal and team."""

    def __init__(self, sheet: GameSheet, words: Words) -> None:
        self.sheet = sheet
        self.words = words
        self.teams = len(sheet.totals)
        self.rows = [row for row in ROWS if any(row in deal.rows for deal in sheet.deals)]
        self._names = max((cell_len(words.row(row)) for row in (*self.rows, *SUMS)), default=0)

    @cached_property
    def _figure(self) -> int:
        """Columns for the longest number."""
        numbers = [*self.sheet.totals, *(number for row in self.rows for number in self._sum(row))]
        return max(LEAST_FIGURE, *(cell_len(self.words.whole(number)) for number in numbers))

    def _columns(self, width: int) -> int:
        """Return how many deals have room, the sums of the game counted as one, with names that can be told apart."""
        good = sum(heads_above(self.words, self.teams, self._figure, GOOD_FIGURE * self.teams).widths)
        most = len(self.sheet.deals) + self._sums
        return next((count for count in range(most, 1, -1) if self._room_for_each(width, count) >= good), 1)

    def _heads_in(self, width: int) -> Heads:
        """Return the names above the numbers of a deal, as wide as its share of the window."""
        room = self._room_for_each(width, self._columns(width))
        return heads_above(self.words, self.teams, self._figure, max(room, self._figure * self.teams))

    def _room_for_each(self, width: int, columns: int) -> int:
        """Return how many columns there are for the numbers of each of so many deals, without the gaps."""
        return (width - self._names) // columns - BETWEEN - GAP * self.teams

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

    def _titles(self, titles: Sequence[str], heads: Heads) -> Text:
        line, room = Text(" " * self._names), sum(GAP + column for column in heads.widths)
        for title in titles:
            line.append(" " * BETWEEN)
            line.append(f"{fit(title, room):^{room}}", "bold")
        return line

    def _head(self, names: Sequence[str], heads: Heads, columns: int) -> Text:
        """Return a line of names above so many deals."""
        line = Text(" " * self._names)
        for _ in range(columns):
            line.append(" " * BETWEEN)
            for team, (name, width) in enumerate(zip(names, heads.widths, strict=True)):
                line.append(" " * (GAP + width - cell_len(name)) + name, TEAM_STYLES[team])
        return line

    def _row(self, name: str, deals: Sequence[tuple[int, ...] | None], heads: Heads, strong: bool = False) -> Text:
        line = Text(f"{name}{' ' * (self._names - cell_len(name))}", "bold" if strong else "")
        for cells in deals:
            line.append(" " * BETWEEN)
            for team, width in enumerate(heads.widths):
                number = "" if cells is None else self.words.whole(cells[team])
                style = "bold" if strong else "dim" if number == "0" else ""
                line.append(f"{number:>{GAP + width}}", style)
        return line


# -- who won, and why ------------------------------------------------------------------------------------------------


def deal_result(view: View, sheet: GameSheet, words: Words) -> str:
    """Say how a deal ended, who made the most of it, and what made the difference."""
    assert view.ending is not None
    ending = words.gettext("The deal is over: {ending}.", ending=words.ending(view.ending, view.completer))
    last = sheet.deals[-1]
    return f"{ending} {lead(last.rows, last.totals, words)}"


def game_result(winner: int | None, sheet: GameSheet, words: Words) -> str:
    """Say who has won the game, by how much, and what made the difference."""
    won = words.gettext("The game is a draw.") if winner is None else words.wins_game(winner)
    rows: dict[str, tuple[int, ...]] = {}
    for deal in sheet.deals:
        for row, cells in deal.rows.items():
            before = rows.get(row, (0,) * len(cells))
            rows[row] = tuple(a + b for a, b in zip(before, cells, strict=True))
    return f"{won} {lead(rows, sheet.totals, words)}"


def lead(rows: Mapping[str, tuple[int, ...]], totals: Sequence[int], words: Words) -> str:
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
