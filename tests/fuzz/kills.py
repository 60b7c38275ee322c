"""Games whose program is killed at a random moment, and gone on with.

    python -m tests.fuzz.kills --runs 400 --seed 1

A run is a kill.  A game is begun, its program gets SIGKILL, ``bornes play --resume`` goes on with it and is killed in
its turn, until the game is over or was killed often, and another is begun.  After every kill the game must lie there,
with every move that anybody was told of, and must open.  Exits with 1 if that was ever otherwise.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

from bornes import Game
from bornes.store.saved_game_store import read_game
from bornes.tables.entries import DealBegan
from bornes.tables.table import Table
from tests.support.players import events_heard, is_deal_over, offered
from tests.support.shell import start

PATIENCE = 120
"""Seconds in which a program that goes on with a game is through with it."""
OPENING = 1.5
"""Seconds within which a program may be killed while it is still beginning."""
PLAYING = 0.5
"""Seconds within which it may be killed once it plays."""
OFTEN = 12
"""Kills after which a game is given up."""
FIRST = "1"
"""The first of the moves that a conversation offers."""
SHORT = ("--rule", "turn_cap=9", "--rule", "game_goal=200")
FORMS = (
    ("--edition", "parker-1962", "--bots", "sunday-driver", *SHORT),
    ("--edition", "parker-1962", "--players", "3", "--people", "2", "--bots", "sunday-driver", *SHORT),
    ("--edition", "dujardin", "--bots", "sunday-driver", *SHORT),
    ("--edition", "asmodee", "--bots", "sunday-driver", *SHORT),
)
"""Games that are soon over, so that their ends are met as well."""


@dataclass
class Told:
    """What the programs of one game said before they were killed."""

    begun: bool = False
    """Whether anybody was told that there is a game."""
    over: bool = False
    """Whether anybody was told that it is over."""
    events: dict[tuple[int, int], list[dict[str, Any]]] = field(default_factory=dict)
    """By deal and seat, what the seat was told; every program tells the deal from its beginning."""
    moves: int = 0
    """How many moves somebody here made, and was told of what followed."""


@dataclass
class Finding:
    """Something that should not have been."""

    run: int
    what: str

    def __str__(self) -> str:
        return f"run {self.run}: {self.what}"


class Campaign:
    """Kill after kill; the same seed makes the same choices, though never at quite the same moments."""

    def __init__(self, seed: int) -> None:
        self.findings: list[Finding] = []
        self.kills = self.games = 0
        self._rng = Random(seed)

    def run(self, runs: int) -> None:
        """Make so many kills."""
        while self.kills < runs:
            self.games += 1
            with TemporaryDirectory(prefix="bornes-kills-") as data:
                self._game(Path(data), runs)

    def _game(self, data: Path, runs: int) -> None:
        """Begin a game, and kill whoever plays it until it is over."""
        told, form, before = Told(), self._rng.choice(FORMS), len(self.findings)
        last = min(runs, self.kills + OFTEN)
        while self.kills < last and len(self.findings) == before:
            self.kills += 1
            if self.kills % 10 == 0:
                print(f"{self.kills} kills, {self.games} games, {len(self.findings)} findings", file=sys.stderr)
            talks = "--people" not in form and self._rng.random() < 0.3
            self._killed(data, told, talks, ("--resume",) if told.begun else form)
            game = self._kept(data, told)
            if game is not None and game.over:
                self._put_away(data)
                return

    # -- one that is killed --------------------------------------------------------------------------------------

    def _killed(self, data: Path, told: Told, plain: bool, options: tuple[str, ...]) -> None:
        """Play until the end comes: soon after the beginning of the program, or of the game."""
        mode = "--plain" if plain else "--json"
        process = start("play", mode, *options, env={"BORNES_DATA": str(data)}, stdin=subprocess.PIPE)
        assert process.stdin is not None
        early = self._rng.random() < 0.15
        ends = Timer(self._rng.uniform(0, OPENING), process.kill) if early else None
        if ends is not None:
            ends.start()
        moved = False
        for line in _lines(process):
            if ends is None:
                ends = Timer(self._rng.uniform(0, PLAYING), process.kill)
                ends.start()
            answer = _heard_plainly(line) if plain else self._heard(line, told)
            told.begun = True
            if answer is not None:
                told.moves += moved  # a further question tells that what was answered to the last one counts
                moved = answer == FIRST
                try:
                    process.stdin.write(answer + "\n")
                    process.stdin.flush()
                except BrokenPipeError:
                    break
        if ends is not None:
            ends.cancel()
        if not early and not told.begun:  # it ended without a word, and nobody killed it
            process.wait(PATIENCE)
        process.kill()
        _, complaint = process.communicate()
        if process.returncode not in (0, -signal.SIGKILL) or complaint:
            self._find(f"{' '.join(options)} ended with {process.returncode}: {complaint!r}; {_files(data)}")

    def _heard(self, line: str, told: Told) -> str | None:
        """Note what a program says; the answer, where it wants one."""
        said = json.loads(line)
        if said["type"] == "hello":
            self._messages: list[dict[str, Any]] = []
        self._messages.append(said)
        for at, events in events_heard(self._messages).items():
            if len(events) > len(told.events.get(at, [])):
                told.events[at] = events
        if said.get("question"):
            move = self._rng.choice(offered(said))
            return json.dumps({"command": "Play", "move": move, "question_number": said["number"]})
        if is_deal_over(said):
            return json.dumps({"command": "Ready"})
        told.over = told.over or any(event["event"] == "GameOver" for event in said.get("events", []))
        return None

    # -- what lies there afterwards --------------------------------------------------------------------------------

    def _kept(self, data: Path, told: Told) -> Game | None:
        """Return the game as it is kept, if it is; find what is wrong with it."""
        logs = [read_game(path).entries() for path in data.rglob("*.game")]
        if len(logs) != 1:
            if logs or told.begun:
                self._find(f"one game has become {len(logs)}: {_files(data)}")
            return None
        told.begun = True  # it was kept before anybody was told
        if not any(isinstance(entry, DealBegan) for entry in logs[0]):
            return None  # nobody has seen a card
        game = Game.replay(Table.fold(logs[0], keep_deals=True).record())
        self._compare(game, told)
        return game

    def _put_away(self, data: Path) -> None:
        """See that a game that is over goes to the others that are, also if its program could not see to that."""
        process = start("play", "--json", "--resume", env={"BORNES_DATA": str(data)}, stdin=subprocess.DEVNULL)
        _, complaint = process.communicate(timeout=PATIENCE)
        said = f"bornes: there is no saved game to continue; the last one is over: {data}"
        if process.returncode != 1 or not complaint.startswith(said):
            self._find(f"after the end, going on ended with {process.returncode}: {complaint!r}; {_files(data)}")
        if not any(name.startswith("games/finished/") and name.endswith(".txt") for name in _files(data)):
            self._find(f"the game is over and not put away: {_files(data)}")

    def _compare(self, game: Game, told: Told) -> None:
        """Find what somebody was told and the game does not know."""
        for (number, seat), events in told.events.items():
            if number > len(game.deals):
                self._find(f"deal {number} was told of, and the game has {len(game.deals)}")
                continue
            kept = [json.loads(json.dumps(event.as_dict())) for event in game.deals[number - 1].view(seat).events]
            if kept[: len(events)] != events:
                told_last = f"was told {events[-1]}, number {len(events)}"
                self._find(f"deal {number}: seat {seat} {told_last}; kept are {len(kept)}")
        made = sum(played.seat == 0 for deal in game.deals for played in deal.moves)
        if made < told.moves:
            self._find(f"seat 0 made {told.moves} moves, and kept are {made}")
        if told.over and not game.over:
            self._find("the game was over, and is not any more")

    def _find(self, what: str) -> None:
        self.findings.append(Finding(self.kills, what))


def _lines(process: subprocess.Popen[str]) -> Iterator[str]:
    """Read all whole lines that a program writes before its end."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.endswith("\n"):
            yield line


def _heard_plainly(line: str) -> str | None:
    """Return the answer to a line of a conversation, where it wants one: the first move there is, or the next deal."""
    if line.casefold().endswith("what do you do?\n"):
        return FIRST
    return "" if line.startswith("Enter for the next ") else None


def _files(data: Path) -> list[str]:
    return sorted(str(path.relative_to(data)) for path in data.rglob("*") if path.is_file())


def main() -> int:
    """Run the campaign that the command line asks for."""
    asked = argparse.ArgumentParser(prog="python -m tests.fuzz.kills", description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--runs", type=int, default=400, help="how many kills")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    campaign = Campaign(given.seed)
    campaign.run(given.runs)
    for finding in campaign.findings:
        print(finding)
    return 1 if campaign.findings else 0


if __name__ == "__main__":
    sys.exit(main())
