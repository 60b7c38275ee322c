"""What it is like: a true sentence for every edition, form and value of a rule, and no two the same."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest

from bornes import EDITIONS, edition
from bornes.guide.descriptions import (
    NUMBER_SENTENCES,
    SEATING_SENTENCES,
    VALUE_SENTENCES,
    ZERO_SENTENCES,
    edition_summary,
    form_name,
    form_summary,
    rule_sentence,
)
from bornes.i18n import Translator
from bornes.rules.editions import all_forms
from bornes.rules.ruleset import FIELDS, Rules, choices
from tests.support.scenes import rules_of

LANGUAGES = ("en", "fr")
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_edition = pytest.mark.parametrize("name", EDITIONS)


def is_sentence(text: str) -> bool:
    return bool(text) and text[0] == text[0].upper() and text.endswith(".") and "{" not in text


def rules_in(book: Any, form: Any) -> Rules:
    found: Rules = book.rules(form.players, partners=form.partners, short=form.short)
    return found


# -- editions and forms --------------------------------------------------------------------------------------------


@every_language
def test_every_edition_has_a_sentence_of_its_own(language: str) -> None:
    words = Translator(language)
    said = [edition_summary(words, name) for name in EDITIONS]
    assert all(map(is_sentence, said))
    assert len(set(said)) == len(EDITIONS)


@every_edition
@every_language
def test_the_numbers_in_an_editions_sentence_are_its_own(name: str, language: str) -> None:
    rules = edition(name).rules()
    goal = rules.game_goal or rules.target
    said = edition_summary(Translator(language, name), name).replace("\u202f", "")
    assert {int(number) for number in re.findall(r"\d+", said)} == {goal}


def test_what_the_sentences_of_editions_say_is_so() -> None:
    """Each praises what sets the edition apart; here stand the rules behind the words."""
    books = {name: edition(name).rules() for name in EDITIONS}
    assert books["parker-1962"].hazard_target == "rolling"
    assert books["parker-1988"].hazard_target == books["game-cabinet"].hazard_target == "started-any-top"
    assert (books["parker-1988"].coup_fourre_scope, books["game-cabinet"].coup_fourre_scope) == ("any", "own")
    assert books["dujardin"].exhaustion_winner == "most-miles"
    asmodee = books["asmodee"]
    assert (asmodee.end_measure, asmodee.take_discard, asmodee.fast_play, asmodee.game_goal) == (
        "points",
        True,
        True,
        0,
    )


@every_edition
@every_language
def test_every_form_of_an_edition_has_a_sentence_of_its_own(name: str, language: str) -> None:
    words = Translator(language, name)
    said = [form_summary(words, rules_in(book, form)) for book, form in all_forms() if book.name == name]
    assert all(map(is_sentence, said))
    assert len(set(said)) == len(said)


def test_every_seating_is_one_that_somebody_plays() -> None:
    assert set(SEATING_SENTENCES) == {(form.players, form.partners) for _, form in all_forms()}


def test_a_form_says_how_far_it_goes() -> None:
    assert "700 miles" in form_summary(Translator("en", "parker-1962"), rules_of("parker-1962"))
    assert "may make it 1000 miles" in form_summary(Translator("en", "parker-1962"), rules_of("parker-1962"))
    assert "700 km" in form_summary(Translator("en", "dujardin"), rules_of("dujardin", 4, short=True))
    assert "first to reach 1000 points" in form_summary(Translator("en", "asmodee"), rules_of("asmodee"))


def test_a_form_has_a_name() -> None:
    words = Translator("en", "dujardin")
    assert [form_name(words, form) for form in edition("dujardin").forms][-1] == "8 players in pairs, short trip"


# -- rules ---------------------------------------------------------------------------------------------------------


def values(field: str) -> tuple[Any, ...]:
    """The values of a switch, or some of a number."""
    if field in ("players", "teams"):
        return (2, 3, 4)
    if field == "deck":
        return tuple(dict.fromkeys(rules_in(book, form).deck for book, form in all_forms()))
    if field == "edition":
        return EDITIONS
    return choices(field) or (0, 1, 2, 75, 700)


@every_edition
@every_language
def test_every_value_of_every_rule_has_a_sentence_and_no_two_are_the_same(name: str, language: str) -> None:
    words = Translator(language, name)
    said = {(field, value): rule_sentence(words, field, value) for field in FIELDS for value in values(field)}
    assert all(map(is_sentence, said.values()))
    for (one, text), (other, also) in combinations(said.items(), 2):
        assert text != also, f"{one} and {other}"


def test_french_says_something_else_than_english() -> None:
    for field in FIELDS:
        for value in values(field):
            assert rule_sentence(Translator("fr"), field, value) != rule_sentence(Translator("en"), field, value)


def test_every_switch_has_a_sentence_for_exactly_its_values() -> None:
    switches = {field: set(choices(field)) for field in FIELDS if choices(field)}
    assert {field: set(sentences) for field, sentences in VALUE_SENTENCES.items()} == switches


def test_no_rule_is_told_in_two_places() -> None:
    assert not set(VALUE_SENTENCES) & set(NUMBER_SENTENCES)
    assert set(ZERO_SENTENCES) <= set(FIELDS) - set(VALUE_SENTENCES)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("hand_size", 6, "Everyone holds 6 cards, and one more during a turn."),
        ("hand_size", 1, "Everyone holds 1 card, and one more during a turn."),
        ("safety_points", 100, "Each safety on the table pays 100 points."),
        ("game_goal", 0, "A single deal is the whole game."),
        ("take_discard", True, "You may take the top card of the discard pile instead of drawing."),
        ("take_discard", False, "You always draw from the pile; discards cannot be taken."),
    ],
)
def test_a_rule_is_said_as_at_the_table(field: str, value: Any, said: str) -> None:
    assert rule_sentence(Translator("en"), field, value) == said


def test_an_edition_says_it_in_its_own_words() -> None:
    assert rule_sentence(Translator("en", "asmodee"), "game_goal", 0) == "A single race is the whole game."
    assert "GO" in rule_sentence(Translator("en", "asmodee"), "roll_after_remedy", True)
    assert "Feu Vert" in rule_sentence(Translator("fr", "dujardin"), "roll_after_remedy", True)
