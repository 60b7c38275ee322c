"""The seats at tables far away that somebody here has, so that the same command leads back to the same seat.

Whoever can read the file has the seats: nobody else can.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import time

from ...client.links import Link
from ...files import Lock, LockTaken, data_folder, read_text_file, write_atomically

SEATS_FILE = "seats.json"
KEPT = 100
"""So many seats are remembered."""


@dataclass(frozen=True, slots=True, repr=False)
class KeptSeat:
    """A seat that somebody here has."""

    server: str
    table: str
    secret: str
    name: str = ""
    code: str = ""
    """The code that led there."""
    at: int = 0
    """When it was taken, in seconds."""

    def __repr__(self) -> str:
        return f"KeptSeat({self.server!r}, {self.table!r})"

    @property
    def link(self) -> Link:
        """What leads to the seat."""
        return Link(self.server, self.table, seat=self.secret)

    def fits(self, link: Link, name: str) -> bool:
        """Say whether a link or a code leads to the table of this seat, and the name is the same where one is given."""
        there = self.table == link.table if link.table else bool(link.code) and self.code == link.code
        return there and self.server == link.server and name in ("", self.name)


class SeatTaken(Exception):
    """Another terminal plays from the seat."""


class HeldSeat:
    """A seat that is played from in this process, and in no other."""

    def __init__(self, seat: KeptSeat) -> None:
        self.seat = seat
        name = hashlib.sha256(seat.secret.encode()).hexdigest()[:16]
        folder = data_folder() / "seats"
        folder.mkdir(parents=True, exist_ok=True)
        try:
            self._lock = Lock(folder / f"{name}.lock")
        except LockTaken:
            raise SeatTaken from None

    def release(self) -> None:
        """Let other terminals have the seat."""
        self._lock.release()


def kept_seats() -> list[KeptSeat]:
    """Return the seats that are remembered, the latest first; what cannot be read is none."""
    try:
        stored = json.loads(read_text_file(data_folder() / SEATS_FILE))
        return [KeptSeat(**one) for one in stored["seats"]]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []


def keep_seat(link: Link, name: str = "", code: str = "") -> None:
    """Remember a seat; where that cannot be written, its link still leads there."""
    seat = KeptSeat(link.server, link.table, link.seat, name, code, int(time()))
    _write([seat, *(one for one in kept_seats() if one.secret != seat.secret)][:KEPT])


def forget_seat(secret: str) -> None:
    """Remember a seat no longer: it is lost."""
    _write([one for one in kept_seats() if one.secret != secret])


def hold_seat(link: Link, name: str = "") -> HeldSeat | None:
    """Return the seat that somebody here has where a link or a code leads, unless it is played from already."""
    for seat in kept_seats():
        if seat.fits(link, name):
            with suppress(SeatTaken, OSError):
                return HeldSeat(seat)
    return None


def _write(seats: list[KeptSeat]) -> None:
    path = data_folder() / SEATS_FILE
    content = json.dumps({"version": 1, "seats": [asdict(seat) for seat in seats]}, indent=2) + "\n"
    with suppress(OSError):
        _make_private(path)
        write_atomically(path, content)


def _make_private(path: Path) -> None:
    """See that the file which is to replace this one is nobody else's from its first byte on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    new.chmod(0o600)
