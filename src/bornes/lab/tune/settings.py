"""The settings of a search, and whether those of a search that goes on are the same."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...bots.heuristic import BY_HAND
from ...bots.weights import Weights, form_name, read, weights_for
from ...editions import house_rules
from ...rules import Rules, format_value
from ..sim import SEEDS
from .evaluation import Opponent, TuneError
from .optimizer import LEAST_POPULATION, default_population

DEALS = 1000
"""Duplicates for each candidate and opponent, unless asked otherwise."""
MOST_POPULATION, MOST_DEALS = 10_000, 10_000_000
"""With more than these the memory would not be enough."""

# A weight is tried in steps of about a third of it.  One that is small beside its kind would hardly move so: those
# counted in points get steps of ten at least, those that are factors of miles or cards a twentieth.
_STEP = 0.3
_FACTOR = 2.0
"""Weights from here on are points, those below factors."""
_LEAST_POINTS, _LEAST_FACTOR = 10.0, 0.05


def scales() -> dict[str, float]:
    """Return for each weight the step that should make a difference."""
    return {name: _scale(value) for name, value in BY_HAND.items()}


def _scale(value: float) -> float:
    is_factor = 0 < abs(value) < _FACTOR
    return max(_STEP * abs(value), _LEAST_FACTOR if is_factor else _LEAST_POINTS)


@dataclass(frozen=True)
class Settings:
    """All that the result of a search depends on, but for the number of generations."""

    rules: Rules
    opponents: tuple[Opponent, ...]
    population: int
    deals: int
    seed: int
    start_from: str
    """``hand``, ``tuned`` or the name of a file."""
    start: Weights

    def as_dict(self) -> dict[str, Any]:
        """Return plain values that are equal for equal settings, and for no others."""
        faces_tuned = any(opponent.name == "tuned" for opponent in self.opponents)
        return {
            "game": game_name(self.rules),
            "opponents": [str(opponent) for opponent in self.opponents],
            "population": self.population,
            "deals": self.deals,
            "seed": self.seed,
            "start": dict(self.start),
            "weights of tuned": dict(weights_for(self.rules)) if faces_tuned else {},
            "scales": scales(),
        }


def game_name(rules: Rules) -> str:
    """Name the form and the house rules."""
    house = (f"{field}={format_value(value)}" for field, value in house_rules(rules).items())
    return " ".join([form_name(rules), *house])


def settings_of(
    rules: Rules,
    *,
    opponents: Sequence[str] | None = None,
    population: int | None = None,
    deals: int | None = None,
    seed: int | None = None,
    start: str | None = None,
    kept: dict[str, Any] | None = None,
) -> Settings:
    """Make settings; what is left out is as in the search that goes on (``kept``), and as usual in a new one."""
    usual = kept or {
        "opponents": usual_opponents(rules),
        "population": default_population(len(BY_HAND)),
        "deals": DEALS,
        "seed": secrets.randbits(32),
    }
    if kept and start is None:
        start_from, weights = str(kept["from"]), dict(kept["start"])
    else:
        start_from, weights = _start(start or "hand", rules)
    settings = Settings(
        rules,
        tuple(map(Opponent.parse, usual["opponents"] if opponents is None else opponents)),
        usual["population"] if population is None else population,
        usual["deals"] if deals is None else deals,
        usual["seed"] if seed is None else seed,
        start_from,
        weights,
    )
    _check(settings)
    return settings


def usual_opponents(rules: Rules) -> list[str]:
    """Return the old hand and the Sunday driver, and the tuned player where that is not the old hand itself."""
    tuned = ["tuned"] if weights_for(rules) != BY_HAND else []
    return [*tuned, "rule-of-thumb", "sunday-driver"]


def _start(text: str, rules: Rules) -> tuple[str, dict[str, float]]:
    if text == "hand":
        return text, dict(BY_HAND)
    if text == "tuned":
        return text, dict(weights_for(rules))
    if not Path(text).is_file():
        raise TuneError(f"{text!r}: a search starts from hand, tuned or a file of weights, and this is none")
    return Path(text).name, dict(read(Path(text)))


def _check(settings: Settings) -> None:
    if not settings.opponents:
        raise TuneError("no opponents: give at least one")
    if len({opponent.name for opponent in settings.opponents}) < len(settings.opponents):
        raise TuneError(f"an opponent is given twice: {', '.join(map(str, settings.opponents))}")
    if settings.population < LEAST_POPULATION:
        raise TuneError(f"population must be {LEAST_POPULATION} or more, not {settings.population}")
    if settings.population > MOST_POPULATION:
        raise TuneError(f"population must be {MOST_POPULATION:,} or less, not {settings.population}")
    if settings.deals < 1:
        raise TuneError(f"deals must be 1 or more, not {settings.deals}")
    if settings.deals > MOST_DEALS:
        raise TuneError(f"deals must be {MOST_DEALS:,} or less, not {settings.deals}")
    if not 0 <= settings.seed < SEEDS:
        raise TuneError(f"seed must be a whole number from 0 to 2**64 - 1, not {settings.seed}")


def check_same(path: Path, kept: dict[str, Any], settings: Settings) -> None:
    """Raise an error if a search that was kept has other settings."""
    for name, wanted in settings.as_dict().items():
        if kept.get(name) != wanted:
            long = isinstance(wanted, dict)
            how = f"other {name}" if long else f"{name} {_text(kept.get(name))}, not {_text(wanted)}"
            raise TuneError(f"{path}: keeps a search with {how}")


def _text(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)
