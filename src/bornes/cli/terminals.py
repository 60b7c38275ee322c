"""Whether somebody sits at a terminal, who can be shown a screen."""

from __future__ import annotations

import sys
from typing import TextIO

import click

text_option = click.option("--text", is_flag=True, help="Told in words, not shown on a screen.")
"""--text"""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody sits there; a stream that was closed before we began is None."""
    return stream is not None and stream.isatty()


def on_screen(text: bool = False) -> bool:
    """Whether there is a terminal on both sides, and nobody asked for text."""
    return not text and is_terminal(sys.stdin) and is_terminal(sys.stdout)
