"""How much a server carries, on real sockets and a real file; `scripts/bench server`.

Scripted players sit at tables of two, at some with somebody who looks on.  In turns with it, in the same run, an echo:
a plain socket of the same kind of server that appends the same bytes through the same group commit and sends the
recorded messages of such a move to everybody.  A figure that others on this machine have spoilt says so.

The bars: with a move every two seconds at each of 1,000 tables the 99th percentile, from when a move was due to
everybody's screen, at most twice the echo's; at most 150 kB for a live table in its third deal, sockets told apart, and
none for one that sleeps; after a restart with 10,000 open tables the first move within two seconds and a thousand
connections within five; no slope in memory; and beside champions people's moves as before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvloop

from benchmarks.load.phases import PHASES, Sizes

BARS: tuple[tuple[str, tuple[str, ...], float], ...] = (
    ("p99, times the echo's", ("load", "by the clock", "p99_ms ratio"), 2),
    ("kB for a live table in its third deal", ("memory", "kb_per_table"), 150),
    ("kB for a sleeping table", ("sleeping", "kb_per_sleeping_table"), 1),
    ("seconds from start to the first move", ("restart", "first_move_s"), 2),
    ("seconds for those who come back", ("restart", "reconnects_s"), 5),
)
"""What is to be reached: its name, where it is found, and the most that it may be."""


async def measure(names: list[str], sizes: Sizes) -> dict[str, Any]:
    """Measure some things, each in a folder of its own that is gone afterwards."""
    found: dict[str, Any] = {}
    for name in names:
        with TemporaryDirectory(prefix="bornes-bench-") as folder:
            found[name] = await PHASES[name](sizes, Path(folder))
    found["bars"] = {title: _bar(found, path, most) for title, path, most in BARS if path[0] in found}
    return found


def _bar(found: dict[str, Any], path: tuple[str, ...], most: float) -> dict[str, float | None]:
    value: Any = found
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return {"found": value, "at most": most}


def show(found: dict[str, Any], depth: int = 0) -> None:
    """Print figures, a line each."""
    for name, value in found.items():
        if isinstance(value, dict):
            print(f"{'  ' * depth}{name}")
            show(value, depth + 1)
        else:
            print(f"{'  ' * depth}{name:<34}{_text(value)}")


def _text(value: object) -> str:
    if isinstance(value, list):
        return "  ".join(map(_text, value))
    return f"{value:10.2f}" if isinstance(value, float) else f"{value:>10}"


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench server", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usual = Sizes()
    parser.add_argument("what", nargs="*", help=f"some of {', '.join(PHASES)}; all but soak where none is named")
    parser.add_argument("--tables", type=int, default=usual.tables, help="tables of two (%(default)s)")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="for each round (%(default)s)")
    parser.add_argument("--rounds", type=int, default=usual.rounds, help="how often each is measured (%(default)s)")
    parser.add_argument("--stored", type=int, default=usual.stored, help="tables in the restart's file (%(default)s)")
    parser.add_argument("--back", type=int, default=usual.back, help="connections after it (%(default)s)")
    parser.add_argument("--champions", type=int, default=usual.champions, help="tables of champions (%(default)s)")
    parser.add_argument("--at-once", type=int, default=usual.at_once, help="moves in the closed loop (%(default)s)")
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES", help="play for so long, and nothing else")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = vars(parser.parse_args())
    names, as_json = given.pop("what"), given.pop("json")
    unknown = [name for name in names if name not in PHASES]
    if unknown:
        parser.error(f"{unknown[0]!r} is none of {', '.join(PHASES)}")
    names = names or (["soak"] if given["soak"] else [name for name in PHASES if name != "soak"])
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(measure(names, Sizes(**given)))
    print(json.dumps(found)) if as_json else show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
