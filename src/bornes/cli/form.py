"""Which rulebook, for how many, with which house rules: the options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..rules import Rules

Command = TypeVar("Command", bound=Callable[..., Any])


def edition_name(text: str) -> str:
    """The name of an edition; an unknown one is answered with those that exist."""
    from ..editions import NAMES

    if text in NAMES:
        return text
    nearest = get_close_matches(text, NAMES, 1)
    guess = f"; did you mean {nearest[0]}?" if nearest else ""
    raise click.UsageError(f"there is no edition {text!r}, the editions are {', '.join(NAMES)}{guess}")


def complete_edition(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The editions that begin so."""
    from ..editions import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


def house_rule(text: str) -> tuple[str, Any]:
    """A field and its value, written ``field=value``; whether one can play so, the whole rules decide."""
    from ..rules import RulesError, parse_value

    field, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"{text!r}: a house rule is written field=value, such as target=700")
    if field in ("edition", "players", "teams"):
        raise click.UsageError(f"{field}: is chosen by the edition, --players and --partners")
    try:
        return field, parse_value(field, value)
    except RulesError as error:
        raise click.UsageError(str(error)) from None


def complete_house_rule(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The fields that begin so, and behind the sign the values where they are words."""
    from ..rules import FIELDS, choices, format_value

    field, equals, _ = incomplete.partition("=")
    if equals and field in FIELDS:
        offers = [f"{field}={format_value(value)}" for value in choices(field)]
    else:
        offers = [f"{name}=" for name in FIELDS if name not in ("edition", "players", "teams")]
    return [offer for offer in offers if offer.startswith(incomplete)]


edition_option = click.option(
    "--edition",
    "-e",
    type=edition_name,
    shell_complete=complete_edition,
    metavar="EDITION",
    default="parker-1962",
    show_default=True,
    help="The rulebook.",
)


def form_options(command: Command) -> Command:
    """--players, --partners/--alone, --short and --rule."""
    options = (
        click.option("--players", "-p", type=int, metavar="N", default=2, show_default=True, help="How many play."),
        click.option(
            "--partners/--alone",
            default=None,
            help="In pairs or everybody alone, where the rulebook leaves the choice.",
        ),
        click.option("--short", is_flag=True, help="The rulebook's own option of a trip of 700, where it has one."),
        click.option(
            "--rule",
            "house",
            type=house_rule,
            shell_complete=complete_house_rule,
            metavar="FIELD=VALUE",
            multiple=True,
            help="A house rule, such as target=700; may be given several times.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def rules_of(
    edition_name: str,
    players: int,
    partners: bool | None,
    short: bool,
    house: tuple[tuple[str, Any], ...] = (),
) -> Rules:
    """The rules that the options describe; what the rulebook does not know is a usage error that says what it does."""
    from ..editions import edition
    from ..rules import RulesError

    try:
        printed = edition(edition_name).rules(players, partners=partners, short=short)
        return printed.replace(**dict(house))
    except RulesError as error:
        raise click.UsageError(str(error)) from None


def form_as_dict(rules: Rules) -> dict[str, Any]:
    """The form as plain values, for JSON."""
    from ..editions import edition

    return asdict(edition(rules.edition).form_of(rules))
