"""Hazards: whom they may hit, where they lie, and what they stop."""

from __future__ import annotations

from typing import Any

import pytest

from bornes import EDITIONS, Card, Move, Piles
from bornes.game.events import Attacked, Discarded, Laid
from bornes.game.illegal_reasons import (
    NeedsTarget,
    NoSuchTeam,
    OwnTeam,
    SpeedLimited,
    StoppedByHazard,
    TargetHasHazard,
    TargetLimited,
    TargetNotRolling,
    TargetNotStarted,
    TargetProtected,
)
from tests.support.scenes import piles, rules_of, scene
from tests.support.stories import distances, follow, laid, plays, refused

BATTLE_HAZARDS = ("out-of-gas", "flat", "accident", "stop")
REMEDY_OF = {"out-of-gas": "gas", "flat": "spare", "accident": "repair", "stop": "roll"}
SAFETY_OF = {"out-of-gas": "tank", "flat": "proof", "accident": "ace", "stop": "priority", "limit": "priority"}
EVERY_DISTANCE = {"25", "50", "75", "100", "200"}


# -- what a hazard does --------------------------------------------------------------------------------------


@pytest.mark.parametrize("hazard", BATTLE_HAZARDS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-26", "P62-38")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-26")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-28")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-19", "DJ-29")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-23")),
    ],
)
def test_a_battle_hazard_on_a_rolling_opponent_bars_all_distance(name: str, hazard: str) -> None:
    hands = {1: "25 50 75 100 200"}
    deal = scene(rules_of(name), hand=f"{hazard} 100", hands=hands, tables={1: piles("roll")})
    unhurt = follow(deal.clone(), "-100")
    assert distances(unhurt) == EVERY_DISTANCE
    hit = follow(deal, f"{hazard}>B")
    assert distances(hit) == set()
    assert laid(hit, 1).battle == (Card.ROLL, Card.parse(hazard))


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        pytest.param("parker-1962", "P62-38", marks=pytest.mark.clause("P62-38")),
        pytest.param("parker-1988", "P88-26", marks=pytest.mark.clause("P88-26")),
        pytest.param("game-cabinet", "GC-28", marks=pytest.mark.clause("GC-28")),
        pytest.param("dujardin", "DJ-29", marks=pytest.mark.clause("DJ-29")),
        pytest.param("asmodee", "AS-23", marks=pytest.mark.clause("AS-23")),
    ],
)
@pytest.mark.parametrize("hazard", BATTLE_HAZARDS)
def test_who_is_stopped_is_told_by_what_and_what_helps(name: str, clause: str, hazard: str) -> None:
    stopped = scene(rules_of(name), hand="25", tables={0: piles(f"roll {hazard}")})
    card = Card.parse(hazard)
    assert refused(stopped, "25") == StoppedByHazard(clause, hazard=card, remedy=Card.parse(REMEDY_OF[hazard]))


SPEED_LIMIT = [
    pytest.param("parker-1962", "P62-30", marks=pytest.mark.clause("P62-30")),
    pytest.param("parker-1988", "P88-27", marks=pytest.mark.clause("P88-27")),
    pytest.param("game-cabinet", "GC-29", marks=pytest.mark.clause("GC-29")),
    pytest.param("dujardin", "DJ-22", marks=pytest.mark.clause("DJ-22")),
    pytest.param("asmodee", "AS-28", marks=pytest.mark.clause("AS-28")),
]


@pytest.mark.parametrize(("name", "clause"), SPEED_LIMIT)
def test_a_speed_limit_lies_on_the_speed_pile_and_leaves_25_and_50(name: str, clause: str) -> None:
    deal = scene(rules_of(name), hand="limit", hands={1: "25 50 75 100 200"}, tables={1: piles("roll")})
    follow(deal, "limit>B")
    assert laid(deal, 1) == piles(battle="roll", speed="limit")
    assert distances(deal) == {"25", "50"}
    for card in ("75", "100", "200"):
        assert refused(deal, card) == SpeedLimited(clause, limit=50)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(
    ("limit", "open_to"),
    [(25, {"25"}), (75, {"25", "50", "75"}), (100, {"25", "50", "75", "100"}), (200, EVERY_DISTANCE)],
)
def test_a_house_rule_may_set_another_speed_limit(name: str, limit: int, open_to: set[str]) -> None:
    rules = rules_of(name, speed_limit=limit)
    deal = scene(rules, hand="25 50 75 100 200", tables={0: piles("roll", "limit")})
    assert distances(deal) == open_to
    for card in EVERY_DISTANCE - open_to:
        assert refused(deal, card) == SpeedLimited("house rule speed_limit", limit=limit)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-31")),
        *("parker-1988", "game-cabinet", "dujardin", "asmodee"),
    ],
)
def test_where_no_card_lies_on_the_speed_pile_there_is_no_limit(name: str) -> None:
    assert distances(scene(rules_of(name), hand="25 50 75 100 200", tables={0: piles("roll")})) == EVERY_DISTANCE


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-29", "Q-12")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-28", "Q-12")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-30", "GC-31", "Q-12")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-18", "Q-12")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-28", "Q-12")),
    ],
)
def test_a_speed_limit_may_hit_before_the_start_and_binds_after_it(name: str) -> None:
    hands = {1: "roll 50 75 end 200"}
    deal = scene(rules_of(name), hand="limit 100 100 100", hands=hands, draw="25 100 25 100 25 100")
    follow(deal, "limit>B", "roll", "-100")
    assert distances(deal) == {"25", "50"}
    follow(deal, "end", "-100")
    assert distances(deal) == {"25", "50", "75", "200"}


# -- whom a hazard may hit -----------------------------------------------------------------------------------

SITUATIONS: dict[str, Piles] = {
    "not started": piles(),
    "not started, limited": piles(speed="limit"),
    "rolling": piles("roll"),
    "stopped": piles("roll flat"),
    "stopped by the same": piles("roll accident"),
    "remedied, no Roll yet": piles("roll flat spare"),
    "hazard cancelled, no Roll yet": piles("roll flat", safeties="proof"),
    "hazard cancelled, Roll laid": piles("roll flat roll", safeties="proof"),
    "priority, nothing laid": piles(safeties="priority"),
    "priority, dead Stop": piles("roll stop", safeties="priority"),
    "priority, remedied": piles("roll flat spare", safeties="priority"),
    "priority, stopped": piles("roll flat", safeties="priority"),
}
ROLLING = {
    *("rolling", "hazard cancelled, Roll laid"),
    *("priority, nothing laid", "priority, dead Stop", "priority, remedied"),
}
WAITING_FOR_A_ROLL = {"remedied, no Roll yet", "hazard cancelled, no Roll yet"}
STOPPED = {"stopped", "stopped by the same", "priority, stopped"}


def situations_open_to_an_accident(name: str, **house: Any) -> set[str]:
    """In which situations the opponent may be hit by an Accident, against which it has no safety."""
    rules = rules_of(name, **house)
    return {
        situation
        for situation, opponent in SITUATIONS.items()
        if "accident>B" in plays(scene(rules, hand="accident", tables={1: opponent}))
    }


@pytest.mark.parametrize(
    ("name", "open_situations"),
    [
        pytest.param("parker-1962", ROLLING, marks=pytest.mark.clause("P62-26", "P62-27", "P62-28", "Q-13")),
        pytest.param(
            *("parker-1988", ROLLING | WAITING_FOR_A_ROLL | STOPPED),
            marks=pytest.mark.clause("P88-29", "P88-31", "Q-13"),
        ),
        pytest.param(
            *("game-cabinet", ROLLING | WAITING_FOR_A_ROLL | STOPPED),
            marks=pytest.mark.clause("GC-32", "GC-34", "Q-13"),
        ),
        pytest.param("dujardin", ROLLING, marks=pytest.mark.clause("DJ-19", "DJ-20", "Q-13")),
        pytest.param(
            *("asmodee", ROLLING | WAITING_FOR_A_ROLL),
            marks=pytest.mark.clause("AS-21", "AS-30", "Q-13"),
        ),
    ],
)
def test_each_edition_says_on_what_a_battle_hazard_may_land(name: str, open_situations: set[str]) -> None:
    assert situations_open_to_an_accident(name) == open_situations


@pytest.mark.clause("Q-12", "Q-13", "Q-14")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
@pytest.mark.parametrize(
    ("hazard_target", "open_situations"),
    [
        ("rolling", ROLLING),
        ("started-no-live", ROLLING | WAITING_FOR_A_ROLL),
        ("started-any-top", ROLLING | WAITING_FOR_A_ROLL | STOPPED),
    ],
)
def test_hazard_target_decides_whom_a_hazard_may_hit(name: str, hazard_target: str, open_situations: set[str]) -> None:
    assert situations_open_to_an_accident(name, hazard_target=hazard_target) == open_situations


@pytest.mark.clause("Q-12", "Q-13")
@pytest.mark.parametrize(
    ("hazard_target", "open_situations"),
    [
        ("rolling", ROLLING | WAITING_FOR_A_ROLL),
        ("started-no-live", ROLLING | WAITING_FOR_A_ROLL),
        ("started-any-top", ROLLING | WAITING_FOR_A_ROLL | STOPPED),
    ],
)
def test_an_asmodee_driver_is_never_waiting_for_a_go(hazard_target: str, open_situations: set[str]) -> None:
    assert situations_open_to_an_accident("asmodee", hazard_target=hazard_target) == open_situations


@pytest.mark.clause("AS-30", "Q-13")
def test_asmodee_asks_for_a_start_and_no_live_hazard_and_not_for_a_rolling_opponent() -> None:
    rules = rules_of("asmodee", roll_after_remedy=True)  # without it nobody who has started waits for a GO
    deal = scene(rules, hand="accident", tables={1: piles("roll flat spare")})
    assert plays(deal) == {"accident>B"}


NOT_STARTED = [
    pytest.param("parker-1962", "P62-26", marks=pytest.mark.clause("P62-26", "Q-12")),
    pytest.param("parker-1988", "P88-29", marks=pytest.mark.clause("P88-29", "Q-12")),
    pytest.param("game-cabinet", "GC-32", marks=pytest.mark.clause("GC-32", "Q-12")),
    pytest.param("dujardin", "DJ-19", marks=pytest.mark.clause("DJ-19", "Q-12")),
    pytest.param("asmodee", "AS-21", marks=pytest.mark.clause("AS-21", "Q-12")),
]


@pytest.mark.parametrize(("name", "clause"), NOT_STARTED)
@pytest.mark.parametrize("hazard", BATTLE_HAZARDS)
def test_no_battle_hazard_hits_who_has_not_started(name: str, clause: str, hazard: str) -> None:
    deal = scene(rules_of(name), hand=hazard)
    assert refused(deal, f"{hazard}>B") == TargetNotStarted(clause, team=1)


@pytest.mark.clause("Q-12")
@pytest.mark.parametrize("name", EDITIONS)
def test_who_has_not_started_may_attack_and_protect_itself_all_the_same(name: str) -> None:
    deal = scene(rules_of(name), hand="stop limit ace 25", tables={1: piles("roll")})
    assert plays(deal) == {"stop>B", "limit>B", "ace"}


NOT_ROLLING = [
    pytest.param("parker-1962", "P62-26", marks=pytest.mark.clause("P62-26", "Q-13", "Q-45")),
    pytest.param("dujardin", "DJ-19", marks=pytest.mark.clause("DJ-19", "Q-13", "Q-45")),
]


@pytest.mark.parametrize(("name", "clause"), NOT_ROLLING)
@pytest.mark.parametrize("situation", sorted(WAITING_FOR_A_ROLL))
def test_who_waits_for_a_roll_is_not_rolling_and_cannot_be_hit(name: str, clause: str, situation: str) -> None:
    deal = scene(rules_of(name), hand="accident", tables={1: SITUATIONS[situation]})
    assert refused(deal, "accident>B") == TargetNotRolling(clause, team=1)


@pytest.mark.clause("Q-45")
@pytest.mark.parametrize("name", EDITIONS)
def test_a_dead_hazard_does_not_shield_who_has_right_of_way(name: str) -> None:
    deal = scene(
        rules_of(name),
        hand="flat",
        hands={1: "50"},
        tables={1: piles("roll stop", safeties="priority")},
    )
    follow(deal, "flat>B")
    assert "50" not in plays(deal)


# -- hazards upon hazards ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        pytest.param("parker-1962", "P62-28", marks=pytest.mark.clause("P62-28", "Q-13")),
        pytest.param("dujardin", "DJ-20", marks=pytest.mark.clause("DJ-20", "Q-13")),
        pytest.param("asmodee", "AS-30", marks=pytest.mark.clause("AS-30", "Q-13")),
    ],
)
@pytest.mark.parametrize("hazard", BATTLE_HAZARDS)
def test_no_second_hazard_hits_who_is_stopped(name: str, clause: str, hazard: str) -> None:
    for lying in BATTLE_HAZARDS:
        deal = scene(rules_of(name), hand=hazard, tables={1: piles(f"roll {lying}")})
        assert refused(deal, f"{hazard}>B") == TargetHasHazard(clause, team=1, hazard=Card.parse(lying))


PILING_UP = [
    pytest.param("parker-1988", marks=pytest.mark.clause("P88-31", "P88-32", "Q-14")),
    pytest.param("game-cabinet", marks=pytest.mark.clause("GC-34", "GC-35", "Q-14")),
]


@pytest.mark.parametrize("name", PILING_UP)
def test_a_hazard_may_cover_a_hazard_even_of_its_own_kind(name: str) -> None:
    for lying in BATTLE_HAZARDS:
        for hazard in BATTLE_HAZARDS:
            deal = scene(rules_of(name), hand=hazard, tables={1: piles(f"roll {lying}")})
            assert plays(deal) == {f"{hazard}>B"}


@pytest.mark.parametrize("name", PILING_UP)
def test_a_buried_hazard_needs_no_remedy(name: str) -> None:
    deal = scene(
        rules_of(name),
        hand="stop 25",
        hands={1: "repair roll 100"},
        tables={1: piles("roll accident")},
    )
    follow(deal, "stop>B")
    assert "repair" not in plays(deal)
    follow(deal, "roll", "-25")
    assert "100" in distances(deal)


@pytest.mark.parametrize("name", PILING_UP)
def test_a_coup_fourre_brings_the_buried_hazard_back(name: str) -> None:
    deal = scene(
        rules_of(name),
        hand="flat",
        hands={1: "proof repair 100 roll"},
        tables={1: piles("roll accident")},
    )
    follow(deal, "flat>B", "coup")
    assert laid(deal, 1).battle == (Card.ROLL, Card.ACCIDENT)
    assert plays(deal) == {"repair"}


@pytest.mark.parametrize("name", PILING_UP)
def test_right_of_way_on_turn_leaves_the_stop_lying_over_the_buried_hazard(name: str) -> None:
    deal = scene(rules_of(name), hand="priority 100 repair", tables={0: piles("roll accident stop")})
    follow(deal, "priority")
    assert laid(deal, 0).battle == (Card.ROLL, Card.ACCIDENT, Card.STOP)
    assert "100" in distances(deal)
    assert "repair" not in plays(deal)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1988", marks=pytest.mark.clause("Q-70")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("Q-70")),
    ],
)
def test_a_dead_hazard_keeps_a_live_one_buried(name: str) -> None:
    deal = scene(rules_of(name), hand="proof 100 repair roll", tables={0: piles("roll accident flat")}, draw="25 50 25")
    follow(deal, "proof")
    assert plays(deal) == {"roll"}
    follow(deal, "roll", "-25")
    assert "100" in distances(deal)


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        pytest.param("parker-1962", "P62-28", marks=pytest.mark.clause("P62-28", "Q-46")),
        pytest.param("dujardin", "Q-46", marks=pytest.mark.clause("Q-46")),
        pytest.param("asmodee", "Q-46", marks=pytest.mark.clause("Q-46")),
    ],
)
def test_no_speed_limit_hits_who_is_limited(name: str, clause: str) -> None:
    deal = scene(rules_of(name), hand="limit", tables={1: piles("roll", "limit")})
    assert refused(deal, "limit>B") == TargetLimited(clause, team=1)
    assert plays(scene(rules_of(name), hand="limit", tables={1: piles("roll", "limit end")})) == {"limit>B"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-31", "Q-46")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-34", "Q-46")),
    ],
)
def test_a_second_speed_limit_is_legal_and_changes_nothing(name: str) -> None:
    deal = scene(rules_of(name), hand="limit 25", hands={1: "end 100"}, tables={1: piles("roll", "limit")})
    follow(deal, "limit>B", "end", "-25")
    assert "100" in distances(deal)


@pytest.mark.clause("Q-46")
@pytest.mark.parametrize("name", EDITIONS)
def test_limit_on_limit_is_a_switch(name: str) -> None:
    limited = {1: piles("roll", "limit")}
    assert plays(scene(rules_of(name, limit_on_limit=True), hand="limit", tables=limited)) == {"limit>B"}
    assert plays(scene(rules_of(name, limit_on_limit=False), hand="limit", tables=limited)) == set()


@pytest.mark.parametrize(
    "name",
    [
        "parker-1962",
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-30")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-33")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-21")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-31")),
    ],
)
@pytest.mark.parametrize(("first", "second"), [("limit", "flat"), ("flat", "limit")])
def test_a_speed_limit_and_a_battle_hazard_live_side_by_side(name: str, first: str, second: str) -> None:
    deal = scene(
        rules_of(name),
        hand=f"{first} {second}",
        hands={1: "100 75 roll end"},
        tables={1: piles("roll")},
        draw="25 25 spare",
    )
    follow(deal, f"{first}>B", "-25", f"{second}>B")
    assert laid(deal, 1) == piles(battle="roll flat", speed="limit")
    assert plays(deal) == {"spare", "end"}
    follow(deal, "spare", "-25")
    if name != "asmodee":  # where the remedy is enough
        follow(deal, "roll", "-25")
    assert distances(deal) == {"25"}


# -- safeties against hazards --------------------------------------------------------------------------------

PROTECTED = [
    pytest.param("parker-1962", "P62-32", marks=pytest.mark.clause("P62-32")),
    pytest.param("parker-1988", "P88-33", marks=pytest.mark.clause("P88-33")),
    pytest.param("game-cabinet", "GC-36", marks=pytest.mark.clause("GC-36")),
    pytest.param("asmodee", "AS-29", marks=pytest.mark.clause("AS-29")),
]


@pytest.mark.parametrize(("name", "clause"), PROTECTED)
@pytest.mark.parametrize("hazard", [*BATTLE_HAZARDS, "limit"])
def test_no_hazard_hits_who_displays_the_safety_against_it(name: str, clause: str, hazard: str) -> None:
    safety = SAFETY_OF[hazard]
    deal = scene(rules_of(name), hand=hazard, tables={1: piles("roll", safeties=safety)})
    assert refused(deal, f"{hazard}>B") == TargetProtected(clause, team=1, safety=Card.parse(safety))


@pytest.mark.parametrize(
    ("hazard", "clause"),
    [
        pytest.param("stop", "DJ-34", marks=pytest.mark.clause("DJ-34")),
        pytest.param("limit", "DJ-34", marks=pytest.mark.clause("DJ-34")),
        pytest.param("out-of-gas", "DJ-36", marks=pytest.mark.clause("DJ-36")),
        pytest.param("flat", "DJ-36", marks=pytest.mark.clause("DJ-36")),
        pytest.param("accident", "DJ-36", marks=pytest.mark.clause("DJ-36")),
    ],
)
def test_dujardin_says_of_each_botte_what_it_bars(hazard: str, clause: str) -> None:
    safety = SAFETY_OF[hazard]
    deal = scene(rules_of("dujardin"), hand=hazard, tables={1: piles("roll", safeties=safety)})
    assert refused(deal, f"{hazard}>B") == TargetProtected(clause, team=1, safety=Card.parse(safety))


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("safety", ["tank", "proof", "ace", "priority"])
def test_a_safety_shields_from_its_own_hazards_only(name: str, safety: str) -> None:
    deal = scene(
        rules_of(name),
        hand="out-of-gas flat accident stop limit",
        tables={1: piles("roll", safeties=safety)},
    )
    assert plays(deal) == {f"{hazard}>B" for hazard, shield in SAFETY_OF.items() if shield != safety}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-27", "Q-13")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-26", "Q-13")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-37", "Q-13")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-23", "Q-13")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-23", "Q-13")),
    ],
)
@pytest.mark.parametrize("battle", ["", "roll", "roll accident repair"])
@pytest.mark.parametrize("hazard", ["out-of-gas", "flat", "accident"])
def test_right_of_way_leaves_three_hazards_to_fear(name: str, hazard: str, battle: str) -> None:
    remedy = REMEDY_OF[hazard]
    deal = scene(
        rules_of(name),
        hand=f"{hazard} stop limit",
        hands={1: "100 75"},
        draw=f"{remedy} 25",
        tables={1: piles(battle, safeties="priority")},
    )
    assert plays(deal) == {f"{hazard}>B"}
    follow(deal, f"{hazard}>B")
    assert laid(deal, 1).battle[-1] is Card.parse(hazard)
    assert plays(deal) == {remedy}


@pytest.mark.parametrize("name", EDITIONS)
def test_right_of_way_may_be_made_to_leave_speed_limits_alone(name: str) -> None:
    rules = rules_of(name, right_of_way_covers_limit=False, coup_fourre_on_limit=False)
    deal = scene(rules, hand="limit", hands={1: "100 50 end"}, tables={1: piles(safeties="priority")})
    follow(deal, "limit>B")
    assert plays(deal) == {"25", "50", "end"}
    assert refused(deal, "100") == SpeedLimited("house rule right_of_way_covers_limit", limit=50)


# -- whom it is laid on --------------------------------------------------------------------------------------

OWN_SIDE = [
    pytest.param("parker-1962", "P62-26", marks=pytest.mark.clause("P62-26")),
    pytest.param("parker-1988", "P88-26", marks=pytest.mark.clause("P88-26")),
    pytest.param("game-cabinet", "GC-28", marks=pytest.mark.clause("GC-28")),
    pytest.param("dujardin", "DJ-19", marks=pytest.mark.clause("DJ-19")),
    pytest.param("asmodee", "AS-17", marks=pytest.mark.clause("AS-17")),
]


@pytest.mark.parametrize(("name", "clause"), OWN_SIDE)
@pytest.mark.parametrize("hazard", [*BATTLE_HAZARDS, "limit"])
def test_a_hazard_goes_to_an_opponent_and_to_nobody_else(name: str, clause: str, hazard: str) -> None:
    card = Card.parse(hazard)
    everybody_rolls = {team: piles("roll") for team in range(3)}
    deal = scene(rules_of(name, 3), hand=hazard, tables=everybody_rolls)
    assert plays(deal) == {f"{hazard}>B", f"{hazard}>C"}
    assert refused(deal, f"{hazard}>A") == OwnTeam(clause, card=card)
    assert refused(deal, f"{hazard}>D") == NoSuchTeam(clause, team=3)
    assert refused(deal, Move.lay(card)) == NeedsTarget(clause, card=card)


@pytest.mark.parametrize(("name", "clause"), OWN_SIDE)
def test_partners_do_not_attack_each_other(name: str, clause: str) -> None:
    deal = scene(rules_of(name, 6), hand="stop", seat=3, tables={team: piles("roll") for team in range(3)})
    assert plays(deal) == {"stop>B", "stop>C"}
    assert refused(deal, "stop>A") == OwnTeam(clause, card=Card.STOP)


# -- where the cards lie, and who sees them ------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "parker-1962",
        "parker-1988",
        "game-cabinet",
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-56")),
        "asmodee",
    ],
)
def test_attacks_and_remedies_share_the_battle_pile_limits_and_their_ends_the_speed_pile(name: str) -> None:
    deal = scene(
        rules_of(name),
        hand="flat limit",
        hands={1: "100 100 roll end"},
        tables={1: piles("roll")},
        draw="100 25 spare",
    )
    follow(deal, "flat>B", "-100", "limit>B", "spare", "-25", "end")
    assert laid(deal, 1) == piles(battle="roll flat spare", speed="limit end")


@pytest.mark.clause("P62-17")
@pytest.mark.parametrize("move", ["roll", "25", "spare", "end", "ace", "flat>B", "limit>B", "-25"])
def test_whatever_is_played_everybody_sees(move: str) -> None:
    own = {
        "roll": piles("roll stop"),
        "spare": piles("roll flat"),
        "end": piles(speed="limit"),
    }.get(move, piles("roll"))
    hand = move.removeprefix("-").removesuffix(">B")
    deal = scene(rules_of("parker-1962", 4), hand=hand, tables={0: own, 1: piles("roll")})
    event = deal.play(move)[0]
    assert isinstance(event, Laid | Attacked | Discarded)
    assert event.card is Card.parse(hand)
    assert all(event.seen_by(viewer) == event for viewer in (0, 1, 2, 3, None))


@pytest.mark.clause("P62-18")
def test_only_the_top_card_of_a_pile_counts() -> None:
    rules = rules_of("parker-1962")
    through_it_all = piles("roll flat spare roll stop roll accident repair roll", "limit end limit end")
    deal = scene(rules, hand="200 spare repair end roll", tables={0: through_it_all})
    assert plays(deal) == {"200"}
    back_where_it_was = piles("roll flat spare roll flat", "limit end limit")
    deal = scene(rules, hand="200 spare repair end roll", tables={0: back_where_it_was})
    assert plays(deal) == {"spare", "end"}


@pytest.mark.clause("P62-19")
def test_safeties_and_distances_stay_in_sight() -> None:
    deal = scene(
        rules_of("parker-1962"),
        hand="25 ace",
        tables={0: piles("roll", distances="100 200", safeties="tank")},
        draw="25 75 25",
    )
    follow(deal, "ace", "25", "-75", "25")
    for viewer in (0, 1, None):
        seen = deal.view(viewer).tables[0]
        assert sorted(seen.distances) == [Card.D25, Card.D25, Card.D100, Card.D200]
        assert sorted(seen.safeties) == [Card.EXTRA_TANK, Card.DRIVING_ACE]


# -- refusals under house rules ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["parker-1988", "game-cabinet"])
def test_a_stricter_house_is_named_where_a_hazard_is_refused(name: str) -> None:
    house = "house rule hazard_target"
    rolling = rules_of(name, hazard_target="rolling")
    no_live = rules_of(name, hazard_target="started-no-live")
    stopped, remedied = {1: piles("roll flat")}, {1: piles("roll flat spare")}
    for rules in (rolling, no_live):
        hazard_on_hazard = refused(scene(rules, hand="stop", tables=stopped), "stop>B")
        assert hazard_on_hazard == TargetHasHazard(house, team=1, hazard=Card.FLAT_TIRE)
    assert refused(scene(rolling, hand="stop", tables=remedied), "stop>B") == TargetNotRolling(house, team=1)


@pytest.mark.parametrize(("name", "value"), [("parker-1962", "started-no-live"), ("dujardin", "started-no-live")])
def test_a_looser_house_is_named_where_it_still_refuses(name: str, value: str) -> None:
    deal = scene(rules_of(name, hazard_target=value), hand="stop", tables={1: piles("roll flat")})
    house = "house rule hazard_target"
    assert refused(deal, "stop>B") == TargetHasHazard(house, team=1, hazard=Card.FLAT_TIRE)


@pytest.mark.parametrize("name", ["parker-1988", "game-cabinet"])
def test_the_house_is_named_where_a_second_limit_is_refused(name: str) -> None:
    deal = scene(rules_of(name, limit_on_limit=False), hand="limit", tables={1: piles(speed="limit")})
    assert refused(deal, "limit>B") == TargetLimited("house rule limit_on_limit", team=1)


@pytest.mark.parametrize(("name", "clause"), [*PROTECTED, ("dujardin", "DJ-36")])
def test_the_house_is_not_blamed_for_what_another_safety_bars(name: str, clause: str) -> None:
    rules = rules_of(name, right_of_way_covers_limit=False, coup_fourre_on_limit=False)
    deal = scene(rules, hand="flat", tables={1: piles("roll", safeties="proof")})
    assert refused(deal, "flat>B") == TargetProtected(clause, team=1, safety=Card.PUNCTURE_PROOF)


@pytest.mark.parametrize(("name", "clause"), SPEED_LIMIT)
def test_the_house_is_not_blamed_for_a_limit_on_who_has_no_right_of_way(name: str, clause: str) -> None:
    rules = rules_of(name, right_of_way_covers_limit=False, coup_fourre_on_limit=False)
    deal = scene(rules, hand="100", tables={0: piles("roll", "limit")})
    assert refused(deal, "100") == SpeedLimited(clause, limit=50)
