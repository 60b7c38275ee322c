"""The engine rooms: the rules at C speed, and the same source uncompiled.

Compiled by Cython through the ``.pxd`` beside each module.  ``BORNES_PURE=1`` in the environment runs the plain
Python of an installed build, which is how one can step through the rules with a debugger and measure coverage.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOMS = ("law", "state", "restore", "referee", "scoring", "playout")
"""The modules that are compiled, each importing only earlier ones."""


class UncompiledWarning(RuntimeWarning):
    """The engine runs as plain Python: right, but about a hundred times slower."""


def _load_plain() -> None:
    for room in ROOMS:
        name, path = f"{__name__}.{room}", Path(__file__).with_name(f"{room}.py")
        spec = spec_from_file_location(name, path, loader=SourceFileLoader(name, str(path)))
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)


if os.environ.get("BORNES_PURE") == "1":
    _load_plain()

from . import law, playout, referee, restore, scoring, state  # noqa: E402  the choice of build comes first

COMPILED = not str(state.__file__).endswith(".py")
"""Whether the compiled build runs."""

if not COMPILED and os.environ.get("BORNES_PURE") != "1":
    warnings.warn_explicit(
        "the engine runs uncompiled, about a hundred times slower: reinstall bornes with a C compiler "
        "at hand (BORNES_PURE=1 says that plain Python is wanted and silences this)",
        UncompiledWarning,
        filename="bornes",
        lineno=1,
    )

__all__ = ["COMPILED", "ROOMS", "UncompiledWarning", "law", "playout", "referee", "restore", "scoring", "state"]
