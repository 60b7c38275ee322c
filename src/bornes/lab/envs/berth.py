"""A deal of a fleet: moved on to the next decision of the learner without the GIL.

The deals of a fleet hang together as a tree, a berth knowing two others, since a list of Python's cannot be walked
without the GIL.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from ...engine import plain as cython

from ...engine import playout, scoring
from ...engine.checks import index, whole, word
from ...engine.codes import NONE, Phase
from ...engine.compiled_rules import CompiledRules
from ...engine.playout import Policy, Rng, Seats
from ...engine.state import State
from . import encode

ON_CHANCE = int(Phase.CHANCE)
IS_OVER = int(Phase.OVER)
ACTIONS = 64
MOST = 2**31 - 1

STRIDE = (1 << 32) + 1
"""From an episode of a berth to the next one, in numbers of deals: odd, so that the seat that starts changes."""
PATIENCE = 1000
"""So many deals without a decision for the learner are passed over; more mean that none will ever come."""


class Quay:
    """What all berths share: who plays, the seed, and the rows that they fill in."""

    def __cinit__(
        self,
        rules: CompiledRules,
        policies: Sequence[Policy],
        learners: int,
        seed: int,
        rows: Mapping[str, Any],
        count: int,
    ) -> None:
        """``learners`` is the set of the learner's seats.  ``rows`` are filled in: so many cells for each berth."""
        if not isinstance(rules, CompiledRules):
            raise TypeError(f"rules must be CompiledRules, not {rules!r}")
        self.rules = rules
        self.seats = Seats(policies)
        self.learners = whole("learners", learners, 1, (1 << rules.players) - 1)
        self.seed = word("seed", seed)
        self.count = whole("count", count, 1, MOST)
        self.observations = _row(rows, "observations", self.count * encode.SIZE)
        self.finals = _row(rows, "finals", self.count * encode.SIZE)
        self.masks = _row(rows, "masks", self.count * ACTIONS)
        self.seat = _row(rows, "seat", self.count)
        self.done = _row(rows, "done", self.count)
        self.rewards = _row(rows, "rewards", self.count * rules.players)
        self.scores = _row(rows, "scores", self.count * rules.teams)
        self.busy = False  # whether its berths are moved on, which happens without the GIL

    if not cython.compiled:

        def __init__(
            self,
            rules: CompiledRules,
            policies: Sequence[Policy],
            learners: int,
            seed: int,
            rows: Mapping[str, Any],
            count: int,
        ) -> None:
            self.__cinit__(rules, policies, learners, seed, rows, count)

    def check_idle(self) -> None:
        """Refuse while another thread moves the berths on."""
        if self.busy:
            raise RuntimeError("the deals are being played on in another thread")

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Quay holds rows that belong to a Fleet: copy the Fleet")


class Berth:
    """One deal after another, each with a luck that depends on the seed, the berth and the episode alone."""

    def __cinit__(self, quay: Quay, number: int) -> None:
        if not isinstance(quay, Quay):
            raise TypeError(f"quay: a Quay, not {quay!r}")
        self.quay = quay
        self.number = index("berth", number, quay.count)
        self.episode = 0
        self.state = State(quay.rules)
        self.chance = Rng(quay.seed, 0)
        self.choices = Rng(quay.seed, 1)
        self.idle = False
        self.next = 0

    if not cython.compiled:

        def __init__(self, quay: Quay, number: int) -> None:
            self.__cinit__(quay, number)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Berth belongs to a Fleet: copy the Fleet")

    def moor(self, berths: Sequence[Berth]) -> None:
        """Learn the way to the next two."""
        following = list(berths[2 * self.number + 1 : 2 * self.number + 3])
        for after, berth in enumerate(following, 2 * self.number + 1):
            # Numbers grow along the way, so that it has an end.
            if not isinstance(berth, Berth) or berth.quay is not self.quay or berth.number != after:
                raise ValueError(f"berths: number {after} must be the berth of that number at the same quay")
        self.quay.check_idle()
        self.next = len(following)
        if self.next > 0:
            self.first = following[0]
        if self.next > 1:
            self.second = following[1]

    def deal_here(self) -> State:
        """A copy of the deal that is played here."""
        self.quay.check_idle()
        return self.state.clone()

    def noted(self) -> tuple[int, bool, State, Rng, Rng]:
        """Where this berth stands, as ``go_on`` takes it: its episode, whether it is idle, its deal and its luck."""
        self.quay.check_idle()
        return self.episode, bool(self.idle), self.state.clone(), copy(self.chance), copy(self.choices)

    def go_on(self, episode: int, idle: bool, state: State, chance: Rng, choices: Rng) -> None:
        """Stand where another berth of the same form stood."""
        if not isinstance(state, State) or state.rules.source != self.quay.rules.source:
            raise ValueError("state: must be a deal by the rules of this quay")
        if not isinstance(chance, Rng) or not isinstance(choices, Rng):
            raise TypeError("chance, choices: generators, each an Rng")
        number, rests = whole("episode", episode, 0, MOST), bool(idle)
        self.quay.check_idle()
        self.episode = number
        self.idle = rests
        self.state = state.clone()
        self.chance = copy(chance)
        self.choices = copy(choices)

    # -- all of them --------------------------------------------------------------------------------------------

    def begin_all(self, episode: int) -> bool:
        """Begin a new deal everywhere; False where the learner would never be asked."""
        start = whole("episode", episode, 0, MOST)
        self.quay.check_idle()
        self.quay.busy = True
        with cython.nogil:
            well = self.begin_tree(start)
        self.quay.busy = False
        return well

    def step_all(self, actions: Any) -> bool:
        """Make the learner's moves everywhere; False where the learner would never be asked.

        An action that is not legal raises ValueError, and nothing is changed.
        """
        if len(actions) != self.quay.count:
            raise ValueError(f"actions: {self.quay.count} numbers, one for each berth, not {len(actions)}")
        chosen = memoryview(array("i", bytes(4)) * self.quay.count)  # others may write into what was given
        i = 0
        while i < self.quay.count:
            chosen[i] = actions[i]
            i += 1
        self.quay.check_idle()
        self.quay.busy = True
        well = False
        with cython.nogil:
            wrong = self.wrong_in_tree(chosen)
            if wrong == NONE:
                well = self.step_tree(chosen)
        self.quay.busy = False
        if wrong != NONE:
            raise ValueError(f"actions: {chosen[wrong]} is not legal in deal {wrong}")
        return well

    def wrong_in_tree(self, actions: Any) -> int:
        """The first berth from here on whose action is not legal, or NONE."""
        wrong = NONE
        if not self.allows(actions[self.number]):
            return self.number
        if self.next > 0:
            wrong = self.first.wrong_in_tree(actions)
        if self.next > 1 and wrong == NONE:
            wrong = self.second.wrong_in_tree(actions)
        return wrong

    def allows(self, action: int) -> bool:
        """Whether the learner may take this action here; below 0 it gives the deal up."""
        if action < 0:
            return True
        if action >= ACTIONS:
            return False
        move = encode._to_move(action, self.state._team_of(self.state.seat), self.quay.rules.teams)
        return (self.state.legal() >> move) & 1 != 0

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
        playout.lay_deck(self.state, self.quay.rules.deck, self.quay.rules.deck_size, self.chance)
        self.state.start(self.quay.rules.deck_size, number % self.quay.rules.players, False)
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
            self.state._apply(encode._to_move(action, self.state._team_of(seat), self.quay.rules.teams))
            self.run()
            ended = self.state.phase == IS_OVER
        self.quay.done[self.number] = ended
        self.settle()
        if ended:
            encode._observe(self.state, seat, self.quay.finals, self.number * encode.SIZE)
            self.episode += 1
            self.begin()
        self.show()

    def settle(self) -> None:
        """Scores and rewards of a deal that is over; else 0."""
        teams = self.quay.rules.teams
        players = self.quay.rules.players
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
        encode._observe(self.state, seat, self.quay.observations, self.number * encode.SIZE)
        encode._mask(self.state, seat, self.quay.masks, self.number * ACTIONS)


def _row(rows: Mapping[str, Any], name: str, cells: int) -> Any:
    """A row by its name, seen to have so many cells."""
    row = rows[name]
    if len(row) != cells:
        raise ValueError(f"rows: {name} must have {cells} cells, not {len(row)}")
    return row
