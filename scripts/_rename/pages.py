"""Names in the pages of docs/, README and CONTRIBUTING: dotted paths, words in backticks, code and JSON in fences."""
from __future__ import annotations
import ast, re
from pathlib import Path
import json_text

KINDS = ("command", "entry", "event", "table-event", "refusal", "reason", "review-reason")
SECTIONS = {  # page -> [(heading, kinds)]; the kinds whose names the section means
    "tables.md": [("## The log", ("entry",)), ("## Commands", ("command", "refusal")), ("## Messages", ("table-event", "event", "message")), ("## Windows", ("event",)),
                  ("## When nobody is there", ("command", "entry", "refusal")), ("## Shuffles", ("table-event",))],
    "protocol.md": [("# ", ("command", "table-event", "event", "signal"))],
    "referee.md": [("# ", ("event",))],
}
CLASSES = {  # page -> short name -> module, where a name is ambiguous
    "*": {"Host": "bornes.tables.runtime"},
    "tables.md": {"Limits": "bornes.tables.table_limits"},
}
KEEP = {"Table", "Game", "State", "Deal", "Play", "Ready", "Hint", "Review", "View", "Player", "Record", "Hello", "Return", "Rename", "Entry"}

class Pages:
    def __init__(self, root, table, renamer, shapes, log):
        self.root, self.table, self.r, self.shapes, self.log = root, table, renamer, shapes, log
        self.tags = {}
        for kind in KINDS:
            for old, new in table.tags[kind].items(): self.tags.setdefault(old, {})[kind] = new
        self.short = {}
        for full, new in table.symbols.items():
            if full.startswith("bornes."): self.short.setdefault(full.rpartition(".")[2], {})[full] = new

    def page(self, path):
        text = path.read_text(encoding="utf-8")
        name = path.name
        # dotted paths
        def dotted(m):
            out = m.group()
            for offset, old, new in sorted(self.r.mention(m.group(), module="?"), reverse=True):
                out = out[:offset] + new + out[offset + len(old):]
            return out
        text = re.sub(r"\bbornes(?:\.\w+)+", dotted, text)
        # fences
        local = {}
        for m in re.finditer(r"from (bornes[\w.]*) import (\([^)]*\)|[^\n]+)", text):
            for word in re.findall(r"\w+", m[2]):
                got = self.r.target(m[1], word)
                if got and got[0] == "sym": local[word] = got[1]
        parts = re.split(r"(?ms)(^ *```[^\n]*\n.*?^ *```[ ]*$)", text)
        kinds = ()
        sections = SECTIONS.get(name, [])
        for i, part in enumerate(parts):
            if i % 2:
                parts[i] = self.fence(part, local, name)
            else:
                out = []
                for line in part.splitlines(keepends=True):
                    for heading, k in sections:
                        if line.startswith(heading): kinds = k
                    out.append(self.line(line, kinds, local, name))
                parts[i] = "".join(out)
        return "".join(parts)

    def fence(self, part, local, name):
        part = json_text.rewrite(part, self.shapes) if "{" in part else part
        def word(m):
            full = local.get(m.group())
            return self.table.symbols.get(full, m.group()) if full else m.group()
        if local: part = re.sub(r"(?<![\w.\"'-])[A-Za-z_]\w*(?![\w\"'-])", word, part)
        return part

    HOMES = {"event": "bornes.game.events", "table-event": "bornes.tables.table_events", "entry": "bornes.tables.entries", "refusal": "bornes.tables.refusals",
             "command": "bornes.tables.commands", "reason": "bornes.game.illegal_reasons"}
    def stays(self, name, kinds):
        """whether the section means a name that isn't renamed"""
        if any(name in self.table.tags[k] for k in kinds): return False
        for k in kinds or ("event",):
            home = self.HOMES.get(k)
            if home and name in self.r.tree.defs.get(home, {}) and f"{home}.{name}" not in self.table.symbols: return True
        return False

    def line(self, line, kinds, local, name):
        if line.startswith((">>>", "...")):
            return self.fence(line, local, name)
        def token(m):
            text = m[1]
            parts = text.split(".")
            rest = re.fullmatch(r"([A-Za-z_]\w*)((?:\.\w+)*)(\([^`]*\))?", text)
            if not rest: return json_text.rewrite(m.group(), self.shapes) if "{" in text else m.group()
            first = rest[1]
            if self.stays(first, kinds): return m.group()
            for kind in kinds:
                if kind != "message" and first in self.table.tags[kind]:
                    return f"`{self.table.tags[kind][first]}{rest[2]}{rest[3] or ''}`"
            if "message" in kinds and first in self.table.tags["message"]: return f"`{self.table.tags['message'][first]}`"
            classes = dict(self.short.get(first, {}))
            if first in local:
                full = local[first]; new = self.table.symbols.get(full, first)
            else:
                home = CLASSES.get(name, {}).get(first) or CLASSES["*"].get(first)
                if home: full = f"{home}.{first}"; new = self.table.symbols.get(full, first)
                else:
                    news = set(classes.values()) | set(self.tags.get(first, {}).values())
                    others = [m for m in self.r.tree.where.get(first, []) if m.startswith("bornes.") and f"{m}.{first}" not in self.table.symbols]
                    if first in KEEP or (first.islower() and len(parts) == 1 and not rest[3] and "_" not in first) or others and not self.tags.get(first):
                        if news and others: self.log.append(f"page {name}: {text} kept, of {sorted(classes)}, {others}")
                        news = set()
                    if len(news) > 1: self.log.append(f"page {name}: which {text}? {classes} {self.tags.get(first)}"); news = set()
                    new = news.pop() if news else first
                    full = next(iter(classes)) if len(classes) == 1 else None
                    if full is None and first in self.r.tree.where:
                        w = [x for x in self.r.tree.where[first] if x.startswith("bornes.")]
                        if len(w) == 1: full = f"{w[0]}.{first}"
            tail = rest[2]
            if tail and full in self.r.mypy.infos:
                attr = tail[1:].split(".")[0]
                mn, _ = self.r.member([self.r.mypy.infos[full]], attr)
                if mn: tail = "." + mn + tail[1 + len(attr):]
            return f"`{new}{tail}{rest[3] or ''}`"
        return re.sub(r"(?<!`)`([^`\n]+)`(?!`)", token, line)
