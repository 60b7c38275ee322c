"""What the host, a stand-in and a guest may do, and that nobody loses a seat, a link or a record to another player."""

from __future__ import annotations

from typing import Literal

import pytest

from bornes.client.replica import Replica
from bornes.game.player_names import default_name
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.commands import Command
from bornes.tables.decision_case import ABSENT_AFTER_MS
from bornes.tables.entries import Entry
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import Update, decode_message
from bornes.tables.table import Table
from bornes.tables.table_limits import ONLINE_LIMITS
from bornes.tables.table_state import MAX_FORMER_PLAYERS, SECOND_MS, Pace
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable, key_of

TWO = rules_of("dujardin", 2, turn_cap=1, game_goal=0)
THREE = rules_of("dujardin", 3, turn_cap=1, game_goal=0)
FOUR = rules_of("parker-1962", 4, partners=True)
LONG = rules_of("dujardin", 3, turn_cap=1)
STRANGER = "ab" * 32
Who = Literal["host", "stand-in", "guest"]


def gone(*seats: int) -> dict[str, object]:
    """Return what says that players were out of reach for five minutes."""
    return {"away": lambda seat: ABSENT_AFTER_MS if seat in seats else 0}


def finish(stepped: SteppedTable) -> None:
    """Play a deal to its end."""
    while stepped.table.playing:
        stepped.discard()


def kinds(entries: tuple[Entry, ...]) -> list[type[Entry]]:
    return [type(entry) for entry in entries]


# -- who may do what -----------------------------------------------------------------------------------------------

HOST, STAND_IN, GUEST = 0, 1, 2
"""The host's absence makes a stand-in of the next player; seat 3 is open, and seat 2 that of a guest."""
YES = None
RIGHTS: list[tuple[Command, dict[Who, type[no.Refusal] | None]]] = [
    (ask.SeatBot(target_seat=3, bot="random"), {"host": YES, "stand-in": YES, "guest": no.ActingHostOnly}),
    (ask.SwapSeats(target_seat=1, other_seat=2), {"host": YES, "stand-in": no.SeatTaken, "guest": no.SeatTaken}),
    (ask.SwapSeats(target_seat=0, other_seat=3), {"host": YES, "stand-in": no.HostOnly, "guest": no.HostOnly}),
    (ask.TransferHost(target_seat=2), {"host": YES, "stand-in": no.HostOnly, "guest": no.HostOnly}),
    (ask.SetAccess(newcomers=False, spectators=False), {"host": YES, "stand-in": no.HostOnly, "guest": no.HostOnly}),
    (ask.SetPace(pace=Pace(60 * SECOND_MS)), {"host": YES, "stand-in": no.HostOnly, "guest": no.HostOnly}),
    (ask.RemovePlayer(target_seat=2), {"host": YES, "stand-in": no.HostOnly, "guest": no.HostOnly}),
    (
        ask.FreeSeat(target_seat=0),
        {"host": no.HostSeatProtected, "stand-in": no.HostSeatProtected, "guest": no.ActingHostOnly},
    ),
    (ask.FreeSeat(target_seat=2), {"host": no.NotAbsent, "stand-in": no.NotAbsent, "guest": no.ActingHostOnly}),
]


@pytest.mark.parametrize("who", ["host", "stand-in", "guest"])
@pytest.mark.parametrize(("command", "answers"), RIGHTS, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("how", ["out of reach", "driven"])
def test_the_rights_of_each_are_as_the_page_says(
    command: Command, answers: dict[Who, type[no.Refusal] | None], who: Who, how: str
) -> None:
    stepped = SteppedTable(FOUR, "pppo", keys=True)
    sender = {"host": HOST, "stand-in": STAND_IN, "guest": GUEST}[who]
    if how == "driven" and who != "host":
        stepped.do(HOST, ask.StepAway())
    outside = gone() if how == "driven" or who == "host" else gone(HOST)
    expected, answer = answers[who], stepped.ask(sender, command, **outside)
    assert isinstance(answer, tuple) if expected is None else isinstance(answer, expected), answer


@pytest.mark.parametrize("who", ["host", "stand-in"])
def test_an_absent_guest_and_a_bot_are_freed_by_the_host_or_a_stand_in(who: Who) -> None:
    stepped = SteppedTable(FOUR, "pppb", keys=True)
    sender, absent = (HOST, ()) if who == "host" else (STAND_IN, (HOST,))
    stepped.do(sender, ask.FreeSeat(target_seat=3), **gone(*absent))
    stepped.do(sender, ask.FreeSeat(target_seat=GUEST), **gone(*absent, GUEST))
    assert stepped.table.open_seats == (2, 3)


def test_a_host_whose_seat_a_bot_drives_keeps_all_rights() -> None:
    stepped = SteppedTable(FOUR, "pppo")
    stepped.do(HOST, ask.StepAway())
    stepped.do(HOST, ask.SetAccess(newcomers=False, spectators=True))
    stepped.do(HOST, ask.TransferHost(target_seat=GUEST))
    assert stepped.ask(HOST, ask.SetAccess(newcomers=True, spectators=True)) == no.HostOnly()


def test_of_two_who_believe_to_be_the_host_one_is() -> None:
    """The host hands the table on and changes its mind, while the stand-in was about to do the same."""
    stepped = SteppedTable(FOUR, "pppo")
    stepped.do(HOST, ask.TransferHost(target_seat=STAND_IN))
    assert stepped.ask(HOST, ask.TransferHost(target_seat=HOST)) == no.HostOnly()
    stepped.do(STAND_IN, ask.TransferHost(target_seat=GUEST))
    assert stepped.ask(STAND_IN, ask.TransferHost(target_seat=STAND_IN)) == no.HostOnly()
    assert stepped.table.state.host == GUEST


@pytest.mark.parametrize("silence", [61 * SECOND_MS, ABSENT_AFTER_MS - 1, ABSENT_AFTER_MS, 24 * 3600 * SECOND_MS])
@pytest.mark.parametrize("moment", ["before", "during", "after"])
def test_no_guest_throws_the_owner_out(silence: int, moment: str) -> None:
    """The attack: pass the rights to oneself, close the table, free the owner's seat."""
    stepped = SteppedTable(TWO, "pp", keys=True)
    if moment != "before":
        stepped.ready()
    if moment == "after":
        finish(stepped)
    away = {"away": lambda seat: silence if seat == 0 else 0}
    assert stepped.ask(1, ask.TransferHost(target_seat=1), **away) == no.HostOnly()
    assert stepped.ask(1, ask.SetAccess(newcomers=False, spectators=False), **away) == no.HostOnly()
    freed = stepped.ask(1, ask.FreeSeat(target_seat=0), **away)
    assert freed == (no.HostSeatProtected(0) if silence >= ABSENT_AFTER_MS else no.ActingHostOnly())
    assert stepped.ask(1, ask.RemovePlayer(target_seat=0), **away) == no.HostOnly()
    assert stepped.table.state.host == 0
    assert stepped.table.occupant_of(key_of(0)) is not None


def test_a_stand_in_is_nobody_sooner_than_the_pace_gives_for_a_decision() -> None:
    days = Pace(decision=3 * 24 * 3600 * SECOND_MS)
    stepped = SteppedTable(FOUR, "pppo", pace=days)
    for away, refused in ((ABSENT_AFTER_MS, True), (days.decision or 0, False)):
        answer = stepped.ask(
            1, ask.SeatBot(target_seat=3, bot="random"), away=lambda seat, away=away: away if seat == 0 else 0
        )
        assert (answer == no.ActingHostOnly()) is refused


# -- absence -------------------------------------------------------------------------------------------------------


def test_during_a_deal_only_minutes_of_silence_cost_a_seat() -> None:
    """Three hurried decisions in a row let a bot drive after seconds; that frees no seat before the deal is over."""
    stepped = SteppedTable(THREE, "ppp", keys=True)
    stepped.ready()
    stepped.do(1, ask.StepAway())
    assert stepped.ask(0, ask.FreeSeat(target_seat=1)) == no.NotAbsent(1)
    assert stepped.ask(0, ask.FreeSeat(target_seat=2), away=lambda seat: 61 * SECOND_MS) == no.NotAbsent(2)
    stepped.do(0, ask.FreeSeat(target_seat=2), **gone(2))
    finish(stepped)
    stepped.do(0, ask.FreeSeat(target_seat=1))
    assert stepped.table.open_seats == (1, 2)


# -- removing a stranger -------------------------------------------------------------------------------------------


def test_the_host_removes_a_stranger_before_the_first_deal() -> None:
    stepped = SteppedTable(FOUR, "pooo", keys=True)
    stepped.do(None, ask.TakeSeat(target_seat=2, name="Stranger", secret_hash=STRANGER))
    stepped.do(0, ask.RemovePlayer(target_seat=2))
    assert stepped.table.open_seats == (1, 2, 3)
    assert stepped.table.former_player(STRANGER) is None
    assert stepped.ask(None, ask.TakeSeat(target_seat=2, secret_hash=STRANGER, reclaim=True)) == no.PlayersOnly()
    stepped.do(0, ask.SetAccess(newcomers=False, spectators=False))
    assert stepped.ask(None, ask.TakeSeat(id="again", target_seat=2, secret_hash=STRANGER)) == no.ClosedToNewPlayers()


def test_who_came_for_the_next_game_can_be_removed_and_who_has_played_cannot() -> None:
    stepped = SteppedTable(THREE, "ppo", keys=True)
    assert stepped.ask(0, ask.RemovePlayer(target_seat=2)) == no.SeatAlreadyFree(2)
    stepped.do(0, ask.SeatBot(target_seat=2, bot="random"))
    stepped.ready()
    assert stepped.ask(0, ask.RemovePlayer(target_seat=1)) == no.AlreadyPlayed(1)
    finish(stepped)
    assert stepped.ask(0, ask.RemovePlayer(target_seat=1)) == no.AlreadyPlayed(1)
    stepped.do(None, ask.TakeSeat(target_seat=2, name="Stranger", secret_hash=STRANGER))
    stepped.do(0, ask.RemovePlayer(target_seat=2))
    assert stepped.table.open_seats == (2,)


def test_who_played_an_earlier_deal_and_came_back_is_not_removed() -> None:
    stepped = freed_table()
    stepped.do(0, ask.Ready())
    stepped.do(2, ask.Ready())
    finish(stepped)
    stepped.do(None, ask.TakeSeat(target_seat=1, secret_hash=key_of(1), reclaim=True))
    assert stepped.ask(0, ask.RemovePlayer(target_seat=1)) == no.AlreadyPlayed(1), (
        "the link to the record would stop working"
    )
    assert stepped.table.occupant_of(key_of(1)) is not None


def test_after_a_removal_the_others_are_told_what_the_table_is() -> None:
    stepped = SteppedTable(FOUR, "ppoo")
    mirror, speaker = Replica("en"), MessageWriter(stepped.table, "en")
    mirror.take(speaker.state(0))
    stepped.do(0, ask.RemovePlayer(target_seat=1))
    message = decode_message(speaker.write({0: stepped.told[0][-1]})[0])
    assert isinstance(message, Update)
    mirror.take(message)
    assert [seat.kind for seat in mirror.table.seats] == ["person", "open", "open", "open"]


# -- a freed seat --------------------------------------------------------------------------------------------------


def freed_table(kinds: str = "ppp") -> SteppedTable:
    """Return a table after its first deal, where seat 1 was freed."""
    stepped = SteppedTable(LONG, kinds, keys=True)
    stepped.ready()
    finish(stepped)
    stepped.do(0, ask.FreeSeat(target_seat=1), **gone(1))
    return stepped


def test_a_freed_player_comes_back_while_the_seat_is_free_and_is_the_same_as_before() -> None:
    stepped = SteppedTable(LONG, "ppp", keys=True)
    sitting = stepped.table.state.seats[1].occupant
    stepped.ready()
    finish(stepped)
    stepped.do(0, ask.FreeSeat(target_seat=1), **gone(1))
    assert stepped.table.occupant_of(key_of(1)) is None
    stepped.do(0, ask.SetAccess(newcomers=False, spectators=False))  # closed to newcomers, and to nobody else
    stepped.do(None, ask.TakeSeat(target_seat=0, name="Bob", secret_hash=key_of(1), reclaim=True))
    assert stepped.table.occupant_of(key_of(1)) == sitting
    assert stepped.table.seat_of(sitting) == 1
    assert stepped.table.names[1] == "Bob"


def test_a_freed_player_comes_back_where_a_bot_has_the_seat_by_now() -> None:
    stepped = freed_table()
    stepped.do(0, ask.SeatBot(target_seat=1, bot="random"))
    stepped.do(None, ask.TakeSeat(target_seat=1, secret_hash=key_of(1), reclaim=True))
    assert stepped.table.people == (0, 1, 2)


def test_nobody_is_kept_from_the_own_seat_by_a_guest_of_the_same_name() -> None:
    stepped = freed_table("ppb")
    stepped.do(None, ask.TakeSeat(target_seat=2, name="Bob", secret_hash=STRANGER))
    stepped.do(None, ask.TakeSeat(target_seat=1, name="Bob", secret_hash=key_of(1), reclaim=True))
    assert stepped.table.people == (0, 1, 2)
    assert stepped.table.names[1:] == (default_name(1), "Bob")


def test_once_another_person_has_the_seat_only_the_record_is_left() -> None:
    stepped = freed_table()
    stepped.do(None, ask.TakeSeat(target_seat=1, name="Al", secret_hash=STRANGER))
    assert stepped.ask(None, ask.TakeSeat(target_seat=1, secret_hash=key_of(1), reclaim=True)) == no.PlayersOnly()
    former = stepped.table.former_player(key_of(1))
    assert former is not None
    assert (former.seat, former.game) == (None, 1)
    stepped.do(1, ask.GiveUpSeat())
    assert stepped.ask(None, ask.TakeSeat(target_seat=1, secret_hash=key_of(1), reclaim=True)) == no.PlayersOnly(), (
        "it is Al's to come back to"
    )
    stepped.do(None, ask.TakeSeat(target_seat=1, secret_hash=STRANGER, reclaim=True))


def test_during_a_deal_only_the_player_who_was_dealt_the_cards_comes_back() -> None:
    stepped = SteppedTable(LONG, "ppp", keys=True)
    stepped.ready()
    turn = stepped.table.open_deal.seat
    stepped.do(0, ask.FreeSeat(target_seat=1), **gone(1))
    stepped.do(None, ask.TakeSeat(target_seat=1, secret_hash=key_of(1), reclaim=True))
    assert not stepped.table.bot_decides(1)
    assert (1 in stepped.table.asked) is (turn == 1)
    stepped.do(1, ask.GiveUpSeat())
    finish(stepped)
    stepped.do(0, ask.Ready())
    stepped.do(2, ask.Ready())
    assert stepped.table.playing
    assert stepped.ask(None, ask.TakeSeat(target_seat=1, secret_hash=key_of(1), reclaim=True)) == no.NotNow(
        "between-deals"
    )


def test_who_comes_back_in_the_middle_of_a_turn_is_asked_for_it() -> None:
    stepped = SteppedTable(LONG, "ppp", keys=True)
    stepped.ready()
    seat = stepped.table.open_deal.seat
    assert seat is not None
    stepped.do(seat, ask.GiveUpSeat())
    assert not stepped.table.asked
    stepped.do(None, ask.TakeSeat(target_seat=0, secret_hash=key_of(seat), reclaim=True))
    assert seat in stepped.table.asked
    assert stepped.table.question(seat) is not None


def test_places_that_are_changed_take_the_way_back_along() -> None:
    stepped = SteppedTable(FOUR, "ppoo", keys=True)
    stepped.do(1, ask.GiveUpSeat())
    stepped.do(0, ask.SwapSeats(target_seat=0, other_seat=1))
    stepped.do(None, ask.TakeSeat(target_seat=3, secret_hash=key_of(1), reclaim=True))
    assert stepped.table.people == (0, 1)
    assert stepped.table.occupant_of(key_of(0)) == stepped.table.state.seats[1].occupant
    assert stepped.table.occupant_of(key_of(1)) == stepped.table.state.seats[0].occupant


def test_a_guest_who_changes_places_uses_up_nobody_elses_way_back() -> None:
    stepped = SteppedTable(FOUR, "pppo", keys=True)
    stepped.do(1, ask.GiveUpSeat())
    for number in range(ONLINE_LIMITS.max_changes - 1):
        stepped.do(2, ask.SetStandingAnswer(id=f"{number}", coup_fourre="ask", remedy="ask"), limits=ONLINE_LIMITS)
    stepped.do(2, ask.SwapSeats(target_seat=2, other_seat=1), limits=ONLINE_LIMITS)
    assert stepped.ask(1, ask.SwapSeats(target_seat=1, other_seat=3), limits=ONLINE_LIMITS) == no.TooManyChanges(), (
        "the guest has used them up"
    )
    stepped.do(None, ask.TakeSeat(target_seat=0, secret_hash=key_of(1), reclaim=True), limits=ONLINE_LIMITS)
    assert stepped.table.people == (0, 1, 2)


def test_who_gives_the_seat_up_for_good_is_known_no_longer() -> None:
    stepped = SteppedTable(LONG, "ppp", keys=True)
    stepped.ready()
    stepped.do(1, ask.GiveUpSeat(for_good=True))
    assert stepped.table.former_player(key_of(1)) is None
    assert stepped.ask(None, ask.TakeSeat(target_seat=1, secret_hash=key_of(1), reclaim=True)) == no.PlayersOnly()


def test_a_lost_answer_brings_nobody_back_who_has_left_since() -> None:
    """A request to sit down that is repeated is no wish to come back."""
    stepped = SteppedTable(FOUR, "pooo")
    stepped.do(None, ask.TakeSeat(id="sit", target_seat=1, secret_hash=STRANGER))
    stepped.do(1, ask.GiveUpSeat())
    assert stepped.ask(None, ask.TakeSeat(id="sit", target_seat=1, secret_hash=STRANGER)) == no.TooLate()
    stepped.do(None, ask.TakeSeat(id="back", target_seat=1, secret_hash=STRANGER, reclaim=True))


def test_what_is_known_of_former_players_outlives_a_restart() -> None:
    stepped = freed_table()
    stepped.do(0, ask.Ready())
    (began,) = [entry for entry in stepped.do(2, ask.Ready()) if isinstance(entry, log.DealBegan)]
    loaded = Table(began, before=len(stepped.log) - 1)
    assert loaded.former_player(key_of(1)) == stepped.table.former_player(key_of(1))
    assert loaded.former_player("") is None


def test_strangers_who_come_and_go_push_no_player_out() -> None:
    """Who sits down and gets up a hundred times fills no memory, and takes nobody's record away."""
    stepped = freed_table("ppp")
    for number in range(100):
        stepped.do(None, ask.TakeSeat(target_seat=1, secret_hash=f"{number + 10:064x}"))
        stepped.do(1, ask.GiveUpSeat())
    assert stepped.table.former_player(key_of(1)) is not None
    assert len(stepped.table.state.former_players) <= 2


def test_only_so_many_former_players_are_remembered() -> None:
    stepped = SteppedTable(rules_of("dujardin", 2, turn_cap=1, game_goal=0), "pp", keys=True)
    for number in range(MAX_FORMER_PLAYERS + 3):
        stepped.ready()
        stepped.do(1, ask.GiveUpSeat())
        finish(stepped)
        stepped.do(None, ask.TakeSeat(target_seat=1, secret_hash=f"{number + 10:064x}"))
    assert len(stepped.table.state.former_players) == MAX_FORMER_PLAYERS
    assert stepped.table.former_player(key_of(1)) is None
    assert stepped.table.former_player(f"{MAX_FORMER_PLAYERS + 10:064x}") is not None


# -- ready ---------------------------------------------------------------------------------------------------------


def over(kinds: str) -> SteppedTable:
    """Return a table whose game is over."""
    stepped = SteppedTable(THREE if len(kinds) == 3 else TWO, kinds, keys=True)
    stepped.ready()
    finish(stepped)
    assert stepped.table.game_over
    return stepped


def test_a_player_who_is_ready_has_the_wheel_again() -> None:
    """After a game in which bots drove for everyone, a rematch began for nobody, however often they asked."""
    stepped = over("pp")
    stepped.do(0, ask.StepAway())
    stepped.do(1, ask.StepAway())
    assert kinds(stepped.do(0, ask.Ready(seed="00"))) == [log.Returned, log.SeedGiven, log.GotReady, log.DealBegan]
    assert stepped.table.state.seats[1].autopilot


def test_a_driven_player_who_is_ready_is_waited_for_like_the_others() -> None:
    stepped = over("ppp")
    stepped.do(1, ask.StepAway())
    stepped.do(0, ask.Ready())
    assert kinds(stepped.do(1, ask.Ready())) == [log.Returned, log.GotReady]
    assert kinds(stepped.do(2, ask.Ready())) == [log.GotReady, log.DealBegan]


def test_a_player_who_was_ready_and_left_comes_back_by_ready() -> None:
    stepped = over("pp")
    stepped.do(0, ask.Ready())
    stepped.do(0, ask.StepAway())
    stepped.do(1, ask.StepAway())
    assert not stepped.table.playing, "nobody is there"
    assert kinds(stepped.do(0, ask.Ready())) == [log.Returned, log.GotReady, log.DealBegan]


def test_the_last_player_who_is_not_ready_leaves_and_the_deal_begins() -> None:
    stepped = over("ppp")
    stepped.do(0, ask.Ready())
    stepped.do(1, ask.Ready())
    assert kinds(stepped.do(2, ask.StepAway())) == [log.SteppedAway, log.DealBegan]


def test_a_rematch_with_a_free_seat_says_what_it_waits_for() -> None:
    stepped = over("ppp")
    stepped.do(2, ask.GiveUpSeat())
    stepped.do(1, ask.StepAway())
    assert kinds(stepped.do(0, ask.Ready())) == [log.GotReady]
    assert stepped.ask(0, ask.Ready()) == no.StillWaiting([], open_seats=True)
    assert kinds(stepped.do(0, ask.SeatBot(target_seat=2, bot="random"))) == [log.BotSeated, log.DealBegan]


def test_who_is_ready_already_hears_who_is_not() -> None:
    stepped = over("ppp")
    stepped.do(0, ask.Ready())
    assert stepped.ask(0, ask.Ready(seed="00")) == no.StillWaiting([1, 2], open_seats=False)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_nobody_waits_for_ever_for_a_host_who_went_without_a_word(moment: str) -> None:
    stepped = over("ppp") if moment == "after" else SteppedTable(THREE, "ppp")
    stepped.do(1, ask.Ready())
    stepped.do(2, ask.Ready())
    assert stepped.ask(1, ask.Ready(), away=lambda seat: ABSENT_AFTER_MS - 1) == no.StillWaiting([0], open_seats=False)
    assert kinds(stepped.do(1, ask.Ready(), **gone(0))) == [log.GotReady, log.SteppedAway, log.DealBegan]
    assert stepped.table.state.seats[0].autopilot
    assert stepped.table.state.host == 0
    stepped.do(0, ask.Return())


def test_nothing_begins_where_all_are_absent() -> None:
    stepped = over("pp")
    assert kinds(stepped.do(0, ask.StepAway(), **gone(1))) == [log.SteppedAway]


# -- leaving -------------------------------------------------------------------------------------------------------


def test_the_table_of_a_host_who_leaves_before_the_first_deal_goes_to_the_next() -> None:
    stepped = SteppedTable(FOUR, "pppo", keys=True)
    stepped.do(0, ask.GiveUpSeat())
    assert stepped.table.state.host == 1
    stepped.do(None, ask.TakeSeat(target_seat=0, secret_hash=key_of(0), reclaim=True))
    assert stepped.table.state.host == 1, "who gave the table away has it no more"


def test_who_comes_back_to_a_deserted_table_is_its_host() -> None:
    stepped = SteppedTable(FOUR, "ppoo", keys=True)
    stepped.do(0, ask.GiveUpSeat())
    stepped.do(1, ask.GiveUpSeat())
    stepped.do(None, ask.TakeSeat(target_seat=0, secret_hash=key_of(0), reclaim=True))
    assert stepped.table.state.host == 0
    stepped.do(None, ask.TakeSeat(target_seat=0, secret_hash=key_of(1), reclaim=True))
    assert stepped.table.state.host == 0
