"""``bornes play``: a game in the terminal, on a screen, line by line, or for another program."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..base.marks import N_
from .group import Choice, ExistingPath, NumberRange, WholeNumberRange, times
from .options import (
    FORM,
    bots_option,
    calm_option,
    default_program_edition,
    form_options,
    is_terminal,
    join_link_arguments,
    lang_option,
    on_screen,
    played_edition_option,
    player_name,
    rules_of,
    seed_text,
    server_option,
    was_given,
)
from .record_input import recorded_game
from .translation import CommandFailure, TranslatedUsageError

if TYPE_CHECKING:
    from ..bots import BotSpec
    from ..rules.ruleset import Rules
    from ..terminal.preferences import PlayOptions, Preferences
    from ..terminal.seat_session import LocalSession

GAME_OPTIONS = (*FORM, "specs", "people", "names", "seat", "seed")
"""Options that describe a game: with one of them the game begins at once."""
ONLINE_OPTIONS = ("open_table", "public", "clock")
"""Options for a server."""
FLAGS = {"house": "rule", "specs": "bot", "names": "name", "open_table": "open"}
"""Options whose parameters have other names."""


class RecordOrTable(ExistingPath):
    """The file of a game, or what leads to a table on a server."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a link or a code as it is, and anything else if there is such a file.

        Other commands take an edition in its place, and here many will write one too: it is refused with what it
        takes to play it.
        """
        from ..client.invite_links import code_digits
        from ..rules.editions import EDITION_NAMES

        if "://" in value or (code_digits(value) and not Path(value).exists()):
            return value
        if value[:1].isdigit() and "." not in value and not Path(value).exists():
            text = N_("{text}: neither a file nor a code, which has digits only, such as 482 913 057")
            raise TranslatedUsageError(text, text=value)
        if value in EDITION_NAMES and not Path(value).exists():
            raise TranslatedUsageError(
                N_("there is no file '{name}'; to play that edition, write --edition {name}"), name=value
            )
        return super().convert(value, param, ctx)


@click.command()
@click.argument(
    "file",
    metavar="[FILE|LINK|CODE]",
    type=RecordOrTable(dir_okay=False),
    nargs=-1,  # a code is read out in groups of digits, and typed as it was heard
    callback=lambda context, parameter, given: join_link_arguments(given),
)
@played_edition_option
@form_options
@bots_option("Who plays against you: one bot for all, or repeat it for each in turn.")
@click.option(
    "--people",
    type=WholeNumberRange(0, 8),
    metavar="N",
    default=1,
    show_default=True,
    help="How many people play at this keyboard.",
)
@click.option(
    "--name", "names", type=player_name, metavar="NAME", multiple=True, help="Your name; repeat it for other people."
)
@click.option("--seat", type=WholeNumberRange(1, 8), metavar="N", help="The seat of the first person.  [default: 1]")
@click.option(
    "--seed", type=seed_text, metavar="TEXT", help="Same seed, same cards; any text will do.  [default: a new one]"
)
@click.option(
    "--pace",
    type=NumberRange(0, 60),
    metavar="SECONDS",
    help="Pause between moves of bots.  [default: 0.8 on a screen, none elsewhere]",
)
@click.option("--new", "fresh", is_flag=True, help="Start a new game without asking about a saved one.")
@click.option("--resume", is_flag=True, help="Continue the last saved game.")
@server_option
@click.option("--open", "open_table", is_flag=True, help="Open a table on the server, with free seats for others.")
@click.option("--public", is_flag=True, help="With --open: let everybody see the table in the lobby, and join.")
@click.option(
    "--clock",
    type=Choice(("quick", "relaxed", "patient", "days")),
    help="With --open: how long a decision may take.  [default: relaxed]",
)
@click.option("--plain", is_flag=True, help="Play line by line, without a screen.")
@click.option(
    "--json", "as_json", is_flag=True, help="Let a program play: one JSON object per line, in both directions."
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use plain ASCII only.")
@click.option("--colour/--no-colour", default=None, help="Use colours or not.  [default: unless NO_COLOR is set]")
@calm_option
@lang_option
def play(file: str | None, plain: bool, as_json: bool, fresh: bool, resume: bool, **given: Any) -> int:
    """Play against bots, with others at this keyboard, or online.

    Without options, the home screen opens: continue a game, play, join a table, watch, look back. A game is saved after
    every move. FILE is a record to continue from; the file is not changed, the game is saved as a new one.

    LINK leads to a table on a server, and so does a CODE together with --server. The same command leads back to the
    same seat. With --server alone you see which tables there are; with --bot you play there against bots, and with
    --open you open a table for others.

    \b
    Examples:
      bornes play
      bornes play --edition dujardin --players 4 --bot champion
      bornes play --people 2 --name Ann --name Bob
      bornes play --resume
      bornes play --plain --lang fr
      bornes play --json --seed 7
      bornes play 482 913 057 --server http://localhost:8000 --name Ann
      bornes play --server http://localhost:8000 --open --players 4
    """
    if plain and as_json:
        raise TranslatedUsageError(N_("--plain is for people and --json for programs: choose one"))
    if sum((fresh, resume, file is not None)) > 1:
        raise TranslatedUsageError(N_("a FILE, --new and --resume each name another game: choose one"))
    told = {name for name in given if was_given(name)}
    if _is_online(file, told):
        from .online import play_online

        return play_online(file, given, told, plain, as_json)
    for name in sorted(told & set(ONLINE_OPTIONS)):
        raise TranslatedUsageError(
            N_("{flag} is for a table on a server: name it with --server"), flag=f"--{FLAGS.get(name, name)}"
        )
    if as_json and "edition" not in told:
        given["edition"] = default_program_edition()
    _check_continuing(told, resume, file is not None)
    screen = not plain and not as_json and on_screen()
    options = _options(given, told, file, fresh, resume, remembered=is_terminal(sys.stdin) and not as_json)
    if screen:
        return _on_screen(options if _language_given() else _in_chosen_language(options))
    return _in_lines(options, as_json)


def _is_online(file: str | None, told: set[str]) -> bool:
    """Say whether a table on a server is meant; a server that only the environment names is for codes."""
    if file is not None:
        return "://" in file or not Path(file).exists()
    source = click.get_current_context().get_parameter_source("server")
    return source is click.core.ParameterSource.COMMANDLINE or ("open_table" in told and "server" in told)


def _check_continuing(told: set[str], resume: bool, file: bool) -> None:
    """Refuse what the game to be continued says itself: a saved one who plays what, a record all but who plays."""
    fixed = {*FORM, "seed", "names"} if file else set(GAME_OPTIONS) if resume else set()
    if wrong := told & fixed:
        flags = ", ".join(sorted(f"--{FLAGS.get(name, name)}" for name in wrong))
        raise TranslatedUsageError(N_("{flags}: cannot be changed in a game that is being continued"), flags=flags)


def _options(
    given: dict[str, Any], told: set[str], file: str | None, fresh: bool, resume: bool, remembered: bool
) -> PlayOptions:
    from ..terminal.preferences import PlayOptions, load_preferences

    begins = bool(told & set(GAME_OPTIONS))
    game = None if file is None else recorded_game(file)
    last = load_preferences(given["lang"]) if remembered else None
    choices = _choices(given, told, last, None if game is None else game.rules)
    return PlayOptions(
        choices=choices,
        begin=begins,
        resume=True if resume else False if fresh or begins else None,
        file=None if file is None else Path(file),
        game=game,
        seed=given["seed"],
        lang=given["lang"],
    )


def _choices(given: dict[str, Any], told: set[str], last: Preferences | None, continued: Rules | None) -> Preferences:
    """Take what the options say, and for the rest the last choices, where somebody is there who made them."""
    from ..rules.ruleset import format_value
    from ..terminal.preferences import Preferences

    chosen = last or Preferences()
    if continued is not None:
        bots, _ = _seated(continued, given)
        chosen = replace(chosen, edition=continued.edition, players=continued.players, house=(), bots=bots, names=())
    elif told & set(FORM) or last is None:
        form = {name: given[name] for name in FORM}
        rules = rules_of(**form)
        form["house"] = tuple((field, format_value(value)) for field, value in given["house"])
        chosen = replace(chosen, **form, bots=chosen.bots[: rules.players])
    if continued is None and (told & {"specs", "people", "names", "seat"} or last is None):
        bots, names = _seated(chosen.rules(), given)
        chosen = replace(chosen, bots=bots, names=names)
    if given["pace"] is not None:
        chosen = replace(chosen, pace=given["pace"])
    colour = given["colour"] if given["colour"] is not None else chosen.colour and not os.environ.get("NO_COLOR")
    calm = chosen.calm if given["calm"] is None else given["calm"]
    return replace(chosen, ascii=given["ascii_only"] or chosen.ascii, colour=bool(colour), calm=calm)


def _seated(rules: Rules, given: dict[str, Any]) -> tuple[tuple[str | None, ...], tuple[str, ...]]:
    """Return bots and names by seat: people from the chosen seat on, as partners do not sit side by side."""
    from ..terminal.preferences import DEFAULT_BOT

    players, people, seat = rules.players, given["people"], (given["seat"] or 1) - 1
    if people > players:
        text = N_("--people {people}: this game has only {players} players; see --players")
        raise TranslatedUsageError(text, people=people, players=players)
    if seat >= players:
        text = N_("--seat {seat}: this game has only {players} seats; see --players")
        raise TranslatedUsageError(text, seat=seat + 1, players=players)
    if len(given["names"]) > people:
        text = N_("--name is given {times}, but --people is {people}")
        raise TranslatedUsageError(text, times=times(len(given["names"])), people=people)
    for name in given["names"]:
        if given["names"].count(name) > 1:
            raise TranslatedUsageError(
                N_("--name {name} is given {times}: names must differ"),
                name=name,
                times=times(given["names"].count(name)),
            )
    theirs = [(seat + step) % players for step in range(people)]
    specs = _specs(given["specs"], players - people) or [DEFAULT_BOT] * (players - people)
    bots: list[str | None] = [None] * players
    for at, spec in zip((at for at in range(players) if at not in theirs), specs, strict=True):
        bots[at] = spec
    names = [""] * players
    for at, name in zip(theirs, given["names"], strict=False):
        names[at] = name
    return tuple(bots), tuple(names)


def _specs(specs: tuple[BotSpec, ...], wanted: int) -> list[str]:
    """Return one spec for each bot."""
    if len(specs) not in (0, 1, wanted):
        text = (
            N_("--bot is given {times}; give it once for all, or {wanted}")
            if wanted > 1
            else N_("--bot is given {times}; give it once")
        )
        raise TranslatedUsageError(text, times=times(len(specs)), wanted=times(wanted))
    return [str(spec) for spec in (specs * wanted if len(specs) == 1 else specs)]


def _language_given() -> bool:
    """Say whether --lang was given, behind ``play`` or before it."""
    ctx: click.Context | None = click.get_current_context()
    while ctx is not None:
        if ctx.get_parameter_source("lang") not in (None, click.core.ParameterSource.DEFAULT):
            return True
        ctx = ctx.parent
    return False


def _in_chosen_language(options: PlayOptions) -> PlayOptions:
    """Return the options in the language that was chosen on the home screen, if one was."""
    return replace(options, lang=options.choices.lang or options.lang)


def _on_screen(options: PlayOptions) -> int:
    from ..terminal.screens.terminal_app import run_game

    return run_game(options)


# -- line by line --------------------------------------------------------------------------------------------------


def _in_lines(options: PlayOptions, as_json: bool) -> int:
    import asyncio

    from ..store.saved_games import SaveError

    try:
        name = _which(options, quiet=as_json)
        return asyncio.run(_play(options, name, as_json))
    except SaveError as error:
        raise CommandFailure("{error}", error=error) from None


async def _play(options: PlayOptions, name: str | None, as_json: bool) -> int:
    """Play the saved game of this name, or the one that was asked for, until it is over or left."""
    session = await _opened(options, name, quiet=as_json)
    if as_json:
        from ..terminal.plain import json_lines

        return await json_lines.run_json_game(session, options.lang)
    from ..terminal.plain import conversation

    return await conversation.run_conversation(session, options.lang, ascii_only=options.choices.ascii)


async def _opened(options: PlayOptions, name: str | None, quiet: bool) -> LocalSession:
    """Open the game that is to be played; say on one line what cannot be opened."""
    from ..store.saved_games import SaveError
    from ..terminal.preferences import save_preferences
    from ..terminal.seat_session import open_new, open_record, open_saved

    try:
        if name is not None:
            return await open_saved(name, pace=options.choices.pace or 0.0)
        if options.game is not None:
            return await open_record(options.game, options.choices)
        if is_terminal(sys.stdin) and not quiet:
            save_preferences(options.choices)
        return await open_new(options.choices, seed=options.seed)
    except SaveError:
        raise
    except ValueError as error:  # rules, names, bots
        raise TranslatedUsageError("{error}", error=error) from None


def _which(options: PlayOptions, quiet: bool) -> str | None:
    """Return the name of the saved game to continue, or None for a new game or a record."""
    from ..base.translatable import sanitize
    from ..i18n import Translator
    from ..store.saved_games import game_name, latest_game, saved_games

    if options.file is not None:
        return game_name(options.file)
    if options.resume is False:
        return None
    found, damaged = saved_games()
    words = Translator(options.lang)
    for one in damaged:
        click.echo(words.gettext("bornes: {error}", error=sanitize(words.translate(one.message))), err=True)
    if options.resume:
        return latest_game(found)
    free = [saved for saved in found if saved.held_by is None]
    if not free or quiet:
        return None
    return free[0].name if _wanted(free[0].name, options.lang) else None


def _wanted(name: str, lang: str) -> bool:
    """Ask a person whether to continue a saved game; tell a script that it could."""
    from ..i18n import Translator

    words = Translator(lang)
    if not is_terminal(sys.stdin):
        click.echo(words.gettext("There is a saved game, {name}: --resume continues it.", name=name))
        return False
    question = words.gettext("Continue the saved game {name}? Enter for yes, n for no.", name=name)
    answer = click.prompt(question, default="", show_default=False, prompt_suffix="\n")
    return str(answer).strip().casefold() not in ("n", "no", "non")
