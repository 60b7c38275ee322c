"""``bornes tables``: the tables of a server, for whoever runs it.

Everything except ``remove`` and ``restore`` works beside a running server.  What is being played stays hidden, because
the operator may well play there too.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from ..base.marks import N_
from .group import Choice, WholeNumberRange, print_json
from .options import json_option, lang_option
from .translation import CommandFailure, TranslatedUsageError, reader_translator

if TYPE_CHECKING:
    from ..store import ServerStore, TableRow


T = TypeVar("T")
ACTION_NAMES = ("list", "show", "export", "remove", "check", "backup", "restore")
NAME_NEEDED = {
    "show": N_("{action} needs the id of a table"),
    "export": N_("{action} needs the id of a table"),
    "remove": N_("{action} needs the id of a table"),
    "backup": N_("backup needs the file to write"),
    "restore": N_("restore needs the backup to read"),
}
"""What to say if an action that needs a name has none."""


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
@click.argument("action", type=Choice(ACTION_NAMES), default="list")
@click.argument("name", metavar="[TABLE|FILE]", required=False)
@click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The database of the server.  [default: BORNES_DATABASE, or server.sqlite3 in your data folder]",
)
@click.option("--game", type=WholeNumberRange(1), metavar="N", help="With export: this game of the table.")
@click.option("--secrets", is_flag=True, help="With export: the whole log, with the hands of the deal being played.")
@click.option("--yes", is_flag=True, help="With remove and restore: do not ask.")
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
    """List the tables of a server, show, export or remove one; check, back up and restore them all.

    For whoever runs the server. Hands and seeds of a deal that is being played stay hidden: export prints the record of
    the finished deals, which anybody may see. All but remove and restore work while the server runs.

    check reads everything and says what is damaged; the exit code is 1 if anything is.

    backup copies the whole database to FILE, which is replaced once the copy is complete. Everything is in it, hands
    too: keep it as safe as the database.

    restore checks the backup FILE, puts it in the place of the database, and says what was lost: everything that came
    after the backup. The database that it replaces is kept under another name.

    \b
    Examples:
      bornes tables
      bornes tables show lyon-k3vq9x
      bornes tables export lyon-k3vq9x > game.txt
      bornes tables remove lyon-k3vq9x --yes
      bornes tables check
      bornes tables backup copy.sqlite3
      bornes tables restore copy.sqlite3
      bornes tables --database copy.sqlite3 --json
    """
    from ..server.settings import default_database

    if action in NAME_NEEDED and name is None:
        raise TranslatedUsageError(NAME_NEEDED[action], action=action)
    if action == "list" and name is not None:
        raise TranslatedUsageError(N_("list takes no table; did you mean show {name}?"), name=name)
    if action == "check" and name is not None:
        raise TranslatedUsageError(N_("check takes no name: it reads all tables; --database names another database"))
    wish = TablesRequest(database or default_database(), name or "", game, secrets, yes, lang, as_json)
    if action != "restore" and not wish.database.is_file():
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


def _ask(database: Path, question: Callable[[ServerStore], Coroutine[Any, Any, T]]) -> T:
    """Ask a database something, beside a server that may use it."""
    import asyncio

    from ..store import read_store

    with read_store(database) as store:
        return asyncio.run(question(store))


def _rows(database: Path, table: str | None = None) -> list[TableRow]:
    return _ask(database, lambda store: store.tables(table))


# -- show ----------------------------------------------------------------------------------------------------------


def _show(wish: TablesRequest) -> None:
    from .tables_output import print_shown, table_as_dict

    row = next(iter(_rows(wish.database, wish.name)), None)
    table = _ask(wish.database, lambda store: store.read_deal(wish.name)).table
    assert row is not None, "the log was read, so the table is there"
    if wish.as_json:
        print_json(table_as_dict(row, table))
    else:
        print_shown(row, table, wish.lang)


# -- export, remove ------------------------------------------------------------------------------------------------


def _export(wish: TablesRequest) -> None:
    from ..tables.public_view import finished_record

    if wish.secrets:
        click.echo(_ask(wish.database, lambda store: store.export(wish.name)), nl=False)
        return
    record = finished_record(_ask(wish.database, lambda store: store.read(wish.name)).entries, wish.game)
    if record is None:
        text = N_("{table}: game {game} has no finished deal") if wish.game else N_("{table}: no deal is finished yet")
        raise CommandFailure(text, table=wish.name, game=wish.game)
    click.echo(record, nl=False)


def _remove(wish: TablesRequest) -> None:
    import asyncio

    words = reader_translator()
    if not _rows(wish.database, wish.name):
        raise CommandFailure(N_("there is no such table here; `bornes tables` lists them all"))
    _confirm(wish, words.gettext("Type {table} again to remove it for good", table=wish.name), wish.name)
    asyncio.run(_remove_from(wish.database, wish.name))
    if wish.as_json:
        print_json({"removed": wish.name})
    else:
        click.echo(words.gettext("Removed {table}.", table=wish.name))


async def _remove_from(database: Path, table: str) -> None:
    from ..store import open_store

    store = open_store(database)
    try:
        await store.remove(table)
    finally:
        await store.close()


def _confirm(wish: TablesRequest, question: str, answer: str) -> None:
    """Let whoever runs the server type something to go on."""
    if not wish.yes and click.prompt(question, err=True) != answer:
        raise CommandFailure(N_("nothing was changed"))


# -- check, backup, restore ----------------------------------------------------------------------------------------


def _check(wish: TablesRequest) -> None:
    from .tables_output import check_as_dict, print_check

    found = _ask(wish.database, lambda store: store.check())
    if wish.as_json:
        print_json(check_as_dict(found))
    else:
        print_check(found, wish.lang)
    if found.damaged:
        click.get_current_context().exit(1)


def _backup(wish: TablesRequest) -> None:
    from ..store import copy_database

    target = Path(wish.name)
    copy_database(wish.database, target)
    if wish.as_json:
        print_json({"backup": str(target), "bytes": target.stat().st_size})
    else:
        click.echo(reader_translator().gettext("Copied {database} to {file}.", database=wish.database, file=target))


def _restore(wish: TablesRequest) -> None:
    from ..store import restore_database
    from .tables_output import print_restored, restored_as_dict

    if wish.database.exists():
        text = reader_translator().gettext("Type restore to replace {database}", database=wish.database)
        _confirm(wish, text, "restore")
    report = restore_database(Path(wish.name), wish.database)
    if wish.as_json:
        print_json({"database": str(wish.database), "backup": wish.name, **restored_as_dict(report)})
    else:
        print_restored(report, wish.database, wish.name, wish.lang)


ACTIONS: dict[str, Callable[[TablesRequest], None]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "remove": _remove,
    "check": _check,
    "backup": _backup,
    "restore": _restore,
}
