"""When Python looks for objects that only hold each other.

By itself it does so whenever many objects were made, and a look at thousands of tables stops them all for up to half a
second, to find nothing: a table in play leaves none behind, nor does a socket that ended.  Other connections may, and
so do tables that were put to sleep.  So Python's own looks are turned off, and one is taken when enough of those have
gone.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

ENOUGH = 1000
"""After so many it is time: each leaves about twenty kilobytes."""


class Garbage:
    """Takes a look when enough has gone; ``gone`` says how many connections and tables have, ever."""

    def __init__(self, gone: Callable[[], int]) -> None:
        self._gone = gone
        self._looked_at = gone()
        gc.disable()

    def look(self) -> bool:
        """Free what nothing leads to any more, where enough has gone since the last time; say whether it was time."""
        gone = self._gone()
        if gone - self._looked_at < ENOUGH:
            return False
        self._looked_at = gone
        gc.collect()
        return True
