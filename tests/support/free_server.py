"""``python -m tests.support.free_server serve …``: a server whose tables have no limits, so that tests are quick."""

from __future__ import annotations

from bornes.cli import main
from bornes.tables import table_limits

__all__ = ["main"]

table_limits.ONLINE_LIMITS = table_limits.NO_LIMITS  # before a server is imported


if __name__ == "__main__":
    main()
