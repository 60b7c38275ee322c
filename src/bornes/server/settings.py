"""Every setting of a server, with its explanation: an option of ``bornes serve`` and a variable of the environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from ..base.translatable import N_, TranslatableError

ENVIRONMENT_PREFIX = "BORNES_"


def default_database() -> Path:
    """Return the file that a server keeps its tables in: the one that is named outside, or one of the user's own."""
    from ..base.files import data_folder  # late, since whoever only reads help would wait for it

    named = os.environ.get(variable("database"))
    return Path(named).expanduser() if named else data_folder() / "server.sqlite3"


def setting(default: Any, about: str, *, least: float | None = None, most: float | None = None) -> Any:
    """Return a field of the settings, with what it means and between which numbers it lies."""
    return field(default=default, metadata={"about": about, "least": least, "most": most})


@dataclass(frozen=True)
class ServerSettings:
    """How a server behaves."""

    database: Path = field(
        default_factory=default_database,
        metadata={"about": N_("The file that all tables are kept in; server.sqlite3 in your data folder by default.")},
    )
    database_name: str = setting("home", N_("The short name of a new database: it becomes part of every table's id."))
    host: str = setting("127.0.0.1", N_("The address to listen on; --lan listens on the whole network."))
    port: int = setting(8000, N_("The port to listen on; 0 for any that is free."), least=0, most=65535)
    public_url: str = setting("", N_("How the server is reached from outside, for links: https://example.org."))
    host_names: str = setting(
        "",
        N_("More names that the server is reached by, separated by commas: bornes.lan,games.example.org."),
    )
    trusted_proxy: str = setting("", N_("The address of the proxy whose X-Forwarded-For is believed; none by default."))
    workers: int = setting(
        0, N_("How many processes bots think in; 0 for one less than there are cores."), least=0, most=64
    )
    tables: int = setting(20_000, N_("How many tables may be awake at a time."), least=1, most=1_000_000)
    sockets: int = setting(10_000, N_("How many may be connected at a time."), least=1, most=1_000_000)
    sockets_per_address: int = setting(200, N_("How many may be connected from one address."), least=1, most=1_000_000)
    requests_per_minute: int = setting(
        600, N_("How many requests one address may make in a minute."), least=1, most=10**9
    )
    opens_per_hour: int = setting(120, N_("How many tables one address may open in an hour."), least=1, most=10**9)
    commands_per_minute: int = setting(
        300,
        N_("How many commands one seat or connection may send in a minute; one address, twenty times as many."),
        least=1,
        most=10**9,
    )
    wrong_codes_per_minute: int = setting(
        600,
        N_("How many wrong codes may be tried in a minute, by everyone together; a sixtieth of it from one address."),
        least=1,
        most=10**9,
    )
    reviews_per_address: int = setting(3, N_("How many reviews one address may have waiting."), least=0, most=1000)
    sleep_after: int = setting(
        60, N_("After how many seconds without anybody a table leaves the memory."), least=1, most=10**6
    )
    keep_days: int = setting(
        90, N_("After how many days without a move a table is removed for good; 0 for never."), least=0, most=36_500
    )
    metrics: str = setting(
        "local", N_("Who may read /metrics: nobody (off), this machine (local), or everybody (all).")
    )
    log_addresses: bool = setting(False, N_("Write the addresses of visitors into the log."))
    log_level: str = setting("info", N_("How much is logged: debug, info, warning or error."))
    log_format: str = setting(
        "auto", N_("How the log is written: json, text, or auto: text in a terminal and json elsewhere.")
    )


SETTING_CHOICES = {
    "metrics": ("off", "local", "all"),
    "log_level": ("debug", "info", "warning", "error"),
    "log_format": ("auto", "json", "text"),
}


class SettingError(TranslatableError, ValueError):
    """A setting that cannot be; says which and what would be right."""


def option(name: str) -> str:
    """Return the option of ``bornes serve`` that a setting is given by."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """Return the variable of the environment that a setting is read from."""
    return ENVIRONMENT_PREFIX + name.upper()


def check_settings(settings: ServerSettings, called: Mapping[str, str] | None = None) -> ServerSettings:
    """Return the settings if they can be; SettingError says what is wrong.

    ``called`` has the names that settings were given by, where that was not their option.
    """
    for one in fields(settings):
        value = getattr(settings, one.name)
        if (wrong := _wrong(one, value)) is not None:
            name = (called or {}).get(one.name) or option(one.name)
            raise SettingError(wrong, name=name, value=value, **_right(one))
    return settings


def _wrong(one: Field[Any], value: Any) -> str | None:
    """Return what to say of a value that a setting cannot have; None where it can."""
    if (least := one.metadata.get("least")) is not None and not least <= value <= one.metadata["most"]:
        return N_("{name}: {value} is not between {least} and {most}")
    if one.name in SETTING_CHOICES and value not in SETTING_CHOICES[one.name]:
        return N_("{name}: “{value}” is none of {known}")
    if one.name in SETTING_CHECKS:
        fits, text = SETTING_CHECKS[one.name]
        return None if fits(value) else text
    return None


def _right(one: Field[Any]) -> dict[str, object]:
    """Return what a setting may be, for the sentence that says so."""
    known = ", ".join(SETTING_CHOICES.get(one.name, ()))
    return {"least": one.metadata.get("least"), "most": one.metadata.get("most"), "known": known}


def _is_short_name(text: str) -> bool:
    return text.isascii() and text.isalnum() and text == text.lower() and len(text) <= 12


def _is_address(text: str) -> bool:
    from ipaddress import ip_address

    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _is_web_address(text: str) -> bool:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        named = bool(parts.hostname) and parts.port != 0  # whose text is read only now
    except ValueError:
        return False
    return named and parts.scheme in ("http", "https") and not (parts.query or parts.fragment or set(text) & set(" \t"))


def split_names(text: str) -> list[str]:
    """Return the host names of a list with commas."""
    return [name for part in text.split(",") if (name := part.strip())]


def _are_host_names(text: str) -> bool:
    return all(len(name) <= 253 and set(name.lower()) <= _IN_HOST_NAMES for name in split_names(text))


_IN_HOST_NAMES = set("abcdefghijklmnopqrstuvwxyz0123456789.-_")


SETTING_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "database": (lambda path: path != Path(), N_("{name}: the name of a file is needed")),
    "database_name": (_is_short_name, N_("{name}: “{value}” is not 1 to 12 small letters and digits")),
    "host": (
        lambda text: bool(text) and text == text.strip(),
        N_("{name}: “{value}” is no address to listen on, such as 127.0.0.1 or 0.0.0.0"),
    ),
    "public_url": (
        lambda text: not text or _is_web_address(text),
        N_("{name}: “{value}” is no address such as https://example.org"),
    ),
    "host_names": (
        _are_host_names,
        N_("{name}: “{value}” isn’t a list of names such as bornes.lan,games.example.org"),
    ),
    "trusted_proxy": (
        lambda text: not text or _is_address(text),
        N_("{name}: “{value}” is no address such as 127.0.0.1"),
    ),
}
"""Formats of settings that are neither numbers nor choices, each with its error text."""


def settings_from(environ: Mapping[str, str] | None = None, **given: Any) -> ServerSettings:
    """Return the settings that the environment and these values give; the values come first.

    A variable that is empty is as one that is not there.
    """
    found, called = dict(given), {}
    for one in fields(ServerSettings):
        text = (os.environ if environ is None else environ).get(variable(one.name))
        if text and one.name not in found:
            found[one.name] = _read(one.name, text)
            called[one.name] = variable(one.name)
    return check_settings(ServerSettings(**found), called)


def _read(name: str, text: str) -> Any:
    """Return what a variable of the environment means."""
    default = getattr(ServerSettings, name, Path())
    if isinstance(default, bool):
        if text.lower() not in ("0", "1", "no", "yes", "false", "true"):
            raise SettingError(N_("{name}: “{value}” is neither yes nor no"), name=variable(name), value=text)
        return text.lower() in ("1", "yes", "true")
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            wrong = N_("{name}: “{value}” is not a whole number")
            raise SettingError(wrong, name=variable(name), value=text) from None
    return Path(text).expanduser() if name == "database" else text
