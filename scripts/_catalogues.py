"""Bring the catalogues of words up to date with the messages in the code, and compile them.

New messages come in without a translation, those that are gone go out, and so do an edition's own words for them.
The tests ask whether every message is translated; `setup.py` compiles the same files when Bornes is built.
"""

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po
from click import Command, Context

from bornes.cli import COMMANDS
from bornes.cli import main as program
from bornes.cli.translation import with_translated_help
from bornes.guide.clause_texts import NOT_APPLICABLE, SECTION, TITLE
from bornes.i18n.catalogs import CATALOG_PARTS, STANDALONE_PARTS
from bornes.rules.cards import DISTANCES, Card
from bornes.rules.clauses import clauses, rulings
from bornes.rules.editions import EDITION_NAMES, edition

ROOT = Path(__file__).resolve().parent.parent
CODE = ROOT / "src" / "bornes"
WORDS = CODE / "i18n"
SOURCE_LANGUAGE = "en"
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}
WIDTH = 110


METHODS = [("**.py", "python"), ("**.js", "javascript")]
OPTIONS = {"**.js": {"parse_template_string": True}}
"""Messages stand within `${…}`, too."""


class Broken(Exception):
    """A catalogue that cannot be used: which file, and what is wrong with it."""


def main() -> None:
    try:
        for part, template in extracted().items():
            for folder in sorted({path.parent for path in WORDS.glob("*/*.po")}):
                missing = refresh(folder / f"{part}.po", template)
                print(f"bornes: {folder.name} {part}: {missing} to translate", file=sys.stderr)
    except Broken as error:
        sys.exit(f"bornes: {error}")


def refresh(path: Path, template: Catalog) -> int:
    """Update and compile a catalogue, made or removed where need be; returns how many messages are untranslated."""
    catalogue = updated(known(path), template)
    check(catalogue, path)
    if not len(catalogue):
        path.unlink(missing_ok=True)
        return 0
    write(catalogue, path)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    return sum(not translated(message) for message in catalogue if message.id)


def known(path: Path) -> Catalog:
    """What is translated already: the catalogue itself, and for one that holds all it says before it the others."""
    others = [
        path.with_name(f"{part}.po")
        for part in CATALOG_PARTS
        if part not in STANDALONE_PARTS and path.stem in STANDALONE_PARTS
    ]
    try:
        found = Catalog(locale=path.parent.name)
    except ValueError as error:
        raise Broken(f"{path.parent} is not named after a language, such as de or pt_BR") from error
    if found.locale is None:
        raise Broken(f"{path.parent} is not named after a language, such as de or pt_BR")
    for message in (message for one in (*others, path) if one.exists() for message in read(one) if message.id):
        found.add(message.id, message.string, context=message.context)  # Babel keeps the first that it is given
    return found


def read(path: Path) -> Catalog:
    """A catalogue as it lies there; one that gettext would not understand is refused."""
    try:
        with path.open("rb") as file:
            return read_po(file, abort_invalid=True)
    except PoFileError as error:
        why = str(error).removesuffix(f" on {error.lineno}")  # which counts from 0
        raise Broken(f"{path}: line {error.lineno + 1}: {why}") from error
    except (LookupError, ValueError) as error:  # of an encoding that does not exist, or is another
        raise Broken(f"{path}: {error}") from error


def check(catalogue: Catalog, path: Path) -> None:
    """Refuse a translation that names values which its message does not have: nobody could fill them in."""
    for message in catalogue:
        originals = texts(message.id)
        for form in filter(None, texts(message.string) if message.id else []):
            try:
                unknown = values_of(form).difference(*map(values_of, originals))
            except ValueError as error:
                raise Broken(f"{path}: {form!r}: {error}") from error
            if unknown and path.stem != "law":  # clauses are said as they are
                raise Broken(f"{path}: {form!r} names {{{min(unknown)}}}, which {originals[0]!r} does not")


def texts(said: str | Sequence[str] | None) -> list[str]:
    """A message or translation, or all plural forms of one."""
    return [said] if isinstance(said, str) else list(said or ())


def values_of(text: str) -> set[str]:
    """The names of the values that a message has, without what follows them, as the !r of {name!r}."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def write(catalogue: Catalog, path: Path) -> None:
    """The messages under the header that is there: Babel's own would change with the day and its version."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    header = before.partition("\n\n")[0] or new_header(catalogue)
    messages = BytesIO()
    write_po(messages, catalogue, width=WIDTH, omit_header=True, include_lineno=False)
    path.write_text(f"{header}\n\n{messages.getvalue().decode()}", encoding="utf-8")


def new_header(catalogue: Catalog) -> str:
    fields = {
        "Project-Id-Version": "Bornes",
        "Language": str(catalogue.locale),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": catalogue.plural_forms,
    }
    lines = "\n".join(f'"{name}: {value}\\n"' for name, value in fields.items())
    return f'msgid ""\nmsgstr ""\n{lines}'


def extracted(code: Path = CODE) -> dict[str, Catalog]:
    """Every message in the code, by the part of the catalogues it belongs to, in the order of the modules."""
    templates = {part: Catalog() for part in CATALOG_PARTS}
    name_cards_and_editions(templates["library"])
    cite_the_law(templates["law"])
    found = list(extract_from_dir(code, METHODS, OPTIONS, KEYWORDS, comment_tags=(), strip_comment_tags=True))
    for filename, _, message, _, _ in sorted(found, key=lambda entry: (rank(entry[0]), *entry[:2])):
        part = part_of(filename)
        if part in STANDALONE_PARTS or not any(message in template for template in templates.values()):
            templates[part].add(message, locations=[(f"src/bornes/{filename}", 0)])
    help_with_commands(templates)
    return templates


def part_of(filename: str) -> str:
    """The part of the catalogues that the messages of a module belong to."""
    return next((part for part, place in CATALOG_PARTS.items() if place and filename.startswith(place)), "library")


def rank(filename: str) -> int:
    return list(CATALOG_PARTS).index(part_of(filename))


def name_cards_and_editions(template: Catalog) -> None:
    """Add the names that lie in rooms below the words, where nothing marks them."""
    for card in Card:
        if card not in DISTANCES:
            template.add(str(card), locations=[("src/bornes/rules/cards.py", 0)])
    for name in EDITION_NAMES:
        for text in (edition(name).title, edition(name).line):
            template.add(text, locations=[(f"src/bornes/rules/editions/{name.replace('-', '_')}.py", 0)])


def cite_the_law(template: Catalog) -> None:
    """Add the texts of clauses and rulings, each under its number, and what stands around them."""
    for clause in clauses():
        template.add(clause.text, context=clause.id)
        template.add(clause.section, context=SECTION)
        if clause.not_applicable:
            template.add(clause.not_applicable, context=NOT_APPLICABLE)
    for ruling in rulings():
        template.add(ruling.title, context=f"{ruling.id} {TITLE}")
        template.add(ruling.text, context=ruling.id)


def help_with_commands(templates: dict[str, Catalog]) -> None:
    """Add all that ``--help`` says, which nothing marks either: each command as the reader of its help meets it."""
    for name in (None, *COMMANDS):
        command: Command | None = program if name is None else program.get_command(Context(program, obj="en"), name)
        assert command is not None

        def note(message: str, place: str = f"src/bornes/cli/{name or '__init__'}.py") -> str:
            if not any(message in template for template in templates.values()):
                templates["commands"].add(message, locations=[(place, 0)])
            return message

        with_translated_help(command, note)


def updated(catalogue: Catalog, template: Catalog) -> Catalog:
    """The catalogue with the messages of the template, each followed by the editions' own words for it."""
    fresh = Catalog(locale=catalogue.locale)
    for message in template:
        if not message.id:
            continue
        # English is the language of the messages: only the editions' own words need be written down.
        if str(catalogue.locale) != SOURCE_LANGUAGE:
            known = catalogue.get(message.id, message.context)
            # Babel finds a message also where a plural was added to it or taken away.
            string = known.string if known and known.id == message.id else ""
            fresh.add(message.id, string, locations=message.locations, context=message.context)
        if not message.context:
            for own in own_words(catalogue, message):
                fresh.add(own.id, own.string, context=own.context)
    return fresh


def own_words(catalogue: Catalog, message: Message) -> Iterator[Message]:
    return (own for own in catalogue if own.context in EDITION_NAMES and own.id == message.id)


def translated(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


if __name__ == "__main__":
    main()
