"""``bornes watch``, and ``bornes`` alone: a game between automatic players, told in words."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .form import complete_edition, edition_name, form_options, rules_of
from .group import Failure
from .language import lang_option

if TYPE_CHECKING:
    from random import Random

    from ..game import Game
    from ..moves import LegalMoves, Move
    from ..rules import Rules

NAMES = ("Ada", "Boris", "Chloé", "Denis", "Elsa", "Félix", "Gina", "Hugo")
PACE = 0.15
"""Seconds between turns on a terminal: brisk, and yet one can follow."""


def seed_text(text: str) -> str:
    """A seed that can be typed again."""
    if not text.strip() or not text.isprintable():
        raise click.UsageError("a seed is printable text, such as 7 or sunday")
    return text


@click.command()
@click.option(
    "--edition",
    "-e",
    type=edition_name,
    shell_complete=complete_edition,
    metavar="EDITION",
    default="parker-1962",
    show_default=True,
    help="The rulebook.",
)
@form_options
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
    help=f"The pause between turns.  [default: {PACE} on a terminal, none elsewhere]",
)
@click.option(
    "--record",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Keep the record in a file; - prints it and nothing else.",
)
@lang_option
def watch(
    edition: str, seed: str | None, deals: int, pace: float | None, file: str | None, lang: str, **form: Any
) -> None:
    """Watch a game between automatic players.

    They play whatever they can, and discard only when they must. A record that is kept can be replayed and verified.

    \b
    Examples:
      bornes watch
      bornes watch --edition dujardin --players 4 --lang fr
      bornes watch --seed 7 --deals 20 --record game.txt
    """
    rules = rules_of(edition, **form)
    chosen = str(secrets.randbelow(1_000_000)) if seed is None else seed
    game = play_game(rules, chosen, deals)
    if file is not None:
        _keep(game.record, file)
    if file != "-":
        _tell(game, chosen, lang, pace)


def play_game(rules: Rules, seed: str, deals: int) -> Game:
    """A game of so many deals, or fewer if it is over before, by players that play what they can."""
    from random import Random

    from ..game import Game

    game, rng = Game(rules, seed=seed, names=NAMES[: rules.players]), Random(seed)
    while True:
        while not game.deal.over:
            game.play(eager_move(game.deal.legal_moves, rng))
        if game.over or len(game.deals) == deals:
            return game
        game.next_deal()


def eager_move(moves: LegalMoves, rng: Random) -> Move:
    """What the engine's eager policy would do: play if anything can be played, call every coup, be content at 700."""
    from ..engine.codes import COUP, DRAW, FINISH, PASS, Phase
    from ..moves import Move

    if moves.phase is Phase.PLAY:
        return rng.choice([move for move in moves if not move.is_discard] or list(moves))
    for wanted in (COUP, FINISH, DRAW):
        if wanted in moves:
            return Move(wanted)
    return rng.choice([move for move in moves if move != PASS])


def _keep(record: str, file: str) -> None:
    if file == "-":
        click.echo(record, nl=False)
        return
    try:
        Path(file).write_text(record, encoding="utf-8")
    except OSError as error:
        raise Failure(f"{file}: {error.strerror}") from None


def _tell(game: Game, seed: str, lang: str, pace: float | None) -> None:
    from ..words import N_, Words
    from .screen import console
    from .telling import form_words, tell_deal, tell_result

    out, words = console(), Words.of(game, lang)
    what = N_("A game between automatic players: {edition}, {form}, seed {seed}.")
    title, form = words.edition_title(game.rules.edition), form_words(words, game.rules)
    out.print(words.gettext(what, edition=title, form=form, seed=seed))
    out.print(words.gettext(N_("bornes --help tells what else there is; Ctrl-C ends this.")) + "\n", style="dim")
    pause = pace if pace is not None else PACE if sys.stdout.isatty() else 0.0
    for number in range(1, len(game.deals) + 1):
        tell_deal(out, words, game, number, pause)
    tell_result(out, words, game)
