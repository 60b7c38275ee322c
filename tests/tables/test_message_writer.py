"""Phrases: what is the same at every table is made once, and each table fills in the names of its own players."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bornes import edition
from bornes.game.events import EVENTS, Event
from bornes.game.fair import Seeds
from bornes.game.illegal_reasons import Reason
from bornes.game.moves import parse
from bornes.i18n import Translator
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables.decide import decide
from bornes.tables.decision_case import DecisionContext
from bornes.tables.message_writer import UNCACHED_EVENTS, MessageWriter
from bornes.tables.table import Table
from bornes.tables.table_state import Pace, SeatState, open_state

ODD_NAMES = (r"\u0001", '"Al"', "{seat}", r"a\xff0")
"""Names that look like marks, gaps, ends of texts and places to fill in."""


COMMON = set(EVENTS.members) - {kind.__name__ for kind in UNCACHED_EVENTS}


def seed(game: int, deal: int) -> bytes:
    return Seeds.of("phrases", deal).server


def seated(book: str, players: int, teams: int, names: tuple[str, ...]) -> Table:
    """Return a table whose first deal has begun."""
    rules = edition(book).rules(players, partners=teams < players)
    seats = [SeatState("person", name) for name in names[:players]]
    table = Table(log.Opened(at=0, table=open_state("t", rules, seats, seed(1, 1), pace=Pace(60_000, 5_000))))
    for seat in range(players):
        for entry in tuple(decide(table, ask.Ready(), seat, DecisionContext(0, seed))):  # type: ignore[arg-type]
            table.apply(entry)
    return table


def play_on(table: Table, luck: Random) -> tuple[log.Entry, ...]:
    """Return what a move at random leads to, or the clock."""
    if not table.asked:
        return decide(table, ask.Tick(), None, DecisionContext(table.due or 0, seed))  # type: ignore[return-value]
    seat = min(table.asked)
    question = table.question(seat)
    assert question is not None
    move = luck.choice(question.moves.notation)
    return decide(
        table, ask.Play(move=move, question_number=table.asked[seat]), seat, DecisionContext(table.state.at, seed)
    )  # type: ignore[return-value]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("book", "players", "teams"), [("parker-1962", 4, 2), ("asmodee", 3, 3), ("dujardin", 4, 4), ("game-cabinet", 2, 2)]
)
def test_whatever_players_are_called_each_reads_what_the_words_say(
    book: str, players: int, teams: int, language: str
) -> None:
    table, luck = seated(book, players, teams, ODD_NAMES), Random(7)
    speaker = MessageWriter(table, language)
    told = 0
    while table.playing:
        for entry in play_on(table, luck):
            for viewer, data in speaker.write(table.apply(entry)).items():
                message = json.loads(data)
                words = Translator.for_players(language, table.rules, table.names, viewer)
                for event in message["events"]:
                    if event["event"] in COMMON:
                        happened = Event.from_dict({key: event[key] for key in event if key != "text"})
                        assert event.get("text") == words.event(happened)
                        told += 1
                _check_question(
                    message.get("question"), Translator.for_players(language, table.rules, table.names), table
                )
    assert told > 100


def _check_question(question: dict[str, Any] | None, words: Translator, table: Table) -> None:
    """Every offer and every reason is what the words say."""
    if question is None:
        return
    phase = next(one for one in type(table.open_deal.phase) if one.name.lower() == question["phase"])
    opponents = range(table.rules.teams)
    for offer in question["moves"]:
        assert offer["text"] == words.move(parse(str(offer["move"]), phase, opponents), phase)
    for blocked in question["blocked"]:
        for reason in blocked["reasons"]:
            plain = {key: reason[key] for key in reason if key != "text"}
            assert reason["text"] == words.reason(Reason.from_dict(plain))


def test_tables_of_one_edition_each_call_their_own_players_by_name() -> None:
    table = seated("parker-1962", 2, 2, ("Ann", "Bob"))
    speaker, luck = MessageWriter(table), Random(1)
    other = seated("parker-1962", 2, 2, ("Chloé", "Denis"))
    for at, one in ((table, speaker), (other, MessageWriter(other))):
        (entry,) = play_on(at, luck)
        heard = [json.loads(data) for data in one.write(at.apply(entry)).values()]
        assert any(at.names[0] in event.get("text", "") for message in heard for event in message["events"])
