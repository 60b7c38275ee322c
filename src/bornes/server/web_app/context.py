"""What every request needs: the service, the settings, and the guards."""

from __future__ import annotations

from ..guards import Places, Rate
from ..metrics import Metrics
from ..outbox import Outbox
from ..service import Service
from ..settings import Settings
from ..thinking.reviews import Reviews

HOUR, MINUTE = 3600, 60


class Context:
    """The service with everything around it."""

    def __init__(self, service: Service, settings: Settings, reviews: Reviews) -> None:
        self.service = service
        self.settings = settings
        self.reviews = reviews
        clock = service.clock
        self.requests = Rate(settings.requests_per_minute, MINUTE, clock)
        self.opens = Rate(settings.opens_per_hour, HOUR, clock)
        self.places = Places(settings.sockets, settings.sockets_per_address)
        self.metrics = Metrics(lambda: service.host.awake, lambda: self.places.count)
        service.on_command = self.metrics.count_command
        self.outboxes: set[Outbox] = set()
        """Of all who are connected."""
        self.stopping = False
        """Whether no new work is taken."""

    def close_all(self, code: int) -> None:
        """Let every connection be closed, once it has been sent what waits for it."""
        self.stopping = True
        for outbox in list(self.outboxes):
            outbox.close(code)
