"""Sphinx settings; `scripts/check` builds these pages with warnings as errors."""

from importlib.metadata import version as installed_version
from pathlib import Path
from shutil import copy

from sphinx.application import Sphinx

project = "Bornes"
author = "the Bornes developers"
copyright = f"2026, {author}"
version = release = installed_version("bornes")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

# The reference is made from the docstrings: what has none is left out, and a test asks for it.
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"Bornes {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/stone.svg"
html_copy_source = False
html_theme_options = {
    "light_logo": "logo-light.svg",
    "dark_logo": "logo-dark.svg",
    "sidebar_hide_name": True,
    "light_css_variables": {
        "color-brand-primary": "#17468f",
        "color-brand-content": "#17559c",
        "color-brand-visited": "#7b3f94",
        "color-background-primary": "#fdf9ee",
        "color-background-secondary": "#efe7d2",
        "color-foreground-primary": "#1b2230",
        "color-foreground-secondary": "#565c6b",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f7c325",
        "color-brand-content": "#7ab3f5",
        "color-brand-visited": "#d3a0ea",
        "color-background-primary": "#101827",
        "color-background-secondary": "#1a2436",
        "color-foreground-primary": "#f4eddb",
        "color-foreground-secondary": "#aab4c6",
    },
}


def setup(app: Sphinx) -> None:
    """Copy the images of ``<picture>`` elements, because Sphinx doesn't look for images in HTML."""
    app.connect("build-finished", copy_pictures)


def copy_pictures(app: Sphinx, error: Exception | None) -> None:
    """Copy the diagrams of the architecture page next to the page."""
    if error is None and app.builder.format == "html":
        folder = Path(app.outdir, "pictures")
        folder.mkdir(exist_ok=True)
        for picture in Path(app.srcdir, "pictures").glob("architecture-*.svg"):
            copy(picture, folder)
