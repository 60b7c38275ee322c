"""The rules of thumb, as an experienced player would tell them, with the weights set by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from bornes import Card, Deal, Ending, Phase, Piles, Rules
from bornes.bots.heuristic import HAND_SET_WEIGHTS, Heuristic
from bornes.engine.codes import COUP
from bornes.engine.playout import Rng, decide, play_deals
from bornes.game.moves import Move
from bornes.game.position import Window, compile_rules
from tests.support.house_rules import PRINTED, any_rules, lucks, tried
from tests.support.scenes import piles, rules_of, scene
from tests.support.walks import moments

PARKER = rules_of("parker-1962")
THREE = rules_of("parker-1962", 3)
PAIRS = rules_of("parker-1962", 4)
ASMODEE = rules_of("asmodee")
ROLLING = piles("roll")
STOPPED = piles("roll stop")
HAZARD_OF = {"tank": "out-of-gas", "proof": "flat", "ace": "accident", "priority": "stop"}


def says(deal: Deal, **weights: float) -> str:
    """What a player with these weights, or those set by hand, does."""
    return Move(decide(Heuristic(weights), deal.state, Rng(0))).notation(deal.phase)


def idle(hand: str, **more: Any) -> Deal:
    """A scene in which no remedy, distance or hazard can be played: both sides wait for a Roll."""
    return scene(PARKER, hand=hand, **more)


# --- Safeties --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("safety", HAZARD_OF)
def test_a_safety_is_held_for_the_coup_fourre(safety: str) -> None:
    """With most of the deal to come it is neither laid nor thrown away, whether the car rolls or not."""
    assert says(idle(f"{safety} gas gas spare")) in ("-gas", "-spare")
    under_way = scene(PARKER, hand=f"{safety} gas gas spare", tables={0: ROLLING, 1: ROLLING})
    assert says(under_way) in ("-gas", "-spare")


@pytest.mark.parametrize(
    ("safety", "gone"),
    [
        ("tank", "out-of-gas out-of-gas"),
        ("proof", "flat flat"),
        ("ace", "accident accident"),
        ("priority", "stop stop stop stop limit limit limit"),
    ],
)
def test_a_safety_is_laid_once_its_hazard_cannot_come_any_more(safety: str, gone: str) -> None:
    assert says(idle(f"{safety} gas gas spare", discards=gone)) == safety


def test_right_of_way_still_waits_for_a_limit_when_all_stops_are_gone() -> None:
    rolling = {0: ROLLING, 1: ROLLING}
    assert says(scene(PARKER, hand="priority gas spare", tables=rolling, discards="stop stop stop stop")) != "priority"


def test_a_safety_is_laid_when_an_opponent_is_about_to_arrive() -> None:
    almost = piles("roll", distances="100 100 100 100 100 100 75")
    assert says(scene(PARKER, hand="ace 25 gas", tables={0: ROLLING, 1: almost})) == "ace"


def test_a_safety_is_laid_with_the_last_cards() -> None:
    """The pile is empty and this is the last turn, although an Accident is still out."""
    deal = scene(PARKER, hand="ace", hands={1: "accident"}, tables={0: ROLLING, 1: ROLLING}, empty=True)
    assert says(deal) == "ace"


@pytest.mark.parametrize("safety", ["tank", "proof", "ace"])
def test_a_safety_is_laid_against_what_stops_the_car(safety: str) -> None:
    stuck = piles(f"roll {HAZARD_OF[safety]}")
    assert says(scene(PARKER, hand=f"{safety} 25 50", tables={0: stuck, 1: ROLLING})) == safety


def test_right_of_way_starts_the_car_when_the_deal_grows_short() -> None:
    """Early the coup fourré is worth waiting for; with the opponent past half way it is not."""
    half_way = {1: piles("roll", distances="100 100 100 100 100")}
    assert says(idle("priority 100 75 25 50", tables=half_way)) == "priority"


# --- Attacks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("miles", ["100 100", "100 100 100 100 100"], ids=["on the way", "near home"])
@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("way", [1, 2])
def test_the_leader_is_attacked_wherever_he_sits(seat: int, way: int, miles: str) -> None:
    """The same table turned round by a seat, and mirrored, is answered by the same attack, turned and mirrored."""
    leader, other = (seat + way) % 3, (seat - way) % 3
    ahead = piles("roll", distances=miles)
    deal = scene(THREE, hand="flat 25 50", seat=seat, tables={seat: ROLLING, leader: ahead, other: ROLLING})
    assert says(deal) == f"flat>{'ABC'[leader]}"


def test_between_equals_no_seat_is_always_the_victim() -> None:
    """Whoever sits where, the table looks the same to all three: so all three choose the same neighbour."""
    sides = set()
    for seat in range(3):
        deal = scene(THREE, hand="flat 25 50", seat=seat, tables=dict.fromkeys(range(3), ROLLING))
        victim = "ABC".index(says(deal)[-1])
        sides.add((victim - seat) % 3)
    assert len(sides) == 1


def test_of_two_opponents_the_one_that_the_safety_does_not_protect_is_attacked() -> None:
    ahead = piles("roll", distances="100 100 100 100 100", safeties="proof")
    deal = scene(THREE, hand="flat gas spare", tables={0: ROLLING, 1: ahead, 2: ROLLING})
    assert says(deal) == "flat>C"


# --- What to give up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "more", "thrown"),
    [
        ("gas gas spare repair end 100", {}, "-gas"),
        ("spare spare gas repair end 100", {}, "-spare"),
        ("end end gas spare repair 100", {}, "-end"),
        ("gas spare repair end 100 accident", {"tables": {0: piles(safeties="tank")}}, "-gas"),
        ("gas spare repair end 100 stop", {"discards": "out-of-gas out-of-gas"}, "-gas"),
        ("repair gas spare end 100 ace", {}, "-repair"),
        ("flat gas spare repair end 100", {"tables": {1: piles(safeties="proof")}}, "-flat"),
        ("limit gas spare repair end 100", {"tables": {1: piles("roll stop", safeties="priority")}}, "-limit"),
        ("200 gas spare repair end 100", {"tables": {0: piles("roll stop", distances="200 200")}}, "-200"),
        (
            "100 50 gas spare repair end",
            {"tables": {0: piles("roll stop", distances="200 200 100 100 25")}},
            "-100",
        ),
    ],
    ids=[
        "a second remedy",
        "whichever it is",
        "a second End of Limit",
        "a remedy whose safety is shown",
        "a remedy whose hazards are gone",
        "a remedy whose safety is in the hand",
        "a hazard that all are safe from",
        "a limit that all are safe from",
        "a third 200",
        "miles that do not fit",
    ],
)
def test_what_is_of_no_use_goes_first(hand: str, more: dict[str, Any], thrown: str) -> None:
    assert says(idle(hand, **more)) == thrown


def test_a_hazard_is_kept_while_one_opponent_is_open_to_it() -> None:
    safe = piles(safeties="proof")
    assert says(scene(THREE, hand="flat gas spare repair end 25", tables={1: safe})) != "-flat"


def test_one_of_each_remedy_is_kept() -> None:
    """Rather than the only one of a kind, one of many distance cards goes."""
    assert says(idle("gas spare repair 100 75 25 25")) == "-25"


# --- Driving ----------------------------------------------------------------------------------------------------


def test_the_card_that_completes_the_trip_is_played_before_anything_else() -> None:
    home, near = piles("roll", distances="200 200 100 100"), piles("roll", distances="100 100 100 100 100 100")
    assert says(scene(PARKER, hand="100 flat gas ace 25", tables={0: home, 1: near})) == "100"


@pytest.mark.parametrize(("hand", "best"), [("100 75 25", "100"), ("75 50 100", "75"), ("50 75 100", "75")])
def test_a_rest_is_left_that_the_hand_can_make(hand: str, best: str) -> None:
    """125 miles from home: 100 with a 25 behind it; without one 75 and then 50, and not 100."""
    there = piles("roll", distances="200 200 100 75")
    assert says(scene(PARKER, hand=hand, tables={0: there})) == best


def test_longer_is_better() -> None:
    assert says(scene(PARKER, hand="25 50 75 100", tables={0: ROLLING})) == "100"


def test_a_limit_is_lifted_for_fast_cards_and_crept_under_with_slow_ones() -> None:
    limited = piles("roll", "limit")
    assert says(scene(PARKER, hand="end 100 100 200 25", tables={0: limited})) == "end"
    assert says(scene(PARKER, hand="50 50 25 25", tables={0: limited})) == "50"


def safe_so_far(rules: Rules, hundreds: int) -> Deal:
    """A trip so far of hundreds without a 200, one of which is in the hand."""
    return scene(rules, hand="200 100 gas spare", tables={0: piles("roll", distances=" ".join(["100"] * hundreds))})


def test_the_first_200_is_given_up_when_the_safe_trip_is_nearly_done() -> None:
    """Early it is played, late it is not; and late too where the safe trip pays nothing."""
    careful = {"safe_trip": 0.0, "safe_trip_late": 0.9}
    assert says(safe_so_far(PAIRS, 0), **careful) == "200"
    assert says(safe_so_far(PAIRS, 7), **careful) == "100"
    assert says(safe_so_far(PAIRS.replace(safe_trip_points=0), 7), **careful) == "200"


# --- The extension -----------------------------------------------------------------------------------------------

THERE = piles("roll", distances="200 200 100 100 75 25")


@pytest.mark.parametrize(
    ("hand", "other", "says_so"),
    [
        ("100 100 100", piles("roll stop", distances="100"), "extend"),
        ("100 75 75 ace", piles("roll stop", "limit", distances="100 100"), "extend"),
        ("25 gas spare", piles("roll", distances="100 100 100 100"), "finish"),
        ("gas gas spare", piles("roll", distances="100 100 100 100 100 100"), "finish"),
        ("25 50 gas", piles("roll", distances="100 100 100 100 100 75 75"), "finish"),
    ],
    ids=[
        "far ahead of a car that stands, miles in the hand",
        "the same with a limit and a safety in the hand",
        "no miles, an opponent half way",
        "no miles, an opponent near",
        "few miles, an opponent nearly there",
    ],
)
def test_the_trip_is_extended_only_with_reason(hand: str, other: Piles, says_so: str) -> None:
    assert says(scene(PARKER, hand=hand, tables={0: THERE, 1: other}, phase=Phase.EXTEND)) == says_so


def test_of_several_opponents_the_nearest_counts_for_the_extension() -> None:
    behind, near = piles("roll stop", distances="100"), piles("roll", distances="100 100 100 100 100 75 75")
    hand = "100 50 gas"
    both_behind = scene(THREE, hand=hand, tables={0: THERE, 1: behind, 2: behind}, phase=Phase.EXTEND)
    assert says(both_behind) == "extend"
    for one, other in ((behind, near), (near, behind)):
        assert says(scene(THREE, hand=hand, tables={0: THERE, 1: one, 2: other}, phase=Phase.EXTEND)) == "finish"


# --- Open discards and the exchange --------------------------------------------------------------------------------


def drawing(hand: str, **more: Any) -> Deal:
    """A scene before the draw."""
    return scene(ASMODEE, hand=hand, phase=Phase.DRAW, **more)


@pytest.mark.parametrize(
    ("own", "discard"),
    [
        (piles(), "roll"),
        (piles("roll out-of-gas"), "gas"),
        (piles("roll"), "200"),
        (piles("roll"), "flat"),
        (piles(), "priority"),
    ],
    ids=["a Roll to start", "the remedy that is missing", "miles", "a hazard", "a safety"],
)
def test_a_discard_that_can_be_played_at_once_is_taken(own: Piles, discard: str) -> None:
    deal = drawing("25 50 spare 75 repair end", discards=discard, tables={0: own, 1: ROLLING})
    assert says(deal) == "take"


@pytest.mark.parametrize(
    ("own", "discard"),
    [(piles(), "gas"), (piles(), "200"), (piles("roll", safeties="tank"), "gas"), (piles("roll"), "roll")],
    ids=["a remedy for later", "miles for later", "a remedy that is not needed any more", "a Roll while rolling"],
)
def test_a_discard_that_cannot_be_played_at_once_is_left(own: Piles, discard: str) -> None:
    assert says(drawing("100 spare 75 repair flat end", discards=discard, tables={0: own})) == "draw"


@given(lucks())
@tried(40)
def test_a_card_is_not_taken_only_to_be_thrown_back(luck: Random) -> None:
    """Two players who do that with the same card would sit there until the cap."""
    for deal in moments(ASMODEE.replace(turn_cap=120), luck, apart=4):
        if deal.phase is Phase.DRAW and says(deal) == "take":
            deal.play("take")
            assert says(deal) != f"-{Card(deal.state.taken).notation}"


def test_a_poor_hand_is_exchanged_card_by_card_and_a_good_one_is_not() -> None:
    safe = {0: piles("roll stop", safeties="tank proof")}
    deal = drawing("gas gas gas spare spare 100", tables=safe)
    given = []
    while deal.seat == 0:
        given.append(says(deal))
        deal.play(given[-1])
    assert sorted(given) == ["draw", "~gas", "~gas", "~gas", "~spare", "~spare"]
    assert given[-1] == "draw"
    assert says(drawing("gas spare repair roll 100 flat")) == "draw"


def test_an_exchange_that_must_go_on_goes_on() -> None:
    """Where three cards are the least, even a good hand gives on after the first."""
    rules = ASMODEE.replace(exchange_min=3)
    deal = scene(rules, hand="roll 100 flat", phase=Phase.EXCHANGE, given=1, discards="gas")
    assert says(deal).startswith("~")


def test_a_safety_that_completes_a_race_for_points_is_laid() -> None:
    there = piles("roll", distances="200 200 100 100 100 100 100")
    assert says(scene(ASMODEE, hand="ace 25 flat", tables={0: there, 1: ROLLING})) == "ace"


# --- Answers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"])
@pytest.mark.parametrize("safety", HAZARD_OF)
def test_every_coup_fourre_is_called(book: str, safety: str) -> None:
    hazard = HAZARD_OF[safety]
    deal = scene(
        rules_of(book),
        hand=f"{safety} gas spare repair roll",
        tables={1: piles(f"roll {hazard}")},
        seat=1,
        turn=0,
        phase=Phase.REACT,
        window=Window(0, 1, Card.parse(hazard)),
    )
    assert says(deal) == "coup"


def test_a_remedy_is_laid_at_once_where_that_is_allowed() -> None:
    hit = {1: piles("roll flat")}
    window = Window(0, 1, Card.FLAT_TIRE)
    deal = scene(ASMODEE, hand="spare 25", tables=hit, seat=1, turn=0, phase=Phase.REACT, window=window)
    assert says(deal) == "spare"


# --- Whole deals -------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    "rules", PRINTED, ids=lambda rules: f"{rules.edition}-{rules.players}-{rules.teams}-{rules.target}"
)
def test_every_form_is_played_to_its_end(rules: Rules) -> None:
    """To the arrival or to the last card, that is: a turn cap is there for players who do nothing."""
    deals, width = 60, rules.teams + 4
    played = play_deals(compile_rules(rules), [Heuristic()], deals, 3)
    endings = [Ending(ending) for ending in played[rules.teams + 2 :: width]]
    assert len(endings) == deals
    assert Ending.CAPPED not in endings


def brief(rules: Rules) -> Rules:
    """The same with fewer turns: what can be worked out about many reshuffles takes long to work out."""
    return rules.replace(turn_cap=min(rules.turn_cap or 90, 90))


@given(any_rules(), lucks())
@tried(60)
def test_it_decides_alike_in_worlds_that_look_alike(rules: Rules, luck: Random) -> None:
    """In the true deal, in a stand-in for what its seat sees, and in worlds with the hidden cards elsewhere."""
    player, rng = Heuristic(), Rng(0)
    for deal in moments(brief(rules), luck, apart=20):
        if deal.seat is None:
            continue
        view = deal.view(deal.seat)
        move = decide(player, deal.state, rng)
        assert move in deal.legal_moves
        assert move == COUP or COUP not in deal.legal_moves
        assert decide(player, view.possible_position(), rng) == move
        for _ in range(2):
            assert decide(player, view.sample(luck).state, rng) == move


def test_a_deck_without_a_remedy_is_played_too() -> None:
    """A house may play without Gasoline, and then Out of Gas is the worst there is."""
    deck = list(PARKER.deck)
    deck[Card.GASOLINE] = 0
    rules = PARKER.replace(deck=tuple(deck))
    deal = scene(rules, hand="out-of-gas 25 50", tables={0: ROLLING, 1: ROLLING})
    assert says(deal) == "out-of-gas>B"


# --- Weights -----------------------------------------------------------------------------------------------------


def test_weights_that_do_not_exist_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"there is no weight 'courage'; the weights are keep_25, keep_50"):
        Heuristic({"mile": 1.0, "courage": 3.0})


def test_weights_that_are_not_given_are_as_set_by_hand() -> None:
    player = Heuristic({"mile": 2.5})
    assert {name: getattr(player, name) for name in HAND_SET_WEIGHTS} == HAND_SET_WEIGHTS | {"mile": 2.5}


def test_a_weight_of_nothing_divides_by_nothing() -> None:
    """With cards that do not fade and no turn left, the last card is played all the same."""
    deal = scene(PARKER, hand="25", hands={1: "accident"}, tables={0: ROLLING, 1: ROLLING}, empty=True)
    assert says(deal, fade=0.0) == "25"


@pytest.mark.compiled_only
def test_every_weight_has_its_say() -> None:
    """Changed a good deal, up or down, each of them changes how deals of some form go."""
    forms = [
        compile_rules(rules) for rules in (PARKER, THREE, PAIRS, ASMODEE.replace(turn_cap=150), rules_of("dujardin", 3))
    ]
    usual = [play_deals(compiled, [Heuristic()], 60, 5) for compiled in forms]
    silent = {
        name
        for name, value in HAND_SET_WEIGHTS.items()
        if all(
            play_deals(compiled, [Heuristic({name: value + change})], 60, 5) == played
            for change in (300.0, -300.0, 3.0)
            for compiled, played in zip(forms, usual, strict=True)
        )
    }
    assert silent == set()
