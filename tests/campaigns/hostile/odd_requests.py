"""Requests that nobody should send: each has an answer with safe headers, and none is a fault."""

from __future__ import annotations

import asyncio
import json

from bornes.server.http.middleware import HEADERS

from .live_server import LiveServer
from .raw import KEY, UPGRADE, Answer, ask, post, request

JSON = "Content-Type: application/json\r\n"
NO_TABLE = "/api/tables/home-aaaaaaaaaaaaaaaa"


def odd_requests() -> dict[str, tuple[bytes, tuple[int, ...]]]:
    """Return requests by what is odd about them, each with the statuses that it may be answered with."""
    return {**_heads(), **_paths(), **_bodies(), **_sockets()}


def _heads() -> dict[str, tuple[bytes, tuple[int, ...]]]:
    both = f"{JSON}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"
    return {
        "no request": (b"GARBAGE\r\n\r\n", (400,)),
        "a handshake of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200) + b"\r\n\r\n", (400,)),
        "a head without end": (b"GET / HTTP/1.1\r\nHost: localhost\r\nA: " + b"a" * 400_000, (400, 0)),
        "many headers": (request(headers="".join(f"A{n}: {n}\r\n" for n in range(3000))), (200, 400)),
        "HTTP/1.0": (b"GET /api/about HTTP/1.0\r\n\r\n", (200,)),
        "HTTP/1.0 with a body": (
            b"POST /api/tables HTTP/1.0\r\n" + JSON.encode() + b"Content-Length: 2\r\n\r\n{}",
            (201,),
        ),
        "HTTP/9.9": (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", (200, 400)),
        "no host": (b"GET / HTTP/1.1\r\n\r\n", (400,)),
        "two hosts": (request(headers="Host: other\r\n"), (400,)),
        "a host that is none": (request(host="["), (421,)),
        "a host that is none, for links": (post("/api/tables", {}).replace(b"Host: localhost", b"Host: [:"), (421,)),
        "the host of a stranger": (request(host="evil.example"), (421,)),
        "the host of a stranger, for figures": (request(path="/metrics", host="evil.example:8000"), (421,)),
        "the host of a stranger, for a socket": (
            request(path="/api/lobby/socket", headers=f"{UPGRADE}{KEY}", host="evil.example", connection="Upgrade"),
            (421,),
        ),
        "two lengths": (
            request("POST", "/api/tables", f"{JSON}Content-Length: 5\r\nContent-Length: 2\r\n", b"{}"),
            (400,),
        ),
        "a length and chunks": (request("POST", "/api/tables", both, b"2\r\n{}\r\n0\r\n\r\n"), (400,)),
        "a length below zero": (request("POST", "/api/tables", f"{JSON}Content-Length: -5\r\n", b"{}"), (400,)),
        "a length without end": (
            request("POST", "/api/tables", f"{JSON}Content-Length: {10**30}\r\n", b"{}"),
            (400, 413),
        ),
        "chunks of no size": (
            request("POST", "/api/tables", f"{JSON}Transfer-Encoding: chunked\r\n", b"zz\r\n{}\r\n0\r\n\r\n"),
            (400,),
        ),
        "a coding that is none": (request("POST", "/api/tables", f"{JSON}Transfer-Encoding: x\r\n", b"{}"), (400, 501)),
        "a space before the colon": (request(headers="Content-Length : 5\r\n"), (400,)),
        "a folded header": (request(headers="A: b\r\n c\r\n"), (200, 400)),
        "a header with a zero": (request(headers="A: \x00\r\n"), (400,)),
        "bytes in headers": (
            request(headers="Authorization: Bearer \xff\r\nAccept-Language: \xff\r\nOrigin: \xff\r\n"),
            (200,),
        ),
        "languages without measure": (request(headers="Accept-Language: fr;q=nan,en;q=inf,xx;q=-1e999\r\n"), (200,)),
        "continue": (
            request("POST", "/api/tables", f"{JSON}Content-Length: 2\r\nExpect: 100-continue\r\n", b"{}"),
            (201,),
        ),
        "another protocol": (request(headers="Upgrade: h2c\r\n", connection="Upgrade, close"), (200,)),
    }


def _paths() -> dict[str, tuple[bytes, tuple[int, ...]]]:
    return {
        **{f"the method {name}": (request(name), (405,)) for name in ("TRACE", "OPTIONS", "PUT", "PATCH", "FOO")},
        "CONNECT": (request("CONNECT", "localhost:80"), (404, 405)),
        "another server's address": (request(path="http://example.org/api/about"), (404,)),
        "the star": (request("OPTIONS", "*"), (404, 405)),
        "a path upwards": (request(path="/api/words/../../../etc/passwd"), (404,)),
        "a path upwards, written otherwise": (request(path="/api/words/..%2f..%2fetc%2fpasswd.json"), (404,)),
        "a path with a zero": (request(path=f"{NO_TABLE}%00"), (404,)),
        "a path of broken bytes": (request(path="/api/tables/home-%ed%a0%80%ff"), (404,)),
        "a path without end": (request(path="/" + "a" * 12_000), (404,)),
        "a slash too many": (request(path="/api/lobby/"), (404,)),
        "two slashes": (request(path="//example.org/"), (404,)),
        "a game that is no number": (request(path=f"{NO_TABLE}/record?game=x"), (400, 404)),
        "a review of nothing": (request("POST", f"{NO_TABLE}/reviews/0/0"), (400, 404)),
        "a review without end": (request(path=f"{NO_TABLE}/reviews/{'9' * 500}/1"), (400, 404)),
    }


def _bodies() -> dict[str, tuple[bytes, tuple[int, ...]]]:
    bad: dict[str, bytes] = {
        "nothing": b"",
        "no JSON": b"{",
        "a list": b"[]",
        "a lone surrogate": b'{"name":"\\ud800"}',
        "broken bytes": b'{"name":"\xff\xfe"}',
        "a zero": b'{"name":"\x00"}',
        "deep lists": b"[" * 16_000,
        "deep objects": b'{"house_rules":' * 1000,
        "a number without end": b'{"players":' + b"9" * 15_000 + b"}",
        "a power without end": b'{"players":1e999999999}',
        "not a number": b'{"players":NaN}',
        "a field that is none": b'{"admin":true}',
        "a secret that is short": b'{"secret":"a"}',
        "a text for a list": b'{"seats":"me"}',
        "too many seats": json.dumps({"seats": ["me"] * 100}).encode(),
    }
    games: dict[str, dict[str, object]] = {
        "seats for nobody": {"seats": ["open", "open"]},
        "a bot with options": {"seats": ["me", "champion:playouts=1000000000"]},
        "a bot from a file": {"seats": ["me", "../../bot.py"]},
        "a bot from a module": {"seats": ["me", "os:system"]},
        "a rule that is none": {"house_rules": {"__class__": 1}},
        "a rule that is Python's": {"house_rules": {"self": 1}},
        "a hand without end": {"house_rules": {"hand_size": 2**63 - 1}},
        "a pace without end": {"pace": {"decision": 2**63 - 1}},
        "a pace that runs back": {"pace": {"decision": -1}},
        "an edition that is none": {"edition": "../../etc"},
    }
    return {
        **{f"a body of {name}": (post("/api/tables", body), (400,)) for name, body in bad.items()},
        **{f"a game with {name}": (post("/api/tables", game), (400, 422)) for name, game in games.items()},
        "a name of direction marks": (post("/api/tables", {"name": "\u202e\u202e"}), (409,)),
        "a body that is too long": (post("/api/tables", b" " * 17_000), (413,)),
        "a body that is no JSON by its own word": (
            request("POST", "/api/tables", "Content-Length: 2\r\n", b"{}"),
            (415,),
        ),
        **{
            f"an Origin {origin}": (post("/api/tables", {}, f"Origin: {origin}\r\n"), (403,))
            for origin in ("http://[", "null", "https://example.org", "", "http://localhost.example.org", "//")
        },
        "an Origin to forget a seat": (
            request("DELETE", f"{NO_TABLE}/seat", "Origin: https://example.org\r\n"),
            (403,),
        ),
    }


def _sockets() -> dict[str, tuple[bytes, tuple[int, ...]]]:
    path, up = "/api/lobby/socket", "Upgrade"
    return {
        "a socket to nowhere": (request(path="/nowhere", headers=UPGRADE + KEY, connection=up), (403, 404)),
        "a socket without a key": (request(path=path, headers=UPGRADE, connection=up), (400,)),
        "a socket of another version": (
            request(path=path, headers=UPGRADE.replace("13", "99") + KEY, connection=up),
            (400, 426),
        ),
        "a socket by POST": (request("POST", path, UPGRADE + KEY, connection="Upgrade, close"), (404, 405)),
        "a socket without an upgrade": (request(path=path), (404,)),
    }


def trouble_with(answer: Answer, allowed: tuple[int, ...]) -> str:
    """Say what is wrong with an answer; an empty text where nothing is."""
    if answer.status not in allowed:
        return f"answered with {answer.status}, not {allowed}: {answer.body[:200]!r}"
    if not answer.status:  # it was closed before anything could be said
        return ""
    missing = [name for name in HEADERS if name.lower() not in answer.headers]
    return f"without {', '.join(missing)}" if missing else ""


async def attack(server: LiveServer) -> list[str]:
    """Send every odd request, and return what was wrong with the answers."""
    found = odd_requests()
    answers = await asyncio.gather(*(ask(server, data) for data, _ in found.values()))
    told = [(name, trouble_with(answer, found[name][1])) for name, answer in zip(found, answers, strict=True)]
    return [f"{name}: {trouble}" for name, trouble in told if trouble]
