"""Look for leaks by the thousand.

    scripts/campaign leaks --pairs 10000 --windows 10000

``--pairs`` are pairs of servers that differ in hidden cards and are compared exactly; ``--windows`` are windows of real
servers, whose times are compared.  ``--plant 5`` delays those windows that somebody could answer by so many
milliseconds, to see that it is found.  Exits with 1 where something shows.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic

from bornes.tables.simulation.knowledge import Broken

from .times import measure, report
from .twins import check_course

PAIRS_OF_A_COURSE = 4
REPORTED = 20
"""So many leaks are told."""


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="scripts/campaign leaks", description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--windows", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="the first course")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) - 1))
    parser.add_argument("--tables", type=int, default=40, help="how many tables a real server has at a time")
    parser.add_argument("--plant", type=float, default=0.0, metavar="MS")
    wish = parser.parse_args()
    os.nice(10)
    found = compare_pairs(wish.seed, wish.pairs, wish.jobs) if wish.pairs else 0
    if wish.windows:
        found += report(measure(wish.windows, wish.tables, wish.seed, wish.plant))
    return 1 if found else 0


def compare_pairs(seed: int, pairs: int, jobs: int) -> int:
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
            if number % 100 == 0:
                print(f"{compared['pairs']} pairs in {monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
            if len(leaks) >= REPORTED:
                break
    told = ", ".join(f"{count:,} {name}" for name, count in sorted(compared.items()))
    print(f"twins: {told}; {len(leaks)} leaks; {monotonic() - begun:.0f} s", flush=True)
    return len(leaks)


def look(seed: int) -> Counter[str] | str:
    """Compare the pairs of a course; return what was compared, or what showed."""
    try:
        return check_course(seed, PAIRS_OF_A_COURSE)
    except Broken as broken:
        return str(broken)


if __name__ == "__main__":
    sys.exit(main())
