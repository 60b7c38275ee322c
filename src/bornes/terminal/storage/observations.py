"""What this device observed of the shuffles at its seats, one private file per seat."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from ...files import data_folder, make_private, write_atomically
from ...tables.observations import Observations, decode_observations, encode_observations

MAX_FILE_BYTES = 1 << 25


def seat_file(secret: str, suffix: str) -> Path:
    """Return the path of a seat's own file; its name gives nothing away."""
    return data_folder() / "seats" / f"{hashlib.sha256(secret.encode()).hexdigest()[:16]}.{suffix}"


def read_observations(secret: str) -> Observations | None:
    """Return what was observed from a seat; None if nothing was, or if it cannot be read."""
    with suppress(OSError, ValueError), seat_file(secret, "json").open("rb") as file:
        return decode_observations(file.read(MAX_FILE_BYTES))
    return None


def keep_observations(secret: str, observations: Observations) -> None:
    """Write down what was observed from a seat; a full disk does not end a game."""
    path = seat_file(secret, "json")
    with suppress(OSError):
        make_private(path)
        write_atomically(path, encode_observations(observations))


def drop_observations(secret: str) -> None:
    """Delete what was observed from a seat."""
    with suppress(OSError):
        seat_file(secret, "json").unlink(missing_ok=True)
