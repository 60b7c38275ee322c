"""``bornes rules`` and ``bornes clause``: the rulebooks, read on the command line."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bornes import EDITIONS, cite, edition
from bornes.i18n import Translator
from bornes.rules.clauses import clauses, rulings
from bornes.rules.editions import all_forms
from bornes.rules.ruleset import FIELDS
from tests.support.shell import refused, run


def read(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    value: dict[str, Any] = json.loads(result.stdout)
    assert value["version"] == 1
    return value


# -- the editions ------------------------------------------------------------------------------------------------


def test_without_an_edition_all_are_listed_with_who_can_play() -> None:
    lines = run("rules").stdout.splitlines()
    assert lines[0].split() == ["edition", "rulebook", "alone", "in", "pairs", "short", "trip"]
    dujardin = next(line for line in lines if line.startswith("dujardin"))
    assert dujardin.split("Prestige")[1].split() == ["2,", "3,", "4", "6,", "8", "4,", "8"]
    assert [line.split()[0] for line in lines[2:7]] == list(EDITIONS)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_has_room_for_every_name(language: str) -> None:
    shown = run("rules", "--lang", language).stdout
    words = Translator(language)
    for name in EDITIONS:
        assert re.search(rf"^{name} +{re.escape(words.edition_title(name))} ", shown, re.MULTILINE)


def test_the_list_for_programs_names_every_form() -> None:
    books = read("rules")["editions"]
    forms = [(book["edition"], form) for book in books for form in book["forms"]]
    right = [
        (book.name, {"players": form.players, "partners": form.partners, "short": form.short})
        for book, form in all_forms()
    ]
    assert forms == right
    assert {"title", "language"} <= books[0].keys()


# -- one edition -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "form"), all_forms(), ids=lambda part: str(getattr(part, "name", part)))
def test_every_form_can_be_read_with_its_clauses(book: Any, form: Any) -> None:
    seating = "--partners" if form.partners else "--alone"
    options = ["--players", str(form.players), seating, *(["--short"] if form.short else [])]
    (shown,) = read("rules", book.name, *options)["editions"]
    assert shown["form"] == {"players": form.players, "partners": form.partners, "short": form.short}
    assert list(shown["rules"]) == [field for field in FIELDS if field != "edition"]
    for field, (value, clause) in book.cited(form).items():
        if field != "edition":
            expected = list(value) if isinstance(value, tuple) else value
            assert shown["rules"][field] == {"value": expected, "clause": clause}


def test_an_edition_is_a_table_of_rules_values_and_clauses() -> None:
    shown = run("rules", "parker-1962", "--players", "4").stdout
    assert shown.startswith("Parker Brothers, 1962, 4 players in pairs\n")
    assert "Length of the trip" in shown
    line = next(line for line in shown.splitlines() if line.startswith("Length of the trip"))
    assert line.split("  ")[-1].strip() == "P62-40"
    assert max(map(len, shown.splitlines())) <= 80


def test_the_table_can_be_read_in_french() -> None:
    shown = run("rules", "dujardin", "--players", "4", "--short", "--lang", "fr").stdout
    assert shown.startswith("Dujardin, édition Prestige, 4 joueurs")
    assert "Feu Vert" in shown
    assert ["règle", "valeur", "article"] in [line.split() for line in shown.splitlines()]


def test_a_house_rule_takes_the_place_of_the_clause() -> None:
    arguments = ("rules", "dujardin", "--rule", "game_goal=3000", "--rule", "free_discard=no")
    line = next(line for line in run(*arguments).stdout.splitlines() if "3000" in line)
    assert "house rule" in line
    (shown,) = read(*arguments)["editions"]
    assert shown["rules"]["game_goal"] == {"value": 3000, "clause": None}
    assert shown["rules"]["free_discard"] == {"value": False, "clause": None}
    assert shown["rules"]["hand_size"]["clause"] is not None


# -- two editions ------------------------------------------------------------------------------------------------


def test_two_editions_show_only_what_differs() -> None:
    shown = run("rules", "parker-1962", "asmodee").stdout
    assert "rules differ, 2 players" in shown.splitlines()[0]
    assert "700 miles [P62-70]" in shown
    assert "1000 miles [AS-52]" in shown
    assert "Cards in hand" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_of_two_decks_only_the_cards_that_differ_are_counted() -> None:
    shown = run("rules", "parker-1962", "asmodee").stdout
    assert "2 × Out of Gas" in shown
    assert "3 × Out of Gas" in shown
    assert "× 100" not in shown


def test_the_differences_are_named_for_programs() -> None:
    found = read("rules", "parker-1962", "parker-1988", "--players", "3")
    one, other = (edition(name).rules(3) for name in ("parker-1962", "parker-1988"))
    differing = [field for field in FIELDS[1:] if getattr(one, field) != getattr(other, field)]
    assert found["differences"] == differing != []


def test_an_edition_differs_from_itself_in_nothing() -> None:
    assert run("rules", "asmodee", "asmodee").stdout.startswith("0 rules differ")


def test_three_editions_are_too_many() -> None:
    assert "two to compare" in refused("rules", "asmodee", "dujardin", "parker-1962")


# -- clauses -----------------------------------------------------------------------------------------------------


def test_a_clause_is_shown_with_what_rests_on_it() -> None:
    shown = " ".join(run("clause", "P62-26").stdout.split())
    assert shown.startswith("P62-26 Parker Brothers, 1962, ")
    assert " ".join(cite("P62-26").text.split()) in shown
    assert "source: the rulebook says so" in shown
    assert "decides: hazard_target" in shown


def test_a_ruling_is_shown_with_its_other_readings() -> None:
    shown = " ".join(run("clause", "q-05").stdout.split())
    assert shown.startswith("Q-05 The next dealer")
    assert "other readings: dealer_rotation" in shown
    assert "editions: parker-1962" in shown
    assert "how sure: it can be read in other ways too" in shown


def test_several_can_be_asked_for_at_once() -> None:
    found = read("clause", "P62-26", "q-09")["found"]
    assert [(one["kind"], one["id"]) for one in found] == [("clause", "P62-26"), ("ruling", "Q-09")]
    assert [one["text"] for one in found] == [cite("P62-26").text, cite("Q-09").text]


def test_every_clause_and_ruling_can_be_shown() -> None:
    ids = [*(one.id for one in clauses()), *(one.id for one in rulings())]
    shown = run("clause", *ids)
    assert shown.exit_code == 0
    for id in ids:
        assert f"\n{id}  " in f"\n{shown.stdout}"


def test_an_unknown_clause_is_answered_with_the_nearest() -> None:
    assert "Nearest: P62-02" in refused("clause", "p62-2")
