"""Which names a server answers to, and what it says about proxies: a stranger's name is refused everywhere."""

from __future__ import annotations

import logging
import socket

import pytest
from starlette.requests import HTTPConnection

from bornes.server.http.app_context import AppContext
from bornes.server.http.host_validation import is_own_host, own_names
from bornes.server.http.requests import client_address
from bornes.server.review_queue import ReviewQueue, StoredReviews
from bornes.server.service import Service
from bornes.server.settings import ServerSettings
from bornes.store import SqliteStore
from tests.support.online import QuickThinkers
from tests.support.web import Web

MACHINE = socket.gethostname().partition(".")[0]


@pytest.mark.parametrize(
    ("host", "settings", "served"),
    [
        ("127.0.0.1:8000", {}, True),
        ("LOCALHOST:8000", {}, True),
        ("localhost.", {}, True),
        ("[::1]:8000", {}, True),
        ("192.168.1.5:8000", {"host": "0.0.0.0"}, True),
        (f"{MACHINE}.local:8000", {"host": "0.0.0.0"}, True),
        (MACHINE, {}, True),
        ("bornes.example.org", {"public_url": "https://bornes.example.org/games"}, True),
        ("games.lan:80", {"host_names": "bornes.lan, Games.LAN"}, True),
        ("inside.example", {"host": "inside.example"}, True),
        ("evil.example", {}, False),
        ("evil.example", {"host": "0.0.0.0", "public_url": "https://bornes.example.org"}, False),
        ("localhost.evil.example", {}, False),
        ("127.0.0.1.evil.example", {}, False),
        ("evil.example@localhost", {}, False),
        ("localhost/evil", {}, False),
        ("localhost:evil:8000", {}, False),
        ("other.local", {}, False),
        ("[::1", {}, False),
        ("", {}, False),
    ],
)
def test_a_server_answers_to_its_own_names_and_to_addresses(host: str, settings: dict[str, str], served: bool) -> None:
    assert is_own_host(host, own_names(ServerSettings(**settings))) is served  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["/", "/metrics", "/healthz", "/api/lobby", "/nowhere"])
def test_a_request_for_another_host_is_refused_with_what_to_do(web: Web, path: str) -> None:
    answer = web.get(path, host="evil.example")
    assert answer.status == 421
    assert answer.values["error"] == "wrong-host"
    assert "--host-names" in answer.values["text"]
    assert "frame-ancestors" in answer.headers["content-security-policy"]


def test_a_proxy_that_is_not_trusted_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    def told(peer: str, *headers: tuple[bytes, bytes]) -> int:
        client_address(HTTPConnection({"type": "http", "headers": headers, "client": (peer, 1)}), context)
        return sum("BORNES_TRUSTED_PROXY" in record.getMessage() for record in caplog.records)

    store = SqliteStore.in_memory("test")
    service = Service(store, QuickThinkers(), lambda: 0)
    context = AppContext(service, ServerSettings(trusted_proxy="192.0.2.8"), ReviewQueue(StoredReviews(store)))
    with caplog.at_level(logging.WARNING, "bornes.server"):
        assert told("192.0.2.9") == 0
        assert told("192.0.2.8", (b"x-forwarded-for", b"198.51.100.1")) == 0
        assert told("192.0.2.9", (b"forwarded", b"for=198.51.100.1")) == 1
        assert told("192.0.2.9", (b"x-forwarded-for", b"198.51.100.1")) == 1
    assert "198.51.100.1" not in caplog.text
