"""The entries from which a table can be loaded, found one from another: each names the one before it."""

from __future__ import annotations

from collections.abc import Callable

from ..base.translatable import N_
from ..game.game import Game
from .entries import DealBegan, Entry, InconsistentLog, Opened, Sheet

EntryAt = Callable[[int], Entry]
"""Reads one entry of a log, by its place counted from 0."""


def sheets_before(at: int, entry_at: EntryAt) -> tuple[Sheet, ...]:
    """Return the score sheets of the deals of a game that were over when one of its deals began, with entry ``at``."""
    sheets: list[Sheet] = []
    began = entry_at(at)
    while isinstance(began, DealBegan) and began.previous_sheet is not None:
        if not 0 <= began.previous_deal_entry < at:
            raise InconsistentLog(N_("a deal names no earlier one as the one before it"))
        sheets.append(began.previous_sheet)
        at = began.previous_deal_entry
        began = entry_at(at)
    if sheets and isinstance(began, Opened) and began.record:  # a game that was begun elsewhere
        deals = Game.replay(began.record).deals[:-1]
        sheets += [deal.score_sheet().as_dict() for deal in reversed(deals)]
    return tuple(reversed(sheets))
