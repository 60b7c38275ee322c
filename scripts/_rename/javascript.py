"""Names on the wire in JavaScript, found by their context and not by their file, since modules move."""
from __future__ import annotations
import re

UNSAFE = {"TooMany200s", "Left", "Passed", "CoupFourre", "DealOver", "Duplicate", "Protected", "Moved", "Late", "Free", "Leave", "Remove", "Swap"}

def braces(text, at):
    """the end of the {…} that begins at `at`"""
    depth = 0
    for i in range(at, len(text)):
        if text[i] == "{": depth += 1
        elif text[i] == "}":
            depth -= 1
            if not depth: return i + 1
    return len(text)

RULES = [
    # tags
    (r'"news"', '"update"'),
    (r'case "failed":', 'case "error":'),
    (r'(signal === )"fault"', r'\1"bot-fault"'),
    (r'(\.refusal [!=]== )"Late"', r'\1"TooLate"'),
    (r'(\.error === )"no-code"', r'\1"code-not-found"'),
    (r'(OTHER_PROTOCOL = )"protocol"', r'\1"protocol-mismatch"'),
    (r'goAway\("Leave"\)', 'goAway("StepAway")'),
    (r'@param \{"Leave" \| "GiveUp(?:Seat)?"\}', '@param {"StepAway" | "GiveUpSeat"}'),
    (r': opener(\s*\? gettext\("runs the table"\))', r': isHost\1'),
    # tables
    (r'\bopened_by\b', 'host'),
    (r'const opener = (this\.table\.picture\.table\.host === at)', r'const isHost = \1'),
    (r'(\.)opener\b', r'\1acting_host'),
    (r'\bopener(: 0|: firstPresent)', r'acting_host\1'),
    (r'(const \{ )opener(, (?:host|opened_by) \} = this\.table)', r'\1acting_host\2'),
    (r'\bopener( === this\.viewer)', r'acting_host\1'),
    (r'(@property \{number\} )opener\b', r'\1acting_host'),
    (r'(@param \{number\} )opener\b', r'\1host'),
    (r'firstPresent\(opener,', 'firstPresent(host,'),
    (r'\(opener \+ step\)', '(host + step)'),
    (r'\?\? opener;', '?? host;'),
    (r'\bdriven\b(?=[:,?)\]]|\.| }| \|\|| &&| \?| \|)(?![^"`\n]*anew")', 'autopilot'),
    (r'(\.|!)driven\b', r'\1autopilot'),
    (r'(const )driven( =)', r'\1autopilot\2'),
    (r'(@property \{Record<string, unknown>\} )house\b', r'\1house_rules'),
    (r'\b(table)\.house\b', r'\1.house_rules'),
    (r'\bhouse: \{\},(?=(?:\s*\w+: [^\n]*,)?\s*rules: replay\.rules)', 'house_rules: {},'),
    (r'(\{ players, teams, )house(, rules \})', r'\1house_rules\2'),
    (r'Object\.entries\(house\)(\.map\(\(\[rule, value\]\) => \[`rule)', r'Object.entries(house_rules)\1'),
    (r'\b(listing|table)\["house"\]', r'\1["house_rule_count"]'),
    (r'\bhouse: this\.house\.value\(\)', 'house_rules: this.house.value()'),
    (r'(data: \{ field: )"house"', r'\1"house_rules"'),
    (r'(field === )"house"', r'\1"house_rules"'),
    # messages
    (r'(@property \{number\} )\[asked\]', r'\1[question_number]'),
    (r'(@property \{\{ )until(: number \}\} \[clock\])', r'\1deadline\2'),
    (r'\bmessage\.asked\b', 'message.question_number'),
    (r'\.clock\?\.until\b', '.clock?.deadline'),
    (r'(code\?: string, )until(\?: number)', r'\1expires_at\2'),
    (r'(@property \{Record<string, string>\} )phrases\b', r'\1reactions'),
    (r'(about\??\.)phrases\b', r'\1reactions'),
    (r'\bmessage\.here\b', 'message.connected_seats'),
    (r'\bmessage\.elsewhere\b', 'message.connected_elsewhere'),
    (r'\bmessage\.server\b', 'message.server_version'),
    (r'\babout\.server\b', 'about.server_version'),
    (r'(@property \{string\} )server\b', r'\1server_version'),
    (r'values\?\.\["here"\]', 'values?.["connected"]'),
    (r'\bback: true\b', 'reclaim: true'),
    # events
    (r'(countOf\(event\[)"number"\]', r'\1"deal"]'),
    (r'(textOf\(event\[)"secret"\]', r'\1"server_seed"]'),
    (r'(\{ seat, )other( \}\) \{)', r'\1other_seat: other\2'),
    (r'(DealStarted\(\w+, \{ game, )number(, commitment, seeds, next_commitment, )last( \})', r'\1deal\2is_last_deal\3'),
    (r'\bdeal: number,(?=\s*commitment: next_commitment)', 'deal,'),
    (r'\blast: Boolean\(last\)', 'last: Boolean(is_last_deal)'),
    (r'(\{ first, hands, )draw_pile( \})', r'\1draw_pile_size\2'),
    (r'(deal\.drawPile|this\.drawPile|\w+\.drawPile) = draw_pile;', r'\1 = draw_pile_size;'),
    # replay and moves
    (r'(@property \{Frame\[\]\} )frames\b', r'\1steps'),
    (r'(replay\.)frames\b', r'\1steps'),
    (r'(number: number, game: number, deal: number,[\s*]+)moves(: \{ seat: number \| null, event:[\s*]+string, text: string \}\[\])', r'\1events\2'),
    (r'(\{ viewer, number, game, deal, )moves( \} = await)', r'\1events: moves\2'),
]

ERROR_KEYS = {"no-table": "table-not-found", "no-code": "code-not-found", "not-yours": "not-authorized", "not-allowed": "no-spectators", "no-page": "not-found"}

def rewrite(text, table, fields_by_tag):
    kinds = {}
    for kind in ("command", "entry", "event", "table-event", "refusal", "reason", "review-reason"):
        for old, new in table.tags[kind].items(): kinds.setdefault(old, set()).add(new)
    for old, news in kinds.items():
        if old not in UNSAFE and len(news) == 1:
            new = next(iter(news))
            text = re.sub(rf'(?<!gettext\()"{old}"', f'"{new}"', text)
            text = re.sub(rf'(?m)^(\s+){old}(\((?:state|deal|table|picture)\b)', rf'\1{new}\2', text)      # handlers by event
            text = re.sub(rf'(?m)^(\s+){old}(: (?:\(|"))', rf'\1{new}\2', text)
            text = re.sub(rf', {old}: "', f', {new}: "', text)
    # commands with their fields
    out, at = [], 0
    for m in re.finditer(r'\{\s*command: "(\w+)"', text):
        if m.start() < at: continue
        end = braces(text, m.start())
        body = text[m.start():end]
        tag = m[1]
        new = table.tags["command"].get(tag, tag)
        old_tag = next((o for o, n in table.tags["command"].items() if n == tag), tag)
        body = body.replace(f'command: "{tag}"', f'command: "{new}"', 1)
        for old, field in {**fields_by_tag.get(old_tag, {}), **fields_by_tag.get(tag, {})}.items():
            body = re.sub(rf'(?<=[{{,\s]){old}(?=:)', field, body)
            body = re.sub(rf'(?<=, ){old}(?=[, ]|\s*\}})(?! *:)', f'{field}: {old}', body)
        out += [text[at:m.start()], body]; at = end
    text = "".join([*out, text[at:]])
    # the table of error codes: keys only
    def states(m):
        return re.sub(r'"([\w-]+)":', lambda k: f'"{ERROR_KEYS.get(k[1], k[1])}":', m.group())
    text = re.sub(r'\{[^{}]*"no-table": "not-allowed"[^{}]*\}', states, text)
    for pattern, new in RULES: text = re.sub(pattern, new, text)
    return text
