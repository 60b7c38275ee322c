"""Packages of others that bring bots, as an installer would leave them in a folder."""

from __future__ import annotations

from pathlib import Path

GOOD = """
class Maker:
    name = "{bot}"
    def __init__(self, seed, pace=1):
        self.seed, self.pace = seed, pace
    def choose(self, view):
        return list(view.legal_moves)[-1]
"""
"""A bot that makes the last of its legal moves."""


def bring(folder: Path, bot: str, source: str = GOOD, *, package: str = "", target: str = "Maker") -> None:
    """Leave a package there that brings one bot, made by the target in a module with this source."""
    package = package or f"bornes-{bot}"
    module = f"a_module_of_{package.replace('-', '_')}"
    (folder / f"{module}.py").write_text(source.replace("{bot}", bot), encoding="utf-8")
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[bornes.bots]\n{bot} = {module}:{target}\n", encoding="utf-8")
