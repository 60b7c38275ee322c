"""A process in which bots think, from inside: jobs come on the standard input, answers go to the standard output.

It gives way to whoever else wants the processor, and ends when nobody is left to write to it, whatever it thinks about.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from struct import Struct
from threading import Thread
from typing import BinaryIO

LENGTH_PREFIX = Struct("!I")
"""The length of what follows, in bytes."""
BOT_NICENESS, REVIEW_NICENESS = 10, 19
"""As ``nice`` counts."""


def lower_priority(niceness: int) -> None:
    """Give way to others, and wake nobody for long thoughts."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    with suppress(AttributeError, OSError):  # only Linux knows it, and a sandbox may forbid it
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def private_output() -> BinaryIO:
    """Return the standard output for answers alone: whatever else is printed goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return answers


def read_jobs(source: BinaryIO, jobs: SimpleQueue[bytes]) -> None:
    """Read jobs until nobody writes any more; then end the process, since nobody wants its answer either."""
    with suppress(OSError):
        while len(head := source.read(LENGTH_PREFIX.size)) == LENGTH_PREFIX.size:
            jobs.put(source.read(*LENGTH_PREFIX.unpack(head)))
    os._exit(0)


def main(niceness: int) -> None:
    """Do one job after another."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides what becomes of Ctrl-C in its terminal
    lower_priority(niceness)
    answers = private_output()

    def send(answer: bytes) -> None:
        answers.write(LENGTH_PREFIX.pack(len(answer)) + answer)
        answers.flush()

    jobs: SimpleQueue[bytes] = SimpleQueue()
    # Not the main thread: it may be deep in thought when the server ends.
    Thread(target=read_jobs, args=(os.fdopen(0, "rb"), jobs), daemon=True).start()
    from .bot_jobs import run_job  # takes its time, and that at low priority

    send(b"")  # ready
    while True:
        run_job(jobs.get(), send)


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]))
    except BrokenPipeError:
        os._exit(0)
