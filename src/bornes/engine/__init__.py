"""The engine rooms: the rules at C speed, and the same source uncompiled.

Compiled by Cython through the ``.pxd`` beside each module.  ``BORNES_PURE=1`` in the environment runs the plain
Python of an installed build, which is how one can step through the rules with a debugger and measure coverage.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

COMPILED_MODULES = ("argument_checks", "compiled_rules", "state", "restore", "referee", "scoring", "playout", "sampler")
"""The modules that are compiled, each importing only earlier ones."""


class UncompiledWarning(RuntimeWarning):
    """The engine runs as plain Python: right, but about a hundred times slower."""


def load_plain(package: str, rooms: Sequence[str]) -> None:
    """Load compiled modules of a package from their sources, each importing only earlier ones."""
    folder = Path(str(sys.modules[package].__file__)).parent
    for room in rooms:
        name, path = f"{package}.{room}", folder / f"{room}.py"
        spec = spec_from_file_location(name, path, loader=SourceFileLoader(name, str(path)))
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)


PURE = os.environ.get("BORNES_PURE") == "1"
"""Whether plain Python is asked for."""

if PURE:  # pragma: no branch - coverage sees only this build
    load_plain(__name__, COMPILED_MODULES)

from . import argument_checks, compiled_rules, playout, referee, restore, sampler, scoring, state  # noqa: E402  the choice of build comes first

COMPILED = not str(state.__file__).endswith(".py")
"""Whether the compiled build runs."""


def warn_uncompiled() -> None:
    """Say that the engine runs as plain Python although nobody asked for that."""
    warnings.warn_explicit(
        "the engine runs uncompiled, about a hundred times slower: reinstall bornes with a C compiler "
        "at hand (BORNES_PURE=1 says that plain Python is wanted and silences this)",
        UncompiledWarning,
        filename="<bornes>",  # no file: a line of the program's text behind the warning would help nobody
        lineno=1,
    )


if not COMPILED and not PURE:  # pragma: no cover - as above
    warn_uncompiled()

__all__ = [
    "COMPILED",
    "COMPILED_MODULES",
    "PURE",
    "UncompiledWarning",
    "argument_checks",
    "compiled_rules",
    "load_plain",
    "playout",
    "referee",
    "restore",
    "sampler",
    "scoring",
    "state",
]
