"""What this device observed of the shuffles at its seats, one private file per seat.

A file stays when its seat is lost: a server cannot make a device forget what it saw by refusing the seat.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from ...files import data_folder, make_private, write_atomically
from ...tables.observations import Observations, decode_observations, encode_observations

MAX_FILE_BYTES = 1 << 25
MAX_FILES = 200


def seat_file(secret: str, suffix: str) -> Path:
    """Return the path of a seat's own file; its name gives nothing away."""
    return data_folder() / "seats" / f"{hashlib.sha256(secret.encode()).hexdigest()[:16]}.{suffix}"


def read_observations(secret: str) -> Observations | None:
    """Return what was observed from a seat; None if nothing was, or if it cannot be read."""
    with suppress(OSError, ValueError), seat_file(secret, "json").open("rb") as file:
        return decode_observations(file.read(MAX_FILE_BYTES))
    return None


def find_observations(table: str) -> Observations | None:
    """Return what was observed at a table last, from whichever seat; None if nothing was."""
    paths = (data_folder() / "seats").glob("*.json")
    for path in sorted(paths, key=lambda file: file.stat().st_mtime_ns, reverse=True):
        with suppress(OSError, ValueError), path.open("rb") as file:
            if (observations := decode_observations(file.read(MAX_FILE_BYTES))).table == table:
                return observations
    return None


def keep_observations(secret: str, observations: Observations) -> None:
    """Write down what was observed from a seat; a full disk does not end a game."""
    path = seat_file(secret, "json")
    with suppress(OSError):
        is_new = not path.exists()
        make_private(path)
        write_atomically(path, encode_observations(observations))
        if is_new:
            _prune(path.parent)


def _prune(folder: Path) -> None:
    """Delete the files that were written longest ago, beyond the limit."""
    files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for old in files[MAX_FILES:]:
        old.unlink(missing_ok=True)
