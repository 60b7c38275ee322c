"""Saved games for tests: of this version, as 0.1.0 left them, and with lines that nobody wrote."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path

from bornes import Game
from bornes.client.table import Seat
from bornes.files import data_folder
from bornes.terminal.local_table import LocalTable
from bornes.terminal.storage.log_file import _line
from bornes.terminal.storage.saves import new_slot
from tests.support.paths import GOLDEN

OLD_SAVES = GOLDEN / "saves" / "0.1.0"
"""Games that the last state of 0.1.0 saved: in the middle of a deal, between two, inside a hazard's question, ..."""
OLD_NAMES = tuple(sorted(path.stem for path in OLD_SAVES.glob("*.txt")))


def saved_game(game: Game, seats: Sequence[Seat]) -> str:
    """Save a game as somebody leaves it who has just sat down; returns its name."""

    async def left() -> str:
        slot = new_slot(game.rules.edition)
        table = await LocalTable.of_game(game, seats, store=slot.log, id=slot.name)
        await table.close()
        await slot.close(table.record if table.over else None)
        return slot.name

    return asyncio.run(left())


def saved_by_0_1_0(name: str) -> str:
    """Put a game into the data folder as 0.1.0 left it; returns its name."""
    folder = data_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    for kind in ("txt", "json"):
        shutil.copy(OLD_SAVES / f"{name}.{kind}", folder)
    return name


def rewrite(path: Path, changed: dict[int, bytes]) -> None:
    """Change lines of a saved game, by their numbers, as if the program had written them so."""
    lines = path.read_bytes().splitlines(keepends=True)
    for number, text in changed.items():
        lines[number - 1 : number] = [_line(number, text)]
    path.write_bytes(b"".join(lines))
