"""``bornes completion``: commands, options, editions and bots completed at the press of a key."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script for completion in your shell.

    With it, the Tab key completes commands, options, editions, bots, house rules and clauses.

    \b
    Examples:
      bornes completion bash >> ~/.bashrc
      bornes completion zsh >> ~/.zshrc
      bornes completion fish > ~/.config/fish/completions/bornes.fish
    """
    click.echo(SHELLS[shell](ctx.find_root().command, {}, "bornes", "_BORNES_COMPLETE").source())
