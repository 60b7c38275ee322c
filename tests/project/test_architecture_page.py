"""The page on how the house is built names files, classes and functions that are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import bornes
from tests.support.paths import DOCS

SOURCE = Path(bornes.__file__).parent
PAGE = (DOCS / "house.md").read_text(encoding="utf-8")
WALK = PAGE[PAGE.index("## A walk through it") : PAGE.index("## Ideas that carry it")]
QUOTED = sorted(set(re.findall(r"`([^`\n]+)`", WALK)))
FILES = [name for name in QUOTED if name.endswith(".py")]
DEFINED = sorted({name.partition("(")[0] for name in QUOTED if re.fullmatch(r"[A-Za-z_.]+(\([a-z0-9_, ]*\))?", name)})


@cache
def definitions() -> frozenset[str]:
    """Return every class, function and method of the package, methods with and without their class."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(node.name)
            if isinstance(node, ast.ClassDef):
                members = (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
                found.update(f"{node.name}.{member.name}" for member in members)
    return frozenset(found)


@pytest.mark.parametrize("name", FILES)
def test_files_on_the_walk_are_there(name: str) -> None:
    assert (SOURCE / name).is_file() or list(SOURCE.rglob(name))


@pytest.mark.parametrize("name", [name for name in DEFINED if not name.endswith(".py")])
def test_functions_and_classes_on_the_walk_are_there(name: str) -> None:
    owner, _, member = name.rpartition(".")
    if owner[:1].isupper():
        assert name in definitions() or member in definitions()
    else:
        assert member in definitions() or name in OUTSIDE


OUTSIDE = {"bornes", "self.view.hand"}
"""Commands and values that are quoted on the walk and defined nowhere by that name."""


def test_the_walk_names_enough_to_follow_it() -> None:
    assert len(FILES) >= 10
    assert len(DEFINED) >= 25
