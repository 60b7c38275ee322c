"""The score sheets as plain text, with the edition's rows."""

from __future__ import annotations

from collections.abc import Sequence

from ..scores import DealSheet, GameSheet
from .names import Names

Line = tuple[str, tuple[int, ...]]


def score_sheet(sheet: DealSheet | GameSheet, names: Names) -> str:
    """Write the sheet of a deal, or of a game deal by deal."""
    if isinstance(sheet, DealSheet):
        return _table(_lines(sheet, names), names)
    parts = []
    before = (0,) * len(sheet.totals)
    for number, (deal, carried) in enumerate(zip(sheet.deals, sheet.carried, strict=True), 1):
        lines = _lines(deal, names)
        lines += [(names.row("carried_forward"), before), (names.row("grand_total"), carried)]
        parts.append(names.gettext("Deal {number}", number=number) + "\n" + _table(lines, names))
        before = carried
    return "\n\n".join(parts)


def _lines(sheet: DealSheet, names: Names) -> list[Line]:
    lines = [(names.row(name), numbers) for name, numbers in sheet.rows.items()]
    return [*lines, (names.row("total_for_deal"), sheet.totals)]


def _table(lines: Sequence[Line], names: Names) -> str:
    heads = [names.team(team) for team in range(len(lines[0][1]))]
    title = max(len(name) for name, _ in lines)
    widths = [max(len(head), 5) for head in heads]
    rows: list[tuple[str, Sequence[object]]] = [("", heads), *lines]
    return "\n".join(
        f"{name:<{title}}" + "".join(f"  {cell!s:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for name, cells in rows
    )
