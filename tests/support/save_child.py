"""A process that plays a saved game, for tests that watch its system calls or kill it.

``python -m tests.support.save_child MOVES``.  Whenever the table shows something new, the number of entries that were
appended by then is a line on the standard output, written at once.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from pathlib import Path
from random import Random

from bornes.store import saved_game_store
from bornes.terminal.preferences import Preferences
from bornes.terminal.seat_session import open_new


async def play(moves: int) -> None:
    """Play so many moves with whatever luck says, and end without closing the game."""
    opened = await open_new(Preferences(bots=(None, "sunday-driver")), seed="7")
    table, luck = opened.table, Random(1)

    def tell() -> None:
        os.write(1, f"{len(opened.store.entries)}\n".encode())

    table.listen(tell)
    for _ in range(moves):
        await table.wait_for_decision()
        if not table.asked:
            break
        view = table.question(table.asked[0])
        if view is None:
            await table.let_pass()
        else:
            await table.play(table.asked[0], luck.choice(list(view.legal_moves)))
    os._exit(0)


def plant(fault: str) -> None:
    """Make the store worse, to see that tests notice."""
    connect = saved_game_store._connect_to_play

    def careless(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA synchronous = OFF" if fault == "sync-off" else "PRAGMA journal_mode = DELETE")
        return connection

    saved_game_store._connect_to_play = careless


if __name__ == "__main__":
    for fault in sys.argv[2:]:
        plant(fault)
    asyncio.run(play(int(sys.argv[1])))
