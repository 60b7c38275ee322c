"""Which test shows which clause, and the page of the documentation that says so.

A test names what it shows with ``@pytest.mark.clause("P62-26", "Q-13")``.  The marks are read from the source
and not from a run, so the answer is the same under ``-k``, in every worker of xdist and without pytest; in
return their ids must be written out, and stand in the file of the test that carries them.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TypeGuard

from bornes.rules.clauses import Clause, Ruling, clauses, rulings
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "clauses.md"
REGENERATE = "scripts/pages clauses writes docs/clauses.md anew"

Carrier = tuple[str, list[ast.expr]]
"""A test, class or file by the name that pytest gives it, and the expressions that hold its marks."""


@dataclass(frozen=True)
class Index:
    """What the marks of all tests amount to."""

    shown_by: Mapping[str, Sequence[str]]
    """For each id the tests that carry it, as pytest names them; a class or file stands for all its tests."""
    faults: Sequence[str]
    """Marks that cannot be counted, and why."""


def build(root: Path = ROOT) -> Index:
    """Index all tests under ``root/tests``."""
    shown_by: dict[str, set[str]] = defaultdict(set)
    faults: list[str] = []
    for path in sorted((root / "tests").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), name)
        counted: set[ast.Call] = set()
        for test, expressions in _carriers(name, tree):
            for mark in _marks(expressions, _assigned(tree.body)):
                counted.add(mark)
                for id in _ids(mark):
                    shown_by[id].add(test)
        faults += [f"{name}:{line}: {fault}" for line, fault in sorted(_faults(tree, counted))]
    return Index({id: sorted(tests) for id, tests in sorted(shown_by.items())}, faults)


def gaps(index: Index) -> list[Clause | Ruling]:
    """List what ought to be shown by a test and is not."""
    wanted: list[Clause | Ruling] = [c for c in clauses() if c.binds and c.not_applicable is None]
    wanted += rulings()
    return [entry for entry in wanted if entry.id not in index.shown_by]


def _carriers(name: str, tree: ast.Module) -> Iterator[Carrier]:
    if Path(name).name.startswith("test_"):
        yield name, _pytestmark(tree.body)
        yield from _carriers_within(name, tree.body)


def _carriers_within(prefix: str, body: Iterable[ast.stmt]) -> Iterator[Carrier]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield f"{prefix}::{node.name}", node.decorator_list
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            name = f"{prefix}::{node.name}"
            yield name, node.decorator_list + _pytestmark(node.body)
            yield from _carriers_within(name, node.body)


def _pytestmark(body: Iterable[ast.stmt]) -> list[ast.expr]:
    return [value for name, value in _assigned(body).items() if name == "pytestmark"]


def _assigned(body: Iterable[ast.stmt]) -> dict[str, ast.expr]:
    """Return names and their values, since tables of cases are often written beside the test that runs them."""
    found: dict[str, ast.expr] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            found |= {target.id: node.value for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = node.value
    return found


def _marks(expressions: Iterable[ast.expr], names: Mapping[str, ast.expr]) -> Iterator[ast.Call]:
    """Find the marks in these expressions, inside a ``pytest.param`` too, and in what they call by name."""
    todo = list(expressions)
    followed: set[str] = set()
    while todo:
        for node in ast.walk(todo.pop()):
            if _is_mark(node):
                yield node
            elif isinstance(node, ast.Name) and node.id in names and node.id not in followed:
                followed.add(node.id)
                todo.append(names[node.id])


def _is_mark(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.clause", "mark.clause")


def _ids(mark: ast.Call) -> list[str]:
    return [arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]


def _faults(tree: ast.Module, counted: set[ast.Call]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not _is_mark(node):
            continue
        if node not in counted:
            yield node.lineno, "no test carries this mark"
        if not node.args or node.keywords or len(_ids(node)) < len(node.args):
            yield node.lineno, "the ids of a mark must be written out as strings"


def page(index: Index) -> str:
    """Write the page of the documentation: every clause and ruling with the tests that show it."""
    editions = [lines for _, of in groupby(clauses(), _edition) for lines in _edition_part(list(of), index)]
    return "\n".join([_INTRODUCTION, *editions, *_rulings_part(index)])


_INTRODUCTION = """\
# Clauses and rulings

<!-- Written by scripts/pages clauses. Change the texts in src/bornes/rules/data, the marks in tests. -->

What the five rulebooks say, clause by clause and in our own words, and what Bornes rules where they leave a
gap or contradict themselves. Rules, explanations and tests cite these numbers. The last column names the
tests that hold the code to a clause; give one to `scripts/test` to run it.

Tags: **S** stated in the text, **I** inferred from it, **F** read from a garbled or lost figure, **L** lost
in the transcription and rebuilt from a sister edition, **A** advice without force. A *party* is a player, or
a team where partners share piles; *CF* is a coup fourré; in most clauses *hand* means what the code calls a
deal.
"""


def _edition(clause: Clause) -> str:
    return clause.edition


def _section(clause: Clause) -> str:
    return clause.section


def _edition_part(of_edition: Sequence[Clause], index: Index) -> Iterator[str]:
    yield f"## {of_edition[0].edition}\n"
    yield f"{len(of_edition)} clauses.\n"
    for section, of_section in groupby(of_edition, _section):
        yield f"### {section}\n"
        yield "| clause | tag | what it says | rulings | shown by |"
        yield "|---|---|---|---|---|"
        for clause in of_section:
            cells = (clause.id, clause.tag, clause.text, _links(clause.rulings), _shown_by(clause, index))
            yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
        yield ""


def _rulings_part(index: Index) -> Iterator[str]:
    yield "## Rulings\n"
    yield "Confidence: **H** the text practically decides, **M** a good argument, other readings respectable,"
    yield "**L** a free choice. A switch is a field of `Rules` whose other values give the other readings.\n"
    for ruling in rulings():
        yield f"### {ruling.id}\n"
        yield f"**{ruling.title}.** {ruling.text}\n"
        yield from (f"- {name}: {value}" for name, value in _facts(ruling, index) if value)
        yield ""


def _facts(ruling: Ruling, index: Index) -> Iterator[tuple[str, str]]:
    everywhere = {clause.edition for clause in clauses()} == set(ruling.editions)
    yield "editions", "all" if everywhere else ", ".join(ruling.editions)
    yield "confidence", ruling.confidence or ""
    yield "switch", ", ".join(f"`{name}`" for name in ruling.switches)
    yield "clauses", ", ".join(clause.id for clause in clauses() if ruling.id in clause.rulings)
    yield "shown by", _tests(ruling.id, index) or "**no test**"


def _shown_by(clause: Clause, index: Index) -> str:
    if clause.not_applicable:
        return f"not applicable: {clause.not_applicable}"
    return _tests(clause.id, index) or ("**no test**" if clause.binds else "advice")


def _tests(id: str, index: Index) -> str:
    return "<br>".join(f"`{test}`" for test in index.shown_by.get(id, ()))


def _links(ids: Iterable[str]) -> str:
    return ", ".join(f"[{id}](#{id.lower()})" for id in ids)


if __name__ == "__main__":
    PAGE.write_text(page(build()), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
