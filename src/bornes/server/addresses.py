"""Where clients come from: the address that limits are counted for, and the one that each table counts for."""

from __future__ import annotations

import io
import socket
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

import segno

ADDRESS_CACHE_SIZE = 1024
NEIGHBORHOOD_BITS = 48
"""Length of the IPv6 prefix that counts as one address, for every limit.

Tunnel brokers and providers give a whole /48 to one customer, with 65,536 networks (/64) in it: a limit for each of
these would be no limit.
"""
MAX_TABLES = 50_000
"""Tables whose address is remembered; the ones not heard of for longest are forgotten first."""


def rate_limit_key(peer: str, forwarded: Sequence[str], trusted_proxy: str) -> str:
    """Return whom a request is counted for.

    Whoever is at the other end; where that is the trusted proxy, the last address that it names, since those before
    it are what somebody else says.  ``forwarded`` is every header X-Forwarded-For in its order.
    """
    if trusted_proxy and same_address(peer, trusted_proxy):
        named = ",".join(forwarded).rsplit(",", 1)[-1].strip()
        if _parse(named) is not None:
            return neighborhood(named)
    return neighborhood(peer)


@lru_cache(ADDRESS_CACHE_SIZE)
def neighborhood(address: str) -> str:
    """Return the neighborhood of an address, which limits are counted for: an IPv4 address, or an IPv6 /48."""
    found = _parse(address)
    if found is None:
        return address[:64]
    if isinstance(found, IPv4Address):
        return str(found)
    return str(IPv6Network((found, NEIGHBORHOOD_BITS), strict=False))


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    """Return an address without its zone, an IPv4-mapped one as IPv4; None for any other text."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


@lru_cache(ADDRESS_CACHE_SIZE)
def same_address(one: str, other: str) -> bool:
    """Say whether two addresses are the same, however they are written."""
    return one == other or (_parse(one) is not None and _parse(one) == _parse(other))


class TableOrigins:
    """The address that each table counts for: where it was opened, or after a restart its first player came from.

    So one address takes neither the bots' time nor the lobby from all others.  Addresses are held in memory only, while
    the table is in memory or in the lobby.
    """

    def __init__(self, max_tables: int = MAX_TABLES) -> None:
        self._max_tables = max_tables
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, table: str, address: str) -> None:
        """Let a table count for an address, unless it counts for one already."""
        if address:
            self._addresses.setdefault(table, address)
        if table in self._addresses:
            self._addresses.move_to_end(table)
        while len(self._addresses) > self._max_tables:
            self._addresses.popitem(last=False)

    def forget(self, table: str) -> None:
        """Forget the address of a table."""
        self._addresses.pop(table, None)

    def of(self, table: str) -> str:
        """Return the address of a table; empty where none is known: all those tables share one turn."""
        return self._addresses.get(table, "")


def lan_address(address: str) -> str:
    """Return the address under which others on the network reach a server that listens everywhere."""
    port = urlsplit(address).port
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only says which way it would go
            return f"http://{probe.getsockname()[0]}:{port}"
        except OSError:
            return f"http://{socket.gethostname()}:{port}"


def qr_code(text: str) -> str:
    """Return a text as a picture for a terminal."""
    picture = io.StringIO()
    segno.make(text, micro=False).terminal(picture, compact=True)
    return picture.getvalue().rstrip("\n")


@lru_cache(maxsize=256)
def qr_rows(text: str) -> tuple[str, ...]:
    """Return a text as rows of squares, ``1`` for a dark one, without the margin; none for one that is too long.

    Making them takes milliseconds.
    """
    try:
        squares = segno.make(text, error="m", micro=False, boost_error=False)
    except segno.DataOverflowError:
        return ()
    return tuple("".join(map(str, row)) for row in squares.matrix)
