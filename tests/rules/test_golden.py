"""What must never change by accident: a whole deal of every form, and exact counts of move sequences."""

from __future__ import annotations

import json

import pytest

from bornes import Edition, Form, Game
from bornes.rules.editions import all_forms
from tests.support.playthrough import COUNTS, counts, file_of, game_of, playthrough

FORMS = [pytest.param(book, form, id=f"{book.name} {form}") for book, form in all_forms()]


@pytest.mark.parametrize(("book", "form"), FORMS)
def test_the_same_deal_is_played_as_ever(book: Edition, form: Form) -> None:
    golden = file_of(book, form).read_text(encoding="utf-8")
    assert playthrough(game_of(book, form)) == golden, "if this was meant: python -m tests.support.playthrough"


@pytest.mark.parametrize(("book", "form"), FORMS)
def test_golden_records_replay(book: Edition, form: Form) -> None:
    golden = file_of(book, form).read_text(encoding="utf-8")
    record = golden[golden.index("Bornes record") :]
    assert Game.replay(record).record == record


@pytest.mark.parametrize(("book", "form"), FORMS)
def test_as_many_move_sequences_as_ever(book: Edition, form: Form) -> None:
    table = json.loads(COUNTS.read_text(encoding="utf-8"))
    assert counts(book, form) == table[f"{book.name} {form}"]
