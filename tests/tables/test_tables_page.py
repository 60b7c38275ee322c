"""docs/tables.md names all that goes between a table, its log and its clients, and the schema says it to programs."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from bornes import edition
from bornes.client import protocol_schema
from bornes.game.events import Viewer
from bornes.game.fair import Seeds
from bornes.tables import commands, entries, messages, refusals, table_events, table_state
from bornes.tables.decide import decide
from bornes.tables.decision_case import DecisionContext
from bornes.tables.message_writer import MessageWriter
from bornes.tables.table import Table
from tests.support.paths import DOCS

PAGE = (DOCS / "tables.md").read_text(encoding="utf-8")
COMMON = {"at", "seat", "id"}
"""What every entry has; the page says so once."""


def own_fields(kind: Any) -> set[str]:
    """What a struct has beside what all of its kind have."""
    return set(kind.__struct_fields__) - COMMON


@pytest.mark.parametrize("kind", get_args(entries.AnyEntry))
def test_the_page_has_every_entry_in_a_row_with_its_fields(kind: Any) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind.__name__}`"))
    assert {f"`{name}`" for name in own_fields(kind)} <= set(row.split("|")[2].replace(",", " ").split())


@pytest.mark.parametrize("kind", get_args(commands.ClientCommand))
def test_the_page_has_every_command_with_its_fields(kind: Any) -> None:
    row = next(
        line for line in PAGE.splitlines() if line.startswith("| ") and f"`{kind.__name__}`" in line.split("|")[1]
    )
    assert {f"`{name}`" for name in own_fields(kind)} <= set(row.split("|")[2].replace(",", " ").split())


@pytest.mark.parametrize(
    "name",
    [
        *(kind.__struct_config__.tag for kind in get_args(refusals.AnyRefusal)),
        *table_events.TABLE_EVENTS,
        *(kind.__struct_config__.tag for kind in get_args(messages.AnyMessage)),
        *messages.Update.__struct_fields__,
        *messages.TableInfo.__struct_fields__,
        *messages.SeatInfo.__struct_fields__,
        *messages.OfferedMove.__struct_fields__,
        *table_state.TableState.__struct_fields__,
        *table_state.SeatState.__struct_fields__,
        *table_state.Pace.__struct_fields__,
    ],
)
def test_the_page_names_it(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_the_published_schema_is_that_of_the_program() -> None:
    """``python -m bornes.client.protocol_schema > docs/tables.schema.json`` writes it anew."""
    assert (DOCS / "tables.schema.json").read_text(encoding="utf-8") == protocol_schema.schema_json()


def test_the_schema_refers_to_nothing_that_it_does_not_have() -> None:
    text = protocol_schema.schema_json()
    known = json.loads(text)["$defs"]
    asked = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}
    assert asked <= set(known)


# -- the message that the page shows -------------------------------------------------------------------------------

PLAYED = ((0, "roll"), (1, "roll"), (0, "50"), (1, "stop>A"))
"""What Ann and Bob have played when Ann is told so."""


def secret(game: int, deal: int) -> bytes:
    """The cards with which it can be played."""
    return Seeds.of(f"a message, game {game}, 49", deal).server


def test_the_page_shows_a_message_as_it_is_sent() -> None:
    seats = [table_state.SeatState("person", "Ann"), table_state.SeatState("person", "Bob")]
    pace = table_state.Pace(decision=60_000, window=8_000)
    rules = edition("parker-1962").rules(players=2)
    table = Table(entries.Opened(at=0, table=table_state.open_state("example", rules, seats, secret(1, 1), pace=pace)))
    speaker = MessageWriter(table, "en")
    told: list[dict[Viewer, bytes]] = []

    def do(seat: int, command: commands.ClientCommand) -> None:
        decision = decide(table, command, seat, DecisionContext(1000 * (len(told) + 1), secret))
        assert isinstance(decision, tuple), decision
        told.append([speaker.write(table.apply(entry)) for entry in decision][-1])

    for seat in (0, 1):
        do(seat, commands.Ready(id=f"ready {seat}"))
    for number, (seat, move) in enumerate(PLAYED):
        do(seat, commands.Play(id=f"move {number}", question_number=table.asked[seat], move=move))
    shown = PAGE.split("```json\n")[1].split("```")[0]
    assert json.loads(shown) == json.loads(told[-1][0])
    answer = "{" + PAGE.split("`{")[1].split("}`")[0] + "}"
    do(0, commands.decode_command(answer))
    assert "Coup fourré!" in told[-1][0].decode()
