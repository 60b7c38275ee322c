"""``bornes play --json``: a program plays with the messages and commands of a table."""

from __future__ import annotations

import contextlib
import json
import random
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bornes import Game
from bornes.client.protocol_schema import schema
from bornes.store.saved_games import saved_games
from bornes.terminal.plain.input_lines import MAX_LINE_BYTES
from tests.support.packages import bring
from tests.support.players import Speaker, ended, events_heard, offered, opened, spoken
from tests.support.shell import PATIENCE

QUICK = ("--bots", "sunday-driver")
SCHEMA = jsonschema.Draft202012Validator({**schema(), "anyOf": [{"$ref": "#/$defs/Message"}]})
OURS = ("hello", "error", "saved")
"""What this program says by itself; all else are messages of the table."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def kept_moves() -> int:
    """How many moves of the present deal are kept in the only saved game."""
    (found,), damaged = saved_games()
    assert not damaged
    return len(found.table.open_deal.moves)


def command(kind: str, **values: Any) -> str:
    """A command as a line."""
    return json.dumps({"command": kind, **values}) + "\n"


@pytest.mark.compiled_only
def test_a_program_plays_a_game_to_its_end(folder: Path) -> None:
    speaker = Speaker(opened(folder, "--json", "--seed", "7", *QUICK))
    speaker.play(lambda message: offered(message)[0])
    assert ended(speaker.process) == (0, "")
    first = speaker.heard[0]
    assert (first["type"], first["version"], first["seats"]) == ("hello", 2, [0])
    won = next(event for one in speaker.heard for event in one.get("events", []) if event["event"] == "GameOver")
    assert max(won["totals"]) >= 5000
    (path,) = (folder / "games" / "finished").glob("*.txt")
    game = Game.replay(path.read_text(encoding="utf-8"))
    assert list(game.totals) == won["totals"]
    heard = speaker.events()
    for number, deal in enumerate(game.deals, 1):
        assert heard[number] == [event.as_dict() for event in deal.view(0).events]


@pytest.mark.compiled_only
def test_every_line_is_what_the_schema_promises(folder: Path) -> None:
    """Also where several sit here: each has a stream of its own, numbered without gaps."""
    options = ("-e", "asmodee", "--players", "4", "--people", "2", "--seed", "3", *QUICK)
    speaker = Speaker(opened(folder, "--json", *options))
    luck = random.Random(1)
    speaker.play(lambda message: luck.choice(offered(message)), 60)
    ended(speaker.process)
    streams: dict[int, list[int]] = {}
    for message in speaker.heard:
        if message["type"] not in OURS:
            SCHEMA.validate(message)
        if message["type"] in ("state", "update"):
            streams.setdefault(message["viewer"], []).append(message["number"])
    assert len(streams) == 2
    for numbers in streams.values():
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_a_program_learns_only_what_its_seat_may_know(folder: Path) -> None:
    speaker = Speaker(opened(folder, "--json", "--seed", "7", "--players", "4", "-e", "dujardin", "--seat", "2"))
    speaker.play(lambda message: offered(message)[0], 20)
    ended(speaker.process)
    heard = events_heard(speaker.heard)
    assert {seat for _, seat in heard} == {1}
    for event in (event for events in heard.values() for event in events):
        if event["event"] == "Drew":
            assert (event["card"] is not None) == (event["seat"] == 1)
        if event["event"] == "Dealt":
            assert [seat for seat, hand in enumerate(event["hands"]) if hand is not None] == [1]


@pytest.mark.parametrize(
    ("line", "kind", "text"),
    [
        ("{", "error", "not JSON"),
        pytest.param("[" * 5000, "error", "not JSON", id="much too deep"),
        ("7", "error", "a line is a command"),
        ("[]", "error", "a line is a command"),
        ("{}", "error", "not a command"),
        ('{"command": "Fly"}', "error", "not a command"),
        ('{"command": "Play"}', "error", "missing required field `move`"),
        ('{"command": "Play", "move": 3, "question_number": 3}', "error", "Expected `str`"),
        ('{"command": "Play", "move": "roll", "question_number": 3, "hurry": true}', "error", "hurry"),
        ('{"command": "Play", "move": "roll", "question_number": 3, "seat": 1}', "error", "those here are 0"),
        ('{"command": "Play", "move": "foo", "question_number": 3}', "refused", "is not a move here"),
        ('{"command": "Play", "move": "100", "question_number": 3}', "refused", "P62-33"),
        ('{"command": "Play", "move": "roll", "question_number": 2}', "refused", "Too late"),
        ('{"command": "Ready"}', "refused", "only between deals"),
        ('{"command": "Undo"}', "refused", "no move to take back"),
        ('{"command": "Tick"}', "error", "not a command"),
        ('{"command": "Hint", "quickly": true}', "error", "a hint is asked for with"),
        ('{"command": "GiveUpSeat"}', "error", "GiveUpSeat cannot be asked for here; possible are Play, Ready"),
        ("\x00\udcff", "error", "not JSON"),
    ],
)
def test_a_line_that_is_wrong_is_answered_and_changes_nothing(line: str, kind: str, text: str) -> None:
    lines = f"{line}\n".encode(errors="surrogateescape").decode(errors="replace")
    hello, state, answer, saved = spoken(lines, "--seed", "7")
    assert (hello["type"], state["type"], saved["type"]) == ("hello", "state", "saved")
    assert state["question_number"] == state["number"] == 3
    assert answer["type"] == kind
    assert text in answer["text"]
    assert kept_moves() == 0


def test_a_refusal_names_reason_and_clause() -> None:
    heard = spoken(command("Play", move="100", question_number=3), "--seed", "7", "--lang", "fr")
    refusal = next(one for one in heard if one["type"] == "refused")
    assert refusal["why"] == {
        "refusal": "IllegalMove",
        "move": "100",
        "reason": {"reason": "NeedsRoll", "clause": "P62-33"},
    }


def test_a_question_says_why_the_other_cards_cannot_be_played() -> None:
    state = spoken("", "--seed", "7")[1]
    assert offered(state)[:2] == ["roll", "limit>B"]
    blocked = {one["card"]: one["reasons"][0]["reason"] for one in state["question"]["blocked"]}
    assert blocked["100"] == "NeedsRoll"


def test_a_program_takes_a_move_back_and_gets_the_whole_state() -> None:
    lines = command("Play", move="roll", question_number=3) + command("Undo") + command("Quit")
    heard = spoken(lines, "--seed", "7", "--pace", "6")
    first, again = (one for one in heard if one["type"] == "state")
    assert again["events"][0]["event"] == "MovesUndone"
    assert again["view"] == first["view"]
    assert again["question"] == first["question"]


def test_a_command_that_is_sent_twice_is_carried_out_once() -> None:
    play = command("Play", id="a", move="roll", question_number=3)
    heard = spoken(play + play, "--seed", "7", "--bots", "champion:seconds=60")
    assert [one["type"] for one in heard if "id" in one] == ["done", "done"]
    assert kept_moves() == 1


@pytest.mark.compiled_only
def test_a_program_asks_for_a_hint() -> None:
    heard = spoken(command("Hint", id="h"), "--seed", "7")
    hint = next(one for one in heard if one.get("signal") == "hint")
    assert {"type": "done", "id": "h"} in heard
    assert hint["text"].startswith("Play Roll: you cannot drive without one. Chance to win: ")
    assert hint["values"]["why"] == {"reason": "RollToStart"}
    assert hint["values"]["moves"][0]["move"] == "roll"
    assert 0 < hint["values"]["chance"] < 1


def test_where_nothing_is_to_decide_there_is_no_hint_and_an_error_names_its_command() -> None:
    lines = command("Play", id="a", move="roll", question_number=3) + command("Hint", id="b") + command("Fly", id="c")
    heard = spoken(lines, "--seed", "7", "--bots", "champion:seconds=60", "--lang", "fr")
    answers = {one["id"]: one for one in heard if "id" in one}
    assert answers["b"]["why"] == {"refusal": "NotYourTurn"}
    assert answers["b"]["text"] == "Vous n’avez rien à décider maintenant."
    assert answers["c"]["type"] == "error"


@pytest.mark.slow
@pytest.mark.compiled_only
def test_a_game_that_is_killed_at_any_moment_goes_on_with_all_that_was_told(folder: Path) -> None:
    luck = random.Random(2)
    told: dict[int, list[dict[str, Any]]] = {}
    for round in range(8):
        how = ["--seed", "7", *QUICK] if round == 0 else ["--resume"]
        speaker = Speaker(opened(folder, "--json", *how))
        speaker.play(lambda message: luck.choice(offered(message)), 6 if round % 2 else 3)
        last = speaker.heard[-1]
        if luck.random() < 0.7 and last.get("question"):  # in the middle of what follows a move
            with contextlib.suppress(BrokenPipeError):
                speaker.answer(last, luck.choice(offered(last)))
            time.sleep(luck.random() * 0.01)
        speaker.process.kill()
        list(speaker.messages())
        ended(speaker.process)
        heard = speaker.events()
        for deal in set(told) & set(heard):
            assert heard[deal][: len(told[deal])] == told[deal]
        told = heard
        (saved,), _ = saved_games()
        for deal, events in told.items():
            seen = [event.as_dict() for event in Game.replay(saved.record).deals[deal - 1].view(0).events]
            assert seen[: len(events)] == events, "kept, then told"


TALKATIVE = """
class Maker:
    name = "{bot}"
    said = 0
    def __init__(self, seed):
        pass
    def choose(self, view):
        Maker.said += 1
        if Maker.said < 9:  # nobody reads it before the end
            print("I think", len(list(view.legal_moves)), "moves are legal")
        return list(view.legal_moves)[0]
"""


def test_what_a_bot_prints_is_no_message(folder: Path, tmp_path: Path) -> None:
    guests = tmp_path / "guests"
    guests.mkdir()
    bring(guests, "talkative", TALKATIVE)
    arguments = ("--json", "--seed", "7", "--bots", "talkative", "--edition", "asmodee", "--rule", "turn_cap=20")
    speaker = Speaker(opened(folder, *arguments, PYTHONPATH=str(guests)))
    speaker.play(lambda message: offered(message)[0])
    status, complaint = ended(speaker.process)
    assert status == 0
    assert complaint.startswith("I think ")
    assert {one["type"] for one in speaker.heard} >= {"hello", "state", "update"}


def test_who_was_driven_out_by_a_clock_can_come_back(folder: Path) -> None:
    speaker = Speaker(opened(folder, "--json", "--seed", "7", *QUICK))
    asking = next(message for message in speaker.messages() if message.get("question"))
    speaker.ask(command="SetPace", pace={"decision": 1, "bots": 200})  # from the next decision on
    speaker.answer(asking, offered(asking)[0])
    next(one for one in speaker.messages() if any(e["event"] == "BotTookOver" for e in one.get("events", [])))
    speaker.ask(command="SetPace", pace={})
    speaker.ask(command="Return")
    back = next(one for one in speaker.messages() if any(e["event"] == "PlayerReturned" for e in one.get("events", [])))
    assert back["type"] == "update"
    speaker.ask(command="Quit")
    assert ended(speaker.process) == (0, "")


def test_a_clock_does_not_outlast_the_sitting(folder: Path) -> None:
    first = Speaker(opened(folder, "--json", "--seed", "7", *QUICK))
    first.ask(command="SetPace", pace={"decision": 60_000})
    next(one for one in first.messages() if any(e["event"] == "PaceChanged" for e in one.get("events", [])))
    first.ask(command="Quit")
    assert ended(first.process) == (0, "")
    again = Speaker(opened(folder, "--json", "--resume"))
    state = again.until("state")
    assert state["table"]["pace"]["decision"] is None
    assert "clock" not in state
    again.ask(command="Quit")
    assert ended(again.process) == (0, "")


def test_where_nobody_reads_any_more_the_program_ends(folder: Path) -> None:
    process = opened(folder, "--json", "--people", "0", "--seed", "7", *QUICK)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(PATIENCE) == 1  # though its input is open
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.stdin is not None
    process.stdin.close()


def test_of_a_line_that_is_too_long_nothing_is_carried_out(folder: Path) -> None:
    hidden = command("GiveSeed", seed="00", id="hidden")
    heard = spoken(" " * (MAX_LINE_BYTES - 1) + "x" + hidden + command("GiveSeed", seed="11", id="next"), "--seed", "7")
    answered = [(one["type"], one.get("id")) for one in heard if one["type"] in ("error", "done")]
    assert answered == [("error", None), ("done", "next")]
    assert [one["text"] for one in heard if one["type"] == "error"] == [
        f"the line is too long: one has less than {MAX_LINE_BYTES} bytes"
    ]
