"""The first round: what the first player can do, what the second can do besides, and the first player's partner."""

from __future__ import annotations

import pytest

from bornes import Card, Deal, Phase, Rules
from tests.support.scenes import fresh, rules_of
from tests.support.stories import follow, plays
from tests.support.turns import every_form, throw_away

OPENERS = {"roll", "limit", "tank", "proof", "ace", "priority"}
PARKER_FAMILY = ("parker-1962", "parker-1988", "game-cabinet")


def playable(deal: Deal, card: Card) -> bool:
    """Whether the seat on turn, once it has drawn, could put this card on some table."""
    return card.notation in {move.partition(">")[0] for move in plays(deal)}


def choices_of_the_second(rules: Rules, opening: str) -> set[str]:
    """Every kind of card that the second player could play after this first turn."""
    found = set()
    for card in Card:
        deal = fresh(rules, "roll limit", card.notation)
        follow(deal, opening)
        if deal.phase is Phase.REACT:
            deal.play("pass")
        assert deal.turn == 1
        if playable(deal, card):
            found.add(card.notation)
    return found


OPENINGS = [
    pytest.param("parker-1962", marks=pytest.mark.clause("P62-23")),
    pytest.param("parker-1988", marks=pytest.mark.clause("P88-22")),
    pytest.param("game-cabinet", marks=pytest.mark.clause("GC-24")),
    pytest.param("dujardin", marks=pytest.mark.clause("DJ-14")),
]


@pytest.mark.parametrize("name", OPENINGS)
def test_the_first_player_can_lay_a_roll_a_safety_or_a_limit_and_nothing_else(name: str) -> None:
    for rules in every_form(name):
        found = {card.notation for card in Card if playable(fresh(rules, card.notation), card)}
        assert found == OPENERS


@pytest.mark.parametrize("name", OPENINGS)
def test_a_first_player_without_these_must_discard(name: str) -> None:
    for rules in every_form(name):
        deal = fresh(rules, "200 stop flat gas end 25", draw="100")
        assert set(deal.legal_moves.notation) == {"-200", "-stop", "-flat", "-gas", "-end", "-25", "-100"}


SECONDS = [
    pytest.param("parker-1962", marks=pytest.mark.clause("P62-24")),
    pytest.param("parker-1988", marks=pytest.mark.clause("P88-23")),
    pytest.param("game-cabinet", marks=pytest.mark.clause("GC-25")),
    pytest.param("dujardin", marks=pytest.mark.clause("DJ-15")),
]


@pytest.mark.parametrize("name", SECONDS)
def test_the_second_player_can_also_attack_who_showed_a_roll(name: str) -> None:
    for rules in every_form(name):
        attacks = {"out-of-gas", "flat", "accident", "stop"}
        assert choices_of_the_second(rules, "roll") == OPENERS | attacks
        assert choices_of_the_second(rules, "-25") == OPENERS


@pytest.mark.parametrize("name", SECONDS)
def test_the_second_player_can_also_end_a_limit_laid_on_him(name: str) -> None:
    for rules in every_form(name):
        assert choices_of_the_second(rules, "limit>B") == OPENERS | {"end"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-25")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-24")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-26")),
    ],
)
@pytest.mark.parametrize(
    ("opening", "drives"), [(("roll",), True), (("priority", "-25"), True), (("tank", "-25"), False)]
)
def test_the_partner_can_drive_if_the_team_shows_a_roll_or_the_right_of_way(
    name: str, opening: tuple[str, ...], drives: bool
) -> None:
    for players in (4, 6):
        between = players // 2 - 1
        deal = fresh(rules_of(name, players), "roll priority tank", *[""] * between, "200")
        follow(deal, *opening)
        for _ in range(between):
            throw_away(deal)
        assert deal.turn == players // 2
        assert ("200" in plays(deal)) is drives


@pytest.mark.clause("Q-11")
@pytest.mark.parametrize("name", PARKER_FAMILY)
def test_after_the_right_of_way_the_first_player_drives_in_the_extra_turn(name: str) -> None:
    for rules in every_form(name):
        deal = fresh(rules, "priority 200")
        assert "200" not in plays(deal)
        follow(deal, "priority", "200")
        assert deal.view().tables[0].miles == 200
        assert deal.turn == 1
