"""The pages are true: what they show runs, and nothing a user can set goes unexplained."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest

import bornes
from bornes.engine.codes import Phase
from bornes.game.moves import WORD_MOVES
from bornes.rules.cards import Card
from bornes.rules.ruleset import FIELDS
from scripts._screenshots.terminal import PICTURE, picture
from tests.support.pages import CONTRIBUTING, FIRST_BOT, PAGES, README, commands, passages
from tests.support.paths import DOCS, ROOT
from tests.support.shell import PATIENCE

SNIPPETS = [
    pytest.param(passage.text, id=f"{page.relative_to(ROOT)} {number}")
    for page in PAGES
    if page.name != "fair.md"  # a checker there is a function; tests/game/test_fair.py runs it
    for number, passage in enumerate(passages(page, "python"), 1)
    if not passage.file
]


@pytest.mark.parametrize("code", SNIPPETS)
def test_every_python_passage_runs(code: str) -> None:
    exec(compile(code, "page", "exec"), {})


def test_the_readme_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """What stands behind a print as a comment is what it prints."""
    (passage,) = passages(README, "python")
    exec(compile(passage.text, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    promised = re.findall(r"^print\(.*\)\s+# (.*)$", passage.text, re.M)
    assert len(promised) == 3
    assert all(f"{line}\n" in printed for line in promised)


PRINTED = re.compile(r"^```python\n((?:(?!```).)*)```\n+```text\n(.*?)```", re.M | re.S)
"""A passage, and the text below it that it prints."""


@pytest.mark.parametrize(
    "page", [page for page in PAGES if PRINTED.search(page.read_text("utf-8"))], ids=lambda page: page.name
)
def test_text_below_a_passage_is_what_it_prints(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for code, shown in PRINTED.findall(page.read_text(encoding="utf-8")):
        exec(compile(code, page.name, "exec"), {})
        assert capsys.readouterr().out == shown


def test_the_library_s_page_shows_a_view_as_it_is_printed() -> None:
    assert PRINTED.search((DOCS / "library.md").read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.compiled_only
def test_every_command_of_the_readme_runs(tmp_path: Path) -> None:
    """In the order in which they stand, in one folder; that ``scripts/bornes`` itself works, test_packaging shows."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1", "BORNES_DATA": str(tmp_path)}
    shown = commands(README)
    assert shown[:2] == ["scripts/bornes", "scripts/test"], "the two commands that everybody needs"
    shown.remove("scripts/test")
    shown.remove("scripts/bornes serve")  # goes on until it is stopped: see the next test
    assert len(shown) == 10
    for command in shown:
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


@pytest.mark.slow
@pytest.mark.compiled_only
def test_the_server_of_the_readme_serves(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "BORNES_DATA": str(tmp_path), "BORNES_PORT": "0"}
    environment["BORNES_DATABASE"] = str(tmp_path / "tables.sqlite3")
    assert "scripts/bornes serve" in commands(README)
    command = [sys.executable, "-u", "-m", "bornes", "serve"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().split()[-1]
            with urlopen(f"{address}/readyz", timeout=60) as answer:
                assert answer.read() == b"ready\n"
        finally:
            server.terminate()
        assert server.wait(60) == 0


@pytest.mark.compiled_only
def test_the_first_bot_beats_the_learner_from_its_first_version_on(tmp_path: Path) -> None:
    """The files of the page as they are written one after another; test_packaging goes its whole way."""
    files = {passage.file: passage.text for passage in passages(FIRST_BOT, "python")}
    versions = [passage.text for passage in passages(FIRST_BOT, "python") if passage.file == "hare.py"]
    assert len(versions) == 2
    (tmp_path / "race.py").write_text(files["race.py"], encoding="utf-8")
    for version in versions:
        (tmp_path / "hare.py").write_text(version, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "race.py"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
        hare, learner = map(int, done.stdout.splitlines()[-1].split()[-2:])
        assert hare > learner


def test_the_picture_of_the_table_is_the_table() -> None:
    """If the screen was meant to change, ``scripts/screenshots terminal`` writes the picture anew."""
    assert picture() == PICTURE.read_text(encoding="utf-8")


def test_the_picture_needs_nothing_from_outside() -> None:
    """No font, no link; and every line of a frame is drawn, since fonts would leave gaps between letters."""
    text = PICTURE.read_text(encoding="utf-8")
    assert re.findall(r"https?:[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"@font-face|@import|url\(|href|<image|<script", text)
    written = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", text))
    assert "Your" in written
    assert re.findall(r"[\u2500-\u259f]", written) == [], "scripts/_screenshots/terminal.py has no shape for these"


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+\.(?:md|svg|png))", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_scripts_and_tools_that_pages_name_are_there() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for script in set(re.findall(r"\bscripts/[\w-]+\b(?!\.txt)", text)):
            assert os.access(ROOT / script, os.X_OK), f"{page.name} names {script}"
        for module in set(re.findall(r"-m (tests\.[\w.]+)", text)):
            assert find_spec(module), f"{page.name} names {module}"


def test_every_script_is_explained() -> None:
    told = "".join(page.read_text(encoding="utf-8") for page in (README, CONTRIBUTING, DOCS / "architecture.md"))
    files = [path for path in (ROOT / "scripts").iterdir() if path.is_file() and path.suffix != ".txt"]
    scripts = [path.name for path in files if path.name[0] != "_"]
    assert [name for name in scripts if f"scripts/{name}" not in told] == []


@pytest.mark.parametrize(
    "name",
    ["architecture", "catalogues", "check", "compare", "golden", "lock", "pages", "screenshots", "test"],
)
def test_a_script_that_is_asked_for_help_says_what_it_is_for_and_does_nothing(name: str) -> None:
    script = ROOT / "scripts" / name
    told = subprocess.run([script, "--help"], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert told.stderr == ""
    first = script.read_text(encoding="utf-8").splitlines()[1].removeprefix("# ")
    assert told.stdout.startswith(first)


def test_every_rule_is_explained() -> None:
    text = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert [field for field in FIELDS if f"| `{field}` |" not in text] == []


def test_every_card_move_and_phase_is_explained() -> None:
    notation = (DOCS / "notation.md").read_text(encoding="utf-8")
    library = (DOCS / "library.md").read_text(encoding="utf-8")
    assert [card.notation for card in Card if f"`{card.notation}`" not in notation] == []
    assert [word for code, word in WORD_MOVES.items() if f"| `{word}` | {code} |" not in notation] == []
    assert [str(phase) for phase in Phase if f"\n| {phase} |" not in library] == []


def test_what_is_exported_is_there_and_documented() -> None:
    for name in vars(bornes)["__all__"]:  # type checkers know the names themselves
        thing = getattr(bornes, name)
        assert not callable(thing) or thing.__doc__
