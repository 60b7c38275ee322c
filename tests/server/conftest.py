"""What the tests of the server share."""

from __future__ import annotations

from tests.support.served import server, web

__all__ = ["server", "web"]
