"""Saved games for tests: as they are left, and with lines that nobody wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bornes import Game
from bornes.client.table_client import Seat
from bornes.terminal.local_table import LocalTable
from bornes.terminal.saved_games.log_file import _line
from bornes.terminal.saved_games.saves import new_slot


def saved_game(game: Game, seats: Sequence[Seat]) -> str:
    """Save a game as somebody leaves it who has just sat down; returns its name."""

    async def left() -> str:
        slot = new_slot(game.rules.edition)
        table = await LocalTable.of_game(game, seats, store=slot.log, id=slot.name)
        await table.close()
        await slot.close(table.record if table.over else None)
        return slot.name

    return asyncio.run(left())


def rewrite(path: Path, changed: dict[int, bytes]) -> None:
    """Change lines of a saved game, by their numbers, as if the program had written them so."""
    lines = path.read_bytes().splitlines(keepends=True)
    for number, text in changed.items():
        lines[number - 1 : number] = [_line(number, text)]
    path.write_bytes(b"".join(lines))
