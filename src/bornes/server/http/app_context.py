"""What every request needs: the service, the settings, and the guards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from logging import WARNING

from ...base.structured_log import note
from ..metrics import Metrics
from ..outbox import Outbox
from ..rate_limits import Bucket, CommandRates, Places, Rate
from ..review_queue import Reviews
from ..service import Service
from ..settings import Settings

HOUR, MINUTE = 3600, 60
REPLAYS_AT_ONCE = 1
"""So many finished deals are worked out again at a time: it is done beside the tables, and they go before."""
MAX_RECORD_READERS, MAX_RECORD_READERS_PER_ADDRESS = 1000, 8
"""Requests for records, replays and reviews that may be under way: logs are folded one at a time, and one address's
long ones must not keep all others waiting."""
LOOKS_PER_MINUTE = 600
"""So often one address may look whether the server is well."""
FILES_EACH = 10
"""So many files of the page may be fetched for each request: a page has some dozens, and a family one address."""
AT_ONCE = 0.2
"""This part of the requests of a minute may come together: hundreds at once would keep everybody else waiting."""
SEATS_EACH = 20
"""One address may send as many commands as so many seats."""
CONNECTIONS_EACH = 2
"""So many connections may be opened for each request: a browser opens some that it does not need."""
OPENS_PER_ARRIVAL = 4
"""One address may sit down at a table a quarter as often as it may open tables.  A table bounds how often anyone comes
and goes between two deals, so one address must not use that up."""
NEIGHBORHOODS_GUESSING = 60
"""Neighborhoods that must guess at their limit before the budget of wrong codes of everyone is used up."""
EVENTS_PER_REQUEST = 500
"""A deal that is told from its beginning costs a request more for every so many events; most deals have about 300."""
SPARE, SPARE_EACH = 500, 50
"""So many connections there may be beside sockets and streams, in all and from one address."""
UNTRUSTED_PROXY = (
    "a request was forwarded by a proxy that is not trusted: all of its visitors share the limits of one address; if "
    "the proxy is yours, set --trusted-proxy or BORNES_TRUSTED_PROXY to the address that it connects from"
)


class Context:
    """The service with everything around it."""

    def __init__(self, service: Service, settings: Settings, reviews: Reviews) -> None:
        self.service = service
        self.settings = settings
        self.reviews = reviews
        clock = service.clock
        self.requests = Rate(
            settings.requests_per_minute, MINUTE, clock, max(1.0, settings.requests_per_minute * AT_ONCE)
        )
        arrivals = settings.requests_per_minute * CONNECTIONS_EACH
        self.arrivals = Rate(arrivals, MINUTE, clock, max(1.0, arrivals * AT_ONCE))
        """Connections of one address, whatever they are for: each costs something before anything is asked."""
        per_address = settings.commands_per_minute * SEATS_EACH
        self.commands = CommandRates(settings.commands_per_minute, per_address, clock, per_address * AT_ONCE)
        self.replays = asyncio.Semaphore(REPLAYS_AT_ONCE)
        self.record_readers = Places(MAX_RECORD_READERS, MAX_RECORD_READERS_PER_ADDRESS)
        self.looks = Rate(LOOKS_PER_MINUTE, MINUTE, clock)
        self.page_files = Rate(settings.requests_per_minute * FILES_EACH, MINUTE, clock)
        self.opens = Rate(settings.opens_per_hour, HOUR, clock)
        self.arrivals_at_tables = Rate(max(1, settings.opens_per_hour // OPENS_PER_ARRIVAL), HOUR, clock)
        """How often somebody sits down, by address and table."""
        self.wrong_codes = Rate(max(1, settings.wrong_codes_per_minute // NEIGHBORHOODS_GUESSING), MINUTE, clock)
        """Wrong codes of one neighborhood."""
        self.connections = Places(settings.sockets + SPARE, settings.sockets_per_address + SPARE_EACH)
        """Of any kind; those that are sockets and streams have their places too."""
        self.places = Places(settings.sockets, settings.sockets_per_address)
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
        """Charge an address for a long deal that it is told from the beginning; ServerProblem where that is too much.

        However long a deal is, half of the requests that may come together pay for it.
        """
        most = self.settings.requests_per_minute * AT_ONCE / 2
        units = min(self.service.deal_events(table) // EVENTS_PER_REQUEST, int(most))
        if units:
            self.requests.spend(address, units)

    def connection_rate(self) -> Bucket:
        """Return what limits the commands of one connection."""
        most = self.settings.commands_per_minute
        return Bucket(most, most / MINUTE, self.service.clock)

    def warn_of_proxy(self) -> None:
        """Log once that requests come through a proxy that isn't trusted."""
        if not self._warned_of_proxy:
            self._warned_of_proxy = True
            note(UNTRUSTED_PROXY, level=WARNING)

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
