"""Who reads is told of themselves as “you”, in both languages; of everybody else, and to everybody else, by name."""

from __future__ import annotations

import re

import pytest

from bornes import Card, Ending, Game
from bornes.engine.codes import DrawCause
from bornes.game import events as happened
from bornes.game.events import Event
from bornes.i18n import Translator
from bornes.tables import table_events as around
from bornes.tables.event_text import table_event_sentence
from tests.i18n.test_rendering import LANGUAGES, all_events

FOUR = ("Ann", "Boris", "Chloé", "Denis")
YOU = re.compile(r"\b(you|your|vous|votre|vos)\b", re.IGNORECASE)

every_language = pytest.mark.parametrize("language", LANGUAGES)


def words(language: str, you: int | None, *names: str, edition: str = "dujardin") -> Translator:
    return Translator(language, edition, names or FOUR, len(names) or 2, you)


def told(event: Event, words: Translator) -> str | None:
    return table_event_sentence(event, words) if isinstance(event, around.TableEvent) else words.event(event)


TABLE_EVENTS: list[Event] = [
    around.PlayerJoined(0, "Ann"),
    around.BotJoined(0, "champion"),
    around.SeatVacated(0),
    around.SeatsSwapped(0, 1),
    around.SeatsSwapped(1, 0),
    around.PlayerRenamed(0, "Ann", "Player 1"),
    around.BotTookOver(0),
    around.PlayerReturned(0),
    around.HostChanged(0),
    around.PlayerReady(0),
    around.SeedAccepted(0, "ab"),
    around.PlayerTimedOut(0),
    around.GameOver(0, (5000, 0)),
]


def test_no_kind_of_event_around_the_cards_that_has_a_seat_was_forgotten() -> None:
    private = {around.StandingAnswerChanged, around.PassConfirmed}
    seated = {kind for kind in around.TABLE_EVENTS.values() if "seat" in kind.__dataclass_fields__}
    assert seated - private <= {type(event) for event in TABLE_EVENTS}


@every_language
@pytest.mark.parametrize("seat", [0, 1])
def test_every_sentence_that_names_a_player_speaks_to_that_player(language: str, seat: int) -> None:
    """In the second person, with a verb that agrees: not “You draws”."""
    everybody, reader = words(language, None), words(language, seat)
    for event in [*all_events(), *TABLE_EVENTS]:
        neutral, spoken = told(event, everybody), told(event, reader)
        if neutral is None or FOUR[seat] not in neutral:
            continue
        assert spoken is not None
        renamed = isinstance(event, around.PlayerRenamed)
        assert YOU.search(spoken), spoken
        assert renamed or FOUR[seat] not in spoken, spoken
        assert not re.search(r"\bYou (is|has|\w+[^s]s)\b", spoken), spoken
        assert reader.concerns_reader(event)


@every_language
def test_who_is_not_concerned_reads_what_everybody_reads(language: str) -> None:
    """A table puts such a sentence into words once, for all of its viewers."""
    everybody = words(language, None)
    for seat in range(4):
        reader = words(language, seat)
        for event in [*all_events(), *TABLE_EVENTS]:
            if not reader.concerns_reader(event):
                assert told(event, reader) == told(event, everybody), event


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (happened.Drew(0, Card.ROLL, DrawCause.TURN), "You draw Green Light.", "Vous piochez Feu Vert."),
        (happened.Attacked(1, Card.STOP, 0), "Boris lays Red Light on you.", "Boris pose Feu Rouge devant vous."),
        (happened.Attacked(0, Card.STOP, 1), "You lay Red Light on Boris.", "Vous posez Feu Rouge devant Boris."),
        (happened.TurnBegan(0, False), "It is your turn.", "C’est à vous de jouer."),
        (happened.TurnBegan(1, False), "It is Boris’s turn.", "C’est à Boris de jouer."),
        (
            happened.CoupFourre(0, Card.RIGHT_OF_WAY, Card.STOP, True),
            "Coup fourré! You answer Red Light with Priority Vehicle.",
            "Coup-Fourré\u202f! Vous répondez à Feu Rouge par Véhicule Prioritaire.",
        ),
        (
            happened.Dealt(0, ((), None), 94),
            "The cards are dealt: 94 cards left to draw, you begin.",
            "Les cartes sont distribuées\u202f: il en reste 94 à piocher, vous commencez.",
        ),
        (
            happened.DealOver(Ending.COMPLETED, 0, (400, 25)),
            "The deal is over: you have completed the trip. Points: 400 for you, 25 for Boris.",
            "La manche est terminée\u202f: vous avez accompli le trajet. Points\u202f: 400 pour vous, 25 pour Boris.",
        ),
        (around.GameOver(0, (5000, 0)), "You win the game.", "Vous gagnez la partie."),
        (around.GameOver(1, (0, 5000)), "Boris wins the game.", "Boris gagne la partie."),
        (around.PlayerTimedOut(1), None, None),
    ],
)
def test_a_person_against_a_bot_is_you(event: Event, english: str | None, french: str | None) -> None:
    said = [told(event, words(language, 0, "You", "Boris")) for language in LANGUAGES]
    if english is None:
        assert said == [told(event, words(language, None, "You", "Boris")) for language in LANGUAGES]
    else:
        assert said == [english, french]


def test_partners_are_named_with_you_first() -> None:
    english, french = words("en", 2), words("fr", 2)
    assert [english.whom(0), french.whom(0)] == ["you & Ann", "vous et Ann"]
    assert [english.wins_game(0), french.wins_game(0)] == [
        "You & Ann win the game.",
        "Vous et Ann gagnez la partie.",
    ]
    assert [english.wins_game(1), french.wins_game(1)] == [
        "Boris & Denis win the game.",
        "Boris et Denis gagnent la partie.",
    ]


def test_a_name_that_was_given_heads_the_sheet_and_who_gave_none_is_you() -> None:
    given = Game("dujardin", 2, seed=1, names=("Ann", "Boris"))
    unnamed = Game("dujardin", 2, seed=1, names=("Player 1", "Player 2"))
    assert [Translator.of(given, "en", 0).team(0), Translator.of(given, "en", 0).whom(0)] == ["Ann", "you"]
    assert [Translator.of(unnamed, "fr", 0).team(at) for at in (0, 1)] == ["Vous", "Pilote 2"]
    assert Translator.of(unnamed, "fr").team(0) == "Pilote 1"
    head = Translator.of(unnamed, "en", 0).score_sheet(unnamed.deal.score_sheet()).splitlines()[0]
    assert head.split() == ["You", "Player", "2"]


def test_without_names_the_reader_is_you_and_the_others_are_letters() -> None:
    bare = Translator("en", you=1)
    assert [bare.seat(0), bare.seat(1), bare.team(0), bare.team(1)] == ["Player 1", "You", "A", "You"]
    assert bare.wins_game(1) == "You win the game."
