"""A moment for Python in the middle of a long run of compiled code.

Not compiled, and that is the point: Python handles signals where its interpreter begins a function.
"""

from __future__ import annotations


def heed_signals() -> None:
    """Let Python handle what came meanwhile: Ctrl-C is raised here."""
