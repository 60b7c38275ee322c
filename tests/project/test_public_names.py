"""What ``import bornes`` offers: every public name at its first use, and nothing loaded before."""

from __future__ import annotations

import ast
import copy
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import bornes
from bornes.game import record

SOURCE = Path(bornes.__file__)
NAMES: list[str] = vars(bornes)["__all__"]
HOMES: dict[str, str] = vars(bornes)["_HOMES"]


def for_type_checkers() -> dict[str, str]:
    """Return where type checkers find each public name."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    found: dict[str, str] = {}
    for node in block.body:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 1
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        else:  # a public name that is another one at home
            assert isinstance(node, ast.Assign)
            found[ast.unparse(node.targets[0])] = found.pop(ast.unparse(node.value))
    return found


def test_the_table_is_what_type_checkers_see_and_what_a_star_imports() -> None:
    assert for_type_checkers() == HOMES
    assert sorted(HOMES) == list(HOMES) == NAMES


def test_no_public_name_is_that_of_a_module() -> None:
    """A module, once loaded, would take the name's place."""
    modules = {path.stem for path in SOURCE.parent.glob("*.py")} | {path.name for path in SOURCE.parent.iterdir()}
    assert not modules & set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_the_thing_from_its_home(name: str) -> None:
    module, _, attribute = HOMES[name].rpartition(".")
    thing = getattr(bornes, name)
    assert thing is getattr(import_module(f"bornes.{module}"), attribute)
    assert name in dir(bornes)
    if isinstance(thing, type):
        assert pickle.loads(pickle.dumps(thing)) is copy.deepcopy(thing) is thing


def test_modules_of_public_names_need_no_import_of_their_own() -> None:
    lines = [
        "import bornes",
        "print(bornes.game.record.MAX_RECORD_BYTES, bornes.engine.codes.Phase.PLAY, 'game' in dir(bornes))",
    ]
    assert after(*lines)[0] == f"{record.MAX_RECORD_BYTES} {bornes.Phase.PLAY} True"


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'bornes' has no attribute 'Chess'"):
        getattr(bornes, "Chess")  # noqa: B009  which a type checker would find
    with pytest.raises(ImportError, match="cannot import name 'Chess' from 'bornes'"):
        exec("from bornes import Chess")


# -- quick to import -----------------------------------------------------------------------------------------------


def after(*lines: str) -> list[str]:
    """Run a program in a process of its own; return what it prints, a line each, and at last what it has loaded."""
    program = "\n".join([*lines, "import sys", "print(*sys.modules)"])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_importing_bornes_loads_nothing_of_it() -> None:
    (loaded,) = after("import bornes")
    assert [name for name in loaded.split() if name.startswith("bornes.")] == []


def test_a_card_does_not_need_the_engine() -> None:
    (loaded,) = after("from bornes import Card")
    assert {name for name in loaded.split() if name.startswith("bornes.")} == {
        "bornes.base",
        "bornes.base.lazy_names",
        "bornes.base.marks",
        "bornes.base.translatable",
        "bornes.rules",
        "bornes.rules.cards",
    }


def test_playing_a_game_loads_neither_screens_nor_plots_nor_words() -> None:
    (loaded,) = after("import bornes", "game = bornes.Game(seed=7)", "game.play(next(iter(game.deal.legal_moves)))")
    assert not {"textual", "rich", "click", "numpy", "matplotlib", "gettext"} & set(loaded.split())
    assert not {"bornes.i18n", "bornes.bots", "bornes.lab", "bornes.terminal"} & set(loaded.split())


def test_a_star_imports_every_name() -> None:
    before, loaded = after("from bornes import *", "print(Deal.__name__, edition('asmodee').name, len(EDITIONS))")
    assert before == "Deal asmodee 5"
    assert "bornes.game.deal" in loaded.split()
