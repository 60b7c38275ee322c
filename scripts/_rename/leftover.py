"""Old names that nothing defines any more, in strings, docstrings and comments."""
import ast, re, sys
from pathlib import Path
from table import read_lines
SKIP = ("tests/project/test_compare.py", "scripts/_compare/renames.py")
def run(root, log):
    old = {}
    for n, k, o, w in read_lines(root / "scripts/renames.txt"):
        if k in ("class", "constant", "function", "command", "entry", "table-event", "refusal"): old.setdefault(o.split(".")[-1], set()).add(w)
    files = [p for top in ("src", "tests", "scripts", "benchmarks") for p in sorted((root / top).rglob("*.py"))]
    texts = {p: p.read_text(encoding="utf-8") for p in files}
    defs = set()
    for p in files:
        if str(p.relative_to(root)) in SKIP: continue
        for n in ast.walk(ast.parse(texts[p])):
            if isinstance(n, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)): defs.add(n.name)
            elif isinstance(n, ast.Name): defs.add(n.id)
            elif isinstance(n, ast.Attribute): defs.add(n.attr)
            elif isinstance(n, (ast.arg, ast.keyword)): defs.add(n.arg)
            elif isinstance(n, ast.alias): defs.update((n.name, n.asname))
    gone = {w: next(iter(news)) for w, news in old.items() if w not in defs and re.search("[a-z][A-Z]|_", w) and len(news) == 1}
    pattern = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, sorted(gone, key=len, reverse=True))) + r")(?![\w-])")
    for p in files:
        if str(p.relative_to(root)) in SKIP or "golden" in p.parts: continue
        new = pattern.sub(lambda m: gone[m.group()], texts[p])
        if new != texts[p]:
            for m in pattern.finditer(texts[p]): print(f"leftover: {p.relative_to(root)}: {m.group()} -> {gone[m.group()]}", file=log)
            p.write_text(new, encoding="utf-8")
