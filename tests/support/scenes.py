"""Scenes for the tests: a deal at one moment, with only what matters spelled out.

``scene(rules, hand="roll 100", tables={1: piles("roll")})`` gives the deciding seat these cards and team B an open
Battle pile; everybody else gets plain distance cards, and what is left of the deck becomes the draw pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bornes import Card, Deal, Phase, Piles, Position, Rules, edition, piles
from bornes.game.position import cards
from bornes.rules.cards import sorted_deck

__all__ = ["Card", "Deal", "Phase", "cards", "fresh", "piles", "rules_of", "scene"]

FILLER = (Card.D25, Card.D50, Card.D75, Card.D100, Card.ROLL, Card.GASOLINE, Card.SPARE_TIRE, Card.REPAIRS)
"""What hands are filled with where a test does not care: nothing that answers an attack except by fast play."""


def rules_of(name: str, players: int = 2, *, partners: bool | None = None, short: bool = False, **house: Any) -> Rules:
    """Return the rules of a form with house rules."""
    return edition(name).rules(players, partners=partners, short=short).replace(**house)


def scene(
    rules: Rules,
    *,
    hand: str = "",
    hands: Mapping[int, str] | None = None,
    tables: Mapping[int, Piles] | None = None,
    draw: str = "",
    discards: str = "",
    seat: int = 0,
    empty: bool = False,
    others: bool = True,
    **moment: Any,
) -> Deal:
    """Set up a deal at the moment described.

    ``hand`` belongs to the deciding seat, ``hands`` to others by seat; seats not named hold filler (or nothing, with
    ``others=False``).  ``draw`` is on top of the draw pile, in order; the rest of the deck lies below it, or with
    ``empty=True`` under the discards, so that the draw pile holds ``draw`` and nothing else.  Further keywords go to
    Position (phase, window, extended_by, extra, turn, …).
    """
    laid = tuple((tables or {}).get(team, Piles()) for team in range(rules.teams))
    held = {seat: cards(hand), **{other: cards(text) for other, text in (hands or {}).items()}}
    rest = Counter(sorted_deck(rules.deck))
    for named in (*held.values(), cards(draw), cards(discards), *(pile.cards for pile in laid)):
        rest.subtract(named)
    short = [card.notation for card, count in rest.items() if count < 0]
    assert not short, f"the scene asks for more {short} than the deck holds"
    for other in range(rules.players):
        if other not in held:
            held[other] = _fill(rest, rules.hand_size) if others else ()
    left = tuple(sorted(rest.elements()))
    position = Position(
        rules=rules,
        hands=tuple(held[seat] for seat in range(rules.players)),
        tables=laid,
        draw_pile=cards(draw) if empty else (*cards(draw), *left),
        discards=(*left, *cards(discards)) if empty else cards(discards),
        seat=seat,
        **moment,
    )
    return Deal.from_position(position)


def fresh(rules: Rules, *hands: str, draw: str = "", first: int = 0) -> Deal:
    """Begin a deal in which the seats, counted from the first, are dealt these hands.

    Hands may be shorter than dealt; filler makes up the rest.  ``draw`` is drawn first; the first turn has begun.
    """
    rest = Counter(sorted_deck(rules.deck))
    wanted = [list(cards(text)) for text in hands] + [[] for _ in range(rules.players - len(hands))]
    for named in (*wanted, cards(draw)):
        rest.subtract(named)
    assert min(rest.values()) >= 0, "the hands ask for more cards than the deck holds"
    for hand in wanted:
        hand += _fill(rest, rules.hand_size - len(hand))
    dealt = [hand[i] for i in range(rules.hand_size) for hand in wanted]
    return Deal(rules, [*dealt, *cards(draw), *sorted(rest.elements())], first=first)


def _fill(rest: Counter[Card], count: int) -> tuple[Card, ...]:
    taken: list[Card] = []
    for card in FILLER:
        while len(taken) < count and rest[card] > 0:
            rest[card] -= 1
            taken.append(card)
    assert len(taken) == count, "the deck has no filler left"
    return tuple(taken)
