"""``--help`` and what click itself says, in the reader's language.

Nothing is marked for that in the commands: ``with_translated_help`` goes through all that the help of a command says,
and so does ``scripts/catalogues`` to find it.  What click says of a wrong call is recognised by its English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
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
    find = translations(language).find
    return lambda message: find("", message)


def with_translated_help(command: _Command, say: Say) -> _Command:
    """Return a copy of a command with everything in its help put into other words."""
    said = copy(command)
    said.help = None if command.help is None else _help(cleandoc(command.help), say)
    said.params = [_parameter(param, command, say) for param in command.params]
    said.context_class = type("Context", (click.Context,), {"formatter_class": _formatter(say)})
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
    typed, gap, remark = re.fullmatch(r"( +\S+(?: \S+)*)(?:(  +)(.*))?", line).groups()  # type: ignore[union-attr]
    return f"{typed}{gap}{say(remark)}" if remark else line


@cache
def _formatter(say: Say) -> type[click.HelpFormatter]:
    class TranslatedHelpFormatter(click.HelpFormatter):
        """Writes help under headings in the reader's language."""

        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            for pieces in _USAGE_PIECES:
                args = args.replace(pieces, say(pieces))
            super().write_usage(prog, args, f"{say(_USAGE)} ")

        def write_heading(self, heading: str) -> None:
            self.write(f"{'':>{self.current_indent}}{say(f'{heading}:')}\n")

        def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
            super().write_dl([(name, _extra(say(text), say)) for name, text in rows], col_max, col_spacing)

    return TranslatedHelpFormatter


def _extra(text: str, say: Say) -> str:
    """Put what click adds to the help of an option into other words: its default, and the limits of a number."""
    text = re.sub(
        r"\[default: ([^;\]]*)(; )?",
        lambda found: f"[{say(_DEFAULT)} {found[1]}" + ("]  [" if found[2] else ""),
        text,
    )
    return re.sub(r"\[([^\[\]]*)\]", lambda found: f"[{_said_limits(found[1], say)}]", text)


def _said_limits(text: str, say: Say) -> str:
    """Put the limits of a number into other words; anything else stays as it is."""
    for sentence in RANGE_TEMPLATES:
        if found := _pattern(sentence).fullmatch(text):
            return say(sentence).format(**found.groupdict())
    return text


_USAGE = N_("Usage:")
_USAGE_PIECES = (N_("[OPTIONS]"), N_("[COMMAND] [ARGS]..."))
_DEFAULT = N_("default:")
CLICK_HEADINGS = (
    N_("Options:"),
    N_("Commands:"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
)
"""Other texts that click puts into the help."""

# -- the limits of numbers -----------------------------------------------------------------------------------------

RANGE_TEMPLATES = (N_("at least {least}"), N_("more than {least}"), N_("from {least} to {most}"))
"""Limits of numbers, in the help and in errors."""


def limits(number: click.IntRange | click.FloatRange) -> str:
    """Return the limits of a number in words, of which there are no others than these."""
    at_least, more_than, between = RANGE_TEMPLATES
    text = between if number.max is not None else more_than if number.min_open else at_least
    return text.format(least=number.min, most=number.max)


# -- errors --------------------------------------------------------------------------------------------------------

NOT_IN_RANGE = "{value} is not in the range {range}."
NO_FILE = N_("File '{name}' does not exist.")
CLICK_ERROR_SENTENCES = (
    N_("Option '{option}' requires an argument."),
    N_("Option '{option}' does not take a value."),
    N_("Missing argument '{argument}'."),
    N_("Missing argument '{argument}'. Choose from: {choices}"),
    N_("Got unexpected extra argument ({words})"),
    N_("Got unexpected extra arguments ({words})"),
    N_("Invalid value for '{parameter}': {why}"),
    N_("'{value}' is not a valid {kind}."),
    N_("'{value}' is not one of {choices}."),
    NOT_IN_RANGE,
    NO_FILE,
    N_("File '{name}' is a directory."),
    N_("File '{name}' is not readable."),
    N_("File '{name}' is not writable."),
    N_("Directory '{name}' does not exist."),
    N_("Directory '{name}' is a file."),
)
"""click's messages about wrong calls."""
VALUE_TYPE_NAMES = (N_("whole number"), N_("number"), N_("integer"))
"""Types of values, as the sentences name them."""


def error_text(error: click.ClickException) -> TranslatableText:
    """Return what an error says, ours or click's, as a message that can be said in every language."""
    if isinstance(error, CommandFailure | TranslatedUsageError):
        return error.said
    if isinstance(error, click.NoSuchOption):
        return _no_option(error.option_name, error.possibilities or ())
    return recognize_click_message(on_one_line(error.format_message()))


def _no_option(name: str, alike: Iterable[str]) -> TranslatableText:
    from ..base.translatable import TranslatableText, closest_match

    right = closest_match(name, alike)
    text = N_("There is no option '{option}'; did you mean {right}?") if right else N_("There is no option '{option}'.")
    return TranslatableText(text, {"option": name, "right": right})


def on_one_line(text: str) -> str:
    """Return a text on one line, with the narrow spaces that French has."""
    return re.sub(r"[^\S\u00a0\u202f]+", " ", text).strip()


def recognize_click_message(text: str) -> TranslatableText:
    """Return what click says as a message that can be said in every language; as it is where it is not known."""
    from ..base.translatable import TranslatableText

    for sentence in CLICK_ERROR_SENTENCES:
        if found := _pattern(sentence).fullmatch(text):
            given = found.groupdict()
            return _better(sentence, given) or TranslatableText(
                sentence, {name: _inner(name, given[name]) for name in given}
            )
    return TranslatableText("{text}", {"text": text}) if text not in VALUE_TYPE_NAMES else TranslatableText(text)


def _better(sentence: str, given: dict[str, str]) -> TranslatableText | None:
    """Say more than click does: what a number must be, and which file was perhaps meant."""
    from ..base.translatable import TranslatableText, closest_match

    if sentence == NOT_IN_RANGE:
        return TranslatableText(
            N_("it must be {range}, not {value}"), {**given, "range": _limits_message(given["range"])}
        )
    if sentence == NO_FILE and (right := closest_match(given["name"], _files_beside(given["name"]))):
        return TranslatableText(N_("there is no file '{name}'; did you mean {nearest}?"), {**given, "nearest": right})
    return None


def _limits_message(text: str) -> TranslatableText | str:
    from ..base.translatable import TranslatableText

    found = ((sentence, _pattern(sentence).fullmatch(text)) for sentence in RANGE_TEMPLATES)
    return next((TranslatableText(sentence, match.groupdict()) for sentence, match in found if match), text)


def _files_beside(name: str) -> list[str]:
    """List the files where this one was looked for, as they would have to be written."""
    from pathlib import Path  # late, since whoever only reads help would wait for it

    try:
        return [str(entry) for entry in Path(name).parent.iterdir() if entry.is_file()]
    except OSError:
        return []


def _inner(name: str, value: str) -> TranslatableText | str:
    """Return what stands in a sentence: another one, one of the kinds, the names of an option, or what there is."""
    if name in ("why", "kind"):
        return recognize_click_message(value)
    if name == "choices":
        return value.replace("'", "")
    return value.replace("' / '", " / ").strip("[]") if name == "parameter" else value


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", sentence)
    pattern = "".join(f"(?P<{piece}>.*?)" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))
    return re.compile(pattern.replace("'", "['\"]"))
