"""Whole games between bots, as one call: who may play, what is told meanwhile, and what becomes of faults."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

import bornes
from bornes import Event, Game, GameError, RulesError, View, edition, play_game
from bornes.bots import BotError, BotSpec, BotWarning, SafeBot, bot
from bornes.game.events import Attacked, Reshuffled
from bornes.game.moves import Move
from bornes.rules.cards import sorted_deck
from tests.support.house_rules import shuffled
from tests.support.scenes import rules_of


class Miser:
    """Drives the shortest distance there is."""

    name = "miser"

    def choose(self, view: View) -> Move:
        """Return the lowest move, but for discards."""
        moves = list(view.legal_moves)
        return min([move for move in moves if not move.is_discard] or moves)


class Grumbler:
    """Decides nothing."""

    name = "grumbler"

    def choose(self, view: View) -> Move:
        """Raise what a bot should not."""
        raise RuntimeError("not today")


def test_a_game_is_played_to_its_end_and_a_seed_repeats_it() -> None:
    game = play_game(["rule-of-thumb", "random"], "parker-1962", seed=7)
    assert game.over
    assert game.winner == 0
    assert game.rules == edition("parker-1962").rules(2)
    assert play_game(["rule-of-thumb", "random"], "parker-1962", seed=7).record == game.record
    assert Game.replay(game.record).totals == game.totals


def test_there_are_as_many_players_as_bots_unless_told_otherwise() -> None:
    assert play_game(["random", "sunday-driver", "tuned"], "dujardin", deals=1).rules.players == 3
    assert play_game("sunday-driver", "asmodee", deals=1).rules.players == 2
    assert play_game(["tuned", "random"], "asmodee", 4, partners=True, deals=1).rules.partners
    assert play_game("tuned", "dujardin", 4, short=True, deals=1).rules.target == 700


def test_one_bot_for_each_team_sits_in_the_seats_of_its_team() -> None:
    """The random team is far behind, so that no seat can have been given to the other."""
    game = play_game(["tuned", "random"], edition("parker-1962").rules(4), seed=1, deals=3)
    assert game.totals[0] > game.totals[1] + 1000


def test_bots_may_be_names_specs_or_bots_of_ones_own() -> None:
    game = play_game([Miser(), BotSpec.parse("tuned")], "parker-1962", seed=3, deals=1)
    assert "200" not in [made.notation for made in game.deal.moves if made.seat == 0], "a miser drives in small steps"
    assert play_game(bot("tuned", seed=4), "parker-1962", seed=3, deals=1).deal.over


@pytest.mark.parametrize(
    ("bots", "error", "said"),
    [
        ("speedy", BotError, "there is no bot 'speedy'"),
        (["tuned", "random", "tuned"], BotError, "give one bot for all, or 2 (one for each team) or 4"),
        ([], BotError, "not 0"),
        ([Miser, Miser], TypeError, "not type; make one, Miser()"),
        (7, TypeError, "a bot is a name or has a name and choose(view), not int"),
        (None, TypeError, "not NoneType"),
    ],
)
def test_what_is_no_bot_is_refused(bots: object, error: type[Exception], said: str) -> None:
    game = Game("parker-1962", 4, seed=1)
    with pytest.raises(error) as refused:
        play_game(bots, game)  # type: ignore[arg-type]
    assert said in str(refused.value)
    assert not game.deal.moves


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"deals": 0}, ValueError, "deals: must be from 1"),
        ({"deals": "two"}, TypeError, "deals: must be a whole number, not str"),
        ({"game": 7}, TypeError, "rules must be Rules or the name of an edition, not int"),
        ({"game": "parker-1963"}, RulesError, "must be one of parker-1962"),
        ({"players": 5}, RulesError, "parker-1962 is played by 2, 3, 4 or 6, not 5"),
        ({"patience": 0}, ValueError, "patience: a number of seconds above 0"),
        ({"game": Game("dujardin", seed=1), "seed": 2}, GameError, "the game has begun: leave players"),
        ({"game": Game("dujardin", seed=1), "players": 2}, GameError, "the game has begun: leave players"),
    ],
)
def test_a_game_that_cannot_be_is_refused(options: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error) as refused:
        play_game("random", **options)  # type: ignore[arg-type]
    assert said in str(refused.value)


# -- a game that has begun ---------------------------------------------------------------------------------------


def test_a_game_that_has_begun_is_played_on() -> None:
    game = Game("parker-1962", seed=7, names=("Ann", "Boris"))
    game.play(game.deal.legal_moves.notation[0])
    begun = game.deal.moves
    assert play_game("sunday-driver", game, deals=2) is game
    assert game.names == ("Ann", "Boris")
    assert len(game.deals) == 2
    assert game.deals[0].moves[: len(begun)] == begun
    assert all(deal.over for deal in game.deals)
    assert len(play_game("sunday-driver", game, deals=2).deals) == 2, "it has its two deals"
    assert play_game("sunday-driver", game).over


def test_a_game_that_is_over_stays_as_it_is() -> None:
    game = play_game("tuned", "game-cabinet", seed=1)
    record = game.record
    assert play_game("random", game).record == record


def test_discards_of_a_given_deck_are_shuffled_alike_every_time() -> None:
    """Nobody but the one who dealt it could shuffle them, and bots should not wait for that for ever."""
    rules = rules_of("asmodee", 2)
    deck = shuffled(rules, Random(5))
    one, again = (play_game("random", Game(rules, deck=deck), deals=1) for _ in range(2))
    assert one.deal.over
    assert any(isinstance(event, Reshuffled) for event in one.deal.events)
    assert one.deal.reshuffles == again.deal.reshuffles
    assert sorted(one.deal.deck or ()) == list(sorted_deck(rules.deck))


# -- what is told meanwhile --------------------------------------------------------------------------------------


def test_every_event_is_told_once_in_order_deal_by_deal() -> None:
    told: list[list[Event]] = []

    def hear(game: Game, events: tuple[Event, ...]) -> None:
        if len(told) < len(game.deals):
            told.append([])
        told[-1] += events
        assert game.deal.events == told[-1], "told when it has just happened"

    game = play_game("tuned", "dujardin", 4, seed=2, deals=3, on_events=hear)
    assert told == [deal.events for deal in game.deals]
    assert any(isinstance(event, Attacked) for event in told[0])


def test_a_deal_that_has_begun_is_told_from_its_beginning() -> None:
    game = Game("parker-1962", seed=7)
    game.play(game.deal.legal_moves.notation[0])
    told: list[Event] = []
    play_game("random", game, deals=1, on_events=lambda game, events: told.extend(events))
    assert told == game.deal.events


def test_who_hears_of_events_can_end_the_game() -> None:
    """By raising: the game is then where it was."""
    game = Game("parker-1962", seed=7)

    class Enough(Exception):
        pass

    def hear(game: Game, events: tuple[Event, ...]) -> None:
        if len(game.deal.moves) == 10:
            raise Enough

    with pytest.raises(Enough):
        play_game("random", game, on_events=hear)
    assert len(game.deal.moves) == 10
    assert play_game("random", game, deals=1).deal.over


# -- faults ------------------------------------------------------------------------------------------------------


def test_lost_decisions_are_told_in_a_warning_and_the_game_goes_on() -> None:
    with pytest.warns(BotWarning) as told:
        game = play_game([Grumbler(), "tuned"], "parker-1962", seed=1, deals=1)
    lost = sum(made.seat == 0 for made in game.deal.moves)
    said = f"seat 0 (grumbler) failed to move {lost} times, and a Sunday driver stepped in; first raised: RuntimeError"
    assert str(told[0].message).startswith(said)
    assert len(told) == 1
    assert told[0].filename == __file__


def test_a_guard_that_is_given_keeps_its_faults_and_nobody_is_warned() -> None:
    guard = SafeBot(Grumbler(), fallback=Miser())
    game = play_game([guard, "tuned"], "parker-1962", seed=1, deals=1)
    assert guard.lost == sum(made.seat == 0 for made in game.deal.moves)
    assert str(guard.faults[0]) == "raised: RuntimeError: not today"
    assert str(guard.complaint).endswith("times, and miser stepped in; first raised: RuntimeError: not today")
    assert SafeBot(Miser()).complaint is None


# -- at the top level --------------------------------------------------------------------------------------------


def test_the_package_offers_it_without_loading_bots_for_everybody() -> None:
    assert "play_game" in dir(bornes)
    with pytest.raises(AttributeError, match="module 'bornes' has no attribute 'play_chess'"):
        bornes.play_chess  # type: ignore[attr-defined]  # noqa: B018
    code = (
        "import sys, bornes; print('bornes.bots' in sys.modules); bornes.play_game; print('bornes.bots' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
