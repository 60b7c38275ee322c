"""Nobody learns what they may not see: not from events, not from views, not from the way things happen."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from bornes import Card, Deal, Event, Phase, Position, Rules, View, edition
from bornes.game.events import (
    Attacked,
    CoupFourre,
    Discarded,
    Drew,
    ExchangedCard,
    Laid,
    Remedied,
    SetUp,
    TookDiscard,
    Viewer,
    seen_by,
)
from tests.support.house_rules import any_rules, lucks, tried
from tests.support.walks import begin, moments, position_of, step, walk, wander


def viewers(rules: Rules) -> list[Viewer]:
    """A spectator and every seat."""
    return [None, *range(rules.players)]


# --- What leaves the house ---------------------------------------------------------------------------------


@given(any_rules(), lucks())
@tried(150)
def test_no_event_tells_a_viewer_what_others_hold(rules: Rules, luck: Random) -> None:
    deal = begin(rules, luck)
    walk(deal, luck, 400)
    for viewer in viewers(rules):
        for event in seen_by(viewer, deal.events):
            check_masked(viewer, event.as_dict())


@given(any_rules(), lucks())
@tried(100)
def test_a_moment_is_the_one_of_the_viewers_own_view(rules: Rules, luck: Random) -> None:
    """It is made of what everybody sees, and must not differ from what the viewer has seen."""
    deal = begin(rules, luck)
    for _ in range(12):
        for viewer in viewers(rules):
            own = View.fold(rules, viewer, deal.events)
            assert deal.moment(viewer) == own.moment()
        if deal.over:
            break
        walk(deal, luck, luck.randint(1, 30))


def check_masked(viewer: Viewer, event: dict[str, Any]) -> None:
    """The plain values of an event hold no card that is somebody else's."""
    match event["event"]:
        case "Dealt" | "SetUp":
            shown = [seat for seat, hand in enumerate(event["hands"]) if hand is not None]
            assert shown == ([] if viewer is None else [viewer])
            assert isinstance(event["draw_pile_size"], int)
        case "Drew":
            assert (event["card"] is not None) == (event["seat"] == viewer)
        case "AnswerRequested" | "Declined":
            assert event["seat"] == viewer
        case "Reshuffled":
            assert event["order"] is None


def test_only_these_events_have_a_private_part() -> None:
    """The check above knows them all; a new one has to be taught to it."""
    private = {kind.__name__ for kind in Event.__subclasses__() if "shown_to" in vars(kind)}
    assert private == {"Dealt", "SetUp", "Drew", "AnswerRequested", "Declined", "Reshuffled"}


# --- The same moment with other hidden cards ---------------------------------------------------------------


def elsewhere(position: Position, viewer: Viewer, luck: Random) -> Position:
    """The same moment with some of the cards that the viewer cannot see in other places.

    The next cards of the draw pile stay, so that the viewer may draw for a while and see no difference.
    """
    hands = [list(hand) for hand in position.hands]
    pile = list(position.draw_pile)
    hidden: list[tuple[list[Card], int]] = []
    for seat, hand in enumerate(hands):
        if seat != viewer:
            hidden += [(hand, i) for i, card in enumerate(hand) if card is not position.taken]
    hidden += [(pile, i) for i in range(len(pile) // 2, len(pile))]
    for _ in range(luck.randint(1, 8) if len(hidden) > 1 else 0):
        (here, i), (there, j) = luck.sample(hidden, 2)
        here[i], there[j] = there[j], here[i]
    return replace(position, hands=tuple(map(tuple, hands)), draw_pile=tuple(pile))


def set_up(position: Position) -> Deal:
    """A deal at this moment; in an open window whoever can answer is asked anew, as it depends on hidden cards."""
    return Deal.from_position(position, ask_after=None if position.window is None else position.window.attacker)


def as_text(deal: Deal, viewer: Viewer) -> str:
    """Everything that ever reached this viewer, as it would be sent."""
    return json.dumps([event.as_dict() for event in seen_by(viewer, deal.events)])


def drawn(deal: Deal, viewer: Viewer) -> list[Card | None]:
    """What the viewer drew."""
    return [event.card for event in deal.events if isinstance(event, Drew) and event.seat == viewer]


def let_pass(deal: Deal, viewer: Viewer) -> None:
    """Whoever else is asked about a hazard declines, which nobody learns of."""
    while deal.phase is Phase.REACT and deal.seat != viewer:
        deal.play("pass")


def in_both(one: Deal, other: Deal) -> list[str]:
    """Moves that the same seat can make in both deals, in answer to the same question."""
    if (one.phase, one.seat) != (other.phase, other.seat):
        return []
    return [move for move in one.legal_moves.notation if move in other.legal_moves.notation]


def compare_worlds(viewer: Viewer, one: Deal, other: Deal, luck: Random) -> None:
    """Play the same in two deals that differ in hidden cards, for as long as the same can be played in both."""
    for _ in range(30):
        if not (one.phase is Phase.REACT and in_both(one, other) and luck.random() < 0.5):
            let_pass(one, viewer)
            let_pass(other, viewer)
            if drawn(one, viewer) != drawn(other, viewer):
                return  # by now the viewer may know the difference
            assert as_text(one, viewer) == as_text(other, viewer)
            assert one.view(viewer) == other.view(viewer)
            assert (one.phase, one.seat) == (other.phase, other.seat)
        if one.phase is Phase.CHANCE:
            discards = [Card(card) for card in one.state.discard_pile()]
            order = luck.sample(discards, len(discards))
            one.reshuffle(order)
            other.reshuffle(order)
        elif moves := in_both(one, other):
            move = wander(luck, moves)
            one.play(move)
            other.play(move)
        else:
            return


@pytest.mark.slow
@given(any_rules(), lucks())
@tried(120)
def test_hidden_cards_make_no_difference_to_what_a_viewer_is_told(rules: Rules, luck: Random) -> None:
    """An early stop is left out: there the end itself tells what nobody holds."""
    for deal in moments(rules.replace(early_stop=False), luck, apart=25):
        viewer = luck.choice(viewers(rules))
        position = position_of(deal)
        compare_worlds(viewer, set_up(position), set_up(elsewhere(position, viewer, luck)), luck)


@pytest.mark.slow
@given(lucks())
@tried(30)
def test_whether_anybody_is_asked_makes_no_difference_either(luck: Random) -> None:
    """Every attack of a deal: with hidden cards elsewhere others may be asked, and nobody else notices."""
    rules = luck.choice([edition("parker-1988").rules(6), edition("asmodee").rules(6)])
    deal = begin(rules, luck)
    while not deal.over:
        if deal.phase is Phase.REACT:
            viewer, position = luck.choice(viewers(rules)), position_of(deal)
            compare_worlds(viewer, set_up(position), set_up(elsewhere(position, viewer, luck)), luck)
        step(deal, luck)


# --- Sampled worlds ----------------------------------------------------------------------------------------


def shown_by(view: View) -> dict[str, Any]:
    """What a view shows, without how it came about; that the viewer declined is part of the latter."""
    shown = [field.name for field in fields(View) if not field.name.startswith("_") and field.name != "declined"]
    return {name: getattr(view, name) for name in shown}


FEW = 2
"""Shuffles after which worlds are no longer sampled: what a viewer knows becomes a mixture that takes seconds."""


def surely_held(deal: Deal) -> list[Counter[Card]]:
    """Cards that everybody has seen a seat take from the discards, and not seen it give away since."""
    known: list[Counter[Card]] = [Counter() for _ in range(deal.rules.players)]
    for event in deal.events:
        match event:
            case TookDiscard(seat=seat, card=card):
                known[seat][card] += 1
            case CoupFourre(seat=seat, safety=card):
                known[seat][card] -= known[seat][card] > 0
            case Laid() | Attacked() | Discarded() | ExchangedCard() | Remedied():
                known[event.seat][event.card] -= known[event.seat][event.card] > 0
    return known


def check_sample(deal: Deal, viewer: Viewer, luck: Random) -> None:
    """A sampled world is one that the viewer could be in.

    In an open window nobody knows who else is asked, so that a sampled world asks anew; there only the moment at which
    it was set up can be compared.
    """
    view = deal.view(viewer)
    sampled = view.sample(luck)
    assert shown_by(View.fold(deal.rules, viewer, sampled.events[:1])) == shown_by(view)
    if view.window is None or view.to_decide:
        assert shown_by(sampled.view(viewer)) == shown_by(view)
        assert sampled.view(viewer).legal_moves == view.legal_moves
    begun = sampled.events[0]
    assert isinstance(begun, SetUp)
    for hand, known in zip(begun.hands, surely_held(deal), strict=True):
        assert known <= Counter(hand)
    if deal.reshuffles and (view.window is None or view.to_decide):
        assert Counter(sampled.state.draw_pile()) <= Counter(deal.reshuffles[-1])


@given(any_rules(), lucks())
@tried(80)
def test_a_sampled_world_is_one_that_the_viewer_could_be_in(rules: Rules, luck: Random) -> None:
    for deal in moments(rules, luck, apart=30):
        if len(deal.reshuffles) > FEW:
            return
        check_sample(deal, luck.choice(viewers(rules)), luck)


@given(lucks())
@tried(20)
def test_an_open_window_is_sampled_with_the_question_open(luck: Random) -> None:
    rules = luck.choice([edition("parker-1988").rules(6), edition("asmodee").rules(4, partners=True)])
    deal = begin(rules, luck)
    while not deal.over:
        if deal.phase is Phase.REACT:
            for viewer in viewers(rules):
                check_sample(deal, viewer, luck)
        step(deal, luck)


@given(lucks())
@tried(20)
def test_after_a_shuffle_worlds_tell_old_cards_from_new_ones(luck: Random) -> None:
    """Half a deck is soon played through, again and again."""
    rules = edition("asmodee").rules(luck.choice((2, 3, 4)))
    deal = begin(rules.replace(deck=tuple((n + 1) // 2 for n in rules.deck)), luck)
    while not deal.over and len(deal.reshuffles) <= FEW:
        if deal.reshuffles and luck.random() < 0.05:
            check_sample(deal, luck.choice(viewers(rules)), luck)
        step(deal, luck)
