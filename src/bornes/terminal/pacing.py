"""How fast bots play: so many seconds apart, not at all, or step by step."""

from __future__ import annotations

import asyncio

PACES = (0.0, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0)
"""Seconds between moves that + and - go through."""


def quicker(pace: float) -> float:
    """The next quicker pace."""
    return max((one for one in PACES if one < pace), default=PACES[0])


def slower(pace: float) -> float:
    """The next slower pace."""
    return min((one for one in PACES if one > pace), default=PACES[-1])


class Pacing:
    """Lets whoever plays wait until it is time for the next move, while the pace may change at any moment."""

    def __init__(self, seconds: float) -> None:
        self._seconds = max(0.0, seconds)
        self._paused = False
        self._steps = 0
        self._stir = asyncio.Event()
        """Set after whatever somebody who waits should look at again."""

    @property
    def seconds(self) -> float:
        """From one move to the next at least."""
        return self._seconds

    @seconds.setter
    def seconds(self, seconds: float) -> None:
        self._seconds = max(0.0, seconds)
        self.stir()

    @property
    def paused(self) -> bool:
        """Whether no move is made but by steps."""
        return self._paused

    def pause(self) -> None:
        """Make no further move."""
        self._paused = True

    def go_on(self) -> None:
        """Play again."""
        self._paused, self._steps = False, 0
        self.stir()

    def step(self) -> None:
        """Make one more move, without delay, and pause."""
        self._paused = True
        self._steps += 1
        self.stir()

    async def time_to_move(self, since: float, seconds: float | None = None) -> None:
        """Wait until it is time for a move that was begun then; ``seconds`` may be another pace for this move."""
        loop = asyncio.get_running_loop()
        while True:
            if self._steps:
                self._steps -= 1
                return
            left = since + (self._seconds if seconds is None else seconds) - loop.time()
            if not self._paused and left <= 0:
                return
            await self.stirred(None if self._paused else left)

    def stir(self) -> None:
        """Let everybody who waits look again."""
        self._stir.set()

    async def stirred(self, seconds: float | None = None) -> None:
        """Wait for the next stir, or so many seconds."""
        if self._stir.is_set():
            self._stir = asyncio.Event()
        waiting = asyncio.ensure_future(self._stir.wait())
        try:
            await asyncio.wait({waiting}, timeout=seconds)
        finally:
            waiting.cancel()
