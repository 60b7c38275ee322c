"""Saved games for tests: as they are left, and with content that no program wrote."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bornes import Game
from bornes.client.table_client import Seat
from bornes.store.saved_game_store import read_game
from bornes.store.saved_games import finish_game, new_game
from bornes.store.sqlite_logs import entry_checksum
from bornes.tables.entries import Entry
from bornes.terminal.local_table import LocalTable


def saved_game(game: Game, seats: Sequence[Seat]) -> str:
    """Save a game as somebody leaves it who has just sat down; returns its name."""

    async def left() -> str:
        store = new_game(game.rules.edition)
        table = await LocalTable.of_game(game, seats, store=store, id=store.name)
        await table.close()
        if table.over:
            await finish_game(store, table.record)
        else:
            await store.close()
        return store.name

    return asyncio.run(left())


def entries_in(path: Path) -> list[Entry]:
    """Return the entries in the file of a saved game."""
    return read_game(path).entries()


def execute(path: Path, sql: str, *values: object) -> None:
    """Change the file of a saved game behind the back of the program."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql, values)


def rewrite(path: Path, changed: dict[int, bytes]) -> None:
    """Change entries of a saved game, by their numbers from 0, as if the program had written them so."""
    table = read_game(path).table
    for number, line in changed.items():
        checksum = entry_checksum(table, number, line)
        execute(path, "UPDATE entries SET line = ?, checksum = ? WHERE number = ?", line, checksum, number)


def from_later_version(path: Path) -> None:
    """Let a file say that a later version of the program wrote it."""
    execute(path, "PRAGMA user_version = 99")


def played_at(path: Path, moment: int) -> None:
    """Let a saved game have been played at a moment, in milliseconds."""
    for number, line in enumerate(read_game(path).lines):
        rewrite(path, {number: re.sub(rb'"at":\d{10,}', b'"at":%d' % moment, line)})
