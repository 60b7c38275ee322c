"""Stopping as soon as the result is clear, without fooling oneself.

An ordinary 95 % interval is right once, at a number of deals fixed beforehand.  Looked at after every deal it will
sooner or later leave out the truth by chance.  A confidence sequence is right at every moment at once: in 95 % of all
matches it never leaves out the truth, however often and however long one looks.
"""

from __future__ import annotations

from math import log, sqrt

from ..tally import Estimate

ERROR = 0.05
"""How often the truth may be left out, ever."""
FEWEST = 100
"""Numbers before the spread is known well enough to say anything."""
_SHARPEST = 1000
"""Where the sequence is narrowest for its number of numbers; far from here it is a little wider than need be."""


class ConfidenceSequence:
    """The mean of numbers as they come in, with an interval that may be looked at after each.

    Robbins' normal mixture, with the spread estimated from the numbers (an asymptotic confidence sequence).
    """

    def __init__(self) -> None:
        self.count = 0
        self.decided = False
        """Whether 0 was ever outside the interval."""
        self._mean = 0.0
        self._squares = 0.0
        spread = -2 * log(ERROR)
        self._mixing = (spread + log(spread) + 1) / _SHARPEST

    def add(self, number: float) -> bool:
        """Take in a number; whether the matter is decided."""
        self.count += 1
        apart = number - self._mean
        self._mean += apart / self.count
        self._squares += apart * (number - self._mean)
        if self.count >= FEWEST and abs(self._mean) > self._margin():
            self.decided = True
        return self.decided

    def estimate(self) -> Estimate:
        """The mean and half the width of the interval around it; infinite while too little is known."""
        return Estimate(self._mean, self._margin() if self.count >= FEWEST else float("inf"))

    def _margin(self) -> float:
        variance = self._squares / (self.count - 1)
        mixed = self.count * self._mixing + 1
        return sqrt(variance * 2 * mixed / (self.count**2 * self._mixing) * log(sqrt(mixed) / ERROR))
