"""The order of the cards: shuffled from seeds, or given and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from ..base.translatable import N_, TranslatableError
from ..rules.cards import Card, sorted_deck
from ..rules.ruleset import Rules
from .fair import Seeds, shuffle
from .position import cards

Chance = Callable[[Sequence[Card], int], Sequence[Card]]
"""Shuffles sorted discards; the number counts the reshuffles of the deal from 1."""


class DeckError(TranslatableError, ValueError):
    """Cards that do not make up the deck, or the discards, of the game."""


def shuffled_deck(rules: Rules, seeds: Seeds, number: int) -> tuple[tuple[Card, ...], Chance]:
    """Return the deck of a deal as its seeds shuffle it, and what shuffles its discards."""
    if not isinstance(seeds, Seeds):
        raise TypeError(f"seeds must be Seeds, not {type(seeds).__name__}; Seeds.of(7, 1) makes some from a number")
    seeds.check_seats(rules.players)
    return shuffle(sorted_deck(rules.deck), seeds, number, 0), partial(_reshuffled, seeds, number)


def _reshuffled(seeds: Seeds, number: int, discards: Sequence[Card], reshuffle: int) -> Sequence[Card]:
    """Return the order in which a deal's seeds bring its discards back."""
    return shuffle(discards, seeds, number, reshuffle)


def checked_deck(rules: Rules, deck: Sequence[Card] | str) -> tuple[Card, ...]:
    """Return a given deck as cards, if it is the deck of these rules."""
    if not isinstance(deck, Sequence):
        raise TypeError(f"deck must be cards in order, or their notation, not {type(deck).__name__}")
    given = cards(deck)
    check_same_cards(
        N_("the deck must hold {right} cards {card}, not {given}"), given, Counter(sorted_deck(rules.deck))
    )
    return given


def check_same_cards(refusal: str, given: tuple[Card, ...], right: Counter[Card]) -> None:
    """Refuse cards that are not the right ones, in whatever order, in these words."""
    counted = Counter(given)
    for card in Card:
        if counted[card] != right[card]:
            raise DeckError(refusal, right=right[card], card=card.notation, given=counted[card])
