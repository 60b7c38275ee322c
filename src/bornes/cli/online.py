"""``bornes play`` at a table on a server: coming there by link or code, opening one, and what there is."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..base.marks import N_
from ..base.translatable import sanitize_line
from .options import FORM, is_terminal, on_screen, rules_of
from .translation import CommandFailure, TranslatedUsageError

if TYPE_CHECKING:
    from ..client.invite_links import TableLink
    from ..client.protocol import OpenTable, OwnSeat
    from ..i18n import Translator
    from ..tables.public_view import TableListing
    from ..terminal.online_session import OnlineSession

T = TypeVar("T")
LOCAL_ONLY_OPTIONS = {"people": "people", "seed": "seed", "pace": "pace"}
"""Options that have no meaning at an online table."""
NEW_TABLE_OPTIONS = {
    "edition": "edition",
    "players": "players",
    "partners": "partners",
    "short": "short",
    "house": "rule",
    "specs": "bot",
    "open_table": "open",
    "public": "public",
    "clock": "clock",
}
"""Options that describe a table to open."""


def play_online(where: str | None, given: dict[str, Any], told: set[str], plain: bool, as_json: bool) -> int:
    """Play at a table on a server, or say which there are."""
    link = resolve_link(where, given["server"])
    _refuse(told, LOCAL_ONLY_OPTIONS, N_("{flags}: has no meaning at a table on a server"))
    if len(given["names"]) > 1:
        raise TranslatedUsageError(N_("--name can be given once: one person plays at a table on a server"))
    if link.table or link.code:
        _refuse(told, NEW_TABLE_OPTIONS, N_("{flags}: is for a table that is opened; this one is open already"))
        link = _seat_to_play(link, given, as_json)
        _ask_name(link, given, as_json)
        return _run(given, plain, as_json, _join(link, given))
    if told & set(NEW_TABLE_OPTIONS):
        wanted = _wanted(given, told)  # what is wrong with it is told before anything is asked
        if given["open_table"] and (waiting := _waiting_table(link, given, as_json)) is not None:
            return _run(given, plain, as_json, _join(waiting, given))
        if given["open_table"] and _ask_name(link, given, as_json):
            wanted = _wanted(given, told)
        return _run(given, plain, as_json, _open(link, given, wanted))
    if not plain and not as_json and on_screen():
        from ..terminal.screens.online_app import run_lobby

        look = {"ascii": given["ascii_only"], "colour": given["colour"], "calm": bool(given["calm"])}
        return run_lobby(given["lang"], link.server, _name(given), **look)
    call_server(_tell_tables(link, given["lang"]))
    return 0


def resolve_link(where: str | None, server: str | None) -> TableLink:
    """Return where a link, a code or a server leads; a wrong one is a usage error."""
    from ..client.invite_links import LinkError, TableLink, parse_link, parse_server

    try:
        if where is None:
            return TableLink(parse_server(server or ""))
        return parse_link(where, server or "")
    except LinkError as error:
        raise TranslatedUsageError("{error}", error=error) from None


def call_server(asking: Coroutine[Any, Any, T]) -> T:
    """Return what comes of something that is asked of a server; say on one line what it refuses."""
    from ..client.http_api import ServerError
    from ..client.invite_links import LinkError
    from ..client.table_client import TableError

    try:
        return asyncio.run(asking)
    except LinkError as error:
        raise TranslatedUsageError("{error}", error=error) from None
    except (ServerError, TableError) as error:
        raise CommandFailure("{error}", error=error) from None


def _refuse(told: set[str], options: dict[str, str], text: str) -> None:
    if wrong := sorted(f"--{flag}" for name, flag in options.items() if name in told):
        raise TranslatedUsageError(text, flags=", ".join(wrong))


# -- at the table --------------------------------------------------------------------------------------------------


def _run(given: dict[str, Any], plain: bool, as_json: bool, coming: Coroutine[Any, Any, OnlineSession]) -> int:
    """Come to the table, and play on a screen, line by line or for a program."""
    if not plain and not as_json and on_screen():
        from ..terminal.screens.online_app import run_online_table

        session = call_server(coming)
        look = {"ascii": given["ascii_only"], "colour": given["colour"], "calm": bool(given["calm"])}
        return run_online_table(session, given["lang"], **look)
    return call_server(_in_lines(coming, given, as_json))


async def _in_lines(coming: Coroutine[Any, Any, OnlineSession], given: dict[str, Any], as_json: bool) -> int:
    session = await coming
    if as_json:
        from ..terminal.plain import online_json_lines

        return await online_json_lines.run_online_json_game(session, given["lang"])
    from ..terminal.plain import online_conversation

    return await online_conversation.run_online_conversation(session, given["lang"], ascii_only=given["ascii_only"])


async def _join(link: TableLink, given: dict[str, Any]) -> OnlineSession:
    from ..terminal.online_session import open_online

    seat = None if given["seat"] is None else given["seat"] - 1
    return await open_online(link, _name(given), seat, given["lang"])


# -- what a person is asked before ---------------------------------------------------------------------------------


def _ask_name(link: TableLink, given: dict[str, Any], as_json: bool) -> bool:
    """Ask a person who comes to a new seat without a name for one; returns whether one was given."""
    from ..game.player_names import is_valid_name
    from ..i18n import Translator
    from ..terminal.online_seats import remembered_seats
    from ..terminal.online_session import last_name

    known = any(seat.fits(link, "") for seat in remembered_seats())
    if given["names"] or as_json or known or link.seat or link.watch or not is_terminal(sys.stdin):
        return False
    words, last = Translator(given["lang"]), last_name()
    question = words.gettext("What is your name?")
    typed = str(click.prompt(question, default=last, show_default=bool(last), prompt_suffix=" ")).strip()
    if not is_valid_name(typed):
        return False
    given["names"] = (typed,)
    return True


def _seat_to_play(link: TableLink, given: dict[str, Any], as_json: bool) -> TableLink:
    """Return the link to play from, where one leads to a seat that is new here: its sender has the seat, too.

    A person who has another seat at the table chooses between them; both are kept.
    """
    from ..i18n import Translator
    from ..terminal.online_seats import own_seat_at_table, remembered_seats

    if not link.seat or as_json or any(seat.link == link for seat in remembered_seats()):
        return link
    words = Translator(given["lang"])
    theirs, own = call_server(_seat_of_link(link, given["lang"])), own_seat_at_table(link)
    if theirs is None or (own is None and not theirs.connected):
        return link
    name = sanitize_line(theirs.name)
    click.echo(
        words.gettext("The person who sent you this link can also play from {name}’s seat.", name=name), err=True
    )
    if own is None:
        return link
    click.echo(words.gettext("You already have another seat at this table, and it stays yours."), err=True)
    if not is_terminal(sys.stdin):
        return link
    question = words.gettext("Enter stays in your own seat, o opens {name}’s.", name=name)
    answer = click.prompt(question, default="", show_default=False, prompt_suffix="\n")
    return link if str(answer).strip().casefold() == "o" else own.link


async def _seat_of_link(link: TableLink, lang: str) -> OwnSeat | None:
    """Return the seat that a link leads to; None where the server does not say."""
    from ..client.http_api import ServerError, own_seat

    with suppress(ServerError):
        return await own_seat(link, lang)
    return None


def _waiting_table(link: TableLink, given: dict[str, Any], as_json: bool) -> TableLink | None:
    """Return the table of ours that waits for its first deal on a server already, where it is wanted instead.

    A person is asked; a script is told how to come there.
    """
    from ..i18n import Translator
    from ..terminal.online_session import waiting_seat
    from ..terminal.phrases import bornes_command
    from ..terminal.waiting_room_text import spaced_code

    seat = None if as_json else call_server(waiting_seat(link.server, given["lang"]))
    if seat is None:
        return None
    words = Translator(given["lang"])
    code = spaced_code(seat.code) if seat.code else seat.table
    if not is_terminal(sys.stdin):
        text = N_("A table of yours waits there already: {command} play {way} leads to it.")
        click.echo(words.gettext(text, command=bornes_command(), way=f"{seat.server}/t/{seat.table}"), err=True)
        return None
    text = N_("A table of yours waits there already ({code}). Enter goes there, n opens another one.")
    answer = click.prompt(words.gettext(text, code=code), default="", show_default=False, prompt_suffix="\n")
    from ..client.invite_links import TableLink

    return None if str(answer).strip().casefold() in ("n", "no", "non") else TableLink(seat.server, seat.table)


def _name(given: dict[str, Any]) -> str:
    return str(given["names"][0]) if given["names"] else ""


# -- a new table ---------------------------------------------------------------------------------------------------


async def _open(link: TableLink, given: dict[str, Any], wanted: OpenTable) -> OnlineSession:
    from ..terminal.online_session import open_new

    return await open_new(link.server, wanted, given["lang"], play_now=not given["open_table"])


def _wanted(given: dict[str, Any], told: set[str]) -> OpenTable:
    """Return the table that the options describe: with --open for others too, otherwise for one against bots."""
    from ..client.protocol import OpenTable

    if told & set(FORM):
        rules_of(**{name: given[name] for name in FORM})  # what no server can do is told as it is without one
    form = {name: given[name] for name in FORM if name in told and name != "house"}
    house = {field: _plain(value) for field, value in given["house"]}
    common = {**form, "house_rules": house, "name": _name(given), "seats": _seats(given, told)}
    if given["open_table"]:
        return OpenTable(**common, pace=given["clock"] or "relaxed", public=given["public"])
    for name in ("public", "clock"):
        if name in told:
            raise TranslatedUsageError(N_("--{name} is for a table that others come to: see --open"), name=name)
    return OpenTable(**common, pace="none", newcomers=False, spectators=False)


def _plain(value: object) -> bool | int | str:
    from ..rules.ruleset import format_value

    return value if isinstance(value, bool | int | str) else format_value(value)


def _seats(given: dict[str, Any], told: set[str]) -> list[str]:
    """Return who is to sit where: me on my seat, then bots, then free seats where others may come."""
    from ..rules.editions import edition, first_game
    from ..terminal.preferences import DEFAULT_BOT

    first, form = first_game(given["lang"])
    same = "edition" not in told or given["edition"] == first
    players = given["players"] if "players" in told else form.players if same else 2
    if players not in {one.players for one in edition(given["edition"] if "edition" in told else first).forms}:
        return []  # the server says what can be played
    mine = (given["seat"] or 1) - 1
    if mine >= players:
        text = N_("--seat {seat}: this game has only {players} seats; see --players")
        raise TranslatedUsageError(text, seat=mine + 1, players=players)
    bots = [str(spec) for spec in given["specs"]]
    rest = "open" if given["open_table"] else bots[-1] if bots else DEFAULT_BOT
    others = [*bots, *[rest] * players][: players - 1]
    return [*others[:mine], "me", *others[mine:]]


# -- what there is -------------------------------------------------------------------------------------------------


async def _tell_tables(link: TableLink, lang: str) -> None:
    """Say which public tables a server has, and what can be done there."""
    from ..client.http_api import public_tables
    from ..i18n import Translator
    from ..terminal.phrases import bornes_command

    words, server, command = Translator(lang), link.server, bornes_command()
    tables = await public_tables(server, lang)
    if tables:
        click.echo(words.gettext("Public tables at {server}:", server=server))
    for table in tables:
        click.echo(f"  {_table_line(table, words)}\n    {command} play {server}/t/{table.id}")
    ways = (
        (N_("Play there against bots:"), f"{command} play --server {server} --bot tuned"),
        (N_("Open a table for friends:"), f"{command} play --server {server} --open"),
        (N_("Join one by its code:"), f"{command} play CODE --server {server}"),
    )
    for text, way in ways:
        click.echo(f"{words.gettext(text)} {way}")


def _table_line(table: TableListing, words: Translator) -> str:
    """Describe a table in a line."""
    from ..terminal.waiting_room_text import listed_seats, listing_title

    seats = ", ".join(name for _, _, name in listed_seats(table, words))
    return words.gettext("{what}: {value}", what=listing_title(table, words), value=seats)
