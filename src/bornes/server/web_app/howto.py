"""How to play, in the words of an edition: its page in sections, for a browser to lay out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from ...editions import NAMES, edition
from ...words import Words
from ...words.howto import howto
from ...words.structured import Block, CardTable, Heading, Paragraph, PointsTable, Story
from ..problems import ServerProblem, Why


class HowToBlock(Struct, frozen=True, tag_field="kind"):
    """A part of a page."""


class ParagraphBlock(HowToBlock, frozen=True, tag="paragraph"):
    """Sentences that belong together, and the clauses that they rest on."""

    text: str
    clauses: list[str]


class StoryBlock(HowToBlock, frozen=True, tag="story"):
    """What happens one after another, a line for each turn."""

    lines: list[str]


class CountedCard(Struct, frozen=True):
    """A card, its name, and how many of it the deck has."""

    card: str
    name: str
    count: int


class CardsBlock(HowToBlock, frozen=True, tag="cards"):
    """Cards side by side: with headings, a hazard, its remedy and its safety; without, cards of one family."""

    headings: list[str]
    rows: list[list[CountedCard | None]]
    clauses: list[str]


class PaidRow(Struct, frozen=True):
    """A row of the score sheet: what it is called, what it pays, and for what."""

    name: str
    points: str
    what_for: str
    clauses: list[str]


class PointsBlock(HowToBlock, frozen=True, tag="points"):
    """What is paid at the end, row by row."""

    rows: list[PaidRow]


Blocks = ParagraphBlock | StoryBlock | CardsBlock | PointsBlock


class HowToSection(Struct, frozen=True):
    """A heading with what stands under it."""

    heading: str
    blocks: list[Blocks]


class HowTo(Struct, frozen=True):
    """How to play by one edition."""

    edition: str
    title: str
    """Of the whole page."""
    lead: list[Blocks]
    """What stands before the first heading."""
    sections: list[HowToSection]


def read_howto(name: str, language: str) -> HowTo:
    """Return how to play by an edition, for two; ServerProblem where there is no such edition."""
    if name not in NAMES:
        raise ServerProblem(Why.NO_PAGE, field="edition")
    return _howto(name, language)


@cache
def _howto(name: str, language: str) -> HowTo:
    words = Words(language, name)
    page = howto(edition(name).rules(), words)
    sections = list(page.sections())
    before = page.blocks[: len(page.blocks) - sum(1 + len(blocks) for _, blocks in sections)]
    return HowTo(
        name,
        page.title,
        _laid_out(before, words),
        [HowToSection(heading.text, _laid_out(blocks, words)) for heading, blocks in sections],
    )


def _laid_out(blocks: Iterable[Block], words: Words) -> list[Blocks]:
    return [_block(block, words) for block in blocks if not isinstance(block, Heading)]


def _block(block: Paragraph | Story | CardTable | PointsTable, words: Words) -> Blocks:
    match block:
        case Paragraph():
            return ParagraphBlock(block.text, list(block.ground.clauses))
        case Story():
            return StoryBlock(list(block.lines))
        case CardTable():
            rows = [
                [None if one is None else CountedCard(one.card.notation, one.name, one.count) for one in row]
                for row in block.rows
            ]
            return CardsBlock(list(block.headings), rows, list(block.ground.clauses))
        case PointsTable():
            return PointsBlock(
                [
                    PaidRow(row.name, words.whole(row.points), row.what_for, list(row.ground.clauses))
                    for row in block.rows
                ]
            )
