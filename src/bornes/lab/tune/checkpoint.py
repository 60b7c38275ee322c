"""The file that a search is kept in between two generations, so that it can be stopped and go on.

It holds plain numbers: what was asked, and what every candidate of every generation was worth.  Candidates come from
the seed and from what was told of those before, so telling it all again leads to where the search stood.  A first
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


class DamagedCheckpoint(ValueError):
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
    replace_file(path, b"\n".join([HEADING, _checksum(body), body, b""]))


def load(path: Path) -> Checkpoint:
    """Read the search that a file holds; DamagedCheckpoint says what is wrong with one that does not."""
    if not path.is_file():  # a pipe would be waited for, and for ever
        raise DamagedCheckpoint(f"{path}: is not a file")
    with path.open("rb") as file:
        content = file.read(MOST + 1)
    try:
        return _checkpoint(_body(content))
    except DamagedCheckpoint as error:
        raise DamagedCheckpoint(f"{path}: {error}") from None


def _body(content: bytes) -> bytes:
    heading, _, rest = content.partition(b"\n")
    if heading == _PICKLED:
        raise DamagedCheckpoint(
            "was kept by an earlier version of bornes, in a form that could hold a program and is no longer read; "
            "finish it with that version, or begin anew with --restart"
        )
    if heading != HEADING:
        raise DamagedCheckpoint("is not a search that bornes tune kept")
    if len(content) > MOST:
        raise DamagedCheckpoint(f"is larger than the {MOST >> 20} MB that a search may take")
    checksum, _, line = rest.partition(b"\n")
    body = line.removesuffix(b"\n")
    if checksum != _checksum(body) or body == line:
        raise DamagedCheckpoint("is damaged, its checksum is wrong")
    return body


def _checkpoint(body: bytes) -> Checkpoint:
    """Read what the checksum covers; it is checked value by value, since a checksum is no signature."""
    try:
        plain = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise DamagedCheckpoint(f"is not JSON behind its checksum: {error}") from None
    if not isinstance(plain, dict) or plain.keys() != {"settings", "points", "sigmas"}:
        raise DamagedCheckpoint("must hold settings, points and sigmas, and nothing else")
    settings = plain["settings"]
    for name, (is_right, right) in _SETTINGS.items():
        if not isinstance(settings, dict) or not is_right(settings.get(name)):
            raise DamagedCheckpoint(f"its settings name no {name}, which must be {right}")
    if settings["start"].keys() != settings["scales"].keys():
        raise DamagedCheckpoint("its start and its scales are not of the same weights")
    return Checkpoint(settings, _generations(plain["points"], plain["sigmas"], settings["population"]))


def _generations(points: Any, sigmas: Any, population: int) -> list[PastGeneration]:
    if not isinstance(points, list) or not _is_numbers(sigmas) or len(points) != len(sigmas):
        raise DamagedCheckpoint("its points and sigmas must be lists, with one of each for every generation")
    for number, each in enumerate(points, 1):
        if not _is_numbers(each) or len(each) != population:
            raise DamagedCheckpoint(f"its generation {number} must be {population} numbers, one for each candidate")
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
