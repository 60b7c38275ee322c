"""Texts that stand alone begin with a capital and end as sentences do."""

from __future__ import annotations

import pytest

from bornes.terminal.phrases import as_sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("the server does not start", "The server does not start."),
        ("l’adresse est occupée", "L’adresse est occupée."),
        ("à vous", "À vous."),
        ("No seat is free.", "No seat is free."),
        ("http://localhost:8000: nobody answers", "http://localhost:8000: nobody answers."),
        ("hand_size: at most 10", "hand_size: at most 10."),
        ("is anybody there?", "Is anybody there?"),
        ("", ""),
    ],
)
def test_a_text_is_made_a_sentence(text: str, sentence: str) -> None:
    assert as_sentence(text) == sentence
