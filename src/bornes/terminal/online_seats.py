"""The seats at tables far away that somebody here has, so that the same command leads back to the same seat.

A seat is written down before it is asked for: whatever happens then, who asks again with the same secret finds the same
seat.  Whoever can read the file has the seats: nobody else can.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import monotonic, sleep, time

from ..base.files import FileLock, FileLockHeld, data_folder, make_private, read_text_file, write_atomically
from ..client.invite_links import TableLink
from ..client.observations import Observations, decode_observations, encode_observations
from ..client.protocol import OpenTable, encode, new_secret

SEATS_FILE = "seats.json"
MAX_REMEMBERED_SEATS = 100
OPENING_RETRY_SECONDS = 24 * 3600
"""How long a player who opens a table may mean the one whose opening wasn't answered."""
LOCK_TIMEOUT_SECONDS = 5.0
"""How long to wait for another terminal that writes the file."""


@dataclass(frozen=True, slots=True, repr=False)
class RememberedSeat:
    """A seat that somebody here has, or has asked for."""

    server: str
    table: str
    """Empty until the answer came that says which."""
    secret: str
    name: str = ""
    code: str = ""
    """The code that led there."""
    at: int = 0
    """When it was taken, in seconds."""
    pending: bool = False
    """Whether no answer has come: it may have been given or not."""
    opening: str = ""
    """The mark of what was asked for, where a table was to be opened."""
    bot: str = ""
    """Which bot plays there, where it is none of a person's: neither is to sit down on the other's seat."""
    borrowed: bool = False
    """Whether it was opened by another player's link, beside a seat of one's own: that one is the default."""

    def __repr__(self) -> str:
        return f"RememberedSeat({self.server!r}, {self.table!r})"

    @property
    def link(self) -> TableLink:
        """What leads to the seat."""
        return TableLink(self.server, self.table, seat=self.secret)

    def fits(self, link: TableLink, name: str, bot: str = "") -> bool:
        """Say whether a link or a code leads to the table of this seat, for the same bot or for a person.

        The name is the same where one is given.
        """
        there = self.table == link.table if link.table else bool(link.code) and self.code == link.code
        same = name in ("", self.name) and link.seat in ("", self.secret) and bot == self.bot
        return there and self.server == link.server and same

    def is_opening(self, server: str, mark: str) -> bool:
        """Say whether it belongs to a table that was asked for in the same words lately, without an answer."""
        return self.pending and self.is_lately_taken and (self.server, self.opening) == (server, mark)

    @property
    def is_lately_taken(self) -> bool:
        """Whether it was asked for so lately that somebody who asks again may mean the same table."""
        return 0 <= time() - self.at < OPENING_RETRY_SECONDS


class SeatInUse(Exception):
    """Another terminal plays from the seat."""


class SeatLock:
    """A seat that is played from in this process, and in no other."""

    def __init__(self, seat: RememberedSeat) -> None:
        self.seat = seat
        self._lock: FileLock | None = None
        path = seat_file(seat.secret, "lock")
        with suppress(OSError):  # where nothing can be written nothing can be locked
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._lock = FileLock(path)
            except FileLockHeld:
                raise SeatInUse from None

    def settle(self, table: str, code: str = "") -> None:
        """Take note that the seat was given, at this table; its code leads back there, too, for who opened it."""
        self.seat = replace(self.seat, table=table, code=self.seat.code or code, pending=False, opening="")
        _keep(self.seat)

    def release(self) -> None:
        """Let other terminals have the seat."""
        if self._lock is not None:
            self._lock.release()


def remembered_seats() -> list[RememberedSeat]:
    """Return the seats that are remembered, the latest first; what cannot be read is none."""
    try:
        stored = json.loads(read_text_file(data_folder() / SEATS_FILE))
        return [RememberedSeat(**one) for one in stored["seats"]]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []


def remember_seat(link: TableLink, name: str = "", code: str = "") -> None:
    """Remember a seat beside all others; where that cannot be written, its link still leads there."""
    known = next((seat for seat in remembered_seats() if seat.link == link), None)
    if known is None:
        borrowed = own_seat_at_table(link) is not None
        _keep(RememberedSeat(link.server, link.table, link.seat, name, code, int(time()), borrowed=borrowed))
    else:
        _keep(replace(known, name=name or known.name, code=code or known.code, at=int(time())))


def own_seat_at_table(link: TableLink) -> RememberedSeat | None:
    """Return the seat that a person here has at the table of a link to another one; None for none."""
    table = TableLink(link.server, link.table)
    seats = [seat for seat in remembered_seats() if seat.fits(table, "") and not seat.pending]
    if any(seat.secret == link.seat for seat in seats):
        return None
    return next((seat for seat in seats if not seat.borrowed), None)


def forget_seat(secret: str) -> None:
    """Remember a seat no longer: it is lost, or was refused."""
    with _alone():
        _write([one for one in remembered_seats() if one.secret != secret])


def lock_seat(link: TableLink, name: str = "", bot: str = "") -> SeatLock | None:
    """Return the seat that somebody here has where a link or a code leads, unless it is played from already."""
    return _hold(lambda seat: seat.fits(link, name, bot))


def lock_new_seat(link: TableLink, name: str = "", bot: str = "") -> SeatLock:
    """Return a seat that is about to be asked for where a link or a code leads; it is remembered from now on."""
    new = RememberedSeat(link.server, link.table, new_secret(), name, link.code, int(time()), pending=True, bot=bot)
    return _hold_new(new)


def lock_opening(server: str, wanted: OpenTable, language: str) -> SeatLock:
    """Return the seat at a table that is about to be opened, or was without an answer; it is remembered from now on."""
    mark = hashlib.sha256(encode(wanted) + language.encode()).hexdigest()[:16]
    asked = _hold(lambda seat: seat.is_opening(server, mark))
    new = RememberedSeat(server, "", new_secret(), wanted.name, at=int(time()), pending=True, opening=mark)
    return asked or _hold_new(new)


def _hold(chosen: Callable[[RememberedSeat], bool]) -> SeatLock | None:
    for seat in sorted(filter(chosen, remembered_seats()), key=lambda seat: seat.borrowed):
        with suppress(SeatInUse):
            return SeatLock(seat)
    return None


def _hold_new(seat: RememberedSeat) -> SeatLock:
    held = SeatLock(seat)  # first: no other terminal is to take it for one that nobody plays from
    _keep(seat)
    return held


def _keep(seat: RememberedSeat) -> None:
    with _alone():
        _write([seat, *(one for one in remembered_seats() if one.secret != seat.secret)][:MAX_REMEMBERED_SEATS])


@contextmanager
def _alone() -> Iterator[None]:
    """Let nobody else change the file meanwhile: what another terminal writes is not to be lost."""
    lock, given_up = None, monotonic() + LOCK_TIMEOUT_SECONDS
    while lock is None and monotonic() < given_up:
        try:
            lock = FileLock(data_folder() / f"{SEATS_FILE}.lock")
        except FileLockHeld:
            sleep(0.01)
        except OSError:  # as where the folder is not there yet, or nothing can be written
            with suppress(OSError):
                data_folder().mkdir(parents=True)
                continue
            break
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _write(seats: list[RememberedSeat]) -> None:
    path = data_folder() / SEATS_FILE
    content = json.dumps({"version": 1, "seats": [asdict(seat) for seat in seats]}, indent=2) + "\n"
    with suppress(OSError):
        make_private(path)
        write_atomically(path, content)


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


def save_observations(secret: str, observations: Observations) -> None:
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
