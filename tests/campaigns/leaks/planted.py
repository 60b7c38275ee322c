"""A server with a leak in it, to see that it is found: ``python -m tests.campaigns.leaks.planted MS serve …``.

Windows that somebody could answer are open for so many milliseconds longer.
"""

from __future__ import annotations

import sys
from typing import Any

from bornes.cli import main
from bornes.tables import decide, table, table_limits, window
from bornes.tables.window import WindowPlan


def plant(milliseconds: int) -> None:
    """Let windows stay open longer where somebody holds an answer."""
    real = window.plan_window

    def slow(at: table.Table, *others: Any) -> WindowPlan:
        plan = real(at, *others)
        held = any(len(at.open_deal.answers(seat)) > 1 for seat in range(at.rules.players))
        return plan._replace(closes=plan.closes + milliseconds) if held and plan.closes is not None else plan

    for place in (window, table, decide):
        place.plan_window = slow  # type: ignore[attr-defined]


if __name__ == "__main__":
    plant(int(sys.argv.pop(1)))
    table_limits.ONLINE_LIMITS = table_limits.NO_LIMITS  # before a server is imported
    sys.exit(main())
