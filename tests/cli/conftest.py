"""What the tests of the commands share."""

from __future__ import annotations

from tests.support.servers import server as server
