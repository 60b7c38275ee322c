"""The fault campaign, as a command: ``scripts/campaign faults --faults 100000 --kills 200``.

Simulated faults come by the seed, always the same ones; so do the choices for real processes, though never at quite the
same moments.  Exits with 1 if a promise was ever broken.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import Future
from itertools import count
from time import monotonic

from bornes.base.workers import cpu_count, map_in_order, process_pool

from .kills import Tally
from .real import killed, run_real
from .simulated import Passed, try_storm
from .storm import Faults

STORMS_OF_A_SEED = 1_000_000
"""So far apart are the storms of two seeds."""


def say(text: str) -> None:
    """Tell how far it is."""
    print(text, file=sys.stderr, flush=True)


def run_simulated(wanted: int, seed: int, jobs: int) -> list[str]:
    """Let storms pass until there were so many faults; show them, and return what was found."""
    faults: Faults = Counter()
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    begun = monotonic()
    with process_pool(jobs) as pool:

        def submit(storm: int) -> Future[Passed]:
            return pool.submit(try_storm, storm)

        storms = map_in_order(submit, count(seed * STORMS_OF_A_SEED), 4 * jobs)
        while sum(faults.values()) < wanted:
            try:
                passed = next(storms)
            except KeyboardInterrupt:  # what was seen so far is told
                break
            faults += passed.faults
            seen.update(storms=1, tables=passed.tables, entries=passed.entries)
            if passed.wrong:
                wrong.append(passed.wrong)
                say(passed.wrong)
            if seen["storms"] % 100 == 0:
                say(f"{sum(faults.values()):,} faults, {seen['storms']:,} storms, {monotonic() - begun:.0f} s")
        print(f"{sum(faults.values()):,} simulated faults in {seen['storms']:,} storms over {seen['tables']:,} tables")
        show_counts(faults)
        sys.stdout.flush()
    return wrong


def show_counts(counts: Counter[str]) -> None:
    """Print what was counted, the most frequent first."""
    for what, number in counts.most_common():
        print(f"  {number:>9,}  {what}")


def show_progress(tally: Tally) -> None:
    """Tell how many kills there were."""
    say(f"{killed(tally)} kills, {tally.counts['power cuts']} power cuts, {len(tally.findings)} findings")


def main() -> int:
    """Run the campaign, and say what was found."""
    options = argparse.ArgumentParser(
        prog="scripts/campaign faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--faults", type=int, default=2000, help="simulated faults, instead of 2000")
    options.add_argument("--kills", type=int, default=10, help="kills of real servers, instead of 10")
    options.add_argument("--seed", type=int, default=1, help="another number gives other faults")
    options.add_argument(
        "--jobs", type=int, default=cpu_count(), help="simulations at once, instead of one for each core"
    )
    given = options.parse_args()
    findings: list[str] = []
    if given.faults > 0:
        findings += run_simulated(given.faults, given.seed, given.jobs)
    if given.kills > 0:
        tally = run_real(given.kills, given.seed, show_progress)
        findings += tally.findings
        print(f"{killed(tally)} kills of real servers")
        show_counts(tally.counts)
    print(f"{len(findings)} broken promises")
    for finding in findings:
        print(f"  {finding}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
