"""A process that serves answers evenly."""

from __future__ import annotations

import json
import subprocess
import sys

STEADY = """
import gc, json, sys
from bornes.server import serving
serving._be_steady()
print(json.dumps([sys.getswitchinterval(), gc.get_threshold(), gc.get_freeze_count()]))
"""


def test_threads_take_turns_soon_and_what_stays_for_good_is_not_looked_at_again() -> None:
    # In a process of its own, since all of it is of the whole process.
    done = subprocess.run([sys.executable, "-c", STEADY], capture_output=True, text=True, check=True)
    switch, threshold, frozen = json.loads(done.stdout)
    assert switch < 0.005, "Python's own"
    assert threshold[0] > 700, "Python's own"
    assert frozen > 10_000
