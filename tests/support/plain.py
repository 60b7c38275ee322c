"""The uncompiled engine beside the compiled one: the package once more, under another name, from its sources only.

All modules of the package import each other relatively, so that the copy is whole and knows nothing of the original.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import bornes

NAME = "plain_bornes"
SOURCE = Path(bornes.__file__).parent


class SourcesOnly(MetaPathFinder):
    """Finds the modules of the copy, and passes over the extensions that lie beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's spec, if it belongs to the copy."""
        if fullname == NAME:
            init = SOURCE / "__init__.py"
            return spec_from_file_location(fullname, init, submodule_search_locations=[str(SOURCE)])
        if path is None or not fullname.startswith(f"{NAME}."):
            return None
        finders = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path)
        return next((spec for finder in finders if (spec := finder.find_spec(fullname))), None)


@cache
def plain_bornes() -> tuple[Any, list[warnings.WarningMessage]]:
    """Return the copy, and the warnings that loading its engine gave."""
    sys.meta_path.insert(0, SourcesOnly())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        import_module(f"{NAME}.engine")
        return import_module(NAME), caught


def plain_module(name: str) -> Any:
    """Return a module of the copy, by its name within the package."""
    plain_bornes()
    return import_module(f"{NAME}.{name}")
