"""What the tests of the terminal share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.servers import server as server


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the user's is read or written."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path))
