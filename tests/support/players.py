"""Programs that play ``bornes play`` from outside: a reader of sentences, and a speaker of JSON."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

from bornes.tables.table_events import TABLE_EVENTS
from tests.support.shell import PATIENCE, run, start

Chooser = Callable[[dict[str, Any]], str]
"""Picks a move from a message that asks for one."""


def opened(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start ``bornes play`` with pipes on all sides, its games in this folder."""
    env = {"BORNES_DATA": str(folder), **environment}
    return start("play", *arguments, stdin=subprocess.PIPE, env=env)


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for a process; return how it ended, and what it complained of."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    if not process.stdin.closed:
        process.stdin.close()
    process.stdout.read()
    complaint = process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    return process.wait(PATIENCE), complaint


def lines_of(process: subprocess.Popen[str]) -> Iterator[str]:
    """Read what a process says, line by line; one that says nothing for too long is ended, so that no test hangs."""
    assert process.stdout is not None
    while True:
        too_late = Timer(PATIENCE, process.kill)
        too_late.start()
        try:
            line = process.stdout.readline()
        finally:
            too_late.cancel()
        if not line:
            return
        yield line


class Reader:
    """Answers the questions of a conversation; keeps what it was told."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.told: list[str] = []
        self.offered: list[str] = []

    def say(self, answer: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{answer}\n")
        self.process.stdin.flush()

    def until(self, *ends: str) -> str:
        """Read on to a line that holds one of these; return what it held, or nothing at the end."""
        for line in map(str.rstrip, lines_of(self.process)):
            self.told.append(line)
            numbered = re.match(r"(\d+)\. .*\((\S+)\)$", line)
            if numbered:
                self.offered = [*self.offered, numbered[2]] if numbered[1] != "1" else [numbered[2]]
            for end in ends:
                if end in line:
                    return end
        return ""

    @property
    def text(self) -> str:
        """All that was told."""
        return "\n".join(self.told)


class Speaker:
    """Sends requests and reads messages; keeps both."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.heard: list[dict[str, Any]] = []

    def ask(self, **request: Any) -> None:
        """Send a request."""
        self.send(json.dumps(request))

    def send(self, line: str) -> None:
        """Send a line as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def messages(self) -> Iterator[dict[str, Any]]:
        """Read the messages as they come; a line cut off by the end of the process is none."""
        for line in lines_of(self.process):
            if line.endswith("\n"):
                message: dict[str, Any] = json.loads(line)
                self.heard.append(message)
                yield message

    def until(self, *kinds: str) -> dict[str, Any]:
        """Read on to a message of one of these kinds."""
        return next(message for message in self.messages() if message["type"] in kinds)

    def play(self, choose: Chooser, decisions: int | None = None) -> None:
        """Play on, until so many decisions are made or there are no more messages."""
        for message in self.messages():
            if message.get("question"):
                if decisions == 0:
                    return
                decisions = None if decisions is None else decisions - 1
                self.answer(message, choose(message))
            elif is_deal_over(message):
                self.ask(command="Ready", seat=message["viewer"])

    def answer(self, message: dict[str, Any], move: str) -> None:
        """Make a move, as a message asked for one."""
        self.ask(command="Play", move=move, question_number=message["number"], seat=message["viewer"])

    def events(self) -> dict[int, list[dict[str, Any]]]:
        """Return the events that the first seat here heard, by deal."""
        seat = next(one["viewer"] for one in self.heard if one["type"] == "state")
        return {deal: events for (deal, viewer), events in events_heard(self.heard).items() if viewer == seat}


def offered(message: dict[str, Any]) -> list[str]:
    """Return the moves that a question offers."""
    return [offer["move"] for offer in message["question"]["moves"]]


def is_deal_over(message: dict[str, Any]) -> bool:
    """Say whether a message tells the end of a deal after which the game goes on."""
    if message["type"] == "state":
        return bool(message["view"] and message["view"]["ending"]) and not message["table"]["over"]
    names = [event["event"] for event in message.get("events", [])]
    return "DealOver" in names and "GameOver" not in names


def events_heard(messages: Iterable[dict[str, Any]]) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """Return the events of each deal as each seat heard them, without sentences; a whole state begins them anew."""
    heard: dict[tuple[int, int], list[dict[str, Any]]] = {}
    deals: dict[int, int] = {}
    for message in messages:
        if message["type"] == "state":
            deals[message["viewer"]] = message["table"]["deal"]
            heard[message["table"]["deal"], message["viewer"]] = list((message["view"] or {"events": []})["events"])
        elif message["type"] == "update":
            seat = message["viewer"]
            for event in message["events"]:
                if event["event"] == "DealStarted":
                    deals[seat] = event["deal"]
                    heard[deals[seat], seat] = []
                elif event["event"] not in TABLE_EVENTS:
                    bare = {name: value for name, value in event.items() if name != "text"}
                    heard[deals[seat], seat].append(bare)
    return heard


def spoken(stdin: str, *arguments: str) -> list[dict[str, Any]]:
    """Return what ``bornes play --json`` says to these lines."""
    result = run("play", "--json", *arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def seated(messages: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return who sits where, as a program is told."""
    seats: list[dict[str, Any]] = next(one for one in messages if one["type"] == "state")["table"]["seats"]
    return seats
