"""A moment for Python in the middle of a long run of compiled code.

Not compiled, and that is the point: Python handles signals where its interpreter begins a function.
"""

from __future__ import annotations

from contextlib import nullcontext


def heed_signals() -> None:
    """Let Python handle what came meanwhile: Ctrl-C is raised here."""


nogil: nullcontext[None] = nullcontext()
"""There is no GIL to release where nothing is compiled."""

compiled = False
