"""What is written to the terminal, by rich.  Loading rich takes longer than ``--help`` may, so import this late."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from ..i18n import Translator
    from ..rules.ruleset import Rules

MAX_LINE_WIDTH = 100
"""Lines longer than this are hard to read, however wide the window."""


def console(stderr: bool = False) -> Console:
    """Open the terminal, with text taken as it is: names in records may look like markup."""
    found = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    found.width = min(found.width, MAX_LINE_WIDTH) or MAX_LINE_WIDTH  # COLUMNS may say 0
    return found


def table(*columns: str, right: Iterable[int] = ()) -> Table:
    """Make an empty table in the house style; columns named by number stand to the right."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    numbers = set(right)
    for number, heading in enumerate(columns):
        made.add_column(heading, justify="right" if number in numbers else "left")
    return made


def print_table(out: Console, made: Table) -> None:
    """Print a table without spaces at the ends of its lines."""
    for segments in out.render_lines(made, pad=False):
        line = Text.assemble(*((segment.text, segment.style or "") for segment in segments))
        line.rstrip()
        out.print(line)


def print_listing(out: Console, lines: Mapping[str, str], indent: str = "  ") -> None:
    """Print names and what there is to say of each, indented."""
    widest = max(map(len, lines))
    for name, text in lines.items():
        print_indented(out, Text(text), f"{indent}{name:<{widest}}  ")


_NO_BREAK, _HELD = "\N{NARROW NO-BREAK SPACE}", "\ue000"
"""A space that no line may end at, and what stands for it while lines are made: rich breaks at every space."""


def print_indented(out: Console, text: Text, label: str) -> None:
    """Print a text with a label before its first line, and the others as far to the right."""
    held = text.copy()
    held.plain = text.plain.replace(_NO_BREAK, _HELD)
    for line in held.wrap(out, out.width - len(label)):
        line.rstrip()
        line.plain = line.plain.replace(_HELD, _NO_BREAK)
        out.print(Text.assemble((label, "dim"), line))
        label = " " * len(label)


def print_rules(out: Console, words: Translator, rules: Rules) -> None:
    """Print which game it is: the edition and the form, then a line for each house rule."""
    out.print(game_title(words, rules), style="bold")
    for line in house_rule_lines(words, rules):
        out.print(line)


def game_title(words: Translator, rules: Rules) -> str:
    """Name the edition and the form: ``Asmodee, The Great Classic, 4 players in pairs``."""
    from ..terminal.phrases import form_words

    return f"{words.edition_title(rules.edition)}, {form_words(words, rules)}"


def house_rule_lines(words: Translator, rules: Rules) -> Iterator[str]:
    """Tell every house rule as it is written on the command line."""
    from ..rules.editions import house_rules
    from ..rules.ruleset import format_value

    for field, value in house_rules(rules).items():
        yield words.gettext("house rule {field} = {value}", field=field, value=format_value(value))


@contextmanager
def progress_bar(description: str, total: float | None = None, width: int = 24) -> Iterator[Callable[..., None]]:
    """Show a progress bar on a terminal; what is yielded moves it on, as ``JobProgress.update`` of rich does."""
    columns = (TextColumn("{task.description}"), BarColumn(width), MofNCompleteColumn(), TimeRemainingColumn())
    # A redirected stderr gets no bar, whatever FORCE_COLOR makes rich believe.
    with Progress(*columns, console=console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        yield partial(bar.update, bar.add_task(description, total=total))
