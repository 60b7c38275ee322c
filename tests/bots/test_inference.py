"""What others did not do tells what they do not hold."""

from __future__ import annotations

import pytest

from bornes import Card, Deal, Phase, Rules
from bornes.bots.champion import Champion
from bornes.bots.inference import DOUBTED_HAND_WEIGHT, hand_doubts
from tests.support.scenes import fresh, piles, rules_of, scene

PARKER = rules_of("parker-1962")
ROLLING = {0: piles("roll"), 1: piles("roll")}


def doubted(deal: Deal, viewer: int = 1) -> dict[Card, float]:
    """What the viewer doubts about the hand of seat 0."""
    return {card: belief for (seat, card), belief in hand_doubts(deal.view(viewer)).items() if seat == 0}


def test_who_discards_lacks_what_would_have_fitted() -> None:
    deal = scene(PARKER, hand="25 25 50 50 gas spare repair", tables=ROLLING)
    deal.play("-gas")
    found = doubted(deal)
    assert {Card.D75, Card.D100, Card.OUT_OF_GAS, Card.STOP, Card.SPEED_LIMIT} <= found.keys()
    assert Card.ROLL not in found, "one that rolls needs none"
    assert Card.D25 not in found, "short distances are kept for the end"
    assert set(found.values()) == {DOUBTED_HAND_WEIGHT}


def test_who_discards_before_a_hazard_lacks_the_remedy() -> None:
    deal = scene(PARKER, hand="25 25 50 50 gas gas repair", tables={0: piles("roll accident"), 1: piles("")})
    deal.play("-gas")
    assert doubted(deal).keys() == {Card.REPAIRS, Card.SPEED_LIMIT}, "a Speed Limit fits even who has not started"


def test_who_drives_lacks_hazards_but_may_keep_a_speed_limit() -> None:
    deal = scene(PARKER, hand="25 25 50 50 gas spare repair", tables=ROLLING)
    deal.play("50")
    assert doubted(deal).keys() == {Card.OUT_OF_GAS, Card.FLAT_TIRE, Card.ACCIDENT, Card.STOP}


def test_a_hazard_that_the_target_is_safe_from_says_nothing() -> None:
    safe = {0: piles("roll"), 1: piles("roll", safeties="tank proof ace priority")}
    deal = scene(PARKER, hand="25 25 50 50 gas spare repair", tables=safe)
    deal.play("50")
    assert doubted(deal) == {}


def test_who_cures_or_attacks_says_nothing_about_the_rest() -> None:
    deal = scene(PARKER, hand="25 25 50 50 gas stop roll", tables={0: piles("roll stop"), 1: piles("roll")})
    deal.play("roll")
    assert doubted(deal) == {}


def test_nobody_lets_a_coup_fourre_pass() -> None:
    deal = scene(PARKER, hand="25 25 50 50 gas stop roll", hands={1: "25 25 50 50 gas spare"}, tables=ROLLING)
    deal.play("stop>B")
    found = {card for seat, card in hand_doubts(deal.view(0)) if seat == 1}
    assert found == {Card.RIGHT_OF_WAY}


def test_a_coup_fourre_is_no_such_sign() -> None:
    deal = scene(PARKER, hand="25 25 50 50 gas stop roll", hands={1: "25 25 50 50 gas priority"}, tables=ROLLING)
    deal.play("stop>B")
    deal.play("coup")
    assert hand_doubts(deal.view(0)) == {}


def test_every_card_drawn_makes_it_less_certain() -> None:
    deal = fresh(PARKER, "25 25 50 50 75 75", "25 25 50 50 75 75")
    beliefs = []
    for _ in range(8):
        deal.play("-" + deal.hand(0)[0].notation)
        beliefs.append(doubted(deal)[Card.ROLL])
        deal.play("-" + deal.hand(1)[0].notation)
        if Card.ROLL in deal.hand(0):
            break
    assert beliefs[0] == DOUBTED_HAND_WEIGHT
    assert all(belief == DOUBTED_HAND_WEIGHT for belief in beliefs), "each discard says it again"
    found = hand_doubts(deal.view(1))
    assert found[0, Card.ROLL] > DOUBTED_HAND_WEIGHT, "and the card drawn since may be one"


def test_a_card_taken_up_is_known_and_not_doubted() -> None:
    rules = rules_of("asmodee")
    deal = scene(rules, hand="25 25 50 50 gas spare", tables=ROLLING, discards="repair", phase=Phase.DRAW)
    deal.play("take")
    assert (0, Card.REPAIRS) not in hand_doubts(deal.view(1))


def test_nothing_is_doubted_of_oneself() -> None:
    deal = scene(PARKER, hand="25 25 50 50 gas spare repair", tables=ROLLING)
    deal.play("-gas")
    assert all(seat != 0 for seat, _ in hand_doubts(deal.view(0)))


def test_worlds_that_are_doubted_come_as_seldom_as_they_are_believed() -> None:
    """Worlds in which seat 0 holds Right of Way: with belief b their odds are b times as high."""
    deal = scene(PARKER, hand="25 25 50 50 gas spare repair", tables=ROLLING, seat=1, hands={0: "25 25 50 50 75 75"})
    view = deal.view(1)

    def share(belief: float) -> float:
        sampler = view.sampler()
        sampler.doubt(0, Card.RIGHT_OF_WAY, belief)
        held = sum(sampler.world(5, number).count(0, Card.RIGHT_OF_WAY) for number in range(4000))
        return held / 4000

    fair = share(1.0)
    odds = 0.2 * fair / (1 - fair)
    assert share(0.2) == pytest.approx(odds / (1 + odds), abs=0.01)
    assert share(1e-9) == 0.0


def test_what_cannot_be_otherwise_is_taken_as_it_is() -> None:
    """Every world has the card in that hand; doubting it must not go on for ever."""
    rules = rules_of("asmodee")
    deal = scene(rules, hand="25 25 50 50 gas spare", tables=ROLLING, discards="priority", phase=Phase.DRAW)
    deal.play("take")
    sampler = deal.view(1).sampler()
    sampler.doubt(0, Card.RIGHT_OF_WAY, 1e-9)
    assert sampler.world(1, 1).count(0, Card.RIGHT_OF_WAY) == 1


@pytest.mark.compiled_only
@pytest.mark.parametrize("rules", [PARKER, rules_of("parker-1988", 6), rules_of("asmodee", 4, partners=True)])
def test_the_champion_reads_others_and_can_be_told_not_to(rules: Rules) -> None:
    deal = fresh(rules)
    while deal.seat is not None and deal.turns < 30:
        view = deal.view(deal.seat)
        Champion(1, playouts=30, belief=1.0).choose(view)
        deal.play(Champion(1, playouts=30).choose(view))
