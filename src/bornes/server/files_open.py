"""How many files and connections this process may have open."""

from __future__ import annotations

from contextlib import suppress


def allow_files(wanted: int) -> None:
    """Let this process have so many open, as far as the system allows: the usual limit is a thousand."""
    try:
        import resource
    except ImportError:  # elsewhere there is no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
