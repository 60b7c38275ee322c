"""``bornes play``, ``bornes bot`` and ``bornes verify`` at tables on a real server, each in a process of its own."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import stat
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bornes.client.http_api import ServerError, join_table, open_table, own_seat, public_tables
from bornes.client.invite_links import parse_link
from bornes.client.player import take_seat, watch
from bornes.client.protocol import OpenTable, SeatAssignment
from bornes.client.remote_table import RemoteTable
from bornes.client.table_client import TableError
from bornes.tables.commands import GiveUpSeat
from bornes.tables.public_view import TableListing
from bornes.tables.table_state import Pace
from bornes.terminal.online_seats import remember_seat, remembered_seats
from bornes.terminal.waiting_room_text import spaced_code
from tests.support.players import Reader, Speaker, ended, offered, opened
from tests.support.servers import ServerProcess, serving, speaking
from tests.support.shell import PATIENCE, refused, run, start
from tests.support.wire import wire_to

MOVE, READY, NEXT = "What do you do?", "Press Enter when you are ready", "Enter for the next"
AGAIN, NO_ANSWER = "Enter for another game", "you have no answer"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def at(server: ServerProcess, **wanted: object) -> SeatAssignment:
    """Open a table on the server."""
    asked = OpenTable(edition="parker-1962", **wanted)  # type: ignore[arg-type]
    return asyncio.run(open_table(server.address, asked))


def joined(table: SeatAssignment, name: str) -> SeatAssignment:
    """Sit down at a table under a name."""
    return asyncio.run(join_table(parse_link(table.invitation.join), name))


def tables_at(server: ServerProcess) -> list[TableListing]:
    """Return the public tables of the server."""
    return asyncio.run(public_tables(server.address))


def code_of(reader: Reader) -> str:
    """Return the code that somebody in the waiting room is told."""
    reader.until("Link to look on")
    found = re.search(r"bornes play (\d{3} \d{3} \d{3}) --server", reader.text)
    assert found
    return found[1]


def test_what_no_server_can_do_is_refused_before_one_is_asked() -> None:
    nowhere = ("--server", "http://127.0.0.1:9", "--open")
    assert "parker-1962 is played by 2, 3, 4 or 6, not 9" in refused("play", *nowhere, "--players", "9")
    assert "one FILE, LINK or CODE is enough" in refused("play", "123", "http://127.0.0.1:9/t/x", *nowhere)


# -- line by line --------------------------------------------------------------------------------------------------


def test_two_terminals_meet_by_the_code_and_play(server: ServerProcess, folder: Path, tmp_path: Path) -> None:
    wanted = ("--open", "--players", "2", "--rule", "safety_points=200", "--clock", "patient")
    ann = Reader(opened(folder, "--plain", "--server", server.address, *wanted, "--name", "Ann"))
    code = code_of(ann)
    as_heard = code.split()  # as it was read out
    bob = Reader(opened(tmp_path / "bob", *as_heard, "--plain", "--server", server.address, "--name", "Bob"))
    bob.until(READY)
    assert "1. Ann" in bob.text
    assert "Each safety (house rule): 200 points" in bob.text
    assert "Time for a move: 15 min; to answer a hazard: 10 s" in bob.text
    assert "Code:" not in bob.text, "no seat is free any more"
    ann.until("Bob sits down.")
    ann.say("?")  # which is no way to be ready
    assert ann.until("take the wheel again", "Waiting for Bob.") == "take the wheel again"
    ann.say("")
    ann.until("Waiting for Bob.")
    bob.until("Ann is ready.")
    bob.say("")
    begins = ann.until("you begin.", "Bob begins.")  # as the cut has it
    name, first, other = ("Ann", ann, bob) if begins == "you begin." else ("Bob", bob, ann)
    assert first.until(MOVE)
    assert "q  leave; the seat stays yours" in ann.text
    assert "save and leave" not in ann.text
    assert re.search(r"Time left: 1[45] min\n", first.text)
    first.say("1")
    first.say("say hello")
    other.until(f"{name}: Hello!")
    first.say("q")
    first.until("This seat stays yours.")
    assert ended(first.process) == (0, "")
    assert other.until("not connected any more")
    other.say("q")
    other.until("This seat stays yours.")
    assert ended(other.process) == (0, "")


def test_who_is_killed_comes_back_to_the_same_seat_by_the_same_command(server: ServerProcess, folder: Path) -> None:
    seated = at(server, seats=["open", "me"], players=2, name="Ann", pace="days")
    command = (seated.invitation.code, "--plain", "--server", server.address, "--name", "Bob")
    first = Reader(opened(folder, *command))
    first.until(READY)
    assert "1. Bob (you)" in first.text
    first.process.kill()
    assert ended(first.process)[0] == -signal.SIGKILL
    again = Reader(opened(folder, *command))
    again.until(READY)
    assert "1. Bob (you)" in again.text
    assert stat.S_IMODE((folder / "seats.json").stat().st_mode) == 0o600
    beside = Reader(opened(folder, seated.invitation.code, "--plain", "--server", server.address))
    assert ended(beside.process)[1].startswith("bornes: No seat is free at this table")
    again.say("q")
    assert ended(again.process) == (0, "")


def test_ctrl_c_says_how_to_come_back_to_the_seat(server: ServerProcess, folder: Path) -> None:
    seated = at(server, seats=["me", "open"], players=2, name="Ann", pace="days")
    reader = Reader(opened(folder, seated.invitation.code, "--plain", "--server", server.address, "--name", "Bob"))
    reader.until(READY)
    reader.process.send_signal(signal.SIGINT)
    reader.until("This seat stays yours.")
    [kept] = remembered_seats()
    assert f"-m bornes play '{kept.server}/t/{kept.table}#seat={kept.secret}'" in reader.text
    assert ended(reader.process)[0] == 130


@pytest.mark.parametrize("opening", [False, True], ids=["a seat", "a table"])
def test_who_is_killed_before_the_answer_came_has_the_seat_when_asking_again(
    server: ServerProcess, folder: Path, opening: bool
) -> None:
    """The server gave the seat, and nobody here ever heard of it."""
    with wire_to(server.address) as wire:
        if opening:
            where = ["--open", "--public", "--players", "2"]
        else:
            where = [at(server, seats=["open", "open", "me"], players=3, name="Ann", pace="days").invitation.code]
        command = (*where, "--plain", "--server", wire.address, "--name", "Bob")
        wire.swallows = True
        first = Reader(opened(folder, *command))
        assert wire.lost.wait(PATIENCE)
        first.process.kill()
        assert ended(first.process)[0] == -signal.SIGKILL
        wire.swallows = False
        again = Reader(opened(folder, *command))
        again.until(READY)
        assert "1. Bob (you)" in again.text
        assert "2. free" in again.text
        again.say("q")
        assert again.until("This seat stays yours.")
        assert ended(again.process) == (0, "")
        listed = [table for table in tables_at(server) if table.seats[0].name == "Bob"]
        assert len(listed) == int(opening)


def test_who_is_refused_has_not_asked_for_anything(server: ServerProcess, folder: Path) -> None:
    refused("play", "000000", "--plain", "--server", server.address, status=1)
    assert remembered_seats() == []


def test_one_plays_there_against_bots_and_the_record_is_verified(server: ServerProcess, folder: Path) -> None:
    options = ("--edition", "asmodee", "--players", "2", "--bot", "sunday-driver", "--lang", "en")
    reader = Reader(opened(folder, "--plain", "--server", server.address, *options))
    while reader.until(MOVE, "Enter for another game") == MOVE:
        reader.say("1")
    reader.say("q")
    reader.until("This seat stays yours.")
    found = re.search(r"bornes play '(\S+)'", reader.told[-1])
    assert found
    assert ended(reader.process) == (0, "")
    result = run("verify", found[1], "--json")
    assert result.exit_code == 0, result.output
    (report,) = json.loads(result.stdout)["files"]
    assert report["ok"]
    assert report["deals"][0]["seats_with_seeds"] == [0]
    assert "#" not in report["file"]
    assert run("replay", found[1], "--text").exit_code == 0, "whoever has a link can look at it again"


def test_a_question_that_is_closed_is_asked_no_longer(server: ServerProcess, folder: Path) -> None:
    """When the time is over the bot decides; what is typed then never becomes another move."""
    seated = at(server, seats=["me", "open"], name="Ann", pace=Pace(10_000, 1000, 0))
    ann = Reader(opened(folder, seated.link, "--plain"))
    bob = Reader(opened(folder, seated.invitation.join, "--plain", "--name", "Bob"))
    ann.until(READY)
    bob.until(READY)
    ann.say("")
    bob.say("")
    assert ann.until(MOVE)
    assert ann.until("You are out of time")
    assert ann.until("Too late: that question is closed.")
    assert ann.process.poll() is None
    for reader in (ann, bob):
        reader.say("q")
        assert ended(reader.process) == (0, "")


def test_french_is_spoken_at_a_table_far_away(server: ServerProcess, folder: Path) -> None:
    seated = at(server, seats=["me", "sunday-driver"], pace=Pace(None, None, 0), spectators=False, newcomers=False)
    reader = Reader(opened(folder, seated.link, "--plain", "--lang", "fr"))
    reader.until("Appuyez sur Entrée")
    reader.say("")
    reader.until("Que faites-vous")
    reader.say("q")
    assert reader.until("Cette place reste la vôtre.")
    assert ended(reader.process) == (0, "")


ALONE: dict[str, Any] = {"pace": Pace(None, None, 0), "newcomers": False, "spectators": False}


def test_a_hazard_without_an_answer_is_let_pass_by_hand(server: ServerProcess, folder: Path) -> None:
    """Whoever looks on from outside is not to learn from the time that passes that there is no answer."""
    seated = at(server, seats=["me", "open"], name="Ann", pace=Pace(600_000, 600_000, 0))
    ann = Reader(opened(folder, seated.link, "--plain"))
    ann.until(READY)
    bot = start("bot", "rule-of-thumb", seated.invitation.join, "--name", "Bob", stdin=subprocess.DEVNULL)
    try:
        ann.until("Bob sits down.")
        ann.say("")
        while (asked := ann.until(MOVE, NO_ANSWER, NEXT, "any answer?")) != NO_ANSWER:
            assert asked, ann.text
            ann.say("" if asked == NEXT else "1")
        assert "Enter lets it pass." in ann.told[-1]
        ann.say("t")
        assert ann.until("Hand: ")
        ann.say("5")
        assert ann.until("It is not your turn to decide.")
        ann.say("")
        assert ann.until(MOVE, NO_ANSWER)
        ann.say("q")
        assert ended(ann.process) == (0, "")
    finally:
        bot.kill()
        bot.communicate(timeout=PATIENCE)


def test_one_looks_on_and_can_do_nothing_but_leave(server: ServerProcess, folder: Path) -> None:
    seated = at(server, seats=["me", "sunday-driver"], name="Ann", pace="days")
    ann = Reader(opened(folder, seated.link, "--plain"))
    ann.until(READY)
    early = Reader(opened(folder, seated.invitation.watch, "--plain"))
    assert early.until("1. Ann")
    ann.say("")
    while ann.until(MOVE, NO_ANSWER) == NO_ANSWER:  # the bot began, and with a hazard
        ann.say("")
    late = Speaker(opened(folder, seated.invitation.watch, "--json"))
    assert late.until("welcome").get("seat") is None
    state = late.until("state")
    assert state["view"]["hand"] == []
    late.ask(command="Play", id="1", move="25", question_number=1)
    assert late.until("refused")["why"]["refusal"] == "PlayersOnly"
    ann.say("1")
    assert early.until("Ann ")
    early.say("1")
    assert early.until("It is not your turn to decide.")
    early.say("away")
    assert early.until("Only players")
    early.say("q")
    assert early.until("Come back to look on with: ")
    assert f"-m bornes play '{server.address}" in early.text
    late.ask(command="Quit")
    ann.say("q")
    for process in (early.process, late.process, ann.process):
        assert ended(process) == (0, "")
    assert READY not in early.text


def test_another_game_with_the_same_players_follows_at_the_same_table(server: ServerProcess, folder: Path) -> None:
    asked = OpenTable(edition="asmodee", players=2, seats=["me", "sunday-driver"], **ALONE)
    seated = asyncio.run(open_table(server.address, asked))
    ann = Reader(opened(folder, seated.link, "--plain"))
    ann.until(READY)
    ann.say("")
    for _ in range(2):
        while ann.until(MOVE, AGAIN) == MOVE:
            ann.say("1")
        assert ann.told[-1].startswith(AGAIN)
        ann.say("")
    assert ann.until(MOVE)
    ann.say("q")
    assert ended(ann.process) == (0, "")


def test_a_lost_connection_is_said_at_once_and_the_table_stays_readable(tmp_path: Path, folder: Path) -> None:
    with serving(tmp_path) as server:
        seated = at(server, seats=["me", "sunday-driver"], name="Ann", **ALONE)
        ann = Reader(opened(folder, seated.link, "--plain"))
        ann.until(READY)
        ann.say("")
        ann.until(MOVE)
        program = Speaker(opened(folder, seated.link, "--json"))
        program.until("state")
        server.kill()
        assert ann.until("The connection is lost; trying again …")
        lost = next(one for one in program.messages() if one.get("signal") == "connection")
        assert lost["values"] == {"connected": False}
        ann.say("t")
        assert ann.until("Hand: ")
        server.start()
        assert ann.until("The connection is back.")
        assert ann.text.count("The connection is lost") == 1
        found = next(one for one in program.messages() if one.get("signal") == "connection")
        assert found["values"] == {"connected": True}
        ann.say("1")
        assert ann.until(MOVE)
        ann.say("q")
        program.ask(command="Quit")
        for process in (ann.process, program.process):
            assert ended(process) == (0, "")


# -- for programs --------------------------------------------------------------------------------------------------


def test_a_program_plays_by_the_messages_of_the_table(server: ServerProcess, folder: Path) -> None:
    seated = at(server, seats=["me", "sunday-driver"], pace=Pace(None, None, 0), spectators=False, newcomers=False)
    speaker = Speaker(opened(folder, seated.link, "--json"))
    assert speaker.until("hello")["game"] == seated.table
    assert speaker.until("welcome")["seat"] == 0
    speaker.until("state")
    speaker.ask(command="Ready", id="1", seed="00ff" * 8)
    for message in speaker.messages():
        if message.get("question"):
            break
    speaker.ask(command="Nonsense", id="2")
    assert "not a command" in speaker.until("error")["text"]
    speaker.ask(command="Play", id="3", move="nonsense", question_number=message["number"])
    assert speaker.until("refused")["why"]["refusal"] == "UnreadableMove"
    speaker.ask(command="Play", id="4", move=message["question"]["moves"][0]["move"], question_number=message["number"])
    assert speaker.until("done")["id"] == "4"
    speaker.ask(command="Quit")
    assert speaker.until("left")["link"] == seated.link
    assert ended(speaker.process) == (0, "")


def test_a_program_lets_a_hazard_pass_where_that_is_all_it_can_do(server: ServerProcess, folder: Path) -> None:
    seated = at(server, seats=["me", "open"], name="Ann", pace=Pace(600_000, 600_000, 0))
    speaker = Speaker(opened(folder, seated.link, "--json"))
    speaker.until("state")
    bot = start("bot", "rule-of-thumb", seated.invitation.join, "--name", "Bob", stdin=subprocess.DEVNULL)
    try:
        next(one for one in speaker.messages() if "PlayerJoined" in events_of(one))
        speaker.ask(command="Ready", id="ready")
        for message in speaker.messages():
            if "DealOver" in events_of(message):
                speaker.ask(command="Ready")
            question = message.get("question") or {}
            if not question:
                continue
            if question["phase"] == "react" and offered(message) == ["pass"]:
                break
            speaker.ask(command="Play", move=offered(message)[0], question_number=message["number"])
        assert question["moves"] == [{"move": "pass", "text": "let it pass"}]
        assert question["blocked"] == []
        speaker.ask(command="Play", id="passed", move="pass", question_number=message["number"])
        answers = (one for one in speaker.messages() if one["type"] in ("done", "refused"))
        assert next(one for one in answers if one["id"] == "passed")["type"] == "done"
        speaker.ask(command="Quit")
        assert ended(speaker.process) == (0, "")
    finally:
        bot.kill()
        bot.communicate(timeout=PATIENCE)


def test_a_program_plays_another_game_at_the_same_table(server: ServerProcess, folder: Path) -> None:
    asked = OpenTable(edition="asmodee", players=2, seats=["me", "sunday-driver"], **ALONE)
    seated = asyncio.run(open_table(server.address, asked))
    speaker = Speaker(opened(folder, seated.link, "--json"))
    speaker.until("state")
    speaker.ask(command="Ready")
    games: list[int] = []
    for message in speaker.messages():
        games += [event["game"] for event in message.get("events", []) if event["event"] == "DealStarted"]
        if games[-1:] == [2]:
            break
        if message.get("question"):
            speaker.ask(command="Play", move=offered(message)[0], question_number=message["number"])
        elif "ShuffleRevealed" in events_of(message):
            speaker.ask(command="Ready")
    assert games[-1] == 2
    assert "GameOver" in [name for one in speaker.heard for name in events_of(one)]
    speaker.ask(command="Quit")
    assert speaker.until("left")["link"] == seated.link
    assert ended(speaker.process) == (0, "")


def events_of(message: dict[str, Any]) -> list[str]:
    """Return the kinds of events that a message tells."""
    return [event["event"] for event in message.get("events", [])]


# -- bots ----------------------------------------------------------------------------------------------------------


def test_a_bot_sits_down_by_link_and_plays_against_another(server: ServerProcess, folder: Path) -> None:
    asked = OpenTable(edition="asmodee", players=2, name="Ann", pace=Pace(60_000, 1000, 0))
    seated = asyncio.run(open_table(server.address, asked))
    bots = [
        start("bot", "sunday-driver", seated.invitation.join, "--name", "Robbie", stdin=subprocess.DEVNULL),
        start("bot", "sunday-driver", seated.link, stdin=subprocess.DEVNULL),
    ]
    try:
        endings = [process.communicate(timeout=PATIENCE) for process in bots]
    finally:
        for process in bots:
            process.kill()
    for process, (told, complaint) in zip(bots, endings, strict=True):
        assert process.returncode == 0, complaint
        assert complaint == ""
        assert "sits at the table" in told
        assert "wins the game." in told or "The game is a draw." in told or "You win" in told
        assert "WARNING" not in told


def test_a_bot_plays_on_when_the_server_was_away_and_hands_over_on_ctrl_c(tmp_path: Path, folder: Path) -> None:
    with serving(tmp_path) as server:
        seated = at(server, seats=["me", "sunday-driver", "sunday-driver"], players=3, pace=Pace(600_000, None, 300))
        bot = Reader(start("bot", "sunday-driver", seated.link, stdin=subprocess.PIPE))
        assert bot.until("You ")
        server.kill()
        assert bot.until("The connection is lost; trying again …")
        server.start()
        assert bot.until("The connection is back.")
        assert bot.until("You ")
        bot.process.send_signal(signal.SIGINT)
        assert bot.until("A bot of the server drives from now on.")
        assert bot.until(f"bornes bot sunday-driver '{seated.link}'")
        assert ended(bot.process) == (130, "\n")
        assert asyncio.run(is_driven(seated))


def test_a_bot_that_was_killed_comes_back_to_its_seat_by_the_same_command(server: ServerProcess, folder: Path) -> None:
    seated = at(server, players=3, seats=["me", "open", "open"], pace=Pace(600_000, None, 0))
    where = (*spaced_code(seated.invitation.code).split(), "--server", server.address)
    command = ("bot", "sunday-driver", *where, "--name", "Robbie")
    first = Reader(start(*command, stdin=subprocess.PIPE))
    assert first.until("Robbie sits at the table.")
    beside = Reader(start("bot", "tuned", *where, stdin=subprocess.PIPE))
    assert beside.until("The Mechanic (guest) sits at the table."), "its own name"
    first.process.kill()
    assert ended(first.process)[0] == -signal.SIGKILL
    again = Reader(start(*command, stdin=subprocess.PIPE))
    assert again.until("Robbie sits at the table.")
    kept = {seat.bot: seat for seat in remembered_seats()}
    assert sorted(kept) == ["sunday-driver", "tuned"]
    assert asyncio.run(names_at(seated))[1] == "Robbie"
    assert len(set(asyncio.run(names_at(seated)))) == 3
    for reader in (again, beside):
        reader.process.kill()
        ended(reader.process)


async def names_at(seated: SeatAssignment) -> list[str]:
    """Return what the players at a table are called."""
    async with watch(seated.invitation.watch) as table:
        return [seat.name for seat in table.info.seats]


async def is_driven(seated: SeatAssignment) -> bool:
    """Say whether a bot drives on a seat, without taking the wheel."""
    async with watch(seated.invitation.watch) as table:
        return table.info.seats[seated.seat].autopilot


def test_a_bot_that_cannot_sit_down_says_why_on_one_line(server: ServerProcess) -> None:
    assert "leads to no table" in refused("bot", "tuned", "000000", "--server", server.address, status=1)
    assert "nobody answers there" in refused("bot", "tuned", f"http://127.0.0.1:1/t/home-{'a' * 16}", status=1)
    assert "for looking on" in refused("bot", "tuned", at(server, players=2).invitation.watch)
    assert "is a server" in refused("bot", "tuned", server.address)


# -- what cannot be --------------------------------------------------------------------------------------------------


def test_a_server_alone_says_what_can_be_done_there(server: ServerProcess) -> None:
    seated = at(server, public=True, name="Zoé", players=2)
    result = run("play", "--plain", "--server", server.address)
    assert result.exit_code == 0, result.output
    assert f"bornes play {server.address}/t/{seated.table}" in result.stdout
    assert "Zoé, free" in result.stdout
    assert "Open a table for friends: bornes play --server" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        (("482913",), 2, "a code belongs to a server"),
        (("nowhere.txt",), 2, "'nowhere.txt' does not exist"),
        (("12x", "--server", "http://127.0.0.1:1"), 2, "12x: neither a file nor a code, which has digits only"),
        (("482913", "--server", "127.0.0.1:1"), 1, "http://127.0.0.1:1 cannot be reached: nobody answers there"),
        (("ftp://example.org/t/x",), 2, "not the address of a server"),
        (("http://127.0.0.1:1/nothing",), 2, "leads to no table"),
        (("http://127.0.0.1:1/t/home-aaaaaaaaaaaaaaaa#join",), 2, "was cut off or changed"),
        (("http://127.0.0.1:1/t/home-aaaaaaaaaaaaaaaa",), 1, "nobody answers there"),
        (("http://127.0.0.1:1/t/home-aaaaaaaaaaaaaaaa", "--people", "2"), 2, "--people: has no meaning"),
        (("http://127.0.0.1:1/t/home-aaaaaaaaaaaaaaaa", "--players", "2"), 2, "this one is open already"),
        (("--open",), 2, "--open is for a table on a server"),
        (("--server", "http://127.0.0.1:1", "--bot", "tuned", "--clock", "days"), 2, "see --open"),
    ],
)
def test_what_leads_to_no_table_is_told_on_one_line(arguments: tuple[str, ...], status: int, reason: str) -> None:
    assert reason in refused("play", "--plain", *arguments, status=status)


def test_a_wrong_code_and_a_wrong_secret_are_told_in_the_words_of_the_server(server: ServerProcess) -> None:
    wrong = refused("play", "000000", "--plain", "--server", server.address, status=1)
    assert "That code leads to no table" in wrong
    seated = at(server, players=2)
    link = f"{server.address}/t/{seated.table}#seat={'x' * 32}"
    assert "That is not yours" in refused("play", link, "--plain", status=1)
    assert "x" * 32 not in refused("verify", link, status=1)


def test_a_bare_link_is_enough_for_whoever_has_a_seat_there(server: ServerProcess) -> None:
    seated = at(server, players=2, seats=["me", "sunday-driver"], pace="none", newcomers=False, spectators=False)
    bare = f"{server.address}/t/{seated.table}"
    assert "There is no such table" in refused("verify", bare, status=1), "as anybody else"
    remember_seat(parse_link(seated.link), "Ann")
    assert "There is no such table" not in refused("verify", bare, status=1), "only that no deal is over yet"


def test_the_link_of_a_co_player_says_whose_seat_it_is_and_keeps_ones_own(server: ServerProcess, folder: Path) -> None:
    ann = at(server, players=3, name="Ann")
    bob = joined(ann, "Bob")
    remember_seat(parse_link(bob.link), "Bob")
    theirs = Reader(opened(folder, ann.link, "--plain"))
    theirs.say("q")
    status, told = ended(theirs.process)
    assert status == 0, told
    assert "The person who sent you this link can also play from Ann’s seat." in told
    assert "You already have another seat at this table, and it stays yours." in told
    assert [(seat.secret, seat.borrowed) for seat in remembered_seats()] == [(ann.secret, True), (bob.secret, False)]


def test_a_seat_that_was_given_up_is_taken_back_by_its_link(server: ServerProcess, folder: Path) -> None:
    ann = at(server, players=3, name="Ann")
    bob = joined(ann, "Bob")
    asyncio.run(_give_up(bob))
    back = Reader(opened(folder, bob.link, "--plain", "--name", "Bob"))
    back.say("q")
    status, told = ended(back.process)
    assert status == 0, told
    assert asyncio.run(own_seat(parse_link(bob.link))).name == "Bob"


async def _give_up(seated: SeatAssignment) -> None:
    table = RemoteTable(parse_link(seated.link))
    await table.open()
    with suppress(TableError):  # the connection may end before the answer comes
        await table.command(None, GiveUpSeat())
    await table.close()


def test_the_host_removes_a_stranger_in_plain_text(server: ServerProcess, folder: Path) -> None:
    seated = at(server, players=2, name="Ann")
    ann = Reader(opened(folder, seated.link, "--plain"))
    ann.until(READY)
    stranger = joined(seated, "Zed")
    ann.until("Zed sits down.")
    ann.say("remove")
    ann.until("Say whom to remove: remove NAME.")
    ann.say("remove Zed")
    assert "remove Zed" in ann.until("Type it once more to remove Zed from the table.", "Type it once more")
    assert asyncio.run(own_seat(parse_link(stranger.link))).name == "Zed"
    ann.say("remove Zed")
    ann.until("Seat 2 is free.")
    with pytest.raises(ServerError):
        asyncio.run(own_seat(parse_link(stranger.link)))
    ann.say("q")
    assert ended(ann.process)[0] == 0


def test_whoever_opens_a_second_table_is_told_of_the_one_that_waits(server: ServerProcess, folder: Path) -> None:
    command = ("--plain", "--server", server.address, "--open", "--players", "2", "--name", "Ann")
    first = Reader(opened(folder, *command))
    code_of(first)
    first.say("q")
    ended(first.process)
    (kept,) = remembered_seats()
    again = Reader(opened(folder, *command))
    code_of(again)
    again.say("q")
    status, told = ended(again.process)
    assert status == 0
    assert told.startswith("A table of yours waits there already: ")
    assert told.endswith(f"-m bornes play {server.address}/t/{kept.table} leads to it.\n")


def test_a_second_server_at_the_same_place_names_the_first(server: ServerProcess, tmp_path: Path) -> None:
    port = server.address.rpartition(":")[2]
    said = refused("serve", "--port", port, "--database", str(tmp_path / "other.sqlite3"), status=1)
    assert f"Bornes is open at {server.address} already" in said


def test_a_table_that_is_not_there_or_full_is_told_on_one_line(server: ServerProcess) -> None:
    full = at(server, seats=["me", "open"], public=True, name="Ann")
    asyncio.run(take_seat(parse_link(full.invitation.join), "Bob"))
    nowhere = f"{server.address}/t/{full.table.partition('-')[0]}-{'a' * 16}"
    for way in ("--plain", "--json"):
        assert "There is no such table" in refused("play", nowhere, way, status=1)
        assert "There is no such table" in refused("play", f"{nowhere}#join={'x' * 24}", way, status=1)
        assert "No seat is free" in refused("play", full.invitation.join, way, status=1)
        assert "No seat is free" in refused("play", f"{server.address}/t/{full.table}", way, status=1)
    for word in ("seat", "watch"):
        told = run("play", f"{nowhere}#{word}={'x' * 24}", "--json")
        assert told.exit_code == 1
        assert told.stderr.count("\n") == 1
        assert [json.loads(line)["type"] for line in told.stdout.splitlines()] == ["hello", "signal"]
    assert "There is no such table" in refused("play", f"{nowhere}#watch={'x' * 24}", "--plain", status=1)


@pytest.mark.parametrize(
    ("answer", "code", "reason"),
    [
        (
            {"type": "error", "error": "protocol-mismatch", "text": "This server speaks protocol 2, and not 1."},
            4400,
            "speaks",
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
            "release",
        ),
        ({"type": "error", "error": "busy", "text": "Come back later."}, 1012, "Come back later."),
        ({}, 4400, "does not understand this release"),
        ({}, 1000, "it ended the connection"),
        ({}, 1012, "cannot be reached: it is about to stop, or cannot serve this table now; try again in a moment"),
        ({"type": "state", "version": 2}, 0, "sends what cannot be true"),
    ],
)
def test_a_server_that_speaks_otherwise_is_told_on_one_line(answer: dict[str, Any], code: int, reason: str) -> None:
    with speaking(answer, code) as address:
        link = f"{address}/t/home-{'a' * 16}#seat={'x' * 32}"
        assert reason in refused("play", link, "--plain", status=1)


def test_a_program_is_told_that_a_server_speaks_another_protocol(folder: Path) -> None:
    said = "This server speaks protocol 2, and not 1."
    with speaking({"type": "error", "error": "protocol-mismatch", "text": said}, 4400) as address:
        speaker = Speaker(opened(folder, f"{address}/t/home-{'a' * 16}#seat={'x' * 32}", "--json"))
        told = list(speaker.messages())
        assert [one["type"] for one in told] == ["hello", "signal"]
        assert told[1]["signal"] == "connection"
        assert told[1]["text"] == said
        assert told[1]["values"] == {"connected": False, "final": True}
        assert ended(speaker.process) == (1, f"bornes: {said}\n")
