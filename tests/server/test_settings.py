"""Every setting is an option and a variable of the environment, with what it means and what it may be."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from bornes.server.settings import SettingError, Settings, settings_from, variable
from tests.support.settings_tables import REGENERATE, pages
from tests.support.shell import run

NAMES = [one.name for one in fields(Settings)]


def test_every_setting_is_an_option_with_an_explanation() -> None:
    shown = " ".join(run("serve", "--help", COLUMNS="200").stdout.split())
    assert [name for name in NAMES if f"--{name.replace('_', '-')} " not in shown] == []
    assert [one.name for one in fields(Settings) if not one.metadata["about"].endswith(".")] == []


def test_the_pages_name_every_setting_with_what_it_usually_is() -> None:
    wrong = [path.name for path, text in pages().items() if path.read_text(encoding="utf-8") != text]
    if wrong:
        pytest.fail(f"{', '.join(wrong)}: the settings are others by now: {REGENERATE}", pytrace=False)


def test_every_setting_is_a_variable_of_the_environment() -> None:
    given = {name: _another(name) for name in NAMES}
    found = settings_from({variable(name): str(value) for name, value in given.items()})
    assert {name: getattr(found, name) for name in NAMES} == given


def test_what_is_given_comes_before_the_environment() -> None:
    assert settings_from({"BORNES_PORT": "9000"}, port=7000).port == 7000


@pytest.mark.parametrize(
    ("name", "text"),
    [("port", "many"), ("port", "70000"), ("sockets", "0"), ("log_addresses", "perhaps"), ("metrics", "some")],
)
def test_a_setting_that_cannot_be_is_named(name: str, text: str) -> None:
    with pytest.raises(SettingError, match=f"(?i){name}"):
        settings_from({variable(name): text})


def _another(name: str) -> object:
    """Return a value of a setting that is not its usual one."""
    special = {
        "database": Path("elsewhere.sqlite3"),
        "database_name": "other",
        "metrics": "all",
        "log_level": "debug",
        "log_addresses": True,
    }
    usual = getattr(Settings, name, None)
    return special.get(name, usual + 1 if isinstance(usual, int) else "192.0.2.1")
