"""House rules on the new game screen: any rule of the edition, with its title, its values and its clause."""

from __future__ import annotations

from functools import partial

from rich.text import Text

from ...editions import edition
from ...rules import choices as values_of
from ...rules import format_value
from ...words import N_
from . import setup_edit
from .help import clause_text, rule_entry, rule_line
from .pages import Ask, Offer, Pick
from .rows import Desk, Row


def house_row(desk: Desk, field: str) -> Row:
    """A house rule that was chosen."""
    words = desk.words
    shown = rule_line(words, field, setup_edit.value_of(desk.chosen, field))

    def remove() -> None:
        desk.choose(setup_edit.with_house(desk.chosen, field, None))

    more = _printed(desk, field) + " " + words.gettext(N_("Delete takes the house rule away."))
    turn = partial(_turn_house, desk, field) if values_of(field) else None
    label = words.gettext(N_("House rule"))
    return Row(f"house-{field}", label, shown, more, partial(ask_value, desk, field), turn, remove)


def _printed(desk: Desk, field: str) -> str:
    """What the rulebook has there, and which clause says so."""
    rules = setup_edit.printed(desk.chosen)
    clause = edition(rules.edition).source(rules, field) or ""
    value = desk.words.rule_value(field, getattr(rules, field)).partition(":")[0].rstrip()
    printed = desk.words.gettext(N_("The rulebook: {value}."), value=value)
    return f"{printed} {clause_text(clause, desk.words)}"


def more_house_row(desk: Desk) -> Row:
    """Where another one is added."""
    words = desk.words
    more = words.gettext(N_("Any rule of the edition can be changed; wrong combinations are told."))
    value = Text(words.gettext(N_("add one…")), "italic")
    return Row("house", words.gettext(N_("House rules")), value, more, partial(_ask_field, desk))


def _ask_field(desk: Desk) -> None:
    rules = setup_edit.printed(desk.chosen)
    offers = [Offer(*rule_entry(rules, field, desk.words), field) for field in setup_edit.house_fields(desk.chosen)]

    def taken(field: str | None) -> None:
        if field is not None:
            ask_value(desk, field)

    desk.ask(Pick(desk.words.gettext(N_("House rules")), offers, desk.words), taken)


def ask_value(desk: Desk, field: str) -> None:
    """Let a value be picked, or a number be typed."""

    def taken(value: str | None) -> None:
        if value is not None:
            desk.choose(setup_edit.with_house(desk.chosen, field, value), f"house-{field}")

    heading, now = desk.words.rule(field), setup_edit.value_text(desk.chosen, field)
    values = [format_value(value) for value in values_of(field)]
    if not values:
        desk.ask(Ask(heading, now, partial(setup_edit.wrong_value, desk.chosen, field), desk.words), taken)
        return
    told = _printed(desk, field)
    shown = [Text(desk.words.rule_value(field, value)) for value in values_of(field)]
    offers = [Offer(line, told, value) for line, value in zip(shown, values, strict=True)]
    desk.ask(Pick(heading, offers, desk.words, marked=values.index(now)), taken)


def _turn_house(desk: Desk, field: str, step: int) -> None:
    """The next value that is not the printed one, which would be no house rule."""
    values = [format_value(value) for value in values_of(field)]
    printed = format_value(getattr(setup_edit.printed(desk.chosen), field))
    others = [value for value in values if value != printed]
    now = setup_edit.value_text(desk.chosen, field)
    desk.choose(setup_edit.with_house(desk.chosen, field, others[(others.index(now) + step) % len(others)]))
