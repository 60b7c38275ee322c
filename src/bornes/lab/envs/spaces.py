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
from .pieces import ACTIONS, PIECES, RULE_PIECES, Mask, Numbers, Piece, rule_numbers, split, split_one

Observation = dict[str, Any]
"""``observation`` with its pieces, or in one row, and ``action_mask``."""


class Sight:
    """How observations are handed out: by pieces or flat, with the rules or without."""

    def __init__(self, rules: Rules, *, flat: bool = False, with_rules: bool = False) -> None:
        self._flat = flat
        self._rules = rule_numbers(rules) if with_rules else {}
        self.pieces: Sequence[Piece] = (*PIECES, *(RULE_PIECES if with_rules else ()))
        """What an observation is made of, in order."""

    def space(self) -> spaces.Dict:
        """The space of observations; flattened, the pieces come in their order."""
        pieces: dict[str, spaces.Space[Any]] = OrderedDict((piece.name, _box(piece)) for piece in self.pieces)
        seen: spaces.Space[Any] = self._flat_box() if self._flat else spaces.Dict(pieces)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        return spaces.Dict(OrderedDict(observation=seen, action_mask=mask))

    def show(self, rows: Numbers, mask: Mask) -> Observation:
        """An observation, or many at once, from rows of numbers that nobody else writes to."""
        seen: Any = rows if self._flat else split_one(rows) if rows.ndim == 1 else split(rows)
        return {"observation": self._with_rules(seen, rows.shape[:-1]) if self._rules else seen, "action_mask": mask}

    def _with_rules(self, seen: Any, count: tuple[int, ...]) -> Any:
        told = {name: np.broadcast_to(numbers, (*count, numbers.size)) for name, numbers in self._rules.items()}
        if self._flat:
            return np.concatenate([seen, *told.values()], axis=-1)
        return seen | {name: numbers.copy() for name, numbers in told.items()}

    def _flat_box(self) -> spaces.Box:
        high = np.concatenate([np.full(piece.size, piece.high, np.int32) for piece in self.pieces])
        return spaces.Box(np.zeros_like(high), high, dtype=np.int32)


def action_space() -> spaces.Discrete:
    """The 64 codes."""
    return spaces.Discrete(ACTIONS)


class NotAnAction(InvalidAction, ValueError):
    """What is no action at all, whoever takes it: not one of the numbers from 0 to 63."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now."""


def action_given(action: object) -> int:
    """Return an action as a number; NotAnAction says what was given instead."""
    if type(action) is int and 0 <= action < ACTIONS:
        return action
    one = action[()] if isinstance(action, np.ndarray) and action.shape == () else action
    if isinstance(one, int | np.integer) and not isinstance(one, bool) and 0 <= one < ACTIONS:
        return int(one)
    raise NotAnAction(f"action: a whole number from 0 to {ACTIONS - 1}, not {short(action)}")


def check_actions(actions: NDArray[Any]) -> None:
    """Refuse numbers that are no actions, many at once; NotAnAction says which, and in which deal."""
    outside = np.flatnonzero((actions < 0) | (actions >= ACTIONS))
    if outside.size:
        row = int(outside[0])
        raise NotAnAction(f"actions: whole numbers from 0 to {ACTIONS - 1}, not {actions[row]} as in deal {row}")


def _box(piece: Piece) -> spaces.Box:
    return spaces.Box(0, piece.high, piece.shape, np.int32)
