"""The record of what is over has nothing of the deal that is being played."""

from __future__ import annotations

from bornes import Game
from bornes.tables.commands import StepAway
from bornes.tables.public_view import finished_game, finished_record
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

RULES = rules_of("parker-1962", 2, turn_cap=3)


def play_deals(room: SteppedTable, deals: int) -> None:
    """Play some deals to their end."""
    for _ in range(deals):
        room.ready()
        while room.table.playing:
            room.discard()


def test_finished_deals_are_a_record_that_can_be_checked() -> None:
    room = SteppedTable(RULES, "pp")
    play_deals(room, 2)
    text = finished_record(room.log)
    assert text is not None
    assert len(Game.replay(text).deals) == 2
    assert text == finished_record(room.log, 1)


def test_moves_that_a_bot_made_for_somebody_are_told_from_their_own() -> None:
    room = SteppedTable(rules_of("parker-1962", 2, turn_cap=8), "pp")
    room.ready()
    room.discard(3)
    away = room.table.open_deal.seat
    assert away is not None
    room.do(away, StepAway())
    while room.table.playing:
        room.discard()
    finished = finished_game(room.log)
    assert finished is not None
    moves = Game.replay(finished.record).deals[0].moves
    assert [made.seat for made in moves[:3]].count(away) == 1, "one was their own"
    assert finished.stood_in == {(1, at) for at, made in enumerate(moves) if made.seat == away and at >= 3}
    assert finished.stood_in


def test_of_a_deal_that_is_being_played_there_is_nothing() -> None:
    room = SteppedTable(RULES, "pp")
    assert finished_record(room.log) is None
    room.ready()
    assert finished_record(room.log) is None
    play_deals(room, 1)
    before = finished_record(room.log)
    room.ready()
    room.discard()
    assert room.table.playing
    assert before is not None
    assert finished_record(room.log) == before
    assert room.table.state.deal_server_seed not in before


def test_games_that_follow_each_other_are_told_apart() -> None:
    room = SteppedTable(rules_of("parker-1962", 2, turn_cap=1, game_goal=0), "pp")  # a game is one deal
    play_deals(room, 2)
    first, second = finished_record(room.log, 1), finished_record(room.log, 2)
    assert first is not None
    assert second is not None
    assert first != second
    assert Game.replay(second).first == 1
    assert finished_record(room.log) == second
    assert finished_record(room.log, 3) is None
    room.ready()  # the third has begun
    assert finished_record(room.log) == second
    assert finished_record(room.log, 3) is None


def test_a_game_that_was_begun_elsewhere_keeps_its_deals() -> None:
    room = SteppedTable(RULES, "pp", hands=("roll stop", "roll"))
    assert finished_record(room.log) is None
    play_deals(room, 0)
    while room.table.playing:
        room.discard()
    text = finished_record(room.log)
    assert text is not None
    assert len(Game.replay(text).deals) == 1
