"""Messages: what each viewer is told, in words, and that a client who takes them in knows what the table knows."""

from __future__ import annotations

import json

import pytest

from bornes.client.replica import Replica, ReplicaError
from bornes.game.events import Viewer
from bornes.tables import commands as ask
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import CommandRefused, Done, FullState, Signal, Update, decode_message, encode_message
from bornes.tables.refusals import AnyRefusal, TooLate
from bornes.tables.table import Table
from bornes.tables.table_state import Pace
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable

PAIRS = rules_of("parker-1962", 4, partners=True)
HANDS = ("roll stop", "roll priority", "25", "25")


def stepped_table(kinds: str = "pppp", **options: object) -> SteppedTable:
    return SteppedTable(PAIRS, kinds, hands=HANDS, **options)  # type: ignore[arg-type]


def streams(stepped: SteppedTable, language: str = "en") -> dict[Viewer, list[Update | FullState]]:
    """Return what every viewer was told from the beginning, the state before it first."""
    told: dict[Viewer, list[Update | FullState]] = {}
    table = Table(stepped.log[0])  # type: ignore[arg-type]
    speaker = MessageWriter(table, language)
    for viewer in (None, *range(table.rules.players)):
        told[viewer] = [speaker.state(viewer)]
    for entry in stepped.log[1:]:
        for viewer, data in speaker.write(table.apply(entry)).items():
            message = decode_message(data)
            assert isinstance(message, Update | FullState)
            told[viewer].append(message)
    return told


def test_who_is_to_decide_gets_every_move_in_words_and_why_the_other_cards_cannot_be_played() -> None:
    stepped = stepped_table()
    state = stepped.speaker().state(0)
    assert state.question is not None
    assert state.question_number == state.number
    offers = {offer.move: offer.text for offer in state.question.moves}
    assert offers["roll"] == "play Roll"
    blocked = {one.card: one.reasons[0]["text"] for one in state.question.blocked}
    assert "P62" in blocked["stop"]
    assert stepped.speaker("fr").state(0).question != state.question
    assert stepped.speaker().state(1).question is None


def test_nobody_is_told_anothers_cards() -> None:
    stepped = stepped_table()
    stepped.play("roll")
    for viewer, told in streams(stepped).items():
        text = json.dumps([json.loads(encode_message(message)) for message in told])
        hands = [message.view["hand"] for message in told if isinstance(message, FullState) and message.view]
        assert all(hand == ([] if viewer is None else hand) for hand in hands)
        drawn = [event for message in told for event in message.events if event["event"] == "Drew"]
        assert all(event["card"] is None or event["seat"] == viewer for event in drawn), text


def test_a_message_has_its_sentence_in_the_readers_language() -> None:
    stepped = stepped_table()
    stepped.play("roll")
    english, french = (streams(stepped, language)[None][-1].events[0]["text"] for language in ("en", "fr"))
    assert english == "Player 1 plays Roll."
    assert french == "Pilote 1 joue Roulez."


def test_a_seat_is_told_of_itself_as_you() -> None:
    stepped = stepped_table()
    stepped.play("roll")
    told = streams(stepped, "en")
    assert [told[viewer][-1].events[0]["text"] for viewer in (0, 1, None)] == [
        "You play Roll.",
        "Player 1 plays Roll.",
        "Player 1 plays Roll.",
    ]


def test_numbers_have_no_gap_and_a_mirror_knows_what_the_table_knows() -> None:
    stepped = stepped_table("pppb", pace=Pace(decision=30_000, window=2_000))
    stepped.play("roll", "roll", "-25", "-25", "stop>B")
    stepped.answer(3, "pass") if 3 in stepped.table.asked else None
    stepped.answer(1, "coup")
    stepped.do(1, ask.StepAway())
    stepped.do(2, ask.GiveSeed(seed="07f3"))
    for viewer, told in streams(stepped).items():
        mirror = Replica()
        for message in told:
            mirror.take(message)
        state = stepped.speaker().state(viewer)
        assert [message.number for message in told] == list(range(1, len(told) + 1))
        assert (mirror.number, mirror.view) == (state.number, stepped.table.view(viewer))
        assert mirror.table == state.table
        assert mirror.question == state.question


def test_a_mirror_refuses_gaps_and_never_goes_back() -> None:
    stepped = stepped_table()
    stepped.play("roll", "roll", "-25")
    first, *others = streams(stepped)[None]
    mirror = Replica()
    with pytest.raises(ReplicaError, match="state"):
        mirror.rules  # noqa: B018
    with pytest.raises(ReplicaError):
        mirror.take(others[0])
    mirror.take(first)
    with pytest.raises(ReplicaError, match="missing"):
        mirror.take(others[1])
    mirror.take(others[0])
    assert mirror.take(others[0]) == ()  # seen before
    with pytest.raises(ReplicaError, match="was seen"):
        mirror.take(first)


def test_who_changes_places_begins_another_stream() -> None:
    stepped = SteppedTable(PAIRS, "poob")
    mirror = Replica()
    mirror.take(stepped.speaker().state(0))
    stepped.do(0, ask.Rename(name="Ann"))
    stepped.do(0, ask.SwapSeats(target_seat=0, other_seat=1))
    mirror.take(stepped.speaker().state(1))
    assert mirror.viewer == 1
    assert mirror.table.acting_host == 1


@pytest.mark.parametrize(
    "message",
    [Done("x"), CommandRefused("x", TooLate(), "Too late."), Signal("reaction", 1, "Ouch!", {"reaction": "ouch"})],
    ids=lambda message: type(message).__name__,
)
def test_answers_and_signals_survive_the_way_as_json(message: Done | CommandRefused | Signal) -> None:
    assert decode_message(encode_message(message)) == message


def test_every_reason_for_a_refusal_can_be_read_back() -> None:
    assert len(AnyRefusal.__args__) > 20
    for kind in AnyRefusal.__args__:
        values = {"text": "x", "why": "x", "move": "x", "reason": {}, "seat": 1, "when": "between-deals"}
        values |= {"bot": "x", "name": "x", "reaction": "x", "seats": [1], "open_seats": True}
        why = kind(**{name: values[name] for name in kind.__struct_fields__})
        assert decode_message(encode_message(CommandRefused("x", why, ""))) == CommandRefused("x", why, "")


@pytest.mark.parametrize("data", ["", "[]", '{"type":"update"}', '{"type":"rumour"}', "[" * 99_999])
def test_what_is_no_message_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match="not a message"):
        decode_message(data)
