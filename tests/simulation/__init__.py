"""Whole tables in virtual time, by a seed: with people, bots and hosts, and with all that can go wrong between them.

``simulate(seed)`` plays one and gives its ``Run``: the log, everything that was said to anybody, and a hash of all
that reached somebody with its moment.  One seed always gives the same.  ``check_run`` demands of it what a table
promises.  ``check_twins(seed)`` plays two tables that differ in hidden cards, and demands that they look the same.
Nothing in here waits: a day of virtual time takes milliseconds.
"""

from .checks import check_run
from .knowledge import Broken
from .loop import Stalled, VirtualLoop, run_virtual
from .simulation import Run, Scenario, Simulation, Unfinished, simulate
from .twins import Course, check_twins
from .world import Weather

__all__ = [
    "Broken",
    "Course",
    "Run",
    "Scenario",
    "Simulation",
    "Stalled",
    "Unfinished",
    "VirtualLoop",
    "Weather",
    "check_run",
    "check_twins",
    "run_virtual",
    "simulate",
]
