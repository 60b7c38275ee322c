"""``bornes howto``: how to play, read on the command line."""

from __future__ import annotations

import json

import pytest

from bornes import EDITIONS
from bornes.i18n import Translator
from tests.support.shell import refused, run


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_edition_is_explained_on_80_columns(name: str, language: str) -> None:
    shown = run("howto", name, "--lang", language)
    assert shown.exit_code == 0, shown.output
    words = Translator(language, name)
    assert words.edition_title(name) in shown.stdout.splitlines()[0]
    assert max(map(len, shown.stdout.splitlines())) <= 80
    assert not any(line.endswith(" ") for line in shown.stdout.splitlines())


def test_without_an_edition_it_is_the_game_that_the_language_plays() -> None:
    assert run("howto", "--lang", "en").stdout == run("howto", "parker-1962", "--lang", "en").stdout
    assert run("howto", "--lang", "fr").stdout == run("howto", "dujardin", "--lang", "fr").stdout


def test_a_house_rule_changes_what_is_said_and_is_called_one() -> None:
    shown = run("howto", "parker-1962", "--rule", "hand_size=5").stdout
    assert "everyone gets 5" in shown
    assert "house rule]" in shown
    assert "House rules\nEveryone holds 5 cards" in shown


def test_the_form_is_chosen_as_for_every_command() -> None:
    assert "4 players in pairs" in run("howto", "asmodee", "--players", "4", "--partners").stdout
    assert "exactly" in run("howto", "dujardin", "--players", "4", "--short").stdout
    assert "700 km" in run("howto", "dujardin", "--players", "4", "--short").stdout
    assert "parker-1962 is played by 2, 3, 4 or 6" in refused("howto", "parker-1962", "--players", "5")


def test_programs_get_headings_paragraphs_cards_and_clauses() -> None:
    value = json.loads(run("howto", "asmodee", "--json").stdout)
    assert value["version"] == 1
    assert value["howto"]["edition"] == "asmodee"
    blocks = value["howto"]["blocks"]
    assert blocks[1] == {"kind": "heading", "text": "The aim"}
    assert "AS-52" in blocks[2]["clauses"]
    assert any(block["kind"] == "cards" for block in blocks)


def test_an_edition_says_what_it_is_like_where_it_is_listed_and_shown() -> None:
    listed = " ".join(run("rules").stdout.split())
    for book in json.loads(run("rules", "--json").stdout)["editions"]:
        assert book["line"] in listed
    shown = " ".join(run("rules", "asmodee").stdout.split())
    assert "One race to 1000 points" in shown
    assert "A duel" in shown
    assert "One race" not in run("rules", "asmodee", "--rule", "target=900").stdout
