"""Whom a request is counted for: nobody gets more by having many addresses, or by inventing some."""

from __future__ import annotations

import pytest

from bornes.server.addresses import neighborhood, rate_limit_key


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("2001:db8:1:ffff::1", "2001:db8:1::/48"),
        ("2001:db8:2::1", "2001:db8:2::/48"),
        ("fe80::1%eth0", "fe80::/48"),
        ("::1", "::/48"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_address_is_counted_as_its_network(address: str, counted: str) -> None:
    assert neighborhood(address) == counted


def test_what_somebody_says_of_their_address_is_believed_of_the_trusted_proxy_only() -> None:
    said = ["198.51.100.1"]
    assert rate_limit_key("192.0.2.7", said, "") == "192.0.2.7"
    assert rate_limit_key("192.0.2.7", said, "192.0.2.8") == "192.0.2.7"
    assert rate_limit_key("192.0.2.8", said, "192.0.2.8") == "198.51.100.1"
    assert rate_limit_key("::ffff:7f00:1", said, "::ffff:127.0.0.1") == "198.51.100.1"
    assert rate_limit_key("::ffff:127.0.0.1", said, "127.0.0.1") == "198.51.100.1"


@pytest.mark.parametrize(
    ("forwarded", "counted"),
    [
        (["203.0.113.9, 198.51.100.1"], "198.51.100.1"),  # the first is what the client said
        (["203.0.113.9", "198.51.100.1"], "198.51.100.1"),  # a proxy may add a header of its own
        (["2001:db8::5"], "2001:db8::/48"),
        (["nonsense"], "192.0.2.8"),
        (["198.51.100.1, "], "192.0.2.8"),
        ([], "192.0.2.8"),
    ],
)
def test_the_last_address_that_the_proxy_names_counts(forwarded: list[str], counted: str) -> None:
    assert rate_limit_key("192.0.2.8", forwarded, "192.0.2.8") == counted
