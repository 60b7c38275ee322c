"""What things are called: the cards, the players, the rules, and what an edition has a word of its own for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from ..base.translatable import N_, AndList, Localizable, OrList, TranslatableError, TranslatableText
from ..engine.codes import Ending, Phase
from ..game.moves import TEAM_LETTERS
from ..rules.cards import Card, Family
from ..rules.editions import edition as edition_of
from ..rules.ruleset import LONG_TRIP, MAX_PLAYERS, Rules
from .catalogs import SOURCE_LANGUAGE, translations

FAMILIES: dict[Family, str] = {
    Family.DISTANCE: N_("distance card"),
    Family.HAZARD: N_("hazard"),
    Family.REMEDY: N_("remedy"),
    Family.SAFETY: N_("safety"),
}
TERMS: dict[str, str] = {
    "deal": N_("deal"),
    "game": N_("game"),
    "trip": N_("trip"),
    "turn": N_("turn"),
    "player": N_("player"),
    "team": N_("team"),
    "dealer": N_("dealer"),
    "hand": N_("hand"),
    "draw_pile": N_("draw pile"),
    "discards": N_("discard pile"),
    "battle_pile": N_("Battle Pile"),
    "speed_pile": N_("Speed Pile"),
    "distance_piles": N_("Distance Piles"),
    "safety_area": N_("Safety Area"),
    "coup_fourre": N_("coup fourré"),
    "extension": N_("extension"),
    "miles": N_("miles"),
    "points": N_("points"),
    "score_sheet": N_("score sheet"),
}
PHASES: dict[Phase, str] = {
    Phase.DRAW: N_("draw"),
    Phase.EXCHANGE: N_("exchange"),
    Phase.PLAY: N_("play or discard"),
    Phase.REACT: N_("answer the hazard"),
    Phase.EXTEND: N_("extend the trip or end it"),
    Phase.CHANCE: N_("shuffle the discards"),
    Phase.OVER: N_("over"),
    Phase.WINDOW: N_("answer the hazard"),
}
ENDINGS: dict[Ending, str] = {
    Ending.COMPLETED: N_("trip completed"),
    Ending.EXHAUSTED: N_("no cards are left"),
    Ending.CAPPED: N_("the last turn has been played"),
}
ROWS: dict[str, str] = {
    "milestones": N_("Milestones"),
    "safeties": N_("Safeties"),
    "all_safeties": N_("All four safeties"),
    "coups_fourres": N_("Coups fourrés"),
    "trip": N_("Trip completed"),
    "delayed_action": N_("Delayed action"),
    "safe_trip": N_("Safe trip"),
    "shut_out": N_("Shut-out"),
    "extension": N_("Extension"),
    "total_for_deal": N_("Total for deal"),
    "carried_forward": N_("Carried forward"),
    "grand_total": N_("Grand total"),
}
RULES: dict[str, str] = {
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
    "end_measure": N_("The trip is measured in"),
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
RULE_VALUES: dict[str, dict[str, str]] = {
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
_RULED_LENGTHS = ("speed_limit", "target")
_ZEROS: dict[str, str] = {"turn_cap": N_("no limit"), "game_goal": N_("a single deal")}

SEATS = ("seat", "first", "turn", "other_seat")
TEAMS = ("team",)
"""The fields of events and reasons that name a seat, and those that name a team."""
_LENGTHS = ("limit", "room", "miles", "rest")


# What was looked up already, by language and edition: a table says the same things for hours.
_KNOWN: dict[tuple[str, str], dict[str, str]] = {}
_COUNTED: dict[tuple[str, str], dict[str, Callable[[int], str]]] = {}
_ALWAYS: dict[tuple[str, str], dict[str, str]] = {}


_NUMBER = N_("1,234.5")
"""An example of how a language writes numbers: its second character separates thousands, its sixth decimals."""


_WHOLE = N_("1234")
"""An example of how a language writes miles and points: what stands behind its first digit separates thousands."""


SHORT_CARDS = {
    Card.END_OF_LIMIT: N_("End of Limit (short)"),
    Card.EXTRA_TANK: N_("Extra Tank (short)"),
    Card.RIGHT_OF_WAY: N_("Right of Way (short)"),
}
"""The cards with long names; where a catalogue says nothing they have no short one."""


class _Filled(dict[str, object]):
    """The values of one message, and what every message may name besides."""

    def __init__(self, always: dict[str, str], values: dict[str, object]) -> None:
        super().__init__(values)
        self._always = always

    def __missing__(self, name: str) -> str:
        return self._always[name]


def _filled(text: str, english: str, values: _Filled) -> str:
    """Fill in the values of a message; where a translation names others it is said in English."""
    try:
        return text.format_map(values)
    except (LookupError, ValueError, AttributeError):
        return english.format_map(values)  # and where that is at fault, nobody else is


class PlayerSentence(NamedTuple):
    """A sentence about a player: as everybody else reads it, and as the player does."""

    about: str
    to_you: str


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; to ask the class itself takes longer than to speak of them."""
    return tuple(field.name for field in fields(kind))


class EditionNames:
    """What one edition calls things in one language, and who sits where.

    ``names`` are the players' in the order of the seats, ``teams`` is how many teams they make (each its own unless
    given).  Without names seats are numbered and teams have letters.  ``you`` is the seat of the reader, to whom
    sentences say “you”; None tells of everybody by name.
    """

    def __init__(
        self,
        language: str = SOURCE_LANGUAGE,
        edition: str = "parker-1962",
        names: Sequence[str] = (),
        teams: int | None = None,
        you: int | None = None,
    ) -> None:
        self.language = language
        self.edition = edition_of(edition).name
        self.names = tuple(names)
        self.teams = len(self.names) if teams is None else teams
        if self.names and (self.teams <= 0 or len(self.names) % self.teams):
            raise ValueError(f"{len(self.names)} names cannot be those of {self.teams} teams")
        self.you = you
        self.own_team = None if you is None else you % (self.teams or MAX_PLAYERS)
        self._translations = translations(language)
        self._known = _KNOWN.setdefault((language, self.edition), {})
        self._counted = _COUNTED.setdefault((language, self.edition), {})
        self._distances: dict[int, str] = {}
        """The distances that were told: there are few, and each is told all the time."""
        self._always = _ALWAYS.setdefault((language, self.edition), {})
        """What every message may name: each card under the name of its kind, and where an extension leads."""
        if not self._always:
            self._always |= {card.name.lower(): self.card(card) for card in Card}
            self._always["long_trip"] = self.distance(LONG_TRIP)

    # -- messages ------------------------------------------------------------------------------------------------

    def gettext(self, message: str, **values: object) -> str:
        """Return a message in this language and edition, with its values filled in."""
        found = self._known.get(message)
        if found is None:
            found = self._known[message] = self._translations.find(self.edition, message)
        return _filled(found, message, _Filled(self._always, values)) if "{" in found else found

    def ngettext(self, singular: str, plural: str, count: int, **values: object) -> str:
        """Return a message that depends on a number, in the form that the language has for it."""
        form = self._counted.get(singular)
        if form is None:
            form = self._counted[singular] = self._translations.find_counted(self.edition, singular, plural)
        return _filled(form(count), singular if count == 1 else plural, _Filled(self._always, values))

    def translate(self, message: TranslatableText) -> str:
        """Say what a room below the words has to say, in this language and edition."""
        return self.gettext(message.text, **{name: self._said(value) for name, value in message.values.items()})

    def error(self, error: Exception) -> str:
        """Tell an error in this language, or as it is where it cannot be translated."""
        return self.translate(error.message) if isinstance(error, TranslatableError) else str(error)

    def either(self, items: Sequence[object]) -> str:
        """Join things to choose from: ``2, 3 or 4``."""
        *others, last = map(str, items or ("",))
        return self.gettext("{others} or {last}", others=", ".join(others), last=last) if others else last

    def together(self, items: Sequence[object]) -> str:
        """Join things that belong together: ``Ada, Boris and Chloé``."""
        *others, last = map(str, items or ("",))
        return self.gettext("{others} and {last}", others=", ".join(others), last=last) if others else last

    def _said(self, value: object) -> object:
        match value:
            case TranslatableText():
                return self.translate(value)
            case TranslatableError():
                return self.error(value)
            case OrList():
                return self.either([self._said(item) for item in value.items])
            case AndList():
                return self.together([self._said(item) for item in value.items])
            case Localizable():
                return value.localize(self)
        return value

    def localized_fields(self, facts: Any) -> dict[str, str]:
        """Return the fields of an event, a reason or another dataclass in words: what its sentence may speak of."""
        return {name: self._spoken(name, getattr(facts, name)) for name in field_names(facts.__class__)}

    def _spoken(self, field: str, value: object) -> str:
        if isinstance(value, Card):
            return self.card(value)
        if isinstance(value, int):
            if field in SEATS:
                return self.who(value)
            if field in TEAMS:
                return self.whom(value)
            if field in _LENGTHS:
                return self.distance(value)
        return str(value)

    # -- who -----------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        """Return the name of who sits there as it stands alone; who has none is numbered, the reader is ``You``."""
        if seat < len(self.names):
            return self.names[seat]
        return self.gettext("You") if seat == self.you else self.numbered(seat)

    def numbered(self, seat: int) -> str:
        """Return what a player without a name is called: ``Player 2``."""
        return self.gettext("Player {number}", number=seat + 1)

    def who(self, seat: int) -> str:
        """Return who sits there as in the middle of a sentence: the reader is ``you``, whatever the name."""
        return self.gettext("you") if seat == self.you else self.seat(seat)

    def team(self, team: int) -> str:
        """Return the names of those who share the team's piles, or its letter, as they stand alone."""
        return self._joined([self.seat(seat) for seat in self.partners(team)], team)

    def whom(self, team: int) -> str:
        """Return those who share the team's piles as in the middle of a sentence: ``you & Chloé``."""
        return self._joined([self.who(seat) for seat in self.partners(team)], team)

    def _joined(self, partners: Sequence[str], team: int) -> str:
        if len(partners) == 2:
            return self.gettext("{one} & {other}", one=partners[0], other=partners[1])
        return partners[0] if partners else TEAM_LETTERS[team]

    def partners(self, team: int) -> list[int]:
        """Return the seats that share the team's piles, that of the reader first; none where nobody has a name."""
        if not self.names:
            return [self.you] if self.you is not None and team == self.own_team else []
        seats = range(team, len(self.names), self.teams) if team < self.teams else ()
        return sorted(seats, key=lambda seat: seat != self.you)

    def wins_game(self, team: int) -> str:
        """Say that a team has won the game: ``Ada wins the game.``, ``You & Chloé win the game.``"""
        partners = self.partners(team)
        if team != self.own_team:
            winners = self.team(team)
            return self.ngettext("{team} wins the game.", "{team} win the game.", len(partners) or 1, team=winners)
        if len(partners) == 1:
            return self.gettext("You win the game.")
        return self.gettext("You & {partner} win the game.", partner=self.seat(partners[1]))

    # -- what ----------------------------------------------------------------------------------------------------

    def card(self, card: Card) -> str:
        """Return the name that the edition prints on a card."""
        return self.gettext(str(card))

    def short_card(self, card: Card) -> str:
        """Return a name of a card for where there is little room; most have no other than the one that is printed."""
        message = SHORT_CARDS.get(card)
        short = None if message is None else self.gettext(message)
        return self.card(card) if short is None or short == message else short

    def family(self, family: Family) -> str:
        """Return what the edition calls cards of this family."""
        return self.gettext(FAMILIES[family])

    def term(self, name: str) -> str:
        """Return the edition's word for one of TERMS, as in the middle of a sentence."""
        return self.gettext(TERMS[name])

    def heading(self, name: str) -> str:
        """Return the edition's word for one of TERMS with a capital, as for a heading."""
        word = self.term(name)
        return word[0].upper() + word[1:]

    def distance(self, miles: int) -> str:
        """Return a distance with its unit."""
        known = self._distances.get(miles)
        if known is None:
            known = self.ngettext("{miles} mile", "{miles} miles", miles, miles=self.whole(miles))
            self._distances[miles] = known
        return known

    @property
    def unit(self) -> str:
        """What distances are measured in, in short: ``mi`` or ``km``."""
        return self.gettext("mi")

    # -- numbers -------------------------------------------------------------------------------------------------

    def number(self, value: float, decimals: int = 0, *, sign: bool = False) -> str:
        """Write a number as the language does: ``1,234.5``, in French with a narrow space and a comma.

        This is for people: notation, seeds and what programs read are the same in every language.
        """
        text = f"{value:{'+' if sign else ''},.{decimals}f}"
        example = self.gettext(_NUMBER)
        return text.translate({ord(","): example[1], ord("."): example[5]})

    def whole(self, value: int) -> str:
        """Write a whole number of the game as the language does: ``1000``, in French with a narrow space."""
        return f"{value:,}".replace(",", self.gettext(_WHOLE)[1:-3])

    def progress(self, amount: int, rules: Rules) -> str:
        """Return how far somebody is with the unit of what ends the race: ``875 points``, ``700 km``."""
        return self.distance(amount) if rules.end_measure == "miles" else self.points(amount)

    def points(self, points: int) -> str:
        """Return a number of points with its unit."""
        return self.ngettext("{points} point", "{points} points", points, points=self.whole(points))

    def percent(self, share: float) -> str:
        """Return a share as a percentage, to the tenth."""
        return self.gettext("{number} %", number=self.number(100 * share, 1))

    def seconds(self, seconds: float) -> str:
        """Return a length of time: ``0.8 s``, ``12 s``."""
        digits = f"{seconds:g}".partition(".")[2]
        return self.gettext("{number} s", number=self.number(seconds, len(digits) if digits.isdecimal() else 0))

    def phase(self, phase: Phase) -> str:
        """Say what is to be decided in a phase."""
        return self.gettext(PHASES[phase])

    def ending(self, ending: Ending, completer: int | None = None) -> str:
        """Say how a deal ended; ``completer`` is the team that completed the trip."""
        if completer is not None and self.partners(completer) == [self.you]:
            return self.gettext("you have completed the trip")
        if completer is not None:
            return self.gettext("trip completed by {team}", team=self.whom(completer))
        return self.gettext(ENDINGS[ending])

    def row(self, name: str) -> str:
        """Return the title of a row of the score sheet."""
        return self.gettext(ROWS[name])

    def edition_title(self, name: str | None = None) -> str:
        """Return the title of an edition, of this one unless another is named."""
        return self.gettext(edition_of(name or self.edition).title)

    # -- rules ---------------------------------------------------------------------------------------------------

    def rule(self, field: str) -> str:
        """Return a short title for a field of Rules."""
        return self.gettext(RULES[field])

    def rule_value(self, field: str, value: Any) -> str:
        """Return the value of a field of Rules in words."""
        if field == "edition":
            return self.edition_title(value)
        if field == "deck":
            return self._deck(value)
        if isinstance(value, bool):
            return self.gettext("yes") if value else self.gettext("no")
        if field in RULE_VALUES:
            return self.gettext(RULE_VALUES[field][value])
        return self._number(field, value)

    def _deck(self, counts: Sequence[int]) -> str:
        kinds = ", ".join(f"{count} × {self.card(card)}" for card, count in zip(Card, counts, strict=True) if count)
        cards = sum(counts)
        return self.ngettext("{cards} card: {kinds}", "{cards} cards: {kinds}", cards, cards=cards, kinds=kinds)

    def _number(self, field: str, value: int) -> str:
        if value == 0 and field in _ZEROS:
            return self.gettext(_ZEROS[field])
        if field in _RULED_LENGTHS:
            return self.distance(value)
        if field.endswith("_points") or field == "game_goal":
            return self.points(value)
        return self.whole(value)
