"""The pages of the project, and the passages in them that can be run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.paths import DOCS, ROOT

README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
FIRST_BOT = DOCS / "first-bot.md"
PAGES = [README, CONTRIBUTING, *sorted(DOCS.rglob("*.md"))]


class Passage(NamedTuple):
    """A fenced passage of a page."""

    language: str
    text: str

    @property
    def file(self) -> str | None:
        """The file that it is to be written to, where its first line is a comment with a file's name."""
        named = re.match(r"# (\S+\.\w+)\n", self.text)
        return named and named[1]

    @property
    def commands(self) -> list[str]:
        """The commands in it, without what is said about them."""
        shown = [line.removeprefix("$ ") for line in self.text.splitlines() if line.startswith("$ ")]
        return [line.partition(" #")[0].strip() for line in shown]


def passages(page: Path, *languages: str) -> Iterator[Passage]:
    """Return the passages of a page that are written in one of these languages, in order."""
    text = page.read_text(encoding="utf-8")
    for language, passage in re.findall(r"^```(\w+)\n(.*?)^```", text, re.M | re.S):
        if language in languages:
            yield Passage(language, passage)


def commands(page: Path) -> list[str]:
    """Return all commands of a page."""
    return [command for passage in passages(page, "console") for command in passage.commands]
