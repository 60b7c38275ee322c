"""Run ``bornes`` with random bytes that are the same every time: ``python -m scripts._compare.steady serve --port 0``.

Table ids, codes and the seeds of deals come from the system's source of randomness.  Two processes that run this module
draw the same bytes, as long as they draw pieces of the same sizes in the same order for each size.
"""

from __future__ import annotations

import hashlib
import os
import random
import runpy
import secrets
from collections import Counter


class RepeatedBytes:
    """A source of random bytes that starts anew in every process."""

    def __init__(self) -> None:
        self._drawn: Counter[int] = Counter()

    def __call__(self, nbytes: int | None = None) -> bytes:
        """Return the next bytes of this size."""
        wanted = 32 if nbytes is None else nbytes
        self._drawn[wanted] += 1
        key = f"compare {wanted} {self._drawn[wanted]}".encode()
        return hashlib.shake_256(key).digest(wanted)


class SteadySystemRandom(random.Random):
    """What stands in for ``random.SystemRandom``: each one starts from the same seed."""

    def __init__(self, seed: object = None) -> None:
        super().__init__("compare")


def make_steady() -> None:
    """Replace the sources of randomness of this process; call it before ``bornes`` is imported."""
    source = RepeatedBytes()
    os.urandom = source.__call__
    secrets.token_bytes = source.__call__  # token_hex and token_urlsafe call it
    random.SystemRandom = secrets.SystemRandom = SteadySystemRandom  # type: ignore[misc, assignment]
    steady = SteadySystemRandom()
    secrets.choice = steady.choice
    secrets.randbelow = lambda exclusive_upper_bound: steady.randrange(exclusive_upper_bound)
    secrets.randbits = lambda k: steady.getrandbits(k)


if __name__ == "__main__":
    make_steady()
    runpy.run_module("bornes", run_name="__main__", alter_sys=True)
