"""The doors of the engine: whatever Python hands in, it is taken, or refused with a reason; nothing is believed."""

from __future__ import annotations

import copyreg
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import repeat
from typing import Any, cast

import pytest

import bornes
from bornes.engine import argument_checks, playout, scoring
from bornes.engine.compiled_rules import CompiledRules
from bornes.engine.playout import Eager, Policy, Rng, SeatPolicies, deck_order, play_deals, play_on, random_deals
from bornes.engine.referee import refusal
from bornes.engine.restore import restore, unpickle
from bornes.engine.sampler import Sampler
from bornes.engine.state import State
from bornes.game.position import compile_rules
from tests.support.scenes import piles, rules_of, scene

FOUR = compile_rules(rules_of("parker-1962", 4))
DECK = deck_order(FOUR, 1, 1)
ODD: dict[str, Any] = {
    "nothing": None,
    "text": "0",
    "a truth": True,
    "a fraction": 1.0,
    "no number": math.nan,
    "a list": [0],
}
FAR: dict[str, int] = {"before the first": -1, "huge": 10**6, "64 bits": 2**63, "thirty digits": 10**30}


def dealt() -> State:
    """A deal that has just begun."""
    state = State(FOUR)
    state.deal(DECK, 0)
    return state


def by_seat(state: State) -> Iterator[Callable[[Any], Any]]:
    """All that is asked of a seat."""
    yield state.hand_of
    yield state.plays
    yield state.team_of
    yield lambda seat: state.count(seat, 0)
    yield lambda seat: state.unseen(seat, 0)


def by_team(state: State) -> Iterator[Callable[[Any], Any]]:
    """All that is asked of a team."""
    for name in ("top_of_battle", "owes_roll", "miles_driven", "live", "started", "rolling", "limited"):
        yield getattr(state, name)
    for name in ("own_plays", "hazards_on", "points", "safeties_shown", "coups_made"):
        yield getattr(state, name)
    yield lambda team: state.shows(team, 18)
    yield lambda team: scoring.total(state, team)
    yield lambda team: scoring.rows(state, team)


@pytest.mark.parametrize("far", FAR.values(), ids=FAR)
def test_there_are_so_many_seats_teams_and_cards_and_no_more(far: int) -> None:
    state = dealt()
    for ask in by_seat(state):
        with pytest.raises(ValueError, match=r"there is no seat .*; seats are 0 to 3"):
            ask(far)
    for ask in by_team(state):
        with pytest.raises(ValueError, match=r"there is no team .*; teams are 0 to 1"):
            ask(far)
    for ask in (
        lambda card: state.count(0, card),
        lambda card: state.unseen(0, card),
        lambda card: state.shows(0, card),
    ):
        with pytest.raises(ValueError, match=r"there is no card .*; cards are 0 to 18"):
            ask(far)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_seat_is_a_whole_number(odd: Any) -> None:
    state = dealt()
    for ask in (*by_seat(state), *by_team(state)):
        with pytest.raises(TypeError, match="is a whole number, not"):
            ask(odd)


def test_a_move_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = dealt()
    before, legal = state.snapshot(), state.legal()
    for move in range(64):
        if not legal >> move & 1:
            with pytest.raises(ValueError, match=f"move {move} is not legal here"):
                state.apply(move)
    for move in FAR.values():
        with pytest.raises(ValueError, match="there is no move"):
            state.apply(move)
    assert state.snapshot() == before


class Meddling(int):
    """A number that plays on, in the very state that it is handed to, when it is asked what it is."""

    def __new__(cls, value: int, state: State) -> Meddling:
        """Remember the state."""
        made = super().__new__(cls, value)
        made.state = state
        return made

    state: State

    def __index__(self) -> int:
        """Play on, and say what the number is."""
        legal = self.state.legal()
        self.state.apply((legal & -legal).bit_length() - 1)
        return int(self)


def test_a_move_is_judged_by_what_is_legal_when_it_is_made() -> None:
    state = dealt()
    for _ in range(20):
        legal = state.legal()
        with suppress(ValueError):
            state.apply(Meddling((legal & -legal).bit_length() - 1, state))
        hidden = sum(len(hand) for hand in state.snapshot()["hands"]) + state.left + state.discarded
        laid = sum(FOUR.deck.count(card) - state.unseen(0, card) - state.count(0, card) for card in range(19))
        assert hidden + laid - state.discarded == len(DECK)


def test_a_deck_has_the_cards_of_the_rules_in_some_order() -> None:
    state = State(FOUR)
    for deck in (DECK[:-1], [*DECK[1:], 0 if DECK[0] else 1], []):
        with pytest.raises(ValueError, match=r"the deck: \d+ of card \d+ are right, not \d+"):
            state.deal(deck, 0)
    for endless in (repeat(0), DECK * 2):
        with pytest.raises(ValueError, match="there are at most 106 cards, and these are more"):
            state.deal(endless, 0)
    with pytest.raises(ValueError, match="there is no card 19"):
        state.deal([19, *DECK[1:]], 0)
    with pytest.raises(ValueError, match="there is no seat 4"):
        state.deal(DECK, 4)


def test_discards_come_back_as_they_are_and_when_they_are_due() -> None:
    with pytest.raises(ValueError, match="no shuffle is due"):
        dealt().reshuffle([])
    state = scene(rules_of("asmodee"), hand="25", draw="", empty=True, phase=bornes.Phase.DRAW).state
    state.apply(62)
    right = state.discard_pile()
    for wrong in (right[1:], [*right, right[0]], [(right[0] + 1) % 19, *right[1:]]):
        with pytest.raises(ValueError, match="the discards: "):
            state.reshuffle(wrong)
    state.reshuffle(right)
    assert state.left == len(right) - 1


def test_nobody_is_asked_about_a_hazard_that_was_not_laid() -> None:
    with pytest.raises(ValueError, match="no hazard waits"):
        dealt().ask_after(0)


def test_a_deal_is_played_under_compiled_rules_and_those_are_made_from_rules() -> None:
    for wrong in (None, "parker-1962", rules_of("parker-1962")):
        with pytest.raises(TypeError, match="a deal is played by CompiledRules"):
            State(wrong)  # type: ignore[arg-type]
    for odd in (None, "parker-1962", FOUR):
        with pytest.raises(TypeError, match="CompiledRules are made from Rules"):
            CompiledRules(odd)  # type: ignore[arg-type]


@pytest.mark.compiled_only
def test_nothing_is_made_without_what_it_needs() -> None:
    for kind in (CompiledRules, State, SeatPolicies, Sampler):
        with pytest.raises(TypeError):
            kind.__new__(kind)
    with pytest.raises(TypeError):
        State.count(FOUR, 0, 0)  # type: ignore[arg-type]


def test_playouts_have_policies_and_a_number_within_reason() -> None:
    state = dealt()
    for n in (-1, 2**29, 2**31, 2**63):
        with pytest.raises(ValueError, match="n: must be from 0 to 10000000, not"):
            play_on(state, [Eager()], n, seed=1)
        with pytest.raises(ValueError, match="n: must be"):
            play_deals(FOUR, [Eager()], n, 1)
        with pytest.raises(ValueError, match="n: must be"):
            random_deals(FOUR, n, 1)
    with pytest.raises(ValueError, match="no policies"):
        play_on(state, iter(()), 1, seed=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is not a Policy"):
        play_on(state, [Eager(), None], 1, seed=1)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="first_deal: must be"):
        play_deals(FOUR, [Eager()], 1, 1, first_deal=2**61)
    assert len(play_on(state, [Eager()], 0, seed=1)) == 0


@pytest.mark.compiled_only
def test_none_is_neither_a_state_nor_rules() -> None:
    for call in (
        lambda: play_on(None, [Eager()], 1, 1),  # type: ignore[arg-type]
        lambda: play_deals(None, [Eager()], 1, 1),  # type: ignore[arg-type]
        lambda: scoring.total(None, 0),  # type: ignore[arg-type]
        lambda: refusal(None, 0),  # type: ignore[arg-type]
        lambda: restore(None, {}),  # type: ignore[arg-type]
        lambda: playout.decide(None, dealt(), Rng(0)),  # type: ignore[arg-type]
        lambda: playout.decide(Eager(), dealt(), None),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match="NoneType"):
            call()


@pytest.mark.compiled_only
def test_a_policy_in_python_is_refused_where_nobody_would_ask_it() -> None:
    class Mine(Policy):
        def choose(self, state: State, moves: int, rng: Rng) -> int:
            raise AssertionError("never asked")

    class Renamed(Eager):
        """Decides nothing by itself, so that the compiled Eager is asked."""

    assert play_on(dealt(), [Renamed()], 3, 1) == play_on(dealt(), [Eager()], 3, 1)
    for ask in (lambda: play_on(dealt(), [Mine()], 1, 1), lambda: playout.decide(Mine(), dealt(), Rng(0))):
        with pytest.raises(TypeError, match=r"Mine\.choose is Python, which the compiled engine never asks"):
            ask()


def test_there_is_nothing_to_decide_when_the_deal_is_over() -> None:
    state = dealt()
    while state.legal():
        state.apply(playout.decide(Eager(), state, Rng(1)))
    with pytest.raises(ValueError, match="nothing to decide"):
        playout.decide(Eager(), state, Rng(1))
    with pytest.raises(ValueError, match="no move to pick"):
        Rng(1).pick(0)
    with pytest.raises(ValueError, match="n: must be from 1"):
        Rng(1).below(0)


def test_who_is_to_play_without_cards_cannot_be_played_out() -> None:
    values = dealt().snapshot()
    values["hands"][0] = []
    state = restore(FOUR, values)
    with pytest.raises(ValueError, match="cannot be played on from here"):
        play_on(state, [Eager()], 1, seed=1)


WRONG: list[tuple[str, Any, str]] = [
    ("phase", 8, "phase: must be from 0 to 7, not 8"),
    ("seat", 4, "there is no seat 4"),
    ("turn_seat", -1, "there is no seat -1"),
    ("turns", 2**31 - 1, "turns: must be from 0"),
    ("turns", -5, "turns: must be from 0"),
    ("given", 90, "given: must be from 0 to 6, not 90"),
    ("owed", 80, "owed: must be from 0 to 6, not 80"),
    ("extended_by", 7, "extended_by: must be from -1 to 1, not 7"),
    ("target_team", 9, "target_team: must be from -1 to 1"),
    ("taken", 19, "taken: must be from -1 to 18"),
    ("hands", [[0] * 8, [], [], []], "hands: more than 7 cards"),
    ("hands", [[], [0] * 7, [], []], "hands: seat 1 holds 7 cards; 6 is the most there"),
    ("hands", [[], []], "hands: must be 4 values, not 2"),
    ("hands", [[19], [], [], []], "there is no card 19"),
    ("draw_pile", [0] * 107, "draw_pile: more than"),
    ("discards", [0] * 107, "discards: more than"),
    ("battle", [-1, 19], "battle: must be from -1 to 18, not 19"),
    ("safeties", [1, 0], "safeties: a set of safeties has only the bits 15 to 18, not 1"),
    ("miles", [0, 10**7], "miles: must be from 0"),
]


@pytest.mark.parametrize(("name", "value", "message"), WRONG, ids=[f"{name} {value}"[:30] for name, value, _ in WRONG])
def test_a_deal_is_restored_from_values_that_can_be_played_on_from(name: str, value: Any, message: str) -> None:
    values = dealt().snapshot() | {name: value}
    with pytest.raises(ValueError, match=message):
        restore(FOUR, values)
    with pytest.raises(ValueError, match=f"{name}: missing"):
        restore(FOUR, {key: kept for key, kept in values.items() if key != name})


def test_nobody_waits_for_an_answer_or_a_shuffle_that_cannot_come() -> None:
    drawn = {"hands": [[0] * 6] * 4, "draw_pile": []}
    for changed, message in (
        ({"phase": 3}, "hazard: nothing waits for an answer"),
        ({"phase": 3, "hazard": 4, "target_team": 1}, "hazard: nothing waits for an answer"),
        ({"phase": 7}, "hazard: nothing waits for an answer in the phase window"),
        ({"phase": 7, "hazard": 5}, "hazard: nothing waits for an answer in the phase window"),
        ({"phase": 5, "hands": [[]] * 4}, "discards: a shuffle is due"),
        ({"phase": 5, "discards": [0], "hands": [[]] * 4}, "owed: a shuffle is due"),
        ({"phase": 5, "discards": [0], "owed": 1, "drawer": 1, "hands": [[]] * 4}, "owed: a shuffle is due"),
    ):
        with pytest.raises(ValueError, match=message):
            restore(FOUR, dealt().snapshot() | drawn | changed)


def test_lanes_are_laid_again_only_where_they_hold_the_draw_pile() -> None:
    state = State(FOUR)
    state.deal(DECK, 0, True)
    compiled, values, pile, lanes, keeps, journal, _ = taken_apart(state)
    for wrong in ([lanes[0]] * 4, lanes[1:], [place + 4 for place in lanes], [-1, *lanes[1:]]):
        with pytest.raises(ValueError, match="lanes: "):
            unpickle(compiled, values, pile, wrong, keeps, journal)
    with pytest.raises(ValueError, match="journal: must be 64 lines of four numbers at most"):
        unpickle(compiled, values, pile, lanes, keeps, [(0, 0, 0, 0)] * 65)
    assert unpickle(compiled, values, pile, lanes, keeps, journal).snapshot() == state.snapshot()


def taken_apart(state: State) -> tuple[Any, ...]:
    """What pickle keeps of a deal."""
    _, parts = cast(tuple[Any, tuple[Any, ...]], copyreg.dispatch_table[State](state))
    return parts


def scenarios(pools: list[list[int]], slots: list[list[int]], weight: Any = 1.0) -> list[Any]:
    """One scenario, as the engine takes it."""
    return [(weight, [bytes(pool) for pool in pools], [bytes(row) for row in slots])]


def test_hidden_cards_are_placed_where_there_is_room_for_them() -> None:
    values = dealt().snapshot()
    values["hands"][1:] = [[], [], []]
    values["draw_pile"] = []
    state = restore(FOUR, values)
    pool = [FOUR.deck.count(kind) - values["hands"][0].count(kind) for kind in range(19)]
    right = scenarios([pool], [[0], [6], [6], [6]])
    assert len(Sampler(state, right).world(1, 1).hand_of(1)) == 6
    for wrong, message in (
        (scenarios([pool], [[0], [7], [6], [6]]), "a scenario gives seat 1 7 cards; 6 is the most there"),
        (scenarios([[1] * 3], [[0], [1], [1], [1]]), "a scenario has a row of 19 kinds"),
        (scenarios([pool], [[0], [6]]), "a scenario has a row of 19 kinds"),
        (scenarios([[0] * 19], [[0], [6], [6], [6]]), "hands of more cards than its pools"),
        (scenarios([[9] * 19], [[0], [6], [6], [6]]), "pools of more than the deck"),
        (scenarios([[5] * 19], [[0], [6], [6], [6]]), "a scenario has more of card 4 than the deck"),
        (scenarios([pool], [[0], [6], [6], [6]], math.nan), "the weight of a scenario"),
        ([], "no scenarios"),
    ):
        with pytest.raises(ValueError, match=message):
            Sampler(state, wrong)
    with pytest.raises(TypeError, match="a sampler begins from a State, not from NoneType"):
        Sampler(None, right)  # type: ignore[arg-type]
    sampler = Sampler(state, right)
    for seat, kind, belief, message in (
        (4, 0, 0.5, "there is no seat 4"),
        (0, 19, 0.5, "there is no card 19"),
        (0, 0, 2.0, "belief: must be from 0 to 1, not 2.0"),
    ):
        with pytest.raises(ValueError, match=message):
            sampler.doubt(seat, kind, belief)
    values["hands"][0] = []
    with pytest.raises(ValueError, match="a scenario gives seat 0 no card"):
        Sampler(restore(FOUR, values), right)


def test_a_number_of_many_digits_is_not_printed() -> None:
    with pytest.raises(ValueError, match="a number of more than twenty digits"):
        argument_checks.check_integer("n", 10**5000, 0, 9)
    assert argument_checks.low_64_bits("seed", -1) == 2**64 - 1
    rng = Rng(1)
    rng.seed(2**64 + 5, 7)
    assert rng.next() == Rng(5, 7).next()
    for call in (lambda: argument_checks.low_64_bits("seed", 1.5), lambda: Rng(1.5), lambda: rng.seed(1.5, 0)):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="seed: must be a whole number, not float"):
            call()


def test_a_seat_of_a_deal_is_one_that_there_is() -> None:
    deal = scene(rules_of("parker-1962"), hand="roll", tables={1: piles("roll")})
    for ask in (deal.hand, deal.view):
        for seat in (-1, 2, 10**6):
            with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0 to 1"):
                ask(seat)
