"""Whole tables in virtual time, by a seed: with people, bots and hosts, and with all that can go wrong between them.

``simulate(seed)`` plays one and gives its ``SimulationRun``: the log, everything that was said to anybody, and a hash
of all that reached somebody with its moment.  One seed always gives the same.  ``check_run`` demands of it what a table
promises.  ``check_twins(seed)`` plays two tables that differ in hidden cards, and demands that they look the same.
Nothing in here waits: a day of virtual time takes milliseconds.
"""

from .checks import check_run
from .knowledge import BrokenInvariant
from .loop import LoopStalled, VirtualLoop, run_virtual
from .simulation import SimulationRun, SimulationScenario, TableSimulation, UnfinishedGame, simulate
from .twins import TwinScript, check_twins
from .world import FailureRates

__all__ = [
    "BrokenInvariant",
    "FailureRates",
    "LoopStalled",
    "SimulationRun",
    "SimulationScenario",
    "TableSimulation",
    "TwinScript",
    "UnfinishedGame",
    "VirtualLoop",
    "check_run",
    "check_twins",
    "run_virtual",
    "simulate",
]
