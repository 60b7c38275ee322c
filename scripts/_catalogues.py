"""Bring the catalogues of words up to date with the messages in the code, and compile them.

New messages come in without a translation, those that are gone go out, and so do an edition's own words for them.
The tests ask whether every message is translated; `setup.py` compiles the same files when Bornes is built.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bornes.cards import DISTANCES, Card
from bornes.editions import NAMES, edition

ROOT = Path(__file__).resolve().parent.parent
CODE = ROOT / "src" / "bornes"
WORDS = CODE / "words"
SOURCE_LANGUAGE = "en"
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}
WIDTH = 110


def main() -> None:
    template = extracted()
    for path in sorted(WORDS.glob("*/LC_MESSAGES/*.po")):
        missing = refresh(path, template)
        print(f"bornes: {path.relative_to(ROOT)}: {missing} to translate", file=sys.stderr)


def refresh(path: Path, template: Catalog) -> int:
    """Update and compile one catalogue; returns how many messages it leaves untranslated."""
    catalogue = updated(read(path), template)
    write(catalogue, path)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    return sum(not translated(message) for message in catalogue if message.id)


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def write(catalogue: Catalog, path: Path) -> None:
    """The messages under the header that is there: Babel's own would change with the day and its version."""
    header, _, _ = path.read_text(encoding="utf-8").partition("\n\n")
    messages = BytesIO()
    write_po(messages, catalogue, width=WIDTH, omit_header=True, include_lineno=False)
    path.write_text(f"{header}\n\n{messages.getvalue().decode()}", encoding="utf-8")


def extracted() -> Catalog:
    """Every message in the code, in the order of the modules; first the names of cards and editions.

    Those lie in rooms below the words, so nothing marks them.
    """
    template = Catalog()
    for card in Card:
        if card not in DISTANCES:
            template.add(str(card), locations=[("src/bornes/cards.py", 0)])
    for name in NAMES:
        template.add(edition(name).title, locations=[(f"src/bornes/editions/{name.replace('-', '_')}.py", 0)])
    found = extract_from_dir(CODE, keywords=KEYWORDS, comment_tags=(), strip_comment_tags=True)
    for filename, _, message, _, _ in sorted(found, key=lambda entry: entry[:2]):
        template.add(message, locations=[(f"src/bornes/{filename}", 0)])
    return template


def updated(catalogue: Catalog, template: Catalog) -> Catalog:
    """The catalogue with the messages of the template, each followed by the editions' own words for it."""
    fresh = Catalog(locale=catalogue.locale)
    for message in template:
        if not message.id:
            continue
        # English is the language of the messages: only the editions' own words need be written down.
        if str(catalogue.locale) != SOURCE_LANGUAGE:
            known = catalogue.get(message.id)
            # Babel finds a message also where a plural was added to it or taken away.
            string = known.string if known and known.id == message.id else ""
            fresh.add(message.id, string, locations=message.locations)
        for own in own_words(catalogue, message):
            fresh.add(own.id, own.string, context=own.context)
    return fresh


def own_words(catalogue: Catalog, message: Message) -> Iterator[Message]:
    return (own for own in catalogue if own.context and own.id == message.id)


def translated(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


if __name__ == "__main__":
    main()
