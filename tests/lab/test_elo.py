"""Ratings: that the model is fitted, and that the intervals are honest."""

from __future__ import annotations

from math import log10
from random import Random

import pytest

from bornes.lab.arena.standings import HeadToHead, ratings


def duel(one: int, other: int, won: float, deals: int = 1000, others: int = 1) -> HeadToHead:
    share = won / deals
    return HeadToHead(one, other, others, deals, won, deals * share * (1 - share))


def test_odds_of_ten_to_one_are_four_hundred_points() -> None:
    strong, weak = ratings(2, [duel(0, 1, 1000 * 10 / 11)])
    assert strong.mean - weak.mean == pytest.approx(400, abs=0.1)
    assert strong.mean + weak.mean == pytest.approx(3000)


def test_the_anchor_stands_at_1500_and_is_sure_of_it() -> None:
    first, anchored, last = ratings(3, [duel(0, 1, 600), duel(1, 2, 600), duel(0, 2, 700)], anchor=1)
    assert tuple(anchored) == pytest.approx((1500, 0))
    assert last.mean < 1500 < first.mean


def test_two_against_one_is_no_proof_of_weakness() -> None:
    """Who wins a third of the deals against two teams is their equal."""
    one, other = ratings(2, [duel(0, 1, 1000 / 3, others=2)])
    assert one.mean == pytest.approx(other.mean)


def test_ratings_follow_from_each_other_by_way_of_a_third() -> None:
    """Nobody played 0 against 2: the odds multiply."""
    first, _, last = ratings(3, [duel(0, 1, 750), duel(1, 2, 750)])
    assert first.mean - last.mean == pytest.approx(400 * log10(9), abs=0.5)


def test_who_has_only_won_is_far_ahead_and_nobody_is_sure_by_how_much() -> None:
    strong, weak = ratings(2, [duel(0, 1, 20, deals=20)])
    assert 500 < strong.mean - weak.mean < 3000
    assert strong.margin > 200


def test_where_nothing_was_played_all_are_equal() -> None:
    assert [found.mean for found in ratings(3, [])] == [1500] * 3


def test_deals_that_hang_together_make_the_interval_wider() -> None:
    apart = ratings(2, [HeadToHead(0, 1, 1, 1000, 600, 240)])[0]
    together = ratings(2, [HeadToHead(0, 1, 1, 1000, 600, 960)])[0]
    assert together.mean == apart.mean
    assert together.margin == pytest.approx(2 * apart.margin)


def test_the_interval_holds_the_truth_about_95_times_in_100() -> None:
    """Three of known strength meet again and again."""
    luck, truth, held = Random(1), (1620, 1500, 1380), 0
    pairs = ((0, 1), (0, 2), (1, 2))
    for _ in range(150):
        played = []
        for one, other in pairs:
            chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
            played.append(duel(one, other, sum(luck.random() < chance for _ in range(100)), deals=100))
        held += sum(
            abs(found.mean - true) <= found.margin for found, true in zip(ratings(3, played), truth, strict=True)
        )
    assert 0.92 <= held / 450 <= 0.98
