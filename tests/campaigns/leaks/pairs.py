"""Thousands of pairs of servers, compared in several processes."""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic

from tests.simulation.knowledge import BrokenInvariant

from .twins import check_course

PAIRS_OF_A_COURSE = 4
REPORTED = 20
"""So many leaks are told."""


def compare_pairs(seed: int, pairs: int, jobs: int, seconds: float) -> int:
    """Compare so many pairs, and return at how many courses something showed."""
    begun, leaks = monotonic(), []
    compared: Counter[str] = Counter()
    courses = range(seed, seed - (-pairs // PAIRS_OF_A_COURSE))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for number, found in enumerate(pool.map(look, courses, chunksize=4), 1):
            if isinstance(found, str):
                leaks.append(found)
                print(found, file=sys.stderr, flush=True)
            else:
                compared += found
            if number % 25 == 0:
                print(f"{compared['pairs']} pairs in {monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
            if len(leaks) >= REPORTED or monotonic() - begun > seconds:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    told = ", ".join(f"{count:,} {name}" for name, count in sorted(compared.items()))
    print(f"twins: {told}; {len(leaks)} leaks; {monotonic() - begun:.0f} s", flush=True)
    return len(leaks)


def look(seed: int) -> Counter[str] | str:
    """Compare the pairs of a course; return what was compared, or what showed."""
    try:
        return check_course(seed, PAIRS_OF_A_COURSE)
    except BrokenInvariant as broken:
        return str(broken)
