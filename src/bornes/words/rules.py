"""The rules table in words: a title for each field of Rules, and its values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import Card
from .catalogues import N_
from .names import Names

TITLES: dict[str, str] = {
    "edition": N_("Edition"),
    "players": N_("Players"),
    "teams": N_("Teams"),
    "deck": N_("Deck"),
    "hand_size": N_("Cards in hand"),
    "first_player": N_("First to play"),
    "dealer_rotation": N_("Next dealer"),
    "take_discard": N_("The top discard may be taken"),
    "free_discard": N_("Discarding while a card can be played"),
    "rediscard": N_("A discard just taken may be discarded again"),
    "empty_draw_pile": N_("Once the draw pile is empty"),
    "fast_play": N_("Fast play: immediate remedies and exchanges"),
    "exchange_min": N_("Cards in an exchange, at least"),
    "early_stop": N_("The play-out ends when nothing can be played"),
    "forced_play": N_("In the play-out, whoever can play must"),
    "turn_cap": N_("Turns, at most"),
    "hazard_target": N_("Hazards may stop a target that"),
    "limit_on_limit": N_("{speed_limit} on {speed_limit}"),
    "speed_limit": N_("Longest distance under {speed_limit}"),
    "roll_after_remedy": N_("{roll} needed after a remedy"),
    "roll_after_safety": N_("{roll} needed after a safety laid on its hazard"),
    "roll_after_end_of_limit": N_("{roll} needed after {end_of_limit}"),
    "right_of_way_covers_limit": N_("{right_of_way} covers {speed_limit}"),
    "max_200s": N_("200s per team, at most"),
    "overshoot": N_("A card that passes the target"),
    "extra_turn": N_("Extra turn for a safety"),
    "extra_turn_after_exhaustion": N_("Extra turn even when the draw pile is empty"),
    "coup_fourre_scope": N_("Coup fourré against a hazard on"),
    "coup_fourre_on_limit": N_("Coup fourré against {speed_limit}"),
    "target": N_("Length of the trip"),
    "extension": N_("Extension to {long_trip}"),
    "end_measure": N_("Counted towards the target"),
    "exhaustion_winner": N_("Winner when nobody arrives"),
    "exhaustion_tie": N_("If several are equally far"),
    "safety_points": N_("Each safety"),
    "coup_fourre_points": N_("Each coup fourré, on top of the safety"),
    "all_safeties_points": N_("All four safeties"),
    "trip_points": N_("Trip completed"),
    "delayed_action_points": N_("Delayed action"),
    "safe_trip_points": N_("Safe trip"),
    "shut_out_points": N_("Shut-out"),
    "shut_out_rule": N_("Shut-out is paid to"),
    "extension_points": N_("Extension"),
    "extension_fails_on_exhaustion": N_("An extension that nobody completes is lost"),
    "game_goal": N_("Length of the game"),
}
CHOICES: dict[str, dict[str, str]] = {
    "first_player": {"left-of-dealer": N_("left of the dealer"), "youngest": N_("the youngest")},
    "dealer_rotation": {"left": N_("the player on the left"), "stays": N_("the same player")},
    "empty_draw_pile": {
        "play-out": N_("hands are played out"),
        "reshuffle": N_("the discards are shuffled"),
        "stop": N_("play ends"),
    },
    "hazard_target": {
        "rolling": N_("is rolling"),
        "started-any-top": N_("has started, whatever is on top"),
        "started-no-live": N_("has started and is not stopped"),
    },
    "overshoot": {
        "discard": N_("becomes the discard"),
        "reject": N_("is refused"),
        "allow": N_("is allowed"),
    },
    "extra_turn": {"mandatory": N_("must be taken"), "optional": N_("may be declined")},
    "coup_fourre_scope": {"own": N_("one’s own team"), "any": N_("any team")},
    "end_measure": {
        "miles": N_("miles"),
        "points": N_("points"),
        "points-without-coups": N_("points without coups fourrés"),
    },
    "exhaustion_winner": {"none": N_("nobody"), "most-miles": N_("whoever has come farthest")},
    "exhaustion_tie": {
        "none": N_("none of them is paid"),
        "all": N_("each of them is paid"),
        "split": N_("they share the points"),
    },
    "shut_out_rule": {
        "completer": N_("the one who completes the trip"),
        "nonblank-only": N_("all who have driven"),
        "once": N_("all, if an opponent has not driven"),
        "stacked": N_("all, for each opponent who has not driven"),
    },
}
_LENGTHS = ("speed_limit", "target")
_ZEROS: dict[str, str] = {"turn_cap": N_("no limit"), "game_goal": N_("a single deal")}


def rule_title(field: str, names: Names) -> str:
    """Return a short title for a field of Rules."""
    return names.gettext(TITLES[field])


def rule_value(field: str, value: Any, names: Names) -> str:
    """Return the value of a field of Rules in words."""
    if field == "edition":
        return names.edition_title(value)
    if field == "deck":
        return _deck(value, names)
    if isinstance(value, bool):
        return names.gettext("yes") if value else names.gettext("no")
    if field in CHOICES:
        return names.gettext(CHOICES[field][value])
    return _number(field, value, names)


def _number(field: str, value: int, names: Names) -> str:
    if value == 0 and field in _ZEROS:
        return names.gettext(_ZEROS[field])
    if field in _LENGTHS:
        return names.distance(value)
    if field.endswith("_points") or field == "game_goal":
        return names.ngettext("{points} point", "{points} points", value, points=value)
    return str(value)


def _deck(counts: Sequence[int], names: Names) -> str:
    kinds = ", ".join(f"{count} × {names.card(card)}" for card, count in zip(Card, counts, strict=True) if count)
    cards = sum(counts)
    return names.ngettext("{cards} card: {kinds}", "{cards} cards: {kinds}", cards, cards=cards, kinds=kinds)
