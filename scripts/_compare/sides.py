"""Play one side of a comparison: run the workers in its checkout, and keep their transcripts by commit."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .checkouts import BUILD, CannotRun, Checkout, driver_of

_progress = re.compile(r"(\d+) of (\d+)")
ERROR_LINES = 20
"""Of what a worker complained, the last lines are shown."""


class Worker(NamedTuple):
    """A program that runs in a checkout and writes transcripts."""

    module: str
    """Its name in ``scripts._compare``; empty for the driver that lies in the checkout itself."""
    areas: tuple[str, ...]
    """The transcripts that it writes, each a file ``AREA.txt``."""


WORKERS = (
    Worker("", ("tables",)),
    Worker("play_records", ("records",)),
    Worker("play_http", ("http", "schema", "pages")),
    Worker("play_commands", ("json",)),
    Worker("play_help", ("help",)),
)
TRANSLATED = ("play_http", "play_commands")
"""Workers that speak to the program in tags, which ``--renames`` may change."""
AREAS = tuple(area for worker in WORKERS for area in worker.areas)


@dataclass(frozen=True)
class Plan:
    """What is played."""

    tables: int = 500
    areas: tuple[str, ...] = AREAS
    every: int = 1
    """Only every so many cases of the areas other than the tables; for tests of this script."""


@dataclass(frozen=True)
class Side:
    """One side of a comparison."""

    name: str
    """``old`` or ``new``."""
    checkout: Checkout
    transcripts: Path
    """The folder of its transcripts."""
    renames: Path | None = None
    """The table by which this side is spoken to in other words."""
    reuse: bool = False
    """Whether transcripts that are there already are taken."""

    def play(self, plan: Plan, tell: Callable[[str], None]) -> None:
        """Write the transcripts of a plan."""
        self.transcripts.mkdir(parents=True, exist_ok=True)
        for worker in WORKERS:
            wanted = [area for area in worker.areas if area in plan.areas]
            if not wanted or (self.reuse and all((self.transcripts / f"{area}.txt").exists() for area in wanted)):
                continue
            self._run(worker, plan, tell)

    def _run(self, worker: Worker, plan: Plan, tell: Callable[[str], None]) -> None:
        """Run a worker; its transcripts have their names once they are complete."""
        unfinished = self.transcripts / f"unfinished-{worker.areas[0]}"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        command = [str(self.checkout.interpreter), *self._command(worker, plan, unfinished)]
        complaints: list[str] = []
        with subprocess.Popen(
            command,
            cwd=self.checkout.folder,
            env=self.checkout.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
        ) as process:
            assert process.stderr is not None
            try:
                for line in process.stderr:
                    if _progress.fullmatch(line.strip()):
                        tell(f"{self.name}: {worker.areas[0]} {line.strip()}")
                    else:
                        complaints.append(line.rstrip())
            except BaseException:
                process.terminate()
                raise
        if process.returncode:
            said = "\n".join(complaints[-ERROR_LINES:])
            raise CannotRun(f"{self.name} ({self.checkout.name}): {worker.areas[0]} failed\n{said}")
        for area in worker.areas:
            (unfinished / f"{area}.txt").replace(self.transcripts / f"{area}.txt")
        unfinished.rmdir()

    def _command(self, worker: Worker, plan: Plan, folder: Path) -> Sequence[str]:
        if not worker.module:
            file = str(folder / f"{worker.areas[0]}.txt")
            return [*self._driver(), "--tables", str(plan.tables), "--out", file]
        # -P: the working folder has scripts of its own, which must not come first.
        renames = ["--renames", str(self.renames)] if self.renames and worker.module in TRANSLATED else []
        options = ["--out", str(folder), "--every", str(plan.every), *renames]
        return ["-P", "-m", f"scripts._compare.{worker.module}", *options]

    def _driver(self) -> Sequence[str]:
        """Return how to start the driver of the tables; by its path, since ``tests`` of this checkout come first."""
        code = "import runpy, sys; sys.argv.pop(0); sys.path.insert(0, {!r}); runpy.run_path({!r}, run_name='__main__')"
        return ["-c", code.format(str(self.checkout.folder), str(driver_of(self.checkout))), "transcript"]


def cache_of(checkout: Checkout, plan: Plan, renames: Path | None) -> Path | None:
    """Return where the transcripts of a commit are kept; None where the checkout is not what its commit says."""
    if not checkout.clean or not checkout.commit:
        return None
    made_from = hashlib.sha256(f"{sys.version} {plan.tables} {plan.every}".encode())
    for script in sorted(Path(__file__).parent.rglob("*.py")):
        made_from.update(script.read_bytes())
    if renames is not None:
        made_from.update(renames.read_bytes())
    return BUILD / checkout.commit[:12] / f"transcripts-{made_from.hexdigest()[:12]}"
