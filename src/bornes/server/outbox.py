"""What is to be sent to one client: bounded, so that one who reads slowly costs no memory."""

from __future__ import annotations

import asyncio

from ..client.protocol import CLOSE_TOO_SLOW

MAX_OUTBOX_BYTES = 512 * 1024
"""A client with more unread is disconnected; it reconnects and resumes. A single message may be larger, because a
client that reconnects would only be sent it again."""


class Outbox:
    """Messages that wait for one client, until it is closed with a code."""

    def __init__(self, most: int = MAX_OUTBOX_BYTES) -> None:
        self._waiting: list[bytes] = []
        self.size = 0
        """How many bytes wait."""
        self._most = most
        self._changed = asyncio.Event()
        self.closed: int | None = None
        """Why the connection is to be closed, once it is."""

    def send(self, data: bytes) -> None:
        """Let a message be sent; it returns at once and never fails."""
        if self.closed is not None:
            return
        if self.size > self._most:
            self._waiting.clear()
            self.close(CLOSE_TOO_SLOW)
            return
        self._waiting.append(data)
        self.size += len(data)
        self._changed.set()

    def close(self, code: int) -> None:
        """Let the connection be closed once what waits is sent."""
        if self.closed is None:
            self.closed = code
        self._changed.set()

    async def take(self) -> list[bytes]:
        """Return all that waits, as soon as something does; nothing where the connection is to be closed."""
        while not self._waiting and self.closed is None:
            self._changed.clear()
            await self._changed.wait()
        return self.take_now()

    def take_now(self) -> list[bytes]:
        """Return all that waits by now."""
        taken, self._waiting, self.size = self._waiting, [], 0
        return taken
