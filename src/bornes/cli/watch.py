"""``bornes watch``: a game between automatic players, on a screen or told in words."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .bots import bot_spec, complete_bot
from .form import edition_option, form_options, rules_of
from .group import Failure
from .language import lang_option
from .terminals import on_screen, text_option

if TYPE_CHECKING:
    from ..bots import Guarded, Spec
    from ..game import Game
    from ..rules import Rules
    from ..words import Words

DRIVER = "sunday-driver"
"""Who plays unless another is named: quick, and never idle."""
PACE = 0.15
"""Seconds between turns on a terminal: brisk, and yet one can follow."""


def seed_text(text: str) -> str:
    """A seed that can be typed again."""
    if not text.strip() or not text.isprintable():
        raise click.UsageError("a seed is printable text, such as 7 or sunday")
    return text


@click.command()
@edition_option
@form_options
@click.option(
    "--bot",
    "specs",
    type=bot_spec,
    shell_complete=complete_bot,
    metavar="BOT",
    multiple=True,
    help="Who plays; given several times, one for each team or seat in order.  [default: sunday-driver]",
)
@click.option(
    "--seed",
    type=seed_text,
    metavar="TEXT",
    help="Any text; the same seed gives the same game.  [default: a new one]",
)
@click.option(
    "--deals",
    "-n",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    show_default=True,
    help="How many deals, unless the game is over before.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="The pause between moves or turns.  [default: brisk on a terminal, none elsewhere]",
)
@click.option(
    "--record",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Keep the record in a file; - prints it and nothing else.",
)
@text_option
@lang_option
def watch(
    edition: str,
    specs: tuple[Spec, ...],
    seed: str | None,
    deals: int,
    pace: float | None,
    file: str | None,
    text: bool,
    lang: str,
    **form: Any,
) -> int:
    """Watch a game between automatic players.

    On a terminal it is shown on a screen: Space pauses, → makes one move, ? tells the keys. Elsewhere, or with --text,
    it is told in words. `bornes bots` lists who can play. A record that is kept can be replayed and verified.

    \b
    Examples:
      bornes watch
      bornes watch --edition dujardin --players 4 --lang fr
      bornes watch --bot sunday-driver --bot random
      bornes watch --seed 7 --deals 20 --record game.txt
    """
    rules = rules_of(edition, **form)
    seated = _seated(specs or (bot_spec(DRIVER),), rules)
    chosen = str(secrets.randbelow(1_000_000)) if seed is None else seed
    if file != "-" and on_screen(text):
        return _show(rules, seated, chosen, deals, pace, file, lang)
    game, bots = _play(rules, chosen, deals, seated)
    if file is not None:
        _keep(game.record, file)
    if file != "-":
        _tell(game, seated, chosen, lang, pace)
    _complain(bots)
    return 0


def _show(
    rules: Rules, seated: list[Spec], seed: str, deals: int, pace: float | None, file: str | None, lang: str
) -> int:
    """On the screen; the record is kept after every move."""
    from ..terminal.spectate.viewer import watch as show
    from ..terminal.storage.choices import BOT_NAMES
    from ..terminal.storage.choices import PACE as SCREEN_PACE
    from ..terminal.table import Seat

    seats = [Seat(name, str(spec)) for name, spec in zip(BOT_NAMES, seated, strict=False)]
    if file is not None:
        _keep("", file)  # what cannot be written is said now, not behind the screen
    keep = None if file is None else (lambda game: _keep(game.record, file))
    return show(rules, seats, lang=lang, seed=seed, deals=deals, keep=keep, pace=SCREEN_PACE if pace is None else pace)


def _seated(specs: Sequence[Spec], rules: Rules) -> list[Spec]:
    """Who sits in each seat."""
    from ..bots import BotError
    from ..bots.roster import for_each_seat

    try:
        return for_each_seat(specs, rules)
    except BotError as error:
        raise click.UsageError(f"--bot: {error}") from None


def _play(rules: Rules, seed: str, deals: int, specs: list[Spec]) -> tuple[Game, list[Guarded]]:
    """The game, and the bots that played it."""
    from ..bots import BotError, play_game
    from ..bots.guard import seat_bot
    from ..game import Game
    from ..terminal.storage.choices import BOT_NAMES

    game = Game(rules, seed=seed, names=BOT_NAMES[: rules.players])
    try:
        bots = [seat_bot(game, seat, spec) for seat, spec in enumerate(specs)]
    except BotError as error:
        raise Failure(str(error)) from None
    return play_game(bots, game, deals=deals), bots


def _complain(bots: list[Guarded]) -> None:
    """Say where a bot left the play to somebody else; the game that was told is not all its own."""
    from ..terminal.storage.choices import BOT_NAMES

    for name, bot in zip(BOT_NAMES, bots, strict=False):
        if bot.complaint is not None:
            click.echo(f"bornes: {name} ({bot.name}) {bot.complaint}", err=True)


def _keep(record: str, file: str) -> None:
    if file == "-":
        click.echo(record, nl=False)
        return
    try:
        Path(file).write_text(record, encoding="utf-8")
    except OSError as error:
        raise Failure(f"{file}: {error.strerror}") from None


def _tell(game: Game, seated: list[Spec], seed: str, lang: str, pace: float | None) -> None:
    from ..terminal.sentences import form_words
    from ..words import N_, Words
    from .screen import console
    from .telling import tell_deal, tell_result

    out, words = console(), Words.of(game, lang)
    what = N_("A game between automatic players: {edition}, {form}, seed {seed}.")
    title, form = words.edition_title(game.rules.edition), form_words(words, game.rules)
    out.print(words.gettext(what, edition=title, form=form, seed=seed))
    out.print(_cast(words, seated))
    out.print(words.gettext(N_("bornes --help tells what else there is; Ctrl-C ends this.")) + "\n", style="dim")
    pause = pace if pace is not None else PACE if sys.stdout.isatty() else 0.0
    for number in range(1, len(game.deals) + 1):
        tell_deal(out, words, game, number, pause)
    tell_result(out, words, game)


def _cast(words: Words, seated: list[Spec]) -> str:
    """Who is who: ``The Champion: Ada, Chloé · The Learner: Boris, Denis``."""
    from ..terminal.sentences import title_of
    from ..words import N_

    seats: dict[str, list[str]] = {}
    for seat, spec in enumerate(seated):
        _, colon, options = str(spec).partition(":")
        title = title_of(spec.character, words) + (f" ({options})" if colon else "")
        seats.setdefault(title, []).append(words.seat(seat))
    cast = [
        words.gettext(N_("{title}: {names}"), title=title, names=", ".join(names)) for title, names in seats.items()
    ]
    return " · ".join(cast)
