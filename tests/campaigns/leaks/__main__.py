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

from .pairs import compare_pairs
from .times import measure, report


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="scripts/campaign leaks", description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--windows", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="the first course")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) - 1))
    parser.add_argument("--tables", type=int, default=40, help="how many tables a real server has at a time")
    parser.add_argument("--plant", type=float, default=0.0, metavar="MS")
    parser.add_argument("--seconds", type=float, default=6 * 3600.0, help="the longest time for each of the two")
    wish = parser.parse_args()
    os.nice(10)
    found = compare_pairs(wish.seed, wish.pairs, wish.jobs, wish.seconds) if wish.pairs else 0
    if wish.windows:
        found += report(measure(wish.windows, wish.tables, wish.seed, wish.plant, wish.seconds))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
