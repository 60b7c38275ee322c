"""The pages of the documentation that tell how to play, written from the rules as data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bornes import EDITIONS, edition
from bornes.guide.descriptions import edition_summary
from bornes.guide.how_to_play import howto
from bornes.guide.text_blocks import Block, CardTable, Heading, Paragraph, PointsTable, RuleReference, TurnStory
from bornes.i18n import Translator, available_languages
from tests.support.paths import DOCS

FOLDER = DOCS / "how-to-play"
REGENERATE = "scripts/pages how-to-play writes docs/how-to-play anew"
NOTE = "<!-- Written by scripts/pages how-to-play. Change the texts in src/bornes/guide and their catalogs. -->"


def pages() -> dict[Path, str]:
    """Write a page for every edition in every language, and the page that leads to them."""
    found = {FOLDER / "index.md": _index()}
    for name in EDITIONS:
        for language in available_languages():
            found[FOLDER / f"{_file(name, language)}.md"] = _page(name, language)
    return found


def _file(name: str, language: str) -> str:
    return name if language == "en" else f"{name}-{language}"


def _index() -> str:
    lines = ["# How to play", "", NOTE, ""]
    lines += [
        "A page for each edition, to be read before the first game. `bornes howto EDITION` shows the same for any"
    ]
    lines += ["number of players and with house rules, and `i` does in a game.", "", "| | | |", "|---|---|---|"]
    for name in EDITIONS:
        title, line = edition(name).title, edition_summary(Translator("en", name), name)
        lines.append(f"| [{title}]({name}.md) | {line} | [en français]({name}-fr.md) |")
    listed = [_file(name, language) for language in available_languages() for name in EDITIONS]
    return "\n".join([*lines, "", "```{toctree}", ":hidden:", "", *listed, "```", ""])


def _page(name: str, language: str) -> str:
    words = Translator(language, name)
    page = howto(edition(name).rules(), words)
    blocks = ["\n".join(_markdown(block, words)) for block in page.blocks]
    return "\n\n".join([f"# {page.title}", NOTE, *blocks]) + "\n"


def _markdown(block: Block, words: Translator) -> Iterator[str]:
    match block:
        case Heading():
            yield f"## {block.text}"
        case Paragraph():
            yield block.text + _sources(block.ground)
        case TurnStory():
            yield from (f"{number}. {line}" for number, line in enumerate(block.lines, 1))
        case CardTable():
            yield from _cards(block)
        case PointsTable():
            yield from ("| | | |", "|---|--:|---|")
            for row in block.rows:
                yield f"| {row.name} | {words.whole(row.points)} | {row.what_for}{_sources(row.ground)} |"


def _cards(block: CardTable) -> Iterator[str]:
    width = len(block.rows[0])
    yield f"| {' | '.join(block.headings or [''] * width)} |"
    yield "|---" * width + "|"
    for row in block.rows:
        yield f"| {' | '.join('—' if cell is None else str(cell) for cell in row)} |"


def _sources(ground: RuleReference) -> str:
    """Name the clauses; rulings have a place of their own to point to."""
    linked = [f"[{one}](../clauses.md#{one.lower()})" if one.startswith("Q-") else one for one in ground.clauses]
    return f" ({', '.join(linked)})" if linked else ""


def main() -> None:
    """Write all pages."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
