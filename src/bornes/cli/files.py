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
    from ..record import LARGEST, decode

    content = _from_stdin(LARGEST + 1) if name == "-" else _from_file(Path(name), LARGEST + 1)
    return Game.replay(decode(content))


def _from_file(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def _from_stdin(most: int) -> bytes:
    if sys.stdin is None:  # closed before we began
        raise Failure("-: the standard input is closed")
    try:
        return sys.stdin.buffer.read(most)
    except OSError as error:
        raise Failure(f"-: the standard input cannot be read: {error.strerror}") from None
