"""The import rule: each package imports only packages before it, and third-party packages where they are meant to
be.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import bornes
from bornes import bots, engine
from bornes.lab import envs

SOURCE = Path(bornes.__file__).parent
PACKAGES = (
    *("base", "rules", "engine", "game", "i18n", "guide", "bots", "review"),
    *("tables", "store", "client", "lab", "server", "terminal", "cli", "__main__"),
)
"""In import order: a package may import only itself and those before it."""
LAYER = {package: number for number, package in enumerate(PACKAGES)}
ROOT = "__init__"
"""The package ``bornes`` itself, which exports names of the others; the last package may import it."""

TOOLS = {
    "base": {"matplotlib", "platformdirs"},
    "guide": {"msgspec"},
    "review": {"matplotlib"},
    "tables": {"msgspec"},
    "store": {"msgspec"},
    "lab": {"cma", "distributed", "gymnasium", "matplotlib", "numpy", "pettingzoo"},
    "client": {"msgspec", "websockets"},
    "server": {"msgspec", "prometheus_client", "segno", "starlette", "uvicorn", "uvloop"},
    "terminal": {"rich", "textual"},
    "cli": {"click", "rich"},
}
"""Third-party packages that each package may import."""
OF_THE_ENGINE = {
    "__future__",
    "array",
    "collections",
    "contextlib",
    "copy",
    "copyreg",
    "cython",
    "enum",
    "itertools",
    "numbers",
    "operator",
    "typing",
}
"""What the engine may use of Python's: nothing that reads, writes or speaks."""


UNCOMPILED = ("codes", "uncompiled")
"""Modules of the engine that are not compiled."""


class Imports(ast.NodeVisitor):
    """All imports of a module but those for type checkers, wherever they stand, as dotted names."""

    def __init__(self, module: str, is_package: bool) -> None:
        self.package = module.split(".") if is_package else module.split(".")[:-1]
        self.found: list[str] = []

    def visit_If(self, node: ast.If) -> None:
        """Pass over what is only for type checkers."""
        if ast.unparse(node.test) not in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        """``import name``"""
        self.found += [alias.name for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """``from name import other``, where other may be a module as well"""
        start = self.package[: len(self.package) - node.level + 1] if node.level else []
        origin = [*start, *(node.module.split(".") if node.module else [])]
        self.found += [".".join([*origin, alias.name]) for alias in node.names]


def modules() -> dict[str, Path]:
    """The modules of the package by their dotted names."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(name: str, path: Path) -> list[str]:
    """What a module imports."""
    visitor = Imports(name, path.name == "__init__.py")
    visitor.visit(ast.parse(path.read_text(encoding="utf-8")))
    return visitor.found


def package_of(name: str) -> str:
    """The package that a dotted name of the package leads to; a name of no package is one that ``bornes`` exports."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LAYER else ROOT


def all_imports() -> Iterator[tuple[str, str]]:
    """Pairs of a module and something it imports."""
    for name, path in modules().items():
        for imported in imports_of(name, path):
            yield name, imported


def test_every_module_lies_in_a_package() -> None:
    assert {name for name in modules() if package_of(name) == ROOT} == {"bornes"}


def test_each_package_imports_only_packages_before_it() -> None:
    upward = [
        f"{name} imports {imported}"
        for name, imported in all_imports()
        if imported.startswith("bornes.") and package_of(name) != ROOT
        if LAYER.get(package_of(imported), LAYER["cli"]) > LAYER[package_of(name)]
    ]
    assert not upward, "\n".join(upward)


def test_the_package_imports_itself_by_relative_names_only() -> None:
    """So that a copy under another name is whole: see tests/support/plain.py."""
    absolute = [
        f"{name}, line {node.lineno}"
        for name, path in modules().items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom) and "bornes" in _outer_names(node)
    ]
    assert not absolute, "\n".join(absolute)


def _outer_names(node: ast.Import | ast.ImportFrom) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name.split(".")[0] for alias in node.names}
    return set() if node.level else {(node.module or "").split(".")[0]}


def test_third_party_packages_are_used_where_they_are_meant_to_be() -> None:
    foreign = [
        f"{name} imports {imported}"
        for name, imported in all_imports()
        if (outside := imported.split(".")[0]) not in ("bornes", "cython", *sys.stdlib_module_names)
        if outside not in TOOLS.get(package_of(name), ())
    ]
    assert not foreign, "\n".join(foreign)


@pytest.mark.parametrize("room", [*engine.COMPILED_MODULES, *UNCOMPILED])
def test_the_engine_knows_cards_rules_and_itself_and_nothing_of_the_world(room: str) -> None:
    """No text, no files, no clock: ``engine/__init__`` alone, which picks the build, looks around."""
    name = f"bornes.engine.{room}"
    for imported in imports_of(name, modules()[name]):
        outside = imported.split(".")[0] != "bornes"
        assert imported.split(".")[0] in OF_THE_ENGINE if outside else package_of(imported) in ("rules", "engine")


def test_the_modules_of_the_engine_come_in_order() -> None:
    """As ``engine.COMPILED_MODULES`` says, each imports only earlier ones: plain Python loads them one by one."""
    assert {path.stem for path in (SOURCE / "engine").glob("*.py")} == {
        *engine.COMPILED_MODULES,
        *UNCOMPILED,
        "__init__",
    }
    for number, room in enumerate(engine.COMPILED_MODULES):
        name = f"bornes.engine.{room}"
        used = {imported.split(".")[2] for imported in imports_of(name, modules()[name]) if ".engine." in imported}
        assert used <= {*engine.COMPILED_MODULES[:number], *UNCOMPILED}


COMPILED_ABOVE = {"bots": bots, "lab.envs": envs}
"""Packages above the engine that have compiled modules."""


@pytest.mark.parametrize("package", COMPILED_ABOVE)
def test_compiled_modules_come_in_order_and_know_only_rules_and_engine(package: str) -> None:
    """As ``ROOMS`` says: what plays without the GIL imports cards, rules, the engine and earlier ones alone."""
    rooms = COMPILED_ABOVE[package].ROOMS
    for number, room in enumerate(rooms):
        name = f"bornes.{package}.{room}"
        earlier = [f"bornes.{package}.{other}" for other in rooms[:number]]
        for imported in imports_of(name, modules()[name]):
            outside, *inside = imported.split(".")
            if outside != "bornes":
                assert outside in OF_THE_ENGINE
            else:
                known = inside[0] in ("rules", "engine")
                assert known or any(imported == one or imported.startswith(f"{one}.") for one in earlier), imported


@pytest.mark.parametrize("package", [engine, *COMPILED_ABOVE.values()], ids=["engine", *COMPILED_ABOVE])
def test_what_has_types_beside_it_is_compiled_and_listed(package: ModuleType) -> None:
    folder = Path(str(package.__file__)).parent
    assert {path.stem for path in folder.glob("*.pxd")} == set(package.ROOMS)


def test_no_other_package_has_compiled_modules() -> None:
    assert {path.parent.name for path in SOURCE.rglob("*.pxd")} == {"engine", "bots", "envs"}


# --- That the test finds imports -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from .deal import Deal", ["bornes.game.deal.Deal"]),
        ("from . import deal", ["bornes.game.deal"]),
        ("def later():\n    from .deal import Deal", ["bornes.game.deal.Deal"]),
        ("if TYPE_CHECKING:\n    from .deal import Deal", []),
        ("try:\n    import rich.table\nexcept ImportError: ...", ["rich.table"]),
    ],
)
def test_imports_are_found_wherever_they_stand(source: str, found: list[str]) -> None:
    visitor = Imports("bornes.game.moves", is_package=False)
    visitor.visit(ast.parse(source))
    assert visitor.found == found


def test_a_module_deep_inside_a_package_reaches_out_with_more_dots() -> None:
    visitor = Imports("bornes.engine.state", is_package=False)
    visitor.visit(ast.parse("from ..rules.cards import Card\nfrom .compiled_rules import CompiledRules"))
    assert visitor.found == ["bornes.rules.cards.Card", "bornes.engine.compiled_rules.CompiledRules"]
