"""Means and intervals: what the laboratory knows of statistics."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from statistics import mean, stdev

import pytest

from bornes.lab.estimates import (
    MIN_NUMBERS,
    STANDARD_ERRORS_95,
    Clusters,
    ConfidenceSequence,
    Estimate,
    Tally,
    share_interval,
)

RUNS, LENGTH = 200, 1500
"""Runs of a confidence sequence, and how long each is."""


def test_a_tally_knows_what_statistics_knows() -> None:
    numbers = [3, 1, 4, 1, 5, 9, 2, 6]
    tally = Tally() + Tally.of(numbers[:3]) + Tally.of(numbers[3:]) + Tally()
    assert (tally.count, tally.least, tally.most) == (8, 1, 9)
    assert tally.mean == mean(numbers)
    assert tally.deviation == pytest.approx(stdev(numbers))
    assert tally.margin == pytest.approx(1.96 * stdev(numbers) / 8**0.5, rel=1e-4)


def test_one_number_says_nothing_about_spread() -> None:
    assert (Tally.of([7]).deviation, Tally.of([7]).margin) == (0, 0)
    assert Clusters.of([7], [2]).estimate() == Estimate(3.5, 0)


def test_clusters_of_one_size_have_the_ordinary_interval_of_their_means() -> None:
    totals = [30, 10, 40, 10, 50, 90, 20, 60]
    found = (Clusters.of(totals[:3], [2] * 3) + Clusters.of(totals[3:], [2] * 5)).estimate()
    means = [total / 2 for total in totals]
    assert found.mean == mean(means)
    assert found.margin == pytest.approx(1.96 * stdev(means) / 8**0.5, rel=1e-4)


def test_a_unit_scales_the_mean_and_the_margin() -> None:
    plain, scaled = Clusters.of([3, 1, 4], [1, 1, 1]), Clusters.of([30, 10, 40], [1, 1, 1])
    assert scaled.estimate(10) == pytest.approx(plain.estimate())


def test_numbers_that_only_repeat_what_their_cluster_said_make_nothing_surer() -> None:
    single = Clusters.of([3, 1, 4, 1, 5], [1] * 5).estimate()
    tenfold = Clusters.of([30, 10, 40, 10, 50], [10] * 5).estimate()
    assert tenfold == pytest.approx(single)


def test_the_interval_of_clusters_holds_the_truth_about_95_times_in_100() -> None:
    """Clusters of several sizes, whose numbers hang together; the mean of all numbers is 0."""
    luck, held = Random(1), 0
    for _ in range(400):
        sizes = [luck.randint(1, 9) for _ in range(60)]
        totals = [size * round(luck.gauss(0, 1000)) for size in sizes]
        found = Clusters.of(totals, sizes).estimate()
        held += abs(found.mean) <= found.margin
    assert 0.91 <= held / 400 <= 0.98


def test_nothing_counted_is_no_mean() -> None:
    assert Clusters().estimate() == Estimate(0, 0)


def test_a_share_stays_inside_and_is_wide_where_little_was_counted() -> None:
    assert share_interval(0, 0) == (0, 1)
    assert share_interval(3, 3) == pytest.approx((0.4385, 1), abs=1e-4)  # as in the tables of Wilson's interval
    low, high = share_interval(50, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)


# -- looking after every number, and being wrong no more often than one in twenty ------------------------------------


def decided_after(number: Callable[[], float]) -> int | None:
    sequence = ConfidenceSequence()
    return next((i for i in range(1, LENGTH + 1) if sequence.add(number())), None)


def shapes(luck: Random) -> dict[str, Callable[[], float]]:
    return {
        "like points": lambda: luck.choice((-900.0, -400.0, -100.0, 0.0, 0.0, 0.0, 100.0, 400.0, 900.0)),
        "mostly nothing": lambda: luck.choice((-1.0, 1.0)) if luck.random() < 0.1 else 0.0,
        "lopsided": lambda: luck.expovariate(1.0) - 1.0,
    }


@pytest.mark.parametrize("shape", shapes(Random()))
def test_between_equals_it_decides_no_more_than_once_in_twenty(shape: str) -> None:
    number = shapes(Random(4))[shape]
    wrong = sum(decided_after(number) is not None for _ in range(RUNS))
    assert wrong <= 0.05 * RUNS


def test_an_ordinary_interval_looked_at_every_time_would_be_wrong_far_more_often() -> None:
    luck, wrong = Random(4), 0
    for _ in range(RUNS):
        total = squares = 0.0
        for count in range(1, LENGTH + 1):
            number = luck.gauss(0, 1)
            total += number
            squares += number * number
            if count >= MIN_NUMBERS and abs(total) > STANDARD_ERRORS_95 * squares**0.5:
                wrong += 1
                break
    assert wrong > 0.2 * RUNS


def test_a_big_edge_is_seen_as_soon_as_anything_may_be_said() -> None:
    luck = Random(2)
    assert decided_after(lambda: luck.gauss(1, 1)) == MIN_NUMBERS


def test_a_smaller_edge_takes_longer_and_has_the_right_sign() -> None:
    luck, sequence = Random(2), ConfidenceSequence()
    while not sequence.add(luck.gauss(-0.1, 1)):
        assert sequence.count < 10_000
    assert sequence.count > MIN_NUMBERS
    assert sequence.estimate().mean + sequence.estimate().margin < 0


def test_its_mean_is_the_mean() -> None:
    luck, sequence = Random(3), ConfidenceSequence()
    numbers = [luck.gauss(5, 2) for _ in range(MIN_NUMBERS)]
    for number in numbers[:-1]:
        sequence.add(number)
        assert sequence.estimate().margin == inf
    sequence.add(numbers[-1])
    assert sequence.estimate().mean == pytest.approx(mean(numbers))
    assert 0 < sequence.estimate().margin < inf


def test_equals_that_never_differ_are_never_decided() -> None:
    assert decided_after(lambda: 0.0) is None
