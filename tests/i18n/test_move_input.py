"""Moves as people type them: by the names of cards and players, in their language, more or less well spelt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bornes import EDITIONS, Card, Deal, Move, Phase, Seeds, edition
from bornes.game.deal import View
from bornes.game.moves import TEAM_LETTERS
from bornes.i18n import Translator
from bornes.i18n.move_input import MoveNotUnderstood, normalize_text, typed_card, typed_exchange, typed_move, typed_seat
from bornes.rules.cards import HAZARDS
from tests.support.scenes import piles, rules_of, scene

LANGUAGES = ("en", "fr")
FOUR = ("Ann", "Boris", "Chloé", "Denis")
ROLLING = piles("roll", "", "")

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_edition = pytest.mark.parametrize("name", EDITIONS)


def play_phase(hand: str, players: int = 2, **tables: str) -> View:
    """What a seat decides with that holds these cards, everybody rolling."""
    rolling = dict.fromkeys(range(players), ROLLING)
    return scene(rules_of("dujardin", players=players), hand=hand, tables=rolling).view(0)


def dujardin(language: str, players: int = 2) -> Translator:
    return Translator(language, "dujardin", FOUR[:players], players, you=0)


# -- every move, by every name -------------------------------------------------------------------------------------


def decisions(name: str, players: int, language: str) -> Iterator[tuple[View, Translator]]:
    """Decisions of a deal that is played at random, with all of the rarer kinds."""
    rules = edition(name).rules(players)
    deal, luck = Deal(rules, seeds=Seeds.of(name, 1)), Random(name)
    while not deal.over:
        seat = deal.seat
        assert seat is not None
        if deal.phase not in (Phase.PLAY, Phase.DRAW) or luck.random() < 0.15:  # which come again and again
            yield deal.view(seat), Translator(language, name, FOUR[:players], rules.teams, you=seat)
        plays = [move for move in deal.legal_moves if not move.is_discard] or list(deal.legal_moves)
        deal.play(luck.choice(plays))


def ways_to_type(move: Move, view: View, words: Translator) -> Iterator[str]:
    yield move.notation(view.phase)
    yield words.move(move, view.phase)
    yield words.move(move, view.phase).upper()
    if move.card is None:
        return
    sign = move.notation(view.phase)[0] if move.is_discard else ""
    for book in (words.edition, "dujardin", "asmodee"):
        for language in (words.language, "en"):
            card = Translator(language, book).card(move.card)
            if move.team is None:
                yield f"{sign}{card}"
                yield f"{sign} {normalize_text(card)}"
            else:
                yield words.gettext("{card} on {team}", card=card, team=words.team(move.team))
                yield f"{card}>{TEAM_LETTERS[move.team]}"
                yield f"{normalize_text(card)} {TEAM_LETTERS[move.team].lower()}"


@every_edition
@every_language
@pytest.mark.parametrize("players", [2, 4])
def test_every_legal_move_can_be_typed_by_its_label_its_notation_and_its_card(
    name: str, language: str, players: int
) -> None:
    phases = set()
    for view, words in decisions(name, players, language):
        phases.add(view.phase)
        for move in view.legal_moves:
            for text in ways_to_type(move, view, words):
                assert typed_move(text, view, words) == move, text
    assert Phase.PLAY in phases


@pytest.mark.parametrize(
    ("language", "text", "notation"),
    [
        ("fr", "feu vert", "roll"),
        ("fr", "FEU-VERT", "roll"),
        ("fr", "le feu vert", "roll"),
        ("fr", "jouer feu vert", "roll"),
        ("fr", "roulez", "roll"),
        ("fr", "go", "roll"),
        ("fr", "green light", "roll"),
        ("fr", "as du volant", "ace"),
        ("fr", "l'as du volant", "ace"),
        ("fr", "200 bornes", "200"),
        ("fr", "200 km", "200"),
        ("fr", "crevaison sur Boris", "flat>B"),
        ("fr", "crevé à boris", "flat>B"),
        ("fr", "crev contre bor", "flat>B"),
        ("fr", "flat tire on Boris", "flat>B"),
        ("fr", "stop>B", "stop>B"),
        ("fr", "feu rouge > boris", "stop>B"),
        ("fr", "poser feu rouge devant Boris", "stop>B"),
        ("fr", "panne d'essence", "out-of-gas>B"),
        ("fr", "-essence", "-gas"),
        ("fr", "défausser l’essence", "-gas"),
        ("fr", "jeter essence", "-gas"),
        ("fr", "coup fourre", "coup"),
        ("fr", "piocher", "draw"),
        ("fr", "prendre", "take"),
        ("fr", "passer", "pass"),
        ("fr", "prolonger", "extend"),
        ("fr", "finir", "finish"),
        ("en", "flat tire on Boris", "flat>B"),
        ("en", "FLAT TIRE", "flat>B"),
        ("en", "stop b", "stop>B"),
        ("en", "stop 2", "stop>B"),
        ("en", "stop on 2", "stop>B"),
        ("fr", "feu rouge > 2", "stop>B"),
        ("en", "out of gas", "out-of-gas>B"),
        ("en", "punc", "proof"),
        ("en", "discard gas", "-gas"),
        ("en", "throw away the gas", "-gas"),
        ("en", "C", "coup"),
        ("en", "speed limit against you", "limit>A"),
    ],
)
def test_what_somebody_may_type(language: str, text: str, notation: str) -> None:
    view = play_phase("gas roll 25 50 75 200 flat")
    assert typed_move(text, view, dujardin(language)).notation() == notation


def test_a_hazard_that_can_hit_several_asks_whom_and_names_them() -> None:
    view, words = play_phase("stop 25 50 75 100 200 200", players=3), dujardin("en", 3)
    with pytest.raises(MoveNotUnderstood, match=r"On whom\? Type Red Light on Boris or Red Light on Chloé\."):
        typed_move("red light", view, words)


def test_a_hazard_that_can_hit_only_one_of_several_hits_that_one() -> None:
    rules = rules_of("dujardin", players=3)
    view = scene(rules, hand="stop 25 50 75 100 200 200", tables={2: ROLLING}).view(0)
    assert typed_move("red light", view, dujardin("en", 3)).notation() == "stop>C"


def test_the_safety_that_answers_a_hazard_is_a_coup_fourre() -> None:
    for view, words in decisions("parker-1962", 4, "fr"):
        if view.phase is Phase.REACT:
            assert view.window is not None
            assert typed_move(words.card(view.window.hazard.safety), view, words).notation() == "coup"
            return
    pytest.fail("nobody was asked about a hazard")


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("en", "rolll", "“rolll” means nothing here. Did you mean Green Light?"),
        ("en", "gren light", "“gren light” means nothing here. Did you mean Green Light?"),
        ("en", "discard gasolin x", None),
        ("fr", "feux vert", "«\u202ffeux vert\u202f» ne veut rien dire ici. Vouliez-vous dire Feu Vert\u202f?"),
        ("fr", "jeter esence", "«\u202fjeter esence\u202f» ne veut rien dire ici. Vouliez-vous dire -Essence\u202f?"),
        ("en", "qit", "“qit” means nothing here. Did you mean quit?"),
        ("en", "red light on Bors", "Nobody here is called “bors”. Did you mean Boris?"),
        ("en", "red light on Zoé", "Nobody here is called “zoe”. You play against Boris."),
        ("en", "gas on Boris", "Gasoline is not laid on anybody: type Gasoline alone."),
        ("en", "~gas", "Cards are exchanged instead of drawing. To discard Gasoline, type -gas."),
        ("en", "\x1b[31m", "“?[31m” means nothing here. Type ? for help."),
        ("en", "x" * 70_000, f"“{'x' * 39}…” means nothing here. Type ? for help."),
    ],
)
def test_what_is_mistyped_is_answered_with_the_nearest(language: str, text: str, answer: str | None) -> None:
    view, words = play_phase("gas roll 25 50 75 200 flat"), dujardin(language)
    with pytest.raises(MoveNotUnderstood) as refused:
        typed_move(text, view, words, ["quit", "help"])
    assert answer is None or words.error(refused.value) == answer


def to_draw(hand: str) -> View:
    """What a seat decides with that may exchange these cards instead of drawing."""
    return scene(rules_of("asmodee"), hand=hand, phase=Phase.DRAW).view(0)


@pytest.mark.parametrize(
    ("language", "typed", "cards"),
    [
        ("en", "x 5 6", [Card.FLAT_TIRE, Card.GASOLINE]),
        ("fr", "x 5 6", [Card.FLAT_TIRE, Card.GASOLINE]),
        ("fr", "échange 5 6", [Card.FLAT_TIRE, Card.GASOLINE]),
        ("fr", "échanger 100 et essence", [Card.D100, Card.GASOLINE]),
        ("en", "exchange gasoline, 25 and 25", [Card.GASOLINE, Card.D25, Card.D25]),
        ("en", "x flat tire 1", [Card.FLAT_TIRE, Card.D25]),
        ("en", "~ 6 6", [Card.GASOLINE]),
        ("en", "x gasoline", [Card.GASOLINE]),
        ("en", "exchange gasoline", None),  # which may be followed by others
        ("en", "~gas", None),
        ("en", "x", None),
        ("en", "x 9", None),
        ("en", "draw", None),
    ],
)
def test_several_cards_are_exchanged_in_one_line(language: str, typed: str, cards: list[Card] | None) -> None:
    view = to_draw("25 25 50 flat 100 gas")
    assert typed_exchange(typed, view, Translator(language, "asmodee", FOUR[:2], 2, you=0)) == cards


def test_an_exchange_that_cannot_be_is_told() -> None:
    words = Translator("en", "asmodee", FOUR[:2], 2, you=0)
    with pytest.raises(MoveNotUnderstood, match="You hold fewer cards that are called 25"):
        typed_exchange("x 25 25 25", to_draw("25 25 50 flat 100 gas"), words)
    with pytest.raises(MoveNotUnderstood, match="Cards cannot be exchanged now"):
        typed_exchange("x 1 2", play_phase("25 25 50"), dujardin("en"))


def test_a_discard_is_not_taken_for_an_exchange() -> None:
    rules = rules_of("asmodee", fast_play=True)
    view = Deal(rules, seeds=Seeds.of("asmodee", 1)).view(0)
    card = view.hand[0]
    assert view.phase is Phase.DRAW
    assert Move.discard(card) in view.legal_moves
    words = Translator("en", "asmodee", FOUR[:2], you=0)
    assert typed_move(f"~{card}", view, words) == Move.discard(card)
    with pytest.raises(MoveNotUnderstood, match="Draw before you discard"):
        typed_move(f"-{card}", view, words)


PIECES = ("stop", "-", "~", ">", "on", "sur", "feu", "25", "a", "b", "boris", "discard", "the", "c", "?")


@given(st.text(max_size=40) | st.lists(st.sampled_from(PIECES)).map(" ".join))
@settings(deadline=None)
def test_junk_is_a_move_or_a_clear_answer_and_changes_nothing(text: str) -> None:
    view, words = play_phase("gas roll 25 50 75 200 flat", players=3), dujardin("fr", 3)
    before = view.as_dict()
    with suppress(MoveNotUnderstood):
        assert isinstance(typed_move(text, view, words), Move)
    assert view.as_dict() == before


# -- names ---------------------------------------------------------------------------------------------------------


@every_language
def test_no_name_of_one_edition_is_that_of_another_card_in_another(language: str) -> None:
    for name in EDITIONS:
        for card in Card:
            assert typed_card(Translator(language, name).card(card), Translator(language)) is card
            assert typed_card(card.notation, Translator(language)) is card


def test_a_beginning_is_enough_where_only_one_thing_begins_so() -> None:
    french = Translator("fr", "dujardin")
    assert typed_card("lim", french) is Card.SPEED_LIMIT
    assert typed_card("rou", french) is None  # Roue de Secours, or Roulez
    assert typed_card("li", french) is None  # too short
    assert {typed_card(card.notation, french) for card in HAZARDS} == set(HAZARDS)


def test_a_player_is_found_by_name_number_or_beginning() -> None:
    words = dujardin("en", 4)
    assert [typed_seat(text, range(4), words) for text in ("chloe", "3", "Den", "x", "")] == [2, 2, 3, None, None]


@pytest.mark.parametrize("typed", ["défaussez 25", "jetez 25", "rejeter 25", "d 25"])
def test_what_a_hint_says_in_french_can_be_typed_back(typed: str) -> None:
    view = scene(rules_of("dujardin"), hand="25 roll").view(0)
    assert typed_move(typed, view, Translator("fr", "dujardin", ("Ann", "Bob"))) == Move.discard(Card.D25)


def test_behind_on_stands_a_player_and_all_before_it_is_the_card() -> None:
    view = scene(rules_of("parker-1962", 3), hand="flat", tables={1: piles("roll"), 2: piles("roll")}).view(0)
    words = Translator("en", "parker-1962", ("Ann", "Bob", "Cid"))
    assert typed_move("flat on bob", view, words) == Move.attack(Card.FLAT_TIRE, 1)
    with pytest.raises(MoveNotUnderstood, match="Did you mean Flat Tire"):
        typed_move("flat tyre on bob", view, words)
    french = Translator("fr", "dujardin", ("Ann", "Bob"))
    dujardin = scene(rules_of("dujardin"), hand="tank").view(0)
    assert typed_move("réservoir à grande capacité", dujardin, french) == Move.lay(Card.EXTRA_TANK)


@pytest.mark.parametrize("names", [("Zoe", "Zoé"), ("Jean-Luc", "Jean Luc"), ("Bob!", "Bob"), ("🚗", "🚙"), ("C", "B")])
def test_a_hazard_hits_whom_it_was_typed_for_however_alike_they_are_called(names: tuple[str, str]) -> None:
    view = scene(rules_of("parker-1962", 3), hand="stop", tables={1: piles("roll"), 2: piles("roll")}).view(0)
    words = Translator("en", "parker-1962", ("Ann", *names))
    for team, name in enumerate(names, 1):
        for typed in (f"lay Stop on {name}", f"stop on {name}", f"stop {name}"):
            assert typed_move(typed, view, words) == Move.attack(Card.STOP, team), typed
        assert typed_move(f"stop>{TEAM_LETTERS[team]}", view, words) == Move.attack(Card.STOP, team)


def test_partners_are_meant_by_the_number_of_either_seat_and_a_name_goes_before_it() -> None:
    view = scene(rules_of("parker-1962", 4, partners=True), hand="stop", tables={1: piles("roll")}).view(0)
    for number in ("2", "4"):
        assert typed_move(f"stop on {number}", view, Translator("en", "parker-1962")) == Move.attack(Card.STOP, 1)
    three = scene(rules_of("parker-1962", 3), hand="stop", tables={1: piles("roll"), 2: piles("roll")}).view(0)
    named = Translator("en", "parker-1962", ("Ann", "3", "Bob"))
    assert typed_move("stop on 3", three, named) == Move.attack(Card.STOP, 1)


def test_where_several_can_be_meant_nobody_is_hit() -> None:
    view = scene(rules_of("parker-1962", 3), hand="stop", tables={1: piles("roll"), 2: piles("roll")}).view(0)
    for names in (("Bob", "Bob"), ("Zoë", "Zoé")):
        with pytest.raises(MoveNotUnderstood, match=">B or >C"):
            typed_move(f"stop on {normalize_text(names[0])}", view, Translator("en", "parker-1962", ("Ann", *names)))


@pytest.mark.parametrize("typed", ["-stop>B", "- Stop on Bob", "discard stop on Bob"])
def test_a_card_is_not_thrown_away_that_was_meant_for_somebody(typed: str) -> None:
    view = scene(rules_of("parker-1962"), hand="stop", tables={1: piles("roll")}).view(0)
    with pytest.raises(MoveNotUnderstood, match="laid on nobody: type -stop"):
        typed_move(typed, view, Translator("en", "parker-1962", ("Ann", "Bob")))


def test_a_line_of_thousands_of_words_is_answered_at_once() -> None:
    view = scene(rules_of("parker-1962"), hand="stop").view(0)
    with pytest.raises(MoveNotUnderstood):
        typed_move("a " * 30_000, view, Translator())
