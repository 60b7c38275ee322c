"""The checker of histories finds what is wrong with one, and nothing in one that is right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bornes.client.replica import Replica
from bornes.game.fair import Seeds
from bornes.tables import commands as ask
from bornes.tables.decide import decide
from bornes.tables.decision_case import DecisionContext
from bornes.tables.entries import Entry, Opened, encode_entry
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import encode_message
from bornes.tables.table import Table
from bornes.tables.table_state import SeatState, open_state
from tests.campaigns.faults.histories import (
    Hearing,
    History,
    Operation,
    check_agreement,
    check_history,
)
from tests.simulation import BrokenInvariant
from tests.support.scenes import rules_of


def played() -> list[Entry]:
    """Return the log of a deal of two people, in which every command has an id."""
    state = open_state("t", rules_of("parker-1962", 2, turn_cap=8), [SeatState("person", name) for name in "AB"], SEED)
    opened = Opened(at=0, table=state)
    table, log = Table(opened), [opened]

    def do(seat: int, command: ask.Command) -> None:
        decision = decide(table, command, seat, DecisionContext(1000 * len(log), lambda game, deal: SEED))
        assert isinstance(decision, tuple)
        for entry in decision:
            table.apply(entry)
            log.append(entry)  # type: ignore[arg-type]

    do(0, ask.Ready(id="a", seed="07f3" * 8))
    do(1, ask.Ready(id="b"))
    while table.playing:
        ((seat, asked),) = table.asked.items()
        question = table.question(seat)
        assert question is not None
        do(seat, ask.Play(id=f"move {len(log)}", move=question.moves.notation[-1], question_number=asked))
    return log  # type: ignore[return-value]


SEED = Seeds.of("a history", 1).server
LOG = played()
LINES = [encode_entry(entry) for entry in LOG]
IDS = list(dict.fromkeys(entry.id for entry in LOG if entry.id))


def heard(viewer: int) -> list[bytes]:
    """Return all that a seat was told."""
    table = Table(LOG[0])  # type: ignore[arg-type]
    speaker = MessageWriter(table, "en")
    written = [speaker.write(table.first_news)[viewer]]
    for entry in LOG[1:]:
        told = table.apply(entry)
        if viewer in told:
            written.append(speaker.write({viewer: told[viewer]})[viewer])
    return written


STREAM = heard(0)


def true_history() -> History:
    """Return a history as it should be: each command is sent when the one before is done, and one seat hears all."""
    operations = {id: Operation(id, 10.0 * at, 10.0 * at + 5) for at, id in enumerate(IDS)}
    hearings = [Hearing("Ann", "en", 0, 1, STREAM[1:6]), Hearing("Ann", "en", 0, 6, STREAM[6:])]
    return History(operations, hearings)


def test_a_history_that_is_right_is_found_right() -> None:
    check_history(true_history(), LINES)


def lost(history: History) -> None:
    """Let something be acknowledged that is in no log."""
    history.operations["x"] = Operation("x", 0, 1)


def disordered(history: History) -> None:
    """Let the last command be done before the first was sent."""
    last = history.operations[IDS[-1]]
    history.operations[IDS[-1]] = replace(last, sent=-9, done=-8)


def with_a_gap(history: History) -> None:
    """Let a message be missing."""
    del history.hearings[0].heard[2]


def changed(history: History) -> None:
    """Let a client hear something else than the log gives."""
    history.hearings[0].heard[1] = history.hearings[0].heard[1].replace(b'"at":', b'"at":1')


def shown_less(history: History) -> None:
    """Let a client come back to an earlier state."""
    table = Table.fold(LOG[:4])
    history.hearings.append(Hearing("Ann", "en", 0, 9, [encode_message(MessageWriter(table, "en").state(0))]))


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        (lost, "acknowledged and lost"),
        (disordered, "was sent after"),
        (with_a_gap, "came after"),
        (changed, "not what the log gives"),
        (shown_less, "Ann saw"),
    ],
)
def test_what_is_wrong_is_found(harm: Callable[[History], None], found: str) -> None:
    history = true_history()
    harm(history)
    with pytest.raises(BrokenInvariant, match=found):
        check_history(history, LINES)


def test_what_was_carried_out_twice_is_found() -> None:
    twice = next(number for number, entry in enumerate(LOG) if entry.id)
    with pytest.raises(BrokenInvariant, match="twice"):
        check_history(History(), [*LINES, LINES[twice]])


def test_what_is_answered_and_not_kept_is_no_loss() -> None:
    history = true_history()
    lost(history)
    check_history(history, LINES, signals={"x"})


def test_clients_that_know_something_else_than_the_log_are_found() -> None:
    mirrors = [Replica("en"), Replica("en")]
    for mirror, entries in zip(mirrors, (LOG, LOG[:-1]), strict=True):
        mirror.take(MessageWriter(Table.fold(entries), "en").state(0))
    check_agreement([(mirrors[0], 0)], LINES)
    with pytest.raises(BrokenInvariant):
        check_agreement([(mirror, 0) for mirror in mirrors], LINES)
