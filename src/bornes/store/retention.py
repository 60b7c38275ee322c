"""When an idle table may be removed: by how long this server has run, never by the time of day alone.

Invariant: a table that had activity less than ``keep`` of real time ago is never removed, whatever its clock says.

The time of day can be wrong by years, for an hour or for good, and nothing on this machine can tell.  The time that a
process has run cannot run ahead.  So a table's idle time is counted in *uptime*: the time during which servers of this
database have run, summed up in the database.  The time during which no server runs does not count, since only the time
of day could say how long that was.

A table leaves in three steps, each stored:

1. A check finds the table unchanged since an earlier check, ``keep`` of uptime ago: its removal is announced.
2. ``NOTICE_MS`` later by uptime and by the time of day a check finds it unchanged still.
3. It is removed within ``SPREAD``, at its own moment, so that never more than a small share goes at a time.

Any activity takes it back to the beginning.  A clock that jumps by more than ``CLOCK_JUMP_MS`` takes back all
announcements, because the operator may have been told a wrong date.
"""

from __future__ import annotations

from typing import NamedTuple

from ..tables.table_state import SECOND_MS

MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
CHECK_INTERVAL_MS = 10 * MINUTE_MS
MAX_CREDIT_MS = 2 * CHECK_INTERVAL_MS
"""The uptime that one check adds at most, so that no check removes many tables at once."""
NOTICE_MS = 20 * HOUR_MS
SPREAD_MINUTES = 6000
"""Over how many minutes the tables that were announced together leave: one in a hundred each hour."""
CLOCK_JUMP_MS = DAY_MS


class LastRetentionCheck(NamedTuple):
    """What the database knows of the last check."""

    uptime: int
    """For how long servers of this database had run, in milliseconds."""
    wall: int
    """The time of day then."""


class RetentionCheck(NamedTuple):
    """One check: which tables it announces, and which it lets go."""

    uptime: int
    wall: int
    starts_over: bool
    """Whether all announcements are taken back."""
    idle_before: int
    """A table that has not changed since this uptime may be announced."""
    announced_before: LastRetentionCheck
    """A table that was announced no later than this, by both clocks, may leave."""

    def leaves_at(self, key: int) -> int:
        """Return by when a table with this key must have been announced, in uptime, to leave now."""
        return self.announced_before.uptime - key % SPREAD_MINUTES * MINUTE_MS


class RetentionReport(NamedTuple):
    """What a check found."""

    announced: int
    """How many tables it announced."""
    idle_since: int | None
    """When something happened at the first of them last, by the time of day."""
    leaving: list[str]
    """The tables that may be removed now."""


def plan_check(last: LastRetentionCheck | None, wall: int, ran: int, keep: int) -> RetentionCheck:
    """Return the check to make now.

    ``last`` is the last one that was stored, by this process or an earlier one, and ``ran`` for how long this process
    has run since then.  ``keep`` is for how long an idle table is kept.
    """
    uptime = (0 if last is None else last.uptime) + max(0, min(ran, MAX_CREDIT_MS))
    jumped = last is None or abs(wall - last.wall - ran) > CLOCK_JUMP_MS
    return RetentionCheck(uptime, wall, jumped, uptime - keep, LastRetentionCheck(uptime - NOTICE_MS, wall - NOTICE_MS))


def days_until_gone(keep_days: int) -> int:
    """Return after how many days without activity a table is gone at the latest, while a server runs all the time."""
    late = NOTICE_MS + SPREAD_MINUTES * MINUTE_MS + 4 * CHECK_INTERVAL_MS
    return keep_days - -late // DAY_MS
