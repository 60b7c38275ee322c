"""A process in which bots think, from inside: it stands back, answers on its own line, and ends with its server."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from struct import error

import pytest

from bornes.server.workers.bot_jobs import JobError, JobProgress, JobResult, Tell
from bornes.server.workers.worker import LENGTH_PREFIX, REVIEW_NICENESS

ROOT = Path(__file__).parents[2]
WORKER = [sys.executable, "-m", "bornes.server.workers.worker", "0"]


@dataclass(frozen=True)
class Chatter:
    """A job that prints, reports and returns."""

    result: object

    def run(self, tell: Tell) -> object:
        """Talk, and return what was given."""
        print("this goes nowhere")
        os.write(1, b"nor does this")
        tell(0.5)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def packed(job: object) -> bytes:
    data = pickle.dumps(job)
    return LENGTH_PREFIX.pack(len(data)) + data


def answers(output: bytes) -> list[object]:
    """Read what a process has sent, all of it."""
    found = []
    while output:
        (length,) = LENGTH_PREFIX.unpack(output[: LENGTH_PREFIX.size])
        data, output = output[LENGTH_PREFIX.size : LENGTH_PREFIX.size + length], output[LENGTH_PREFIX.size + length :]
        assert len(data) == length
        found.append(pickle.loads(data) if data else "ready")
    return found


def talk(*jobs: object) -> list[object]:
    """Give a process jobs, and return its answers once it has given the last of them."""
    # From ROOT the jobs are found, which are pickled by the name of this module.
    with subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, cwd=ROOT) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(b"".join(map(packed, jobs)))
        output = b""
        while sum(isinstance(one, JobResult | JobError) for one in whole(output)) < len(jobs):
            output += worker.stdout.read(1 << 16)
        worker.stdin.close()
        assert worker.stdout.read() == b""
        assert worker.wait() == 0
    return answers(output)


def whole(output: bytes) -> list[object]:
    """Return the answers that have come in full."""
    try:
        return answers(output)
    except (AssertionError, error):
        return []


def test_it_answers_one_job_after_another_and_nothing_else() -> None:
    told = talk(Chatter(7), Chatter(LookupError("the ace is in the hole")), Chatter("more"))
    half = JobProgress(0.5)
    assert told == ["ready", half, JobResult(7), half, JobError("LookupError"), half, JobResult("more")]


def test_what_is_no_job_is_answered_too() -> None:
    assert talk("not a job", Chatter(1))[1] == JobError("AttributeError")


@pytest.mark.parametrize("given", [b"", b"\0\0", LENGTH_PREFIX.pack(1000) + b"half a job"])
def test_it_ends_when_nobody_writes_any_more(given: bytes) -> None:
    done = subprocess.run(WORKER, input=given, stdout=subprocess.PIPE, check=False)
    assert done.returncode == 0


def test_it_stands_as_far_back_as_it_is_told() -> None:
    program = (
        "import os; from bornes.server.workers.worker import lower_priority; "
        f"lower_priority({REVIEW_NICENESS}); print(os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["19", str(os.SCHED_BATCH)]


def test_it_stands_back_before_it_loads_the_house() -> None:
    program = "import sys; import bornes.server.workers.worker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {name for name in done.stdout.split() if name.startswith("bornes")} == {
        "bornes",
        "bornes.server",
        "bornes.server.workers",
        "bornes.server.workers.worker",
    }
