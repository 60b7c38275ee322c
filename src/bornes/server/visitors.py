"""Where visitors come from: the address that limits are counted for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

KEPT = 1024
"""So many addresses are read once for all that comes from them."""
SUBNET = 64
"""So many bits of an IPv6 address are counted: whoever has one has all that begin with them."""


def visitor(peer: str, forwarded: Sequence[str], trusted_proxy: str) -> str:
    """Return whom a request is counted for.

    Whoever is at the other end; where that is the trusted proxy, the last address that it names, since those before
    it are what somebody else says.  ``forwarded`` is every header X-Forwarded-For in its order.
    """
    if trusted_proxy and same_address(peer, trusted_proxy):
        named = ",".join(forwarded).rsplit(",", 1)[-1].strip()
        if _parse(named) is not None:
            return network_of(named)
    return network_of(peer)


@lru_cache(KEPT)
def network_of(address: str) -> str:
    """Return what an address is counted as: itself, or for IPv6 the network that it is in."""
    found = _parse(address)
    if not isinstance(found, IPv6Address):
        return str(found) if found is not None else address[:64]
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> SUBNET << SUBNET, SUBNET)))


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address.partition("%")[0])
    except ValueError:
        return None


@lru_cache(KEPT)
def same_address(one: str, other: str) -> bool:
    """Say whether two addresses are the same, however they are written."""
    return one == other or (_parse(one) is not None and _parse(one) == _parse(other))
