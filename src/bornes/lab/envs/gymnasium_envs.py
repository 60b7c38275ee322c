"""Mille Bornes for Gymnasium: one learner and bots on all other seats, at one table or at many at once.

Observations and actions are spaces of Gymnasium, alike for all environments.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from copy import deepcopy
from reprlib import repr as short
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ...engine.playout import Policy
from ...game.deal import View
from ...rules.ruleset import Rules
from .batch import ABANDON_DEAL, DealBatch
from .episode import (
    ILLEGAL_MOVE_REWARD,
    MAX_SKIPPED_DEALS,
    Episode,
    EpisodeLength,
    Opponent,
    OpponentSeat,
    resolve_rules,
    rewards_of,
    seat_opponents,
)
from .features import ACTIONS, FEATURES, RULE_FEATURES, Feature, Mask, Numbers, rule_numbers, split, split_one

# -- spaces -------------------------------------------------------------------------------------------------------

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


def checked_action(action: object) -> int:
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


# -- one table ----------------------------------------------------------------------------------------------------


class BornesEnv(gymnasium.Env[Observation, Any]):
    """One learner among bots.

    The form is that of an edition (``edition``, ``players``, ``partners``, ``short``) or ``rules``, which may be house
    rules.  ``opponents`` is a bot by name for all other seats, partners among them, or one for each seat with None for
    the learner's; ``seat`` is the learner's, None changes it from episode to episode.  When a deal ends the reward is
    the own team's points less the mean of the other teams', times ``reward_scale``.  An illegal move ends the episode
    and costs ``illegal_reward``, which is more than any deal could.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        edition: str = "parker-1962",
        players: int | None = None,
        partners: bool | None = None,
        short: bool = False,
        *,
        rules: Rules | None = None,
        opponents: str | Policy | Sequence[Opponent] = "sunday-driver",
        seat: int | None = 0,
        episode: EpisodeLength = "deal",
        reward_scale: float = 1.0,
        illegal_reward: float | None = None,
        flat: bool = False,
        with_rules: bool = False,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        self.rules = resolve_rules(rules, edition, players, partners, short, episode)
        self.episode = episode
        self.reward_scale = reward_scale
        self.illegal_reward = ILLEGAL_MOVE_REWARD * reward_scale if illegal_reward is None else illegal_reward
        self.render_mode = render_mode
        self.language = language
        self._opponents = opponents
        self._given_seat = seat
        self._begun: Episode | None = None
        self._seat_learner(0 if seat is None else seat)
        self._format = ObservationFormat(self.rules, flat=flat, with_rules=with_rules)
        self.observation_space = self._format.space()
        self.action_space = action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; the same seed gives the same one, and those after it."""
        super().reset(seed=seed)
        if self._given_seat is None:
            self._seat_learner(int(self.np_random.integers(self.rules.players)))
        self._begin()
        self._ended = False
        return self._observation(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the learner's move, and go on with what the others do until it is asked again."""
        episode, chosen = self._episode, checked_action(action)
        if self._ended:
            raise ResetNeeded("the episode is over: reset() begins the next one")
        move = episode.legal_move(chosen)
        if move is None:
            self._ended = True
            return self._observation(), float(self.illegal_reward), True, False, {"illegal": True}
        reward = self._play(move) + self._play_others()
        self._ended = episode.over
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._ended, False, {"scores": episode.totals} if self._ended else {}

    def view(self) -> View:
        """Return all that the learner may know, as bots receive it."""
        return self._episode.view(self.seat)

    def render(self) -> str | None:
        """Describe the table as the learner sees it: print that for ``human``, return it for ``ansi``."""
        text = self._episode.in_words(self.seat, self.language)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def __copy__(self) -> BornesEnv:
        """Return an environment that goes its own way from here, as a deep copy does."""
        return deepcopy(self)

    def _seat_learner(self, seat: int) -> None:
        by_seat = not isinstance(self._opponents, str | Policy)
        self._seated = seat_opponents(self.rules, self._opponents, None if by_seat else (seat,))
        own = [seat for seat, who in enumerate(self._seated) if who is None]
        if len(own) != 1:
            raise ValueError(f"opponents: one seat is the learner's, not {len(own)}")
        self.seat = own[0]
        """Where the learner sits."""

    @property
    def _episode(self) -> Episode:
        if self._begun is None:
            raise ResetNeeded("no episode has begun: call reset() first")
        return self._begun

    def _begin(self) -> None:
        """Begin an episode in which the learner is asked; those that end before that are skipped."""
        for _ in range(MAX_SKIPPED_DEALS):
            luck = [int(number) for number in self.np_random.integers(2**63, size=1 + self.rules.players)]
            self._begun = Episode(self.rules, luck[0], self.episode)
            self._others = [
                None if who is None else OpponentSeat(self.rules, who, seed)
                for who, seed in zip(self._seated, luck[1:], strict=True)
            ]
            self._play_others()
            if not self._episode.over:
                return
        raise ValueError("by these rules the learner is never asked for a move")

    def _play_others(self) -> float:
        """Let the others play until the learner is asked; return its reward for deals that end meanwhile."""
        reward = 0.0
        while not self._episode.over:
            player = self._others[self._episode.seat]
            if player is None:
                break
            reward += self._play(player.choose(self._episode, self._episode.seat))
        return reward

    def _play(self, move: int) -> float:
        points = self._episode.play(move)
        return 0.0 if points is None else rewards_of(self.rules, points, self.reward_scale)[self.seat]

    def _observation(self) -> Observation:
        return self._format.observation(*self._episode.seen(self.seat))


# -- many tables --------------------------------------------------------------------------------------------------

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
        self.rules = resolve_rules(rules, edition, players, partners, short, "deal")
        by_seat = not isinstance(opponents, str | Policy)
        self.batch = DealBatch(self.rules, num_envs, opponents, seats=None if by_seat else (seat,))
        if len(self.batch.seats) != 1:
            raise ValueError(f"opponents: one seat is the learner's, not {len(self.batch.seats)}")
        self.num_envs = num_envs
        self._begun = False
        self.reward_scale = reward_scale
        self.illegal_reward = ILLEGAL_MOVE_REWARD * reward_scale if illegal_reward is None else illegal_reward
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
        self.batch.step(np.where(legal, given, ABANDON_DEAL))
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
