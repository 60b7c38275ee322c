"""A card in the opening hand in place of another: the same deal with and without it."""

from __future__ import annotations

from collections.abc import Sequence

from ...bots import playouts
from ...cards import Card
from ...engine.compiled_rules import CompiledRules
from ...engine.playout import Policy, Rng, deck_order
from ...engine.state import State
from ...position import compile_rules
from ...rules import Rules
from .gather import Notes, fresh_seed, luck_of

PLAYOUTS = 4
"""Of each opening, with the rest of the deck shuffled."""


def note_cards(
    rules: Rules, policy: Policy, cards: Sequence[Card], bare: Sequence[Rules], seed: int, deal: int, notes: Notes
) -> None:
    """Note what each card in the opening hand of seat 0 gains over the card that it takes the place of.

    ``bare`` are the same rules with ever fewer points, none of which a player looks at.  Number 0 is the whole gain,
    number 1 what is gone with the first of them, and so on; the last is what is left.
    """
    luck = luck_of(seed, deal)
    first = deal % rules.players
    order, same = deck_order(compile_rules(rules), seed, deal), fresh_seed(luck)
    ours = [i for i in range(rules.players * rules.hand_size) if (first + i) % rules.players == 0]
    for card in cards:
        without, with_it = _both(order, card, ours, luck)
        gains = [0] * (1 + len(bare))
        if with_it != without:
            counted_rules = [compile_rules(counted) for counted in (rules, *bare)]
            gains = [
                _edge(compiled, with_it, first, policy, same) - _edge(compiled, without, first, policy, same)
                for compiled in counted_rules
            ]
        parts = [gain - rest for gain, rest in zip(gains, [*gains[1:], 0], strict=True)]
        for number, gain in enumerate([gains[0], *parts]):
            notes.add(deal, (card, number), gain, PLAYOUTS)


def _both(order: list[int], card: Card, ours: list[int], luck: Rng) -> tuple[list[int], list[int]]:
    """The deck without the card in our hand and with it, which differ in two cards that change places.

    A card of which there are more may be in the hand besides.
    """
    theirs = [i for i in range(len(order)) if i not in ours]
    elsewhere = [i for i in theirs if order[i] == card]
    if elsewhere:
        return order, _swapped(order, ours[luck.below(len(ours))], elsewhere[luck.below(len(elsewhere))])
    here = [i for i in ours if order[i] == card]
    return _swapped(order, here[luck.below(len(here))], theirs[luck.below(len(theirs))]), order


def _swapped(order: list[int], one: int, other: int) -> list[int]:
    swapped = list(order)
    swapped[one], swapped[other] = order[other], order[one]
    return swapped


def _edge(compiled: CompiledRules, order: list[int], first: int, policy: Policy, seed: int) -> int:
    """Points of team 0 less the mean of the others, in parts of 1 / (teams - 1), over the playouts."""
    state = State(compiled)
    state.deal(order, first)
    totals = playouts(state, PLAYOUTS, policy, seed=seed).totals
    return compiled.teams * totals[0] - sum(totals)
