"""``bornes clause``: what a rulebook says, and how its gaps are ruled."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from .group import print_json

if TYPE_CHECKING:
    from ..clauses import Clause, Ruling

TAGS = {
    "S": "stated",
    "I": "inferred",
    "F": "read from a figure",
    "L": "lost and rebuilt",
    "A": "advice, binds nobody",
}
CONFIDENCE = {
    "H": "the text practically decides",
    "M": "other readings are respectable",
    "L": "a free choice",
}


def clause_id(text: str) -> str:
    """The id of a clause or ruling, typed in capitals or not."""
    from ..clauses import UnknownClause, cite

    try:
        return cite(text.upper()).id
    except UnknownClause as error:
        raise click.UsageError(str(error)) from None


def complete_id(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The ids that begin so."""
    from ..clauses import clauses, rulings

    ids = [one.id for one in clauses()] + [one.id for one in rulings()]
    return [id for id in ids if id.startswith(incomplete.upper())]


@click.command()
@click.argument("ids", metavar="ID...", type=clause_id, shell_complete=complete_id, nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def clause(ids: tuple[str, ...], as_json: bool) -> None:
    """Show what is behind the numbers of clauses and rulings.

    A clause such as P62-26 is what a rulebook says; a ruling such as Q-09 is what Bornes decides where the rulebooks
    say nothing, or two things.

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
    from rich.padding import Padding

    from ..clauses import Clause
    from .screen import console

    heading, notes = _of_clause(one) if isinstance(one, Clause) else _of_ruling(one)
    out = console()
    out.print(f"{one.id}  {heading}", style="bold")
    out.print(Padding(one.text, (0, 2)))
    for name, note in notes.items():
        if note:
            out.print(Padding(f"{name}: {note}", (0, 2)), style="dim")
    out.print()


def _of_clause(one: Clause) -> tuple[str, dict[str, str]]:
    from ..editions import edition

    return f"{edition(one.edition).title}, {one.section}", {
        "how it is known": _meaning(one.tag, TAGS),
        "ruled on in": ", ".join(one.rulings),
        "cannot be shown by a program": one.not_applicable or "",
        "fixes": ", ".join(_fixed_by(one.id)),
    }


def _of_ruling(one: Ruling) -> tuple[str, dict[str, str]]:
    return one.title, {
        "how sure": _meaning(one.confidence or "", CONFIDENCE),
        "other readings": ", ".join(one.switches),
        "arises in": ", ".join(one.editions),
        "fixes": ", ".join(_fixed_by(one.id)),
    }


def _meaning(letters: str, words: dict[str, str]) -> str:
    return ", ".join(words[letter] for letter in letters.split("/") if letter)


def _fixed_by(id: str) -> list[str]:
    """The rules whose values rest on it, in some form of some edition."""
    from ..editions import all_forms

    cited = ((field, source) for book, form in all_forms() for field, (_, source) in book.cited(form).items())
    return list(dict.fromkeys(field for field, source in cited if source == id))
