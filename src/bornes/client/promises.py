"""What a client of ours says, loudly, when a server broke its promise about a shuffle."""

from __future__ import annotations

from ..tables.mirror import BrokenPromise
from ..wording import N_, Message

_BROKEN: dict[str, str] = {
    "other-commitment": N_(
        "WARNING: the server broke its promise about deal {deal}: it had committed itself to another shuffle. "
        "This deal cannot be trusted."
    ),
    "seed-missing": N_(
        "WARNING: the server left your part out of the shuffle of deal {deal}, although it had accepted it. "
        "This deal cannot be trusted."
    ),
    "other-secret": N_(
        "WARNING: what the server shows of the shuffle of deal {deal} is not what it had promised. "
        "That deal cannot be trusted."
    ),
}
"""By what was found."""


def promise_message(broken: BrokenPromise) -> Message:
    """Return what is to be said of a promise that was not kept."""
    return Message(_BROKEN[broken.what], {"deal": broken.deal})
