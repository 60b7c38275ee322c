"""``bornes bot``: a bot at a table on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .group import WholeNumberRange
from .options import bot_spec, complete_bot, join_link_arguments, lang_option, player_name, server_option

if TYPE_CHECKING:
    from ..bots import BotSpec
    from ..client.invite_links import TableLink


@click.command()
@click.argument("spec", metavar="BOT", type=bot_spec, shell_complete=complete_bot)
@click.argument("where", metavar="LINK|CODE", nargs=-1, required=True)
@server_option
@click.option(
    "--name", type=player_name, metavar="NAME", help="What the bot is called at the table.  [default: its own name]"
)
@click.option(
    "--seat", type=WholeNumberRange(1, 8), metavar="N", help="Which seat it takes.  [default: the first free one]"
)
@lang_option
def bot(
    spec: BotSpec, where: tuple[str, ...], server: str | None, name: str | None, seat: int | None, lang: str
) -> int:
    """Let a bot play at a table on a server.

    The bot thinks on this machine and sits at the table like a person: it may be any bot, with options, or one of
    another package. It plays until the game is over, or until Ctrl-C; the same command leads back to its seat.

    \b
    Examples:
      bornes bot champion http://localhost:8000/t/home-4b8kq2m7#join=Yq3kz…
      bornes bot champion:playouts=2000 482 913 057 --server http://localhost:8000
      bornes bot tuned 482 913 057 --name Robbie --server http://localhost:8000
    """
    from .online import call_server, resolve_link

    link = resolve_link(join_link_arguments(where), server)
    return call_server(_play(spec, link, name or "", None if seat is None else seat - 1, lang))


async def _play(spec: BotSpec, link: TableLink, name: str, seat: int | None, lang: str) -> int:
    from ..client.player import Player, check_seat_link
    from ..terminal.online_session import OnlineBot, OnlineSession, open_for_bot, open_online, remote_seat

    check_seat_link(link)
    if link.seat:  # it leads back by itself
        session = OnlineSession(remote_seat(link, lang, bot=True))
    elif name:
        session = await open_online(link, name, seat, lang, bot=str(spec))
    else:
        session = await open_for_bot(link, spec, seat, lang)
    try:
        await session.table.open()
        status = await OnlineBot(Player(session.table), spec, lang, click.echo).play()
        return status or int(bool(session.table.fairness_violations))
    finally:
        await session.close()
