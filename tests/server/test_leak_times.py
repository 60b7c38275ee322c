"""How long a window is open at a real server does not tell whether somebody could have answered."""

from __future__ import annotations

from random import Random

import pytest

from tests.campaigns.leaks.ranks import ALARM, Timed, deviation, layered
from tests.campaigns.leaks.times import LAYER, Window, deviations, measure
from tests.support.house_rules import effort


def busy_machine(seed: int, count: int, planted: float) -> list[Timed]:
    """Return times as a machine has them that is busy now and then; those that are held are longer by so much."""
    luck, found = Random(seed), []
    for number in range(count):
        held = luck.random() < 0.3
        late = luck.expovariate(1 / (20 if number // 100 % 3 == 0 else 2))
        found.append((200 + late + planted * held, held))
    return found


def test_five_milliseconds_are_found_among_a_few_hundred_windows_and_none_where_there_are_none() -> None:
    for seed in range(20):
        assert deviation(layered(busy_machine(seed, 900, 5.0), LAYER)) > ALARM
        assert abs(deviation(layered(busy_machine(seed, 900, 0.0), LAYER))) < ALARM


def test_half_a_millisecond_is_found_among_ten_thousand() -> None:
    assert deviation(layered(busy_machine(1, 10_000, 0.5), LAYER)) > ALARM
    assert deviation(layered(busy_machine(1, 10_000, -0.5), LAYER)) < -ALARM


def test_a_machine_that_is_slow_while_many_hold_alarms_nobody() -> None:
    """Both groups are slow then: within a layer of windows that follow each other nothing differs."""
    luck, timed = Random(1), []
    for number in range(4000):
        slow = number // LAYER % 2
        timed.append((luck.expovariate(1 / (50 if slow else 1)), luck.random() < (0.8 if slow else 0.2)))
    assert abs(deviation(layered(timed, LAYER))) < ALARM
    assert deviation([timed]) > ALARM


def test_times_that_are_all_alike_tell_nothing() -> None:
    assert deviation([[(1.0, True), (1.0, False)] * 50]) == 0
    assert deviation([[(1.0, True)], [(2.0, False)], []]) == 0


def test_a_kind_of_window_is_compared_with_its_own_kind() -> None:
    windows = [
        Window(kind, held, at, took)
        for at in range(80)
        for kind, held, took in (("clock", at % 2 == 0, 200 + at % 7), ("bots", True, 9000))
    ]
    assert abs(deviations(windows)["clock"]) < ALARM
    assert deviations(windows)["bots"] == 0


@pytest.mark.slow
def test_nobody_can_tell_from_a_window_of_a_real_server_who_held_an_answer() -> None:
    windows = measure(effort(240), tables=8)
    assert sum(window.held for window in windows) > 10
    assert {window.kind for window in windows} == {"bots", "clock", "person"}
    assert {kind: far for kind, far in deviations(windows).items() if abs(far) > ALARM} == {}
