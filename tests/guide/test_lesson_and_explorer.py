"""What people learn from: the lesson, how to play, and the rulebooks side by side."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from bornes import EDITIONS, Card, Game, edition
from bornes.client.replica import Replica
from bornes.guide.how_to_play import CardsBlock, ParagraphBlock, PointsBlock, StoryBlock, howto, read_howto
from bornes.guide.lesson import CHAPTERS, HANDS, OTHER, PUPIL, Lesson, lesson_script, stacked_deck
from bornes.guide.rules_explorer import RULE_GROUPS, compare_rulebooks, read_clause
from bornes.i18n import available_languages
from bornes.i18n.rendering import Translator
from bornes.rules.clauses import UnknownClause
from bornes.rules.editions import first_game
from bornes.rules.ruleset import RulesError
from bornes.server.http.openapi import describe_api
from bornes.tables.messages import FullState, Update, decode_message
from bornes.tables.scripted_table import read_lesson
from tests.support.servers import serving
from tests.support.web import Web

LANGUAGES = available_languages()


# -- the lesson ----------------------------------------------------------------------------------------------------


@pytest.fixture(params=LANGUAGES)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    """The lesson in every language."""
    return read_lesson(request.param)


def test_every_step_asks_for_a_move_that_its_messages_offer(lesson: Lesson) -> None:
    """The messages of all steps together are a stream that a client can follow, without a gap."""
    pupil = Replica("en")
    for step in lesson.steps:
        for message in step.messages:
            told = decode_message(msgspec.json.encode(message))
            assert isinstance(told, FullState | Update)
            pupil.take(told)
        if step.move is None:
            assert step is lesson.steps[-1]
            assert pupil.question is None
            continue
        assert pupil.question is not None, step.says
        assert step.move in [offer.move for offer in pupil.question.moves], step.says
        assert pupil.view is not None
        assert not step.card or Card.parse(step.card) in pupil.view.hand


def test_the_lesson_is_a_deal_of_the_real_game(lesson: Lesson) -> None:
    """Played again on the engine, from the same cards, every message tells what happens there."""
    rules = edition(lesson.edition).rules()
    script = lesson_script(rules)
    deal = Game(rules, deck=stacked_deck(rules, script)).deal
    told = [event for step in lesson.steps for message in step.messages for event in message.get("events", ())]
    played = 0
    for beat in script:
        for seat, move in ((PUPIL, beat.move), *((OTHER, turn.move) for turn in beat.answers)):
            while deal.seat != seat:
                deal.play("pass")  # a hazard that could be answered
            deal.play(move)
            played += 1
    assert deal.over
    assert deal.completer == PUPIL
    assert deal.scores[PUPIL] > deal.scores[OTHER]
    seen = [event.as_dict() for event in deal.view(PUPIL).events]
    names = ("Laid", "Attacked", "Discarded", "Drew", "CoupFourre", "Extended", "DealOver")
    for name in names:
        mine = [{key: value for key, value in one.items() if key != "text"} for one in told if one["event"] == name]
        real = [one for one in seen if one["event"] == name]
        assert mine == real[len(real) - len(mine) :], name  # what came before the first message is in its state
    assert played > 20
    assert {"Laid", "Attacked", "Discarded", "Drew", "CoupFourre", "DealOver"} <= {one["event"] for one in told}


def test_the_lesson_teaches_what_there_is(lesson: Lesson) -> None:
    moves = [step.move for step in lesson.steps]
    for taught in ("roll", "100", "flat>B", "gas", "priority", "coup", "-200", "50"):
        assert taught in moves
    assert len(lesson.chapters) == len(CHAPTERS)
    chapters = [step.chapter for step in lesson.steps]
    assert chapters == sorted(chapters)
    assert set(chapters) == set(range(len(CHAPTERS)))
    last = lesson.steps[-1].messages[-1]["events"]
    assert any(event["event"] == "DealOver" for event in last)


def test_the_pupil_is_shown_no_card_of_the_other_one(lesson: Lesson) -> None:
    """The lesson lies in every browser, as the messages of a seat: nothing else is in it."""
    for step in lesson.steps:
        for message in step.messages:
            assert message["viewer"] == PUPIL
            for event in message.get("events", ()):
                if event["event"] == "Drew" and event["seat"] == OTHER:
                    assert event["card"] is None
    assert lesson.steps[0].messages[0]["view"]["hand"] is not None


def test_the_teacher_speaks_in_short_sentences(lesson: Lesson) -> None:
    for step in lesson.steps:
        assert len(step.says) < 190, step.says
        for sentence in re.split(r"(?<=[.!?:])\s", step.says):
            assert len(sentence.split()) <= 17, sentence
        assert "{" not in step.says


def test_the_lesson_is_played_by_what_its_readers_are_offered_first() -> None:
    for language in LANGUAGES:
        assert read_lesson(language).edition == first_game(language)[0]
        assert read_lesson(language) is read_lesson(language)


def test_hands_are_as_large_as_they_are_dealt() -> None:
    for language in LANGUAGES:
        rules = edition(first_game(language)[0]).rules()
        assert [len(hand.split()) for hand in HANDS] == [rules.hand_size] * rules.players


# -- how to play ---------------------------------------------------------------------------------------------------


def _text_of(block: Any) -> str:
    match block:
        case ParagraphBlock():
            return block.text
        case StoryBlock():
            return "\n".join(block.lines)
        case CardsBlock():
            return "\n".join(one.name for row in block.rows for one in row if one is not None)
        case PointsBlock():
            return "\n".join(f"{row.name} {row.what_for}" for row in block.rows)
    raise AssertionError(block)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EDITIONS)
def test_how_to_play_leaves_nothing_out(name: str, language: str) -> None:
    page = howto(edition(name).rules(), Translator(language, name))
    told = read_howto(name, language)
    assert told.title == page.title
    assert [section.heading for section in told.sections] == [heading.text for heading, _ in page.sections()]
    blocks = [*told.lead, *(block for section in told.sections for block in section.blocks)]
    assert len(blocks) + len(told.sections) == len(page.blocks)
    assert all(map(_text_of, blocks))


def test_how_to_play_by_an_edition_that_is_none() -> None:
    with pytest.raises(RulesError, match="monopoly"):
        read_howto("monopoly", "en")


# -- the rulebooks side by side ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_explorer_shows_only_what_differs(language: str) -> None:
    explorer = compare_rulebooks(language)
    assert [one.name for one in explorer.editions] == list(EDITIONS)
    for group in explorer.groups:
        for rule in group.rules:
            assert len(rule.answers) == len(EDITIONS)
            assert len({answer.alike for answer in rule.answers}) > 1, rule.name
            assert any(answer.odd for answer in rule.answers), rule.name
            assert all(answer.text for answer in rule.answers), rule.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_the_explorer_names_can_be_read(language: str) -> None:
    for group in compare_rulebooks(language).groups:
        for rule in group.rules:
            for answer in rule.answers:
                law = read_clause(answer.clause, language)
                assert law.id == answer.clause
                assert all((law.heading, law.text, law.editions))


def test_every_rule_has_a_place_in_the_explorer() -> None:
    fields = [field for _, some in RULE_GROUPS for field in some]
    assert len(fields) == len(set(fields))
    rules = edition("parker-1962").rules().as_dict()
    assert set(rules) - set(fields) == {"edition", "players", "teams"}


def test_what_the_explorer_says_of_some_rules() -> None:
    rules = {rule.rule: rule for group in compare_rulebooks("en").groups for rule in group.rules}
    assert [answer.text for answer in rules["target"].answers] == [
        "700 miles",
        "700 miles",
        "700 miles",
        "1000 km",
        "1000 points",
    ]
    assert [answer.odd for answer in rules["coup_fourre_scope"].answers] == [False, True, False, False, False]
    assert [answer.alike for answer in rules["hazard_target"].answers] == [0, 1, 1, 0, 4]


def test_clauses_are_found_by_their_number() -> None:
    assert read_clause("as-17", "en").kind == "clause"
    assert read_clause("Q-09", "fr").kind == "ruling"
    for unknown in ("AS-99", "", "x" * 1000):
        with pytest.raises(UnknownClause):
            read_clause(unknown, "en")


# -- over HTTP -----------------------------------------------------------------------------------------------------


def test_answers_are_what_the_description_says(tmp_path: Path) -> None:
    told = describe_api()
    with serving(tmp_path) as server:
        web = Web(server.address)
        for path, name in (
            ("/api/rules", "RulesExplorer"),
            ("/api/clauses/AS-17", "ClauseText"),
            ("/api/howto/dujardin", "HowToPlay"),
            ("/api/lesson", "Lesson"),
        ):
            for language in LANGUAGES:
                answer = web.get(path, Accept_Language=language)
                assert answer.status == 200, answer.text
                whole = {"$ref": f"#/components/schemas/{name}", "components": told["components"]}
                jsonschema.Draft202012Validator(whole).validate(answer.values)
        assert web.get("/api/howto/monopoly").status == 404
        assert web.get("/api/clauses/AS-99").status == 404
        assert web.get("/api/lesson", Accept_Language="fr").values["edition"] == "dujardin"
