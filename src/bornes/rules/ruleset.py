"""``Rules``: everything that one form of one edition fixes, as flat values.

The engine reads these values and never asks which edition is played, so a sixth rulebook is data and a house
rule is ``dataclasses.replace``.  Every field is explained in ``docs/rules.md``; where the rulebooks are silent or
contradict each other the value follows a ruling (``bornes.rules.clauses.ruling``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal, get_args, get_type_hints

from ..base.serialization import DataError, fields_of
from ..base.translatable import N_, OrList, closest_match
from .cards import KINDS, MAX_DECK
from .rulebook import EDITION_NAMES, RulesError, rulebook

__all__ = [
    "DEFAULTS",
    "FIELDS",
    "LONG_TRIP",
    "MAX_PLAYERS",
    "MAX_TURN_CAP",
    "Rules",
    "RulesError",
    "choices",
    "format_value",
    "parse_value",
]

FirstPlayer = Literal["left-of-dealer", "youngest"]
DealerRotation = Literal["left", "stays"]
EmptyDrawPile = Literal["play-out", "reshuffle", "stop"]
HazardTarget = Literal["rolling", "started-any-top", "started-no-live"]
Overshoot = Literal["discard", "reject", "allow"]
ExtraTurn = Literal["mandatory", "optional"]
CoupFourreScope = Literal["own", "any"]
EndMeasure = Literal["miles", "points", "points-without-coups"]
ExhaustionWinner = Literal["none", "most-miles"]
ExhaustionTie = Literal["none", "all", "split"]
ShutOutRule = Literal["completer", "nonblank-only", "once", "stacked"]

LONG_TRIP = 1000
"""Where an extension leads to, in every edition that has one."""
MAX_PLAYERS = 8
MAX_TURN_CAP = 1_000_000
"""The highest turn cap; no deal without a cap comes near it."""

_RANGES: dict[str, tuple[int, int]] = {
    "players": (2, MAX_PLAYERS),
    "teams": (2, 4),
    "hand_size": (1, 6),
    "exchange_min": (0, 6),
    "turn_cap": (0, MAX_TURN_CAP),
    "speed_limit": (25, 200),
    "max_200s": (0, 4),
    "target": (25, LONG_TRIP),
    "safety_points": (0, 1000),
    "coup_fourre_points": (0, 1000),
    "all_safeties_points": (0, 1000),
    "trip_points": (0, 1000),
    "delayed_action_points": (0, 1000),
    "safe_trip_points": (0, 1000),
    "shut_out_points": (0, 1000),
    "extension_points": (0, 1000),
    "game_goal": (0, 1_000_000),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One form of one edition, or a house rule made from it with ``rules.replace(...)``.

    Every rule beyond the form and the deck has a default: what was played before that rule existed.  A log stores only
    the values that differ from their defaults, so a default never changes, and a new rule gets the one that leaves
    earlier games as they were.  An edition's own values are in ``bornes.rules.editions``.
    """

    edition: str
    """Which rulebook these values started from; names of cards and clauses come from it."""
    players: int
    """How many play."""
    teams: int
    """As many as players when everybody plays alone, half as many with partners."""

    deck: tuple[int, ...]
    """How many cards of each of the 19 kinds."""
    hand_size: int = 6
    """Cards dealt to each; a turn begins with one more."""
    first_player: FirstPlayer = "left-of-dealer"
    """Who takes the first turn of the first deal."""
    dealer_rotation: DealerRotation = "left"
    """Whether the deal passes to the left or stays."""

    take_discard: bool = False
    """The top discard may be taken instead of a card from the draw pile."""
    free_discard: bool = True
    """A player who could play may discard instead."""
    rediscard: bool = True
    """A card just taken from the discards may be discarded again."""
    empty_draw_pile: EmptyDrawPile = "play-out"
    """What follows when the draw pile is empty: hands are played out, discards reshuffled, or the deal stops."""
    fast_play: bool = False
    """Immediate remedies out of turn, and the exchange of cards instead of a turn."""
    exchange_min: int = 1
    """The fewest cards in an exchange; 0 permits a bare pass."""
    early_stop: bool = False
    """The play-out ends as soon as nobody holds a playable card."""
    forced_play: bool = False
    """In the play-out a player who can play must."""
    turn_cap: int = 0
    """After so many turns the deal ends; 0 means no cap."""

    hazard_target: HazardTarget = "rolling"
    """Whom a battle hazard may hit."""
    limit_on_limit: bool = False
    """A Speed Limit may be laid on a team that is limited already."""
    speed_limit: int = 50
    """The longest distance card that a limited team may lay."""
    roll_after_remedy: bool = True
    """Gasoline, Spare Tire and Repairs must be followed by a Roll."""
    roll_after_safety: bool = True
    """A safety laid on turn against its own hazard must be followed by a Roll."""
    roll_after_end_of_limit: bool = False
    """An End of Limit must be followed by a Roll."""
    right_of_way_covers_limit: bool = True
    """Right of Way blocks and lifts Speed Limits as well as Stops."""
    max_200s: int = 2
    """How many 200s a team may lay in a deal."""
    overshoot: Overshoot = "discard"
    """A card that passes the target, if submitted: becomes the discard, is refused, or is simply legal."""

    extra_turn: ExtraTurn = "mandatory"
    """Whether the turn that a safety earns may be declined."""
    extra_turn_after_exhaustion: bool = True
    """A safety laid on turn earns a turn although the draw pile is empty."""
    coup_fourre_scope: CoupFourreScope = "own"
    """Whether a hazard on a third team, too, opens the way to a coup fourré."""
    coup_fourre_on_limit: bool = True
    """Right of Way may answer a Speed Limit as a coup fourré."""

    target: int = LONG_TRIP
    """Where the trip ends."""
    extension: bool = False
    """Whoever completes the short trip may extend it to 1000."""
    end_measure: EndMeasure = "miles"
    """What is counted towards the target."""
    exhaustion_winner: ExhaustionWinner = "none"
    """Who wins a deal that nobody completed."""
    exhaustion_tie: ExhaustionTie = "none"
    """What the leaders get when several have the most miles then; where nobody drove, everybody leads."""

    safety_points: int = 100
    """For each safety laid."""
    coup_fourre_points: int = 300
    """On top of the points for the safety."""
    all_safeties_points: int = 300
    """More for all four."""
    trip_points: int = 400
    """For completing the trip, or winning a deal that nobody completed."""
    delayed_action_points: int = 300
    """For completing it with the draw pile gone."""
    safe_trip_points: int = 300
    """For winning without any 200."""
    shut_out_points: int = 500
    """For opponents who have laid no distance card."""
    shut_out_rule: ShutOutRule = "completer"
    """Who collects for opponents that have laid no distance card."""
    extension_points: int = 0
    """For an extension that succeeds, or to the opponents of one that fails."""
    extension_fails_on_exhaustion: bool = False
    """When nobody reaches 1000 the opponents of whoever called the extension get its points."""
    game_goal: int = 5000
    """Points that end the game; 0 makes it a single deal."""

    def __post_init__(self) -> None:
        _check(self)

    @property
    def partners(self) -> bool:
        """Whether two seats share one set of piles."""
        return self.teams < self.players

    def team_of(self, seat: int) -> int:
        """Return the team of a seat: partners sit opposite each other, so the turn goes round the teams."""
        return seat % self.teams

    def seats_of(self, team: int) -> tuple[int, ...]:
        """Return the seats that share this team's piles."""
        return tuple(range(team, self.players, self.teams))

    def opponents_of(self, team: int | None) -> tuple[int, ...]:
        """Return all teams but this one; all of them for who belongs to none."""
        return _others(self.teams, team)

    def replace(self, **changes: Any) -> Rules:
        """Return these rules with house rules; an unknown field or an impossible combination raises RulesError."""
        for name in changes:
            if name not in FIELDS:
                raise _no_rule(name)
        return replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        """Return the value of every rule as plain data, for JSON."""
        return fields_of(Rules).write(self)

    def without_defaults(self) -> dict[str, Any]:
        """Return the values that differ from their defaults as plain data: what a log stores."""
        values = self.as_dict()
        return {name: values[name] for name in FIELDS if name not in DEFAULTS or values[name] != DEFAULTS[name]}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Rules:
        """Return the rules that ``as_dict`` or ``without_defaults`` wrote; a missing rule has its default.

        Where a rule is unknown or impossible, or one without a default is missing, raise RulesError.
        """
        try:
            read = fields_of(Rules).read(values, strict=True)
        except DataError as error:
            field, bracket, place = error.where.partition("[")
            at = f"{bracket}{place} " if bracket else ""
            raise RulesError(field or "rules", "{at}{why}", at=at, why=error.why) from None
        return cls(**read)


FIELDS: tuple[str, ...] = tuple(field.name for field in fields(Rules))
"""The names of all rules, in order."""
DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(Rules) if field.default is not MISSING}
"""The defaults of the rules that have one."""


@lru_cache(maxsize=1)
def _types() -> dict[str, Any]:
    return get_type_hints(Rules)


@lru_cache
def _others(teams: int, team: int | None) -> tuple[int, ...]:
    return tuple(other for other in range(teams) if other != team)


def choices(field: str) -> tuple[Any, ...]:
    """List the values that a field may take; none where it is a number or the deck."""
    kind = _types()[field]
    return (False, True) if kind is bool else get_args(kind) if kind not in (tuple[int, ...],) else ()


def parse_value(field: str, text: str) -> Any:
    """Read a field's value from text, as it is written in records and on the command line."""
    if field not in FIELDS:
        raise _no_rule(field)
    kind = _types()[field]
    text = text.strip()
    if kind is bool:
        if text.lower() not in ("true", "false", "yes", "no"):
            raise RulesError(field, N_("must be true or false, not {text!r}"), text=text)
        return text.lower() in ("true", "yes")
    if kind is str or choices(field):
        return text
    try:
        if kind is int:
            return int(text)
        return tuple(int(part) for part in text.split())
    except ValueError:
        must = (
            N_("must be a whole number, not {text!r}")
            if kind is int
            else N_("must be {count} whole numbers, not {text!r}")
        )
        raise RulesError(field, must, text=text, count=KINDS) from None


def _no_rule(name: str) -> RulesError:
    """Say which rule was perhaps meant, or else which there are."""
    if meant := closest_match(name, FIELDS):
        return RulesError(name, N_("no such rule; did you mean {nearest}?"), nearest=meant)
    return RulesError(name, N_("no such rule; the rules are {known}"), known=", ".join(FIELDS))


def format_value(value: object) -> str:
    """Write a value as the text that ``parse_value`` reads back."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(str(part) for part in value)
    return str(value)


def _check(rules: Rules) -> None:
    for name in FIELDS:
        _check_value(name, getattr(rules, name))
    _check_form(rules)
    _check_deck(rules)
    _check_combinations(rules)


def _check_value(name: str, value: Any) -> None:
    options = choices(name)
    if options:
        if value not in options or isinstance(value, bool) != isinstance(options[0], bool):
            known = ", ".join(map(format_value, options))
            raise RulesError(name, N_("must be one of {known}, not {value!r}"), known=known, value=value)
    elif name in _RANGES:
        low, high = _RANGES[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            text = N_("must be a whole number from {low} to {high}, not {value!r}")
            raise RulesError(name, text, low=low, high=high, value=value)
    elif name == "edition" and not (isinstance(value, str) and value):
        raise RulesError(name, N_("must be the name of an edition, not {value!r}"), value=value)


def _check_form(rules: Rules) -> None:
    if rules.edition in EDITION_NAMES:
        rulebook(rules.edition).check_players(rules.players)
    if rules.teams not in (rules.players, rules.players // 2) or rules.players % rules.teams:
        alone, pairs = rules.players, rules.players // 2
        right = tuple(n for n in (alone, pairs) if 2 <= n <= 4 and rules.players % n == 0)
        text = (
            N_("{players} players make {right} teams, not {teams}")
            if right
            else N_("{players} players cannot be seated in teams")
        )
        raise RulesError("teams", text, players=rules.players, right=OrList(right), teams=rules.teams)


def _check_deck(rules: Rules) -> None:
    deck = rules.deck if type(rules.deck) is tuple else ()  # a list could not be looked up by its value later
    if len(deck) != KINDS or any(not isinstance(n, int) or isinstance(n, bool) or n < 0 for n in deck):
        text = N_("must be a tuple of {kinds} counts, one for each kind of card, none below 0")
        raise RulesError("deck", text, kinds=KINDS)
    needed = rules.players * rules.hand_size
    if not needed <= sum(deck) <= MAX_DECK:
        text = N_("must hold {least} (the hands) to {most} cards, not {cards}")
        raise RulesError("deck", text, least=needed, most=MAX_DECK, cards=sum(deck))
    if any(n > 1 for n in deck[15:]):
        raise RulesError("deck", N_("each safety exists once at most: a coup fourré has one caller"))


def _check_combinations(rules: Rules) -> None:
    reshuffles = rules.empty_draw_pile == "reshuffle"
    exact = rules.overshoot != "allow"
    if rules.target % 25:
        raise RulesError("target", N_("must be a multiple of 25, not {target}"), target=rules.target)
    if rules.extension and rules.target >= LONG_TRIP:
        text = N_("needs a target below {long}, and the target is {target}")
        raise RulesError("extension", text, long=LONG_TRIP, target=rules.target)
    if rules.extension and not exact:
        raise RulesError("extension", N_("needs an exact target: overshoot must be discard or reject"))
    if rules.end_measure != "miles" and exact:
        text = N_("{measure} cannot be hit exactly: overshoot must be allow")
        raise RulesError("end_measure", text, measure=rules.end_measure)
    if rules.coup_fourre_on_limit and not rules.right_of_way_covers_limit:
        raise RulesError("coup_fourre_on_limit", N_("needs {rule}"), rule="right_of_way_covers_limit")
    if rules.extension_fails_on_exhaustion and not rules.extension:
        raise RulesError("extension_fails_on_exhaustion", N_("needs {rule}"), rule="extension")
    if not rules.rediscard and not rules.take_discard:
        raise RulesError("rediscard", N_("can only be forbidden where take_discard allows taking discards"))
    for name in ("early_stop", "forced_play"):
        if getattr(rules, name) and rules.empty_draw_pile != "play-out":
            raise RulesError(name, N_("needs a play-out: empty_draw_pile must be play-out"))
    if not rules.extra_turn_after_exhaustion and rules.empty_draw_pile != "play-out":
        raise RulesError("extra_turn_after_exhaustion", N_("can only be refused in a play-out"))
    idle = rules.fast_play and rules.exchange_min == 0
    if (reshuffles or rules.take_discard or idle) and not rules.turn_cap:
        raise RulesError(
            "turn_cap", N_("must be set where discards come back or turns can be passed, or it might never end")
        )
    _check_idle(rules)


def _check_idle(rules: Rules) -> None:
    """Refuse values that could never matter: whoever sets one has misunderstood something."""
    if rules.exhaustion_winner != "none" and not rules.trip_points:
        raise RulesError("exhaustion_winner", N_("has nothing to win: trip_points is 0"))
    if rules.exhaustion_tie != "none" and rules.exhaustion_winner == "none":
        raise RulesError("exhaustion_tie", N_("needs exhaustion_winner most-miles"))
    if rules.shut_out_rule != "completer" and not rules.shut_out_points:
        raise RulesError("shut_out_rule", N_("has nothing to give: shut_out_points is 0"))
    if rules.extension_points and not rules.extension:
        raise RulesError("extension_points", N_("must be 0 without extension"))
    if rules.exchange_min != 1 and not rules.fast_play:
        raise RulesError("exchange_min", N_("must be 1 without fast_play, which has the exchange"))
    if rules.dealer_rotation != "left" and not rules.game_goal:
        raise RulesError("dealer_rotation", N_("must be left where a single deal is played (game_goal 0)"))
