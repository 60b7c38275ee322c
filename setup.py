"""What pyproject.toml cannot say: compile the engine and the catalogues of words.

The engine's modules are ordinary Python; each that has a `.pxd` beside it becomes an extension. Where no C
compiler works, or with BORNES_PURE=1, the plain modules are installed and run instead.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path
from sysconfig import get_config_var

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
# -g0: Python's own flags ask for debugging symbols, which are most of the size of an extension.
# -ffp-contract=off: a sum fused with its product would round otherwise than plain Python does.
FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # the C types come from the .pxd; annotations are for readers and mypy
    "infer_types": True,  # without it locals of nogil functions would be Python objects
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    # Doors that C types cannot keep by themselves:
    "allow_none_for_extension_args": False,  # None is no State: refused at every door
    "binding": False,  # a method called on an object of another type is refused, not obeyed
    "auto_pickle": False,  # what has no __reduce__ of ours refuses to be copied
    "embedsignature": True,  # which signatures need, without binding
    "embedsignature.format": "clinic",
}


def compiled_modules() -> list[Path]:
    return [path for pxd in sorted(SOURCE.rglob("*.pxd")) if (path := pxd.with_suffix(".py")).exists()]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def has_compiler() -> bool:
    """Ask before Cython works for half a minute on what nobody could compile."""
    if sys.platform == "win32":  # where setuptools finds it in other ways
        return True
    command = shlex.split(os.environ.get("CC") or get_config_var("CC") or "cc")
    return shutil.which(command[0]) is not None


def extensions() -> list[Extension]:
    if os.environ.get("BORNES_PURE") == "1" or not has_compiler():
        return []
    return [
        Extension(module_name(path), [str(path)], extra_compile_args=FLAGS, optional=True)
        for path in compiled_modules()
    ]


class CompileEngine(build_ext):
    """Makes C of the modules when they are compiled, and not in each of the steps that an installation takes."""

    def run(self) -> None:
        from Cython.Build import cythonize

        made = cythonize(
            [Extension(extension.name, extension.sources) for extension in self.extensions],
            include_path=[str(SOURCE)],
            build_dir="build/cython",
            compiler_directives=DIRECTIVES,
            force=True,  # Cython compares times only, and does not see that a directive changed
        )
        sources = {extension.name: extension.sources for extension in made}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        super().run()


def compile_catalogues() -> None:
    for po in sorted(SOURCE.rglob("*.po")):
        try:
            with po.open("rb") as source:
                catalogue = read_po(source)
        except (PoFileError, ValueError) as error:
            raise SystemExit(f"bornes: {po}: {error}") from error
        with po.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)


if __name__ == "__main__":  # the benchmark reads the flags
    compile_catalogues()
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": CompileEngine},
        options={"build_ext": {"parallel": os.cpu_count()}},
    )
