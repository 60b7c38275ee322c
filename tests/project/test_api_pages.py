"""The reference has all of the library: what is public has a docstring, and what has one is on a page."""

from __future__ import annotations

import subprocess
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

import bornes
from bornes import bots, review
from tests.support.paths import DOCS

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("pages")]
"""One process for all of them, since they share what is built."""

EXPORTED: list[str] = vars(bornes)["__all__"]
GAME = bornes.Game("parker-1962", seed=7)
PUBLIC: list[object] = [
    GAME,
    GAME.deal,
    GAME.deal.view(0),
    GAME.deal.legal_moves,
    bornes.Move(0),
    bornes.Card.ROLL,
    bornes.edition("parker-1962"),
    bornes.edition("parker-1962").form(2),
    GAME.rules,
    bornes.Position(rules=GAME.rules, hands=((), ()), tables=(bornes.Piles(), bornes.Piles()), draw_pile=()),
]
"""One of each kind whose every attribute is for users."""


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The full names of all that the reference describes, from the index that Sphinx writes for other projects."""
    target = tmp_path_factory.mktemp("pages")
    only = ["-D", "root_doc=api/index", "-D", "include_patterns=api/*", "-D", "suppress_warnings=myst.xref_missing"]
    command = [sys.executable, "-m", "sphinx", "-E", "-W", "-q", "-b", "html", *only]
    done = subprocess.run([*command, DOCS, target], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return names_in(target / "objects.inv")


def names_in(inventory: Path) -> set[str]:
    """Return the names of what is Python in an inventory: four lines that say what it is, then packed lines."""
    packed = inventory.read_bytes().split(b"\n", 4)[4]
    entries = (line.split() for line in zlib.decompress(packed).decode().splitlines())
    return {name for name, kind, *_ in entries if kind.startswith("py:")}


def missing(names: Iterable[str], described: set[str]) -> list[str]:
    """Return what is not described."""
    return sorted(set(names) - described)


def test_all_that_is_exported_is_described(described: set[str]) -> None:
    assert missing((f"bornes.{name}" for name in EXPORTED), described) == []


@pytest.mark.parametrize("package", [bots, review], ids=["bots", "review"])
def test_all_classes_and_functions_of_other_packages_are_described(package: ModuleType, described: set[str]) -> None:
    names = [name for name in package.__all__ if callable(getattr(package, name)) and name not in EXPORTED]
    assert missing((f"{package.__name__}.{name}" for name in names), described) == []


@pytest.mark.parametrize("thing", PUBLIC, ids=lambda thing: type(thing).__name__)
def test_every_attribute_has_a_docstring_and_so_is_described(thing: object, described: set[str]) -> None:
    """What has no docstring is not on the page: write one."""
    own = [kind for kind in type(thing).__mro__ if kind.__module__.startswith("bornes.")]
    names = {name for kind in own for name in (*vars(kind), *getattr(kind, "__annotations__", ()))}
    names |= set(vars(thing)) if hasattr(thing, "__dict__") else set()
    assert names
    assert missing((f"bornes.{type(thing).__name__}.{name}" for name in names if name[0] != "_"), described) == []
