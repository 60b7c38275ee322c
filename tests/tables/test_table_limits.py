"""What a table online may cost: its pace, its log, and what happens between deals."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bornes.client.protocol import PACES
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.table import Table
from bornes.tables.table_limits import (
    CORRESPONDENCE_MS,
    ONLINE_LIMITS,
    PACE_TOO_FAST_TEXT,
    TableLimits,
    online_pace_error,
)
from bornes.tables.table_state import Pace
from bornes.tables.table_store import MemoryStore
from tests.support.scenes import rules_of
from tests.support.stepped_table import CLOCKED, SteppedTable

SHORT = rules_of("parker-1962", 2, turn_cap=2)
SEED = "ab" * 32


def played(deals: int, kinds: str = "pp", **options: Any) -> SteppedTable:
    """Return a table after some deals that are over."""
    room = SteppedTable(SHORT, kinds, **options)
    for _ in range(deals):
        room.ready()
        while room.table.playing:
            room.discard()
    return room


# -- pace ----------------------------------------------------------------------------------------------------------


def test_the_refusal_of_a_pace_says_what_the_limits_are() -> None:
    seconds = [
        f"{time / 1000:g}"
        for time in (ONLINE_LIMITS.min_decision_ms, ONLINE_LIMITS.min_window_ms, ONLINE_LIMITS.min_bot_delay_ms)
    ]
    assert [word for word in PACE_TOO_FAST_TEXT.split() if word[0].isdigit()] == seconds


def test_every_pace_with_a_name_is_within_the_limits() -> None:
    assert [online_pace_error(pace, ONLINE_LIMITS) for pace in PACES.values()] == [""] * len(PACES)


@pytest.mark.parametrize("pace", [Pace(1, 0, 0), Pace(4_999, None, 900), Pace(30_000, 999, 900), Pace(None, None, 299)])
def test_nobody_plays_faster_than_the_limits(pace: Pace) -> None:
    room = SteppedTable(SHORT, "pb")
    assert room.ask(0, ask.SetPace(pace=pace), limits=ONLINE_LIMITS) == no.BadPace(PACE_TOO_FAST_TEXT)
    room.do(0, ask.SetPace(pace=pace))


# -- nobody is present ---------------------------------------------------------------------------------------------


def test_a_deal_that_nobody_is_there_for_does_not_begin() -> None:
    room = played(1)
    room.now = room.table.due or 0
    (entry,) = room.do(None, ask.Tick(), present="nobody")
    assert isinstance(entry, log.Paused)
    assert room.names(None) == ["TablePaused"]
    assert room.table.due is None
    assert room.speaker().state(None).clock is None
    assert isinstance(room.ask(None, ask.Tick(), present="nobody"), no.NotDue)


def test_it_goes_on_when_someone_is_back_and_the_clock_starts_over() -> None:
    room = played(1)
    room.now = room.table.due or 0
    room.do(None, ask.Tick(), present="nobody")
    room.now += 10**7
    (entry,) = room.do(None, ask.Wake())
    assert isinstance(entry, log.Resumed)
    assert room.table.due == room.now + 30_000
    assert [type(entry) for entry in room.wait(30_000)] == [log.DealBegan]
    assert isinstance(room.ask(None, ask.Wake()), no.NotDue), "a deal is played"


@pytest.mark.parametrize("command", [ask.Ready(), ask.Return()])
def test_a_player_who_is_ready_or_back_ends_the_pause(command: ask.Command) -> None:
    room = played(1)
    if isinstance(command, ask.Return):
        room.do(0, ask.StepAway())
    room.now = room.table.due or 0
    room.do(None, ask.Tick(), present="nobody")
    entries = room.do(0, command, present="nobody")
    assert isinstance(entries[0], log.Resumed)
    assert not room.table.paused


def test_a_pause_is_ended_a_bounded_number_of_times_and_ready_players_play_on() -> None:
    room, limits = played(1), TableLimits(max_changes=3)
    for _ in range(3):
        room.now = room.table.due or 0
        room.do(None, ask.Tick(), present="nobody", limits=limits)
        room.ask(None, ask.Wake(), limits=limits)
    assert room.table.paused
    room.ready()
    assert room.table.playing


def test_a_game_by_correspondence_goes_on_until_bots_drive_all_seats() -> None:
    room = played(1, pace=Pace(CORRESPONDENCE_MS, None, 900))
    room.do(0, ask.StepAway())
    room.now = room.table.due or 0
    assert isinstance(room.do(None, ask.Tick(), present="nobody")[0], log.DealBegan)
    room = played(1, pace=Pace(CORRESPONDENCE_MS, None, 900))
    room.do(0, ask.StepAway())
    room.do(1, ask.StepAway(), present="nobody")
    room.now = max(room.now, room.table.due or 0)
    assert isinstance(room.do(None, ask.Tick(), present="nobody")[0], log.Paused)


def test_programs_alone_finish_a_game_and_begin_no_other() -> None:
    rules = SHORT.replace(game_goal=0)
    room = SteppedTable(rules, "pp")
    for seat in (0, 1):
        room.do(seat, ask.Ready(), present="bots")
    while room.table.playing:
        room.discard()
    assert room.table.game_over
    for seat in (0, 1):
        room.do(seat, ask.Ready(), present="bots")
    assert not room.table.playing
    room.do(None, ask.Wake())
    assert room.table.playing, "a person has come"
    assert room.table.state.game == 2


@pytest.mark.parametrize("pace", [CLOCKED, Pace(CORRESPONDENCE_MS, None, 900)])
def test_while_nobody_is_present_only_a_game_by_correspondence_is_followed_by_another(pace: Pace) -> None:
    room = SteppedTable(SHORT.replace(game_goal=0), "pp", pace=pace)
    room.ready()
    while room.table.playing:
        room.discard()
    for seat in (0, 1):
        room.do(seat, ask.Ready(), present="nobody")
    assert room.table.playing == (pace is not CLOCKED)


# -- the log -------------------------------------------------------------------------------------------------------


def test_a_log_is_as_large_as_it_says() -> None:
    room = played(3)
    assert room.table.log_bytes == sum(len(log.encode_entry(entry)) + 1 for entry in room.log)
    begun = [at for at, entry in enumerate(room.log) if isinstance(entry, log.DealBegan)]
    for at in begun:
        entry = room.log[at]
        assert isinstance(entry, log.DealBegan)
        assert entry.table.log_bytes == sum(len(log.encode_entry(one)) + 1 for one in room.log[:at])


def test_a_log_grows_by_the_same_for_every_deal() -> None:
    begun = [entry for entry in played(40).log if isinstance(entry, log.DealBegan)]
    sizes = [len(log.encode_entry(entry)) for entry in begun]
    assert max(sizes[10:]) - min(sizes[10:]) < 20  # until then the ids of the last commands add up


def test_a_table_that_is_loaded_in_the_middle_knows_all_score_sheets() -> None:
    room = played(5)
    room.ready()

    async def load() -> Table:
        store = MemoryStore()
        await store.append("room", 0, room.log, None)
        return (await store.read_deal("room")).table

    table = asyncio.run(load())
    assert table.sheets == room.table.sheets
    assert len(table.sheets) == 5
    assert (table.began, table.entries, table.log_bytes) == (
        room.table.began,
        room.table.entries,
        room.table.log_bytes,
    )


@pytest.mark.parametrize(
    "limits",
    [TableLimits(max_entries=6), TableLimits(max_bytes=2_000), TableLimits(max_game_deals=2)],
    ids=["entries", "bytes", "deals"],
)
def test_a_full_log_ends_with_a_last_deal_that_everybody_is_told_of(limits: TableLimits) -> None:
    room = played(1)
    for seat in (0, 1):
        room.do(seat, ask.Ready(), limits=limits)
    started = next(event for event in room.events(None) if type(event).__name__ == "DealStarted")
    assert started.is_last_deal  # type: ignore[attr-defined]
    news = room.told[None][-1]
    assert b"last one at this table" in room.speaker().write({None: news})[None]
    while room.table.playing:
        room.discard()
    assert room.table.due is None, "the clock begins no other deal"
    assert room.ask(0, ask.Ready(), limits=limits) == no.LogFull()
    assert room.ask(1, ask.StepAway(), limits=limits) != no.LogFull()
    assert not room.table.playing


# -- between deals -------------------------------------------------------------------------------------------------

STORMS: dict[str, list[ask.Command]] = {
    "seeds": [ask.GiveSeed(seed=SEED)],
    "leaving and returning": [ask.StepAway(), ask.Return()],
    "names": [ask.Rename(name="Ann"), ask.Rename(name="Anna")],
    "places": [ask.SwapSeats(target_seat=0, other_seat=1)],
    "doors": [ask.SetAccess(newcomers=True, spectators=True)],
    "paces": [ask.SetPace(pace=PACES["quick"])],
    "standing": [ask.SetStandingAnswer(coup_fourre="ask", remedy="ask")],
    "ready": [ask.Ready()],
}


@pytest.mark.parametrize("commands", STORMS.values(), ids=STORMS.keys())
def test_a_storm_of_changes_ends_and_the_game_goes_on(commands: list[ask.Command]) -> None:
    room = SteppedTable(SHORT, "pp")
    for number in range(3 * ONLINE_LIMITS.max_changes):
        seat = room.table.seat_of(1)
        room.ask(seat, commands[number % len(commands)], limits=ONLINE_LIMITS)
    assert len(room.log) < 2 * ONLINE_LIMITS.max_changes + 10
    for seat in (0, 1):
        if room.table.state.seats[seat].autopilot:
            room.do(seat, ask.Return(), limits=ONLINE_LIMITS)
        if not room.table.state.seats[seat].ready:
            room.do(seat, ask.Ready(), limits=ONLINE_LIMITS)
    assert room.table.playing
    room.discard()


def test_one_seat_uses_up_nobody_elses_changes() -> None:
    room = SteppedTable(SHORT, "pp")
    for _ in range(ONLINE_LIMITS.max_changes):
        room.do(1, ask.GiveSeed(seed=SEED), limits=ONLINE_LIMITS)
    assert room.ask(1, ask.GiveSeed(seed=SEED), limits=ONLINE_LIMITS) == no.TooManyChanges()
    room.do(0, ask.GiveSeed(seed=SEED), limits=ONLINE_LIMITS)
    room.do(1, ask.GiveUpSeat(), limits=ONLINE_LIMITS)
    assert room.ask(None, ask.TakeSeat(target_seat=1), limits=ONLINE_LIMITS) == no.TooManyArrivals()


def crowded_table() -> SteppedTable:
    """Return a table before its first deal, whose open seat strangers took and gave up until it was closed to all."""
    room = SteppedTable(SHORT, "po", public=True)
    while isinstance(room.ask(None, ask.TakeSeat(target_seat=1), limits=ONLINE_LIMITS), tuple):
        if room.ask(1, ask.StepAway(), limits=ONLINE_LIMITS) != no.TooManyChanges():
            room.do(1, ask.Return(), limits=ONLINE_LIMITS)
        room.do(1, ask.GiveUpSeat(), limits=ONLINE_LIMITS)
    assert room.ask(None, ask.TakeSeat(target_seat=1), limits=ONLINE_LIMITS) == no.TooManyArrivals()
    return room


def test_strangers_who_use_up_an_open_seat_do_not_keep_the_host_from_the_first_deal() -> None:
    room = crowded_table()
    room.do(0, ask.Ready(), limits=ONLINE_LIMITS)
    assert not room.table.playing, "the first deal waits for the seat"
    room.do(0, ask.SetAccess(newcomers=False, spectators=True), limits=ONLINE_LIMITS)
    room.do(0, ask.SeatBot(target_seat=1, bot="sunday-driver"), limits=ONLINE_LIMITS)
    while room.table.playing:
        room.discard()
    assert room.table.state.deal == 1
    room.do(0, ask.SetAccess(newcomers=True, spectators=True), limits=ONLINE_LIMITS)
    room.do(None, ask.TakeSeat(target_seat=1), limits=ONLINE_LIMITS)
    assert len(room.table.people) == 2, "the deal has opened the seat again"


def test_strangers_who_are_removed_again_and_again_use_up_nothing_of_the_host() -> None:
    room = SteppedTable(SHORT, "po", public=True)
    while isinstance(room.ask(None, ask.TakeSeat(target_seat=1), limits=ONLINE_LIMITS), tuple):
        room.do(0, ask.RemovePlayer(target_seat=1), limits=ONLINE_LIMITS)
    assert room.ask(None, ask.TakeSeat(target_seat=1), limits=ONLINE_LIMITS) == no.TooManyArrivals()
    assert len(room.log) <= ONLINE_LIMITS.max_changes + 1
    room.do(0, ask.SeatBot(target_seat=1, bot="sunday-driver"), limits=ONLINE_LIMITS)
    room.do(0, ask.Ready(), limits=ONLINE_LIMITS)
    assert room.table.playing


def test_the_host_removes_a_stranger_who_used_up_the_seat_and_stays() -> None:
    room = SteppedTable(SHORT, "po", public=True)
    room.do(None, ask.TakeSeat(target_seat=1), limits=ONLINE_LIMITS)
    while room.ask(1, ask.Rename(name="Ann"), limits=ONLINE_LIMITS) != no.TooManyChanges():
        pass
    room.do(0, ask.RemovePlayer(target_seat=1), limits=ONLINE_LIMITS)
    room.do(0, ask.SeatBot(target_seat=1, bot="sunday-driver"), limits=ONLINE_LIMITS)
    room.do(0, ask.Ready(), limits=ONLINE_LIMITS)
    assert room.table.playing


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            (
                "Too many people have come and gone at this seat. It opens again when the next deal ends. "
                "The host can begin that deal with a bot here."
            ),
        ),
        (
            "fr",
            (
                "Il y a eu trop d’allées et venues à cette place. Elle rouvrira à la fin de la prochaine manche. "
                "L’hôte peut la commencer avec un robot à cette place."
            ),
        ),
    ],
)
def test_a_newcomer_is_not_blamed_for_those_who_came_before(language: str, text: str) -> None:
    room = SteppedTable(SHORT, "pp")
    refused = room.speaker(language).refused("1", no.TooManyArrivals())
    assert refused.text == text


def test_moves_are_taken_back_a_bounded_number_of_times() -> None:
    limits = TableLimits(max_changes=3)
    room = SteppedTable(SHORT, "pb", hands=("roll", "roll"), spectators=False, pace=Pace())
    for _ in range(3):
        room.discard()
        room.do(0, ask.Undo(), limits=limits)
    room.discard()
    assert room.ask(0, ask.Undo(), limits=limits) == no.TooManyChanges()
