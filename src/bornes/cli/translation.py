"""``--help`` and what click itself says, in the reader's language.

Nothing is marked for that in the commands: ``with_translated_help`` goes through all that the help of a command says,
and so does ``scripts/catalogues`` to find it.  click asks gettext for its own messages; ``click_messages`` answers it.
"""

from __future__ import annotations

import gettext
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

import click

from ..base.marks import N_
from ..i18n.catalogs import SOURCE_LANGUAGE, available_languages, system_language, translations

if TYPE_CHECKING:
    from ..base.translatable import TranslatableText
    from ..i18n import Translator

Say = Callable[[str], str]
"""Returns a text in the reader's language."""
_Command = TypeVar("_Command", bound=click.Command)

# -- which language ------------------------------------------------------------------------------------------------


def requested_language(args: Sequence[str]) -> str:
    """Return the language that the arguments of a command ask for, the system's where they name none that there is.

    It is looked for before anything is parsed, since what cannot be parsed is answered in it too.
    """
    named = ""
    for arg, following in pairwise((*args, "")):
        if arg == "--":
            break
        option, equals, value = arg.partition("=")
        if option == "--lang":
            named = value if equals else following
    return named if named in available_languages() else system_language()


def language_of(ctx: click.Context | None) -> str:
    """Return the language that a command speaks."""
    return ctx.obj if ctx is not None and isinstance(ctx.obj, str) else system_language()


def reader_translator(edition: str = "parker-1962") -> Translator:
    """Return the words of whoever reads what the present command says."""
    from ..i18n import Translator

    return Translator(language_of(click.get_current_context(silent=True)), edition)


def reader_text(text: str, **values: object) -> str:
    """Return a text in the language of the present command, with values filled in."""
    return _sayer(language_of(click.get_current_context(silent=True)))(text).format(**values)


# -- what our own commands say of a wrong call, and of what went wrong -----------------------------------------------


class CommandFailure(click.ClickException):
    """What was asked about is wrong, or could not be done; said in the reader's language."""

    def __init__(self, text: str, /, **values: object) -> None:
        from ..base.translatable import TranslatableText

        self.said = TranslatableText(text, values)
        super().__init__(str(self.said))


class TranslatedUsageError(click.UsageError):
    """The command was called wrongly; said in the reader's language."""

    def __init__(self, text: str, /, **values: object) -> None:
        from ..base.translatable import TranslatableText

        self.said = TranslatableText(text, values)
        super().__init__(str(self.said))


# -- --lang --------------------------------------------------------------------------------------------------------


def language(text: str) -> str:
    """Check that there are words in this language."""
    known = available_languages()
    if text in known:
        return text
    code = text[:2].casefold()
    message = (
        N_("there are no words in '{language}'; did you mean {nearest}? The languages are {known}")
        if code in known
        else N_("there are no words in '{language}'; the languages are {known}")
    )
    raise TranslatedUsageError(message, language=text, nearest=code, known=", ".join(known))


def complete_language(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the languages that begin with what was typed."""
    return [known for known in available_languages() if known.startswith(incomplete)]


lang_option = click.option(
    "--lang",
    type=language,
    shell_complete=complete_language,
    default=lambda: language_of(click.get_current_context(silent=True)),
    metavar="LANGUAGE",
    help="Speak English (en) or French (fr).  [default: the system's language]",
)

# -- help ----------------------------------------------------------------------------------------------------------


def translated_command(command: _Command, language: str) -> _Command:
    """Return a command whose help is in a language; it does what it did."""
    return command if language == SOURCE_LANGUAGE else with_translated_help(command, _sayer(language))


@cache
def _sayer(language: str) -> Say:
    if language == SOURCE_LANGUAGE:
        return str
    find = translations(language).find
    return lambda message: find("", message)


def with_translated_help(command: _Command, say: Say) -> _Command:
    """Return a copy of a command with everything in its help put into other words."""
    said = copy(command)
    said.help = None if command.help is None else _help(cleandoc(command.help), say)
    said.params = [_parameter(param, command, say) for param in command.params]
    said.context_class = type("Context", (click.Context,), {"formatter_class": _formatter(say)})
    if said.options_metavar is not None:
        said.options_metavar = say(said.options_metavar)
    if isinstance(said, click.Group):
        said.subcommand_metavar = say(said.subcommand_metavar)
    if isinstance(said, SummarizedGroup):
        said.summaries = {name: say(summary) for name, summary in said.summaries.items()}
    return said


class SummarizedGroup:
    """A group that tells its commands with a line for each."""

    summaries: dict[str, str]


def _parameter(param: click.Parameter, command: click.Command, say: Say) -> click.Parameter:
    said = copy(param)
    if isinstance(said, click.Argument) and said.metavar is None:
        said.metavar = said.make_metavar(click.Context(command))
    if said.metavar is not None and not isinstance(said.type, click.Choice):
        said.metavar = say(said.metavar)
    if isinstance(said, click.Option) and said.help:
        said.help = say(said.help)
    return said


def _help(text: str, say: Say) -> str:
    return "\n\n".join(_paragraph(each, say) for each in text.split("\n\n"))


def _paragraph(text: str, say: Say) -> str:
    if text.startswith("\b"):  # which is how click is told to keep the lines: examples
        return "\n".join(_example(line, say) for line in text.split("\n"))
    return say(" ".join(text.split()))


def _example(line: str, say: Say) -> str:
    """Put an example into other words: the remark beside it, and not what is typed."""
    if not line.startswith(" "):
        return say(line) if line.strip("\b") else line
    remark = line.strip().partition("  ")[2].lstrip()
    return line.removesuffix(remark) + say(remark) if remark else line


@cache
def _formatter(say: Say) -> type[click.HelpFormatter]:
    class TranslatedHelpFormatter(click.HelpFormatter):
        """Writes help under headings in the reader's language."""

        def write_heading(self, heading: str) -> None:
            self.write(f"{'':>{self.current_indent}}{say(f'{heading}:')}\n")

        def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
            super().write_dl([(name, _separate_extras(say(text))) for name, text in rows], col_max, col_spacing)

    return TranslatedHelpFormatter


def _separate_extras(text: str) -> str:
    """Put the default and the limits of an option into brackets of their own: a semicolon is set differently abroad."""
    about, bracket, extras = text.rpartition("  [")
    return about + bracket + extras.replace("; ", "]  [") if bracket else text


HELP_TEXTS = (
    N_("Options:"),
    N_("Commands:"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
)
"""Other texts that click puts into the help."""

# -- the limits of numbers -----------------------------------------------------------------------------------------


def limits(number: click.IntRange | click.FloatRange) -> str:
    """Return the limits of a number in words; an empty text where it has none."""
    if number.min is None:
        return ""
    if number.max is not None:
        return reader_text(N_("from {least} to {most}"), least=number.min, most=number.max)
    return reader_text(N_("more than {least}") if number.min_open else N_("at least {least}"), least=number.min)


# -- what click says -----------------------------------------------------------------------------------------------

CLICK_MESSAGES = {
    "Usage:": N_("Usage:"),
    "default: {default}": N_("default: {default}"),
    "Option {name!r} requires an argument.": N_("Option '{name}' requires an argument."),
    "Option {name!r} does not take a value.": N_("Option '{name}' does not take a value."),
    "Got unexpected extra argument ({args})": N_("Got unexpected extra argument ({args})"),
    "Got unexpected extra arguments ({args})": N_("Got unexpected extra arguments ({args})"),
    "{value!r} is not a valid {number_type}.": N_("'{value}' is not a valid {number_type}."),
    "{value} is not in the range {range}.": N_("it must be {range}, not {value}"),
    "{name} {filename!r} is a directory.": N_("File '{filename}' is a directory."),
    "{name} {filename!r} is a file.": N_("Directory '{filename}' is a file."),
    "{name} {filename!r} is not readable.": N_("'{filename}' is not readable."),
    "{name} {filename!r} is not writable.": N_("'{filename}' is not writable."),
}
"""click's messages that a reader of ours can meet, and how we say them; anything else stays as click says it."""


@contextmanager
def click_messages(language: str) -> Iterator[None]:
    """Let click's modules find their messages in our catalogs, in a language, until this ends.

    They look each one up when they need it, with gettext's functions under the names ``_`` and ``ngettext``.  gettext
    itself could only be told of another language through the environment, which subprocesses inherit.
    """
    find = _sayer(language)

    def say(message: str) -> str:
        return find(CLICK_MESSAGES.get(message, message))

    def say_counted(singular: str, plural: str, number: int) -> str:
        return say(singular if number == 1 else plural)

    ours = {"_": (gettext.gettext, say), "ngettext": (gettext.ngettext, say_counted)}
    modules = [module for name, module in sys.modules.items() if name.startswith("click.")]
    places = [(one, name) for one in modules for name in ours if getattr(one, name, None) is ours[name][0]]
    for module, name in places:
        setattr(module, name, ours[name][1])
    try:
        yield
    finally:
        for module, name in places:
            setattr(module, name, ours[name][0])


def error_text(error: click.ClickException) -> TranslatableText:
    """Return what an error says, ours or click's."""
    from ..base.translatable import TranslatableText

    if isinstance(error, CommandFailure | TranslatedUsageError):
        return error.said
    if isinstance(error, click.NoSuchOption):
        return _no_option(error.option_name, error.possibilities or ())
    if not isinstance(error, click.BadParameter) or error.param is None:
        return TranslatableText("{text}", {"text": error.format_message()})
    values = {"parameter": error.param.get_error_hint(error.ctx).replace("'", "").strip("[]")}
    if not isinstance(error, click.MissingParameter):
        return TranslatableText(N_("Invalid value for '{parameter}': {why}"), {**values, "why": error.message})
    if not isinstance(error.param.type, click.Choice):
        return TranslatableText(N_("Missing argument '{parameter}'."), values)
    choices = ", ".join(error.param.type.choices)
    text = N_("Missing argument '{parameter}'. Choose from: {choices}")
    return TranslatableText(text, {**values, "choices": choices})


def _no_option(name: str, alike: Iterable[str]) -> TranslatableText:
    from ..base.translatable import TranslatableText, closest_match

    right = closest_match(name, alike)
    text = N_("There is no option '{option}'; did you mean {right}?") if right else N_("There is no option '{option}'.")
    return TranslatableText(text, {"option": name, "right": right})


def on_one_line(text: str) -> str:
    """Return a text on one line, with the narrow spaces that French has."""
    return re.sub(r"[^\S\u00a0\u202f]+", " ", text).strip()
