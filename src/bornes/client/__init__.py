"""A table far away, over the network: for the terminal, for bots, for programs.

>>> from bornes.client import join, lobby, open_table, play_now

``join`` sits down at a table and hands out its questions; ``open_table`` and ``play_now`` ask a server for one.  Each
name is loaded when it is first used: a table in this process needs no network.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .http_api import ServerError as ServerError
    from .http_api import open_table as open_table
    from .http_api import play_now as play_now
    from .invite_links import LinkError as LinkError
    from .invite_links import parse_link as parse_link
    from .lobby_feed import lobby as lobby
    from .player import Player as Player
    from .player import Question as Question
    from .player import join as join
    from .player import watch as watch
    from .protocol import OpenTable as OpenTable
    from .protocol import PlayNow as PlayNow
    from .remote_table import RemoteTable as RemoteTable
    from .table_client import TableError as TableError

_PLACES = {
    "api": ("ServerError", "open_table", "play_now"),
    "links": ("LinkError", "parse_link"),
    "listings": ("lobby",),
    "player": ("Player", "Question", "join", "watch"),
    "protocol": ("OpenTable", "PlayNow"),
    "remote_table": ("RemoteTable",),
    "table": ("TableError",),
}
"""The modules of this room that its names lie in."""


def __getattr__(name: str) -> Any:
    """Load a name when it is first used."""
    for module, names in _PLACES.items():
        if name in names:
            value = getattr(import_module(f".{module}", __name__), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
