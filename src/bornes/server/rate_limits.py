"""How much anybody may ask for: buckets that fill up again, one for each address, and only for so many of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from .api_errors import ApiError, ErrorCode

Clock = Callable[[], int]
MAX_ADDRESSES = 50_000
"""LRU cache size, in addresses."""


class TokenBucket:
    """Something of which there is so much at once, and so much more with every second."""

    __slots__ = ("_at", "_clock", "_left", "_most", "_refill")

    def __init__(self, most: float, refill: float, clock: Clock) -> None:
        self._most = most
        self._refill = refill
        self._clock = clock
        self._left = most
        self._at = clock()

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._most, self._left + max(0, now - self._at) / 1000 * self._refill)
        self._at = now

    def try_consume(self, units: int = 1) -> bool:
        """Take so many; False where there are fewer."""
        self._fill()
        if self._left < units:
            return False
        self._left -= units
        return True

    def give_back(self) -> None:
        """Undo one that was taken."""
        self._left = min(self._most, self._left + 1)

    def wait(self, units: int = 1) -> float:
        """Return in how many seconds there are so many to take."""
        self._fill()
        return max(0.0, (units - self._left) / self._refill)


class RateLimiter:
    """A bucket for each address: so many in some seconds, and not more than ``at_once`` of them together."""

    def __init__(self, most: float, seconds: float, clock: Clock, at_once: float | None = None) -> None:
        self._most = most if at_once is None else at_once
        self._refill = most / seconds
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def consume(self, address: str, units: int = 1) -> None:
        """Count so many for an address; ApiError where that is too much."""
        bucket = self._bucket(address)
        if not bucket.try_consume(units):
            raise ApiError(ErrorCode.RATE_LIMITED, retry_after=round(bucket.wait(units), 1))

    def give_back(self, address: str) -> None:
        """Undo one that was counted for an address."""
        self._bucket(address).give_back()

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self._buckets)

    def _bucket(self, address: str) -> TokenBucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._most, self._refill, self._clock)
            while len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket


class CommandRateLimiter:
    """How many commands one seat and one address may send in a minute, over all their connections."""

    def __init__(self, per_seat: float, per_address: float, clock: Clock, at_once: float) -> None:
        self._seats = RateLimiter(per_seat, 60, clock)
        self._addresses = RateLimiter(per_address, 60, clock, at_once)

    def consume(self, table: str, sitting: int | None, address: str) -> None:
        """Count a command of a player, or of a spectator without a sitting; ApiError where that is too much."""
        if sitting is not None:
            self._seats.consume(f"{table} {sitting}")
        self._addresses.consume(address)


class ConcurrencyLimit:
    """So many at a time, in all and from one address."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._taken: dict[str, int] = {}
        self.count = 0
        """How many are taken."""
        self.left = 0
        """How many were given back for good, ever."""

    def acquire(self, address: str, *, bounded: bool = True) -> None:
        """Take a place; ApiError where there is none left, in all or, where it is bounded, for this address."""
        taken = self._taken.get(address, 0)
        if self.count >= self._most or (bounded and taken >= self._most_each):
            raise ApiError(ErrorCode.RATE_LIMITED, retry_after=5)
        self._taken[address] = taken + 1
        self.count += 1

    def release(self, address: str, *, for_good: bool = True) -> None:
        """Give a place back; not for good where whoever had it takes another one at once."""
        self.count -= 1
        self.left += for_good
        left = self._taken[address] - 1
        if left:
            self._taken[address] = left
        else:
            del self._taken[address]
