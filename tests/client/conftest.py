"""One server for all tests of a module, and a folder of the test's own for what is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.served import server

__all__ = ["server"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "data"))
    return tmp_path / "data"
