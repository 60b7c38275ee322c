"""The deck, how many may play, and who sits with whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

import pytest

from bornes import Card, Family, Game, Phase, Rules, RulesError
from tests.support.scenes import fresh, piles, rules_of, scene
from tests.support.stories import follow, plays
from tests.support.turns import draw, every_form, throw_away

PARKER_FAMILY = ("parker-1962", "parker-1988", "game-cabinet")

DISTANCES = {"25": 10, "50": 10, "75": 10, "100": 12, "200": 4}
HAZARDS = {"out-of-gas": 3, "flat": 3, "accident": 3, "stop": 5, "limit": 4}
REMEDIES = {"gas": 6, "spare": 6, "repair": 6, "roll": 14, "end": 6}
SAFETIES = {"tank": 1, "proof": 1, "ace": 1, "priority": 1}
FULL_DECK = {**DISTANCES, **HAZARDS, **REMEDIES, **SAFETIES}


def in_play(rules: Rules) -> dict[Card, int]:
    """Every card of a shuffled deal, wherever it is: in a hand or in the draw pile."""
    deal = Game(rules, seed=1).deal
    held = [card for seat in range(rules.players) for card in deal.hand(seat)]
    return Counter([*held, *(Card(card) for card in deal.state.draw_pile())])


def family_in_play(rules: Rules, family: Family) -> dict[str, int]:
    return {card.notation: n for card, n in in_play(rules).items() if card.family is family}


def full_deck_forms(name: str) -> list[Rules]:
    """The forms that no card is taken out for: in the Parker family those of four and six."""
    return [rules for rules in every_form(name) if name not in PARKER_FAMILY or rules.players >= 4]


# -- the deck ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("Q-01")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-01")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-01", "P88-13")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-01", "GC-15")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-01", "DJ-05", "DJ-10")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-01", "AS-12", "AS-13")),
    ],
)
def test_106_cards_are_played_with_and_neither_guides_nor_score_cards_are_among_them(name: str) -> None:
    for rules in full_deck_forms(name):
        deck = in_play(rules)
        assert sum(deck.values()) == 106
        assert {card.family for card in deck} == set(Family)


@pytest.mark.clause("Q-01")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-02", "P62-06")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-02")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-02")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-02")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-04", "AS-05", "Q-02")),
    ],
)
def test_there_are_eighteen_hazards_of_five_kinds(name: str) -> None:
    for rules in full_deck_forms(name):
        hazards = family_in_play(rules, Family.HAZARD)
        assert hazards == HAZARDS
        assert sum(hazards.values()) == 18


@pytest.mark.clause("Q-01")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-03", "P62-06")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-03")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-03")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-02")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-03", "AS-06")),
    ],
)
def test_there_are_38_remedies_the_roll_and_four_other_kinds(name: str) -> None:
    for rules in every_form(name):
        remedies = family_in_play(rules, Family.REMEDY)
        assert remedies == REMEDIES
        assert sum(remedies.values()) == 38


@pytest.mark.clause("Q-01")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-04", "P62-06")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-04")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-04")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-03")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-07", "Q-02")),
    ],
)
def test_there_are_four_safeties_one_of_each(name: str) -> None:
    for rules in every_form(name):
        assert family_in_play(rules, Family.SAFETY) == SAFETIES


@pytest.mark.clause("Q-01")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-05")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-05")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-05")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-04")),
        "asmodee",
    ],
)
def test_there_are_46_distance_cards_of_3500_miles(name: str) -> None:
    for rules in every_form(name):
        assert family_in_play(rules, Family.DISTANCE) == DISTANCES
        dealt = in_play(rules)
        assert sum(n for card, n in dealt.items() if card.family is Family.DISTANCE) == 46
        assert sum(n * card.miles for card, n in dealt.items()) == 3500


@pytest.mark.clause("Q-01")
@pytest.mark.parametrize("name", [*PARKER_FAMILY, "dujardin", "asmodee"])
def test_a_house_may_agree_on_another_deck_of_up_to_106_cards(name: str) -> None:
    full = tuple(FULL_DECK[card.notation] for card in Card)
    without_200s = tuple(0 if card is Card.D200 else n for card, n in zip(Card, full, strict=True))
    assert in_play(rules_of(name, 4, deck=without_200s))[Card.D200] == 0
    with pytest.raises(RulesError, match="106 cards, not 110"):  # asmodee's line read literally
        rules_of(name, 4, deck=(full[0] + 4, *full[1:]))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-13")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-12")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-14")),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_with_two_or_three_one_hazard_of_each_kind_is_taken_out(name: str, players: int) -> None:
    deck = in_play(rules_of(name, players))
    missing = {card.notation: FULL_DECK[card.notation] - deck[card] for card in Card}
    assert {card for card, n in missing.items() if n == 1} == set(HAZARDS)
    assert sum(missing.values()) == 5
    assert sum(deck.values()) == 101


PAIRS = [
    pytest.param("out-of-gas", "gas", "tank", id="out-of-gas"),
    pytest.param("flat", "spare", "proof", id="flat"),
    pytest.param("accident", "repair", "ace", id="accident"),
    pytest.param("stop", "roll", "priority", id="stop"),
    pytest.param("limit", "end", "priority", id="limit"),
]


@pytest.mark.parametrize(
    "name",
    [
        "parker-1962",
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-06")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-06")),
        "dujardin",
        pytest.param("asmodee", marks=pytest.mark.clause("AS-02", "AS-03", "AS-06")),
    ],
)
@pytest.mark.parametrize(("hazard", "remedy", "safety"), PAIRS)
def test_every_hazard_has_exactly_one_remedy(name: str, hazard: str, remedy: str, safety: str) -> None:
    hit = piles("roll", speed="limit") if hazard == "limit" else piles(f"roll {hazard}")
    deal = scene(rules_of(name, 4), hand="gas spare repair roll end", tables={0: hit})
    assert plays(deal) == {remedy}


@pytest.mark.parametrize(
    "name",
    [
        "parker-1962",
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-06")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-07")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-03")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-02", "AS-07", "Q-02")),
    ],
)
@pytest.mark.parametrize(("hazard", "remedy", "safety"), PAIRS)
def test_every_hazard_has_a_safety_that_lifts_and_blocks_it(name: str, hazard: str, remedy: str, safety: str) -> None:
    rules = rules_of(name)
    hit = piles("roll", speed="limit") if hazard == "limit" else piles(f"roll {hazard}")
    deal = scene(rules, hand=f"{safety} {remedy}", tables={0: hit})
    assert remedy in plays(deal)
    deal.play(safety)
    assert remedy not in plays(deal), "there is nothing left to remedy"

    rolling = scene(rules, seat=1, hand=hazard, tables={0: piles("roll")})
    protected = scene(rules, seat=1, hand=hazard, tables={0: piles("roll", safeties=safety)})
    assert plays(rolling) == {f"{hazard}>A"}
    assert plays(protected) == set()


# -- how many may play, and how ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        pytest.param("parker-1962", {2, 3, 4, 6}, marks=pytest.mark.clause("P62-07")),
        pytest.param("parker-1988", {2, 3, 4, 6}, marks=pytest.mark.clause("P88-07")),
        pytest.param("game-cabinet", {2, 3, 4, 6}, marks=pytest.mark.clause("GC-08")),
        pytest.param("dujardin", {2, 3, 4, 6, 8}, marks=pytest.mark.clause("DJ-06")),
        pytest.param("asmodee", {2, 3, 4, 6}, marks=pytest.mark.clause("AS-08")),
    ],
)
def test_how_many_may_play(name: str, counts: set[int]) -> None:
    for players in range(1, 10):
        if players in counts:
            deal = Game(rules_of(name, players), seed=1).deal
            assert len(deal.view().hand_sizes) == players
        else:
            with pytest.raises(RulesError, match=r"players: .* is played by"):
                rules_of(name, players)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        pytest.param("parker-1962", (2, 3), marks=pytest.mark.clause("P62-09")),
        pytest.param("parker-1988", (2, 3), marks=pytest.mark.clause("P88-09")),
        pytest.param("game-cabinet", (2, 3), marks=pytest.mark.clause("GC-10")),
        pytest.param("dujardin", (2, 3, 4), marks=pytest.mark.clause("DJ-07", "Q-63")),
        pytest.param("asmodee", (2, 3, 4), marks=pytest.mark.clause("AS-09", "Q-63")),
    ],
)
def test_few_play_alone_each_on_an_own_set_of_piles(name: str, counts: tuple[int, ...]) -> None:
    for players in counts:
        deal = fresh(rules_of(name, players), *["roll"] * players)
        for _ in range(players):
            draw(deal).play("roll")
        assert deal.view().tables == (piles("roll"),) * players


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        pytest.param("parker-1962", {4, 6}, marks=pytest.mark.clause("P62-07", "P62-10")),
        pytest.param("parker-1988", {4, 6}, marks=pytest.mark.clause("P88-07", "P88-10")),
        pytest.param("game-cabinet", {4, 6}, marks=pytest.mark.clause("GC-08", "GC-11")),
        pytest.param("dujardin", {6, 8}, marks=pytest.mark.clause("DJ-08", "Q-63")),
        pytest.param("asmodee", {4, 6}, marks=pytest.mark.clause("AS-10", "Q-63")),
    ],
)
def test_which_numbers_make_pairs(name: str, pairs: set[int]) -> None:
    for players in {rules.players for rules in every_form(name)}:
        if players in pairs:
            assert rules_of(name, players, partners=True).teams == players // 2
        else:
            with pytest.raises(RulesError, match="played with everybody alone only"):
                rules_of(name, players, partners=True)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 4, marks=pytest.mark.clause("P62-07")),
        pytest.param("parker-1988", 4, marks=pytest.mark.clause("P88-07")),
        pytest.param("game-cabinet", 4, marks=pytest.mark.clause("GC-08")),
        pytest.param("dujardin", 6, marks=pytest.mark.clause("DJ-08")),
        pytest.param("dujardin", 8, marks=pytest.mark.clause("DJ-08", "Q-48")),
        pytest.param("asmodee", 6, marks=pytest.mark.clause("AS-09", "AS-10")),
    ],
)
def test_larger_tables_are_not_played_alone(name: str, players: int) -> None:
    assert rules_of(name, players).partners
    with pytest.raises(RulesError, match="played with partners only"):
        rules_of(name, players, partners=False)


@pytest.mark.clause("Q-63")
@pytest.mark.parametrize("name", ["dujardin", "asmodee"])
def test_a_house_may_seat_four_in_pairs_where_they_play_alone(name: str) -> None:
    deal = fresh(rules_of(name, 4, teams=2), "roll", "", "100")
    draw(deal).play("roll")
    throw_away(deal)
    draw(deal).play("100")
    assert deal.view().tables == (piles("roll", distances="100"), piles())


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 4, marks=pytest.mark.clause("P62-08", "P62-12", "Q-03")),
        pytest.param("parker-1962", 6, marks=pytest.mark.clause("P62-10", "P62-12", "Q-03")),
        pytest.param("parker-1988", 4, marks=pytest.mark.clause("P88-08", "P88-11", "Q-03")),
        pytest.param("parker-1988", 6, marks=pytest.mark.clause("P88-10", "P88-11", "Q-03")),
        pytest.param("game-cabinet", 4, marks=pytest.mark.clause("GC-09", "GC-12", "Q-03")),
        pytest.param("game-cabinet", 6, marks=pytest.mark.clause("GC-11", "GC-12", "Q-03")),
        pytest.param("dujardin", 6, marks=pytest.mark.clause("DJ-08", "Q-03")),
        pytest.param("dujardin", 8, marks=pytest.mark.clause("DJ-08", "Q-03", "Q-48")),
        pytest.param("asmodee", 4, marks=pytest.mark.clause("AS-10", "AS-11", "Q-03")),
        pytest.param("asmodee", 6, marks=pytest.mark.clause("AS-10", "AS-11", "Q-03")),
    ],
)
def test_partners_sit_half_the_table_away_and_drive_one_car(name: str, players: int) -> None:
    teams = players // 2
    deal = fresh(rules_of(name, players, partners=True), *["roll"] * teams, *["roll 100"] * teams)
    for seat in range(teams):
        assert deal.turn == seat
        draw(deal).play("roll")
    for seat in range(teams, players):
        assert deal.turn == seat
        assert "roll" not in draw(deal).legal_moves.notation, "the car is rolling, so the partner opens nothing"
        deal.play("100")
    assert deal.view().tables == (piles("roll", distances="100"),) * teams


@pytest.mark.clause("Q-03")
@pytest.mark.parametrize("name", [*PARKER_FAMILY, "dujardin", "asmodee"])
def test_after_a_coup_fourre_the_order_goes_on_left_of_the_caller(name: str) -> None:
    caller, partner = 4, 1
    deal = scene(
        rules_of(name, 6),
        hand="stop",
        hands={caller: "priority 25 25 25 25 25", partner: "50 50 50 50 50 50"},
        tables={1: piles("roll")},
    )
    deal.play("stop>B")
    assert (deal.seat, deal.phase) == (caller, Phase.REACT)
    deal.play("coup")
    assert deal.turn == caller
    throw_away(deal)
    assert deal.turn == 5


@pytest.mark.clause("GC-13")
def test_every_party_has_a_battle_a_speed_and_a_distance_pile_and_a_safety_area() -> None:
    deal = fresh(rules_of("game-cabinet", 2), "roll priority 100", "limit")
    follow(deal, "roll", "limit", "pass", "priority", "100")
    assert deal.view().tables == (piles("roll", "limit", "100", "priority"), piles())


EXCEPTIONS = {"players", "teams", "target", "extension", "extension_points", "extension_fails_on_exhaustion"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-80")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-81")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-88")),
    ],
)
@pytest.mark.parametrize(("players", "exceptions"), [(2, {"deck"}), (3, {"deck"}), (6, set[str]())])
def test_with_two_three_or_six_all_but_the_listed_exceptions_is_as_with_four(
    name: str, players: int, exceptions: set[str]
) -> None:
    four, here = asdict(rules_of(name, 4)), asdict(rules_of(name, players))
    assert {field for field in four if four[field] != here[field]} <= EXCEPTIONS | exceptions
