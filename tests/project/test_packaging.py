"""Bornes as others get it: built, installed from what was built, and set up from a fresh checkout.

Everything happens on copies outside the checkout, with none of this run's settings. An install takes seconds,
so each is made once and looked at by several tests.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.pages import FIRST_BOT, passages
from tests.support.paths import ROOT

pytestmark = [pytest.mark.packaging, pytest.mark.compiled_only, pytest.mark.xdist_group("packaging")]

PLAY = ["sim", "--deals", "20", "--json", "parker-1962"]
PIN = re.compile(r"^(\S+==[^\\]+?)\s*\\$", re.MULTILINE)

Environment = Mapping[str, str]


def run(*command: str | Path, env: Environment, cwd: Path) -> subprocess.CompletedProcess[str]:
    result = subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True)
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result


def files_below(folder: Path) -> dict[str, int]:
    """Every file and when it was last written, but for the bytecode that any start may add."""
    return {
        str(path): path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def base_python() -> Path:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return Path(sys.base_prefix, "bin", version)


@pytest.fixture(scope="session")
def environment(workshop: Path) -> Environment:
    """The caller's environment, less what would make the copies behave as this run does.

    What is compiled a second time comes from the first: the compiler is most of the work, and the same each time.
    """
    ours = ("BORNES_", "COV", "PYTEST", "PYTHON", "CC", "CFLAGS", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    compiler = workshop / "cc"
    compiler.write_text(
        THRIFTY.format(python=base_python(), cc=shutil.which((os.environ.get("CC") or "cc").split()[0]))
    )
    compiler.chmod(0o755)
    return {**kept, "CC": str(compiler)}


THRIFTY = """#!{python} -S
import hashlib, os, pathlib, shutil, subprocess, sys
asked = ["-O0" if one.startswith("-O") else one for one in sys.argv[1:]]
sources = [one for one in asked if one.endswith(".c") and one.startswith("build/cython")]
if "-c" not in asked or len(sources) != 1:
    os.execv("{cc}", ["{cc}", *asked])
target = asked[asked.index("-o") + 1]
flags = [one for one in asked if one.startswith(("-O", "-g", "-f", "-D"))]
whole = hashlib.sha256(" ".join(flags).encode() + pathlib.Path(sources[0]).read_bytes()).hexdigest()
made = pathlib.Path(__file__).with_name(whole + ".o")
if not made.exists():
    subprocess.run(["{cc}", *asked], check=True)
    shutil.copy(target, made)
shutil.copy(made, target)
"""
"""A C compiler that remembers what it has compiled, and makes nothing fast: nobody waits for it here."""


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("packaging")


@pytest.fixture(scope="session")
def bare_path(workshop: Path) -> str:
    """A PATH for a machine with Python and next to nothing else: neither uv nor a C compiler."""
    folder = workshop / "bare"
    folder.mkdir()
    (folder / "python3").symlink_to(base_python())
    (folder / "dirname").symlink_to(shutil.which("dirname") or "dirname")
    return str(folder)


def project_files() -> list[str]:
    """What a clone would hold, with the changes that are not committed yet."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [name for name in listed.split("\0") if (ROOT / name).is_file()]


def checkout(target: Path) -> Path:
    for name in project_files():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target


# What is built


@pytest.fixture(scope="session")
def built(workshop: Path, environment: Environment) -> Path:
    """The folder of a source distribution and of the wheel that was built from it."""
    source = checkout(workshop / "source")
    target = workshop / "dist"
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", target, env=environment, cwd=source)
    return target


def package_files() -> set[str]:
    return {name.removeprefix("src/") for name in project_files() if name.startswith("src/")}


def test_the_wheel_holds_the_package_compiled(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
    made = {name for name in names if name.endswith((".so", ".mo"))}
    assert names - made == package_files()
    makings = {name for name in names if name.endswith((".pxd", ".po"))}
    assert {name.partition(".")[0] for name in made} == {name.partition(".")[0] for name in makings}


def test_the_source_distribution_is_a_checkout_with_all_that_the_tests_read(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        files = {member.name.partition("/")[2]: member.mode for member in opened.getmembers() if member.isfile()}
    ours = set(project_files()) - {".gitignore"}
    assert {name.partition("/")[0] for name in ours} >= {"tests", "examples", "docs", "scripts", "benchmarks"}
    assert ours - set(files) == set()
    more = {name for name in set(files) - ours if ".egg-info/" not in name}
    assert more == {"PKG-INFO", "setup.cfg"}, "which the build adds"
    assert [name for name in ours if name.startswith("scripts/") and os.access(ROOT / name, os.X_OK)] == [
        name for name in ours if name.startswith("scripts/") and files[name] & 0o100
    ]


# What is installed


def install(archive: Path, venv: Path, environment: Environment) -> Path:
    """Install with pip alone, in an empty environment, what the archive asks for; return the command."""
    constraints = venv.with_suffix(".txt")
    constraints.write_text("\n".join(re.sub(r"\[.*]", "", pin) for pin in sorted(pins("run"))))  # none may have extras
    outside = venv.parent
    run(base_python(), "-m", "venv", venv, env=environment, cwd=outside)
    run(venv / "bin" / "pip", "install", "-c", constraints, archive, env=environment, cwd=outside)
    return venv / "bin" / "bornes"


@pytest.fixture(scope="session")
def from_wheel(built: Path, workshop: Path, environment: Environment) -> Path:
    """The command in an environment that holds the wheel and what it asks for."""
    (wheel,) = built.glob("*.whl")
    return install(wheel, workshop / "from-wheel", environment)


def test_the_wheel_plays(from_wheel: Path, workshop: Path, environment: Environment) -> None:
    bornes = from_wheel
    assert "0.1.0" in run(bornes, "--version", env=environment, cwd=workshop).stdout
    played = run(bornes, *PLAY, env=environment, cwd=workshop)
    assert json.loads(played.stdout)
    assert played.stderr == ""
    assert not list((workshop / "from-wheel").rglob("Cython"))


def test_the_source_distribution_plays_without_a_compiler_and_says_so(
    built: Path, workshop: Path, environment: Environment
) -> None:
    (archive,) = built.glob("*.tar.gz")
    bornes = install(archive, workshop / "from-source", {**environment, "CC": "/nonexistent"})
    played = run(bornes, *PLAY, env=environment, cwd=workshop)
    assert json.loads(played.stdout)
    assert "uncompiled" in played.stderr.splitlines()[-1], "the warning is one line, and the last"


def test_the_page_on_the_first_bot_leads_where_it_says(
    from_wheel: Path, tmp_path: Path, environment: Environment
) -> None:
    """Every file is written and every command given as a reader would, and the figures are those of the page."""
    path = f"{from_wheel.parent}{os.pathsep}{environment['PATH']}"
    env = {**environment, "PATH": path, "PYTHONUTF8": "1", "COLUMNS": "100"}
    said = ""
    for passage in passages(FIRST_BOT, "python", "toml", "console", "text"):
        if passage.file:
            (tmp_path / passage.file).write_text(passage.text, encoding="utf-8")
        elif passage.language == "console":
            said = "".join(run("sh", "-c", command, env=env, cwd=tmp_path).stdout for command in passage.commands)
        else:
            assert [line for line in passage.text.splitlines() if line not in said.splitlines()] == []


# What is set up from a checkout


@pytest.fixture(scope="session")
def with_uv(workshop: Path, environment: Environment) -> tuple[Path, Environment]:
    """A checkout where uv is at hand, set up by two scripts that were started at once."""
    folder = checkout(workshop / "with-uv")
    tools = workshop / "uv"
    tools.mkdir()
    (tools / "uv").symlink_to(Path(sys.executable).with_name("uv"))
    env = {**environment, "PATH": f"{tools}{os.pathsep}{environment['PATH']}"}
    command = [str(folder / "scripts" / "bornes"), "--version"]
    both = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert all("0.1.0" in process.communicate()[0] for process in both)
    return folder, env


@pytest.fixture(scope="session")
def without_uv(workshop: Path, environment: Environment, bare_path: str) -> tuple[Path, Environment]:
    """A checkout on a machine that has neither uv nor a C compiler, set up."""
    folder = checkout(workshop / "without-uv")
    env = {**environment, "PATH": bare_path}
    del env["CC"]
    assert "0.1.0" in run(folder / "scripts" / "bornes", "--version", env=env, cwd=workshop).stdout
    return folder, env


@pytest.mark.parametrize("kind", ["with_uv", "without_uv"])
def test_a_second_start_installs_nothing(kind: str, request: pytest.FixtureRequest, workshop: Path) -> None:
    folder, env = request.getfixturevalue(kind)
    before = files_below(folder)
    again = run(folder / "scripts" / "bornes", "--version", env=env, cwd=workshop)
    assert again.stderr == "" or "compiled" in again.stderr
    assert files_below(folder) == before


def test_a_checkout_plays_compiled(with_uv: tuple[Path, Environment], workshop: Path) -> None:
    folder, env = with_uv
    played = run(folder / "scripts" / "bornes", *PLAY, env=env, cwd=workshop)
    assert json.loads(played.stdout)
    assert played.stderr == ""


def test_a_checkout_plays_without_a_compiler_and_says_so(without_uv: tuple[Path, Environment], workshop: Path) -> None:
    folder, env = without_uv
    played = run(folder / "scripts" / "bornes", *PLAY, env=env, cwd=workshop)
    assert json.loads(played.stdout)
    assert "uncompiled" in played.stderr.splitlines()[-1], "the warning is one line, and the last"


def test_a_changed_source_is_built_again_and_no_dependency_installed(
    without_uv: tuple[Path, Environment], workshop: Path
) -> None:
    folder, env = without_uv
    dependencies, build = (folder / ".venv" / f"bornes-{layer}.stamp" for layer in ("dependencies", "build"))
    before = dependencies.stat().st_mtime_ns, build.read_text()
    with (folder / "src" / "bornes" / "engine" / "compiled_rules.py").open("a") as module:
        module.write("# changed\n")
    changed = run(folder / "scripts" / "bornes", "--version", env=env, cwd=workshop)
    assert "installing bornes" in changed.stderr
    assert dependencies.stat().st_mtime_ns == before[0]
    assert build.read_text() != before[1]


def test_an_old_python_is_refused_by_name(tmp_path: Path, environment: Environment) -> None:
    (tmp_path / "scripts").mkdir()
    for name in ("bornes", "_setup.sh"):
        shutil.copy2(ROOT / "scripts" / name, tmp_path / "scripts" / name)
    (tmp_path / "dirname").symlink_to(shutil.which("dirname") or "dirname")
    (tmp_path / "python3").write_text("#!/bin/sh\nexit 1\n")  # as an old one answers
    (tmp_path / "python3").chmod(0o755)
    command = [tmp_path / "scripts" / "bornes"]
    bare = {**environment, "PATH": str(tmp_path)}
    refused = subprocess.run(command, env=bare, capture_output=True, text=True)
    assert refused.returncode == 1
    assert "Python 3.11 or newer is needed" in refused.stderr


# What is pinned


def pins(kind: str) -> set[str]:
    return set(PIN.findall((ROOT / "requirements" / f"{kind}.txt").read_text()))


def test_the_pins_for_tests_include_those_for_running() -> None:
    assert pins("run")
    assert pins("run") <= pins("test")


@pytest.mark.parametrize("kind", ["run", "test"])
def test_the_pins_name_no_place_to_load_from(kind: str) -> None:
    text = (ROOT / "requirements" / f"{kind}.txt").read_text()
    assert not re.search(r"://|--(extra-)?index|--find-links|^-e|^file:", text, re.MULTILINE)


def test_the_scripts_build_with_what_an_isolated_build_would_use() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]
