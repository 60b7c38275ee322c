"""The options and arguments that several commands share, and what is made of them.

Like all modules of commands this one loads nothing of the game before it is needed, so that ``--help`` is quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click
from click.core import ParameterSource

from ..base.marks import N_
from ..i18n.catalogs import SOURCE_LANGUAGE
from .group import UnknownName, WholeNumberRange
from .translation import CommandFailure, TranslatedUsageError, language_of
from .translation import lang_option as lang_option

if TYPE_CHECKING:
    from ..bots import BotSpec
    from ..rules.ruleset import Rules

Command = TypeVar("Command", bound=Callable[..., Any])
FORM = ("edition", "players", "partners", "short", "house")
"""The parameters that describe a game."""
NO_HOUSE_RULES = ("edition", "players", "teams")
"""Fields of the rules that have options of their own."""
PLOTS = (".png", ".svg", ".pdf")


# -- which game --------------------------------------------------------------------------------------------------


def edition_name(text: str) -> str:
    """Check that there is an edition of this name; answer an unknown one with those that exist."""
    from ..rules.editions import EDITION_NAMES

    if text not in EDITION_NAMES:
        raise UnknownName(NO_EDITION, text, EDITION_NAMES)
    return text


NO_EDITION = (
    N_("there is no edition '{name}'; did you mean {nearest}? The editions are {known}"),
    N_("there is no edition '{name}'; the editions are {known}"),
)


def complete_edition(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the editions that begin with what was typed."""
    from ..rules.editions import EDITION_NAMES

    return [name for name in EDITION_NAMES if name.startswith(incomplete)]


def house_rule(text: str) -> tuple[str, Any]:
    """Read ``field=value``; whether a game can be played so, the whole rules decide."""
    from ..rules.ruleset import FIELDS, RulesError, parse_value

    field, equals, value = text.partition("=")
    if not equals:
        raise TranslatedUsageError(
            N_("--rule {text}: a house rule is written FIELD=VALUE, such as target=700"), text=text
        )
    if field in NO_HOUSE_RULES:
        raise TranslatedUsageError(
            N_("--rule {text}: {field} is set by --edition, --players and --partners"), text=text, field=field
        )
    if field not in FIELDS:
        raise UnknownName(NO_RULE, field, [name for name in FIELDS if name not in NO_HOUSE_RULES])
    try:
        return field, parse_value(field, value)
    except RulesError as error:
        raise TranslatedUsageError(N_("--rule {text}: {error}"), text=text, error=error) from None


NO_RULE = (
    N_("there is no rule '{name}'; did you mean {nearest}? `bornes rules EDITION --json` names them all"),
    N_("there is no rule '{name}'; `bornes rules EDITION --json` names them all"),
)


def complete_house_rule(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the fields that begin with what was typed, and after the sign their values where these are words."""
    from ..rules.ruleset import FIELDS, choices, format_value

    field, equals, _ = incomplete.partition("=")
    if equals and field in FIELDS:
        offers = [f"{field}={format_value(value)}" for value in choices(field)]
    else:
        offers = [f"{name}=" for name in FIELDS if name not in NO_HOUSE_RULES]
    return [offer for offer in offers if offer.startswith(incomplete)]


edition_option = click.option(
    "--edition",
    "-e",
    type=edition_name,
    shell_complete=complete_edition,
    metavar="EDITION",
    default="parker-1962",
    show_default=True,
    help="Use this rulebook.",
)


def default_edition() -> str:
    """Return the edition that whoever reads what this command says is offered first."""
    from ..rules.editions import first_game

    return first_game(language_of(click.get_current_context(silent=True)))[0]


def default_program_edition() -> str:
    """Return the edition that a program gets unless it names one: the same in every language."""
    from ..rules.editions import first_game

    return first_game(SOURCE_LANGUAGE)[0]


played_edition_option = click.option(
    "--edition",
    "-e",
    type=edition_name,
    shell_complete=complete_edition,
    metavar="EDITION",
    default=default_edition,
    help="Use this rulebook.  [default: parker-1962, for readers of French dujardin]",
)
"""For games that are played or watched: a reader gets a rulebook of their language, and its units."""
edition_argument = click.argument(
    "first_word", metavar="[EDITION]", type=edition_name, shell_complete=complete_edition, required=False
)
"""``bornes sim dujardin`` is short for ``bornes sim --edition dujardin``."""


def form_options(command: Command) -> Command:
    """Add --players, --partners/--alone, --short and --rule."""
    options = (
        click.option(
            "--players",
            "-p",
            type=WholeNumberRange(),
            metavar="N",
            default=2,
            show_default=True,
            help="How many play.",
        ),
        click.option(
            "--partners/--alone",
            default=None,
            help="Play in pairs, or everyone alone, where the rulebook allows both.",
        ),
        click.option("--short", is_flag=True, help="Play the short trip of 700, where the rulebook has one."),
        click.option(
            "--rule",
            "house",
            type=house_rule,
            shell_complete=complete_house_rule,
            metavar="FIELD=VALUE",
            multiple=True,
            help="Play by a house rule, such as target=700. Can be repeated.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def join_link_arguments(given: tuple[str, ...]) -> str | None:
    """Return the only argument of several, or a code that was typed in groups of digits; None if there is none."""
    if len(given) > 1 and not all(part.isdigit() for part in given):
        raise TranslatedUsageError(N_("{others}: one FILE, LINK or CODE is enough"), others=" ".join(given[1:]))
    return " ".join(given) or None


def rules_of(
    edition: str,
    players: int,
    partners: bool | None,
    short: bool,
    house: tuple[tuple[str, Any], ...] = (),
    first_word: str | None = None,
) -> Rules:
    """Return the rules that the options describe; what the rulebook does not know is a usage error that says why."""
    from ..rules import editions
    from ..rules.ruleset import RulesError

    if first_word is not None:
        if was_given("edition") and edition != first_word:
            raise TranslatedUsageError(
                N_("two editions are named, {one} and --edition {other}; choose one"), one=first_word, other=edition
            )
        edition = first_word
    try:
        printed = editions.edition(edition).rules(players, partners=partners, short=short)
        return printed.replace(**dict(house))
    except RulesError as error:
        raise TranslatedUsageError("{error}", error=error) from None


def was_given(*parameters: str) -> bool:
    """Say whether any of these parameters was given, and is not just a default."""
    ctx = click.get_current_context()
    return any(ctx.get_parameter_source(name) is not ParameterSource.DEFAULT for name in parameters)


def form_as_dict(rules: Rules) -> dict[str, Any]:
    """Return the form as plain values, for JSON."""
    from ..rules.editions import edition

    return asdict(edition(rules.edition).form_of(rules))


# -- who plays ---------------------------------------------------------------------------------------------------


def bot_spec(text: str) -> BotSpec:
    """Read the name of a bot with its options; answer one that does not exist with those that do."""
    from ..bots import BotError, BotSpec, BrokenBot

    try:
        return BotSpec.parse(text)
    except BrokenBot as error:
        raise CommandFailure("{error}", error=error) from None
    except BotError as error:
        raise TranslatedUsageError("{error}", error=error) from None


def complete_bot(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the bots that begin with what was typed."""
    from ..bots import bot_profiles

    return [name for name in bot_profiles() if name.startswith(incomplete)]


def bots_option(text: str) -> Callable[[Command], Command]:
    """Add --bot, which is written --bots as well."""
    return click.option(
        "--bot",
        "--bots",
        "specs",
        type=bot_spec,
        shell_complete=complete_bot,
        metavar="BOT",
        multiple=True,
        help=f"{text}  [default: rule-of-thumb]",
    )


# -- with which luck, and on how many cores ----------------------------------------------------------------------


def player_name(text: str) -> str:
    """Return a name without the spaces around it, if a record can hold it."""
    from ..game.player_names import is_valid_name

    if not is_valid_name(text):
        raise TranslatedUsageError(N_("--name {text!r}: a name is printable text without |"), text=text)
    return text.strip()


def seed_text(text: str) -> str:
    """Check that a seed can be typed again."""
    if not text.strip() or not text.isprintable():
        raise TranslatedUsageError(N_("--seed: a seed is printable text, such as 7 or sunday"))
    return text


def seed_number(text: str) -> int:
    """Read a seed of the laboratory, which is a number."""
    if not text.isascii() or not text.isdecimal() or int(text) >= 2**64:
        raise TranslatedUsageError(N_("--seed {text}: a seed is a whole number from 0 to 2**64 - 1"), text=text)
    return int(text)


def new_seed() -> int:
    """Choose a seed for those who gave none."""
    from secrets import randbits

    return randbits(32)


def deals_option(text: str, default: int | None = None, most: int | None = None) -> Callable[[Command], Command]:
    """Add --deals; where there is no default, the text says what is done then."""
    return click.option(
        "--deals",
        "-n",
        type=WholeNumberRange(1, most),
        metavar="N",
        default=default,
        show_default=default is not None,
        help=text,
    )


seed_option = click.option(
    "--seed", type=seed_number, metavar="N", help="Same seed, same result.  [default: a new one]"
)
jobs_option = click.option(
    "--jobs",
    "-j",
    type=WholeNumberRange(1),
    metavar="N",
    help="Use this many threads or processes.  [default: one per core]",
)


# -- how it is shown ---------------------------------------------------------------------------------------------


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
calm_option = click.option(
    "--calm/--no-calm", default=None, help="Show everything at once: nothing rolls or flashes on the screen."
)
text_option = click.option("--text", is_flag=True, help="Tell it in words; do not open a screen.")


def is_terminal(stream: TextIO | None) -> bool:
    """Say whether somebody sits there; a stream that was closed before we began is None."""
    return stream is not None and stream.isatty()


def on_screen(text: bool = False) -> bool:
    """Say whether there is a terminal on all sides that can move its cursor, and nobody asked for text.

    The screen is drawn on what was the error output when the program began: elsewhere nobody would see it.
    """
    sides = (sys.stdin, sys.stdout, sys.__stderr__)
    return not text and os.environ.get("TERM") != "dumb" and all(map(is_terminal, sides))


def plot_file(text: str) -> Path:
    """Check that a plot can be drawn to this file."""
    if Path(text).suffix.lower() not in PLOTS:
        from ..base.translatable import OrList

        raise TranslatedUsageError(
            N_("--plot {text}: a plot is a file that ends in {endings}"), text=text, endings=OrList(PLOTS)
        )
    if not Path(text).absolute().parent.is_dir():
        raise CommandFailure(N_("--plot {text}: there is no folder {folder}"), text=text, folder=Path(text).parent)
    check_plotting()
    return Path(text)


def check_plotting() -> None:
    """Say that plots cannot be drawn before the work is done, not after."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise CommandFailure(N_("a plot needs matplotlib: pip install 'bornes[lab]'"))


def plot_option(text: str) -> Callable[[Command], Command]:
    """Add --plot."""
    return click.option("--plot", type=plot_file, metavar="FILE", help=text)


# -- servers ----------------------------------------------------------------------------------------------------------

server_option = click.option(
    "--server",
    metavar="URL",
    envvar="BORNES_SERVER",
    help="The server that a code belongs to, such as http://localhost:8000.  [environment: BORNES_SERVER]",
)
