"""Mille Bornes for PettingZoo: every seat an agent, and the one that is asked decides."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ...rules import Rules
from ...view import View
from .spaces import Observation, Sight, action_given, action_space
from .table import ILLEGAL, Episode, Table, rewards_of, rules_given
from .telling import told


def env(*, illegal_reward: float | None = None, **options: Any) -> AECEnv[str, Observation, Any]:
    """The environment with PettingZoo's usual wrappers: an illegal move ends the episode at the mover's cost."""
    raw = raw_env(**options)
    cost = ILLEGAL * raw.reward_scale if illegal_reward is None else illegal_reward
    ending = wrappers.TerminateIllegalWrapper(raw, illegal_reward=cost)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))


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
        episode: Episode = "deal",
        reward_scale: float = 1.0,
        flat: bool = False,
        with_rules: bool = False,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        self.rules = rules_given(rules, edition, players, partners, short, episode)
        self.episode = episode
        self.reward_scale = reward_scale
        self.render_mode = render_mode
        self.language = language
        self._sight = Sight(self.rules, flat=flat, with_rules=with_rules)
        self._laid: Table | None = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._sight.space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do: the 64 codes, of which the mask allows some."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; the same seed gives the same one, and those after it."""
        if seed is not None or not hasattr(self, "np_random"):
            self.np_random, _ = seeding.np_random(seed)
        self._laid = Table(self.rules, int(self.np_random.integers(2**63)), self.episode)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.seat]

    def observe(self, agent: str) -> Observation:
        """What an agent may know now, and do."""
        seat = self._seat[agent]
        return self._sight.show(self._table.look(seat), self._table.mask(seat))

    def view(self, agent: str | None = None) -> View:
        """All that an agent may know, as bots receive it; without an agent, a spectator's view."""
        return self._table.view(None if agent is None else self._seat[agent])

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is asked."""
        table = self._table
        if not self.agents:
            raise ResetNeeded("the episode is over: reset() begins the next one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._move(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        points = table.play(move)
        if points is not None:
            paid = rewards_of(self.rules, points, self.reward_scale)
            self.rewards = {agent: paid[self._seat[agent]] for agent in self.agents}
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[table.seat]
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    @property
    def _table(self) -> Table:
        if self._laid is None:
            raise ResetNeeded("no episode has begun: call reset() first")
        return self._laid

    def _move(self, agent: str, action: int | None) -> int:
        seat, chosen = self._seat[agent], action_given(action)
        if not self._table.legal(seat, chosen):
            may = self._table.mask(seat).nonzero()[0].tolist()
            raise ValueError(f"action: {action} is not legal for {agent}; it may be one of {may}")
        return self._table.to_move(seat, chosen)

    def render(self) -> str | None:
        """The table in words, as the seat that is asked sees it: printed for humans, given back as text for ansi."""
        if self.render_mode is None:
            raise ValueError("render_mode: say human or ansi when the environment is made")
        text = told(self._table.view(None if self._table.over else self._table.seat), self.language)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def __copy__(self) -> raw_env:
        """Return an environment that goes its own way from here, as a deep copy does."""
        return deepcopy(self)

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
