"""One edition in words: what its cards, piles and rows are called, its forms, and what a house may change."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from ..game.score_sheet import printed_rows
from ..i18n import Translator
from ..i18n.names import ROWS, TERMS
from ..rules.cards import Card
from ..rules.editions import Edition, Form, edition
from ..rules.ruleset import Rules, RulesError, choices
from .descriptions import edition_summary, form_name, form_summary, rule_sentence

TOTAL_ROWS = ("total_for_deal", "carried_forward", "grand_total")
"""The rows below those that a sheet has of its own."""
OFFERED_HOUSE_RULES: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("game_goal", (0, 2000, 5000)),
    ("target", (700, 1000)),
    ("take_discard", ()),
    ("free_discard", ()),
    ("fast_play", ()),
    ("empty_draw_pile", ()),
    ("hazard_target", ()),
    ("limit_on_limit", ()),
    ("roll_after_remedy", ()),
    ("roll_after_safety", ()),
    ("right_of_way_covers_limit", ()),
    ("max_200s", (2, 4)),
    ("overshoot", ()),
    ("extra_turn", ()),
    ("coup_fourre_scope", ()),
    ("coup_fourre_on_limit", ()),
)
"""The rules that people change at home, in the order in which they are offered, and which of their numbers.

Whoever wants another can ask for any rule and value: this is the list that a page shows.
"""
Value = bool | int | str


class FormInfo(Struct, frozen=True):
    """A form of an edition, and what it is like."""

    players: int
    partners: bool
    short: bool
    text: str
    """How it is called: ``4 players in pairs``."""
    like: str


class SwitchOption(Struct, frozen=True, omit_defaults=True):
    """A value that a rule may have."""

    value: Value
    name: str
    """In a word or two."""
    text: str
    """What it means at the table, in a sentence."""
    forms: list[int] = []
    """The forms that can be played so while everything else stays, by their place; left out where all can."""


class RuleSwitch(Struct, frozen=True, omit_defaults=True):
    """A rule that a house may change."""

    rule: str
    name: str
    choices: list[SwitchOption]
    usual: Value
    """What the edition says, in its first form."""
    clause: str
    """Where it says so."""
    by_form: list[Value] = []
    """What it says in each of its forms, in their order; left out where that is the same in all."""


class EditionInfo(Struct, frozen=True):
    """An edition as a page needs it."""

    name: str
    title: str
    text: str
    unit: str
    """What distances are measured in, in short."""
    goal: int
    """The points that end a game; 0 where a single deal is the whole game."""
    measure: Literal["miles", "points"]
    """What ends the race."""
    terms: dict[str, str]
    """Its words for things, as in the middle of a sentence."""
    cards: dict[str, str]
    """What is printed on the cards, by their notation."""
    short_cards: dict[str, str]
    """Shorter names, for those of the cards that have one."""
    rows: dict[str, str]
    """The rows of its score sheet, in order, with the totals at the end."""
    other_rows: dict[str, str]
    """Rows that only a house rule brings about, in the same order."""
    forms: list[FormInfo]
    switches: list[RuleSwitch]


@cache
def edition_words(name: str, language: str) -> EditionInfo:
    """Return an edition in the words of a language."""
    words, book = Translator(language, name), edition(name)
    forms = [book.rules(form.players, partners=form.partners, short=form.short) for form in book.forms]
    rules = forms[0]
    switches = [_switch(book, words, forms, rule, numbers) for rule, numbers in OFFERED_HOUSE_RULES]
    printed = (*printed_rows(name), *TOTAL_ROWS)
    return EditionInfo(
        name=name,
        title=words.edition_title(),
        text=edition_summary(words, name),
        unit=words.unit,
        goal=rules.game_goal,
        measure="miles" if rules.end_measure == "miles" else "points",
        terms={term: words.term(term) for term in TERMS},
        cards={card.notation: words.card(card) for card in Card},
        short_cards={card.notation: short for card in Card if (short := words.short_card(card)) != words.card(card)},
        rows={row: words.row(row) for row in printed},
        other_rows={row: words.row(row) for row in ROWS if row not in printed},
        forms=[_form(words, form, one) for form, one in zip(book.forms, forms, strict=True)],
        switches=[switch for switch in switches if _leaves_a_choice(switch, len(forms))],
    )


def _form(words: Translator, form: Form, rules: Rules) -> FormInfo:
    return FormInfo(form.players, form.partners, form.short, form_name(words, form), form_summary(words, rules))


def _switch(book: Edition, words: Translator, forms: list[Rules], rule: str, numbers: tuple[int, ...]) -> RuleSwitch:
    by_form: list[Value] = [getattr(rules, rule) for rules in forms]
    if rule == "target" and forms[0].end_measure != "miles":
        numbers = ()  # it is a number of points there, and nobody has another one in mind
    offered = []
    for value in choices(rule) or sorted({*numbers, *by_form}):
        possible = [at for at, rules in enumerate(forms) if _can_be(rules, rule, value)]
        if possible:
            name, text = words.rule_value(rule, value), rule_sentence(words, rule, value)
            offered.append(SwitchOption(value, name, text, possible if len(possible) < len(forms) else []))
    differs = len(set(by_form)) > 1
    clause = book.source(forms[0], rule) or ""
    return RuleSwitch(rule, words.rule(rule), offered, by_form[0], clause, by_form if differs else [])


def _leaves_a_choice(switch: RuleSwitch, forms: int) -> bool:
    """Say whether there is a form in which the rule can have more than one value."""
    return any(sum(not one.forms or at in one.forms for one in switch.choices) > 1 for at in range(forms))


def _can_be(rules: Rules, rule: str, value: Value) -> bool:
    """Say whether a rule can have a value while all others stay as they are."""
    try:
        rules.replace(**{rule: value})
    except RulesError:
        return False
    return True
