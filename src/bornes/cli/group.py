"""What every command of ``bornes`` has in common: exit codes, errors on one line, warnings that can be read.

Exit codes:

    0    all is well
    1    what was asked about is not right (a damaged record), or could not be done (an unwritable file)
    2    the command was not called rightly (an unknown edition, an impossible house rule)
    3    a record is right, but what it proves is weak (verify --strict)
    130  interrupted
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from typing import Any

import click

WEAK = 3
INTERRUPTED = 130


class Failure(click.ClickException):
    """What was asked about is not right, or could not be done."""


class Bornes(click.Group):
    """The command ``bornes``; the others hang on it."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit, as every click command does, but tell errors on one line and exit as documented above."""
        name = prog_name or "bornes"  # also where Python runs us with -m
        run = partial(super().main, args, name, complete_var, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        _forgive_odd_terminals()
        try:
            _stand_in_for_what_is_closed()
            status: object = run()
        except click.Abort:
            sys.exit(INTERRUPTED)
        except click.ClickException as error:
            click.echo(_one_line(error), err=True)
            sys.exit(error.exit_code)
        except OSError as error:
            click.echo(f"bornes: {error.filename or 'output'}: {error.strerror}", err=True)
            _give_up_stdout()
            sys.exit(Failure.exit_code)
        # What a command returns is not a status; what it exits with is, and that is always a number.
        sys.exit(status if isinstance(status, int) else 0)


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{error.ctx.command_path}: {message} (see {error.ctx.command_path} --help)"
    return f"bornes: {message}"


def _forgive_odd_terminals() -> None:
    """A terminal that cannot write × or é shows a question mark: better than no output at all."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _stand_in_for_what_is_closed() -> None:
    """Refuse to talk to an output that was closed before we began; what would be told of errors goes nowhere then.

    Each closed stream is replaced, since the next file to be opened would take its number, and what is written to it.
    The input is for the one who wants to read from it to complain about.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in closed:
        nowhere = os.open(os.devnull, os.O_RDWR)
        if name != "stdin":
            setattr(sys, name, os.fdopen(nowhere, "w", encoding="utf-8"))
    if "stdout" in closed:
        raise Failure("the standard output is closed")


def _give_up_stdout() -> None:
    """Let what could not be written go nowhere: Python would try again at exit, and complain."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(value: dict[str, Any]) -> None:
    """One object on stdout, for programs; the version changes when a key changes its meaning or goes."""
    click.echo(json.dumps({"version": 1, **value}, indent=2))
