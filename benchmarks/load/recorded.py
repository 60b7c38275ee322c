"""Games played without a server: the logs that databases are filled with, and what everybody was told."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from bornes import edition
from bornes.client.protocol import PACES, hash_secret
from bornes.game.events import Viewer
from bornes.game.fair import Seeds
from bornes.store import sqlite_logs
from bornes.store.sqlite_database import connect, prepare_database
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables.decide import decide
from bornes.tables.decision_case import DecisionContext
from bornes.tables.message_writer import MessageWriter
from bornes.tables.public_view import encode_listing, table_listing
from bornes.tables.table import Table, ViewerUpdate
from bornes.tables.table_state import SeatState, open_state

NAME = "bench"
PLACEHOLDER = f"{NAME}-{'0' * 16}"
SECRETS = tuple(f"benchmark-secret-of-seat-{seat}" for seat in range(4))
"""Who sits where is known by these, at every table: what is measured does not depend on them."""
KINDS = 48
"""So many games are played; tables take them in turns."""
SHORT_OF_THE_END = 8
"""So many entries before the end of the second deal the logs end: the third is played by the server."""


def table_id(number: int) -> str:
    """Return the id of a table; their numbers begin with 1."""
    return f"{NAME}-{number:016d}"


def secret(game: int, number: int) -> bytes:
    """Return the server's seed of a deal."""
    return Seeds.of(f"bench {game}", number).server


class Step(NamedTuple):
    """One command that was carried out: what was written, and what everybody was told."""

    lines: list[bytes]
    told: dict[Viewer, list[bytes]]


@dataclass
class Recording:
    """A game at one table so far."""

    players: int
    luck: Random
    now: int
    public: bool = False
    bot: str = "tuned"
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Open the table, and begin the first deal."""
        seats = [
            SeatState("person", f"Player {'ABCD'[at]}", self.bot, secret_hash=hash_secret(SECRETS[at]))
            for at in range(self.players)
        ]
        rules = edition("parker-1962").rules(self.players)
        state = open_state(PLACEHOLDER, rules, seats, secret(1, 1), pace=PACES["patient"], public=self.public)
        opened = log.Opened(at=self.now, table=state)
        self.table = Table(opened)
        self._speaker = MessageWriter(self.table)
        self.steps.append(Step([log.encode_entry(opened)], self._told([self.table.first_news])))
        self.be_ready()

    def _told(self, news: Iterable[dict[Viewer, ViewerUpdate]]) -> dict[Viewer, list[bytes]]:
        """Return what everybody is told, in words."""
        written: dict[Viewer, list[bytes]] = {viewer: [] for viewer in (None, *range(self.players))}
        for told in news:  # one after another: a message is put into words before the next entry is applied
            for viewer, data in self._speaker.write(told).items():
                written[viewer].append(data)
        return written

    def do(self, seat: int | None, command: ask.Command) -> None:
        """Carry a command out."""
        decision = decide(self.table, command, seat, DecisionContext(self.now, secret))
        assert isinstance(decision, tuple), decision
        told = self._told(self.table.apply(entry) for entry in decision)
        self.steps.append(Step([log.encode_entry(entry) for entry in decision], told))

    def be_ready(self) -> None:
        """Let everybody be ready for the next deal, which begins."""
        for seat in range(self.players):
            self.do(seat, ask.Ready(id=f"r{seat}.{self.table.state.deal}"))

    def move(self) -> None:
        """Let whoever is asked make a move, at random."""
        if not self.table.asked:
            self.now = max(self.now, self.table.due or 0)
            self.do(None, ask.Tick())
            return
        seat = min(self.table.asked)
        question = self.table.question(seat)
        assert question is not None
        plays = [move for move in question.moves if not move.is_discard] or list(question.moves)
        text = self.luck.choice(plays).notation(question.phase)
        self.do(seat, ask.Play(id=f"m{len(self.steps)}", move=text, question_number=self.table.asked[seat]))

    def finish_deal(self) -> None:
        """Play the deal to its end."""
        while self.table.playing:
            self.move()

    @property
    def lines(self) -> list[bytes]:
        """The log."""
        return [line for step in self.steps for line in step.lines]


class Log(NamedTuple):
    """A log as it is written for one table after another."""

    lines: list[bytes]
    deal: int
    due: int | None
    listing: bytes | None


def in_second_deal(number: int, now: int, *, public: bool, part: float | None = None) -> Log:
    """Return the log of a table of two in its second deal: so great a part of it is over, or nearly all."""
    whole = Recording(2, Random(number), now, public)
    whole.finish_deal()
    whole.be_ready()
    begun = len(whole.lines)
    whole.finish_deal()
    left = SHORT_OF_THE_END if part is None else round((1 - part) * (len(whole.lines) - begun))
    return _as_log(whole.lines[: -max(left, 1)])


def champions(number: int, now: int) -> Log:
    """Return the log of a table where four have left and champions drive for them."""
    game = Recording(4, Random(number), now, public=True, bot="champion")
    for seat in range(4):
        game.do(seat, ask.StepAway(id=f"away {seat}"))
    return _as_log(game.lines)


def _as_log(lines: list[bytes]) -> Log:
    entries = [log.decode_entry(line) for line in lines]
    table = Table.fold(entries)
    deal = max(at for at, entry in enumerate(entries) if isinstance(entry, log.DealBegan))
    return Log(lines, deal, table.due, encode_listing(table_listing(table)) if table.state.public else None)


def third_deal(now: int) -> list[Step]:
    """Return what happens in the third deal of a table of two, from its first move on, until the fourth has begun."""
    game = Recording(2, Random(0), now)
    for _ in range(2):
        game.finish_deal()
        game.be_ready()
    before = len(game.steps)
    game.finish_deal()
    game.be_ready()
    return game.steps[before:]


def fill(path: Path, numbers: range, kinds: list[Log]) -> None:
    """Write tables into a database, each under its number with one of some logs."""
    prepare_database(path, NAME)
    with closing(connect(path)) as connection:
        for first in range(0, len(numbers), 500):
            connection.execute("BEGIN IMMEDIATE")
            for number in numbers[first : first + 500]:
                _write(connection, table_id(number), kinds[number % len(kinds)])
            connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _write(connection: sqlite3.Connection, table: str, kept: Log) -> None:
    placeholder, name = PLACEHOLDER.encode(), table.encode()
    lines = [
        (number, line, sqlite_logs.entry_checksum(table, number, line))
        for number, line in _named(kept.lines, placeholder, name)
    ]
    listing = None if kept.listing is None else kept.listing.replace(placeholder, name)
    touched = log.decode_entry(kept.lines[-1]).at
    sqlite_logs.append_entries(
        connection, sqlite_logs.LogAppend(table, 0, lines, kept.deal, touched), kept.due, listing
    )


def _named(lines: list[bytes], placeholder: bytes, name: bytes) -> Iterator[tuple[int, bytes]]:
    return ((number, line.replace(placeholder, name)) for number, line in enumerate(lines))


def tables_of_two(now: int, watched_every: int, *, spread: bool = False) -> list[Log]:
    """Return logs for tables of two; one in so many is public, so that somebody can look on.

    All of them are near the end of their second deal, or ``spread`` over it, as at tables that began at any time.
    """
    return [
        in_second_deal(kind, now, public=kind % watched_every == 0, part=kind / KINDS if spread else None)
        for kind in range(KINDS)
    ]
