"""Shuffles are promised before and proved after: a client notices what an honest server does not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bornes.tables.messages import News, Speaker, decode_message
from bornes.tables.mirror import BrokenPromise, Mirror
from tests.support.golden_logs import play, told

Forge = Callable[[dict[str, Any]], None]


def watched(forge: Forge) -> list[BrokenPromise]:
    """What the player in seat 0 finds wrong with a table whose server forges the events that it is told."""
    mirror: Mirror | None = None
    for table, viewer, _, data in told(play("parker-1962")):
        if viewer != 0:
            continue
        if mirror is None:
            mirror = Mirror()
            mirror.take(Speaker(table).state(0))
            continue
        message = decode_message(data)
        assert isinstance(message, News)
        for event in message.events:
            forge(event)
        mirror.take(msgspec.structs.replace(message))
    assert mirror is not None
    return mirror.broken_promises


def test_an_honest_server_keeps_its_promises() -> None:
    assert watched(lambda event: None) == []


def other_commitment(event: dict[str, Any]) -> None:
    """Deal from another seed than the one that was promised."""
    if event["event"] == "DealStarted" and event["number"] == 2:
        event["commitment"] = "0" * 64


def absent_seed(event: dict[str, Any]) -> None:
    """Call a player's seed absent, so that another deck can be chosen."""
    if event["event"] == "DealStarted" and event["number"] == 1:
        event["seeds"][0] = ""


def other_secret(event: dict[str, Any]) -> None:
    """Reveal another secret than the one that was promised."""
    if event["event"] == "ShuffleRevealed":
        event["secret"] = "77" * 32


@pytest.mark.parametrize(
    ("forge", "found"),
    [
        (other_commitment, [(2, "other-commitment")]),
        (absent_seed, [(1, "seed-missing")]),
        (other_secret, [(1, "other-secret")]),
    ],
)
def test_a_promise_that_is_broken_is_noticed(forge: Forge, found: list[tuple[int, str]]) -> None:
    assert watched(forge) == found


def test_a_state_with_another_commitment_is_noticed() -> None:
    moments = ((table, viewer) for table, viewer, _, _ in told(play("parker-1962")))
    table = next(table for table, viewer in moments if viewer == 0 and table.playing)
    mirror, state = Mirror(), Speaker(table).state(0)
    mirror.take(state)
    forged = msgspec.structs.replace(state.table, commitment="0" * 64)
    mirror.take(msgspec.structs.replace(state, table=forged))
    assert mirror.broken_promises == [(2, "other-commitment")]
