"""What every command of ``bornes`` has in common: how it is loaded and completed, exit codes, errors on one line.

Exit codes:

    0    all is well
    1    what was asked about is wrong (a damaged record), or could not be done (an unwritable file)
    2    the command was called wrongly (an unknown edition, an impossible house rule)
    3    a record is right, but what it proves is weak (verify --strict)
    130  interrupted with Ctrl-C
    143  ended by SIGTERM
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from ..base.marks import N_
from .translation import (
    CommandFailure,
    SummarizedGroup,
    TranslatedUsageError,
    click_messages,
    error_text,
    lang_option,
    language_of,
    limits,
    on_one_line,
    reader_text,
    requested_language,
    translated_command,
)

if TYPE_CHECKING:
    from pathlib import Path

    from ..base.translatable import TranslatableText

SHARED = {"clause": "rules", "replay": "watch", "completion": "group"}
"""The commands that lie in a module with others; every other one has a module of its own name."""
SHELLS = ("bash", "zsh", "fish")
WEAK_PROOF_EXIT_CODE = 3
INTERRUPTED_EXIT_CODE = 130
TERMINATED_EXIT_CODE = 143


class WholeNumberRange(click.IntRange):
    """A whole number, perhaps within limits."""

    @property
    def name(self) -> str:  # type: ignore[override]
        """What an error calls it."""
        return reader_text(N_("whole number"))

    def _describe_range(self) -> str:  # click would say x>=1, in help and in errors
        return limits(self)


class NumberRange(click.FloatRange):
    """A number within limits."""

    @property
    def name(self) -> str:  # type: ignore[override]
        """What an error calls it."""
        return reader_text(N_("number"))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; what is none cannot be compared with limits."""
        number = super().convert(value, param, ctx)
        if number != number:
            text = N_("'{value}' is not a valid {number_type}.")
            self.fail(reader_text(text, value=value, number_type=self.name), param, ctx)
        return number

    def _describe_range(self) -> str:
        return limits(self)


class Choice(click.Choice[str]):
    """One of several words; an error lists them without quotes."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return what to say of a word that is none of them."""
        return reader_text(N_("'{value}' is not one of {choices}."), value=value, choices=", ".join(self.choices))


class ExistingPath(click.Path):
    """A file, or a folder, that exists; an error names the file that was perhaps meant."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, if it is there."""
        from pathlib import Path  # late, since whoever only reads help would wait for it

        if not Path(value).exists() and not (self.allow_dash and value == "-"):
            self.fail(self._missing(Path(value)), param, ctx)
        return super().convert(value, param, ctx)

    def _missing(self, path: Path) -> str:
        from ..base.translatable import closest_match

        if not self.file_okay:
            return reader_text(N_("Directory '{name}' does not exist."), name=path)
        with suppress(OSError):
            if right := closest_match(str(path), [str(one) for one in path.parent.iterdir() if one.is_file()]):
                return reader_text(N_("there is no file '{name}'; did you mean {nearest}?"), name=path, nearest=right)
        return reader_text(N_("File '{name}' does not exist."), name=path)


class BornesGroup(SummarizedGroup, click.Group):
    """The command ``bornes``, whose commands lie in modules beside this one, each loaded when it is asked for."""

    def __init__(self, *given: Any, summaries: Mapping[str, str], **named: Any) -> None:
        super().__init__(*given, **named)
        self.summaries = dict(summaries)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, loaded or not, in the order in which help shows them."""
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the module in which a command lies, and return the command."""
        if cmd_name not in self.summaries:
            return None
        module = SHARED.get(cmd_name, cmd_name)
        command: click.Command = getattr(import_module(f".{module}", __package__), cmd_name)
        return translated_command(command, language_of(ctx))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name; answer an unknown name with those that exist."""
        if args[0] not in self.summaries and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise UnknownName(NO_COMMAND, args[0], self.summaries, ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named; an error that does not know where it happened is one of that command."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if error.ctx is None and (name := ctx.invoked_subcommand) in self.summaries:
                error.ctx = click.Context(self, parent=ctx, info_name=name)
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit, as every click command does, but tell errors on one line and exit as documented above."""
        name = prog_name or "bornes"  # also where Python runs us with -m
        language = requested_language(sys.argv[1:] if args is None else args)
        spoken = partial(click.Group.main, translated_command(self, language))

        def run() -> Any:
            with click_messages(language):
                return spoken(args, name, complete_var, standalone_mode=False, obj=language, **extra)

        if not standalone_mode:
            return run()
        try:
            _forgive_odd_terminals()
            _replace_closed_streams()
            status: object = run()
        except (click.Abort, KeyboardInterrupt):  # the second is one that came before click listened, or after
            sys.exit(INTERRUPTED_EXIT_CODE)
        except click.ClickException as error:
            click.echo(_one_line(error, language), err=True)
            sys.exit(error.exit_code)
        except OSError as error:
            from ..base.translatable import TranslatableText, os_error_text

            failure = CommandFailure(
                N_("{file}: {why}"), file=error.filename or TranslatableText(N_("output")), why=os_error_text(error)
            )
            click.echo(_one_line(failure, language), err=True)
            _give_up_stdout()
            sys.exit(CommandFailure.exit_code)
        # What a command returns is not a status; what it exits with is, and that is always a number.
        sys.exit(status if isinstance(status, int) else 0)


@click.command()
@click.argument("shell", type=Choice(SHELLS))
@lang_option
@click.pass_context
def completion(ctx: click.Context, shell: str, lang: str) -> None:
    """Print the script for completion in your shell.

    With it, the Tab key completes commands, options, editions, bots, house rules and clauses, wherever the command
    lies: scripts/bornes of a checkout too.

    \b
    Examples:
      bornes completion bash >> ~/.bashrc
      bornes completion zsh >> ~/.zshrc
      bornes completion fish > ~/.config/fish/completions/bornes.fish
      scripts/bornes completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    complete = get_completion_class(shell)
    assert complete is not None
    script = complete(ctx.find_root().command, {}, "bornes", "_BORNES_COMPLETE").source()
    for asked, instead in AS_TYPED[shell]:
        script = script.replace(asked, instead)
    click.echo(script)


AS_TYPED: dict[str, tuple[tuple[str, str], ...]] = {
    "bash": (("_BORNES_COMPLETE=bash_complete $1)", '_BORNES_COMPLETE=bash_complete "${1/#\\~/$HOME}")'),),
    "zsh": (
        ("    (( ! $+commands[bornes] )) && return 1\n", ""),
        ("_BORNES_COMPLETE=zsh_complete bornes)", "_BORNES_COMPLETE=zsh_complete ${~${(Q)words[1]}})"),
    ),
    "fish": (("(commandline -t) bornes", "(commandline -t) (string replace -r '^~' $HOME -- (commandline -opc)[1])"),),
}
"""What click's scripts say of the command, and what is said instead: they would ask the one on the PATH, which may be
another or none; asked is the one that was typed."""


class UnknownName(TranslatedUsageError):
    """There is no edition, or command, of this name; says which was perhaps meant, or which there are."""

    def __init__(
        self, texts: tuple[str, str], name: str, known: Collection[str], ctx: click.Context | None = None
    ) -> None:
        from ..base.translatable import closest_match

        meant, others = texts
        right = closest_match(name, known)
        super().__init__(meant if right else others, name=name, nearest=right, known=", ".join(known))
        self.ctx = ctx


NO_COMMAND = (
    N_("there is no command '{name}'; did you mean {nearest}? The commands are {known}"),
    N_("there is no command '{name}'; the commands are {known}"),
)


def times(number: int) -> TranslatableText:
    """Say how often: ``once``, ``twice``, ``3 times``."""
    from ..base.translatable import TranslatableText

    return TranslatableText({1: N_("once"), 2: N_("twice")}.get(number, N_("{number} times")), {"number": number})


def print_json(value: dict[str, Any]) -> None:
    """Print one object for programs; the version changes when a key changes its meaning or goes."""
    import json

    click.echo(json.dumps({"version": 1, **value}, indent=2))


def _one_line(error: click.ClickException, language: str) -> str:
    from ..base.translatable import sanitize
    from ..i18n import Translator

    words = Translator(language)
    where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx is not None else ""
    text = N_("{command}: {error} (see {command} --help)") if where else N_("bornes: {error}")
    return words.gettext(text, command=where, error=sanitize(on_one_line(words.translate(error_text(error)))))


def _forgive_odd_terminals() -> None:
    """Write a question mark where a terminal has no × or é: better than no output at all."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _replace_closed_streams() -> None:
    """Refuse to talk to an output that was closed before we began; what would be told of errors goes nowhere then.

    Each closed stream is replaced, since the next file to be opened would take its number, and what is written to it.
    The input is for the one who wants to read from it to complain about.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in closed:
        nowhere = os.open(os.devnull, os.O_RDWR)
        if name != "stdin":
            setattr(sys, name, os.fdopen(nowhere, "w", encoding="utf-8"))
    if "stdout" in closed:
        raise CommandFailure(N_("the standard output is closed"))


def _give_up_stdout() -> None:
    """Let what could not be written go nowhere: Python would try again at exit, and complain."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
