"""Files of ours: the folders they lie in, how one is read that may be anything, written whole, and locked."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import ModuleType

from platformdirs import user_config_path, user_data_path

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # as on Windows
    fcntl = None

FOLDER_VARIABLE = "BORNES_DATA"
"""The environment variable that names one folder for games and choices."""
MAX_FILE_BYTES = 1 << 26
"""Enough for a hundred times the longest game."""


def data_folder() -> Path:
    """Return the folder in which games are kept."""
    return _overridden() or user_data_path("bornes", appauthor=False)


def config_folder() -> Path:
    """Return the folder in which choices are kept."""
    return _overridden() or user_config_path("bornes", appauthor=False)


def _overridden() -> Path | None:
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named).expanduser() if named else None


# -- reading and writing -------------------------------------------------------------------------------------------


def read_file(path: Path) -> bytes:
    """Return what a file holds; OSError says why it cannot be had.

    Whatever else may lie in a folder of ours is not opened, since a pipe is waited for and a device may never end.
    """
    check_file(path)
    with path.open("rb") as file:
        content = file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise _too_large(path)
    return content


def check_file(path: Path) -> None:
    """Raise OSError if a path is no regular file, is too large, or may not be read; the file is not opened."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "is not a file", str(path))
    if status.st_size > MAX_FILE_BYTES:
        raise _too_large(path)
    if not os.access(path, os.R_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _too_large(path: Path) -> OSError:
    return OSError(errno.EFBIG, f"is larger than {MAX_FILE_BYTES >> 20} MB", str(path))


def read_text_file(path: Path) -> str:
    """Return the text of a file; OSError says why it cannot be had, and ValueError that it is no text."""
    return read_file(path).decode()


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace a file so that, whatever happens meanwhile, either the old or the new content is there.

    Two may not write the same file at once; whoever calls this sees to that.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    sync_folder(path.parent)


def make_private(path: Path) -> None:
    """Make the file that is to replace this one readable for its owner only, from its first byte on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    new.chmod(0o600)


def sync_file(path: Path) -> None:
    """Wait until the content of a file is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def sync_folder(folder: Path) -> None:
    """See that what was put into the folder, or out of it, stays so when the power fails."""
    with suppress(OSError):  # not every system lets one do that with a folder
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


# -- locks ---------------------------------------------------------------------------------------------------------


DISK_FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})
"""Errors of a full disk. A lock still holds on one, but nobody can read who has it."""
NOT_WRITABLE_ERRNOS = DISK_FULL_ERRNOS | {errno.EROFS, errno.EACCES, errno.EPERM}
"""Errors of a folder where no file can be created, though files may be readable."""


class FileLockHeld(Exception):
    """Somebody else has the lock; ``holder`` says who, as far as that is known."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


class FileLock:
    """A file that only one process holds at a time, and that says which: two terminals do not play the same game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held = _open_locked(path)
        try:
            os.ftruncate(self._held, 0)
            os.write(self._held, _describe_process().encode())
        except OSError as error:
            if error.errno not in DISK_FULL_ERRNOS:  # what is no file; nobody is to find it held
                os.close(self._held)
                raise

    def release(self) -> None:
        """Let others have the lock; a second time does no harm."""
        if self._held < 0:
            return
        with suppress(OSError):
            self.path.unlink()
        os.close(self._held)
        self._held = -1


def _open_locked(path: Path) -> int:
    """Open the file and lock it; FileLockHeld where another process has."""
    if fcntl is None:
        return _create_exclusively(path)
    while True:
        opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)  # ours, or none
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_still(path, opened):
                return opened
        except BlockingIOError:
            holder = os.read(opened, 200).decode(errors="replace")
            os.close(opened)
            raise FileLockHeld(holder or "another process") from None
        except OSError:
            os.close(opened)
            raise
        os.close(opened)  # it was released, and so removed, between our two calls: once more


def _is_still(path: Path, opened: int) -> bool:
    """Say whether the path still leads to the file that was opened."""
    try:
        return os.path.samestat(path.stat(), os.fstat(opened))
    except FileNotFoundError:
        return False


def _create_exclusively(path: Path) -> int:
    """Create the file where files cannot be locked: whoever creates it has it, until it is removed."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        holder = path.read_text(encoding="utf-8", errors="replace") or "another process"
        raise FileLockHeld(f"{holder}; if no such process runs, delete {path}") from None


def _describe_process() -> str:
    parts = [f"process {os.getpid()}"]
    with suppress(OSError, ValueError, AttributeError):
        parts.append(f"on {os.ttyname(sys.stdin.fileno())}")
    parts.append(f"since {datetime.now():%Y-%m-%d %H:%M}")
    return " ".join(parts)
