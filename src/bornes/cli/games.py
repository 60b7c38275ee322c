"""``bornes games``: the games that were played here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .group import print_json
from .options import form_as_dict, json_option, lang_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..i18n import Translator
    from ..store.saved_games import SavedGame


@click.command()
@lang_option
@json_option
def games(lang: str, as_json: bool) -> None:
    """List the games that were played here, the latest first.

    Each with its edition, its deal, the points and when it was played; those that are not over can be continued.
    `bornes replay` and `bornes review` take the last one where no file is named.

    \b
    Examples:
      bornes games
      bornes games --lang fr
      bornes games --json
    """
    from ..base.translatable import sanitize
    from ..i18n import Translator
    from ..store.saved_games import list_games

    found, damaged = list_games()
    words = Translator(lang)
    if as_json:
        print_json({"games": [_as_dict(one) for one in found]})
    else:
        _show(found, words)
    for one in damaged:
        click.echo(words.gettext("bornes: {error}", error=sanitize(words.translate(one.message))), err=True)


def _as_dict(one: SavedGame) -> dict[str, Any]:
    from ..game.moves import TEAM_LETTERS

    return {
        "name": one.name,
        "file": str(one.path),
        "edition": one.rules.edition,
        "form": form_as_dict(one.rules),
        "players": list(one.table.names),
        "deal": one.deal,
        "deals_over": one.deals_over,
        "totals": list(one.totals),
        "when": one.when.isoformat(timespec="seconds"),
        "over": one.over,
        "winner": None if one.winner is None else TEAM_LETTERS[one.winner],
        "open_in": one.held_by,
    }


def _show(found: Sequence[SavedGame], words: Translator) -> None:
    from ..terminal.phrases import bornes_command
    from .output import console

    out = console()
    command = bornes_command()
    open_games = [one for one in found if not one.over]
    finished = [one for one in found if one.over]
    if not found:
        out.print(words.gettext("No game was played here yet. To play one: {command} play", command=command))
        return
    if open_games:
        out.print(words.gettext("To be continued"), style="bold")
        _list(open_games, words.language)
        out.print("  " + words.gettext("The last one: {command}", command=f"{command} play --resume"))
        out.print("  " + words.gettext("Another one: {command}", command=f"{command} play FILE"))
    if finished:
        out.print(("\n" if open_games else "") + words.gettext("Over"), style="bold")
        _list(finished, words.language)
    if any(one.deals_over for one in found):
        both = f"{command} review · {command} replay"
        out.print("\n" + words.gettext("To look at the last one: {command}", command=both))
    out.print(words.gettext("Files: {folder}", folder=_folder()))


def _list(found: Sequence[SavedGame], language: str) -> None:
    """Print two lines for each game: what and how it stands; its file."""
    from rich.text import Text

    from ..base.translatable import sanitize
    from ..terminal.drawing.theme import TEAM_STYLES
    from ..terminal.phrases import saved_game_words
    from .output import console, print_indented

    out = console()
    for one in found:
        words = saved_game_words(one, language)
        when = f"{one.when:%Y-%m-%d %H:%M}"
        score = Text(" · ").join(
            Text(f"{words.team(team)} {words.whole(total)}", TEAM_STYLES[team]) for team, total in enumerate(one.totals)
        )
        if one.held_by is not None:
            score.append(" · " + words.gettext("played in another terminal"), "bold")
        print_indented(out, Text.assemble(_about(one, words), "\n", score), f"  {when}  ")
        file = sanitize(str(one.path.relative_to(_folder())))
        out.print(Text(f"  {'':{len(when)}}  {file}", "dim"), no_wrap=True, crop=False)


def _about(one: SavedGame, words: Translator) -> str:
    """Say which game it is and how far it came."""
    from .output import game_title

    title = game_title(words, one.rules)
    if one.over:
        won = words.gettext("The game is a draw.") if one.winner is None else words.wins_game(one.winner)
        return f"{title} · {won}"
    deal = words.gettext("Deal {number}", number=one.deal)
    return f"{title} · {deal}"


def _folder() -> str:
    from ..base.files import data_folder

    return str(data_folder() / "games")
