"""Shuffles are promised before and proved after: a client notices what an honest server does not do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from bornes import edition
from bornes.base.serialization import DataError
from bornes.client.observations import FairnessViolation, Observer
from bornes.client.replica import Replica, ReplicaError
from bornes.game.events import Event, EventError
from bornes.game.fair import PLAYERS_AND_SERVER
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import FullState, Update, decode_message
from bornes.tables.table_events import DealStarted, SeedAccepted
from bornes.tables.table_state import SeatState, open_state
from tests.support.golden_logs import Played, play, secret, told

Forge = Callable[[dict[str, Any]], None]


def watched(forge: Forge) -> list[FairnessViolation]:
    """What the player in seat 0 finds wrong with a table whose server forges the events that it is told."""
    mirror: Replica | None = None
    observer = Observer()
    for table, viewer, _, data in told(play("parker-1962")):
        if viewer != 0:
            continue
        if mirror is None:
            mirror = Replica()
            observe(observer, mirror, MessageWriter(table).state(0))
            continue
        message = decode_message(data)
        assert isinstance(message, Update)
        for event in message.events:
            forge(event)
        observe(observer, mirror, message)
    return observer.broken_promises


def observe(observer: Observer, mirror: Replica, message: FullState | Update) -> None:
    """Let a client take in a message."""
    observer.take(message, mirror.take(message), mirror)


def test_an_honest_server_keeps_its_promises() -> None:
    assert watched(lambda event: None) == []


def other_commitment(event: dict[str, Any]) -> None:
    """Deal from another seed than the one that was promised."""
    if event["event"] == "DealStarted" and event["deal"] == 2:
        event["commitment"] = "0" * 64


def absent_seed(event: dict[str, Any]) -> None:
    """Call a player's seed absent, so that another deck can be chosen."""
    if event["event"] == "DealStarted" and event["deal"] == 1:
        event["seeds"][0] = ""


def other_secret(event: dict[str, Any]) -> None:
    """Reveal another secret than the one that was promised."""
    if event["event"] == "ShuffleRevealed":
        event["server_seed"] = "77" * 32


@pytest.mark.parametrize(
    ("forge", "found"),
    [
        (other_commitment, [(2, "other-commitment")]),
        (absent_seed, [(1, "seed-missing")]),
        (other_secret, [(1, "other-secret")]),
    ],
)
def test_a_promise_that_is_broken_is_noticed(forge: Forge, found: list[tuple[int, str]]) -> None:
    assert watched(forge)[:1] == found  # then the cards don't fit either


def test_a_state_with_another_commitment_is_noticed() -> None:
    moments = ((table, viewer) for table, viewer, _, _ in told(play("parker-1962")))
    table = next(table for table, viewer in moments if viewer == 0 and table.playing)
    mirror, observer, state = Replica(), Observer(), MessageWriter(table).state(0)
    observe(observer, mirror, state)
    forged = msgspec.structs.replace(state.table, commitment="0" * 64)
    observe(observer, mirror, msgspec.structs.replace(state, table=forged))
    assert observer.broken_promises == [(2, "other-commitment")]


def table_of_two(**house: object) -> Played:
    """A table where Ann and Bob wait for the first deal."""
    rules = edition("parker-1962").rules(2).replace(turn_cap=2, **house)
    seats = [SeatState("person", "Ann"), SeatState("person", "Bob")]
    return Played(log.Opened(at=0, table=open_state("two", rules, seats, secret(1, 1), scheme=PLAYERS_AND_SERVER)))


def test_who_gives_the_seat_up_and_comes_back_misses_no_seed_of_an_earlier_sitting() -> None:
    played = table_of_two()
    table, speaker, mirror, observer = played.table, MessageWriter(played.table), Replica(), Observer()
    played.do(1, ask.GiveSeed, seed="0707")
    observer.note_sent("0707")
    observe(observer, mirror, MessageWriter(table).state(1))
    seed = [SeedAccepted(1, "0707").as_dict()]
    observe(observer, mirror, Update(viewer=1, number=mirror.number + 1, at=0, events=seed))
    played.do(1, ask.GiveUpSeat)
    observer.note_reconnected()  # the seat is lost, and with it the connection
    observe(observer, mirror, speaker.state(None))  # watches
    played.do(None, ask.TakeSeat, target_seat=1, name="Bob")
    observe(observer, mirror, speaker.state(1))
    for seat in (0, 1):
        played.do(seat, ask.Ready)
    (started,) = (event for event in table_events(played) if isinstance(event, DealStarted))
    observe(observer, mirror, Update(viewer=1, number=mirror.number + 1, at=0, events=[started.as_dict()]))
    assert observer.broken_promises == []


def table_events(played: Played) -> list[Event]:
    """All that Bob was told."""
    messages = (message for _, viewer, message, _ in told(played.entries) if viewer == 1)
    return [event for message in messages for event in message.events]


def test_who_was_away_for_several_deals_is_not_told_that_the_next_game_broke_a_promise() -> None:
    played = table_of_two(game_goal=300, dealer_rotation="left")
    luck, mirror, observer, commitments = Random(1), Replica(), Observer(), set()
    while played.table.state.game == 1:
        if played.table.playing:
            played.go_on(luck)
            if not mirror.number:
                observe(observer, mirror, MessageWriter(played.table).state(1))
        else:
            commitments.add(played.table.commitment)
            for seat in (0, 1):
                played.do(seat, ask.Ready)
    assert len(commitments) > 2
    observer.note_reconnected()
    observe(observer, mirror, MessageWriter(played.table).state(1))
    assert observer.broken_promises == []


# -- what a mirror refuses ---------------------------------------------------------------------------------------------


def mirror_of_seat_0(messages: int = 12) -> tuple[Replica, dict[int | None, list[Update]]]:
    """The mirror of the player in seat 0 after some messages, and those of everybody that follow."""
    mirror, rest = Replica(), dict[int | None, list[Update]]()
    for number, (table, viewer, _, data) in enumerate(told(play("parker-1962"))):
        if viewer == 0 and mirror.number == 0:
            mirror.take(MessageWriter(table).state(0))
        elif viewer == 0 and mirror.number < messages:
            mirror.take(decode_message(data))  # type: ignore[arg-type]
        elif number:
            message = decode_message(data)
            assert isinstance(message, Update)
            rest.setdefault(viewer, []).append(message)
    return mirror, rest


@pytest.mark.parametrize(
    "event",
    [
        {"event": "BotTookOver", "seat": 7},
        {"event": "BotTookOver", "seat": -1},
        {"event": "SeatsSwapped", "seat": 0, "other_seat": 5},
        {"event": "HostChanged", "seat": 6},
        {"event": "GameOver", "team": 9, "totals": [0, 0]},
        {"event": "PassConfirmed", "seat": 1},
        {"event": "StandingAnswerChanged", "seat": 1, "coup_fourre": "call", "remedy": "ask"},
        "x",
        None,
        [],
    ],
)
def test_what_cannot_be_true_is_refused_and_leaves_no_trace(event: object) -> None:
    mirror, _ = mirror_of_seat_0()
    before = (mirror.number, mirror.table, mirror.view, mirror.asked)
    ready = {"event": "BotTookOver", "seat": 1}
    news = Update(viewer=0, number=mirror.number + 1, at=mirror.at, events=[ready, event])
    with pytest.raises((ReplicaError, DataError)):
        mirror.take(news)
    assert (mirror.number, mirror.table, mirror.view, mirror.asked) == before


def test_a_message_that_fails_in_the_middle_of_the_deal_leaves_no_trace() -> None:
    mirror, rest = mirror_of_seat_0()
    following = rest[0][0]
    assert mirror.view is not None
    before = (mirror.view.events, mirror.table)
    forged = [{"event": "PlayerReady", "seat": 1}, {"event": "coup fourré"}]
    with pytest.raises(DataError):
        mirror.take(msgspec.structs.replace(following, events=[*following.events, *forged]))
    forged[1] = {"event": "Discarded", "seat": 1, "card": "tank"}
    with pytest.raises(EventError):
        mirror.take(msgspec.structs.replace(following, events=[*following.events, *forged, *forged]))
    assert (mirror.view.events, mirror.table) == before
    mirror.take(following)


def test_what_is_said_to_others_is_refused() -> None:
    mirror, rest = mirror_of_seat_0()
    for viewer in (1, None):
        foreign = next(message for message in rest[viewer] if message.number == mirror.number + 1)
        with pytest.raises(ReplicaError, match="mirror of 0"):
            mirror.take(foreign)


def test_the_state_of_another_table_is_refused() -> None:
    mirror, _ = mirror_of_seat_0()
    for table, viewer, _, _ in told(play("asmodee")):
        if viewer == 0 and table.state.seats[0].message_count > mirror.number:
            with pytest.raises(ReplicaError, match="table"):
                mirror.take(MessageWriter(table).state(0))
            return


def test_a_secret_that_is_none_breaks_the_promise() -> None:
    def nonsense(event: dict[str, Any]) -> None:
        if event["event"] == "ShuffleRevealed":
            event["server_seed"] = "zz"

    assert {found.what for found in watched(nonsense)} == {"other-secret"}
