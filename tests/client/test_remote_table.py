"""A table far away, on a real server: whole games, people and bots, a server that dies, promises that are broken."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from bornes import Game, IllegalMove, Move
from bornes.client import Player, RemoteTable, ServerError, TableError, join, open_table, parse_link, play_now, watch
from bornes.client.http_api import fetch_record
from bornes.client.invite_links import TableLink
from bornes.client.protocol import OpenTable, PlayNow, SeatAssignment
from bornes.client.table_client import Notice, TableClient
from bornes.game.fairness_proof import proofs
from bornes.game.moves import LegalMoves
from bornes.i18n import Translator
from bornes.store import read_store
from bornes.tables.commands import SwapSeats
from bornes.tables.table_state import REMEMBERED_COMMAND_IDS, Pace
from tests.support.servers import ServerProcess, serving
from tests.support.shell import PATIENCE
from tests.support.wire import Wire, wire_to

QUICK = Pace(None, None, 0)
"""Nobody is waited for longer than they think."""


def tell(story: Callable[[], Awaitable[None]]) -> None:
    """Let a story happen on a loop of its own."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await story()

    asyncio.run(bounded())


def against_bots(name: str = "Ann", players: int = 2) -> OpenTable:
    """Return what one asks for who plays alone against bots that do not wait."""
    seats = ["me", *["sunday-driver"] * (players - 1)]
    return OpenTable(
        edition="parker-1962", players=players, seats=seats, name=name, pace=QUICK, newcomers=False, spectators=False
    )


@asynccontextmanager
async def over_a_wire(server: ServerProcess, players: int) -> AsyncIterator[tuple[SeatAssignment, Wire, RemoteTable]]:
    """Open a table, and look at it from its first seat over a wire that can be cut."""
    seated = await open_table(server.address, OpenTable(edition="parker-1962", players=players, name="Ann"))
    with wire_to(server.address) as wire:
        table = RemoteTable(TableLink(wire.address, seated.table, seat=seated.secret))
        await table.open()
        yield seated, wire, table


async def sit(server: ServerProcess, wanted: OpenTable) -> tuple[SeatAssignment, RemoteTable]:
    """Open a table, and return the seat with the table seen from it."""
    seated = await open_table(server.address, wanted)
    table = RemoteTable(parse_link(seated.link))
    await table.open()
    assert _is_a_table(table) is table
    return seated, table


def _is_a_table(table: TableClient) -> TableClient:
    """Return what a screen may be given, which the type checker sees to."""
    return table


async def play_deal(table: RemoteTable, luck: Random) -> int:
    """Play until the deal is over, and return how many decisions that took."""
    decisions = 0
    while True:
        await table.wait_for_decision()
        if not table.playing:
            return decisions
        assert table.seat is not None
        view = table.question(table.seat)
        if view is None:
            await table.let_pass()
        else:
            await table.play(table.seat, luck.choice(list(view.legal_moves)))
            decisions += 1


def test_one_plays_deals_against_bots_and_the_record_proves_the_own_seed(server: ServerProcess) -> None:
    async def story() -> None:
        luck = Random(7)
        _, table = await sit(server, against_bots())
        assert not table.begun
        for number in (1, 2):
            await table.next_deal()
            await table.wait_until(lambda: table.playing)
            assert table.number == number
            await play_deal(table, luck)
            assert table.view(0).over
            assert table.sheet().totals == table.totals
        game = Game.replay((await fetch_record(table.link)).decode())
        assert len(game.deals) == 2
        assert game.totals == table.totals
        assert all(0 in proof.seats for proof in proofs(game, {}))
        assert not table.fairness_violations
        await table.close()

    tell(story)


def test_what_cannot_be_done_is_told_and_changes_nothing(server: ServerProcess) -> None:
    async def story() -> None:
        _, table = await sit(server, against_bots())
        with pytest.raises(TableError, match="no deal has begun"):
            table.view(0)
        await table.next_deal()
        await table.wait_for_decision()
        before = table.view(0).copy()
        with pytest.raises(IllegalMove):
            await table.play(0, illegal(table.view(0).legal_moves))
        with pytest.raises(TableError, match="does not sit at this keyboard"):
            await table.play(1, Move.discard(table.view(0).hand[0]))
        with pytest.raises(TableError, match="not over yet"):
            await table.next_deal()
        with pytest.raises(TableError, match="No bot drives for you"):
            await table.take_back_seat()
        with pytest.raises(TableError, match="Nobody can say “nonsense” here"):
            await table.react("nonsense")
        assert table.view(0) == before
        await table.close()
        with pytest.raises(TableError, match="has been left"):
            await table.undo()

    tell(story)


def illegal(moves: LegalMoves) -> Move:
    """Return a move that is not among these."""
    return next(move for move in map(Move, range(64)) if move not in moves)


def test_a_move_is_taken_back_and_the_champion_asked_where_one_plays_alone(server: ServerProcess) -> None:
    async def story() -> None:
        _, table = await sit(server, against_bots())
        await table.next_deal()
        await table.wait_for_decision()
        before = table.view(0).copy()
        advice = await table.hint(0, Translator("en"))
        assert "Chance to win" in advice.lines[0]
        assert advice.values["moves"][0]["move"] in before.legal_moves.notation
        await table.play(0, next(iter(before.legal_moves)))
        assert table.can_undo
        await table.undo()
        await table.wait_until(lambda: len(table.view(0).events) == len(before.events))
        assert table.view(0) == before
        await table.close()

    tell(story)


def test_friends_come_by_link_and_code_and_see_each_other_come_and_go(server: ServerProcess) -> None:
    async def story() -> None:
        told: list[str] = []
        wanted = OpenTable(edition="parker-1962", players=2, name="Ann", pace="patient")
        seated, ann = await sit(server, wanted)
        ann.on_notice(lambda notice: told.append(notice.text))
        async with join(seated.invitation.code, "Bob", server=server.address) as bob:
            await ann.wait_until(lambda: not any(seat.open for seat in ann.seats))
            assert [seat.name for seat in ann.seats] == ["Ann", "Bob"]
            assert [seat.here for seat in bob.table.seats] == [False, True]
            await bob.table.react("hello")
            await ann.wait_until(lambda: "Bob: Hello!" in told)
            await ann.next_deal()
            assert not ann.playing
            await bob.table.next_deal()
            await ann.wait_until(lambda: ann.playing)
            assert ann.time_left is not None
            assert 0 < ann.time_left <= 15 * 60
            assert ann.others_play
            assert not ann.can_undo
        await ann.wait_until(lambda: ann.seats[1].away)
        assert "Bob sits down." in told
        async with watch(seated.invitation.watch) as spectator:
            assert spectator.seat is None
            assert spectator.view(None).hand == ()
        await ann.close()

    tell(story)


def test_who_let_a_bot_drive_takes_the_wheel_again_when_coming_back(server: ServerProcess) -> None:
    async def story() -> None:
        _, table = await sit(server, against_bots())
        await table.next_deal()
        await table.start_autopilot()
        await table.wait_until(lambda: table.on_autopilot)
        await table.close()
        again = RemoteTable(table.link)
        await again.open()
        await again.wait_until(lambda: not again.on_autopilot)
        await again.close()

    tell(story)


def test_a_wrong_secret_and_a_missing_table_look_alike_and_no_server_is_told(
    server: ServerProcess,
) -> None:
    async def story() -> None:
        seated = await play_now(server.address, PlayNow(edition="parker-1962", bot="sunday-driver"))
        for link, reason in (
            (TableLink(server.address, seated.table, seat="x" * 32), "not yours"),
            (TableLink(server.address, "home-aaaaaaaaaaaaaaaa", seat=seated.secret), "not yours"),
            (TableLink("http://127.0.0.1:1", seated.table, seat=seated.secret), "nobody answers there"),
        ):
            table = RemoteTable(link)
            with pytest.raises(ServerError, match=reason):
                await table.open()
            assert table.lost is not None
            await table.close()

    tell(story)


def test_a_seat_that_was_given_up_ends_the_connection_for_good(server: ServerProcess) -> None:
    async def story() -> None:
        from bornes.client.http_api import give_up_seat

        _, table = await sit(server, OpenTable(edition="parker-1962", players=2, name="Ann"))
        await give_up_seat(table.link)
        await table.wait_until(lambda: False)
        assert table.lost is not None
        assert "no longer yours" in str(table.lost)
        await table.close()

    tell(story)


@pytest.mark.slow
def test_a_server_that_is_killed_again_and_again_loses_and_repeats_no_move(tmp_path: Path) -> None:
    """Whatever is on its way when the server dies is carried out once; the record tells the same as the client saw."""

    async def story() -> None:
        luck = Random(3)
        told: list[str] = []
        with serving(tmp_path) as server:
            _, table = await sit(server, against_bots())
            table.on_notice(lambda notice: told.append(notice.text))
            await table.next_deal()
            made: list[str] = []
            while True:
                await table.wait_for_decision()
                if not table.playing:
                    break
                view = table.question(0)
                assert view is not None
                move = luck.choice(list(view.legal_moves))
                playing = asyncio.ensure_future(table.play(0, move))
                if len(made) % 6 == 5:
                    await asyncio.sleep(luck.choice([0, 0.001, 0.003]))
                    await asyncio.to_thread(server.kill)
                    await asyncio.to_thread(server.start)
                await playing
                made.append(move.notation(view.phase))
            game = Game.replay((await fetch_record(table.link)).decode())
            kept = [one.notation for one in game.deals[0].moves if one.seat == 0]
            assert kept == made
            assert any("connection is back" in text for text in told)
            assert not table.fairness_violations
            await table.close()

    tell(story)


def test_many_commands_at_once_are_each_carried_out_once_whatever_is_lost(server: ServerProcess) -> None:
    """The server has carried out what was under way, and its answers are lost, again and again."""
    many = 5 * REMEMBERED_COMMAND_IDS

    async def story() -> None:
        async with over_a_wire(server, players=3) as (seated, wire, table):
            wire.swallows = True
            asked = [
                asyncio.ensure_future(table.command(None, SwapSeats(id=f"{at}", target_seat=1, other_seat=2)))
                for at in range(many)
            ]
            for _ in range(3):
                assert await asyncio.to_thread(wire.lost.wait, PATIENCE)
                await asyncio.sleep(0.2)  # so long that the server has done all it was sent
                wire.swallows = False
                wire.lost.clear()
                wire.cut()
                await table.wait_until(lambda: table.connected)
                wire.swallows = True
            wire.swallows = False
            wire.cut()
            answers = await asyncio.gather(*asked)
            assert [answer.id for answer in answers] == [f"{at}" for at in range(many)]
            await table.close()
        with read_store(server.folder / "tables.sqlite3") as store:
            entries = [json.loads(line) for line in (await store.export(seated.table)).splitlines()]
        assert [entry["id"] for entry in entries if entry["entry"] == "Swapped"] == [f"{at}" for at in range(many)]

    tell(story)


def test_commands_that_wait_for_their_turn_are_told_when_the_table_is_left(server: ServerProcess) -> None:
    async def story() -> None:
        async with over_a_wire(server, players=2) as (_, wire, table):
            wire.swallows = True
            asked = [asyncio.ensure_future(table.start_autopilot()) for _ in range(3 * REMEMBERED_COMMAND_IDS)]
            await asyncio.sleep(0)
            await table.close()
            for answer in await asyncio.gather(*asked, return_exceptions=True):
                assert isinstance(answer, TableError)
                assert "has been left" in str(answer)

    tell(story)


def test_twenty_lines_play_a_game_online(server: ServerProcess) -> None:
    async def story() -> None:
        wanted = OpenTable(edition="asmodee", players=2, seats=["me", "sunday-driver"], pace=QUICK, spectators=False)
        seated = await open_table(server.address, wanted)
        async with join(seated.link) as player:
            assert isinstance(player, Player)
            async for question in player.questions():
                await player.play(next(iter(question.moves)))
        assert player.table.over

    tell(story)


def test_a_broken_promise_is_told_loudly(server: ServerProcess) -> None:
    """A server that leaves out an accepted seed is accused, to people and to programs."""

    async def story() -> None:
        from msgspec.structs import replace

        from bornes.tables.messages import Update, decode_message, encode_message

        _, table = await sit(server, against_bots())
        notices: list[Notice] = []
        lines: list[bytes] = []
        table.on_notice(notices.append)
        table._following.add_reader(lines.append)
        heard = table._following.receive

        def forge(message: object, data: bytes) -> None:
            if isinstance(message, Update):
                events = [
                    {**event, "seeds": ["", ""]} if event["event"] == "DealStarted" else event
                    for event in message.events
                ]
                message = replace(message, events=events)
                data = encode_message(message)
            heard(message, data)  # type: ignore[arg-type]

        table._following.receive = forge  # type: ignore[method-assign]
        await table.next_deal()
        await table.wait_until(lambda: table.playing)
        (promise,) = table.fairness_violations
        assert promise.what == "seed-missing"
        (warning,) = [notice for notice in notices if notice.grave]
        assert warning.text.startswith("WARNING: deal 1 cannot be trusted: the server left your seed out")
        assert any(b"fairness-violation" in line for line in lines)
        late: list[Notice] = []
        table.on_notice(late.append)
        assert late == [warning]
        assert decode_message(lines[-1]) is not None
        await table.close()

    tell(story)
