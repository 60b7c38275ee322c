"""Figures for whoever runs the server: what goes on, and nothing that depends on a card.

How many entries logs have, how many bots think and for how long would tell, since only who holds an answer is asked
about a hazard: none of that is counted here.  Nor is it counted that somebody let a hazard pass, which is private.
"""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

from ..tables.messages import CommandRefused, Done
from .release import RELEASE

disable_created_metrics()  # type: ignore[no-untyped-call]  # since when something is counted is nobody's business


class Metrics:
    """What is counted."""

    def __init__(self, awake: Callable[[], int], connected: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        Gauge("bornes_release", "The release that runs.", ["version"], registry=self._registry).labels(RELEASE).set(1)
        tables = Gauge("bornes_tables_awake", "Tables in memory.", registry=self._registry)
        tables.set_function(awake)
        sockets = Gauge("bornes_connections", "Connections to tables and the lobby.", registry=self._registry)
        sockets.set_function(connected)
        self.requests = Counter(
            "bornes_requests",
            "Requests, by what was asked and how it was answered; commands that were taken are not among them.",
            ["what", "status"],
            registry=self._registry,
        )
        self.commands = Counter(
            "bornes_commands",
            "Commands of players, by kind and what became of them; moves only where everybody learned of them.",
            ["command", "answer"],
            registry=self._registry,
        )
        self.command_seconds = Histogram(
            "bornes_command_seconds",
            "How long a player's command took, from its arrival to its answer.",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
            registry=self._registry,
        )
        self.opened = Counter("bornes_tables_opened", "Tables that were opened.", registry=self._registry)
        self.turned_away = Counter(
            "bornes_turned_away", "What was refused by a guard.", ["why"], registry=self._registry
        )

    def count_command(self, kind: str, answer: Done | CommandRefused, seconds: float) -> None:
        """Count a command of a player."""
        self.commands.labels(kind, "done" if isinstance(answer, Done) else type(answer.why).__name__).inc()
        self.command_seconds.observe(seconds)

    def text(self) -> bytes:
        """Return everything in the format of Prometheus."""
        return generate_latest(self._registry)
