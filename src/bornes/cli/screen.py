"""What is written to the terminal, by rich.  Loading rich takes longer than ``--help`` may, so import this late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

WIDEST = 100
"""Lines longer than this are hard to read, however wide the window."""


def console(stderr: bool = False) -> Console:
    """The terminal, with text taken as it is: names in records may look like markup."""
    found = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    found.width = min(found.width, WIDEST)
    return found


def table(*columns: str, right: Iterable[int] = ()) -> Table:
    """An empty table in the house style; columns named by number stand to the right."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    numbers = set(right)
    for number, heading in enumerate(columns):
        made.add_column(heading, justify="right" if number in numbers else "left")
    return made


def listing(lines: Mapping[str, str]) -> Table:
    """Names and what there is to say of each, indented."""
    made = Table.grid(padding=(0, 2))
    made.add_column(style="dim", no_wrap=True)
    made.add_column()
    for name, text in lines.items():
        made.add_row(f"  {name}", text)
    return made
