"""Editions in words: every name that a page shows is the edition's own, and what it offers can be played."""

from __future__ import annotations

from typing import Any

import pytest

from bornes import edition
from bornes.client.protocol import OpenTable
from bornes.guide.edition_info import EditionInfo, edition_words
from bornes.i18n import Translator
from bornes.i18n.names import ROWS
from bornes.rules.cards import Card
from bornes.rules.editions import EDITION_NAMES
from bornes.rules.ruleset import FIELDS
from bornes.server.table_creation import table_from_request
from bornes.tables.table_state import shared_rules

EVERY = [(name, language) for name in EDITION_NAMES for language in ("en", "fr")]


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_everything_has_a_name_of_the_edition(name: str, language: str) -> None:
    told, words = edition_words(name, language), Translator(language, name)
    assert told.title == words.edition_title()
    assert told.cards == {card.notation: words.card(card) for card in Card}
    assert all((*told.terms.values(), *told.rows.values(), *told.cards.values(), told.text))
    assert [(one.players, one.partners, one.short) for one in told.forms] == [
        (form.players, form.partners, form.short) for form in edition(name).forms
    ]


def test_units_goals_and_measures_are_those_of_the_rulebooks() -> None:
    told = {name: edition_words(name, "en") for name in EDITION_NAMES}
    assert {name: one.unit for name, one in told.items()} == {**dict.fromkeys(EDITION_NAMES, "mi"), "dujardin": "km"}
    assert {name: one.goal for name, one in told.items()} == {**dict.fromkeys(EDITION_NAMES, 5000), "asmodee": 0}
    assert [name for name, one in told.items() if one.measure == "points"] == ["asmodee"]


def test_rows_are_those_of_the_sheet_in_its_order() -> None:
    def rows(name: str) -> list[str]:
        return list(edition_words(name, "en").rows)

    totals = ["total_for_deal", "carried_forward", "grand_total"]
    assert rows("asmodee") == ["milestones", "safeties", "coups_fourres", *totals]
    assert rows("parker-1962")[:4] == ["milestones", "safeties", "all_safeties", "coups_fourres"]
    assert "all_safeties" not in rows("dujardin")
    for name in EDITION_NAMES:
        told = edition_words(name, "en")
        assert not told.rows.keys() & told.other_rows.keys()
        assert {*told.rows, *told.other_rows} == {*ROWS}


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_what_is_offered_can_be_played(name: str) -> None:
    told = edition_words(name, "en")
    assert len(told.switches) > 8
    for switch in told.switches:
        assert switch.rule in FIELDS
        assert len(switch.choices) > 1, switch.rule
        usual = switch.by_form or [switch.usual] * len(told.forms)
        for choice in switch.choices:
            assert choice.text
            for at in choice.forms or range(len(told.forms)):
                assert plays(told, at, switch.rule, choice.value) == choice.value
        for at, value in enumerate(usual):
            offered = [one for one in switch.choices if one.value == value]
            assert len(offered) == 1
            assert not offered[0].forms or at in offered[0].forms
            assert plays(told, at)[switch.rule] == value


def plays(told: EditionInfo, at: int, rule: str = "", value: object = None) -> Any:
    """Open a table of a form with a house rule, and return what it plays by there, or every rule."""
    form = told.forms[at]
    house = {rule: value} if rule else {}
    asked = OpenTable(
        edition=told.name,
        players=form.players,
        partners=form.partners,
        short=form.short,
        house_rules=house,  # type: ignore[arg-type]
    )
    rules = shared_rules(table_from_request(asked, "home-x", "s" * 32, bytes(32), "en").rules).as_dict()
    return rules[rule] if rule else rules


def test_a_clause_stands_behind_what_is_usual() -> None:
    switch = {one.rule: one for one in edition_words("dujardin", "fr").switches}
    assert (switch["target"].usual, switch["target"].clause) == (1000, "DJ-09")
    assert switch["target"].by_form == [1000, 1000, 1000, 700, 1000, 1000, 700]
    assert not switch["max_200s"].by_form
    assert "take_discard" not in switch, "that needs discards which are shuffled, too"
