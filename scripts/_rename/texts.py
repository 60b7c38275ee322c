"""Everything that isn't Python: .pxd, JavaScript, golden files, pages, catalogs."""
from __future__ import annotations
import re, json
from pathlib import Path
import json_text

class Texts:
    def __init__(self, root, table, renamer, shapes):
        self.root, self.table, self.renamer, self.shapes = root, table, renamer, shapes
        self.log, self.out = [], {}

    def run(self):
        for p in sorted((self.root / "src").rglob("*.pxd")): self.pxd(p)
        import javascript
        fields = {}
        for (k, tag), r in self.shapes.tagged.items(): fields.setdefault(tag, {}).update(r)
        for p in sorted((self.root / "src/bornes/web").rglob("*.js")) + sorted((self.root / "tests").rglob("*.mjs")) + sorted((self.root / "tests").rglob("*.js")):
            text = p.read_text(); new = javascript.rewrite(text, self.table, fields)
            if new != text: self.out[p] = new
        self.golden()
        import pages
        P = pages.Pages(self.root, self.table, self.renamer, self.shapes, self.log)
        for p in [*sorted((self.root / "docs").rglob("*.md")), self.root / "README.md", self.root / "CONTRIBUTING.md", self.root / "SECURITY.md", *sorted((self.root / "examples").rglob("*.md"))]:
            if p.name in ("glossary.md", "changelog.md", "clauses.md") or "build" in p.parts or "how-to-play" in p.parts: continue
            text = p.read_text(encoding="utf-8"); new = P.page(p)
            if new != text: self.out[p] = new
        return self.out

    def golden(self):
        for p in sorted((self.root / "tests").rglob("golden/**/*")):
            if not p.is_file() or p.suffix in (".png", ".messages"): continue
            try: text = p.read_text(encoding="utf-8")
            except UnicodeDecodeError: continue
            new = "".join(json_text.rewrite(line, self.shapes) for line in text.splitlines(keepends=True)) if p.suffix in (".log", ".jsonl", ".txt") else json_text.rewrite(text, self.shapes)
            if new != text: self.out[p] = new; self.log.append(f"golden: {p.relative_to(self.root)}")

    def pxd(self, path):
        text = path.read_text()
        module = ".".join(path.relative_to(self.root / "src").with_suffix("").parts)
        r = self.renamer
        package = module.rpartition(".")[0]
        local = {}
        for m in re.finditer(r"from ([\w.]+) cimport (\([^)]*\)|[^\n]*)", text):
            target = m[1]
            level = len(target) - len(target.lstrip("."))
            if level:
                base = package.split("."); base = base[:len(base) - (level - 1)]
                target = ".".join([*base, *([target.lstrip(".")] if target.lstrip(".") else [])])
            for name in re.findall(r"\w+", m[2]): local[name] = target
        def new(m):
            word = m.group()
            got = r.resolve(local.get(word, module), word)
            return r.new_name(got) or word
        changed = re.sub(r"(?<![\w.])[A-Za-z_]\w*", new, text)
        if changed != text: self.out[path] = changed
