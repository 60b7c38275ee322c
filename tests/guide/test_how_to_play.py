"""How to play: a page that is made from the rules, says only what they say, and changes with every house rule."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bornes import EDITIONS, Card, Rules, RulesError, cite, edition
from bornes.guide.example_deal import example
from bornes.guide.how_to_play import howto
from bornes.guide.text_blocks import CardTable, GuidePage, Heading, Paragraph, PointsTable, TurnStory
from bornes.i18n import Translator
from bornes.rules.cards import HAZARDS
from bornes.rules.editions import Form, all_forms
from bornes.rules.ruleset import FIELDS, choices
from scripts._pages.how_to_play import FOLDER, REGENERATE, pages
from tests.support.scenes import rules_of

LANGUAGES = ("en", "fr")
every_edition = pytest.mark.parametrize("name", EDITIONS)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_form = pytest.mark.parametrize(("book", "form"), all_forms(), ids=lambda part: str(getattr(part, "name", part)))
UNSPOKEN = {"edition", "dealer_rotation", "turn_cap"}
"""What a first game does not need: the edition is the title, who deals next and the cap come up late or never."""
OTHER_NUMBERS = {
    "hand_size": 5,
    "exchange_min": 2,
    "speed_limit": 75,
    "max_200s": 1,
    "target": 600,
    "safety_points": 150,
    "coup_fourre_points": 250,
    "all_safeties_points": 350,
    "trip_points": 450,
    "delayed_action_points": 550,
    "safe_trip_points": 650,
    "shut_out_points": 750,
    "extension_points": 850,
    "game_goal": 3000,
}


def page_of(rules: Rules, language: str = "en") -> GuidePage:
    return howto(rules, Translator(language, rules.edition))


def rules_of_form(book: Any, form: Form) -> Rules:
    found: Rules = book.rules(form.players, partners=form.partners, short=form.short)
    return found


def without_house_rules(page: GuidePage) -> str:
    """All that is said outside the section that lists house rules, and without the edition's own sentence."""
    headings = (Translator(page.language).gettext("House rules"),)
    kept = [(heading, parts) for heading, parts in page.sections() if heading.text not in headings]
    return "\n".join(part.text for _, parts in kept for part in parts)


# -- what is on it -------------------------------------------------------------------------------------------------


@every_form
@every_language
def test_every_form_has_a_page_with_all_that_is_needed(book: Any, form: Form, language: str) -> None:
    page = page_of(rules_of_form(book, form), language)
    assert sum(isinstance(block, Heading) for block in page.blocks) == 6
    assert sum(isinstance(block, TurnStory) for block in page.blocks) == 1
    assert sum(isinstance(block, PointsTable) for block in page.blocks) == 1
    assert "{" not in page.text


@every_form
@every_language
def test_it_can_be_read_before_the_first_game(book: Any, form: Form, language: str) -> None:
    page = page_of(rules_of_form(book, form), language)
    prose = " ".join(block.text for block in page.blocks if isinstance(block, Paragraph | TurnStory))
    assert 300 < len(prose.replace("\u202f", "").split()) < 560


@every_edition
@every_language
def test_it_says_what_answers_what_in_the_words_of_the_edition(name: str, language: str) -> None:
    rules, words = edition(name).rules(), Translator(language, name)
    (table,) = (block for block in page_of(rules, language).blocks if isinstance(block, CardTable) and block.headings)
    for row, hazard in zip(table.rows, HAZARDS, strict=True):
        wanted = (hazard, hazard.remedy, hazard.safety)
        assert [cell.card for cell in row if cell is not None] == list(wanted)
        assert [cell.name for cell in row if cell is not None] == [words.card(card) for card in wanted]
        assert [cell.count for cell in row if cell is not None] == [rules.deck[card] for card in wanted]


@every_form
def test_the_score_lists_what_is_paid_and_nothing_else(book: Any, form: Form) -> None:
    rules = rules_of_form(book, form)
    (table,) = (block for block in page_of(rules).blocks if isinstance(block, PointsTable))
    paid = [getattr(rules, field) for field in FIELDS if field.endswith("_points") and getattr(rules, field)]
    assert sorted(row.points for row in table.rows) == sorted([1, *paid])
    assert all(row.name == Translator("en", rules.edition).row(row.row) for row in table.rows)


def test_asmodee_is_one_race_to_1000_points() -> None:
    text = page_of(rules_of("asmodee")).text
    assert "Be the first to reach 1000 points" in text
    assert "A single race is the whole game." in text
    assert "GO" in text
    assert "5000" not in text


def test_dujardin_counts_kilometres_in_both_languages() -> None:
    assert "1000 km" in page_of(rules_of("dujardin")).text
    french = page_of(rules_of("dujardin"), "fr").text
    assert "1\u202f000 km" in french
    assert "mile" not in french
    assert "Feu Vert" in french


def test_partners_are_told_that_they_share_a_car() -> None:
    assert "Partners sit opposite" in page_of(rules_of("asmodee", 4, partners=True)).text
    assert "Partners" not in page_of(rules_of("asmodee", 4, partners=False)).text


# -- what it rests on ----------------------------------------------------------------------------------------------


@every_form
def test_every_clause_it_names_is_one_and_a_printed_game_has_no_house_rule(book: Any, form: Form) -> None:
    ground = page_of(rules_of_form(book, form)).ground
    assert ground.clauses
    assert not ground.house_rules
    for clause in ground.clauses:
        cite(clause)


@every_form
def test_all_that_matters_is_spoken_of(book: Any, form: Form) -> None:
    """What is not spoken of is as everybody expects: to change it makes the page speak of it."""
    rules = rules_of_form(book, form)
    spoken = set(page_of(rules).ground.rules)
    for field in set(FIELDS) - spoken - UNSPOKEN:
        for changed in changes(rules, field):
            assert field in page_of(changed).ground.rules, f"nobody is told of {field}"


def test_a_house_rule_is_called_one_and_has_no_clause() -> None:
    page = page_of(rules_of("parker-1962", hand_size=5))
    told = next(block for block in page.blocks if isinstance(block, Paragraph) and "gets 5" in block.text)
    assert "hand_size" in told.ground.house_rules
    assert "P62-14" not in told.ground.clauses
    sections = {heading.text: parts for heading, parts in page.sections()}
    assert [part.text for part in sections["House rules"]] == ["Everyone holds 5 cards, and one more during a turn."]
    assert "House rules" not in page_of(rules_of("parker-1962")).text


# -- a house rule changes the text ---------------------------------------------------------------------------------


def changes(rules: Rules, field: str) -> Iterator[Rules]:
    """Return the rules with every other value of a field that can be played, changing what has to go with it."""
    values = choices(field) or ((OTHER_NUMBERS[field],) if field in OTHER_NUMBERS else ())
    if field == "deck":
        values = (tuple(count - (kind == Card.D50) for kind, count in enumerate(rules.deck)),)
    for value in values:
        if value != getattr(rules, field):
            yield from _playable(rules, field, value)


COMPANIONS: tuple[dict[str, Any], ...] = (
    {},
    {"turn_cap": 500},
    {"overshoot": "allow"},
    {"coup_fourre_on_limit": False},
)


def _playable(rules: Rules, field: str, value: Any) -> Iterator[Rules]:
    for companions in COMPANIONS:
        try:
            yield rules.replace(**{**companions, field: value})
        except RulesError:
            continue
        return


@every_form
def test_every_house_rule_changes_the_page(book: Any, form: Form) -> None:
    rules = rules_of_form(book, form)
    printed = page_of(rules)
    tried = 0
    for field in set(FIELDS) - UNSPOKEN:
        for changed in changes(rules, field):
            told = page_of(changed)
            assert without_house_rules(told) != without_house_rules(printed), f"{field} = {getattr(changed, field)}"
            assert field in told.ground.house_rules
            tried += 1
    assert tried > 25


@every_language
def test_what_the_page_does_not_need_is_told_among_the_house_rules(language: str) -> None:
    house: dict[str, Any]
    for house in ({"turn_cap": 300}, {"dealer_rotation": "stays"}):
        rules = rules_of("parker-1962", **house)
        assert page_of(rules, language).text != page_of(rules_of("parker-1962"), language).text


NUMBER = re.compile(r"\d[\d\u202f]*")


@every_form
@every_language
def test_no_number_is_said_that_the_rules_do_not_hold(book: Any, form: Form, language: str) -> None:
    printed = rules_of_form(book, form)
    for rules in (printed, *(one for field in OTHER_NUMBERS for one in changes(printed, field))):
        page = page_of(rules, language)
        right = {value for field in FIELDS if type(value := getattr(rules, field)) is int}
        right |= {1, 25, 50, 75, 100, 200, sum(rules.deck), *rules.deck, *example(rules).scores}
        right |= {1000} if rules.extension else set()
        told = [part for heading, parts in page.sections() for part in parts]
        said = {int(number.replace("\u202f", "")) for part in told for number in NUMBER.findall(part.text)}
        assert said <= right, said - right


# -- the example ---------------------------------------------------------------------------------------------------


@every_form
def test_the_example_shows_a_start_an_attack_and_a_coup_fourre(book: Any, form: Form) -> None:
    rules = rules_of_form(book, form)
    words = Translator("en", rules.edition)
    (story,) = (block for block in page_of(rules).blocks if isinstance(block, TurnStory))
    assert len(story.lines) == 4
    assert f"plays {words.card(Card.ROLL)}." in story.lines[0]
    assert "Coup fourré!" in story.lines[1]
    assert f"drives {words.distance(100)}." in story.lines[2]
    paid = 100 + rules.safety_points + rules.coup_fourre_points
    assert f"{paid} points" in page_of(rules).blocks[-1].text


@pytest.mark.parametrize(
    ("name", "house", "says", "never"),
    [
        ("asmodee", {"take_discard": False}, "discards cannot be taken", "gone"),
        ("parker-1962", {"speed_limit": 200}, "but bars no card here", "above 200"),
        ("asmodee", {"safety_points": 0}, "and each of your coups fourrés 100 points.", "counts 0"),
        ("asmodee", {"coup_fourre_points": 0}, "and each of your safeties 100 points.", "0 points more"),
        ("asmodee", {"safety_points": 0, "coup_fourre_points": 0}, "only the distance you drive counts", " 0 points"),
    ],
)
def test_what_a_house_rule_undoes_is_not_said(name: str, house: dict[str, Any], says: str, never: str) -> None:
    told = page_of(rules_of(name, **house)).text
    assert says in told
    assert never not in told.partition("An example")[0]


@pytest.mark.parametrize(
    "house",
    [
        {"hand_size": 1},
        {"target": 25, "extension": False, "extension_points": 0, "extension_fails_on_exhaustion": False},
        {"target": 100},
        {"turn_cap": 1},
        {"extra_turn": "optional"},
        {"fast_play": True, "exchange_min": 0, "turn_cap": 50},
        {"deck": (60, 0, 0, 0, 0, *[0] * 14)},
        {"deck": (0, 0, 0, 0, 0, *[0] * 8, 30, *[0] * 5)},
        {"deck": (*[0] * 5, 12, *[0] * 13)},
    ],
)
def test_under_any_house_rule_the_example_is_played_by_the_rules(house: dict[str, Any]) -> None:
    page = page_of(rules_of("parker-1962", **house))
    assert any(isinstance(block, TurnStory) and block.lines for block in page.blocks)


def test_a_deal_that_never_begins_has_no_example() -> None:
    house: dict[str, Any] = {"deck": (10, *[0] * 18), "empty_draw_pile": "stop", "hand_size": 5}
    assert not any(isinstance(block, TurnStory) for block in page_of(rules_of("parker-1962", **house)).blocks)


# -- for programs, and on paper ------------------------------------------------------------------------------------


def test_a_page_is_plain_data_for_json() -> None:
    value = json.loads(json.dumps(page_of(rules_of("parker-1962", hand_size=5)).as_dict()))
    assert value["edition"] == "parker-1962"
    kinds = {block["kind"] for block in value["blocks"]}
    assert kinds == {"heading", "paragraph", "cards", "points", "story"}
    (cards,) = (block for block in value["blocks"] if block["kind"] == "cards" and block["headings"])
    assert cards["cards"][0][1] == {"card": "gas", "name": "Gasoline", "count": 6}
    turn = next(block for block in value["blocks"] if "hand_size" in block.get("rules", ()))
    assert turn["house_rules"] == ["hand_size"]
    assert turn["clauses"] == ["P62-13", "P62-15"]


def test_where_no_safety_helps_the_cell_is_empty() -> None:
    rules = rules_of("parker-1962", coup_fourre_on_limit=False, right_of_way_covers_limit=False)
    (table,) = (block for block in page_of(rules).blocks if isinstance(block, CardTable) and block.headings)
    assert table.rows[-1][-1] is None
    assert "—" in table.text


def test_the_pages_of_the_documentation_are_up_to_date() -> None:
    written = {path: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    if written != pages():
        pytest.fail(f"docs/how-to-play no longer says what the rules and the words say: {REGENERATE}", pytrace=False)


def test_an_empty_page_has_no_sections_and_rests_on_nothing() -> None:
    page = replace(page_of(rules_of("asmodee")), blocks=())
    assert not page.ground.clauses
    assert not list(page.sections())
