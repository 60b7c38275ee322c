"""An exchange as a page shows it, had once more with a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

from tests.support.web import Socket, Values, Web

LINE = re.compile(r"^(\w+) ([→←]) (?:(GET|POST|socket|\d{3}) )?(?:(/\S+))?(?: ?(\{.*\}))?$")
NAME = re.compile(r"\b[A-Z]{2,}\b")


class Line(NamedTuple):
    """One line of an exchange."""

    who: str
    sent: bool
    how: str
    """The method of a request, the status of its answer, or nothing for what goes through a socket."""
    path: str
    shown: str
    """The message as the page has it."""


def lines_of(text: str) -> list[Line]:
    """Return the lines of an exchange: all that stands in the blocks of a text."""
    blocks = re.findall(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [_read(line) for block in blocks for line in block.splitlines()]


def _read(line: str) -> Line:
    found = LINE.match(line)
    assert found is not None, f"this is no line of an exchange: {line}"
    who, arrow, how, path, shown = found.groups(default="")
    return Line(who, arrow == "→", how, path, shown)


class OtherStarter(AssertionError):
    """The cut fell on another seat than on the page: with other seeds of the server the exchange goes as shown."""


class Exchange:
    """Sends what a page says is sent, and compares what comes back with what the page shows."""

    def __init__(self, web: Web, checks: Callable[[Values], None]) -> None:
        self._web = web
        self._checks = checks
        """Looks at every message of a socket as it really came."""
        self._names: dict[str, str] = {}
        """What the words in capitals stand for."""
        self._secrets: dict[str, str] = {}
        self._answers: dict[str, tuple[int, Values]] = {}
        self._sockets: dict[str, Socket] = {}

    def have(self, lines: list[Line]) -> None:
        """Have the whole exchange; AssertionError where it goes otherwise, OtherStarter where only the cut does."""
        with ExitStack() as open_sockets:
            for line in lines:
                if not line.sent:
                    self._compare(line)
                elif line.how == "socket":
                    path = self._filled(line.path)
                    self._sockets[line.who] = open_sockets.enter_context(self._web.socket(path))
                elif line.how:
                    self._request(line)
                else:
                    self._sockets[line.who].say(self._filled(line.shown))

    def _request(self, line: Line) -> None:
        body = json.loads(self._filled(line.shown)) if line.shown else None
        answer = self._web.ask(line.how, self._filled(line.path), body, secret=self._secrets.get(line.who, ""))
        self._answers[line.who] = answer.status, answer.values
        if "secret" in answer.values:
            self._secrets[line.who] = answer.values["secret"]

    def _compare(self, line: Line) -> None:
        if line.how:
            status, came = self._answers.pop(line.who)
            assert str(status) == line.how, came
        else:
            came = self._sockets[line.who].hear()
            self._checks(came)
        self._fit(json.loads(line.shown), came, "")

    def _fit(self, shown: Any, came: Any, where: str) -> None:
        """Check that what came is what is shown, and perhaps more."""
        if isinstance(shown, dict):
            for name, part in shown.items():
                assert name in came, f"{where}: no {name} in {came}"
                self._fit(part, came[name], f"{where}.{name}")
        elif isinstance(shown, list) and where.endswith(".moves"):
            wanted = [json.loads(self._filled(json.dumps(one))) for one in shown]
            assert all(any(one.items() <= move.items() for move in came) for one in wanted), f"{where}: {came}"
        elif isinstance(shown, list):
            assert len(shown) == len(came), f"{where}: {came}"
            for at, (part, other) in enumerate(zip(shown, came, strict=True)):
                self._fit(part, other, f"{where}[{at}]")
        elif isinstance(shown, str) and NAME.fullmatch(shown) and shown not in self._names:
            assert isinstance(came, str), f"{where}: {came}"
            self._names[shown] = came
        else:
            if where.endswith(".first") and shown != came:
                raise OtherStarter(f"{where}: {came}")
            assert (self._filled(shown) if isinstance(shown, str) else shown) == came, where

    def _filled(self, text: str) -> str:
        """Return a text with what its words in capitals stand for."""
        return NAME.sub(lambda found: self._names.get(found[0], found[0]), text)
