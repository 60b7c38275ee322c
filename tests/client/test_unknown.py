"""What only a later release knows: a client ignores it, or shows it and asks how things stand."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bornes import EventError, Game, View
from bornes.client.notices import NoticeFeed
from bornes.client.protocol import UnknownMessage, decode_socket_message
from bornes.client.replica import Replica
from bornes.game.events import Event, SetUp, Unknown
from bornes.game.observed_deal import ProofFault
from bornes.tables.messages import CommandRefused, FullState, Update
from bornes.tables.refusals import UnknownRefusal
from tests.support.golden_logs import LOGS, told
from tests.support.scenes import rules_of
from tests.tables.test_golden_logs import entries_of

Values = dict[str, Any]
LATER = {"event": "WindRose", "seat": 1, "cards": ["25"], "text": "The wind \x1brose."}
MAPS = ("sheet", "house_rules")
"""Objects whose names are values."""


def with_more_fields(value: Any) -> Any:
    """Return what a later server might have sent: one more field in every object."""
    if isinstance(value, list):
        return [with_more_fields(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        **{name: one if name in (*MAPS, "sheets") else with_more_fields(one) for name, one in value.items()},
        "weather": {"wind": [3]},
    }


@pytest.mark.parametrize("name", ["asmodee", "dujardin"])
def test_one_more_field_in_every_object_changes_nothing(name: str) -> None:
    """One more rule, too: it is a field of the rules."""
    plain, later = NoticeFeed(), NoticeFeed()
    for number, (table, viewer, _, data) in enumerate(told(entries_of(LOGS / f"format-1-{name}.log"))):
        if viewer != 0:
            continue
        if number < 4:
            data = table_state(table)
        for feed, sent in ((plain, data), (later, json.dumps(with_more_fields(json.loads(data))).encode())):
            feed.receive(decode_socket_message(sent), sent)
        assert later.mirror.view == plain.mirror.view
        asked, right = later.mirror.question, plain.mirror.question
        assert (asked and asked.moves) == (right and right.moves)
        assert not later.mirror.is_unsure
    assert later.fairness_violations == plain.fairness_violations


def table_state(table: Any) -> bytes:
    """Return the whole state of seat 0."""
    from bornes.tables.message_writer import MessageWriter

    return MessageWriter(table, "en").write_state(0)


def test_an_unknown_event_is_kept_with_its_values_and_its_sentence() -> None:
    event = Event.from_dict(LATER)
    assert event == Unknown("WindRose", {"seat": 1, "cards": ["25"]}, "The wind �rose.")
    assert str(event) == "The wind �rose."
    assert Event.from_dict(event.as_dict()) == event
    big = Event.from_dict({"event": "WindRose", "x": "x" * 1000, "text": ["no text"]})
    assert big == Unknown("WindRose", {})
    assert str(big) == "WindRose (unknown)"


def moments(change: Callable[[Values], object]) -> list[tuple[View, View]]:
    """Return views of a deal at random, each with what ``change`` makes of its plain values."""
    rng, found = Random(5), list[tuple[View, View]]()
    for name in ("parker-1962", "asmodee", "dujardin"):
        deal = Game(rules_of(name, 2), seed=4, stops_in_windows=True).deal
        while not deal.over and len(found) < 300:
            if deal.legal_moves:
                deal.play(rng.choice(list(deal.legal_moves)))
            else:
                deal.close_window()
            for viewer in (0, 1, None):
                view = deal.view(viewer)
                values = json.loads(json.dumps(view.as_dict()))
                change(values)
                found.append((view, View.from_dict(deal.rules, values)))
    return found


def test_a_state_says_how_a_deal_stands_after_an_unknown_event() -> None:
    for view, told_of in moments(lambda values: values["events"].insert(2, LATER)):
        if view.over:
            assert told_of.over
            assert (told_of.scores, told_of.completer) == (view.scores, view.completer)
            continue
        assert not told_of.uncertain
        assert told_of.moment() == view.moment()
        assert told_of.legal_moves == view.legal_moves
        assert told_of.why_unplayable() == view.why_unplayable()
        assert isinstance(told_of.events[-1], SetUp)


def test_a_state_that_cannot_be_by_the_known_rules_leaves_the_view_uncertain() -> None:
    def impossible(values: Values) -> None:
        values["events"].insert(2, LATER)
        values["draw_pile_size"] += 1

    for _, told_of in moments(impossible):
        assert told_of.uncertain or told_of.over
        assert not told_of.legal_moves
        with pytest.raises(ValueError, match="later release"):
            told_of.sampler()


def test_an_uncertain_view_follows_nothing_and_says_so() -> None:
    deal = Game(rules_of("parker-1962", 2), seed=4).deal
    view = View.fold(deal.rules, 0, [*deal.events[:4], Event.from_dict(LATER), *deal.events[4:]])
    assert view.uncertain
    assert view.awaited == "something happened that only a later release of Bornes knows"
    assert not view.to_decide
    assert view.copy().uncertain
    assert len(view.events) == len(deal.view(0).events) + 1
    with pytest.raises(EventError, match="no deal has so many events"):
        view.see([Event.from_dict(LATER)] * 20_000)
    assert len(view.events) == len(deal.view(0).events) + 1


def test_after_an_unknown_event_a_client_asks_for_the_whole_state_and_goes_on() -> None:
    """Nothing is broken by it, and what happened is told in the server's words."""
    feed, notices, asked = NoticeFeed(), list[str](), 0
    feed.on_notice(lambda notice: notices.append(notice.text))
    for number, (table, viewer, _, data) in enumerate(told(entries_of(LOGS / "format-1-dujardin.log"))):
        if viewer != 0:
            continue
        if number < 4 or feed.needs_state:
            if feed.needs_state:
                assert feed.position()[0] == 0
            data = table_state(table)
        values = json.loads(data)
        later = values["type"] == "update" and number % 13 == 0
        if later:
            values["events"].insert(0, LATER)
            asked += 1
        sent = json.dumps(values).encode()
        feed.receive(decode_socket_message(sent), sent)
        assert feed.needs_state == later
        if not later:
            assert feed.mirror.view == table.view(0)
    assert asked > 5
    # These tables promise nothing.
    assert {broken.what for broken in feed.fairness_violations} <= {ProofFault.UNKNOWN_SCHEME}
    assert notices.count("The wind �rose.") >= asked


def test_a_deal_with_an_unknown_event_in_its_play_is_not_broken() -> None:
    """The server's state has the event, too, so that the moves after it are never certain."""
    feed = NoticeFeed()
    for number, (table, viewer, _, _) in enumerate(told(entries_of(LOGS / "format-1-dujardin.log"))):
        if viewer != 0 or number % 5:
            continue
        values = json.loads(table_state(table))
        if values.get("view") is not None:
            values["view"]["events"].insert(12, LATER)
        sent = json.dumps(values).encode()
        feed.receive(decode_socket_message(sent), sent)
    # These tables promise nothing.
    assert {broken.what for broken in feed.fairness_violations} <= {ProofFault.UNKNOWN_SCHEME}
    assert any(deal.unknown for deal in feed.observer.kept.deals)


def test_an_unknown_refusal_is_a_refusal() -> None:
    sent = b'{"type":"refused","id":"a","why":{"refusal":"TooWindy","wind":3},"text":"It is too windy."}'
    assert decode_socket_message(sent) == CommandRefused("a", UnknownRefusal("TooWindy"), "It is too windy.")  # type: ignore[arg-type]
    for broken in (b'{"refusal":"SeatTaken","seat":"x"}', b'{"refusal":3}', b"{}", b"3"):
        with pytest.raises(ValueError, match="not a message of a server"):
            decode_socket_message(b'{"type":"refused","id":"a","why":%b,"text":""}' % broken)
    with pytest.raises(UnknownMessage):
        decode_socket_message(b'{"type":"weather","wind":3}')


def later_state(edition: str, **rules: object) -> tuple[FullState, Any]:
    """Return a state of a table of a later release, and the table."""
    for table, viewer, _, _ in told(entries_of(LOGS / "format-1-parker-1962.log")):
        if viewer == 0 and table.deal is not None and table.deal.moves_made > 6:
            values = json.loads(table_state(table))
            values["table"]["edition"] = values["table"]["rules"]["edition"] = edition
            values["table"]["rules"].update(rules)
            message = decode_socket_message(json.dumps(values))
            assert isinstance(message, FullState)
            return message, table
    raise AssertionError


def test_an_unknown_edition_and_an_unknown_rule_are_played_as_far_as_they_are_known() -> None:
    message, table = later_state("parker-2031", tailwind=True)
    mirror = Replica("en")
    mirror.take(message)
    assert mirror.info.edition == "parker-2031"
    assert mirror.rules == table.rules
    assert mirror.view == table.view(0)
    assert mirror.plays_unknown_rules


def test_what_cannot_follow_where_rules_are_unknown_makes_the_view_uncertain() -> None:
    message, _ = later_state("parker-1962", tailwind=True)
    mirror = Replica("en")
    mirror.take(message)
    skipped = {"event": "TurnLost", "seat": 1}
    mirror.take(Update(0, message.number + 1, message.at, [skipped]))
    assert mirror.uncertain
    assert mirror.view is not None
    assert mirror.view.uncertain
