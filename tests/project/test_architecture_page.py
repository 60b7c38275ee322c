"""The architecture page is complete and true: every module is on it, and what it names exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import bornes
from scripts import _architecture
from tests.support.paths import DOCS, ROOT

from . import test_layers

SOURCE = Path(bornes.__file__).parent
PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """Return the text of a section, up to the next heading of its level."""
    level = title.split(" ")[0]
    return PAGE.partition(f"\n{title}\n")[2].partition(f"\n{level} ")[0]


PATHS = section("## The path of a move") + section("## The path of `bornes arena`")
QUOTED = sorted(set(re.findall(r"`([^`\n]+)`", PATHS)))
FILES = [name for name in QUOTED if name.endswith((".py", ".js"))]
CALLED = re.compile(r"[A-Za-z_.]+(\([a-z0-9_, ]*\))?")
DEFINED = sorted({name.partition("(")[0] for name in QUOTED if CALLED.fullmatch(name) and name not in FILES})
TESTS_AND_SCRIPTS = sorted(set(re.findall(r"`((?:tests|scripts|examples)/[\w./-]+)", PAGE)))
PACKAGES = [name for name in _architecture.packages() if name != "web"]


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


def modules(package: str) -> list[str]:
    """Return the modules of a package that hold code, as paths below it: a lone docstring needs no line."""
    folder = SOURCE / package
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if path.name != "__init__.py" or len(ast.parse(path.read_text(encoding="utf-8")).body) > 1
    )


def test_the_packages_are_those_of_the_import_order() -> None:
    assert (*PACKAGES, "__main__") == test_layers.PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_is_named(package: str) -> None:
    named = re.findall(r"^\| `([\w/]+\.py)` \| \S", section(f"### `{package}/`"), re.M)
    assert sorted(named) == modules(package)


def test_every_module_of_the_browser_client_is_named() -> None:
    folder = SOURCE / "web" / "js"
    modules = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.js"))
    assert sorted(re.findall(r"^\| `([\w/]+\.js)` \| \S", section("### `web/js/`"), re.M)) == modules
    page = (DOCS / "browser.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `js/((?:\w+/)?)` \| (.+) \|$", page, re.M)
    assert sorted(under + name for under, text in rows for name in re.findall(r"`(\w+\.js)`", text)) == modules


@pytest.mark.parametrize("name", FILES)
def test_files_on_the_paths_exist(name: str) -> None:
    assert (SOURCE / name).is_file()


@pytest.mark.parametrize("name", DEFINED)
def test_functions_and_classes_on_the_paths_exist(name: str) -> None:
    assert name in definitions() | OUTSIDE


OUTSIDE = {"bornes"}
"""The command."""


@pytest.mark.parametrize(("name", "file"), re.findall(r"`([\w.]+)` in\s+`([\w/]+\.py)`", PATHS))
def test_functions_and_classes_are_in_the_files_that_the_page_names(name: str, file: str) -> None:
    source = (SOURCE / file).read_text(encoding="utf-8")
    for part in name.split("."):
        assert re.search(rf"^ *(?:class|def|async def) {part}\b", source, re.M), part


def test_the_paths_name_enough_to_follow_them() -> None:
    assert len(FILES) >= 25
    assert len(DEFINED) >= 45


@pytest.mark.parametrize("name", TESTS_AND_SCRIPTS)
def test_tests_and_scripts_that_the_page_names_exist(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("theme", _architecture.THEMES)
def test_the_diagram_is_what_the_script_draws(theme: str) -> None:
    """If the packages or the path of a move changed, ``scripts/architecture`` draws it again."""
    drawn = _architecture.picture(_architecture.THEMES[theme])
    assert drawn == _architecture.file_of(theme).read_text(encoding="utf-8")
    assert f"pictures/{_architecture.file_of(theme).name}" in PAGE


def test_the_diagram_shows_packages_that_exist() -> None:
    steps = [package for steps in _architecture.paths().values() for _, package, _ in steps]
    assert set(steps) <= {*PACKAGES, "web"}


def test_paragraphs_are_short() -> None:
    """At most four lines, in lists too."""
    text = re.sub(r"^\|.*$|^<.*$", "", PAGE, flags=re.M)
    long = [block for block in re.split(r"\n(?=- |\d+\. )|\n\n+", text) if len(block.strip().splitlines()) > 4]
    assert long == []
