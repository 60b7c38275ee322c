"""``bornes play``: a game in the terminal, on a screen, line by line, or for another program."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from .bots import bot_spec, complete_bot
from .files import read_record
from .form import edition_option, form_options, rules_of
from .group import Failure
from .language import lang_option
from .terminals import is_terminal, on_screen
from .watch import seed_text

if TYPE_CHECKING:
    from ..bots import Spec
    from ..game import Game
    from ..rules import Rules
    from ..terminal.storage.choices import Choices, PlayOptions
    from ..terminal.storage.session import Opened

DESCRIBING = ("edition", "players", "partners", "short", "house", "specs", "people", "names", "seat", "seed")
"""Options that describe a game: with one of them it begins at once."""
FORM = ("edition", "players", "partners", "short")
FLAGS = {"house": "rule", "specs": "bots", "names": "name"}
"""Options whose parameters have other names."""


def player_name(text: str) -> str:
    """Return a name without the spaces around it, if a record can hold it."""
    from ..names import is_name

    if not is_name(text):
        raise click.UsageError(f"{text!r}: a name is printable text without |")
    return text.strip()


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False), required=False)
@edition_option
@form_options
@click.option(
    "--bots",
    "specs",
    type=bot_spec,
    shell_complete=complete_bot,
    metavar="BOT",
    multiple=True,
    help="Who plays against you; given several times, one for each bot in order.  [default: rule-of-thumb]",
)
@click.option(
    "--people",
    type=click.IntRange(0, 8),
    metavar="N",
    default=1,
    show_default=True,
    help="How many play at this keyboard.",
)
@click.option(
    "--name", "names", type=player_name, metavar="NAME", multiple=True, help="A person's name; may be given for each."
)
@click.option(
    "--seat", type=click.IntRange(1, 8), metavar="N", help="Where the first person sits, from 1.  [default: 1]"
)
@click.option("--seed", type=seed_text, metavar="TEXT", help="Any text; the same seed gives the same cards.")
@click.option("--pace", type=click.FloatRange(0, 60), metavar="SECONDS", help="The pause between moves of bots.")
@click.option("--new", "fresh", is_flag=True, help="Begin a new game; do not offer the saved one.")
@click.option("--resume", is_flag=True, help="Go on with the last saved game.")
@click.option("--plain", is_flag=True, help="A conversation line by line, without a screen.")
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object per line in both directions, for a program that plays."
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Nothing but ASCII.")
@click.option("--colour/--no-colour", default=None, help="With or without colours.  [default: as NO_COLOR says]")
@lang_option
@click.pass_context
def play(
    ctx: click.Context, /, file: str | None, plain: bool, as_json: bool, fresh: bool, resume: bool, **given: Any
) -> int:
    """Play, against automatic players or with others at this keyboard.

    Without options, a screen asks what to play. The game is saved after every move; the next time it can be gone on
    with. FILE is a record to go on with: it stays as it is, the game goes on as a saved one.

    \b
    Examples:
      bornes play
      bornes play --edition dujardin --players 4 --bots champion
      bornes play --people 2 --name Ann --name Bob
      bornes play --resume
      bornes play --plain --lang fr
      bornes play --json --seed 7
    """
    if plain and as_json:
        raise click.UsageError("--plain and --json: give one of them")
    if sum((fresh, resume, file is not None)) > 1:
        raise click.UsageError("a FILE, --new and --resume: give one of them")
    told = {name for name in given if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT}
    _check_going_on(told, resume, file is not None)
    screen = not plain and not as_json and on_screen()
    options = _options(given, told, file, fresh, resume, remembered=is_terminal(sys.stdin) and not as_json)
    if screen:
        return _on_screen(options)
    return _in_lines(options, as_json)


def _check_going_on(told: set[str], resume: bool, file: bool) -> None:
    """A saved game says itself what is played and by whom; a record says what, and what they are called."""
    fixed = {*FORM, "house", "seed", "names"} if file else set(DESCRIBING) if resume else set()
    if wrong := told & fixed:
        flags = ", ".join(sorted(f"--{FLAGS.get(name, name)}" for name in wrong))
        raise click.UsageError(f"{flags}: that is in the game that is gone on with")


def _options(
    given: dict[str, Any], told: set[str], file: str | None, fresh: bool, resume: bool, remembered: bool
) -> PlayOptions:
    from ..terminal.storage.choices import PlayOptions, load_choices

    begins = bool(told & set(DESCRIBING))
    continued = None if file is None else _record(file).rules
    choices = _choices(given, told, load_choices() if remembered else None, continued)
    return PlayOptions(
        choices=choices,
        begin=begins,
        resume=True if resume else False if fresh or begins else None,
        file=None if file is None else Path(file),
        seed=given["seed"],
        lang=given["lang"],
    )


def _record(file: str) -> Game:
    from ..record import RecordError

    try:
        return read_record(file)
    except RecordError as error:
        raise Failure(f"{file}: {error}") from None


def _choices(given: dict[str, Any], told: set[str], last: Choices | None, continued: Rules | None) -> Choices:
    """What the flags say, for the rest the last choices, where somebody is there to remember them."""
    from ..rules import format_value
    from ..terminal.storage.choices import Choices

    chosen = last or Choices()
    if continued is not None:
        bots, _ = _seated(continued, given)
        chosen = replace(chosen, edition=continued.edition, players=continued.players, house=(), bots=bots, names=())
    elif told & {*FORM, "house"} or last is None:
        rules = rules_of(given["edition"], given["players"], given["partners"], given["short"], given["house"])
        house = tuple((field, format_value(value)) for field, value in given["house"])
        form = {name: given[name] for name in FORM}
        chosen = replace(chosen, **form, house=house, bots=chosen.bots[: rules.players])
    if continued is None and (told & {"specs", "people", "names", "seat"} or last is None):
        bots, names = _seated(chosen.rules(), given)
        chosen = replace(chosen, bots=bots, names=names)
    if given["pace"] is not None:
        chosen = replace(chosen, pace=given["pace"])
    colour = given["colour"] if given["colour"] is not None else chosen.colour and not os.environ.get("NO_COLOR")
    return replace(chosen, ascii=given["ascii_only"] or chosen.ascii, colour=bool(colour))


def _seated(rules: Rules, given: dict[str, Any]) -> tuple[tuple[str | None, ...], tuple[str, ...]]:
    """Who sits where: people from the chosen seat on, as partners do not sit side by side; bots between them."""
    from ..terminal.storage.choices import OLD_HAND

    players, people, seat = rules.players, given["people"], (given["seat"] or 1) - 1
    if people > players:
        raise click.UsageError(f"--people {people}: only {players} play")
    if seat >= players:
        raise click.UsageError(f"--seat {seat + 1}: only {players} play")
    if len(given["names"]) > people:
        raise click.UsageError(f"--name is given {len(given['names'])} times, for {people} at this keyboard")
    theirs = [(seat + step) % players for step in range(people)]
    specs = _specs(given["specs"], players - people) or [OLD_HAND] * (players - people)
    bots: list[str | None] = [None] * players
    for at, spec in zip((at for at in range(players) if at not in theirs), specs, strict=True):
        bots[at] = spec
    names = [""] * players
    for at, name in zip(theirs, given["names"], strict=False):
        names[at] = name
    return tuple(bots), tuple(names)


def _specs(specs: tuple[Spec, ...], wanted: int) -> list[str]:
    """One spec for each bot."""
    if len(specs) not in (0, 1, wanted):
        raise click.UsageError(f"--bots is given once for all, or {wanted} times, not {len(specs)} times")
    return [str(spec) for spec in (specs * wanted if len(specs) == 1 else specs)]


def _on_screen(options: PlayOptions) -> int:
    from ..terminal.screen.app import run

    return run(options)


# -- line by line --------------------------------------------------------------------------------------------------


def _in_lines(options: PlayOptions, as_json: bool) -> int:
    opened = _opened(options, quiet=as_json)
    if as_json:
        from ..terminal.plain import json_lines

        return json_lines.run(opened, options.lang)
    from ..terminal.plain import conversation

    return conversation.run(opened, options.lang, ascii_only=options.choices.ascii)


def _opened(options: PlayOptions, quiet: bool) -> Opened:
    """The game that was asked for; what cannot be opened is told on one line."""
    from ..terminal.storage.choices import save_choices
    from ..terminal.storage.saves import SaveError
    from ..terminal.storage.session import open_new, open_saved

    try:
        if options.file is not None:
            return _from_file(options.file, options.choices)
        name = _which(options, quiet)
        if name is not None:
            return open_saved(name, pace=options.choices.pace or 0.0)
        if is_terminal(sys.stdin) and not quiet:
            save_choices(options.choices)
        return open_new(options.choices, seed=options.seed)
    except SaveError as error:
        raise Failure(str(error)) from None
    except ValueError as error:  # rules, names, bots
        raise click.UsageError(str(error)) from None


def _from_file(file: Path, choices: Choices) -> Opened:
    from ..terminal.storage.saves import name_of
    from ..terminal.storage.session import open_record, open_saved

    name = name_of(file)
    if name is not None:
        return open_saved(name, pace=choices.pace or 0.0)
    return open_record(_record(str(file)), choices)


def _which(options: PlayOptions, quiet: bool) -> str | None:
    """The saved game to go on with, if one is wanted; None for a new game."""
    if options.resume is False:
        return None
    from ..terminal.storage.saves import latest, saved_games

    found, damaged = saved_games()
    for one in damaged:
        click.echo(f"bornes: {one}", err=True)
    if options.resume:
        return latest(found)
    free = [saved for saved in found if saved.held_by is None]
    if not free or quiet:
        return None
    return free[0].name if _wanted(free[0].name, options.lang) else None


def _wanted(name: str, lang: str) -> bool:
    """Whether to go on with a saved game: a person is asked, a script goes its way."""
    from ..words import N_, Words

    words = Words(lang)
    if not is_terminal(sys.stdin):
        click.echo(words.gettext(N_("There is a saved game, {name}: --resume goes on with it."), name=name))
        return False
    question = words.gettext(N_("Go on with the saved game {name}? Enter for yes, n for no."), name=name)
    answer = click.prompt(question, default="", show_default=False, prompt_suffix="\n")
    return str(answer).strip().casefold() not in ("n", "no", "non")
