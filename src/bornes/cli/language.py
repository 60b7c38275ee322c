"""The language in which the game is told."""

from __future__ import annotations

import click

from .group import Failure


def language(text: str) -> str:
    """A language that there are words for."""
    from ..words import CatalogueNotCompiled, UnknownLanguage, Words

    try:
        return Words(text).language
    except UnknownLanguage as error:
        raise click.UsageError(str(error)) from None
    except CatalogueNotCompiled as error:
        raise Failure(str(error)) from None


def complete_language(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The languages that begin so."""
    from ..words import available_languages

    return [known for known in available_languages() if known.startswith(incomplete)]


def _of_the_system() -> str:
    from ..words import language_of_system

    return language_of_system()


lang_option = click.option(
    "--lang",
    type=language,
    shell_complete=complete_language,
    default=_of_the_system,
    metavar="LANGUAGE",
    help="en or fr.  [default: that of the system]",
)
"""--lang"""
