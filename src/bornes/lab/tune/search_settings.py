"""The settings of a search, and the file that a search is kept in between two generations, so that it can go on.

The file holds plain numbers: what was asked, and what every candidate of every generation was worth.  Candidates come
from the seed and from what was told of those before, so telling it all again leads to where the search stood.  A first
line says what the file is, a second holds the checksum of the third, which is JSON.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from ...base.translatable import N_, FormattedNumber, TranslatableError
from ...bots.heuristic import HAND_SET_WEIGHTS
from ...bots.weights import Weights, form_name, read, replace_file, weights_for
from ...rules.editions import house_rules
from ...rules.ruleset import Rules, format_value
from ..simulation import SEEDS
from .candidates import MIN_POPULATION, Opponent, TuneError, default_population

# -- what is asked ------------------------------------------------------------------------------------------------

DEFAULT_DUPLICATES = 1000
"""For each candidate and opponent."""
MAX_POPULATION, MAX_DUPLICATES = 10_000, 10_000_000
"""Larger searches would run out of memory."""

# A weight is tried in steps of about a third of it.  One that is small beside its kind would hardly move so: those
# counted in points get steps of ten at least, those that are factors of miles or cards a twentieth.
_STEP = 0.3
_FACTOR = 2.0
"""Weights from here on are points, those below factors."""
_MIN_POINTS_STEP, _MIN_FACTOR_STEP = 10.0, 0.05


def scales() -> dict[str, float]:
    """Return for each weight the step that should make a difference."""
    return {name: _scale(value) for name, value in HAND_SET_WEIGHTS.items()}


def _scale(value: float) -> float:
    is_factor = 0 < abs(value) < _FACTOR
    return max(_STEP * abs(value), _MIN_FACTOR_STEP if is_factor else _MIN_POINTS_STEP)


@dataclass(frozen=True)
class SearchSettings:
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
) -> SearchSettings:
    """Make settings; what is left out is as in the search that goes on (``kept``), and as usual in a new one."""
    usual = kept or {
        "opponents": default_opponents(rules),
        "population": default_population(len(HAND_SET_WEIGHTS)),
        "deals": DEFAULT_DUPLICATES,
        "seed": secrets.randbits(32),
    }
    if kept and start is None:
        start_from, weights = str(kept["from"]), dict(kept["start"])
    else:
        start_from, weights = _start(start or "hand", rules)
    settings = SearchSettings(
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


def default_opponents(rules: Rules) -> list[str]:
    """Return the old hand and the Sunday driver, and the tuned player where that is not the old hand itself."""
    tuned = ["tuned"] if weights_for(rules) != HAND_SET_WEIGHTS else []
    return [*tuned, "rule-of-thumb", "sunday-driver"]


def _start(text: str, rules: Rules) -> tuple[str, dict[str, float]]:
    if text == "hand":
        return text, dict(HAND_SET_WEIGHTS)
    if text == "tuned":
        return text, dict(weights_for(rules))
    if not Path(text).is_file():
        raise TuneError(
            N_("{text!r}: a search starts from hand, tuned or a file of weights, and this is none"), text=text
        )
    return Path(text).name, dict(read(Path(text)))


def _check(settings: SearchSettings) -> None:
    if not settings.opponents:
        raise TuneError(N_("no opponents: give at least one"))
    if len({opponent.name for opponent in settings.opponents}) < len(settings.opponents):
        raise TuneError(N_("an opponent is given twice: {names}"), names=", ".join(map(str, settings.opponents)))
    if settings.population < MIN_POPULATION:
        text = N_("population must be {least} or more, not {given}")
        raise TuneError(text, least=MIN_POPULATION, given=settings.population)
    if settings.population > MAX_POPULATION:
        text = N_("population must be {most} or less, not {given}")
        raise TuneError(text, most=FormattedNumber(MAX_POPULATION), given=settings.population)
    if settings.deals < 1:
        raise TuneError("deals must be 1 or more, not {deals}", deals=settings.deals)
    if settings.deals > MAX_DUPLICATES:
        raise TuneError(
            N_("deals must be {most} or less, not {deals}"), most=FormattedNumber(MAX_DUPLICATES), deals=settings.deals
        )
    if not 0 <= settings.seed < SEEDS:
        raise TuneError("seed must be a whole number from 0 to 2**64 - 1, not {seed}", seed=settings.seed)


def check_same(path: Path, kept: dict[str, Any], settings: SearchSettings) -> None:
    """Raise an error if a search that was kept has other settings."""
    for name, wanted in settings.as_dict().items():
        if kept.get(name) != wanted:
            long = isinstance(wanted, dict)
            text = (
                N_("{file}: keeps a search with other {setting}")
                if long
                else N_("{file}: keeps a search with {setting} {kept}, not {wanted}")
            )
            raise TuneError(text, file=path, setting=name, kept=_text(kept.get(name)), wanted=_text(wanted))


def _text(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


# -- what is kept -------------------------------------------------------------------------------------------------

CHECKPOINT_HEADER = b"bornes tuning 2"
_PICKLED = b"bornes tuning 1"
MAX_CHECKPOINT_BYTES = 1 << 26
"""Room for thousands of generations."""

Points = list[float]
"""What the candidates of a generation were worth, in the order in which they were asked for."""


class DamagedCheckpoint(TranslatableError, ValueError):
    """A file that holds no search, or not all of one."""


@dataclass(frozen=True, slots=True)
class PastGeneration:
    """What the candidates of a generation were worth, and how far the next ones will go."""

    points: Points
    sigma: float
    """It follows from the points of all generations so far: one that does not shows a changed file."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A search between two generations."""

    settings: dict[str, Any]
    """What was asked, as plain values."""
    generations: list[PastGeneration]


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write a search to a file, in the place of what was there before."""
    points = [each.points for each in checkpoint.generations]
    sigmas = [each.sigma for each in checkpoint.generations]
    body = json.dumps({"settings": checkpoint.settings, "points": points, "sigmas": sigmas}).encode()
    replace_file(path, b"\n".join([CHECKPOINT_HEADER, _checksum(body), body, b""]))


def load(path: Path) -> Checkpoint:
    """Read the search that a file holds; DamagedCheckpoint says what is wrong with one that does not."""
    if not path.is_file():  # a pipe would be waited for, and for ever
        raise DamagedCheckpoint(N_("{file}: is not a file"), file=path)
    with path.open("rb") as file:
        content = file.read(MAX_CHECKPOINT_BYTES + 1)
    try:
        return _checkpoint(_body(content))
    except DamagedCheckpoint as error:
        raise DamagedCheckpoint(N_("{file}: {why}"), file=path, why=error) from None


def _body(content: bytes) -> bytes:
    heading, _, rest = content.partition(b"\n")
    if heading == _PICKLED:
        raise DamagedCheckpoint(
            N_(
                "was kept by an earlier version of bornes, in a form that could hold a program and is no longer read; "
                "finish it with that version, or begin anew with --restart"
            )
        )
    if heading != CHECKPOINT_HEADER:
        raise DamagedCheckpoint(N_("is not a search that bornes tune kept"))
    if len(content) > MAX_CHECKPOINT_BYTES:
        raise DamagedCheckpoint(
            N_("is larger than the {most} MB that a search may take"), most=MAX_CHECKPOINT_BYTES >> 20
        )
    checksum, _, line = rest.partition(b"\n")
    body = line.removesuffix(b"\n")
    if checksum != _checksum(body) or body == line:
        raise DamagedCheckpoint(N_("is damaged, its checksum is wrong"))
    return body


def _checkpoint(body: bytes) -> Checkpoint:
    """Read what the checksum covers; it is checked value by value, since a checksum is no signature."""
    try:
        plain = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise DamagedCheckpoint(N_("is not JSON behind its checksum: {error}"), error=error) from None
    if not isinstance(plain, dict) or plain.keys() != {"settings", "points", "sigmas"}:
        raise DamagedCheckpoint(N_("must hold settings, points and sigmas, and nothing else"))
    settings = plain["settings"]
    for name, (is_right, right) in _SETTINGS.items():
        if not isinstance(settings, dict) or not is_right(settings.get(name)):
            raise DamagedCheckpoint("its settings name no {name}, which must be {right}", name=name, right=right)
    if settings["start"].keys() != settings["scales"].keys():
        raise DamagedCheckpoint(N_("its start and its scales are not of the same weights"))
    return Checkpoint(settings, _generations(plain["points"], plain["sigmas"], settings["population"]))


def _generations(points: Any, sigmas: Any, population: int) -> list[PastGeneration]:
    if not isinstance(points, list) or not _is_numbers(sigmas) or len(points) != len(sigmas):
        raise DamagedCheckpoint(N_("its points and sigmas must be lists, with one of each for every generation"))
    for number, each in enumerate(points, 1):
        if not _is_numbers(each) or len(each) != population:
            text = N_("its generation {number} must be {population} numbers, one for each candidate")
            raise DamagedCheckpoint(text, number=number, population=population)
    return [PastGeneration(*each) for each in zip(points, sigmas, strict=True)]


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e100 and isfinite(value)


def _is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_weights(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_number, value.values()))


_SETTINGS = {
    "game": (_is_text, "a text"),
    "opponents": (_is_texts, "a list of names"),
    "population": (_is_whole, "a whole number"),
    "deals": (_is_whole, "a whole number"),
    "seed": (_is_whole, "a whole number"),
    "from": (_is_text, "a text"),
    "start": (_is_weights, "numbers by the names of weights"),
    "weights of tuned": (_is_weights, "numbers by the names of weights"),
    "scales": (_is_weights, "numbers by the names of weights"),
}


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
