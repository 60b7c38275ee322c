"""Programs that play ``bornes play`` from outside: a reader of sentences, and a speaker of JSON."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.support.shell import PATIENCE, start

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
        assert self.process.stdout is not None
        for line in self.process.stdout:
            line = line.rstrip("\n")
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
        assert self.process.stdout is not None
        for line in self.process.stdout:
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
            if message["type"] == "decide":
                if decisions == 0:
                    return
                decisions = None if decisions is None else decisions - 1
                self.ask(move=choose(message))
            elif message["type"] == "deal-over":
                self.ask(next=True)

    def events(self, deal: int) -> list[dict[str, Any]]:
        """Return the events of a deal that were heard."""
        return [one for one in self.heard if one["type"] == "event" and one["deal"] == deal]
