"""Build the engine once more with what finds a step out of an array: `_fuzz.py asan` or `_fuzz.py boundscheck`.

The sources are copied to `build/<checker>`, and their extensions made there, so that those of the checkout stay.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The arrays of a State lie in one object, where address sees no step from one into the next: that is for bounds, which
# ends the process. Not bounds-strict, which would not let Python read its own tuples.
SANITIZERS = ["-fsanitize=address", "-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"]
FLAGS = {
    "asan": [*SANITIZERS, "-fno-omit-frame-pointer", "-O1", "-g", "-ffp-contract=off"],
    "boundscheck": ["-O1", "-g0", "-ffp-contract=off"],
}


def main(checker: str) -> None:
    """Copy the sources, with setup.py told what to build, and build where something changed."""
    target = ROOT / "build" / checker
    recipe = told(checker)
    if (target / "setup.py").exists() and (target / "setup.py").read_text() == recipe and same(target):
        return
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "src", target / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    (target / "setup.py").write_text(recipe)
    shutil.copy(ROOT / "pyproject.toml", target)
    print(f"bornes: compiling the engine for {checker}", file=sys.stderr, flush=True)
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=target, check=True, stdout=subprocess.DEVNULL
    )
    for package in (target / "src").iterdir():
        package.rename(target / package.name)


def told(checker: str) -> str:
    """Return setup.py with the flags of this checker, in which nothing may fail in silence."""
    recipe = (ROOT / "setup.py").read_text()
    flags = re.search(r"^FLAGS = .*$", recipe, re.MULTILINE)
    assert flags is not None
    recipe = swapped(recipe, flags[0], f"FLAGS = {FLAGS[checker]}")
    recipe = swapped(recipe, "optional=True", "optional=False")
    if checker == "asan":
        return swapped(recipe, "optional=False", 'optional=False, extra_link_args=["-fsanitize=address"]')
    return swapped(recipe, '"boundscheck": False', '"boundscheck": True')


def swapped(recipe: str, old: str, new: str) -> str:
    """Return the recipe with a part of it exchanged; if it is not there, the recipe is not the one known here."""
    if recipe.count(old) != 1:
        sys.exit(f"bornes: setup.py does not hold {old!r} once")
    return recipe.replace(old, new)


def same(target: Path) -> bool:
    """Whether the copy was made from the sources as they are."""
    files = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".pxd", ".po")]
    copies = ((path, target / path.relative_to(ROOT / "src")) for path in files)
    return all(copy.exists() and copy.read_bytes() == path.read_bytes() for path, copy in copies)


if __name__ == "__main__":
    main(sys.argv[1])
