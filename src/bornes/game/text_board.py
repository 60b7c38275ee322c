"""The table in plain text, for ``print``: a dozen lines of less than eighty columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Protocol

from ..engine.codes import Phase
from ..rules.cards import Card
from ..rules.ruleset import Rules
from .moves import TEAM_LETTERS
from .team_piles import Piles, Window, progress

TEXT_BOARD_WIDTH = 79
_LABELS = 10
_MAX_COLUMN_WIDTH = 34
_JOINT = "\N{NO-BREAK SPACE}"
_TO_DECIDE = {
    Phase.DRAW: "to draw",
    Phase.EXCHANGE: "to go on with its exchange",
    Phase.PLAY: "to play",
    Phase.EXTEND: "to extend the trip or finish",
}


class TextBoardSource(Protocol):
    """What a table is drawn from: a view, or a position."""

    @property
    def rules(self) -> Rules: ...
    @property
    def tables(self) -> tuple[Piles, ...]: ...
    @property
    def discards(self) -> tuple[Card, ...]: ...
    @property
    def draw_pile_size(self) -> int: ...
    @property
    def target(self) -> int: ...
    @property
    def turns(self) -> int: ...


def table_text(shown: TextBoardSource, doing: str, sizes: Sequence[int], hands: Mapping[int, Sequence[Card]]) -> str:
    """Draw a table: what goes on, each team's piles, the hands that may be seen, and the piles in the middle."""
    rules = shown.rules
    measure = "" if rules.end_measure == "miles" else " points"
    head = f"{table_name(rules)}, to {shown.target}{measure}, turn {shown.turns}: {doing}"
    columns = [_column(rules, team, laid) for team, laid in enumerate(shown.tables)]
    width = min(_MAX_COLUMN_WIDTH, (TEXT_BOARD_WIDTH - _LABELS) // rules.teams)
    lines = _wrapped(head)
    for label, *cells in zip(("", "points", "miles", "battle", "speed", "safeties"), *columns, strict=True):
        if label == "points" and not measure:  # the miles say how far everybody is
            continue
        lines += _row(label, [_cell(cell, width - 1) for cell in cells], width)
    if any(laid.coups for laid in shown.tables):
        lines.append("* played as a coup fourré")
    for seat, hand in hands.items():
        lines += _wrapped(f"hand of seat {seat}: {_kept(', '.join(map(str, hand))) or 'no card'}")
    lines += _wrapped(f"cards held: {' '.join(map(str, sizes))}; {_middle(shown)}")
    return "\n".join(lines)


def decision_text(seat: int | None, phase: Phase, window: Window | None) -> str:
    """Say who is to decide what."""
    if window is not None:
        return f"{window}, {'which may be answered' if seat is None else f'and seat {seat} is asked'}"
    return f"seat {seat} is {_TO_DECIDE[phase]}"


def table_name(rules: Rules) -> str:
    """Name the edition and the form that are played."""
    return f"{rules.edition} for {rules.players}{' in pairs' if rules.partners else ''}"


def scores_text(scores: Iterable[int]) -> str:
    """Write every team's points behind its letter."""
    return ", ".join(f"{letter} {points}" for letter, points in zip(TEAM_LETTERS, scores, strict=False))


def _column(rules: Rules, team: int, laid: Piles) -> tuple[str, ...]:
    seats = rules.seats_of(team)
    name = f"{TEAM_LETTERS[team]}: seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"
    return (name, str(progress(rules, laid)), laid.distance_text, laid.battle_text, laid.speed_text, laid.safeties_text)


def _row(label: str, cells: list[list[str]], width: int) -> list[str]:
    """Lay out a row of the table, whose cells may need several lines."""
    lines = []
    for number, parts in enumerate(zip_longest(*cells, fillvalue="")):
        text = "".join(f"{part:<{width}}" for part in parts)
        lines.append(f"{label if number == 0 else '':<{_LABELS}}{text}".rstrip())
    return lines


def _wrapped(text: str) -> list[str]:
    return [line.replace(_JOINT, " ") for line in wrap(text, TEXT_BOARD_WIDTH, subsequent_indent="  ")]


def _cell(text: str, width: int) -> list[str]:
    return [line.replace(_JOINT, " ") for line in wrap(_kept(text), width, break_on_hyphens=False)]


def _kept(text: str) -> str:
    """Keep the words of a card together where a list of cards is broken into lines."""
    return re.sub("(?<=[A-Za-z]) ", _JOINT, text)


def _middle(shown: TextBoardSource) -> str:
    top = f" with {shown.discards[-1]} on top" if shown.discards else ""
    return f"draw pile {shown.draw_pile_size}, discards {len(shown.discards)}{top}"
