"""Observations and actions as the spaces of Gymnasium, alike for all environments."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from reprlib import repr as short
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from numpy.typing import NDArray

from ...rules import Rules
from .features import ACTIONS, FEATURES, RULE_FEATURES, Feature, Mask, Numbers, rule_numbers, split, split_one

Observation = dict[str, Any]
"""``observation``, by features or in one row, and ``action_mask``."""


class ObservationFormat:
    """How observations look: by features or flat, with the rules or without."""

    def __init__(self, rules: Rules, *, flat: bool = False, with_rules: bool = False) -> None:
        self._flat = flat
        self._rules = rule_numbers(rules) if with_rules else {}
        self.features: Sequence[Feature] = (*FEATURES, *(RULE_FEATURES if with_rules else ()))
        """What an observation is made of, in order."""

    def space(self) -> spaces.Dict:
        """Return the space of observations; flattened, the features come in their order."""
        features: dict[str, spaces.Space[Any]] = OrderedDict((feature.name, _box(feature)) for feature in self.features)
        seen: spaces.Space[Any] = self._flat_box() if self._flat else spaces.Dict(features)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        return spaces.Dict(OrderedDict(observation=seen, action_mask=mask))

    def observation(self, rows: Numbers, mask: Mask) -> Observation:
        """Make an observation, or many at once, from rows of numbers that nobody else will write to."""
        seen: Any = rows if self._flat else split_one(rows) if rows.ndim == 1 else split(rows)
        return {"observation": self._with_rules(seen, rows.shape[:-1]) if self._rules else seen, "action_mask": mask}

    def _with_rules(self, seen: Any, count: tuple[int, ...]) -> Any:
        rules = {name: np.broadcast_to(numbers, (*count, numbers.size)) for name, numbers in self._rules.items()}
        if self._flat:
            return np.concatenate([seen, *rules.values()], axis=-1)
        return seen | {name: numbers.copy() for name, numbers in rules.items()}

    def _flat_box(self) -> spaces.Box:
        high = np.concatenate([np.full(feature.size, feature.high, np.int32) for feature in self.features])
        return spaces.Box(np.zeros_like(high), high, dtype=np.int32)


def action_space() -> spaces.Discrete:
    """Return the space of the 64 actions."""
    return spaces.Discrete(ACTIONS)


class NotAnAction(InvalidAction, ValueError):
    """What is no action at all: not a whole number from 0 to 63."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now."""


def action_given(action: object) -> int:
    """Return an action as a number; raise NotAnAction for anything else."""
    if type(action) is int and 0 <= action < ACTIONS:
        return action
    one = action[()] if isinstance(action, np.ndarray) and action.shape == () else action
    if isinstance(one, int | np.integer) and not isinstance(one, bool) and 0 <= one < ACTIONS:
        return int(one)
    raise NotAnAction(f"action: a whole number from 0 to {ACTIONS - 1}, not {short(action)}")


def check_actions(actions: NDArray[Any]) -> None:
    """Raise NotAnAction, which names the deal, if one of many numbers is no action."""
    outside = np.flatnonzero((actions < 0) | (actions >= ACTIONS))
    if outside.size:
        row = int(outside[0])
        raise NotAnAction(f"actions: whole numbers from 0 to {ACTIONS - 1}, not {actions[row]} as in deal {row}")


def _box(feature: Feature) -> spaces.Box:
    return spaces.Box(0, feature.high, feature.shape, np.int32)
