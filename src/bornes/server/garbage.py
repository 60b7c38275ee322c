"""When Python's garbage collector runs: rarely, and never over the tables.

By itself it would run whenever many objects were made, and a look at thousands of tables stops them all for a second,
to find nothing: tables, sockets and requests are freed by reference counting as soon as they are over.  What leaves
cycles behind all the same is found here.  Python's own runs are turned off; one is made when there are many new
objects, looks only at these, and leaves the survivors alone for good (``gc.freeze``).  So each object is looked at
once, and a run takes as long with three thousand tables as with three.  All objects are looked at only while few tables
are awake.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

NEW_OBJECTS = 20_000
"""Objects made since the last run and not freed: those of about ten tables, looked at in about ten milliseconds."""
MANY_GONE = 100_000
"""Connections and tables that have gone since all objects were looked at."""
FEW_TABLES = 100
"""With so many awake a look at everything takes some tenths of a second."""


class Garbage:
    """Runs the collector; ``awake`` says how many tables are, ``gone`` how many connections and tables went, ever."""

    def __init__(self, awake: Callable[[], int], gone: Callable[[], int]) -> None:
        self._awake = awake
        self._gone = gone
        self._looked_at = gone()
        gc.disable()
        gc.freeze()

    def look(self) -> None:
        """Free what nothing leads to any more, where it is time for that; called some times in a second."""
        gone = self._gone()
        if gone - self._looked_at >= MANY_GONE and self._awake() <= FEW_TABLES:
            self._looked_at = gone
            gc.unfreeze()
        elif gc.get_count()[0] < NEW_OBJECTS:
            return
        gc.collect()
        gc.freeze()
