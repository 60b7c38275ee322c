"""The score pad: the sheets of all deals side by side, and in a sentence who won and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from ..deal import View
from ..engine.scoring import ROWS
from ..scores import GameSheet
from ..words import Words
from .drawing.fitting import fit
from .drawing.look import TEAM_STYLES

FIGURE = 6, 8
"""Columns for a number and the name above it, at least and at most."""
BETWEEN = 2
"""Columns between two deals."""
SUMS = ("total_for_deal", "grand_total")
AROUND = 5
"""Lines of the pad beside its rows: titles, names, a line, sums."""


class Pad:
    """The sheets of a game as on paper: a row for each thing that pays, a column for each deal and team."""

    def __init__(self, sheet: GameSheet, words: Words) -> None:
        self.sheet = sheet
        self.words = words
        self.teams = len(sheet.totals)
        self.rows = [row for row in ROWS if any(row in deal.rows for deal in sheet.deals)]
        self._names = max((cell_len(words.row(row)) for row in (*self.rows, *SUMS)), default=0) + 1

    @property
    def _figure(self) -> int:
        """Columns for the numbers of a team, below its name as far as that goes."""
        longest = max((cell_len(self.words.team(team)) for team in range(self.teams)), default=0) + 1
        return min(max(longest, FIGURE[0]), FIGURE[1] if self.teams == 2 else FIGURE[0])

    @property
    def deal_width(self) -> int:
        """Columns that a deal takes."""
        return self._figure * self.teams + BETWEEN

    def deals_that_fit(self, width: int) -> int:
        """Return how many deals there is room for, beside the names of the rows and the sums of the game."""
        return max(1, (width - self._names) // self.deal_width - 1)

    def _has_room_for_sums(self, width: int) -> bool:
        return len(self.sheet.deals) > 1 and width >= self._names + 2 * self.deal_width

    def text(self, width: int, height: int, first: int = 0) -> Text:
        """Return the pad from a deal on, which is counted from 0; in the last column stands the whole game.

        Where there are fewer lines than that takes, rows in which nobody ever scored are left out.
        """
        words, count = self.words, self.deals_that_fit(width)
        rows = self.rows
        if len(rows) + AROUND > height:
            rows = [row for row in rows if any(self._sum(row))]
        shown = range(first, min(first + count, len(self.sheet.deals)))
        titles = [words.gettext("Deal {number}", number=at + 1) for at in shown]
        whole = [words.gettext("Game")] if self._has_room_for_sums(width) else []
        lines = [self._titles([*titles, *whole]), self._heads(len(titles) + len(whole))]
        for row in rows:
            cells = [self.sheet.deals[at].rows.get(row, (0,) * self.teams) for at in shown]
            lines.append(self._row(words.row(row), cells, [self._sum(row)] if whole else []))
        lines.append(Text("─" * cell_len(lines[1].plain.rstrip()), "dim"))
        totals = [self.sheet.deals[at].totals for at in shown]
        lines.append(self._row(words.row("total_for_deal"), totals, [None] if whole else [], strong=True))
        if len(self.sheet.deals) > 1:
            carried, totals_now = [self.sheet.carried[at] for at in shown], self.sheet.totals
            lines.append(self._row(words.row("grand_total"), carried, [totals_now] if whole else [], strong=True))
        return Text("\n").join(lines)

    def _sum(self, row: str) -> tuple[int, ...]:
        """Return what a row pays over the whole game."""
        cells = [deal.rows.get(row, (0,) * self.teams) for deal in self.sheet.deals]
        return tuple(map(sum, zip(*cells, strict=True)))

    def _titles(self, titles: Sequence[str]) -> Text:
        line = Text(" " * self._names)
        for title in titles:
            room = self.deal_width - BETWEEN
            line.append(" " * BETWEEN)
            line.append(f"{fit(title, room):^{room}}", "bold")
        return line

    def _heads(self, columns: int) -> Text:
        line = Text(" " * self._names)
        for _ in range(columns):
            line.append(" " * BETWEEN)
            for team in range(self.teams):
                name = fit(self.words.team(team), self._figure - 1)
                line.append(" " * (self._figure - cell_len(name)) + name, TEAM_STYLES[team])
        return line

    def _row(
        self,
        name: str,
        deals: Sequence[tuple[int, ...]],
        whole: Sequence[tuple[int, ...] | None],
        strong: bool = False,
    ) -> Text:
        line = Text(f"{name}{' ' * (self._names - cell_len(name))}", "bold" if strong else "")
        for cells in (*deals, *whole):
            line.append(" " * BETWEEN)
            for team in range(self.teams):
                number = "" if cells is None else self.words.whole(cells[team])
                style = "bold" if strong else "dim" if number == "0" else ""
                line.append(f"{number:>{self._figure}}", style)
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
