"""Structured text in a terminal: laid out by rich, or as plain lines that can be read out."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from ..guide.text_blocks import (
    Block,
    CardCount,
    CardTable,
    GuidePage,
    Heading,
    Paragraph,
    PointsTable,
    RuleReference,
    TurnStory,
)
from ..i18n import N_, Translator

# -- laid out ------------------------------------------------------------------------------------------------------


def laid_out(page: GuidePage, words: Translator) -> Iterator[list[Text | Table]]:
    """Return what stands under the title, in parts to be set apart: a heading stays with what it is above.

    Headings are bold, cards and points are tables, clauses are dimmed.
    """
    heading: list[Text | Table] = []
    for block in page.blocks:
        part = _laid_out(block, words)
        if isinstance(block, Heading):
            heading = [part]
        else:
            yield [*heading, part]
            heading = []


def _laid_out(block: Block, words: Translator) -> Text | Table:
    match block:
        case Heading():
            return Text(block.text, "bold")
        case Paragraph():
            return Text.assemble(block.text, (_cited(block.ground, words), "dim"))
        case TurnStory():
            return Text("\n").join(Text(line) for line in block.lines)
        case PointsTable():
            return _points(block, words)
        case CardTable():
            return _cards(block) if block.headings else Text(block.text)


def _cited(ground: RuleReference, words: Translator) -> str:
    """Return the clauses behind a text in brackets, and that there is a house rule among them."""
    sources = [*ground.clauses, *([words.gettext("house rule")] if ground.house_rules else [])]
    return f" [{', '.join(sources)}]" if sources else ""


def _cards(block: CardTable) -> Table:
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in block.headings:
        made.add_column(heading)
    for row in block.rows:
        made.add_row(*("—" if cell is None else str(cell) for cell in row))
    return made


def _points(block: PointsTable, words: Translator) -> Table:
    made = Table.grid(padding=(0, 2))
    made.add_column()
    made.add_column(justify="right")
    made.add_column()
    for row in block.rows:
        made.add_row(
            row.name, Text(words.whole(row.points), "bold"), Text.assemble(row.what_for, _source(row.ground, words))
        )
    return made


def _source(ground: RuleReference, words: Translator) -> tuple[str, str]:
    return _cited(ground, words), "dim"


# -- line by line --------------------------------------------------------------------------------------------------


def plain_lines(page: GuidePage, words: Translator) -> Iterator[str]:
    """Return the page line by line, for screen readers: what a table shows by its columns is said in words."""
    yield page.title
    for block in page.blocks:
        if isinstance(block, Heading):
            yield ""
        yield from _plain(block, words)


def _plain(block: Block, words: Translator) -> Iterator[str]:
    match block:
        case Heading() | Paragraph():
            yield block.text
        case TurnStory():
            yield from block.lines
        case PointsTable():
            for row in block.rows:
                yield words.gettext("{what}: {value}", what=row.name, value=f"{words.whole(row.points)} {row.what_for}")
        case CardTable():
            yield from (_answers(row, words) for row in block.rows) if block.headings else [block.text]


def _answers(row: tuple[CardCount | None, ...], words: Translator) -> str:
    """Say what answers a hazard."""
    hazard, remedy, safety = row
    alone = N_("{hazard} is lifted by {remedy}.")
    both = N_("{hazard} is lifted by {remedy}, and kept away by {safety}.")
    names = {"hazard": hazard, "remedy": remedy, "safety": safety}
    said = {name: "" if cell is None else cell.name for name, cell in names.items()}
    return words.gettext(alone if safety is None else both, **said)
