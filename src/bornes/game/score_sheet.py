"""The score sheets: of a deal, and of a game with totals carried forward, the same rows as on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..engine.scoring import ROWS, rows
from ..engine.state import State
from ..rules.editions import edition
from ..rules.ruleset import Rules
from .moves import TEAM_LETTERS


@dataclass(frozen=True, slots=True)
class DealSheet:
    """The rows of one deal; each holds a number for every team."""

    rows: Mapping[str, tuple[int, ...]]
    """The numbers of each row, by its name: ``milestones``, ``safeties``, ``trip`` and so on."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's total for the deal."""
        return tuple(sum(column) for column in zip(*self.rows.values(), strict=True))

    def as_dict(self) -> dict[str, list[int]]:
        """Return the rows as plain values, for JSON."""
        return {name: list(numbers) for name, numbers in self.rows.items()}

    def column(self, team: int) -> dict[str, int]:
        """Return one team's column: a number for each row."""
        return {name: numbers[team] for name, numbers in self.rows.items()}

    def __str__(self) -> str:
        return _table([*self.rows.items(), ("total for deal", self.totals)])


@dataclass(frozen=True, slots=True)
class GameSheet:
    """The sheets of all deals so far, with totals carried forward."""

    deals: tuple[DealSheet, ...]
    """One sheet for each deal, in order."""

    @property
    def carried(self) -> tuple[tuple[int, ...], ...]:
        """The grand totals after each deal."""
        totals: list[tuple[int, ...]] = []
        for sheet in self.deals:
            before = totals[-1] if totals else (0,) * len(sheet.totals)
            totals.append(tuple(a + b for a, b in zip(before, sheet.totals, strict=True)))
        return tuple(totals)

    @property
    def totals(self) -> tuple[int, ...]:
        """The grand totals; none before the first deal."""
        return self.carried[-1] if self.deals else ()

    def __str__(self) -> str:
        parts = []
        before = (0,) * len(self.totals)
        for number, (sheet, carried) in enumerate(zip(self.deals, self.carried, strict=True), 1):
            lines = [*sheet.rows.items(), ("total for deal", sheet.totals)]
            lines += [("carried forward", before), ("grand total", carried)]
            parts.append(f"deal {number}\n{_table(lines)}")
            before = carried
        return "\n\n".join(parts) or "no deal yet"


def paper_sheet(state: State, rules: Rules) -> DealSheet:
    """Return the paper sheet of a deal, with the rows that its edition prints."""
    columns = [rows(state, team) for team in range(rules.teams)]
    numbers = {name: tuple(column[i] for column in columns) for i, name in enumerate(ROWS)}
    if not edition(rules.edition).row_for_all_safeties:
        bonus = numbers.pop("all_safeties")
        numbers["safeties"] = tuple(a + b for a, b in zip(numbers["safeties"], bonus, strict=True))
    always = printed_rows(rules.edition)
    return DealSheet({name: row for name, row in numbers.items() if any(row) or name in always})


@cache
def printed_rows(name: str) -> tuple[str, ...]:
    """Return the rows that the sheets of an edition have whether anybody scored there or not, in their order."""
    book = edition(name)
    own = [row for row in ROWS if row != "all_safeties" or book.row_for_all_safeties]
    return tuple(row for row in own if book.pays(f"{row}_points"))


def checked_totals(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """Return the points before a deal, if they are whole numbers, one for each team or none at all."""
    if not isinstance(totals, Sequence) or any(isinstance(n, bool) or not isinstance(n, int) for n in totals):
        raise TypeError(f"totals_before must be whole numbers, one for each team, not {totals!r}")
    if totals and len(totals) != rules.teams:
        raise ValueError(f"totals_before: {len(totals)} numbers for {rules.teams} teams")
    return tuple(totals)


def _table(lines: Sequence[tuple[str, tuple[int, ...]]]) -> str:
    teams = len(lines[0][1])
    head = f"{'':<16}" + "".join(f"{TEAM_LETTERS[team]:>7}" for team in range(teams))
    body = [f"{_title(name):<16}" + "".join(f"{n:>7}" for n in numbers) for name, numbers in lines]
    return "\n".join([head, *body])


def _title(row: str) -> str:
    return row.replace("_", " ").replace("fourres", "fourrés")
