"""A deal from plain values: how positions are set up and sampled worlds made."""

from __future__ import annotations

from typing import Any

from ..cards import KINDS
from .law import Law
from .state import State


def restore(law: Law, snapshot: dict[str, Any]) -> State:
    """The deal that a snapshot describes."""
    state = State(law)
    state.clear()
    for seat, hand in enumerate(snapshot["hands"]):
        for card in hand:
            state.gain(seat, card)
    for team in range(state.law.teams):
        state.battle[team] = snapshot["battle"][team]
        state.speed[team] = snapshot["speed"][team]
        state.safeties[team] = snapshot["safeties"][team]
        state.coups[team] = snapshot["coups"][team]
        state.miles[team] = snapshot["miles"][team]
        state.laid_200s[team] = snapshot["laid_200s"][team]
        state.roll_due[team] = snapshot["roll_due"][team]
    for i, card in enumerate(snapshot["draw_pile"]):
        state.pile[i] = card
    state.pile_end = state.left = len(snapshot["draw_pile"])
    for card in snapshot["discards"]:
        state.to_discards(card)
    hidden = list(snapshot["draw_pile"])
    for hand in snapshot["hands"]:
        hidden += hand
    for kind in range(KINDS):
        # Stand-ins for unknown cards may be more of a kind than there are: then none of it is shown.
        state.shown[kind] = max(0, law.copies[kind] - hidden.count(kind))
    state.phase = snapshot["phase"]
    state.seat = snapshot["seat"]
    state.turn_seat = snapshot["turn_seat"]
    state.turns = snapshot["turns"]
    state.extra = snapshot["extra"]
    state.taken = snapshot["taken"]
    state.given = snapshot["given"]
    state.hazard = snapshot["hazard"]
    state.target_team = snapshot["target_team"]
    state.under = snapshot["under"]
    state.owed = snapshot["owed"]
    state.drawer = snapshot["drawer"]
    state.then = snapshot["then"]
    state.goal = snapshot["goal"]
    state.extended_by = snapshot["extended_by"]
    state.ending = snapshot["ending"]
    state.completer = snapshot["completer"]
    return state
