"""What listeners cost: a message is written once for each viewer and language, and the last ones are kept."""

from __future__ import annotations

from collections import Counter
from time import thread_time
from typing import Any

import pytest

from bornes.tables import commands as ask
from bornes.tables import listeners as listening
from bornes.tables.listeners import MAX_KEPT_MESSAGES, ViewerStream
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table import Table
from tests.tables.test_runtime import Hosted, run

CROWD = 8000


def count(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[None]:
    """Return a list that grows with every call."""
    calls: list[None] = []
    called = getattr(owner, name)

    def counted(*arguments: Any, **named: Any) -> Any:
        calls.append(None)
        return called(*arguments, **named)

    monkeypatch.setattr(owner, name, counted)
    return calls


def test_a_crowd_is_told_in_linear_time_and_once_for_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        heard: Counter[str] = Counter()
        for number in range(CROWD):
            language = ("en", "fr")[number % 2]
            await hosted.host.listen("hosted", None, language, lambda data, key=language: heard.update([key]))  # type: ignore[misc]
        assert hosted.host.listeners("hosted") == CROWD
        heard.clear()
        written, encoded = count(monkeypatch, MessageWriter, "write"), count(monkeypatch, listening, "encode_message")
        took = []
        for seed in range(3):
            begun = thread_time()
            await hosted.do(1, ask.GiveSeed(seed=f"{seed:02x}"))
            took.append(thread_time() - begun)
        assert heard == {"en": 3 * CROWD // 2, "fr": 3 * CROWD // 2}
        people = 4
        assert len(written) <= 3 * 2 * people
        assert min(took) < 0.1, "comparing everybody with everybody takes three times as long"
        hosted.host.react("hosted", 0, "hello")
        assert len(encoded) == 2
        assert heard.total() == 4 * CROWD

    run(story)


def test_to_come_back_costs_the_same_however_long_the_log_is(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        whole = await hosted.listen(0)
        for number in range(300):
            await hosted.do(1, ask.GiveSeed(seed=f"{number:04x}"))
        applied, states = count(monkeypatch, Table, "apply"), count(monkeypatch, MessageWriter, "write_state")
        for missed in (1, 2, MAX_KEPT_MESSAGES):
            assert await hosted.listen(0, len(whole) - missed) == whole[-missed:]
        assert not states
        (state,) = await hosted.listen(0, len(whole) - MAX_KEPT_MESSAGES - 1)
        assert (state["type"], state["number"]) == ("state", len(whole))
        (state,) = await hosted.listen(0, len(whole) - 1, language="fr")
        assert state["type"] == "state"
        assert (len(applied), len(states)) == (0, 2)

    run(story)


def test_what_the_last_one_in_a_seat_was_told_is_not_told_to_the_next() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("popp")
        ann = hosted.table.state.seats[0].occupant
        await hosted.listen(0)
        await hosted.do(2, ask.GiveSeed(seed="00"))
        seen = hosted.table.state.seats[0].message_count
        await hosted.do(0, ask.SwapSeats(target_seat=0, other_seat=1))
        await hosted.do(None, ask.TakeSeat(target_seat=0, name="Eve", secret_hash="e" * 64))
        await hosted.do(0, ask.GiveSeed(seed="01"))
        await hosted.do(1, ask.SwapSeats(target_seat=1, other_seat=0))
        assert hosted.table.seat_of(ann) == 0
        (state,) = await hosted.listen(0, seen, sitting=ann)
        assert state["type"] == "state"

    run(story)


def test_little_is_kept_and_for_nobody_only_a_while() -> None:
    stream = ViewerStream(0, "en", 7)
    for number in range(1, 200):
        stream.keep(number, b"x" * 900, 7, whole=False)
    assert stream.is_over
    assert stream.after(199 - MAX_KEPT_MESSAGES, 199) == [b"x" * 900] * MAX_KEPT_MESSAGES
    assert stream.after(199 - MAX_KEPT_MESSAGES - 1, 199) is None
    stream = ViewerStream(0, "en", 7)
    for number in range(1, 6):
        stream.keep(number, b"x" * (listening.MAX_KEPT_BYTES // 4), 7, whole=False)
    assert stream.after(4, 5) is None, "that is too much"
    stream.keep(6, b"x" * 900, 7, whole=False)
    assert stream.after(5, 6) == [b"x" * 900]
    stream = ViewerStream(0, "en", 7)
    stream.keep(201, b"state", 7, whole=True)
    assert stream.after(200, 201) is None
    stream.keep(202, b"x", 7, whole=False)
    assert stream.after(201, 202) == [b"x"]
    stream.keep(203, b"y", 8, whole=False)
    assert stream.after(201, 203) is None
    assert stream.after(0, 1) is None
