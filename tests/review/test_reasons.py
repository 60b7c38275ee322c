"""Why a move is better: each kind of reason in a position of its own, and what it says in both languages."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from bornes import Card, Deal, Phase, Rules
from bornes.game.moves import Move
from bornes.game.position import Window
from bornes.i18n import Translator
from bornes.review.reasons import kinds as why
from bornes.review.reasons.choice import reasons_against, reasons_for
from bornes.review.reasons.kinds import (
    DecisiveReasonAgainst,
    DecisiveReasonFor,
    MoveReason,
    NumericReason,
    ReasonAgainst,
    ReasonFor,
)
from bornes.review.review_text import advice, why_sentence
from bornes.review.situation import Situation
from tests.support.scenes import piles, rules_of, scene

PARKER = rules_of("parker-1962")
THREE = rules_of("parker-1962", 3)
CABINET = rules_of("game-cabinet")
ASMODEE = rules_of("asmodee")
DUJARDIN = rules_of("dujardin")
ROLLING = piles("roll")
ON_THE_ROAD = piles("roll", distances="25")
NEAR = piles("roll", distances="200 200 100 100")
"""At 600 of 700."""
STANDING = piles("")


def at_table(
    hand: str, own: Any = ON_THE_ROAD, other: Any = ON_THE_ROAD, *, rules: Rules = PARKER, **more: Any
) -> Deal:
    """Two players in the middle of a deal."""
    return scene(rules, hand=hand, tables={0: own, 1: other}, **more)


def last_cards(hand: str, own: Any, draw: str = "", other: Any = ON_THE_ROAD) -> Deal:
    """The same near the end of the draw pile."""
    return scene(PARKER, hand=hand, tables={0: own, 1: other}, empty=True, draw=draw, others=False)


def hit(hand: str, hazard: Card, rules: Rules = PARKER) -> Deal:
    """A hazard was just laid, and may be answered."""
    window = Window(attacker=1, target=0, hazard=hazard)
    own = piles(f"roll {hazard.notation}")
    return at_table(hand, own, rules=rules, phase=Phase.REACT, window=window, turn=1)


def drawing(hand: str, own: Any = ON_THE_ROAD, discards: str = "", **more: Any) -> Deal:
    """A turn of fast play begins."""
    return at_table(hand, own, rules=ASMODEE, phase=Phase.DRAW, discards=discards, **more)


def exchanging(hand: str, own: Any = ON_THE_ROAD) -> Deal:
    """Two cards of an exchange were given."""
    return at_table(hand, own, rules=ASMODEE, phase=Phase.EXCHANGE, given=2, discards="25 25")


def arrived(other: Any, **more: Any) -> Deal:
    """The short trip is complete: is it to be extended?"""
    complete = piles("roll", distances="200 200 100 100 100")
    return scene(PARKER, hand="100 roll gas spare end 25", tables={0: complete, 1: other}, phase=Phase.EXTEND, **more)


class Story(NamedTuple):
    """A reason, the position and the move that it belongs to, and what is said."""

    reason: MoveReason
    deal: Callable[[], Deal]
    move: str
    english: str
    french: str


FOR = [
    Story(
        why.OnlyMove(),
        lambda: last_cards("200", STANDING),
        "-200",
        "There is no other move.",
        "Il n’y a pas d’autre coup.",
    ),
    # -- answers to a hazard, and the extension
    Story(
        why.CallsCoupFourre(Card.RIGHT_OF_WAY, Card.STOP, 400),
        lambda: hit("priority 100 75 25 gas end", Card.STOP),
        "coup",
        "Right of Way answers Stop at once, scores 400 points and gives another turn.",
        "Prioritaire pare aussitôt Stop, rapporte 400 points et donne un tour de plus.",
    ),
    Story(
        why.AnswersAtOnce(Card.GASOLINE, Card.OUT_OF_GAS),
        lambda: hit("gas 100 75 25 spare end", Card.OUT_OF_GAS, ASMODEE),
        "gas",
        "It lifts Out of Gas before that costs a turn.",
        "Panne d’essence trouve sa parade avant de coûter un tour.",
    ),
    Story(
        why.HitsAnotherTeam(Card.STOP, 1, Card.RIGHT_OF_WAY),
        lambda: scene(
            rules_of("parker-1988", 3),
            hand="priority 100 75 25 gas end",
            tables={0: ROLLING, 1: piles("roll stop"), 2: ROLLING},
            phase=Phase.REACT,
            window=Window(attacker=2, target=1, hazard=Card.STOP),
            turn=2,
        ),
        "pass",
        "Stop hits Bob, and Right of Way is worth keeping.",
        "Stop touche Bob, et mieux vaut garder Prioritaire.",
    ),
    Story(
        why.RoomToExtend(275, 80),
        lambda: arrived(piles("roll", distances="200 75")),
        "extend",
        "No opponent has come farther than 275 miles, and 80 cards are left to draw.",
        "Aucun adversaire n’est plus loin que 275 miles, et il reste 80 cartes à piocher.",
    ),
    Story(
        why.OpponentNear(1, 600),
        lambda: arrived(piles("roll", distances="200 200 100 100")),
        "finish",
        "In an extension Bob, now at 600 miles, might arrive first.",
        "L’allonge pourrait profiter à Bob, déjà à 600 miles.",
    ),
    Story(
        why.FewCardsLeft(2),
        lambda: arrived(ON_THE_ROAD, empty=True, draw="25 50", others=False),
        "finish",
        "With 2 cards left to draw, 1000 miles is hard to reach.",
        "Avec 2 cartes à piocher, il est difficile d’aller jusqu’à 1 000 miles.",
    ),
    Story(
        why.TripSecured(400),
        lambda: arrived(ON_THE_ROAD),
        "finish",
        "The 400 points for the trip are certain, an extension is not.",
        "Les 400 points du trajet sont acquis, l’allonge ne l’est pas.",
    ),
    # -- driving
    Story(
        why.WinsRace(1050),
        lambda: at_table(
            "100 75 roll gas spare end 25",
            piles("roll", distances="200 200 100 100 100 50", coups="ace"),
            rules=ASMODEE,
        ),
        "100",
        "That makes 1050 points and wins the race.",
        "Cela fait 1 050 points et gagne la course.",
    ),
    Story(
        why.DelayedAction(300),
        lambda: last_cards("100 roll gas", NEAR),
        "100",
        "It completes the trip with the draw pile gone, and “Delayed action” scores 300 points.",
        "Cela achève le trajet alors que la pioche est vide, et « Couronnement » rapporte 300 points.",
    ),
    Story(
        why.ShutOut(500),
        lambda: at_table("100 75 roll gas spare end 25", NEAR, ROLLING),
        "100",
        "It completes the trip before any opponent has driven, and “Shut-out” scores 500 points.",
        "Cela achève le trajet avant la première étape des adversaires, et « Capot » rapporte 500 points.",
    ),
    Story(
        why.SafeTrip(300),
        lambda: at_table("100 75 roll gas spare end 25", piles("roll", distances="100 100 100 100 100 100")),
        "100",
        "It completes the trip without any 200, and “Safe trip” scores 300 points.",
        "Cela achève le trajet sans aucun 200, et « Sans les 200 » rapporte 300 points.",
    ),
    Story(
        why.CompletesTrip(),
        lambda: at_table("100 75 25 roll gas spare end", NEAR),
        "100",
        "It completes the trip.",
        "Cela achève le trajet.",
    ),
    Story(
        why.NothingLeftToDraw(),
        lambda: last_cards("100 75 gas", ON_THE_ROAD),
        "100",
        "Nothing is left to draw, and what stays in the hand scores nothing.",
        "Il n’y a plus rien à piocher, et ce qui reste en main ne rapporte rien.",
    ),
    Story(
        why.LeavesExactRest(25, Card.D25),
        lambda: at_table("75 50 25 roll gas spare end", NEAR),
        "75",
        "It leaves 25 miles to go, just what the card 25 in the hand makes up.",
        "Il reste alors 25 miles, juste ce que vaut la carte 25 en main.",
    ),
    Story(
        why.FirstMiles(500),
        lambda: at_table("100 75 25 roll gas spare end", ROLLING),
        "100",
        "Once the car has driven, nobody can score “Shut-out” (500 points) against it.",
        "Une fois que la voiture a roulé, personne ne peut plus marquer « Capot » (500 points) contre elle.",
    ),
    Story(
        why.KeepsSafeTrip(300),
        lambda: at_table("200 100 75 roll gas spare end"),
        "100",
        "Without a 200, “Safe trip” (300 points) stays possible.",
        "Sans 200, « Sans les 200 » (300 points) reste possible.",
    ),
    Story(
        why.SafeTripGone(),
        lambda: at_table("200 100 75 roll gas spare end", piles("roll", distances="200")),
        "200",
        "Nothing goes farther, and “Safe trip” was given up with the last 200 already.",
        "Rien ne mène plus loin, et le premier 200 a déjà fait perdre « Sans les 200 ».",
    ),
    Story(
        why.LongestUnderLimit(),
        lambda: at_table("100 50 25 roll gas spare end", piles("roll", "limit", "25")),
        "50",
        "It is the longest card in the hand that Speed Limit allows.",
        "C’est la plus longue étape en main que permet Limite de vitesse.",
    ),
    Story(
        why.LongestDistance(),
        lambda: at_table("100 50 25 roll gas spare end"),
        "100",
        "Nothing that can be played goes farther.",
        "Aucune carte jouable ne mène plus loin.",
    ),
    # -- getting the car going
    Story(
        why.RollToStart(),
        lambda: at_table("roll 100 75 50 25 end", STANDING),
        "roll",
        "You cannot drive without one.",
        "Sans cette carte, on ne roule pas.",
    ),
    Story(
        why.RollAfterRemedy(),
        lambda: at_table("roll 100 75 50 25 end", piles("roll accident repair")),
        "roll",
        "What stopped the car is mended, and it takes one to drive on.",
        "La voiture est réparée, et il faut cette carte pour repartir.",
    ),
    Story(
        why.RollLiftsStop(Card.STOP),
        lambda: at_table("roll 100 75 50 25 end", piles("roll stop")),
        "roll",
        "Stop holds the car until then.",
        "Stop bloque la voiture jusque-là.",
    ),
    Story(
        why.RemedyThenRoll(Card.OUT_OF_GAS),
        lambda: at_table("gas roll 75 50 25 end", piles("roll out-of-gas")),
        "gas",
        "Out of Gas stops the car, and Roll is in the hand to drive on afterwards.",
        "Panne d’essence arrête la voiture, et Roulez est en main pour repartir ensuite.",
    ),
    Story(
        why.RemedyNeeded(Card.OUT_OF_GAS),
        lambda: at_table("gas 100 75 50 25 end", piles("roll out-of-gas")),
        "gas",
        "Out of Gas stops the car.",
        "Panne d’essence arrête la voiture.",
    ),
    Story(
        why.EndsLimitFor(Card.D100),
        lambda: at_table("end 100 75 25 gas spare", piles("roll", "limit")),
        "end",
        "Until then Speed Limit keeps the card 100 in the hand.",
        "Jusque-là, Limite de vitesse empêche de jouer la carte 100.",
    ),
    Story(
        why.EndsLimit(50),
        lambda: at_table("end 50 25 25 gas spare", piles("roll", "limit")),
        "end",
        "Speed Limit holds the car to 50 miles at a time.",
        "Limite de vitesse retient la voiture à 50 miles à la fois.",
    ),
    # -- safeties
    Story(
        why.SafetyLifts(Card.ACCIDENT),
        lambda: at_table("ace 100 75 roll gas spare", piles("roll accident")),
        "ace",
        "It lifts Accident and keeps it away for the rest of the deal.",
        "Cette botte lève Accident et en protège jusqu’à la fin de la manche.",
    ),
    Story(
        why.RightOfWayStarts(),
        lambda: at_table("priority 100 75 25 gas spare", STANDING),
        "priority",
        "With it the car needs no Roll any more.",
        "Avec cette botte, la voiture n’a plus besoin de Roulez.",
    ),
    Story(
        why.RightOfWayLiftsLimit(),
        lambda: at_table("priority 100 75 25 gas spare", piles("roll", "limit")),
        "priority",
        "It lifts Speed Limit for the rest of the deal.",
        "Cette botte lève Limite de vitesse jusqu’à la fin de la manche.",
    ),
    Story(
        why.AllFourSafeties(300),
        lambda: at_table("ace 100 75 25 gas spare", piles("roll", safeties="tank proof priority")),
        "ace",
        "It is the last of the four safeties, and together they score 300 points more.",
        "C’est la dernière des quatre bottes, et ensemble elles rapportent 300 points de plus.",
    ),
    Story(
        why.NoHazardLeft(),
        lambda: at_table("ace 100 75 roll gas spare accident", discards="accident"),
        "ace",
        "No hazard is left that it could answer with a coup fourré.",
        "Il ne reste aucune attaque à parer d’un coup fourré.",
    ),
    Story(
        why.SafetyBeforeArrival(1, 100),
        lambda: at_table("ace 100 75 roll gas spare", other=NEAR),
        "ace",
        "Only 100 miles separate Bob from the finish, and in the hand it scores nothing.",
        "Il ne manque plus que 100 miles à Bob, et en main une botte ne rapporte rien.",
    ),
    Story(
        why.SafetyBeforeLastCards(2),
        lambda: last_cards("proof 100 75 gas", ON_THE_ROAD, draw="flat 25"),
        "proof",
        "2 cards are left to draw, and a safety in the hand scores nothing.",
        "Il reste 2 cartes à piocher, et en main une botte ne rapporte rien.",
    ),
    Story(
        why.SafetyScores(100),
        lambda: at_table("ace 100 75 roll gas spare"),
        "ace",
        "It scores 100 points and gives another turn.",
        "Cette botte rapporte 100 points et donne un tour de plus.",
    ),
    # -- attacks
    Story(
        why.StopsArrival(1, 100),
        lambda: at_table("stop 100 75 roll gas spare", other=NEAR),
        "stop>B",
        "Only 100 miles separate Bob from the finish.",
        "Il ne manque plus que 100 miles à Bob.",
    ),
    Story(
        why.CoversHazard(1, Card.ACCIDENT),
        lambda: at_table("stop 100 75 roll gas spare", other=piles("roll accident"), rules=CABINET),
        "stop>B",
        "It takes another remedy than Accident, for which Bob may hold one by now.",
        "Il y faut une autre parade que pour Accident, peut-être déjà en main chez Bob.",
    ),
    Story(
        why.StopsRestart(1),
        lambda: at_table("stop 100 75 roll gas spare", other=piles("roll accident repair"), rules=CABINET),
        "stop>B",
        "Nothing but a missing Roll keeps Bob from driving.",
        "Il ne manque plus qu’une carte Roulez à Bob.",
    ),
    Story(
        why.KeepsShutOut(1, 500),
        lambda: at_table("stop 100 75 roll gas spare", other=ROLLING),
        "stop>B",
        "As long as Bob cannot drive, “Shut-out” (500 points) stays possible.",
        "Tant qu’on empêche Bob de rouler, « Capot » (500 points) reste possible.",
    ),
    Story(
        why.StopsLeader(1, 300),
        lambda: at_table("stop 100 75 roll gas spare", other=piles("roll", distances="200 100")),
        "stop>B",
        "Nobody has come as far as Bob (300 miles).",
        "Personne n’est aussi loin que Bob (300 miles).",
    ),
    Story(
        why.CannotBeAnswered(Card.RIGHT_OF_WAY, held=True),
        lambda: at_table("stop priority 75 roll gas spare"),
        "stop>B",
        "Right of Way is in the same hand, so that no coup fourré can answer it.",
        "Prioritaire est dans la même main, et aucun coup fourré ne peut y répondre.",
    ),
    Story(
        why.CannotBeAnswered(Card.DRIVING_ACE, held=False),
        lambda: at_table("accident 75 roll gas spare", piles("roll", safeties="ace", distances="25")),
        "accident>B",
        "Driving Ace lies on the table already, so that no coup fourré can answer it.",
        "As du volant est déjà sur la table, et aucun coup fourré ne peut y répondre.",
    ),
    Story(
        why.SlowsDown(1, 50),
        lambda: at_table("limit 100 75 roll gas spare"),
        "limit>B",
        "It holds Bob to 50 miles at a time.",
        "Après cela, pas plus de 50 miles à la fois pour Bob.",
    ),
    Story(
        why.KeepsBehind(1, 25),
        lambda: at_table("stop 100 75 roll gas spare", piles("roll", distances="100")),
        "stop>B",
        "It keeps Bob behind, at 25 miles.",
        "Cela laisse Bob en arrière, à 25 miles.",
    ),
    Story(
        why.StopsFirstMiles(1),
        lambda: scene(
            THREE,
            hand="stop 100 75 roll gas spare",
            tables={0: ON_THE_ROAD, 1: ROLLING, 2: piles("roll", distances="100")},
        ),
        "stop>B",
        "It stops Bob before the first distance card.",
        "Cela arrête Bob avant la première étape.",
    ),
    Story(
        why.StopsCar(1, 25),
        lambda: at_table("stop 100 75 roll gas spare"),
        "stop>B",
        "It stops Bob, at 25 miles.",
        "Cela arrête Bob, à 25 miles.",
    ),
    # -- cards that are given up
    Story(
        why.NoMore200s(),
        lambda: at_table("200 75 50 25 end gas spare", piles("roll", distances="200 200")),
        "-200",
        "No more 200s may be laid.",
        "Aucun autre 200 ne peut être posé.",
    ),
    Story(
        why.TooLong(50),
        lambda: at_table("100 75 25 end gas spare", piles("roll", distances="200 200 100 100 50")),
        "-100",
        "It is too long for the 50 miles still to go.",
        "C’est trop long pour les 50 miles qui restent à parcourir.",
    ),
    Story(
        why.CoveredBySafety(Card.EXTRA_TANK),
        lambda: at_table("gas 100 75 50 25 end", piles("roll", safeties="tank")),
        "-gas",
        "With Extra Tank on the table it is needed no more.",
        "Avec Citerne d’essence sur la table, on n’en a plus besoin.",
    ),
    Story(
        why.NothingToRemedy(Card.FLAT_TIRE),
        lambda: at_table("spare 100 75 50 25 end", discards="flat flat"),
        "-spare",
        "No Flat Tire is left that it could answer.",
        "Il ne reste aucune carte Crevaison à parer.",
    ),
    Story(
        why.NoTeamToStop(),
        lambda: at_table("accident 100 75 50 25 end", other=piles("roll", safeties="ace")),
        "-accident",
        "All opponents are protected against it.",
        "Tous les adversaires en sont protégés.",
    ),
    Story(
        why.WaitsForEnd(300, 2),
        lambda: last_cards("100 roll gas spare end 25", NEAR, draw="25 flat"),
        "-spare",
        "With 2 cards left to draw it pays to wait, since arriving after the last scores 300 points.",
        "Avec 2 cartes à piocher, mieux vaut attendre, car arriver après la dernière rapporte 300 points.",
    ),
    Story(  # that no third 200 may be laid is true, too, but not why the player does not arrive
        why.WaitsForEnd(300, 2),
        lambda: last_cards("200 roll gas spare end 100", NEAR, draw="25 flat"),
        "-200",
        "With 2 cards left to draw it pays to wait, since arriving after the last scores 300 points.",
        "Avec 2 cartes à piocher, mieux vaut attendre, car arriver après la dernière rapporte 300 points.",
    ),
    Story(
        why.SafetyInHand(Card.DRIVING_ACE, Card.ACCIDENT),
        lambda: at_table("repair ace 75 50 25 end"),
        "-repair",
        "Driving Ace in the hand answers Accident too.",
        "As du volant, en main, pare aussi Accident.",
    ),
    Story(
        why.DuplicateInHand(),
        lambda: at_table("repair repair 75 50 25 end"),
        "-repair",
        "Another one stays in the hand.",
        "Il en reste une autre en main.",
    ),
    Story(
        why.HeldByLimit(),
        lambda: at_table("100 75 50 25 gas spare", piles("roll", "limit")),
        "-75",
        "Speed Limit forbids it, and nothing in the hand lifts that.",
        "Limite de vitesse l’interdit, et rien en main n’y met fin.",
    ),
    Story(
        why.ShortestDistance(),
        lambda: at_table("100 75 50 25 gas spare"),
        "-25",
        "It is the shortest distance in the hand.",
        "C’est la plus courte étape en main.",
    ),
    Story(
        why.EasyToReplace(Card.ACCIDENT, 2, 5),
        lambda: at_table("repair 100 75 50 25 end", hands={1: "25 25 50 50 75 75"}),
        "-repair",
        "More of them are still unseen (5) than of Accident (2).",
        "Il en reste plus à voir (5) que de cartes Accident (2).",
    ),
    Story(
        why.NoTargetNow(),
        lambda: at_table("accident 100 75 50 25 end", other=STANDING),
        "-accident",
        "No opponent can be given it now.",
        "Aucun adversaire ne peut la recevoir pour l’instant.",
    ),
    Story(
        why.LeastMissed(),
        lambda: at_table("100 75 50 25 gas end", STANDING),
        "-75",
        "Nothing in the hand can be played now, and this card will be missed least.",
        "Rien n’est jouable en main pour l’instant, et c’est la carte qui manquera le moins.",
    ),
    # -- drawing
    Story(
        why.TakesRoll(),
        lambda: drawing("100 75 50 25 gas end", STANDING, "roll"),
        "take",
        "It is GO, and you cannot drive without one.",
        "C’est Feu vert, et sans cette carte on ne roule pas.",
    ),
    Story(
        why.TakesRemedy(Card.GASOLINE, Card.OUT_OF_GAS),
        lambda: drawing("100 75 50 25 spare end", piles("roll out-of-gas"), "gas"),
        "take",
        "It is Gas, which lifts Out of Gas.",
        "C’est Essence, qui lève Panne d’essence.",
    ),
    Story(
        why.TakesSafety(Card.DRIVING_ACE),
        lambda: drawing("100 75 50 25 spare end", discards="ace"),
        "take",
        "It is Driving Ace, a safety.",
        "C’est As du volant, une botte.",
    ),
    Story(
        why.TakesAttack(Card.STOP, 1),
        lambda: drawing("100 75 50 25 spare end", discards="stop"),
        "take",
        "It is Red Light, which can be laid on Bob at once.",
        "C’est Feu rouge, à poser aussitôt devant Bob.",
    ),
    Story(
        why.TakesDistance(Card.D200),
        lambda: drawing("100 roll gas spare end 25", discards="200"),
        "take",
        "It is a 200, which can be driven at once.",
        "C’est un 200, jouable aussitôt.",
    ),
    Story(
        why.ExchangesIdleHand(),  # with all Repairs among the discards, nobody can hope for one
        lambda: drawing("100 75 50 25 gas end", piles("roll accident"), discards="repair " * 6 + "limit"),
        "~100",
        "Nothing in the hand can be played, and new cards are worth the turn.",
        "Rien n’est jouable en main, et de nouvelles cartes valent bien un tour.",
    ),
    Story(
        why.TopDiscardUseless(Card.REPAIRS),
        lambda: drawing("100 75 50 25 gas end", discards="repair"),
        "draw",
        "Repairs on the discards cannot be played now.",
        "Réparations, sur la défausse, n’est pas jouable pour l’instant.",
    ),
    Story(
        why.HandReady(Card.D100),
        lambda: drawing("100 75 50 25 gas end"),
        "draw",
        "100 in the hand can be played in any case.",
        "100, en main, est jouable de toute façon.",
    ),
    Story(
        why.DrawsForNeeded(Card.ROLL),
        lambda: drawing("100 75 50 25 gas end", STANDING),
        "draw",
        "The car needs GO, and the draw pile may bring it.",
        "Il faut Feu vert, et la pioche peut l’apporter.",
    ),
    Story(
        why.RestWorthKeeping(Card.DRIVING_ACE),
        lambda: exchanging("100 75 ace gas"),
        "draw",
        "Driving Ace is worth keeping.",
        "Mieux vaut garder As du volant.",
    ),
    Story(
        why.ExchangesForNeeded(Card.REPAIRS),
        lambda: drawing("100 75 50 25 spare end", piles("roll accident", safeties="tank")),
        "~100",
        "The car needs Repairs, and new cards may bring it.",
        "Il faut Réparations, et de nouvelles cartes peuvent l’apporter.",
    ),
    Story(
        why.ExchangesForDistance(),
        lambda: drawing("repair gas spare end roll ace"),
        "~roll",
        "No card in the hand can be driven, and new ones may bring a distance.",
        "Aucune carte en main ne permet d’avancer, et de nouvelles peuvent apporter une étape.",
    ),
    Story(
        why.ExchangeUnderWay(),
        lambda: exchanging("100 75 ace gas"),
        "~100",
        "This turn goes into the exchange anyway, and a new card may serve better.",
        "Ce tour passe de toute façon à l’échange, et une nouvelle carte peut mieux servir.",
    ),
    Story(
        why.KeepsDistance(Card.D100),
        lambda: exchanging("100 75 gas end", piles("roll accident")),
        "draw",
        "The card 100 can be driven as soon as the car gets going.",
        "La carte 100 servira dès que la voiture pourra rouler.",
    ),
]
"""What speaks for a move."""

AGAINST = [
    Story(
        why.SafetyThrownAway(Card.DRIVING_ACE, 100),
        lambda: at_table("ace 100 75 roll gas spare end"),
        "-ace",
        "Driving Ace is worth 100 points and another turn as soon as it is played.",
        "As du volant vaut 100 points et un tour de plus, sitôt la carte posée.",
    ),
    Story(
        why.NeededRemedyThrownAway(Card.REPAIRS, Card.ACCIDENT),
        lambda: at_table("repair 100 75 50 25 end", piles("roll accident")),
        "-repair",
        "Repairs is needed, since Accident is in force.",
        "Il faut Réparations, puisque Accident est en vigueur.",
    ),
    Story(
        why.LastRemedyThrownAway(Card.REPAIRS, Card.ACCIDENT, 1),
        lambda: at_table("repair 100 75 50 25 end", discards="accident"),
        "-repair",
        "Repairs is the only answer to Accident, of which 1 is still unseen.",
        "Réparations est la seule réponse à Accident, qui peut encore venir 1 fois.",
    ),
    Story(
        why.RollThrownAway(0),
        lambda: at_table("roll 100 75 50 25 end"),
        "-roll",
        "Roll is the last one in the hand, and after the next hazard the car needs one.",
        "C’est la dernière carte Roulez en main, et il en faudra une après la prochaine attaque.",
    ),
    Story(
        why.RollThrownAway(1),
        lambda: at_table("roll roll 75 50 25 end"),
        "-roll",
        "Roll is worth keeping: after every hazard another one is needed.",
        "Mieux vaut garder Roulez : il en faut après chaque attaque.",
    ),
    Story(
        why.HazardThrownAway(Card.SPEED_LIMIT),
        lambda: at_table("limit 100 75 50 25 end"),
        "-limit",
        "Speed Limit can still be laid on an opponent.",
        "Limite de vitesse peut encore servir contre un adversaire.",
    ),
    Story(
        why.LongerCardThrownAway(Card.D100, Card.D25),
        lambda: at_table("200 100 75 50 25 end"),
        "-100",
        "The card 100 goes farther than 25, and the shorter one is given up first.",
        "La carte 100 mène plus loin que 25, et c’est la plus courte qu’on défausse d’abord.",
    ),
    Story(
        why.SafeTripGivenUp(300),
        lambda: at_table("200 100 75 roll gas spare 25"),
        "200",
        "The first 200 gives up “Safe trip”, worth 300 points.",
        "Le premier 200 fait perdre « Sans les 200 », soit 300 points.",
    ),
    Story(
        why.CoupFourreGivenUp(Card.RIGHT_OF_WAY, 3 + 3),
        lambda: at_table("priority 100 75 roll gas stop 25"),
        "priority",
        "Right of Way can wait for a coup fourré: 6 cards that it answers are still unseen.",
        "Prioritaire peut attendre un coup fourré : 6 attaques à parer n’ont pas encore été vues.",
    ),
    Story(
        why.NothingToDriveYet(),
        lambda: at_table("roll gas spare repair end 100", piles("", "limit")),
        "roll",
        "Roll lets hazards come, and the hand has no distance card to drive after it.",
        "Roulez ouvre la voie aux attaques, et la main n’a pas d’étape à jouer ensuite.",
    ),
    Story(
        why.AwkwardRest(50),
        lambda: at_table("75 100 roll gas spare 25", piles("roll", distances="200 200 100 50 25")),
        "75",
        "Driving on leaves 50 miles to go, and no card in the hand fits that.",
        "Avancer laisse 50 miles à parcourir, ce que ne vaut aucune carte en main.",
    ),
    Story(
        why.RollCanWait(),
        lambda: at_table("roll gas spare repair end 25", STANDING),
        "roll",
        "Roll can wait: until then opponents can lay nothing on the car that stops it.",
        "Roulez peut attendre : d’ici là, les adversaires ne peuvent rien poser qui arrête la voiture.",
    ),
    Story(
        why.MayBeAnswered(Card.STOP, Card.RIGHT_OF_WAY),
        lambda: at_table("stop 100 75 roll gas spare 25"),
        "stop>B",
        "Stop might be answered with a coup fourré: Right of Way is still unseen.",
        "Stop risque un coup fourré : on n’a pas encore vu Prioritaire.",
    ),
]
"""What speaks against a move where to discard a 25 is better."""

MARKERS = (
    MoveReason,
    ReasonFor,
    DecisiveReasonFor,
    ReasonAgainst,
    DecisiveReasonAgainst,
    NumericReason,
    why.ExchangePurpose,
)
KINDS = {
    kind for _, kind in inspect.getmembers(why, inspect.isclass) if issubclass(kind, MoveReason) and kind not in MARKERS
}


def situation(deal: Deal) -> Situation:
    """The moment as whoever is to decide sees it."""
    assert deal.seat is not None
    return Situation(deal.view(deal.seat))


def said(reason: MoveReason, rules: Rules, language: str) -> str:
    """The sentence, with plain spaces."""
    words = Translator(language, rules.edition, ["Ann", "Bob", "Cleo", "Dan"][: rules.players], rules.teams)
    return why_sentence(reason, words, rules).replace("\N{NARROW NO-BREAK SPACE}", " ")


def name_of(story: Story) -> str:
    return type(story.reason).__name__


@pytest.mark.parametrize("story", FOR, ids=name_of)
def test_what_speaks_for_a_move(story: Story) -> None:
    deal = story.deal()
    move = deal.parse(story.move)
    assert move in deal.legal_moves
    assert next(reasons_for(situation(deal), move), None) == story.reason


@pytest.mark.parametrize("story", AGAINST, ids=name_of)
def test_what_speaks_against_a_move(story: Story) -> None:
    deal = story.deal()
    move = deal.parse(story.move)
    assert move in deal.legal_moves
    assert next(reasons_against(situation(deal), move, deal.parse("-25")), None) == story.reason


@pytest.mark.parametrize("story", [*FOR, *AGAINST], ids=name_of)
def test_it_is_said_in_both_languages(story: Story) -> None:
    rules = story.deal().rules
    assert said(story.reason, rules, "en") == story.english
    assert said(story.reason, rules, "fr") == story.french


def test_every_kind_of_reason_has_its_story() -> None:
    told = {type(story.reason) for story in (*FOR, *AGAINST)}
    assert {kind for kind in KINDS if not issubclass(kind, NumericReason)} == told
    assert len(told) >= 30


@pytest.mark.parametrize(
    ("reason", "english", "french"),
    [
        (
            why.HardlyMatters(2, True, 5),
            "It hardly matters: both are within 5 points.",
            "Peu importe : les deux se tiennent à 5 points près.",
        ),
        (
            why.HardlyMatters(4, True, 10),
            "It hardly matters: all four are within 10 points.",
            "Peu importe : les quatre coups se tiennent à 10 points près.",
        ),
        (
            why.HardlyMatters(3, False, 10),
            "It hardly matters: the best three are within 10 points.",
            "Peu importe : les trois meilleurs coups se tiennent à 10 points près.",
        ),
        (
            why.TooCloseToCall(2, True),
            "The numbers cannot tell the two moves apart.",
            "Les chiffres ne départagent pas les deux coups.",
        ),
        (
            why.TooCloseToCall(5, True),
            "The numbers cannot tell all five moves apart.",
            "Les chiffres ne départagent pas les cinq coups.",
        ),
        (
            why.TooCloseToCall(4, False),
            "The numbers cannot tell the best four moves apart.",
            "Les chiffres ne départagent pas les quatre meilleurs coups.",
        ),
        (
            why.WorthMore(Move.discard(Card.D50), 40),
            "By the numbers, it is worth about 40 points more than “discard 50”.",
            "D’après les chiffres, cela vaut environ 40 points de plus que « défausser 50 ».",
        ),
    ],
)
def test_where_only_numbers_speak_there_are_words_for_that(reason: MoveReason, english: str, french: str) -> None:
    assert said(reason, PARKER, "en") == english
    assert said(reason, PARKER, "fr") == french


def test_every_kind_about_numbers_is_among_them() -> None:
    assert {kind for kind in KINDS if issubclass(kind, NumericReason)} == {
        why.HardlyMatters,
        why.TooCloseToCall,
        why.WorthMore,
    }


# --- What is not said ------------------------------------------------------------------------------------------------


def reasons(deal: Deal, move: str) -> list[MoveReason]:
    """All that speaks for a move."""
    return list(reasons_for(situation(deal), deal.parse(move)))


def test_where_nothing_is_left_to_drive_nobody_needs_a_roll() -> None:
    assert reasons(last_cards("roll gas", STANDING), "roll") == []
    assert reasons(last_cards("roll 100", STANDING), "roll") == [why.RollToStart()]


def test_where_nothing_is_paid_for_a_safe_trip_none_is_kept() -> None:
    rules = PARKER.replace(safe_trip_points=0)
    deal = at_table("200 100 75 roll gas spare end", rules=rules)
    assert why.KeepsSafeTrip(0) not in reasons(deal, "100")


def test_a_card_is_not_too_long_where_the_target_may_be_passed() -> None:
    deal = at_table(
        "200 75 roll gas spare end", piles("roll", distances="200 100 100 100 100 100 100 100"), rules=ASMODEE
    )
    assert not any(isinstance(reason, why.TooLong) for reason in reasons(deal, "-200"))


def test_where_discards_come_back_no_remedy_is_useless_for_want_of_hazards() -> None:
    deal = at_table("spare 100 75 50 25 end", rules=ASMODEE, discards="flat flat flat")
    assert why.NothingToRemedy(Card.FLAT_TIRE) not in reasons(deal, "-spare")


def test_where_discards_may_be_taken_no_hazard_is_gone_for_good() -> None:
    rules = PARKER.replace(take_discard=True, turn_cap=200)
    deal = at_table("spare proof 75 50 25 end", rules=rules, discards="flat flat")
    assert why.NothingToRemedy(Card.FLAT_TIRE) not in reasons(deal, "-spare")
    assert why.NoHazardLeft() not in reasons(deal, "proof")
    deal = at_table("spare proof 75 50 25 end", discards="flat flat")
    assert why.NothingToRemedy(Card.FLAT_TIRE) in reasons(deal, "-spare"), "and where they may not, it is"
    assert why.NoHazardLeft() in reasons(deal, "proof")


def test_where_safeties_score_nothing_nobody_says_that_they_do() -> None:
    rules = PARKER.replace(safety_points=0, coup_fourre_points=0)
    (scores,) = reasons(at_table("ace 100 75 roll gas spare", other=NEAR, rules=rules), "ace")
    assert said(scores, rules, "en") == "It gives another turn."
    assert said(scores, rules, "fr") == "Cette botte donne un tour de plus."
    (coup,) = reasons(hit("priority 100 75 25 gas end", Card.STOP, rules), "coup")
    assert said(coup, rules, "en") == "Right of Way answers Stop at once and gives another turn."
    thrown = next(reasons_against(situation(deal := at_table("ace 25", rules=rules)), deal.parse("-ace"), Move(0)))
    assert said(thrown, rules, "en") == "Driving Ace is worth another turn as soon as it is played."


def test_a_speed_limit_that_bars_nothing_slows_nobody_down() -> None:
    rules = PARKER.replace(speed_limit=200)
    assert why.SlowsDown(1, 200) not in reasons(at_table("limit 100 25", rules=rules), "limit>B")
    limited = at_table("end 100 25", piles("roll", "limit", distances="25"), rules=rules)
    assert not reasons(limited, "end")


def test_a_roll_waits_only_where_hazards_wait_for_it() -> None:
    stopped = at_table("roll 100 25", piles("roll stop"), rules=CABINET)  # where further hazards may be laid on it
    protected = at_table("roll 100 25", piles("", safeties="ace tank proof priority"))
    better = stopped.parse("-25")
    assert not list(reasons_against(situation(stopped), stopped.parse("roll"), better))
    assert not list(reasons_against(situation(protected), Move.lay(Card.ROLL), better))


def test_progress_is_spoken_of_in_the_unit_that_ends_the_race() -> None:
    leader = piles("roll", distances="200 200", coups="ace")
    deal = at_table("stop 100 75 roll gas spare", other=leader, rules=ASMODEE)
    (leads, *_) = reasons(deal, "stop>B")
    assert said(leads, ASMODEE, "en") == "Nobody has come as far as Bob (600 points)."
    deal = at_table("stop 100 75 roll gas spare", other=leader, rules=DUJARDIN)
    (leads, *_) = reasons(deal, "stop>B")
    assert said(leads, DUJARDIN, "en") == "Nobody has come as far as Bob (400 km)."


PAIRS = [
    (why.StopsLeader(1, 200), "Nobody has come as far as Bob & Dan (200 miles).", "Personne n’est aussi loin que"),
    (why.StopsRestart(1), "Nothing but a missing Roll keeps Bob & Dan from driving.", "Il ne manque plus qu’une carte"),
    (why.KeepsShutOut(1, 500), "As long as Bob & Dan cannot drive, “Shut-out” (500", "Tant qu’on empêche Bob et Dan"),
    (why.OpponentNear(1, 600), "In an extension Bob & Dan, now at 600", "L’allonge pourrait profiter à Bob et Dan"),
    (why.CoversHazard(1, Card.STOP), "It takes another remedy than Stop, for which Bob & Dan may", "Il y faut une"),
]


@pytest.mark.parametrize(("reason", "english", "french"), PAIRS)
def test_of_a_pair_it_is_said_as_of_one_player(reason: MoveReason, english: str, french: str) -> None:
    pairs = rules_of("parker-1962", 4, partners=True)
    assert said(reason, pairs, "en").startswith(english)
    assert said(reason, pairs, "fr").startswith(french)


def test_moves_as_advice() -> None:
    words = {language: Translator(language, "parker-1962", ["Ann", "Bob"]) for language in ("en", "fr")}
    told = {
        Move.lay(Card.ROLL): ("Play Roll", "Jouez Roulez"),
        Move.lay(Card.D100): ("Drive 100 miles", "Avancez de 100 miles"),
        Move.attack(Card.STOP, 1): ("Lay Stop on Bob", "Posez Stop devant Bob"),
        Move.discard(Card.D25): ("Discard 25", "Défaussez 25"),
    }
    for move, (english, french) in told.items():
        assert advice(move, Phase.PLAY, words["en"]) == english
        assert advice(move, Phase.PLAY, words["fr"]) == french
    assert advice(Move.discard(Card.D25), Phase.DRAW, words["en"]) == "Exchange 25"
    assert advice(Move.lay(Card.GASOLINE), Phase.REACT, words["fr"]) == "Répondez avec Essence"
    assert advice(Move(59), Phase.REACT, words["en"]) == "Let it pass"


# -- what must not be said: it would not be true -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "move", "kind"),
    [
        (
            lambda: scene(
                rules_of("game-cabinet"),
                hand="stop 25",
                tables={0: piles("roll"), 1: piles("roll stop", distances="100")},
            ),
            "stop>B",
            why.CoversHazard,
        ),
        (lambda: scene(rules_of("game-cabinet"), hand="25 100 proof"), "-100", why.LeastMissed),
        (
            lambda: scene(
                rules_of("dujardin"), hand="100 200 roll priority", tables={0: piles("roll", "limit", "100")}
            ),
            "-100",
            why.HeldByLimit,
        ),
        (lambda: scene(rules_of("asmodee"), hand="25 roll"), "-roll", why.RollThrownAway),
    ],
    ids=[
        "the same hazard again",
        "a safety can be played",
        "right of way lifts the limit",
        "go is seldom needed again",
    ],
)
def test_what_is_not_so_is_not_said(deal: Callable[[], Deal], move: str, kind: type[MoveReason]) -> None:
    at, meant = situation(deal()), deal().parse(move)
    found = [*reasons_for(at, meant), *reasons_against(at, meant, deal().parse("-25") if "25" in move else meant)]
    assert kind not in map(type, found)
