"""The file that a search is kept in between two generations, so that it can be stopped and go on.

A first line says what the file is and a second holds the checksum of the rest: the settings and the story so far as a
line of JSON, then the pickled optimiser.  Nothing is unpickled before the checksum is right, but a checksum is no
signature: resume only from files of your own.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...bots.weights import replace_file

HEADING = b"bornes tuning 1"


class DamagedState(ValueError):
    """A file that holds no search, or not all of it."""


@dataclass(frozen=True, slots=True)
class State:
    """A search between two generations."""

    settings: dict[str, Any]
    """What was asked, as plain values."""
    story: dict[str, Any]
    """What has happened, as plain values."""
    optimiser: bytes


def save(path: Path, state: State) -> None:
    """Keep a search in the place of what was kept before."""
    told = json.dumps({"settings": state.settings, "story": state.story}).encode()
    body = told + b"\n" + state.optimiser
    replace_file(path, b"\n".join([HEADING, _checksum(body), body]))


def load(path: Path) -> State:
    """The search that a file keeps."""
    heading, _, rest = path.read_bytes().partition(b"\n")
    if heading != HEADING:
        raise DamagedState(f"{path}: is not a search that bornes tune kept")
    checksum, _, body = rest.partition(b"\n")
    if checksum != _checksum(body):
        raise DamagedState(f"{path}: is damaged, its checksum is wrong")
    told, _, optimiser = body.partition(b"\n")
    plain = json.loads(told)
    return State(plain["settings"], plain["story"], optimiser)


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
