"""What a server offers: editions and their forms, bots, paces and phrases, in the reader's language."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from ...bots.roster import ROSTER
from ...client.protocol import PACES, PROTOCOL_VERSION
from ...guide.descriptions import edition_summary, form_name
from ...i18n import N_, Translator, available_languages
from ...rules.editions import EDITION_NAMES, edition, first_game
from ...tables.event_text import REACTIONS
from ...tables.table_state import Pace
from ..release import RELEASE

PACE_SENTENCES = {
    "quick": N_("Half a minute for a decision: for those who sit at the table."),
    "relaxed": N_("Two minutes for a decision."),
    "patient": N_("A quarter of an hour for a decision."),
    "days": N_("Three days for a decision: a game by correspondence."),
    "none": N_("No clock: only where one person plays against bots."),
}


class OfferedForm(Struct, frozen=True):
    """A form of an edition."""

    players: int
    partners: bool
    short: bool
    text: str


class OfferedEdition(Struct, frozen=True):
    """An edition that can be played."""

    name: str
    title: str
    text: str
    forms: list[OfferedForm]


class OfferedBot(Struct, frozen=True):
    """A bot that can be given a seat, from the weakest to the strongest."""

    name: str
    title: str
    text: str


class OfferedPace(Struct, frozen=True):
    """A pace that can be chosen."""

    name: str
    text: str
    times: Pace


class ServerInfo(Struct, frozen=True):
    """What a server offers."""

    server_version: str
    protocol: int
    languages: list[str]
    first_edition: str
    """What a reader of this language is offered first."""
    editions: list[OfferedEdition]
    bots: list[OfferedBot]
    paces: list[OfferedPace]
    reactions: dict[str, str]
    """What players can say to each other, by the key that is sent."""


@cache
def server_info(language: str) -> ServerInfo:
    """Return what this server offers, in a language."""
    words = Translator(language)
    return ServerInfo(
        server_version=RELEASE,
        protocol=PROTOCOL_VERSION,
        languages=list(available_languages()),
        first_edition=first_game(language)[0],
        editions=[_edition(name, language) for name in EDITION_NAMES],
        bots=[OfferedBot(one.name, one.title_in(words), words.gettext(one.line)) for one in ROSTER],
        paces=[OfferedPace(name, words.gettext(PACE_SENTENCES[name]), pace) for name, pace in PACES.items()],
        reactions={key: words.gettext(text) for key, text in REACTIONS.items()},
    )


def _edition(name: str, language: str) -> OfferedEdition:
    words = Translator(language, name)
    forms = [OfferedForm(one.players, one.partners, one.short, form_name(words, one)) for one in edition(name).forms]
    return OfferedEdition(name, words.edition_title(name), edition_summary(words, name), forms)
