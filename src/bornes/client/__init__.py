"""A table far away, over the network: for the terminal, for bots, for programs.

>>> from bornes.client import join, watch_lobby, open_table, play_now

``join`` sits down at a table and hands out its questions; ``open_table`` and ``play_now`` ask a server for one.  Each
name is loaded when it is first used: a table in this process needs no network.
"""

from typing import TYPE_CHECKING

from ..base.lazy_names import lazy_names

if TYPE_CHECKING:
    from .http_api import ServerError as ServerError
    from .http_api import open_table as open_table
    from .http_api import play_now as play_now
    from .invite_links import LinkError as LinkError
    from .invite_links import parse_link as parse_link
    from .lobby_feed import watch_lobby as watch_lobby
    from .player import Player as Player
    from .player import Question as Question
    from .player import join as join
    from .player import watch as watch
    from .protocol import OpenTable as OpenTable
    from .protocol import PlayNow as PlayNow
    from .remote_table import RemoteTable as RemoteTable
    from .table_client import TableError as TableError

_MODULES = {
    "http_api": ("ServerError", "open_table", "play_now"),
    "invite_links": ("LinkError", "parse_link"),
    "lobby_feed": ("watch_lobby",),
    "player": ("Player", "Question", "join", "watch"),
    "protocol": ("OpenTable", "PlayNow"),
    "remote_table": ("RemoteTable",),
    "table_client": ("TableError",),
}

if not TYPE_CHECKING:  # type checkers take the names from the imports, and know of no others
    __getattr__ = lazy_names(__name__, _MODULES)
