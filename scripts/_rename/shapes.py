"""Which class a JSON object is: by its tag, or by its keys; and which of its keys are renamed."""
from __future__ import annotations
import re, json

TAG_KEYS = {"command": ("command",), "entry": ("entry",), "event": ("event", "table-event"), "refusal": ("refusal",),
            "reason": ("reason", "review-reason"), "signal": ("signal",), "type": ("message",), "error": ("error-code", "refusal")}

class Shapes:
    """From the table (old names): tagged and untagged classes with their renamed keys."""
    MODULE_OF_TAG = {"command": ("bornes.tables.commands", "bornes.client.protocol"), "entry": ("bornes.tables.entries",),
                     "event": ("bornes.game.events", "bornes.tables.table_events"), "refusal": ("bornes.tables.refusals", "bornes.server.service"),
                     "type": ("bornes.tables.messages", "bornes.client.protocol")}
    TYPE_TAGS = {"news": "News", "state": "State", "welcome": "Welcome"}
    def __init__(self, table, infos):
        self.table = table
        self.tagged = {}      # (tag key, tag) -> {old: new}
        self.untagged = []    # (name, required, every, {old: new})
        by_class = {}
        for full, old, new in table.wire_fields:
            by_class.setdefault(full, {})[old] = new
        # subclasses inherit
        for full, info in infos.items():
            if not full.startswith("bornes."): continue
            for base in info.mro[1:]:
                if base.fullname in by_class: by_class.setdefault(full, {}).update(by_class[base.fullname])
        for full, renames in by_class.items():
            if full in ("presence", "reaction", "decision"): continue
            module, _, name = full.rpartition(".")
            info = infos.get(full)
            key = next((k for k, mods in self.MODULE_OF_TAG.items() if k != "type" and module in mods and any(
                b.fullname in ("bornes.tables.commands.Command", "bornes.tables.entries.Entry", "bornes.game.events.Event", "bornes.tables.refusals.Refusal") for b in info.mro)), None)
            if name == "React": key = "command"
            if key: self.tagged[key, name] = renames
            elif name in ("News", "State", "Welcome"): self.tagged["type", name.lower()] = renames
            else:
                required, every = fields_of(info)
                self.untagged.append((name, required, every, renames))

    def class_of(self, keys):
        """renames of an untagged object"""
        keys = set(keys)
        best = None
        for name, required, every, renames in self.untagged:
            if name in ("SeatState", "Observations") and len(keys) < 4: continue    # nothing is required of them
            if keys <= every and required <= keys and len(keys) >= 1 and keys & set(renames):
                if best is None or len(every) < len(best[1]): best = (name, every, renames)
        return best

def fields_of(info):
    from mypy.nodes import AssignmentStmt, NameExpr
    required, every = set(), set()
    for b in reversed(info.mro):
        if not b.fullname.startswith("bornes."): continue
        for s in getattr(b.defn.defs, "body", []):
            if isinstance(s, AssignmentStmt) and isinstance(s.lvalues[0], NameExpr) and s.type is not None:
                n = s.lvalues[0].name; every.add(n)
                from mypy.nodes import TempNode
                if isinstance(s.rvalue, TempNode): required.add(n)
                else: required.discard(n)
    return required, every
