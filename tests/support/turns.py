"""Small steps that many tests take: every form of an edition, drawing, throwing a card away."""

from __future__ import annotations

from typing import Any

from bornes import Deal, Phase, Rules, edition


def every_form(name: str, **house: Any) -> list[Rules]:
    """Return the rules of all forms of an edition, with house rules."""
    book = edition(name)
    forms = [book.rules(form.players, partners=form.partners, short=form.short) for form in book.forms]
    return [rules.replace(**house) for rules in forms]


def draw(deal: Deal) -> Deal:
    """Draw from the draw pile where the rulebook asks how to draw; elsewhere the card is drawn already."""
    if deal.phase is Phase.DRAW:
        deal.play("draw")
    return deal


def throw_away(deal: Deal) -> None:
    """Take a turn that changes nothing on the table: draw, and discard the first card."""
    draw(deal)
    assert deal.seat is not None
    deal.play(f"-{deal.hand(deal.seat)[0].notation}")
