"""The compiled engine and its source, run as plain Python in the same process, are the same engine."""

from __future__ import annotations

import re
from array import array
from dataclasses import asdict
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bornes
from bornes import Card, Rules
from bornes.bots import COMPILED_MODULES as BOT_ROOMS
from bornes.bots.heuristic import HAND_SET_WEIGHTS
from bornes.engine import COMPILED_MODULES
from bornes.engine.codes import COUP, MOVES, PASS, Phase
from bornes.game.moves import LegalMoves, parse
from tests.support.house_rules import EXPLORE, PRINTED, effort, random_rules, shuffled
from tests.support.plain import NAME, plain_bornes
from tests.support.walks import wander

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]


CONSTANT = re.compile(r'^    (?:const unsigned long long )?([A-Z]\w*) (?:= |")(-?\w+?)(?:ULL")?$', re.MULTILINE)
"""A number that a .pxd gives C as a constant: ``ROLL = 13`` in an enum, or ``ONE "1ULL"`` where it needs 64 bits."""


ANSWERS = (Card.D25, Card.GASOLINE, Card.ROLL, Card.RIGHT_OF_WAY, COUP, PASS)
"""Moves with which somebody may try to answer a hazard."""


class Build:
    """One of the two: its modules, and the rules in its own words."""

    def __init__(self, package: Any) -> None:
        self.package = package
        self.playout = package.engine.playout
        self.refusal = package.engine.referee.refusal
        self.answer_refusal = package.engine.referee.answer_refusal
        self.scoring = package.engine.scoring
        self.heuristic = self.module("bots.heuristic")
        self.search = self.module("bots.search")

    def module(self, name: str) -> Any:
        """One of its modules, by its name within the package."""
        return import_module(f"{self.package.__name__}.{name}")

    def rules(self, rules: Rules) -> Any:
        """The same rules as this build's own."""
        return self.package.Rules(**asdict(rules))

    def compiled(self, rules: Rules) -> Any:
        """The rules as this build's engine reads them."""
        return self.package.engine.compiled_rules.CompiledRules(self.rules(rules))

    def begin(self, rules: Rules, deck: list[int], first: int, stops: bool = False) -> Any:
        """A deal that keeps a journal, and stops in windows or not."""
        state = self.package.engine.state.State(self.compiled(rules))
        state.keeps_journal = True
        state.stops_in_windows = stops
        state.deal(deck, first)
        return state

    def all_there_is(self, state: Any) -> dict[str, Any]:
        """Whatever can be asked of a deal."""
        teams, seats = range(state.rules.teams), range(state.rules.players)
        return {
            "state": state.snapshot(),
            "copy": state.clone().snapshot(),
            "journal": state.happenings(),
            "legal": state.legal(),
            "unseen": [[state.unseen(seat, card) for card in Card] for seat in range(state.rules.players)],
            "refusals": [int(self.refusal(state, move)) for move in range(MOVES)],
            "answers": [(state.answers(seat), state.possible_answers(seat), state.may_answer(seat)) for seat in seats],
            "answers refused": [int(self.answer_refusal(state, seat, move)) for seat in seats for move in ANSWERS],
            "rows": [self.scoring.rows(state, team) for team in teams],
            "totals": [self.scoring.total(state, team) for team in teams],
        }


@cache
def builds() -> tuple[Build, Build]:
    """Compiled and plain."""
    return Build(bornes), Build(plain_bornes()[0])


@pytest.mark.parametrize("room", ["playout", "state"])
def test_the_constants_of_c_are_the_numbers_of_the_source(room: str) -> None:
    _, plain = builds()
    module = plain.module(f"engine.{room}")
    told = CONSTANT.findall(Path(str(module.__file__)).with_suffix(".pxd").read_text())
    assert {"DISCARD", "IS_OVER", "ONE"} <= {name for name, _ in told}
    assert {name: int(value, 0) for name, value in told} == {name: getattr(module, name) for name, _ in told}


def test_one_build_is_compiled_and_the_other_is_not() -> None:
    compiled, plain = (build.package for build in builds())
    assert compiled.COMPILED
    assert not plain.COMPILED
    for room in COMPILED_MODULES:
        assert not str(getattr(compiled.engine, room).__file__).endswith(".py")
        assert str(getattr(plain.engine, room).__file__).endswith(f"{room}.py")
        assert getattr(plain.engine, room).__name__ == f"{NAME}.engine.{room}"
    for room in BOT_ROOMS:
        one, other = (build.module(f"bots.{room}") for build in builds())
        assert not str(one.__file__).endswith(".py")
        assert str(other.__file__).endswith(f"{room}.py")


def test_the_plain_build_says_that_it_is_slow() -> None:
    package, warned = plain_bornes()
    assert [warning.category for warning in warned] == [package.engine.UncompiledWarning]


# --- The same deals ----------------------------------------------------------------------------------------


def compare_deals(rules: Rules, luck: Random) -> None:
    """One deal in both builds, compared before and after each move."""
    compiled, plain = builds()
    deck, first = [int(card) for card in shuffled(rules, luck)], luck.randrange(rules.players)
    stops = luck.random() < 0.5
    one, other = (build.begin(rules, deck, first, stops) for build in builds())
    while True:
        assert compiled.all_there_is(one) == plain.all_there_is(other)
        phase = Phase(one.phase)
        if phase is Phase.OVER:
            return
        if phase is Phase.CHANCE:
            order = luck.sample(one.discard_pile(), one.discarded)
            one.reshuffle(order)
            other.reshuffle(order)
        elif phase is Phase.WINDOW:
            one.ask_after(one.turn_seat)
            other.ask_after(other.turn_seat)
        else:
            move = parse(wander(luck, LegalMoves(one.legal(), phase).notation), phase)
            one.apply(move)
            other.apply(move)


@pytest.mark.parametrize("batch", range(4))
def test_every_form_is_played_alike(batch: int) -> None:
    for rules in PRINTED[batch::4]:
        for seed in range(effort(5)):
            compare_deals(rules, Random(f"{rules.edition} {rules.players} {seed} {EXPLORE}"))


@pytest.mark.parametrize("batch", range(4))
def test_house_rules_are_played_alike(batch: int) -> None:
    for seed in range(effort(16)):
        luck = Random(f"house {batch} {seed} {EXPLORE}")
        compare_deals(random_rules(luck), luck)


def test_a_record_of_one_build_is_read_by_the_other() -> None:
    compiled, plain = builds()
    for rules in PRINTED[::5]:
        luck = Random(f"record of {rules.edition}")
        game = compiled.package.Game(rules, seed=5)
        while not game.deal.over:
            game.play(wander(luck, game.deal.legal_moves.notation))
        twin = plain.package.Game.replay(game.record)
        assert twin.record == game.record
        assert [event.as_dict() for event in twin.deal.events] == [event.as_dict() for event in game.deal.events]


# --- The same luck -----------------------------------------------------------------------------------------


def test_both_generators_give_the_same_numbers() -> None:
    luck = Random(1)
    for seed, stream in [(0, 0), (7, 1), (2**64 - 1, 2**63), (luck.getrandbits(64), luck.getrandbits(63))]:
        one, other = (build.playout.Rng(seed, stream) for build in builds())
        for _ in range(200):
            n, moves = luck.randint(1, 2**32 - 1), luck.getrandbits(64) | 1 << luck.randrange(64)
            assert one.next() == other.next()
            assert one.below(n) == other.below(n)
            assert one.pick(moves) == other.pick(moves)


@pytest.mark.parametrize("batch", range(4))
def test_playouts_come_to_the_same_scores(batch: int) -> None:
    for number, rules in enumerate((*PRINTED[batch::4], random_rules(Random(batch)), random_rules(Random(-batch)))):
        # An idle table would go round until the cap, which plain Python takes its time for.
        rules = rules.replace(turn_cap=min(rules.turn_cap or 200, 200))
        one, other = (tables(build, rules, seed=100 * batch + number) for build in builds())
        assert one == other


def tables(build: Build, rules: Rules, seed: int) -> list[Any]:
    """Everything the module of playouts can play, for these rules."""
    playout, compiled = build.playout, build.compiled(rules)
    eager, anyhow = playout.Eager(), playout.Policy()
    deck = [int(card) for card in shuffled(rules, Random(seed))]
    begun = build.begin(rules, deck, first=seed % rules.players)
    return [
        playout.random_deals(compiled, 3, seed),
        playout.play_deals(compiled, [eager], 3, seed, first_deal=seed).tolist(),
        playout.play_deals(compiled, [anyhow, eager], 2, seed, fixed_first=True).tolist(),
        playout.play_on(begun, [eager], 3, seed).tolist(),
        playout.play_on(begun, [eager, anyhow], 2, seed, lanes=False).tolist(),
    ]


# --- The same players --------------------------------------------------------------------------------------


def brief(rules: Rules) -> Rules:
    """The same with fewer turns, for plain Python."""
    return rules.replace(turn_cap=min(rules.turn_cap or 150, 150))


def other_weights(luck: Random) -> dict[str, float]:
    """The weights set by hand, each changed by about a third."""
    return {name: value * luck.uniform(0.6, 1.4) for name, value in HAND_SET_WEIGHTS.items()}


def by_heuristic(build: Build, rules: Rules, seed: int) -> list[int]:
    """Deals between a player by hand-set weights and one with others, in lanes and out of them."""
    luck, playout, compiled = Random(seed), build.playout, build.compiled(rules)
    players = [build.heuristic.Heuristic(), build.heuristic.Heuristic(other_weights(luck))]
    table: list[int] = playout.play_deals(compiled, players, 2, seed).tolist()
    table += playout.play_deals(compiled, players[::-1], 2, seed, first_deal=seed, lanes=True).tolist()
    return table


@pytest.mark.parametrize("batch", range(4))
def test_rules_of_thumb_play_the_same_deals(batch: int) -> None:
    house = [random_rules(Random(f"heuristic {batch} {number} {EXPLORE}")) for number in range(effort(6))]
    for number, rules in enumerate((*PRINTED[batch::4], *house)):
        one, other = (by_heuristic(build, brief(rules), seed=10 * batch + number) for build in builds())
        assert one == other, rules


def worlds_of(build: Build, rules: Rules, seed: int) -> list[Any]:
    """Worlds that a seat thinks possible some moves into a deal, and how its first moves compare there."""
    luck, package = Random(seed), build.package
    deck = [package.Card(int(card)) for card in shuffled(rules, luck)]
    deal = package.Deal(build.rules(rules), deck, chance=lambda discards, _: luck.sample(discards, len(discards)))
    for _ in range(30):
        if not deal.over:
            deal.play(wander(luck, deal.legal_moves.notation))
    if deal.over:
        return []
    sampler, heuristic = deal.view(deal.seat).sampler(), build.heuristic.Heuristic()
    moves = [int(move) for move in deal.legal_moves][:3]
    aims = [
        build.search.PointsAim(),
        build.search.GameAim([4000] * rules.teams, 5000, array("i", range(100, 100 + 7 * rules.teams))),
    ]
    return [
        [sampler.world(seed, number).snapshot() for number in range(3)],
        [
            build.package.playouts(deal.view(viewer), 2, "rule-of-thumb", seed=seed).table.tolist()
            for viewer in (None, 0)
        ],
        [
            build.search.compare(build.search.MoveTester(sampler, [heuristic], seed), aim, moves, 3, 2).tolist()
            for aim in aims
        ],
        build.search.outcomes(build.search.MoveTester(sampler, [heuristic], seed), aims[1], moves, 2).tolist(),
        build.search.chances(build.search.MoveTester(deal.state, [heuristic], seed), aims[1], 2).tolist(),
        aims[1].chance(0, 50, seed),
        build.playout.deck_order(build.compiled(rules), seed, 3),
    ]


@pytest.mark.parametrize("batch", range(4))
def test_worlds_and_comparisons_come_out_the_same(batch: int) -> None:
    house = [random_rules(Random(f"worlds {batch} {number} {EXPLORE}")) for number in range(effort(3))]
    for number, rules in enumerate((*PRINTED[batch::4], *house)):
        one, other = (worlds_of(build, brief(rules), seed=10 * batch + number) for build in builds())
        assert one == other, rules
