"""Files of weights: which one a game is played with, what may stand in them, and how they are written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bornes import edition
from bornes.bots import weights
from bornes.bots.heuristic import HAND_SET_WEIGHTS, Heuristic
from bornes.bots.weights import WeightsError, form_name, read, rounded, weights_for, write
from bornes.engine.playout import play_deals
from bornes.game.position import compile_rules
from bornes.rules.editions import Form, all_forms
from bornes.rules.ruleset import Rules


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of our own in the place of the one in the package."""
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    weights_for.cache_clear()
    yield tmp_path
    weights_for.cache_clear()


def lay(folder: Path, name: str, pace: float) -> None:
    """A file that can be told from the others by its pace."""
    (folder / f"{name}.toml").write_text(f"[weights]\npace = {pace}\n", encoding="utf-8")


def rules_of(name: str, form: Form) -> Rules:
    return edition(name).rules(form.players, partners=form.partners, short=form.short)


# -- which file --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "form", "file"),
    [
        ("parker-1962", Form(2), "parker-1962-2"),
        ("parker-1962", Form(4, partners=True), "parker-1962-4"),
        ("asmodee", Form(4), "asmodee-4"),
        ("asmodee", Form(4, partners=True), "asmodee-4-partners"),
        ("dujardin", Form(4, short=True), "dujardin-4-short"),
        ("dujardin", Form(8, partners=True, short=True), "dujardin-8-short"),
    ],
)
def test_a_file_is_named_after_its_form(name: str, form: Form, file: str) -> None:
    assert form_name(rules_of(name, form)) == file


def test_no_two_forms_share_a_file() -> None:
    names = [form_name(rules_of(book.name, form)) for book, form in all_forms()]
    assert len(set(names)) == len(names)


def test_a_form_plays_with_the_weights_of_its_file(folder: Path) -> None:
    lay(folder, "parker-1962-2", 10)
    lay(folder, "parker-1962-4", 20)
    assert weights_for(edition("parker-1962").rules(2))["pace"] == 10
    assert weights_for(edition("parker-1962").rules(4))["pace"] == 20


def test_a_house_rule_plays_with_the_weights_of_the_printed_form(folder: Path) -> None:
    lay(folder, "parker-1962-2", 10)
    lay(folder, "parker-1962-3", 20)
    assert weights_for(edition("parker-1962").rules(3).replace(hand_size=5))["pace"] == 20


@pytest.mark.parametrize(
    ("there", "taken"),
    [
        (["2", "3", "8"], "8"),  # eight in pairs are four teams
        (["2", "3", "4"], "4"),
        (["2", "4", "6", "8-short"], "8-short"),
        (["4", "4-short"], "4-short"),
        (["2", "6"], "6"),
        (["2"], "2"),
    ],
)
def test_without_a_file_the_nearest_form_serves(folder: Path, there: list[str], taken: str) -> None:
    for number, name in enumerate(there):
        lay(folder, f"dujardin-{name}", number + 1)
    asked = edition("dujardin").rules(8, short=True)
    assert weights_for(asked)["pace"] == there.index(taken) + 1


def test_how_many_teams_matters_more_than_how_many_players(folder: Path) -> None:
    lay(folder, "parker-1962-2", 10)
    lay(folder, "parker-1962-3", 20)
    assert weights_for(edition("parker-1962").rules(4))["pace"] == 10
    assert weights_for(edition("parker-1962").rules(6))["pace"] == 20


def test_another_edition_is_never_near(folder: Path) -> None:
    lay(folder, "parker-1988-2", 10)
    assert weights_for(edition("parker-1962").rules(2)) == HAND_SET_WEIGHTS


def test_rules_of_no_printed_edition_are_played_by_hand(folder: Path) -> None:
    lay(folder, "parker-1962-2", 10)
    assert weights_for(edition("parker-1962").rules(2).replace(edition="home")) == HAND_SET_WEIGHTS


def test_nobody_changes_the_weights_of_others(folder: Path) -> None:
    lay(folder, "parker-1962-2", 10)
    for rules in (edition("parker-1962").rules(2), edition("asmodee").rules(2)):
        with pytest.raises(TypeError):
            weights_for(rules)["pace"] = 1  # type: ignore[index]


@pytest.mark.parametrize(("name", "form"), [(book.name, form) for book, form in all_forms()])
def test_every_form_can_be_played(name: str, form: Form) -> None:
    """With the files that the package has."""
    rules = rules_of(name, form)
    assert len(play_deals(compile_rules(rules), [Heuristic(weights_for(rules))], 1, 1)) == rules.teams + 4


def test_every_file_of_the_package_belongs_to_a_form() -> None:
    names = {form_name(rules_of(book.name, form)) for book, form in all_forms()}
    assert {path.stem for path in weights.FOLDER.glob("*")} <= names


# -- what may stand in a file ------------------------------------------------------------------------------------


def test_what_a_file_does_not_name_is_set_by_hand(tmp_path: Path) -> None:
    lay(tmp_path, "some", 7)
    assert read(tmp_path / "some.toml") == HAND_SET_WEIGHTS | {"pace": 7}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[weights]\nspeed = 1\n", "there is no weight 'speed', the weights are keep_25, "),
        (b"[weights]\npace = true\n", "pace must be a number, not True"),
        (b"[weights]\npace = 'fast'\n", "pace must be a number, not 'fast'"),
        (b"[weights]\npace = nan\n", "pace must be a number, not nan"),
        (b"[weights]\npace = inf\n", "pace must be a number, not inf"),
        (b"pace = 1\n", "has no table [weights]"),
        (b"weights = 1\n", "has no table [weights]"),
        (b"[weights\n", "not a TOML file: "),
        (b"[weights]\n\xff = 1\n", "not a TOML file: "),
    ],
)
def test_a_wrong_file_is_named_with_the_reason(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_bytes(content)
    with pytest.raises(WeightsError) as error:
        read(path)
    assert str(error.value).startswith(f"{path}: {said}")


# -- writing -----------------------------------------------------------------------------------------------------


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    found = {"seed": 7, "from": "hand", "opponents": ["tuned", 'a "b"'], "points": {"x.y": {"mean": -1.5}}}
    write(path, HAND_SET_WEIGHTS | {"pace": 61.23456, "mile": 0.000123456, "finish": 98765}, found, "two at home")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Weights for two at home, found by bornes tune.\n\n[found]\nseed = 7\n")
    assert tomllib.loads(text)["found"] == found
    assert read(path) == HAND_SET_WEIGHTS | {"pace": 61.23, "mile": 0.0001235, "finish": 98760}


def test_weights_are_kept_to_four_digits() -> None:
    assert rounded({"a": 0.123456, "b": -12345.6, "c": 0, "d": 1e-9}) == {"a": 0.1235, "b": -12350, "c": 0, "d": 1e-9}


def test_a_new_file_is_noticed(folder: Path) -> None:
    rules = edition("asmodee").rules(2)
    assert weights_for(rules) == HAND_SET_WEIGHTS
    write(folder / "asmodee-2.toml", HAND_SET_WEIGHTS | {"pace": 5.0}, {}, "two")
    assert weights_for(rules)["pace"] == 5


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "some.toml").mkdir()
    with pytest.raises(OSError, match="directory"):
        write(tmp_path / "some.toml", HAND_SET_WEIGHTS, {}, "two")
    assert [path.name for path in tmp_path.iterdir()] == ["some.toml"]
