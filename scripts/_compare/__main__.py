"""Compare what two checkouts do. Run by scripts/compare, which says how."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

from .checkouts import BUILD, CannotRun, Checkout, find_checkout, prepare
from .differences import AreaResult, compare_area
from .renames import RenameError, Renames
from .sides import AREAS, Plan, Side, cache_of

SAME, DIFFERENT, CANNOT_RUN = 0, 1, 2
PROGRESS_SECONDS = 10.0
"""Between two lines of progress of a side."""


class Parser(argparse.ArgumentParser):
    """A parser that refuses wrong calls on one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and exit."""
        sys.stderr.write(f"bornes: compare: {message} (see scripts/compare --help)\n")
        sys.exit(CANNOT_RUN)


def main(given: list[str]) -> int:
    """Compare two sides, and return the exit code."""
    parser = Parser(add_help=False)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--tables", type=int, default=Plan.tables)
    parser.add_argument("--only", action="append", choices=AREAS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--renames", type=Path)
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--fresh", action="store_true")
    options = parser.parse_args(given)
    if min(options.tables, options.every) < 1:
        parser.error("--tables and --every need a number from 1 on")
    areas = tuple(area for area in AREAS if area in options.only) if options.only else AREAS
    plan = Plan(options.tables, areas, options.every)
    try:
        renames = Renames.load(options.renames)
        old, new = find_checkout(options.old), find_checkout(options.new)
        for checkout in {one.folder: one for one in (old, new)}.values():
            prepare(checkout)
        return compare(old, new, plan, renames, options.renames, options.show, options.keep, fresh=options.fresh)
    except (CannotRun, RenameError, OSError) as error:
        tell(str(error))
        return CANNOT_RUN


def compare(
    old: Checkout,
    new: Checkout,
    plan: Plan,
    renames: Renames,
    renames_file: Path | None = None,
    show: int = 3,
    keep: Path | None = None,
    *,
    fresh: bool = False,
) -> int:
    """Play both sides at the same time, print where they differ, and return the exit code."""
    BUILD.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix="run-", dir=BUILD))
    try:
        same_commit = old.commit == new.commit  # then the second run shows that one program does the same twice
        sides = [
            _side("old", old, plan, renames_file, temporary, cached=not fresh),
            _side("new", new, plan, None, temporary, cached=not fresh and not same_commit),
        ]
        with ThreadPoolExecutor(len(sides)) as pool:
            for _ in pool.map(lambda side: side.play(plan, Progress()), sides):
                pass
        one, other = (side.transcripts for side in sides)
        results = [compare_area(area, one / f"{area}.txt", other / f"{area}.txt", renames, show) for area in plan.areas]
        if keep is not None:
            for side in sides:
                shutil.copytree(side.transcripts, keep / side.name, dirs_exist_ok=True)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    report(results)
    return DIFFERENT if any(result.differing for result in results) else SAME


def _side(name: str, checkout: Checkout, plan: Plan, renames: Path | None, temporary: Path, *, cached: bool) -> Side:
    cache = cache_of(checkout, plan, renames) if cached else None
    renames = None if renames is None else renames.resolve()
    return Side(name, checkout, cache or temporary / name, renames, reuse=cache is not None)


def report(results: list[AreaResult]) -> None:
    """Print the differences of each area, and a line for each area at the end."""
    for result in results:
        for line in result.shown:
            print(line)
        if result.shown:
            print()
    for result in results:
        compared = f"{result.area:8} {result.sections:6,} sections {result.lines:10,} lines"
        print(f"{compared}   {f'{len(result.differing):,} sections differ' if result.differing else 'same'}")


class Progress:
    """Passes on what a side says of its progress: at most one line every few seconds, and the last of each area."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, text: str) -> None:
        """Tell how far a side is."""
        *_, done, _, total = text.split()
        if done == total or time.monotonic() - self._told > PROGRESS_SECONDS:
            self._told = time.monotonic()
            tell(text)


def tell(text: str) -> None:
    """Write a line of progress or a complaint."""
    print(f"bornes: compare: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
