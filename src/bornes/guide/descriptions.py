"""What it is like: a sentence for every edition and form, and for every value of every rule.

The sentence of an edition stands in its rulebook, as its title does; that of a bot where the bots are.
"""

from __future__ import annotations

from typing import Any

from ..base.translatable import N_
from ..i18n.names import EditionNames
from ..rules.cards import Card
from ..rules.editions import Form
from ..rules.editions import edition as edition_of
from ..rules.ruleset import Rules

# -- editions and forms --------------------------------------------------------------------------------------------

SEATING_SENTENCES: dict[tuple[int, bool], str] = {
    (2, False): N_("A duel: whatever you throw hits the only other car."),
    (3, False): N_("Three cars, everyone alone: two may gang up on the one in front."),
    (4, False): N_("Four cars, everyone alone: an attack can come from three sides."),
    (4, True): N_("Two pairs: partners share one car and play it from two hands."),
    (6, True): N_("Three pairs: two hands for each car, and two cars to slow down."),
    (8, True): N_("Four pairs: a full table, with a long wait between your turns."),
}
"""What each number of players is like, alone or in pairs."""


def edition_summary(names: EditionNames, edition: str) -> str:
    """Say in a sentence what an edition is like."""
    return names.gettext(edition_of(edition).line)


def form_summary(names: EditionNames, rules: Rules) -> str:
    """Say what it is like to play in this form, and how far the trip goes."""
    seated = names.gettext(SEATING_SENTENCES[rules.players, rules.partners])
    return f"{seated} {_trip(names, rules)}"


def _trip(names: EditionNames, rules: Rules) -> str:
    if rules.end_measure != "miles":
        return names.gettext("The first to reach {points} wins.", points=names.points(rules.target))
    distance = names.distance(rules.target)
    if rules.extension:
        text = N_("The trip is {distance} long, and whoever arrives may make it {long_trip}.")
        return names.gettext(text, distance=distance)
    return names.gettext("The trip is {distance} long.", distance=distance)


def form_words(names: EditionNames, rules: Rules) -> str:
    """Describe the form that is played: ``2 players``, ``4 players in pairs, short trip``."""
    return form_name(names, edition_of(rules.edition).form_of(rules))


def form_name(names: EditionNames, form: Form) -> str:
    """Describe a form of any edition: ``2 players``, ``4 players in pairs, short trip``."""
    seated = N_("{players} players in pairs") if form.partners else N_("{players} players")
    text = names.gettext(seated, players=form.players)
    return names.gettext("{form}, short trip", form=text) if form.short else text


# -- rules ---------------------------------------------------------------------------------------------------------

VALUE_SENTENCES: dict[str, dict[Any, str]] = {
    "first_player": {
        "left-of-dealer": N_("The player to the left of the dealer begins."),
        "youngest": N_("The youngest player begins."),
    },
    "dealer_rotation": {
        "left": N_("After each {deal} the player on the left becomes the dealer."),
        "stays": N_("The same player deals every time."),
    },
    "take_discard": {
        True: N_("You may take the top card of the discard pile instead of drawing."),
        False: N_("You always draw from the pile; discards cannot be taken."),
    },
    "free_discard": {
        True: N_("You may discard even when you could play."),
        False: N_("You may discard only when you cannot play anything."),
    },
    "rediscard": {
        True: N_("A card that you have just taken from the discards may go straight back."),
        False: N_("A card that you have just taken from the discards may not go straight back."),
    },
    "empty_draw_pile": {
        "play-out": N_("Once the draw pile is empty, everyone goes on without drawing, with the cards in hand."),
        "reshuffle": N_("Once the draw pile is empty, the discards are shuffled and become the new one."),
        "stop": N_("Once the draw pile is empty, the {deal} is over after that turn."),
    },
    "fast_play": {
        True: N_(
            "A hazard that stops you can be remedied at once, out of turn, "
            "and instead of a turn you may put cards away and draw as many new ones."
        ),
        False: N_("A remedy has to wait for your own turn, and hands are not exchanged."),
    },
    "early_stop": {
        True: N_("With the draw pile empty, the {deal} ends as soon as nobody holds a card that can be played."),
        False: N_("With the draw pile empty, cards are played or discarded until all hands are empty."),
    },
    "forced_play": {
        True: N_("With the draw pile empty, whoever can play must play."),
        False: N_("With the draw pile empty, you still choose between playing and discarding."),
    },
    "hazard_target": {
        "rolling": N_("You can only stop an opponent who is free to drive at that moment."),
        "started-any-top": N_(
            "You can stop any opponent who has started, even one who is stopped already: only the top card counts."
        ),
        "started-no-live": N_("You can stop any opponent who has started, unless a hazard stops them already."),
    },
    "limit_on_limit": {
        True: N_("{speed_limit} may be laid even on an opponent who is limited already."),
        False: N_("{speed_limit} cannot be laid on an opponent who is limited already."),
    },
    "roll_after_remedy": {
        True: N_("After {gasoline}, {spare_tire} or {repairs} you need {roll} again before you drive on."),
        False: N_("After {gasoline}, {spare_tire} or {repairs} you drive on without another {roll}."),
    },
    "roll_after_safety": {
        True: N_("A safety that lifts its hazard leaves you waiting for {roll}."),
        False: N_("A safety that lifts its hazard sets you rolling again by itself."),
    },
    "roll_after_end_of_limit": {
        True: N_("After {end_of_limit} you need {roll} again before you drive on."),
        False: N_("{end_of_limit} needs no {roll} after it."),
    },
    "right_of_way_covers_limit": {
        True: N_("{right_of_way} protects you from {speed_limit} as well as from {stop}."),
        False: N_("{right_of_way} protects you from {stop}, but not from {speed_limit}."),
    },
    "overshoot": {
        "discard": N_("The trip must come out exactly; a card that would pass its end only counts as a discard."),
        "reject": N_("The trip must come out exactly; a card that would pass its end cannot be laid."),
        "allow": N_("You may drive past the end of the trip."),
    },
    "extra_turn": {
        "mandatory": N_("A safety earns you another turn, and you have to take it."),
        "optional": N_("A safety earns you another turn, which you may decline."),
    },
    "extra_turn_after_exhaustion": {
        True: N_("A safety earns another turn even when the draw pile is empty."),
        False: N_("A safety earns no other turn once the draw pile is empty."),
    },
    "coup_fourre_scope": {
        "own": N_("A coup fourré answers only a hazard that is laid on your own side."),
        "any": N_("A coup fourré answers a hazard that an opponent lays on anybody."),
    },
    "coup_fourre_on_limit": {
        True: N_("{speed_limit}, too, can be answered with a coup fourré."),
        False: N_("{speed_limit} cannot be answered with a coup fourré."),
    },
    "extension": {
        True: N_("Whoever arrives first may extend the trip to {long_trip}."),
        False: N_("The trip cannot be extended."),
    },
    "end_measure": {
        "miles": N_("Only the distance brings you to the end."),
        "points": N_("Distance, safeties and coups fourrés all bring you to the end."),
        "points-without-coups": N_("Distance and safeties bring you to the end, coups fourrés do not."),
    },
    "exhaustion_winner": {
        "none": N_("If nobody arrives, nobody is paid for the trip."),
        "most-miles": N_("If nobody arrives, whoever has come farthest wins the {deal}."),
    },
    "exhaustion_tie": {
        "none": N_("If several have come equally far then, none of them is paid for winning."),
        "all": N_("If several have come equally far then, each of them is paid for winning."),
        "split": N_("If several have come equally far then, they share the points for winning."),
    },
    "shut_out_rule": {
        "completer": N_("{shut_out} is paid to whoever completes the trip before any opponent has driven."),
        "nonblank-only": N_("{shut_out} is paid to all who have driven, if one of their opponents has not."),
        "once": N_("{shut_out} is paid to everybody who has an opponent that has not driven."),
        "stacked": N_("{shut_out} is paid to everybody for each opponent that has not driven."),
    },
    "extension_fails_on_exhaustion": {
        True: N_("If nobody completes an extended trip, the opponents of whoever extended it are paid."),
        False: N_("If nobody completes an extended trip, nobody is paid for the extension."),
    },
}
"""A sentence for every value of every rule that has a few."""

NUMBER_SENTENCES: dict[str, str] = {
    "speed_limit": N_("Under {speed_limit} you cannot lay a card above {value}."),
    "target": N_("The end of the trip is at {value}."),
    "safety_points": N_("Each safety on the table pays {value}."),
    "coup_fourre_points": N_("Each coup fourré pays {value} on top of the safety."),
    "all_safeties_points": N_("All four safeties pay {value} more."),
    "trip_points": N_("Completing the trip pays {value}."),
    "delayed_action_points": N_("Completing it with the draw pile empty pays {value} more."),
    "safe_trip_points": N_("Winning without a single 200 pays {value} more."),
    "shut_out_points": N_("An opponent who has not driven at all is worth {value}."),
    "extension_points": N_("An extension pays {value} to whoever succeeds, or to the others if it fails."),
    "game_goal": N_("The game goes on, {deal} after {deal}, until somebody has {value}."),
}
"""A sentence for every rule that is a number of points or miles; what is counted is in ``_counted``."""
ZERO_SENTENCES: dict[str, str] = {
    "exchange_min": N_("You may pass your turn without exchanging anything."),
    "turn_cap": N_("The number of turns is not limited."),
    "max_200s": N_("No 200 may be laid at all."),
    "safety_points": N_("Safeties pay nothing."),
    "coup_fourre_points": N_("A coup fourré pays nothing on top of the safety."),
    "all_safeties_points": N_("All four safeties together pay nothing more."),
    "trip_points": N_("Completing the trip pays nothing of its own."),
    "delayed_action_points": N_("Completing it with the draw pile empty pays nothing more."),
    "safe_trip_points": N_("Winning without a single 200 pays nothing more."),
    "shut_out_points": N_("An opponent who has not driven at all is worth nothing."),
    "extension_points": N_("An extension pays nothing."),
    "game_goal": N_("A single {deal} is the whole game."),
}
"""The sentence for a number that is 0."""


def rule_sentence(names: EditionNames, field: str, value: Any) -> str:
    """Say in a sentence what a value of a rule means at the table."""
    if field == "edition":
        return edition_summary(names, value)
    if field == "deck":
        return names.gettext("You play with {deck}.", deck=names.rule_value("deck", value))
    own = {"deal": names.term("deal"), "shut_out": names.row("shut_out")}
    if field in VALUE_SENTENCES:
        return names.gettext(VALUE_SENTENCES[field][value], **own)
    if not value and field in ZERO_SENTENCES:
        return names.gettext(ZERO_SENTENCES[field], **own)
    if field == "speed_limit" and value >= Card.D200.miles:
        return names.gettext("{speed_limit} bars no card.")
    if field in NUMBER_SENTENCES:
        return names.gettext(NUMBER_SENTENCES[field], value=names.rule_value(field, value), **own)
    return _counted(names, field, value)


def _counted(names: EditionNames, field: str, count: int) -> str:
    """Say what a number means that something is counted with, so that the sentence depends on it."""
    said = {"number": names.whole(count), "deal": names.term("deal")}
    match field:
        case "players":
            return names.ngettext(
                "{number} player sits at the table.", "{number} players sit at the table.", count, **said
            )
        case "teams":
            return names.ngettext(
                "There is {number} car on the road.", "There are {number} cars on the road.", count, **said
            )
        case "hand_size":
            return names.ngettext(
                "Everyone holds {number} card, and one more during a turn.",
                "Everyone holds {number} cards, and one more during a turn.",
                count,
                **said,
            )
        case "exchange_min":
            return names.ngettext(
                "In an exchange you give at least {number} card.",
                "In an exchange you give at least {number} cards.",
                count,
                **said,
            )
        case "turn_cap":
            return names.ngettext(
                "The {deal} is over after {number} turn at the latest.",
                "The {deal} is over after {number} turns at the latest.",
                count,
                **said,
            )
        case _:
            return names.ngettext(
                "Each side may lay {number} card of 200 at most.",
                "Each side may lay {number} cards of 200 at most.",
                count,
                **said,
            )
