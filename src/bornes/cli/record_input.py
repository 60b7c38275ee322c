"""Records that commands read: from files, from a pipe, from a server, or of the last game that was played here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..base.marks import N_
from .group import ExistingPath, WholeNumberRange
from .translation import CommandFailure, TranslatedUsageError, language_of

if TYPE_CHECKING:
    from ..client.invite_links import TableLink
    from ..client.observations import Observations
    from ..game.game import Game

NO_RECORD = "deal-not-over"
"""What a server says if no deal of a game is over."""
RECORD = ExistingPath(dir_okay=False, allow_dash=True)
"""The name of a record's file; ``-`` is the standard input."""
deal_option = click.option("--deal", "only", type=WholeNumberRange(1), metavar="N", help="Show only this deal.")


def recorded_game(name: str, deal: int | None = None) -> Game:
    """Read a game from a record that must have the deal of this number; say what is wrong on one line."""
    from ..game.record import RecordError

    try:
        game = read_record(name)
    except RecordError as error:
        raise CommandFailure(N_("{file}: {why}"), file=redact_link(name), why=error) from None
    check_deal(game, name, deal)
    return game


def check_deal(game: Game, name: str, deal: int | None) -> None:
    """Refuse the number of a deal that a record does not have."""
    if deal is not None and deal > len(game.deals):
        text = (
            N_("{file}: there is no deal {deal}, the record has 1 deal")
            if len(game.deals) == 1
            else N_("{file}: there is no deal {deal}, the record has {count} deals")
        )
        raise CommandFailure(text, file=redact_link(name), deal=deal, count=len(game.deals))


def recorded_or_latest_game(file: str | None, deal: int | None, lang: str) -> Game:
    """Read the game of a record, or where none is named take the last one that was played here."""
    if file is not None:
        return recorded_game(file, deal)
    from ..i18n import Translator
    from ..store.saved_games import SaveError, latest_reviewable_game

    try:
        last = latest_reviewable_game()
        game = last.game()
    except SaveError as error:
        raise CommandFailure("{error}", error=error) from None
    check_deal(game, last.name, deal)
    click.echo(Translator(lang).gettext("The last game: {name}", name=last.name), err=True)
    return game


def record_or_link(text: str) -> str:
    """Return a link to a table as it is; anything else must be the name of a record's file."""
    return text if "://" in text else str(RECORD.convert(text, None, click.get_current_context(silent=True)))


def redact_link(name: str) -> str:
    """Return the name of a record as it may be shown: a link without what lets somebody in."""
    return name.partition("#")[0] if "://" in name else name


def _from_server(link: str, game: int | None = None) -> bytes:
    """Return the record that a server hands out of a table; say on one line why there is none."""
    from ..client.http_api import ServerError

    try:
        return _ask_server(link, game)
    except ServerError as error:
        raise CommandFailure(N_("{file}: {why}"), file=redact_link(link), why=error) from None


def _ask_server(link: str, game: int | None) -> bytes:
    """Return the record of a game at a table, the last one unless another is named; ServerError says why not."""
    import asyncio

    from ..client.http_api import fetch_record

    found = _with_own_secret(_link_to_table(link))
    return asyncio.run(fetch_record(found, game, language_of(click.get_current_context(silent=True))))


def _link_to_table(link: str) -> TableLink:
    from ..client.invite_links import LinkError, parse_link

    try:
        found = parse_link(link)
        if not found.table:
            raise LinkError(N_("{server} is a server: give a link to one of its tables"), server=found.server)
    except LinkError as error:
        raise TranslatedUsageError("{error}", error=error) from None
    return found


def observations_for_link(link: str) -> Observations:
    """Return what this device observed at the table that a link leads to; nothing if it never had a seat there."""
    from ..client.observations import Observations
    from ..terminal.online_seats import find_observations, read_observations, remembered_seats

    found = _link_to_table(link)
    kept = (seat.secret for seat in remembered_seats() if (seat.server, seat.table) == (found.server, found.table))
    for secret in (found.seat,) if found.seat else kept:
        observations = read_observations(secret)
        if observations is not None and observations.table == found.table:
            return observations
    # A seat that the server no longer grants is forgotten, and what was seen from it is not.
    return (None if found.seat else find_observations(found.table)) or Observations()


def read_observed_record(link: str, game: int) -> Game | None:
    """Read the record of a game that this device observed; None if the server says that it has none."""
    from ..client.http_api import ServerError
    from ..game.game import Game
    from ..game.record import decode

    try:
        return Game.replay(decode(_ask_server(link, game)))
    except ServerError as error:
        if error.error == NO_RECORD:
            return None
        raise CommandFailure(N_("{file}: {why}"), file=redact_link(link), why=error) from None


def _with_own_secret(link: TableLink) -> TableLink:
    """Return a link with the secret of the seat that somebody here has at its table, where it has no word itself."""
    from ..terminal.online_seats import remembered_seats

    if link.seat or link.watch or link.join:
        return link
    held = (seat.link for seat in remembered_seats() if (seat.server, seat.table) == (link.server, link.table))
    return next(held, link)


def read_record(name: str) -> Game:
    """Read a game from a record, a saved game, or a table on a server; RecordError says what is wrong."""
    from ..game.game import Game
    from ..game.record import MAX_RECORD_BYTES, decode
    from ..store.saved_game_store import GAME_FILE_START

    if "://" in name:
        return Game.replay(decode(_from_server(name)))
    content = _from_stdin(MAX_RECORD_BYTES + 1) if name == "-" else _from_file(Path(name), MAX_RECORD_BYTES + 1)
    return Game.replay(_record_of_saved_game(name, content) if content.startswith(GAME_FILE_START) else decode(content))


def _record_of_saved_game(name: str, content: bytes) -> str:
    """Return the record of a saved game: from its file, which may be in use, or from a pipe."""
    from ..game.record import MAX_RECORD_BYTES, RecordError, too_long
    from ..store.saved_games import SaveError, record_of_content, saved_record

    if len(content) > MAX_RECORD_BYTES:
        raise too_long(1)
    try:
        return saved_record(Path(name)) if name != "-" and Path(name).is_file() else record_of_content(content)
    except SaveError as error:
        refused = RecordError(1, "{why}", why=error)
        refused.message = refused.why  # its file has no lines
        raise refused from None


def _from_file(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        from ..base.translatable import os_error_text

        raise CommandFailure(N_("{file}: {why}"), file=path, why=os_error_text(error)) from None


def _from_stdin(most: int) -> bytes:
    if sys.stdin is None:  # closed before we began
        raise CommandFailure(N_("-: the standard input is closed"))
    try:
        return sys.stdin.buffer.read(most)
    except OSError as error:
        from ..base.translatable import os_error_text

        raise CommandFailure(N_("-: the standard input cannot be read: {why}"), why=os_error_text(error)) from None
