"""The end that comes from outside: a signal, a terminal or a parent that is gone; nobody stays behind.

A screen is left in its usual way, which restores the terminal.  It writes there, and would wait for ever for one that
is gone or takes nothing any more: after some seconds the process ends at once.  Whatever was played is saved before it
is shown, so nothing is lost.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

EXIT_TIMEOUT_SECONDS = {"SIGINT": 10.0, "SIGTERM": 10.0, "SIGHUP": 3.0}
"""The signals that ask a program to end, and how long it has for its usual way; SIGHUP comes from a terminal that is
gone, so there is nothing to restore."""
INTERRUPTED_EXIT_CODE = 130
"""The exit code after Ctrl-C."""
HANGUP_EXIT_CODE = 129
"""The exit code after the terminal is gone, as for SIGHUP."""


def exit_on_signals(leave: Callable[[int], bool]) -> None:
    """See from now on that this process ends when it is told to, or when its terminal is gone.

    ``leave`` begins the usual way out, with an exit code, and says whether it was still to be begun; it is called in a
    signal handler or in a thread of its own.  Who presses Ctrl-C on that way does not want to wait for its end.  Call
    this in the main thread.
    """
    asked: set[int] = set()

    def end(code: int, seconds: float) -> None:
        threading.Thread(target=_exit_after, args=(seconds, code), daemon=True).start()
        again = code in asked
        asked.add(code)
        if (not leave(code) or again) and code == INTERRUPTED_EXIT_CODE:
            os._exit(code)

    for name, seconds in EXIT_TIMEOUT_SECONDS.items():
        if (number := getattr(signal, name, None)) is not None:  # Windows lacks some

            def told(number: int, frame: FrameType | None, seconds: float = seconds) -> None:
                end(128 + number, seconds)

            # Not by the event loop: it may itself be what waits for the terminal.
            signal.signal(number, told)
    if sys.__stdin__ is not None and hasattr(select, "poll"):
        with suppress(OSError, ValueError):
            watched = sys.__stdin__.fileno()
            arguments = (watched, lambda: end(HANGUP_EXIT_CODE, EXIT_TIMEOUT_SECONDS["SIGHUP"]))
            threading.Thread(target=_wait_for_hang_up, args=arguments, daemon=True).start()


def exit_with_parent() -> None:
    """Ask this process to end once nobody holds the other end of its standard input: who started it is gone."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def _wait_for_hang_up(terminal: int, gone: Callable[[], None]) -> None:
    """Wait until a terminal is gone, and say so; a shell may keep SIGHUP from whoever it started."""
    poll = select.poll()
    poll.register(terminal, 0)
    if any(found & select.POLLHUP for _, found in poll.poll()):
        gone()


def _exit_after(seconds: float, code: int) -> None:
    time.sleep(seconds)
    os._exit(code)
