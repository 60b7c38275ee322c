"""The API as it describes itself: requests made from its description, right and wrong, answered as it says.

Schemathesis makes them: first as a stranger, then as somebody who sits at a table.  Left out are two of its checks. A
game that the description allows may still be one that cannot be played; and whoever has no secret is forbidden (403),
since there is nothing to log in to.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .live_server import LiveServer
from .raw import open_table

NOT_CHECKED = "positive_data_acceptance,missing_required_header"
BOTH = "coverage,fuzzing"
LONGEST = 3600.0
"""Seconds after which a run is given up."""


def check_description(server: LiveServer, examples: int, seed: int = 1, *, short: bool = False) -> list[str]:
    """Ask for everything that the API describes, and return what was not answered so; in short only half of it."""
    stranger = _run(server, "coverage" if short else BOTH, examples, seed, "")
    seated = asyncio.run(open_table(server, players=2, public=True))
    told = f'headers = {{ Authorization = "Bearer {seated["secret"]}" }}\n'
    told += f'[parameters]\n"path.table" = "{seated["table"]}"\n'
    options = ("--include-path-regex", "table}", "--exclude-method", "DELETE")  # that would give the seat up
    return stranger + _run(server, "fuzzing" if short else BOTH, examples, seed, told, *options)


def _run(server: LiveServer, phases: str, examples: int, seed: int, settings: str, *options: str) -> list[str]:
    with TemporaryDirectory(prefix="bornes-hostile-") as folder:
        config = Path(folder, "schemathesis.toml")
        config.write_text(settings, encoding="utf-8")
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
        command += [f"{server.base}/api/openapi.json", "--phases", phases, "--exclude-checks", NOT_CHECKED]
        command += ["--max-examples", str(examples), "--seed", str(seed), "--no-color", "--generation-database", "none"]
        found = subprocess.run(
            [*command, "--continue-on-failure", *options], cwd=folder, capture_output=True, text=True, timeout=LONGEST
        )
    return [] if found.returncode == 0 else [f"not as described:\n{found.stdout[-20_000:]}{found.stderr[-2000:]}"]
