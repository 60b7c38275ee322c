"""Safeties played on turn: what they lift and block, the turn they earn, and what Right of Way adds to that."""

from __future__ import annotations

import pytest

from bornes import Ending
from bornes.game.events import Drew, Reshuffled, Skipped, TurnBegan
from bornes.game.illegal_reasons import (
    NeedsRoll,
    PassingNotAllowed,
    RemedyUseless,
    SpeedLimited,
    StoppedByHazard,
    TargetProtected,
)
from bornes.rules.cards import HAZARDS, SAFETIES
from tests.support.scenes import Card, Deal, Phase, fresh, piles, rules_of, scene

PAIRS = [("out-of-gas", "tank"), ("flat", "proof"), ("accident", "ace"), ("stop", "priority")]
"""The battle hazards and their safeties; the Speed Limit shares Right of Way with the Stop."""


def draw(deal: Deal) -> None:
    """Asmodee asks where to draw from; elsewhere the card is in the hand already."""
    if deal.phase is Phase.DRAW:
        deal.play("draw")


def discard(deal: Deal, card: str) -> None:
    """A turn in which nothing is played."""
    draw(deal)
    deal.play(f"-{card}")


# --- What every safety does --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-42")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-43")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-49")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-32")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-40")),
    ],
)
def test_safeties_may_be_the_very_first_cards_and_lie_on_the_own_side(name: str) -> None:
    deal = fresh(rules_of(name), "ace tank")
    for safety in ("ace", "tank"):
        draw(deal)
        deal.play(safety)
    own, other = deal.view(1).tables
    assert own.safeties == (Card.DRIVING_ACE, Card.EXTRA_TANK)
    assert own.coups == ()
    assert other.safeties == ()


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 4, marks=pytest.mark.clause("P62-42")),
        pytest.param("parker-1988", 4, marks=pytest.mark.clause("P88-43")),
        pytest.param("game-cabinet", 4, marks=pytest.mark.clause("GC-49")),
        pytest.param("dujardin", 6, marks=pytest.mark.clause("DJ-32")),
        pytest.param("asmodee", 4, marks=pytest.mark.clause("AS-40")),
    ],
)
def test_the_safety_of_one_partner_protects_both(name: str, players: int) -> None:
    rules = rules_of(name, players, partners=True)
    deal = scene(rules, hand="ace 25", hands={1: "accident"}, tables={0: piles("roll")})
    deal.play("ace")
    discard(deal, "25")
    draw(deal)
    assert isinstance(deal.why_not("accident>A"), TargetProtected)
    assert [team.safeties for team in deal.view().tables[:2]] == [(Card.DRIVING_ACE,), ()]


@pytest.mark.parametrize(("hazard", "safety"), PAIRS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-43")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-43")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-50")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-32", "Q-52")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-36")),
    ],
)
def test_a_safety_lifts_the_hazard_that_lies_on_its_side(name: str, hazard: str, safety: str) -> None:
    remedy = Card.parse(hazard).remedy.notation
    deal = scene(rules_of(name), hand=f"{safety} {remedy} 25", tables={0: piles(f"roll {hazard}")}, draw="50")
    assert isinstance(deal.why_not("25"), StoppedByHazard)
    assert remedy in deal.legal_moves.notation
    deal.play(safety)
    draw(deal)
    assert not isinstance(deal.why_not("25"), StoppedByHazard)
    assert remedy not in deal.legal_moves.notation


@pytest.mark.parametrize(("hazard", "safety"), PAIRS[:3])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-43")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-43")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-50")),
        pytest.param("dujardin", marks=pytest.mark.clause("Q-52")),
    ],
)
def test_after_the_safety_a_roll_must_still_cover_the_dead_hazard(name: str, hazard: str, safety: str) -> None:
    deal = scene(rules_of(name), hand=f"{safety} roll 100", tables={0: piles(f"roll {hazard}")}, draw="25")
    deal.play(safety)
    assert isinstance(deal.why_not("100"), NeedsRoll)
    deal.play("roll")
    discard(deal, "25")
    deal.play("100")
    assert deal.view().tables[0].miles == 100


@pytest.mark.clause("AS-36")
@pytest.mark.parametrize(("hazard", "safety"), PAIRS)
def test_asmodee_drivers_go_on_at_once_after_the_safety(hazard: str, safety: str) -> None:
    deal = scene(rules_of("asmodee"), hand=f"{safety} 100", tables={0: piles(f"roll {hazard}")})
    deal.play(safety)
    draw(deal)
    deal.play("100")
    assert deal.view().tables[0].miles == 100


@pytest.mark.parametrize(("hazard", "safety"), PAIRS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-42", "P62-49")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-44")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-51")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-34", "DJ-36")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-35")),
    ],
)
def test_a_safety_blocks_its_hazard_for_good(name: str, hazard: str, safety: str) -> None:
    deal = scene(
        rules_of(name),
        hand=f"{safety} 75 75 75",
        hands={1: f"{hazard} 25 25 25"},
        tables={0: piles("roll")},
        draw="50 50 50 50 50",
    )
    unprotected = deal.clone()
    discard(unprotected, "75")
    draw(unprotected)
    assert f"{hazard}>A" in unprotected.legal_moves.notation

    deal.play(safety)
    for _ in range(3):
        discard(deal, "75")
        draw(deal)
        reason = deal.why_not(f"{hazard}>A")
        assert isinstance(reason, TargetProtected)
        assert (reason.team, reason.safety.notation) == (0, safety)
        discard(deal, "25")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-44")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-45")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-52")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-33")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-37")),
    ],
)
def test_each_safety_earns_a_draw_and_a_complete_turn(name: str) -> None:
    deal = scene(rules_of(name), hand="tank proof 25 25 25 25 25", draw="50 100")
    for safety, drawn in (("tank", Card.D50), ("proof", Card.D100)):
        told = deal.play(safety)
        assert TurnBegan(0, extra=True) in told
        draw(deal)
        assert (deal.turn, deal.phase) == (0, Phase.PLAY)
        assert drawn in deal.hand(0)
        assert len(deal.hand(0)) == 7
    told = deal.play("-50")
    assert TurnBegan(1, extra=False) in told
    assert len(deal.hand(0)) == 6


# --- Is the extra turn a right or a duty? --------------------------------------------------------------------


@pytest.mark.clause("Q-08")
@pytest.mark.parametrize(
    "name",
    ["parker-1962", "parker-1988", "game-cabinet", pytest.param("dujardin", marks=pytest.mark.clause("DJ-33"))],
)
def test_the_extra_turn_cannot_be_declined(name: str) -> None:
    deal = scene(rules_of(name), hand="tank 25", draw="50")
    deal.play("tank")
    assert deal.hand(0) == (Card.D25, Card.D50)
    assert isinstance(deal.why_not("pass"), PassingNotAllowed)


@pytest.mark.clause("Q-08")
def test_the_extra_turn_of_asmodee_cannot_be_declined_either() -> None:
    deal = scene(rules_of("asmodee"), hand="tank 25")
    deal.play("tank")
    assert deal.phase is Phase.DRAW
    assert isinstance(deal.why_not("pass"), PassingNotAllowed)


@pytest.mark.clause("Q-08")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"])
def test_where_the_extra_turn_is_optional_it_may_be_passed_before_the_draw(name: str) -> None:
    deal = scene(rules_of(name, extra_turn="optional"), hand="tank 25", draw="50")
    deal.play("tank")
    assert {"draw", "pass"} <= set(deal.legal_moves.notation)
    accepted = deal.clone()

    told = deal.play("pass")
    assert deal.hand(0) == (Card.D25,)
    assert TurnBegan(1, extra=False) in told
    assert "pass" not in deal.legal_moves.notation, "an ordinary turn cannot be passed"

    accepted.play("draw")
    assert (accepted.seat, accepted.phase) == (0, Phase.PLAY)
    assert "pass" not in accepted.legal_moves.notation, "having drawn, one plays"


# --- Right of Way --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-45")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-47")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-53")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-34", "Q-15")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-39", "Q-15")),
    ],
)
def test_right_of_way_blocks_stops_and_limits(name: str) -> None:
    rules = rules_of(name)
    open_road = scene(rules, hand="stop limit", tables={1: piles("roll")})
    assert {"stop>B", "limit>B"} <= set(open_road.legal_moves.notation)
    deal = scene(rules, hand="stop limit", tables={1: piles("roll", safeties="priority")})
    assert isinstance(deal.why_not("stop>B"), TargetProtected)
    assert isinstance(deal.why_not("limit>B"), TargetProtected)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-47")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-46")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-54")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-32", "Q-15")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-39", "Q-15")),
    ],
)
def test_right_of_way_lifts_a_limit_whose_card_still_lies_there(name: str) -> None:
    deal = scene(rules_of(name), hand="priority 75 100 200 end", tables={0: piles("roll", "limit")})
    for distance in ("75", "100", "200"):
        assert isinstance(deal.why_not(distance), SpeedLimited)
    assert "end" in deal.legal_moves.notation
    deal.play("priority")
    draw(deal)
    assert {"75", "100", "200"} <= set(deal.legal_moves.notation)
    assert "end" not in deal.legal_moves.notation
    assert deal.view().tables[0].speed == (Card.SPEED_LIMIT,)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-46")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-48")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-55")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-35", "Q-15")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-38", "Q-15")),
    ],
)
def test_right_of_way_replaces_the_first_roll(name: str) -> None:
    deal = fresh(rules_of(name), "priority 100")
    draw(deal)
    assert isinstance(deal.why_not("100"), NeedsRoll)
    deal.play("priority")
    draw(deal)
    deal.play("100")
    assert deal.view().tables[0].miles == 100


@pytest.mark.parametrize(("hazard", "remedy"), [("out-of-gas", "gas"), ("flat", "spare"), ("accident", "repair")])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-48")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-49")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-56")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-35")),
        pytest.param("asmodee", marks=pytest.mark.clause("Q-44")),
    ],
)
def test_under_right_of_way_the_other_hazards_still_stop_and_their_remedy_suffices(
    name: str, hazard: str, remedy: str
) -> None:
    deal = scene(
        rules_of(name),
        hand=f"{hazard} 25",
        hands={1: "75 100"},
        tables={1: piles("roll", safeties="priority")},
        draw=f"{remedy} 50 50",
    )
    deal.play(f"{hazard}>B")
    draw(deal)
    assert isinstance(deal.why_not("100"), StoppedByHazard)
    deal.play(remedy)
    discard(deal, "25")
    draw(deal)
    deal.play("100")
    assert deal.view().tables[1].miles == 100


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-48")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-49")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-56")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-35")),
        pytest.param("asmodee", marks=pytest.mark.clause("Q-44")),
    ],
)
def test_right_of_way_laid_on_another_hazard_leaves_it_in_force(name: str) -> None:
    deal = scene(rules_of(name), hand="priority 100 spare", tables={0: piles("roll flat")})
    deal.play("priority")
    draw(deal)
    assert isinstance(deal.why_not("100"), StoppedByHazard)
    assert "spare" in deal.legal_moves.notation


@pytest.mark.clause("Q-15")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"])
def test_where_right_of_way_does_not_cover_limits_they_bind_its_owner(name: str) -> None:
    rules = rules_of(name, right_of_way_covers_limit=False, coup_fourre_on_limit=False)
    deal = scene(rules, hand="limit stop", hands={1: "75 end"}, tables={1: piles(safeties="priority")}, draw="25")
    assert isinstance(deal.why_not("stop>B"), TargetProtected), "a Stop is blocked all the same"
    deal.play("limit>B")
    draw(deal)
    assert isinstance(deal.why_not("75"), SpeedLimited)
    assert {"25", "end"} <= set(deal.legal_moves.notation)


# --- Names and numbers of Asmodee ------------------------------------------------------------------------------


@pytest.mark.clause("Q-02")
def test_asmodee_has_five_hazards_and_a_fourth_safety_against_the_empty_tank() -> None:
    rules = rules_of("asmodee")
    assert [rules.deck[hazard] > 0 for hazard in HAZARDS] == [True] * 5
    assert [rules.deck[safety] for safety in SAFETIES] == [1, 1, 1, 1]
    deal = scene(
        rules,
        hand="tank 25 gas",
        hands={1: "out-of-gas"},
        tables={0: piles("roll out-of-gas")},
    )
    deal.play("tank")
    draw(deal)
    assert isinstance(deal.why_not("gas"), RemedyUseless), "it cures …"
    deal.play("25")
    draw(deal)
    assert isinstance(deal.why_not("out-of-gas>A"), TargetProtected), "… and it blocks"


# --- The end of the draw pile ------------------------------------------------------------------------------------


@pytest.mark.clause("Q-21")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_with_the_draw_pile_gone_the_extra_turn_is_played_without_a_draw(name: str) -> None:
    deal = scene(rules_of(name), hand="ace 25 50", empty=True)
    told = deal.play("ace")
    assert TurnBegan(0, extra=True) in told
    assert not [event for event in told if isinstance(event, Drew)]
    assert (deal.seat, deal.hand(0)) == (0, (Card.D25, Card.D50))


@pytest.mark.clause("Q-21")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_where_exhaustion_ends_extra_turns_a_safety_on_turn_earns_none(name: str) -> None:
    rules = rules_of(name, extra_turn_after_exhaustion=False)
    deal = scene(rules, hand="ace 25 50", empty=True)
    assert TurnBegan(1, extra=False) in deal.play("ace")
    before_exhaustion = scene(rules, hand="ace 25 50", draw="75", empty=True)
    assert TurnBegan(0, extra=True) in before_exhaustion.play("ace")


@pytest.mark.clause("Q-21")
def test_asmodee_reshuffles_for_the_draw_of_an_extra_turn() -> None:
    deal = scene(rules_of("asmodee"), hand="ace 25", empty=True)
    deal.play("ace")
    deal.play("draw")
    assert deal.phase is Phase.CHANCE
    told = deal.reshuffle(sorted(deal.view().discards, reverse=True))
    assert isinstance(told[0], Reshuffled)
    assert deal.hand(0) == (Card.D25, Card.RIGHT_OF_WAY)
    assert (deal.seat, deal.phase) == (0, Phase.PLAY)


# --- The end of the deal ------------------------------------------------------------------------------------------

NEARLY_THERE = "200 200 100 100 100 100 100 75"
"""975 miles."""


@pytest.mark.clause("Q-42")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"])
def test_safeties_in_hand_when_the_trip_is_completed_score_nothing(name: str) -> None:
    deal = scene(
        rules_of(name, 4),
        hand="25 ace",
        hands={1: "tank proof priority"},
        tables={0: piles("roll", distances=NEARLY_THERE)},
    )
    deal.play("25")
    assert deal.over
    assert not deal.legal_moves
    assert set(deal.score_sheet().rows["safeties"]) == {0}


@pytest.mark.clause("Q-42")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_a_safety_laid_just_before_the_completing_card_counts(name: str) -> None:
    deal = scene(rules_of(name, 4), hand="ace 25", tables={0: piles("roll", distances=NEARLY_THERE)})
    deal.play("ace")
    assert not deal.over, "only miles complete the trip"
    deal.play("25")
    assert deal.ending is Ending.COMPLETED
    assert deal.score_sheet().column(0)["safeties"] == 100


@pytest.mark.clause("Q-42", "Q-60")
def test_in_asmodee_the_safety_itself_may_end_the_race() -> None:
    deal = scene(rules_of("asmodee", 4), hand="ace 25", tables={0: piles("roll", distances=NEARLY_THERE)})
    told = deal.play("ace")
    assert deal.ending is Ending.COMPLETED
    assert deal.completer == 0
    assert deal.scores[0] == 1075
    assert not [event for event in told if isinstance(event, TurnBegan | Drew)], "no extra turn, no draw"
    assert deal.hand(0) == (Card.D25,)


@pytest.mark.clause("Q-42", "Q-21")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_a_safety_as_the_last_card_of_all_counts_and_its_turn_lapses(name: str) -> None:
    deal = scene(rules_of(name), hand="ace", others=False, empty=True)
    told = deal.play("ace")
    assert deal.ending is Ending.EXHAUSTED
    assert deal.score_sheet().column(0)["safeties"] == 100
    assert not [event for event in told if isinstance(event, TurnBegan)]


@pytest.mark.clause("Q-21")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_the_extra_turn_of_a_player_without_cards_lapses(name: str) -> None:
    deal = scene(rules_of(name), hand="ace", empty=True)
    told = deal.play("ace")
    assert Skipped(0) in told
    assert TurnBegan(1, extra=False) in told
