"""Whether one group of times tends to be longer than another: a sum of ranks within layers of like conditions.

Within a layer every time is as likely to belong to one group as to the other, whatever else goes on: a machine that
is busy for a while slows both.  So the test needs no quiet machine.  It alarms by mistake less than once in a million
times, and finds a difference that is a fraction of the usual spread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import sqrt

Timed = tuple[float, bool]
"""A time, and whether it belongs to the group that is looked at."""
ALARM = 5.7
"""So many standard deviations are no chance: 1.2e-8 for one comparison of both sides."""


def deviation(layers: Iterable[Sequence[Timed]]) -> float:
    """Return by how many standard deviations the group's ranks are higher than chance would have them."""
    beyond = variance = 0.0
    for layer in layers:
        more, spread = _ranks_beyond(layer)
        beyond += more
        variance += spread
    return beyond / sqrt(variance) if variance else 0.0


def _ranks_beyond(layer: Sequence[Timed]) -> tuple[float, float]:
    """Return how much higher the sum of the group's ranks is than expected, and its variance."""
    count, mine = len(layer), sum(belongs for _, belongs in layer)
    others = count - mine
    if not mine or not others:
        return 0.0, 0.0
    total = ties = 0.0
    before = 0
    for _, alike in groupby(sorted(layer), key=lambda one: one[0]):
        same = list(alike)
        total += sum(belongs for _, belongs in same) * (before + (len(same) + 1) / 2)
        ties += len(same) ** 3 - len(same)
        before += len(same)
    expected = mine * (count + 1) / 2
    return total - expected, mine * others / 12 * ((count + 1) - ties / (count * (count - 1)))


def layered(timed: Sequence[Timed], size: int) -> list[Sequence[Timed]]:
    """Return times that lie in the order in which they were taken, cut into layers."""
    return [timed[at : at + size] for at in range(0, len(timed), size)]
