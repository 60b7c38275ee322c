"""What is made of the samples: percentiles, ratios, shares, and what the limit was."""

from __future__ import annotations

import os
from statistics import median, quantiles
from typing import Any

from .players import Samples
from .processes import Served

BUSY = 0.9
"""A thread that runs for so much of the time is the limit."""
STARVED = 0.2
"""Whoever waits for so much of the time, though it could run, is held up by others on this machine."""

Figures = dict[str, Any]


class Meter:
    """What a server spends on something."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._cpu, self._starved = served.cpu, served.starved

    def figures(self, samples: Samples, wanted: str) -> Figures:
        """Return the figures of some moves; ``wanted`` names the limit where nothing else was it."""
        seconds = samples.seconds
        cpu, starved = self._served.cpu - self._cpu, self._served.starved - self._starved
        p50, p99 = percentiles(samples.shown)
        found: Figures = {
            "moves_per_s": samples.sent / seconds,
            "p50_ms": p50,
            "p99_ms": p99,
            "cpu_us_per_move": 1e6 * cpu / max(1, samples.sent),
            "server_cpu": cpu / seconds,
            "client_cpu": samples.client_cpu / seconds,
            "client_late_p99_ms": percentiles(samples.late)[1],
            "server_starved": starved / seconds,
            "machine_load": os.getloadavg()[0],
            "refused": samples.refused,
            "held": samples.held,
            "unheard": samples.unheard,
        }
        return {**found, "limit": limit(found, wanted)}


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile, in milliseconds."""
    if len(seconds) < 2:
        return (0.0, 0.0)
    cuts = quantiles(seconds, n=100, method="inclusive")
    return 1e3 * cuts[49], 1e3 * cuts[98]


def limit(found: Figures, wanted: str) -> str:
    """Say what the limit was."""
    if found["client_cpu"] > BUSY:
        return "the client's CPU"
    if found["server_cpu"] > BUSY:
        return "the server's CPU"
    if found["server_starved"] > STARVED:
        return "other processes: the server could run and waited for a CPU"
    return wanted


def middle(rounds: list[Figures]) -> Figures:
    """Return the median of each figure over some rounds."""
    numbers = {name: median(one[name] for one in rounds) for name in rounds[0] if name != "limit"}
    return {**numbers, "limit": rounds[-1]["limit"]}


def slope(times: list[float], values: list[float]) -> float:
    """Return by how much values rise in a second, by least squares."""
    at, value = sum(times) / len(times), sum(values) / len(values)
    spread = sum((time - at) ** 2 for time in times)
    return sum((time - at) * (one - value) for time, one in zip(times, values, strict=True)) / spread if spread else 0.0
