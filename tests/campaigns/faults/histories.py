"""The checker of histories: what clients sent and heard, judged by the log that is left.  It does nothing itself.

- Acknowledged once: what was answered as done is in the log, and nothing is there twice.
- In order: what was sent after something else was acknowledged has a higher number.
- Every stream is a prefix of what the log gives: no gap, nothing else, and no client is ever shown less than before.
- In the end all clients know the same, which is what the log says, and the record of every game verifies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from bornes.client.replica import Replica
from bornes.game.events import Viewer
from bornes.game.fairness_proof import ShuffleWeakness, proofs
from bornes.game.game import Game
from bornes.tables.entries import Entry, Opened, decode_entry
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import FullState, Update, decode_message
from bornes.tables.public_view import finished_record
from bornes.tables.table import Table, ViewerUpdate
from tests.simulation.knowledge import check_mirror, demand

WORST = {ShuffleWeakness.SERVER_SEED_SHORT, ShuffleWeakness.SERVER_SEED_REPEATED, ShuffleWeakness.DECK_GIVEN}
"""What only the server is to blame for."""


@dataclass
class Operation:
    """A command of a client: when it was first sent, and when it was first known to be done."""

    id: str
    sent: float
    done: float | None = None


@dataclass
class Hearing:
    """What one connection brought: where the client was, and what it heard."""

    client: object
    language: str
    viewer: Viewer
    """In whose stream it had seen something."""
    seen: int
    """How much."""
    heard: list[bytes] = field(default_factory=list)
    """Messages of a stream, as they came."""


@dataclass
class History:
    """All that the clients of one table know."""

    operations: dict[str, Operation] = field(default_factory=dict)
    hearings: list[Hearing] = field(default_factory=list)

    def send(self, id: str, at: float) -> None:
        """Note that a command is sent, perhaps not for the first time."""
        self.operations.setdefault(id, Operation(id, at))

    def acknowledge(self, id: str, at: float) -> None:
        """Note that a client knows a command to be carried out."""
        operation = self.operations[id]
        operation.done = at if operation.done is None else operation.done


def check_history(history: History, lines: Sequence[bytes], signals: Iterable[str] = ()) -> None:
    """Demand of a history what the log says; ``signals`` are the ids of what is answered and not kept."""
    entries = [decode_entry(line) for line in lines]
    numbers = check_once(history, entries, set(signals))
    check_order(history, numbers)
    streams = _streams(
        entries, {(one.viewer, hearing.language) for hearing in history.hearings for one in _of(hearing)}
    )
    for hearing in history.hearings:
        check_prefix(hearing, streams)
    check_never_less(history)
    check_records(entries)


def check_once(history: History, entries: Sequence[Entry], signals: set[str]) -> dict[str, int]:
    """Demand that what was acknowledged is in the log, once; return the number of each command's entry."""
    # One command may lead to several entries, of different kinds and one after another.
    rows = [list(row) for id, row in groupby(entries, key=lambda entry: entry.id) if id]
    counts = Counter(row[0].id for row in rows)
    again = [row[0].id for row in rows if len({type(entry) for entry in row}) < len(row)]
    twice = sorted({id for id, count in counts.items() if count > 1} | set(again))
    demand(not twice, "carried out twice:", twice)
    done = {one.id for one in history.operations.values() if one.done is not None} - signals
    lost = sorted(done - set(counts))
    demand(not lost, "acknowledged and lost:", lost)
    return {entry.id: number for number, entry in enumerate(entries) if entry.id}


def check_order(history: History, numbers: dict[str, int]) -> None:
    """Demand that what was sent after an acknowledgement has a higher number than what was acknowledged."""
    known = [one for one in history.operations.values() if one.id in numbers]
    done = sorted((one.done, numbers[one.id], one.id) for one in known if one.done is not None)
    highest, highest_id, at = -1, "", 0
    for operation in sorted(known, key=lambda one: one.sent):
        while at < len(done) and done[at][0] < operation.sent:
            if done[at][1] > highest:
                highest, highest_id = done[at][1], done[at][2]
            at += 1
        number = numbers[operation.id]
        demand(number > highest, f"{operation.id} was sent after {highest_id} was done: {number}, not above {highest}")


Streams = dict[tuple[Viewer, str], dict[int, bytes]]


def _of(hearing: Hearing) -> list[Update | FullState]:
    found = [decode_message(data) for data in hearing.heard]
    assert all(isinstance(message, Update | FullState) for message in found)
    return found  # type: ignore[return-value]


def _streams(entries: Sequence[Entry], wanted: set[tuple[Viewer, str]]) -> Streams:
    """Return the messages that the log gives, for these viewers in these languages."""
    first, *others = entries
    assert isinstance(first, Opened)
    table = Table(first)
    speakers = {language: MessageWriter(table, language) for _, language in sorted(wanted, key=str)}
    streams: Streams = {pair: {} for pair in wanted}

    def note(told: dict[Viewer, ViewerUpdate]) -> None:
        for viewer, language in wanted:
            if viewer in told:
                message = told[viewer]
                streams[viewer, language][message.number] = speakers[language].write({viewer: message})[viewer]

    note(table.first_news)
    for entry in others:
        note(table.apply(entry))
    return streams


def check_prefix(hearing: Hearing, streams: Streams) -> None:
    """Demand that a connection brought what the log gives, one after another from where the client was."""
    viewer, number = hearing.viewer, hearing.seen
    for data, message in zip(hearing.heard, _of(hearing), strict=True):
        stream = streams[message.viewer, hearing.language]
        whole = isinstance(message, FullState)
        follows = message.viewer == viewer and message.number == number + 1
        demand(whole or follows, f"{message.number} of {message.viewer} came after {number} of {viewer}")
        demand(message.number in stream, f"the log gives {message.viewer} no message {message.number}")
        if not whole:
            demand(data == stream[message.number], f"message {message.number} of {viewer} is not what the log gives")
        viewer, number = message.viewer, message.number


def check_never_less(history: History) -> None:
    """Demand that no client is shown less of a stream than it has seen, at whichever connection."""
    most: dict[tuple[object, Viewer], int] = {}
    for hearing in history.hearings:
        if hearing.seen == 0:  # it began anew, and wants everything
            most = {key: number for key, number in most.items() if key[0] != hearing.client}
        for message in _of(hearing):
            key = hearing.client, message.viewer
            demand(message.number >= most.get(key, 0), f"{hearing.client} saw {most.get(key)}, then {message.number}")
            most[key] = message.number


def check_records(entries: Sequence[Entry]) -> None:
    """Demand that what is over of every game can be replayed, and that its shuffles prove what they should."""
    for game in range(1, Table.fold(entries).state.game + 1):
        record = finished_record(entries, game)
        if record is None:  # nothing is over yet
            continue
        for proof in proofs(Game.replay(record)):
            demand(not WORST & set(proof.weaknesses), "a shuffle proves nothing:", proof)


def check_agreement(mirrors: Iterable[tuple[Replica, Viewer]], lines: Sequence[bytes]) -> None:
    """Demand that every client knows what the log says now, and so the same as all the others."""
    table = Table.fold([decode_entry(line) for line in lines])
    for mirror, viewer in mirrors:
        check_mirror(mirror, viewer, MessageWriter(table, mirror.language))
