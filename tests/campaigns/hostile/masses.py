"""Masses: tables that are opened and abandoned, and codes that are guessed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from .hammer import hammer
from .live_server import LiveServer
from .raw import post

KEEP_ALIVE = (b"Connection: close", b"Connection: keep-alive")


async def abandon_tables(server: LiveServer, count: int) -> Counter[int]:
    """Open so many tables, at which nobody ever sits down; return how that was answered."""
    wanted = post("/api/tables", {"name": "Nobody", "players": 2}).replace(*KEEP_ALIVE)
    return await hammer(server, (wanted for _ in range(count)))


async def guess_codes(server: LiveServer, count: int, seed: int, addresses: int) -> Counter[int]:
    """Guess so many codes, from so many addresses as a proxy tells them; return how that was answered."""
    return await hammer(server, _guesses(random.Random(seed), count, addresses))


def _guesses(luck: random.Random, count: int, addresses: int) -> Iterator[bytes]:
    for _ in range(count):
        at = luck.randrange(addresses)
        forwarded = f"X-Forwarded-For: 10.{at >> 16 & 255}.{at >> 8 & 255}.{at & 255}\r\n"
        guess = post("/api/codes", {"code": f"{luck.randrange(10**9):09}"}, forwarded)
        yield guess.replace(*KEEP_ALIVE)
