"""``bornes howto``: how to play, in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .group import print_json
from .options import edition_argument, form_options, json_option, lang_option, played_edition_option, rules_of

if TYPE_CHECKING:
    from ..guide.text_blocks import GuidePage
    from ..i18n import Translator


@click.command()
@edition_argument
@played_edition_option
@form_options
@lang_option
@json_option
def howto(lang: str, as_json: bool, **form: Any) -> None:
    """Explain how to play, in a page.

    The aim, a turn, the cards and what answers them, the coup fourré, the score and an example, by the rules of an
    edition and in its words. House rules change what is said.

    \b
    Examples:
      bornes howto
      bornes howto asmodee --players 4
      bornes howto dujardin --lang fr
      bornes howto parker-1962 --rule hand_size=5
    """
    from ..guide.how_to_play import howto as written
    from ..i18n import Translator

    chosen = rules_of(**form)
    words = Translator(lang, chosen.edition)
    page = written(chosen, words)
    if as_json:
        print_json({"howto": page.as_dict()})
    else:
        _show(page, words)


def _show(page: GuidePage, words: Translator) -> None:
    from rich.text import Text

    from ..terminal.guide_text import laid_out
    from .output import console, print_indented, print_table

    out = console()
    out.print(page.title, style="bold")
    for parts in laid_out(page, words):
        out.print()
        for part in parts:
            if isinstance(part, Text):
                print_indented(out, part, "")
            else:
                print_table(out, part)
