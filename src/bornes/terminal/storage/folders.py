"""Where games and choices are kept, and how a file is read that may be anything, and written so that it is whole."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from platformdirs import user_config_path, user_data_path

OVERRIDE = "BORNES_DATA"
"""The environment variable that names one folder for both."""
MOST = 1 << 23
"""Bytes that are read of a file: a game of many evenings takes a twentieth."""


def data_folder() -> Path:
    """Where games are kept."""
    return _overridden() or user_data_path("bornes", appauthor=False)


def config_folder() -> Path:
    """Where choices are kept."""
    return _overridden() or user_config_path("bornes", appauthor=False)


def _overridden() -> Path | None:
    named = os.environ.get(OVERRIDE)
    return Path(named).expanduser() if named else None


def read_whole(path: Path) -> str:
    """Return the text of a file; OSError says why it cannot be had, and ValueError that it is no text.

    Whatever else may lie in a folder of ours is not opened, since a pipe is waited for and a device may never end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "is not a file", str(path))
    with path.open("rb") as file:
        content = file.read(MOST + 1)
    if len(content) > MOST:
        raise OSError(errno.EFBIG, f"is larger than {MOST >> 20} MB", str(path))
    return content.decode()


def write_whole(path: Path, text: str) -> None:
    """Replace a file so that, whatever happens meanwhile, either the old or the new text is there.

    Two may not write the same file at once; whoever calls this sees to that.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    settle(path.parent)


def settle(folder: Path) -> None:
    """See that what was put into the folder, or out of it, stays so when the power fails."""
    with suppress(OSError):  # not every system lets one do that with a folder
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
