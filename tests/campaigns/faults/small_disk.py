"""A file system of a few megabytes, which can be full: where this process may mount one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = "16m"
PIECE = 64 * 1024


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mount a small file system in a folder; False where that is not allowed."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], capture_output=True, check=True)


class Ballast:
    """A file that takes all the room there is."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "ballast"

    def fill(self) -> None:
        """Take all the room, down to the last byte."""
        with self._file.open("wb", buffering=0) as file:
            size = PIECE
            while size:
                try:
                    if file.write(bytes(size)) < size:
                        size //= 2
                except OSError:
                    size //= 2

    def free(self) -> None:
        """Give the room back."""
        self._file.unlink()
