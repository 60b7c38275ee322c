"""The two sides of a comparison: a folder with a checkout, or a revision that is checked out for it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "compare"
DRIVER = Path("tests") / "support" / "transcript.py"
"""What plays the simulated tables, in each checkout."""

PRIORITY = Path(__file__).resolve().parent / "site"
"""Holds what Python imports at the start of every process of a comparison."""


class CannotRun(Exception):
    """Something that is needed for a comparison is missing or fails."""


@dataclass(frozen=True)
class Checkout:
    """A checkout that can be run."""

    name: str
    """As it was given on the command line."""
    folder: Path
    commit: str = ""
    clean: bool = False
    """Whether the files are those of the commit."""
    python: Path | None = None
    """Its interpreter, where that is not the one of its own environment."""

    @property
    def interpreter(self) -> Path:
        """The Python that runs it."""
        return self.python or self.folder / ".venv" / "bin" / "python"

    def environment(self) -> dict[str, str]:
        """Return the variables that its processes run with: the same on both sides, but for the folder."""
        passed = {
            name: value for name, value in os.environ.items() if not name.startswith(("BORNES_", "LC_", "PYTHON"))
        }
        # The program of that checkout, and the scripts of this one.
        paths = os.pathsep.join(map(str, (self.folder / "src", ROOT, PRIORITY)))
        fixed = {"LANG": "C.UTF-8", "LANGUAGE": "en", "TZ": "UTC", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
        return {**passed, **fixed, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


def find_checkout(given: str) -> Checkout:
    """Return the checkout that is meant by a folder or a revision; a revision is cloned into ``build/compare``."""
    folder = Path(given).resolve()
    if (folder / "scripts" / "_setup.py").is_file():
        clean = not git(folder, "status", "--porcelain", "--untracked-files=normal")
        return Checkout(given, folder, git(folder, "rev-parse", "HEAD"), clean)
    try:
        commit = git(ROOT, "rev-parse", "--verify", "--quiet", f"{given}^{{commit}}")
    except CannotRun:
        raise CannotRun(f"{given}: neither a folder with a checkout nor a revision of this repository") from None
    folder = BUILD / commit[:12] / "checkout"
    if not (folder / ".git").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        git(ROOT, "clone", "--quiet", "--no-checkout", str(ROOT), str(folder))
        git(folder, "checkout", "--quiet", "--detach", commit)
    return Checkout(given, folder, commit, clean=True)


def prepare(checkout: Checkout) -> None:
    """Bring the environment of a checkout up to date, and compile its engine."""
    if checkout.python is not None:
        return
    command = [sys.executable, "-I", str(checkout.folder / "scripts" / "_setup.py"), "run"]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        raise CannotRun(f"{checkout.name}: .venv could not be set up")


def driver_of(checkout: Checkout) -> Path:
    """Return the driver of a checkout; for one from before there was a driver, the first that there was."""
    own = checkout.folder / DRIVER
    if own.is_file():
        return own
    added = git(ROOT, "log", "--diff-filter=A", "--format=%H", "--", DRIVER.as_posix()).split()
    if not added:
        raise CannotRun(f"{checkout.name} has no {DRIVER}, and no commit of this repository adds one")
    first = BUILD / "first_transcript.py"
    first.parent.mkdir(parents=True, exist_ok=True)
    first.write_text(git(ROOT, "show", f"{added[-1]}:{DRIVER.as_posix()}") + "\n", encoding="utf-8")
    return first


def git(folder: Path, *args: str) -> str:
    """Run git in a folder, and return what it prints."""
    done = subprocess.run(["git", "-C", str(folder), *args], capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotRun(f"git {' '.join(args)}: {done.stderr.strip() or 'failed'}")
    return done.stdout.strip()
