"""Copies of a database that is in use."""

from __future__ import annotations

import asyncio
import os
from contextlib import closing, suppress
from pathlib import Path

from ...files import sync_folder
from ...wording import N_
from .connection import connect, create_file
from .errors import DatabaseError
from .looking import looking


async def back_up(source: Path, target: Path) -> None:
    """Copy a database to a file that is there whole or not at all, off the event loop."""
    await asyncio.to_thread(copy_database, source, target)


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment; whoever writes meanwhile is not held up.

    OSError and StoreError say what went wrong; a file that was there before is there still.
    """
    if target.exists() and target.samefile(source):
        raise DatabaseError(N_("{file} is the database itself: a backup needs another name"), file=target)
    if not target.parent.exists():  # a mistyped one would hide the backup where nobody looks for it
        raise DatabaseError(N_("{file}: there is no folder {folder}; make it first"), file=target, folder=target.parent)
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    create_file(new)
    try:
        _copy(source, new)
        _sync(new)
        new.replace(target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    sync_folder(target.parent)


def _copy(source: Path, target: Path) -> None:
    # In one step: SQLite would begin anew each time that somebody has written between two.
    with looking(source) as there, closing(connect(target)) as here:
        there.backup(here, pages=-1)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
