"""Servers that lie, and what the Python client, its verdict and `bornes verify` say; honest ones are never accused.

`tests/support/lies.py` has the lies that the page is tested with, too.  Those here are consistent in themselves: a
server that really stacks the deck, deals from other seeds or rewrites a game.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from unittest import mock

import pytest

from bornes import Card, Game, Rules
from bornes.client import observations
from bornes.client.observations import MAX_DEALS, encode_observations
from bornes.game import deal
from bornes.game.fair import Seeds, cut
from bornes.game.fairness_proof import ShuffleWeakness, proofs
from bornes.game.observed_deal import ProofFault, check_shuffle
from bornes.game.shuffle import Chance, shuffled_deck
from bornes.tables import table
from tests.support.house_rules import effort
from tests.support.lies import (
    HONEST,
    LIES,
    TWO,
    as_state,
    away_for_whole_deals,
    begun,
    honest,
    other_game,
    whole_deals,
)
from tests.support.observed_tables import Story, Values, edit, events, messages
from tests.support.python_clients import REFUSED, Judged, follow, judge

LONG = TWO.replace(turn_cap=200, empty_draw_pile="reshuffle")


def test_an_honest_game_is_kept() -> None:
    found = judge(honest())
    assert (found.verdict, found.noticed, found.refused, found.reasons) == ("kept", [], [], [])


def judged_rightly(story: Values, verdict: str, reason: str) -> bool:
    """Say whether a lie is named, or refused as something that cannot be true."""
    found = judge(story)
    return (found.verdict == verdict and reason in found.reasons) or bool(found.refused)


@pytest.mark.parametrize("name", LIES)
def test_lies_are_named_or_refused(name: str) -> None:
    tell, verdict, reason = LIES[name]
    story = honest()
    tell(story)
    assert judged_rightly(story, verdict, reason), judge(story)


def test_honest_deals_are_kept_in_every_form_of_every_edition() -> None:
    for story in whole_deals(range(effort(3))):
        found = judge(story)
        assert (found.verdict, found.reasons, found.refused) == ("kept", [], []), story["table"]["edition"]


AT_ONCE = {
    "a table names other house rules than its rules have": "other-rules",
    "a table of an unknown scheme": "unknown-scheme",
    "a table without a scheme": "unknown-scheme",
}
"""Lies in the first state of a table that are not left for the record to tell."""


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_state_that_contradicts_itself_is_noticed_at_once(name: str) -> None:
    story = honest()
    LIES[name][0](story)
    found = judge(story)
    assert (set(found.noticed), found.refused) == ({AT_ONCE[name]}, [])


@pytest.mark.parametrize("story", HONEST, ids=lambda story: story.__name__)
def test_honest_games_are_never_accused(story: Callable[[], Values]) -> None:
    found = judge(story())
    assert (found.noticed, found.faults, found.refused) == ([], [], [])
    assert set(found.weaknesses) == HONEST[story]
    assert found.verdict == ("weak" if HONEST[story] else "kept")


def test_a_deal_is_played_again_once() -> None:
    """A hostile server could reveal its secret thousands of times in one message."""
    story = honest()
    (revealed,) = events(story, "ShuffleRevealed")[:1]
    message = next(one for one in messages(story) if revealed in one.get("events", ()))
    message["events"] += [dict(revealed, server_seed=revealed["server_seed"].upper()) for _ in range(1000)]
    with mock.patch.object(observations, "check_shuffle", wraps=check_shuffle) as check:
        assert judge(story).noticed == []
    assert check.call_count == 2


# -- a server that stacks the deck -----------------------------------------------------------------------------------

Deck = list[Card]


def stacked(
    rules: Rules, stack: Callable[[Deck], object], reshuffle: Callable[[Deck], object] = lambda deck: None
) -> Values:
    """Play two deals on a server that keeps every promise but deals other cards than the seeds give."""

    def dealt(rules: Rules, seeds: Seeds, number: int) -> tuple[tuple[Card, ...], Chance]:
        order, chance = shuffled_deck(rules, seeds, number)
        deck = list(order)
        stack(deck)

        def again(discards: Sequence[Card], number: int) -> Sequence[Card]:
            pile = list(chance(discards, number))
            reshuffle(pile)
            return pile

        return tuple(deck), again

    with mock.patch.object(deal, "shuffled_deck", dealt):
        story = Story(rules, "pp").deals(2).told()
    story["record"] = honest()["record"]
    return story


def swap_hands(deck: Deck) -> None:
    """Exchange the two hands."""
    for at in range(0, 12, 2):
        deck[at], deck[at + 1] = deck[at + 1], deck[at]


def stack_the_opponent(first: int) -> Callable[[Deck], None]:
    """Return what takes cards for the opponent's hand from the bottom, and leaves the viewer's cards alone."""

    def stack(deck: Deck) -> None:
        for at in range(12):
            if at % 2 != first:
                deck[at], deck[-1 - at] = deck[-1 - at], deck[at]

    return stack


def turn_draw_pile(deck: Deck) -> None:
    deck[12:] = reversed(deck[12:])


STACKED: dict[str, tuple[Callable[[], Values], set[str]]] = {
    "the hands are exchanged": (lambda: stacked(TWO, swap_hands), {"other-hand"}),
    "the deck is sorted": (lambda: stacked(TWO, lambda deck: deck.sort()), {"other-hand"}),
    "the opponent has other cards": (lambda: stacked(TWO, stack_the_opponent(0)), {"other-move", "other-hand"}),
    "the other opponent has other cards": (lambda: stacked(TWO, stack_the_opponent(1)), {"other-move", "other-hand"}),
    "the draw pile is turned over": (lambda: stacked(TWO, turn_draw_pile), {"other-draw", "other-move"}),
    "a reshuffle is stacked": (
        lambda: stacked(LONG, lambda deck: None, lambda deck: deck.reverse()),
        {"other-draw", "other-move"},
    ),
}


@pytest.mark.parametrize("name", STACKED)
def test_a_stacked_deck_is_noticed_when_the_secret_is_revealed(name: str) -> None:
    """Before there is any record, and although every seed and every promise is kept."""
    play, faults = STACKED[name]
    found = judge(play())
    assert set(found.noticed) & faults, found
    assert set(found.noticed) <= faults, found
    assert found.verdict == "broken"


@pytest.mark.parametrize("name", STACKED)
def test_a_stacked_deck_whose_beginning_comes_as_a_state_is_noticed(name: str) -> None:
    story = STACKED[name][0]()
    for at, state in story["states"].items():
        story["steps"][int(at)][1] = state
    assert set(judge(story).noticed) & STACKED[name][1]


# -- a server that rewrites a game -----------------------------------------------------------------------------------


def sha256_of(secret: bytes) -> bytes:
    return hashlib.sha256(secret).digest()


def cheat(tell: Callable[[Values], object]) -> Values:
    story = honest()
    tell(story)
    return story


def without(story: Values, kind: str) -> None:
    for message in messages(story):
        message["events"] = [event for event in message.get("events", ()) if event["event"] != kind]


def state_later(change: Callable[[Values], object], taken_back: bool = False) -> Callable[[Values], None]:
    """Return a lie: a changed state of the beginning of a deal follows ten messages later."""

    def tell(story: Values) -> None:
        at = begun(story, 2)
        state = as_state(story, at)
        later = [step for step in range(at, len(story["steps"])) if story["steps"][step][0] == "message"][6]
        state["number"] = story["steps"][later][1]["number"]
        change(state)
        state["events"] = [{"event": "MovesUndone"}] if taken_back else []
        story["steps"].insert(later + 1, ["message", state])
        del story["steps"][later + 2 :]

    return tell


def state_at_once(change: Callable[[Values], object], deal: int = 2) -> Callable[[Values], None]:
    """Return a lie: a changed state follows the beginning of a deal."""

    def tell(story: Values) -> None:
        at = begun(story, deal)
        state = as_state(story, at)
        change(state)
        story["steps"].insert(at + 1, ["message", state])

    return tell


def change_table(**values: Any) -> Callable[[Values], object]:
    return lambda state: state["table"].update(values)


def promise_twice(state: Values) -> None:
    state["table"]["commitment"] = "ab" * 32


def other_rules(state: Values) -> None:
    state["table"]["rules"]["game_goal"] += 1000


def other_sheet(state: Values) -> None:
    sheet = state["table"]["sheets"][0]
    name = next(iter(sheet))
    sheet[name][1] += 750


def other_totals(state: Values) -> None:
    state["table"]["totals"][0] += 100


def other_news_sheet(story: Values) -> None:
    message = next(message for message in messages(story) if message.get("sheet"))
    next(iter(message["sheet"].values()))[1] += 750


def dropped_seed(story: Values) -> None:
    """The server answers done, announces nothing, and shuffles without the seed."""
    seeds = [event["seed"] for event in events(story, "SeedAccepted") if event["seat"] == 0]
    for message in messages(story):
        message["events"] = [
            event
            for event in message.get("events", ())
            if not (event["event"] == "SeedAccepted" and event["seat"] == 0)
        ]
    for event in events(story, "DealStarted"):
        event["seeds"] = ["" if seed in seeds else seed for seed in event["seeds"]]


def stranger_seed(story: Values) -> None:
    events(story, "DealStarted")[0]["seeds"][1] = "ee" * 16


def before_a_deal(*told: Values) -> Callable[[Values], None]:
    """Return a lie: something is told before the second deal, which begins without the seed of the viewer."""

    def tell(story: Values) -> None:
        at = begun(story, 2)
        started = next(event for event in story["steps"][at][1]["events"] if event["event"] == "DealStarted")
        started["seeds"][0] = ""
        story["steps"][at][1]["events"][:0] = told

    return tell


REWRITTEN: dict[str, tuple[Callable[[Values], object], str, bool]] = {
    "the record has other moves": (lambda story: story.update(record=other_game(story["record"])), "other-move", False),
    "the record has other secrets": (
        lambda story: story.update(record=other_game(story["record"], sha256_of)),
        "other-commitment",
        False,
    ),
    "the record is that of another game": (
        lambda story: story.update(record=Story(TWO, "pp", luck=5).deals(2).told()["record"]),
        "seed-missing",
        False,
    ),
    "the record is that of a library game": (
        lambda story: story.update(record=_library_game()),
        "unknown-scheme",
        False,
    ),
    "the record is of other house rules": (
        lambda story: story.update(record=Story(LONG, "pp").deals(1).told()["record"]),
        "other-rules",
        False,
    ),
    "the seed is dropped after done": (dropped_seed, "seed-missing", True),
    "another player's seed is exchanged": (stranger_seed, "other-hand", True),
    "a swap is made up": (
        before_a_deal({"event": "SeatsSwapped", "seat": 0, "other_seat": 1}),
        "seed-missing",
        True,
    ),
    "a game is said to be won": (
        lambda story: story["steps"][begun(story, 2)][1]["events"].append(
            {"event": "GameOver", "team": 0, "totals": []}
        ),
        "other-score",
        True,
    ),
    "a state says that the game is over": (state_at_once(change_table(over=True, winner=1)), "other-score", True),
    "a state promises twice": (state_at_once(promise_twice, deal=1), "other-commitment", True),
    "a state has another promise of this deal": (
        state_at_once(change_table(deal_commitment="ab" * 32)),
        "other-commitment",
        True,
    ),
    "a state has other seeds of this deal": (state_at_once(change_table(deal_seeds=["00" * 16] * 2)), "seats", True),
    "a state changes a house rule": (state_at_once(other_rules), "other-rules", True),
    "a state changes the scheme": (state_at_once(change_table(scheme="")), "unknown-scheme", True),
    "a state changes an old score": (state_at_once(other_sheet), "other-score", True),
    "a state changes the totals": (state_at_once(other_totals), "other-score", True),
    "a state takes moves back among people": (state_later(lambda state: None, taken_back=True), "other-move", True),
    "a state forgets moves": (state_later(lambda state: None), "other-move", True),
    "the secret is never revealed": (lambda story: without(story, "ShuffleRevealed"), "other-secret", True),
    "the score sheet of a deal is changed": (other_news_sheet, "other-score", True),
}
"""The lie, what must be named, and whether that is noticed before there is a record."""


def _library_game() -> str:
    game = Game(TWO, seed=7)
    while not game.deal.over:
        game.play(next(iter(game.deal.legal_moves)))
    return game.record


@pytest.mark.parametrize("name", REWRITTEN)
def test_a_rewritten_game_is_noticed(name: str) -> None:
    tell, fault, at_once = REWRITTEN[name]
    found = judge(cheat(tell))
    assert found.refused == []
    assert found.verdict == "broken"
    assert fault in (found.noticed if at_once else found.faults), found
    assert bool(found.noticed) == at_once


def test_points_that_were_played_are_in_the_record() -> None:
    """All moves of the record are discards, with the promised seeds: nobody has a point there."""
    story = honest()
    played = [event["scores"] for event in events(story, "DealOver")]
    record = other_game(story["record"])
    assert any(sum(scores) > 0 for scores in played)
    assert all(sum(deal.scores) == 0 for deal in Game.replay(record).deals)
    assert "other-move" in judge({**story, "record": record}).faults


def test_a_starter_that_is_chosen_is_noticed() -> None:
    def choose(seeds: Seeds, players: int) -> int:
        return 1 - cut(seeds, players)

    with mock.patch.object(table, "cut", choose):
        story = Story(TWO, "pp").deals(2).told()
    assert judge(story).noticed == ["other-starter"]


def test_a_player_who_is_told_to_be_a_spectator_is_warned() -> None:
    """A seat that is lost ends the connection; without that, it is a way to drop a seed."""
    story = Story(TWO, "pp")
    story.ready(0)
    story.viewer = None
    story.state()
    connect = story.steps.pop(-2)
    found = Judged()
    follow({"steps": story.steps}, found)
    assert (connect, found.noticed) == (["connect"], ["seed-missing"])


def test_a_winner_who_has_not_won_is_noticed() -> None:
    story = Story(TWO.replace(game_goal=0), "pp").deals(1).told()
    (won,) = events(story, "GameOver")
    won["team"] = 1 - won["team"]
    assert judge(story).noticed == ["other-score"]
    won["team"] = 1 - won["team"]
    won["totals"][0] += 100
    assert judge(story).noticed == ["other-score"]


def test_lies_of_one_table_are_many() -> None:
    assert len(LIES) + len(STACKED) + len(REWRITTEN) > 70
    assert REFUSED not in {verdict for _, verdict, _ in LIES.values()}


# -- a server that wants to be forgotten ------------------------------------------------------------------------------


def test_a_deal_that_was_called_off_is_not_forgotten_for_the_state_of_another_table() -> None:
    story = honest()
    LIES["a deal is called off, and the state of another table comes between"][0](story)
    found = judge(story)
    assert "deal-number" in found.noticed
    assert found.verdict == "broken"


@pytest.mark.parametrize("name", ["promised", "begun"])
def test_a_fault_of_a_deal_that_never_ends_is_not_forgotten(name: str) -> None:
    story = honest()
    at = begun(story, 2)
    if name == "begun":
        story["steps"][at][1]["events"][0]["commitment"] = "ab" * 32
    else:
        told = Story(TWO, "pp").deals(1)
        told.state()
        state = {**told.steps[-1][1], "number": story["steps"][at][1]["number"]}
        state["table"]["commitment"] = "ab" * 32
        story["steps"][at] = ["message", state]
    del story["steps"][at + 1 :]
    edit(story, r"deal 2\n(.*\n)+(?=result)", "")
    found = judge(story)
    assert "other-commitment" in found.noticed
    assert found.verdict == "broken", found


def test_the_promise_for_a_missed_deal_is_compared_with_the_record() -> None:
    story = away_for_whole_deals()
    secrets = iter((False, True, False, False))
    story["record"] = other_game(story["record"], lambda secret: sha256_of(secret) if next(secrets) else secret)
    game = Game.replay(story["record"])
    missed = proofs(game, {}, follow(story, Judged()).of_game(1))[1]
    assert (missed.faults, missed.weaknesses[-1]) == ((ProofFault.OTHER_COMMITMENT,), ShuffleWeakness.NOT_OBSERVED)


def test_a_fault_of_a_missed_deal_is_not_forgotten() -> None:
    story = away_for_whole_deals()
    gone = max(at for at, step in enumerate(story["steps"]) if step == ["connect"])
    told = Story(TWO, "pp").deals(1)
    told.state()
    state = told.steps[-1][1]
    state["table"]["commitment"] = "ab" * 32
    story["steps"].insert(gone, ["message", state])
    found = judge(story)
    assert found.noticed == ["other-commitment"]
    assert found.verdict == "broken"
    assert "other-commitment" in found.faults


def test_a_fault_is_not_forgotten_for_many_other_deals() -> None:
    told = Story(TWO.replace(turn_cap=1, game_goal=0), "pp")
    told.deals(MAX_DEALS + 5)
    story = told.told(game=1)
    events(story, "DealStarted")[0]["commitment"] = "ab" * 32
    kept = follow(story, Judged())
    assert len(kept.deals) == MAX_DEALS
    assert kept.games[0] == 1


def test_a_server_cannot_make_what_is_kept_grow_without_end() -> None:
    """Long texts are refused: a file that is too large to be read again would be forgotten."""
    for name, values in (
        ("DealStarted", {"seeds": ["ab" * 10**5, ""]}),
        ("DealStarted", {"seeds": [""] * 10**4}),
        ("DealStarted", {"next_commitment": "ab" * 10**5}),
        ("ShuffleRevealed", {"server_seed": "ab" * 10**5}),
        ("SeedAccepted", {"seed": "ab" * 10**5}),
    ):
        story = honest()
        events(story, name)[0].update(values)
        found = Judged()
        kept = follow(story, found)
        assert found.refused
        assert len(encode_observations(kept)) < 10**5


# -- hostile messages ------------------------------------------------------------------------------------------------

GARBAGE: tuple[Any, ...] = (None, -1, 10**30, 1.5, "x" * 5000, [], {}, [None], [[[]]], True, {"length": 10**9})


def garbled(value: Any, luck: Random) -> Any:
    """Return values of which one, somewhere, is garbage."""
    if isinstance(value, dict | list) and value and luck.random() < 0.9:
        value = copy.copy(value)
        key = luck.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[key] = garbled(value[key], luck)
        return value
    return luck.choice(GARBAGE)


@pytest.mark.parametrize("part", range(4))
def test_garbage_never_ends_in_a_traceback(part: int) -> None:
    """Whatever comes, a client refuses it as a ValueError, which its connection takes for what it is."""
    luck, whole = Random(part), json.dumps(honest())
    for _ in range(40):
        story = json.loads(whole)
        step = luck.choice([step for step in story["steps"] if step[0] == "message"])
        step[1] = garbled(step[1], luck)
        judge(story)


def test_a_record_that_was_edited_is_refused() -> None:
    story = honest()
    edit(story, "first: ", "first: 1")
    assert judge(story).verdict == REFUSED
