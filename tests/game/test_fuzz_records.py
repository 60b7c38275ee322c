"""Some seconds of the attack on records; ``python -m tests.fuzz.records`` goes on for longer."""

from __future__ import annotations

import pytest

from bornes import Game
from bornes.game import record
from tests.fuzz import records

pytestmark = pytest.mark.compiled_only  # the reader is the same on both builds


def test_the_records_under_attack_are_right() -> None:
    for text in records.originals():
        assert Game.replay(text).record == text


def test_a_forged_record_is_refused_by_line_or_is_the_record_of_its_game() -> None:
    counts, findings = records.attack(runs=300, seed=2)
    assert findings == []
    assert counts["refused"] > 200
    assert counts["record"] > 0, "some forgeries should be of other games that are right"


def test_the_attack_finds_a_reader_that_is_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "_check_body", lambda lines, game: None)
    _, findings = records.attack(runs=150, seed=2)
    assert findings


def test_the_attack_finds_an_error_that_names_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(lines: object, game: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(record, "_check_body", stumble)
    assert records.judged(records.originals()[0])[0] == "finding"


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert records.main(["--runs", "20", "--seed", "3"]) == 0
    assert "20 mutations, seed 3: 0 findings" in capsys.readouterr().out
