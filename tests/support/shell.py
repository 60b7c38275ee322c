"""Commands as a user types them: in this process, or in one of their own."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

import bornes
from bornes import Game, Rules, edition, play_game
from bornes.cli import main
from bornes.game.player_names import BOT_NAMES
from tests.support.paths import ROOT

SOURCE = Path(bornes.__file__).resolve().parent.parent
ENVIRONMENT: dict[str, str | None] = {"COLUMNS": "80", "LANGUAGE": "en", "NO_COLOR": "1", "FORCE_COLOR": None}
"""A terminal of the old kind; None stands for a variable that is not set."""
PATIENCE = 120.0
"""Seconds after which nobody believes that what is waited for will come; on the busiest machine it comes before."""


def run(*arguments: str, stdin: str | bytes | None = None, **environment: str | None) -> Result:
    """Run ``bornes`` with these arguments, in this process."""
    return CliRunner().invoke(main, arguments, input=stdin, env=ENVIRONMENT | environment)


def refused(*arguments: str, status: int = 2, stdin: str | bytes | None = None) -> str:
    """Return the one line on which ``bornes`` refuses these arguments."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == status, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def start(*arguments: str, source: Path = SOURCE, module: str = "bornes", **options: Any) -> subprocess.Popen[str]:
    """Start ``python -m bornes`` with these arguments, in a process of its own."""
    paths = f"{source}{os.pathsep}{ROOT}" if module != "bornes" else str(source)
    wanted = {**os.environ, **ENVIRONMENT, "PYTHONPATH": paths, **options.pop("env", {})}
    environment = {name: value for name, value in wanted.items() if value is not None}
    command = [sys.executable, "-m", module, *arguments]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.Popen(command, env=environment, text=True, encoding="utf-8", preexec_fn=_hear_ctrl_c, **streams)


def _hear_ctrl_c() -> None:
    """Let a child hear Ctrl-C: a run in the background makes its children deaf to it, a user's terminal does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def watched(rules: Rules, seed: str, deals: int) -> Game:
    """Play the game that ``bornes watch --bot sunday-driver`` shows with this seed."""
    return play_game("sunday-driver", Game(rules, seed=seed, names=BOT_NAMES[: rules.players]), deals=deals)


@cache
def record(name: str = "parker-1962", players: int = 2, deals: int = 2) -> str:
    """Return the record of a game between automatic players."""
    return watched(edition(name).rules(players), "7", deals).record


def sealed(text: str) -> str:
    """Return a record with a checksum that fits: what a clever forger would hand out."""
    body = text[: text.rindex("check: ")]
    return f"{body}check: {hashlib.sha256(body.encode()).hexdigest()}\n"
