"""Everybody who waits is served in turn, and nobody waits without end."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bornes.server.thinking.fair_queue import Crowded, FairQueue


def emptied(queue: FairQueue[str]) -> list[str]:
    found = []
    while (thing := queue.pop()) is not None:
        found.append(thing)
    return found


def test_those_who_wait_are_served_in_turn() -> None:
    queue: FairQueue[str] = FairQueue(100, 10)
    for thing in ("a1", "a2", "a3", "b1", "b2", "c1"):
        queue.push(thing[0], thing)
    assert emptied(queue) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_a_newcomer_comes_after_one_round_whatever_the_others_have_piled_up() -> None:
    queue: FairQueue[str] = FairQueue(10_000, 10)
    for table in range(100):
        for number in range(10):
            queue.push(str(table), f"{table}/{number}")
    queue.pop()
    queue.push("newcomer", "here")
    assert emptied(queue).index("here") == 100


def test_who_was_served_does_not_push_in_by_asking_again() -> None:
    queue: FairQueue[str] = FairQueue(10, 10)
    for thing in ("a1", "b1", "c1"):
        queue.push(thing[0], thing)
    assert queue.pop() == "a1"
    queue.push("a", "a2")
    assert emptied(queue) == ["b1", "c1", "a2"]


def test_it_is_bounded_for_each_and_in_all() -> None:
    queue: FairQueue[str] = FairQueue(3, 2)
    queue.push("a", "a1")
    queue.push("a", "a2")
    with pytest.raises(Crowded):
        queue.push("a", "a3")
    queue.push("b", "b1")
    with pytest.raises(Crowded):
        queue.push("c", "c1")
    assert emptied(queue) == ["a1", "b1", "a2"]
    queue.push("c", "c1")
    assert len(queue) == 1


@pytest.mark.parametrize("bounds", [(0, 1), (1, 0)])
def test_a_queue_in_which_nothing_can_wait_is_refused(bounds: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        FairQueue[str](*bounds)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["push", "pop", "drop"])), max_size=60))
def test_what_is_pushed_is_popped_once_and_in_order_unless_dropped(steps: list[tuple[str, str]]) -> None:
    queue: FairQueue[tuple[str, int]] = FairQueue(1000, 1000)
    kept: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for number, (whose, step) in enumerate(steps):
        if step == "push":
            queue.push(whose, (whose, number))
            kept[whose].append((whose, number))
        elif step == "drop" and kept[whose]:
            queue.drop(whose, kept[whose].pop())
        elif step == "drop":
            queue.drop(whose, (whose, number))  # which never waited
        elif (thing := queue.pop()) is not None:
            assert kept[thing[0]].pop(0) == thing
        assert len(queue) == sum(map(len, kept.values()))
    while (thing := queue.pop()) is not None:
        assert kept[thing[0]].pop(0) == thing
    assert not any(kept.values())
