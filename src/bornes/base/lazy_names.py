"""Names that a package exports, each loaded from its module when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from threading import RLock
from typing import Any

_LOADING = RLock()
"""Python's import locks don't stop two threads from meeting in the middle of modules that import each other."""


def lazy_names(package: str, modules: Mapping[str, Collection[str]]) -> Callable[[str], Any]:
    """Return a package's ``__getattr__`` that loads these modules and their names on first use."""
    module_of = {name: module for module, names in modules.items() for name in names}

    def load(name: str) -> Any:
        if name in modules:
            return import_module(f".{name}", package)
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with _LOADING:
            return getattr(import_module(f".{module_of[name]}", package), name)

    return load
