"""What is played can be pickled, copied and deep-copied at any moment, and goes on as the original does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import bornes
from bornes.engine.playout import Eager, Rng, decide
from bornes.engine.state import State
from bornes.game.position import compile_rules
from tests.support.house_rules import PRINTED, shuffled

COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
WAYS = pytest.mark.parametrize("twin_of", COPIES.values(), ids=COPIES)


@WAYS
@pytest.mark.parametrize("lanes", [False, True], ids=["one pile", "lanes"])
def test_a_state_goes_on_as_its_twin_does(twin_of: Callable[[State], State], lanes: bool) -> None:
    for number, rules in enumerate(PRINTED):
        luck = Random(number)
        state = State(compile_rules(rules))
        state.keeps_journal = True
        state.deal(shuffled(rules, luck), 0, lanes)
        for _ in range(luck.randrange(40)):
            step(state)
        twin = twin_of(state)
        for _ in range(30):
            assert (twin.snapshot(), twin.happenings(), twin.legal()) == (
                state.snapshot(),
                state.happenings(),
                state.legal(),
            )
            step(state)
            step(twin)


def step(state: State) -> None:
    """Make one move, the same in the same state."""
    if state.phase == bornes.Phase.CHANCE:
        state.reshuffle(sorted(state.discard_pile()))
    elif state.legal():
        state.apply(decide(Eager(), state, Rng(state.turns)))


@WAYS
@pytest.mark.parametrize("edition", ["parker-1962", "asmodee"])
def test_a_game_goes_on_as_its_twin_does(twin_of: Callable[[bornes.Game], bornes.Game], edition: str) -> None:
    game = bornes.Game(edition, seed=7)
    for _ in range(25):
        game.play(min(game.deal.legal_moves))
    twin = twin_of(game)
    for one in (game, twin):
        while not one.deal.over:
            one.play(min(one.deal.legal_moves))
        if not one.over:
            one.next_deal()
    assert twin.record == game.record
    assert twin.deal.events == game.deal.events


@WAYS
def test_a_deal_and_its_views_go_their_own_way(twin_of: Callable[[Any], Any]) -> None:
    deal = bornes.Game("asmodee", 4, seed=3).deal
    view = deal.view(1)
    twins = twin_of(deal), twin_of(view)
    before = deal.state.snapshot(), list(deal.events), deal.moves
    for _ in range(20):
        twins[0].play(min(twins[0].legal_moves))
    twins[1].see(twins[0].events[len(before[1]) :])
    assert (deal.state.snapshot(), list(deal.events), deal.moves) == before
    assert view == deal.view(1) != twins[1] == twins[0].view(1)
    assert twins[1].sample(Random(1)).legal_moves == twins[0].view(1).sample(Random(1)).legal_moves


@WAYS
def test_a_placing_makes_the_same_worlds(twin_of: Callable[[Any], Any]) -> None:
    deal = bornes.Game("parker-1962", 3, seed=3).deal
    sampler = deal.view(deal.seat).sampler()
    sampler.doubt(1, 3, 0.25)
    twin = twin_of(sampler)
    assert [twin.world(1, n).snapshot() for n in range(20)] == [sampler.world(1, n).snapshot() for n in range(20)]


@WAYS
def test_a_generator_goes_on_in_the_middle_of_its_stream(twin_of: Callable[[Rng], Rng]) -> None:
    rng = Rng(5, 7)
    rng.next()
    twin = twin_of(rng)
    assert [twin.next() for _ in range(5)] == [rng.next() for _ in range(5)]


@WAYS
def test_compiled_rules_are_those_of_their_rules(twin_of: Callable[[Any], Any]) -> None:
    compiled = compile_rules(PRINTED[0])
    assert twin_of(compiled).source == compiled.source
