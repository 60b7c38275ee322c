"""``bornes completion``: the names of commands, options and editions at the press of a key."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that lets a shell complete bornes.

    \b
    Examples:
      bornes completion bash >> ~/.bashrc
      bornes completion zsh >> ~/.zshrc
      bornes completion fish > ~/.config/fish/completions/bornes.fish
    """
    click.echo(SHELLS[shell](ctx.find_root().command, {}, "bornes", "_BORNES_COMPLETE").source())
