"""Keep every process of a comparison at the usual priority.

The server's worker processes give way to everything else on the machine.  On a busy one they would wait so long that
the server stops waiting for them.  Python imports this module at its start, because its folder is on ``PYTHONPATH``.
"""

from __future__ import annotations

import os

os.nice = lambda increment, /: 0
if hasattr(os, "sched_setscheduler"):
    os.sched_setscheduler = lambda pid, policy, param, /: None
