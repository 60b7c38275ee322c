"""``bornes rules`` and ``bornes clause``: an edition's rules with the clause behind each, and what the clauses say."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..base.marks import N_
from .group import print_json
from .options import (
    FORM,
    complete_edition,
    edition_name,
    edition_option,
    form_as_dict,
    form_options,
    json_option,
    lang_option,
    rules_of,
    was_given,
)
from .translation import TranslatedUsageError

if TYPE_CHECKING:
    from ..i18n import Translator
    from ..rules.clauses import Clause, Ruling
    from ..rules.editions import Form
    from ..rules.ruleset import Rules

# -- bornes rules -------------------------------------------------------------------------------------------------


class CitedRule(NamedTuple):
    """A rule, its value, and the clause or ruling behind it; None where a house rule replaced that."""

    field: str
    value: Any
    clause: str | None


@click.command()
@click.argument(
    "editions", metavar="[EDITION [EDITION2]]", type=edition_name, shell_complete=complete_edition, nargs=-1
)
@edition_option
@form_options
@lang_option
@json_option
def rules(editions: tuple[str, ...], edition: str, lang: str, as_json: bool, **form: Any) -> None:
    """Show the rules of an edition, or how two editions differ.

    Each rule comes with the clause of the rulebook it is taken from, or with a ruling where the rulebook leaves a gap;
    `bornes clause` shows the text of both. Without any options, it lists the editions and how many can play.

    \b
    Examples:
      bornes rules
      bornes rules parker-1962 --players 4
      bornes rules parker-1962 dujardin
      bornes rules dujardin --players 4 --rule target=700
    """
    named = (*((edition,) if was_given("edition") else ()), *editions)
    if len(named) > 2:
        text = N_("{count} editions are too many: name one to read it, or two to compare them")
        raise TranslatedUsageError(text, count=len(named))
    if not named and was_given(*FORM):
        named = (edition,)
    chosen = [rules_of(name, **form) for name in named]
    if as_json:
        print_json(_as_dict(chosen) if chosen else _editions_as_dict())
    elif not chosen:
        _list_editions(lang)
    elif len(chosen) == 1:
        _show(chosen[0], lang)
    else:
        _compare(chosen[0], chosen[1], lang)


def _editions_as_dict() -> dict[str, Any]:
    from ..rules.editions import EDITION_NAMES, edition

    return {
        "editions": [
            {
                "edition": name,
                "title": edition(name).title,
                "line": edition(name).line,
                "language": edition(name).language,
                "forms": [asdict(form) for form in edition(name).forms],
            }
            for name in EDITION_NAMES
        ]
    }


def _as_dict(chosen: list[Rules]) -> dict[str, Any]:
    tables = [{rule.field: {"value": rule.value, "clause": rule.clause} for rule in _cited(r)} for r in chosen]
    result: dict[str, Any] = {
        "editions": [
            {"edition": shown.edition, "form": form_as_dict(shown), "rules": table}
            for shown, table in zip(chosen, tables, strict=True)
        ]
    }
    if len(chosen) == 2:
        result["differences"] = [mine.field for mine, _ in _differences(*chosen)]
    return result


def _cited(shown: Rules) -> list[CitedRule]:
    """List every rule with its source; the edition itself is the heading, not a rule."""
    from ..rules.editions import edition
    from ..rules.ruleset import FIELDS

    book = edition(shown.edition)
    fields = [field for field in FIELDS if field != "edition"]
    return [CitedRule(field, getattr(shown, field), book.source(shown, field)) for field in fields]


def _differences(one: Rules, other: Rules) -> list[tuple[CitedRule, CitedRule]]:
    return [
        (mine, theirs) for mine, theirs in zip(_cited(one), _cited(other), strict=True) if mine.value != theirs.value
    ]


def _list_editions(lang: str) -> None:
    from ..guide.descriptions import edition_summary
    from ..i18n import Translator
    from ..rules.editions import EDITION_NAMES, edition
    from ..terminal.phrases import bornes_command
    from .output import console, print_listing, print_table, table

    words = Translator(lang)
    made = table(
        words.gettext("edition"),
        words.gettext("rulebook"),
        words.gettext("alone"),
        words.gettext("in pairs"),
        words.gettext("short trip"),
    )
    for column in made.columns[:2]:
        column.no_wrap = True  # rather break a heading than a name
    for name in EDITION_NAMES:
        forms = edition(name).forms
        alone = [form for form in forms if not form.partners]
        pairs = [form for form in forms if form.partners]
        short = [form for form in forms if form.short]
        made.add_row(name, words.edition_title(name), *map(_players, (alone, pairs, short)))
    out, command = console(), bornes_command()
    print_table(out, made)
    out.print()
    print_listing(out, {name: edition_summary(words, name) for name in EDITION_NAMES}, indent="")
    out.print("\n" + words.gettext("To learn how to play one: {command} howto EDITION", command=command))
    out.print(words.gettext("To read one: {command} rules EDITION", command=command))
    out.print(words.gettext("To compare two: {command} rules EDITION EDITION", command=command))


def _players(forms: list[Form]) -> str:
    return ", ".join(dict.fromkeys(str(form.players) for form in forms))


def _show(shown: Rules, lang: str) -> None:
    from rich.text import Text

    from ..guide.descriptions import edition_summary, form_summary
    from ..i18n import Translator
    from ..rules.editions import house_rules
    from .output import console, game_title, print_indented, print_table, table

    words = Translator(lang, shown.edition)
    made = table(words.gettext("rule"), words.gettext("value"), words.gettext("clause"))
    for rule in _cited(shown):
        made.add_row(words.rule(rule.field), words.rule_value(rule.field, rule.value), _source(words, rule))
    out = console()
    out.print(game_title(words, shown), style="bold")
    about = (
        [form_summary(words, shown)]
        if house_rules(shown)
        else [edition_summary(words, shown.edition), form_summary(words, shown)]
    )
    print_indented(out, Text(" ".join(about)), "")
    out.print()
    print_table(out, made)


def _compare(one: Rules, other: Rules, lang: str) -> None:
    from ..i18n import Translator
    from ..terminal.phrases import form_words
    from .output import console, print_table, table

    words, others = Translator(lang, one.edition), Translator(lang, other.edition)
    differences = _differences(one, other)
    made = table(words.gettext("rule"), one.edition, other.edition)
    for mine, theirs in differences:
        made.add_row(
            words.rule(mine.field),
            f"{_value(words, mine, theirs)} [{_source(words, mine)}]",
            f"{_value(others, theirs, mine)} [{_source(others, theirs)}]",
        )
    count = len(differences)
    counted = words.ngettext("{rules} rule differs", "{rules} rules differ", count, rules=count)
    out = console()
    out.print(f"{counted}, {form_words(words, one)}\n", style="bold")
    print_table(out, made)


def _value(words: Translator, rule: CitedRule, other: CitedRule) -> str:
    """Tell a value beside another one: of two decks only the cards that are not as many in both."""
    from ..rules.cards import Card

    if rule.field != "deck":
        return words.rule_value(rule.field, rule.value)
    counts = zip(Card, rule.value, other.value, strict=True)
    return ", ".join(f"{count} × {words.card(card)}" for card, count, others in counts if count != others)


def _source(words: Translator, rule: CitedRule) -> str:
    return words.gettext("house rule") if rule.clause is None else rule.clause


# -- bornes clause ------------------------------------------------------------------------------------------------

TAGS = {
    "S": N_("the rulebook says so"),
    "I": N_("it follows from what the rulebook says"),
    "F": N_("a damaged figure shows it"),
    "L": N_("it is lost here, and restored from a sister edition"),
    "A": N_("it is advice, and binds nobody"),
}
CONFIDENCE = {
    "H": N_("the text all but says so"),
    "M": N_("it can be read in other ways too"),
    "L": N_("it is a free choice"),
}


def clause_id(text: str) -> str:
    """Read the id of a clause or ruling, typed in capitals or not."""
    from ..rules.clauses import UnknownClause, cite

    try:
        return cite(text.upper()).id
    except UnknownClause as error:
        raise TranslatedUsageError("{error}", error=error) from None


def complete_id(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the ids that begin with what was typed."""
    from ..rules.clauses import clauses, rulings

    ids = [one.id for one in clauses()] + [one.id for one in rulings()]
    return [id for id in ids if id.startswith(incomplete.upper())]


@click.command()
@click.argument("ids", metavar="ID...", type=clause_id, shell_complete=complete_id, nargs=-1, required=True)
@lang_option
@json_option
def clause(ids: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Look up clauses of the rulebooks, and rulings.

    A clause such as P62-26 is what a rulebook says. A ruling such as Q-09 is what Bornes decides where a rulebook says
    nothing, or contradicts itself.

    \b
    Examples:
      bornes clause P62-26
      bornes clause Q-09 AS-51
      bornes clause DJ-30 --json
    """
    from ..guide.clause_texts import cite
    from ..rules.clauses import Clause

    found = [cite(id, lang) for id in ids]
    if as_json:
        kinds = ["clause" if isinstance(one, Clause) else "ruling" for one in found]
        print_json({"found": [{"kind": kind, **asdict(one)} for kind, one in zip(kinds, found, strict=True)]})
        return
    for one in found:
        _show_cited(one, lang)


def _show_cited(one: Clause | Ruling, lang: str) -> None:
    from rich.text import Text

    from ..i18n import Translator
    from ..rules.clauses import Clause
    from .output import console, print_indented

    words = Translator(lang)
    heading, notes = _of_clause(one, words) if isinstance(one, Clause) else _of_ruling(one, words)
    out = console()
    out.print(f"{one.id}  {heading}", style="bold")
    print_indented(out, Text(one.text), "  ")
    for name, note in notes.items():
        if note:
            print_indented(out, Text(words.gettext("{what}: {value}", what=name, value=note), "dim"), "  ")
    out.print()


def _of_clause(one: Clause, words: Translator) -> tuple[str, dict[str, str]]:
    return f"{words.edition_title(one.edition)}, {one.section}", {
        words.gettext("source"): _meaning(one.tag, TAGS, words),
        words.gettext("rulings about it"): ", ".join(one.rulings),
        words.gettext("no program can show it"): one.not_applicable or "",
        words.gettext("decides"): ", ".join(_fixed_by(one.id)),
    }


def _of_ruling(one: Ruling, words: Translator) -> tuple[str, dict[str, str]]:
    return one.title, {
        words.gettext("how sure"): _meaning(one.confidence or "", CONFIDENCE, words),
        words.gettext("other readings"): ", ".join(one.switches),
        words.gettext("editions"): ", ".join(one.editions),
        words.gettext("decides"): ", ".join(_fixed_by(one.id)),
    }


def _meaning(letters: str, meanings: dict[str, str], words: Translator) -> str:
    return ", ".join(words.gettext(meanings[letter]) for letter in letters.split("/") if letter)


def _fixed_by(id: str) -> list[str]:
    """List the rules whose values rest on this clause or ruling, in some form of some edition."""
    from ..rules.editions import all_forms

    cited = ((field, source) for book, form in all_forms() for field, (_, source) in book.cited(form).items())
    return list(dict.fromkeys(field for field, source in cited if source == id))
