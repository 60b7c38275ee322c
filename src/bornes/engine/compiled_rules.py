"""The rules as C integers, made once from ``Rules``: what the engine reads without touching a Python object."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from . import uncompiled as cython

from ..rules.cards import sorted_deck
from ..rules.ruleset import Rules

# What each word of the rules is to the engine.
WORDS = {
    "empty_draw_pile": {"play-out": 0, "reshuffle": 1, "stop": 2},
    "hazard_target": {"rolling": 0, "started-any-top": 1, "started-no-live": 2},
    "overshoot": {"discard": 0, "reject": 1, "allow": 2},
    "extra_turn": {"mandatory": 0, "optional": 1},
    "coup_fourre_scope": {"own": 0, "any": 1},
    "end_measure": {"miles": 0, "points": 1, "points-without-coups": 2},
    "exhaustion_winner": {"none": 0, "most-miles": 1},
    "exhaustion_tie": {"none": 0, "all": 1, "split": 2},
    "shut_out_rule": {"completer": 0, "nonblank-only": 1, "once": 2, "stacked": 3},
}


class CompiledRules:
    """One form's rules, readable without the GIL."""

    def __cinit__(self, rules: Rules) -> None:
        """Read the rules once; compiled, there is no object that has not read any."""
        # Only the very class: its values were checked when it was made, and cannot be others when they are read.
        if type(rules) is not Rules:
            raise TypeError(f"CompiledRules are made from Rules, not from {type(rules).__name__}")
        self.source = rules
        self.players = rules.players
        self.teams = rules.teams
        self.hand_size = rules.hand_size
        self.deck = bytes(sorted_deck(rules.deck))
        self.deck_size = len(self.deck)
        self.copies = list(rules.deck)  # of each kind

        self.take_discard = rules.take_discard
        self.free_discard = rules.free_discard
        self.rediscard = rules.rediscard
        self.empty_draw_pile = WORDS["empty_draw_pile"][rules.empty_draw_pile]
        self.fast_play = rules.fast_play
        self.exchange_min = rules.exchange_min
        self.early_stop = rules.early_stop
        self.forced_play = rules.forced_play
        self.turn_cap = rules.turn_cap

        self.hazard_target = WORDS["hazard_target"][rules.hazard_target]
        self.limit_on_limit = rules.limit_on_limit
        self.speed_limit = rules.speed_limit
        self.roll_after_remedy = rules.roll_after_remedy
        self.roll_after_safety = rules.roll_after_safety
        self.roll_after_end_of_limit = rules.roll_after_end_of_limit
        self.right_of_way_covers_limit = rules.right_of_way_covers_limit
        self.max_200s = rules.max_200s
        self.overshoot_allowed = rules.overshoot == "allow"

        self.optional_extra_turn = rules.extra_turn == "optional"
        self.extra_turn_after_exhaustion = rules.extra_turn_after_exhaustion
        self.coup_on_anyone = rules.coup_fourre_scope == "any"
        self.coup_on_limit = rules.coup_fourre_on_limit

        self.target = rules.target
        self.extension = rules.extension
        self.end_measure = WORDS["end_measure"][rules.end_measure]
        self.exhaustion_winner = WORDS["exhaustion_winner"][rules.exhaustion_winner]
        self.exhaustion_tie = WORDS["exhaustion_tie"][rules.exhaustion_tie]

        self.safety_points = rules.safety_points
        self.coup_fourre_points = rules.coup_fourre_points
        self.all_safeties_points = rules.all_safeties_points
        self.trip_points = rules.trip_points
        self.delayed_action_points = rules.delayed_action_points
        self.safe_trip_points = rules.safe_trip_points
        self.shut_out_points = rules.shut_out_points
        self.shut_out_rule = WORDS["shut_out_rule"][rules.shut_out_rule]
        self.extension_points = rules.extension_points
        self.extension_fails_on_exhaustion = rules.extension_fails_on_exhaustion

        # Where every discard is free nobody needs to look whether a play exists.
        self.discards_unchecked = rules.free_discard and rules.rediscard and not rules.forced_play
        # Where nothing but the draw pile can be chosen nobody is asked how to draw.
        self.draw_asked = rules.take_discard or rules.fast_play or self.optional_extra_turn

    if not cython.compiled:  # pragma: no branch - coverage sees only that build

        def __init__(self, rules: Rules) -> None:
            self.__cinit__(rules)

    def __reduce__(self) -> tuple[Any, ...]:
        """Give pickle the rules, which say it all."""
        return CompiledRules, (self.source,)

    def __copy__(self) -> CompiledRules:
        """Return the object itself, since nothing changes it."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> CompiledRules:
        """Return the object itself, as ``__copy__`` does."""
        return self
