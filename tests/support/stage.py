"""A page whose table says what it is told to say: any moment of a deal that was played beforehand can be shown."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import WebSocketRoute

from bornes import Rules
from bornes.tables.entries import DealBegan, Opened
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table import Table
from bornes.tables.table_state import Pace
from tests.support.browsers import DESKTOP, Screens
from tests.support.played_tables import Values, play, wander_patiently, written_state

TABLE = "home-0123456789abcdef"
NAMES = ("Ann", "Camille", "Bob", "Zoé", "Dora", "Gustave", "Eve", "Hal")


def record_deal(rules: Rules, language: str = "en", seed: int = 8) -> tuple[Values, list[str]]:
    """Play a deal, and return what the first player is told: the state when it begins, and each message from there."""
    log = play(rules, Random(seed), Pace(decision=60_000, window=4_000), choose=wander_patiently)
    opened = log[0]
    assert isinstance(opened, Opened)
    opened.table.id = TABLE
    begun = next(at for at, entry in enumerate(log) if isinstance(entry, DealBegan))
    began = log[begun]
    assert isinstance(began, DealBegan)
    for state in (opened.table, began.table):
        state.id = TABLE
        for seat, name in zip(state.seats, NAMES, strict=False):
            seat.name = name
    table = Table(opened)
    speaker = MessageWriter(table, language)
    for entry in log[1 : begun + 1]:
        speaker.write(table.apply(entry))
    first = written_state(speaker, 0)
    told = [speaker.write(table.apply(entry)).get(0) for entry in log[begun + 1 :]]
    return first, [message.decode() for message in told if message is not None]


class Stage:
    """A page that shows a table, whose messages come from here."""

    def __init__(self, screens: Screens, state: Values, size: tuple[int, int] = DESKTOP, **options: Any) -> None:
        self.state = state
        self.socket: WebSocketRoute | None = None
        self.page = screens.open("about:blank", size, **options)
        self.page.route_web_socket("**/socket", self._connect)
        self.page.route("**/moves", lambda route: route.fulfill(json={"deal": -1, "moves": []}))
        self.page.route("**/invitation", lambda route: route.fulfill(json={"join": "", "watch": ""}))
        self.page.goto(f"{screens.address}/t/{state['table']['id']}#seat={'x' * 32}")
        while self.socket is None:
            self.page.wait_for_timeout(10)

    def _connect(self, socket: WebSocketRoute) -> None:
        here = list(range(self.state["table"]["players"]))
        welcome = {"type": "welcome", "protocol": 1, "server_version": "stage", "seat": 0, "connected_seats": here}

        def hear(message: str | bytes) -> None:
            if json.loads(message)["command"] == "Hello":
                socket.send(json.dumps({**welcome, "table": self.state["table"]["id"], "now": self.state["at"]}))
                self.socket = socket

        socket.on_message(hear)

    def say(self, *messages: str) -> None:
        """Let the table say something."""
        assert self.socket is not None
        for message in messages:
            self.socket.send(message)

    def lay(self) -> None:
        """Show the table as it is at the beginning."""
        self.say(json.dumps(self.state))
        self.page.locator(".held").first.wait_for()
