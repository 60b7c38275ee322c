"""Where what a server needs is not installed, the commands that need none work, and `serve` says what to install."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.shell import ENVIRONMENT, PATIENCE, SOURCE
from tests.support.stores import keep_example

EXTRA = ("prometheus_client", "segno", "starlette", "uvicorn", "uvloop")
"""What the extra `server` brings."""
WITHOUT = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
from bornes.cli import main
main()
"""


def run_without(*arguments: str, data: Path, absent: tuple[str, ...] = EXTRA) -> subprocess.CompletedProcess[str]:
    """Run ``bornes`` in a process in which these modules cannot be found."""
    wanted = {**os.environ, **ENVIRONMENT, "PYTHONPATH": str(SOURCE), "BORNES_DATA": str(data)}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(absent=absent), *arguments],
        env={name: value for name, value in wanted.items() if value is not None},
        input="q\n",
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(("language", "word"), [("en", "install it with"), ("fr", "installez-le avec")])
def test_serve_says_on_one_line_what_to_install(language: str, word: str, tmp_path: Path) -> None:
    done = run_without("serve", "--port", "0", "--lang", language, data=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert word in line
    assert "pip install 'bornes[server]'" in line


@pytest.mark.parametrize("absent", [name for name in EXTRA if name != "uvloop"])
def test_each_part_that_is_missing_is_told_before_anybody_can_come(absent: str, tmp_path: Path) -> None:
    done = run_without("serve", "--port", "0", data=tmp_path, absent=(absent,))
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert f"the server needs {absent}: " in line


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("serve", "--help"),
        ("howto", "parker-1962"),
        ("play", "--plain", "--new"),
        ("sim", "--deals", "1"),
        ("tables", "--json"),
        ("tables", "backup", "copy.sqlite3"),
    ],
    ids=" ".join,
)
def test_everything_else_works_without(arguments: tuple[str, ...], tmp_path: Path) -> None:
    keep_example(tmp_path / "server.sqlite3")
    done = run_without(*(one.replace("copy", str(tmp_path / "copy")) for one in arguments), data=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout
