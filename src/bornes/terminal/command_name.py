"""How the command was called, so that what is printed for somebody to type works where they are."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

COMMAND = "bornes"


def command_name() -> str:
    """Return what to type for ``bornes``: the script of a checkout, or ``python -m bornes``, where that was called."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" and called.parent.name == COMMAND:
        return f"{Path(sys.executable).name} -m {COMMAND}"
    if called.stem != COMMAND or _is_on_path(called):
        return COMMAND
    script = called.absolute().parent.parent.parent / "scripts" / COMMAND  # which runs .venv/bin/bornes
    return _from_here(script if script.is_file() else called.absolute())


def _is_on_path(called: Path) -> bool:
    """Say whether the plain name leads to the same program."""
    found = shutil.which(COMMAND)
    return found is not None and Path(found).absolute() == called.absolute()


def _from_here(path: Path) -> str:
    """Return a path as somebody would type it here: the shorter of the relative and the absolute one."""
    relative = os.path.relpath(path)
    return min(relative if os.sep in relative else f".{os.sep}{relative}", str(path), key=len)
