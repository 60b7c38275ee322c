"""After the edits: sorted imports and lists, and docstrings rewrapped where a longer name made a line too long."""
import json, re, subprocess
from pathlib import Path
def run(root, python):
    ruff = [str(python), "-m", "ruff"]
    subprocess.run([*ruff, "check", "--fix", "--select", "I,RUF022", "-q", "--exit-zero", "."], cwd=root)
    subprocess.run([*ruff, "format", "-q", "."], cwd=root)
    subprocess.run([*ruff, "check", "--fix", "--select", "F401", "-q", "--exit-zero", "src/bornes/tables/table.py"], cwd=root)
    for _ in range(12):
        out = subprocess.run([*ruff, "check", "--select", "E501", "--output-format", "json", "."], cwd=root, capture_output=True, text=True).stdout
        found = json.loads(out or "[]")
        if not found: break
        done = set(); changed = False
        for one in found:
            path = Path(one["filename"])
            if path in done: continue
            done.add(path)
            changed |= rewrap(path, one["location"]["row"] - 1)
        if not changed: break
def rewrap(path, at):
    lines = path.read_text(encoding="utf-8").split("\n")
    line = lines[at]
    indent = re.match(r" *(?:# )?", line).group()
    if not indent.endswith("# ") and '"' in line.strip()[3:] and not line.strip().startswith(('"""', 'r"""')) and not line.rstrip().endswith('"""'): return False
    ends = line.endswith('"""') and line.count('"""') == 1
    whole = line.count('"""') == 2
    text = line[:-3] if (ends or whole) else line
    cut = text.rfind(" ", len(indent) + 10, 121)
    if cut < 0: return False
    rest = text[cut + 1:]
    lines[at] = text[:cut].rstrip()
    following = lines[at + 1] if at + 1 < len(lines) else ""
    if whole:
        # a summary line that is too long: the quotes come on their own line
        lines[at + 1:at + 1] = [indent + rest, indent + '"""']
    elif ends:
        lines[at + 1:at + 1] = [indent + rest + '"""']
    elif following.strip() and following.startswith(indent) and not following[len(indent):].startswith((" ", '"""', "-", "*", "|", "=", ".. ")) and (not following.lstrip().startswith("#") or indent.endswith("# ")):
        lines[at + 1] = indent + rest + " " + following[len(indent):]
    else:
        lines[at + 1:at + 1] = [indent + rest]
    path.write_text("\n".join(lines), encoding="utf-8")
    return True
