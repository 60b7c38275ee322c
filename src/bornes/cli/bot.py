"""``bornes bot``: a bot at a table on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .group import WholeNumber
from .options import bot_spec, complete_bot, lang_option, one_place, player_name, server_option

if TYPE_CHECKING:
    from ..bots import Spec
    from ..client.invite_links import Link


@click.command()
@click.argument("spec", metavar="BOT", type=bot_spec, shell_complete=complete_bot)
@click.argument("where", metavar="LINK|CODE", nargs=-1, required=True)
@server_option
@click.option(
    "--name", type=player_name, metavar="NAME", help="What the bot is called at the table.  [default: its own name]"
)
@click.option("--seat", type=WholeNumber(1, 8), metavar="N", help="Which seat it takes.  [default: the first free one]")
@lang_option
def bot(spec: Spec, where: tuple[str, ...], server: str | None, name: str | None, seat: int | None, lang: str) -> int:
    """Let a bot play at a table on a server.

    The bot thinks on this machine and sits at the table like a person: it may be any bot, with options, or one of
    another package. It plays until the game is over, or until Ctrl-C; the same command leads back to its seat.

    \b
    Examples:
      bornes bot champion http://localhost:8000/t/home-4b8kq2m7#join=Yq3kz…
      bornes bot champion:playouts=2000 482 913 057 --server http://localhost:8000
      bornes bot tuned 482 913 057 --name Robbie --server http://localhost:8000
    """
    from .online import answered, link_of

    link = link_of(one_place(where), server)
    return answered(_play(spec, link, name or "", None if seat is None else seat - 1, lang))


async def _play(spec: Spec, link: Link, name: str, seat: int | None, lang: str) -> int:
    from ..client.player import Player, check_leads_to_seat
    from ..terminal.online_session import FarBot, FarSession, open_far, open_for_bot, remote_seat

    check_leads_to_seat(link)
    if link.seat:  # it leads back by itself
        session = FarSession(remote_seat(link, lang, bot=True))
    elif name:
        session = await open_far(link, name, seat, lang, bot=str(spec))
    else:
        session = await open_for_bot(link, spec, seat, lang)
    try:
        await session.table.open()
        status = await FarBot(Player(session.table), spec, lang, click.echo).play()
        return status or int(bool(session.table.promises))
    finally:
        await session.close()
