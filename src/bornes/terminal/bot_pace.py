"""How fast bots play: so many seconds apart, or step by step."""

from __future__ import annotations

import asyncio

PACE_STEPS_SECONDS = (0.0, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0)
"""The pauses between moves that + and - step through."""


def faster(pace: float) -> float:
    """Return the next faster pace."""
    return max((one for one in PACE_STEPS_SECONDS if one < pace), default=PACE_STEPS_SECONDS[0])


def slower(pace: float) -> float:
    """Return the next slower pace."""
    return min((one for one in PACE_STEPS_SECONDS if one > pace), default=PACE_STEPS_SECONDS[-1])


class PauseControl:
    """Holds back whatever goes on by itself, until that may go on or take a single step."""

    def __init__(self) -> None:
        self.paused = False
        """Whether only steps are taken."""
        self._steps = 0
        self._open = asyncio.Event()

    def pause(self) -> None:
        """Hold back everything from now on."""
        self.paused, self._steps = True, 0
        self._open.clear()

    def resume(self) -> None:
        """Let everything go on."""
        self.paused = False
        self._open.set()

    def step(self) -> None:
        """Let one more thing happen, and hold back the rest."""
        self.paused = True
        self._steps += 1
        self._open.set()

    async def wait(self) -> None:
        """Wait until something may happen by itself."""
        while self.paused and not self._steps:
            await self._open.wait()
        if self.paused:
            self._steps -= 1
            if not self._steps:
                self._open.clear()
