"""What a client makes of the messages of a table far away."""

from __future__ import annotations

import json
from random import Random

import pytest

from bornes import edition
from bornes.client import notices as following
from bornes.client.notices import NoticeFeed
from bornes.client.protocol import PROTOCOL_VERSION, Welcome, decode_socket_message
from bornes.tables.commands import Ready
from bornes.tables.decide import decide
from bornes.tables.entries import DealBegan, Opened
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table import Table
from bornes.tables.table_limits import ONLINE_LIMITS, TableLimits
from bornes.tables.table_state import SECOND_MS, Pace
from tests.support.played_tables import play, wander_patiently
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

WHOLE = 60


def test_a_welcome_that_was_long_on_its_way_gives_nobody_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    log = play(edition("parker-1962").rules(2), Random(3), Pace(decision=WHOLE * SECOND_MS), choose=wander_patiently)
    opened = log[0]
    assert isinstance(opened, Opened)
    table = Table(opened)
    speaker = MessageWriter(table)
    begun = next(at for at, entry in enumerate(log) if isinstance(entry, DealBegan))
    for entry in log[1:begun]:
        table.apply(entry)
    client, here = NoticeFeed(), 1000.0
    monkeypatch.setattr(following, "monotonic", lambda: here)
    travelled = 5
    client.receive(
        Welcome(PROTOCOL_VERSION, "test", table.state.id, 0, [0], log[begun].at - travelled * SECOND_MS), b""
    )
    before = speaker.write_state(0)
    client.receive(decode_socket_message(before), before)
    written = speaker.write(table.apply(log[begun]))[0]
    client.receive(decode_socket_message(written), written)
    assert client.time_left == WHOLE
    here += 10
    assert client.time_left == WHOLE - 10


def test_the_last_deal_of_a_full_table_is_told() -> None:
    room = SteppedTable(rules_of("parker-1962", 2, turn_cap=2), "pp")
    speaker, client, notices = room.speaker(), NoticeFeed(), list[str]()
    client.on_notice(lambda notice: notices.append(notice.text))
    before = speaker.write_state(0)
    client.receive(decode_socket_message(before), before)
    for seat, limits in ((0, ONLINE_LIMITS), (1, TableLimits(max_entries=0))):
        decision = decide(room.table, Ready(), seat, room.outside(limits=limits))
        assert isinstance(decision, tuple)
        for entry in decision:
            written = speaker.write(room.table.apply(entry))[0]
            client.receive(decode_socket_message(written), written)
    assert client.mirror.info.is_last_deal
    assert json.loads(room.speaker().write_state(0))["table"]["is_last_deal"]
    assert notices[-1] == "Deal 1 begins. It's the last one at this table, because the table's log is full."
