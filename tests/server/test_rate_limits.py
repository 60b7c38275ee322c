"""How much anybody may ask for: buckets, rates for each address, and places."""

from __future__ import annotations

import pytest

from bornes.server import rate_limits
from bornes.server.api_errors import ApiError, ErrorCode
from bornes.server.rate_limits import CommandRateLimiter, ConcurrencyLimit, RateLimiter, TokenBucket


class Hand:
    """A clock that is set by hand."""

    now = 0

    def __call__(self) -> int:
        return self.now


def test_a_bucket_is_empty_after_so_many_and_fills_up_again() -> None:
    clock = Hand()
    bucket = TokenBucket(3, 0.5, clock)
    assert [bucket.try_consume() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == pytest.approx(2)
    clock.now += 2000
    assert bucket.try_consume()
    assert not bucket.try_consume()
    bucket.give_back()
    assert bucket.try_consume()
    clock.now -= 10_000  # a clock that runs back gives nothing and takes nothing
    assert not bucket.try_consume()


def test_several_are_taken_at_once_or_none() -> None:
    clock = Hand()
    bucket = TokenBucket(3, 1, clock)
    assert bucket.try_consume(2)
    assert not bucket.try_consume(2)
    assert bucket.wait(2) == pytest.approx(1)
    assert bucket.try_consume()
    assert not bucket.try_consume()


def test_each_address_has_its_own_rate_and_only_a_part_of_it_at_once() -> None:
    clock = Hand()
    rate = RateLimiter(60, 60, clock, at_once=2)
    for _ in range(2):
        rate.consume("a")
    with pytest.raises(ApiError) as error:
        rate.consume("a")
    assert error.value.why is ErrorCode.RATE_LIMITED
    assert error.value.retry_after
    rate.consume("b")
    clock.now += 1000
    rate.consume("a")


def test_addresses_are_remembered_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_ADDRESSES", 100)
    rate = RateLimiter(1, 3600, Hand())
    for number in range(1000):
        rate.consume(f"10.0.{number >> 8}.{number & 255}")
        if number < 900:
            continue
        with pytest.raises(ApiError):  # those who came last are known
            rate.consume(f"10.0.{number >> 8}.{number & 255}")
    assert len(rate) == 100


def test_places_are_counted_in_all_and_for_each_address() -> None:
    places = ConcurrencyLimit(3, 2)
    places.acquire("a")
    places.acquire("a")
    with pytest.raises(ApiError):
        places.acquire("a")
    places.acquire("a", bounded=False)  # a proxy that is trusted has as many as there are
    with pytest.raises(ApiError):
        places.acquire("b")
    places.release("a")
    places.acquire("b")
    assert places.count == 3


def test_commands_are_counted_for_the_seat_and_for_the_address_over_all_connections() -> None:
    clock = Hand()
    rates = CommandRateLimiter(3, 10, clock, at_once=5)
    for _ in range(3):
        rates.consume("home-1", 1, "a")
    with pytest.raises(ApiError):
        rates.consume("home-1", 1, "b")
    rates.consume("home-1", 2, "a")
    rates.consume("home-2", 1, "a")
    with pytest.raises(ApiError) as error:
        rates.consume("home-3", 1, "a")
    assert error.value.why is ErrorCode.RATE_LIMITED
    with pytest.raises(ApiError):
        rates.consume("home-1", None, "a")
    rates.consume("home-1", None, "b")
