"""The file that a search is kept in between two generations, so that it can be stopped and go on.

It holds plain numbers: what was asked, and what every candidate of every generation was worth.  Candidates come from
the seed and from what was told of those before, so that telling it all again leads to where the search stood.  A first
line says what the file is, a second holds the checksum of the third, which is JSON.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from ...bots.weights import replace_file

HEADING = b"bornes tuning 2"
_PICKLED = b"bornes tuning 1"
MOST = 1 << 26
"""Bytes that such a file may have: thousands of generations."""

Points = list[float]
"""What the candidates of a generation were worth, in the order in which they were asked for."""


class DamagedState(ValueError):
    """A file that holds no search, or not all of it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a generation told the search, and how far it went from there."""

    points: Points
    sigma: float
    """Follows from the points of all generations: where it does not, the search would go another way."""


@dataclass(frozen=True, slots=True)
class State:
    """A search between two generations."""

    settings: dict[str, Any]
    """What was asked, as plain values."""
    told: list[Told]
    """Generation by generation."""


def save(path: Path, state: State) -> None:
    """Keep a search in the place of what was kept before."""
    told = {"points": [each.points for each in state.told], "sigmas": [each.sigma for each in state.told]}
    body = json.dumps({"settings": state.settings, **told}).encode()
    replace_file(path, b"\n".join([HEADING, _checksum(body), body, b""]))


def load(path: Path) -> State:
    """Return the search that a file keeps; DamagedState says what is wrong with one that does not."""
    if not path.is_file():  # a pipe would be waited for, and for ever
        raise DamagedState(f"{path}: is no file")
    with path.open("rb") as file:
        content = file.read(MOST + 1)
    try:
        return _state(_body(content))
    except DamagedState as error:
        raise DamagedState(f"{path}: {error}") from None


def _body(content: bytes) -> bytes:
    heading, _, rest = content.partition(b"\n")
    if heading == _PICKLED:
        raise DamagedState(
            "was kept by an earlier version of bornes, in a form that could hold a program and is no longer read; "
            "finish it with that version, or begin anew with --restart"
        )
    if heading != HEADING:
        raise DamagedState("is not a search that bornes tune kept")
    if len(content) > MOST:
        raise DamagedState(f"is larger than the {MOST >> 20} MB that a search may take")
    checksum, _, line = rest.partition(b"\n")
    body = line.removesuffix(b"\n")
    if checksum != _checksum(body) or body == line:
        raise DamagedState("is damaged, its checksum is wrong")
    return body


def _state(body: bytes) -> State:
    """Take nothing for granted: a checksum is no signature."""
    try:
        plain = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise DamagedState(f"is not JSON behind its checksum: {error}") from None
    if not isinstance(plain, dict) or plain.keys() != {"settings", "points", "sigmas"}:
        raise DamagedState("must hold settings, points and sigmas, and nothing else")
    settings = plain["settings"]
    for name, (is_right, right) in _SETTINGS.items():
        if not isinstance(settings, dict) or not is_right(settings.get(name)):
            raise DamagedState(f"its settings name no {name}, which must be {right}")
    if settings["start"].keys() != settings["scales"].keys():
        raise DamagedState("its start and its scales are not of the same weights")
    return State(settings, _told(plain["points"], plain["sigmas"], settings["population"]))


def _told(points: Any, sigmas: Any, population: int) -> list[Told]:
    if not isinstance(points, list) or not _is_numbers(sigmas) or len(points) != len(sigmas):
        raise DamagedState("its points and sigmas must be lists, with one of each for every generation")
    for number, each in enumerate(points, 1):
        if not _is_numbers(each) or len(each) != population:
            raise DamagedState(f"its generation {number} must be {population} numbers, one for each candidate")
    return [Told(*each) for each in zip(points, sigmas, strict=True)]


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
