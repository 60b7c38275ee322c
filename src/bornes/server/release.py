"""Which release answers."""

from __future__ import annotations

from importlib.metadata import version

RELEASE = version("bornes")
