"""Every clause that binds and every ruling is shown by a test, and the documentation says by which."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from bornes.rules.clauses import UnknownClause, cite, clauses
from scripts._pages.clauses import PAGE, REGENERATE, Index, build, gaps, page


@pytest.fixture(scope="module")
def index() -> Index:
    return build()


def test_every_clause_and_ruling_is_shown_by_a_test(index: Index) -> None:
    missing = [f"{entry.id}  {entry.text}" for entry in gaps(index)]
    if missing:
        heading = f"{len(missing)} clauses and rulings without a test:"
        pytest.fail("\n".join([heading, *missing]), pytrace=False)


def test_every_mark_names_something(index: Index) -> None:
    wrong = []
    for id, tests in index.shown_by.items():
        try:
            cite(id)
        except UnknownClause as error:
            wrong.append(f"{', '.join(tests)}: {error}")
    assert not wrong, "\n".join(wrong)


def test_every_mark_can_be_counted(index: Index) -> None:
    assert not index.faults, "\n".join(index.faults)


def test_what_a_test_shows_is_not_called_not_applicable(index: Index) -> None:
    assert not [entry.id for entry in clauses() if entry.not_applicable and entry.id in index.shown_by]


def test_the_page_is_up_to_date(index: Index) -> None:
    written = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if written != page(index):
        pytest.fail(f"docs/clauses.md no longer says what data and tests say: {REGENERATE}", pytrace=False)


def index_of(tmp_path: Path, source: str, name: str = "test_sample.py") -> Index:
    (tmp_path / "tests" / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "tests" / name).write_text(dedent(source), encoding="utf-8")
    return build(tmp_path)


def test_marks_on_functions_and_classes_are_found(tmp_path: Path) -> None:
    source = """
        @pytest.mark.clause("P62-26", "Q-13")
        def test_one(): ...

        @pytest.mark.clause("P62-26")
        class TestSome:
            pytestmark = [pytest.mark.slow, pytest.mark.clause("P62-27")]

            @mark.clause("P62-28")
            async def test_two(self): ...
        """
    index = index_of(tmp_path, source, "deeper/test_sample.py")
    file = "tests/deeper/test_sample.py"
    assert index.shown_by == {
        "P62-26": [f"{file}::TestSome", f"{file}::test_one"],
        "P62-27": [f"{file}::TestSome"],
        "P62-28": [f"{file}::TestSome::test_two"],
        "Q-13": [f"{file}::test_one"],
    }
    assert not index.faults


def test_marks_of_a_whole_file_are_found(tmp_path: Path) -> None:
    index = index_of(tmp_path, 'pytestmark = pytest.mark.clause("Q-74")\n')
    assert index.shown_by == {"Q-74": ["tests/test_sample.py"]}


def test_marks_of_single_cases_are_found(tmp_path: Path) -> None:
    source = """
        MORE: list = [pytest.param(3, marks=[pytest.mark.clause("P62-28")])]
        CASES = [pytest.param(2, marks=pytest.mark.clause("P62-27")), *MORE]

        @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("P62-26")), *CASES])
        def test_cases(n): ...
        """
    index = index_of(tmp_path, source)
    test = "tests/test_sample.py::test_cases"
    assert index.shown_by == {"P62-26": [test], "P62-27": [test], "P62-28": [test]}
    assert not index.faults


def test_marks_that_no_test_carries_are_faults(tmp_path: Path) -> None:
    source = """
        UNUSED = [pytest.param(1, marks=pytest.mark.clause("P62-26"))]

        @pytest.mark.clause("P62-27")
        def helper(): ...
        """
    index = index_of(tmp_path, source)
    assert not index.shown_by
    assert index.faults == [
        "tests/test_sample.py:2: no test carries this mark",
        "tests/test_sample.py:4: no test carries this mark",
    ]


def test_marks_outside_test_files_are_faults(tmp_path: Path) -> None:
    index = index_of(tmp_path, '@pytest.mark.clause("P62-26")\ndef test_one(): ...\n', "helpers.py")
    assert not index.shown_by
    assert index.faults == ["tests/helpers.py:1: no test carries this mark"]


@pytest.mark.parametrize("arguments", ["", "CLAUSE", '"P62-26", *others', 'id="P62-26"', "26"])
def test_marks_whose_ids_are_not_written_out_are_faults(tmp_path: Path, arguments: str) -> None:
    index = index_of(tmp_path, f"@pytest.mark.clause({arguments})\ndef test_one(): ...\n")
    assert index.faults == ["tests/test_sample.py:1: the ids of a mark must be written out as strings"]


def test_gaps_are_what_binds_and_no_test_shows() -> None:
    missing = {entry.id for entry in gaps(Index({"P62-26": ["a test"], "Q-13": ["a test"]}, []))}
    assert {"P62-27", "Q-14", "P62-10"} <= missing
    assert not missing & {"P62-26", "Q-13", "GC-89", "AS-59"}


def test_the_page_tells_how_each_clause_stands() -> None:
    text = page(Index({"P62-28": ["tests/test_a.py::test_b", "tests/test_c.py"]}, []))
    tests = "`tests/test_a.py::test_b`<br>`tests/test_c.py`"
    start = "| P62-28 | S | A hazard may never lie directly on another hazard."
    assert f"{start} | [Q-13](#q-13), [Q-14](#q-14) | {tests} |\n" in text
    assert "| GC-94 | A | Remember the extra turn. |  | advice |\n" in text
    assert " |  | not applicable: points to a web site" in text
    assert "garbled over two columns as 4, 12 \\| 10, 10, 10;" in text
    assert "\n### Q-43\n" in text
    assert "\n- switch: `roll_after_safety`\n" in text
