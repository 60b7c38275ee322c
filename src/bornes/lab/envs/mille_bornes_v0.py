"""Mille Bornes for PettingZoo: every seat is an agent, and the one that is asked decides.

The module has the name under which users of PettingZoo look for an environment.

>>> from bornes.lab.envs import mille_bornes_v0
>>> env = mille_bornes_v0.env(edition="asmodee", players=4, partners=True)
>>> env.reset(seed=7)
>>> env.possible_agents
['seat_0', 'seat_1', 'seat_2', 'seat_3']
"""

from __future__ import annotations

from copy import deepcopy
from operator import attrgetter
from typing import Any

from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ...game.deal import View
from ...rules.ruleset import Rules
from .episode import ILLEGAL_MOVE_REWARD, Episode, EpisodeLength, resolve_rules, rewards_of
from .gymnasium_envs import IllegalAction, Observation, ObservationFormat, action_space, checked_action

__all__ = ["env", "raw_env"]

Last = tuple[Observation | None, float, bool, bool, dict[str, Any]]
"""What an agent sees, its reward, whether it is out by the rules or otherwise, and its info."""


def env(*, illegal_reward: float | None = None, **options: Any) -> AECEnv[str, Observation, Any]:
    """Make the environment with what PettingZoo's usual wrappers check.

    An illegal move ends the episode and costs whoever made it ``illegal_reward``; the other options are those of
    ``raw_env``.
    """
    raw = raw_env(**options)
    return CheckedEnv(raw, ILLEGAL_MOVE_REWARD * raw.reward_scale if illegal_reward is None else illegal_reward)


class raw_env(AECEnv[str, Observation, Any]):  # the name that PettingZoo's environments have for it
    """The environment itself; an illegal move raises ValueError.

    The form is that of an edition (``edition``, ``players``, ``partners``, ``short``) or ``rules``, which may be house
    rules.  An episode is a deal, or with ``episode="game"`` a whole game.  When a deal ends every agent receives its
    team's points less the mean of the other teams', times ``reward_scale``.  ``flat`` gives observations as one row of
    numbers, ``with_rules`` adds the rules to them.
    """

    metadata = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "mille_bornes_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        edition: str = "parker-1962",
        players: int | None = None,
        partners: bool | None = None,
        short: bool = False,
        *,
        rules: Rules | None = None,
        episode: EpisodeLength = "deal",
        reward_scale: float = 1.0,
        flat: bool = False,
        with_rules: bool = False,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        self.rules = resolve_rules(rules, edition, players, partners, short, episode)
        self.episode = episode
        self.reward_scale = reward_scale
        self.render_mode = render_mode
        self.language = language
        self._format = ObservationFormat(self.rules, flat=flat, with_rules=with_rules)
        self._begun: Episode | None = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._format.space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent may do: the 64 codes, of which the mask allows some."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; the same seed gives the same one, and those after it."""
        if seed is not None or not hasattr(self, "np_random"):
            self.np_random, _ = seeding.np_random(seed)
        self._begun = Episode(self.rules, int(self.np_random.integers(2**63)), self.episode)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._paid = False  # whether any of the rewards is not 0
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._episode.seat]

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know now, and the mask of what it may do."""
        return self._format.observation(*self._episode.seen(self._seat[agent]))

    def view(self, agent: str | None = None) -> View:
        """Return all that an agent may know, as bots receive it; without an agent, a spectator's view."""
        return self._episode.view(None if agent is None else self._seat[agent])

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is asked."""
        episode = self._episode
        if not self.agents:
            raise ResetNeeded("the episode is over: reset() begins the next one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = episode.legal_move(checked_action(action))
        if move is None:
            may = episode.seen(episode.seat)[1].nonzero()[0].tolist()
            raise IllegalAction(f"action: {action} is not legal for {agent}; it may be one of {may}")
        points = episode.play(move)
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.possible_agents[episode.seat]
        if points is not None:
            self._pay(dict(zip(self.agents, rewards_of(self.rules, points, self.reward_scale), strict=True)))
        elif self._paid:
            self._pay({})
        if episode.over:
            self._end(truncated=False)
        if self.render_mode == "human":
            self.render()

    def forfeit(self, cost: float) -> None:
        """End the episode for everybody, at the cost of the agent that is asked."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._pay({self.agent_selection: cost})
        self._end(truncated=True)

    def _pay(self, paid: dict[str, float]) -> None:
        """Reward the agents for the last step; those who are not named get nothing."""
        self.rewards = dict.fromkeys(self.agents, 0.0) | paid
        self._paid = bool(paid)
        self._accumulate_rewards()

    def _end(self, *, truncated: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._deads_step_first()

    @property
    def _episode(self) -> Episode:
        if self._begun is None:
            raise ResetNeeded("no episode has begun: call reset() first")
        return self._begun

    def render(self) -> str | None:
        """Describe the table as the seat that is asked sees it: print that for ``human``, return it for ``ansi``."""
        if self.render_mode is None:
            raise ValueError("render_mode: say human or ansi when the environment is made")
        episode = self._episode
        text = episode.in_words(None if episode.over else episode.seat, self.language)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def __copy__(self) -> raw_env:
        """Return an environment that goes its own way from here, as a deep copy does."""
        return deepcopy(self)

    def close(self) -> None:
        """Do nothing: no file or window is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class CheckedEnv(OrderEnforcingWrapper[str, Observation, Any]):
    """What PettingZoo's three usual wrappers check, in one layer.

    Theirs hand every attribute through ``__getattr__`` of all three, which takes longer than everything else.
    """

    def __init__(self, env: raw_env, illegal_reward: float) -> None:
        super().__init__(env)
        self.env: raw_env = env
        self._illegal_reward = illegal_reward

    def last(self, observe: bool = True) -> Last:
        """Return what ``last`` of PettingZoo's environments returns, about the agent that is asked."""
        last: Last = self.env.last(observe) if self._has_reset else super().last(observe)
        return last

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is asked; an illegal one ends the episode at its cost."""
        if not self._has_reset or not self.env.agents:
            super().step(action)  # which says so
            return
        self._has_updated = True
        try:
            self.env.step(action)
        except IllegalAction:
            EnvLogger.warn_on_illegal_move()
            self.env.forfeit(self._illegal_reward)

    def __str__(self) -> str:
        return str(self.env)


for _name in ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
    # Straight from the environment.  Before reset() that has none of them; the wrapper's ``__getattr__`` then says so.
    setattr(CheckedEnv, _name, property(attrgetter(f"env.{_name}")))
