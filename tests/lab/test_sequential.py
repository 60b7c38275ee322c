"""Looking after every number, and being wrong no more often than one in twenty."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from statistics import mean

import pytest

from bornes.lab.arena.sequential import FEWEST, ConfidenceSequence
from bornes.lab.tally import NORMAL_95

RUNS, LENGTH = 200, 1500


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
            if count >= FEWEST and abs(total) > NORMAL_95 * squares**0.5:
                wrong += 1
                break
    assert wrong > 0.2 * RUNS


def test_a_big_edge_is_seen_as_soon_as_anything_may_be_said() -> None:
    luck = Random(2)
    assert decided_after(lambda: luck.gauss(1, 1)) == FEWEST


def test_a_smaller_edge_takes_longer_and_has_the_right_sign() -> None:
    luck, sequence = Random(2), ConfidenceSequence()
    while not sequence.add(luck.gauss(-0.1, 1)):
        assert sequence.count < 10_000
    assert sequence.count > FEWEST
    assert sequence.estimate().mean + sequence.estimate().margin < 0


def test_its_mean_is_the_mean() -> None:
    luck, sequence = Random(3), ConfidenceSequence()
    numbers = [luck.gauss(5, 2) for _ in range(FEWEST)]
    for number in numbers[:-1]:
        sequence.add(number)
        assert sequence.estimate().margin == inf
    sequence.add(numbers[-1])
    assert sequence.estimate().mean == pytest.approx(mean(numbers))
    assert 0 < sequence.estimate().margin < inf


def test_equals_that_never_differ_are_never_decided() -> None:
    assert decided_after(lambda: 0.0) is None
