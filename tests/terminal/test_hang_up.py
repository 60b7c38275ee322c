"""A terminal that is gone: whoever played in it ends, with everybody started from there, and the game is kept."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from bornes.terminal import shutdown
from tests.support.processes import kill, running
from tests.support.shell import PATIENCE, start
from tests.support.tmux import Terminal, begin, goes_on, hand_on

psutil: Any = import_module("psutil")  # which has no types
pytestmark = pytest.mark.slow

FEW = 20.0
"""Seconds in which a program ends whose terminal is gone, on the busiest machine; it gives itself three."""


def ends(pid: int, seconds: float = FEW) -> bool:
    """Whether a process ends by itself soon."""
    until = monotonic() + seconds
    while running(pid) and monotonic() < until:
        sleep(0.02)
    return not running(pid)


def test_a_game_whose_terminal_vanishes_ends_and_can_be_continued(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        game = begin(terminal, 2)
        hand, player = hand_on(terminal.screen()), terminal.program()
        terminal.vanish()
        assert ends(player)
    listed, _ = start("games", env={"BORNES_DATA": str(tmp_path)}).communicate(timeout=PATIENCE)
    assert "Ada" in listed
    with Terminal(tmp_path) as another:
        goes_on(another, game, hand)


def resize(terminal: int, width: int, height: int) -> None:
    """Give a terminal another size, which has everything drawn anew."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


def shows(terminal: int, wanted: bytes) -> None:
    """Read what is written to a terminal until it says this."""
    seen = b""
    while wanted not in seen:
        ready, _, _ = select.select([terminal], [], [], PATIENCE)
        assert ready, f"waited in vain; the terminal got {seen[-2000:]!r}"
        seen += os.read(terminal, 65536)


def waits(pid: int) -> bool:
    """Whether the first thread of a process sleeps on a lock: where it would wait for keys, it sleeps in a poll."""
    return "futex" in Path(f"/proc/{pid}/wchan").read_text()


def test_whoever_waits_for_a_terminal_that_takes_nothing_ends_with_it(tmp_path: Path) -> None:
    env = {**os.environ, "BORNES_DATA": str(tmp_path), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    for name in ("COLUMNS", "LINES", "NO_COLOR"):
        env.pop(name, None)
    game = ("play", "--edition", "parker-1962", "--seed", "7", "--pace", "0", "--lang", "en", "--bot", "random")
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "bornes", *game], env)
    try:
        resize(terminal, 80, 24)
        shows(terminal, b"play or discard")
        for turn in range(2000):  # nobody reads any more what is drawn: its writer waits, then all who would write
            resize(terminal, *((80, 24), (140, 45))[turn % 2])
            sleep(0.02)
            if turn > 200 and waits(pid):
                break
        assert waits(pid)
        os.close(terminal)
        assert ends(pid)
    finally:
        if running(pid):
            kill(pid)
        _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == shutdown.HANGUP_EXIT_CODE
    [kept] = (tmp_path / "games").glob("*.game")
    assert kept.stat().st_size


OPEN = """
import asyncio
from bornes.terminal import local_server
local_server.USUAL = "http://127.0.0.1:9"  # where nobody listens
async def story():
    server = local_server.LocalServer()
    print(await server.open(), flush=True)
    await asyncio.Event().wait()
asyncio.run(story())
"""


def test_a_server_for_the_browser_does_not_outlive_even_a_killed_program(tmp_path: Path) -> None:
    env = {**os.environ, "BORNES_DATA": str(tmp_path), "BROWSER": "true"}
    with subprocess.Popen([sys.executable, "-c", OPEN], env=env, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline().startswith("http://127.0.0.1:")
        below = psutil.Process(program.pid).children(recursive=True)
        assert [one for one in below if "serve" in one.cmdline()]
        kill(program.pid)
    assert all(ends(one.pid) for one in below)


IN_NO_HURRY = """
import threading
from bornes.terminal import shutdown
shutdown.EXIT_TIMEOUT_SECONDS["SIGINT"] = 1e6
shutdown.exit_on_signals(lambda code: print("leaving", flush=True) is None)
print("here", flush=True)
while True:
    threading.Event().wait(1)
"""


def test_a_second_ctrl_c_ends_a_program_that_is_long_about_leaving() -> None:
    with subprocess.Popen([sys.executable, "-c", IN_NO_HURRY], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "here\n"
        program.send_signal(signal.SIGINT)
        assert program.stdout.readline() == "leaving\n"
        program.send_signal(signal.SIGINT)
        assert program.wait(PATIENCE) == shutdown.INTERRUPTED_EXIT_CODE
