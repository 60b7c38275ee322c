"""One command, ``bornes``; ``python -m bornes`` is the same.

``bornes --help`` should answer at once, so the modules here load nothing but click: what a command needs of the game,
and rich, it imports when it runs.
"""

from __future__ import annotations

import click

from .. import __version__
from .arena import arena
from .bots import bots
from .clause import clause
from .completion import completion
from .group import Bornes
from .lab import lab
from .play import play
from .replay import replay
from .review import review
from .rules import rules
from .sim import sim
from .tune import tune
from .verify import verify
from .watch import watch


@click.group(
    "bornes", cls=Bornes, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Mille Bornes, five rulebooks played to the letter.

    Without a command, a game to play: `bornes play`.

    \b
    Examples:
      bornes                                play
      bornes watch                          watch a deal
      bornes rules                          the editions and their forms
      bornes rules parker-1962 dujardin     what differs between two of them
      bornes clause P62-26                  what a rulebook says
      bornes sim asmodee --players 4        many deals, added up
      bornes arena tuned sunday-driver      who is stronger, and how much
      bornes lab safeties                   what fans argue about, answered
      bornes watch --record game.txt        keep what you watched …
      bornes replay game.txt                … read it again …
      bornes review game.txt                … learn what the better moves were …
      bornes verify game.txt                … and check its shuffles, moves and scores
    """
    if ctx.invoked_subcommand is None:
        with play.make_context("play", [], parent=ctx) as alone:
            ctx.exit(play.invoke(alone))


for command in (play, watch, bots, rules, clause, sim, arena, lab, tune, replay, review, verify, completion):
    main.add_command(command)
