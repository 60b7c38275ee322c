"""How long the trip is, which depends on the edition and on how many play."""

from __future__ import annotations

from typing import Any

import pytest

from bornes import Deal, Ending, Phase, Rules, RulesError
from tests.support.scenes import cards, piles, rules_of, scene
from tests.support.stories import plays

TO_650 = "200 200 100 100 50"
TO_675 = "200 200 100 100 75"
TO_950 = f"{TO_650} 100 100 100"
TO_975 = f"{TO_675} 100 100 100"

TO_1000, TO_700_AND_ON, TO_700 = "1000", "700, or 1000 by extension", "700"


def at(distances: str, rules: Rules) -> Deal:
    """Team A has come that far, rolls, and holds the 25 and the 50."""
    return scene(rules, hand="25 50", tables={0: piles("roll", distances=distances)})


def drive_25(deal: Deal) -> Deal:
    deal.play("25")
    return deal


def trip(rules: Rules) -> str:
    """How long the trip is, found out by driving it."""
    assert drive_25(at(TO_650, rules)).phase not in (Phase.EXTEND, Phase.OVER)
    arrived = drive_25(at(TO_675, rules))
    if arrived.phase is Phase.EXTEND:
        arrived.play("extend")
        assert arrived.view().target == 1000
        return TO_700_AND_ON
    if arrived.over:
        assert arrived.ending is Ending.COMPLETED
        return TO_700
    assert not drive_25(at(TO_950, rules)).over
    assert drive_25(at(TO_975, rules)).ending is Ending.COMPLETED
    return TO_1000


PARKER_TRIPS = {2: TO_700_AND_ON, 3: TO_700_AND_ON, 4: TO_1000, 6: TO_700_AND_ON}
LONG_TRIPS = {2: TO_1000, 3: TO_1000, 4: TO_1000, 6: TO_1000}


@pytest.mark.clause("Q-28")
@pytest.mark.parametrize(
    ("name", "trips"),
    [
        pytest.param("parker-1962", PARKER_TRIPS, marks=pytest.mark.clause("P62-11", "Q-26", "Q-72")),
        ("parker-1988", PARKER_TRIPS),
        ("game-cabinet", PARKER_TRIPS),
        pytest.param("dujardin", {**LONG_TRIPS, 8: TO_1000}, marks=pytest.mark.clause("DJ-09")),
        ("asmodee", LONG_TRIPS),
    ],
)
def test_how_long_the_trip_is(name: str, trips: dict[int, str]) -> None:
    assert {players: trip(rules_of(name, players)) for players in trips} == trips


@pytest.mark.clause("Q-28")
def test_pairs_drive_as_far_as_those_who_play_alone() -> None:
    assert trip(rules_of("asmodee", 4, partners=True)) == TO_1000


@pytest.mark.clause("DJ-09", "Q-28")
@pytest.mark.parametrize("players", [4, 8])
def test_four_or_eight_may_agree_on_700_and_then_it_ends_there(players: int) -> None:
    rules = rules_of("dujardin", players, short=True)
    assert trip(rules) == TO_700
    deal = at(TO_675, rules)
    assert plays(deal) == {"25"}
    assert len(deal.view().hand_sizes) == players


@pytest.mark.clause("Q-28")
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        pytest.param("dujardin", (2, 3, 6), marks=pytest.mark.clause("DJ-09")),
        ("parker-1962", (2, 3, 4, 6)),
        ("parker-1988", (2, 3, 4, 6)),
        ("game-cabinet", (2, 3, 4, 6)),
        ("asmodee", (2, 3, 4, 6)),
    ],
)
def test_nobody_else_has_that_option(name: str, counts: tuple[int, ...]) -> None:
    for players in counts:
        with pytest.raises(RulesError, match=r"short: .* 700 option"):
            rules_of(name, players, short=True)


@pytest.mark.clause("Q-28")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"])
def test_a_house_may_agree_on_another_trip(name: str) -> None:
    assert trip(rules_of(name, 4, target=700)) == TO_700


@pytest.mark.clause("Q-28")
def test_asmodees_thousand_may_be_passed() -> None:
    deal = at(TO_975, rules_of("asmodee", 2))
    assert plays(deal) == {"25", "50"}
    deal.play("50")
    assert deal.ending is Ending.COMPLETED
    assert deal.view().tables[0].distances[-1:] == cards("50")


# -- six players in parker-1962 ----------------------------------------------------------------------------------------

LITERALLY: dict[str, Any] = {
    "target": 1000,
    "extension": False,
    "extension_points": 0,
    "extension_fails_on_exhaustion": False,
}


@pytest.mark.clause("P62-11", "Q-26")
def test_a_house_may_take_the_list_for_six_as_it_stands_1000_without_extension() -> None:
    assert trip(rules_of("parker-1962", 6, **LITERALLY)) == TO_1000


@pytest.mark.clause("Q-26", "Q-72")
def test_a_house_may_play_to_700_without_extension() -> None:
    assert trip(rules_of("parker-1962", 6, **{**LITERALLY, "target": 700})) == TO_700


@pytest.mark.clause("Q-72")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_there_is_no_extension_of_a_trip_that_is_1000_long_already(players: int) -> None:
    with pytest.raises(RulesError, match="extension: needs a target below 1000"):
        rules_of("parker-1962", players, target=1000, extension=True)
