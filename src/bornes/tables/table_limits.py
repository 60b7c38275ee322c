"""What a table online may cost: how fast it is played, how long its games are, how much its log holds.

A table at this keyboard has none of these limits.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..base.translatable import N_
from .table_state import SECOND_MS, Pace, pace_error

CORRESPONDENCE_MS = 6 * 3600 * SECOND_MS
"""From this time for a decision on, a game is played by correspondence: it goes on while nobody is connected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLimits:
    """Bounds of a table online; ``ONLINE_LIMITS`` has those that a server keeps."""

    min_decision_ms: int = 5 * SECOND_MS
    min_window_ms: int = SECOND_MS
    min_bot_delay_ms: int = 300
    max_goal: int = 10_000
    min_turn_cap: int = 20
    max_turn_cap: int = 2_000
    max_entries: int = 100_000
    """Once the log has this many entries, the deal that begins is the table's last."""
    max_bytes: int = 8 * 1024 * 1024
    """The same for the size of the log."""
    max_game_deals: int = 200
    """The same for the deals of one game; the state that a client receives has a score sheet of each."""
    max_changes: int = 200
    """How many entries each seat may cause between two beginnings of deals, apart from moves."""


ONLINE_LIMITS = TableLimits()
NO_LIMITS = TableLimits(
    min_decision_ms=0,
    min_window_ms=0,
    min_bot_delay_ms=0,
    max_goal=10**9,
    min_turn_cap=0,
    max_turn_cap=10**9,
    max_entries=10**12,
    max_bytes=10**15,
    max_game_deals=10**9,
    max_changes=10**9,
)
PACE_TOO_FAST_TEXT = N_("a decision takes at least 5 seconds, a window 1 second and a bot's move 0.3 seconds")
"""The limits of ``ONLINE_LIMITS`` in words; a test compares the two."""


def online_pace_error(pace: Pace, limits: TableLimits) -> str:
    """Return what is wrong with a pace at a table with these limits; an empty text if nothing is."""
    times = (pace.decision, pace.window, pace.bots)
    least = (limits.min_decision_ms, limits.min_window_ms, limits.min_bot_delay_ms)
    too_fast = any(time is not None and time < low for time, low in zip(times, least, strict=True))
    return pace_error(pace) or (PACE_TOO_FAST_TEXT if too_fast else "")
