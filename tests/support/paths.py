"""Where the project lies whose tests these are."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "tests"
DOCS = ROOT / "docs"
GOLDEN = TESTS / "golden"
"""What must never change by accident."""
