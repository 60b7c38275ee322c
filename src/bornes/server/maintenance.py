"""What goes on by itself: clocks of sleeping tables, tables put to sleep, old ones removed.

Nothing depends on it being quick, or on this process: when a clock has something to say is in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from logging import WARNING

from ..base.structured_log import LOG, log_event
from ..store.retention import CHECK_INTERVAL_MS, DAY_MS, NOTICE_MS, RetentionCheck, plan_check
from ..tables.entries import EntryError, InconsistentLog
from ..tables.table_state import SECOND_MS
from ..tables.table_store import StoreError
from .service import Service

CLOCK_CHECK_SECONDS = 0.25
"""How often the clocks of tables are checked."""
MAX_WAKES_PER_CHECK = 50
WAKE_BUDGET_MS = 50
"""The part of each check that wakes tables: after a restart thousands are overdue, and players who come back to one of
them are served first."""
BUSY_DELAY_SECONDS = 0.02
"""If a check comes this late, the server is busy: then it wakes one table, so that none is forgotten."""
CLEANUP_SECONDS = 20.0
"""How often idle tables are unloaded."""
SLEEP_DETECTED_SECONDS = 10.0
"""If this much time passed between two checks, the machine slept and nobody could reach a table."""


class Maintenance:
    """Keeps a service going."""

    def __init__(self, service: Service, *, sleep_after: int, keep_days: int) -> None:
        self._service = service
        self._sleep_after = sleep_after * SECOND_MS
        self._keep_days = keep_days
        self._quiet_since: dict[str, int] = {}
        """Since when nobody is at a table that is in memory."""
        self._faulty: set[str] = set()
        """Tables that cannot be loaded: they are not tried again."""
        self._checked_at = asyncio.get_running_loop().time()
        """Up to when the uptime of this process was counted, by the loop's clock."""

    async def run(self) -> None:
        """Go on until cancelled."""
        waking = self._repeat(CLOCK_CHECK_SECONDS, self.wake_overdue)
        await asyncio.gather(waking, self._repeat(CLEANUP_SECONDS, lambda _late: self.tidy()), self._clean())

    async def _repeat(self, seconds: float, work: Callable[[float], Awaitable[None]]) -> None:
        """Do some work again and again, which is told how many seconds it comes late."""
        last, loop = self._service.clock(), asyncio.get_running_loop()
        while True:
            due = loop.time() + seconds
            await asyncio.sleep(seconds)
            late = loop.time() - due
            now = self._service.clock()
            if now - last > SLEEP_DETECTED_SECONDS * SECOND_MS + seconds * SECOND_MS:
                self._service.reachable_since = now
            last = now
            with suppress(StoreError):
                await work(late)
            last = self._service.clock()

    async def wake_overdue(self, late: float = 0.0) -> None:
        """Load the tables whose clocks have something to say; fewer where the server is ``late`` for others as well."""
        service = self._service
        now, awake = service.clock(), set(service.host.loaded())
        overdue = await service.store.due_before(now, MAX_WAKES_PER_CHECK + len(awake) + len(self._faulty))
        began = service.clock()  # only now: however slow the store is, one of them is woken
        some = MAX_WAKES_PER_CHECK if late < BUSY_DELAY_SECONDS else 1
        for id in [id for id in overdue if id not in awake and id not in self._faulty][:some]:
            if service.clock() - began > WAKE_BUDGET_MS:
                break
            try:
                await service.host.load(id)
            except StoreError:
                continue  # it is tried again with the next look, and keeps no other from its turn
            except (InconsistentLog, EntryError) as error:
                self._faulty.add(id)
                LOG.error("table cannot be loaded", extra={"values": {"table": id, "why": type(error).__name__}})

    async def tidy(self) -> None:
        """Let tables sleep at which nobody has been for a while."""
        service, now = self._service, self._service.clock()
        awake = service.host.loaded()
        quiet = {id: self._quiet_since.get(id, now) for id in awake if not service.host.listeners(id)}
        self._quiet_since = quiet
        for id, since in list(quiet.items()):
            if now - since >= self._sleep_after and service.unload_if_idle(id):
                del quiet[id]
            await asyncio.sleep(0)  # others have their turn

    async def _clean(self) -> None:
        """Remove what is old, again and again, but nothing right after the start."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL_MS / SECOND_MS)
            with suppress(StoreError):
                await self.remove_old()

    async def remove_old(self) -> None:
        """Remove expired codes, announce tables that have been idle for too long, and remove some announced before."""
        service = self._service
        await service.store.remove_expired_codes(service.clock())
        if self._keep_days:
            check = await self._plan()
            found = await service.store.store_check(check)
            if found.announced:
                since, after = _day(found.idle_since), _day(check.wall + NOTICE_MS)
                log_event("idle tables will be removed", tables=found.announced, idle_since=since, after=after)
            for id in found.leaving:
                await self._remove(id, check)

    async def _plan(self) -> RetentionCheck:
        """Return the check to make now, and log a clock that has jumped."""
        service = self._service
        last = await service.store.last_check()
        now = asyncio.get_running_loop().time()
        check = plan_check(last, service.clock(), round((now - self._checked_at) * SECOND_MS), self._keep_days * DAY_MS)
        self._checked_at = now  # even if the check cannot be stored: no time is ever counted twice
        if check.starts_over and last is not None:
            text = "the clock has jumped, or no server has run for a day: idle tables will be announced again"
            log_event(text, level=WARNING, before=_day(last.wall), now=_day(check.wall))
        return check

    async def _remove(self, id: str, check: RetentionCheck) -> None:
        """Remove a table for good, unless somebody is there or something has happened since the check."""
        service = self._service
        if service.host.listeners(id):
            return
        service.unload_if_idle(id)
        with suppress(StoreError):
            if await service.store.remove_idle(id, check):
                service.presence.forget(id)
                service.lobby.list(id, None)
                log_event("table removed", table=id)


def _day(time: int | None) -> str:
    """Return a time as text; a clock may be wrong by more than a calendar holds."""
    try:
        return "" if time is None else datetime.fromtimestamp(time / SECOND_MS, UTC).isoformat(timespec="minutes")
    except (OverflowError, ValueError, OSError):
        return str(time)
