"""A stranger can read any function cold: its docstring begins with a verb, and says what it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import bornes

SOURCE = Path(bornes.__file__).parent
LIKE_ATTRIBUTES = {"property", "cached_property", "setter"}
"""What is read like an attribute may be described like one: "Whether the deal has ended."."""
NO_VERBS = """
a about after all among an another as at back before below both by cards dead deals each every everybody everything for
from further how if in it its less lines longer many miles more names no nobody not nothing numbers of on one only over
partners plain points scores seat seeds so some somebody text that the these this those to totals two under what
whatever when where wherever whether which who whoever whole whom whose why with without worlds
"""
"""How a docstring begins that describes a thing instead of saying what is done."""


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions and methods of a module that are called, not read like attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
            if not decorators & LIKE_ATTRIBUTES:
                yield node


def first_word(docstring: str) -> str:
    """Return the first word of a docstring without the signs around it."""
    return docstring.split()[0].strip(".,:;`*\"'").lower()


def faults(path: Path) -> list[str]:
    """Return where a docstring of a module does not begin with a verb."""
    found = []
    for function in functions(ast.parse(path.read_text(encoding="utf-8"))):
        docstring = ast.get_docstring(function)
        if docstring and (first_word(docstring) in NO_VERBS.split() or not first_word(docstring).isalpha()):
            found.append(f"{path.relative_to(SOURCE)}:{function.lineno} {function.name}: {docstring.splitlines()[0]}")
    return found


@pytest.mark.parametrize("room", sorted({path.relative_to(SOURCE).parts[0] for path in SOURCE.rglob("*.py")}))
def test_docstrings_of_functions_begin_with_a_verb(room: str) -> None:
    modules = sorted((SOURCE / room).rglob("*.py")) or [SOURCE / room]
    found = [fault for path in modules for fault in faults(path)]
    assert not found, "\n".join(found)


def test_every_module_says_what_it_is_for() -> None:
    silent = [path for path in SOURCE.rglob("*.py") if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert not silent


def test_a_docstring_that_describes_a_thing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.project.test_docstrings.SOURCE", tmp_path)
    module = tmp_path / "module.py"
    module.write_text(
        'def one():\n    """The hand."""\n\n\ndef two():\n    """Return the hand."""\n\n\n'
        'class Three:\n    @property\n    def four(self):\n        """The hand."""\n'
    )
    assert faults(module) == ["module.py:1 one: The hand."]
