"""The features of an observation: their names, shapes and meaning, and where each lies in a row of numbers.

``encode`` writes them in this order.  Flags of a card, a team or a seat are a 1 among zeros, and only zeros where there
is no such card, team or seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engine.codes import MOVES, Phase
from ...rules.cards import KINDS, MAX_DECK
from ...rules.ruleset import FIELDS, LONG_TRIP, Rules, choices

Numbers = NDArray[np.int32]
Mask = NDArray[np.int8]

MAX_TEAMS, MAX_SEATS = 4, 8
"""Forms with fewer teams or seats leave the rest at 0, so that all forms have one shape."""
PHASES = tuple(phase for phase in Phase if phase is not Phase.WINDOW)
"""The phases that a seat is told: a window that a deal stops in looks like the phase react to everybody."""
MAX_COUNT = 1_000_000
"""The highest count of turns or points under any rules."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A named part of an observation: one number, or several of a kind."""

    name: str
    shape: tuple[int, ...]
    high: int
    """No number is above this, and none below 0."""
    unit: float
    """A usual size: numbers divided by it lie about between 0 and 1, as learners like them."""
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)


def _counts(name: str, high: int, unit: float, meaning: str) -> Feature:
    return Feature(name, (KINDS,), high, unit, meaning)


def _flags(name: str, shape: tuple[int, ...], meaning: str) -> Feature:
    return Feature(name, shape, 1, 1, meaning)


def _number(name: str, high: int, unit: float, meaning: str) -> Feature:
    return Feature(name, (1,), high, unit, meaning)


FEATURES: tuple[Feature, ...] = (
    _counts("hand", 7, 2, "The own cards, counted by kind."),
    _counts("unseen", MAX_DECK, 6, "Cards in other hands and in the draw pile, counted by kind."),
    _counts("discards", MAX_DECK, 4, "The discards, counted by kind."),
    _flags("top_discard", (KINDS,), "The kind of the top discard."),
    _flags(
        "battle", (MAX_TEAMS, 8), "The top of each Battle pile: the hazards but for the limit, then their remedies."
    ),
    _flags("speed", (MAX_TEAMS, 2), "The top of each Speed pile: Speed Limit, End of Limit."),
    _flags("safeties", (MAX_TEAMS, 4), "The safeties that each team displays."),
    _flags("coups", (MAX_TEAMS, 4), "Those of them that were coups fourrés."),
    _flags(
        "road", (MAX_TEAMS, 5), "Of each team: has started, is rolling, has a live hazard, is limited, owes a Roll."
    ),
    Feature("miles", (MAX_TEAMS,), LONG_TRIP + 200, 1000, "How far each team has come."),
    Feature("laid_200s", (MAX_TEAMS,), 4, 2, "How many 200s each team has laid."),
    Feature("points", (MAX_TEAMS,), 10_000, 1000, "Each team's points for miles, safeties and coups fourrés so far."),
    Feature(
        "totals",
        (MAX_TEAMS,),
        2 * MAX_COUNT,
        5000,
        "Each team's points of earlier deals, where whole games are played.",
    ),
    _flags("teams", (MAX_TEAMS,), "The teams that there are."),
    _flags("seats", (MAX_SEATS,), "The seats that there are."),
    Feature("hand_sizes", (MAX_SEATS,), 7, 7, "How many cards each seat holds."),
    _flags("turn", (MAX_SEATS,), "Whose turn it is."),
    _flags("decides", (MAX_SEATS,), "Who decides; in an open window known only to the seat that is asked."),
    _flags("phase", (len(PHASES),), f"The kind of decision: {', '.join(map(str, PHASES))}."),
    _number("draw_pile", MAX_DECK, 100, "Cards left in the draw pile."),
    _number("turns", MAX_COUNT + 1, 100, "Turns that have begun."),
    _number("extra", 1, 1, "Whether this is the extra turn after a safety."),
    _flags("taken", (KINDS,), "The kind taken from the discards in this turn."),
    _number("given", 7, 7, "Cards given in an exchange so far."),
    _flags("window_hazard", (5,), "The hazard that can be answered now."),
    _flags("window_target", (MAX_TEAMS,), "The team that it lies on."),
    _flags("window_under", (10,), "The card under it, hazards first, then remedies."),
    _number("goal", LONG_TRIP, LONG_TRIP, "Where the trip ends now."),
    _flags("extended_by", (MAX_TEAMS,), "The team that has extended the trip."),
)
"""All that a seat is told, in order."""

SIZE = sum(feature.size for feature in FEATURES)
"""How many numbers that is."""
ACTIONS = MOVES

RULES = tuple(field for field in FIELDS if field not in ("edition", "deck", "first_player", "dealer_rotation"))
"""The rules that matter during a deal, in the order of the feature ``rules``."""
RULE_FEATURES = (
    Feature(
        "rules",
        (len(RULES),),
        MAX_COUNT,
        1,
        "The values of the rules; a word or a truth value is its number among them.",
    ),
    _counts("deck", MAX_DECK, 10, "Cards in the deck, counted by kind."),
)
"""What describes the rules, for learners that play more than one form."""


def _slices() -> dict[str, slice]:
    slices, at = {}, 0
    for feature in FEATURES:
        slices[feature.name] = slice(at, at + feature.size)
        at += feature.size
    return slices


SLICES = _slices()
"""Where each feature lies in a row of numbers."""
_COLUMNS = tuple((..., place) for place in SLICES.values())
_GRIDS = tuple((feature.name, feature.shape) for feature in FEATURES if len(feature.shape) > 1)


def split(rows: Numbers) -> dict[str, Numbers]:
    """Return the features by name, as views of a row of numbers or of many rows at once."""
    features = dict(zip(SLICES, map(rows.__getitem__, _COLUMNS), strict=True))
    for name, shape in _GRIDS:
        features[name] = features[name].reshape(rows.shape[:-1] + shape)
    return features


_RECORD = np.dtype([(feature.name, np.int32, feature.shape) for feature in FEATURES])


def split_one(row: Numbers) -> dict[str, Numbers]:
    """Return the features of one contiguous row, in half the time that ``split`` takes."""
    return dict(zip(SLICES, np.frombuffer(row, _RECORD).item(), strict=True))


def units() -> NDArray[np.float32]:
    """Return what to divide a row of numbers by, so that they lie about between 0 and 1."""
    return np.concatenate([np.full(feature.size, feature.unit, np.float32) for feature in FEATURES])


def rule_numbers(rules: Rules) -> dict[str, Numbers]:
    """Return the features that describe the rules."""
    values = [_rule_number(field, getattr(rules, field)) for field in RULES]
    return {"rules": np.array(values, np.int32), "deck": np.array(rules.deck, np.int32)}


def _rule_number(field: str, value: Any) -> int:
    words = choices(field)
    return words.index(value) if words else int(value)
