"""A deal of a fleet: moved on to the next decision of the learner without the GIL.

The deals of a fleet hang together as a tree, a berth knowing two others, since a list of Python's cannot be walked
without the GIL.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from ...engine import plain as cython

from ...engine import playout, scoring
from ...engine.codes import Phase
from ...engine.law import Law
from ...engine.playout import Policy, Rng, Seats
from ...engine.state import State
from . import encode

ON_CHANCE = int(Phase.CHANCE)
IS_OVER = int(Phase.OVER)
ACTIONS = 64

STRIDE = (1 << 32) + 1
"""From an episode of a berth to the next one, in numbers of deals: odd, so that the seat that starts changes."""
PATIENCE = 1000
"""So many deals without a decision for the learner are passed over; more mean that none will ever come."""


class Quay:
    """What all berths share: who plays, the seed, and the rows that they fill in."""

    def __init__(self, law: Law, policies: Sequence[Policy], learners: int, seed: int, size: int) -> None:
        """``learners`` is the set of the learner's seats, ``size`` the length of an observation."""
        self.law = law
        self.seats = Seats(policies)
        self.learners = learners
        self.seed = seed
        self.size = size

    def lay(self, rows: dict[str, Any]) -> None:
        """Buffers to fill in, all of one dimension: a number of cells for each berth."""
        self.observations = rows["observations"]
        self.finals = rows["finals"]
        self.masks = rows["masks"]
        self.seat = rows["seat"]
        self.done = rows["done"]
        self.rewards = rows["rewards"]
        self.scores = rows["scores"]


class Berth:
    """One deal after another, each with a luck that depends on the seed, the berth and the episode alone."""

    def __init__(self, quay: Quay, number: int) -> None:
        self.quay = quay
        self.number = number
        self.episode = 0
        self.state = State(quay.law)
        self.chance = Rng(quay.seed, 0)
        self.choices = Rng(quay.seed, 1)
        self.idle = False
        self.next = 0

    def moor(self, berths: Sequence[Berth]) -> None:
        """Learn the way to the next two."""
        following = berths[2 * self.number + 1 : 2 * self.number + 3]
        self.next = len(following)
        if self.next > 0:
            self.first = following[0]
        if self.next > 1:
            self.second = following[1]

    # -- all of them --------------------------------------------------------------------------------------------

    def begin_all(self, episode: int) -> bool:
        """Begin a new deal everywhere; False where the learner would never be asked."""
        with cython.nogil:
            return self.begin_tree(episode)

    def step_all(self, actions: Any) -> bool:
        """Make the learner's moves everywhere, which must be legal; False where the learner would never be asked."""
        with cython.nogil:
            return self.step_tree(actions)

    def begin_tree(self, episode: int) -> bool:
        """Begin here and beyond."""
        self.episode = episode
        self.begin()
        self.show()
        well = not self.idle
        if self.next > 0:
            well = self.first.begin_tree(episode) and well
        if self.next > 1:
            well = self.second.begin_tree(episode) and well
        return well

    def step_tree(self, actions: Any) -> bool:
        """Step here and beyond."""
        self.step(actions[self.number])
        well = not self.idle
        if self.next > 0:
            well = self.first.step_tree(actions) and well
        if self.next > 1:
            well = self.second.step_tree(actions) and well
        return well

    # -- one of them --------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal until the learner has something to decide."""
        waited = 0
        self.deal()
        while self.state.phase == IS_OVER:
            waited += 1
            if waited > PATIENCE:
                self.idle = True
                return
            self.episode += 1
            self.deal()

    def deal(self) -> None:
        """A fresh deck, and what the others do before the learner's first decision: as ``play_deals`` would."""
        number = self.episode * STRIDE + self.number
        self.chance._seed(self.quay.seed, 2 * number)
        self.choices._seed(self.quay.seed, 2 * number + 1)
        playout.lay_deck(self.state, self.quay.law.deck, self.quay.law.deck_size, self.chance)
        self.state.start(self.quay.law.deck_size, number % self.quay.law.players, False)
        self.run()

    def run(self) -> None:
        """Let chance and the others have their way until the learner decides, or the deal is over."""
        while self.state.phase != IS_OVER:
            if self.state.phase == ON_CHANCE:
                playout.shuffle_discards(self.state, self.chance)
            elif (self.quay.learners >> self.state.seat) & 1:
                return
            else:
                self.state._apply(self.quay.seats.choose(self.state, self.state.legal(), self.choices))

    def step(self, action: int) -> None:
        """The learner's move and what follows; a deal that ends is settled, and the next one begins.

        A number below 0 is no move: the learner gives the deal up, and nobody scores.
        """
        seat = self.state.seat
        ended = action < 0
        if not ended:
            self.state._apply(encode.to_move(action, self.state._team_of(seat), self.quay.law.teams))
            self.run()
            ended = self.state.phase == IS_OVER
        self.quay.done[self.number] = ended
        self.settle()
        if ended:
            encode.observe(self.state, seat, self.quay.finals, self.number * self.quay.size)
            self.episode += 1
            self.begin()
        self.show()

    def settle(self) -> None:
        """Scores and rewards of a deal that is over; else 0."""
        teams = self.quay.law.teams
        players = self.quay.law.players
        everybody = 0
        team = 0
        while team < teams:
            points = scoring._total(self.state, team) if self.state.phase == IS_OVER else 0
            self.quay.scores[self.number * teams + team] = points
            everybody += points
            team += 1
        other = 0
        while other < players:
            points = self.quay.scores[self.number * teams + self.state._team_of(other)]
            self.quay.rewards[self.number * players + other] = points - (everybody - points) / (teams - 1.0)
            other += 1

    def show(self) -> None:
        """Who decides, what that seat sees and may do."""
        seat = self.state.seat
        self.quay.seat[self.number] = seat
        encode.observe(self.state, seat, self.quay.observations, self.number * self.quay.size)
        encode.mask(self.state, seat, self.quay.masks, self.number * ACTIONS)
