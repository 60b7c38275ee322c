"""Tables of people whose deals are played to the end, with everything that people do, and what each of them is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bornes import Rules
from bornes.game.events import Viewer
from bornes.tables.entries import Entry
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table_state import Pace
from tests.support.stepped_table import SteppedTable
from tests.support.walks import wander

Values = dict[str, Any]
Choose = Callable[[Random, Sequence[str]], str]
"""How somebody chooses among moves."""
SAFETIES = ("tank", "proof", "ace", "priority")


def wander_patiently(luck: Random, moves: Sequence[str]) -> str:
    """Choose one of these moves, and keep safeties for a coup fourré where something else can be done."""
    others = [move for move in moves if move.lstrip("-~") not in SAFETIES]
    return "coup" if "coup" in moves else wander(luck, others or moves)


def play(rules: Rules, luck: Random, pace: Pace, deals: int = 1, choose: Choose = wander) -> list[Entry]:
    """Play some deals among people who like to drive, to attack and to answer; return the log."""
    stepped = SteppedTable(rules, "p" * rules.players, pace=pace)
    for _ in range(deals):
        stepped.ready()
        while stepped.table.playing:
            move_on(stepped, luck, choose)
    return stepped.log


def move_on(stepped: SteppedTable, luck: Random, choose: Choose = wander) -> None:
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
    stepped.answer(seat, choose(luck, question.moves.notation))


def written_state(speaker: MessageWriter, viewer: Viewer) -> Values:
    """Return the state that a viewer would be sent, without what happened before, which no picture needs."""
    state: Values = json.loads(speaker.write_state(viewer))
    if state["view"] is not None:
        del state["view"]["events"]
    return state
