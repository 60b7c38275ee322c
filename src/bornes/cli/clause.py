"""``bornes clause``: what a rulebook says, and how its gaps are ruled."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from .group import print_json
from .options import json_option

if TYPE_CHECKING:
    from ..clauses import Clause, Ruling

TAGS = {
    "S": "the rulebook says so",
    "I": "it follows from what the rulebook says",
    "F": "a damaged figure shows it",
    "L": "it is lost here, and restored from a sister edition",
    "A": "it is advice, and binds nobody",
}
CONFIDENCE = {
    "H": "the text all but says so",
    "M": "it can be read in other ways too",
    "L": "it is a free choice",
}


def clause_id(text: str) -> str:
    """Read the id of a clause or ruling, typed in capitals or not."""
    from ..clauses import UnknownClause, cite

    try:
        return cite(text.upper()).id
    except UnknownClause as error:
        raise click.UsageError(str(error)) from None


def complete_id(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the ids that begin with what was typed."""
    from ..clauses import clauses, rulings

    ids = [one.id for one in clauses()] + [one.id for one in rulings()]
    return [id for id in ids if id.startswith(incomplete.upper())]


@click.command()
@click.argument("ids", metavar="ID...", type=clause_id, shell_complete=complete_id, nargs=-1, required=True)
@json_option
def clause(ids: tuple[str, ...], as_json: bool) -> None:
    """Look up clauses of the rulebooks, and rulings.

    A clause such as P62-26 is what a rulebook says. A ruling such as Q-09 is what Bornes decides where a rulebook says
    nothing, or contradicts itself.

    \b
    Examples:
      bornes clause P62-26
      bornes clause Q-09 AS-51
      bornes clause DJ-30 --json
    """
    from ..clauses import Clause, cite

    found = [cite(id) for id in ids]
    if as_json:
        kinds = ["clause" if isinstance(one, Clause) else "ruling" for one in found]
        print_json({"found": [{"kind": kind, **asdict(one)} for kind, one in zip(kinds, found, strict=True)]})
        return
    for one in found:
        _show(one)


def _show(one: Clause | Ruling) -> None:
    from rich.text import Text

    from ..clauses import Clause
    from .output import console, print_indented

    heading, notes = _of_clause(one) if isinstance(one, Clause) else _of_ruling(one)
    out = console()
    out.print(f"{one.id}  {heading}", style="bold")
    print_indented(out, Text(one.text), "  ")
    for name, note in notes.items():
        if note:
            print_indented(out, Text(f"{name}: {note}", "dim"), "  ")
    out.print()


def _of_clause(one: Clause) -> tuple[str, dict[str, str]]:
    from ..editions import edition

    return f"{edition(one.edition).title}, {one.section}", {
        "source": _meaning(one.tag, TAGS),
        "rulings about it": ", ".join(one.rulings),
        "no program can show it": one.not_applicable or "",
        "decides": ", ".join(_fixed_by(one.id)),
    }


def _of_ruling(one: Ruling) -> tuple[str, dict[str, str]]:
    return one.title, {
        "how sure": _meaning(one.confidence or "", CONFIDENCE),
        "other readings": ", ".join(one.switches),
        "editions": ", ".join(one.editions),
        "decides": ", ".join(_fixed_by(one.id)),
    }


def _meaning(letters: str, words: dict[str, str]) -> str:
    return ", ".join(words[letter] for letter in letters.split("/") if letter)


def _fixed_by(id: str) -> list[str]:
    """List the rules whose values rest on this clause or ruling, in some form of some edition."""
    from ..editions import all_forms

    cited = ((field, source) for book, form in all_forms() for field, (_, source) in book.cited(form).items())
    return list(dict.fromkeys(field for field, source in cited if source == id))
