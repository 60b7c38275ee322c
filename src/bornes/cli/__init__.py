"""One command, ``bornes``; ``python -m bornes`` is the same.

``bornes --help`` should answer at once.  It loads click and nothing of the game: each command is a module of its own
name, loaded when it is asked for, and what that needs of the game, and rich, it imports when it runs.
"""

from __future__ import annotations

import click

from .. import __version__
from .group import BornesGroup
from .translation import lang_option

COMMANDS = {
    "play": "Play against bots, with others at this keyboard, or online.",
    "howto": "Explain how to play, in a page.",
    "serve": "Let people play at tables online.",
    "watch": "Watch bots play a game.",
    "bots": "List the bots, from the weakest to the strongest.",
    "rules": "Show the rules of an edition, or how two editions differ.",
    "clause": "Look up a clause of a rulebook, or a ruling.",
    "games": "List the games that were played here.",
    "replay": "Show a recorded game, move by move.",
    "review": "Find the better moves in a recorded game.",
    "bot": "Let a bot play at a table on a server.",
    "verify": "Check a record: its shuffles, moves and scores.",
    "sim": "Play thousands of deals and add up the results.",
    "arena": "Measure which bot is stronger, and by how much.",
    "lab": "Answer questions that fans argue about.",
    "tune": "Search for better weights for the tuned bot.",
    "tables": "Look after the tables of a server.",
    "completion": "Print the script for completion in your shell.",
}
"""Every command, with what ``bornes --help`` says of it."""


@click.group(
    "bornes",
    cls=BornesGroup,
    summaries=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@lang_option
@click.pass_context
def main(ctx: click.Context, lang: str) -> None:
    """Play Mille Bornes by any of five rulebooks, and study it.

    Without a command, `bornes` opens the home screen: it is short for `bornes play`.

    \b
    Examples:
      bornes                               play, watch, learn: the home screen
      bornes play --players 4 --lang fr    … against three, in French
      bornes howto asmodee                 read how to play
      bornes rules parker-1962 dujardin    see how two rulebooks differ
      bornes watch --record game.txt       watch bots play, and keep the record
      bornes review game.txt               see which moves were mistakes
      bornes COMMAND --help                see more examples of a command
    """
    if ctx.invoked_subcommand is None:
        from .play import play

        with play.make_context("play", [], parent=ctx) as alone:
            ctx.exit(play.invoke(alone))
