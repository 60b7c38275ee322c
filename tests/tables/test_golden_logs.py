"""Logs that are kept: a table of each edition in the present format tells what it always told."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from bornes.client.protocol_schema import schema
from bornes.client.replica import Replica
from bornes.game.events import Viewer
from bornes.game.team_piles import progress
from bornes.tables import entries as log
from bornes.tables.log_format import LOG_FORMAT
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import FullState, Update, decode_message
from tests.support.golden_logs import FORMS, LOGS, play, summary, told

KEPT = sorted(LOGS.glob("*.log"))
SCHEMA = jsonschema.Draft202012Validator({**schema(), "anyOf": [{"$ref": "#/$defs/Message"}]})


def entries_of(path: Path) -> list[log.Entry]:
    """The entries of a log that is kept."""
    return [log.decode_entry(line) for line in path.read_bytes().splitlines()]


def test_every_edition_has_a_log_in_the_present_format() -> None:
    """``python -m tests.support.golden_logs`` rewrites them."""
    assert {path.name for path in KEPT} == {f"format-{LOG_FORMAT}-{name}.log" for name in FORMS}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_log_that_is_kept_tells_what_it_always_told(path: Path) -> None:
    assert summary(entries_of(path)) == path.with_suffix(".messages").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_an_entry_is_written_as_it_was_read(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    assert [log.encode_entry(log.decode_entry(line)) for line in lines] == lines


@pytest.mark.parametrize("name", FORMS)
def test_the_present_program_still_writes_such_a_log(name: str) -> None:
    """As long as the format stays: what is played the same way is written the same way."""
    path = LOGS / f"format-{LOG_FORMAT}-{name}.log"
    assert [log.encode_entry(entry) for entry in play(name)] == path.read_bytes().splitlines()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_client_far_away_rebuilds_the_view_that_the_table_shows(path: Path) -> None:
    """After every message, from its bytes alone: the same view, which offers and explains as the table's does."""
    mirrors: dict[Viewer, Replica] = {}
    for table, viewer, _, data in told(entries_of(path)):
        received = decode_message(data)
        if viewer not in mirrors:  # whoever comes first hears the whole state
            mirrors[viewer] = Replica("en")
            received = MessageWriter(table, "en").state(viewer)
        assert isinstance(received, Update | FullState)
        mirror, view = mirrors[viewer], table.view(viewer)
        mirror.take(received)
        assert mirror.view == view
        assert str(mirror.view) == str(view)
        if view is not None and mirror.view is not None:
            assert mirror.view.legal_moves == view.legal_moves
            assert mirror.view.why_unplayable() == view.why_unplayable()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_message_is_what_the_schema_promises(path: Path) -> None:
    for number, (_, _, _, data) in enumerate(told(entries_of(path))):
        if number % 7 == 0:  # a validator of schemas takes its time
            SCHEMA.validate(json.loads(data))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_where_the_race_is_not_one_of_distance_everybody_is_told_how_it_stands(path: Path) -> None:
    """Whenever it changes, from what that viewer sees; and nobody is told where miles say the same."""
    known: dict[Viewer, list[int] | None] = {}
    told_of = 0
    for table, viewer, _, data in told(entries_of(path)):
        received, view = decode_message(data), table.view(viewer)
        assert isinstance(received, Update | FullState)
        whole = MessageWriter(table, "en").state(viewer).race
        if table.rules.end_measure == "miles" or view is None:
            assert (received.race, whole) == (None, None)
            continue
        stands = [progress(table.rules, laid) for laid in view.tables]
        known[viewer] = received.race or known.get(viewer)
        assert known[viewer] == stands == whole
        told_of += received.race is not None
    assert (told_of > 20) == ("asmodee" in path.stem)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_who_hears_that_a_deal_is_over_hears_its_score_sheet(path: Path) -> None:
    """So that a client that counts nothing itself can show it; otherwise no sheet is sent."""
    for table, _, _, data in told(entries_of(path)):
        received = decode_message(data)
        if isinstance(received, Update):
            over = any(event["event"] == "DealOver" for event in received.events)
            assert received.sheet == (table.sheet.deals[-1].as_dict() if over else None)
