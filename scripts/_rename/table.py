"""scripts/renames.txt, and where its names are defined in a tree."""
from __future__ import annotations
import ast, re, collections
from pathlib import Path

class Problem(Exception): pass

def read_lines(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = re.sub(r"(^|\s)#.*", "", line).split()
        if words:
            assert len(words) == 3, line
            yield number, *words

def module_name(root, path):
    parts = list(path.relative_to(root).with_suffix("").parts)
    if parts[0] == "src": parts = parts[1:]
    if parts[-1] == "__init__": parts = parts[:-1]
    return ".".join(parts)

def python_files(root):
    out = []
    for top in ("src/bornes", "tests", "scripts", "benchmarks", "examples"):
        out += [p for p in sorted((root / top).rglob("*.py")) if "node_modules" not in p.parts and "/build/" not in str(p)]
    out.append(root / "docs/conf.py")
    return out

def top_level(body):
    """name, node of everything a module or class body binds"""
    for n in body:
        if isinstance(n, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield n.name, n
        elif isinstance(n, ast.Assign):
            for t in n.targets:
                for x in ast.walk(t):
                    if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store): yield x.id, n
        elif isinstance(n, (ast.AnnAssign, ast.AugAssign)):
            if isinstance(n.target, ast.Name): yield n.target.id, n
        elif isinstance(n, (ast.For, ast.AsyncFor)):
            for x in ast.walk(n.target):
                if isinstance(x, ast.Name): yield x.id, n
            yield from top_level(n.body); yield from top_level(n.orelse)
        elif isinstance(n, (ast.If, ast.While)):
            yield from top_level(n.body); yield from top_level(n.orelse)
        elif isinstance(n, (ast.With, ast.AsyncWith)):
            for i in n.items:
                if i.optional_vars is not None:
                    for x in ast.walk(i.optional_vars):
                        if isinstance(x, ast.Name): yield x.id, n
            yield from top_level(n.body)
        elif isinstance(n, ast.Try):
            yield from top_level(n.body); yield from top_level(n.orelse); yield from top_level(n.finalbody)
            for h in n.handlers: yield from top_level(h.body)

class Tree:
    def __init__(self, root):
        self.root = root
        self.sources = {}; self.asts = {}; self.paths = {}; self.defs = {}; self.where = collections.defaultdict(list)
        for path in python_files(root):
            name = module_name(root, path)
            text = path.read_bytes()
            self.paths[name] = path; self.sources[name] = text; self.asts[name] = ast.parse(text)
            self.defs[name] = {}
            for n, node in top_level(self.asts[name].body):
                self.defs[name].setdefault(n, node)
                if name not in self.where[n]: self.where[n].append(name)

    def locate(self, module, name):
        """the module that defines a name that renames.txt knows in `module`"""
        if module in self.defs and name in self.defs[module]: return module
        found = self.where.get(name, [])
        if module.startswith("bornes"): found = [m for m in found if m.startswith("bornes.")]
        if len(found) > 1:
            def common(m):
                a, b = m.split("."), module.split("."); k = 0
                while k < min(len(a), len(b)) and a[k] == b[k]: k += 1
                return k
            best = max(map(common, found)); found = [m for m in found if common(m) == best]
        return found[0] if len(found) == 1 else None

class Table:
    def __init__(self, root, file, extra=()):
        self.tree = tree = Tree(root)
        self.symbols = {}   # full name -> new name (module level)
        self.members = {}   # (class full name, member) -> new name
        self.tags = collections.defaultdict(dict)   # kind -> old -> new
        self.wire_fields = []     # (class full name or 'presence'/'reaction', old, new)
        self.lost = []; self.enum_members=set()
        for number, kind, old, new in [*read_lines(file), *extra]:
            if kind in ("class", "constant", "function"):
                self._python(number, kind, old, new)
            elif kind == "field":
                self._field(number, old, new)
            else:
                self.tags[kind][old] = new

    def _python(self, number, kind, old, new):
        parts = old.split(".")
        # class: module.Class ; constant: module.NAME or module.Enum.MEMBER ; function: module.f or module.Class.m
        member = kind != "class" and parts[-2][:1].isupper()
        if member:
            module, cls, name = ".".join(parts[:-2]), parts[-2], parts[-1]
            at = self.tree.locate(module, cls)
            if at is None:
                return self.lost.append((number, kind, old, new))
            body = self.tree.defs[at][cls]
            self.members[f"{at}.{cls}", name] = new
        else:
            module, name = ".".join(parts[:-1]), parts[-1]
            at = self.tree.locate(module, name)
            if at is None:
                return self.lost.append((number, kind, old, new))
            self.symbols[f"{at}.{name}"] = new

    def _field(self, number, old, new):
        *cls, name = old.split(".")
        if cls in (["presence"], ["reaction"], ["decision"]):
            self.wire_fields.append((cls[0], name, new)); return
        if len(cls) > 1:
            at = self.tree.locate(".".join(cls[:-1]), cls[-1])
        else:
            found = [m for m in self.tree.where.get(cls[0], []) if m.startswith("bornes.")
                     and isinstance(self.tree.defs[m][cls[0]], ast.ClassDef)]
            good = [m for m in found if any(n == name for n, _ in top_level(self.tree.defs[m][cls[0]].body))]
            at = good[0] if len(good) == 1 else None
            if at is None and len(good) > 1:
                raise Problem(f"{old}: {good}")
        if at is None:
            return self.lost.append((number, "field", old, new))
        full = f"{at}.{cls[-1]}"
        self.members[full, name] = new
        self.wire_fields.append((full, name, new))

if __name__ == "__main__":
    import sys
    t = Table(Path(sys.argv[1]), Path(sys.argv[1]) / "scripts/renames.txt")
    print(len(t.symbols), len(t.members)); print(*t.lost, sep="\n")
    from collections import Counter
    for w in t.wire_fields: print(w)
