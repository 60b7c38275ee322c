"""The slots of a batch, each with a deal: played on to the learner's next decision without the GIL.

The slots form a tree, each knowing two others, since compiled code cannot go through a Python list without the GIL.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from ...engine import uncompiled as cython

from ...engine import playout, scoring
from ...engine.argument_checks import check_index, check_integer, low_64_bits
from ...engine.codes import NONE, Phase
from ...engine.compiled_rules import CompiledRules
from ...engine.playout import Policy, Rng, SeatPolicies
from ...engine.state import State
from . import observation

ON_CHANCE = int(Phase.CHANCE)
IS_OVER = int(Phase.OVER)
ACTIONS = 64
MAX_SLOTS = 2**31 - 1

DEAL_NUMBER_STRIDE = (1 << 32) + 1
"""From an episode of a slot to the next one, in numbers of deals: odd, so that the seat that starts changes."""
MAX_SKIPPED_DEALS = 1000
"""Deals in a row without a decision for the learner; after more, none is expected."""


class BatchSlotGroup:
    """What all slots of a batch share: who plays, the seed, and the arrays that they write to."""

    def __cinit__(
        self,
        rules: CompiledRules,
        policies: Sequence[Policy],
        learners: int,
        seed: int,
        rows: Mapping[str, Any],
        count: int,
    ) -> None:
        """Check what is given: ``learners`` is the set of the learner's seats, ``rows`` has the arrays by name."""
        if not isinstance(rules, CompiledRules):
            raise TypeError(f"rules must be CompiledRules, not {rules!r}")
        self.rules = rules
        self.seats = SeatPolicies(policies)
        self.learners = check_integer("learners", learners, 1, (1 << rules.players) - 1)
        self.seed = low_64_bits("seed", seed)
        self.count = check_integer("count", count, 1, MAX_SLOTS)
        self.observations = _row(rows, "observations", self.count * observation.OBSERVATION_SIZE)
        self.finals = _row(rows, "finals", self.count * observation.OBSERVATION_SIZE)
        self.masks = _row(rows, "masks", self.count * ACTIONS)
        self.seat = _row(rows, "seat", self.count)
        self.done = _row(rows, "done", self.count)
        self.rewards = _row(rows, "rewards", self.count * rules.players)
        self.scores = _row(rows, "scores", self.count * rules.teams)
        self.busy = False  # whether its slots are being played on, which happens without the GIL

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
        """Raise an error while another thread plays the slots on."""
        if self.busy:
            raise RuntimeError("the deals are being played on in another thread")

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a BatchSlotGroup writes to arrays of a DealBatch: copy the DealBatch")


class BatchSlot:
    """One deal after another; the luck of each depends on the seed, the slot's number and the episode alone."""

    def __cinit__(self, group: BatchSlotGroup, number: int) -> None:
        if not isinstance(group, BatchSlotGroup):
            raise TypeError(f"group must be a BatchSlotGroup, not {group!r}")
        self.group = group
        self.number = check_index("slot", number, group.count)
        self.episode = 0
        self.state = State(group.rules)
        self.chance = Rng(group.seed, 0)
        self.choices = Rng(group.seed, 1)
        self.stuck = False
        self.next = 0

    if not cython.compiled:

        def __init__(self, group: BatchSlotGroup, number: int) -> None:
            self.__cinit__(group, number)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Slot belongs to a DealBatch: copy the DealBatch")

    def link(self, slots: Sequence[BatchSlot]) -> None:
        """Remember the next two slots of the tree, out of all of the group."""
        following = list(slots[2 * self.number + 1 : 2 * self.number + 3])
        for after, slot in enumerate(following, 2 * self.number + 1):
            # Numbers grow from a slot to the next, so that the tree has an end.
            if not isinstance(slot, BatchSlot) or slot.group is not self.group or slot.number != after:
                raise ValueError(f"slots: number {after} must be the slot of that number in the same group")
        self.group.check_idle()
        self.next = len(following)
        if self.next > 0:
            self.first = following[0]
        if self.next > 1:
            self.second = following[1]

    def state_copy(self) -> State:
        """Return a copy of the deal in this slot."""
        self.group.check_idle()
        return self.state.clone()

    def snapshot(self) -> tuple[int, bool, State, Rng, Rng]:
        """Return what ``restore`` takes: the episode, whether the slot is stuck, the deal and the generators."""
        self.group.check_idle()
        return self.episode, bool(self.stuck), self.state.clone(), copy(self.chance), copy(self.choices)

    def restore(self, episode: int, stuck: bool, state: State, chance: Rng, choices: Rng) -> None:
        """Go on from the snapshot of a slot that was played by the same rules."""
        if not isinstance(state, State) or state.rules.source != self.group.rules.source:
            raise ValueError("state must be a deal by the rules of this group")
        if not isinstance(chance, Rng) or not isinstance(choices, Rng):
            raise TypeError("chance and choices must be generators, each an Rng")
        number, is_stuck = check_integer("episode", episode, 0, MAX_SLOTS), bool(stuck)
        self.group.check_idle()
        self.episode = number
        self.stuck = is_stuck
        self.state = state.clone()
        self.chance = copy(chance)
        self.choices = copy(choices)

    # -- all slots ----------------------------------------------------------------------------------------------

    def begin_all(self, episode: int) -> bool:
        """Begin a new deal in this slot and all after it; return False if one of them would never ask the learner."""
        start = check_integer("episode", episode, 0, MAX_SLOTS)
        self.group.check_idle()
        self.group.busy = True
        with cython.nogil:
            goes_on = self.begin_tree(start)
        self.group.busy = False
        return goes_on

    def step_all(self, actions: Any) -> bool:
        """Make the learner's moves, one for each slot; return False if one of them would never ask the learner again.

        An action that is not legal raises ValueError, and nothing is changed.
        """
        if len(actions) != self.group.count:
            raise ValueError(f"actions must be {self.group.count} numbers, one for each slot, not {len(actions)}")
        chosen = memoryview(array("i", bytes(4)) * self.group.count)  # a copy: others may write to what was given
        i = 0
        while i < self.group.count:
            chosen[i] = actions[i]
            i += 1
        self.group.check_idle()
        self.group.busy = True
        goes_on = False
        with cython.nogil:
            illegal = self.first_illegal(chosen)
            if illegal == NONE:
                goes_on = self.step_tree(chosen)
        self.group.busy = False
        if illegal != NONE:
            raise ValueError(f"actions: {chosen[illegal]} is not legal in deal {illegal}")
        return goes_on

    def first_illegal(self, actions: Any) -> int:
        """Return the number of a slot, this one or one after it, whose action is not legal; NONE if all are."""
        illegal = NONE
        if not self.allows(actions[self.number]):
            return self.number
        if self.next > 0:
            illegal = self.first.first_illegal(actions)
        if self.next > 1 and illegal == NONE:
            illegal = self.second.first_illegal(actions)
        return illegal

    def allows(self, action: int) -> bool:
        """Say whether the learner may take this action here; one below 0, which gives the deal up, always may be."""
        if action < 0:
            return True
        if action >= ACTIONS:
            return False
        move = observation._to_move(action, self.state._team_of(self.state.seat), self.group.rules.teams)
        return (self.state.legal() >> move) & 1 != 0

    def begin_tree(self, episode: int) -> bool:
        """Begin a new deal in this slot and all after it, without the GIL."""
        self.episode = episode
        self.begin()
        self.write_observation()
        goes_on = not self.stuck
        if self.next > 0:
            goes_on = self.first.begin_tree(episode) and goes_on
        if self.next > 1:
            goes_on = self.second.begin_tree(episode) and goes_on
        return goes_on

    def step_tree(self, actions: Any) -> bool:
        """Make the learner's moves in this slot and all after it, without the GIL."""
        self.step(actions[self.number])
        goes_on = not self.stuck
        if self.next > 0:
            goes_on = self.first.step_tree(actions) and goes_on
        if self.next > 1:
            goes_on = self.second.step_tree(actions) and goes_on
        return goes_on

    # -- this slot ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal until the learner has something to decide."""
        skipped = 0
        self.deal()
        while self.state.phase == IS_OVER:
            skipped += 1
            if skipped > MAX_SKIPPED_DEALS:
                self.stuck = True
                return
            self.episode += 1
            self.deal()

    def deal(self) -> None:
        """Deal a fresh deck, on the luck of ``play_deals``, and let the others play until the learner decides."""
        number = self.episode * DEAL_NUMBER_STRIDE + self.number
        self.chance._seed(self.group.seed, 2 * number)
        self.choices._seed(self.group.seed, 2 * number + 1)
        playout.lay_deck(self.state, self.group.rules.deck, self.group.rules.deck_size, self.chance)
        self.state.start(self.group.rules.deck_size, number % self.group.rules.players, False)
        self.play_others()

    def play_others(self) -> None:
        """Shuffle and let the others move until the learner decides, or the deal is over."""
        while self.state.phase != IS_OVER:
            if self.state.phase == ON_CHANCE:
                playout.shuffle_discards(self.state, self.chance)
            elif (self.group.learners >> self.state.seat) & 1:
                return
            else:
                self.state._apply(self.group.seats.choose(self.state, self.state.legal(), self.choices))

    def step(self, action: int) -> None:
        """Make the learner's move and play on; a deal that ends is scored, and the next one begins.

        A number below 0 is no move: the learner gives the deal up, and nobody scores.
        """
        seat = self.state.seat
        ended = action < 0
        if not ended:
            self.state._apply(observation._to_move(action, self.state._team_of(seat), self.group.rules.teams))
            self.play_others()
            ended = self.state.phase == IS_OVER
        self.group.done[self.number] = ended
        self.write_scores()
        if ended:
            observation._observe(self.state, seat, self.group.finals, self.number * observation.OBSERVATION_SIZE)
            self.episode += 1
            self.begin()
        self.write_observation()

    def write_scores(self) -> None:
        """Write the scores and rewards of a deal that is over; while it goes on, 0."""
        teams = self.group.rules.teams
        players = self.group.rules.players
        everybody = 0
        team = 0
        while team < teams:
            points = scoring._total(self.state, team) if self.state.phase == IS_OVER else 0
            self.group.scores[self.number * teams + team] = points
            everybody += points
            team += 1
        other = 0
        while other < players:
            points = self.group.scores[self.number * teams + self.state._team_of(other)]
            self.group.rewards[self.number * players + other] = points - (everybody - points) / (teams - 1.0)
            other += 1

    def write_observation(self) -> None:
        """Write who decides, what that seat sees and what it may do."""
        seat = self.state.seat
        self.group.seat[self.number] = seat
        observation._observe(self.state, seat, self.group.observations, self.number * observation.OBSERVATION_SIZE)
        observation._mask(self.state, seat, self.group.masks, self.number * ACTIONS)


def _row(rows: Mapping[str, Any], name: str, cells: int) -> Any:
    """Return the array of this name, or raise an error if it has not so many cells."""
    row = rows[name]
    if len(row) != cells:
        raise ValueError(f"rows: {name} must have {cells} cells, not {len(row)}")
    return row
