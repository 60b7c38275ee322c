"""What is printed for somebody to type is what they called."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bornes.cli.serve import print_addresses
from bornes.server.settings import ServerSettings
from bornes.terminal.phrases import bornes_command


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with its environment, and a shell that knows no ``bornes``."""
    for name in (".venv/bin/bornes", "scripts/bornes"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def called(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> str:
    monkeypatch.setattr(sys, "argv", [str(path)])
    return bornes_command()


def test_the_script_of_a_checkout_is_named_as_it_is_called_from_here(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert called(monkeypatch, checkout / ".venv" / "bin" / "bornes") == "scripts/bornes"
    monkeypatch.chdir(checkout / "scripts")
    assert called(monkeypatch, checkout / ".venv" / "bin" / "bornes") == "./bornes"


def test_a_server_says_what_to_type_where_it_was_started(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(checkout / ".venv" / "bin" / "bornes")])
    print_addresses("http://127.0.0.1:8000", ServerSettings(), lan=False, open_browser=False, lang="en")
    assert "To play from a terminal: scripts/bornes play --server http://127.0.0.1:8000\n" in capsys.readouterr().out


def test_a_command_on_the_path_is_named_plainly(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout / ".venv" / "bin"))
    assert called(monkeypatch, checkout / ".venv" / "bin" / "bornes") == "bornes"


def test_a_program_elsewhere_is_named_by_its_path(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "scripts" / "bornes").unlink()
    assert called(monkeypatch, checkout / ".venv" / "bin" / "bornes") == ".venv/bin/bornes"


def test_a_module_is_named_with_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    assert called(monkeypatch, "/somewhere/bornes/__main__.py") == "python3 -m bornes"


def test_whoever_uses_the_library_is_told_the_usual_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert called(monkeypatch, "/usr/bin/pytest") == "bornes"
