"""Rules as nobody has written them: every printed form, and house rules at random.

Values are drawn field by field, without regard for each other; ``mended`` then changes as little as it takes to make
them go together.  For hypothesis there are strategies, for long seeded runs the same from a generator.

Every run tries the same examples, so that a failure is never a matter of luck.  ``BORNES_EXPLORE=20`` in the
environment tries twenty times as many, and others; ``BORNES_QUICK=1``, which ``scripts/test --quick`` sets, an eighth.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from bornes import COMPILED, Card, Rules, RulesError
from bornes.rules.cards import sorted_deck
from bornes.rules.editions import all_forms
from bornes.rules.ruleset import FIELDS, choices

EXPLORE = int(os.environ.get("BORNES_EXPLORE", "0"))
QUICK = os.environ.get("BORNES_QUICK") == "1"


def effort(examples: int) -> int:
    """Return how many examples to try: so many on the compiled engine, fewer on the plain one and in a hurry."""
    return max(1, examples if COMPILED and not QUICK else examples // 8) * max(1, EXPLORE)


def tried(examples: int, **more: Any) -> settings:
    """Tell hypothesis how to try a property."""
    return settings(
        max_examples=effort(examples),
        deadline=None,
        derandomize=not EXPLORE,
        database=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        **more,
    )


PRINTED: tuple[Rules, ...] = tuple(
    book.rules(form.players, partners=form.partners, short=form.short) for book, form in all_forms()
)
"""All forms of all editions, as their rulebooks have them."""

_POINTS = (0, 100, 125, 300)
NUMBERS: dict[str, tuple[int, ...]] = {
    "hand_size": (1, 2, 3, 4, 5, 6),
    "exchange_min": (0, 1, 2, 3, 6),
    "turn_cap": (0, 1, 25, 100, 250),
    "speed_limit": (25, 50, 60, 75, 100, 200),
    "max_200s": (0, 1, 2, 3, 4),
    "target": (25, 100, 200, 400, 700, 975, 1000),
    "game_goal": (0, 500, 1500, 5000),
    **{name: _POINTS for name in FIELDS if name.endswith("_points")},
}
FORM = ("edition", "players", "teams")
"""What a house rule does not change."""
OPTIONS: dict[str, tuple[Any, ...]] = {
    name: choices(name) or NUMBERS[name] for name in FIELDS if name not in (*FORM, "deck")
}
"""What the tests try for each rule but the deck."""
MOST_OF_A_KIND = 10
ONCE = 4
"""So many kinds, the safeties at the end, exist once at most."""

MENDS: dict[str, dict[str, Any]] = {
    "end_measure": {"overshoot": "allow"},
    "extension": {"extension": False},
    "extension_points": {"extension_points": 0},
    "extension_fails_on_exhaustion": {"extension_fails_on_exhaustion": False},
    "coup_fourre_on_limit": {"coup_fourre_on_limit": False},
    "rediscard": {"take_discard": True},
    "early_stop": {"empty_draw_pile": "play-out"},
    "forced_play": {"empty_draw_pile": "play-out"},
    "extra_turn_after_exhaustion": {"empty_draw_pile": "play-out"},
    "turn_cap": {"turn_cap": 150},
    "exhaustion_winner": {"trip_points": 400},
    "exhaustion_tie": {"exhaustion_winner": "most-miles"},
    "shut_out_rule": {"shut_out_points": 500},
    "exchange_min": {"fast_play": True},
    "dealer_rotation": {"dealer_rotation": "left"},
}
"""What to change where RulesError names a rule as the one that does not fit: rather something it needs than itself."""


def mended(printed: Rules, house: Mapping[str, Any]) -> Rules:
    """Return the printed rules with these house rules, those changed that cannot stand beside the others."""
    changes = dict(house)
    mends = {**MENDS, "deck": {"deck": printed.deck}}
    for _ in mends:
        try:
            return printed.replace(**changes)
        except RulesError as error:
            changes |= mends[error.field]
    raise AssertionError(f"these house rules cannot be mended: {house}")


def random_rules(luck: Random) -> Rules:
    """Make up rules: a printed form with up to eighteen house rules, sometimes with a deck of its own."""
    printed = luck.choice(PRINTED)
    names = luck.sample(sorted(OPTIONS), luck.randint(0, 18))
    house = {name: luck.choice(OPTIONS[name]) for name in names}
    if luck.random() < 0.4:
        most = luck.randint(1, MOST_OF_A_KIND)
        house["deck"] = tuple(luck.randint(0, min(n, most)) for n in _most_of_each())
    return mended(printed, house)


def cramped_rules(luck: Random) -> Rules:
    """Rules with a handful of cards and a short trip, where every deal comes to the last card or near it."""
    rules = random_rules(luck)
    hand_size = luck.randint(1, 2)
    two_of_each = [*Card, *list(Card)[:-ONCE]]
    kept = luck.sample(two_of_each, rules.players * hand_size + luck.randint(0, 6))
    return rules.replace(
        hand_size=hand_size,
        target=luck.choice((25, 50, 100, 200)),
        deck=tuple(kept.count(card) for card in Card),
        turn_cap=min(rules.turn_cap, 40),
    )


def shuffled(rules: Rules, luck: Random) -> list[Card]:
    """Return the deck of these rules in some order."""
    deck = list(sorted_deck(rules.deck))
    luck.shuffle(deck)
    return deck


def printed_rules() -> st.SearchStrategy[Rules]:
    """Draw the rules of some form of some edition, as printed."""
    return st.sampled_from(PRINTED)


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Any rules whatever; simpler means fewer house rules."""
    options: dict[str, st.SearchStrategy[Any]] = {name: st.sampled_from(OPTIONS[name]) for name in OPTIONS}
    decks = st.tuples(*(st.integers(0, most) for most in _most_of_each()))
    house = draw(st.fixed_dictionaries({}, optional={**options, "deck": decks}))
    return mended(draw(printed_rules()), house)


def any_rules() -> st.SearchStrategy[Rules]:
    """Printed or not; the last ones stray far from the rulebooks, the first ones shrink to what matters."""
    return st.one_of(printed_rules(), house_rules(), lucks().map(random_rules), lucks().map(cramped_rules))


def lucks() -> st.SearchStrategy[Random]:
    """Generators for everything that is not worth shrinking: the order of a deck, the moves of a deal."""
    return st.integers(0, 2**32 - 1).map(Random)


def _most_of_each() -> tuple[int, ...]:
    return (*[MOST_OF_A_KIND] * (len(Card) - ONCE), *[1] * ONCE)
