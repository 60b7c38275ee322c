"""One name, one thing: no two modules of the package share a name, and no two public classes do."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping

import pytest

from bornes.cli import COMMANDS

from .test_layers import modules

SHARED_MODULE_NAMES = {
    "workers": "threads and processes in base, the worker processes in server, until one pool has both"
}
"""Names of two modules that only new code can merge, and why.  This list may only shrink."""
SHARED_CLASS_NAMES: dict[str, str] = {}
"""Names of two public classes that only new code can merge, and why.  This list may only shrink."""


def test_no_two_modules_share_a_name() -> None:
    """But a command's module is named after its command, and ``game/game.py`` after its class."""
    free = (name for name in modules() if not name.startswith("bornes.cli.") and name != "bornes.game.game")
    assert shared((name.rpartition(".")[2], name) for name in free).keys() == SHARED_MODULE_NAMES.keys()


def test_only_commands_share_the_name_of_a_module_outside_their_package() -> None:
    """The module of ``bornes review`` is ``cli/review.py``, whatever else is called review."""
    elsewhere = {name.rpartition(".")[2] for name in modules() if not name.startswith("bornes.cli.")}
    named = {name.rpartition(".")[2] for name in modules() if name.startswith("bornes.cli.")}
    assert named & elsewhere <= COMMANDS.keys()


def test_no_two_public_classes_share_a_name() -> None:
    found = shared((cls, f"{cls} in {name}") for name in modules() for cls in public_classes(source_of(name)))
    assert {cls: places for cls, places in found.items() if cls not in SHARED_CLASS_NAMES} == {}
    assert found.keys() == SHARED_CLASS_NAMES.keys()


def source_of(name: str) -> str:
    """Return the text of a module."""
    return modules()[name].read_text(encoding="utf-8")


def public_classes(source: str) -> list[str]:
    """Return the names of the classes of a module that have no underscore before them."""
    top = ast.parse(source).body
    return [node.name for node in top if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def shared(named: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    """Return the names that several things have, with these things."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, thing in named:
        found[name].append(thing)
    return {name: things for name, things in found.items() if len(things) > 1}


# --- That the test finds names that are shared ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ([("deal", "game.deal"), ("game", "game")], {}),
        ([("deal", "game.deal"), ("deal", "tables.deal")], {"deal": ["game.deal", "tables.deal"]}),
    ],
)
def test_names_of_several_things_are_found(named: list[tuple[str, str]], found: dict[str, list[str]]) -> None:
    assert shared(named) == found


def test_private_and_inner_classes_may_be_called_anything() -> None:
    assert public_classes("class Deal:\n    class State: ...\nclass _Deal: ...\ndef deal():\n    class Card: ...") == [
        "Deal"
    ]
