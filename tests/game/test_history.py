"""What was played: every move with what it brought about, the deal as it was then, and moves taken back."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random

import pytest

from bornes import Card, Deal, Game, Move, Phase, PlayedMove, Rules, View, edition
from bornes.game.shuffle import Chance
from tests.support.house_rules import PRINTED, effort, random_rules, shuffled
from tests.support.scenes import rules_of, scene

RULES = [*PRINTED, *(random_rules(Random(f"history {number}")) for number in range(effort(12)))]


def shuffled_discards(discards: Sequence[Card], number: int) -> Sequence[Card]:
    """Shuffle discards in an order that is the same whenever it is asked for."""
    return Random(number).sample(discards, len(discards))


def wandered(rules: Rules, seed: int, moves: int = 150) -> Deal:
    """Return a deal in which everybody played whatever came to mind, shuffled by its own chance."""
    luck = Random(seed)
    deal = Deal(
        rules, shuffled(rules, luck), chance=lambda discards, number: Random(number).sample(discards, len(discards))
    )
    while not deal.over and len(deal.moves) < moves:
        deal.play(luck.choice(list(deal.legal_moves)))
    return deal


def all_that_is_known(deal: Deal) -> object:
    """Return whatever can be asked of a deal."""
    viewers = (None, *range(deal.rules.players))
    views = [(deal.view(viewer), deal.view(viewer).events) for viewer in viewers]
    told = list(deal.events), list(deal.moves), list(deal.reshuffles)
    return deal.state.snapshot(), deal.state.draw_pile(), told, views


def test_a_move_is_kept_with_its_turn_its_seat_its_phase_and_what_happened() -> None:
    deal = Game("parker-1962", seed=7).deal
    told = deal.play("roll")
    (played,) = deal.moves
    assert played == PlayedMove(turn=1, seat=0, phase=Phase.PLAY, move=Move(13), events=told)
    assert (played.notation, str(played)) == ("roll", "1. 1: roll")


def test_the_phase_tells_an_exchange_from_a_discard() -> None:
    deal = Game("asmodee", players=2, seed=3).deal
    exchange = next(move for move in deal.legal_moves.notation if move.startswith("~"))
    deal.play(exchange)
    assert (deal.moves[0].phase, deal.moves[0].notation) == (Phase.DRAW, exchange)


@pytest.mark.parametrize("number", range(len(RULES)))
def test_a_deal_can_be_had_as_it_was_after_any_of_its_moves(number: int) -> None:
    deal = wandered(RULES[number], number)
    again = deal.after(0)
    assert not again.moves
    for count, played in enumerate(deal.moves):
        if count % 7 == number % 7:
            assert all_that_is_known(deal.after(count)) == all_that_is_known(again)
        assert again.play(played.move) == played.events
    assert all_that_is_known(deal.after(len(deal.moves))) == all_that_is_known(deal) == all_that_is_known(again)


@pytest.mark.parametrize("rules", PRINTED[::5], ids=lambda rules: rules.edition)
def test_a_replay_goes_through_every_move_with_the_deal_as_its_player_met_it(rules: Rules) -> None:
    deal = wandered(rules, 5)
    for count, (then, played) in enumerate(deal.replay()):
        assert (then.seat, then.phase, then.turns) == (played.seat, played.phase, played.turn)
        assert len(then.moves) == count
        assert played.move in then.legal_moves
    assert count + 1 == len(deal.moves)


def test_who_looks_back_changes_nothing() -> None:
    deal = wandered(rules_of("dujardin", 4), 1)
    before = all_that_is_known(deal)
    earlier = deal.after(3)
    earlier.play(next(iter(earlier.legal_moves)))
    for then, _ in deal.replay():
        then.clone().play(next(iter(then.legal_moves)))
    assert all_that_is_known(deal) == before


@pytest.mark.parametrize("rules", PRINTED[::3], ids=lambda rules: rules.edition)
def test_moves_are_taken_back_and_can_be_made_again(rules: Rules) -> None:
    deal = wandered(rules, 2)
    whole, held = all_that_is_known(deal), deal.view(0)
    taken_back = deal.take_back(10)
    assert len(taken_back) == 10
    assert all_that_is_known(deal) != whole
    for played in taken_back:
        assert deal.play(played.move) == played.events
    assert all_that_is_known(deal) == whole
    assert deal.view(0) == held


def test_a_game_takes_back_moves_of_its_present_deal() -> None:
    game = Game("parker-1962", seed=7)
    deal = game.deal
    game.play("roll")
    (played,) = game.take_back()
    assert played.notation == "roll"
    assert game.deal is deal
    assert game.record == Game("parker-1962", seed=7).record


@pytest.mark.parametrize(("moves", "error"), [(3, ValueError), (-1, ValueError), ("1", TypeError), (None, TypeError)])
def test_no_more_can_be_taken_back_than_was_played(moves: object, error: type[Exception]) -> None:
    game = Game("parker-1962", seed=7)
    game.play("roll")
    before = all_that_is_known(game.deal)
    for ask in (game.take_back, game.deal.take_back, game.deal.after):
        with pytest.raises(error, match=r"^moves: "):
            ask(moves)  # type: ignore[arg-type]
    assert all_that_is_known(game.deal) == before


def test_a_deal_that_was_set_up_goes_back_to_where_it_was_set_up() -> None:
    deal = scene(rules_of("parker-1962"), hand="roll 100 75 50 25 gas")
    before = all_that_is_known(deal)
    deal.play("roll")
    deal.take_back()
    assert all_that_is_known(deal) == before


def test_a_shuffle_belongs_to_the_move_that_led_to_it_and_is_taken_back_with_it() -> None:
    """Where nobody was named to shuffle the deal waits; what the shuffle brings is what the move brought."""
    rules = edition("asmodee").rules(2)
    luck = Random(1)
    deal = Deal(rules, shuffled(rules, luck))
    while deal.phase is not Phase.CHANCE:
        deal.play(luck.choice(list(deal.legal_moves)))
    last, waiting = deal.moves[-1], all_that_is_known(deal)
    told = deal.reshuffle(luck.sample(deal.discards, len(deal.discards)))
    assert deal.moves[-1].events == last.events + told
    assert deal.after(len(deal.moves)).reshuffles == deal.reshuffles
    deal.take_back()
    assert not deal.reshuffles
    deal.play(last.move)
    assert all_that_is_known(deal) == waiting


def test_the_past_is_copied_with_the_deal() -> None:
    deal = Game("game-cabinet", players=3, seed=4).deal
    deal.play(next(iter(deal.legal_moves)))
    for twin in (deal.clone(), pickle.loads(pickle.dumps(deal))):
        twin.take_back()
        assert all_that_is_known(twin) == all_that_is_known(deal.after(0))
    assert len(deal.moves) == 1


def test_a_deal_prints_as_a_table_with_every_hand_open() -> None:
    deal = Game("parker-1962", seed=7).deal
    deal.play("roll")
    shown = str(deal)
    assert max(map(len, shown.splitlines())) < 80
    for seat in range(2):
        held = ", ".join(map(str, deal.hand(seat)))
        assert held in " ".join(shown.split())
    assert "battle" in shown
    assert repr(deal) == "<Deal parker-1962 for 2: turn 2, seat 1 to play>"


def play_on(deal: Deal, luck: Random) -> None:
    """Play whatever comes to mind to the end of the deal."""
    while not deal.over:
        deal.play(luck.choice(list(deal.legal_moves)))


def failing_chance(discards: Sequence[Card], number: int) -> Sequence[Card]:
    """Refuse to shuffle."""
    raise RuntimeError("the cards stick together")


@pytest.mark.parametrize(
    ("chance", "error"),
    [
        (failing_chance, RuntimeError),
        (lambda discards, number: discards[:-1], ValueError),
        (lambda discards, number: None, TypeError),
    ],
)
def test_a_move_stands_although_its_shuffle_fails_and_the_deal_waits(chance: Chance, error: type[Exception]) -> None:
    rules, luck = edition("asmodee").rules(2), Random(1)
    deal = Deal(rules, shuffled(rules, luck), chance=chance)
    beginning = len(deal.events)
    with pytest.raises(error):
        play_on(deal, luck)
    made = len(deal.moves)
    assert deal.phase is Phase.CHANCE
    assert deal.events[-1:] == list(deal.moves[-1].events[-1:])
    assert all_that_is_known(deal.after(made)) == all_that_is_known(deal)
    deal.reshuffle(sorted(deal.discards))
    assert len(deal.moves) == made
    assert all_that_is_known(deal.after(made)) == all_that_is_known(deal)
    assert len(deal.after(0).events) == beginning


def test_a_replay_goes_on_through_what_was_played_whatever_happens_to_the_deal() -> None:
    deal = wandered(edition("asmodee").rules(2), 1)
    assert deal.reshuffles
    walk, count = deal.replay(), len(deal.moves)
    next(walk)
    deal.take_back(count)
    assert 1 + sum(1 for _ in walk) == count


def test_what_was_played_cannot_be_changed_from_outside() -> None:
    deal = wandered(rules_of("parker-1962"), 1, moves=3)
    assert isinstance(deal.moves, tuple)


def test_between_two_events_nobody_is_to_decide() -> None:
    """A referee hands events over one by one: a decision is over with the move, not when the next one begins."""
    deal = Game("parker-1962", seed=7).deal
    deal.play("roll")
    view = View.fold(deal.rules, 0, ())
    asked = []
    for event in deal.events:
        view.see([event])
        asked.append((type(event).__name__, view.to_decide))
        assert view.to_decide or not view.legal_moves
    assert [name for name, to_decide in asked if to_decide] == ["MoveRequested"]


def test_hidden_cards_are_not_sampled_between_two_events() -> None:
    deal = Game("parker-1962", seed=7).deal
    view = View.fold(deal.rules, 0, deal.events[:1])
    with pytest.raises(ValueError, match="hidden cards can be sampled where somebody decides, but the turn of seat 0"):
        view.sample(Random(1))
