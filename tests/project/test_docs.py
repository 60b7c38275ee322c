"""The pages are true: what they show runs, and nothing a user can set goes unexplained."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import bornes
from bornes.cards import Card
from bornes.engine.codes import Phase
from bornes.moves import WORDS
from bornes.rules import FIELDS
from tests.support.paths import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """The passages of a page that are written in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


SNIPPETS = [
    pytest.param(code, id=f"{page.name} {number}")
    for page in PAGES
    if page.name != "fair.md"  # a checker there is a function; tests/library/test_fair.py runs it
    for number, code in enumerate(blocks(page, "python"), 1)
]


@pytest.mark.parametrize("code", SNIPPETS)
def test_every_python_passage_runs(code: str) -> None:
    exec(compile(code, "page", "exec"), {})


def test_the_readme_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """What stands behind a print as a comment is what it prints."""
    (code,) = blocks(ROOT / "README.md", "python")
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    promised = re.findall(r"^print\(.*\)\s+# (.*)$", code, re.M)
    assert len(promised) == 3
    assert all(f"{line}\n" in printed for line in promised)


def commands() -> list[str]:
    """The commands of the README, but for the test command itself."""
    shown = [line for block in blocks(ROOT / "README.md", "console") for line in block.splitlines()]
    found = [line.removeprefix("$ ").partition("#")[0].strip() for line in shown if line.startswith("$ ")]
    return [command for command in found if command != "scripts/test"]


@pytest.mark.slow
@pytest.mark.compiled_only
def test_every_command_of_the_readme_runs(tmp_path: Path) -> None:
    """In the order in which they stand, in one folder; that ``scripts/bornes`` itself works, test_packaging shows."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1", "BORNES_DATA": str(tmp_path)}
    assert len(commands()) == 16
    for command in commands():
        words = shlex.split(command)
        assert words[0] == "scripts/bornes"
        done = subprocess.run(
            [sys.executable, "-m", "bornes", *words[1:]],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert done.stdout


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+\.md)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_rule_is_explained() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert [field for field in FIELDS if f"| `{field}` |" not in text] == []


def test_every_card_move_and_phase_is_explained() -> None:
    notation = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    library = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    assert [card.notation for card in Card if f"`{card.notation}`" not in notation] == []
    assert [word for code, word in WORDS.items() if f"| `{word}` | {code} |" not in notation] == []
    assert [str(phase) for phase in Phase if f"\n| {phase} |" not in library] == []


def test_what_is_exported_is_there_and_documented() -> None:
    for name in vars(bornes)["__all__"]:  # type checkers know the names themselves
        thing = getattr(bornes, name)
        assert not callable(thing) or thing.__doc__
