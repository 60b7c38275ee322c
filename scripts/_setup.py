"""Make `.venv` what the scripts need: `_setup.py run` for the command, `_setup.py test` for everything.

Only the standard library is used, since this runs before anything is installed. There are two layers: the
pinned dependencies, and Bornes itself, installed in place with its engine compiled. Each leaves a stamp in
`.venv` with a hash of all that it was made from, and is made again when, and only when, that changed.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
DEPENDENCIES = VENV / "bornes-dependencies.stamp"
BUILD = VENV / "bornes-build.stamp"


def main(kind: str) -> None:
    if ready(kind):
        return
    with lock():
        # Asked again: another script may have done the work while this one waited.
        kind = widest(kind)
        if read(DEPENDENCIES) != dependencies_stamp(kind):
            install_dependencies(kind)
        if read(BUILD) != build_stamp():
            install_bornes()


def ready(kind: str) -> bool:
    return read(DEPENDENCIES) == dependencies_stamp(widest(kind)) and read(BUILD) == build_stamp()


def widest(kind: str) -> str:
    """An environment made for the tests holds all that the command needs, and is never cut down to that."""
    return "test" if read(DEPENDENCIES).startswith("test") else kind


@contextmanager
def lock() -> Iterator[None]:
    """One set-up at a time. The lock is on this file: `.venv` is replaced along the way."""
    with Path(__file__).open("ab") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up of .venv to finish")
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


# Stamps


def read(stamp: Path) -> str:
    # An update of the system may have taken away the Python that the environment links to.
    return stamp.read_text() if stamp.exists() and PYTHON.exists() else ""


def dependencies_stamp(kind: str) -> str:
    # An environment neither outlives its Python nor moves with its folder.
    return f"{kind} {digest([requirements(kind)], sys.version, str(ROOT))}"


def build_stamp() -> str:
    settings = [f"{name}={os.environ.get(name)}" for name in ("BORNES_PURE", "CC", "CFLAGS")]
    compiler = shutil.which(os.environ.get("CC") or "cc")  # one installed since deserves another try
    return digest([ROOT / "pyproject.toml", ROOT / "setup.py", *build_sources()], f"{compiler}", *settings)


def build_sources() -> list[Path]:
    """What extensions and catalogues are made from; other modules run in place as they are."""
    pxds = sorted((ROOT / "src").rglob("*.pxd"))
    modules = [module for pxd in pxds if (module := pxd.with_suffix(".py")).exists()]
    return [*pxds, *modules, *sorted((ROOT / "src").rglob("*.po"))]


def digest(files: Iterable[Path], *facts: str) -> str:
    whole = hashlib.sha256()
    for file in files:
        whole.update(f"{file.relative_to(ROOT)} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    whole.update("\n".join(facts).encode())
    return whole.hexdigest()


# Layers


def requirements(kind: str) -> Path:
    return ROOT / "requirements" / f"{kind}.txt"


def install_dependencies(kind: str) -> None:
    # Tests add to what the command needs. After any other change, only a fresh start leaves nothing stale.
    grows = kind == "test" and read(DEPENDENCIES) == dependencies_stamp("run")
    DEPENDENCIES.unlink(missing_ok=True)
    if not grows:
        say(f"making .venv with Python {sys.version.split()[0]}")
        make_venv()
    say(f"installing {requirements(kind).relative_to(ROOT)}")
    run(*installer(), "--require-hashes", "-r", requirements(kind))
    DEPENDENCIES.write_text(dependencies_stamp(kind))


def make_venv() -> None:
    # This may be running on the .venv that is about to be replaced.
    python = getattr(sys, "_base_executable", sys.executable)
    if uv := shutil.which("uv"):
        run(uv, "venv", "--quiet", "--clear", "--no-python-downloads", "--python", python, VENV)
    else:
        run(python, "-m", "venv", "--clear", VENV)


def install_bornes() -> None:
    stamp = build_stamp()
    BUILD.unlink(missing_ok=True)
    remove_extensions()
    say("installing bornes and compiling its engine")
    # Apart from the dependencies: neither tool takes a folder when it asks for hashes.
    own = ["--reinstall-package", "bornes"] if shutil.which("uv") else ["--no-index"]
    run(*installer(), "--no-deps", "--no-build-isolation", *own, "--editable", ROOT)
    BUILD.write_text(stamp)
    if os.environ.get("BORNES_PURE") != "1" and not all(map(is_compiled, compiled_modules())):
        say("warning: the engine was not compiled and is a hundred times slower; is there a C compiler?")
        say("to see what went wrong: .venv/bin/python setup.py build_ext --inplace")


def compiled_modules() -> list[Path]:
    return [source for source in build_sources() if source.suffix == ".py"]


def is_compiled(module: Path) -> bool:
    return any(module.parent.glob(f"{module.stem}.*.so"))


def remove_extensions() -> None:
    """An old extension would be imported in place of a module that is compiled no more, or could not be."""
    for extension in (ROOT / "src").rglob("*.so"):
        extension.unlink()


# Tools


def installer() -> list[str | Path]:
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--quiet", "--python", PYTHON]
    if subprocess.run([PYTHON, "-c", "import pip"], capture_output=True).returncode:
        run(PYTHON, "-m", "ensurepip")  # uv made this environment, and is gone
    return [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]


def run(*command: str | Path) -> None:
    """Run a tool silently; show what it said when it fails."""
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        sys.exit(f"{result.stdout}\nbornes: this command failed: {' '.join(map(str, command))}")


def say(message: str) -> None:
    print(f"bornes: {message}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit(130)
