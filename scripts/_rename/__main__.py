"""Apply scripts/renames.txt to a checkout: python scripts/_rename/__main__.py CHECKOUT

Re-runs itself with the checkout's own .venv (it needs mypy and the libraries that the sources import).
"""
import os, sys, pickle, hashlib, subprocess, re, json, collections
from pathlib import Path
HERE = Path(__file__).resolve().parent
root = Path(sys.argv[1]).resolve()
python = root / ".venv" / "bin" / "python"
if Path(sys.prefix).resolve() != (root / ".venv").resolve():
    os.execv(python, [str(python), __file__, *sys.argv[1:]])
sys.path.insert(0, str(HERE))
os.chdir(root)
import table as table_module
from table import Table
from python_names import Renamer, Mypy, apply
from wire import Wire
from shapes import Shapes
import texts, manual

def git(*args): return subprocess.run(["git", *args], cwd=root, check=True, capture_output=True, text=True).stdout

def main():
    names = root / "scripts/renames.txt"
    extra = manual.EXTRA_LINES
    table = Table(root, names, extra)
    for lost in table.lost: print("LOST", lost)
    mypy = Mypy(root)
    shapes = Shapes(table, mypy.infos)
    renamer = Renamer(root, table, mypy)
    renamer.wire = wire = Wire(table, shapes, root)
    renamer.run()
    print(sum(map(len, renamer.edits.values())), "edits in", len(renamer.edits), "Python files")
    log = open(HERE / "log.txt", "w")
    print(*renamer.log, sep="\n", file=log)
    for k, v in renamer.unresolved_at.items(): print(*(f"   {k} {x}" for x in v), sep="\n", file=log)
    other = texts.Texts(root, table, renamer, shapes)
    written = other.run()      # path -> new text, from the old tree
    for path, edits in renamer.edits.items(): path.write_bytes(apply(edits, path.read_bytes()))
    for path, text in written.items(): path.write_text(text, encoding="utf-8")
    print(*other.log, sep="\n", file=log)
    manual.run(root, log)
    import leftover
    leftover.run(root, log)
    import docstrings
    docstrings.run(root, log)
    log.close()
    import finish
    finish.run(root, python)
    print("log:", HERE / "log.txt")

main()
