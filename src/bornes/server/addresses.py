"""How others on the network reach this machine: an address, and a picture of it that a phone can read."""

from __future__ import annotations

import io
import socket
from functools import lru_cache
from urllib.parse import urlsplit

import segno


def lan_address(address: str) -> str:
    """Return the address under which others on the network reach a server that listens everywhere."""
    port = urlsplit(address).port
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only says which way it would go
            return f"http://{probe.getsockname()[0]}:{port}"
        except OSError:
            return f"http://{socket.gethostname()}:{port}"


def qr_code(text: str) -> str:
    """Return a text as a picture for a terminal."""
    picture = io.StringIO()
    segno.make(text, micro=False).terminal(picture, compact=True)
    return picture.getvalue().rstrip("\n")


@lru_cache(maxsize=256)
def qr_rows(text: str) -> tuple[str, ...]:
    """Return a text as rows of squares, ``1`` for a dark one, without the margin; none for one that is too long.

    Making them takes milliseconds.
    """
    try:
        squares = segno.make(text, error="m", micro=False, boost_error=False)
    except segno.DataOverflowError:
        return ()
    return tuple("".join(map(str, row)) for row in squares.matrix)
