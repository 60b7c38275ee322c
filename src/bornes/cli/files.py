"""Records from files, or from a pipe."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .group import Failure

if TYPE_CHECKING:
    from ..game import Game

RECORD = click.Path(exists=True, dir_okay=False, allow_dash=True)
"""The name of a record's file; ``-`` is the standard input."""


def recorded_game(name: str, deal: int | None = None) -> Game:
    """The game that the file tells, which must have the deal of this number; what is wrong is said on a line."""
    from ..record import RecordError

    try:
        game = read_record(name)
    except RecordError as error:
        raise Failure(f"{name}: {error}") from None
    if deal is not None and deal > len(game.deals):
        raise Failure(f"{name}: there is no deal {deal}, the record has {len(game.deals)}")
    return game


def read_record(name: str) -> Game:
    """The game that the file tells; RecordError names line and reason."""
    from ..game import Game
    from ..record import RecordError

    content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "not text: a record is written in UTF-8") from None
    return Game.replay(text)
