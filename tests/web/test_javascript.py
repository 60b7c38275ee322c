"""The page's modules: what they import is there and makes no circle, and what needs no browser holds in node."""

from __future__ import annotations

import posixpath
import re
import subprocess
from functools import cache

import pytest

from bornes.server.http.static_files import FOLDER
from tests.support.browsers import NODE
from tests.support.paths import TESTS

JS = FOLDER / "js"
MODULES = sorted(path.relative_to(JS).as_posix() for path in JS.rglob("*.js"))
UNIT_TESTS = sorted((TESTS / "js").glob("*.test.js"))
STARTED = {"main.js"}
"""What the page loads itself."""
IMPORT = re.compile(r"""(?:\bfrom|\bimport\s*\(|^import)\s*"(\.[\w./]+)\"""", re.MULTILINE)


@cache
def imported(module: str) -> list[str]:
    """Return what a module imports, at once or later; types in comments do not count."""
    text = re.sub(r"/\*.*?\*/", "", (JS / module).read_text(encoding="utf-8"), flags=re.DOTALL)
    return [posixpath.normpath(posixpath.join(posixpath.dirname(module), name)) for name in IMPORT.findall(text)]


def circle(module: str, path: tuple[str, ...], done: set[str]) -> tuple[str, ...]:
    """Return the modules of a circle that is found from here; none is an empty one."""
    if module in path:
        return (*path[path.index(module) :], module)
    if module in done:
        return ()
    done.add(module)
    return next((found for name in imported(module) if (found := circle(name, (*path, module), done))), ())


@pytest.mark.parametrize("module", MODULES)
def test_what_a_module_imports_is_there(module: str) -> None:
    assert set(imported(module)) <= set(MODULES)


def test_no_module_imports_another_in_a_circle() -> None:
    done: set[str] = set()
    assert [found for module in MODULES if (found := circle(module, (), done))] == []


def test_every_module_is_used() -> None:
    used = {name for module in MODULES for name in imported(module)}
    assert set(MODULES) - used == STARTED


def test_names_are_in_snake_case_and_occur_once() -> None:
    names = [posixpath.basename(module) for module in MODULES]
    assert [name for name in names if not re.fullmatch(r"[a-z0-9_]+\.js", name)] == []
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_modules_that_need_no_browser() -> None:
    """The tests of ``tests/js``, in node."""
    assert UNIT_TESTS
    command = [str(NODE), "--test", "--test-reporter=tap", *map(str, UNIT_TESTS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"^# pass (\d+)$", done.stdout, re.MULTILINE)[0]) >= 50
