"""The tables of the documentation that tell every setting of a server, written from the settings themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from bornes.server.settings import SETTING_CHOICES, ServerSettings, option, variable
from tests.support.paths import DOCS

REGENERATE = "scripts/pages settings writes the tables of the settings anew"
BEGIN = "<!-- Written by scripts/pages settings. Change the texts in src/bornes/server/settings.py. -->"
END = "<!-- That was all of them. -->"
METAVARS = {"int": " N", "str": " TEXT", "Path": " FILE", "bool": ""}


def pages() -> dict[Path, str]:
    """Return the pages that have such a table, with the table as it should be."""
    tables: dict[str, Callable[[], Iterator[str]]] = {"running.md": _settings, "cli.md": _options}
    return {DOCS / name: _with_table(DOCS / name, "\n".join(rows())) for name, rows in tables.items()}


def _with_table(page: Path, table: str) -> str:
    text = page.read_text(encoding="utf-8")
    written, times = re.subn(rf"{BEGIN}\n.*?{END}", lambda _: f"{BEGIN}\n\n{table}\n\n{END}", text, flags=re.DOTALL)
    assert times == 1, f"{page.name} has {times} places for the table"
    return written


def _settings() -> Iterator[str]:
    yield from ("| option | variable | usual | may be | what it means |", "|---|---|---|---|---|")
    for one in fields(ServerSettings):
        about = one.metadata["about"]
        yield f"| `{option(one.name)}` | `{variable(one.name)}` | {_usual(one)} | {_may_be(one)} | {about} |"


def _options() -> Iterator[str]:
    yield from ("| setting | |", "|---|---|")
    for one in fields(ServerSettings):
        metavar = " TEXT" if one.name in SETTING_CHOICES else METAVARS[str(one.type)]
        yield f"| `{option(one.name)}{metavar}` | {one.metadata['about']} |"


def _usual(one: Field[Any]) -> str:
    """Return what a setting is where nobody says otherwise."""
    if one.default is MISSING:
        return "in your data folder"
    if isinstance(one.default, bool):
        return "`yes`" if one.default else "`no`"
    return "none" if one.default == "" else f"`{one.default}`"


def _may_be(one: Field[Any]) -> str:
    """Return between which values a setting can be chosen."""
    if one.name in SETTING_CHOICES:
        return ", ".join(f"`{choice}`" for choice in SETTING_CHOICES[one.name])
    if (least := one.metadata.get("least")) is not None:
        return f"{least} to {one.metadata['most']}"
    return {"bool": "`yes`, `no`", "Path": "a file"}.get(str(one.type), "text")


def main() -> None:
    """Write the tables."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
