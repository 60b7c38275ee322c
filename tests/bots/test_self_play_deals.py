"""Deals by the thousand: from fresh decks, from a moment with open hands, and from what one viewer knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from bornes import (
    Card,
    Deal,
    DealResult,
    DealResults,
    Ending,
    Game,
    Phase,
    Position,
    PositionError,
    Rules,
    RulesError,
    edition,
    play_deals,
    playouts,
)
from bornes.bots import BotError, BotSpec, bot
from bornes.bots.heuristic import Heuristic
from bornes.engine.playout import Eager, Policy
from bornes.engine.playout import play_deals as engine_deals
from bornes.engine.sampler import play_worlds
from bornes.engine.state import State
from bornes.game.position import compile_rules
from tests.support.house_rules import any_rules, lucks, tried
from tests.support.scenes import fresh, piles, rules_of, scene
from tests.support.walks import moments, position_of

# -- whole deals -------------------------------------------------------------------------------------------------


def test_whole_deals_are_those_of_the_engine() -> None:
    rules = edition("dujardin").rules(4)
    results = play_deals(rules, 6, "sunday-driver", seed=3)
    assert DealResults(4, engine_deals(compile_rules(rules), [Eager()], 6, 3)) == results
    assert play_deals(rules, 4, "sunday-driver", seed=3, first_deal=2) == results[2:]
    assert play_deals("dujardin", 6, "sunday-driver", 4, seed=3) == results
    assert play_deals(rules, 6, "sunday-driver", seed=4) != results


def test_an_edition_is_played_in_the_form_described() -> None:
    assert play_deals("dujardin", 2, ["random", "tuned", "random"]).teams == 3
    assert play_deals("asmodee", 2, "random", 4, partners=True).teams == 2
    assert play_deals("parker-1962", 2).teams == 2
    short = play_deals("dujardin", 20, "tuned", 4, short=True, seed=1)
    assert short == play_deals(edition("dujardin").rules(4, short=True), 20, "tuned", seed=1)


def test_bots_sit_where_they_are_put() -> None:
    """Whoever is tuned wins nearly all deals against those who make any move: by seat, and by team."""
    one = play_deals("parker-1962", 30, ["tuned", "random"], seed=1)
    other = play_deals("parker-1962", 30, ["random", BotSpec.parse("tuned")], seed=1)
    teams = play_deals("parker-1962", 30, [Heuristic(), Policy()], 4, seed=1)
    assert one.wins[0] > 25
    assert other.wins[1] > 25
    assert teams.wins[0] > 25


# -- from a moment with open hands -------------------------------------------------------------------------------


def finish() -> Deal:
    """Seat 0 is 25 miles from home and holds them, in a deal for two."""
    return scene(rules_of("parker-1962"), hand="25", tables={0: piles("roll", distances="200 200 100 100 75")})


def test_a_deal_is_played_on_and_left_as_it_is() -> None:
    deal = finish()
    before = deal.state.snapshot()
    results = playouts(deal, 20, "sunday-driver", seed=1)
    assert results.endings[Ending.COMPLETED] == 20
    assert results.completions[0] == 20
    assert set(results.moves) == {2}, "drive home, and be content with it"
    assert set(results.turns) == {deal.turns}
    assert deal.state.snapshot() == before
    assert not deal.moves


def test_games_positions_and_states_are_starts_as_well() -> None:
    game = Game("parker-1962", seed=7)
    results = playouts(game, 10, "sunday-driver", seed=5)
    assert playouts(game.deal, 10, "sunday-driver", seed=5) == results
    assert playouts(game.deal.state, 10, "sunday-driver", seed=5) == results
    assert playouts(position_of(game.deal), 10, "sunday-driver", seed=5) == results
    assert len({deal.scores for deal in results}) > 5, "the draw pile is another one each time"


def test_two_moves_can_be_compared_on_the_same_luck() -> None:
    """Laying a card that earns a turn, or throwing it away: the same seed gives both lines the same draws."""
    base = scene(rules_of("parker-1962"), hand="ace roll", tables={0: piles("roll"), 1: piles("roll")})
    laid, thrown = base.clone(), base.clone()
    laid.play("ace")
    thrown.play("-ace")
    assert playouts(laid, 200, seed=7).means[0] > playouts(thrown, 200, seed=7).means[0] + 50


def test_a_deal_that_is_over_comes_out_as_it_is() -> None:
    """A move that ends the deal is compared with others like any."""
    deal = finish()
    deal.play("25")
    deal.play("finish")
    assert deal.ending is Ending.COMPLETED
    for start in (deal, deal.view(0), deal.view()):
        assert set(playouts(start, 3)) == {DealResult(deal.scores, 0, deal.turns, deal.ending, 0)}


# -- from what a viewer knows ------------------------------------------------------------------------------------


def test_from_a_view_the_hidden_cards_are_others_each_time() -> None:
    """The opponent can come home in its next turn, which is the last; who does not see that hand seldom expects it."""
    rules = rules_of("parker-1962", turn_cap=2)
    home = piles("roll", distances="200 200 100 100", safeties="ace tank proof priority")
    deal = scene(rules, hand="25 25 25 25 25 25", hands={1: "100 100 100 100 100 100"}, tables={1: home})
    starts = (deal, deal.view(0), deal.view(1))
    known, thought, own = (playouts(start, 200, "sunday-driver", seed=1).completions[1] for start in starts)
    assert min(known, own) > 120
    assert thought < 60


def test_what_hidden_hands_are_changes_nothing_for_who_cannot_see_them() -> None:
    rules = rules_of("dujardin", 3)
    one, other = (fresh(rules, "roll 100 stop", hand, draw="25") for hand in ("ace 200 200", "spare gas 50"))
    assert playouts(one.view(0), 40, seed=3) == playouts(other.view(0), 40, seed=3)
    assert playouts(one, 40, seed=3) != playouts(other, 40, seed=3)


def test_a_spectator_may_ask_too() -> None:
    deal = Game("asmodee", 3, seed=7).deal
    assert len({result.scores for result in playouts(deal.view(), 20, "sunday-driver", seed=1)}) > 10


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_in_an_open_window_those_who_may_answer_are_asked(viewer: int | None) -> None:
    """Seat 1 holds the safety; whoever looks on, a coup fourré is called where the cards allow it."""
    rules = rules_of("parker-1962", 3)
    deal = fresh(rules, "roll stop", "roll priority", draw="25 25 25 25")
    for move in ("roll", "roll", "-25", "stop>B"):
        deal.play(move)
    assert deal.phase is Phase.REACT
    assert deal.seat == 1
    results = playouts(deal.view(viewer), 300, "sunday-driver", seed=1)
    called = playouts(deal, 300, "sunday-driver", seed=1)
    assert len(results) == 300
    ahead = [found.means[1] - sum(found.means) / 3 for found in (results, called)]
    if viewer == 1:
        assert abs(ahead[0] - ahead[1]) < 120, "who holds it knows that it will be called"
    else:
        assert ahead[0] < ahead[1] - 120, "others do not know that it is held"


@given(any_rules(), lucks())
@tried(20)
def test_playouts_start_from_any_moment_of_any_game(rules: Rules, luck: Random) -> None:
    rules = rules.replace(turn_cap=min(rules.turn_cap or 60, 60))
    for deal in moments(rules, luck, apart=20):
        viewer = luck.choice((None, *range(rules.players)))
        for start in (deal, deal.view(viewer)):
            for result in playouts(start, 2, "sunday-driver", seed=luck.getrandbits(30)):
                assert result.turns >= deal.turns
                assert (result.completer is not None) == (result.ending is Ending.COMPLETED)


def test_worlds_of_the_engine_ask_on_only_where_a_hazard_waits() -> None:
    sampler = fresh(rules_of("parker-1962"), "roll").view(0).sampler()
    with pytest.raises(ValueError, match="no hazard waits"):
        play_worlds(sampler, [Eager()], 1, 1, ask_after=0)
    for seat in (-2, 2):
        with pytest.raises(ValueError, match="ask_after: must be from -1 to 1"):
            play_worlds(sampler, [Eager()], 1, 1, ask_after=seat)


# -- what cannot be played ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "options", "error", "said"),
    [
        (lambda: 7, {}, TypeError, "playouts start from a Game, Deal, View or Position, not from int"),
        (lambda: "parker-1962", {}, TypeError, "not from str"),
        (lambda: edition("dujardin").rules(3), {}, TypeError, "not from Rules"),
        (lambda: State(compile_rules(rules_of("asmodee"))), {}, ValueError, "no deal has begun in this state"),
        (finish, {"n": 0}, ValueError, "n: must be from 1 to 10000000, not 0"),
        (finish, {"n": 1e3}, TypeError, "n: must be a whole number, not float"),
        (finish, {"seed": "7"}, TypeError, "seed: must be a whole number, not str"),
        (finish, {"bots": "speedy"}, BotError, "there is no bot 'speedy'"),
        (
            finish,
            {"bots": "champion"},
            BotError,
            "champion is not a compiled policy, which it takes to play many deals at once; random, sunday-driver, rule",
        ),
        (finish, {"bots": ["tuned"] * 3}, BotError, "give one bot for all, or 2 (one for each seat), not 3"),
        (finish, {"bots": bot("tuned")}, TypeError, "PolicyBot cannot play here: only bots by name and policies"),
        (finish, {"bots": 3}, TypeError, "int cannot play here"),
    ],
)
def test_what_cannot_be_played_out_is_refused(start: Any, options: dict[str, Any], error: Any, said: str) -> None:
    with pytest.raises(error) as refused:
        playouts(start(), **{"n": 5, **options})
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("rules", "options", "error", "said"),
    [
        ("parker-1963", {}, RulesError, "must be one of parker-1962"),
        (7, {}, TypeError, "rules must be Rules or the name of an edition, not int"),
        ("parker-1962", {"players": 5}, RulesError, "parker-1962 is played by 2, 3, 4 or 6, not 5"),
        (edition("dujardin").rules(3), {"players": 4}, RulesError, "the form is in the rules already"),
        ("parker-1962", {"n": -1}, ValueError, "n: must be from 1 to"),
        ("parker-1962", {"first_deal": -1}, ValueError, "first_deal: must be from 0"),
        ("parker-1962", {"bots": ["tuned"] * 5}, RulesError, "parker-1962 is played by 2, 3, 4 or 6, not 5"),
        ("parker-1962", {"bots": []}, BotError, "give one bot for all, or 2 (one for each seat), not 0"),
    ],
)
def test_deals_that_cannot_be_played_are_refused(rules: Any, options: dict[str, Any], error: Any, said: str) -> None:
    with pytest.raises(error) as refused:
        play_deals(rules, **{"n": 5, **options})
    assert said in str(refused.value)


def test_an_impossible_position_is_refused() -> None:
    position = position_of(finish())
    hands = ((Card.ROLL,) * 6, *position.hands[1:])
    with pytest.raises(PositionError):
        playouts(Position(rules=position.rules, hands=hands, tables=position.tables, draw_pile=()), 1)
