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

from ...bots.weights import Weights, rounded, write
from ...editions import edition, house_rules
from ...rules import Rules
from ..tally import Estimate
from .climb import Climb, MissingTool
from .plan import Plan, check_same, game_name, plan_of, scales
from .points import Judge, TuneError, derived, estimate
from .state import DamagedState, Points, State, Told, load, save

__all__ = ["DamagedState", "Generation", "MissingTool", "Plan", "Result", "TuneError", "keep", "search"]

MEASURE = 20
"""Fresh duplicates to measure the result with, for each one of an evaluation."""
_SAME = 1e-6
"""What a search may stray, of the whole, when it is told the same again: machines differ in the last digits."""


@dataclass(frozen=True, slots=True)
class Generation:
    """How a generation did, in points a deal over all opponents."""

    number: int
    best: float
    mean: float
    sigma: float
    """How far the next candidates will go, in units of the scales."""


@dataclass(frozen=True)
class Result:
    """What a search found."""

    plan: Plan
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
    """The same over all opponents, each by its share."""
    gains: dict[str, Estimate]
    """How much more that is than with the weights of the start, and than with each of the rivals."""

    def found(self) -> dict[str, Any]:
        """How the weights came about, for their file."""
        plan = self.plan
        return {
            "game": game_name(plan.rules),
            "from": plan.start_from,
            "generations": len(self.history),
            "population": plan.population,
            "evaluations": self.evaluations,
            "deals": plan.deals,
            "seed": plan.seed,
            "opponents": [str(opponent) for opponent in plan.opponents],
            "taken": self.taken,
            "measured": self.measured,
            "points": {name: _rounded(points) for name, points in self.points.items()},
        }

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        rules = self.plan.rules
        return {
            "edition": rules.edition,
            "form": asdict(edition(rules.edition).form_of(rules)),
            "house_rules": house_rules(rules),
            **self.found(),
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
) -> Result:
    """Search for weights and measure what was found; ``progress`` hears of every generation.

    With a ``checkpoint`` the search is kept there after every generation.  With ``resume`` it goes on from there: what
    is left out then is as it was, and what is given must be.  ``generations`` counts those of before as well.  After
    ``minutes`` no further generation begins.  The result is compared with the ``rivals``, weights by any name.
    """
    if generations < 1:
        raise TuneError(f"generations must be 1 or more, not {generations}")
    if measure is not None and measure < 2:
        raise TuneError(f"measure must be 2 or more, not {measure}")
    asked: dict[str, Any] = {"opponents": opponents, "population": population, "deals": deals}
    asked |= {"start": start, "seed": seed}
    if checkpoint and resume:
        course = _Course.resumed(checkpoint, rules, asked)
    else:
        course = _Course.begun(plan_of(rules, **asked))
    plan = course.plan
    deadline = monotonic() + 60 * minutes if minutes is not None else inf
    with Judge.seated(rules, plan.opponents, jobs) as judge:
        course.run(judge, generations, deadline, checkpoint, progress)
        return _measured(course, judge, measure or MEASURE * plan.deals, rivals or {})


def keep(result: Result, path: Path) -> None:
    """Write the weights of a result to a file."""
    write(path, result.weights, result.found(), game_name(result.plan.rules))


@dataclass
class _Course:
    """A search under way."""

    plan: Plan
    climb: Climb
    told: list[Told] = field(default_factory=list)
    """What the candidates of each generation were worth: with the plan, all that there is to keep."""
    history: list[Generation] = field(default_factory=list)
    best: Weights = field(default_factory=dict)
    """The best candidate of the last generation: of the same luck as its rivals, as no two generations are."""

    @classmethod
    def begun(cls, plan: Plan) -> _Course:
        """Begin a new search."""
        return cls(plan, Climb(plan.start, scales(), plan.population, derived(plan.seed, "candidates")))

    @classmethod
    def resumed(cls, checkpoint: Path, rules: Rules, asked: dict[str, Any]) -> _Course:
        """Return the search that was kept, told all that it was told before, unless it was asked something else."""
        kept = load(checkpoint)
        try:
            plan_of(rules, kept=kept.settings)
        except TuneError as error:
            raise DamagedState(f"{checkpoint}: {error}") from None
        plan = plan_of(rules, **asked, kept=kept.settings)
        check_same(checkpoint, kept.settings, plan)
        course = cls.begun(plan)
        try:
            course._go_again(kept.told)
        except ValueError as error:
            raise DamagedState(f"{checkpoint}: {error}") from None
        return course

    def _go_again(self, kept: list[Told]) -> None:
        """Go the way that was gone before; ValueError where that leads elsewhere."""
        for before in kept:
            self.tell(self.climb.ask(), before.points)
            if not isclose(self.climb.sigma, before.sigma, rel_tol=_SAME):
                raise ValueError(
                    f"generation {len(self.told)} went another way than it says; the file was changed, or kept with "
                    "other versions of cma and numpy: go on with those, or begin anew with --restart"
                )

    def run(
        self,
        judge: Judge,
        generations: int,
        deadline: float,
        checkpoint: Path | None,
        progress: Callable[[Generation], None],
    ) -> None:
        """Go on to this many generations, or until time is up; keep each before telling of it."""
        self._keep(checkpoint)  # a place that cannot be written to is better noticed now
        while not self.history or (len(self.history) < generations and monotonic() < deadline):
            self._step(judge)
            self._keep(checkpoint)
            progress(self.history[-1])

    def tell(self, candidates: list[dict[str, float]], points: Points) -> None:
        """Tell the climb what its candidates are worth, and note how the generation did."""
        self.climb.tell(points)
        best = max(points)
        self.best = candidates[points.index(best)]
        self.told.append(Told(points, self.climb.sigma))
        self.history.append(Generation(len(self.told), best, fsum(points) / len(points), self.climb.sigma))

    def _step(self, judge: Judge) -> None:
        plan, number = self.plan, len(self.history)
        candidates = self.climb.ask()
        self.tell(candidates, judge.points(candidates, plan.deals, derived(plan.seed, "search"), number * plan.deals))

    def _keep(self, checkpoint: Path | None) -> None:
        if checkpoint:
            save(checkpoint, State({**self.plan.settings(), "from": self.plan.start_from}, self.told))


def _measured(course: _Course, judge: Judge, deals: int, rivals: Mapping[str, Weights]) -> Result:
    """The mean or the best, whichever does better on fresh deals; and on others as fresh, how good that is."""
    plan = course.plan
    finalists = {"mean": rounded(course.climb.mean), "best": rounded(course.best)}
    first, second = judge.points(list(finalists.values()), deals, derived(plan.seed, "choice"))
    taken = "mean" if first >= second else "best"
    others = {"start": plan.start, **rivals}
    values = judge.values([finalists[taken], *others.values()], deals, derived(plan.seed, "measure"))
    own, *theirs = (judge.together(each) for each in values)
    return Result(
        plan,
        tuple(course.history),
        course.climb.evaluations,
        finalists[taken],
        taken,
        deals,
        {opponent.name: estimate(each) for opponent, each in zip(plan.opponents, values[0], strict=True)},
        estimate(own),
        {
            name: estimate([a - b for a, b in zip(own, each, strict=True)])
            for name, each in zip(others, theirs, strict=True)
        },
    )


def _rounded(points: Estimate) -> dict[str, float]:
    return {name: round(value, 1) for name, value in points.as_dict().items()}
