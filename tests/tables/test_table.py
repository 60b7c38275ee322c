"""The story of a table: people sit down, play deal after deal, come and go, and begin again."""

from __future__ import annotations

import pytest

from bornes import Game
from bornes.game.fair import Seeds, shuffle
from bornes.i18n import Translator
from bornes.rules.cards import sorted_deck
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.decision_case import ABSENT_AFTER_MS, RepeatedCommand
from bornes.tables.event_text import refusal_sentence
from bornes.tables.table import Table
from bornes.tables.table_events import DealStarted, GameOver, PlayerJoined, ShuffleRevealed
from bornes.tables.table_state import SECOND_MS, Pace, SeatState, open_state
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable, secret

TWO = rules_of("parker-1962", 2, turn_cap=4, game_goal=25)
FOUR = rules_of("parker-1962", 4, partners=True)
RACE = rules_of("dujardin", 3, turn_cap=3, game_goal=0)


def play_deal(stepped: SteppedTable) -> None:
    """Play the present deal to its end: drive where that is possible."""
    number = stepped.table.state.deal
    while stepped.table.playing and stepped.table.state.deal == number:
        if stepped.table.window is not None:
            stepped.wait(stepped.table.pace.window or 0)
            continue
        moves = stepped.table.open_deal.legal_moves.notation
        stepped.play(next((move for move in moves if move[0] not in "-~" and ">" not in move), moves[-1]))


# -- sitting down ------------------------------------------------------------------------------------------------------


def test_people_sit_down_and_when_all_are_ready_the_cards_are_dealt() -> None:
    stepped = SteppedTable(FOUR, "pooo")
    for seat, name in ((2, "Bea"), (1, "Al"), (3, "")):
        stepped.do(None, ask.TakeSeat(target_seat=seat, name=name))
    assert stepped.table.names == ("Player 1", "Al", "Bea", "Player 4")
    for seat in (3, 0, 2):
        stepped.do(seat, ask.Ready())
    assert not stepped.table.playing
    ready, began = stepped.do(1, ask.Ready(id="go"))
    assert isinstance(ready, log.GotReady)
    assert isinstance(began, log.DealBegan)
    assert stepped.table.playing
    started = stepped.events(None)[0]
    assert isinstance(started, DealStarted)
    assert (started.game, started.deal) == (1, 1)


def test_ready_players_wait_for_the_last_seat_and_a_bot_in_it_begins_the_deal() -> None:
    stepped = SteppedTable(TWO, "po")
    stepped.do(0, ask.Ready())
    assert not stepped.table.playing
    entries = stepped.do(0, ask.SeatBot(target_seat=1, bot="sunday-driver"))
    assert [type(entry) for entry in entries] == [log.BotSeated, log.DealBegan]


def test_nobody_sits_down_twice_or_where_somebody_sits() -> None:
    stepped = SteppedTable(FOUR, "poob")
    assert stepped.ask(None, ask.TakeSeat(target_seat=0)) == no.SeatTaken(0)
    assert stepped.ask(None, ask.TakeSeat(target_seat=7)) == no.NoSuchSeat(7)
    assert stepped.ask(0, ask.TakeSeat(target_seat=1)) == no.SeatTaken(0)


def test_a_newcomer_may_take_the_seat_of_a_bot_between_deals() -> None:
    stepped = SteppedTable(TWO, "pb")
    stepped.do(None, ask.TakeSeat(target_seat=1, name="Bea"))
    assert stepped.table.people == (0, 1)
    assert stepped.table.state.seats[1].name == "Bea"
    playing = SteppedTable(TWO, "pb")
    playing.do(0, ask.Ready())
    assert playing.ask(None, ask.TakeSeat(target_seat=1)) == no.NotNow("between-deals")


def test_a_player_far_away_is_known_by_a_key_and_sits_down_once() -> None:
    stepped = SteppedTable(FOUR, "pooo")
    key = "0123456789abcdef" * 4
    stepped.do(None, ask.TakeSeat(id="first", target_seat=1, name="Bea", secret_hash=key))
    sitting = stepped.table.occupant_of(key)
    assert sitting is not None
    assert stepped.table.seat_of(sitting) == 1
    assert stepped.ask(None, ask.TakeSeat(id="again", target_seat=2, name="Bea", secret_hash=key)) == RepeatedCommand(
        "again"
    )
    stepped.do(1, ask.GiveUpSeat())
    assert stepped.table.occupant_of(key) is None
    assert stepped.ask(None, ask.TakeSeat(id="first", target_seat=1, name="Bea", secret_hash=key)) == no.TooLate()


def test_nobody_is_known_by_an_empty_key() -> None:
    assert SteppedTable(TWO, "pp").table.occupant_of("") is None


def test_ready_carries_the_seed_and_everybody_hears_of_it_before_the_deal() -> None:
    stepped = SteppedTable(TWO, "pb")
    entries = stepped.do(0, ask.Ready(seed="C0FFEE"))
    assert [type(entry) for entry in entries] == [log.SeedGiven, log.GotReady, log.DealBegan]
    assert stepped.table.state.deal_seeds == ["c0ffee", ""]


@pytest.mark.parametrize("name", ["   ", "a|b", "\n", "Player 1"])
def test_a_name_can_be_shown_and_is_nobody_elses(name: str) -> None:
    stepped = SteppedTable(FOUR, "pooo")
    assert stepped.ask(None, ask.TakeSeat(target_seat=1, name=name)) == no.BadName(name)


def test_who_gave_the_seat_up_does_not_come_back_by_a_repetition() -> None:
    stepped = SteppedTable(FOUR, "pooo")
    stepped.do(None, ask.TakeSeat(id="sit", target_seat=1))
    stepped.do(1, ask.GiveUpSeat(id="up"))
    assert stepped.ask(None, ask.TakeSeat(id="sit", target_seat=1)) == no.TooLate()
    stepped.do(None, ask.TakeSeat(id="sit again", target_seat=1))


def test_nobody_takes_the_name_that_another_would_have_who_gave_none() -> None:
    stepped = SteppedTable(FOUR, "pooo")
    stepped.do(0, ask.Rename(name="Ann"))
    for name in ("Player 1", "Pilote 1", "Player 3", "Pilote 3"):
        assert stepped.ask(None, ask.TakeSeat(target_seat=1, name=name)) == no.BadName(name)
    stepped.do(None, ask.TakeSeat(target_seat=1, name=" Pilote 2 "))
    stepped.do(1, ask.SwapSeats(target_seat=1, other_seat=2))
    assert stepped.table.names == ("Ann", "Player 2", "Player 3", "Player 4")  # it was never a name of its own


def test_doors_are_closed_and_opened_by_who_runs_the_table() -> None:
    stepped = SteppedTable(FOUR, "ppoo")
    assert stepped.ask(1, ask.SetAccess(newcomers=False, spectators=False)) == no.HostOnly()
    stepped.do(0, ask.SetAccess(newcomers=False, spectators=True))
    assert stepped.ask(None, ask.TakeSeat(target_seat=2)) == no.ClosedToNewPlayers()
    stepped.do(0, ask.SetAccess(newcomers=True, spectators=True))
    stepped.do(None, ask.TakeSeat(target_seat=2, name="Al"))
    assert stepped.events(None) == [PlayerJoined(2, "Al")]


def test_seats_change_hands_between_deals_only() -> None:
    stepped = SteppedTable(TWO, "pp")
    stepped.ready()
    stepped.do(1, ask.GiveUpSeat())
    assert stepped.table.bot_decides(1)  # somebody has to play its cards
    assert stepped.ask(None, ask.TakeSeat(target_seat=1)) == no.NotNow("between-deals")
    play_deal(stepped)
    stepped.do(None, ask.TakeSeat(target_seat=1, name="Al"))
    assert stepped.table.names[1] == "Al"


def test_places_are_changed_before_the_first_deal_and_names_and_rights_go_along() -> None:
    stepped = SteppedTable(FOUR, "ppob")
    stepped.do(0, ask.Rename(name="Ann"))
    stepped.do(0, ask.SwapSeats(target_seat=0, other_seat=2))
    assert stepped.table.names[2] == "Ann"
    assert stepped.table.acting_host == 2
    assert stepped.ask(1, ask.SwapSeats(target_seat=1, other_seat=2)) == no.SeatTaken(2)
    assert stepped.ask(1, ask.SwapSeats(target_seat=2, other_seat=3)) == no.HostOnly()
    stepped.do(1, ask.SwapSeats(target_seat=3, other_seat=1))
    assert [seat.kind for seat in stepped.table.state.seats] == ["open", "bot", "person", "person"]


def test_a_repeated_change_of_places_does_not_change_them_back() -> None:
    stepped = SteppedTable(FOUR, "pooo")
    stepped.do(0, ask.SwapSeats(id="there", target_seat=0, other_seat=2))
    assert stepped.ask(2, ask.SwapSeats(id="there", target_seat=0, other_seat=2)) == RepeatedCommand("there")


def test_a_player_is_known_by_the_sitting_wherever_they_sit() -> None:
    stepped = SteppedTable(FOUR, "ppob")
    ann = stepped.table.state.seats[0].occupant
    stepped.do(0, ask.SwapSeats(target_seat=0, other_seat=1))
    assert stepped.table.seat_of(ann) == 1
    stepped.do(1, ask.GiveUpSeat())
    assert stepped.table.seat_of(ann) is None
    stepped.do(None, ask.TakeSeat(target_seat=1))
    assert stepped.table.seat_of(ann) is None


# -- who runs the table ------------------------------------------------------------------------------------------------


def test_the_openers_rights_pass_to_the_left_while_away_and_come_back() -> None:
    stepped = SteppedTable(FOUR, "bppp", opener=1)
    stepped.do(1, ask.StepAway())
    assert stepped.table.acting_host == 2
    stepped.do(2, ask.StepAway())
    assert stepped.table.acting_host == 3
    stepped.do(1, ask.Return())
    assert stepped.table.acting_host == 1


def test_who_gives_up_the_seat_gives_up_the_rights_and_no_newcomer_has_them() -> None:
    stepped = SteppedTable(FOUR, "pbpb")
    stepped.do(0, ask.GiveUpSeat())
    assert stepped.table.acting_host == 2
    stepped.do(None, ask.TakeSeat(target_seat=0))
    assert stepped.table.acting_host == 2


def test_who_sits_down_at_a_deserted_table_runs_it() -> None:
    stepped = SteppedTable(FOUR, "pbob")
    stepped.do(0, ask.GiveUpSeat())
    stepped.do(None, ask.TakeSeat(target_seat=2))
    assert stepped.table.acting_host == 2


def test_the_rights_are_handed_on_to_a_person() -> None:
    stepped = SteppedTable(FOUR, "ppbb")
    assert stepped.ask(0, ask.TransferHost(target_seat=2)) == no.PlayersOnly()
    assert stepped.ask(1, ask.TransferHost(target_seat=1)) == no.HostOnly()
    stepped.do(0, ask.TransferHost(target_seat=1))
    assert stepped.table.acting_host == 1


def test_a_seat_is_freed_once_its_player_is_away() -> None:
    stepped = SteppedTable(FOUR, "ppbo")
    assert stepped.ask(1, ask.FreeSeat(target_seat=0)) == no.ActingHostOnly()
    assert stepped.ask(0, ask.FreeSeat(target_seat=1)) == no.NotAbsent(1)
    stepped.away = ABSENT_AFTER_MS
    stepped.do(0, ask.FreeSeat(target_seat=1))
    assert stepped.table.state.seats[1].kind == "open"
    stepped.do(0, ask.FreeSeat(target_seat=2))  # a bot's, between deals
    assert stepped.table.open_seats == (1, 2, 3)


def test_nobody_loses_the_seat_sooner_than_the_pace_gives_for_a_decision() -> None:
    """In a game by correspondence a player may be out of reach for days; and nobody frees their own seat."""
    stepped = SteppedTable(FOUR, "ppbo", pace=Pace(decision=3 * 24 * 3600 * SECOND_MS, window=None))
    stepped.away = 2 * 24 * 3600 * SECOND_MS
    assert stepped.ask(0, ask.FreeSeat(target_seat=1)) == no.NotAbsent(1)
    stepped.away = 3 * 24 * 3600 * SECOND_MS
    assert stepped.ask(0, ask.FreeSeat(target_seat=0)) == no.HostSeatProtected(0)
    stepped.do(0, ask.FreeSeat(target_seat=1))
    assert stepped.table.state.seats[1].kind == "open"


def test_what_would_change_nothing_is_refused_and_never_answered_as_done() -> None:
    stepped = SteppedTable(FOUR, "ppob")
    entries = stepped.table.entries
    assert stepped.ask(0, ask.SwapSeats(id="1", target_seat=1, other_seat=1)) == no.SameSeat(1)
    assert stepped.ask(1, ask.SwapSeats(id="2", target_seat=1, other_seat=1)) == no.SameSeat(1)
    assert stepped.ask(0, ask.TransferHost(id="3", target_seat=0)) == no.AlreadyHost(0)
    assert stepped.ask(0, ask.FreeSeat(id="4", target_seat=2)) == no.SeatAlreadyFree(2)
    assert stepped.table.entries == entries


@pytest.mark.parametrize(
    ("refusal", "english", "french"),
    [
        (
            no.SeatAlreadyFree(2),
            "That seat cannot be freed: nobody sits there.",
            "Cette place ne peut pas être libérée\u202f: personne n’y est assis.",
        ),
        (
            no.SameSeat(1),
            "A seat cannot change places with itself: choose two.",
            "Une place ne s’échange pas avec elle-même\u202f: choisissez-en deux.",
        ),
        (
            no.AlreadyHost(0),
            "The table cannot be handed on to whoever runs it already.",
            "La table ne peut pas être confiée à qui la dirige déjà.",
        ),
    ],
)
def test_they_say_why_nothing_was_done(refusal: no.Refusal, english: str, french: str) -> None:
    table = SteppedTable(FOUR, "ppob").table
    for language, text in (("en", english), ("fr", french)):
        words = Translator.for_players(language, FOUR, table.names, you=0)
        assert refusal_sentence(refusal, words, table) == text


# -- deals, games, rematches -------------------------------------------------------------------------------------------


def test_deal_follows_deal_until_the_game_is_won_and_scores_add_up() -> None:
    stepped = SteppedTable(TWO, "pp")
    stepped.ready()
    while not stepped.table.game_over:
        play_deal(stepped)
        if not stepped.table.game_over:
            assert stepped.ask(0, ask.SwapSeats(target_seat=0, other_seat=1)) == no.NotNow("before-the-first-deal")
            stepped.ready()
    won = stepped.events(None)[-1]
    assert won == GameOver(stepped.table.winner, stepped.table.totals)
    assert stepped.table.totals == stepped.table.sheet.totals
    whole = Table.fold(stepped.log, keep_deals=True)
    game = Game.replay(whole.record())
    assert (game.totals, game.winner) == (stepped.table.totals, stepped.table.winner)


def test_a_record_written_in_the_last_window_can_be_read() -> None:
    """No seat can answer, so the reader ends the deal, while the table still waits for the window to close."""
    stepped = SteppedTable(rules_of("parker-1962", 2, turn_cap=1), "pp", hands=["limit", "limit"])
    stepped.play("limit>A" if stepped.table.open_deal.seat else "limit>B")
    table = Table.fold(stepped.log, keep_deals=True)
    assert table.window is not None
    game = Game.replay(table.record())
    assert game.deal.over
    assert not table.open_deal.over
    assert [played.move for played in game.deal.moves] == [played.move for played in table.open_deal.moves]


def test_after_a_game_another_one_may_follow_and_the_next_player_starts() -> None:
    stepped = SteppedTable(RACE, "ppb")
    stepped.ready()
    first = stepped.table.open_deal.first
    play_deal(stepped)
    assert stepped.table.game_over
    assert stepped.table.due is None  # nobody is hurried into another game
    stepped.do(1, ask.Rename(name="Al"))
    stepped.ready()
    assert (stepped.table.state.game, stepped.table.state.deal) == (2, 1)
    assert stepped.table.open_deal.first == (first + 1) % 3
    assert stepped.table.totals == stepped.table.open_deal.scores


def test_a_rematch_waits_for_open_seats() -> None:
    stepped = SteppedTable(RACE, "ppb")
    stepped.ready()
    play_deal(stepped)
    stepped.do(1, ask.GiveUpSeat())
    stepped.do(0, ask.Ready())
    assert not stepped.table.playing


def test_a_ready_player_who_is_waited_for_no_longer_begins_the_deal() -> None:
    stepped = SteppedTable(TWO, "pp")
    stepped.do(0, ask.Ready())
    assert [type(entry) for entry in stepped.do(1, ask.StepAway())] == [log.SteppedAway, log.DealBegan]


def test_every_shuffle_is_promised_before_and_can_be_checked_after() -> None:
    stepped = SteppedTable(TWO, "pp")
    promised = stepped.table.commitment
    stepped.do(1, ask.GiveSeed(seed="07F3"))
    stepped.ready()
    started = next(event for event in stepped.events(0) if isinstance(event, DealStarted))
    assert started.commitment == promised
    assert started.seeds == ("", "07f3")
    assert started.next_commitment == stepped.table.commitment != promised
    play_deal(stepped)
    revealed = next(event for event in stepped.events(0) if isinstance(event, ShuffleRevealed))
    assert bytes.fromhex(revealed.server_seed) == secret(1, 1)
    seeds = Seeds.parse(revealed.server_seed, started.seeds)
    assert seeds.commitment == promised
    assert stepped.table.open_deal.deck == shuffle(sorted_deck(TWO.deck), seeds, deal=1, shuffle=0)


def test_a_game_that_was_begun_elsewhere_goes_on() -> None:
    game = Game(TWO, seed=3)
    game.play(next(iter(game.deal.legal_moves)))
    state = open_state("here", TWO, [SeatState("person"), SeatState("bot", bot="random")], secret(1, 2))
    table = Table(log.Opened(at=5, table=state, record=game.record), keep_deals=True)
    assert table.record() == game.record
    assert table.open_deal.seat == game.deal.seat


def test_a_record_of_other_rules_is_refused() -> None:
    state = open_state("here", TWO, [SeatState("person"), SeatState("bot")], secret(1, 2))
    with pytest.raises(log.InconsistentLog, match="rules"):
        Table(log.Opened(at=5, table=state, record=Game(FOUR, seed=1).record))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [({"seats": 3}, "seats"), ({"first": 2}, "first"), ({"opener": -1}, "opener"), ({"bot": "nobody"}, "nobody")],
)
def test_a_table_that_cannot_be_is_not_opened(change: dict[str, object], complaint: str) -> None:
    seats = [SeatState("person", bot=str(change.pop("bot", "random"))) for _ in range(int(str(change.pop("seats", 2))))]
    with pytest.raises(ValueError, match=complaint):
        open_state("here", TWO, seats, secret(1, 1), **change)  # type: ignore[arg-type]


def test_the_usual_name_belongs_to_the_seat_so_that_nobody_has_the_same_after_a_swap() -> None:
    seats = [SeatState("person", "Player 1"), SeatState("person")]
    table = Table(log.Opened(at=0, table=open_state("here", TWO, seats, secret(1, 1))))
    assert table.names == ("Player 1", "Player 2")
    table.apply(log.Swapped(at=1, seat=0, target_seat=0, other_seat=1))
    assert table.names == ("Player 1", "Player 2")


def test_nobody_has_the_name_of_somebody_who_will_give_none() -> None:
    with pytest.raises(ValueError, match="'Player 2' is what whoever sits in seat 1 is called"):
        open_state("here", TWO, [SeatState("person", "Player 2"), SeatState("open")], secret(1, 1))


# -- moves taken back --------------------------------------------------------------------------------------------------


def test_alone_with_bots_one_may_take_the_last_move_back() -> None:
    stepped = SteppedTable(FOUR, "pbbb", pace=Pace(), spectators=False, hands=("roll", "roll", "25", "25"))
    before = stepped.table.view(0)
    stepped.play("roll", "roll", "-25", "-25")
    stepped.do(0, ask.Undo())
    assert stepped.table.view(0) == before
    assert stepped.told[0][-1].whole
    assert stepped.table.asked.keys() == {0}
    assert stepped.ask(0, ask.Undo()) == no.NothingToUndo()


@pytest.mark.parametrize(("kinds", "spectators"), [("ppbb", False), ("pbbb", True), ("pbbo", False)])
def test_with_others_at_the_table_moves_stand(kinds: str, spectators: bool) -> None:
    stepped = SteppedTable(FOUR, kinds, hands=("roll",), spectators=spectators)
    stepped.play("roll")
    assert stepped.ask(0, ask.Undo()) == no.SoloOnly()


# -- logs --------------------------------------------------------------------------------------------------------------


def test_a_log_begins_with_an_opening_or_a_deal() -> None:
    with pytest.raises(log.InconsistentLog):
        Table.fold([log.GotReady(at=1, seat=0)])
    with pytest.raises(log.InconsistentLog):
        Table.fold([])


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (log.MoveMade(at=2_000, seat=1, move="roll"), "0 is to decide"),
        (log.MoveMade(at=2_000, seat=0, move="fly"), "fly"),
        (log.MoveMade(at=2_000, seat=0, move="priority"), "priority is not legal"),
        (log.WindowResolved(at=2_000), "no window is open"),
        (log.WindowResolved(at=2_000, move="coup"), "seat and answer"),
        (log.WindowPassed(at=2_000, seat=1), "no hazard"),
        (log.WindowPassed(at=2_000), "whose doing"),
        (log.DecisionTimedOut(at=2_000, seat=1), "not to decide"),
        (log.Renamed(at=2_000, seat=9, name="x"), "no seat 9; seats are 0 to 3"),
        (log.GotReady(at=2_000, seat=-1, id="forged"), "no seat -1"),
        (log.SeatFreed(at=2_000, target_seat=-1), "target_seat: there is no seat -1"),
        (log.BotSeated(at=2_000, target_seat=-2, bot="random"), "target_seat: there is no seat -2"),
        (log.Swapped(at=2_000, target_seat=0, other_seat=-3), "other_seat: there is no seat -3"),
        (log.HostTransferred(at=2_000, target_seat=4), "target_seat: there is no seat 4"),
        (log.DiscardsShuffled(at=2_000, order="25"), "shuffle"),
        (log.Undone(at=2_000, moves=5), "only 0"),
        (log.Undone(at=2_000, moves=0), "0 moves"),
        (log.GotReady(at=999, seat=0), "its time, 999, is before that of the last entry, 1000"),
    ],
)
def test_an_entry_that_cannot_follow_is_named(entry: log.Entry, complaint: str) -> None:
    stepped = SteppedTable(FOUR, "pppp", hands=("roll",))
    with pytest.raises(log.InconsistentLog, match=f"entry 2, {type(entry).__name__}, cannot follow: .*{complaint}"):
        stepped.take(entry)


def test_no_deal_begins_in_the_middle_of_another() -> None:
    stepped = SteppedTable(TWO, "pb")
    stepped.do(0, ask.Ready())
    began = stepped.log[-1]
    assert isinstance(began, log.DealBegan)
    with pytest.raises(log.InconsistentLog, match="the deal before it is not over"):
        stepped.take(began)


def test_who_may_not_answer_a_hazard_cannot_let_it_pass() -> None:
    stepped = SteppedTable(FOUR, "pppp", hands=("roll stop", "roll"))
    stepped.play("roll", "roll")
    stepped.discard(2)
    stepped.play("stop>b")
    assert stepped.table.window is not None
    with pytest.raises(log.InconsistentLog, match="seat 0 has no hazard to let pass"):
        stepped.take(log.WindowPassed(at=stepped.now, seat=0))


def test_how_many_moves_were_taken_back_is_not_told() -> None:
    """Among them may be passes of bots that held an answer: nobody is to learn of those."""
    told = []
    for hand in ("roll priority", "roll 25"):
        stepped = SteppedTable(TWO, "pb", hands=("roll stop", hand), spectators=False, pace=Pace())
        stepped.play("roll", "roll", "stop>B")
        if any(thought.window for thought in stepped.table.bot_tasks()):
            stepped.bot_moves("pass")
        stepped.do(0, ask.Undo())
        told.append([event.as_dict() for event in stepped.told[0][-1].events])
    assert told[0] == told[1] == [{"event": "MovesUndone"}]
