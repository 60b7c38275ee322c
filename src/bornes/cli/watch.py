"""``bornes watch`` and ``bornes replay``: a game to look at, played by bots or recorded, on a screen or in words."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..base.marks import N_
from .group import NumberRange
from .options import (
    bot_spec,
    bots_option,
    calm_option,
    deals_option,
    form_options,
    lang_option,
    new_seed,
    on_screen,
    played_edition_option,
    rules_of,
    seed_text,
    text_option,
)
from .record_input import deal_option, record_or_link, recorded_or_latest_game
from .translation import CommandFailure, TranslatedUsageError

if TYPE_CHECKING:
    from ..bots import BotSpec, SafeBot
    from ..game.game import Game
    from ..i18n import Translator
    from ..rules.ruleset import Rules

# -- bornes watch -------------------------------------------------------------------------------------------------

TURN_PAUSE_SECONDS = 0.15
"""On a terminal: brisk, but slow enough to follow."""


@click.command()
@played_edition_option
@form_options
@bots_option("Who plays: one bot for all, or repeat it for each team or each seat.")
@click.option(
    "--seed", type=seed_text, metavar="TEXT", help="Same seed, same game; any text will do.  [default: a new one]"
)
@deals_option("Play at most this many deals of the game.", 1)
@click.option(
    "--pace",
    type=NumberRange(0, 60),
    metavar="SECONDS",
    help="Pause between moves.  [default: brisk on a terminal, none elsewhere]",
)
@click.option(
    "--record",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Save the record of the game to a file; - prints the record instead of the game.",
)
@text_option
@calm_option
@lang_option
def watch(
    specs: tuple[BotSpec, ...],
    seed: str | None,
    deals: int,
    pace: float | None,
    file: str | None,
    text: bool,
    calm: bool | None,
    lang: str,
    **form: Any,
) -> int:
    """Watch bots play a game.

    In a terminal it opens a screen: Space pauses, → plays one move, ? shows the keys. Elsewhere, or with --text, the
    game is told in words. `bornes bots` lists who can play. A saved record can be replayed, reviewed and verified.

    \b
    Examples:
      bornes watch
      bornes watch --edition dujardin --players 4 --lang fr
      bornes watch --bot champion --bot random
      bornes watch --seed 7 --deals 20 --record game.txt
    """
    from ..terminal.preferences import DEFAULT_BOT

    rules = rules_of(**form)
    seated = _seated(specs or (bot_spec(DEFAULT_BOT),), rules)
    chosen = str(new_seed()) if seed is None else seed
    if file != "-" and on_screen(text):
        return _show(rules, seated, chosen, deals, pace, file, lang, calm=bool(calm))
    game, bots = _play(rules, chosen, deals, seated)
    if file is not None:
        _keep(game.record, file)
    if file != "-":
        _tell(game, seated, chosen, lang, pace)
    _complain(bots, lang)
    return 0


def _show(
    rules: Rules,
    seated: list[BotSpec],
    seed: str,
    deals: int,
    pace: float | None,
    file: str | None,
    lang: str,
    *,
    calm: bool,
) -> int:
    """Show the game on a screen, and keep the record after every move."""
    from ..client.table_client import Seat
    from ..game.player_names import BOT_NAMES
    from ..terminal.preferences import SCREEN_PACE_SECONDS
    from ..terminal.screens.watch_screen import run as show

    seats = [Seat(name, str(spec)) for name, spec in zip(BOT_NAMES, seated, strict=False)]
    if file is not None:
        _keep("", file)  # what cannot be written is said now, not behind the screen
    save = None if file is None else partial(_write, file)
    chosen = SCREEN_PACE_SECONDS if pace is None else pace
    return show(rules, seats, lang=lang, seed=seed, deals=deals, save=save, pace=chosen, calm=calm)


def _seated(specs: Sequence[BotSpec], rules: Rules) -> list[BotSpec]:
    """Return who sits in each seat."""
    from ..bots import BotError
    from ..bots.roster import bots_by_seat

    try:
        return bots_by_seat(specs, rules)
    except BotError as error:
        raise TranslatedUsageError(N_("--bot: {error}"), error=error) from None


def _play(rules: Rules, seed: str, deals: int, specs: list[BotSpec]) -> tuple[Game, list[SafeBot]]:
    """Play the game; return it with the bots that played it."""
    from ..bots import BotError, play_game
    from ..bots.safe_bot import seat_bot
    from ..game.game import Game
    from ..game.player_names import BOT_NAMES

    game = Game(rules, seed=seed, names=BOT_NAMES[: rules.players])
    try:
        bots = [seat_bot(game, seat, spec) for seat, spec in enumerate(specs)]
    except BotError as error:
        raise CommandFailure("{error}", error=error) from None
    return play_game(bots, game, deals=deals), bots


def _complain(bots: list[SafeBot], lang: str) -> None:
    """Say where a bot left the play to somebody else; the game that was told is not all its own."""
    from ..game.player_names import BOT_NAMES
    from ..i18n import Translator

    words = Translator(lang)
    for name, bot in zip(BOT_NAMES, bots, strict=False):
        if bot.complaint is not None:
            told = words.gettext(
                "bornes: {name} ({bot}) {complaint}", name=name, bot=bot.name, complaint=words.translate(bot.complaint)
            )
            click.echo(told, err=True)


def _keep(record: str, file: str) -> None:
    if file == "-":
        click.echo(record, nl=False)
        return
    try:
        _write(file, record)
    except OSError as error:
        from ..base.translatable import os_error_text

        raise CommandFailure(N_("{file}: {why}"), file=file, why=os_error_text(error)) from None


def _write(file: str, record: str) -> None:
    Path(file).write_text(record, encoding="utf-8")


def _tell(game: Game, seated: list[BotSpec], seed: str, lang: str, pace: float | None) -> None:
    from ..i18n import Translator
    from .narration import print_game
    from .output import console, print_rules

    out, words = console(), Translator.of(game, lang)
    print_rules(out, words, game.rules)
    out.print(_cast(words, seated))
    out.print(words.gettext("seed {seed}", seed=seed) + "\n", style="dim")
    pause = pace if pace is not None else TURN_PAUSE_SECONDS if sys.stdout.isatty() else 0.0
    print_game(out, words, game, range(1, len(game.deals) + 1), pause)


def _cast(words: Translator, seated: list[BotSpec]) -> str:
    """Say who is who: ``The Champion: Ada, Chloé · The Learner: Boris, Denis``."""

    seats: dict[str, list[str]] = {}
    for seat, spec in enumerate(seated):
        _, colon, options = str(spec).partition(":")
        title = spec.character.title_in(words) + (f" ({options})" if colon else "")
        seats.setdefault(title, []).append(words.seat(seat))
    cast = (words.gettext("{title}: {names}", title=title, names=words.together(who)) for title, who in seats.items())
    return " · ".join(cast)


# -- bornes replay ------------------------------------------------------------------------------------------------


@click.command()
@click.argument("file", metavar="[FILE|LINK]", type=record_or_link, required=False)
@deal_option
@text_option
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print the events as JSON, one per line, for programs.")
def replay(file: str | None, only: int | None, text: bool, lang: str, as_json: bool) -> int:
    """Show a recorded game, move by move.

    In a terminal it opens a screen: ← and → step through the moves, m jumps to the next one with a remark by the
    review, ? shows the keys. Elsewhere, or with --text, the game is told in words, with all hands open and a score
    sheet after every deal. FILE is a record; - reads it from the standard input. LINK leads to a table on a server,
    whose finished deals are shown. Without either, the last game that was played here is shown, as far as its deals
    are over.

    \b
    Examples:
      bornes replay
      bornes replay game.txt
      bornes replay game.txt --deal 2 --lang fr
      bornes replay game.txt --json | jq -c 'select(.event == "CoupFourre")'
    """
    game = recorded_or_latest_game(file, only, lang)
    numbers = range(1, len(game.deals) + 1) if only is None else [only]
    if as_json:
        _print_events(game, numbers)
    elif file != "-" and on_screen(text):
        from ..terminal.screens.replay_screen import run as show

        return show(game, lang=lang, deal=only or 1)
    else:
        _tell_record(game, numbers, lang)
    return 0


def _print_events(game: Game, numbers: Iterable[int]) -> None:
    for number in numbers:
        for event in game.deals[number - 1].events:
            click.echo(json.dumps({"deal": number, **event.as_dict()}))


def _tell_record(game: Game, numbers: Sequence[int], lang: str) -> None:
    from ..i18n import Translator
    from .narration import print_game
    from .output import console, print_rules

    out, words = console(), Translator.of(game, lang)
    print_rules(out, words, game.rules)
    out.print(words.together([words.seat(seat) for seat in range(game.rules.players)]) + "\n")
    print_game(out, words, game, numbers)
