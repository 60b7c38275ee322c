"""``python -m bornes``: the same as the command ``bornes``."""

from .cli import main

main()
