"""Mille Bornes for Gymnasium, many deals at once: a batch of deals behind the usual interface."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ...engine.playout import Policy
from ...rules import Rules
from .batch import GIVE_UP, DealBatch
from .episode import ILLEGAL, rules_given
from .features import ACTIONS
from .opponents import Opponent
from .spaces import Observation, ObservationFormat, action_space, check_actions

Flags = NDArray[np.bool_]


class BornesVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many tables with one learner each, as ``BornesEnv`` is one; opponents are compiled policies, an episode a deal.

    A deal that ends is followed by the next one in the same step; its last observation is in ``final_obs`` then.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - as Gymnasium does

    def __init__(
        self,
        num_envs: int = 1,
        edition: str = "parker-1962",
        players: int | None = None,
        partners: bool | None = None,
        short: bool = False,
        *,
        rules: Rules | None = None,
        opponents: str | Policy | Sequence[Opponent] = "sunday-driver",
        seat: int = 0,
        reward_scale: float = 1.0,
        illegal_reward: float | None = None,
        flat: bool = False,
        with_rules: bool = False,
    ) -> None:
        self.rules = rules_given(rules, edition, players, partners, short, "deal")
        by_seat = not isinstance(opponents, str | Policy)
        self.batch = DealBatch(self.rules, num_envs, opponents, seats=None if by_seat else (seat,))
        if len(self.batch.seats) != 1:
            raise ValueError(f"opponents: one seat is the learner's, not {len(self.batch.seats)}")
        self.num_envs = num_envs
        self._begun = False
        self.reward_scale = reward_scale
        self.illegal_reward = ILLEGAL * reward_scale if illegal_reward is None else illegal_reward
        self._format = ObservationFormat(self.rules, flat=flat, with_rules=with_rules)
        self.single_observation_space = self._format.space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a deal at every table; the same seed gives the same deals, and those after them."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)))
        self._begun = True
        return self._observations(), {}

    def step(self, actions: ArrayLike) -> tuple[Observation, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Make a move at every table; an illegal one ends the deal there and costs ``illegal_reward``."""
        if not self._begun:
            raise ResetNeeded("no episode has begun: call reset() first")
        given = np.asarray(actions)
        legal = self.batch.legal(given)
        check_actions(given)
        self.batch.step(np.where(legal, given, GIVE_UP))
        rewards = self.reward_scale * self.batch.rewards[:, self.batch.seats[0]]
        rewards[~legal] = self.illegal_reward
        done = self.batch.done.copy()
        return self._observations(), rewards, done, np.zeros_like(done), self._ends(done) if done.any() else {}

    def __copy__(self) -> BornesVectorEnv:
        """Return an environment that goes its own way from here, as a deep copy does."""
        return deepcopy(self)

    def _ends(self, done: Flags) -> dict[str, Any]:
        """Say how deals ended, in the way of Gymnasium's own vectors."""
        last = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(done):
            last[row] = self._format.observation(self.batch.finals[row].copy(), np.zeros(ACTIONS, np.int8))
        scores = {"scores": self.batch.scores.copy(), "_scores": done.copy()}
        return {"final_obs": last, "_final_obs": done.copy(), "final_info": scores, "_final_info": done.copy()}

    def _observations(self) -> Observation:
        return self._format.observation(self.batch.observations.copy(), self.batch.masks.copy())
