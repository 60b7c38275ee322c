"""What every request needs: the service, the settings, and the guards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from logging import WARNING

from ...base.structured_log import log_event
from ..metrics import Metrics
from ..outbox import Outbox
from ..rate_limits import CommandRateLimiter, ConcurrencyLimit, RateLimiter, TokenBucket
from ..review_queue import ReviewQueue
from ..service import Service
from ..settings import ServerSettings

HOUR_SECONDS, MINUTE_SECONDS = 3600, 60
MAX_CONCURRENT_REPLAYS = 1
"""Finished deals that are replayed at a time, since tables in play have priority."""
MAX_RECORD_READERS, MAX_RECORD_READERS_PER_ADDRESS = 1000, 8
"""Requests for records, replays and reviews that may be under way: logs are folded one at a time, and one address's
long ones must not keep all others waiting."""
HEALTH_CHECKS_PER_MINUTE = 600
"""For each address."""
FILES_PER_REQUEST = 10
"""Files of the page that may be fetched for each request: a page has dozens, and a family shares one address."""
BURST_FRACTION = 0.2
"""The part of a minute's requests that may come at once: hundreds together would delay everyone else."""
SEATS_PER_ADDRESS = 20
"""An address may send as many commands as this many seats."""
CONNECTIONS_PER_REQUEST = 2
"""Connections that may be opened for each request: a browser opens some that it doesn't need."""
OPENS_PER_JOIN = 4
"""One address may sit down at a table a quarter as often as it may open tables.  A table bounds how often anyone comes
and goes between two deals, so one address must not use that up."""
NEIGHBORHOODS_GUESSING = 60
"""Neighborhoods that must guess at their limit before the budget of wrong codes of everyone is used up."""
EVENTS_PER_REQUEST = 500
"""A deal that is told from its beginning costs a request more for every so many events; most deals have about 300."""
MAX_OTHER_CONNECTIONS, MAX_OTHER_CONNECTIONS_PER_ADDRESS = 500, 50
"""Connections other than sockets, in all and from one address."""
UNTRUSTED_PROXY = (
    "a request was forwarded by a proxy that is not trusted: all of its visitors share the limits of one address; if "
    "the proxy is yours, set --trusted-proxy or BORNES_TRUSTED_PROXY to the address that it connects from"
)


class AppContext:
    """The service with everything around it."""

    def __init__(self, service: Service, settings: ServerSettings, reviews: ReviewQueue) -> None:
        self.service = service
        self.settings = settings
        self.reviews = reviews
        clock = service.clock
        self.requests = RateLimiter(
            settings.requests_per_minute, MINUTE_SECONDS, clock, max(1.0, settings.requests_per_minute * BURST_FRACTION)
        )
        connections = settings.requests_per_minute * CONNECTIONS_PER_REQUEST
        self.new_connections = RateLimiter(connections, MINUTE_SECONDS, clock, max(1.0, connections * BURST_FRACTION))
        """Connections of one address, whatever they are for: each costs something before anything is asked."""
        per_address = settings.commands_per_minute * SEATS_PER_ADDRESS
        self.commands = CommandRateLimiter(
            settings.commands_per_minute, per_address, clock, per_address * BURST_FRACTION
        )
        self.replays = asyncio.Semaphore(MAX_CONCURRENT_REPLAYS)
        self.record_readers = ConcurrencyLimit(MAX_RECORD_READERS, MAX_RECORD_READERS_PER_ADDRESS)
        self.health_checks = RateLimiter(HEALTH_CHECKS_PER_MINUTE, MINUTE_SECONDS, clock)
        self.page_files = RateLimiter(settings.requests_per_minute * FILES_PER_REQUEST, MINUTE_SECONDS, clock)
        self.table_opens = RateLimiter(settings.opens_per_hour, HOUR_SECONDS, clock)
        self.table_joins = RateLimiter(max(1, settings.opens_per_hour // OPENS_PER_JOIN), HOUR_SECONDS, clock)
        """How often somebody sits down, by address and table."""
        self.wrong_codes = RateLimiter(
            max(1, settings.wrong_codes_per_minute // NEIGHBORHOODS_GUESSING), MINUTE_SECONDS, clock
        )
        """Wrong codes of one neighborhood."""
        self.connections = ConcurrencyLimit(
            settings.sockets + MAX_OTHER_CONNECTIONS, settings.sockets_per_address + MAX_OTHER_CONNECTIONS_PER_ADDRESS
        )
        """Of any kind; sockets have their places too."""
        self.places = ConcurrencyLimit(settings.sockets, settings.sockets_per_address)
        self.metrics = Metrics(lambda: service.host.awake, lambda: self.places.count)
        service.on_command = self.metrics.count_command
        self.outboxes: set[Outbox] = set()
        """Of all who are connected."""
        self.stopping = False
        """Whether no new work is taken."""
        self._warned_of_proxy = False
        self._waits: set[asyncio.Timeout] = set()
        """Of all who have not sent yet what is waited for."""

    def spend_for_deal(self, table: str, address: str) -> None:
        """Charge an address for a long deal that it is told from the beginning; ApiError where that is too much.

        However long a deal is, half of the requests that may come together pay for it.
        """
        most = self.settings.requests_per_minute * BURST_FRACTION / 2
        units = min(self.service.deal_events(table) // EVENTS_PER_REQUEST, int(most))
        if units:
            self.requests.consume(address, units)

    def connection_rate(self) -> TokenBucket:
        """Return what limits the commands of one connection."""
        most = self.settings.commands_per_minute
        return TokenBucket(most, most / MINUTE_SECONDS, self.service.clock)

    def warn_of_proxy(self) -> None:
        """Log once that requests come through a proxy that isn't trusted."""
        if not self._warned_of_proxy:
            self._warned_of_proxy = True
            log_event(UNTRUSTED_PROXY, level=WARNING)

    @asynccontextmanager
    async def waiting(self, seconds: float) -> AsyncIterator[None]:
        """Wait for somebody for so long, and not at all once the server stops; TimeoutError then."""
        async with asyncio.timeout(0 if self.stopping else seconds) as wait:
            self._waits.add(wait)
            try:
                yield
            finally:
                self._waits.discard(wait)

    def close_all(self, code: int) -> None:
        """Let every connection be closed, once it has been sent what waits for it."""
        self.stopping = True
        for outbox in list(self.outboxes):
            outbox.close(code)
        for wait in self._waits:
            if not wait.expired():
                wait.reschedule(asyncio.get_running_loop().time())
