"""Every setting is an option and a variable of the environment, with what it means and what it may be."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from bornes.server.settings import ServerSettings, SettingError, option, settings_from, variable
from scripts._pages.settings import REGENERATE, pages
from tests.support.shell import run

NAMES = [one.name for one in fields(ServerSettings)]


def test_every_setting_is_an_option_with_an_explanation() -> None:
    shown = " ".join(run("serve", "--help", COLUMNS="200").stdout.split())
    assert [name for name in NAMES if f"--{name.replace('_', '-')} " not in shown] == []
    assert [one.name for one in fields(ServerSettings) if not one.metadata["about"].endswith(".")] == []


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


WRONG = {
    "port": ("many", "70000", "-1", "8000.5"),
    "sockets": ("0", "0x10"),
    "keep_days": ("forever",),
    "log_addresses": ("perhaps",),
    "metrics": ("some",),
    "log_level": ("loud",),
    "log_format": ("xml",),
    "database_name": ("Home", "a-b", "thirteenletter", "é"),
    "host": (" ",),
    "public_url": ("bornes.example.org", "ftp://example.org", "https://", "https://[", "https://a b", "http://a:port"),
    "trusted_proxy": ("proxy", "127.0.0.0/8"),
}
"""Settings, and what they cannot be."""


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in WRONG.items() for text in texts])
def test_a_variable_that_cannot_be_is_named_as_it_was_given(name: str, text: str) -> None:
    with pytest.raises(SettingError) as refused:
        settings_from({variable(name): text})
    told = str(refused.value)
    assert told.startswith(f"{variable(name)}: ")
    assert text in told


def test_an_option_that_cannot_be_is_named_as_it_was_given() -> None:
    for name, value in (("port", 70000), ("host", ""), ("trusted_proxy", "x"), ("database", Path())):
        with pytest.raises(SettingError, match=f"^{option(name)}: "):
            settings_from({variable("port"): "8000"}, **{name: value})


def test_an_empty_variable_is_as_one_that_is_not_there() -> None:
    assert settings_from({variable(name): "" for name in NAMES}) == ServerSettings()


def test_a_database_may_be_named_from_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert settings_from({"BORNES_DATABASE": "~/tables.db"}).database == Path("/home/ann/tables.db")


def _another(name: str) -> object:
    """Return a value of a setting that is not its usual one."""
    special = {
        "database": Path("elsewhere.sqlite3"),
        "database_name": "other",
        "metrics": "all",
        "log_level": "debug",
        "log_format": "text",
        "log_addresses": True,
        "public_url": "https://bornes.example.org:8443/cards",
    }
    usual = getattr(ServerSettings, name, None)
    return special.get(name, usual + 1 if isinstance(usual, int) else "192.0.2.1")
