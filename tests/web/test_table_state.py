"""What the page knows of a table, folded from messages, is what the server would tell at that moment: step by step.

Whole deals of every printed form, and tables where people come, go, change places and take moves back, are played
here; ``fold.mjs`` takes the messages of each viewer in with the page's own module, in node.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from tempfile import TemporaryFile
from typing import TextIO

from bornes import Rules
from bornes.game.events import Event, SetUp, Unknown, Viewer
from bornes.tables.commands import Rename, SwapSeats
from bornes.tables.entries import Entry, Opened, Paused, Resumed
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table import Table
from bornes.tables.table_events import TableEvent, TableOpened
from bornes.tables.table_state import Pace
from tests.simulation import simulate
from tests.support.browsers import NODE
from tests.support.house_rules import PRINTED, QUICK, effort
from tests.support.paths import TESTS
from tests.support.played_tables import Values, play, written_state
from tests.support.shell import PATIENCE
from tests.support.stepped_table import SteppedTable

FOLD = TESTS / "web" / "fold.mjs"

# -- tables that are played ----------------------------------------------------------------------------------------


def played() -> Iterator[tuple[str, list[Entry]]]:
    """Yield a log of every printed form; two players have time for a second deal."""
    for number, rules in enumerate(PRINTED):
        name = f"{rules.edition}, {rules.players} players, {rules.teams} teams, to {rules.target}"
        pace = Pace(decision=30_000, window=4_000 if number % 2 else 0, bots=1_000)
        yield name, play(rules, Random(number), pace, 2 if rules.players == 2 else 1)


def simulated() -> Iterator[tuple[str, list[Entry]]]:
    """Yield logs of tables where everything happens that can happen at one."""
    for seed in range(effort(120)):
        yield f"simulation {seed}", simulate(seed).entries
    yield "changed places", change_places()
    yield "left alone", leave_alone()


def leave_alone() -> list[Entry]:
    """Let nobody be present when a deal is over, and then a player come back."""
    log = play(PRINTED[0], Random(0), Pace(decision=30_000, window=0, bots=1_000), 1)
    over = Table.fold(log).due
    assert over is not None
    return [*log, Paused(at=over), Resumed(at=over)]


def change_places() -> list[Entry]:
    """Let people change places before a deal, with and without names of their own, which simulations seldom do."""
    stepped = SteppedTable(PRINTED[1], "ppo")
    assert PRINTED[1].players == 3
    stepped.do(0, Rename(name="Zoé"))
    stepped.do(0, SwapSeats(target_seat=0, other_seat=2))
    stepped.do(2, SwapSeats(target_seat=2, other_seat=1))
    stepped.do(1, SwapSeats(target_seat=0, other_seat=2))
    return stepped.log


# -- what their viewers are told -----------------------------------------------------------------------------------


def streams(name: str, log: Sequence[Entry]) -> Iterator[Values]:
    """Yield each message to each viewer, and for one after another the state of that moment, since it is long."""
    opened = log[0]
    assert isinstance(opened, Opened)
    table = Table(opened)
    speaker = MessageWriter(table, "en")
    viewers = watched(table.rules)
    for viewer in viewers:
        whole = written_state(speaker, viewer)
        yield {"stream": f"{name}, viewer {viewer}", "message": whole, "state": whole}
    for number, entry in enumerate(log[1:]):
        told = speaker.write(table.apply(entry))
        compared = viewers[number % len(viewers)]
        ended = not table.playing
        for viewer in viewers:
            if viewer in told:
                state = written_state(speaker, viewer) if viewer == compared or ended else None
                yield {"stream": f"{name}, viewer {viewer}", "message": json.loads(told[viewer]), "state": state}


def watched(rules: Rules) -> list[Viewer]:
    """Return the viewers who are listened to: at large tables not all, since that takes long and shows little more."""
    return [None, 0, rules.players - 1]


def fold(lines: TextIO) -> tuple[list[Values], int]:
    """Return what the page's module has got wrong, and how many messages it took in."""
    lines.seek(0)
    command = [str(NODE), "--no-warnings", str(FOLD)]
    result = subprocess.run(command, stdin=lines, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE)
    assert result.returncode == 0, result.stderr
    *wrong, last = (json.loads(line) for line in result.stdout.splitlines())
    return wrong, last["taken"]


def compare(logs: Iterator[tuple[str, list[Entry]]]) -> set[str]:
    """Demand that the page knows what the server knows, at every table; return which events it was told of."""
    events: set[str] = set()
    with TemporaryFile("w+", encoding="utf-8") as lines:
        sent = 0
        for name, log in logs:
            for step in streams(name, log):
                events.update(event["event"] for event in step["message"].get("events", ()))
                lines.write(json.dumps(step) + "\n")
                sent += 1
        wrong, taken = fold(lines)
    assert wrong == []
    assert taken == sent > 0
    return events


def told_of(kind: type[Event]) -> set[str]:
    """Return the names of all events of a kind that a table tells."""
    return {each.__name__ for each in kind.__subclasses__()} - {
        TableEvent.__name__,
        TableOpened.__name__,
        SetUp.__name__,
        Unknown.__name__,
    }


# -- and what the page makes of it ---------------------------------------------------------------------------------


def test_whole_deals_of_every_form() -> None:
    events = compare(played())
    assert told_of(Event) - events <= {"Passed", "TurnLost"}, "which hardly any deal comes to"


def test_tables_where_people_come_and_go() -> None:
    events = compare(simulated())
    assert QUICK or told_of(TableEvent) - events == set()


def ones_own() -> list[Values]:
    """Return the messages to one player of a whole deal."""
    log = play(PRINTED[0], Random(1), Pace(decision=30_000))
    return [step for step in streams("a deal", log) if step["stream"].endswith("viewer 0")]


def test_a_message_that_was_missed_is_noticed() -> None:
    with TemporaryFile("w+", encoding="utf-8") as lines:
        lines.writelines(json.dumps(step) + "\n" for step in ones_own() if step["message"]["number"] != 9)
        (wrong,), _ = fold(lines)
    assert wrong["number"] == 10
    assert "cannot follow" in wrong["where"]


def test_what_was_seen_before_changes_nothing() -> None:
    first, *steps = ones_own()
    with TemporaryFile("w+", encoding="utf-8") as lines:
        lines.write(json.dumps(first) + "\n")
        for before, step in pairwise(steps):
            again = {**step, "message": before["message"]}
            lines.writelines(json.dumps(one) + "\n" for one in ({**before, "state": None}, step, again))
        wrong, _ = fold(lines)
    assert wrong == []
