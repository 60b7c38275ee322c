"""Where the database of a server lies, unless somebody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

from ...files import data_folder

VARIABLE = "BORNES_DATABASE"
"""The environment variable that names the file."""


def default_database() -> Path:
    """Return the file that a server keeps its tables in: the one that is named outside, or one of the user's own."""
    named = os.environ.get(VARIABLE)
    return Path(named).expanduser() if named else data_folder() / "server.sqlite3"
