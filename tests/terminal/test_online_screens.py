"""The screens at a table far away, on a real server: waiting, playing, leaving, a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from bornes import Family
from bornes.client import Player, join, open_table, parse_link
from bornes.client.observations import FairnessViolation
from bornes.client.protocol import OpenTable, SeatAssignment
from bornes.game.observed_deal import ProofFault
from bornes.i18n import Translator
from bornes.tables.table_state import Pace
from bornes.terminal.online_session import OnlineSession, online_session, open_online
from bornes.terminal.screens.online_app import OnlineTableApp
from bornes.terminal.screens.online_table_screen import OnlineTableScreen, WarningDialog
from bornes.terminal.screens.score_pad_screen import ScorePadScreen
from bornes.terminal.screens.waiting_room_screen import WaitingRoomScreen
from bornes.terminal.waiting_room_text import large_digits, spaced_code
from tests.support.hall import text_of
from tests.support.pilots import driven, until
from tests.support.servers import ServerProcess, serving, speaking

Steps = Callable[[OnlineTableApp, Pilot[int]], Awaitable[None]]
ALONE: dict[str, Any] = {
    "seats": ["me", "sunday-driver"],
    "pace": Pace(None, None, 0),
    "newcomers": False,
    "spectators": False,
}


async def opened(server: ServerProcess, **wanted: Any) -> SeatAssignment:
    """Open a table of two."""
    return await open_table(server.address, OpenTable(edition="parker-1962", players=2, name="Ann", **wanted))


def at(seated: SeatAssignment, **more: Any) -> OnlineSession:
    """Sit down on the seat, in this terminal."""
    return online_session(parse_link(seated.link), **more)


@asynccontextmanager
async def alone_at(folder: Path) -> AsyncIterator[tuple[ServerProcess, OnlineTableApp, Pilot[int]]]:
    """Play alone against a bot, on a server of one's own that can be killed."""
    with serving(folder) as server:
        app = OnlineTableApp(at(await opened(server, **ALONE), play_now=True), "en")
        async with driven(app, (100, 30)) as pilot:
            await until(is_shown(app, OnlineTableScreen))
            yield server, app, pilot


@asynccontextmanager
async def waiting_at(
    server: ServerProcess, size: tuple[int, int]
) -> AsyncIterator[tuple[SeatAssignment, OnlineTableApp, Pilot[int]]]:
    """Open a table, and wait there for somebody to come."""
    seated = await opened(server, pace="patient")
    app = OnlineTableApp(at(seated), "en")
    async with driven(app, size) as pilot:
        await until(is_shown(app, WaitingRoomScreen))
        yield seated, app, pilot


def is_shown(app: OnlineTableApp, kind: type[object]) -> Callable[[], bool]:
    """Say whether such a screen is on top."""
    return lambda: isinstance(app.screen, kind)


def test_one_waits_for_a_friend_is_ready_and_plays(server: ServerProcess) -> None:
    async def story() -> None:
        async with waiting_at(server, (130, 30)) as (seated, app, pilot):
            await until(lambda: "Code for others:" in text_of(app))
            assert "● Ann   you" in text_of(app)
            assert "○ free" in text_of(app)
            assert "b seat a bot" in text_of(app)
            for line in large_digits(seated.invitation.code, doubled=True):
                assert line.rstrip() in text_of(app), "large enough to be read from across the room"
            assert f"bornes play {spaced_code(seated.invitation.code)}" in text_of(app)
            async with join(seated.invitation.join, "Bob") as bob:
                await until(lambda: "● Bob" in text_of(app))
                await pilot.press("r")
                await until(lambda: "Waiting for Bob." in text_of(app))
                await bob.table.next_deal()
                await until(is_shown(app, OnlineTableScreen))
                await until(lambda: "Your turn" in text_of(app) or "Bob" in text_of(app))
                table = app.session.table
                if not table.asked:
                    moves = bob.table.view(bob.seat).legal_moves
                    await bob.play(next(move for move in moves if move.is_discard))  # a safety keeps the turn
                await until(lambda: bool(table.asked) and "(14:" in text_of(app))
                await pilot.press("q", "b")
                await until(lambda: app.return_value is not None)
                await bob.table.wait_until(lambda: bob.table.seats[0].away)
                assert bob.table.info.seats[0].autopilot
        assert app.return_value == 0
        assert app.session.left

    asyncio.run(story())


def test_a_label_of_the_waiting_room_can_be_clicked_and_the_link_is_copied_whole(server: ServerProcess) -> None:
    async def story() -> None:
        async with waiting_at(server, (60, 20)) as (seated, app, pilot):
            await until(lambda: "l copy link" in text_of(app))
            lines = text_of(app).splitlines()
            at_line = next(number for number, line in enumerate(lines) if "l copy link" in line)
            await pilot.click(offset=(lines[at_line].index("copy link") + 2, at_line))
            await until(lambda: app.clipboard == seated.invitation.join)
            await pilot.click(offset=(lines[at_line].index("begin") + 2, at_line))
            await until(lambda: app.session.table.ready)

    asyncio.run(story())


def test_a_bot_takes_the_free_seat_and_cards_are_played_by_their_digits(server: ServerProcess) -> None:
    async def story() -> None:
        seated = await opened(server, pace=Pace(600_000, 1000, 0))
        app = OnlineTableApp(at(seated), "en")
        async with driven(app, (100, 30)) as pilot:
            await until(is_shown(app, WaitingRoomScreen))
            await pilot.press("b", "1")
            await until(lambda: "The Learner" in text_of(app))
            await pilot.press("enter")
            await until(is_shown(app, OnlineTableScreen))
            table = app.session.table
            await until(lambda: bool(table.asked))
            if table.window is not None:  # the bot began, and with a hazard
                await pilot.press("p")
                await until(lambda: bool(table.asked) and table.window is None)
            before = table.asked_by
            await pilot.press("d", "1")
            await until(lambda: table.asked_by != before)
            await pilot.press("m", "1")
            await pilot.press("q", "y")
            await until(lambda: app.return_value is not None)

    asyncio.run(story())


def test_play_now_goes_straight_to_the_cards(server: ServerProcess) -> None:
    async def story() -> None:
        app = OnlineTableApp(at(await opened(server, **ALONE), play_now=True, language="fr"), "fr")
        async with driven(app, (100, 30)) as pilot:
            await until(is_shown(app, OnlineTableScreen))
            await until(lambda: bool(app.session.table.asked))
            await until(lambda: "À vous" in text_of(app))
            await pilot.press("h")
            await until(lambda: "Chances de gagner" in " ".join(text_of(app).split()))
            before = len(app.session.table.view(0).events)
            await pilot.press("d", "1")
            await until(lambda: len(app.session.table.view(0).events) > before and bool(app.session.table.asked))
            await pilot.press("u")
            await until(lambda: len(app.session.table.view(0).events) == before)

    asyncio.run(story())


def test_a_lost_connection_is_shown_and_the_move_made_meanwhile_arrives(tmp_path: Path) -> None:
    async def story() -> None:
        async with alone_at(tmp_path) as (server, app, pilot):
            table = app.session.table
            await until(lambda: bool(table.asked))
            before = table.asked_by
            await asyncio.to_thread(server.kill)
            await until(lambda: "The connection is lost" in text_of(app))
            assert not [one for one in app._notifications if "lost" in one.message]  # the line below says it
            await pilot.press("d")
            assert "Which card? Press its digit" in text_of(app)
            await pilot.press("1")
            assert "Which card?" not in text_of(app), "it is chosen, and on its way"
            assert table.asked_by == before
            await asyncio.to_thread(server.start)
            await until(lambda: table.asked_by != before)
            discards = [event for event in table.view(0).events if type(event).__name__ == "Discarded"]
            assert len([event for event in discards if event.seat == 0]) == 1  # type: ignore[attr-defined]

    asyncio.run(story())


def test_the_table_stays_readable_while_the_server_is_away_and_comes_back_by_itself(tmp_path: Path) -> None:
    async def story() -> None:
        async with alone_at(tmp_path) as (server, app, pilot):
            await until(lambda: "Your turn" in text_of(app))
            hand = [card_line for card_line in text_of(app).splitlines() if "1  " in card_line]
            await asyncio.to_thread(server.kill)
            await until(lambda: "The connection is lost" in text_of(app))
            assert [card_line for card_line in text_of(app).splitlines() if "1  " in card_line] == hand
            await pilot.press("question_mark")
            await pilot.press("escape")
            await asyncio.to_thread(server.start)
            await until(lambda: app.session.table.connected and "Your turn" in text_of(app))

    asyncio.run(story())


def test_a_hazard_without_an_answer_is_let_pass_by_hand(server: ServerProcess) -> None:
    async def story() -> None:
        seated = await opened(server, pace=Pace(600_000, 600_000, 0))
        app = OnlineTableApp(at(seated), "en")
        async with driven(app, (100, 30)) as pilot, join(seated.invitation.join, "Bob") as bob:
            await until(is_shown(app, WaitingRoomScreen))
            await pilot.press("r")
            playing = asyncio.ensure_future(attack(bob))
            await until(is_shown(app, OnlineTableScreen))
            table = app.session.table
            while table.window is None or table.question(0) is not None:
                await table.wait_for_decision()
                if not table.playing:
                    await table.next_deal()
                    await table.wait_until(lambda: table.playing)
                elif table.asked and (view := table.question(0)) is not None:
                    await table.play(0, next(iter(view.legal_moves)))
            await until(lambda: "you have no answer; p lets it pass" in text_of(app))
            asked = table.asked_by
            await pilot.press("1")
            assert table.asked_by == asked
            await pilot.press("p")
            await until(lambda: table.asked_by != asked)
            playing.cancel()
            assert "m say" in text_of(app)
            assert "h hint" not in text_of(app), "where others play nobody is given hints"
            await bob.table.close()
            await until(lambda: "Bob (away)" in text_of(app))

    asyncio.run(story())


async def attack(player: Player) -> None:
    """Lay hazards wherever that can be done."""
    async for question in player.questions():
        moves = list(question.moves)
        hazards = [move for move in moves if move.card and move.card.family is Family.HAZARD and not move.is_discard]
        await player.play((hazards or moves)[0])


def test_one_looks_on_and_leaves_without_being_asked(server: ServerProcess) -> None:
    async def story() -> None:
        seated = await opened(server, seats=["me", "sunday-driver"], pace="days")
        app = OnlineTableApp(await open_online(parse_link(seated.invitation.watch)), "en")
        async with join(seated.link) as ann, driven(app, (100, 30)) as pilot:
            await until(is_shown(app, WaitingRoomScreen))
            assert "Ann" in text_of(app)
            assert "when you are ready" not in text_of(app)
            await pilot.press("r", "b")
            await ann.table.next_deal()
            await until(is_shown(app, OnlineTableScreen))
            await ann.table.wait_for_decision()
            await until(lambda: "Ann" in text_of(app))
            before = len(ann.table.view(0).events)
            await pilot.press("1", "d", "1", "p", "h", "enter")
            assert len(ann.table.view(0).events) == before
            question = ann.table.question(0)  # none where the bot began, and with a hazard
            await (ann.table.let_pass() if question is None else ann.play(next(iter(question.legal_moves))))
            await until(lambda: len(app.session.table.view(None).events) > before)
            await pilot.press("q")
            await until(lambda: app.return_value is not None)
        assert app.return_value == 0
        assert "Come back to look on with" in (app.session.way_back(Translator("en")) or "")

    asyncio.run(story())


def test_another_game_follows_at_the_same_table(server: ServerProcess) -> None:
    async def story() -> None:
        wanted = OpenTable(edition="asmodee", players=2, name="Ann", **ALONE)
        app = OnlineTableApp(at(await open_table(server.address, wanted), play_now=True), "en")
        async with driven(app, (100, 30)) as pilot:
            await until(is_shown(app, OnlineTableScreen))
            table = app.session.table
            while not table.over:
                await table.wait_for_decision()
                if table.asked and (view := table.question(0)) is not None:
                    await table.play(0, next(iter(view.legal_moves)))
            await until(lambda: table.view(0).over)
            await pilot.press("n")
            await until(is_shown(app, ScorePadScreen))
            game = table.info.game
            await pilot.press("enter")
            await until(lambda: table.info.game == game + 1 and table.playing)
            await until(is_shown(app, OnlineTableScreen))
            await until(lambda: "Your turn" in text_of(app))

    asyncio.run(story())


def test_after_the_last_deal_of_a_full_table_no_other_is_offered(server: ServerProcess) -> None:
    async def story() -> None:
        wanted = OpenTable(edition="asmodee", players=2, name="Ann", **ALONE)
        app = OnlineTableApp(at(await open_table(server.address, wanted), play_now=True), "en")
        async with driven(app, (100, 30)) as pilot:
            await until(is_shown(app, OnlineTableScreen))
            table = app.session.table
            while not table.over:
                await table.wait_for_decision()
                if table.asked and (view := table.question(0)) is not None:
                    await table.play(0, next(iter(view.legal_moves)))
            table._following.mirror._change(is_last_deal=True)  # as if the server had said so when the deal began
            await pilot.press("s")
            await until(is_shown(app, ScorePadScreen))
            await until(lambda: "its log is full" in text_of(app))
            assert "new game" not in text_of(app)
            await pilot.press("escape")
            await until(is_shown(app, OnlineTableScreen))
            await until(lambda: "its log is full" in text_of(app))
            assert "new game" not in text_of(app)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("{server}/t/home-aaaaaaaaaaaaaaaa#watch=xxxx", "There is no such table"),
        ("{server}/t/home-aaaaaaaaaaaaaaaa#seat=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "That is not yours"),
        ("http://127.0.0.1:1/t/home-aaaaaaaaaaaaaaaa#seat=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "nobody answers there"),
    ],
)
def test_where_nobody_is_let_in_the_screen_ends_with_the_reason(server: ServerProcess, where: str, reason: str) -> None:
    async def story() -> None:
        app = OnlineTableApp(await open_online(parse_link(where.format(server=server.address))), "en")
        async with driven(app, (80, 24)):
            await until(lambda: app.return_value is not None)
            assert reason in " ".join(map(str, app._exit_renderables))
        assert app.return_value == 1

    asyncio.run(story())


def test_a_seat_that_is_lost_ends_the_screen_with_the_reason(server: ServerProcess) -> None:
    async def story() -> None:
        from bornes.client.http_api import give_up_seat

        app = OnlineTableApp(at(await opened(server, **ALONE), play_now=True), "en")
        async with driven(app, (100, 30)):
            await until(is_shown(app, OnlineTableScreen))
            await give_up_seat(app.session.table.link)
            await until(lambda: app.return_value is not None)
        assert app.return_value == 1

    asyncio.run(story())


def test_a_broken_promise_lies_over_everything_and_stays_in_the_line_below(server: ServerProcess) -> None:
    async def story() -> None:
        app = OnlineTableApp(at(await opened(server, **ALONE), play_now=True), "en")
        async with driven(app, (120, 30)) as pilot:
            await until(is_shown(app, OnlineTableScreen))
            await until(lambda: bool(app.session.table.asked))
            app.session.table._following._accuse(FairnessViolation(1, ProofFault.OTHER_COMMITMENT))
            await until(is_shown(app, WarningDialog))
            assert "WARNING: deal 1 cannot be trusted" in text_of(app)
            await pilot.press("enter")
            await until(is_shown(app, OnlineTableScreen))
            assert "WARNING: deal 1 cannot be trusted" in text_of(app)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (
            {"type": "error", "error": "protocol-mismatch", "text": "This server speaks protocol 2, and not 1."},
            4400,
            "bornes: This server speaks protocol 2, and not 1.",
        ),
        (
            {
                "type": "welcome",
                "protocol": 2,
                "server_version": "x",
                "table": "t",
                "seat": 0,
                "connected_seats": [],
                "now": 0,
            },
            0,
            "bornes: the server does not understand this release of Bornes",
        ),
    ],
)
def test_a_server_that_speaks_another_protocol_is_told_when_the_screen_has_gone(
    answer: dict[str, Any], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        with speaking(answer, code) as address:
            app = OnlineTableApp(online_session(parse_link(f"{address}/t/home-{'a' * 16}#seat={'x' * 32}")), "en")
            async with driven(app, (100, 30)):
                await until(lambda: app.return_value is not None)
            assert app.return_value == 1
            assert capsys.readouterr().err.splitlines() == [said]

    asyncio.run(story())
