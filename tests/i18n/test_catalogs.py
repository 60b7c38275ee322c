"""The catalogues: whole in every language, cut by who needs them, and of use while they are unfinished."""

from __future__ import annotations

import json
import pickle
import re
import shutil
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from click.testing import CliRunner

from bornes import EDITIONS, Card
from bornes.base.translatable import OrList, TranslatableError, TranslatableText
from bornes.cli import COMMANDS
from bornes.cli import main as program
from bornes.game.events import Dealt, Passed, TurnBegan
from bornes.guide import clause_texts
from bornes.i18n import (
    BrokenCatalog,
    CatalogNotCompiled,
    Translator,
    UnknownLanguage,
    available_languages,
    catalog,
    catalogs,
    names,
    system_language,
)
from bornes.i18n.catalogs import CATALOG_PARTS, STANDALONE_PARTS, UnknownCatalog
from bornes.i18n.move_input import typed_card
from bornes.rules.clauses import cite, clauses, rulings
from scripts import _catalogues as tool
from tests.i18n.test_rendering import all_events, every_edition

LANGUAGES = ("en", "fr")
NARROW_SPACE = "\u202f"
CODE = Path(catalogs.FOLDER).parent

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_part = pytest.mark.parametrize("part", CATALOG_PARTS)


@pytest.fixture(scope="module")
def templates() -> dict[str, Catalog]:
    return tool.extracted()


def read(language: str, part: str) -> Catalog:
    path = tool.WORDS / language / f"{part}.po"
    return tool.read(path) if path.exists() else Catalog(locale=language)


def messages(found: Catalog) -> list[Message]:
    return [message for message in found if message.id]


def all_messages(language: str) -> list[Message]:
    return [message for part in CATALOG_PARTS for message in messages(read(language, part))]


def texts(value: Any) -> tuple[str, ...]:
    """A message or translation, or all plural forms of one."""
    return (value,) if isinstance(value, str) else tuple(value)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# -- every language is whole ---------------------------------------------------------------------------------------


def test_the_languages_are_english_and_french() -> None:
    assert available_languages() == LANGUAGES


@every_part
def test_french_translates_exactly_the_messages_in_the_code(part: str, templates: dict[str, Catalog]) -> None:
    general = {(m.context, m.id) for m in messages(read("fr", part)) if m.context not in EDITIONS}
    wanted = {(m.context, m.id) for m in messages(templates[part])}
    assert general == wanted, "run scripts/catalogues and translate"


@every_language
def test_no_translation_is_missing_or_doubtful(language: str) -> None:
    for message in all_messages(language):
        assert all(texts(message.string)), f"{message.id!r} is not translated"
        assert not message.fuzzy, f"{message.id!r} is doubtful"


@every_language
def test_a_translation_speaks_of_the_same_values(language: str) -> None:
    for message in all_messages(language):
        wanted = placeholders(texts(message.id)[0])
        for text in texts(message.string):
            assert placeholders(text) == wanted, f"{message.id!r} became {text!r}"


SAME_FOR_ONE_AND_TWO = {"en": "from to at before behind down would cannot may", "fr": "en de à avant"}
"""Words that may follow a team, of one player or of two."""


@every_language
def test_a_sentence_about_a_team_fits_one_player_and_a_pair(language: str) -> None:
    for message in all_messages("fr"):
        spoken = texts(message.id if language == "en" else message.string)
        for text in spoken if len(spoken) == 1 else ():  # the others have a form for each
            for word in re.findall(r"\{team\} (\w+)", text):
                assert word in SAME_FOR_ONE_AND_TWO[language].split(), f"“Ann & Cleo {word}” in {text!r}"


@every_language
@every_part
def test_an_edition_has_its_own_word_only_where_it_differs(
    language: str, part: str, templates: dict[str, Catalog]
) -> None:
    found = read(language, part)
    general = {message.id: message.string for message in messages(found) if not message.context}
    for own in messages(found):
        if own.context in EDITIONS:
            assert own.id in templates[part], f"{own.id!r} is no message any more"
            said = general.get(own.id, own.id)
            assert texts(own.string) != texts(said), f"{own.context} says {own.string!r} as all do"


def test_plurals_are_written_where_they_are_extracted_from() -> None:
    """A pair that is marked word by word would reach the catalogues as two messages without a plural."""
    wrong = [path for path in CODE.rglob("*.py") if re.search(r"ngettext\(\s*N_\(", path.read_text())]
    assert not wrong, "write ngettext('…', '…', count) with both texts, without N_"


AS_IT_STANDS = re.compile(
    r"`[^`]*`|'[^' ]*'(?=[ ).]|$)|\{host\}:\{port\}|\{\w+(?:!r)?\}|\bhttps?://[\w.:/]*|\bContent-Type:"
)
"""What is typed or sent, in which no space is added: commands, values, addresses, headers."""


def test_french_typography() -> None:
    for message in all_messages("fr"):
        for text in texts(message.string):
            bare = AS_IT_STANDS.sub("x", text)
            assert not re.search(f"[^{NARROW_SPACE}][;:!?»]", bare), f"{text!r} needs a narrow space"
            assert not re.search(f"«[^{NARROW_SPACE}]", bare), f"{text!r} needs a narrow space"
            assert "'" not in bare, f"{text!r} has a straight apostrophe"


def test_the_english_catalogues_hold_only_the_editions_own_words() -> None:
    assert all(message.context in EDITIONS for message in all_messages("en"))


# -- each is for somebody ------------------------------------------------------------------------------------------


def test_no_message_is_in_two_parts(templates: dict[str, Catalog]) -> None:
    every = [
        (m.context, m.id) for part in CATALOG_PARTS if part not in STANDALONE_PARTS for m in messages(templates[part])
    ]
    assert len(every) == len(set(every))


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("library", "{seat} passes."),
        ("terminal", "{seat}, what do you do?"),
        ("commands", "undamaged: the checksum fits"),
        ("law", "Deck"),
    ],
)
def test_a_message_is_where_it_is_needed(part: str, message: str, templates: dict[str, Catalog]) -> None:
    context = clause_texts.SECTION if part == "law" else None
    assert [name for name in CATALOG_PARTS if templates[name].get(message, context)] == [part]


def test_the_library_needs_no_other_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that tells a table's events reads neither the law nor what a terminal says."""
    words = Translator("fr", "dujardin")
    words._translations = catalogs.Translations("fr")
    words._known, words._counted = {}, {}
    assert words.card(Card.ROLL) == "Feu Vert"
    assert words.distance(25) == "25 km"
    assert list(words._translations._loaded) == ["library"]


@every_language
@every_part
def test_a_browser_gets_a_catalogue_as_it_is_written(language: str, part: str) -> None:
    found = json.loads(json.dumps(catalog(language, part)))
    assert found["language"] == language
    assert found["plural_forms"].startswith("nplurals=2;")
    expected = {
        f"{m.context}\x04{texts(m.id)[0]}" if m.context else texts(m.id)[0]: list(texts(m.string))
        for m in messages(read(language, part))
    }
    given = {key: list(texts(value)) for key, value in found["messages"].items()}
    assert given == expected, "compiled from something else: run scripts/catalogues"


def test_a_browser_sees_plural_forms_as_a_list() -> None:
    found = catalog("fr")["messages"]
    assert found["{points} point"] == ["{points} point", "{points} points"]
    assert found["dujardin\x04Roll"] == "Feu Vert"


def test_an_unknown_part_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownCatalog, match="'kitchen', there are library, terminal, commands, law, page"):
        catalog("fr", "kitchen")


def test_a_catalogue_can_be_read_on_a_machine_of_the_other_byte_order() -> None:
    message, said = b"Roll", b"Roulez"
    header = [0x950412DE, 0, 1, 28, 36, 0, 0, len(message), 44, len(said), 44 + len(message)]
    mo = b"".join(number.to_bytes(4, "big") for number in header) + message + said
    assert list(catalogs._entries(mo)) == [("Roll", "Roulez")]


PAGE = """
import { gettext, ngettext, N_ } from "./words.js";

const LABELS = { copy: N_("Copy the link") };
export const title = (number) => gettext("Deal {number}", { number });
export const far = (miles) => ngettext("{miles} mile", "{miles} miles", miles, { miles });
"""


def test_a_browser_fetches_all_that_its_page_says_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the page says as the library does comes from there, with the editions' own words; the rest is its own."""
    (tmp_path / "code" / "web").mkdir(parents=True)
    (tmp_path / "code" / "web" / "table.js").write_text(PAGE)
    template = tool.extracted(tmp_path / "code")["page"]
    assert {texts(m.id)[0] for m in messages(template)} == {"Copy the link", "Deal {number}", "{miles} mile"}
    for language in LANGUAGES:
        shutil.copytree(tool.WORDS / language, tmp_path / "words" / language)
    path = tmp_path / "words" / "fr" / "page.po"
    assert tool.refresh(path, template) == 1  # the link is still to be translated
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path / "words")
    assert catalog("fr", "page")["messages"] == {
        "Deal {number}": "Manche {number}",
        "asmodee\x04Deal {number}": "Course {number}",
        "{miles} mile": ["{miles} mile", "{miles} miles"],
        "dujardin\x04{miles} mile": ["{miles} km", "{miles} km"],
    }
    path.write_text(path.read_text().replace('"Copy the link"\nmsgstr ""', '"Copy the link"\nmsgstr "Copier le lien"'))
    assert tool.refresh(path, template) == 0
    assert catalog("fr", "page")["messages"]["Copy the link"] == "Copier le lien"


# -- the script that keeps them ------------------------------------------------------------------------------------


def test_updating_keeps_translations_and_forgets_what_is_gone() -> None:
    old = Catalog(locale="fr")
    old.add("kept", "gardé")
    old.add("kept", "conservé", context="dujardin")
    old.add("gone", "parti")
    old.add("gone", "disparu", context="dujardin")
    old.add("counted", "compté")
    code = Catalog()
    code.add("new")
    code.add("kept")
    code.add(("counted", "counted in plural"))
    fresh = messages(tool.updated(old, code))
    assert [(m.id, m.context, m.string) for m in fresh] == [
        ("new", None, ""),
        ("kept", None, "gardé"),
        ("kept", "dujardin", "conservé"),
        (("counted", "counted in plural"), None, ("", "")),
    ]


def test_a_clause_that_was_changed_must_be_translated_again() -> None:
    old = Catalog(locale="fr")
    old.add("Draw one card.", "Piochez une carte.", context="P62-20")
    old.add("Draw one card.", "On pioche une carte.", context="GC-20")
    code = Catalog()
    code.add("Draw two cards.", context="P62-20")
    code.add("Draw one card.", context="GC-20")
    fresh = messages(tool.updated(old, code))
    assert [(m.context, m.string) for m in fresh] == [("P62-20", ""), ("GC-20", "On pioche une carte.")]


@every_language
@every_part
def test_the_script_loses_nothing_that_is_needed(
    language: str, part: str, templates: dict[str, Catalog], tmp_path: Path
) -> None:
    copy = tmp_path / language / f"{part}.po"
    copy.parent.mkdir()
    if (kept := tool.WORDS / language / f"{part}.po").exists():
        shutil.copy(kept, copy)
    assert tool.refresh(copy, templates[part]) == 0
    before = messages(read(language, part))
    after = messages(tool.read(copy)) if before else []
    assert {(m.context, m.id, m.string) for m in after} == {(m.context, m.id, m.string) for m in before}
    assert copy.with_suffix(".mo").exists() == bool(before)


def test_a_language_begins_with_an_empty_file(tmp_path: Path, templates: dict[str, Catalog]) -> None:
    path = tmp_path / "pl" / "library.po"
    path.parent.mkdir()
    path.touch()
    assert tool.refresh(path, templates["library"]) == len(messages(templates["library"]))
    assert tool.read(path).num_plurals == 3
    assert {m.id for m in messages(tool.read(path))} == {m.id for m in messages(templates["library"])}


# -- a language is one folder --------------------------------------------------------------------------------------


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, templates: dict[str, Catalog]) -> str:
    """A language that somebody has begun: a folder with four messages of the library and one of the commands."""
    shutil.copytree(tool.WORDS / "en", tmp_path / "en")
    folder = tmp_path / "eo"
    folder.mkdir()
    begun = Catalog(locale="eo")
    begun.add("Roll", "Verda Lumo")
    begun.add("{seat} passes.", "{seat} pasas.")
    begun.add(("{points} point", "{points} points"), ("{points} poento", "{points} poentoj"))
    begun.add("1,234.5", "1 234;5")
    tool.write(begun, folder / "library.po")
    helped = Catalog(locale="eo")
    helped.add(COMMANDS["play"], "Ludi.")
    tool.write(helped, folder / "commands.po")
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    for part, template in templates.items():
        tool.refresh(folder / f"{part}.po", template)
    return "eo"


def test_a_folder_is_a_language(made_up: str) -> None:
    assert available_languages() == ("en", made_up)
    assert system_language({"LANG": "eo.UTF-8"}) == made_up


@pytest.mark.parametrize("damage", [b"", b"no catalogue", b"\xde\x12\x04\x95" + 40 * b"\xff"], ids=repr)
def test_a_damaged_catalogue_is_named(made_up: str, damage: bytes) -> None:
    (Path(catalogs.FOLDER) / made_up / "library.mo").write_bytes(damage)
    for read_it in (lambda: Translator(made_up), lambda: catalog(made_up)):
        with pytest.raises(BrokenCatalog, match=r"eo.library\.mo is no catalogue that can be read"):
            read_it()


def test_a_translation_with_values_that_nobody_has_is_said_in_english(
    made_up: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(names, "_KNOWN", {})  # what was said once is kept, and the other tests say it rightly
    monkeypatch.setattr(names, "_COUNTED", {})
    path = Path(catalogs.FOLDER) / made_up / "library.po"
    wrong = tool.read(path)
    wrong["{seat} passes."].string = "{sidloko} pasas."
    wrong["{points} point"].string = ("{poento", "{poentoj")
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, wrong)
    words = Translator(made_up, "parker-1962", ("Ana", "Bo"))
    assert words.event(Passed(0)) == "Ana passes."
    assert [words.points(number) for number in (1, 2)] == ["1 point", "2 points"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("{seat} pasas.", "{sidloko} pasas.", "'{sidloko} pasas.' names {sidloko}, which '{seat} passes.' does not"),
        ("{seat} pasas.", "{seat pasas.", "'{seat pasas.': expected '}' before end of string"),
        ('msgstr "Verda Lumo"', 'mgsstr "Verda Lumo"', "line "),
        ("charset=utf-8", "charset=latin-17", "unknown encoding: latin-17"),
    ],
    ids=["an unknown value", "an open brace", "no keyword", "no encoding"],
)
def test_the_script_names_the_file_and_what_is_wrong_in_it(
    made_up: str, templates: dict[str, Catalog], before: str, after: str, said: str
) -> None:
    path = Path(catalogs.FOLDER) / made_up / "library.po"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(tool.Broken) as error:
        tool.refresh(path, templates["library"])
    assert str(path) in str(error.value)
    assert said in str(error.value)


def test_a_folder_must_be_named_after_a_language(tmp_path: Path, templates: dict[str, Catalog]) -> None:
    with pytest.raises(tool.Broken, match="klingon is not named after a language, such as de or pt_BR"):
        tool.refresh(tmp_path / "klingon" / "library.po", templates["library"])


def test_an_unfinished_language_falls_back_to_english_sentence_by_sentence(made_up: str) -> None:
    words = Translator(made_up, "parker-1962", ("Ana", "Bo"))
    assert [words.card(Card.ROLL), words.card(Card.STOP)] == ["Verda Lumo", "Stop"]
    assert words.event(Passed(0)) == "Ana pasas."
    assert (
        words.gettext("{seat} discards {card}.", seat="Ana", card=words.card(Card.ROLL)) == "Ana discards Verda Lumo."
    )
    assert [words.rule_value("trip_points", n) for n in (0, 1)] == ["0 poentoj", "1 poento"]
    assert [words.distance(n) for n in (0, 1, 2)] == ["0 miles", "1 mile", "2 miles"]
    assert clause_texts.cite("P62-26", made_up) == clause_texts.cite("P62-26")


@every_edition
def test_an_unfinished_language_has_a_sentence_for_everything(made_up: str, name: str) -> None:
    """In English where nobody has translated it, and never without its values."""
    begun, english = (
        Translator(made_up, name, ("Ana", "Bo"), you=0),
        Translator("en", "parker-1962", ("Ana", "Bo"), you=0),
    )
    said = [begun.event(event) for event in all_events()]
    assert not [one for one in said if one is not None and re.search(r"[{}]", one)]
    assert begun.event(TurnBegan(0, False)) == english.event(TurnBegan(0, False)) == "It is your turn."
    assert [begun.event(Dealt(1, ((), None), count)) for count in (1, 2)] == [
        "The cards are dealt: 1 card left to draw, Bo begins.",
        "The cards are dealt: 2 cards left to draw, Bo begins.",
    ]


def test_an_unfinished_language_writes_numbers_its_own_way_as_soon_as_it_says_how(made_up: str) -> None:
    words = Translator(made_up)
    assert words.number(12345.6, 1) == "12 345;6"
    assert words.whole(5000) == "5000"  # as in English, until somebody says otherwise


def test_a_move_can_be_typed_in_an_unfinished_language(made_up: str) -> None:
    words = Translator(made_up, "asmodee")
    assert [typed_card(text, words) for text in ("verda lumo", "go", "flat tire")] == [
        Card.ROLL,
        Card.ROLL,
        Card.FLAT_TIRE,
    ]


def test_the_command_line_speaks_an_unfinished_language(made_up: str) -> None:
    found = CliRunner().invoke(program, ["--lang", made_up, "--help"])
    assert found.exit_code == 0, found.output
    assert re.search(r"^ +play +Ludi\.$", found.output, re.MULTILINE)
    assert COMMANDS["sim"].split()[0] in found.output
    told = CliRunner().invoke(program, ["clause", "P62-26", "--lang", made_up])
    assert told.exit_code == 0, told.output
    assert " ".join(cite("P62-26").text.split()) in " ".join(told.output.split())


def test_an_unfinished_language_speaks_of_every_edition(made_up: str) -> None:
    """An edition's own English word does not get into another language: that has its general one."""
    assert Translator(made_up, "asmodee").card(Card.ROLL) == "Verda Lumo"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownLanguage, match="'de', the languages are en, fr"):
        Translator("de")
    with pytest.raises(UnknownLanguage):
        catalog("")


def test_a_catalogue_that_was_not_compiled_is_named_with_the_way_to_compile_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fr").mkdir(parents=True)
    shutil.copy(tool.WORDS / "fr" / "library.po", tmp_path / "fr")
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    with pytest.raises(CatalogNotCompiled, match=r"library\.mo is missing.*pip install -e"):
        Translator("fr")


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr-CA"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fry_NL"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr_BE@euro"}, "fr"),
        ({"LANG": "en_US", "LC_ALL": "", "LANGUAGE": "de:fr:en"}, "fr"),
    ],
)
def test_the_language_of_the_system(environ: dict[str, str], language: str) -> None:
    assert system_language(environ) == language


# -- the law -------------------------------------------------------------------------------------------------------


def test_every_clause_and_ruling_can_be_read_in_french() -> None:
    for id in [*(clause.id for clause in clauses()), *(ruling.id for ruling in rulings())]:
        assert clause_texts.cite(id, "en") == cite(id)
        assert clause_texts.cite(id, "fr").text != cite(id).text, id
    assert clause_texts.clause_in(clauses("dujardin")[0], "fr").section == "Paquet"
    assert clause_texts.ruling_in(rulings()[0], "fr").title == "Le compte des cartes"


# -- what rooms below the words say --------------------------------------------------------------------------------


def test_a_message_is_said_in_the_language_of_the_reader() -> None:
    message = TranslatableText("{seat} discards {card}.", {"seat": "Ann", "card": TranslatableText("Roll")})
    assert str(message) == "Ann discards Roll."
    assert [Translator(language, "dujardin").translate(message) for language in LANGUAGES] == [
        "Ann discards Green Light.",
        "Ann défausse Feu Vert.",
    ]


def test_a_choice_is_joined_as_people_speak() -> None:
    message = TranslatableText("{team}", {"team": OrList((2, 3, 4))})
    assert [str(message), *(Translator(language).translate(message) for language in LANGUAGES)] == [
        "2, 3 or 4",
        "2, 3 or 4",
        "2, 3 ou 4",
    ]
    assert str(OrList(("one",))) == "one"


def test_an_error_is_told_in_the_language_of_the_reader_and_survives_a_copy() -> None:
    error = pickle.loads(pickle.dumps(TranslatableError("{seat} passes.", seat="Zoé")))
    assert str(error) == "Zoé passes."
    assert Translator("fr").error(error) == "Zoé passe."
    assert Translator("fr").error(ValueError("as it is")) == "as it is"
