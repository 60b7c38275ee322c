"""``bornes replay``: a record on a screen, told in words, or as events for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from .options import RECORD, deal_option, lang_option, on_screen, recorded_game, text_option

if TYPE_CHECKING:
    from ..game import Game


@click.command()
@click.argument("file", type=RECORD)
@deal_option
@text_option
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print the events as JSON, one per line, for programs.")
def replay(file: str, only: int | None, text: bool, lang: str, as_json: bool) -> int:
    """Show a recorded game, move by move.

    In a terminal it opens a screen: ← and → step through the moves, m jumps to the next one with a remark by the
    review, ? shows the keys. Elsewhere, or with --text, the game is told in words, with all hands open and a score
    sheet after every deal. FILE is a record; - reads it from the standard input.

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
    from ..words import Words
    from .narration import tell_deal, tell_result
    from .output import console, print_rules

    out, words = console(), Words.of(game, lang)
    print_rules(out, words, game.rules)
    out.print(", ".join(words.seat(seat) for seat in range(game.rules.players)) + "\n")
    for number in numbers:
        tell_deal(out, words, game, number)
    if len(numbers) == len(game.deals):
        tell_result(out, words, game)
