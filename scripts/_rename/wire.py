"""Names on the wire in Python sources: tags and fields in strings."""
from __future__ import annotations
import ast, re
import json_text
from shapes import TAG_KEYS

UNSAFE = {"TooMany200s", "Left", "Passed", "CoupFourre", "DealOver", "Duplicate", "Protected", "Moved", "Took", "Late", "Free", "Leave", "Remove", "Swap"}
"""Words that are also something else; they need a context."""
COMMAND_WORDS = {"Free", "Leave", "Remove", "Swap"}
CALLERS = {"say", "ask", "do", "command", "send", "refused", "act", "post", "sends"}
SUBSCRIPTS = {
    "driven": "autopilot", "opened_by": "host", "opener": "acting_host", "asked": "question_number", "frames": "steps",
    "deal_secret": "deal_server_seed", "until": "deadline", "phrase": "reaction", "house": "house_rules",
}

class Wire:
    def __init__(self, table, shapes, root):
        self.table, self.shapes, self.root = table, shapes, root
        self.kinds = {}
        for kind in ("command", "entry", "event", "table-event", "refusal", "reason", "review-reason"):
            for old, new in table.tags[kind].items(): self.kinds.setdefault(old, {})[kind] = new
        self.report = []
        self.fields_by_tag = {}
        for (k, tag), r in shapes.tagged.items(): self.fields_by_tag.setdefault(tag, {}).update(r)

    def skip(self, r):
        p = str(r.path.relative_to(self.root))
        return p.startswith("tests/project/") or p in ("scripts/_compare/renames.py",)

    def loose(self, r):
        """tests and scripts speak to the program from outside"""
        p = str(r.path.relative_to(self.root))
        return not p.startswith("src/")

    def put(self, r, n, old, new, what="wire"):
        start = r.lines.at(n.lineno, n.col_offset)
        m = re.compile(rb"[bBrRuU]*(\"\"\"|'''|\"|')").match(r.data, start)
        if not m: return
        r.edit(r.path, m.end(), m.end() + len(old.encode()), old, new, what)

    def new_tag(self, key, value):
        for kind in TAG_KEYS.get(key, ()):
            if value in self.table.tags[kind]: return self.table.tags[kind][value]
        return None

    def constant(self, r, n):
        if self.skip(r): return
        text = n.value if isinstance(n.value, str) else n.value.decode("latin-1")
        if text in self.kinds and text not in UNSAFE:
            news = set(self.kinds[text].values())
            if len(news) == 1: self.put(r, n, text, news.pop())
            return
        if "{" in text and '"' in text:
            start, end = r.lines.at(n.lineno, n.col_offset), r.lines.at(n.end_lineno, n.end_col_offset)
            source = r.data[start:end].decode()
            out = []
            for m in re.finditer(r"[{\[]", source):
                if out and m.start() < done: continue
                try: tree, done = json_text.parse(source, m.start())
                except json_text.NotJson: done = 0; continue
                json_text.edits_of(tree, self.shapes, out)
            if not out:
                for key in TAG_KEYS:
                    for m in re.finditer(rf'\\?"{key}\\?": ?\\?"([\w-]+)\\?"', source):
                        new = self.new_tag(key, m[1])
                        if new: out.append((m.start(1), m.end(1), new))
            base = start
            for a, b, new in out:
                a2, b2 = len(source[:a].encode()), len(source[:b].encode())
                r.edit(r.path, base + a2, base + b2, source[a:b], new, "json")

    def dict(self, r, n):
        if self.skip(r): return
        keys = [k.value if isinstance(k, ast.Constant) and isinstance(k.value, str) else None for k in n.keys]
        renames, tagged, signal = None, False, None
        for k, key, v in zip(n.keys, keys, n.values):
            if key in TAG_KEYS and isinstance(v, ast.Constant) and isinstance(v.value, str):
                new = self.new_tag(key, v.value)
                if new: self.put(r, v, v.value, new)
                if (key, v.value) in self.shapes.tagged: renames = self.shapes.tagged[key, v.value]
                if key == "signal": signal = v.value
                tagged |= key in ("command", "entry", "event", "refusal", "type", "signal")
            elif key in ("command", "entry", "event"): tagged |= False
        if renames is None and not tagged and self.loose(r) and None not in keys:
            found = self.shapes.class_of(keys)
            if found: renames = found[2]
        for k, key in zip(n.keys, keys):
            if renames and key in renames: self.put(r, k, key, renames[key])

    def tuple(self, r, n):
        """("Free", {"to": 0})"""
        if self.skip(r) or not self.loose(r): return
        tags = [e.value for e in n.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
        for d in n.elts:
            if isinstance(d, ast.Dict) and tags:
                for t in tags: self.pair(r, t, d)
                for e in n.elts:
                    if isinstance(e, ast.Constant) and e.value in COMMAND_WORDS: self.put(r, e, e.value, self.table.tags["command"][e.value])
        if any(t in self.table.tags["command"] and t not in UNSAFE for t in tags):
            for e in n.elts:
                if isinstance(e, ast.Constant) and e.value in COMMAND_WORDS: self.put(r, e, e.value, self.table.tags["command"][e.value])

    def pair(self, r, tag, d):
        renames = self.fields_by_tag.get(tag)
        if not renames: return
        for k in d.keys:
            if isinstance(k, ast.Constant) and k.value in renames: self.put(r, k, k.value, renames[k.value])

    def compare(self, r, n):
        """x["entry"] == "Left", x["event"] in ("A", "B")"""
        if self.skip(r): return
        def key_of(e):
            if isinstance(e, ast.Subscript) and isinstance(e.slice, ast.Constant): return e.slice.value
            if isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and e.func.attr == "get" and e.args and isinstance(e.args[0], ast.Constant): return e.args[0].value
            if isinstance(e, ast.Attribute) and e.attr in ("word", "error", "type", "signal"): return {"word": "error"}.get(e.attr, e.attr)
            return None
        sides = [n.left, *n.comparators]
        keys = {key_of(e) for e in sides} - {None}
        for key in keys & set(TAG_KEYS):
            if key == "type" and not self.loose(r) and False: continue
            for e in sides:
                for c in ([e] if isinstance(e, ast.Constant) else list(ast.walk(e)) if isinstance(e, (ast.Tuple, ast.Set, ast.List)) else []):
                    if isinstance(c, ast.Constant) and isinstance(c.value, str):
                        new = self.new_tag(key, c.value)
                        if new: self.put(r, c, c.value, new)

    def call(self, r, n):
        """say("Free", to=1)"""
        if self.skip(r) or not self.loose(r): return
        name = n.func.attr if isinstance(n.func, ast.Attribute) else n.func.id if isinstance(n.func, ast.Name) else ""
        tags = [a for a in n.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        for a in tags:
            if a.value in COMMAND_WORDS and name in CALLERS: self.put(r, a, a.value, self.table.tags["command"][a.value])
        renames = {}
        for a in tags: renames.update(self.fields_by_tag.get(a.value, {}))
        if renames:
            node = r.index.get(("call", n.lineno, n.col_offset, n.end_lineno, n.end_col_offset))
            known = set()
            if node is not None:
                from mypy.types import CallableType, get_proper_type
                t = r.mypy.result.types.get(node.callee)
                t = t and get_proper_type(t)
                if isinstance(t, CallableType): known = {x for x, k in zip(t.arg_names, t.arg_kinds) if x and not k.is_star()}
            for k in n.keywords:
                if k.arg in renames and k.arg not in known:
                    start = r.lines.at(k.lineno, k.col_offset)
                    r.edit(r.path, start, start + len(k.arg), k.arg, renames[k.arg], "kw")
