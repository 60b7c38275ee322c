"""A view takes in what can have happened, and nothing else: whoever tells it the events, it notices what cannot be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import fields, replace
from enum import Enum
from functools import cache
from pickle import dumps, loads
from random import Random
from typing import Any

import pytest
from hypothesis import given

from bornes import Card, Deal, DrawCause, Ending, Event, EventError, Phase, Piles, Rules, View, Window
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
from bornes.game.illegal_reasons import NeedsRoll, TargetNotStarted
from tests.support.house_rules import any_rules, lucks, tried
from tests.support.pages import passages
from tests.support.paths import DOCS
from tests.support.scenes import fresh, piles, rules_of, scene
from tests.support.walks import begin, moments, position_of, step, walk

PARKER = rules_of("parker-1962")
ASMODEE = rules_of("asmodee")


def viewers(rules: Rules) -> list[Viewer]:
    """A spectator and every seat."""
    return [None, *range(rules.players)]


def played(deal: Deal, luck: Random) -> Deal:
    """The deal, gone on with to its end."""
    while not deal.over:
        step(deal, luck)
    return deal


# --- What a deal tells is taken in -------------------------------------------------------------------------------


@given(any_rules(), lucks())
@tried(120)
def test_whatever_a_deal_tells_can_follow(rules: Rules, luck: Random) -> None:
    """At once, or event by event; with every private part, or with the viewer's own."""
    deal = played(begin(rules, luck), luck)
    for viewer in viewers(rules):
        one_by_one = View.fold(rules, viewer, ())
        for event in seen_by(viewer, deal.events):
            one_by_one.see([event])
        assert View.fold(rules, viewer, deal.events) == one_by_one == deal.view(viewer)


@given(any_rules(), lucks())
@tried(60)
def test_so_it_is_where_a_deal_was_set_up_in_the_middle(rules: Rules, luck: Random) -> None:
    for moment in moments(rules, luck, apart=25):
        deal = Deal.from_position(position_of(moment))
        walk(deal, luck, 15)
        for viewer in viewers(rules):
            assert View.fold(rules, viewer, deal.events) == deal.view(viewer)


@given(any_rules(), lucks())
@tried(40)
def test_copies_of_a_view_follow_as_the_view_does(rules: Rules, luck: Random) -> None:
    """Wherever in a move they were made."""
    deal = begin(rules, luck)
    walk(deal, luck, 60)
    viewer = luck.choice(viewers(rules))
    cut = luck.randint(0, len(deal.events))
    view = View.fold(rules, viewer, deal.events[:cut])
    for twin in (view.copy(), view.detached(), deepcopy(view), loads(dumps(view))):
        twin.see(deal.events[cut:])
        assert twin == deal.view(viewer)


# --- The grammar on the page ---------------------------------------------------------------------------------------

Ways = list[list[Any]]
"""Ways to go on, each a row of names or of further ways with a sign: ``*`` any number of times, ``?`` once or not."""


@cache
def grammar() -> dict[str, Ways]:
    """The grammar that docs/referee.md has, by the names on the left."""
    (text,) = [passage.text for passage in passages(DOCS / "referee.md", "text")]
    found: dict[str, str] = {}
    for line in text.splitlines():
        told, _, _ = line.partition("#")
        name, equals, ways = told.partition("=")
        if equals:
            found[name.strip()] = ways
        else:
            found[list(found)[-1]] += told
    return {name: ways_of(re.findall(r"\w+(?:\(\w+\))?|[|()*\[\]]", told)) for name, told in found.items()}


def ways_of(words: list[str]) -> Ways:
    """Read ways from words, up to the bracket that closes them."""
    ways: Ways = [[]]
    while words:
        word = words.pop(0)
        if word in (")", "]"):
            break
        if word == "|":
            ways.append([])
        elif word == "*":
            ways[-1][-1] = ("*", [[ways[-1][-1]]])
        elif word in ("(", "["):
            ways[-1].append(("?" if word == "[" else "1", ways_of(words)))
        else:
            ways[-1].append(word)
    return ways


class Reader:
    """Reads what was told by a grammar in which a turn comes last wherever it comes."""

    def __init__(self, events: list[Event]) -> None:
        self.told = [
            f"MoveRequested({event.phase})" if isinstance(event, MoveRequested) else type(event).__name__
            for event in events
        ]
        self.grammar = grammar()

    def reads(self) -> bool:
        """Whether all of it can be read, turn after turn."""
        self.turns = {1} if self.told[0] == "Dealt" else set[int]()
        while self.turns:
            if len(self.told) in self.after(self.grammar["turn"], self.turns.pop()):
                return True
        return False

    def after(self, ways: Ways, at: int) -> set[int]:
        """Where one may be once one of these ways was gone from here; turns that follow are noted."""
        ends = set[int]()
        for way in ways:
            places = {at}
            for item in way:
                places = {end for place in places for end in self.past(item, place)}
            ends |= places
        return ends

    def past(self, item: Any, at: int) -> set[int]:
        """Where one may be once this item was read."""
        if item == "turn":
            self.turns.add(at)
            return set()
        if isinstance(item, str):
            return self.after(self.grammar[item], at) if item in self.grammar else self.read(item, at)
        sign, ways = item
        ends, new = ({at} if sign in "*?" else set()), self.after(ways, at)
        while not new <= ends:
            fresh_ends, ends = new - ends, ends | new
            new = {end for place in fresh_ends for end in self.after(ways, place)} if sign == "*" else set()
        return ends

    def read(self, name: str, at: int) -> set[int]:
        """The place behind an event of this name."""
        return {at + 1} if self.told[at : at + 1] == [name] else set()


@given(any_rules(), lucks())
@tried(60)
def test_the_page_says_in_which_order_events_come(rules: Rules, luck: Random) -> None:
    deal = played(begin(rules, luck), luck)
    told = list(deal.events)
    assert Reader(told).reads()
    at = luck.randrange(len(told) - 1)
    assert not Reader(told[:-1]).reads()
    assert not Reader([*told[: at + 1], WindowOpened(0, 1, Card.STOP), *told[at + 1 :]]).reads()


def test_every_event_is_on_the_page() -> None:
    text = (DOCS / "referee.md").read_text(encoding="utf-8")
    kinds = {kind.__name__ for kind in Event.__subclasses__() if kind.__module__ == "bornes.game.events"}
    assert [kind for kind in kinds if f"`{kind}`" not in text] == []


# --- What cannot have happened is refused ------------------------------------------------------------------------


def accepted(rules: Rules, viewer: Viewer, events: list[Event]) -> bool:
    """Whether a viewer takes all of this in."""
    try:
        View.fold(rules, viewer, events)
    except EventError:
        return False
    return True


def spoilt(events: list[Event], rules: Rules, luck: Random) -> Iterator[tuple[str, list[Event]]]:
    """What was told, with one mistake in it: something left out, told twice, exchanged, or told otherwise."""
    at, other = luck.randrange(len(events) - 1), luck.randrange(len(events))
    yield "left out", events[:at] + events[at + 1 :]
    yield "told twice", events[: at + 1] + events[at:]
    for name, there in (("next to each other", at + 1), ("far apart", other)):
        if events[at] != events[there]:
            exchanged = list(events)
            exchanged[at], exchanged[there] = events[there], events[at]
            yield name, exchanged
    forged = otherwise(events[at], rules, luck)
    if forged is not None:
        yield "told otherwise", [*events[:at], forged, *events[at + 1 :]]


def otherwise(event: Event, rules: Rules, luck: Random) -> Event | None:
    """The event with another value of one of its fields, if it has one to change."""
    names = [field.name for field in fields(event)]
    luck.shuffle(names)
    for name in names:
        others = other_values(name, getattr(event, name), rules)
        if others:
            return replace(event, **{name: luck.choice(others)})
    return None


def other_values(name: str, value: object, rules: Rules) -> list[Any]:
    """Values that the field of an event could have had."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, Enum):
        return [other for other in type(value) if other is not value]
    if isinstance(value, int):
        return [other for other in range(rules.teams if name == "team" else rules.players) if other != value]
    if name == "scores" and isinstance(value, tuple):
        return [tuple(points + 25 for points in value)]
    return []


def test_mistakes_are_found() -> None:
    """What is left out or told twice always, the rest nearly always: who discarded what, nobody else can tell."""
    luck = Random(1)
    tried_, found = Counter[str](), Counter[str]()
    for rules in (PARKER, rules_of("parker-1988", 4), rules_of("dujardin", 3), ASMODEE, rules_of("asmodee", 4)):
        deal = played(begin(rules, luck), luck)
        for viewer in (None, luck.randrange(rules.players)):
            told = seen_by(viewer, deal.events)
            for _ in range(12):
                for mistake, events in spoilt(told, rules, luck):
                    tried_[mistake] += 1
                    found[mistake] += not accepted(rules, viewer, events)
    assert sum(tried_.values()) > 500
    for mistake, times in tried_.items():
        sure = mistake in ("left out", "told twice")
        assert found[mistake] >= (1.0 if sure else 0.95) * times, mistake


Story = Callable[[], tuple[Deal, Viewer]]


def opening(viewer: Viewer = 0) -> Story:
    """Seat 0 is to play in the first turn, with a Roll, a 100 and a Stop."""
    return lambda: (fresh(PARKER, "roll 100 stop", draw="gas"), viewer)


def asked() -> tuple[Deal, Viewer]:
    """Seat 1 is asked about a Stop, which it can answer."""
    deal = scene(PARKER, hand="stop 25", hands={1: "priority 25"}, tables={1: piles("roll")})
    deal.play("stop>B")
    return deal, 1


def attacked() -> tuple[Deal, Viewer]:
    """The same, seen by the attacker."""
    return asked()[0], 0


def window_open() -> tuple[Deal, Viewer]:
    """Seat 1 has seen the Stop, and what follows is not told yet."""
    deal, _ = asked()
    deal.events[-1:] = []
    return deal, 1


def cannot_answer() -> tuple[Deal, Viewer]:
    """Seat 1 has seen the Stop and holds nothing against it; what follows is not told yet."""
    deal = scene(PARKER, hand="stop 25", hands={1: "50 25"}, tables={1: piles("roll")})
    told = deal.events
    deal.play("stop>B")
    del told[told.index(WindowOpened(0, 1, Card.STOP)) + 1 :]
    return deal, 1


def just_answered() -> tuple[Deal, Viewer]:
    """Seat 1 has called its coup fourré, and the window is about to close."""
    deal, _ = asked()
    told = deal.events
    deal.play("coup")
    del told[told.index(WindowClosed()) :]
    return deal, 1


def exhausted() -> tuple[Deal, Viewer]:
    """The draw pile is empty, and seat 0 is to play its last cards."""
    return scene(PARKER, hand="25 50", hands={1: "75"}, empty=True), 0


def before_the_draw() -> tuple[Deal, Viewer]:
    """Seat 0 may take the top discard, draw or exchange."""
    return scene(ASMODEE, hand="25 50 75", discards="roll", phase=Phase.DRAW), 0


def in_an_exchange() -> tuple[Deal, Viewer]:
    """Seat 0 has given one card, and must give three."""
    return scene(rules_of("asmodee", exchange_min=3), hand="25 50", discards="75", phase=Phase.EXCHANGE, given=1), 0


def arriving() -> tuple[Deal, Viewer]:
    """Seat 0 has completed the short trip, and may extend it."""
    deal = scene(PARKER, hand="100 25", tables={0: piles("roll", distances="100 100 100 100 100 100")})
    deal.play("100")
    return deal, 0


def shuffling() -> tuple[Deal, Viewer]:
    """The discards are to be shuffled before seat 0 draws."""
    deal = scene(ASMODEE, hand="25 50", empty=True, phase=Phase.DRAW)
    deal.play("draw")
    return deal, 0


def over() -> tuple[Deal, Viewer]:
    """The deal has ended."""
    deal, _ = arriving()
    deal.play("finish")
    return deal, 0


def about_to_end() -> tuple[Deal, Viewer]:
    """Seat 0 is content with the short trip, and the end is not told yet."""
    deal, _ = over()
    del deal.events[-1]
    return deal, 0


REFUSED: tuple[tuple[Story, Event, str], ...] = (
    # the order of things
    (opening(), Dealt(0, ((Card.D25,) * 6, None), 89), "seat 0 is to play"),
    (opening(), TurnBegan(1, False), "seat 0 is to play"),
    (opening(), MoveRequested(0, Phase.PLAY), "seat 0 is to play"),
    (opening(), Drew(0, Card.D25, DrawCause.TURN), "seat 0 is to play"),
    (opening(), Drew(1, None, DrawCause.TURN), "seat 0 is to play"),
    (opening(), WindowClosed(), "seat 0 is to play"),
    (opening(), WindowOpened(0, 1, Card.STOP), "seat 0 is to play"),
    (opening(), ShuffleNeeded(0, 1, False), "seat 0 is to play"),
    (opening(), Reshuffled(3, None), "seat 0 is to play"),
    (opening(), Skipped(1), "seat 0 is to play"),
    (opening(), TurnLost(1), "seat 0 is to play"),
    (opening(), AnswerRequested(0), "seat 0 is to play"),
    (opening(), Declined(0), "seat 0 is to play"),
    (opening(), CoupFourre(1, Card.RIGHT_OF_WAY, Card.STOP, True), "seat 0 is to play"),
    (opening(), Remedied(1, Card.ROLL), "seat 0 is to play"),
    (opening(), Extended(0), "seat 0 is to play"),
    (opening(), DealOver(Ending.EXHAUSTED, None, (0, 0)), "seat 0 is to play"),
    # who moves, and with what
    (opening(), Laid(1, Card.ROLL), "seat 0 is to play"),
    (opening(), Discarded(7, Card.ROLL), "seat 0 is to play"),
    (opening(), TookDiscard(0, Card.ROLL), "seat 0 is to play"),
    (opening(), ExchangedCard(0, Card.ROLL), "seat 0 is to play"),
    (opening(), Passed(0), "seat 0 is to play"),
    (opening(), Laid(0, Card.DRIVING_ACE), "the hand of seat 0 holds no Driving Ace"),
    (opening(), Discarded(0, Card.DRIVING_ACE), "the hand of seat 0 holds no Driving Ace"),
    (opening(None), Laid(0, 13), "13 is not a Card"),  # type: ignore[arg-type]
    (opening(), Laid(0, Card.D100), r"the rules forbid it: NeedsRoll \[P62-33\]"),
    (opening(), Attacked(0, Card.STOP, 1), r"the rules forbid it: TargetNotStarted \(team B\) \[P62-26\]"),
    (opening(), Attacked(0, Card.STOP, 2), "a hazard is laid on one of 2 teams"),
    (opening(), Attacked(0, Card.ROLL, 1), "a hazard is laid on one of 2 teams"),
    # hazards and their answers
    (attacked, WindowOpened(0, 1, Card.STOP), "Stop laid on team B by seat 0, which may be answered"),
    (attacked, TurnBegan(1, False), "which may be answered"),
    (attacked, Attacked(0, Card.D25, 1), "which may be answered"),
    (attacked, Drew(1, None, DrawCause.TURN), "which may be answered"),
    (attacked, CoupFourre(1, Card.RIGHT_OF_WAY, Card.STOP, False), "Right of Way answers Stop laid on team B"),
    (attacked, CoupFourre(1, Card.DRIVING_ACE, Card.ACCIDENT, True), "Right of Way answers Stop laid on team B"),
    (attacked, CoupFourre(9, Card.RIGHT_OF_WAY, Card.STOP, True), "which may be answered"),
    (attacked, CoupFourre(0, Card.RIGHT_OF_WAY, Card.STOP, True), "seat 0 has not been asked"),
    (attacked, Remedied(1, Card.ROLL), "the rules let Roll be no answer"),
    (asked, WindowClosed(), "and seat 1 is asked"),
    (asked, AnswerRequested(1), "and seat 1 is asked"),
    (window_open, WindowClosed(), "seat 1 can answer Stop laid on team B by seat 0 and has not been asked"),
    (window_open, CoupFourre(1, Card.RIGHT_OF_WAY, Card.STOP, True), "seat 1 has not been asked"),
    (window_open, Declined(1), "which may be answered"),
    (cannot_answer, AnswerRequested(1), "seat 1 holds no answer to Stop laid on team B by seat 0"),
    (just_answered, TurnBegan(1, True), "the hazard has been answered, and its window closes"),
    (just_answered, Drew(1, Card.D50, DrawCause.REFILL), "its window closes"),
    # drawing
    (exhausted, Drew(0, Card.D25, DrawCause.TURN), "seat 0 is to play"),
    (before_the_draw, TookDiscard(0, Card.GASOLINE), "the top discard is Roll"),
    (before_the_draw, TookDiscard(1, Card.ROLL), "seat 0 is to draw"),
    (before_the_draw, Passed(0), "the rules do not allow it before this draw"),
    (before_the_draw, Laid(0, Card.D25), "seat 0 is to draw"),
    (before_the_draw, Drew(0, None, DrawCause.TURN), "seat 0 sees its own card, which must be a Card"),
    (before_the_draw, Drew(0, Card.D50, DrawCause.REFILL), "seat 0 is to draw a card"),
    (before_the_draw, MoveRequested(0, Phase.PLAY), "seat 0 is to draw a card"),
    (in_an_exchange, Drew(0, Card.D25, DrawCause.EXCHANGE), "seat 0 has given 1 cards in its exchange and must give 3"),
    (shuffling, Drew(0, Card.D25, DrawCause.TURN), "discards are to be shuffled"),
    (shuffling, Reshuffled(3, None), "discards are to be shuffled"),
    # the end
    (arriving, TurnBegan(1, False), "seat 0 is to extend the trip or finish"),
    (arriving, DealOver(Ending.COMPLETED, 0, (0, 0)), "seat 0 is to extend the trip or finish"),
    (about_to_end, DealOver(Ending.COMPLETED, 1, (0, 0)), "team A has completed its trip"),
    (about_to_end, DealOver(Ending.COMPLETED, 0, (0, 0)), r"what lies on the tables is worth \(1900, 0\)"),
    (over, TurnBegan(1, False), "the deal has ended"),
    (over, Dealt(0, ((Card.D25,) * 6, None), 89), "the deal has ended"),
)


@pytest.mark.parametrize(("story", "event", "why"), REFUSED, ids=[f"{event} {why}" for _, event, why in REFUSED])
def test_an_event_that_cannot_follow_is_refused_and_changes_nothing(story: Story, event: Event, why: str) -> None:
    deal, viewer = story()
    view = View.fold(deal.rules, viewer, deal.events)
    before, text, told = view.copy(), str(view), list(view.events)
    with pytest.raises(EventError, match=why) as caught:
        view.see([event])
    assert caught.value.event == event
    assert str(caught.value).startswith(str(event))
    assert (view, str(view), view.events, view.awaited) == (before, text, told, before.awaited)


def test_a_refusal_in_the_middle_takes_back_what_came_before_it() -> None:
    deal, _ = opening()()
    view = View.fold(PARKER, 0, deal.events)
    before = view.copy()
    for _ in range(3):
        deal.play(next(iter(deal.legal_moves)))
    further = deal.events[len(before.events) :]
    with pytest.raises(EventError, match="is to play"):
        view.see([*further, Skipped(1)])
    assert view == before
    assert view.events == before.events
    view.see(further)
    assert view == deal.view(0)


def test_so_does_whoever_hands_the_events_over_and_fails() -> None:
    deal, _ = opening()()
    view = View.fold(PARKER, 0, deal.events)
    before = view.copy()

    def broken() -> Iterator[Event]:
        yield Laid(0, Card.ROLL)
        raise ConnectionError("the line is dead")

    with pytest.raises(ConnectionError):
        view.see(broken())
    assert view == before


def test_a_move_that_the_rules_forbid_comes_with_the_reason() -> None:
    deal, _ = opening()()
    view = View.fold(PARKER, None, deal.events)
    for event, reason in ((Laid(0, Card.D100), NeedsRoll), (Attacked(0, Card.STOP, 1), TargetNotStarted)):
        with pytest.raises(EventError) as caught:
            view.see([event])
        assert isinstance(caught.value.reason, reason)


def test_what_others_hold_is_a_matter_of_what_has_been_seen() -> None:
    """There is one Driving Ace, and the viewer holds it; three Stops lie open, and the fourth is in its hand."""
    stops = piles("roll stop roll stop roll stop roll")
    deal = scene(PARKER, hand="25", hands={1: "ace stop"}, tables={1: stops})
    for card in (Card.DRIVING_ACE, Card.STOP):
        with pytest.raises(EventError, match=f"nobody else can hold a {card}"):
            View.fold(PARKER, 1, [*deal.events, Discarded(0, card)])
        assert View.fold(PARKER, None, [*deal.events, Discarded(0, card)]).discards == (card,)


def test_no_card_is_drawn_that_has_been_seen() -> None:
    deal = scene(PARKER, hand="25 ace", tables={0: piles("roll")})
    view = View.fold(PARKER, 0, [*deal.events, Discarded(0, Card.DRIVING_ACE), TurnBegan(1, False)])
    view.see([Drew(1, None, DrawCause.TURN), MoveRequested(1, Phase.PLAY), Discarded(1, Card.D25), TurnBegan(0, False)])
    with pytest.raises(EventError, match="no Driving Ace can be in the draw pile: all of them have been seen"):
        view.see([Drew(0, Card.DRIVING_ACE, DrawCause.TURN)])


def test_a_house_rule_that_forbids_a_discard_binds_the_own_hand() -> None:
    """Whether another player could have played, only that player knows."""
    rules = rules_of("parker-1962", free_discard=False)
    deal = scene(rules, hand="25 roll")
    with pytest.raises(EventError, match=r"the rules forbid it: MustPlay"):
        View.fold(rules, 0, [*deal.events, Discarded(0, Card.D25)])
    assert View.fold(rules, 1, [*deal.events, Discarded(0, Card.D25)]).discards == (Card.D25,)


def test_an_early_end_is_refused_while_the_viewer_can_play() -> None:
    rules = rules_of("parker-1962", early_stop=True)
    deal = scene(rules, hand="25 50", hands={1: "roll 75"}, empty=True)
    end = [*deal.events, Discarded(0, Card.D25), DealOver(Ending.EXHAUSTED, None, (0, 0))]
    with pytest.raises(EventError, match="the deal goes on while a card can be played, and seat 1 can play one"):
        View.fold(rules, 1, end)
    assert View.fold(rules, 0, end).over


def test_who_is_asked_before_the_viewer_is_its_own_affair() -> None:
    """Of two partners the first declines, and only the second calls; the first must have been asked, if it could."""
    rules = rules_of("asmodee", 4, partners=True)
    hands = {1: "roll", 3: "priority"}
    deal = scene(rules, hand="stop 25", hands=hands, tables={1: piles("roll")})
    deal.play("stop>B")
    deal.play("pass")
    deal.play("coup")
    for viewer in viewers(rules):
        assert View.fold(rules, viewer, deal.events) == deal.view(viewer)
    unasked = [event for event in deal.events if event not in (AnswerRequested(1), Declined(1))]
    with pytest.raises(EventError, match="seat 1 can answer Stop laid on team B by seat 0 and has not been asked"):
        View.fold(rules, 1, unasked)


# --- How a deal may begin ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"first": 2}, "2 play, in seats 0 to 1"),
        ({"hands": (None,)}, "2 play, in seats 0 to 1"),
        ({"draw_pile_size": 88}, "the draw pile has 89 cards once everybody has 6"),
        ({"hands": (None, None)}, "the hand of seat 0 must be 6 cards"),
        ({"hands": ((Card.D25,) * 5, None)}, "the hand of seat 0 must be 6 cards"),
        ({"hands": ((0,) * 6, None)}, "the hand of seat 0 must be 6 cards"),
        ({"hands": ((Card.D200,) * 6, None)}, "the deck has only 4 of 200, and here are 6"),
    ],
)
def test_a_deal_that_cannot_be_dealt(changes: dict[str, Any], why: str) -> None:
    right = Dealt(0, ((Card.D25,) * 6, None), 89)
    assert View.fold(PARKER, 0, [right]).awaited == "the turn of seat 0 is to begin"
    view = View.fold(PARKER, 0, ())
    with pytest.raises(EventError, match=why):
        view.see([replace(right, **changes)])
    assert (view.awaited, view.events) == ("no deal has begun", [])
    view.see([right])


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"draw_pile_size": 7}, "the draw pile must have"),
        ({"hand_sizes": (7, 6)}, "seat 0 must hold 7 cards, not 2"),
        ({"discards": (Card.DRIVING_ACE,) * 2}, "there are more Driving Ace than the deck has"),
        ({"turns": 0}, "turns must be 1 to"),
        ({"seat": 1}, "in the phase play seat 0, whose turn it is, decides"),
        ({"seat": None}, "seat must be a whole number"),
        ({"phase": Phase.DRAW}, "no phase draw"),
        ({"tables": (Piles(),)}, "tables: 2 teams need 2"),
        ({"tables": None}, "no deal comes to this"),
        ({"window": Window(0, 1, Card.STOP)}, "a window belongs to the phase react"),
        ({"taken": Card.D25}, "under these rules discards are not taken"),
    ],
)
def test_a_position_that_cannot_have_come_about(changes: dict[str, Any], why: str) -> None:
    """The view knows as much as it sees: hidden cards may lie anywhere."""
    (right,) = scene(PARKER, hand="25 50").view(0).events
    assert View.fold(PARKER, 0, [right]).to_decide
    with pytest.raises(EventError, match=why) as caught:
        View.fold(PARKER, 0, [replace(right, **changes)])
    assert isinstance(caught.value.event, SetUp)


# --- What is no event, and who is no viewer ----------------------------------------------------------------------


JUNK: tuple[Any, ...] = (None, True, -1, 10**30, 2.5, "roll", (), [], {}, (None,), ((),), object(), Card, Phase.OVER)
"""Values of all kinds, most of which are wrong wherever they stand."""


@given(any_rules(), lucks())
@tried(60)
def test_an_event_with_values_of_any_kind_is_taken_in_or_refused(rules: Rules, luck: Random) -> None:
    """Whatever stands in it, the error is the one for events, and the view stays as it was."""
    deal = begin(rules, luck)
    walk(deal, luck, 25)
    deal = luck.choice((deal, Deal.from_position(position_of(deal)) if not deal.over else deal))
    viewer = luck.choice(viewers(rules))
    view = View.fold(rules, viewer, ())
    for event in deal.events:
        for named in fields(event):
            with suppress_event_errors(view):
                view.copy().see([replace(event, **{named.name: luck.choice(JUNK)})])
        view.see([event])


@contextmanager
def suppress_event_errors(view: View) -> Iterator[None]:
    """Let EventErrors pass, and nothing else; what is seen by them does not change the view."""
    before = view.copy()
    with suppress(EventError):
        yield
    assert view == before


def test_a_value_of_a_wrong_kind_is_named() -> None:
    view = View.fold(PARKER, 0, ())
    with pytest.raises(
        EventError, match=r"^Dealt\(first 0, hands True, draw_pile_size 89\) cannot follow: hands is not "
    ):
        view.see([Dealt(0, True, 89)])  # type: ignore[arg-type]
    assert view == View.fold(PARKER, 0, ())


def test_what_is_no_event_is_an_error_of_types() -> None:
    deal, _ = opening()()
    view = deal.view(0)
    for wrong in ({"event": "Laid"}, "roll", None):
        with pytest.raises(TypeError, match="a view takes in events, not"):
            view.see([wrong])  # type: ignore[list-item]

    class Thunder(Event):
        pass

    with pytest.raises(EventError, match="views know no events of this kind"):
        view.see([Thunder()])
    assert view == deal.view(0)


def test_private_events_of_others_are_nothing_to_a_view() -> None:
    deal, _ = asked()
    view = deal.view(0)
    told = list(view.events)
    view.see([AnswerRequested(1), Declined(1)])
    assert (view, view.events) == (deal.view(0), told)


@pytest.mark.parametrize("viewer", [2, 9, -1])
def test_a_seat_that_is_not_there_sees_nothing(viewer: int) -> None:
    """The beginning of a deal knows how many sit there; other events, that there are never more than eight."""
    deal, _ = opening()()
    set_up = scene(PARKER, hand="25").events[0]
    for event in (deal.events[0], set_up):
        with pytest.raises(ValueError, match=r"there is no seat .*; seats are 0 to 1"):
            event.seen_by(viewer)
    for event in deal.events[1:]:
        if viewer == 2:
            event.seen_by(viewer)
        else:
            with pytest.raises(ValueError, match=r"there is no seat .*; seats are 0 to 7"):
                event.seen_by(viewer)
    with pytest.raises(ValueError, match=r"there is no seat .*; seats are 0 to 1"):
        deal.view(viewer)
    with pytest.raises(ValueError, match=r"there is no seat .*; seats are 0 to 1"):
        View.fold(PARKER, viewer, deal.events)


def test_a_viewer_is_a_seat_or_nobody() -> None:
    deal, _ = opening()()
    with pytest.raises(TypeError, match="a seat is a whole number, not str"):
        deal.events[0].seen_by("north")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rules must be Rules"):
        View.fold("parker-1962", 0, ())  # type: ignore[arg-type]
