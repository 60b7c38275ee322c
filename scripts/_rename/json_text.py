"""Edits of JSON text that keep its format."""
import re
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')

class NotJson(Exception): pass

def parse(text, start=0):
    """a tree of ('object', [(key, kspan, value)]) / ('array', [...]) / ('string', text, span) / ('other',)"""
    tokens = [(m.group(), m.span()) for m in TOKEN.finditer(text, start)]
    at = 0
    def value():
        nonlocal at
        if at >= len(tokens): raise NotJson
        t, span = tokens[at]; at += 1
        if t == "{":
            items = []
            if tokens[at][0] == "}": at += 1; return ("object", items)
            while True:
                k, ks = tokens[at]; at += 1
                if not k.startswith('"') or tokens[at][0] != ":": raise NotJson
                at += 1
                items.append((k[1:-1], ks, value()))
                d = tokens[at][0]; at += 1
                if d == "}": return ("object", items)
                if d != ",": raise NotJson
        if t == "[":
            items = []
            if tokens[at][0] == "]": at += 1; return ("array", items)
            while True:
                items.append(value())
                d = tokens[at][0]; at += 1
                if d == "]": return ("array", items)
                if d != ",": raise NotJson
        if t.startswith('"'): return ("string", t[1:-1], span)
        if t in "}]:,": raise NotJson
        return ("other", t, span)
    try:
        v = value()
    except IndexError: raise NotJson from None
    return v, tokens[at - 1][1][1]

def edits_of(tree, shapes, out, signal=None):
    from shapes import TAG_KEYS
    kind = tree[0]
    if kind == "array":
        for x in tree[1]: edits_of(x, shapes, out)
    elif kind == "object":
        keys = [k for k, _, _ in tree[1]]
        renames, tag, name = None, None, None
        for k, _, v in tree[1]:
            if v[0] == "string" and k in TAG_KEYS:
                kinds = TAG_KEYS[k] if k != "reason" else ("reason",) if "clause" in keys else ("review-reason",)
                for tk in kinds:
                    new = shapes.table.tags[tk].get(v[1])
                    if new: out.append((v[2][0] + 1, v[2][1] - 1, new)); break
                if (k, v[1]) in shapes.tagged: renames = shapes.tagged[k, v[1]]
                if k == "signal": name = v[1]
                if k in ("command", "entry", "event", "refusal", "signal", "type"): tag = k
        if renames is None and tag in (None,):
            found = shapes.class_of(keys)
            if found: renames = found[2]
        for k, span, v in tree[1]:
            if renames and k in renames: out.append((span[0] + 1, span[1] - 1, renames[k]))
            if name in ("presence", "reaction") and k == "values" and v[0] == "object":
                for k2, s2, _ in v[1]:
                    for c, o, n in shapes.table.wire_fields:
                        if c == name and o == k2: out.append((s2[0] + 1, s2[1] - 1, n))
            edits_of(v, shapes, out)

def rewrite(text, shapes):
    """JSON texts anywhere within a text"""
    out, at = [], 0
    for m in re.finditer(r"[{\[]", text):
        if m.start() < at: continue
        try: tree, end = parse(text, m.start())
        except NotJson: continue
        edits_of(tree, shapes, out); at = end
    for a, b, new in sorted(out, reverse=True): text = text[:a] + new + text[b:]
    return text
