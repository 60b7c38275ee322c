"""A server that sends anything: nothing is kept without end, nothing harmful is shown, and no error is a surprise."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from bornes import edition
from bornes.client import http_api, remote_table, websocket_transport
from bornes.client.http_api import ServerError
from bornes.client.invite_links import TableLink
from bornes.client.notices import MAX_KEPT_SIGNALS, NoticeFeed
from bornes.client.protocol import PROTOCOL_VERSION, Invitation, Welcome, decode_socket_message, encode
from bornes.client.remote_table import RemoteTable
from bornes.client.untrusted_json import sanitized_json
from bornes.rules.ruleset import MAX_PLAYERS
from bornes.tables.entries import DealBegan, Opened
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import Signal, encode_message
from bornes.tables.table import Table
from bornes.tables.table_state import Pace
from bornes.terminal.plain.table_lines import event_lines
from bornes.terminal.screens.waiting_room_page import _broken_link
from bornes.terminal.seat_session import words_for
from bornes.terminal.waiting_room_text import game_lines
from tests.support.played_tables import play, wander_patiently

NASTY = "\x1b]52;c;cHdu\x07\x1b[2J\u202e\x9b1m"
TABLE = "home-0000000000000001"


def told() -> tuple[bytes, list[bytes]]:
    """Return the state of a table for its first player, and the messages that followed."""
    log = play(edition("parker-1962").rules(2), Random(3), Pace(), choose=wander_patiently)
    opened = log[0]
    assert isinstance(opened, Opened)
    table = Table(opened)
    speaker, begun = MessageWriter(table), next(at for at, entry in enumerate(log) if isinstance(entry, DealBegan))
    for entry in log[1 : begun + 6]:
        table.apply(entry)
    state = speaker.write_state(0)
    written = [speaker.write(table.apply(entry)) for entry in log[begun + 6 :]]
    return state, [one[0] for one in written if 0 in one]


STATE, NEWS = told()
WELCOME = encode(Welcome(PROTOCOL_VERSION, "test", TABLE, 0, [0], 0))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to every value inside one of JSON."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield from leaves(part, (*path, name))


def changed(data: bytes, at: int, value: object) -> bytes:
    """Return a message in which one value is another."""
    values = json.loads(data)
    ways = list(leaves(values))[1:]
    *before, last = ways[at % len(ways)]
    inside = values
    for name in before:
        inside = inside[name]
    inside[last] = value
    return json.dumps(values).encode()


ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, -1, 0, 1, 7, 99, 2**62, 10**30, 1.5, True, "", "x", NASTY, "AC", [], [[]], {}, {"a": 1}]
)


def show_all(following: NoticeFeed) -> str:
    """Return what a terminal shows of a table."""
    table = RemoteTable(TableLink("http://localhost", TABLE, seat="s" * 30))
    table._following = following
    words = words_for(table, "en")
    lines = [*game_lines(table, words), *(seat.name for seat in table.seats), str(table.totals), str(table.time_left)]
    lines += [str(table.on_autopilot), str(table.is_solo), str(table.window), words.score_sheet(table.sheet())]
    if table.begun:
        for viewer in {table.seat, None}:
            view = table.view(viewer)
            lines += event_lines(view.events, words)
        if table.seat is not None:
            table.question(table.seat)
    return "\n".join(lines)


@settings(max_examples=300)
@given(st.integers(0, 10**6), ODD, st.integers(0, 10**6), ODD)
def test_a_table_that_was_taken_in_can_be_shown(at: int, value: object, then: int, other: object) -> None:
    """What is wrong with a message is found when it comes, whatever it is, and never later by a screen."""
    following = NoticeFeed()
    stay = websocket_transport.WebSocketTransport(TableLink("http://localhost", TABLE), following)
    for data in (changed(STATE, at, value), *[changed(one, then, other) for one in NEWS[:6]]):
        try:
            cleaned = sanitized_json(data)
            stay._hand_on(decode_socket_message(cleaned), cleaned)
        except ValueError:
            continue
        if following.known:
            assert "\x1b" not in show_all(following)


def test_signals_without_end_are_not_kept() -> None:
    following = NoticeFeed()
    following.receive(decode_socket_message(STATE), STATE)
    for number in range(10 * MAX_KEPT_SIGNALS):
        for kind in ("hint", "bot-fault", "presence", "reaction"):
            signal = Signal(kind, number, NASTY * 100, {"connected": True})
            following.receive(signal, encode_message(signal))
    assert (len(following.hints), len(following.faults)) == (MAX_KEPT_SIGNALS, MAX_KEPT_SIGNALS)
    assert len(following.present) <= MAX_PLAYERS
    assert all(text.isprintable() and len(text) < 1000 for _, text in following.faults)


def test_control_characters_are_taken_out_however_json_writes_them() -> None:
    for written in (r"\b", r"\f", r"\n", r"\r", r"\t", r"\u001b", r"\u202e", "\u202e"):
        assert json.loads(sanitized_json(f'["{written}"]'.encode())) == ["\ufffd"]


# -- links ---------------------------------------------------------------------------------------------------------

GOOD = f"https://example.org/t/{TABLE}#join=abc"


@pytest.mark.parametrize(
    "bad",
    [
        {"join": f"{GOOD}{NASTY}"},
        {"watch": f"{GOOD}\x1b\\"},
        {"join": "file:///etc/passwd"},
        {"join": "javascript:alert(1)"},
        {"watch": "https://example.org/"},
        {"code": f"123{NASTY}"},
        {"qr": ["11", "1"]},
        {"qr": ["1\x1b"]},
    ],
)
def test_an_invitation_that_does_harm_is_refused(bad: dict[str, Any]) -> None:
    invitation = Invitation(**{"join": GOOD, "watch": GOOD, "code": "123456", **bad})

    async def story() -> None:
        with answering(encode(invitation)) as address, pytest.raises(ServerError, match="does not answer as a server"):
            await http_api.fetch_invitation(TableLink(address, TABLE, seat="s" * 30))

    asyncio.run(story())


def test_a_link_on_the_screen_has_nothing_in_it_that_a_terminal_obeys() -> None:
    for piece in _broken_link(f"{GOOD}{NASTY}", 20):
        assert isinstance(piece.style, Style)
        assert piece.style.link is not None
        assert piece.style.link.isprintable()
        assert piece.plain.isprintable()


# -- servers -------------------------------------------------------------------------------------------------------


@contextmanager
def answering(body: bytes, drip: float = 0.0) -> Iterator[str]:
    """Run a server that answers every request with a body, or with a byte of it from time to time."""
    loop, started, address = asyncio.new_event_loop(), threading.Event(), ""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % max(len(body), 1000 if drip else 0))
        try:
            for _ in range(1000 if drip else 0):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(drip)
            writer.write(body)
            await writer.drain()
        except (ConnectionError, asyncio.CancelledError):
            pass
        writer.close()

    async def run() -> None:
        nonlocal address
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        started.set()
        await stop.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others)

    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    started.wait()
    try:
        yield address
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def test_a_body_that_comes_byte_by_byte_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_api, "RESPONSE_TIMEOUT_SECONDS", 0.3)

    async def story() -> None:
        with answering(b"", drip=0.05) as address, pytest.raises(ServerError, match="no answer came in time"):
            await http_api.public_tables(address)

    asyncio.run(story())


@contextmanager
def talking(talk: Callable[[ServerConnection], None]) -> Iterator[TableLink]:
    """Run a server that says this to every socket, after the hello."""

    def speak(socket: ServerConnection) -> None:
        socket.recv()
        try:
            talk(socket)
            for _ in socket:
                pass
        except ConnectionClosed:
            pass

    with serve(speak, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield TableLink(f"http://127.0.0.1:{server.socket.getsockname()[1]}", TABLE, seat="s" * 30)
        server.shutdown()


@pytest.mark.parametrize("said", [[], [WELCOME], [b'{"type": "new kind"}']], ids=["nothing", "welcome", "unknown"])
def test_a_server_that_says_nothing_of_the_table_is_not_waited_for(
    said: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (websocket_transport, remote_table):
        monkeypatch.setattr(module, "WELCOME_TIMEOUT_SECONDS", 0.3)

    async def story(link: TableLink) -> None:
        table = RemoteTable(link)
        with pytest.raises(ServerError, match="cannot be reached"):
            await table.open()
        await table.close()

    def talk(socket: ServerConnection) -> None:
        for one in said:
            socket.send(one.decode())

    with talking(talk) as link:
        asyncio.run(story(link))


@pytest.mark.parametrize(
    "garbage",
    [
        "\x00\xff",
        "[" * 100_000,
        '{"type": "welcome"}',
        "nonsense",
        STATE.decode().replace('"viewer":0', '"viewer":7'),
        STATE.decode().replace('"seats":[', '"seats":[],"more":['),
    ],
    ids=["bytes", "deep", "welcome", "text", "viewer", "seats"],
)
def test_garbage_is_a_clean_error(garbage: str) -> None:
    def talk(socket: ServerConnection) -> None:
        socket.send(WELCOME.decode())
        socket.send(garbage)

    async def story(link: TableLink) -> None:
        table = RemoteTable(link)
        with pytest.raises(ServerError, match="sends what cannot be true"):
            await table.open()
        await table.close()

    with pytest.MonkeyPatch.context() as patch, talking(talk) as link:
        patch.setattr(websocket_transport, "FIRST_RETRY_SECONDS", 0.01)
        asyncio.run(story(link))
