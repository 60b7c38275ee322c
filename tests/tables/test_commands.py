"""Commands: what is refused and why, what is late, and that nothing is carried out twice."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bornes.game.player_names import look_alike
from bornes.i18n import Translator
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.decision_case import RepeatedCommand
from bornes.tables.event_text import refusal_sentence
from bornes.tables.table_state import REMEMBERED_COMMAND_IDS, Pace
from tests.support.house_rules import tried
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

PAIRS = rules_of("parker-1962", 4, partners=True)
HANDS = ("roll stop", "roll", "25", "25")


def stepped_table(kinds: str = "pppp", **options: object) -> SteppedTable:
    return SteppedTable(PAIRS, kinds, hands=HANDS, **options)  # type: ignore[arg-type]


# -- moves -------------------------------------------------------------------------------------------------------------


def test_a_move_answers_the_message_that_asked_and_no_other() -> None:
    stepped = stepped_table()
    asked = stepped.table.asked[0]
    for other in (asked - 1, asked + 1, 0, -5):
        assert stepped.ask(0, ask.Play(move="roll", question_number=other)) == no.TooLate()
    stepped.do(0, ask.Play(move="roll", question_number=asked))


def test_a_retry_never_becomes_a_move_in_another_position() -> None:
    stepped = stepped_table()
    asked = stepped.table.asked[0]
    stepped.play("roll", "roll", "-25", "-25")
    assert stepped.ask(0, ask.Play(move="-25", question_number=asked)) == no.TooLate()


def test_who_is_not_asked_has_nothing_to_decide() -> None:
    stepped = stepped_table()
    assert stepped.ask(1, ask.Play(move="roll", question_number=99)) == no.NotYourTurn()
    assert stepped.ask(None, ask.Play(move="roll", question_number=1)) == no.PlayersOnly()
    assert SteppedTable(PAIRS, "pbbb").ask(0, ask.Play(move="roll", question_number=0)) == no.NotYourTurn()


@pytest.mark.parametrize("text", ["fly", "", "stop>Z", "roll>B"])
def test_what_is_no_move_is_named(text: str) -> None:
    refusal = stepped_table().try_answer(0, text)
    assert isinstance(refusal, no.UnreadableMove)
    assert refusal.text == text
    assert refusal.why


def test_what_the_rules_forbid_is_refused_with_its_clause_and_changes_nothing() -> None:
    stepped = stepped_table()
    before = stepped.table.view(0)
    refusal = stepped.try_answer(0, "stop>B")
    assert isinstance(refusal, no.IllegalMoveRefusal)
    assert refusal.reason["clause"]
    assert stepped.table.view(0) == before
    stepped.play("roll")


# -- ids ---------------------------------------------------------------------------------------------------------------


def test_a_command_that_is_repeated_is_answered_as_it_was_and_carried_out_once() -> None:
    stepped = stepped_table()
    command = ask.Play(id="once", move="roll", question_number=stepped.table.asked[0])
    stepped.do(0, command)
    entries = stepped.table.entries
    assert stepped.ask(0, command) == RepeatedCommand("once")
    assert stepped.ask(1, command) == no.TooLate()  # an id is its sender's own
    assert stepped.table.entries == entries


def test_what_was_refused_may_be_tried_again_under_the_same_id() -> None:
    stepped = stepped_table()
    assert isinstance(
        stepped.ask(0, ask.Play(id="x", move="fly", question_number=stepped.table.asked[0])), no.UnreadableMove
    )
    stepped.do(0, ask.Play(id="x", move="roll", question_number=stepped.table.asked[0]))


def test_ids_are_known_across_deals_and_after_a_table_was_loaded() -> None:
    stepped = SteppedTable(PAIRS, "pbbb")
    stepped.do(0, ask.Rename(id="named", name="Ann"))
    _, began = stepped.do(0, ask.Ready(id="go"))
    assert isinstance(began, log.DealBegan)
    loaded = type(stepped.table)(began, before=len(stepped.log) - 1)
    assert loaded.state.seats[0].recent_command_ids == ["named", "go"]


def test_only_the_last_ids_are_kept() -> None:
    stepped = SteppedTable(PAIRS, "ppbb")
    for number in range(REMEMBERED_COMMAND_IDS + 1):
        stepped.do(0, ask.GiveSeed(id=str(number), seed="00"))
    assert stepped.table.state.seats[0].recent_command_ids == [
        str(number) for number in range(1, REMEMBERED_COMMAND_IDS + 1)
    ]


# -- everything else ---------------------------------------------------------------------------------------------------

OTHERS: list[tuple[int | None, ask.Command, no.Refusal]] = [
    (9, ask.Ready(), no.NoSuchSeat(9)),
    (None, ask.Ready(), no.PlayersOnly()),
    (3, ask.Ready(), no.PlayersOnly()),
    (0, ask.Ready(), no.NotNow("between-deals")),
    (None, ask.GiveUpSeat(), no.PlayersOnly()),
    (None, ask.StepAway(), no.PlayersOnly()),
    (None, ask.Return(), no.PlayersOnly()),
    (0, ask.Return(), no.NotOnAutopilot()),
    (None, ask.GiveSeed(seed="00"), no.PlayersOnly()),
    (None, ask.SetStandingAnswer(coup_fourre="ask", remedy="ask"), no.PlayersOnly()),
    (None, ask.Undo(), no.PlayersOnly()),
    (None, ask.Rename(name="x"), no.PlayersOnly()),
    (0, ask.Rename(name="x"), no.NotNow("before-the-first-deal")),
    (None, ask.SwapSeats(target_seat=0, other_seat=1), no.PlayersOnly()),
    (0, ask.SwapSeats(target_seat=0, other_seat=7), no.NoSuchSeat(7)),
    (0, ask.SwapSeats(target_seat=0, other_seat=1), no.NotNow("before-the-first-deal")),
    (0, ask.FreeSeat(target_seat=7), no.NoSuchSeat(7)),
    (0, ask.FreeSeat(target_seat=2), no.NotAbsent(2)),
    (0, ask.FreeSeat(target_seat=3), no.NotNow("between-deals")),
    (1, ask.SeatBot(target_seat=2, bot="random"), no.ActingHostOnly()),
    (0, ask.SeatBot(target_seat=7, bot="random"), no.NoSuchSeat(7)),
    (0, ask.SeatBot(target_seat=1, bot="random"), no.SeatTaken(1)),
    (0, ask.SeatBot(target_seat=3, bot="random"), no.NotNow("between-deals")),
    (0, ask.TransferHost(target_seat=7), no.NoSuchSeat(7)),
    (1, ask.TransferHost(target_seat=0), no.HostOnly()),
    (1, ask.SetAccess(newcomers=True, spectators=True), no.HostOnly()),
    (1, ask.SetPace(pace=Pace(1)), no.HostOnly()),
    (1, ask.RemovePlayer(target_seat=2), no.HostOnly()),
    (0, ask.RemovePlayer(target_seat=7), no.NoSuchSeat(7)),
    (0, ask.RemovePlayer(target_seat=0), no.HostSeatProtected(0)),
    (0, ask.RemovePlayer(target_seat=2), no.AlreadyPlayed(2)),
    (0, ask.RemovePlayer(target_seat=3), no.SeatAlreadyFree(3)),
    (None, ask.TakeSeat(target_seat=0), no.SeatTaken(0)),
    (0, ask.Undo(), no.SoloOnly()),
    (None, ask.SubmitBotMove(moment="1.1.0.0.0.turn", move=3), no.TooLate()),
]


@pytest.mark.parametrize(("seat", "command", "refusal"), OTHERS, ids=lambda value: type(value).__name__)
def test_every_refusal_says_why_in_both_languages_and_leaves_the_table_alone(
    seat: int | None, command: ask.Command, refusal: no.Refusal
) -> None:
    stepped = stepped_table("pppb")
    entries = stepped.table.entries
    assert stepped.ask(seat, command) == refusal
    assert stepped.table.entries == entries
    for language in ("en", "fr"):
        words = Translator.for_players(language, PAIRS, stepped.table.names)
        assert refusal_sentence(refusal, words, stepped.table)


@pytest.mark.parametrize("bot", ["nobody", "champion:playouts=0x", "tuned:speed=9", ""])
def test_a_bot_that_does_not_exist_is_not_seated(bot: str) -> None:
    assert isinstance(SteppedTable(PAIRS, "pooo").ask(0, ask.SeatBot(target_seat=1, bot=bot)), no.BadBot)


def test_bots_with_options_sit_only_at_a_table_of_ones_own() -> None:
    stepped = SteppedTable(PAIRS, "pooo")
    command = ask.SeatBot(target_seat=1, bot="champion:playouts=10")
    assert isinstance(stepped.ask(0, command), no.BadBot)
    stepped.do(0, command, own_table=True)


def test_a_seed_that_is_too_long_is_refused() -> None:
    for seed in ("00" * 65, "ab\n", "a", "a b", "zz"):  # what no deal could be made from must not be in the log
        assert isinstance(SteppedTable(PAIRS, "pooo").ask(0, ask.GiveSeed(seed=seed)), no.BadSeed)


# -- as JSON -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [command for _, command, _ in OTHERS if not isinstance(command, ask.SubmitBotMove)])
def test_a_command_survives_the_way_as_json(command: ask.Command) -> None:
    assert ask.decode_command(ask.encode_command(command)) == command


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        '{"command":"Play"}',
        '{"command":"Tick"}',
        '{"command":"SubmitBotMove","moment":"","move":1}',
        '{"command":"Ready","hurry":true}',
        '{"command":"TakeSeat","target_seat":8}',
        '{"command":"TakeSeat","target_seat":"1"}',
        '{"command":"GiveSeed","seed":"xyz"}',
        '{"command":"Rename","name":"' + "x" * 33 + '"}',
        '{"command":"Ready","id":"' + "x" * 65 + '"}',
        "[" * 99_999,
    ],
)
def test_what_is_no_command_is_refused_with_a_reason(data: str) -> None:
    with pytest.raises(ask.CommandError, match="not a command"):
        ask.decode_command(data)


@tried(200)
@given(st.binary(max_size=200))
def test_no_bytes_do_any_harm(data: bytes) -> None:
    with suppress(ask.CommandError):  # and nothing else
        ask.decode_command(data)


# -- who runs the table, and who is who --------------------------------------------------------------------------------


def test_who_comes_back_and_is_ready_need_not_say_so_again() -> None:
    stepped = SteppedTable(PAIRS, "ppbb")
    stepped.do(0, ask.Ready())
    stepped.do(0, ask.StepAway())
    stepped.do(1, ask.StepAway())
    assert [type(entry) for entry in stepped.do(0, ask.Return())] == [log.Returned, log.DealBegan]


@pytest.mark.parametrize(
    "change",
    [ask.SwapSeats(target_seat=0, other_seat=1), ask.Rename(name="Anna"), ask.SeatBot(target_seat=1, bot="champion")],
)
def test_once_players_have_changed_the_last_game_is_nobodys_to_take_back(change: ask.Command) -> None:
    stepped = SteppedTable(rules_of("dujardin", 2, turn_cap=1, game_goal=0), "pb", spectators=False)
    stepped.ready()
    stepped.discard()
    assert stepped.table.game_over
    assert stepped.table.moves_since_decision(0) == 1
    stepped.do(0, change)
    seat = stepped.table.people[0]
    assert stepped.ask(seat, ask.Undo()) == no.NothingToUndo()


@pytest.mark.parametrize(
    "name", ["\u3164", "\u115f \u2800", "ann", "\uff21\uff2e\uff2e", "Ann\u3164", "Player 1", "player 4"]
)
def test_nobody_is_called_what_cannot_be_seen_or_told_apart(name: str) -> None:
    stepped = SteppedTable(PAIRS, "pooo")
    stepped.do(0, ask.Rename(name="Ann"))
    assert isinstance(stepped.ask(None, ask.TakeSeat(target_seat=1, name=name)), no.BadName)


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        ("\N{CYRILLIC CAPITAL LETTER A}nn", "Ann"),
        ("A\N{GREEK CAPITAL LETTER NU}\N{GREEK CAPITAL LETTER NU}", "Ann"),
        ("A\N{COMBINING GRAPHEME JOINER}nn", "Ann"),
        ("\N{CYRILLIC CAPITAL LETTER ES}hlo\N{CYRILLIC SMALL LETTER IE}\N{COMBINING ACUTE ACCENT}", "Chloé"),
        ("\N{CYRILLIC CAPITAL LETTER VE}oris", "Boris"),
    ],
)
def test_letters_of_other_scripts_do_not_make_another_name(name: str, looks: str) -> None:
    stepped = SteppedTable(PAIRS, "pbbo")
    stepped.do(0, ask.Rename(name=looks))
    assert stepped.ask(None, ask.TakeSeat(target_seat=3, name=name)) == no.BadName(name)


@pytest.mark.parametrize("name", ["Champi\N{GREEK SMALL LETTER OMICRON}n", "Pla\N{CYRILLIC SMALL LETTER U}er 1"])
def test_nor_do_they_make_one_a_bot_or_somebody_without_a_name(name: str) -> None:
    assert SteppedTable(PAIRS, "pbbo").ask(None, ask.TakeSeat(target_seat=3, name=name)) == no.BadName(name)


@pytest.mark.parametrize("name", ["Анна", "Νίκη", "Anne", "Än", "Борис", "李", "❤️"])
def test_every_script_has_its_own_names(name: str) -> None:
    stepped = SteppedTable(PAIRS, "pbbo")
    stepped.do(0, ask.Rename(name="Ann"))
    stepped.do(None, ask.TakeSeat(target_seat=3, name=name))
    assert stepped.table.names[3] == name


def test_a_name_of_another_script_is_the_same_in_capitals() -> None:
    assert look_alike("Нина", "НИНА")
    assert look_alike("Νίκη", "νίκη")
    assert not look_alike("Нина", "Нана")


def test_the_reason_why_a_bot_cannot_sit_there_is_said_in_the_readers_language() -> None:
    stepped = SteppedTable(PAIRS, "pooo")
    wrong = stepped.ask(0, ask.SeatBot(target_seat=1, bot="champoin"), own_table=True)
    guest = stepped.ask(0, ask.SeatBot(target_seat=1, bot="champion:playouts=3"))
    assert isinstance(wrong, no.BadBot)
    assert isinstance(guest, no.BadBot)
    french = Translator("fr")
    assert "champion" in refusal_sentence(wrong, french, stepped.table)
    assert "did you mean" not in refusal_sentence(wrong, french, stepped.table)
    assert "nos propres robots" in refusal_sentence(guest, french, stepped.table)


def test_half_a_character_is_no_command_and_no_entry() -> None:
    with pytest.raises(ask.CommandError):
        ask.decode_command('{"command": "Ready", "id": "\ud800"}')
    with pytest.raises(log.EntryError):
        log.decode_entry(b'{"entry": "SteppedAway", "at": 1, "id": "\xed\xa0\x80"}')
