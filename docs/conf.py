"""Sphinx settings; `scripts/check` builds these pages with warnings as errors."""

from importlib.metadata import version as installed_version

project = "Bornes"
author = "the Bornes developers"
copyright = f"2026, {author}"
version = release = installed_version("bornes")

extensions = ["myst_parser"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"Bornes {version}"
