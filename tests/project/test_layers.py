"""The import rule: packages import only those before them; modules import no circles, at the top, and not many."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
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


MAX_IMPORTED_MODULES = 20
TOO_MANY_IMPORTS = {"bornes.server.service": 30, "bornes.terminal.local_table": 31}
"""Modules that import more, and how many.  Only new code can divide them, so this list may only shrink."""
LATE_IMPORTS = {
    ("bornes.cli", ""): "`bornes --help` answers at once, because each command loads only what it runs",
    ("bornes.i18n", "bornes.i18n.rendering"): "a lazy public name: `--help` only needs a catalog",
    ("bornes.base.translatable", "difflib"): "most people type names that exist",
    ("bornes.server.settings", ""): "the help of `bornes serve` lists the settings",
    ("bornes.server.lifecycle", "resource"): "Windows has none",
    ("bornes.server.lifecycle", "uvloop"): "Windows has none",
    (
        "bornes.server.workers.worker",
        "bornes.server.workers.bot_jobs",
    ): "loads at the low priority of its process",
    ("bornes.server.workers.bot_jobs", "bornes.review"): "processes of bots start a quarter sooner without it",
    ("bornes.lab.arena.executor", "distributed"): "heavy, and only clusters need it",
    ("bornes.lab.envs", "gymnasium"): "may be missing",
    ("bornes.lab.envs", "pettingzoo"): "may be missing",
}
"""Imports inside functions: where, of what, and why.  A package stands for its modules, "" for any import."""


class Imports(ast.NodeVisitor):
    """The imports of a module, wherever they stand, as dotted names: those for type checkers apart."""

    def __init__(self, module: str, is_package: bool) -> None:
        self.package = module.split(".") if is_package else module.split(".")[:-1]
        self.found: list[str] = []
        self.late: list[str] = []
        """Those inside functions."""
        self.for_checkers: list[str] = []
        """Those for type checkers; a package with a ``__getattr__`` loads them on first use."""
        self._here = self.found
        self._depth = 0

    def visit_If(self, node: ast.If) -> None:
        """Keep what is only for type checkers apart."""
        if ast.unparse(node.test) not in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            self.generic_visit(node)
            return
        self._here = self.for_checkers
        for statement in node.body:
            self.visit(statement)
        self._here = self.found
        for statement in node.orelse:
            self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Note that imports inside are late."""
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Import(self, node: ast.Import) -> None:
        """``import name``"""
        self._add([alias.name for alias in node.names])

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """``from name import other``, where other may be a module as well"""
        start = self.package[: len(self.package) - node.level + 1] if node.level else []
        origin = [*start, *(node.module.split(".") if node.module else [])]
        self._add([".".join([*origin, alias.name]) for alias in node.names])

    def _add(self, names: list[str]) -> None:
        self._here += names
        if self._depth:
            self.late += names


def modules() -> dict[str, Path]:
    """The modules of the package by their dotted names."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def visited(name: str, path: Path) -> Imports:
    """The imports of a module of all kinds."""
    visitor = Imports(name, path.name == "__init__.py")
    visitor.visit(ast.parse(path.read_text(encoding="utf-8")))
    return visitor


def imports_of(name: str, path: Path) -> list[str]:
    """What a module imports."""
    return visited(name, path).found


def own_modules(imported: Iterable[str], known: Collection[str]) -> set[str]:
    """The modules of the package that dotted names lead to; the name may be one of the module's, not a module."""
    found = set()
    for name in imported:
        while name and name not in known:
            name = name.rpartition(".")[0]
        found.add(name)
    return found - {""}


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


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions count, and so do names that a package loads on first use."""
    known = modules()
    graph = {}
    for name, path in known.items():
        imports = visited(name, path)
        lazy = imports.for_checkers if "__getattr__" in path.read_text(encoding="utf-8") else []
        graph[name] = own_modules([*imports.found, *lazy], known) - {name}
    assert circles(graph) == []


def circles(graph: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Groups of modules that each lead to all others of their group."""
    reached = {name: reachable(graph, name) for name in graph}
    groups = {tuple(sorted(other for other in reached[name] if name in reached[other])) for name in graph}
    return sorted([*group] for group in groups if group)


def reachable(graph: Mapping[str, Collection[str]], start: str) -> set[str]:
    """All modules that one imports, directly or through others; itself only where it is in a circle."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += graph[name]
    return found


def test_imports_stand_at_the_top_unless_there_is_a_reason() -> None:
    late = [(name, imported) for name, path in modules().items() for imported in visited(name, path).late]
    without = [f"{name} imports {imported}" for name, imported in late if not allowances(name, imported)]
    assert not without, "\n".join(without)
    assert {used for name, imported in late for used in allowances(name, imported)} == set(LATE_IMPORTS), "not needed"


def allowances(name: str, imported: str) -> list[tuple[str, str]]:
    """The entries of LATE_IMPORTS that a late import falls under."""
    return [pair for pair in LATE_IMPORTS if is_inside(name, pair[0]) and is_inside(imported, pair[1])]


def is_inside(name: str, outer: str) -> bool:
    """Say whether a dotted name is another or lies in it; all lie in ""."""
    return not outer or name == outer or name.startswith(f"{outer}.")


def test_no_module_imports_many_others() -> None:
    known = modules()
    numbers = {name: len(own_modules(imports_of(name, path), known) - {name}) for name, path in known.items()}
    assert {name: number for name, number in numbers.items() if number > MAX_IMPORTED_MODULES} == TOO_MANY_IMPORTS


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
    """Each of ``COMPILED_MODULES`` imports cards, rules, the engine and earlier ones, so that it needs no GIL."""
    rooms = COMPILED_ABOVE[package].COMPILED_MODULES
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
    assert {path.stem for path in folder.glob("*.pxd")} == set(package.COMPILED_MODULES)


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


def test_late_imports_and_those_for_type_checkers_are_told_apart() -> None:
    visitor = Imports("bornes.game.moves", is_package=False)
    visitor.visit(
        ast.parse(
            "from .deal import Deal\n"
            "if TYPE_CHECKING:\n    from .game import Game\n"
            "class Move:\n    async def play(self):\n        from .record import read\n"
        )
    )
    assert visitor.found == ["bornes.game.deal.Deal", "bornes.game.record.read"]
    assert visitor.late == ["bornes.game.record.read"]
    assert visitor.for_checkers == ["bornes.game.game.Game"]


def test_names_lead_to_the_modules_they_are_defined_in() -> None:
    known = {"bornes", "bornes.game", "bornes.game.deal"}
    assert own_modules(["bornes.game.deal.Deal", "bornes.game.Game", "json.dumps"], known) == {*known} - {"bornes"}


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": "b", "b": "c", "c": ""}, []),
        ({"a": "b", "b": "a", "c": "a"}, [["a", "b"]]),
        ({"a": "b", "b": "c", "c": "a", "d": "e", "e": "d"}, [["a", "b", "c"], ["d", "e"]]),
    ],
)
def test_circles_are_found(graph: dict[str, str], found: list[list[str]]) -> None:
    assert circles(graph) == found


# -- databases -----------------------------------------------------------------------------------------------------


def test_only_the_store_knows_which_database_it_uses() -> None:
    """Everything else says "database", so that there can be another one; a file may be called ``server.sqlite3``."""
    named = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "store" not in path.relative_to(SOURCE).parts
        and re.search(r"sqlite", re.sub(r"\w+\.sqlite3", "", path.read_text(encoding="utf-8")), re.IGNORECASE)
    }
    assert named == set()
