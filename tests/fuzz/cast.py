"""Who takes part in an attack: objects of every compiled class, and what each parameter of a door wants."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from bornes import Deal, Game
from bornes.bots.heuristic import HAND_SET_WEIGHTS, Heuristic
from bornes.bots.search import GameAim, MoveTester, PointsAim
from bornes.engine.codes import MOVES, Phase
from bornes.engine.compiled_rules import CompiledRules
from bornes.engine.playout import Eager, Policy, Rng, SeatPolicies
from bornes.engine.sampler import Sampler
from bornes.engine.state import State
from bornes.game.position import compile_rules
from bornes.lab.envs.batch_slot import BatchSlot, BatchSlotGroup
from bornes.lab.envs.features import SIZE
from tests.fuzz.tricks import EDGES, FAR, NO_NUMBERS, NO_OBJECTS, Fickle, Number, Swindler, buffer_of, fail, row_of
from tests.support.house_rules import PRINTED, random_rules

CHANCE = int(Phase.CHANCE)
OVER = int(Phase.OVER)
WINDOW = int(Phase.WINDOW)
CROWD = 24
"""So many objects of a class at once."""
WORK = 3
"""Playouts, worlds and runs that a valid call asks for."""


class PythonsAim(PointsAim):
    """An aim that compiled code would never ask."""


class PythonsPolicy(Policy):
    """A policy that compiled code would never ask."""

    def choose(self, state: State, moves: int, rng: Rng) -> int:
        """Choose nothing that there is."""
        return 1000


def moves_of(state: State) -> list[int]:
    """Return the legal moves."""
    legal = state.legal()
    return [move for move in range(MOVES) if legal >> move & 1]


def shuffled_deck(compiled: CompiledRules, luck: Random) -> list[int]:
    """Return a deck in any order."""
    return luck.sample(list(compiled.deck), len(compiled.deck))


def go_on(state: State, luck: Random) -> None:
    """Make one step in a deal: a legal move, a shuffle, the end of a stop in a window, or a new deal."""
    if state.phase == CHANCE:
        discards = state.discard_pile()
        state.reshuffle(luck.sample(discards, len(discards)))
    elif state.phase == WINDOW:
        state.ask_after(state.turn_seat)
    elif state.phase == OVER:
        state.deal(shuffled_deck(state.rules, luck), luck.randrange(state.rules.players), luck.random() < 0.3)
    else:
        state.apply(luck.choice(moves_of(state)))


class Cast:
    """The objects of one batch, all made through doors, so that all must stay sane."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.members: dict[type, list[Any]] = {}
        self.crowds: dict[type, list[list[Any]]] = {}
        for rules in (*luck.sample(PRINTED, 3), random_rules(luck), random_rules(luck)):
            self.seat(compile_rules(rules))
        for compiled in self.members[CompiledRules]:
            self.seat_company(compiled)
        for policy in (
            Policy(),
            Eager(),
            Heuristic(),
            Heuristic({name: luck.uniform(-300, 300) for name in HAND_SET_WEIGHTS}),
        ):
            self.seat(policy)
        self.seat(Rng(luck.getrandbits(64), luck.getrandbits(63)))
        self.seat(PointsAim())
        self.seat(SeatPolicies([Eager()]))
        self.crowds.clear()

    def seat_company(self, compiled: CompiledRules) -> None:
        """Bring what belongs to a form: deals at any moment, players in the middle of one, a few slots."""
        luck = self.luck
        for steps in (0, luck.randrange(30), luck.randrange(250)):
            state = State(compiled)
            state.keeps_journal = luck.random() < 0.5
            state.stops_in_windows = luck.random() < 0.5
            for _ in range(steps):
                go_on(state, luck)
            self.seat(state)
        deal = Game(compiled.source, seed=luck.getrandbits(30)).deal
        self.play(deal, luck.randrange(40))
        sampler = deal.view(deal.seat).sampler() if deal.seat is not None else None
        teams = compiled.teams
        self.seat(GameAim([0] * teams, 5000, array("i", range(100, 100 + 5 * teams))))
        self.seat(MoveTester(deal.state, [Heuristic()], 1))
        if sampler is not None:
            self.seat(sampler)
            self.seat(MoveTester(sampler, [Eager()], 2))
        group = BatchSlotGroup(compiled, [Eager()], 1, 1, rows_of(compiled, 3), 3)
        slots = [BatchSlot(group, number) for number in range(3)]
        for slot in slots:
            slot.link(slots)
            self.seat(slot)
        self.seat(group)

    def play(self, deal: Deal, moves: int) -> None:
        """Play on for some moves."""
        for _ in range(moves):
            if not deal.legal_moves:
                return
            deal.play(self.luck.choice(list(deal.legal_moves)))

    def seat(self, one: Any) -> None:
        """Let an object take part, in place of another where it is crowded."""
        crowd = self.members.setdefault(type(one), [])
        if len(crowd) < CROWD:
            crowd.append(one)
        else:
            crowd[self.luck.randrange(CROWD)] = one

    def one(self, kind: type) -> Any:
        """Return any object of a class, or of one derived from it."""
        crowds = self.crowds.get(kind)
        if crowds is None:
            crowds = self.crowds[kind] = [crowd for member, crowd in self.members.items() if issubclass(member, kind)]
        luck = self.luck.random  # faster than choice, and asked a few times for every call
        crowd = crowds[int(luck() * len(crowds))]
        return crowd[int(luck() * len(crowd))]

    def anybody(self) -> Any:
        """Return any object of any class."""
        return self.luck.choice(self.members[self.luck.choice(list(self.members))])


def rows_of(compiled: CompiledRules, slots: int) -> dict[str, Any]:
    """Return the arrays that slots write to."""
    return {
        "observations": np.zeros(slots * SIZE, np.int32).data,
        "finals": np.zeros(slots * SIZE, np.int32).data,
        "masks": np.zeros(slots * MOVES, np.int8).data,
        "seat": np.zeros(slots, np.int32).data,
        "done": np.zeros(slots, np.int8).data,
        "rewards": np.zeros(slots * compiled.players, np.float64).data,
        "scores": np.zeros(slots * compiled.teams, np.int32).data,
    }


# -- what parameters want ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Call:
    """A call as it is put together: whose rules it is played under comes with its objects."""

    cast: Cast
    luck: Random
    owner: Any = None
    rules: CompiledRules = field(init=False)
    state: State = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.cast.one(State)
        self.rules = self.state.rules
        if isinstance(self.owner, State):
            self.state, self.rules = self.owner, self.owner.rules
        elif isinstance(self.owner, BatchSlotGroup):
            self.rules = self.owner.rules

    def a_state(self) -> State:
        """Choose the deal that this call is about."""
        self.state = self.cast.one(State)
        self.rules = self.state.rules
        return self.state

    def some_rules(self) -> CompiledRules:
        """Choose the rules that this call is about."""
        self.rules = self.cast.one(CompiledRules)
        return self.rules

    def sly(self, number: int) -> Number:
        """Return a number that changes the deal, or fails, when it is read."""
        state, luck = self.state, self.luck
        return Number(number, luck.choice((fail, lambda: go_on(state, luck), lambda: None)))


Maker = Callable[[Call], Any]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a parameter takes, what it must refuse, and what may be either."""

    right: Maker
    wrong: Maker | None
    """None where nothing must be refused."""
    either: Maker


def _number(count: Maker) -> Wanted:
    """Want a number below a count."""
    return Wanted(
        lambda call: call.luck.randrange(count(call)),
        lambda call: call.luck.choice((*NO_NUMBERS, *FAR, -1, -(2**31), 2**31 - 1, 1000)),
        lambda call: (
            call.luck.choice(EDGES) if call.luck.random() < 0.7 else call.sly(call.luck.randrange(count(call)))
        ),
    )


def _object(right: Maker) -> Wanted:
    """Want an object of the engine."""
    return Wanted(right, lambda call: call.luck.choice(NO_OBJECTS), lambda call: call.cast.anybody())


def _size(right: int) -> Wanted:
    """Want an amount of work; numbers between this one and the impossible would be done indeed."""
    return Wanted(
        lambda call: call.luck.randrange(right + 1),
        lambda call: call.luck.choice((*NO_NUMBERS, -1, 10**30, -(2**63) - 1, 2**64)),
        lambda call: call.luck.choice((0, 1, True, False, np.int64(2), Swindler(2))),
    )


def _seed() -> Wanted:
    return Wanted(
        lambda call: call.luck.getrandbits(63),
        lambda call: call.luck.choice(NO_NUMBERS),
        lambda call: call.luck.choice((*EDGES, *FAR)),
    )


def _cards(right: Callable[[Call], Sequence[int]]) -> Wanted:
    """Want cards in order."""
    return Wanted(
        right,
        lambda call: call.luck.choice(
            (None, 3, 1.5, object(), [None], ["roll"], [1.5], [99], [-1], [10**30], range(300))
        ),
        lambda call: row_of(call.luck, len(right(call))),
    )


def _truth() -> Wanted:
    either: Maker = lambda call: call.luck.choice((True, False, 0, 1, None, "", "x", 10**30))  # noqa: E731
    return Wanted(lambda call: call.luck.random() < 0.5, None, either)


def _anything() -> Wanted:
    def any_of(call: Call) -> Any:
        luck = call.luck
        return luck.choice(
            (lambda: luck.choice((*NO_NUMBERS, *FAR, *EDGES)), call.cast.anybody, lambda: row_of(luck, 5))
        )()

    return Wanted(any_of, None, any_of)


def _out(code: str, size: int) -> Wanted:
    return Wanted(
        lambda call: array(code, [0]) * (size + 8),
        lambda call: call.luck.choice(
            (None, 3, bytes(size), array("q", [0]) * size, array(code, [0]) * (size - 1), [0] * size)
        ),
        lambda call: buffer_of(call.luck, code, size),
    )


def _discards(call: Call) -> Sequence[int]:
    found = call.state.discard_pile()
    return call.luck.sample(found, len(found))


def _snapshot(call: Call) -> Any:
    """Return a snapshot with one or two values exchanged for others."""
    luck, values = call.luck, call.state.snapshot()
    for _ in range(luck.randrange(1, 3)):
        name = luck.choice(list(values))
        value = values[name]
        if type(value) is list and value and luck.random() < 0.7:
            at = luck.randrange(len(value))
            value[at] = row_of(luck, 6) if isinstance(value[at], list) else luck.choice((*EDGES, *FAR, *NO_NUMBERS))
        elif luck.random() < 0.2:
            del values[name]
        else:
            values[name] = luck.choice((row_of(luck, 4), luck.choice((*EDGES, *FAR, *NO_NUMBERS))))
    return Fickle(values) if luck.random() < 0.1 else values


def _right_snapshot(call: Call) -> Any:
    """Return a snapshot of a deal, under the rules of this call if there is one."""
    alike = [state for state in call.cast.members[State] if state.rules.source == call.rules.source]
    return call.luck.choice(alike or [call.state]).snapshot()


def _scenarios(call: Call) -> Any:
    """Scenarios of about the right shape."""
    luck, players = call.luck, call.rules.players
    made = []
    for _ in range(luck.choice((0, 1, 1, 2))):
        pools = [
            bytes(luck.choices((0, 0, 1, 3, 255), k=luck.choice((19, 19, 19, 18, 20))))
            for _ in range(luck.choice((1, 1, 2, 0)))
        ]
        slots = [
            bytes(luck.choices((0, 1, 3, 6, 255), k=len(pools)))
            for _ in range(luck.choice((players, players, players - 1, 9)))
        ]
        made.append((luck.choice((1.0, 0.0, -1.0, float("nan"), float("inf"), 1e308, None)), pools, slots))
    return luck.choice((made, tuple(made), iter(made), [*made, (1.0,)], [None]))


def _moved_rows(call: Call) -> Any:
    """Make arrays for a group of slots, one of them mostly spoilt."""
    rows: dict[str, Any] = rows_of(call.rules, 3)
    name = call.luck.choice(list(rows))
    rows[name] = buffer_of(call.luck, call.luck.choice("ibdq"), len(rows[name]))
    return rows


def _policies(call: Call) -> Any:
    return [call.cast.one(Policy) for _ in range(call.luck.choice((1, 1, call.rules.players)))]


def _odd_policies(call: Call) -> Any:
    luck = call.luck
    made = [luck.choice((call.cast.one(Policy), call.cast.anybody())) for _ in range(luck.randrange(12))]
    return luck.choice((made, tuple(made), iter(made), dict.fromkeys(map(str, made)), row_of(luck, 2)))


SEAT = _number(lambda call: call.rules.players)
TEAM = _number(lambda call: call.rules.teams)
KIND = _number(lambda call: 19)
CODE = _number(lambda call: MOVES)

WANTED: dict[str, Wanted] = {
    "seat": SEAT,
    "team": TEAM,
    "card": KIND,
    "kind": KIND,
    "safety": KIND,
    "move": CODE,
    "action": CODE,
    "State.apply.move": Wanted(lambda call: call.luck.choice(moves_of(call.state) or [0]), CODE.wrong, CODE.either),
    "State.deal.first": SEAT,
    "order": _cards(lambda call: shuffled_deck(call.rules, call.luck)),
    "State.reshuffle.order": _cards(_discards),
    "state": _object(Call.a_state),
    "deal": _object(Call.a_state),
    "deck_order.deal": _size(1000),
    "rules": _object(Call.some_rules),
    "CompiledRules.rules": _object(lambda call: call.some_rules().source),
    "rng": _object(lambda call: call.cast.one(Rng)),
    "policy": Wanted(
        lambda call: call.cast.one(Policy),
        lambda call: call.luck.choice((*NO_OBJECTS, PythonsPolicy())),
        lambda call: call.cast.anybody(),
    ),
    "policies": Wanted(
        _policies,
        lambda call: call.luck.choice(
            (None, [], [None], 3, "tuned", [PythonsPolicy()], [Policy], [Policy()] * 3 + [None])
        ),
        _odd_policies,
    ),
    "seed": _seed(),
    "stream": _seed(),
    "n": _size(WORK),
    "worlds": _size(WORK),
    "runs": Wanted(lambda call: 1 + call.luck.randrange(WORK), _size(1).wrong, _size(1).either),
    "first": _size(10**6),
    "first_deal": _size(10**6),
    "Rng.below.n": Wanted(
        lambda call: call.luck.randrange(1, 2**32),
        lambda call: call.luck.choice(NO_NUMBERS),
        lambda call: call.luck.choice((*EDGES, *FAR)),
    ),
    "Rng.pick.moves": Wanted(
        lambda call: call.luck.getrandbits(64) or 1,
        lambda call: call.luck.choice(NO_NUMBERS),
        lambda call: call.luck.choice((*EDGES, *FAR, 0)),
    ),
    "to_actions.moves": Wanted(
        lambda call: call.luck.getrandbits(64),
        lambda call: call.luck.choice(NO_NUMBERS),
        lambda call: call.luck.choice((*EDGES, *FAR)),
    ),
    "moves": Wanted(
        lambda call: [-1],
        lambda call: call.luck.choice((None, 3, [None], [64], [-2], [1.5], ["roll"], [10**30])),
        lambda call: row_of(call.luck, 3) if call.luck.random() < 0.5 else moves_of(call.state)[:2],
    ),
    "lanes": _truth(),
    "fixed_first": _truth(),
    "stuck": _truth(),
    "snapshot": Wanted(
        _right_snapshot, lambda call: call.luck.choice((None, 3, {}, [], "x", {"hands": []})), _snapshot
    ),
    "scenarios": Wanted(_scenarios, lambda call: call.luck.choice((None, 3, [3], [None], [(1, 2)], "abc")), _scenarios),
    "belief": Wanted(
        lambda call: call.luck.random(),
        lambda call: call.luck.choice((None, "x", [], 1j)),
        lambda call: call.luck.choice((float("nan"), -1, 1e308, 2.0)),
    ),
    "number": _seed(),
    "continued.state": _seed(),
    "refusal.move": Wanted(
        CODE.right, lambda call: call.luck.choice(NO_NUMBERS), CODE.either
    ),  # it says what is no move
    "Slot.number": _number(lambda call: 3),
    "group": _object(lambda call: call.cast.one(BatchSlotGroup)),
    "rows": Wanted(
        lambda call: rows_of(call.rules, 3), lambda call: call.luck.choice((None, 3, {}, {"seat": 1})), _moved_rows
    ),
    "BatchSlotGroup.count": Wanted(
        lambda call: 3,
        lambda call: call.luck.choice((*NO_NUMBERS, *FAR, -1, 0, 4)),
        lambda call: call.luck.choice(EDGES),
    ),
    "learners": Wanted(
        lambda call: 1, lambda call: call.luck.choice((*NO_NUMBERS, *FAR, 0, -1)), lambda call: call.luck.choice(EDGES)
    ),
    "slots": Wanted(
        lambda call: [],
        lambda call: call.luck.choice((None, 3, object())),
        lambda call: [call.cast.one(BatchSlot) for _ in range(4)],
    ),
    "actions": Wanted(
        lambda call: array("i", [-1, -1, -1]),
        lambda call: call.luck.choice((None, 3, b"123", array("i", [-1]), array("i", [64] * 3))),
        lambda call: buffer_of(call.luck, "i", 3),
    ),
    "episode": _size(1000),
    "chance": _object(lambda call: call.cast.one(Rng)),
    "choices": _object(lambda call: call.cast.one(Rng)),
    "sampler": _object(lambda call: call.cast.one(Sampler)),
    "ask_after": Wanted(
        lambda call: -1,
        lambda call: call.luck.choice((*NO_NUMBERS, *FAR, -2, 8)),
        lambda call: call.luck.choice(EDGES),
    ),
    "tester": _object(lambda call: call.cast.one(MoveTester)),
    "game_aim": _object(lambda call: call.cast.one(GameAim)),
    "aim": Wanted(
        lambda call: call.cast.one(PointsAim),
        lambda call: call.luck.choice((*NO_OBJECTS, PythonsAim())),
        lambda call: call.cast.anybody(),
    ),
    "moment": Wanted(
        lambda call: call.a_state() if call.luck.random() < 0.5 else call.cast.one(Sampler),
        lambda call: call.luck.choice(NO_OBJECTS),
        lambda call: call.cast.anybody(),
    ),
    "totals": Wanted(
        lambda call: [0] * call.rules.teams,
        lambda call: call.luck.choice((None, 3, [], [0], [0] * 5, [-1, 0], [0, 10**6], [None, 0])),
        lambda call: row_of(call.luck, 2),
    ),
    "goal": Wanted(
        lambda call: 5000,
        lambda call: call.luck.choice((*NO_NUMBERS, *FAR, -1, 30_001)),
        lambda call: call.luck.choice((0, 30_000, True)),
    ),
    "deals": Wanted(
        lambda call: array("i", range(12)),
        lambda call: call.luck.choice((None, 3, [], [1, 2], array("i"), array("q", [1, 2]), array("i", [-1, 0]))),
        lambda call: buffer_of(call.luck, "i", 12),
    ),
    "weights": Wanted(
        lambda call: {"mile": call.luck.random()},
        lambda call: call.luck.choice((None, 3, {"mile": None}, {"x": 1}, {"mile": float("nan")}, {"mile": "1"})),
        lambda call: Fickle(mile=1.0),
    ),
    "teams": Wanted(
        lambda call: call.rules.teams,
        lambda call: call.luck.choice((*NO_NUMBERS, *FAR, 0, 1, 5, -1)),
        lambda call: call.luck.choice(EDGES),
    ),
    "observe.out": _out("i", SIZE),
    "mask.out": _out("b", MOVES),
    "at": Wanted(
        lambda call: call.luck.randrange(9),
        lambda call: call.luck.choice((*NO_NUMBERS, *FAR, -1, 9)),
        lambda call: call.luck.choice(EDGES),
    ),
}
"""By name of a parameter; where a name means something else at one door, by door and name."""
ANYTHING = _anything()
