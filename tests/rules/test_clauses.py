"""The clauses and rulings as data: complete, in order, and pointing only at what exists."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest

from bornes.rules.clauses import Clause, Ruling, UnknownClause, cite, clause, clauses, ruling, rulings
from bornes.rules.editions import EDITION_NAMES
from bornes.rules.ruleset import FIELDS

COUNTS = {"P62": 80, "P88": 81, "GC": 94, "DJ": 56, "AS": 61}
EDITIONS = dict(zip(EDITION_NAMES, COUNTS, strict=True))
EVERYTHING: tuple[Clause | Ruling, ...] = (*clauses(), *rulings())


def test_every_clause_of_every_edition_is_there() -> None:
    assert Counter(clause.id.partition("-")[0] for clause in clauses()) == COUNTS
    assert len(clauses()) == sum(COUNTS.values()) == 372


def test_editions_come_in_the_order_of_the_house() -> None:
    assert tuple(dict.fromkeys(clause.edition for clause in clauses())) == EDITION_NAMES


@pytest.mark.parametrize(("edition", "prefix"), EDITIONS.items())
def test_ids_are_numbered_through(edition: str, prefix: str) -> None:
    expected = [f"{prefix}-{number:02}" for number in range(1, COUNTS[prefix] + 1)]
    assert [clause.id for clause in clauses(edition)] == expected


def test_rulings_are_numbered_through() -> None:
    assert [ruling.id for ruling in rulings()] == [f"Q-{number:02}" for number in range(1, 75)]


def test_tags_are_the_five_known_ones() -> None:
    assert {letter for clause in clauses() for letter in clause.tag.split("/")} == set("SIFLA")


def test_texts_are_sentences() -> None:
    for entry in EVERYTHING:
        assert entry.text == entry.text.strip(), entry.id
        assert entry.text.endswith("."), entry.id
        assert "\n" not in entry.text, entry.id


def test_clauses_point_at_rulings_that_exist() -> None:
    for entry in clauses():
        for id in entry.rulings:
            assert entry.edition in ruling(id).editions, f"{entry.id} points at {id}"


def test_ids_in_texts_exist() -> None:
    ids = [id for entry in EVERYTHING for id in re.findall(r"\b(?:P62|P88|GC|DJ|AS|Q)-\d+", entry.text)]
    assert {"GC-46", "Q-30", "Q-43"} <= {cite(id).id for id in ids}


def test_rulings_switch_rules_that_exist() -> None:
    for entry in rulings():
        assert set(entry.switches) <= set(FIELDS), entry.id


def test_rulings_apply_to_editions_that_exist() -> None:
    for entry in rulings():
        assert entry.editions, entry.id
        assert list(entry.editions) == [name for name in EDITION_NAMES if name in entry.editions], entry.id


def test_confidence_is_high_middling_or_low() -> None:
    for entry in rulings():
        assert entry.confidence in {None, "H", "M", "L", "H/M", "H/L"}, entry.id


def test_a_clause_knows_itself() -> None:
    found = clause("P62-26")
    assert (found.id, found.edition, found.tag, found.section) == ("P62-26", "parker-1962", "S", "Hazards")
    assert "only on an opposing Roll" in found.text
    assert found.rulings == ()
    assert clause("P62-28").rulings == ("Q-13", "Q-14")


def test_a_ruling_knows_itself() -> None:
    found = ruling("Q-32")
    assert found.title == "A deal won by exhaustion"
    assert found.confidence == "H/L"
    assert found.switches == ("exhaustion_winner", "exhaustion_tie")
    assert found.editions == ("dujardin",)
    assert ruling("Q-09").editions == EDITION_NAMES
    assert ruling("Q-74").confidence is None


def test_cite_finds_either() -> None:
    assert isinstance(cite("P62-26"), Clause)
    assert isinstance(cite("Q-09"), Ruling)


def test_advice_does_not_bind() -> None:
    assert not clause("GC-89").binds
    assert clause("GC-88").binds
    assert clause("P62-10").binds


def test_only_what_lies_outside_any_program_is_not_applicable() -> None:
    assert [clause.id for clause in clauses() if clause.not_applicable] == ["AS-58", "AS-59"]


def test_the_law_cannot_be_changed_in_passing() -> None:
    with pytest.raises(FrozenInstanceError):
        clause("P62-26").text = "anything goes"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("wrong", "nearest"),
    [("P62-81", "P62-80"), ("p62-26", "P62-26"), ("P62-6", "P62-06"), ("GC26", "GC-26")],
)
def test_an_unknown_clause_names_its_neighbours(wrong: str, nearest: str) -> None:
    with pytest.raises(UnknownClause) as caught:
        clause(wrong)
    assert caught.value.id == wrong
    assert nearest in caught.value.nearest
    assert nearest in str(caught.value)
    assert "as in P62-26" in str(caught.value)


def test_an_unknown_ruling_names_its_neighbours() -> None:
    with pytest.raises(UnknownClause, match=r"no ruling 'Q-9'\. Nearest: Q-09, .* as in Q-09"):
        ruling("Q-9")


def test_a_ruling_is_not_a_clause_nor_a_clause_a_ruling() -> None:
    with pytest.raises(UnknownClause):
        clause("Q-09")
    with pytest.raises(UnknownClause):
        ruling("P62-26")


def test_what_looks_like_nothing_is_told_the_form() -> None:
    with pytest.raises(UnknownClause) as caught:
        cite("banana")
    assert caught.value.nearest == ()
    assert "such as P62-26" in str(caught.value)
    assert "such as Q-09" in str(caught.value)


def test_an_unknown_edition_is_no_empty_answer() -> None:
    with pytest.raises(UnknownClause, match="parker-1962"):
        clauses("Parker-1963")


def test_the_error_is_a_lookup_error_that_travels() -> None:
    error = UnknownClause("P62-81", "clause", ("P62-80",))
    assert isinstance(error, LookupError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
