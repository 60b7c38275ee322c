"""``bornes replay``: a record on a screen, told in words, or as events for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from .files import RECORD, recorded_game
from .language import lang_option
from .terminals import on_screen, text_option

if TYPE_CHECKING:
    from ..game import Game


@click.command()
@click.argument("file", type=RECORD)
@click.option("--deal", "only", type=click.IntRange(1), metavar="N", help="Only the deal with this number.")
@text_option
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each event, a line each.")
def replay(file: str, only: int | None, text: bool, lang: str, as_json: bool) -> int:
    """Show the game that a record holds, move by move.

    On a terminal it is a screen: ← and → go by move, m to the next one that the review remarks on, ? tells the keys.
    Elsewhere, or with --text, every turn is told in words with all hands open, and every deal ends with its score
    sheet. A - reads the standard input.

    \b
    Examples:
      bornes replay game.txt
      bornes replay game.txt --deal 2 --lang fr
      bornes replay game.txt --json | jq -c 'select(.event == "CoupFourre")'
    """
    game = recorded_game(file, only)
    numbers = range(1, len(game.deals) + 1) if only is None else [only]
    if as_json:
        _print_events(game, numbers)
    elif file != "-" and on_screen(text):
        from ..terminal.spectate.replay import run as show

        return show(game, lang=lang, deal=only or 1)
    else:
        _tell(game, numbers, lang)
    return 0


def _print_events(game: Game, numbers: Iterable[int]) -> None:
    for number in numbers:
        for event in game.deals[number - 1].events:
            click.echo(json.dumps({"deal": number, **event.as_dict()}))


def _tell(game: Game, numbers: Sequence[int], lang: str) -> None:
    from ..terminal.sentences import form_words
    from ..words import Words
    from .screen import console
    from .telling import tell_deal, tell_result

    out, words = console(), Words.of(game, lang)
    title, form = words.edition_title(game.rules.edition), form_words(words, game.rules)
    out.print(f"{title}, {form} · {', '.join(words.seat(seat) for seat in range(game.rules.players))}\n")
    for number in numbers:
        tell_deal(out, words, game, number)
    if len(numbers) == len(game.deals):
        tell_result(out, words, game)
