"""What a seat is told in numbers is what it may know; and thousands of deals at once are the same deals."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bornes import Card, Deal, Phase, Rules, View, edition
from bornes.bots.heuristic import Heuristic
from bornes.bots.weights import tuned_policy
from bornes.engine.codes import MOVES
from bornes.engine.playout import Eager, Policy, Rng, decide, play_deals
from bornes.game.position import compile_rules
from bornes.lab.envs import observation
from bornes.lab.envs.batch import ABANDON_DEAL, DealBatch
from bornes.lab.envs.features import ACTIONS, FEATURES, SIZE, SLICES, rule_numbers, split, units
from tests.support.house_rules import EXPLORE, PRINTED, effort, random_rules
from tests.support.plain import plain_module
from tests.support.walks import moments

TWO = edition("parker-1962").rules(2)
Row = NDArray[np.int32]


def look(deal: Deal, seat: int) -> Row:
    """What a seat is told, over whatever was written there before."""
    row = np.full(SIZE + 8, 77, np.int32)
    assert observation.observe(deal.state, seat, row) == SIZE
    assert (row[SIZE:] == 77).all()
    return row[:SIZE]


def mask_of(deal: Deal, seat: int) -> NDArray[np.int8]:
    """What a seat is told that it may do."""
    mask = np.full(ACTIONS + 8, 77, np.int8)
    observation.mask(deal.state, seat, mask, 0)
    assert (mask[ACTIONS:] == 77).all()
    return mask[:ACTIONS]


def all_rules(story: str, house: int) -> list[tuple[Rules, Random]]:
    """Every printed form and some house rules, each with luck of its own."""
    lucks = [Random(f"{story} {number} {EXPLORE}") for number in range(len(PRINTED) + effort(house))]
    printed = list(zip(PRINTED, lucks, strict=False))
    return printed + [(random_rules(luck), luck) for luck in lucks[len(PRINTED) :]]


# --- What the numbers mean ---------------------------------------------------------------------------------


def flags(size: int, *ones: int | None) -> list[int]:
    """Nothing but 0, and 1 where something is."""
    return [int(number in ones) for number in range(size)]


def expected(view: View) -> dict[str, Any]:
    """The features as a view would have them: written down from what it says, in another way than the encoder's."""
    rules, me, own = view.rules, view.viewer, view.team
    assert me is not None
    assert own is not None
    teams = [(own + seen) % rules.teams for seen in range(rules.teams)]
    tables = [view.tables[team] for team in teams]
    seats = [(me + step) % rules.players for step in range(rules.players)]
    empty = [0] * (4 - rules.teams)
    seen = [*view.hand, *view.discards, *(card for table in tables for card in table.cards)]
    tops = [table.battle[-1] if table.battle else None for table in tables]
    speeds = [table.speed[-1] if table.speed else None for table in tables]
    window, battle_kinds = view.window, (5, 6, 7, 8, 10, 11, 12, 13)
    under = None
    if window is not None:
        pile = view.tables[window.target]
        below = (pile.speed if window.hazard is Card.SPEED_LIMIT else pile.battle)[:-1]
        under = below[-1] - 5 if below else None
    points = [
        table.miles + rules.safety_points * len(table.safeties) + rules.coup_fourre_points * len(table.coups)
        for table in tables
    ]
    return {
        "hand": [view.hand.count(card) for card in Card],
        "unseen": [rules.deck[card] - seen.count(card) for card in Card],
        "discards": [view.discards.count(card) for card in Card],
        "top_discard": flags(19, view.discards[-1] if view.discards else None),
        "battle": [[int(top == kind) for kind in battle_kinds] for top in tops] + [[0] * 8] * len(empty),
        "speed": [[int(top == kind) for kind in (9, 14)] for top in speeds] + [[0] * 2] * len(empty),
        "safeties": [[int(Card(kind) in table.safeties) for kind in range(15, 19)] for table in tables]
        + [[0] * 4] * len(empty),
        "coups": [[int(Card(kind) in table.coups) for kind in range(15, 19)] for table in tables]
        + [[0] * 4] * len(empty),
        "miles": [table.miles for table in tables] + empty,
        "laid_200s": [table.distances.count(Card.D200) for table in tables] + empty,
        "points": points + empty,
        "totals": [0] * 4,
        "teams": flags(4, *range(rules.teams)),
        "seats": flags(8, *range(rules.players)),
        "hand_sizes": [view.hand_sizes[seat] for seat in seats] + [0] * (8 - rules.players),
        "turn": flags(8, seats.index(view.turn)),
        "decides": flags(8, None if view.seat is None else seats.index(view.seat)),
        "phase": flags(7, view.phase),
        "draw_pile": [view.draw_pile_size],
        "turns": [view.turns],
        "extra": [int(view.extra)],
        "taken": flags(19, view.taken),
        "given": [view.given],
        "window_hazard": flags(5, None if window is None else window.hazard - 5),
        "window_target": flags(4, None if window is None else teams.index(window.target)),
        "window_under": flags(10, under),
        "goal": [view.target],
        "extended_by": flags(4, None if view.extended_by is None else teams.index(view.extended_by)),
    }


def test_every_feature_says_what_the_view_says() -> None:
    """Of every seat, whoever decides, at moments of deals by all rulebooks and by none."""
    for rules, luck in all_rules("features", 12):
        for deal in moments(rules, luck, 25):
            for seat in range(rules.players):
                told = {name: feature.tolist() for name, feature in split(look(deal, seat)).items()}
                road = told.pop("road")
                assert told == expected(deal.view(seat))
                state, own = deal.state, rules.team_of(seat)
                for seen, bars in enumerate(road):
                    team = (own + seen) % rules.teams
                    known = [state.started, state.rolling, state.live, state.limited, state.owes_roll]
                    assert bars == ([int(ask(team)) for ask in known] if seen < rules.teams else [0] * 5)


def test_no_number_is_out_of_bounds_and_the_features_cover_the_row() -> None:
    high = np.concatenate([np.full(feature.size, feature.high) for feature in FEATURES])
    assert len(high) == SIZE == len(units())
    assert list(SLICES) == [feature.name for feature in FEATURES]
    for rules, luck in all_rules("bounds", 30):
        for deal in moments(rules, luck, 20):
            row = look(deal, luck.randrange(rules.players))
            assert (row >= 0).all()
            assert (row <= high).all()


def test_an_end_can_be_looked_at_too() -> None:
    deal = Deal(TWO.replace(turn_cap=1), [Card(card) for card in sorted(compile_rules(TWO).deck)])
    deal.play(next(iter(deal.legal_moves)))
    features = split(look(deal, 0))
    assert features["phase"].tolist() == flags(7, Phase.OVER)
    assert not features["decides"].any()
    assert not mask_of(deal, 0).any()


def test_a_window_that_a_deal_stops_in_looks_as_one_in_which_somebody_else_is_asked() -> None:
    deck, luck = [Card(card) for card in sorted(compile_rules(TWO).deck)], Random(1)
    deal = Deal(TWO, luck.sample(deck, len(deck)), stops_in_windows=True)
    while deal.phase is not Phase.WINDOW:
        deal.play(luck.choice(list(deal.legal_moves)))
    for seat in range(2):
        features = split(look(deal, seat))
        assert features["phase"].tolist() == flags(7, Phase.REACT)
        assert not features["decides"].any()
        assert features["window_hazard"].any()
        assert not mask_of(deal, seat).any()


def test_the_rules_can_be_told_in_numbers() -> None:
    one, other = (rule_numbers(rules) for rules in (TWO, TWO.replace(hand_size=5, overshoot="reject")))
    assert one["deck"].tolist() == list(TWO.deck)
    assert (one["rules"] != other["rules"]).sum() == 2


# --- What is hidden ----------------------------------------------------------------------------------------


def test_in_worlds_that_look_alike_every_byte_is_the_same() -> None:
    """Hidden cards are swapped; in an open window only where the swap leaves the same seat with an answer."""
    swapped = 0
    for rules, luck in all_rules("swapped", 12):
        for deal in islice(moments(rules, luck, 25), 3):
            if deal.phase is Phase.CHANCE:
                continue
            for seat in {deal.state.seat, luck.randrange(rules.players)}:
                world = deal.view(seat).sample(luck)
                if world.phase is not deal.phase:
                    continue
                swapped += world.state.snapshot()["hands"] != deal.state.snapshot()["hands"]
                assert look(world, seat).tobytes() == look(deal, seat).tobytes()
                if deal.seat in (seat, world.seat):
                    assert mask_of(world, seat).tobytes() == mask_of(deal, seat).tobytes()
    assert swapped > 20


# --- Actions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_actions_name_teams_as_the_mover_counts_them(teams: int) -> None:
    for team in range(teams):
        there = [observation.to_action(move, team, teams) for move in range(MOVES)]
        assert sorted(there) == list(range(MOVES))
        assert [observation.to_move(action, team, teams) for action in there] == list(range(MOVES))
        assert (
            observation.to_action(19 + 5 * ((team + 1) % teams), team, teams) == 24
        )  # out of gas for the left neighbour


def test_the_mask_holds_the_legal_moves_and_nothing_for_others() -> None:
    for rules, luck in all_rules("mask", 10):
        for deal in moments(rules, luck, 15):
            for seat in range(rules.players):
                legal = deal.legal_moves if deal.seat == seat else ()
                actions = sorted(observation.to_action(move, rules.team_of(seat), rules.teams) for move in legal)
                assert np.flatnonzero(mask_of(deal, seat)).tolist() == actions


# --- Many deals at once ------------------------------------------------------------------------------------


def lowest(batch: DealBatch) -> Any:
    """The first legal action of each deal."""
    return np.argmax(batch.masks, axis=1)


def any_legal(batch: DealBatch, luck: np.random.Generator) -> Any:
    """Any legal action of each deal."""
    return np.argmax(luck.random(batch.masks.shape) * batch.masks, axis=1)


def copied(batch: DealBatch, policy: Policy) -> list[int]:
    """What a policy that leaves nothing to luck would do in the learner's place."""
    teams = batch.rules.teams
    return [
        observation.to_action(decide(policy, batch.state(row), Rng(0)), int(seat) % teams, teams)
        for row, seat in enumerate(batch.seat)
    ]


def first_scores(batch: DealBatch, policy: Policy) -> list[list[int]]:
    """The scores of the first deal of each row, the learner playing by a policy."""
    scores: dict[int, list[int]] = {}
    while len(scores) < batch.n:
        batch.step(copied(batch, policy))
        for row in np.flatnonzero(batch.done):
            scores.setdefault(int(row), batch.scores[row].tolist())
    return [scores[row] for row in range(batch.n)]


@pytest.mark.parametrize("rules", PRINTED, ids=lambda rules: f"{rules.edition}-{rules.players}")
def test_a_learner_that_plays_as_the_mechanic_makes_the_mechanics_points(rules: Rules) -> None:
    """To the point, deal by deal: the luck of a batch is that of ``play_deals``."""
    rules = rules.replace(turn_cap=min(rules.turn_cap or 200, 200))
    tuned, n, seat = tuned_policy(rules), effort(8), rules.players - 1
    batch = DealBatch(rules, n, "sunday-driver", seats=[seat], seed=9)
    policies: list[Policy] = [Eager()] * rules.players
    policies[seat] = tuned
    table = play_deals(compile_rules(rules), policies, n, 9).tolist()
    width = rules.teams + 4
    assert first_scores(batch, tuned) == [table[at : at + rules.teams] for at in range(0, n * width, width)]


def test_later_deals_have_other_luck_and_another_starter() -> None:
    batch = DealBatch(TWO, 1, "sunday-driver", seed=3)
    starts = []
    for _ in range(6):
        starts.append((int(split(batch.observations[0])["turns"][0]), split(batch.observations[0])["hand"].tolist()))
        batch.step(lowest(batch))
        while not batch.done[0]:
            batch.step(lowest(batch))
    assert {turns for turns, _ in starts} >= {1, 2}
    assert len({tuple(hand) for _, hand in starts}) == 6


def test_how_many_deals_there_are_changes_none_of_them() -> None:
    few, many = (DealBatch(TWO, n, "tuned", seed=5) for n in (3, 8))
    for _ in range(150):
        assert (few.observations == many.observations[:3]).all()
        assert (few.masks == many.masks[:3]).all()
        few.step(lowest(few))
        many.step(lowest(many))
        assert (few.rewards == many.rewards[:3]).all()
        assert (few.done == many.done[:3]).all()


def test_a_seed_gives_the_same_deals_again() -> None:
    batch, twin, other = (DealBatch(TWO, 4, "sunday-driver", seed=seed) for seed in (7, 7, 8))
    start = batch.observations.copy()
    assert (twin.observations == start).all()
    assert (other.observations != start).any()
    for _ in range(30):
        batch.step(lowest(batch))
        twin.step(lowest(twin))
        assert (batch.observations == twin.observations).all()
    batch.reset()
    assert (batch.observations == start).all()
    batch.reset(8)
    assert (batch.observations == other.observations).all()


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    batch, twin = (DealBatch(TWO, 6, "sunday-driver", seed=1) for _ in range(2))
    actions = lowest(batch)
    actions[4] = int(np.argmin(batch.masks[4]))
    with pytest.raises(ValueError, match=rf"{actions[4]} is not legal in deal 4"):
        batch.step(actions)
    for wrong in (64, -2):
        actions[4] = wrong
        with pytest.raises(ValueError, match=rf"{wrong} is not legal in deal 4"):
            batch.step(actions)
    for unfit in ([0, 1], np.zeros(6)):
        with pytest.raises(ValueError, match="6 whole numbers"):
            batch.step(unfit)
    batch.step(lowest(batch))
    twin.step(lowest(twin))
    assert (batch.observations == twin.observations).all()


@pytest.mark.parametrize("rules", PRINTED[::3], ids=lambda rules: f"{rules.edition}-{rules.players}")
def test_against_itself_every_seat_is_asked_and_paid(rules: Rules) -> None:
    rules = rules.replace(turn_cap=40)
    batch, luck = DealBatch(rules, 3, seed=2), np.random.default_rng(1)
    asked, ended = set(), 0
    for _ in range(250):
        asked |= set(batch.seat.tolist())
        batch.step(any_legal(batch, luck))
        for row in range(batch.n):
            scores = batch.scores[row]
            for seat in range(rules.players):
                own = scores[rules.team_of(seat)]
                others = (scores.sum() - own) / (rules.teams - 1)
                assert batch.rewards[row, seat] == pytest.approx(own - others)
            assert batch.done[row] or not scores.any()
        ended += int(batch.done.sum())
    assert asked == set(range(rules.players)) == set(batch.seats)
    assert ended


def test_the_end_of_a_deal_is_shown_beside_the_beginning_of_the_next() -> None:
    batch = DealBatch(TWO, 1, "sunday-driver", seed=6)
    while not batch.done[0]:
        batch.step(lowest(batch))
    assert split(batch.finals[0])["phase"].tolist() == flags(7, Phase.OVER)
    now = split(batch.observations[0])
    assert not now["miles"][0]
    assert int(now["turns"][0]) <= 2


def test_a_deal_can_be_given_up() -> None:
    batch = DealBatch(TWO, 2, "sunday-driver", seed=6)
    before = batch.observations.copy()
    batch.step([ABANDON_DEAL, int(lowest(batch)[1])])
    assert batch.done.tolist() == [True, False]
    assert not batch.rewards.any()
    assert (batch.finals[0] == before[0]).all()
    assert (split(batch.observations[0])["hand"] != split(before[0])["hand"]).any()


def test_partners_can_be_one_learner() -> None:
    rules = edition("parker-1962").rules(4)
    batch, luck = DealBatch(rules, 4, "rule-of-thumb", seats=(0, 2), seed=1), np.random.default_rng(1)
    asked = set()
    for _ in range(60):
        asked |= set(batch.seat.tolist())
        batch.step(any_legal(batch, luck))
    assert asked == {0, 2} == set(batch.seats)


def test_what_others_read_they_cannot_write() -> None:
    batch = DealBatch(TWO, 1)
    for array in (batch.observations, batch.masks, batch.rewards, batch.done):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n": 0}, "n: must be from 1"),
        ({"opponents": "champion"}, "not a compiled policy"),
        ({"opponents": "sunday-drivr"}, "did you mean sunday-driver"),
        ({"opponents": "tuned", "seats": [2]}, "some of 0 to 1"),
        ({"opponents": "tuned", "seats": []}, "some of 0 to 1"),
        ({"opponents": ["tuned"]}, "one for each seat"),
        ({"opponents": ["tuned", "tuned"]}, "None for the learner's"),
        ({"opponents": ["tuned", None], "seats": [1]}, "None among them says"),
        ({"seats": [0]}, "every seat is the learner's"),
    ],
)
def test_what_cannot_be_is_said(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        DealBatch(**{"rules": TWO, "n": 1, **given})


def test_deals_without_a_decision_for_the_learner_are_skipped() -> None:
    batch = DealBatch(TWO.replace(turn_cap=1), 4, "sunday-driver", seed=1)
    for _ in range(5):
        assert (split(batch.observations)["turns"] == 1).all()
        batch.step(lowest(batch))
        assert batch.done.all()


def test_rules_that_never_ask_are_refused() -> None:
    deck = (12, 0, *TWO.deck[2:15], 0, 0, 0, 0)
    short = tuple(12 if kind == 0 else 0 for kind in range(len(deck)))
    rules = TWO.replace(deck=short, empty_draw_pile="stop")
    with pytest.raises(ValueError, match="never asked"):
        DealBatch(rules, 2, "sunday-driver")


# --- Both builds -------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@pytest.mark.parametrize("rules", PRINTED[::5], ids=lambda rules: f"{rules.edition}-{rules.players}")
def test_compiled_and_plain_batches_see_the_same(rules: Rules) -> None:
    plain: Any = plain_module("lab.envs.batch")
    assert str(plain_module("lab.envs.batch_slot").__file__).endswith("batch_slot.py")
    own = plain_module("rules").Rules(**asdict(rules))
    for opponents in (None, "rule-of-thumb"):
        one, other = DealBatch(rules, 2, opponents, seed=4), plain.DealBatch(own, 2, opponents, seed=4)
        luck = np.random.default_rng(2)
        for _ in range(120):
            for name in ("observations", "masks", "seat", "done", "rewards", "scores"):
                assert (getattr(one, name) == getattr(other, name)).all(), name
            actions = any_legal(one, luck)
            one.step(actions)
            other.step(actions)


def test_thumb_is_a_policy_that_leaves_nothing_to_luck() -> None:
    """Which the test with the mechanic stands on."""
    batch = DealBatch(TWO, 3, Heuristic(), seed=1)
    assert copied(batch, Heuristic()) == copied(batch, Heuristic())
