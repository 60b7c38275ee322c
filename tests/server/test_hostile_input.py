"""What anybody could send to a server, in short; ``scripts/campaign hostile`` does it at length."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.campaigns.hostile import odd_messages, odd_requests, slow
from tests.campaigns.hostile.crowds import come_and_go, crowd_a_seat
from tests.campaigns.hostile.described import check_description
from tests.campaigns.hostile.hammer import flood_commands, flood_connections, flood_requests, flood_sockets
from tests.campaigns.hostile.live_server import LiveServer, live_server
from tests.campaigns.hostile.masses import abandon_tables, guess_codes
from tests.campaigns.hostile.players import LOST, Pair, playing_pair
from tests.campaigns.hostile.raw import ask, bearer, open_table, post, request

OPEN_DOORS = ("--requests-per-minute", "1000000000", "--opens-per-hour", "1000000000", "--commands-per-minute", "6000")
MEMORY = 48 * 2**20
"""Bytes that a server may have gained by an attack: what is freed is not always given back."""


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    """Give a server that counts nothing; whatever it is sent, it has no faults and does not grow."""
    with live_server(*OPEN_DOORS) as running:
        before = running.memory
        yield running
        assert running.faults == []
        assert running.memory - before < MEMORY
        running.stop()


def test_every_request_has_an_answer_with_safe_headers(server: LiveServer) -> None:
    assert asyncio.run(odd_requests.attack(server)) == []


def test_messages_that_are_none_change_nothing_for_others(server: LiveServer) -> None:
    async def story() -> None:
        async with playing_pair(server) as pair:
            await odd_messages.attack_sockets(server, seed=5, messages=440)
            await _play_on(pair)

    asyncio.run(story())


def test_the_api_answers_as_it_describes_itself() -> None:
    with live_server(*OPEN_DOORS, "--wrong-codes-per-minute", "1000000") as server:
        assert check_description(server, examples=3, short=True) == []
        assert server.faults == []


def test_whoever_takes_for_ever_is_let_go_while_others_play() -> None:
    async def story(server: LiveServer) -> None:
        async with playing_pair(server) as pair:
            times = await slow.attack(server)
            assert [name for name, time in times.items() if time >= slow.LIMIT] == []
            await _play_on(pair)

    with live_server(*OPEN_DOORS, "--commands-per-minute", "1000000") as server:
        before = server.memory
        asyncio.run(story(server))
        assert server.memory - before < MEMORY
        assert server.faults == []


def test_floods_reach_their_limits_while_others_play_and_the_server_ends_in_time() -> None:
    async def story(server: LiveServer) -> None:
        async with playing_pair(server) as pair:
            crowd = await crowd_a_seat(server, 10, 0.2)
            assert crowd["closed 4409"] == 6
            answers = await flood_requests(server, 2)
            assert answers[429]
            assert set(answers) <= {0, 200, 429}
            assert await flood_connections(server, 150, 1) <= 60
            codes = await flood_sockets(server, 30)
            assert codes[1000] <= 10
            assert set(codes) <= {0, 1000, 4429}
            assert await flood_commands(server, 3000) in (4429, 1006)
            await _play_on(pair)

    limits = ("--requests-per-minute", "300", "--sockets-per-address", "10", "--commands-per-minute", "1200")
    with live_server(*limits) as server:
        asyncio.run(story(server))
        assert server.faults == []


def test_connections_of_one_address_have_a_rate() -> None:
    with live_server("--requests-per-minute", "50") as server:
        came = asyncio.run(come_and_go(server, 1.0, workers=4))
        metrics = asyncio.run(ask(server, request(path="/metrics"))).body.decode()
        dropped = float(metrics.partition('bornes_turned_away_total{why="connection"} ')[2].partition("\n")[0])
        assert came["came"] - dropped <= 20 + 4, "twenty at once, and less than two more in each second"
        assert server.faults == []


def test_tables_that_are_abandoned_sleep_and_wrong_codes_have_a_budget() -> None:
    few = ("--sleep-after", "1", "--wrong-codes-per-minute", "60", "--trusted-proxy", "127.0.0.2")
    with live_server(*OPEN_DOORS, *few) as server:
        opened = asyncio.run(abandon_tables(server, 300))
        assert opened == {201: 300}
        guessed = asyncio.run(guess_codes(server, 600, seed=7, addresses=10_000))
        assert guessed[404] < 300
        assert sum(guessed.values()) == guessed[404] + guessed[429] == 600
        assert server.faults == []


def test_one_address_cannot_use_up_the_budget_of_wrong_codes(server: LiveServer) -> None:
    async def story() -> None:
        seated = await open_table(server, players=2)
        answers = [(await ask(server, post("/api/codes", {"code": "x"}))).status for _ in range(12)]
        assert answers[:10] == [404] * 10
        assert answers[-1] == 429
        right = post("/api/codes", {"code": seated["invitation"]["code"]})
        assert (await ask(server, right)).status == 429  # whoever guessed waits

    asyncio.run(story())


@pytest.mark.parametrize("origin", ["https://example.org", "null", "http://["])
def test_a_page_of_somebody_else_s_can_open_no_socket(server: LiveServer, origin: str) -> None:
    async def story() -> None:
        async with connect(f"{server.socket_base}/api/lobby/socket", origin=origin) as socket:  # type: ignore[arg-type]
            assert json.loads(await socket.recv())["type"] == "error"
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4400

    asyncio.run(story())


def test_frames_and_tables_have_limits() -> None:
    async def story(server: LiveServer) -> None:
        seated = await open_table(server, players=2)
        async with connect(f"{server.socket_base}/api/tables/{seated['table']}/socket") as socket:
            await socket.send(" " * 9000)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        await open_table(server, players=2)
        refused = await ask(server, post("/api/tables", {"players": 2}))
        assert (refused.status, refused.json["error"]) == (503, "too-many-tables")
        assert "retry-after" in refused.headers

    with live_server("--tables", "2") as server:
        asyncio.run(story(server))


def test_a_server_under_load_tells_everybody_to_come_back_and_ends() -> None:
    async def story(server: LiveServer) -> None:
        seated = await open_table(server, players=2)
        flood = asyncio.create_task(flood_requests(server, 5))
        path = f"{server.socket_base}/api/tables/{seated['table']}/socket"
        async with connect(path) as silent, connect(path) as socket:
            await socket.send(json.dumps({"command": "Hello", "secret": seated["secret"]}))
            await socket.recv()
            await asyncio.to_thread(server.stop)
            assert [await _closed(one) for one in (socket, silent)] == [1012, 1012]
        await flood

    with live_server(*OPEN_DOORS) as other:
        asyncio.run(story(other))
        assert other.faults == []


def test_neither_secrets_nor_addresses_are_in_the_log(server: LiveServer) -> None:
    async def story() -> list[str]:
        seated = await open_table(server, players=2, name="Zebulon")
        secret, table = seated["secret"], seated["table"]
        await ask(server, request(path=f"/api/tables/{table}?secret={secret}", headers=bearer(secret)))
        async with connect(f"{server.socket_base}/api/tables/{table}/socket") as socket:
            await socket.send(json.dumps({"command": "Hello", "secret": secret}))
            await socket.send(json.dumps({"command": "Ready", "id": "1"}))
            while '"done"' not in str(await socket.recv()):
                pass
        return [secret, seated["invitation"]["join"].partition("#join=")[2], "Zebulon", "127.0.0.1"]

    hidden = asyncio.run(story())
    log = server.log.read_text(encoding="utf-8")
    assert "table opened" in log
    assert [text for text in hidden if text in log] == []


async def _play_on(pair: Pair) -> None:
    """Wait until the pair has played some more; they have lost no connection."""
    times = await pair.take_times()
    async with asyncio.timeout(60):
        more: list[float] = []
        while len(more) < 10:
            await asyncio.sleep(0.1)
            more += await pair.take_times()
    assert max(times + more) < LOST


async def _closed(socket: ClientConnection) -> int | None:
    """Return the code that a socket is closed with, whatever is said before."""
    try:
        while True:
            await socket.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else None
