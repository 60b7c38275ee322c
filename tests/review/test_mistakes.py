"""Why a move was worse: the reasons that a review can name, each in its scene, and in both languages."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any

import pytest

from bornes import Card, Deal, Phase
from bornes.bots.inference import doubts
from bornes.position import Window
from bornes.review import Decision, mistakes
from bornes.review.mistakes import (
    AttackMissed,
    AwkwardRest,
    CoupFourreGivenUp,
    CoupFourreMissed,
    DeadCardKept,
    DelayedActionGivenUp,
    DiscardLeftLying,
    ExtendedTooFar,
    ExtensionMissed,
    HazardThrownAway,
    LastRemedyThrownAway,
    LongerCardKept,
    LongerCardThrownAway,
    MilesLeft,
    Mistake,
    NeededRemedyThrownAway,
    OtherTarget,
    RollThrownAway,
    SafeTripGivenUp,
    SafetyHeldBack,
    SafetyThrownAway,
    StoodStill,
    TripLeftOpen,
    why,
)
from bornes.review.sentences import why_sentence
from bornes.words import Words
from tests.support.scenes import piles, rules_of, scene

PARKER = rules_of("parker-1962")
ROLLING = piles("roll")
ALL = [
    kind
    for _, kind in inspect.getmembers(mistakes, inspect.isclass)
    if issubclass(kind, Mistake) and kind is not Mistake
]


def reason(deal: Deal, made: str, best: str) -> Mistake | None:
    """What speaks for the best move and against the one that was made."""
    assert deal.seat is not None
    view = deal.view(deal.seat)
    return why(Decision(1, 0, deal.turns, view, doubts(view), deal.state, deal.parse(made)), deal.parse(best))


def at_table(hand: str, own: Any = ROLLING, other: Any = ROLLING, **more: Any) -> Deal:
    """Two players in the middle of a deal."""
    return scene(PARKER, hand=hand, tables={0: own, 1: other}, **more)


def test_a_coup_fourre_that_was_on() -> None:
    window = Window(attacker=1, target=0, hazard=Card.STOP)
    deal = at_table("priority 100 75 25 gas end", piles("roll stop"), phase=Phase.REACT, window=window, turn=1)
    assert reason(deal, "pass", "coup") == CoupFourreMissed(Card.RIGHT_OF_WAY, Card.STOP)


def test_a_trip_that_could_be_completed() -> None:
    deal = at_table("100 75 25 roll gas spare end", piles("roll", distances="200 200 100 100"))
    assert reason(deal, "75", "100") == TripLeftOpen(Card.D100)


def test_a_safety_thrown_away() -> None:
    deal = at_table("ace 100 75 roll gas spare end")
    assert reason(deal, "-ace", "100") == SafetyThrownAway(Card.DRIVING_ACE)


def test_a_safety_laid_while_its_hazards_could_still_come() -> None:
    deal = at_table("ace 100 75 roll gas spare accident")
    assert reason(deal, "ace", "100") == CoupFourreGivenUp(Card.DRIVING_ACE, unseen=1)
    deal = at_table("priority 100 75 roll gas spare stop")
    assert reason(deal, "priority", "100") == CoupFourreGivenUp(Card.RIGHT_OF_WAY, unseen=3 + 3)


def test_a_safety_held_back_with_nothing_left_to_answer() -> None:
    deal = at_table("ace 100 75 roll gas spare accident", discards="accident")
    assert reason(deal, "100", "ace") == SafetyHeldBack(Card.DRIVING_ACE, unseen=0)
    assert reason(deal, "ace", "100") is not None, "what is laid too early is another matter"


def test_the_first_200_gives_up_the_safe_trip_and_the_second_does_not() -> None:
    deal = at_table("200 100 75 roll gas spare end", piles("roll", distances="100"))
    assert reason(deal, "200", "100") == SafeTripGivenUp(300)
    deal = at_table("200 100 75 roll gas spare end", piles("roll", distances="200"))
    assert reason(deal, "200", "100") is None


def test_where_nothing_is_paid_for_a_safe_trip_none_can_be_given_up() -> None:
    rules = PARKER.replace(safe_trip_points=0)
    deal = scene(rules, hand="200 100 75 roll gas spare end", tables={0: ROLLING, 1: ROLLING})
    assert reason(deal, "200", "100") is None


@pytest.mark.parametrize(
    ("dead", "own", "other", "discards"),
    [
        ("gas", piles("roll", safeties="tank"), ROLLING, ""),
        ("spare", ROLLING, ROLLING, "flat flat"),
        ("accident", ROLLING, piles("roll", safeties="ace"), ""),
        ("200", piles("roll", distances="200 200"), ROLLING, ""),
        ("roll", piles("", safeties="priority"), ROLLING, ""),
    ],
)
def test_a_dead_card_kept(dead: str, own: Any, other: Any, discards: str) -> None:
    """A remedy for what cannot come, a hazard for the protected, a 200 too many."""
    deal = at_table(f"{dead} 100 75 50 25 end", own, other, discards=discards)
    assert reason(deal, "-100", f"-{dead}") == DeadCardKept(Card.parse(dead), Card.D100)


def test_a_card_is_not_dead_while_it_can_still_be_played() -> None:
    deal = at_table("gas 100 75 50 25 end")
    assert reason(deal, "-100", "-gas") is None


def test_a_distance_is_not_dead_where_an_extension_may_come() -> None:
    near = piles("roll", distances="200 200 100 100")
    deal = at_table("100 75 75 50 25 roll", piles("roll", distances="200 200 100 75 75"))
    assert not isinstance(reason(deal, "-25", "-100"), DeadCardKept), "at 650 a 100 may still serve in an extension"
    rules = PARKER.replace(extension=False, extension_points=0, extension_fails_on_exhaustion=False)
    deal = scene(rules, hand="200 75 75 50 25 roll", tables={0: near, 1: ROLLING})
    assert reason(deal, "-25", "-200") == DeadCardKept(Card.D200, Card.D25)


def test_a_hazard_that_could_still_be_laid() -> None:
    deal = at_table("limit 100 75 50 25 end")
    assert reason(deal, "-limit", "-25") == HazardThrownAway(Card.SPEED_LIMIT)
    deal = at_table("limit 100 75 50 25 end", other=piles("", safeties="priority"))
    assert reason(deal, "-limit", "-25") is None


def test_the_shorter_card_goes_first() -> None:
    deal = at_table("200 100 75 50 25 end")
    assert reason(deal, "-200", "-25") == LongerCardThrownAway(Card.D200, Card.D25)
    assert reason(deal, "-25", "-50") is None


def test_the_remedy_that_is_needed_now() -> None:
    deal = at_table("repair 100 75 50 25 end", piles("roll accident"))
    assert reason(deal, "-repair", "-25") == NeededRemedyThrownAway(Card.REPAIRS, Card.ACCIDENT)


def test_the_last_remedy_for_what_may_still_come() -> None:
    deal = at_table("repair 100 75 50 25 end", discards="accident")
    assert reason(deal, "-repair", "100") == LastRemedyThrownAway(Card.REPAIRS, Card.ACCIDENT, unseen=1)
    deal = at_table("repair repair 75 50 25 end")
    assert reason(deal, "-repair", "-25") is None, "another one is left"
    deal = at_table("repair ace 75 50 25 end")
    assert reason(deal, "-repair", "-25") is None, "the safety is in the hand"


def test_a_roll_thrown_away() -> None:
    deal = at_table("roll 100 75 50 25 end")
    assert reason(deal, "-roll", "-25") == RollThrownAway(held=0)
    deal = at_table("roll roll priority 50 25 end")
    assert reason(deal, "-roll", "-25") is None


def test_a_car_that_stood_still() -> None:
    deal = at_table("gas 100 75 50 25 end", piles("roll out-of-gas"))
    assert reason(deal, "-25", "gas") == StoodStill(Card.GASOLINE)


def test_an_attack_missed_and_one_on_the_lesser_danger() -> None:
    deal = at_table("stop 100 75 50 25 end", other=piles("roll", distances="200 100"))
    assert reason(deal, "100", "stop>B") == AttackMissed(Card.STOP, team=1, miles=300)
    rules = rules_of("parker-1962", 3)
    tables = {0: ROLLING, 1: piles("roll", distances="25"), 2: piles("roll", distances="200 200")}
    deal = scene(rules, hand="stop 100 75 50 25 end", tables=tables)
    assert reason(deal, "stop>B", "stop>C") == OtherTarget(Card.STOP, team=2, miles=400)


def test_a_rest_that_no_card_makes_up() -> None:
    deal = at_table("75 100 roll gas spare end", piles("roll", distances="200 200 100 50 25"))
    assert reason(deal, "75", "-gas") == AwkwardRest(50)
    assert reason(deal, "100", "-gas") == AwkwardRest(25)


def test_miles_left_and_the_longer_card_kept() -> None:
    deal = at_table("75 100 roll gas spare end")
    assert reason(deal, "-75", "100") == MilesLeft(Card.D100)
    assert reason(deal, "75", "100") == LongerCardKept(Card.D100)


def test_waiting_for_the_end_of_the_draw_pile() -> None:
    near = piles("roll", distances="200 200 100 100")
    deal = scene(
        PARKER, hand="100 roll gas spare end 25", tables={0: near, 1: ROLLING}, empty=True, draw="25 50", others=False
    )
    assert reason(deal, "100", "-end") == DelayedActionGivenUp(points=300, cards=2)
    deal = at_table("100 roll gas spare end 25", near)
    assert reason(deal, "100", "-end") is None, "the pile is full: that is not why"


def test_extensions_both_ways() -> None:
    complete = piles("roll", distances="200 200 100 100 100")
    behind = piles("roll", distances="200 75")
    deal = at_table("100 roll gas spare end 25", complete, behind, phase=Phase.EXTEND, discards="75 50")
    cards = deal.view(0).draw_pile_size
    assert reason(deal, "finish", "extend") == ExtensionMissed(team=1, miles=275, cards=cards)
    assert reason(deal, "extend", "finish") == ExtendedTooFar(team=1, miles=275, cards=cards)


def test_a_discard_left_lying() -> None:
    rules = rules_of("asmodee")
    deal = scene(
        rules, hand="100 roll gas spare end 25", tables={0: ROLLING, 1: ROLLING}, discards="200", phase=Phase.DRAW
    )
    assert reason(deal, "draw", "take") == DiscardLeftLying(Card.D200)


def test_where_no_reason_has_a_name_none_is_given() -> None:
    deal = at_table("75 100 roll gas spare end")
    assert reason(deal, "100", "75") is None


# --- In words -------------------------------------------------------------------------------------------------------


def example(kind: type[Mistake]) -> Mistake:
    values = {"safety": Card.DRIVING_ACE, "hazard": Card.ACCIDENT, "dead": Card.REPAIRS, "card": Card.D100}
    values |= {"longer": Card.D100, "shorter": Card.D25}
    return kind(**{field.name: values.get(field.name, 1) for field in fields(kind)})


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_every_reason_has_a_sentence(kind: type[Mistake], language: str) -> None:
    sentence = why_sentence(example(kind), Words(language, "dujardin", ["Ann", "Bob"]))
    assert sentence[0].isupper() or sentence[0].isdigit() or sentence[0] == "«"
    assert sentence.endswith(".")
    assert "{" not in sentence


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_the_french_is_french(kind: type[Mistake]) -> None:
    english, french = (why_sentence(example(kind), Words(lang, "parker-1962")) for lang in ("en", "fr"))
    assert english != french


def test_a_sentence_speaks_the_words_of_the_edition() -> None:
    found = CoupFourreMissed(Card.RIGHT_OF_WAY, Card.STOP)
    english = why_sentence(found, Words("en", "parker-1962"))
    assert english == "A coup fourré was possible: Right of Way answers Stop at once."
    assert "Prioritaire" in why_sentence(found, Words("fr", "dujardin"))


def test_one_card_is_not_many() -> None:
    words = Words("en", "parker-1962")
    assert "1 card that it answers is still unseen" in why_sentence(CoupFourreGivenUp(Card.DRIVING_ACE, 1), words)
    assert "3 cards that it answers are still unseen" in why_sentence(CoupFourreGivenUp(Card.DRIVING_ACE, 3), words)
