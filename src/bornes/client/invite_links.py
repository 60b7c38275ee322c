"""What leads to a table: a link that somebody was given, or a code with the server that it belongs to."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from ..base.translatable import N_, TranslatableError

_TABLE = re.compile(r"(?P<before>.*)/t/(?P<table>[a-z0-9]{1,12}-[a-z0-9]{16})/?")
_WORDS = {
    "join": re.compile(r"[A-Za-z0-9_=-]{1,32}"),
    "watch": re.compile(r"[A-Za-z0-9_=-]{1,32}"),
    "seat": re.compile(r"[A-Za-z0-9_-]{22,64}"),
}
"""What a link can have behind its #: an invitation, or the secret of a seat, which is longer."""
_BETWEEN = " -.\u00a0\u202f"
"""What people put between the digits of a code."""
MAX_CODE_LENGTH = 24


class LinkError(TranslatableError, ValueError):
    """Something that leads to no table; says what would."""


@dataclass(frozen=True, slots=True, repr=False)
class TableLink:
    """A way to a server, and mostly to one of its tables; it may hold a secret, so that its ``repr`` says little."""

    server: str
    """The address of the server, without a slash at the end."""
    table: str = ""
    code: str = ""
    """Digits that lead to a table."""
    join: str = ""
    """The invitation to sit down."""
    watch: str = ""
    """The invitation to look on."""
    seat: str = ""
    """The secret of a seat: whoever has it has the seat."""

    def __repr__(self) -> str:
        return f"TableLink({self.server!r}, table={self.table!r}, …)"

    def http(self, path: str) -> str:
        """Return the address of something on the server."""
        return self.server + path

    def socket(self, path: str) -> str:
        """Return the address of a socket on the server."""
        return "ws" + self.server.removeprefix("http") + path


def parse_link(text: str, server: str = "") -> TableLink:
    """Return what a link or a code leads to; ``server`` is where codes belong.  LinkError says what would be right."""
    given = text.strip()
    if "://" in given:
        return _read_link(given)
    digits = code_digits(given)
    if digits is None:
        raise LinkError(N_("{text}: neither a link, which begins with http://, nor a code of digits"), text=given)
    if not server:
        text = N_("{code}: a code belongs to a server; name it with --server, such as --server http://localhost:8000")
        raise LinkError(text, code=given)
    return TableLink(parse_server(server), code=digits)


def parse_server(text: str) -> str:
    """Return the address of a server, which may be given as a link to one of its tables; a bare host is http."""
    given = text.strip()
    return _read_link(given if "://" in given else f"http://{given}").server


def code_digits(text: str) -> str | None:
    """Return the digits of a code as somebody may write it; None for what is no code."""
    digits = "".join(char for char in text.strip() if char not in _BETWEEN)
    return digits if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_CODE_LENGTH else None


def is_local_server(server: str) -> bool:
    """Say whether a server is on this machine or in this house, so that no proxy leads there."""
    host = urlsplit(server).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or "." not in host or host.endswith(".local")
    return address.is_loopback or address.is_private or address.is_link_local


def _read_link(text: str) -> TableLink:
    parts = _split(text)
    found = _TABLE.fullmatch(parts.path)
    path = found["before"] if found else parts.path.rstrip("/")
    server = f"{parts.scheme}://{parts.netloc}{path}"
    if not found:
        if path or parts.fragment:
            text = N_("{link}: leads to no table; a link to one ends in /t/ and its name")
            raise LinkError(text, link=_without_secret(parts))
        return TableLink(server)
    purpose, _, word = parts.fragment.partition("=")
    if not parts.fragment:
        return TableLink(server, found["table"])
    if purpose not in _WORDS or not _WORDS[purpose].fullmatch(word):
        text = N_("{link}: was cut off or changed; behind the # of a link stands join=, watch= or seat= and a word")
        raise LinkError(text, link=_without_secret(parts))
    return TableLink(server, found["table"], **{purpose: word})


def _split(text: str) -> SplitResult:
    """Return the parts of a link; LinkError for one that no server of ours can have."""
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known or not text.isascii() or not text.isprintable() or " " in text or "@" in parts.netloc:
        why = N_("{link}: not the address of a server, such as http://localhost:8000 or https://example.org")
        raise LinkError(why, link=text.partition("#")[0])
    return parts


def _without_secret(parts: SplitResult) -> str:
    """Return a link as it may be shown."""
    return parts._replace(fragment="").geturl()
