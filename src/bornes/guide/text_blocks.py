"""Structured text: headings, paragraphs, cards and points, each with the rules and clauses that it rests on.

A terminal prints it and a browser lays it out; neither has to know any rules.  ``as_dict`` is the text for JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..rules.cards import Card


@dataclass(frozen=True, slots=True)
class RuleReference:
    """What a part of a text rests on."""

    rules: tuple[str, ...] = ()
    """The fields of ``Rules`` that it speaks of."""
    clauses: tuple[str, ...] = ()
    """The clauses and rulings behind their values."""
    house_rules: tuple[str, ...] = ()
    """The fields among them that a house rule has changed, so that no clause is behind them."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"rules": [*self.rules], "clauses": [*self.clauses], "house_rules": [*self.house_rules]}


@dataclass(frozen=True, slots=True)
class Heading:
    """The beginning of a section."""

    text: str

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"kind": "heading", "text": self.text}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together."""

    text: str
    ground: RuleReference = RuleReference()

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"kind": "paragraph", "text": self.text, **self.ground.as_dict()}


@dataclass(frozen=True, slots=True)
class TurnStory:
    """What happens one after another, a line for each turn."""

    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"kind": "story", "lines": [*self.lines]}


@dataclass(frozen=True, slots=True)
class CardCount:
    """A kind of card, and how many of it the deck has."""

    card: Card
    name: str
    """What the edition prints on it."""
    count: int

    def __str__(self) -> str:
        return f"{self.count} × {self.name}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"card": self.card.notation, "name": self.name, "count": self.count}


@dataclass(frozen=True, slots=True)
class CardTable:
    """Cards side by side: with headings, a hazard, its remedy and its safety; without, cards of one family."""

    headings: tuple[str, ...]
    """What the columns are; none for a single row of cards."""
    rows: tuple[tuple[CardCount | None, ...], ...]
    """The cards; None where no card does what its column says."""
    ground: RuleReference = RuleReference()

    @property
    def text(self) -> str:
        """All cells, row by row."""
        lines = (" · ".join("—" if cell is None else str(cell) for cell in row) for row in self.rows)
        return "\n".join([" · ".join(self.headings), *lines] if self.headings else lines)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        rows = [[None if cell is None else cell.as_dict() for cell in row] for row in self.rows]
        return {"kind": "cards", "headings": [*self.headings], "cards": rows, **self.ground.as_dict()}


@dataclass(frozen=True, slots=True)
class PointsRow:
    """A row of the score sheet: what it is called, what it pays and for what."""

    row: str
    """The name of the row, as in ``DealSheet.rows``."""
    name: str
    points: int
    """What it pays, once or each time; a mile pays 1."""
    what_for: str
    ground: RuleReference = RuleReference()

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        named = {"row": self.row, "name": self.name, "points": self.points, "what_for": self.what_for}
        return {**named, **self.ground.as_dict()}


@dataclass(frozen=True, slots=True)
class PointsTable:
    """What is paid at the end, row by row."""

    rows: tuple[PointsRow, ...]

    @property
    def ground(self) -> RuleReference:
        """What all rows rest on."""
        return joined([row.ground for row in self.rows])

    @property
    def text(self) -> str:
        """All rows."""
        return "\n".join(f"{row.name} · {row.points} · {row.what_for}" for row in self.rows)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"kind": "points", "rows": [row.as_dict() for row in self.rows]}


Block = Heading | Paragraph | TurnStory | CardTable | PointsTable


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A text from its title to its end."""

    title: str
    language: str
    edition: str
    blocks: tuple[Block, ...]

    @property
    def ground(self) -> RuleReference:
        """What the whole text rests on."""
        return joined([block.ground for block in self.blocks if not isinstance(block, Heading | TurnStory)])

    @property
    def text(self) -> str:
        """All that is said, without any layout."""
        return "\n\n".join([self.title, *(block.text for block in self.blocks)])

    def sections(self) -> Iterator[tuple[Heading, list[Block]]]:
        """Return each heading with what stands under it."""
        at = [number for number, block in enumerate(self.blocks) if isinstance(block, Heading)]
        for start, end in zip(at, [*at[1:], len(self.blocks)], strict=False):
            heading = self.blocks[start]
            assert isinstance(heading, Heading)
            yield heading, list(self.blocks[start + 1 : end])

    def as_dict(self) -> dict[str, Any]:
        """Return the page as plain values, for JSON."""
        return {
            "title": self.title,
            "language": self.language,
            "edition": self.edition,
            "blocks": [block.as_dict() for block in self.blocks],
        }


def joined(grounds: list[RuleReference]) -> RuleReference:
    """Return all that several parts rest on, each thing once."""
    return RuleReference(
        tuple(dict.fromkeys(field for ground in grounds for field in ground.rules)),
        tuple(dict.fromkeys(clause for ground in grounds for clause in ground.clauses)),
        tuple(dict.fromkeys(field for ground in grounds for field in ground.house_rules)),
    )
