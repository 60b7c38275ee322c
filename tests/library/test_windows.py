"""A deal that stops in a window until it is told to go on, and who could answer there."""

from __future__ import annotations

from random import Random

import pytest

from bornes import Deal, Game, Move, Phase, Rules
from bornes.engine.codes import PASS
from bornes.record import write
from tests.support.house_rules import PRINTED, effort, random_rules

RULES = [*PRINTED, *(random_rules(Random(f"windows {number}")) for number in range(effort(60)))]


class Seen:
    """What the tests on random deals came across, so that none of them passes for want of a window."""

    windows = answered = passed = both = nobody = 0


def play_beside(rules: Rules, seed: int, moves: int = 200) -> tuple[Game, Game]:
    """Play the same decisions in a game that stops in windows and in an ordinary one; return both."""
    luck = Random(seed)
    ordinary, stopping = Game(rules, seed=seed), Game(rules, seed=seed, stops_in_windows=True)
    while not ordinary.over and len(ordinary.deal.moves) < moves:
        if ordinary.deal.over:
            ordinary.next_deal()
            stopping.next_deal()
            continue
        move = luck.choice(list(ordinary.deal.legal_moves))
        ordinary.play(move)
        stopping.play(move)
        if stopping.deal.phase is Phase.WINDOW:
            answer_beside(ordinary.deal, stopping.deal, luck)
    return ordinary, stopping


def answer_beside(ordinary: Deal, stopping: Deal, luck: Random) -> None:
    """Let at most one of those who can answer a hazard, and everybody else pass, in both deals."""
    players = range(stopping.rules.players)
    holders = [seat for seat in players if len(stopping.answers(seat)) > 1]
    Seen.windows += 1
    Seen.nobody += not holders
    Seen.both += len(holders) > 1
    assert set(holders) <= set(stopping.answerers)
    chosen = luck.choice([*holders, None])
    answer = None if chosen is None else luck.choice([move for move in stopping.answers(chosen) if move != PASS])
    while ordinary.phase is Phase.REACT:
        seat = ordinary.seat
        assert seat is not None
        assert ordinary.legal_moves == ordinary.answers(seat) == stopping.answers(seat)
        Seen.answered += seat == chosen
        Seen.passed += seat != chosen
        ordinary.play(answer if answer is not None and seat == chosen else Move(PASS))
    stopping.close_window(chosen, answer)


@pytest.mark.parametrize("number", range(len(RULES)))
def test_a_deal_that_stops_tells_the_very_record_of_one_that_does_not(number: int) -> None:
    ordinary, stopping = play_beside(RULES[number], number)
    assert write(stopping) == write(ordinary)
    for one, other in zip(stopping.deals, ordinary.deals, strict=True):
        assert one.events == other.events
        assert one.moves == other.moves
        assert one.state.snapshot() == other.state.snapshot()


def test_those_deals_came_across_every_kind_of_window() -> None:
    for number, rules in enumerate(PRINTED):
        play_beside(rules, number)
    assert min(Seen.windows, Seen.answered, Seen.passed, Seen.both, Seen.nobody) > 0
