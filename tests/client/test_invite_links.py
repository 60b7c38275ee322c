"""Links and codes as people give them: what they lead to, and what is said of those that lead nowhere."""

from __future__ import annotations

import pytest

from bornes.client.invite_links import LinkError, TableLink, code_digits, is_local_server, parse_link, parse_server

TABLE = "home-4b8kq2m7x9c3d5fa"
SECRET = "Xo3" * 9


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("http://192.168.1.5:8000", TableLink("http://192.168.1.5:8000")),
        ("http://192.168.1.5:8000/", TableLink("http://192.168.1.5:8000")),
        (f"https://example.org/t/{TABLE}", TableLink("https://example.org", TABLE)),
        (f"https://example.org/games/t/{TABLE}/", TableLink("https://example.org/games", TABLE)),
        (f" http://[::1]:8000/t/{TABLE}#join=a-B_9 ", TableLink("http://[::1]:8000", TABLE, join="a-B_9")),
        (f"http://localhost/t/{TABLE}#watch=abc", TableLink("http://localhost", TABLE, watch="abc")),
        (f"http://localhost/t/{TABLE}#seat={SECRET}", TableLink("http://localhost", TABLE, seat=SECRET)),
    ],
)
def test_a_link_leads_to_a_table_or_a_server(text: str, link: TableLink) -> None:
    assert parse_link(text) == link


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("127.0.0.1:8471", "http://127.0.0.1:8471"),
        ("localhost", "http://localhost"),
        (" box.local:8000/ ", "http://box.local:8000"),
        ("https://example.org", "https://example.org"),
    ],
)
def test_a_server_may_be_named_without_a_scheme(text: str, server: str) -> None:
    assert parse_server(text) == server


@pytest.mark.parametrize("text", ["482913", " 482 913", "482-913", "482\u202f913", "48.29.13"])
def test_a_code_may_be_written_in_groups(text: str) -> None:
    assert parse_link(text, "http://localhost:8000/") == TableLink("http://localhost:8000", code="482913")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "neither a link"),
        ("٤٨٢", "neither a link"),
        ("482913", "a code belongs to a server"),
        ("http://", "not the address of a server"),
        ("http://localhost:99999", "not the address of a server"),
        ("http://ann@localhost/", "not the address of a server"),
        ("http://local host/", "not the address of a server"),
        ("http://localhost/somewhere", "leads to no table"),
        ("http://localhost/#join=abc", "leads to no table"),
        (f"http://localhost/t/{TABLE}#jion=abc", "was cut off or changed"),
        (f"http://localhost/t/{TABLE}#join=", "was cut off or changed"),
        (f"http://localhost/t/{TABLE}#seat=a b", "not the address of a server"),
        (f"http://localhost/t/{TABLE}#seat={SECRET[:21]}", "was cut off or changed"),
        (f"http://localhost/t/{TABLE}#seat={3 * SECRET}", "was cut off or changed"),
        (f"http://localhost/t/{TABLE}#watch={3 * SECRET}", "was cut off or changed"),
    ],
)
def test_what_leads_nowhere_is_answered_with_what_would(text: str, reason: str) -> None:
    with pytest.raises(LinkError, match=reason):
        parse_link(text)


def test_no_error_and_no_repr_shows_a_secret() -> None:
    link = parse_link(f"http://localhost/t/{TABLE}#seat=geheim{SECRET}")
    assert "geheim" not in repr(link)
    for place in (f"localhost/t/{TABLE}#seet", "localhost/x#seat", "a b#seat"):
        with pytest.raises(LinkError) as error:
            parse_link(f"http://{place}=geheim")
        assert "geheim" not in str(error.value)


def test_a_server_may_be_named_by_a_link_to_one_of_its_tables() -> None:
    assert parse_server(f"https://example.org/t/{TABLE}#join=abc") == "https://example.org"


def test_sockets_are_where_the_server_is() -> None:
    assert TableLink("https://example.org/games").socket("/api/x") == "wss://example.org/games/api/x"
    assert TableLink("http://localhost:8000").socket("/api/x") == "ws://localhost:8000/api/x"


def test_no_proxy_leads_to_a_server_in_the_house() -> None:
    assert all(
        map(is_local_server, ("http://127.0.0.1:8000", "http://[::1]", "http://192.168.1.5", "http://localhost"))
    )
    assert not any(map(is_local_server, ("https://example.org", "http://8.8.8.8")))


def test_more_digits_than_any_code_has_are_none() -> None:
    assert code_digits("1" * 25) is None
