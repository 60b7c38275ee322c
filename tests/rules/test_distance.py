"""Distance: when a party may drive, how far, and what becomes of a card that would pass the target."""

from __future__ import annotations

from typing import Any

import pytest

from bornes import EDITIONS, Card, Deal, Ending, Move, MoveError, Reason, Rules
from bornes.game.events import Discarded, TurnBegan
from bornes.game.illegal_reasons import MustPlay, NeedsRoll, NotInHand, OvershootsTrip, SpeedLimited, TooMany200s
from bornes.game.moves import IllegalMove
from tests.support.scenes import piles, rules_of, scene
from tests.support.stories import distances, follow, laid, plays, refused

EXACT = ("parker-1962", "parker-1988", "game-cabinet", "dujardin")
EVERY_DISTANCE = {"25", "50", "75", "100", "200"}


def road(miles: int) -> str:
    """Distance cards that add up to so many miles, with no 200 among them."""
    return " ".join(["100"] * (miles // 100) + [str(miles % 100)] * (miles % 100 > 0))


def long_trip(name: str, **house: Any) -> Rules:
    """With four at the table every edition plays to 1000."""
    return rules_of(name, 4, **house)


def overshoot_refused(deal: Deal, card: str) -> Reason:
    """The reason why a card submitted over the target is refused; nothing changes."""
    before = deal.state.snapshot(), list(deal.events), deal.moves
    with pytest.raises(IllegalMove) as caught:
        deal.overshoot(card)
    assert (deal.state.snapshot(), deal.events, deal.moves) == before
    return caught.value.reason


# -- when a party may drive ----------------------------------------------------------------------------------

DRIVING = [
    pytest.param("parker-1962", "P62-33", marks=pytest.mark.clause("P62-33", "P62-38")),
    pytest.param("parker-1988", "P88-39", marks=pytest.mark.clause("P88-39")),
    pytest.param("game-cabinet", "GC-44", marks=pytest.mark.clause("GC-44")),
    pytest.param("dujardin", "DJ-29", marks=pytest.mark.clause("DJ-29")),
    pytest.param("asmodee", "AS-21", marks=pytest.mark.clause("AS-21", "AS-22")),
]


@pytest.mark.parametrize(("name", "clause"), DRIVING)
def test_nobody_drives_before_a_roll_shows(name: str, clause: str) -> None:
    deal = scene(rules_of(name), hand="roll 100")
    assert refused(deal, "100") == NeedsRoll(clause)
    follow(deal, "roll", "-25")
    assert "100" in distances(deal)


@pytest.mark.parametrize(("name", "clause"), DRIVING)
def test_right_of_way_drives_without_a_roll_but_not_over_three_hazards(name: str, clause: str) -> None:
    def can_drive(battle: str) -> bool:
        own = piles(battle, safeties="priority")
        return distances(scene(rules_of(name), hand="100", tables={0: own})) == {"100"}

    assert all(can_drive(battle) for battle in ("", "roll", "roll stop", "roll flat spare"))
    assert not any(can_drive(f"roll {hazard}") for hazard in ("out-of-gas", "flat", "accident"))
    assert refused(scene(rules_of(name), hand="100", tables={0: piles(safeties="ace")}), "100") == NeedsRoll(clause)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-78")),
        *("parker-1988", "game-cabinet", "dujardin"),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-34")),
    ],
)
def test_distance_is_laid_before_the_own_side_and_nowhere_else(name: str) -> None:
    everybody_rolls = {0: piles("roll"), 1: piles("roll")}
    deal = scene(rules_of(name), hand="75", tables=everybody_rolls)
    ways = [move for move in deal.legal_moves if move.card is Card.D75]
    assert ways == [Move.lay(Card.D75), Move.discard(Card.D75)]
    follow(deal, "75")
    assert (laid(deal, 0).distances, laid(deal, 1).distances) == ((Card.D75,), ())
    assert deal.scores == (75, 0)


# -- the 200s ------------------------------------------------------------------------------------------------

TWO_200S = [
    pytest.param("parker-1962", "P62-39", marks=pytest.mark.clause("P62-39", "Q-51")),
    pytest.param("parker-1988", "P88-40", marks=pytest.mark.clause("P88-40", "Q-51")),
    pytest.param("game-cabinet", "GC-45", marks=pytest.mark.clause("GC-45", "Q-51")),
    pytest.param("dujardin", "DJ-30", marks=pytest.mark.clause("DJ-30", "Q-51")),
    pytest.param("asmodee", "AS-32", marks=pytest.mark.clause("AS-32", "Q-51")),
]


@pytest.mark.parametrize(("name", "clause"), TWO_200S)
def test_a_party_lays_two_200s_and_no_third(name: str, clause: str) -> None:
    deal = scene(rules_of(name), hand="200 200 200", tables={0: piles("roll")})
    follow(deal, "200", "-25", "200", "-25")
    assert "200" not in distances(deal)
    assert refused(deal, "200") == TooMany200s(clause, allowed=2)


@pytest.mark.parametrize(("name", "clause"), TWO_200S)
def test_partners_count_their_200s_together(name: str, clause: str) -> None:
    rules = rules_of(name, 6)
    deal = scene(rules, hand="200", hands={3: "200"}, tables={0: piles("roll", distances="200")})
    follow(deal, "200", "-25", "-25")
    assert deal.turn == 3
    assert "200" not in distances(deal)
    assert refused(deal, "200") == TooMany200s(clause, allowed=2)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("allowed", [0, 1, 3, 4])
def test_a_house_rule_may_allow_more_or_fewer_200s(name: str, allowed: int) -> None:
    rules = long_trip(name, max_200s=allowed)
    if allowed:
        one_short = piles("roll", distances="200 " * (allowed - 1))
        assert distances(scene(rules, hand="200", tables={0: one_short})) == {"200"}
    if allowed < 4:
        deal = scene(rules, hand="200", tables={0: piles("roll", distances="200 " * allowed)})
        assert refused(deal, "200") == TooMany200s("house rule max_200s", allowed=allowed)


# -- the target ----------------------------------------------------------------------------------------------

TARGETS = [
    pytest.param("parker-1962", 2, False, 700, "P62-40", marks=pytest.mark.clause("P62-40")),
    pytest.param("parker-1962", 3, False, 700, "P62-40", marks=pytest.mark.clause("P62-40")),
    pytest.param("parker-1962", 4, False, 1000, "P62-40", marks=pytest.mark.clause("P62-40")),
    pytest.param("parker-1962", 6, False, 700, "P62-40", marks=pytest.mark.clause("P62-40")),
    pytest.param("parker-1988", 2, False, 700, "P88-41", marks=pytest.mark.clause("P88-41")),
    pytest.param("parker-1988", 3, False, 700, "P88-41", marks=pytest.mark.clause("P88-41")),
    pytest.param("parker-1988", 4, False, 1000, "P88-41", marks=pytest.mark.clause("P88-41")),
    pytest.param("parker-1988", 6, False, 700, "P88-41", marks=pytest.mark.clause("P88-41")),
    pytest.param("game-cabinet", 2, False, 700, "GC-46", marks=pytest.mark.clause("GC-46")),
    pytest.param("game-cabinet", 3, False, 700, "GC-46", marks=pytest.mark.clause("GC-46")),
    pytest.param("game-cabinet", 4, False, 1000, "GC-46", marks=pytest.mark.clause("GC-46")),
    pytest.param("game-cabinet", 6, False, 700, "GC-46", marks=pytest.mark.clause("GC-46")),
    pytest.param("dujardin", 2, False, 1000, "DJ-31", marks=pytest.mark.clause("DJ-31")),
    pytest.param("dujardin", 3, False, 1000, "DJ-31", marks=pytest.mark.clause("DJ-31")),
    pytest.param("dujardin", 4, False, 1000, "DJ-31", marks=pytest.mark.clause("DJ-31")),
    pytest.param("dujardin", 4, True, 700, "DJ-31", marks=pytest.mark.clause("DJ-31")),
    pytest.param("dujardin", 6, False, 1000, "DJ-31", marks=pytest.mark.clause("DJ-31")),
    pytest.param("dujardin", 8, False, 1000, "DJ-31", marks=pytest.mark.clause("DJ-31")),
    pytest.param("dujardin", 8, True, 700, "DJ-31", marks=pytest.mark.clause("DJ-31")),
]


@pytest.mark.parametrize(("name", "players", "short", "target", "clause"), TARGETS)
def test_fifty_miles_before_the_target_everything_above_50_is_dead(
    name: str, players: int, short: bool, target: int, clause: str
) -> None:
    rules = rules_of(name, players, short=short)
    deal = scene(rules, hand="25 50 75 100 200", tables={0: piles("roll", distances=road(target - 50))})
    assert distances(deal) == {"25", "50"}
    for card in (Card.D75, Card.D100, Card.D200):
        assert refused(deal, Move.lay(card)) == OvershootsTrip(clause, card=card, room=50)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-40")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-41")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-48")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-31")),
    ],
)
def test_the_trip_is_complete_at_exactly_the_target_and_not_before(name: str) -> None:
    almost = {0: piles("roll", distances=road(950))}
    deal = scene(long_trip(name), hand="25 50", tables=almost)
    short_of_it = follow(deal.clone(), "25")
    assert not short_of_it.over
    follow(deal, "50")
    assert (deal.ending, deal.completer) == (Ending.COMPLETED, 0)


@pytest.mark.clause("AS-33", "Q-18")
@pytest.mark.parametrize(("players", "partners"), [(2, False), (3, False), (4, False), (4, True), (6, True)])
def test_in_asmodee_the_target_may_be_passed(players: int, partners: bool) -> None:
    rules = rules_of("asmodee", players, partners=partners)
    almost = {0: piles("roll", distances=road(950))}
    deal = scene(rules, hand="25 50 75 100 200", tables=almost)
    assert distances(deal) == EVERY_DISTANCE
    assert not follow(deal.clone(), "25").over
    follow(deal, "200")
    assert (deal.ending, deal.completer, deal.scores[0]) == (Ending.COMPLETED, 0, 1150)


@pytest.mark.clause("Q-18")
@pytest.mark.parametrize(
    ("name", "clause"),
    [("parker-1962", "P62-40"), ("parker-1988", "P88-41"), ("game-cabinet", "GC-46")],
)
def test_the_target_that_may_not_be_passed_moves_with_an_extension(name: str, clause: str) -> None:
    own = piles("roll", distances="100 100 100 100 50 200")
    before = scene(rules_of(name), hand="100", tables={0: own})
    assert refused(before, "100") == OvershootsTrip(clause, card=Card.D100, room=50)
    opponent = piles("roll", distances="100 100 100 100 100 200")
    after = scene(rules_of(name), hand="100", tables={0: own, 1: opponent}, extended_by=1)
    assert distances(after) == {"100"}
    almost = piles("roll", distances=road(950))
    after = scene(rules_of(name), hand="75", tables={0: almost}, extended_by=0)
    assert refused(after, "75") == OvershootsTrip(clause, card=Card.D75, room=50)


# -- a card laid over the target -----------------------------------------------------------------------------

OVERSHOT = [
    pytest.param("parker-1962", marks=pytest.mark.clause("P62-41", "Q-18", "Q-66")),
    pytest.param("parker-1988", marks=pytest.mark.clause("P88-42", "Q-18", "Q-66")),
    pytest.param("game-cabinet", marks=pytest.mark.clause("GC-47", "Q-18", "Q-66")),
]


def at_950(rules: Rules, hand: str = "75 25") -> Deal:
    """Fifty miles short of 1000."""
    return scene(rules, hand=hand, tables={0: piles("roll", distances=road(950))})


@pytest.mark.parametrize("name", OVERSHOT)
def test_a_card_laid_over_the_target_becomes_the_discard_of_the_turn(name: str) -> None:
    deal = at_950(long_trip(name))
    assert "75" not in plays(deal)
    cards_left = deal.view().draw_pile_size
    events = deal.overshoot("75")
    assert events[:2] == (Discarded(0, Card.D75), TurnBegan(1, extra=False))
    assert deal.moves[-1].notation == "-75"
    assert deal.hand(0) == (Card.D25,)
    assert deal.view().discards == (Card.D75,)
    assert (laid(deal, 0).miles, deal.turn) == (950, 1)
    assert cards_left - deal.view().draw_pile_size == 1, "only the next player has drawn"


@pytest.mark.clause("Q-18", "Q-66")
def test_dujardin_refuses_a_card_laid_over_the_target() -> None:
    deal = at_950(long_trip("dujardin"))
    assert overshoot_refused(deal, "75") == OvershootsTrip("DJ-31", card=Card.D75, room=50)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_card_that_does_not_pass_the_target_is_simply_played(name: str) -> None:
    deal = at_950(long_trip(name))
    before = deal.state.snapshot()
    with pytest.raises(MoveError, match="does not pass the target"):
        deal.overshoot(Card.D25)
    assert deal.state.snapshot() == before


def house(name: str, overshoot: str) -> Rules:
    """The long trip with this way of treating what passes the target; only miles can hit a target exactly."""
    return long_trip(name, overshoot=overshoot, end_measure="miles")


@pytest.mark.clause("Q-18")
@pytest.mark.parametrize("name", EDITIONS)
def test_where_the_house_discards_what_passes_the_target(name: str) -> None:
    deal = at_950(house(name, "discard"))
    assert "75" not in plays(deal)
    deal.overshoot("75")
    assert deal.view().discards == (Card.D75,)
    assert deal.turn == 1


@pytest.mark.clause("Q-18")
@pytest.mark.parametrize("name", EDITIONS)
def test_where_the_house_refuses_what_passes_the_target(name: str) -> None:
    deal = at_950(house(name, "reject"))
    assert "75" not in plays(deal)
    reason = overshoot_refused(deal, "75")
    assert isinstance(reason, OvershootsTrip)
    assert (reason.card, reason.room) == (Card.D75, 50)


@pytest.mark.clause("Q-18")
@pytest.mark.parametrize("name", EDITIONS)
def test_where_the_house_lets_the_target_be_passed(name: str) -> None:
    deal = at_950(house(name, "allow"))
    assert plays(deal) == {"25", "75"}
    follow(deal, "75")
    assert (deal.ending, deal.completer, laid(deal, 0).miles) == (Ending.COMPLETED, 0, 1025)


@pytest.mark.clause("Q-51", "Q-66")
@pytest.mark.parametrize("name", EDITIONS)
def test_what_breaks_another_rule_is_refused_however_it_is_submitted(name: str) -> None:
    rules = long_trip(name)
    third_200 = scene(rules, hand="200", tables={0: piles("roll", distances="200 200")})
    assert isinstance(overshoot_refused(third_200, "200"), TooMany200s)
    limited = scene(rules, hand="75", tables={0: piles("roll", "limit")})
    assert isinstance(overshoot_refused(limited, "75"), SpeedLimited)
    unstarted = scene(rules, hand="75")
    assert isinstance(overshoot_refused(unstarted, "75"), NeedsRoll)


@pytest.mark.clause("Q-66")
@pytest.mark.parametrize(
    ("name", "too_many", "limited", "needs_roll"),
    [
        ("parker-1962", "P62-39", "P62-30", "P62-33"),
        ("parker-1988", "P88-40", "P88-27", "P88-39"),
        ("game-cabinet", "GC-45", "GC-29", "GC-44"),
        ("dujardin", "DJ-30", "DJ-22", "DJ-29"),
    ],
)
def test_over_the_target_and_wrong_besides_is_refused_for_the_other_fault(
    name: str, too_many: str, limited: str, needs_roll: str
) -> None:
    rules = long_trip(name)
    third_200 = piles("roll", distances="200 200 " + road(550))
    deal = scene(rules, hand="200", tables={0: third_200})
    assert overshoot_refused(deal, "200") == TooMany200s(too_many, allowed=2)
    deal = scene(rules, hand="75", tables={0: piles("roll", "limit", road(950))})
    assert overshoot_refused(deal, "75") == SpeedLimited(limited, limit=50)
    deal = scene(rules, hand="75", tables={0: piles("roll flat spare", distances=road(950))})
    assert overshoot_refused(deal, "75") == NeedsRoll(needs_roll)


@pytest.mark.clause("Q-66")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet"])
def test_what_may_not_be_discarded_does_not_become_the_discard(name: str) -> None:
    deal = at_950(long_trip(name, free_discard=False))
    assert overshoot_refused(deal, "75") == MustPlay("house rule free_discard")
    assert isinstance(overshoot_refused(at_950(long_trip(name)), "100"), NotInHand)


# -- refusals under house rules ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXACT)
def test_the_house_is_named_where_it_moved_the_target(name: str) -> None:
    deal = scene(long_trip(name, target=900), hand="75", tables={0: piles("roll", distances=road(850))})
    assert refused(deal, "75") == OvershootsTrip("house rule target", card=Card.D75, room=50)


@pytest.mark.parametrize(
    ("name", "overshoot"),
    [
        ("parker-1962", "reject"),
        ("parker-1988", "reject"),
        ("game-cabinet", "reject"),
        ("dujardin", "discard"),
        ("asmodee", "discard"),
        ("asmodee", "reject"),
    ],
)
def test_the_house_is_named_where_it_treats_the_target_its_own_way(name: str, overshoot: str) -> None:
    deal = at_950(house(name, overshoot))
    assert refused(deal, "75") == OvershootsTrip("house rule overshoot", card=Card.D75, room=50)
