"""Events, reasons, views and rules as JSON and back: what comes out is what went in, and nothing else gets in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bornes import (
    Card,
    DataError,
    Deal,
    DrawCause,
    Ending,
    Event,
    Move,
    Phase,
    Reason,
    Rules,
    RulesError,
    View,
    Window,
    edition,
)
from bornes.engine.codes import MOVES, RefusalCode
from bornes.game import illegal_reasons, view_updates
from bornes.game.events import (
    AnswerRequested,
    Attacked,
    CoupFourre,
    DealOver,
    Dealt,
    Declined,
    Discarded,
    Drew,
    ExchangedCard,
    Extended,
    Finished,
    Laid,
    MoveRequested,
    Passed,
    Remedied,
    Reshuffled,
    SetUp,
    ShuffleNeeded,
    Skipped,
    TookDiscard,
    TurnBegan,
    TurnLost,
    Viewer,
    WindowClosed,
    WindowOpened,
    seen_by,
)
from bornes.game.position import cards, piles
from bornes.i18n import Translator
from bornes.rules.ruleset import DEFAULTS, FIELDS
from tests.support.house_rules import PRINTED, any_rules, cramped_rules, lucks, tried
from tests.support.scenes import rules_of
from tests.support.walks import begin, moments, position_of, walk

PARKER = rules_of("parker-1962")
SET_UP = SetUp(
    hands=(cards("25 stop"), None),
    hand_sizes=(2, 1),
    tables=(piles("roll stop", "limit end", "25 200", "proof", "ace", roll_due=True), piles()),
    draw_pile_size=40,
    discards=cards("100 roll"),
    seat=None,
    phase=Phase.REACT,
    turn=1,
    turns=17,
    extra=True,
    taken=Card.STOP,
    given=0,
    window=Window(1, 0, Card.STOP),
    extended_by=1,
    owed=0,
    refill=False,
)
EVENTS: dict[Event, dict[str, Any]] = {
    Dealt(1, (None, cards("roll 25")), 100): {"first": 1, "hands": [None, ["roll", "25"]], "draw_pile_size": 100},
    TurnBegan(0, extra=True): {"seat": 0, "extra": True},
    MoveRequested(3, Phase.PLAY): {"seat": 3, "phase": "play"},
    Drew(1, None, DrawCause.TURN): {"seat": 1, "card": None, "cause": "turn"},
    Drew(1, Card.END_OF_LIMIT, DrawCause.REFILL): {"seat": 1, "card": "end", "cause": "refill"},
    TookDiscard(2, Card.D200): {"seat": 2, "card": "200"},
    ExchangedCard(0, Card.OUT_OF_GAS): {"seat": 0, "card": "out-of-gas"},
    Passed(1): {"seat": 1},
    Laid(5, Card.RIGHT_OF_WAY): {"seat": 5, "card": "priority"},
    Attacked(0, Card.STOP, 2): {"seat": 0, "card": "stop", "team": 2},
    WindowOpened(0, 2, Card.STOP): {"attacker": 0, "team": 2, "hazard": "stop"},
    AnswerRequested(1): {"seat": 1},
    Declined(1): {"seat": 1},
    CoupFourre(1, Card.DRIVING_ACE, Card.ACCIDENT, discarded=False): {
        "seat": 1,
        "safety": "ace",
        "hazard": "accident",
        "discarded": False,
    },
    Remedied(7, Card.SPARE_TIRE): {"seat": 7, "card": "spare"},
    WindowClosed(): {},
    Discarded(0, Card.D25): {"seat": 0, "card": "25"},
    TurnLost(0): {"seat": 0},
    Skipped(0): {"seat": 0},
    Extended(0): {"seat": 0},
    Finished(0): {"seat": 0},
    ShuffleNeeded(0, 2, refill=False): {"seat": 0, "owed": 2, "refill": False},
    Reshuffled(2, None): {"cards": 2, "order": None},
    Reshuffled(2, cards("gas 75")): {"cards": 2, "order": ["gas", "75"]},
    DealOver(Ending.EXHAUSTED, None, (0, 725)): {"ending": "exhausted", "completer": None, "scores": [0, 725]},
    DealOver(Ending.COMPLETED, 1, (0, 725)): {"ending": "completed", "completer": 1, "scores": [0, 725]},
    SET_UP: {
        "hands": [["25", "stop"], None],
        "hand_sizes": [2, 1],
        "tables": [
            {
                "battle": ["roll", "stop"],
                "speed": ["limit", "end"],
                "distances": ["25", "200"],
                "safeties": ["proof", "ace"],
                "coups": ["ace"],
                "roll_due": True,
            },
            {"battle": [], "speed": [], "distances": [], "safeties": [], "coups": [], "roll_due": False},
        ],
        "draw_pile_size": 40,
        "discards": ["100", "roll"],
        "seat": None,
        "phase": "react",
        "turn": 1,
        "turns": 17,
        "extra": True,
        "taken": "stop",
        "given": 0,
        "extended_by": 1,
        "owed": 0,
        "refill": False,
        "window": {"attacker": 1, "target": 0, "hazard": "stop"},
    },
}
"""Events with the plain data that they are written as, but for their name."""


def sent(values: Any) -> Any:
    """Return plain data as it arrives at the other end of a wire."""
    return json.loads(json.dumps(values))


def viewers(rules: Rules) -> list[Viewer]:
    """List a spectator and every seat."""
    return [None, *range(rules.players)]


# --- Events --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_written_under_its_name_and_read_again(event: Event) -> None:
    assert event.as_dict() == {"event": type(event).__name__, **EVENTS[event]}
    assert repr(Event.from_dict(sent(event.as_dict()))) == repr(event)


def test_these_are_all_events_that_there_are() -> None:
    assert {type(event) for event in EVENTS} == {*view_updates._FOLLOW}


@given(any_rules(), lucks())
@tried(40)
def test_so_it_is_with_all_that_deals_tell(rules: Rules, luck: Random) -> None:
    deal = begin(rules, luck)
    walk(deal, luck, 200)
    for viewer in viewers(rules):
        for event in (*deal.events, *seen_by(viewer, deal.events)):
            assert repr(Event.from_dict(sent(event.as_dict()))) == repr(event)


CARDS = ", ".join(card.notation for card in Card)
WRONG_EVENTS: list[tuple[Any, str]] = [
    (None, "must be a dict with 'event' and what belongs to it, not None"),
    ([], "must be a dict with 'event' and what belongs to it, not a list"),
    ({}, "event: is missing"),
    ({"seat": 1}, "event: is missing"),
    ({"event": "Passed"}, "Passed.seat: is missing"),
    ({"event": "Passed", "seat": True}, "Passed.seat: must be a whole number, not True"),
    ({"event": "Passed", "seat": 1.0}, "Passed.seat: must be a whole number, not 1.0"),
    ({"event": "Passed", "seat": "1"}, "Passed.seat: must be a whole number, not '1'"),
    ({"event": "Passed", "seat": 8}, "Passed.seat: must be from 0 to 7, not 8"),
    ({"event": "Passed", "seat": -1}, "Passed.seat: must be from 0 to 7, not -1"),
    (
        {"event": "Passed", "seat": 10**5000},
        "Passed.seat: must be from 0 to 7, not a number of more than twenty digits",
    ),
    ({"event": "TurnBegan", "seat": 1, "extra": 1}, "TurnBegan.extra: must be true or false, not 1"),
    ({"event": "Laid", "seat": 1, "card": 13}, f"Laid.card: must be a card: {CARDS}, not 13"),
    ({"event": "Laid", "seat": 1, "card": "Roll"}, f"Laid.card: must be a card: {CARDS}, not 'Roll'"),
    ({"event": "Laid", "seat": 1, "card": None}, f"Laid.card: must be a card: {CARDS}, not None"),
    (
        {"event": "Drew", "seat": 1, "card": None, "cause": "TURN"},
        "Drew.cause: must be one of turn, refill, exchange, not 'TURN'",
    ),
    (
        {"event": "Drew", "seat": 1, "card": None, "cause": None},
        "Drew.cause: must be one of turn, refill, exchange, not None",
    ),
    (
        {"event": "Dealt", "first": 0, "hands": [["25"], ["25", "x" * 100]], "draw_pile_size": 1},
        f"Dealt.hands[1][1]: must be a card: {CARDS}, not '{'x' * 40}…'",
    ),
    ({"event": "Dealt", "first": 0, "hands": "25", "draw_pile_size": 1}, "Dealt.hands: must be a list, not '25'"),
    ({"event": "Dealt", "first": 0, "hands": {}, "draw_pile_size": 1}, "Dealt.hands: must be a list, not a dict"),
    (
        {"event": "WindowOpened", "attacker": 0, "team": 1, "hazard": "roll"},
        "WindowOpened.hazard: must be a card: out-of-gas, flat, accident, stop, limit, not 'roll'",
    ),
    (
        {**SET_UP.as_dict(), "window": {"attacker": 0, "target": 4, "hazard": "stop"}},
        "SetUp.window.target: must be from 0 to 3, not 4",
    ),
    ({**SET_UP.as_dict(), "window": []}, "SetUp.window: must be a dict with attacker, target, hazard, not a list"),
    (
        {**SET_UP.as_dict(), "tables": [{**SET_UP.as_dict()["tables"][0], "coups": [None]}]},
        f"SetUp.tables[0].coups[0]: must be a card: {CARDS}, not None",
    ),
]


@pytest.mark.parametrize(("values", "told"), WRONG_EVENTS, ids=[told for _, told in WRONG_EVENTS])
def test_what_is_no_event_is_refused_with_the_place_and_what_is_wrong(values: Any, told: str) -> None:
    with pytest.raises(DataError) as refused:
        Event.from_dict(values)
    assert str(refused.value) == told


def test_what_is_not_known_beside_the_values_of_an_event_is_ignored() -> None:
    """A later release may add fields, so a reader takes those that it knows."""
    later = {"weather": 3, "tags": [{}], 1: 1}
    for event in a_moment().events:
        assert Event.from_dict(sent(event.as_dict()) | later) == event
    values = sent(a_moment().as_dict())
    values["tables"][0] |= later
    assert View.from_dict(PARKER, values | later) == a_moment()


@pytest.mark.parametrize("name", ["__class__", "robbed", "Rob bed", "R" * 41, "", None, 3, ["Laid"]])
def test_what_has_no_name_of_an_event_is_refused(name: object) -> None:
    with pytest.raises(DataError, match=r"^event: must be one of Dealt, .*, DealOver, not ") as refused:
        Event.from_dict({"event": name, "seat": 1})
    assert refused.value.where == "event"


def plain_values() -> st.SearchStrategy[Any]:
    """Draw anything that JSON can carry."""
    leaves = (
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["25", "play"])
    )
    return st.recursive(
        leaves, lambda inside: st.lists(inside) | st.dictionaries(st.text(max_size=8), inside), max_leaves=6
    )


def deep() -> Any:
    """Return lists and dicts within each other, deeper than Python's stack."""
    nested: Any = "25"
    for _ in range(20_000):
        nested = [{"event": nested}]
    return nested


def places(values: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in plain data, as what holds it and its key or number."""
    pairs = values.items() if isinstance(values, dict) else enumerate(values) if isinstance(values, list) else ()
    for key, value in list(pairs):
        yield values, key
        yield from places(value)


@given(st.sampled_from([*EVENTS]), st.data(), plain_values() | st.builds(deep))
@tried(120)
def test_whatever_stands_in_an_event_it_is_read_or_refused(event: Event, data: st.DataObject, value: Any) -> None:
    """What is read is written again as it was."""
    values = deepcopy(event.as_dict())
    holder, key = data.draw(st.sampled_from([*places(values)]))
    holder[key] = value
    try:
        read = Event.from_dict(values)
    except DataError as refused:
        check_readable(refused)
    else:
        assert read.as_dict() == values


def check_readable(refused: ValueError) -> None:
    """Check that a refusal is a sentence and not the data again."""
    assert len(str(refused)) < 800


# --- Reasons -------------------------------------------------------------------------------------------------------


def all_reasons() -> Iterator[Reason]:
    """Yield a reason of every class, with values of each kind that it has."""
    known: dict[str, Any] = {
        "clause": "P62-26",
        "hazard": Card.FLAT_TIRE,
        "remedy": Card.SPARE_TIRE,
        "safety": Card.PUNCTURE_PROOF,
        "card": Card.D200,
        "team": 1,
        "given": 1,
        "needed": 2,
        "limit": 50,
        "allowed": 2,
        "room": 75,
    }
    for kind in illegal_reasons._TYPES.values():
        yield kind(**{field.name: known[field.name] for field in fields(kind)})


def test_every_refusal_of_the_engine_has_its_reason() -> None:
    assert {*illegal_reasons._TYPES} == {*RefusalCode} - {RefusalCode.LEGAL, RefusalCode.NO_SUCH_MOVE}


@pytest.mark.parametrize("reason", [*all_reasons()], ids=lambda reason: type(reason).__name__)
def test_a_reason_is_written_under_its_name_and_read_again(reason: Reason) -> None:
    values = sent(reason.as_dict())
    assert list(values)[:2] == ["reason", "clause"]
    assert values["reason"] == type(reason).__name__
    assert repr(Reason.from_dict(values)) == repr(reason)


def test_the_values_of_a_reason_have_the_names_of_its_fields() -> None:
    limited = illegal_reasons.SpeedLimited("P62-26", 50)
    assert limited.as_dict() == {"reason": "SpeedLimited", "clause": "P62-26", "limit": 50}
    past = illegal_reasons.OvershootsTrip("house rule target", Card.D100, 75)
    assert past.as_dict() == {"reason": "OvershootsTrip", "clause": "house rule target", "card": "100", "room": 75}


@given(any_rules(), lucks())
@tried(25)
def test_so_it_is_with_all_that_deals_refuse(rules: Rules, luck: Random) -> None:
    """And what was read can be said in words."""
    words = Translator("en", rules.edition)
    for deal in moments(rules, luck, apart=15):
        for code in range(MOVES):
            reason = deal.why_not(code)
            if reason is not None:
                read = Reason.from_dict(sent(reason.as_dict()))
                assert repr(read) == repr(reason)
                assert words.reason(read) == words.reason(reason)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ("SpeedLimited", "must be a dict with 'reason' and what belongs to it, not 'SpeedLimited'"),
        ({"clause": "P62-26"}, "reason: is missing"),
        ({"reason": "SpeedLimited", "limit": 50}, "SpeedLimited.clause: is missing"),
        ({"reason": "SpeedLimited", "clause": 26, "limit": 50}, "SpeedLimited.clause: must be text, not 26"),
        (
            {"reason": "SpeedLimited", "clause": "", "limit": "50"},
            "SpeedLimited.limit: must be a whole number, not '50'",
        ),
        ({"reason": "NoOpenWindow", "clause": "house rule x"}, "NoOpenWindow.clause: there is no rule 'x'"),
        ({"reason": "NoSuchTeam", "clause": "", "team": 4}, "NoSuchTeam.team: must be from 0 to 3, not 4"),
        (
            {"reason": "AnswerFirst", "clause": "", "hazard": "roll"},
            "AnswerFirst.hazard: must be a card: out-of-gas, flat, accident, stop, limit, not 'roll'",
        ),
    ],
)
def test_what_is_no_reason_is_refused_with_the_place_and_what_is_wrong(values: Any, told: str) -> None:
    with pytest.raises(DataError) as refused:
        Reason.from_dict(values)
    assert str(refused.value) == told


# --- Views ---------------------------------------------------------------------------------------------------------


def read_again(view: View) -> View:
    """Return a view as it arrives elsewhere."""
    return View.from_dict(view.rules, sent(view.as_dict()))


def check_alike(one: View, other: View) -> None:
    """Check that two views know the same, await the same and answer the same."""
    assert one == other
    assert one.events == other.events
    assert (one.awaited, str(one), one.totals_before) == (other.awaited, str(other), other.totals_before)
    assert (one._due, one._then, one._unseen) == (other._due, other._then, other._unseen)
    assert (one.to_decide, one.legal_moves) == (other.to_decide, other.legal_moves)
    if one.to_decide:
        for code in range(MOVES):
            assert one.why_not(code) == other.why_not(code)


def check_same_worlds(one: View, other: View, seed: int) -> None:
    """Check that the same luck places hidden cards alike for both, or that both refuse to place them."""
    drawn = [sampled(view, seed) for view in (one, other)]
    assert drawn[0] == drawn[1]


def sampled(view: View, seed: int) -> object:
    """Return a deal that fits what the viewer has seen, or why there is none."""
    try:
        return position_of(view.sample(Random(seed)))
    except ValueError as error:
        return str(error)


@given(any_rules(), lucks())
@tried(30)
def test_a_view_that_was_sent_is_the_view_and_goes_on_as_it_does(rules: Rules, luck: Random) -> None:
    """Wherever it was cut: before the deal, between two events, in an open window, at a decision, at the end."""
    deal = begin(rules, luck)
    walk(deal, luck, 250)
    for viewer in viewers(rules):
        told = [*seen_by(viewer, deal.events)]
        here = View.fold(rules, viewer, (), tuple(range(rules.teams)))
        there = read_again(here)
        cuts = sorted(luck.sample(range(len(told) + 1), min(5, len(told) + 1)))
        for start, end in zip([0, *cuts], [*cuts, len(told)], strict=True):
            here.see(told[start:end])
            there.see(told[start:end])
            check_alike(here, there)
            there = read_again(here)
            check_alike(here, there)
            check_same_worlds(here, there, start)


@given(lucks())
@tried(10)
def test_so_it_is_at_every_moment_of_a_short_deal(luck: Random) -> None:
    rules = cramped_rules(luck)
    deal = begin(rules, luck)
    walk(deal, luck, 30)
    for viewer in viewers(rules):
        view = View.fold(rules, viewer, ())
        for event in seen_by(viewer, deal.events):
            view.see([event])
            check_alike(view, read_again(view))


@pytest.mark.parametrize(
    "rules", PRINTED, ids=lambda rules: f"{rules.edition}-{rules.players}-{rules.teams}-{rules.target}"
)
def test_so_it_is_in_every_printed_form(rules: Rules) -> None:
    luck = Random(7)
    for deal in moments(rules, luck, apart=6):
        for viewer in viewers(rules):
            check_alike(deal.view(viewer), read_again(deal.view(viewer)))


@given(any_rules(), lucks())
@tried(15)
def test_so_it_is_where_a_deal_was_set_up_in_the_middle(rules: Rules, luck: Random) -> None:
    for moment in moments(rules, luck, apart=25):
        deal = Deal.from_position(position_of(moment))
        for steps in (0, 1, 10):
            walk(deal, luck, steps)
            for viewer in viewers(rules):
                check_alike(deal.view(viewer), read_again(deal.view(viewer)))


def test_a_view_is_written_with_what_a_client_shows() -> None:
    deal = Deal(PARKER, seeds=None, deck=" ".join(["roll"] * 14 + ["25"] * 10 + REST))
    deal.play("roll")
    shown = deal.view(0).as_dict()
    assert shown.pop("events") == [event.as_dict() for event in seen_by(0, deal.events)]
    assert shown == {
        "viewer": 0,
        "hand": ["roll"] * 6,
        "hand_sizes": [6, 7],
        "to_decide": False,
        "tables": [
            {"battle": ["roll"], "speed": [], "distances": [], "safeties": [], "coups": [], "roll_due": False},
            {"battle": [], "speed": [], "distances": [], "safeties": [], "coups": [], "roll_due": False},
        ],
        "draw_pile_size": 87,
        "discards": [],
        "turn": 1,
        "turns": 2,
        "extra": False,
        "seat": 1,
        "phase": "play",
        "taken": None,
        "given": 0,
        "window": None,
        "declined": False,
        "target": 700,
        "extended_by": None,
        "drawer": None,
        "owed": 0,
        "refill": False,
        "ending": None,
        "completer": None,
        "scores": [],
        "totals_before": [],
    }


REST = [card.notation for card in Card for _ in range(PARKER.deck[card]) if card not in (Card.ROLL, Card.D25)]


def a_moment() -> View:
    """Return what seat 0 knows in the middle of some deal."""
    deal = begin(PARKER, Random(3))
    walk(deal, Random(3), 40)
    return deal.view(0)


OTHER: dict[str, Any] = {
    "viewer": 1,
    "hand": ["25"],
    "hand_sizes": [1, 1],
    "tables": [],
    "draw_pile_size": 0,
    "discards": [],
    "turn": 1,
    "turns": 99,
    "extra": True,
    "seat": None,
    "phase": "over",
    "taken": "25",
    "given": 1,
    "window": {"attacker": 0, "target": 1, "hazard": "stop"},
    "declined": True,
    "target": 975,
    "extended_by": 1,
    "drawer": 1,
    "owed": 1,
    "refill": True,
    "ending": "capped",
    "completer": 1,
    "scores": [1, 2],
    "to_decide": False,
    "events": [],
}
"""Of each value of a view, another that it could have elsewhere."""


@pytest.mark.parametrize("name", OTHER)
def test_a_value_that_does_not_agree_with_the_events_is_refused(name: str) -> None:
    values = sent(a_moment().as_dict())
    assert values.keys() == {"totals_before", *OTHER}
    assert values[name] != OTHER[name]
    with pytest.raises(ValueError, match=r"does not agree with the events|cannot follow") as refused:
        View.from_dict(PARKER, values | {name: OTHER[name]})
    if name not in ("viewer", "events"):
        assert str(refused.value).startswith(f"{name}: does not agree with the events, which make it ")


def test_what_the_viewer_may_not_see_is_no_part_of_its_view() -> None:
    deal = begin(PARKER, Random(3))
    values = deal.view(0).as_dict() | {"events": [event.as_dict() for event in deal.events]}
    with pytest.raises(DataError, match=r"^events: tell more than the viewer may see$"):
        View.from_dict(PARKER, values)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda values: values.pop("hand"), "hand: is missing"),
        (lambda values: values.update(viewer=7), "there is no seat 7; seats are 0 to 1"),
        (lambda values: values.update(viewer=True), "viewer: must be a whole number, not True"),
        (lambda values: values.update(turns=1.0), "turns: must be a whole number, not 1.0"),
        (lambda values: values.update(totals_before=[1, 2, 3]), "totals_before: 3 numbers for 2 teams"),
        (lambda values: values["events"][4].pop("seat"), r"events\[4\]\.\w+\.seat: is missing"),
        (lambda values: values["events"].pop(), "does not agree with the events|cannot follow"),
        (lambda values: values["events"].pop(1), "cannot follow: "),
    ],
)
def test_a_view_that_cannot_be_read_says_where(change: Callable[[dict[str, Any]], object], told: str) -> None:
    values = sent(a_moment().as_dict())
    change(values)
    with pytest.raises(ValueError, match=told):
        View.from_dict(PARKER, values)


@given(lucks(), st.data(), plain_values() | st.builds(deep))
@tried(80)
def test_whatever_stands_in_a_view_it_is_read_or_refused(luck: Random, data: st.DataObject, value: Any) -> None:
    deal = begin(luck.choice(PRINTED), luck)
    walk(deal, luck, luck.randint(0, 30))
    view = deal.view(luck.choice(viewers(deal.rules)))
    values = sent(view.as_dict())
    holder, key = data.draw(st.sampled_from([*places(values)]))
    holder[key] = value
    try:
        read = View.from_dict(deal.rules, values)
    except ValueError as refused:
        check_readable(refused)
    else:
        assert read.as_dict() == values


# --- Rules ---------------------------------------------------------------------------------------------------------


@given(any_rules())
@tried(100)
def test_rules_that_were_sent_are_the_rules(rules: Rules) -> None:
    values = sent(rules.as_dict())
    assert list(values) == list(FIELDS)
    assert Rules.from_dict(values) == rules


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"milles": 1}, "rules: 'milles' is not among edition, players, "),
        ({"target": "700"}, "target: must be a whole number, not '700'"),
        ({"target": True}, "target: must be a whole number, not True"),
        ({"target": 10**5000}, "target: must be from "),
        ({"target": 701}, "target: must be a multiple of 25, not 701"),
        ({"extension": 1}, "extension: must be true or false, not 1"),
        ({"overshoot": "bounce"}, "overshoot: must be one of discard, reject, allow, not 'bounce'"),
        ({"overshoot": None}, "overshoot: must be one of discard, reject, allow, not None"),
        ({"edition": ["asmodee"]}, "edition: must be text, not a list"),
        ({"deck": [10] * 18}, "deck: must be a tuple of 19 counts"),
        ({"deck": [10, "10", *[0] * 17]}, r"deck: \[1\] must be a whole number, not '10'"),
        ({"deck": 106}, "deck: must be a list, not 106"),
        ({"players": 3, "teams": 2}, "teams: 3 players make 3 teams, not 2"),
    ],
)
def test_rules_that_cannot_be_are_refused_by_name(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(RulesError, match=f"^{told}") as refused:
        Rules.from_dict(PARKER.as_dict() | changes)
    assert refused.value.field in ("rules", *FIELDS)


@pytest.mark.parametrize("name", [name for name in FIELDS if name not in DEFAULTS])
def test_a_rule_without_a_default_that_is_missing_is_named(name: str) -> None:
    values = edition("dujardin").rules(4).as_dict()
    del values[name]
    with pytest.raises(RulesError, match=f"^{name}: is missing$") as refused:
        Rules.from_dict(values)
    assert refused.value.field == name


@given(any_rules())
@tried(100)
def test_what_is_left_out_of_rules_is_a_default_and_nothing_else(rules: Rules) -> None:
    values = sent(rules.without_defaults())
    assert Rules.from_dict(values) == rules
    assert rules.as_dict() == sent(DEFAULTS) | values
    assert not any(name in DEFAULTS and DEFAULTS[name] == value for name, value in values.items())


@pytest.mark.parametrize("values", [None, [], "rules", deep()])
def test_what_is_no_dict_is_no_rules(values: Any) -> None:
    with pytest.raises(RulesError, match=r"^rules: must be a dict with edition, "):
        Rules.from_dict(values)


def test_moves_are_numbers_already() -> None:
    """A move needs no plain form of its own: it is a whole number to JSON, and notation is text."""
    assert sent([Move.lay(Card.ROLL), Move.lay(Card.ROLL).notation()]) == [13, "roll"]
