"""A server that lies through real sockets: what bots, line modes, programs and `bornes verify` say about it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bornes.client import join, open_table, parse_link, player
from bornes.client.protocol import OpenTable, SeatAssignment
from bornes.tables.table_state import Pace
from bornes.terminal.online_seats import seat_file
from tests.support.lies import other_game
from tests.support.lying_server import LyingServer, lying
from tests.support.observed_tables import with_checksum
from tests.support.players import Reader, ended, opened
from tests.support.shell import run

HOUSE: dict[str, bool | int | str] = {"turn_cap": 8, "game_goal": 0}
LOUD = "cannot be trusted"
Values = dict[str, Any]


@pytest.fixture(scope="module")
def running() -> Iterator[LyingServer]:
    """One server for all tests."""
    with lying() as server:
        yield server


@pytest.fixture
def server(running: LyingServer, monkeypatch: pytest.MonkeyPatch) -> LyingServer:
    """A server that is honest until a test lets it lie."""
    monkeypatch.setattr(player, "MIN_ANSWER_SECONDS", 0.0)
    running.liar.message = lambda message: message
    running.liar.record = lambda text: text
    return running


def seat(server: LyingServer) -> SeatAssignment:
    """Open a table for one against a bot, with one short deal a game."""
    wanted = OpenTable(
        edition="parker-1962",
        players=2,
        house_rules=HOUSE,
        seats=["me", "sunday-driver"],
        name="Ann",
        pace=Pace(None, None, 0),
        newcomers=False,
        spectators=False,
    )
    return asyncio.run(open_table(server.address, wanted))


def play(link: str) -> tuple[int, str]:
    """Let a bot play a game, and return its exit code and what it said."""
    result = run("bot", "sunday-driver", link)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def verify(link: str, *options: str) -> tuple[int, Values]:
    """Verify what the server hands out, and return the exit code and the report."""
    result = run("verify", "--strict", "--json", *options, link)
    (report,) = json.loads(result.stdout)["files"]
    return result.exit_code, report


# -- what the server says at the table -------------------------------------------------------------------------------


def other_secret(secret: bytes) -> bytes:
    """Return the secret that the server pretends to have, instead of the one that it deals from."""
    return _pretended(hashlib.sha256(secret).hexdigest())


def _pretended(commitment: str) -> bytes:
    return hashlib.sha256(f"pretended {commitment}".encode()).digest()


def pretend(message: Values) -> Values:
    """Promise and reveal other secrets than those that the cards are dealt from: the deck is stacked."""

    def promise(values: Values, *names: str) -> None:
        for name in names:
            if values.get(name):
                values[name] = hashlib.sha256(_pretended(values[name])).hexdigest()

    promise(message.get("table", {}) if isinstance(message.get("table"), dict) else {}, "commitment", "deal_commitment")
    for event in message.get("events", ()):
        promise(event, "commitment", "next_commitment")
        if event["event"] == "ShuffleRevealed":
            event["server_seed"] = other_secret(bytes.fromhex(event["server_seed"])).hex()
    return message


def drop_seed(message: Values) -> Values:
    """Say done, announce nothing, and leave the seed out."""
    kept = []
    for event in message.get("events", ()):
        if event["event"] == "DealStarted":
            event["seeds"] = []
        if event["event"] != "SeedAccepted":
            kept.append(event)
    return {**message, "events": kept} if "events" in message else message


def skip_a_deal(message: Values) -> Values:
    for event in message.get("events", ()):
        if event["event"] == "DealStarted":
            event["deal"] += 1
    return message


def test_an_honest_game_is_kept(server: LyingServer) -> None:
    seated = seat(server)
    assert play(seated.link)[0] == 0
    status, report = verify(seated.link)
    assert (status, report["verdict"], report["ok"], report["game"]) == (0, "kept", True, 1)
    (deal,) = report["deals"]
    assert deal["observed"]["own_seed"]
    shown = " ".join(run("verify", seated.link, COLUMNS="200").stdout.split())
    assert "everything is correct Parker" in shown.replace(":", "")
    assert "the promise, all seeds, your cards and all open moves, as this device saw them" in shown
    kept = seat_file(parse_link(seated.link).seat, "json")
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_stacked_deck(server: LyingServer) -> None:
    """The record has the promised seeds, is right in every line, and tells of another game."""
    server.liar.message = pretend
    server.liar.record = lambda text: other_game(text, other_secret)
    seated = seat(server)
    status, said = play(seated.link)
    assert status == 1
    assert LOUD in said
    assert "you were dealt other cards than the seeds give" in said
    status, report = verify(seated.link)
    assert (status, report["verdict"], report["ok"]) == (1, "broken", False)
    assert {"other-hand", "other-starter"} & set(report["deals"][0]["faults"])
    shown = run("verify", seated.link)
    assert "THE PROOF IS BROKEN" in shown.stdout


def test_the_library_reports_a_stacked_deck(server: LyingServer) -> None:
    server.liar.message = pretend

    async def story() -> None:
        async with join(seated.link) as player:
            async for question in player.questions():
                await player.play(next(iter(question.moves)))
        assert "other-hand" in [promise.what for promise in player.table.fairness_violations]

    seated = seat(server)
    asyncio.run(story())


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (drop_seed, "the server left your seed out of the shuffle"),
        (skip_a_deal, "the server jumped to another deal"),
    ],
)
def test_line_by_line_a_lie_is_loud(server: LyingServer, tmp_path: Path, lie: Any, said: str) -> None:
    server.liar.message = lie
    reader = Reader(opened(tmp_path, seat(server).link, "--plain", "--lang", "en"))
    reader.until("Press Enter when you are ready")
    reader.say("")
    assert reader.until(said)
    assert LOUD in reader.told[-1]
    assert reader.told[-2] == "!" * 70
    reader.say("q")
    assert ended(reader.process) == (1, "")


def test_programs_are_told(server: LyingServer, tmp_path: Path) -> None:
    server.liar.message = drop_seed
    reader = Reader(opened(tmp_path, seat(server).link, "--json"))
    reader.until('"type":"state"', '"type": "state"')
    reader.say(json.dumps({"command": "Ready", "id": "1", "seed": "07" * 16}))
    assert reader.until("fairness-violation")
    assert "seed-missing" in reader.told[-1]
    assert ended(reader.process) == (1, "")


# -- what it hands out afterwards --------------------------------------------------------------------------------------


def without_deals(record: str) -> str:
    return with_checksum(re.sub(r"deal 1\n(.*\n)+(?=result)", "", record))


def edited(old: str, new: str) -> Any:
    return lambda record: with_checksum(re.sub(old, new, record, count=1))


RECORDS: dict[str, tuple[Any, str]] = {
    "other moves": (other_game, "other-move"),
    "other secrets": (lambda record: other_game(record, other_secret), "other-commitment"),
    "no scheme": (edited("scheme: .*\n", ""), "unknown-scheme"),
    "no deals": (without_deals, ""),
    "another score": (edited(r"score: A (-?\d+)", r"score: A 1\1"), ""),
    "another number": (edited("deal 1\n", "deal 2\n"), ""),
    "no record": (lambda record: "", ""),
    "no text": (lambda record: "\x00\x1b[31m" * 10, ""),
}
"""The lie, and the fault that must be named; none where the record itself is refused."""


def seen_among_people(link: str) -> Path:
    """Change what was kept of a game as if another person had played it, so that nobody can have taken moves back."""
    kept = seat_file(parse_link(link).seat, "json")
    kept.write_text(kept.read_text().replace('"against_bots":true', '"against_bots":false'))
    return kept


def test_moves_against_bots_may_have_been_taken_back(server: LyingServer) -> None:
    """On another device, after this one left: the record has other moves then, or there is none yet."""
    seated = seat(server)
    assert play(seated.link)[0] == 0
    server.liar.record = other_game
    status, report = verify(seated.link)
    assert (status, report["verdict"], report["deals"][0]["weaknesses"]) == (3, "weak", ["moves-unseen"])
    kept = seat_file(parse_link(seated.link).seat, "json")
    kept.write_text(kept.read_text().replace('"game":1', '"game":2'))
    status, report = verify(seated.link)
    assert (status, report["verdict"], report["deals"]) == (3, "weak", [])


def test_records_that_lie(server: LyingServer) -> None:
    seated = seat(server)
    assert play(seated.link)[0] == 0
    seen_among_people(seated.link)
    for name, (lie, fault) in RECORDS.items():
        server.liar.record = lie
        status, report = verify(seated.link)
        assert (status, report["ok"]) == (1, False), name
        if fault:
            assert fault in report["deals"][0]["faults"], (name, report)
        else:
            assert report["line"] >= 1, name


def test_a_record_of_an_observed_game_that_is_gone(server: LyingServer) -> None:
    seated = seat(server)
    assert play(seated.link)[0] == 0
    kept = seen_among_people(seated.link)
    kept.write_text(kept.read_text().replace('"game":1', '"game":2'))
    status, report = verify(seated.link)
    assert (status, report["verdict"]) == (1, "broken")
    assert report["deals"][0]["faults"] == ["deal-missing"]


def test_a_deal_whose_end_was_withheld_is_compared(server: LyingServer) -> None:
    """Otherwise a server that cuts the connection before the end could record other cards."""
    seated = seat(server)
    assert play(seated.link)[0] == 0
    kept = seen_among_people(seated.link)
    seen = json.loads(kept.read_text())
    seen["deals"][0]["secret"] = ""
    del seen["deals"][0]["events"][-1]
    kept.write_text(json.dumps(seen))
    status, report = verify(seated.link)
    assert (status, report["verdict"], report["deals"][0]["weaknesses"]) == (3, "weak", ["moves-unseen"])
    seen["deals"][0]["events"][0]["hands"][seated.seat] = ["200"] * 6
    kept.write_text(json.dumps(seen))
    status, report = verify(seated.link)
    assert (status, report["verdict"], report["deals"][0]["faults"]) == (1, "broken", ["other-hand"])


def test_what_nobody_here_observed_is_weak(
    server: LyingServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = seat(server)
    assert play(seated.link)[0] == 0
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "elsewhere"))
    status, report = verify(seated.link)
    assert (status, report["verdict"], report["ok"]) == (3, "weak", True)
    assert report["deals"][0]["weaknesses"] == ["not-observed"]
