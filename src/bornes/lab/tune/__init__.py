"""Finding the weights of the parametric player: CMA-ES on points a deal over a ladder of opponents.

>>> import bornes
>>> from bornes.lab import tune
>>> rules = bornes.edition("parker-1962").rules(2)
>>> result = tune.search(rules, generations=1, population=4, deals=2, opponents=["sunday-driver"], seed=7)
>>> result.evaluations
4
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import fsum, inf, isclose
from pathlib import Path
from time import monotonic
from typing import Any

from ...base.translatable import N_
from ...bots.weights import Weights, rounded, write
from ...rules.editions import edition, house_rules
from ...rules.ruleset import Rules
from ..estimates import Estimate
from .candidates import Evaluator, MissingTool, Optimizer, TuneError, derive_seed, estimate
from .search_settings import (
    Checkpoint,
    DamagedCheckpoint,
    PastGeneration,
    Points,
    SearchSettings,
    check_same,
    game_name,
    load,
    save,
    scales,
    settings_of,
)

__all__ = [
    "DamagedCheckpoint",
    "Generation",
    "MissingTool",
    "SearchSettings",
    "TuneError",
    "TuningResult",
    "search",
    "write_weights",
]

MEASUREMENT_FACTOR = 20
"""Fresh duplicates that measure the result, as a multiple of those of an evaluation."""
_SAME = 1e-6
"""By what part sigma may differ when a search is told the same again: machines differ in the last digits."""


@dataclass(frozen=True, slots=True)
class Generation:
    """How a generation did, in points a deal over all opponents."""

    number: int
    best: float
    mean: float
    sigma: float
    """How far the next candidates will go, in units of the scales."""


@dataclass(frozen=True)
class TuningResult:
    """What a search found."""

    settings: SearchSettings
    history: tuple[Generation, ...]
    evaluations: int
    weights: Weights
    taken: str
    """``mean``, the middle of the last candidates, or ``best``, the best of the last generation."""
    measured: int
    """How many fresh duplicates against each opponent the figures come from."""
    points: dict[str, Estimate]
    """Points a deal over each opponent."""
    overall: Estimate
    """Points a deal over all opponents, each by its share."""
    gains: dict[str, Estimate]
    """How much more that is than with the weights of the start, and with those of each rival."""

    def provenance(self) -> dict[str, Any]:
        """Return how the weights came about, for their file."""
        settings = self.settings
        return {
            "game": game_name(settings.rules),
            "from": settings.start_from,
            "generations": len(self.history),
            "population": settings.population,
            "evaluations": self.evaluations,
            "deals": settings.deals,
            "seed": settings.seed,
            "opponents": [str(opponent) for opponent in settings.opponents],
            "taken": self.taken,
            "measured": self.measured,
            "points": {name: _rounded(points) for name, points in self.points.items()},
        }

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        rules = self.settings.rules
        return {
            "edition": rules.edition,
            "form": asdict(edition(rules.edition).form_of(rules)),
            "house_rules": house_rules(rules),
            **self.provenance(),
            "points": {name: points.as_dict() for name, points in self.points.items()},
            "overall": self.overall.as_dict(),
            "gains": {name: gain.as_dict() for name, gain in self.gains.items()},
            "weights": dict(self.weights),
            "history": [asdict(generation) for generation in self.history],
        }


def search(
    rules: Rules,
    *,
    generations: int = 100,
    population: int | None = None,
    deals: int | None = None,
    opponents: Sequence[str] | None = None,
    start: str | None = None,
    seed: int | None = None,
    measure: int | None = None,
    rivals: Mapping[str, Weights] | None = None,
    jobs: int | None = None,
    minutes: float | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    progress: Callable[[Generation], None] = lambda generation: None,
) -> TuningResult:
    """Search for weights and measure what was found; ``progress`` is called with every generation.

    With a ``checkpoint`` the search is kept there after every generation.  With ``resume`` it goes on from there: what
    is left out then is as it was, and what is given must be.  ``generations`` counts those of before as well.  After
    ``minutes`` no further generation begins.  The result is compared with the ``rivals``, weights by any name.
    """
    if generations < 1:
        raise TuneError("generations must be 1 or more, not {number}", number=generations)
    if measure is not None and measure < 2:
        raise TuneError("measure must be 2 or more, not {number}", number=measure)
    asked: dict[str, Any] = {"opponents": opponents, "population": population, "deals": deals}
    asked |= {"start": start, "seed": seed}
    if checkpoint and resume:
        under_way = _Search.resumed(checkpoint, rules, asked)
    else:
        under_way = _Search.started(settings_of(rules, **asked))
    settings = under_way.settings
    deadline = monotonic() + 60 * minutes if minutes is not None else inf
    with Evaluator.started(rules, settings.opponents, jobs) as evaluator:
        under_way.run(evaluator, generations, deadline, checkpoint, progress)
        return _measured(under_way, evaluator, measure or MEASUREMENT_FACTOR * settings.deals, rivals or {})


def write_weights(result: TuningResult, path: Path) -> None:
    """Write the weights of a result to a file."""
    write(path, result.weights, result.provenance(), game_name(result.settings.rules))


@dataclass
class _Search:
    """A search under way."""

    settings: SearchSettings
    optimizer: Optimizer
    generations: list[PastGeneration] = field(default_factory=list)
    """What the candidates of each generation were worth: with the settings, all that a checkpoint needs."""
    history: list[Generation] = field(default_factory=list)
    best: Weights = field(default_factory=dict)
    """The best candidate of the last generation; those of earlier ones met other luck and cannot be compared."""

    @classmethod
    def started(cls, settings: SearchSettings) -> _Search:
        """Start a new search."""
        seed = derive_seed(settings.seed, "candidates")
        return cls(settings, Optimizer(settings.start, scales(), settings.population, seed))

    @classmethod
    def resumed(cls, checkpoint: Path, rules: Rules, asked: dict[str, Any]) -> _Search:
        """Return the search that a checkpoint holds, or raise an error if it was asked something else."""
        kept = load(checkpoint)
        try:
            settings_of(rules, kept=kept.settings)
        except TuneError as error:
            raise DamagedCheckpoint(N_("{file}: {why}"), file=checkpoint, why=error) from None
        settings = settings_of(rules, **asked, kept=kept.settings)
        check_same(checkpoint, kept.settings, settings)
        search = cls.started(settings)
        try:
            search._replay(kept.generations)
        except ValueError as error:
            raise DamagedCheckpoint(N_("{file}: {why}"), file=checkpoint, why=error) from None
        return search

    def _replay(self, kept: list[PastGeneration]) -> None:
        """Tell the optimizer all that it was told before; raise ValueError if that leads elsewhere."""
        for before in kept:
            self.tell(self.optimizer.ask(), before.points)
            if not isclose(self.optimizer.sigma, before.sigma, rel_tol=_SAME):
                raise ValueError(
                    f"generation {len(self.generations)} does not lead where it did; the file was changed, or written "
                    "with other versions of cma and numpy: go on with those, or begin anew with --restart"
                )

    def run(
        self,
        evaluator: Evaluator,
        generations: int,
        deadline: float,
        checkpoint: Path | None,
        progress: Callable[[Generation], None],
    ) -> None:
        """Go on to this many generations, or until time is up; each is saved before ``progress`` is called."""
        self._save(checkpoint)  # a place that cannot be written to is better noticed now
        while not self.history or (len(self.history) < generations and monotonic() < deadline):
            self._step(evaluator)
            self._save(checkpoint)
            progress(self.history[-1])

    def tell(self, candidates: list[dict[str, float]], points: Points) -> None:
        """Tell the optimizer what its candidates are worth, and remember how the generation did."""
        self.optimizer.tell(points)
        best = max(points)
        self.best = candidates[points.index(best)]
        self.generations.append(PastGeneration(points, self.optimizer.sigma))
        self.history.append(Generation(len(self.generations), best, fsum(points) / len(points), self.optimizer.sigma))

    def _step(self, evaluator: Evaluator) -> None:
        deals, seed = self.settings.deals, derive_seed(self.settings.seed, "search")
        candidates = self.optimizer.ask()
        self.tell(candidates, evaluator.points(candidates, deals, seed, len(self.history) * deals))

    def _save(self, checkpoint: Path | None) -> None:
        if checkpoint:
            settings = {**self.settings.as_dict(), "from": self.settings.start_from}
            save(checkpoint, Checkpoint(settings, self.generations))


def _measured(search: _Search, evaluator: Evaluator, deals: int, rivals: Mapping[str, Weights]) -> TuningResult:
    """Choose the mean or the best, whichever does better on fresh deals, and measure it on other fresh deals."""
    settings = search.settings
    finalists = {"mean": rounded(search.optimizer.mean), "best": rounded(search.best)}
    first, second = evaluator.points(list(finalists.values()), deals, derive_seed(settings.seed, "choice"))
    taken = "mean" if first >= second else "best"
    others = {"start": settings.start, **rivals}
    values = evaluator.values([finalists[taken], *others.values()], deals, derive_seed(settings.seed, "measure"))
    own, *theirs = (evaluator.combined(each) for each in values)
    return TuningResult(
        settings,
        tuple(search.history),
        search.optimizer.evaluations,
        finalists[taken],
        taken,
        deals,
        {opponent.name: estimate(each) for opponent, each in zip(settings.opponents, values[0], strict=True)},
        estimate(own),
        {
            name: estimate([a - b for a, b in zip(own, each, strict=True)])
            for name, each in zip(others, theirs, strict=True)
        },
    )


def _rounded(points: Estimate) -> dict[str, float]:
    return {name: round(value, 1) for name, value in points.as_dict().items()}
