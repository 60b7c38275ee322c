"""Mille Bornes for Gymnasium: one learner, and bots on all other seats."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
from gymnasium.error import ResetNeeded

from ...deal import View
from ...engine.playout import Policy
from ...rules import Rules
from .episode import ILLEGAL, MOST_SKIPPED, Episode, EpisodeLength, rewards_of, rules_given
from .opponents import Opponent, Player, seat_opponents
from .spaces import Observation, ObservationFormat, action_given, action_space


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
        self.rules = rules_given(rules, edition, players, partners, short, episode)
        self.episode = episode
        self.reward_scale = reward_scale
        self.illegal_reward = ILLEGAL * reward_scale if illegal_reward is None else illegal_reward
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
        episode, chosen = self._episode, action_given(action)
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
        for _ in range(MOST_SKIPPED):
            luck = [int(number) for number in self.np_random.integers(2**63, size=1 + self.rules.players)]
            self._begun = Episode(self.rules, luck[0], self.episode)
            self._others = [
                None if who is None else Player(self.rules, who, seed)
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
