"""Games as one browser sees them: messages, own seeds, answers, reloads; honest ones, from which tests make lies."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from bornes import Rules
from bornes.game.events import Viewer
from bornes.game.fair import PLAYERS_AND_SERVER
from bornes.tables.commands import Command, Ready, Undo
from bornes.tables.entries import DealBegan, Opened
from bornes.tables.message_writer import MessageWriter
from bornes.tables.public_view import finished_game
from bornes.tables.table import Table
from tests.support.played_tables import move_on
from tests.support.stepped_table import SteppedTable

Values = dict[str, Any]
Step = list[Any]
"""A ``message``, whether it is ``undoing``, a seed ``sent``, ``done`` or ``refused``, ``connect``, ``reload``."""


class Story:
    """A table, and everything that the browser of one viewer sees and does there."""

    def __init__(self, rules: Rules, kinds: str, viewer: Viewer = 0, luck: int = 1, **options: Any) -> None:
        self.rules = rules
        self.viewer = viewer
        self.luck = Random(f"{rules.edition} {kinds} {luck}")
        self.stepped = SteppedTable(rules, kinds, scheme=PLAYERS_AND_SERVER, **options)
        opened = self.stepped.log[0]
        assert isinstance(opened, Opened)
        self._table = Table(opened)
        self._speaker = MessageWriter(self._table, "en")
        self._told = 1
        self.connected = True
        self.steps: list[Step] = []
        self.states: dict[str, Values] = {}
        """The whole state after the messages in which deals begin, by the numbers of their steps."""
        self.state()

    def state(self, reloaded: bool = False) -> None:
        """Let the viewer connect, again or for the first time."""
        self.connected = True
        self.steps.append(["reload" if reloaded else "connect"])
        self.steps.append(["message", json.loads(self._speaker.write_state(self.viewer))])

    def tell(self) -> None:
        """Tell the viewer what has happened."""
        for entry in self.stepped.log[self._told :]:
            told = self._speaker.write(self._table.apply(entry))
            self._told += 1
            if self.connected and self.viewer in told:
                self.steps.append(["message", json.loads(told[self.viewer])])
                if isinstance(entry, DealBegan):
                    at = str(len(self.steps) - 1)
                    self.states[at] = json.loads(self._speaker.write_state(self.viewer))

    def do(self, seat: int | None, command: Command) -> None:
        """Carry a command out."""
        self.stepped.do(seat, command)
        self.tell()

    def take_back(self, command: str) -> None:
        """Let the viewer take a move back on this device."""
        assert self.viewer is not None
        self.steps.append(["undoing", True])
        self.do(self.viewer, Undo(id=command))
        self.steps.append(["undoing", False])

    def seed(self) -> str:
        """Return a new seed."""
        return self.luck.randbytes(16).hex()

    def ready(self, seat: int, seed: str = "") -> str:
        """Let a player get ready, with a seed; the viewer's browser notes that."""
        seed = seed or self.seed()
        mine = seat == self.viewer and self.connected
        if mine:
            self.steps.append(["sent", seed])
        self.do(seat, Ready(id=f"ready {len(self.stepped.log)}", seed=seed))
        if mine and self.connected:
            self.steps.append(["done", seed])
        return seed

    def begin(self) -> None:
        """Let everyone get ready, so that the deal begins."""
        for seat in self.stepped.table.people:
            if not self.stepped.table.playing:
                self.ready(seat)

    def play(self, moves: int = 10_000) -> None:
        """Play some moves, or to the end of the deal."""
        for _ in range(moves):
            if not self.stepped.table.playing:
                break
            move_on(self.stepped, self.luck)
            self.tell()

    def deals(self, count: int = 1) -> Story:
        """Play whole deals."""
        for _ in range(count):
            self.begin()
            self.play()
        return self

    def told(self, game: int = 1) -> Values:
        """Return the story with the record of a game, as plain values that can be changed."""
        finished = finished_game(self.stepped.log, game)
        assert finished is not None
        table = json.loads(self._speaker.write_state(self.viewer))["table"]
        last = table["deal"] if table["game"] == game else len(re.findall("^deal ", finished.record, re.M))
        story = {
            "steps": self.steps,
            "states": self.states,
            "record": finished.record,
            "table": table,
            "game": game,
            "last": last,
        }
        return copy.deepcopy(story)


def with_checksum(record: str) -> str:
    """Return a record with the checksum that fits what it says."""
    body = re.sub(r"check: .*\n", "", record)
    return f"{body}check: {hashlib.sha256(body.encode()).hexdigest()}\n"


def edit(story: Values, old: str, new: str) -> None:
    """Change something in the record, with the right checksum."""
    assert re.search(old, story["record"], re.M), old
    story["record"] = with_checksum(re.sub(old, new, story["record"], count=1, flags=re.M))


def messages(story: Values) -> list[Values]:
    """Return all messages of a story."""
    return [step[1] for step in story["steps"] if step[0] == "message"]


def events(story: Values, name: str, fits: Callable[[Values], bool] = lambda event: True) -> list[Values]:
    """Return the events of one kind in the news of a story."""
    found = [event for message in messages(story) for event in message.get("events", ()) if event["event"] == name]
    return [event for event in found if fits(event)]
