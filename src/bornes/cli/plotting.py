"""Results drawn to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from .group import Failure

Command = TypeVar("Command", bound=Callable[..., Any])
PLOTS = (".png", ".svg", ".pdf")


def plot_file(text: str) -> Path:
    """Where a plot goes, in a format that can be drawn."""
    if Path(text).suffix.lower() not in PLOTS:
        raise click.UsageError(f"{text}: a plot is drawn to a file that ends in {', '.join(PLOTS)}")
    if not Path(text).absolute().parent.is_dir():
        raise Failure(f"{text}: there is no such folder")
    check_plotting()
    return Path(text)


def check_plotting() -> None:
    """Say that plots cannot be drawn before the work is done, not after."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise Failure("a plot needs matplotlib: pip install 'bornes[lab]'")


def plot_option(text: str) -> Callable[[Command], Command]:
    """--plot"""
    return click.option("--plot", type=plot_file, metavar="FILE", help=text)
