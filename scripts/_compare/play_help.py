"""Write down the help of every command in both languages, asked for by option and by environment."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from scripts._compare.commands import entry_point, load_everything, run
from scripts._compare.writer import TranscriptWriter, tell_progress

WAYS: tuple[tuple[str, tuple[str, ...], dict[str, str]], ...] = (
    ("en", (), {"LANGUAGE": "en"}),
    ("fr", ("--lang", "fr"), {"LANGUAGE": "en"}),
    ("fr by LANGUAGE", (), {"LANGUAGE": "fr_FR.UTF-8"}),
    ("fr by LANG", (), {"LANGUAGE": "", "LC_ALL": "", "LANG": "fr_FR.UTF-8"}),
)
"""How a language is asked for: a name for it, options, and variables of the environment."""


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of a command and of every command below it."""
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, (*path, name))


def main() -> None:
    """Write the transcript that the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    bornes: Any = entry_point()
    load_everything()
    found = list(commands(bornes))[:: options.every]
    with (
        TranscriptWriter(options.out / "help.txt") as out,
        tempfile.TemporaryDirectory(prefix="bornes-compare-") as name,
    ):
        for done, path in enumerate(found, 1):
            for way, args, environment in WAYS:
                out.section(f"bornes {' '.join((*path, '--help'))} in {way}")
                printed = run(bornes, [*path, *args, "--help"], Path(name), environment=environment)
                out.line("status", str(printed.status))
                out.text("out", printed.out)
                out.text("err", printed.err)
            tell_progress(done, len(found))


if __name__ == "__main__":
    main()
