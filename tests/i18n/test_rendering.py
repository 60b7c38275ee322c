"""The game in words: names that are each edition's own, and a sentence for everything."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, TypeVar

import pytest

import bornes.i18n
from bornes import EDITIONS, Card, Deal, Ending, Family, Game, Move, Phase, Seeds, edition
from bornes.engine.codes import MOVES, DrawCause
from bornes.engine.scoring import ROWS as SCORE_ROWS
from bornes.game import events as happened
from bornes.game import illegal_reasons
from bornes.game.events import Event
from bornes.game.illegal_reasons import Reason
from bornes.game.position import Piles
from bornes.i18n import Translator, catalogs, names
from bornes.rules.editions import all_forms
from bornes.rules.ruleset import FIELDS, choices
from scripts import _catalogues as tool
from tests.support.scenes import piles, rules_of, scene

LANGUAGES = ("en", "fr")
NARROW_SPACE = "\u202f"
CODE = Path(catalogs.FOLDER).parent

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_edition = pytest.mark.parametrize("name", EDITIONS)


# -- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "language", "printed"),
    [
        (Card.STOP, "en", ("Stop", "Stop", "Stop", "Red Light", "Red Light")),
        (Card.STOP, "fr", ("Stop", "Stop", "Stop", "Feu Rouge", "Feu rouge")),
        (Card.ROLL, "en", ("Roll", "Roll", "Roll", "Green Light", "GO")),
        (Card.ROLL, "fr", ("Roulez", "Roulez", "Roulez", "Feu Vert", "Feu vert")),
        (Card.FLAT_TIRE, "fr", ("Crevaison", "Crevaison", "Crevaison", "Crevé", "Crevaison")),
        (Card.GASOLINE, "en", ("Gasoline", "Gasoline", "Gasoline", "Gasoline", "Gas")),
        (Card.REPAIRS, "en", ("Repairs", "Repair", "Repair", "Repairs", "Repairs")),
        (
            Card.END_OF_LIMIT,
            "en",
            ("End of Speed Limit", "End of Limit", "End of Limit", "End of Speed Limit", "End of Speed Limit"),
        ),
        (
            Card.EXTRA_TANK,
            "en",
            ("Extra Tank", "Extra Tank", "Extra Tank", "Large-Capacity Tank", "Fuel Truck"),
        ),
        (
            Card.RIGHT_OF_WAY,
            "en",
            ("Right of Way", "Right of Way", "Right of Way", "Priority Vehicle", "Emergency Vehicle"),
        ),
        (
            Card.RIGHT_OF_WAY,
            "fr",
            ("Prioritaire", "Prioritaire", "Prioritaire", "Véhicule Prioritaire", "Véhicule prioritaire"),
        ),
        (Card.D200, "fr", ("200",) * 5),
    ],
)
def test_each_edition_prints_its_own_names(card: Card, language: str, printed: tuple[str, ...]) -> None:
    assert tuple(Translator(language, name).card(card) for name in EDITIONS) == printed


@every_edition
@every_language
def test_no_two_cards_share_a_name(language: str, name: str) -> None:
    words = Translator(language, name)
    assert len({words.card(card) for card in Card}) == len(Card)


def test_words_for_what_is_on_the_table() -> None:
    parker, asmodee, dujardin = (
        Translator("en", "parker-1988"),
        Translator("en", "asmodee"),
        Translator("fr", "dujardin"),
    )
    assert [parker.term("deal"), asmodee.term("deal"), dujardin.term("deal")] == ["deal", "race", "manche"]
    assert [asmodee.term("battle_pile"), dujardin.term("battle_pile")] == ["Drive pile", "pile de Bataille"]
    assert [dujardin.heading("discards"), dujardin.heading("battle_pile")] == ["Défausse", "Pile de Bataille"]
    assert [parker.family(Family.SAFETY), dujardin.family(Family.SAFETY)] == ["safety", "Botte"]


def test_an_edition_title_is_the_one_of_its_rulebook() -> None:
    assert [Translator().edition_title(name) for name in EDITIONS] == [edition(name).title for name in EDITIONS]
    assert Translator("fr", "dujardin").edition_title() == "Dujardin, édition Prestige"


def test_seats_and_teams_without_names() -> None:
    assert [Translator("en").seat(1), Translator("fr").seat(1)] == ["Player 2", "Pilote 2"]
    assert Translator("fr").team(2) == "C"


def test_partners_are_joined() -> None:
    four = ("Ann", "Bob", "Cat", "Dee")
    assert Translator("en", "parker-1962", four, teams=2).team(1) == "Bob & Dee"
    assert Translator("fr", "parker-1962", four, teams=2).team(0) == "Ann et Cat"
    assert Translator("en", "asmodee", four).team(3) == "Dee"


def test_names_that_cannot_be_seated_are_refused() -> None:
    with pytest.raises(ValueError, match="3 names cannot be those of 2 teams"):
        Translator("en", "parker-1962", ("Ann", "Bob", "Cat"), teams=2)


def test_the_words_for_a_game_name_who_has_no_name() -> None:
    unnamed = Translator.of(Game("parker-1962", 4, seed=1), "fr")
    assert unnamed.team(0) == "Pilote 1 et Pilote 3"
    named = Translator.of(Game("dujardin", 2, seed=1, names=("Zoé", "Player 2")), "fr")
    assert [named.seat(0), named.seat(1), named.edition] == ["Zoé", "Pilote 2", "dujardin"]


def test_a_name_with_braces_is_only_a_name() -> None:
    words = Translator("en", "asmodee", ("{team}", "Bob"))
    assert words.event(happened.Passed(0)) == "{team} passes."


def test_french_counts_nothing_and_one_as_singular() -> None:
    english, french = Translator("en"), Translator("fr")
    assert [english.distance(n) for n in (0, 1, 2)] == ["0 miles", "1 mile", "2 miles"]
    assert [french.distance(n) for n in (0, 1, 2)] == ["0 mile", "1 mile", "2 miles"]
    assert Translator("fr", "dujardin").distance(75) == "75 km"
    assert Translator("fr").rule_value("trip_points", 0) == "0 point"


# -- moves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "phase", "english", "french"),
    [
        ("roll", Phase.PLAY, "play GO", "jouer Feu vert"),
        ("100", Phase.PLAY, "drive 100 miles", "parcourir 100 miles"),
        ("gas", Phase.REACT, "answer with Gas", "répondre par Essence"),
        ("stop>B", Phase.PLAY, "lay Red Light on Bob & Dee", "poser Feu rouge devant Bob et Dee"),
        ("-25", Phase.PLAY, "discard 25", "défausser 25"),
        ("~25", Phase.DRAW, "exchange 25", "échanger 25"),
        ("coup", Phase.REACT, "call coup fourré", "annoncer un coup fourré"),
        ("pass", Phase.REACT, "let it pass", "laisser passer"),
        ("pass", Phase.DRAW, "pass the turn", "passer son tour"),
        ("extend", Phase.EXTEND, "extend the trip to 1000 miles", "prolonger le trajet jusqu’à 1\u202f000 miles"),
        ("finish", Phase.EXTEND, "end the trip here", "terminer le trajet ici"),
        ("draw", Phase.DRAW, "draw a card", "piocher une carte"),
        ("draw", Phase.EXCHANGE, "draw as many cards as you gave", "piocher autant de cartes que vous en avez donné"),
        ("take", Phase.DRAW, "take the top discard", "prendre la carte du dessus de la défausse"),
    ],
)
def test_a_move_as_it_is_offered(notation: str, phase: Phase, english: str, french: str) -> None:
    deal = Deal(edition("asmodee").rules(4, partners=True), seeds=Seeds.of(1, 1))
    move = Move(next(code for code in range(MOVES) if Move(code).notation(phase) == notation))
    four = ("Ann", "Bob", "Cat", "Dee")
    said = [Translator(language, "asmodee", four, deal.rules.teams).move(move, phase) for language in LANGUAGES]
    assert said == [english, french]


# -- events and reasons, all of them -------------------------------------------------------------------------------

_T = TypeVar("_T", Event, Reason)

SAMPLE: dict[str, Any] = {
    "clause": "Q-09",
    "seat": 1,
    "first": 0,
    "attacker": 0,
    "team": 0,
    "completer": 1,
    "card": Card.D100,
    "hazard": Card.ACCIDENT,
    "remedy": Card.REPAIRS,
    "safety": Card.DRIVING_ACE,
    "hands": ((Card.D25,), None),
    "hand_sizes": (1, 6),
    "tables": (Piles(), Piles()),
    "discards": (),
    "phase": Phase.PLAY,
    "turn": 0,
    "turns": 3,
    "draw_pile_size": 1,
    "extra": False,
    "taken": None,
    "window": None,
    "extended_by": None,
    "cause": DrawCause.TURN,
    "discarded": True,
    "owed": 1,
    "refill": False,
    "cards": 12,
    "order": None,
    "ending": Ending.COMPLETED,
    "scores": (400, 25),
    "given": 1,
    "needed": 2,
    "limit": 50,
    "allowed": 2,
    "kind": "WindRose",
    "values": {},
    "text": "",
    "room": 25,
}


def one_of_each(base: type[_T], module: ModuleType) -> list[_T]:
    """One of every kind of event or reason; a new kind joins by itself."""
    named = [thing for thing in vars(module).values() if isinstance(thing, type)]
    kinds = [kind for kind in named if issubclass(kind, base) and kind is not base]
    return [kind(**{field.name: SAMPLE[field.name] for field in fields(kind)}) for kind in kinds]


def all_events() -> list[Event]:
    """Every kind of event with the variants that have sentences of their own."""
    return [
        *one_of_each(Event, happened),
        happened.TurnBegan(0, True),
        *(happened.Drew(0, card, why) for card in (None, Card.ROLL) for why in DrawCause),
        *(happened.Laid(0, card) for card in Card),
        *(happened.Attacked(0, card, 1) for card in Card if card.family is Family.HAZARD),
        happened.CoupFourre(0, Card.RIGHT_OF_WAY, Card.STOP, False),
        *(happened.DealOver(ending, None, (0, 25)) for ending in Ending),
    ]


def all_reasons() -> list[Reason]:
    return [
        *one_of_each(Reason, illegal_reasons),
        illegal_reasons.NotAnAnswer("Q-09", Card.DRIVING_ACE, Card.ACCIDENT),
        illegal_reasons.TooMany200s("Q-09", 1),
        *(illegal_reasons.DealIsOver(f"house rule {field}") for field in FIELDS),
    ]


def everything(words: Translator) -> Iterator[str]:
    """All that can be said in one language about one edition."""
    yield from (said for event in all_events() if (said := words.event(event)) is not None)
    yield from map(words.reason, all_reasons())
    yield from (words.move(Move(code), phase) for code in range(MOVES) for phase in Phase)
    yield from map(words.card, Card)
    yield from map(words.family, Family)
    yield from map(words.term, names.TERMS)
    yield from map(words.row, names.ROWS)
    yield from map(words.phase, Phase)
    yield from map(words.edition_title, ("dujardin", "asmodee"))
    yield from map(words.rule, FIELDS)
    yield from (words.rule_value(field, value) for field in FIELDS for value in choices(field))
    yield from (words.rule_value(field, 0) for field in ("turn_cap", "game_goal", "trip_points", "target"))
    yield words.rule_value("deck", rules_of(words.edition).deck)
    yield words.score_sheet(Game(words.edition, 2, seed=1).score_sheet())


def test_the_sentences_leave_out_only_what_others_tell() -> None:
    words = Translator()
    silent = {type(event) for event in all_events() if words.event(event) is None}
    told_by_the_server = {happened.Unknown}
    assert silent == {happened.MoveRequested, happened.WindowOpened, happened.WindowClosed} | told_by_the_server


@every_edition
def test_everything_is_said_in_french_and_nothing_in_english(name: str) -> None:
    leaks = {Translator("en", book).card(card) for book in EDITIONS for card in Card}
    leaks -= {Translator("fr", book).card(card) for book in EDITIONS for card in Card}
    leaks |= {"the", "card", "cards", "draw", "discard", "play", "plays", "deal", "hand", "trip", "team", "Player"}
    english = re.compile(rf"\b({'|'.join(map(re.escape, sorted(leaks)))})\b")
    for said in everything(Translator("fr", name)):
        assert not english.search(said), said


@every_edition
def test_everything_is_said_in_english_and_nothing_in_french(name: str) -> None:
    leaks = {Translator("fr", book).card(card) for book in EDITIONS for card in Card}
    leaks -= {Translator("en", book).card(card) for book in EDITIONS for card in Card}
    french = re.compile(rf"\b({'|'.join(map(re.escape, sorted(leaks)))}|de|une?|est|pioche)\b")
    for said in everything(Translator("en", name)):
        assert not french.search(said), said


@every_edition
@every_language
def test_nothing_said_has_an_open_placeholder_or_a_number_for_a_name(language: str, name: str) -> None:
    for said in everything(Translator(language, name)):
        assert said
        assert not re.search(r"[{}]|None|<|Card\.", said), said


def test_kilometres_stay_kilometres() -> None:
    for language in LANGUAGES:
        assert not [said for said in everything(Translator(language, "dujardin")) if re.search(r"\bmiles?\b", said)]


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (happened.Laid(0, Card.D75), "Ann drives 75 miles.", "Ann parcourt 75 miles."),
        (happened.Laid(0, Card.DRIVING_ACE), "Ann plays the safety Driving Ace.", "Ann pose la botte As du volant."),
        (happened.Drew(1, Card.ROLL, DrawCause.TURN), "Bob draws GO.", "Bob pioche Feu vert."),
        (happened.Drew(1, None, DrawCause.TURN), "Bob draws a card.", "Bob pioche une carte."),
        (
            happened.Attacked(1, Card.STOP, 0),
            "Bob lays Red Light on Ann & Cat.",
            "Bob pose Feu rouge devant Ann et Cat.",
        ),
        (
            happened.CoupFourre(2, Card.RIGHT_OF_WAY, Card.STOP, True),
            "Coup fourré! Cat answers Red Light with Emergency Vehicle.",
            "Coup fourré\u202f! Cat répond à Feu rouge par Véhicule prioritaire.",
        ),
        (
            happened.Reshuffled(1, None),
            "1 discard is shuffled and becomes the draw pile.",
            "La défausse est mélangée et devient la pioche\u202f: 1 carte.",
        ),
        (
            happened.DealOver(Ending.COMPLETED, 1, (400, 1025)),
            "The race is over: finish reached by Bob & Dee. Points: 400 for Ann & Cat, 1025 for Bob & Dee.",
            (
                "La course est terminée\u202f: arrivée atteinte par Bob et Dee. "
                "Points\u202f: 400 pour Ann et Cat, 1\u202f025 pour Bob et Dee."
            ),
        ),
    ],
)
def test_an_event_in_words(event: Event, english: str, french: str) -> None:
    four = ("Ann", "Bob", "Cat", "Dee")
    assert [Translator(language, "asmodee", four, 2).event(event) for language in LANGUAGES] == [english, french]


def refusal(deal: Deal, move: str) -> Reason:
    reason = deal.why_not(move)
    assert reason is not None
    return reason


def test_a_refusal_says_what_is_in_the_way_and_cites_its_clause() -> None:
    deal = scene(rules_of("parker-1962"), hand="100 stop roll 25 50 75 200")
    words = Translator("en", "parker-1962", ("Ann", "Bob"))
    assert words.reason(refusal(deal, "100")) == "You cannot drive yet: you need a Roll card first (P62-33)."
    started = words.reason(refusal(deal, "stop>B"))
    assert started == "Before the start, only Speed Limit can be laid on Bob (P62-26)."


def test_a_refusal_in_french_speaks_the_words_of_its_edition() -> None:
    deal = scene(
        rules_of("dujardin"),
        hand="100 stop roll 25 50 75 200",
        tables={0: piles("roll", "limit", "")},
    )
    said = Translator("fr", "dujardin").reason(refusal(deal, "100"))
    assert said == "Limite de Vitesse vous ralentit\u202f: 50 km au plus (DJ-22)."


def test_a_refusal_by_a_house_rule_names_the_rule() -> None:
    deal = scene(rules_of("parker-1962", free_discard=False), hand="roll 100 stop 25 50 75 200")
    reason = refusal(deal, "-25")
    said = [Translator(language, "parker-1962").reason(reason) for language in LANGUAGES]
    assert said[0] == "You can play, so you may not discard (house rule: Discarding while a card can be played)."
    assert said[1].endswith("défausser (règle maison\u202f: Défausser alors qu’une carte est jouable).")


def test_a_safety_played_like_a_card_is_pointed_to_the_coup_fourre() -> None:
    reason = illegal_reasons.NotAnAnswer("P62-51", Card.DRIVING_ACE, Card.ACCIDENT)
    said = Translator("en", "parker-1962").reason(reason)
    assert said == "Call a coup fourré to answer Accident with Driving Ace (P62-51)."


# -- rules and score sheets ----------------------------------------------------------------------------------------


@every_language
def test_every_rule_of_every_form_has_a_title_and_a_value(language: str) -> None:
    for book, form in all_forms():
        words = Translator(language, book.name)
        titles = [words.rule(field) for field in FIELDS]
        assert len(set(titles)) == len(FIELDS)
        rules = book.rules(form.players, partners=form.partners, short=form.short)
        assert all(words.rule_value(field, getattr(rules, field)) for field in FIELDS)


@pytest.mark.parametrize(
    ("field", "value", "english", "french"),
    [
        ("free_discard", True, "yes", "oui"),
        ("hand_size", 6, "6", "6"),
        ("target", 700, "700 miles", "700 miles"),
        ("turn_cap", 0, "no limit", "sans limite"),
        ("turn_cap", 2000, "2000", "2\u202f000"),
        ("game_goal", 0, "a single deal", "une seule manche"),
        ("game_goal", 5000, "5000 points", "5\u202f000 points"),
        ("hazard_target", "rolling", "is rolling", "qui roule"),
        ("edition", "game-cabinet", "The Game Cabinet", "The Game Cabinet"),
        ("deck", (1, *(0,) * 12, 2, *(0,) * 5), "3 cards: 1 × 25, 2 × Roll", "3 cartes\u202f: 1 × 25, 2 × Roulez"),
    ],
)
def test_a_value_of_the_rules(field: str, value: object, english: str, french: str) -> None:
    assert [Translator(language).rule_value(field, value) for language in LANGUAGES] == [english, french]


def test_the_sheet_has_a_name_for_every_row() -> None:
    assert set(SCORE_ROWS) < set(names.ROWS)


def test_a_score_sheet_as_text() -> None:
    game = Game("dujardin", 2, seed=1, names=("Ann", "Bartholomew"))
    rows = Translator.of(game, "fr").score_sheet(game.deal.score_sheet()).splitlines()
    assert rows[0] == "                         Ann  Bartholomew"
    assert rows[1] == "Kilomètres                 0            0"
    assert rows[-1] == "Total de la manche         0            0"


def test_a_game_sheet_carries_totals_forward_as_the_edition_words_it() -> None:
    game = Game("parker-1988", 2, seed=1)
    rng = Random(1)
    while not game.deal.over:
        game.play(rng.choice(list(game.deal.legal_moves)))
    game.next_deal()
    text = Translator.of(game).score_sheet(game.score_sheet())
    first, second = text.split("\n\n")
    assert [first.splitlines()[0], second.splitlines()[0]] == ["Deal 1", "Deal 2"]
    combined = next(line for line in first.splitlines() if line.startswith("Combined total"))
    forward = next(line for line in second.splitlines() if line.startswith("Brought forward"))
    assert combined.split()[-2:] == forward.split()[-2:] == [str(points) for points in game.deals[0].scores]


# -- the page ------------------------------------------------------------------------------------------------------


def test_the_examples_on_the_page_and_in_the_docstring_are_true() -> None:
    page = (tool.ROOT / "docs" / "words.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"```pycon\n(.*?)```", page, re.DOTALL))  # one goes on where another ended
    for text in (examples, bornes.i18n.__doc__ or ""):
        example = doctest.DocTestParser().get_doctest(text, {}, "words", None, 0)
        assert example.examples
        assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


# -- a whole deal told ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "form"), all_forms(), ids=lambda part: getattr(part, "name", None) or str(part))
def test_a_whole_deal_is_told_in_both_languages(book: Any, form: Any) -> None:
    game = Game(book.name, form.players, partners=form.partners, short=form.short, seed="told")
    told = [Translator.of(game, language) for language in LANGUAGES]
    deal, rng = game.deal, Random(str(form))
    while not deal.over:
        moves = list(deal.legal_moves)
        if rng.random() < 0.05:
            refused = [reason for code in range(MOVES) if (reason := deal.why_not(code)) is not None]
            for words in told:
                assert all(words.move(move, deal.phase) for move in moves)
                assert all(words.reason(reason).endswith(").") for reason in refused)
        deal.play(rng.choice(moves))
    for words, viewer in product(told, (None, 0)):
        sentences = [words.event(event) for event in happened.seen_by(viewer, deal.events)]
        assert sum(sentence is not None for sentence in sentences) > 30
        assert words.score_sheet(game.score_sheet())


@pytest.mark.parametrize(
    ("language", "edition", "card", "name", "short"),
    [
        ("en", "parker-1962", Card.END_OF_LIMIT, "End of Speed Limit", "End of Limit"),
        ("en", "parker-1962", Card.RIGHT_OF_WAY, "Right of Way", "Right of Way"),
        ("en", "asmodee", Card.RIGHT_OF_WAY, "Emergency Vehicle", "Emergency"),
        ("fr", "dujardin", Card.EXTRA_TANK, "Réservoir à grande Capacité", "Réservoir"),
        ("fr", "parker-1962", Card.END_OF_LIMIT, "Fin de limite de vitesse", "Fin de limite"),
        ("fr", "dujardin", Card.STOP, "Feu Rouge", "Feu Rouge"),
    ],
)
def test_a_long_name_has_a_short_one(language: str, edition: str, card: Card, name: str, short: str) -> None:
    words = Translator(language, edition)
    assert (words.card(card), words.short_card(card)) == (name, short)


@every_edition
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_short_name_is_longer_than_the_name(name: str, language: str) -> None:
    words = Translator(language, name)
    for card in Card:
        assert len(words.short_card(card)) <= len(words.card(card))
