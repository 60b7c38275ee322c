"""Commands that are told to end in the middle: all their processes end with them, and nothing odd is said."""

from __future__ import annotations

import os
import signal
from importlib import import_module
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.support.shell import record, start

psutil: Any = import_module("psutil")  # which has no types

LONG: dict[str, tuple[str, ...]] = {
    "arena": ("arena", "champion:playouts=5", "random", "--deals", "100000", "--jobs", "2"),
    "arena on threads": ("arena", "tuned", "random", "--deals", "100000000", "--jobs", "2"),
    "sim": ("sim", "parker-1962", "--deals", "1000000000", "--jobs", "2"),
    "tune": ("tune", "parker-1962", "--deals", "10000000", "--jobs", "2"),
    "lab": ("lab", "first-player", "--deals", "1000000000", "--jobs", "2"),
    "review": ("review", "game.txt", "--care", "30"),
}
"""What nobody would wait for."""
KEPT = "bornes: interrupted; parker-1962-2.toml.tuning holds the search, --resume continues it"


def workers(process: Any) -> list[Any]:
    """Those who work for a process: all its children but Python's tracker of what they share."""
    return [child for child in process.children() if "resource_tracker" not in " ".join(child.cmdline())]


def at_work(command: str, process: Any) -> bool:
    """Whether a process is in the middle of its task, and not still loading what it needs."""
    busy = workers(process) or [process]
    enough = len(busy) >= 2 if command == "arena" else process.num_threads() > 1 if command == "review" else True
    return enough and all(each.cpu_times().user >= 0.5 for each in busy)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a game in it."""
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(record(), encoding="utf-8")


@pytest.mark.compiled_only
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("command", LONG)
def test_whoever_is_told_to_end_takes_everybody_along(command: str, told: signal.Signals) -> None:
    """A terminal sends Ctrl-C to all of them at once, others send SIGTERM to the first."""
    process = start(*LONG[command], start_new_session=True)
    watched = psutil.Process(process.pid)
    while not at_work(command, watched):
        assert process.poll() is None, process.communicate()
        sleep(0.02)
    helpers = watched.children(recursive=True)
    if told is signal.SIGINT:
        os.killpg(process.pid, told)
    else:
        process.send_signal(told)
    _, complaint = process.communicate(timeout=60)
    if told is signal.SIGINT:
        assert process.returncode == 130
    elif "arena" in command:
        assert process.returncode == 143
    else:  # nothing to look after and nothing to show: SIGTERM does what it always does, which a shell calls 143
        assert process.returncode == -signal.SIGTERM
    assert complaint.strip() in ("", KEPT)
    assert psutil.wait_procs(helpers, timeout=60)[1] == []
