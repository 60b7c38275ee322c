"""The page about bots that play online: its program sits down at a real table and plays a game."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from bornes.client import OpenTable, open_table
from bornes.tables.table_state import Pace
from tests.support.pages import passages
from tests.support.paths import DOCS
from tests.support.servers import ServerProcess
from tests.support.shell import PATIENCE


def test_the_program_of_the_page_plays_a_game(server: ServerProcess, tmp_path: Path) -> None:
    (passage,) = passages(DOCS / "online-bot.md", "python")
    assert passage.file == "online_bot.py"
    assert len(passage.text.split("\n")) <= 30
    (tmp_path / "online_bot.py").write_text(passage.text, encoding="utf-8")
    wanted = OpenTable(edition="asmodee", players=2, seats=["me", "sunday-driver"], pace=Pace(None, None, 0))
    seated = asyncio.run(open_table(server.address, wanted))
    done = subprocess.run(
        [sys.executable, "online_bot.py", seated.link],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Points: (")
