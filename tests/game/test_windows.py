"""A deal that stops in a window until it is told to go on, and who could answer there."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from bornes import Card, Deal, Game, IllegalMove, Move, MoveError, Phase, Rules
from bornes.engine.codes import PASS
from bornes.game.events import (
    AnswerRequested,
    Attacked,
    CoupFourre,
    Declined,
    MoveRequested,
    Remedied,
    WindowClosed,
    WindowOpened,
)
from bornes.game.fairness_proof import proofs, public_values
from bornes.game.illegal_reasons import AnswerFirst, MayNotAnswer, NotAnAnswer, NotInHand
from bornes.game.position import Piles, Window, piles
from bornes.game.record import write
from tests.support.house_rules import PRINTED, effort, random_rules, shuffled
from tests.support.scenes import fresh, rules_of, scene
from tests.support.turns import draw

RULES = [*PRINTED, *(random_rules(Random(f"windows {number}")) for number in range(effort(60)))]


def by_number(discards: Sequence[Card], number: int) -> Sequence[Card]:
    """Shuffle discards in an order that depends on the number of the shuffle alone."""
    return Random(number).sample(discards, len(discards))


def pickled(what: Any) -> Any:
    """Return what comes out of a pickle."""
    return pickle.loads(pickle.dumps(what))


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


# -- where it stops ------------------------------------------------------------------------------------------------


def stopped(defence: str = "priority", rules: Rules | None = None) -> Deal:
    """Return a deal for two that stops behind a Stop on seat 1, who holds something or other."""
    rules = rules or rules_of("parker-1962")
    dealt = fresh(rules, "roll stop", f"roll {defence}", draw="25 25 25 25 25 25")
    deal = Deal(rules, dealt.deck, stops_in_windows=True)
    for move in ("roll", "roll", "stop>B"):
        draw(deal).play(move)
    return deal


def test_a_deal_stops_behind_a_hazard_whoever_holds_what() -> None:
    for defence in ("priority", "100"):
        deal = stopped(defence)
        assert (deal.phase, deal.seat, deal.turn, list(deal.legal_moves)) == (Phase.WINDOW, None, 0, [])
        assert [type(event) for event in deal.moves[-1].events] == [Attacked, WindowOpened]
        assert repr(deal) == "<Deal parker-1962 for 2: turn 3, a hazard may be answered>"
        assert "Stop laid on team B by seat 0, which may be" in str(deal)
        assert deal.clone().close_window()[-1] == MoveRequested(1, Phase.PLAY)


def test_nobody_plays_while_a_deal_stops() -> None:
    deal = stopped()
    for move in ("pass", "coup", "25"):
        with pytest.raises(IllegalMove) as refused:
            deal.play(move)
        assert isinstance(refused.value.reason, AnswerFirst)
    assert deal.state.snapshot() == stopped().state.snapshot()


def test_everybody_sees_the_same_whoever_holds_what() -> None:
    with_answer, without = stopped("priority"), stopped("100")
    for viewer in (None, 0):
        one, other = with_answer.view(viewer), without.view(viewer)
        assert (one, str(one), one.events) == (other, str(other), other.events)
    for deal in (with_answer, without):
        for viewer in (None, 0, 1):
            view = deal.view(viewer)
            assert (view.phase, view.seat, view.to_decide, view.declined) == (Phase.REACT, None, False, False)
            assert view.window == Window(0, 1, Card.STOP)
            assert repr(view).endswith("Stop laid on team B by seat 0, which may be answered>")


def test_worlds_in_which_somebody_could_answer_and_others_are_sampled_while_a_deal_stops() -> None:
    luck = Random(1)
    for viewer in (None, 0):
        view = stopped().view(viewer)
        assert {view.sample(luck).phase for _ in range(60)} == {Phase.REACT, Phase.PLAY}
    assert stopped().view(1).sample(luck).seat == 1


# -- answers -------------------------------------------------------------------------------------------------------


def test_an_answer_that_a_seat_cannot_give_is_refused_and_changes_nothing() -> None:
    deal, empty_handed = stopped(), stopped("100")
    for at, seat, answer, reason in (
        (deal, 0, "coup", MayNotAnswer),
        (deal, 0, "pass", MayNotAnswer),
        (deal, 1, "roll", NotAnAnswer),
        (deal, 1, "-25", AnswerFirst),
        (empty_handed, 1, "coup", NotInHand),
    ):
        before = at.state.snapshot(), at.events[:]
        with pytest.raises(IllegalMove) as refused:
            at.close_window(seat, answer)
        assert isinstance(refused.value.reason, reason)
        assert (at.state.snapshot(), at.events) == before


def test_a_reason_names_the_house_rule_that_lets_nobody_answer() -> None:
    for house, clause in (({}, "P62-51"), ({"coup_fourre_on_limit": False}, "house rule coup_fourre_on_limit")):
        rules = rules_of("parker-1962", **house)
        deal = Deal(rules, fresh(rules, "limit", "25").deck, stops_in_windows=True)
        deal.play("limit>B")
        with pytest.raises(IllegalMove) as refused:
            deal.close_window(0, "coup")
        assert refused.value.reason == MayNotAnswer(clause, Card.SPEED_LIMIT)


def test_a_window_is_closed_only_where_one_is_open_and_by_a_seat_with_its_answer() -> None:
    with pytest.raises(MoveError, match="no window is open"):
        Game(seed=7).deal.close_window()
    for arguments in ((1,), (None, "coup")):
        with pytest.raises(TypeError, match="seat and answer belong together"):
            stopped().close_window(*arguments)
    with pytest.raises(ValueError, match="there is no seat 2"):
        stopped().close_window(2, "coup")
    with pytest.raises(ValueError, match="there is no seat 2"):
        stopped().answers(2)


def test_no_window_has_no_answers() -> None:
    deal = Game(seed=7).deal
    view = deal.view(0)
    assert (deal.answerers, view.answerers) == ((), ())
    assert not any((*deal.answers(0), *deal.answers(1), *view.answers, *view.possible_answers(1)))


def two_holders() -> Deal:
    """Return a deal in pairs that stops behind a Stop on team B: seat 1 holds a Roll for it, seat 3 Right of Way."""
    rules = rules_of("asmodee", 4, partners=True)
    dealt = fresh(rules, "roll stop", "roll roll", "25", "priority", draw="25 " * 8)
    deal = Deal(rules, dealt.deck, stops_in_windows=True)
    for move in ("roll", "roll", "-25", "-25", "stop>B"):
        draw(deal).play(move)
    return deal


def test_the_answer_that_is_given_counts_and_those_before_it_are_written_as_passing() -> None:
    deal = two_holders()
    assert deal.answerers == (1, 3)
    assert [deal.answers(seat).notation for seat in range(4)] == [(), ("roll", "pass"), (), ("coup", "pass")]
    events = deal.close_window(3, "coup")
    assert events[:4] == (
        AnswerRequested(1),
        Declined(1),
        AnswerRequested(3),
        CoupFourre(3, Card.RIGHT_OF_WAY, Card.STOP, True),
    )
    assert [str(played) for played in deal.moves[-3:]] == ["5. 1: stop>B", "5. 2: pass", "5. 4: coup"]
    assert deal.seat == 3


def test_the_first_who_answers_leaves_the_others_unasked() -> None:
    deal = two_holders()
    events = deal.close_window(1, Move.lay(Card.ROLL))
    assert events[:3] == (AnswerRequested(1), Remedied(1, Card.ROLL), WindowClosed())
    assert not any(isinstance(event, AnswerRequested) and event.seat == 3 for event in events)


def test_a_pass_is_an_answer_that_lets_everybody_pass() -> None:
    for arguments in ((), (1, "pass"), (3, Move(PASS))):
        deal = two_holders()
        assert deal.close_window(*arguments)[:5] == (
            AnswerRequested(1),
            Declined(1),
            AnswerRequested(3),
            Declined(3),
            WindowClosed(),
        )


def test_where_somebody_is_asked_already_the_window_is_closed_from_there_on() -> None:
    deal = two_holders()
    asked = deal.after(len(deal.moves))
    asked.close_window()
    middle = asked.after(len(deal.moves) + 1)
    assert (middle.phase, middle.seat) == (Phase.REACT, 3)
    assert [bool(middle.answers(seat)) for seat in range(4)] == [False, False, False, True]
    assert middle.view(1).declined
    assert not middle.view(1).answers
    assert middle.view(3).answers == middle.view(3).legal_moves
    assert middle.close_window(3, "coup")[0] == CoupFourre(3, Card.RIGHT_OF_WAY, Card.STOP, True)


# -- who could answer, from what everybody sees ---------------------------------------------------------------------

B_STOPPED = Window(0, 1, Card.STOP)


def in_window(rules: Rules, tables: dict[int, Piles] | None = None, **moment: Any) -> Deal:
    """Return a deal with a Stop just laid on team B by seat 0."""
    laid = {1: piles("roll stop"), **(tables or {})}
    return scene(rules, tables=laid, window=B_STOPPED, phase=Phase.REACT, turn=0, **moment)


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        ({}, {1: ("coup",)}),
        ({"fast_play": True}, {1: ("roll", "coup")}),
        ({"coup_fourre_scope": "any"}, {1: ("coup",), 2: ("coup",)}),
        ({"coup_fourre_scope": "any", "fast_play": True}, {1: ("roll", "coup"), 2: ("coup",)}),
    ],
)
def test_the_rules_say_who_may_answer_and_how(house: dict[str, Any], expected: dict[int, tuple[str, ...]]) -> None:
    deal = in_window(rules_of("parker-1962", 3, **house), seat=1, hand="priority")
    assert deal.answerers == tuple(expected)
    view = deal.view()
    assert {seat: view.possible_answers(seat).notation for seat in view.answerers} == expected


def test_a_safety_that_lies_open_can_be_held_by_nobody() -> None:
    rules = rules_of("parker-1962", 3, fast_play=True)
    for opened in ({"tables": {2: piles(safeties="priority")}}, {"discards": "priority"}):
        deal = in_window(rules, seat=1, hand="roll", **opened)
        assert deal.view().possible_answers(1).notation == ("roll",)
    assert in_window(rules, seat=1, hand="priority").view().possible_answers(1).notation == ("roll", "coup")


def test_a_remedy_of_which_all_copies_lie_open_can_be_held_by_nobody() -> None:
    rules = rules_of("parker-1962", 3, fast_play=True)
    rolls = rules.deck[Card.ROLL] - 1  # one lies under the Stop
    deal = in_window(rules, seat=1, hand="priority", discards="roll " * rolls)
    assert deal.view().possible_answers(1).notation == ("coup",)


def test_an_empty_hand_answers_nothing() -> None:
    rules = rules_of("parker-1962", 3, coup_fourre_scope="any")
    deal = in_window(rules, seat=1, hand="priority", hands={2: ""})
    assert deal.answerers == (1,)
    assert deal.answers(2).notation == ("pass",)


@pytest.mark.parametrize("number", range(len(RULES)))
def test_who_could_answer_is_known_to_everybody_and_right(number: int) -> None:
    luck = Random(number)
    deal = Deal(RULES[number], shuffled(RULES[number], luck), chance=by_number, stops_in_windows=True)
    while not deal.over and len(deal.moves) < 120:
        if deal.phase is not Phase.WINDOW:
            deal.play(luck.choice(list(deal.legal_moves)))
            continue
        views = [deal.view(viewer) for viewer in (None, *range(deal.rules.players))]
        assert {view.answerers for view in views} == {deal.answerers}
        assert {view.seat for view in views} == {None}
        for seat in range(deal.rules.players):
            assert {view.possible_answers(seat) for view in views} == {views[0].possible_answers(seat)}
            assert bool(views[0].possible_answers(seat)) == (seat in deal.answerers)
            assert views[seat + 1].answers == deal.answers(seat)
            assert deal.answers(seat).mask & ~views[0].possible_answers(seat).mask & ~(1 << PASS) == 0
        imagined = views[0].sample(luck)
        assert imagined.phase is not Phase.REACT or imagined.seat in deal.answerers
        deal.close_window()


# -- looking back --------------------------------------------------------------------------------------------------


def test_looking_back_an_attack_is_followed_by_what_followed_it() -> None:
    deal = stopped("100")
    assert deal.after(3).phase is Phase.WINDOW
    deal.close_window()
    deal.play("-25")
    assert (deal.after(3).phase, deal.after(3).seat) == (Phase.PLAY, 1)
    deal.take_back()
    assert (deal.phase, deal.seat) == (Phase.PLAY, 1)

    deal = stopped("priority")
    deal.close_window(1, "coup")
    assert (deal.after(3).phase, deal.after(3).seat) == (Phase.REACT, 1)
    phases = [then.phase for then, _ in deal.replay()]
    assert phases == [played.phase for played in deal.moves] == [Phase.PLAY] * 3 + [Phase.REACT]


def test_an_answer_that_is_taken_back_can_be_given_again() -> None:
    deal, fresh_stop = stopped(), stopped()
    deal.close_window(1, "coup")
    assert [played.notation for played in deal.take_back()] == ["coup"]
    assert (deal.phase, deal.events, deal.moves) == (Phase.WINDOW, fresh_stop.events, fresh_stop.moves)
    assert deal.view(1).events == fresh_stop.view(1).events
    assert deal.close_window(1, "coup") == fresh_stop.close_window(1, "coup")


def test_passes_are_taken_back_one_by_one_down_to_the_window() -> None:
    deal = two_holders()
    deal.close_window(3, "coup")
    deal.take_back()
    assert (deal.phase, deal.seat) == (Phase.REACT, 3)
    deal.take_back()
    assert (deal.phase, deal.events) == (Phase.WINDOW, two_holders().events)


def test_taking_back_while_it_stops_takes_the_attack_back() -> None:
    deal = stopped()
    assert deal.take_back(0) == ()
    assert deal.phase is Phase.WINDOW
    assert [played.notation for played in deal.take_back()] == ["stop>B"]
    assert (deal.phase, deal.seat) == (Phase.PLAY, 0)
    deal.play("stop>B")
    assert deal.phase is Phase.WINDOW


@pytest.mark.parametrize("twin_of", [Deal.clone, copy.copy, copy.deepcopy, pickled])
def test_copies_stop_as_well_and_go_on_by_themselves(twin_of: Callable[[Deal], Deal]) -> None:
    deal = stopped()
    twin = twin_of(deal)
    assert (twin.phase, twin.stops_in_windows) == (Phase.WINDOW, True)
    events = twin.close_window(1, "coup")
    assert deal.phase is Phase.WINDOW
    assert deal.close_window(1, "coup") == events


@pytest.mark.parametrize("number", range(0, len(RULES), 3))
def test_a_deal_that_stops_can_be_had_as_it_was_after_any_of_its_moves(number: int) -> None:
    ordinary, stopping = (game.deals[0] for game in play_beside(RULES[number], number, 60))
    for moves in range(len(stopping.moves) + 1):
        one, other = stopping.after(moves), ordinary.after(moves)
        assert (one.events, one.moves) == (other.events, other.moves)
        assert one.state.snapshot() == other.state.snapshot()


def test_a_deal_of_ones_own_stays_one() -> None:
    class Tournament(Deal):
        """A deal with something more."""

        round = 3

    rules = rules_of("parker-1962")
    deal = Tournament(rules, fresh(rules, "roll", "roll").deck)
    deal.round = 4
    deal.play("roll")
    for twin in (deal.clone(), deal.after(0), next(deal.replay())[0]):
        assert isinstance(twin, Tournament)
        assert twin.round == 4
    assert repr(deal).startswith("<Tournament parker-1962")


# -- games and records -----------------------------------------------------------------------------------------------


def game_with_two_deals() -> Game:
    """Return a game whose second deal has begun."""
    game, luck = Game(seed=3), Random(3)
    while not game.deal.over:
        game.play(luck.choice(list(game.deal.legal_moves)))
    game.next_deal()
    return game


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, pickled])
def test_moves_of_an_earlier_deal_of_a_game_stay(twin_of: Callable[[Game], Game]) -> None:
    for game in (game_with_two_deals(), twin_of(game_with_two_deals())):
        record = game.record
        with pytest.raises(ValueError, match="the game has gone on to the next deal"):
            game.deals[0].take_back()
        assert game.record == record
        assert Game.replay(record).record == record
        earlier = game.deals[0].clone()
        assert len(earlier.take_back()) == 1


def test_a_record_that_ends_with_a_hazard_is_read_as_stopping_there_or_as_gone_on() -> None:
    luck = Random(5)
    game = Game("asmodee", 4, seed=5, stops_in_windows=True)
    while game.deal.phase is not Phase.WINDOW:
        game.play(luck.choice(list(game.deal.legal_moves)))
    record, stop = game.record, game.deal
    again = Game.replay(record, stops_in_windows=True)
    assert (again.deal.phase, again.deal.events, again.record) == (Phase.WINDOW, stop.events, record)
    gone_on = Game.replay(record)
    assert gone_on.deal.phase is not Phase.WINDOW
    assert gone_on.record == record
    assert again.deal.close_window() == stop.close_window()
    again.play(luck.choice(list(again.deal.legal_moves)))


def test_a_game_that_was_over_or_had_other_last_moves_is_read_the_same_either_way() -> None:
    game = game_with_two_deals()
    for record in (game.record, Game("parker-1962", seed=1).record):
        again = Game.replay(record, stops_in_windows=True)
        assert again.record == record
        assert again.deal.stops_in_windows
        assert again.stops_in_windows


def test_a_game_that_waits_in_a_window_is_no_other_game_than_the_one_that_went_on() -> None:
    game = Game(rules_of("parker-1962"), seed="shared", stops_in_windows=True)
    luck = Random(2)
    while game.deal.phase is not Phase.WINDOW:
        game.play(luck.choice(list(game.deal.legal_moves)))
    later = copy.copy(game)
    later.deal.close_window()
    known = dict.fromkeys(public_values(game), game)
    assert proofs(later, known) == proofs(later)
