"""How much anybody may ask for: buckets, rates for each address, and places."""

from __future__ import annotations

import pytest

from bornes.server import rate_limits
from bornes.server.api_errors import ServerProblem, Why
from bornes.server.rate_limits import Bucket, CommandRates, Places, Rate


class Hand:
    """A clock that is set by hand."""

    now = 0

    def __call__(self) -> int:
        return self.now


def test_a_bucket_is_empty_after_so_many_and_fills_up_again() -> None:
    clock = Hand()
    bucket = Bucket(3, 0.5, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == pytest.approx(2)
    clock.now += 2000
    assert bucket.take()
    assert not bucket.take()
    bucket.give_back()
    assert bucket.take()
    clock.now -= 10_000  # a clock that runs back gives nothing and takes nothing
    assert not bucket.take()


def test_several_are_taken_at_once_or_none() -> None:
    clock = Hand()
    bucket = Bucket(3, 1, clock)
    assert bucket.take(2)
    assert not bucket.take(2)
    assert bucket.wait(2) == pytest.approx(1)
    assert bucket.take()
    assert not bucket.take()


def test_each_address_has_its_own_rate_and_only_a_part_of_it_at_once() -> None:
    clock = Hand()
    rate = Rate(60, 60, clock, at_once=2)
    for _ in range(2):
        rate.spend("a")
    with pytest.raises(ServerProblem) as error:
        rate.spend("a")
    assert error.value.why is Why.TOO_MUCH
    assert error.value.retry_after
    rate.spend("b")
    clock.now += 1000
    rate.spend("a")


def test_addresses_are_remembered_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_ADDRESSES", 100)
    rate = Rate(1, 3600, Hand())
    for number in range(1000):
        rate.spend(f"10.0.{number >> 8}.{number & 255}")
        if number < 900:
            continue
        with pytest.raises(ServerProblem):  # those who came last are known
            rate.spend(f"10.0.{number >> 8}.{number & 255}")
    assert len(rate) == 100


def test_places_are_counted_in_all_and_for_each_address() -> None:
    places = Places(3, 2)
    places.enter("a")
    places.enter("a")
    with pytest.raises(ServerProblem):
        places.enter("a")
    places.enter("a", bounded=False)  # a proxy that is trusted has as many as there are
    with pytest.raises(ServerProblem):
        places.enter("b")
    places.leave("a")
    places.enter("b")
    assert places.count == 3


def test_commands_are_counted_for_the_seat_and_for_the_address_over_all_connections() -> None:
    clock = Hand()
    rates = CommandRates(3, 10, clock, at_once=5)
    for _ in range(3):
        rates.spend("home-1", 1, "a")
    with pytest.raises(ServerProblem):
        rates.spend("home-1", 1, "b")
    rates.spend("home-1", 2, "a")
    rates.spend("home-2", 1, "a")
    with pytest.raises(ServerProblem) as error:
        rates.spend("home-3", 1, "a")
    assert error.value.why is Why.TOO_MUCH
    with pytest.raises(ServerProblem):
        rates.spend("home-1", None, "a")
    rates.spend("home-1", None, "b")
