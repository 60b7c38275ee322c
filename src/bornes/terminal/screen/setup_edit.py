"""Choices in the making: what can be chosen, and what a choice changes besides itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...editions import Form, edition
from ...names import is_name
from ...rules import FIELDS, Rules, RulesError, format_value, parse_value
from ..storage.choices import OLD_HAND, Choices

FIXED = ("edition", "players", "teams")
"""Rules that the edition and the form decide."""
PACES = (0.0, 0.2, 0.4, 0.8, 1.5, 3.0)


def forms(chosen: Choices) -> tuple[Form, ...]:
    """The forms that the edition knows, by players."""
    return tuple(sorted(edition(chosen.edition).forms, key=lambda form: form.players))


def form_of(chosen: Choices) -> Form:
    """The form that is chosen, or the one nearest to it that the edition knows."""

    def apart(form: Form) -> tuple[int, bool, bool]:
        seated = chosen.partners is not None and form.partners != chosen.partners
        return abs(form.players - chosen.players), seated, form.short != chosen.short

    return min(forms(chosen), key=apart)


def with_edition(chosen: Choices, name: str) -> Choices:
    """Another rulebook, and the form of it that is nearest to what was chosen."""
    changed = replace(chosen, edition=name)
    return with_form(changed, form_of(changed))


def with_form(chosen: Choices, form: Form) -> Choices:
    """Another form; whoever sat there stays."""
    return replace(chosen, players=form.players, partners=form.partners, short=form.short)


def with_seat(chosen: Choices, at: int, bot: str | None) -> Choices:
    """Somebody else on a seat."""
    bots = [*chosen.bots, *[OLD_HAND] * (at + 1 - len(chosen.bots))]
    bots[at] = bot
    return replace(chosen, bots=tuple(bots))


def with_name(chosen: Choices, at: int, name: str) -> Choices:
    """Another name for a seat; without one it gets its usual one."""
    names = [*chosen.names, *[""] * (at + 1 - len(chosen.names))]
    names[at] = name.strip()
    return replace(chosen, names=tuple(names))


def wrong_name(chosen: Choices, at: int, name: str) -> bool:
    """Whether a name cannot stand in a record, or is taken."""
    others = {seat.name for other, seat in enumerate(chosen.seats()) if other != at}
    return (bool(name.strip()) and not is_name(name)) or name.strip() in others


# -- house rules -------------------------------------------------------------------------------------------------


def printed(chosen: Choices) -> Rules:
    """The rules without house rules."""
    return replace(chosen, house=()).rules()


def house_fields(chosen: Choices) -> list[str]:
    """The rules that a house rule may change and that none changes yet."""
    changed = {field for field, _ in chosen.house}
    return [field for field in FIELDS if field not in FIXED and field not in changed]


def with_house(chosen: Choices, field: str, value: str | None) -> Choices:
    """A house rule more, or changed, or with None none; one that says what is printed anyway is none."""
    rest = tuple(rule for rule in chosen.house if rule[0] != field)
    if value is None or parse_value(field, value) == getattr(printed(chosen), field):
        return replace(chosen, house=rest)
    at = next((number for number, rule in enumerate(chosen.house) if rule[0] == field), len(rest))
    return replace(chosen, house=(*rest[:at], (field, value), *rest[at:]))


def value_of(chosen: Choices, field: str) -> Any:
    """The value that holds, by house rule or as printed."""
    house = dict(chosen.house)
    return parse_value(field, house[field]) if field in house else getattr(printed(chosen), field)


def value_text(chosen: Choices, field: str) -> str:
    """The same as it is typed."""
    return format_value(value_of(chosen, field))


def wrong_value(chosen: Choices, field: str, text: str) -> str | None:
    """What is wrong with a value, whatever the other rules; a conflict between rules is told elsewhere."""
    try:
        parse_value(field, text)
        with_house(chosen, field, text).rules()
    except RulesError as error:
        return str(error) if error.field == field else None
    return None


def conflict(chosen: Choices) -> RulesError | None:
    """What makes the choices unplayable."""
    try:
        chosen.rules()
    except RulesError as error:
        return error
    return None
