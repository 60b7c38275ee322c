"""From what a judgement claims to what a move really costs, and what that is called.

A judgement imagines the hidden cards and picks the best of many moves, so it claims too much.  How much too much was
measured (``docs/calibration.md``): decisions of bots were judged, and both moves then played on from the true deal.
What really followed is about ``slope * (claimed - doubt)``, and nothing where that is below zero.

Costs are chances of winning.  To be spoken of they are weighed in points, by what a point buys at the even start of a
game: in the last deal of a close game the same 50 points weigh more, in one that is decided less.
"""

from __future__ import annotations

import tomllib
from enum import IntEnum
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from ..words import N_
from .judge import Gap

DATA = "calibration.toml"


class Label(IntEnum):
    """What a move is called by what it costs."""

    FINE = 0
    INACCURACY = 1
    MISTAKE = 2
    BLUNDER = 3

    def __str__(self) -> str:
        return self.name.lower()


LABELS = {
    Label.FINE: N_("fine"),
    Label.INACCURACY: N_("inaccuracy"),
    Label.MISTAKE: N_("mistake"),
    Label.BLUNDER: N_("blunder"),
}
FROM = {Label.INACCURACY: 15.0, Label.MISTAKE: 50.0, Label.BLUNDER: 120.0}
"""The weight in points from which on a move is called so."""
TIED = 5.0
"""The weight up to which a move is taken to be as good as the best."""


class Calibration(NamedTuple):
    """What was measured: both numbers hold for weights in points."""

    slope: float
    doubt: float


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    """The figures of the last measurement."""
    data = tomllib.loads(files(__package__).joinpath(DATA).read_text(encoding="utf-8"))
    return Calibration(data["slope"], data["doubt"])


def trusted(cost: Gap, unit: float) -> float:
    """What of a claimed cost in chance is believed, ``unit`` being a point’s worth; nothing of what may be luck."""
    measured = calibration()
    return measured.slope * max(0.0, cost.mean - measured.doubt * unit) if cost.shown else 0.0


def label(weight: float) -> Label:
    """What a move of this weight is called."""
    return max((name for name, least in FROM.items() if weight >= least), default=Label.FINE)
