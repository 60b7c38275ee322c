"""CMA-ES over named weights, which knows nothing of the game: ask for candidates, tell how good they are.

It works in a scaled space: 0 is the start, and one unit of a weight is a step that should make a difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from math import log
from typing import Any

SIGMA = 0.7
"""How far the first candidates go, in units of the scales."""
LEAST_POPULATION = 4


class MissingTool(ImportError):
    """A package that the search needs and that is not installed."""


class Optimizer:
    """CMA-ES; begun alike and told the same, it always finds the same."""

    def __init__(self, start: Mapping[str, float], scales: Mapping[str, float], population: int, seed: int) -> None:
        self._start, self._scales = dict(start), [scales[name] for name in start]
        self._asked: list[Any] = []
        # A generator of its own: cma would use the one that everybody shares.
        luck = import_module("numpy").random.RandomState(seed % 2**32)
        options = {"popsize": population, "randn": luck.randn, "seed": float("nan"), "verbose": -9, "verb_log": 0}
        self._es = cma().CMAEvolutionStrategy([0.0] * len(start), SIGMA, options)

    def ask(self) -> list[dict[str, float]]:
        """Return the candidates of the next generation."""
        self._asked = self._es.ask()
        return [self._weights(x) for x in self._asked]

    def tell(self, points: Sequence[float]) -> None:
        """Take in how good each of the candidates is; more is better."""
        self._es.tell(self._asked, [-value for value in points])

    @property
    def generation(self) -> int:
        """How many generations are behind us."""
        return int(self._es.countiter)

    @property
    def evaluations(self) -> int:
        """How many candidates were tried."""
        return int(self._es.countevals)

    @property
    def sigma(self) -> float:
        """How far candidates now go, in units of the scales."""
        return float(self._es.sigma)

    @property
    def mean(self) -> dict[str, float]:
        """The middle of the candidates to come."""
        return self._weights(self._es.mean)

    def _weights(self, x: Sequence[float]) -> dict[str, float]:
        places = zip(self._start.items(), self._scales, x, strict=True)
        return {name: value + scale * float(step) for (name, value), scale, step in places}


def default_population(weights: int) -> int:
    """Return the population that CMA-ES would choose for so many weights."""
    return 4 + int(3 * log(weights))


def cma() -> Any:
    """Load the package cma, which takes a second and is not installed everywhere."""
    try:
        return import_module("cma")
    except ImportError:
        raise MissingTool("bornes tune needs the package cma: pip install 'bornes[lab]'") from None
