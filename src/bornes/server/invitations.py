"""Who may come in: invitations, and codes that can be read out.

A seat's own secret is in the table's log, hashed; invitations are made from the server's key and the table's id, so
that nothing has to be kept for them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NamedTuple

from ..store import CodeTaken, ServerStore
from ..tables.table_state import SECOND_MS
from .api_errors import ApiError, ErrorCode
from .rate_limits import TokenBucket

CODE_LIFETIME_MS = 24 * 3600 * SECOND_MS
MIN_CODE_DIGITS = 9
POSSIBLE_CODES_PER_TABLE = 10_000_000
"""A random guess finds a table at most once in this many tries, because codes grow with the number of tables."""
CODE_COUNT_CACHE_MS = 5 * SECOND_MS
"""How long the number of codes is cached: counting many of them takes time."""

ENDED_CODE_MEMORY_MS = 600 * SECOND_MS
"""How long the server remembers a code that ended because its table was full: friends who were too slow are told so,
and it doesn't count as a wrong guess."""
MAX_ENDED_CODES = 10_000
"""Ended codes remembered at a time; the oldest are forgotten first."""

Purpose = Literal["join", "watch"]
RandomBytes = Callable[[int], bytes]
"""Gives so many bytes of chance: of the system's source, or in a simulation of one that repeats itself."""


class InvitationTokens:
    """Makes and knows the words that let somebody sit down at a table, or look on."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def __repr__(self) -> str:
        return "InvitationTokens(…)"

    def token(self, table: str, purpose: Purpose) -> str:
        """Return what a link to a table has after ``#join=`` or ``#watch=``."""
        made = hmac.digest(self._key, f"bornes {purpose} {table}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(made[:18]).decode()

    def matches(self, word: str, table: str, purpose: Purpose) -> bool:
        """Say whether a word is the one, in a time that tells nothing."""
        return hmac.compare_digest(word.encode(), self.token(table, purpose).encode())


class CodeTarget(NamedTuple):
    """Where a code led."""

    table: str
    ended: bool
    """Whether it lets nobody in any more."""


class _Ended(NamedTuple):
    """A code that has ended, and until when that is remembered."""

    table: str
    until: int


class InvitationCodes:
    """Codes that lead to tables with a free seat: digits, so many that guessing doesn't pay.

    There are two budgets of wrong guesses.  The caller spends the one of the neighborhood first, and here the one of
    everyone together is spent: it takes sixty neighborhoods at their limit to use it up.  Then even good codes have to
    wait, because the answer would tell which guess is right.  A code that ended a moment ago is no wrong guess.
    """

    def __init__(
        self, store: ServerStore, clock: Callable[[], int], wrong_per_minute: int, random: RandomBytes
    ) -> None:
        self._store = store
        self._clock = clock
        self._random = random
        self._counted = 0
        self._counted_at = -CODE_COUNT_CACHE_MS
        self._ended: OrderedDict[str, _Ended] = OrderedDict()
        """Codes that have ended a moment ago, the oldest first."""
        self._wrong = TokenBucket(wrong_per_minute, wrong_per_minute / 60, clock)

    async def of_table(self, table: str) -> tuple[str, int]:
        """Return the code of a table and until when it is good, a new one where it has none."""
        now = self._clock()
        for code, until in await self._store.codes_of(table):
            if until > now + CODE_LIFETIME_MS // 24:
                return code, until
        while True:
            code, until = _new_code(await self._count(now), self._random), now + CODE_LIFETIME_MS
            with suppress(CodeTaken):
                await self._store.add_code(code, table, until)
                return code, until

    async def _count(self, now: int) -> int:
        """Return how many codes there are, as they were counted a moment ago: with many that takes its time."""
        if now - self._counted_at >= CODE_COUNT_CACHE_MS:
            self._counted, self._counted_at = await self._store.count_codes(), now
        return self._counted

    async def resolve(self, code: str) -> CodeTarget:
        """Return the table that a code leads to, or led to a moment ago.

        ApiError for a wrong one, or where there were too many of them.
        """
        if not self._wrong.try_consume():  # before the store is asked: many may ask at the same time
            raise ApiError(ErrorCode.RATE_LIMITED, retry_after=round(self._wrong.wait(), 1))
        digits = "".join(char for char in code if char not in _BETWEEN)
        known = digits.isascii() and digits.isdigit()
        found = await self._store.code(digits, self._clock()) if known else None
        led = self._lately(digits) if found is None else CodeTarget(found, ended=False)
        if led is None:
            raise ApiError(ErrorCode.CODE_NOT_FOUND, field="code")
        self._wrong.give_back()
        return led

    def _lately(self, digits: str) -> CodeTarget | None:
        """Return where a code led that has ended a moment ago."""
        ended = self._ended.get(digits)
        return None if ended is None or ended.until <= self._clock() else CodeTarget(ended.table, ended=True)

    async def expire(self, table: str) -> None:
        """Let the codes of a table lead nowhere, and remember them for a while."""
        until = self._clock() + ENDED_CODE_MEMORY_MS
        for code, _ in await self._store.codes_of(table):
            self._ended[code] = _Ended(table, until)
            self._ended.move_to_end(code)
        while len(self._ended) > MAX_ENDED_CODES:
            self._ended.popitem(last=False)
        await self._store.remove_codes(table)


_BETWEEN = " -.\u00a0\u202f"
"""What may stand between the digits of a code."""


def _new_code(taken: int, random: RandomBytes) -> str:
    """Return random digits, more of them if there are more codes."""
    length = max(MIN_CODE_DIGITS, len(str(taken * POSSIBLE_CODES_PER_TABLE)))
    # With 16 spare bytes the remainder is as good as uniform.
    return f"{int.from_bytes(random(length + 16)) % 10**length:0{length}}"
