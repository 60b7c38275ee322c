"""Everybody who waits is served in turn, and nobody waits without end."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bornes.server.workers.fair_queue import FairQueue, QueueFull, QueueOwner, TableQueue


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
    assert emptied(queue).index("here") == 99


def test_who_was_served_does_not_push_in_by_asking_again() -> None:
    queue: FairQueue[str] = FairQueue(10, 10)
    for thing in ("a1", "b1", "c1"):
        queue.push(thing[0], thing)
    assert queue.pop() == "a1"
    queue.push("a", "a2")
    assert emptied(queue) == ["b1", "c1", "a2"]


LONG, SHORT = 2000, 100


@pytest.mark.parametrize("taken", range(1, 25))
def test_one_who_asks_for_little_is_next_whatever_others_have_piled_up(taken: int) -> None:
    queue: FairQueue[str] = FairQueue(64, 3)
    for number in range(3):
        for address in range(8):
            queue.push(str(address), f"{address}/{number}", LONG)
    for _ in range(taken):
        queue.pop()
    queue.push("stranger", "here", SHORT)
    assert queue.pop() == "here"


@pytest.mark.parametrize("owner", ["everyone is a newcomer", "a", "b"])
def test_what_costs_much_is_taken_after_all_although_others_ask_for_little_without_end(owner: str) -> None:
    queue: FairQueue[str] = FairQueue(64, 3)
    queue.push("a", "long", LONG)
    taken: list[str | None] = []
    while "long" not in taken:
        queue.push(f"newcomer {len(taken)}" if " " in owner else owner, "short", SHORT)
        taken.append(queue.pop())
    assert LONG / SHORT <= len(taken) < 1000


def test_of_one_owner_what_costs_less_comes_first() -> None:
    queue: FairQueue[str] = FairQueue(64, 3)
    for thing, cost in (("long", LONG), ("short", SHORT), ("another", SHORT)):
        queue.push("a", thing, cost)
    assert emptied(queue) == ["short", "another", "long"]


def test_an_owner_who_got_much_waits_while_others_get_as_much() -> None:
    queue: FairQueue[str] = FairQueue(64, 30)
    queue.push("a", "a long", LONG)
    queue.pop()
    queue.push("a", "a short", SHORT)
    for number in range(30):
        queue.push("b", f"b {number}", SHORT)
    assert emptied(queue).index("a short") == LONG / SHORT


def test_it_is_bounded_for_each_and_in_all() -> None:
    queue: FairQueue[str] = FairQueue(3, 2)
    queue.push("a", "a1")
    queue.push("a", "a2")
    with pytest.raises(QueueFull):
        queue.push("a", "a3")
    queue.push("b", "b1")
    with pytest.raises(QueueFull):
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


# -- tables --------------------------------------------------------------------------------------------------------


def served(queue: TableQueue[str]) -> list[str]:
    found = []
    while (thing := queue.pop()) is not None:
        found.append(thing)
    return found


def test_tables_of_one_address_share_its_turn() -> None:
    queue: TableQueue[str] = TableQueue(1000, 10)
    for table in range(100):
        queue.push(QueueOwner(True, "crowd", f"t{table}"), f"crowd {table}")
    for number in range(3):
        queue.push(QueueOwner(True, "guest", "g"), f"guest {number}")
    assert served(queue)[:6] == ["crowd 0", "guest 0", "crowd 1", "guest 1", "crowd 2", "guest 2"]


def test_tables_where_nobody_is_present_come_last() -> None:
    queue: TableQueue[str] = TableQueue(1000, 10)
    for table in "abc":
        queue.push(QueueOwner(False, table, table), f"{table} alone")
    queue.push(QueueOwner(True, "d", "d"), "d watched")
    queue.push(QueueOwner(True, "d", "d"), "d watched again")
    assert served(queue) == ["d watched", "d watched again", "a alone", "b alone", "c alone"]


def test_someone_who_comes_does_not_wait_behind_them_any_more() -> None:
    queue: TableQueue[str] = TableQueue(1000, 10)
    for table in "abc":
        queue.push(QueueOwner(False, "one", table), table)
    queue.prioritize("c")
    queue.prioritize("c")
    queue.prioritize("nowhere")
    assert served(queue) == ["c", "a", "b"]
    assert len(queue) == 0


@given(
    st.lists(
        st.tuples(st.booleans(), st.sampled_from("xyz"), st.sampled_from("abcdef"), st.integers(0, 3)), max_size=40
    )
)
def test_a_table_queue_loses_nothing_and_serves_nothing_twice(steps: list[tuple[bool, str, str, int]]) -> None:
    queue: TableQueue[int] = TableQueue(20, 3)
    waiting: dict[int, str] = {}
    for number, (attended, address, table, what) in enumerate(steps):
        if what == 0 and (taken := queue.pop()) is not None:
            del waiting[taken]
        elif what == 1:
            queue.prioritize(table)
        elif what == 2 and waiting:
            dropped = next(iter(waiting))
            queue.drop(waiting.pop(dropped), dropped)
            queue.drop("nowhere", dropped)
        elif list(waiting.values()).count(table) >= 3 or len(waiting) >= 20:
            with pytest.raises(QueueFull):
                queue.push(QueueOwner(attended, address, table), number)
        else:
            queue.push(QueueOwner(attended, address, table), number)
            waiting[number] = table
        assert len(queue) == len(waiting)
    rest = []
    while (thing := queue.pop()) is not None:
        rest.append(thing)
    assert sorted(rest) == sorted(waiting)
