"""What things are called: the cards, the players, and the words that an edition has for everything on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ..cards import Card, Family
from ..editions import edition as edition_of
from ..engine.codes import Ending, Phase
from ..moves import TEAM_LETTERS
from ..rules import LONG_TRIP
from .catalogues import N_, SOURCE_LANGUAGE, translations

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
EDITIONS: dict[str, str] = {
    "parker-1962": N_("Parker Brothers, 1962"),
    "parker-1988": N_("Parker Brothers, 1988"),
    "game-cabinet": N_("The Game Cabinet"),
    "dujardin": N_("Dujardin, Edition Prestige"),
    "asmodee": N_("Asmodee, The Great Classic"),
}

_SEATS = ("seat", "first", "turn")
_TEAMS = ("team",)
_LENGTHS = ("limit", "room", "miles", "rest")


class Names:
    """What one edition calls things in one language, and who sits where.

    ``names`` are the players' in the order of the seats, ``teams`` is how many teams they make (each its own unless
    given).  Without names seats are numbered and teams have letters.
    """

    def __init__(
        self,
        language: str = SOURCE_LANGUAGE,
        edition: str = "parker-1962",
        names: Sequence[str] = (),
        teams: int | None = None,
    ) -> None:
        self.language = language
        self.edition = edition_of(edition).name
        self.names = tuple(names)
        self.teams = len(self.names) if teams is None else teams
        if self.names and (self.teams <= 0 or len(self.names) % self.teams):
            raise ValueError(f"{len(self.names)} names cannot be those of {self.teams} teams")
        self._translations = translations(language)
        self._always: dict[str, str] = {}
        """What every message may name: each card under the name of its kind, and where an extension leads."""
        self._always |= {card.name.lower(): self.card(card) for card in Card}
        self._always["long_trip"] = self.distance(LONG_TRIP)

    # -- messages ------------------------------------------------------------------------------------------------

    def gettext(self, message: str, **values: object) -> str:
        """Return a message in this language and edition, with its values filled in."""
        found = self._translations.pgettext(self.edition, message)
        return found.format(**{**self._always, **values})

    def ngettext(self, singular: str, plural: str, count: int, **values: object) -> str:
        """Return a message that depends on a number, in the form that the language has for it."""
        found = self._translations.npgettext(self.edition, singular, plural, count)
        return found.format(**{**self._always, **values})

    def spoken(self, facts: Any) -> dict[str, str]:
        """Return the fields of an event, a reason or another dataclass in words: what its sentence may speak of."""
        return {field.name: self._spoken(field.name, getattr(facts, field.name)) for field in fields(facts)}

    def _spoken(self, field: str, value: object) -> str:
        if isinstance(value, Card):
            return self.card(value)
        if isinstance(value, int):
            if field in _SEATS:
                return self.seat(value)
            if field in _TEAMS:
                return self.team(value)
            if field in _LENGTHS:
                return self.distance(value)
        return str(value)

    # -- who -----------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        """Return the name of who sits there, or a number."""
        if seat < len(self.names):
            return self.names[seat]
        return self.gettext("Player {number}", number=seat + 1)

    def team(self, team: int) -> str:
        """Return the names of those who share the team's piles, or its letter."""
        seats = range(team, len(self.names), self.teams) if team < self.teams else ()
        partners = [self.names[seat] for seat in seats]
        if len(partners) == 2:
            return self.gettext("{one} & {other}", one=partners[0], other=partners[1])
        return partners[0] if partners else TEAM_LETTERS[team]

    # -- what ----------------------------------------------------------------------------------------------------

    def card(self, card: Card) -> str:
        """Return the name that the edition prints on a card."""
        return self.gettext(str(card))

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
        return self.ngettext("{miles} mile", "{miles} miles", miles, miles=miles)

    def percent(self, share: float) -> str:
        """Return a share as a percentage, to the tenth."""
        whole, tenths = divmod(round(1000 * share), 10)
        return self.gettext("{whole}.{tenths} %", whole=whole, tenths=tenths)

    def phase(self, phase: Phase) -> str:
        """Say what is to be decided in a phase."""
        return self.gettext(PHASES[phase])

    def ending(self, ending: Ending, completer: int | None = None) -> str:
        """Say how a deal ended; ``completer`` is the team that completed the trip."""
        if completer is not None:
            return self.gettext("trip completed by {team}", team=self.team(completer))
        return self.gettext(ENDINGS[ending])

    def row(self, name: str) -> str:
        """Return the title of a row of the score sheet."""
        return self.gettext(ROWS[name])

    def edition_title(self, name: str | None = None) -> str:
        """Return the title of an edition, of this one unless another is named."""
        return self.gettext(EDITIONS[edition_of(name or self.edition).name])
