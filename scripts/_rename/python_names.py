"""Edits of Python sources: classes, constants, functions, methods, fields, by what names resolve to."""
from __future__ import annotations
import ast, bisect, collections, re, sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent))
from table import Tree, Table, top_level

MEMBER_CALLS = {"object", "setattr", "getattr", "hasattr", "delattr", "attrgetter"}
REPLACERS = {"dataclasses.replace", "msgspec.structs.replace", "copy.replace"}

class Lines:
    def __init__(self, data):
        self.data = data
        self.starts = [0]
        for m in re.finditer(b"\n", data): self.starts.append(m.end())
    def at(self, line, col): return self.starts[line - 1] + col

class Mypy:
    def __init__(self, root):
        import infer
        self.result = infer.build(root)
        from mypy import nodes
        self.nodes = nodes
        self.infos = {}
        self.index = {}
        for name, tree in self.result.files.items():
            if not self._ours(tree.path): continue
            self.index[name] = self._walk(tree)
        # analyzed expressions hide members: NamedTuple, casts etc. are fine
    SKIP = {"node", "info", "type", "unanalyzed_type", "alias_deps", "names", "imports", "plugin_deps", "expanded", "original_def", "type_annotation", "analyzed_items", "var", "removed_base_type_exprs"}
    def _walk(self, tree):
        nodes = self.nodes
        from mypy.patterns import ClassPattern
        walked = (nodes.Statement, nodes.Expression, nodes.FuncBase, nodes.Argument, nodes.MypyFile, nodes.Decorator)
        from mypy.patterns import Pattern
        walked = (*walked, Pattern)
        found, seen, stack, attrs = {}, set(), [tree], {}
        def put(kind, o): found.setdefault((kind, o.line, o.column, o.end_line, o.end_column), o)
        while stack:
            o = stack.pop()
            if id(o) in seen: continue
            seen.add(id(o))
            if isinstance(o, (list, tuple)):
                stack.extend(x for x in o if isinstance(x, (list, tuple)) or isinstance(x, walked)); continue
            if isinstance(o, (nodes.MemberExpr, nodes.SuperExpr)): put("member", o)
            elif isinstance(o, nodes.CallExpr): put("call", o)
            if isinstance(o, nodes.MemberExpr): found.setdefault(("named", o.name), []).append(o)
            if isinstance(o, nodes.ClassDef): self.infos[o.info.fullname] = o.info
            elif isinstance(o, ClassPattern): put("pattern", o)
            kind = type(o)
            if kind not in attrs:
                names = set()
                for c in kind.__mro__: names.update(getattr(c, "__mypyc_attrs__", ()))
                attrs[kind] = [a for a in names if a not in self.SKIP and not a.startswith("__")]
            for a in attrs[kind]:
                try: v = getattr(o, a)
                except AttributeError: continue
                if isinstance(v, (list, tuple)) or isinstance(v, walked): stack.append(v)
        return found

    @staticmethod
    def _ours(path):
        return "site-packages" not in path and "typeshed" not in path and not path.startswith("/usr")

    def infos_of_type(self, t):
        from mypy.types import (Instance, UnionType, TypeVarType, TupleType, TypeType, CallableType, Overloaded, LiteralType, get_proper_type, AnyType)
        if t is None: return None
        t = get_proper_type(t)
        if isinstance(t, Instance): return [t.type]
        if isinstance(t, UnionType):
            out = []
            for i in t.items:
                out += self.infos_of_type(i) or []
            return out
        if isinstance(t, TypeVarType):
            out = self.infos_of_type(t.upper_bound) or []
            for v in t.values: out += self.infos_of_type(v) or []
            return out
        if isinstance(t, TupleType): return [t.partial_fallback.type]
        if isinstance(t, TypeType): return self.infos_of_type(t.item)
        if isinstance(t, CallableType) and t.is_type_obj(): return [t.type_object()]
        if isinstance(t, Overloaded): return self.infos_of_type(t.items[0])
        if isinstance(t, LiteralType): return [t.fallback.type]
        if isinstance(t, AnyType): return None
        return []

    def infos_of(self, e):
        node = getattr(e, "node", None)
        if isinstance(node, self.nodes.TypeInfo): return [node]
        if isinstance(node, self.nodes.TypeAlias):
            return self.infos_of_type(node.target)
        t = self.result.types.get(e)
        if t is None and isinstance(node, self.nodes.Var): t = node.type
        if t is None: return None
        return self.infos_of_type(t)

class Scope:
    def __init__(self, node, kind, parent, name=""):
        self.node, self.kind, self.parent, self.name = node, kind, parent, name
        self.bound = {}     # name -> ("local",) | ("import", module, name|None)
        self.globals = set()

class Renamer:
    wire = None
    def __init__(self, root, table, mypy):
        self.root, self.table, self.mypy = root, table, mypy
        self.tree = table.tree
        self.imports = {m: self._imports(m) for m in self.tree.asts}
        self.edits = collections.defaultdict(dict)   # path -> {(start, end): new}
        self.log = []
        self.unresolved = collections.Counter(); self.unresolved_at = collections.defaultdict(list)
        self._close_members()
        self.member_names = {m for _, m in table.members}
        self.member_of = collections.defaultdict(dict)
        for (c, m), new in table.members.items(): self.member_of[m][c] = new

    # -- members -------------------------------------------------------------------------------------------------
    def _close_members(self):
        members = self.table.members
        changed = True
        for (c, m) in list(members):
            if c in self.mypy.infos and m not in self.mypy.infos[c].names:
                # declared in a base? then the base's
                self.log.append(f"member {c}.{m} is not defined there (bases: {[b.fullname for b in self.mypy.infos[c].mro if m in b.names]})")
        while changed:
            changed = False
            for full, info in self.mypy.infos.items():
                for base in info.mro[1:]:
                    for (c, m), new in list(members.items()):
                        if c == base.fullname and m in info.names and (full, m) not in members:
                            members[full, m] = new; changed = True
        for (c, m), new in list(members.items()):
            info = self.mypy.infos.get(c)
            if info is None: self.log.append(f"no class {c} for {m}"); continue
            for base in info.mro[1:]:
                if m in base.names and members.get((base.fullname, m)) != new:
                    self.log.append(f"{c}.{m} -> {new}, but its base {base.fullname} keeps {m}")

    def member(self, infos, name):
        """the new name of a member of one of these types: (new or None, mixed)"""
        got = set()
        for info in infos:
            for base in info.mro:
                if name in base.names:
                    got.add(self.table.members.get((base.fullname, name))); break
        if len(got) > 1: return None, got
        return (got.pop() if got else None), None

    # -- names ---------------------------------------------------------------------------------------------------
    def _imports(self, module):
        found = {}
        package = module if self.tree.paths[module].name == "__init__.py" else module.rpartition(".")[0]
        for node in self._top_imports(self.tree.asts[module].body):
            self._bind_import(node, package, found)
        return found

    def _top_imports(self, body):
        for n in body:
            if isinstance(n, (ast.Import, ast.ImportFrom)): yield n
            elif isinstance(n, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
                for part in ("body", "orelse", "finalbody"): yield from self._top_imports(getattr(n, part, []))
                for h in getattr(n, "handlers", []): yield from self._top_imports(h.body)

    @staticmethod
    def _module_of(node, package):
        if not node.level: return node.module.removeprefix("cython.cimports.")
        base = package.split(".")
        base = base[: len(base) - (node.level - 1)]
        return ".".join([*base, *([node.module] if node.module else [])])

    def _bind_import(self, node, package, found):
        if isinstance(node, ast.Import):
            for a in node.names:
                if a.asname: found[a.asname] = (a.name, None)
                else: found[a.name.split(".")[0]] = (a.name.split(".")[0], None)
        else:
            module = self._module_of(node, package)
            for a in node.names: found[a.asname or a.name] = (module, a.name)

    def resolve(self, module, name, seen=()):
        """('sym', full) | ('mod', module) | None"""
        if (module, name) in seen or module not in self.tree.asts: return None
        if name in self.tree.defs[module]: return "sym", f"{module}.{name}"
        if name in self.imports[module]:
            m, n = self.imports[module][name]
            return self.target(m, n, (*seen, (module, name)))
        if f"{module}.{name}" in self.tree.asts: return "mod", f"{module}.{name}"
        if module == "bornes" and name in HOMES(self.tree):
            m, _, n = HOMES(self.tree)[name].rpartition(".")
            return self.resolve(f"bornes.{m}", n, (*seen, (module, name)))
        return None

    def target(self, m, n, seen=()):
        if n is None: return ("mod", m) if m in self.tree.asts else None
        got = self.resolve(m, n, seen) if m in self.tree.asts else None
        if got is None and f"{m}.{n}" in self.tree.asts: return "mod", f"{m}.{n}"
        return got

    # -- one module ----------------------------------------------------------------------------------------------
    def run(self):
        for module in self.tree.asts: self.module(module)

    def edit(self, path, start, end, old, new, what):
        data = self.data
        if data[start:end] != old.encode():
            return False
        prev = self.edits[path].get((start, end))
        if prev not in (None, new): self.log.append(f"{path}: two edits of {old}: {prev}, {new}")
        self.edits[path][start, end] = new
        return True

    def module(self, module):
        self.name = module
        self.path = self.tree.paths[module]
        self.data = self.tree.sources[module]
        self.lines = Lines(self.data)
        self.package = module if self.path.name == "__init__.py" else module.rpartition(".")[0]
        self.index = self.mypy.index.get(module, {})
        if not self.index and len(self.data) > 500: self.log.append(f"{module}: not known to mypy")
        tree = self.tree.asts[module]
        self.fstrings = []
        top = Scope(tree, "module", None)
        self.visit_body(tree, top)
        self.mentions(tree)

    # -- docstrings and comments ------------------------------------------------------------------------------------
    MENTION = re.compile(rb"(?<!`)(``?)([A-Za-z_][\w.]*)((?:\([^`]*\))?)\1(?!`)")
    def mentions(self, tree):
        import io, tokenize
        self.spans = []    # (start, end, class full name or None, parameters)
        def walk(node, cls, params):
            for c in ast.iter_child_nodes(node):
                if isinstance(c, ast.ClassDef): walk(c, f"{cls}.{c.name}" if cls else f"{self.name}.{c.name}", params)
                elif isinstance(c, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    a = c.args
                    walk(c, cls, {x.arg for x in [*a.posonlyargs, *a.args, *a.kwonlyargs]})
                elif isinstance(c, ast.Expr) and isinstance(c.value, ast.Constant) and isinstance(c.value.value, str):
                    self.spans.append((self.lines.at(c.lineno, c.col_offset), self.lines.at(c.end_lineno, c.end_col_offset), cls, params))
                else: walk(c, cls, params)
        walk(tree, None, set())
        text = self.data.decode()
        for t in tokenize.generate_tokens(io.StringIO(text).readline):
            if t.type == tokenize.COMMENT:
                start = self.lines.at(t.start[0], len(t.line[:t.start[1]].encode()))
                self.spans.append((start, start + len(t.string.encode()), None, set()))
        for a, b, cls, params in self.spans:
            for line in re.finditer(rb"(?m)^ *(?:>>>|\.\.\.) (.*)$", self.data[a:b]):   # examples
                for m in re.finditer(rb"(?<![\w.\"'])[A-Za-z_]\w*", line[1]):
                    for offset, old, new in self.mention(m.group().decode(), None, ()):
                        at = a + line.start(1) + m.start() + offset
                        self.edit(self.path, at, at + len(old), old, new, "example")
            for m in self.MENTION.finditer(self.data, a, b):
                token = m[2].decode()
                for offset, old, new in self.mention(token, cls, params):
                    self.edit(self.path, m.start(2) + offset, m.start(2) + offset + len(old), old, new, "mention")

    def mention(self, token, cls=None, params=(), module=None):
        """edits of a dotted name in a text: (offset, old, new)"""
        module = module or self.name
        parts = token.split(".")
        if len(parts) == 1 and parts[0] in params: return
        info = self.mypy.infos.get(cls) if cls else None
        if len(parts) == 1 and info is not None:
            new, _ = self.member([info], parts[0])
            if new: yield 0, parts[0], new; return
            if any(parts[0] in b.names for b in info.mro if b.fullname.startswith(("bornes", "tests", "scripts"))): return
        k, got = 0, None
        for prefix in ("", "bornes."):
            full = (prefix + token).split(".")
            for j in range(len(full) - 1, 0, -1):
                m = ".".join(full[:j])
                if m in self.tree.asts and (j > 1 or len(full) == 2):
                    g = self.resolve(m, full[j])
                    if g: got, k = g, j - (1 if prefix else 0)
                    break
            if got: break
        if got is None and module in self.tree.asts: got = self.resolve(module, parts[0])
        if got is None and (parts[0] in self.tree.where):
            where = [m for m in self.tree.where[parts[0]] if m.startswith("bornes.")] if not parts[0].islower() else []
            if len(where) == 1: got = "sym", f"{where[0]}.{parts[0]}"
            elif len(where) > 1 and any(f"{m}.{parts[0]}" in self.table.symbols for m in where):
                self.log.append(f"{getattr(self, 'path', '')}: which {token}? {where}")
        if got and got[0] == "mod" and k + 1 < len(parts):
            g = self.resolve(got[1], parts[k + 1])
            if g: got, k = g, k + 1
        if not got or got[0] != "sym": return
        offset = len(".".join(parts[:k])) + (1 if k else 0)
        new = self.table.symbols.get(got[1])
        if new: yield offset, parts[k], new
        if len(parts) > k + 1 and got[1] in self.mypy.infos:
            mn, _ = self.member([self.mypy.infos[got[1]]], parts[k + 1])
            if mn: yield offset + len(parts[k]) + 1, parts[k + 1], mn

    # scopes
    def collect(self, scope, nodes):
        """what a function body binds"""
        def walk(n, inside):
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                scope.bound.setdefault(n.name, ("local",)); return
            if isinstance(n, ast.Lambda): return
            if isinstance(n, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
                for x in ast.walk(n):
                    if isinstance(x, ast.NamedExpr): scope.bound.setdefault(x.target.id, ("local",))
                return
            if isinstance(n, (ast.Import, ast.ImportFrom)):
                found = {}; self._bind_import(n, self.package, found)
                for k, v in found.items(): scope.bound[k] = ("import", *v)
                return
            if isinstance(n, ast.Global): scope.globals.update(n.names); return
            if isinstance(n, ast.Nonlocal): return
            if isinstance(n, ast.Name) and isinstance(n.ctx, (ast.Store, ast.Del)): scope.bound.setdefault(n.id, ("local",))
            if isinstance(n, ast.ExceptHandler) and n.name: scope.bound.setdefault(n.name, ("local",))
            if isinstance(n, (ast.MatchAs, ast.MatchStar)) and n.name: scope.bound.setdefault(n.name, ("local",))
            if isinstance(n, ast.MatchMapping) and n.rest: scope.bound.setdefault(n.rest, ("local",))
            for c in ast.iter_child_nodes(n): walk(c, True)
        for n in nodes: walk(n, False)
        for g in scope.globals: scope.bound.pop(g, None)

    def lookup(self, name, scope):
        """what a name means here: ('sym', full), ('mod', m), ('member', class, name), ('local',) or None"""
        s, first = scope, True
        while s is not None:
            if s.kind == "module": return self.resolve(self.name, name)
            if s.kind == "class" and not first: s = s.parent; continue
            if name in s.globals: return self.resolve(self.name, name)
            if name in s.bound:
                b = s.bound[name]
                if b[0] == "import": return self.target(b[1], b[2]) or ("local",)
                if s.kind == "class": return "member", s.name, name
                return ("local",)
            first = False if s.kind != "comp" else first
            s = s.parent
        return None

    def new_name(self, got):
        if got is None: return None
        if got[0] == "sym": return self.table.symbols.get(got[1])
        if got[0] == "member": return self.table.members.get((got[1], got[2]))
        return None

    def expression(self, node, scope):
        """resolve a dotted expression without types"""
        if isinstance(node, ast.Name): return self.lookup(node.id, scope)
        if isinstance(node, ast.Attribute):
            base = self.expression(node.value, scope)
            if base and base[0] == "mod": return self.target(base[1], node.attr) or ("unknown",)
            if base and base[0] == "sym" and base[1] in self.mypy.infos:
                info = self.mypy.infos[base[1]]
                for b in info.mro:
                    if node.attr in b.names: return "member", b.fullname, node.attr
        return None

    def visit_body(self, node, scope):
        if scope.kind == "module":
            for n in node.body: self.visit(n, scope)

    def visit(self, n, scope):
        method = getattr(self, "v_" + type(n).__name__, None)
        if method: method(n, scope)
        else:
            for c in ast.iter_child_nodes(n): self.visit(c, scope)

    def full_of(self, scope, name):
        names = [name]
        s = scope
        while s is not None and s.kind != "module":
            if s.kind == "class": return f"{s.name}.{name}"
            return None
        return f"{self.name}.{name}"

    def rename_def(self, n, scope, keyword):
        if scope.kind == "module": new = self.table.symbols.get(f"{self.name}.{n.name}")
        elif scope.kind == "class": new = self.table.members.get((scope.name, n.name))
        else: new = None
        if new:
            start = self.lines.at(n.lineno, n.col_offset)
            m = re.compile(rb"(?:async\s+)?(?:def|class)\s+").match(self.data, start)
            assert m, (self.name, n.name)
            assert self.edit(self.path, m.end(), m.end() + len(n.name), n.name, new, "def")

    def v_ClassDef(self, n, scope):
        for d in n.decorator_list: self.visit(d, scope)
        self.rename_def(n, scope, "class")
        for b in n.bases: self.visit(b, scope)
        for k in n.keywords: self.visit(k.value, scope)
        full = f"{scope.name}.{n.name}" if scope.kind == "class" else (f"{self.name}.{n.name}" if scope.kind == "module" else f"{self.name}.{n.name}@{n.lineno}")
        inner = Scope(n, "class", scope, full)
        self.collect(inner, n.body)
        for c in n.body: self.visit(c, inner)

    def v_FunctionDef(self, n, scope):
        for d in n.decorator_list: self.visit(d, scope)
        self.rename_def(n, scope, "def")
        a = n.args
        for d in [*a.defaults, *a.kw_defaults]:
            if d is not None: self.visit(d, scope)
        every = [*a.posonlyargs, *a.args, *a.kwonlyargs, *([a.vararg] if a.vararg else []), *([a.kwarg] if a.kwarg else [])]
        for x in every:
            if x.annotation is not None: self.visit(x.annotation, scope)
        if n.returns is not None: self.visit(n.returns, scope)
        inner = Scope(n, "function", scope)
        for x in every: inner.bound[x.arg] = ("local",)
        self.collect(inner, n.body)
        for c in n.body: self.visit(c, inner)
    v_AsyncFunctionDef = v_FunctionDef

    def v_Lambda(self, n, scope):
        a = n.args
        for d in [*a.defaults, *a.kw_defaults]:
            if d is not None: self.visit(d, scope)
        inner = Scope(n, "function", scope)
        for x in [*a.posonlyargs, *a.args, *a.kwonlyargs, *([a.vararg] if a.vararg else []), *([a.kwarg] if a.kwarg else [])]:
            inner.bound[x.arg] = ("local",)
        self.visit(n.body, inner)

    def comprehension(self, n, scope):
        inner = Scope(n, "comp" if scope.kind == "class" else "function", scope)
        for g in n.generators:
            for x in ast.walk(g.target):
                if isinstance(x, ast.Name): inner.bound[x.id] = ("local",)
        for i, g in enumerate(n.generators):
            self.visit(g.iter, scope if i == 0 else inner)
            self.visit(g.target, inner)
            for c in g.ifs: self.visit(c, inner)
        for part in ("elt", "key", "value"):
            if hasattr(n, part): self.visit(getattr(n, part), inner)
    v_ListComp = v_SetComp = v_DictComp = v_GeneratorExp = comprehension

    def v_JoinedStr(self, n, scope):
        self.fstrings.append(n)
        for c in ast.iter_child_nodes(n): self.visit(c, scope)
        self.fstrings.pop()

    def place(self, start, old, new, what):
        """edit at start, or where that is wrong inside an f-string, at the only such word of the string"""
        if self.edit(self.path, start, start + len(old.encode()), old, new, what): return
        if self.fstrings:
            f = self.fstrings[0]
            a, b = self.lines.at(f.lineno, f.col_offset), self.lines.at(f.end_lineno, f.end_col_offset)
            prefix = rb"(?<=\.)" if what == "attr" else rb"(?<![.\w])"
            found = [m for m in re.finditer(prefix + re.escape(old.encode()) + rb"\b", self.data[a:b])]
            braces = []
            for m in found:
                before = self.data[a:a + m.start()]
                if before.count(b"{") > before.count(b"}"): braces.append(m)
            if braces:
                if len(braces) > 1: self.log.append(f"{self.path}:{f.lineno}: several {old} in an f-string")
                for m in braces: self.edit(self.path, a + m.start(), a + m.end(), old, new, what)
                return
        self.log.append(f"{self.path}: cannot place {old} -> {new} at {self.data[start:start+30]!r}")

    def v_Name(self, n, scope):
        got = self.lookup(n.id, scope)
        new = self.new_name(got)
        if new and got[0] == "sym" and n.id != got[1].rpartition(".")[2] and not self.drops_alias(got[1]): return
        if new: self.place(self.lines.at(n.lineno, n.col_offset), n.id, new, "name")

    def drops_alias(self, full):
        """whether `import old as alias` becomes `import new`: the new name is the only one of its kind"""
        new = self.table.symbols[full]
        if self.counts is None:
            import collections
            self.counts = collections.Counter(self.table.symbols.values())
        return self.counts[new] == 1 and new not in self.tree.where
    counts = None

    def v_Global(self, n, scope):
        for name in n.names:
            new = self.new_name(self.resolve(self.name, name))
            if new:
                a, b = self.lines.at(n.lineno, n.col_offset), self.lines.at(n.end_lineno, n.end_col_offset)
                m = re.search(rb"\b" + name.encode() + rb"\b", self.data[a:b])
                self.edit(self.path, a + m.start(), a + m.end(), name, new, "global")

    def v_ImportFrom(self, n, scope):
        module = self._module_of(n, self.package)
        for a in n.names:
            got = self.target(module, a.name)
            new = self.new_name(got)
            if not new: continue
            start = self.lines.at(a.lineno, a.col_offset)
            assert self.edit(self.path, start, start + len(a.name), a.name, new, "import"), (self.name, a.name)
            if a.asname and a.asname != a.name and (a.asname == new or (got[0] == "sym" and self.drops_alias(got[1]))):
                end = self.lines.at(a.end_lineno, a.end_col_offset)
                self.edits[self.path][start + len(a.name), end] = ""
            elif a.asname == a.name:  # a re-export
                end = self.lines.at(a.end_lineno, a.end_col_offset)
                self.edit(self.path, end - len(a.name), end, a.name, new, "import")

    def v_Attribute(self, n, scope):
        self.visit(n.value, scope)
        new = None
        got = self.expression(n, scope)
        if got and got[0] in ("sym", "member"): new = self.new_name(got)
        elif got and got[0] in ("mod",): return
        elif n.attr in self.member_names:
            node = self.index.get(("member", n.lineno, n.col_offset, n.end_lineno, n.end_col_offset))
            if node is None:
                if isinstance(n.value, ast.Name) and n.value.id in ("self", "cls"):
                    c = scope
                    while c is not None and c.kind != "class": c = c.parent
                    info = c and self.mypy.infos.get(c.name)
                    if info: new, mixed = self.member([info], n.attr)
                if new is None and self.fstrings:
                    f = self.fstrings[0]
                    near = [o for o in self.index.get(("named", n.attr), []) if f.lineno <= o.line <= f.end_lineno]
                    infos = [i for o in near for i in (self.mypy.infos_of(o.expr) or [])]
                    if infos:
                        new, mixed = self.member(infos, n.attr)
                        if mixed: self.note(n, f"mixed {mixed}")
                        resolved = True
                    else: resolved = False
                else: resolved = new is not None
                if not resolved: self.note(n, "no node")
            else:
                from mypy import nodes
                if isinstance(node, nodes.SuperExpr):
                    infos = [b for b in node.info.mro[1:]][:50]
                    infos = [node.info.mro[1]] if len(node.info.mro) > 1 else []
                    new, mixed = self.member(infos, n.attr)
                else:
                    inner = getattr(node, "node", None)
                    infos = self.mypy.infos_of(node.expr)
                    mixed = None
                    if infos: new, mixed = self.member(infos, n.attr)
                    elif infos is None: self.note(n, "Any")
                    if mixed: self.note(n, f"mixed {mixed}")
        if new:
            end = self.lines.at(n.end_lineno, n.end_col_offset)
            self.place(end - len(n.attr.encode()), n.attr, new, "attr")

    def note(self, n, why):
        self.unresolved[n.attr if hasattr(n, "attr") else str(n)] += 1
        self.unresolved_at[n.attr].append(f"{self.path.relative_to(self.root)}:{n.lineno}: {why}: {ast.unparse(n)[:80]}")

    def v_Dict(self, n, scope):
        if self.wire: self.wire.dict(self, n)
        for c in ast.iter_child_nodes(n): self.visit(c, scope)

    def v_Tuple(self, n, scope):
        if self.wire: self.wire.tuple(self, n)
        for c in ast.iter_child_nodes(n): self.visit(c, scope)

    def v_Compare(self, n, scope):
        if self.wire: self.wire.compare(self, n)
        for c in ast.iter_child_nodes(n): self.visit(c, scope)

    def v_Call(self, n, scope):
        if self.wire: self.wire.call(self, n)
        for c in ast.iter_child_nodes(n):
            if not isinstance(c, ast.keyword): self.visit(c, scope)
        for k in n.keywords: self.visit(k.value, scope)
        names = [k for k in n.keywords if k.arg in self.member_names]
        if names:
            node = self.index.get(("call", n.lineno, n.col_offset, n.end_lineno, n.end_col_offset))
            infos = []
            if node is not None:
                callee = node.callee
                full = getattr(callee, "fullname", "")
                cnode = getattr(callee, "node", None)
                if full in REPLACERS or (isinstance(n.func, ast.Name) and n.func.id == "replace"): infos = self.mypy.infos_of(node.args[0]) or []
                elif isinstance(n.func, ast.Attribute) and n.func.attr == "_replace": infos = self.mypy.infos_of(callee.expr) or []
                elif full.endswith("functools.partial") or (isinstance(n.func, ast.Name) and n.func.id == "partial"): infos = self.type_objects(node.args[0])
                else: infos = self.type_objects(callee)
            else:
                got = self.expression(n.func, scope)
                if got and got[0] == "sym" and got[1] in self.mypy.infos: infos = [self.mypy.infos[got[1]]]
            declared = self.declared(node)
            passed = []
            for a in n.args:   # do(seat, Swap, to=1), ask(choice((Free, Remove)), to=1)
                for x in ast.walk(a):
                    if isinstance(x, (ast.Name, ast.Attribute)):
                        got = self.expression(x, scope)
                        if got and got[0] == "sym" and got[1] in self.mypy.infos: passed.append(self.mypy.infos[got[1]])
            for k in names:
                if not infos and k.arg not in declared:
                    for info in passed:   # do(seat, Swap, to=1)
                        new, mixed = self.member([info], k.arg)
                        if new: self.place(self.lines.at(k.lineno, k.col_offset), k.arg, new, "kw"); break
                for info in infos:
                    sym = info.get("__init__")
                    if sym is not None and not sym.plugin_generated and not info.is_named_tuple and not self.synthesized(info): continue
                    new, mixed = self.member([info], k.arg)
                    if new:
                        start = self.lines.at(k.lineno, k.col_offset)
                        self.place(start, k.arg, new, "kw"); break
        # getattr(x, "name"), monkeypatch.setattr(module, "NAME", value)
        called = n.func.attr if isinstance(n.func, ast.Attribute) else n.func.id if isinstance(n.func, ast.Name) else ""
        if called in MEMBER_CALLS and len(n.args) >= 2 and isinstance(n.args[1], ast.Constant) and isinstance(n.args[1].value, str):
            text = n.args[1].value
            got = self.expression(n.args[0], scope)
            new = None
            if got and got[0] == "mod": new = self.new_name(self.target(got[1], text))
            elif text in self.member_names:
                infos = None
                if got and got[0] == "sym" and got[1] in self.mypy.infos: infos = [self.mypy.infos[got[1]]]
                else:
                    node = self.index.get(("call", n.lineno, n.col_offset, n.end_lineno, n.end_col_offset))
                    if node is not None: infos = self.mypy.infos_of(node.args[0])
                if infos: new, _ = self.member(infos, text)
                elif infos is None: self.log.append(f"{self.path}:{n.lineno}: {ast.unparse(n)[:90]}")
            if new:
                start = self.lines.at(n.args[1].lineno, n.args[1].col_offset) + 1
                self.place(start, text, new, "str")

    def class_of(self, e):
        node = getattr(e, "node", None)
        return [node] if isinstance(node, self.mypy.nodes.TypeInfo) else []

    def declared(self, node):
        from mypy.types import CallableType, get_proper_type
        t = node is not None and self.mypy.result.types.get(node.callee)
        t = t and get_proper_type(t)
        if isinstance(t, CallableType): return {x for x, k in zip(t.arg_names, t.arg_kinds) if x and not k.is_star()}
        return set()

    @staticmethod
    def synthesized(info):
        for b in info.mro:
            if "__init__" in b.names: return b.names["__init__"].plugin_generated or b.fullname in ("builtins.object", "msgspec.Struct")
        return True

    def type_objects(self, callee):
        from mypy.types import CallableType, Overloaded, TypeType, UnionType, get_proper_type
        node = getattr(callee, "node", None)
        if isinstance(node, self.mypy.nodes.TypeInfo): return [node]
        t = self.mypy.result.types.get(callee)
        if t is None: return []
        t = get_proper_type(t)
        def go(t):
            t = get_proper_type(t)
            if isinstance(t, CallableType) and t.is_type_obj(): return [t.type_object()]
            if isinstance(t, Overloaded): return go(t.items[0])
            if isinstance(t, TypeType): return self.mypy.infos_of_type(t.item) or []
            if isinstance(t, UnionType): return [i for x in t.items for i in go(x)]
            return []
        return go(t)

    def v_MatchClass(self, n, scope):
        for c in ast.iter_child_nodes(n): self.visit(c, scope)
        names = [a for a in n.kwd_attrs if a in self.member_names]
        if not names: return
        got = self.expression(n.cls, scope)
        info = self.mypy.infos.get(got[1]) if got and got[0] == "sym" else None
        if info is None: return
        for i, a in enumerate(n.kwd_attrs):
            new, _ = self.member([info], a)
            if new:
                b = self.lines.at(n.kwd_patterns[i].lineno, n.kwd_patterns[i].col_offset)
                m = re.search(a.encode() + rb"\s*=\s*\(?\s*$", self.data[:b][-200:])
                start = b - len(self.data[:b][-200:]) + m.start()
                self.edit(self.path, start, start + len(a), a, new, "match")

    def v_Assign(self, n, scope):
        for c in ast.iter_child_nodes(n): self.visit(c, scope)
        if any(isinstance(t, ast.Name) and t.id in ("__all__",) for t in n.targets) and isinstance(n.value, (ast.List, ast.Tuple)):
            for e in n.value.elts:
                if isinstance(e, ast.Constant):
                    new = self.new_name(self.resolve(self.name, e.value))
                    if new:
                        start = self.lines.at(e.lineno, e.col_offset) + 1
                        self.edit(self.path, start, start + len(e.value), e.value, new, "all")

    def v_Constant(self, n, scope):
        """dotted paths of modules in strings"""
        if self.wire and isinstance(n.value, (str, bytes)): self.wire.constant(self, n)
        if isinstance(n.value, str) and self.path.name == "__init__.py" and n.value.isidentifier() and b"TYPE_CHECKING" in self.data:
            new = self.new_name(self.resolve(self.name, n.value))   # packages that load names when they are first used
            if new: self.place(self.lines.at(n.lineno, n.col_offset) + 1, n.value, new, "lazy"); return
        if isinstance(n.value, str) and "from bornes" in n.value and " import " in n.value and "\n" in n.value:
            a, b = self.lines.at(n.lineno, n.col_offset), self.lines.at(n.end_lineno, n.end_col_offset)
            source = self.data[a:b].decode()
            local = {}
            for m in re.finditer(r"from (bornes[\w.]*) import (\([^)]*\)|[^\n]+)", source):
                for word in re.findall(r"\w+", m[2]):
                    got = self.target(m[1], word)
                    if self.new_name(got): local[word] = self.new_name(got)
            for m in re.finditer(r"(?<![\w.\"'-])[A-Za-z_]\w*(?![\w\"'-])", source):
                if m.group() in local:
                    at = a + len(source[:m.start()].encode())
                    self.edit(self.path, at, at + len(m.group()), m.group(), local[m.group()], "code in a string")
            return
        if not isinstance(n.value, str) or "." not in n.value or not re.fullmatch(r"[A-Za-z_][\w.]*(:[\w.]+)?", n.value): return
        text = n.value.replace(":", ".")
        for prefix in ("", "bornes."):
            parts = (prefix + text).split(".")
            for k in range(len(parts) - 1, 0, -1):
                m = ".".join(parts[:k])
                if m in self.tree.asts:
                    got = self.resolve(m, parts[k]); new = self.new_name(got)
                    start = self.lines.at(n.lineno, n.col_offset) + 1
                    if new:
                        at = start + len(".".join(parts[:k])) + 1 - len(prefix)
                        self.place(at, parts[k], new, "path")
                    if len(parts) > k + 1 and got and got[0] == "sym" and got[1] in self.mypy.infos:
                        mn, _ = self.member([self.mypy.infos[got[1]]], parts[k + 1])
                        if mn:
                            at = start + len(".".join(parts[:k + 1])) + 1 - len(prefix)
                            self.place(at, parts[k + 1], mn, "path")
                    return

_homes = {}
def HOMES(tree):
    if not _homes:
        for n in ast.walk(tree.asts["bornes"]):
            if isinstance(n, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "_HOMES" for t in n.targets):
                _homes.update(ast.literal_eval(n.value))
    return _homes

def apply(edits, data):
    out, at = [], 0
    for (a, b), new in sorted(edits.items()):
        assert a >= at, (data[a:b], new)
        out += [data[at:a], new.encode()]; at = b
    return b"".join([*out, data[at:]])

if __name__ == "__main__":
    root = Path(sys.argv[1]).resolve()
    table = Table(root, root / "scripts/renames.txt")
    print("lost", table.lost)
    r = Renamer(root, table, Mypy(root))
    r.run()
    n = 0
    for path, edits in r.edits.items(): n += len(edits)
    print(n, "edits in", len(r.edits), "files")
    print(*r.log, sep="\n")
    print(r.unresolved)
    for k, v in r.unresolved_at.items():
        for line in v: print("  ", k, line)
    if "--write" in sys.argv:
        for path, edits in r.edits.items(): path.write_bytes(apply(edits, path.read_bytes()))
