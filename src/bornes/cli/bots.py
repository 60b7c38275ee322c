"""``bornes bots``: who there is to play against; and ``--bot``, by which other commands ask for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .group import Failure, print_json
from .language import lang_option

if TYPE_CHECKING:
    from ..bots import Character, Spec
    from ..words import Words


def bot_spec(text: str) -> Spec:
    """A bot with its options; one that does not exist is answered with those that do."""
    from ..bots import BotError, BrokenBot, Spec

    try:
        return Spec.parse(text)
    except BrokenBot as error:
        raise Failure(str(error)) from None
    except BotError as error:
        raise click.UsageError(str(error)) from None


def complete_bot(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The bots that begin so."""
    from ..bots import characters

    return [name for name in characters() if name.startswith(incomplete)]


@click.command()
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bots(lang: str, as_json: bool) -> None:
    """List the automatic players, from the weakest to the strongest.

    Those that other packages bring stand at the end. An option is written behind the name, as in
    champion:playouts=4000.

    \b
    Examples:
      bornes bots
      bornes bots --lang fr
      bornes bots --json
    """
    from ..bots import characters
    from ..words import Words

    words = Words(lang)
    found = [_as_dict(character, words) for character in characters().values()]
    if as_json:
        print_json({"bots": found})
    else:
        _show(found, words)


def _as_dict(character: Character, words: Words) -> dict[str, Any]:
    from ..bots import BrokenBot
    from ..terminal.sentences import bot_description, bot_title

    options, error = None, None
    try:
        options = character.options()
    except BrokenBot as broken:
        error = str(broken)
    return {
        "name": character.name,
        "title": bot_title(character, words),
        "line": bot_description(character, words),
        "options": options,
        "package": character.package,
        "error": error,
    }


def _show(found: list[dict[str, Any]], words: Words) -> None:
    from ..words import N_
    from .screen import console, listing

    out = console()
    out.print(listing({one["name"]: _paragraph(one, words) for one in found}))
    out.print("\n" + words.gettext(N_("bornes watch --bot BOT lets one of them play.")))
    for one in found:
        if one["error"] is not None:
            click.echo(f"bornes: {one['error']}", err=True)


def _paragraph(one: dict[str, Any], words: Words) -> str:
    from ..words import N_

    lines = [one["title"], one["line"]]
    if one["options"]:
        lines.append(words.gettext(N_("Options: {options}"), options=", ".join(one["options"])))
    return "\n".join(lines)
