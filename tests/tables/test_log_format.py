"""Formats of logs: earlier ones are upgraded step by step, later ones are left alone."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from bornes.tables import entries as log
from bornes.tables import log_format
from bornes.tables.entries import NewerLog, decode_deal_start, decode_entry, encode_entry
from tests.support.golden_logs import LOGS, play

GOTTEN_READY = log.GotReady(at=1, seat=1, id="a")
OPENED = LOGS / f"format-{log_format.LOG_FORMAT}-dujardin.log"


def rename_id(values: dict[str, Any]) -> dict[str, Any]:
    """Turn an entry of format 1 into one of format 2, as if ``id`` had been called ``command`` before."""
    return {"id" if name == "command" else name: value for name, value in values.items()}


def count_from_0(values: dict[str, Any]) -> dict[str, Any]:
    """Turn an entry of format 2 into one of format 3, as if seats had been counted from 10 before."""
    return values | ({"seat": values["seat"] - 10} if "seat" in values else {})


@pytest.fixture
def third_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that this release writes format 3."""
    monkeypatch.setattr(log_format, "LOG_FORMAT", 3)
    monkeypatch.setattr(log_format, "UPGRADE_STEPS", {1: rename_id, 2: count_from_0})


def test_there_is_a_step_for_every_earlier_format() -> None:
    assert list(log_format.UPGRADE_STEPS) == list(range(1, log_format.LOG_FORMAT))


@pytest.mark.usefixtures("third_format")
@pytest.mark.parametrize(
    "line",
    [
        b'{"entry":"GotReady","at":1,"seat":12,"command":"a"}',
        b'{"format":1,"entry":"GotReady","at":1,"seat":12,"command":"a"}',
        b'{"format":2,"entry":"GotReady","at":1,"seat":12,"id":"a"}',
        b'{"format":3,"entry":"GotReady","at":1,"seat":2,"id":"a"}',
    ],
)
def test_an_entry_of_any_earlier_format_is_upgraded_to_the_present_one(line: bytes) -> None:
    read = decode_entry(line)
    assert read == log.GotReady(at=1, seat=2, id="a")
    assert encode_entry(read) == b'{"format":3,"entry":"GotReady","at":1,"seat":2,"id":"a"}'


@pytest.mark.usefixtures("third_format")
def test_whole_logs_are_read_in_the_format_that_they_were_written_in() -> None:
    """Entries of several formats may follow each other: a release continues what an earlier one began."""
    entries = play("dujardin")
    lines = [encode_entry(entry) for entry in entries]
    for at, line in enumerate(lines[: len(lines) // 2]):
        values = json.loads(line)
        del values["format"]
        if "seat" in values:
            values["seat"] += 10
        names = {"id": "command"} if at % 2 else {}
        older = {names.get(name, name): value for name, value in values.items()}
        lines[at] = msgspec.json.encode(older if at % 2 else {"format": 2, **older})
    assert [decode_entry(line) for line in lines] == entries
    starts = [decode_deal_start(line) for line, entry in zip(lines, entries, strict=True) if hasattr(entry, "table")]
    assert [start.deal for start in starts] == list(range(len(starts)))


def test_the_first_format_is_not_written() -> None:
    assert encode_entry(GOTTEN_READY) == b'{"entry":"GotReady","at":1,"seat":1,"id":"a"}'


LATER: list[tuple[Any, str]] = [
    (lambda values: {"format": log_format.LOG_FORMAT + 1, **values}, "format 2, of a later release"),
    (lambda values: {"entry": "Danced", "at": 1}, "Danced"),
    (lambda values: values | {"weather": "rain"}, "weather"),
    (lambda values: values | {"at": "noon"}, "at"),
    (lambda values: values["table"].update(weather="rain"), "weather"),
    (lambda values: values["table"]["seats"][0].update(color="red"), "color"),
    (lambda values: values["table"]["pace"].update(warmup=3), "warmup"),
    (lambda values: values["table"]["rules"].update(tailwind=True), "tailwind"),
    (lambda values: values["table"]["rules"].update(overshoot="bounce"), "bounce"),
    (lambda values: values["table"]["rules"].update(edition="parker-2031"), "edition 'parker-2031'"),
    (lambda values: values["table"].update(scheme="tea-leaves"), "scheme 'tea-leaves'"),
]


@pytest.mark.parametrize(("change", "why"), LATER, ids=[why for _, why in LATER])
def test_what_only_a_later_release_knows_is_told_apart_from_damage(change: Any, why: str) -> None:
    values = json.loads(OPENED.read_bytes().splitlines()[0])
    values = change(values) or values
    with pytest.raises(NewerLog, match=why):
        decode_entry(msgspec.json.encode(values))


@pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b'{"entry":"GotReady","at":', b"\xff", b"[" * 9999])
def test_what_is_no_entry_at_all_is_of_no_release(line: bytes) -> None:
    with pytest.raises(log.EntryError) as error:
        decode_entry(line)
    assert not isinstance(error.value, NewerLog)
    with pytest.raises(log.EntryError):
        decode_deal_start(line)
