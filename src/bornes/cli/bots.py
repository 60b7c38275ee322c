"""``bornes bots``: who there is to play against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .group import print_json
from .options import json_option, lang_option

if TYPE_CHECKING:
    from ..bots import BotProfile
    from ..i18n import Translator


@click.command()
@lang_option
@json_option
def bots(lang: str, as_json: bool) -> None:
    """List the bots, from the weakest to the strongest.

    Bots from other packages come last. Options follow a bot's name, as in champion:playouts=4000.

    \b
    Examples:
      bornes bots
      bornes bots --lang fr
      bornes bots --json
    """
    from ..bots import bot_profiles
    from ..i18n import Translator

    words = Translator(lang)
    found = [_as_dict(character, words) for character in bot_profiles().values()]
    if as_json:
        print_json({"bots": found})
    else:
        _show(found, words)


def _as_dict(character: BotProfile, words: Translator) -> dict[str, Any]:
    from ..bots import BrokenBot
    from ..bots.roster import strength_rank
    from ..terminal.phrases import bot_description

    options, error = None, None
    try:
        options = character.options()
    except BrokenBot as broken:
        error = words.error(broken)
    return {
        "name": character.name,
        "title": character.title_in(words),
        "line": bot_description(character, words),
        "place": strength_rank(character),
        "options": options,
        "package": character.package,
        "error": error,
    }


def _show(found: list[dict[str, Any]], words: Translator) -> None:
    from ..terminal.phrases import bornes_command
    from .output import console, print_listing

    out = console()
    print_listing(out, {one["name"]: _paragraph(one, words) for one in found})
    out.print("\n" + words.gettext("To play against one: {command} play --bot NAME", command=bornes_command()))
    for one in found:
        if one["error"] is not None:
            click.echo(words.gettext("bornes: {error}", error=one["error"]), err=True)


def _paragraph(one: dict[str, Any], words: Translator) -> str:
    from ..terminal.phrases import bot_place

    lines = [", ".join(filter(None, (one["title"], bot_place(one["place"], words)))), one["line"]]
    if one["options"]:
        lines.append(words.gettext("Options: {options}", options=", ".join(one["options"])))
    return "\n".join(lines)
