"""What a client makes of the messages of a table far away."""

from __future__ import annotations

from random import Random

import pytest

from bornes import edition
from bornes.client import following
from bornes.client.following import Following
from bornes.client.protocol import PROTOCOL, Welcome, decode_socket_message
from bornes.tables.entries import DealBegan, Opened
from bornes.tables.speaker import Speaker
from bornes.tables.state import SECOND, Pace
from bornes.tables.table import Table
from tests.support.played_tables import play, wander_patiently

WHOLE = 60


def test_a_welcome_that_was_long_on_its_way_gives_nobody_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    log = play(edition("parker-1962").rules(2), Random(3), Pace(decision=WHOLE * SECOND), choose=wander_patiently)
    opened = log[0]
    assert isinstance(opened, Opened)
    table = Table(opened)
    speaker = Speaker(table)
    begun = next(at for at, entry in enumerate(log) if isinstance(entry, DealBegan))
    for entry in log[1:begun]:
        table.apply(entry)
    client, here = Following(), 1000.0
    monkeypatch.setattr(following, "monotonic", lambda: here)
    travelled = 5
    client.hear(Welcome(PROTOCOL, "test", table.state.id, 0, [0], log[begun].at - travelled * SECOND), b"")
    before = speaker.write_state(0)
    client.hear(decode_socket_message(before), before)
    written = speaker.write(table.apply(log[begun]))[0]
    client.hear(decode_socket_message(written), written)
    assert client.time_left == WHOLE
    here += 10
    assert client.time_left == WHOLE - 10
