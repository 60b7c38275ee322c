"""How fast bots play: a number of seconds apart, without a pause, or step by step."""

from __future__ import annotations

import asyncio

PACES = (0.0, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0)
"""Seconds between moves that + and - go through."""


def faster(pace: float) -> float:
    """Return the next faster pace."""
    return max((one for one in PACES if one < pace), default=PACES[0])


def slower(pace: float) -> float:
    """Return the next slower pace."""
    return min((one for one in PACES if one > pace), default=PACES[-1])


class Pacing:
    """Makes whoever plays wait until it is time for the next move, while the pace may change at any moment."""

    def __init__(self, seconds: float) -> None:
        self._seconds = max(0.0, seconds)
        self._paused = False
        self._steps = 0
        self._changed = asyncio.Event()
        """Set after every change that somebody may be waiting for."""

    @property
    def seconds(self) -> float:
        """The least time from one move to the next."""
        return self._seconds

    @seconds.setter
    def seconds(self, seconds: float) -> None:
        self._seconds = max(0.0, seconds)
        self.notify()

    @property
    def paused(self) -> bool:
        """Whether moves are made only by ``step``."""
        return self._paused

    def pause(self) -> None:
        """Make no further move."""
        self._paused = True

    def resume(self) -> None:
        """Play again after a pause."""
        self._paused, self._steps = False, 0
        self.notify()

    def step(self) -> None:
        """Make one more move, without delay, and pause."""
        self._paused = True
        self._steps += 1
        self.notify()

    async def time_to_move(self, since: float, seconds: float | None = None) -> None:
        """Wait until a move may be made that was begun at ``since``, in the loop's time.

        ``seconds`` replaces the pace for this one move.
        """
        loop = asyncio.get_running_loop()
        while True:
            if self._steps:
                self._steps -= 1
                return
            left = since + (self._seconds if seconds is None else seconds) - loop.time()
            if not self._paused and left <= 0:
                return
            await self.changed(None if self._paused else left)

    def notify(self) -> None:
        """Wake everybody who waits in ``changed``."""
        self._changed.set()

    async def changed(self, seconds: float | None = None) -> None:
        """Wait for the next ``notify``, or at most so many seconds."""
        if self._changed.is_set():
            self._changed = asyncio.Event()
        waiting = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait({waiting}, timeout=seconds)
        finally:
            waiting.cancel()
