"""What every long computation is asked: which luck, and how many hands at work."""

from __future__ import annotations

import click

seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="N",
    help="The same seed gives the same result.  [default: a new one]",
)

jobs_option = click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1),
    metavar="N",
    help="How many threads or processes.  [default: one for each core]",
)
