"""Remedies: what they answer, when a Roll must follow, and what Right of Way spares."""

from __future__ import annotations

import pytest

from bornes import EDITIONS, Card
from bornes.game.illegal_reasons import NeedsRoll, NotLimited, RemedyUseless, RollUseless, StoppedByHazard
from tests.support.scenes import piles, rules_of, scene
from tests.support.stories import distances, follow, laid, plays, refused

REMEDIES = {"out-of-gas": "gas", "flat": "spare", "accident": "repair"}
SAFETIES = {"out-of-gas": "tank", "flat": "proof", "accident": "ace"}
EVERY_REMEDY = "gas spare repair roll end"


# -- the remedy for each hazard ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hazard"),
    [
        pytest.param("parker-1962", "out-of-gas", marks=pytest.mark.clause("P62-35")),
        pytest.param("parker-1962", "flat", marks=pytest.mark.clause("P62-35")),
        pytest.param("parker-1962", "accident", marks=pytest.mark.clause("P62-35")),
        pytest.param("parker-1988", "out-of-gas", marks=pytest.mark.clause("P88-34")),
        pytest.param("parker-1988", "flat", marks=pytest.mark.clause("P88-34")),
        pytest.param("parker-1988", "accident", marks=pytest.mark.clause("P88-34")),
        pytest.param("game-cabinet", "out-of-gas", marks=pytest.mark.clause("GC-38")),
        pytest.param("game-cabinet", "flat", marks=pytest.mark.clause("GC-38")),
        pytest.param("game-cabinet", "accident", marks=pytest.mark.clause("GC-38")),
        pytest.param("dujardin", "out-of-gas", marks=pytest.mark.clause("DJ-24")),
        pytest.param("dujardin", "flat", marks=pytest.mark.clause("DJ-24")),
        pytest.param("dujardin", "accident", marks=pytest.mark.clause("DJ-24")),
        pytest.param("asmodee", "out-of-gas", marks=pytest.mark.clause("AS-25", "AS-61")),
        pytest.param("asmodee", "flat", marks=pytest.mark.clause("AS-26", "AS-61")),
        pytest.param("asmodee", "accident", marks=pytest.mark.clause("AS-27", "AS-61")),
    ],
)
def test_each_hazard_yields_to_its_own_remedy_only(name: str, hazard: str) -> None:
    deal = scene(rules_of(name), hand=EVERY_REMEDY, tables={0: piles(f"roll {hazard}")})
    assert plays(deal) == {REMEDIES[hazard]}
    follow(deal, REMEDIES[hazard])
    assert laid(deal, 0).battle == (Card.ROLL, Card.parse(hazard), Card.parse(REMEDIES[hazard]))


USELESS_REMEDY = [
    pytest.param("parker-1962", "P62-35", marks=pytest.mark.clause("P62-35", "P62-37", "Q-09")),
    pytest.param("parker-1988", "P88-34", marks=pytest.mark.clause("P88-34", "Q-09")),
    pytest.param("game-cabinet", "GC-38", marks=pytest.mark.clause("GC-38", "Q-09")),
    pytest.param("dujardin", "DJ-24", marks=pytest.mark.clause("DJ-24", "Q-09")),
    pytest.param("asmodee", "AS-61", marks=pytest.mark.clause("AS-61", "Q-09")),
]


@pytest.mark.parametrize(("name", "clause"), USELESS_REMEDY)
@pytest.mark.parametrize("hazard", REMEDIES)
def test_a_remedy_without_its_hazard_is_useless_and_may_only_be_discarded(name: str, clause: str, hazard: str) -> None:
    card = Card.parse(REMEDIES[hazard])
    useless = RemedyUseless(clause, card=card, hazard=Card.parse(hazard))
    cancelled = piles(f"roll {hazard}", safeties=SAFETIES[hazard])
    cured = piles(f"roll {hazard} {card.notation}")
    for own in (piles(), piles("roll"), piles("roll stop"), cancelled, cured):
        deal = scene(rules_of(name), hand=card.notation, tables={0: own})
        assert refused(deal, card.notation) == useless
        assert deal.why_not(f"-{card.notation}") is None


@pytest.mark.parametrize(("name", "clause"), USELESS_REMEDY)
def test_a_remedy_never_helps_another_side(name: str, clause: str) -> None:
    opponent_stopped = {0: piles("roll"), 1: piles("roll flat", "limit")}
    deal = scene(rules_of(name), hand="spare end", tables=opponent_stopped)
    assert plays(deal) == set()
    useless = RemedyUseless(clause, card=Card.SPARE_TIRE, hazard=Card.FLAT_TIRE)
    assert refused(deal, "spare") == useless


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-34", "Q-14")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-38", "Q-14")),
    ],
)
def test_the_remedy_for_a_buried_hazard_is_useless(name: str) -> None:
    deal = scene(rules_of(name), hand=EVERY_REMEDY, tables={0: piles("roll flat accident")})
    assert plays(deal) == {"repair"}


@pytest.mark.parametrize(
    ("hazard", "safety"),
    [
        pytest.param("stop", "priority", marks=pytest.mark.clause("AS-24")),
        pytest.param("flat", "proof", marks=pytest.mark.clause("AS-26")),
        pytest.param("accident", "ace", marks=pytest.mark.clause("AS-27")),
    ],
)
def test_in_asmodee_the_safety_cures_as_well_as_the_remedy(hazard: str, safety: str) -> None:
    deal = scene(rules_of("asmodee"), hand=f"{safety} 100", tables={0: piles(f"roll {hazard}")})
    assert distances(deal) == set()
    follow(deal, safety)
    assert "100" in distances(deal)


# -- the Roll ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-34")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-35")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-39")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-25")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-24")),
    ],
)
def test_a_stop_is_lifted_by_a_single_roll_on_a_turn_of_its_own(name: str) -> None:
    deal = scene(rules_of(name), hand="gas spare repair roll 100", tables={0: piles("roll stop")})
    assert plays(deal) == {"roll"}
    follow(deal, "roll")
    assert deal.turn == 1
    follow(deal, "-25")
    assert "100" in distances(deal)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-33")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-35")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-40")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-29")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-21")),
    ],
)
def test_nothing_but_a_roll_opens_the_battle_pile(name: str) -> None:
    deal = scene(rules_of(name), hand=f"{EVERY_REMEDY} 25")
    assert plays(deal) == {"roll"}
    follow(deal, "roll", "-25")
    assert laid(deal, 0).battle == (Card.ROLL,)
    assert "25" in distances(deal)


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        pytest.param("parker-1962", "P62-33", marks=pytest.mark.clause("P62-35")),
        pytest.param("parker-1988", "P88-39", marks=pytest.mark.clause("P88-36")),
        pytest.param("game-cabinet", "GC-44", marks=pytest.mark.clause("GC-41")),
        pytest.param("dujardin", "DJ-29", marks=pytest.mark.clause("DJ-24", "Q-49")),
    ],
)
@pytest.mark.parametrize("hazard", REMEDIES)
def test_after_a_remedy_a_roll_must_follow_on_a_later_turn(name: str, clause: str, hazard: str) -> None:
    remedy = REMEDIES[hazard]
    deal = scene(rules_of(name), hand=f"{remedy} roll 100", tables={0: piles(f"roll {hazard}")})
    follow(deal, remedy, "-25")
    assert plays(deal) == {"roll"}
    assert refused(deal, "100") == NeedsRoll(clause)
    follow(deal, "roll", "-25")
    assert "100" in distances(deal)


@pytest.mark.clause("AS-22", "Q-17")
@pytest.mark.parametrize("hazard", REMEDIES)
def test_in_asmodee_a_remedy_is_enough(hazard: str) -> None:
    remedy = REMEDIES[hazard]
    deal = scene(rules_of("asmodee"), hand=f"{remedy} roll 100 50", tables={0: piles(f"roll {hazard}")})
    follow(deal, remedy, "-25")
    assert "100" in distances(deal)
    assert refused(deal, "roll") == RollUseless("Q-09")
    follow(deal, "100", "-25")
    assert "50" in distances(deal)


@pytest.mark.clause("Q-17", "Q-49")
@pytest.mark.parametrize("name", EDITIONS)
def test_roll_after_remedy_is_a_switch(name: str) -> None:
    cured = {0: piles("roll flat spare")}
    needed = scene(rules_of(name, roll_after_remedy=True), hand="roll 100", tables=cured)
    assert plays(needed) == {"roll"}
    spared = scene(rules_of(name, roll_after_remedy=False), hand="roll 100", tables=cured)
    assert plays(spared) == {"100"}


@pytest.mark.clause("Q-09")
@pytest.mark.parametrize("name", EDITIONS)
def test_a_roll_where_it_changes_nothing_is_useless(name: str) -> None:
    rolling = piles("roll")
    rolling_again = piles("roll flat spare roll")
    privileged = piles(safeties="priority")
    privileged_over_a_stop = piles("roll stop", safeties="priority")
    privileged_and_cured = piles("roll flat spare", safeties="priority")
    for own in (rolling, rolling_again, privileged, privileged_over_a_stop, privileged_and_cured):
        deal = scene(rules_of(name), hand="roll", tables={0: own})
        assert refused(deal, "roll") == RollUseless("Q-09")
        assert deal.why_not("-roll") is None


@pytest.mark.clause("Q-62")
@pytest.mark.parametrize("battle", ["", "roll", "roll stop", "roll flat spare", "flat spare"])
def test_in_asmodee_no_go_is_laid_beside_the_emergency_vehicle(battle: str) -> None:
    deal = scene(rules_of("asmodee"), hand="roll", tables={0: piles(battle, safeties="priority")})
    assert refused(deal, "roll") == RollUseless("Q-09")


@pytest.mark.clause("Q-09")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("hazard", REMEDIES)
def test_a_roll_does_not_answer_what_needs_another_remedy(name: str, hazard: str) -> None:
    for safeties in ("", "priority"):
        deal = scene(rules_of(name), hand="roll", tables={0: piles(f"roll {hazard}", safeties=safeties)})
        reason = refused(deal, "roll")
        assert isinstance(reason, StoppedByHazard)
        assert (reason.hazard, reason.remedy) == (Card.parse(hazard), Card.parse(REMEDIES[hazard]))


@pytest.mark.parametrize("name", EDITIONS)
def test_a_roll_is_refused_with_what_is_said_of_rolls_and_not_of_distance(name: str) -> None:
    deal = scene(rules_of(name), hand="roll", tables={0: piles("roll flat")})
    assert refused(deal, "roll") == StoppedByHazard("Q-09", hazard=Card.FLAT_TIRE, remedy=Card.SPARE_TIRE)


# -- the End of Limit ----------------------------------------------------------------------------------------

END_OF_LIMIT = [
    pytest.param("parker-1962", "P62-36", marks=pytest.mark.clause("P62-36")),
    pytest.param("parker-1988", "P88-38", marks=pytest.mark.clause("P88-38")),
    pytest.param("game-cabinet", "GC-43", marks=pytest.mark.clause("GC-43")),
    pytest.param("dujardin", "DJ-26", marks=pytest.mark.clause("DJ-26", "DJ-27", "Q-16")),
    pytest.param("asmodee", "AS-28", marks=pytest.mark.clause("AS-28")),
]


@pytest.mark.parametrize(("name", "clause"), END_OF_LIMIT)
def test_an_end_of_limit_covers_the_limit_and_frees_every_distance(name: str, clause: str) -> None:
    deal = scene(rules_of(name), hand="end end 75 100 200", tables={0: piles("roll", "limit")})
    assert distances(deal) == set()
    follow(deal, "end", "-25")
    assert laid(deal, 0).speed == (Card.SPEED_LIMIT, Card.END_OF_LIMIT)
    assert distances(deal) >= {"75", "100", "200"}
    assert refused(deal, "end") == NotLimited(clause)


@pytest.mark.parametrize(("name", "clause"), END_OF_LIMIT)
def test_an_end_of_limit_without_a_binding_limit_is_useless(name: str, clause: str) -> None:
    for own in (piles("roll"), piles("roll", "limit end"), piles("roll", "limit", safeties="priority")):
        deal = scene(rules_of(name), hand="end", tables={0: own})
        assert refused(deal, "end") == NotLimited(clause)
        assert deal.why_not("-end") is None


@pytest.mark.parametrize(
    "name",
    [
        *("parker-1962", "parker-1988", "game-cabinet"),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-28")),
        "asmodee",
    ],
)
def test_the_end_of_a_limit_laid_before_the_start_is_no_start(name: str) -> None:
    deal = scene(rules_of(name), hand="end 25 roll", tables={0: piles(speed="limit")})
    follow(deal, "end", "-25")
    assert plays(deal) == {"roll"}


@pytest.mark.clause("Q-16")
@pytest.mark.parametrize("name", EDITIONS)
def test_roll_after_end_of_limit_is_a_switch(name: str) -> None:
    limited = {0: piles("roll", "limit")}
    rules = rules_of(name, roll_after_end_of_limit=True)
    deal = follow(scene(rules, hand="end roll 100", tables=limited), "end", "-25")
    assert plays(deal) == {"roll"}
    assert refused(deal, "100") == NeedsRoll("house rule roll_after_end_of_limit")
    follow(deal, "roll", "-25")
    assert "100" in distances(deal)
    rules = rules_of(name, roll_after_end_of_limit=False)
    deal = follow(scene(rules, hand="end roll 100", tables=limited), "end", "-25")
    assert plays(deal) == {"25", "100"}


# -- a safety laid on turn against its hazard ----------------------------------------------------------------


@pytest.mark.clause("Q-43")
@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("parker-1962", "P62-33"),
        ("parker-1988", "P88-39"),
        ("game-cabinet", "GC-44"),
        ("dujardin", "DJ-29"),
    ],
)
@pytest.mark.parametrize("hazard", SAFETIES)
def test_the_hazard_cancelled_by_a_safety_still_covers_the_roll(name: str, clause: str, hazard: str) -> None:
    deal = scene(rules_of(name), hand=f"{SAFETIES[hazard]} roll 100", tables={0: piles(f"roll {hazard}")})
    follow(deal, SAFETIES[hazard])
    assert laid(deal, 0).battle == (Card.ROLL, Card.parse(hazard))
    assert plays(deal) == {"roll"}
    assert refused(deal, "100") == NeedsRoll(clause)
    follow(deal, "roll", "-25")
    assert "100" in distances(deal)


@pytest.mark.clause("Q-43")
@pytest.mark.parametrize("hazard", SAFETIES)
def test_in_asmodee_a_hazard_cancelled_by_a_safety_is_as_good_as_gone(hazard: str) -> None:
    deal = scene(rules_of("asmodee"), hand=f"{SAFETIES[hazard]} roll 100", tables={0: piles(f"roll {hazard}")})
    follow(deal, SAFETIES[hazard])
    assert "100" in distances(deal)
    assert refused(deal, "roll") == RollUseless("Q-09")


@pytest.mark.clause("Q-43")
@pytest.mark.parametrize("name", EDITIONS)
def test_roll_after_safety_is_a_switch(name: str) -> None:
    cancelled = {0: piles("roll flat", safeties="proof")}
    needed = scene(rules_of(name, roll_after_safety=True), hand="roll 100", tables=cancelled)
    assert plays(needed) == {"roll"}
    spared = scene(rules_of(name, roll_after_safety=False), hand="roll 100", tables=cancelled)
    assert plays(spared) == {"100"}


@pytest.mark.clause("Q-43")
@pytest.mark.parametrize("name", EDITIONS)
def test_a_safety_laid_beside_right_of_way_needs_no_roll(name: str) -> None:
    deal = scene(rules_of(name), hand="proof 100", tables={0: piles("roll flat", safeties="priority")})
    follow(deal, "proof")
    assert "100" in distances(deal)


# -- Right of Way --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-38", "Q-44")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-37", "Q-44")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-42", "Q-44")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-29", "Q-44")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-23", "Q-44")),
    ],
)
@pytest.mark.parametrize("hazard", REMEDIES)
def test_right_of_way_leaves_the_hazard_but_spares_the_roll_after_its_remedy(name: str, hazard: str) -> None:
    remedy = REMEDIES[hazard]
    deal = scene(rules_of(name), hand=f"priority {remedy} 100", tables={0: piles(f"roll {hazard}")})
    follow(deal, "priority")
    assert plays(deal) == {remedy}
    follow(deal, remedy, "-25")
    assert "100" in distances(deal)


@pytest.mark.clause("Q-44")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("own", ["roll stop", "roll flat spare", ""], ids=["stopped", "remedied", "not started"])
def test_right_of_way_on_turn_needs_no_roll_to_drive(name: str, own: str) -> None:
    deal = scene(rules_of(name), hand="priority 100 roll", tables={0: piles(own)}, draw="50")
    follow(deal, "priority")
    assert plays(deal) == {"50", "100"}


@pytest.mark.clause("Q-44")
@pytest.mark.parametrize("name", EDITIONS)
def test_right_of_way_leaves_a_limit_lying_without_effect(name: str) -> None:
    deal = scene(rules_of(name), hand="priority 200 end", tables={0: piles("roll", "limit")}, draw="100")
    follow(deal, "priority")
    assert laid(deal, 0).speed == (Card.SPEED_LIMIT,)
    assert plays(deal) == {"100", "200"}


@pytest.mark.clause("Q-44")
@pytest.mark.parametrize("name", EDITIONS)
def test_right_of_way_against_a_limit_leaves_out_of_gas_to_be_remedied(name: str) -> None:
    deal = scene(rules_of(name), hand="limit", hands={1: "priority gas 100"}, tables={1: piles("roll out-of-gas")})
    follow(deal, "limit>B", "coup")
    assert laid(deal, 1) == piles("roll out-of-gas", coups="priority")
    assert deal.view().discards == (Card.SPEED_LIMIT,)
    assert plays(deal) == {"gas"}
    follow(deal, "gas", "-25")
    assert "100" in distances(deal)


@pytest.mark.clause("Q-44")
@pytest.mark.parametrize("name", EDITIONS)
def test_right_of_way_against_a_limit_frees_from_a_stop_too(name: str) -> None:
    deal = scene(rules_of(name), hand="limit", hands={1: "priority 100"}, tables={1: piles("roll stop")})
    follow(deal, "limit>B", "coup")
    assert laid(deal, 1) == piles("roll stop", coups="priority")
    assert deal.view().discards == (Card.SPEED_LIMIT,)
    assert "100" in distances(deal)


@pytest.mark.clause("Q-44")
@pytest.mark.parametrize("name", EDITIONS)
def test_right_of_way_against_a_stop_frees_from_a_limit_too(name: str) -> None:
    deal = scene(rules_of(name), hand="stop", hands={1: "priority 100 end"}, tables={1: piles("roll", "limit")})
    follow(deal, "stop>B", "coup")
    assert laid(deal, 1) == piles("roll", "limit", coups="priority")
    assert deal.view().discards == (Card.STOP,)
    assert "100" in distances(deal)
    assert "end" not in plays(deal)


# -- the same hazard twice -----------------------------------------------------------------------------------


@pytest.mark.clause("Q-69")
@pytest.mark.parametrize("name", ["parker-1988", "game-cabinet"])
def test_after_flat_on_flat_a_coup_fourre_leaves_a_roll_to_be_laid(name: str) -> None:
    deal = scene(rules_of(name), hand="flat", hands={1: "proof roll spare 100"}, tables={1: piles("roll flat")})
    follow(deal, "flat>B", "coup")
    assert laid(deal, 1) == piles("roll flat", coups="proof")
    assert plays(deal) == {"roll"}


@pytest.mark.clause("Q-69")
@pytest.mark.parametrize("name", ["parker-1988", "game-cabinet"])
def test_after_stop_on_stop_a_coup_fourre_leaves_nothing_to_be_laid(name: str) -> None:
    deal = scene(rules_of(name), hand="stop", hands={1: "priority roll 100"}, tables={1: piles("roll stop")})
    follow(deal, "stop>B", "coup")
    assert laid(deal, 1) == piles("roll stop", coups="priority")
    assert "100" in distances(deal)


# -- refusals under house rules ------------------------------------------------------------------------------


def test_the_house_is_named_where_it_asks_for_a_roll_that_the_book_does_not() -> None:
    cured = scene(rules_of("asmodee", roll_after_remedy=True), hand="100", tables={0: piles("roll flat spare")})
    assert refused(cured, "100") == NeedsRoll("house rule roll_after_remedy")
    cancelled = {0: piles("roll flat", safeties="proof")}
    shielded = scene(rules_of("asmodee", roll_after_safety=True), hand="100", tables=cancelled)
    assert refused(shielded, "100") == NeedsRoll("house rule roll_after_safety")


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("parker-1962", "P62-33"),
        ("parker-1988", "P88-39"),
        ("game-cabinet", "GC-44"),
        ("dujardin", "DJ-29"),
        ("asmodee", "AS-21"),
    ],
)
def test_the_house_is_not_blamed_for_who_has_not_started(name: str, clause: str) -> None:
    usual = rules_of(name)
    for changed in (
        usual.replace(roll_after_remedy=not usual.roll_after_remedy),
        usual.replace(roll_after_safety=not usual.roll_after_safety),
        usual.replace(roll_after_end_of_limit=not usual.roll_after_end_of_limit),
    ):
        assert refused(scene(changed, hand="100"), "100") == NeedsRoll(clause)
