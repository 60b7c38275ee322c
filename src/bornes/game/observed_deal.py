"""What a client observed of one deal while it was played, and how it compares with the shuffle and with a record.

A server that lies has to lie twice, once at the table and once about it.  ``docs/fair.md`` says what is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..base.serialization import DataError
from ..engine.codes import DRAW, EXTEND, FINISH, PASS, TAKE, Phase
from ..rules.ruleset import Rules, RulesError
from .deal import Deal
from .events import (
    AnswerRequested,
    Attacked,
    CoupFourre,
    DealOver,
    Dealt,
    Declined,
    Discarded,
    Drew,
    Event,
    ExchangedCard,
    Extended,
    Finished,
    Laid,
    Passed,
    Remedied,
    ShuffleNeeded,
    TookDiscard,
    Viewer,
    seen_by,
)
from .fair import PLAYERS_AND_SERVER, SCHEMES, Seeds, SeedsError, cut
from .game import Game
from .moves import Move

PLAY_FAULTS = ("deal-number", "other-move", "other-score", "other-starter", "damaged")
"""Faults that an event which only a later release knows may explain."""
PRIVATE_EVENTS = (AnswerRequested, Declined)
"""Events that a record need not repeat: they say who was asked in a window, not what was played."""


class ProofFault(StrEnum):
    """Something about a deal that an honest server does not do."""

    OTHER_COMMITMENT = "other-commitment"
    """The commitment is not the one that was promised."""
    OTHER_SECRET = "other-secret"
    """The revealed seed of the server does not fit its commitment."""
    SEED_MISSING = "seed-missing"
    """The player's seed was accepted, and is not among the seeds of the deal."""
    OTHER_HAND = "other-hand"
    """The player was dealt other cards than the seeds give."""
    OTHER_DRAW = "other-draw"
    """The player drew another card than the seeds give."""
    OTHER_MOVE = "other-move"
    """A move was observed that the record does not have, or with a card that the seeds do not give."""
    OTHER_STARTER = "other-starter"
    """Another seat started than the one whose turn it was."""
    OTHER_SCORE = "other-score"
    """The score is not the one that the moves give."""
    DEAL_MISSING = "deal-missing"
    """The deal was observed, and the record does not have it."""
    DEAL_NUMBER = "deal-number"
    """The number of the game or of the deal jumped."""
    OTHER_RULES = "other-rules"
    """The rules are not those of the table."""
    SEATS = "seats"
    """There is not one seed for each seat, or another seed than before."""
    UNKNOWN_SHUFFLE = "unknown-shuffle"
    """The algorithm of the shuffle is unknown."""
    UNKNOWN_SCHEME = "unknown-scheme"
    """The shuffle scheme is unknown, or not the one that the table named."""
    DAMAGED = "damaged"
    """The record cannot be read."""


@dataclass(slots=True)
class ObservedDeal:
    """What one client saw of a deal, as plain values."""

    game: int
    number: int
    scheme: str
    rules: dict[str, Any]
    """Every value of the rules."""
    viewer: int | None
    """The seat of the player; None for a spectator."""
    commitment: str
    """The promise for its shuffle: the first one that was seen."""
    promised: bool = False
    """Whether that promise was seen before the deal began."""
    began: bool = False
    """Whether its beginning was seen, with the seeds of all players, before anything else of it."""
    seed: str = ""
    """The seed that this client gave, where it is among those of the deal."""
    seeds: list[str] | None = None
    """The players' seeds as they were told; None where they were not."""
    events: list[dict[str, Any]] = field(default_factory=list)
    """All that the viewer saw of the deal, from its beginning."""
    gaps: bool = False
    """Whether some of the play was not seen, or was not kept."""
    server_seed: str = ""
    """The server's seed, once it was revealed."""
    faults: list[ProofFault] = field(default_factory=list)
    """What was found wrong while it was played."""
    against_bots: bool = False
    """Whether one person plays it against bots, and so can take moves back, on another device too."""
    unknown: bool = False
    """Whether something happened in it that only a later release knows: what followed was not kept."""
    settled: bool = False
    """Whether the next deal was seen to begin, so that no move of this one can be taken back any more."""

    @property
    def may_be_undone(self) -> bool:
        """Whether its moves may have been taken back since it was seen last."""
        return self.against_bots and not self.settled

    @property
    def play(self) -> list[Event]:
        """All that the viewer saw, as events; DataError where what was kept cannot be read."""
        return [Event.from_dict(values) for values in self.events]

    @property
    def over(self) -> bool:
        """Whether its end was seen."""
        return bool(self.events) and self.events[-1].get("event") == DealOver.__name__

    def starts_game(self) -> int | None:
        """Return the seat that starts deal 1, going by the seat that started this one; None where that is unknown."""
        rules = Rules.from_dict(self.rules)
        first = next((event.first for event in self.play[:1] if isinstance(event, Dealt)), None)
        turned = self.number - 1 if rules.dealer_rotation == "left" else 0
        return None if first is None else (first - turned) % rules.players


def public_play(events: Iterable[Event]) -> list[Event]:
    """Return events without those that tell who was asked in a window."""
    return [event for event in events if not isinstance(event, PRIVATE_EVENTS)]


def difference(observed: Sequence[Event], given: Sequence[Event], viewer: Viewer) -> ProofFault | None:
    """Return how the first event that differs is wrong; None where one sequence goes on as the other does."""
    for one, other in zip(observed, given, strict=False):
        if one != other:
            return _difference(one, other, viewer)
    return None


def _difference(one: Event, other: Event, viewer: Viewer) -> ProofFault:
    match one, other:
        case Dealt(), Dealt():
            return ProofFault.OTHER_STARTER if one.first != other.first else ProofFault.OTHER_HAND
        case Drew(), Drew() if one.seat == other.seat == viewer:
            return ProofFault.OTHER_DRAW
        case DealOver(), DealOver() if one.ending is other.ending:
            return ProofFault.OTHER_SCORE
    return ProofFault.OTHER_MOVE


# -- against the shuffle -------------------------------------------------------------------------------------------


def check_shuffle(deal: ObservedDeal, starter: int | None = None) -> tuple[ProofFault, ...]:
    """Return what is wrong with a deal whose secret was revealed: it is shuffled and played again.

    ``starter`` is the seat that starts deal 1 as another deal of the game tells; in deal 1 itself the cut tells.
    """
    try:
        return tuple(dict.fromkeys(_shuffle_faults(deal, starter)))
    except (DataError, RulesError):
        return (ProofFault.DAMAGED,)


def _shuffle_faults(deal: ObservedDeal, starter: int | None) -> Iterator[ProofFault]:
    if deal.scheme and deal.scheme not in SCHEMES:
        yield ProofFault.UNKNOWN_SCHEME
        return
    try:
        server = Seeds.parse(deal.server_seed, revealed=True)
    except SeedsError:
        yield ProofFault.OTHER_SECRET
        return
    if server.commitment != deal.commitment:
        yield ProofFault.OTHER_SECRET
        return
    rules = Rules.from_dict(deal.rules)
    if deal.seeds is None:
        return  # only the record can tell
    try:
        seeds = Seeds.parse(deal.server_seed, deal.seeds, revealed=True)
        seeds.check_seats(rules.players)
    except SeedsError:
        yield ProofFault.SEATS
        return
    begins = deal.starts_game()
    if begins is None:
        return
    if deal.number == 1 and deal.scheme == PLAYERS_AND_SERVER:
        starter = cut(seeds, rules.players)
    if starter is not None and begins != starter:
        yield ProofFault.OTHER_STARTER
    found = _redeal(rules, seeds, deal, public_play(deal.play))
    if found is not None:
        yield found


def _redeal(rules: Rules, seeds: Seeds, observed: ObservedDeal, play: list[Event]) -> ProofFault | None:
    """Return what the seeds give otherwise than it was observed: the deal is dealt and played again, move by move."""
    dealt = play[0]
    assert isinstance(dealt, Dealt)
    again = Deal(rules, seeds=seeds, number=observed.number, first=dealt.first, stops_in_windows=True)
    while True:
        given = public_play(seen_by(observed.viewer, again.events))
        if (fault := difference(play, given, observed.viewer)) is not None:
            return fault
        if len(given) >= len(play):
            return None
        if not _make_move(again, play[len(given)]):
            return ProofFault.OTHER_MOVE


def _make_move(deal: Deal, event: Event) -> bool:
    """Make the move that an event tells of; return whether it can be made with these cards."""
    try:
        if deal.phase is Phase.WINDOW:
            if isinstance(event, CoupFourre):
                deal.close_window(event.seat, "coup")
            elif isinstance(event, Remedied):
                deal.close_window(event.seat, Move.lay(event.card))
            else:
                deal.close_window()
            return True
        move = _move_of(event)
        if move is None or deal.over or deal.seat != event.seat:  # type: ignore[attr-defined]
            return False
        deal.play(move)
    except ValueError:
        return False
    return True


def _move_of(event: Event) -> Move | None:
    """Return the move that an event tells of; None for what happens by itself."""
    match event:
        case Laid(_, card):
            return Move.lay(card)
        case Attacked(_, card, team):
            return Move.attack(card, team)
        case Discarded(_, card) | ExchangedCard(_, card):
            return Move.discard(card)
        case TookDiscard():
            return Move(TAKE)
        case Drew() | ShuffleNeeded():  # the draw pile may be empty when a player chooses to draw
            return Move(DRAW)
        case Passed():
            return Move(PASS)
        case Extended():
            return Move(EXTEND)
        case Finished():
            return Move(FINISH)
    return None


# -- against a record ----------------------------------------------------------------------------------------------


def check_record(deal: ObservedDeal, game: Game) -> tuple[ProofFault, ...]:
    """Return what a record tells otherwise than it was observed; the record itself was read, so it is consistent."""
    try:
        return tuple(dict.fromkeys(_record_faults(deal, game)))
    except (DataError, RulesError):
        return (ProofFault.DAMAGED,)


def _record_faults(deal: ObservedDeal, game: Game) -> Iterator[ProofFault]:
    if game.rules != Rules.from_dict(deal.rules):
        yield ProofFault.OTHER_RULES
        return
    if game.scheme != deal.scheme:
        yield ProofFault.UNKNOWN_SCHEME
    if deal.number > len(game.deals):
        yield ProofFault.DEAL_MISSING
        return
    recorded, seeds = game.deals[deal.number - 1], game.seeds[deal.number - 1]
    yield from _seed_faults(deal, seeds)
    play, told = public_play(deal.play), public_play(seen_by(deal.viewer, recorded.events))
    if deal.may_be_undone:
        play = play[:1]
    fault = difference(play, told, deal.viewer)
    if fault is not None:
        yield fault
    elif len(told) < len(play):
        yield ProofFault.OTHER_MOVE


def _seed_faults(deal: ObservedDeal, seeds: Seeds | None) -> Iterator[ProofFault]:
    if seeds is None:
        if deal.commitment:
            yield ProofFault.OTHER_COMMITMENT
        return
    if deal.commitment and seeds.commitment != deal.commitment:
        yield ProofFault.OTHER_COMMITMENT
    if deal.server_seed and seeds.server.hex() != deal.server_seed.lower():
        yield ProofFault.OTHER_SECRET
    players = [seed.hex() for seed in seeds.players]
    if deal.seed and (deal.viewer is None or players[deal.viewer : deal.viewer + 1] != [deal.seed]):
        yield ProofFault.SEED_MISSING
    elif deal.seeds is not None and [seed.lower() for seed in deal.seeds if seed] != [seed for seed in players if seed]:
        yield ProofFault.SEATS


def observed_everything(deal: ObservedDeal, recorded: Deal) -> bool:
    """Return whether all that a viewer could see of a recorded deal was observed."""
    play, told = public_play(deal.play), public_play(seen_by(deal.viewer, recorded.events))
    return not (deal.gaps or deal.unknown) and (play == told if deal.may_be_undone else len(play) >= len(told))
