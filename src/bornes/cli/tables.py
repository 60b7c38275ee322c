"""``bornes tables``: the tables of a server, for whoever runs it.

Reading and copying work beside a running server.  What is being played stays hidden: whoever runs a server may well
play on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from ..base.marks import N_
from .group import Choice, WholeNumberRange, print_json
from .options import json_option, lang_option
from .translation import CommandFailure, TranslatedUsageError, reader_translator

if TYPE_CHECKING:
    from ..store import TableRow
    from ..tables.table_store import LogSlice


class TablesRequest(NamedTuple):
    """What was asked for."""

    database: Path
    name: str
    """The table that it is about, or the file to write."""
    game: int | None
    secrets: bool
    yes: bool
    lang: str
    as_json: bool


@click.command()
@click.argument("action", type=Choice(["list", "show", "export", "remove", "backup"]), default="list")
@click.argument("name", metavar="[TABLE|FILE]", required=False)
@click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The database of the server.  [default: BORNES_DATABASE, or server.sqlite3 in your data folder]",
)
@click.option("--game", type=WholeNumberRange(1), metavar="N", help="With export: this game of the table.")
@click.option("--secrets", is_flag=True, help="With export: the whole log, with the hands of the deal being played.")
@click.option("--yes", is_flag=True, help="With remove: do not ask.")
@lang_option
@json_option
def tables(
    action: str,
    name: str | None,
    database: Path | None,
    game: int | None,
    secrets: bool,
    yes: bool,
    lang: str,
    as_json: bool,
) -> None:
    """List the tables of a server, show, export or remove one, and make backups.

    For whoever runs the server. Hands and seeds of a deal that is being played stay hidden: export prints the record of
    the finished deals, which anybody may see. All but remove works while the server runs.

    backup copies the whole database to FILE, which is replaced once the copy is complete. Everything is in it, hands
    too: keep it as safe as the database.

    \b
    Examples:
      bornes tables
      bornes tables show lyon-k3vq9x
      bornes tables export lyon-k3vq9x > game.txt
      bornes tables remove lyon-k3vq9x --yes
      bornes tables backup copy.sqlite3
      bornes tables --database copy.sqlite3 --json
    """
    from ..server.settings import default_database

    if action != "list" and name is None:
        text = N_("backup needs the file to write") if action == "backup" else N_("{action} needs the id of a table")
        raise TranslatedUsageError(text, action=action)
    if action == "list" and name is not None:
        raise TranslatedUsageError(N_("list takes no table; did you mean show {name}?"), name=name)
    wish = TablesRequest(database or default_database(), name or "", game, secrets, yes, lang, as_json)
    if not wish.database.is_file():
        raise CommandFailure(N_("there is no database {file}; --database names another one"), file=wish.database)
    with _told():
        ACTIONS[action](wish)


@contextmanager
def _told() -> Iterator[None]:
    """Tell what is wrong with a database, or with one table, on one line."""
    from ..store import DatabaseError
    from ..tables.entries import EntryError, InconsistentLog
    from ..tables.table_store import NoSuchTable, StoreError

    try:
        yield
    except NoSuchTable as error:
        raise CommandFailure(N_("there is no such table here; `bornes tables` lists them all")) from error
    except (DatabaseError, InconsistentLog, EntryError) as error:
        raise CommandFailure("{error}", error=error.message) from None
    except StoreError as error:
        raise CommandFailure(N_("the database cannot be read: {error}"), error=error) from None


# -- list ----------------------------------------------------------------------------------------------------------


def _list(wish: TablesRequest) -> None:
    from .tables_output import print_rows, row_as_dict

    found = _rows(wish.database)
    if wish.as_json:
        print_json({"tables": [row_as_dict(row) for row in found]})
    elif found:
        print_rows(found, wish.lang)
    else:
        click.echo(reader_translator().gettext("There are no tables yet."))


def _rows(database: Path, table: str | None = None) -> list[TableRow]:
    from ..store import open_read_only, table_rows

    with open_read_only(database) as connection:
        return table_rows.table_rows(connection, table)


# -- show ----------------------------------------------------------------------------------------------------------


def _show(wish: TablesRequest) -> None:
    from ..store import sqlite_logs
    from .tables_output import print_shown, table_as_dict

    row = next(iter(_rows(wish.database, wish.name)), None)
    table = _read(wish, sqlite_logs.read_deal).table
    assert row is not None, "the log was read, so the table is there"
    if wish.as_json:
        print_json(table_as_dict(row, table))
    else:
        print_shown(row, table, wish.lang)


def _read(wish: TablesRequest, read: Callable[..., LogSlice]) -> LogSlice:
    from ..store import open_read_only

    with open_read_only(wish.database) as connection:
        return read(connection, wish.name)


# -- export, remove, backup ----------------------------------------------------------------------------------------


def _export(wish: TablesRequest) -> None:
    from ..store import open_read_only, sqlite_logs
    from ..tables.public_view import finished_record

    if wish.secrets:
        with open_read_only(wish.database) as connection:
            lines = sqlite_logs.read_lines(connection, wish.name)
        click.echo(b"".join(line + b"\n" for line in lines), nl=False)
        return
    record = finished_record(_read(wish, sqlite_logs.read_log).entries, wish.game)
    if record is None:
        text = N_("{table}: game {game} has no finished deal") if wish.game else N_("{table}: no deal is finished yet")
        raise CommandFailure(text, table=wish.name, game=wish.game)
    click.echo(record, nl=False)


def _remove(wish: TablesRequest) -> None:
    from ..store import remove_table

    words = reader_translator()
    if not _rows(wish.database, wish.name):
        raise CommandFailure(N_("there is no such table here; `bornes tables` lists them all"))
    if not wish.yes:
        question = words.gettext("Type {table} again to remove it for good", table=wish.name)
        if click.prompt(question, err=True) != wish.name:
            raise CommandFailure(N_("nothing was removed"))
    remove_table(wish.database, wish.name)
    if wish.as_json:
        print_json({"removed": wish.name})
    else:
        click.echo(words.gettext("Removed {table}.", table=wish.name))


def _backup(wish: TablesRequest) -> None:
    from ..store import copy_database

    target = Path(wish.name)
    copy_database(wish.database, target)
    if wish.as_json:
        print_json({"backup": str(target), "bytes": target.stat().st_size})
    else:
        click.echo(reader_translator().gettext("Copied {database} to {file}.", database=wish.database, file=target))


ACTIONS: dict[str, Callable[[TablesRequest], None]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "remove": _remove,
    "backup": _backup,
}
