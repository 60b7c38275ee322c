"""``bornes lab``: what it prints, draws, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bornes.lab.questions import QUESTIONS
from tests.support.shell import refused, run


def asked(*arguments: str) -> dict[str, Any]:
    result = run("lab", *arguments, "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    value: dict[str, Any] = json.loads(result.stdout)
    return value


def shown(*arguments: str) -> list[str]:
    result = run("lab", *arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    return lines


# -- what is printed -----------------------------------------------------------------------------------------------


def test_without_a_question_they_are_listed() -> None:
    lines = shown()
    for name, question in QUESTIONS.items():
        assert any(line.split(maxsplit=1) == [name, question.asks] for line in map(str.rstrip, lines))
    assert asked() == {
        "version": 1,
        "questions": [{"name": name, "asks": question.asks} for name, question in QUESTIONS.items()],
    }


@pytest.mark.compiled_only
def test_an_answer_can_be_read() -> None:
    lines = shown("first-player", "--players", "3", "--deals", "30", "--seed", "2")
    assert lines[0] == "Does it pay to be first?"
    assert lines[1] == "30 decks a form, seed 2"
    assert "The team that starts, less the mean of the others, ± 95 %" in lines
    (row,) = [line for line in lines if line.startswith("parker-1962, 3 players") and "%" in line]
    assert row.count("±") == 3
    assert "Points by the order of play, three teams, ± 95 %" in lines
    assert " ".join(lines).endswith("Sunday drivers in all seats.")


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_answer_fits_an_old_terminal(name: str) -> None:
    assert shown(name, "--deals", "25", "--seed", "1")[0] == QUESTIONS[name].asks


def test_house_rules_are_part_of_the_answer() -> None:
    lines = shown("first-player", "--rule", "hand_size=5", "--deals", "1")
    assert "house rule hand_size = 5" in lines
    assert any(line.startswith("parker-1962, 2 players*") for line in lines)


# -- for programs --------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_the_object_of_an_answer() -> None:
    found = asked("extension", "-e", "game-cabinet", "-p", "3", "--deals", "60", "--seed", "3", "--rule", "hand_size=5")
    assert found["version"] == 1
    assert (found["question"], found["asks"]) == ("extension", "When does an extension pay?")
    assert found["forms"] == [
        {
            "edition": "game-cabinet",
            "form": {"players": 3, "partners": False, "short": False},
            "house_rules": {"hand_size": 5},
        }
    ]
    assert (found["deals"], found["seed"]) == (60, 3)
    assert len(found["answer"]) == 1
    assert found["method"].startswith("All seats are tuned players.")
    (row,) = found["tables"][0]["rows"]
    assert row["form"] == "game-cabinet, 3 players*"
    assert row["extending always"].keys() == {"mean", "margin95"}
    assert found["run"].keys() == {"seconds"}


@pytest.mark.compiled_only
def test_the_same_seed_gives_the_same_object_but_for_the_time_it_took() -> None:
    one, other = (asked("coup-fourre", "--deals", "40", "--seed", "9", "--jobs", jobs) for jobs in ("1", "3"))
    assert one.keys() == other.keys()
    assert (one | {"run": None}) == (other | {"run": None})


def test_without_a_seed_one_is_chosen_that_repeats_the_answer() -> None:
    first = asked("first-player", "-p", "2", "--deals", "2")
    again = asked("first-player", "-p", "2", "--deals", "2", "--seed", str(first["seed"]))
    assert (first | {"run": None}) == (again | {"run": None})


# -- which forms ---------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_a_question_chooses_its_forms_unless_one_is_named() -> None:
    own = asked("safeties", "--deals", "1")["forms"]
    assert [form["edition"] for form in own] == ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"]
    for named in (("--edition", "parker-1962"), ("--players", "2"), ("--rule", "target=700"), ("--alone",)):
        (form,) = asked("safeties", "--deals", "1", *named)["forms"]
        assert (form["edition"], form["form"]["players"]) == ("parker-1962", 2)


# -- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_an_answer_is_drawn(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"first.{ending}"
    shown("first-player", "-p", "2", "--deals", "2", "--plot", str(file))
    assert file.stat().st_size > 1000


@pytest.mark.slow
@pytest.mark.compiled_only
def test_all_answers_make_a_page(tmp_path: Path) -> None:
    found = asked("all", "--deals", "2", "--seed", "1", "--out", str(tmp_path))
    assert [answer["question"] for answer in found["answers"]] == list(QUESTIONS)
    page = (tmp_path / "laboratory.md").read_text(encoding="utf-8")
    assert page.count("\n## ") == len(QUESTIONS)
    assert {file.stem for file in (tmp_path / "laboratory").iterdir()} == set(QUESTIONS)


# -- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("safetys", "there is no question 'safetys'; did you mean safeties?"),
        ("weather", "the questions are safeties, first-player"),
        ("extension -e dujardin", "extension: these rules have no extension; parker-1962"),
        ("two-hundreds -e asmodee", "these rules pay nothing for a safe trip"),
        ("safeties --players 5", "parker-1962 is played by 2, 3, 4 or 6"),
        ("safeties --deals 0", "it must be from 1 to 1000000000, not 0"),
        ("first-player --deals 1000000001", "it must be from 1 to 1000000000"),
        ("safeties --plot here.gif", "ends in .png, .svg or .pdf"),
        ("all --plot here.png", "--plot draws one answer; to draw them all, use --out FOLDER"),
        ("safeties --out .", "--out is for `bornes lab all`; to draw one answer, use --plot FILE"),
        ("all --out no-such-folder", "no-such-folder"),
    ],
)
def test_what_cannot_be_asked_is_refused_on_one_line(arguments: str, said: str) -> None:
    assert said in refused("lab", *arguments.split())


def test_a_picture_without_a_place_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    file = str(tmp_path / "no" / "first.svg")
    assert "there is no folder" in refused("lab", "safeties", "--plot", file, status=1)
