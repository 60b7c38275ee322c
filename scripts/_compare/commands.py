"""Run the ``bornes`` command in a child process of this one, and return what it prints.

The child is forked from a process that has already imported the program, so that a hundred commands take seconds.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib.metadata import entry_points
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import bornes

TERMINAL = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
"""A terminal of which everything that a command asks about is known."""


class Printed(NamedTuple):
    """What a command printed, and how it ended."""

    status: int
    out: str
    err: str


def entry_point() -> Any:
    """Return the command group that ``bornes`` starts."""
    (found,) = entry_points(group="console_scripts", name="bornes")
    return found.load()


def load_everything() -> None:
    """Import what most commands need, once for all of them."""
    import msgspec  # noqa: F401
    import rich.table  # noqa: F401

    for name in dir(bornes):
        getattr(bornes, name)


def warm_up(main: Callable[[], Any], args: Sequence[str]) -> None:
    """Run a command in this process and drop what it prints, so that its imports are there for every child."""
    before, sys.argv = sys.argv, ["bornes", *args]
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()), suppress(SystemExit):
            main()
    finally:
        sys.argv = before


def run(
    main: Callable[[], Any],
    args: Sequence[str],
    folder: Path,
    *,
    stdin: str = "",
    environment: Mapping[str, str] | None = None,
) -> Printed:
    """Run a command in a folder, and wait for its end."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin.encode())
        given.seek(0)
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            _become(main, args, folder, (given.fileno(), out.fileno(), err.fileno()), environment or {})
        _, ended = os.waitpid(child, 0)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="backslashreplace"))
        return Printed(os.waitstatus_to_exitcode(ended), *texts)


def _become(
    main: Callable[[], Any], args: Sequence[str], folder: Path, streams: Sequence[int], environment: Mapping[str, str]
) -> None:
    """Be the command, in a child process: this never returns."""
    status = 70
    try:
        os.chdir(folder)
        os.environ.update({**TERMINAL, "BORNES_DATA": "data", **environment})
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")
        sys.argv = ["bornes", *args]
        try:
            main()
            status = 0
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else int(error.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(status)
