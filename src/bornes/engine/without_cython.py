"""What ``import cython`` offers the playouts, for plain Python on a machine without Cython."""

from __future__ import annotations

from contextlib import nullcontext

nogil: nullcontext[None] = nullcontext()
"""There is no GIL to release where nothing is compiled."""

compiled = False
