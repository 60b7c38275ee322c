"""What a power cut would have left: the files of a process as they were last synced, worked out from its system calls.

A kill shows nothing about durability, since the system keeps what was written and not yet synced.  So ``strace`` notes
every write and every sync, and ``moments`` plays them again: a write counts only once its file was synced, and a
file is removed or renamed only once its folder was.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

CALLS = "pwrite64,write,fdatasync,fsync,ftruncate,unlink,rename"
_CALL = re.compile(r"(\d+) +(\w+)\((?:\d+<([^>]*)>)?(?:, )?(?:\"([^\"]*)\")?(.*?)\)? += (-?\d+).*")
_STDOUT = re.compile(r"\d+ +write\(1<")


class Moment(NamedTuple):
    """What somebody was told, and what was safe by then."""

    told: tuple[str, ...]
    """All lines of the standard output so far."""
    files: dict[Path, bytes]


def trace(command: Sequence[str], log: Path, *options: str, **named: object) -> subprocess.CompletedProcess[str]:
    """Run a command, and note its system calls."""
    watched = ["strace", "-f", "-y", "-xx", "-s", "100000", "-e", f"trace={CALLS}", *options, "-o", str(log)]
    return subprocess.run([*watched, *command], capture_output=True, text=True, check=False, **named)  # type: ignore[call-overload, no-any-return]


def moments(log: Path) -> Iterator[Moment]:
    """Yield a moment for each line that was told: who is told something may rely on it from then on."""
    told: list[str] = []
    written: dict[Path, bytearray] = {}
    synced: dict[Path, bytes] = {}
    moved: dict[Path, list[tuple[Path, Path | None]]] = {}
    """By folder, which files were renamed or removed there since it was synced."""
    for call in _whole_calls(log.read_text()):
        found = _CALL.fullmatch(call)
        if found is None or int(found[6]) < 0:
            continue
        name, path, text = found[2], Path(_bytes(found[3]).decode()), _bytes(found[4])
        if _STDOUT.match(call):
            told.append(text.decode().rstrip("\n"))
            yield Moment(tuple(told), dict(synced))
        elif name == "pwrite64":
            _put(written.setdefault(path, bytearray()), int(found[5].rsplit(", ", 1)[1]), text)
        elif name == "ftruncate":
            del written.setdefault(path, bytearray())[int(found[5]) :]
        elif name in ("fdatasync", "fsync") and path in written:
            synced[path] = bytes(written[path])
        elif name in ("fdatasync", "fsync"):
            for old, new in moved.pop(path, ()):
                safe = synced.pop(old, None)
                if new is not None and safe is not None:
                    synced[new] = safe
        elif name in ("unlink", "rename"):
            old = Path(text.decode())
            new = Path(_bytes(found[5].split('"')[1]).decode()) if name == "rename" else None
            content = written.pop(old, None)
            if new is not None and content is not None:
                written[new] = content
            moved.setdefault(old.parent, []).append((old, new))


def _whole_calls(text: str) -> Iterator[str]:
    """Yield calls in the order in which they ended, but what is told in the order in which that began."""
    begun: dict[str, str] = {}
    for line in text.splitlines():
        process = line.partition(" ")[0]
        if line.endswith("<unfinished ...>"):
            start = line.removesuffix("<unfinished ...>").rstrip()
            if _STDOUT.match(line):
                yield f"{start}) = 1"
            else:
                begun[process] = start
        elif "resumed>" in line:
            if process in begun:
                yield begun.pop(process) + line.partition("resumed>")[2]
        else:
            yield line


def _bytes(text: str | None) -> bytes:
    return bytes.fromhex((text or "").replace("\\x", ""))


def _put(file: bytearray, at: int, content: bytes) -> None:
    if len(file) < at:
        file += bytes(at - len(file))
    file[at : at + len(content)] = content
