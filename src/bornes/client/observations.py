"""What a client observes of the shuffles at one table, and the promises that it finds broken.

An ``Observer`` takes each message once, after the ``Replica``.  It keeps the commitments, the seeds, the own hand and
draws and all open moves of each deal.  When the server reveals its seed, the deal is shuffled and played again.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ..game.events import DealOver, Event, Unknown, Viewer, seen_by
from ..game.fair import SCHEMES
from ..game.game import game_winner
from ..game.observed_deal import PLAY_FAULTS, ObservedDeal, ProofFault, check_shuffle, difference, public_play
from ..game.score_sheet import DealSheet
from ..rules.editions import house_rules
from ..rules.ruleset import Rules
from ..tables.messages import FullState, TableInfo, Update
from ..tables.table_events import (
    BotJoined,
    DealStarted,
    GameOver,
    MovesUndone,
    PlayerJoined,
    SeatsSwapped,
    SeatVacated,
    SeedAccepted,
    ShuffleRevealed,
    TableEvent,
)
from .replica import Replica, ReplicaError

COMMITMENT = re.compile("[0-9a-f]{64}")
MAX_DEALS = 40
MAX_EVENTS_PER_DEAL = 4000
MAX_GIVEN_SEEDS = 16
MAX_BROKEN_PROMISES = 1000
RESENT_MESSAGES = 64
"""A client that missed more messages than this gets a whole state instead."""


class FairnessViolation(NamedTuple):
    """Something about a shuffle that an honest server does not do: a client says so loudly."""

    deal: int
    what: ProofFault


class Observations(Struct):
    """All that a client keeps of what it observed at one table."""

    table: str = ""
    scheme: str = ""
    rules: dict[str, object] = {}
    game: int = 0
    """The game that was seen last; 0 before anything was."""
    deal: int = 0
    over: bool = False
    """Whether that game is over."""
    commitment: str = ""
    """The promise for the next deal."""
    doubts: list[ProofFault] = []
    """What is wrong with the next deal already."""
    given_seeds: list[str] = []
    """The last seeds that this client gave since the promise for the next deal: a server that promised after it knew
    a seed could have chosen its own to suit it."""
    acknowledged_seed: str = ""
    """The seed of this client that the server has accepted for the next deal."""
    seat_seed: str = ""
    """The seed of the own seat for the next deal, whichever device it came from."""
    deals: list[ObservedDeal] = []

    def of_game(self, game: int) -> dict[int, ObservedDeal]:
        """Return the deals of a game by their numbers, with one that is doubted before it has begun."""
        return {deal.number: deal for deal in (*self.deals, *self._doubted) if deal.game == game}

    @property
    def next_deal(self) -> tuple[int, int]:
        """The game and the number of the deal that comes next."""
        return (self.game + 1, 1) if self.over else (self.game, self.deal + 1)

    @property
    def games(self) -> list[int]:
        """The games of which a deal was observed to its end, was followed by another, or has a fault."""
        here = (self.game, self.deal)
        deals = (*self.deals, *self._doubted)
        return sorted({deal.game for deal in deals if deal.over or deal.faults or (deal.game, deal.number) < here})

    @property
    def _doubted(self) -> tuple[ObservedDeal, ...]:
        deal = ObservedDeal(*self.next_deal, self.scheme, self.rules, None, self.commitment, faults=self.doubts)
        return (deal,) if self.doubts else ()

    def find(self, game: int, number: int) -> ObservedDeal | None:
        """Return a deal; None for one that was not observed."""
        return next((deal for deal in self.deals if (deal.game, deal.number) == (game, number)), None)


def encode_observations(kept: Observations) -> bytes:
    """Return observations as JSON."""
    return msgspec.json.encode(kept)


def decode_observations(data: bytes) -> Observations:
    """Return the observations that JSON tells; ValueError where it is none."""
    try:
        return msgspec.json.decode(data, type=Observations)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"no observations: {error}") from None


class Observer:
    """Observes one table for one viewer; ``kept`` goes on from what was observed before."""

    def __init__(self, kept: Observations | None = None) -> None:
        self.kept = kept or Observations()
        self.broken_promises: list[FairnessViolation] = []
        """What was found wrong since this client began."""
        self.changed = 0
        """Counts what must not be forgotten: promises, seeds, beginnings and ends of deals."""
        self._announced: list[str] = []
        """The seed that the server has announced for each seat."""
        self._sent: dict[str, tuple[int, int]] = {}
        """Seeds that were not announced yet, each with the game and deal in which it was sent."""
        self._away = True
        """Whether messages may have been missed."""
        self._number = 0
        """The number of the last message."""
        self._undoing = False
        """Whether this client is taking a move back."""
        self._play: list[Event] = []
        """The events of the present deal."""
        self._checked: tuple[int, int, str, int] | None = None
        """The last deal that was played again, with its secret and the number of its events: it takes a while."""

    @property
    def deal(self) -> ObservedDeal | None:
        """The present deal; None where nothing was seen of it."""
        return self.kept.find(self.kept.game, self.kept.deal)

    # -- seeds -----------------------------------------------------------------------------------------------------

    def next_seed(self) -> str:
        """Return a seed to give for the next deal; the same one until that deal begins, so that a server that refuses
        seeds has none to choose from."""
        return self.kept.given_seeds[-1] if self.kept.given_seeds else secrets.token_hex(32)

    def note_sent(self, seed: str) -> None:
        """Take note that a seed is on its way to the server."""
        seed = seed.lower()
        self._sent[seed] = (self.kept.game, self.kept.deal)
        for old in list(self._sent)[:-MAX_GIVEN_SEEDS]:
            del self._sent[old]
        self.kept.given_seeds = [*self.kept.given_seeds, seed][-MAX_GIVEN_SEEDS:]
        self.changed += 1

    def note_accepted(self, seed: str, *, between_deals: bool) -> tuple[FairnessViolation, ...]:
        """Take note of ``done``, and return what it breaks.

        ``between_deals`` says that the command is refused while a deal is played.
        """
        known = len(self.broken_promises)
        seed = seed.lower()
        sent = self._sent.pop(seed, None)
        deal = self.deal
        if sent is None or (deal is not None and seed in (deal.seeds or ())):
            return ()
        if sent == (self.kept.game, self.kept.deal) or not between_deals:
            self.kept.acknowledged_seed = seed
            self.changed += 1
        elif deal is not None:
            self._accuse(deal, ProofFault.SEED_MISSING)
        return tuple(self.broken_promises[known:])

    def _forget_seeds(self) -> None:
        self._sent.clear()
        self.kept.acknowledged_seed = self.kept.seat_seed = ""

    def _check_own_seed(self, deal: ObservedDeal, seeds: Sequence[str], viewer: Viewer) -> None:
        """Demand that an accepted seed is among those of the deal, unless another device has replaced it."""
        kept = self.kept
        if viewer is not None:
            mine = seeds[viewer].lower() if viewer < len(seeds) else ""
            replaced = bool(mine) and mine == kept.seat_seed
            if (kept.acknowledged_seed or kept.seat_seed) not in ("", mine) and not replaced and not self._away:
                self._accuse(
                    deal, ProofFault.SEED_MISSING
                )  # while a client is away, its seat may be freed with the seed
            deal.seed = mine if mine in kept.given_seeds else ""
        kept.acknowledged_seed = kept.seat_seed = ""

    def _check_others_seeds(self, deal: ObservedDeal, seeds: Sequence[str], mirror: Replica) -> None:
        """Demand the seeds that were announced, and none for a seat without a person.

        Otherwise the server could try seeds for another seat until it likes the cards, because it knows all others.
        """
        given = [seed.lower() for seed in seeds] or [""] * mirror.rules.players
        for seat, (one, info) in enumerate(zip(given, mirror.info.seats, strict=False)):
            due = self._announced[seat] if info.kind == "person" else ""
            if seat != mirror.viewer and one != due:
                self._accuse(deal, ProofFault.SEATS)
        self._announced = [""] * mirror.rules.players

    # -- messages --------------------------------------------------------------------------------------------------

    def note_undoing(self, undoing: bool) -> None:
        """Take note that this client asks to take a move back, or that it got its answer."""
        self._undoing = undoing

    def note_reconnected(self) -> None:
        """Take note that the connection is a new one: deals may have been played meanwhile."""
        self._away = True

    def take(
        self, message: FullState | Update, events: Iterable[Event], mirror: Replica
    ) -> tuple[FairnessViolation, ...]:
        """Observe a message that a mirror has just taken in, and return the promises that it breaks.

        ReplicaError for one of another table: nothing that was observed is forgotten for it.
        """
        known = len(self.broken_promises)
        events = tuple(events)
        info = mirror.info
        if self.kept.table not in ("", info.id):
            raise ReplicaError(f"the state of table {info.id:.50}, and table {self.kept.table} is observed")
        if not self.kept.game:
            self.kept = Observations(table=info.id, scheme=info.scheme, rules=mirror.rules.as_dict())
        if isinstance(message, FullState):
            self._away = self._away or message.number - self._number > RESENT_MESSAGES
            self._take_state(events, mirror)
            self._announced = [seed.lower() for seed in info.seeds]
        else:
            self._away = False  # no message is missing
            for event in events:
                if isinstance(event, TableEvent):
                    self._take_table_event(event, mirror)
                else:
                    self._see([event])
        self._check_terms(info, mirror.rules)
        self._check_result(mirror)
        if isinstance(message, FullState):
            self._check_house_rules(mirror)
            self._check_totals(message, mirror)
        if any(isinstance(event, DealOver) for event in events):
            self._check_end(events, message, mirror)
        self.kept.over, self.kept.seat_seed = info.over, mirror.seed.lower()
        self._number, self._away = message.number, False
        if self.deal is not None and not self.deal.over:
            self.deal.against_bots = self.deal.against_bots and _is_against_bots(info)
        return tuple(self.broken_promises[known:])

    def _take_table_event(self, event: TableEvent, mirror: Replica) -> None:
        kept = self.kept
        match event:
            case DealStarted():
                follows = kept.next_deal
                self._check_left_deal()
                if self.deal is not None:
                    self.deal.settled = True
                unannounced = bool(kept.acknowledged_seed) and not kept.seat_seed
                deal = self._begin(event.game, event.deal, event.commitment, event.seeds, mirror)
                deal.promised = deal.began = True
                if (event.game, event.deal) != follows:
                    self._accuse(deal, ProofFault.DEAL_NUMBER)
                if unannounced:
                    self._accuse(deal, ProofFault.SEED_MISSING)
                if mirror.uncertain:  # something may have happened to seats and seeds
                    self._announced = [""] * mirror.rules.players
                else:
                    self._check_others_seeds(deal, event.seeds, mirror)
                self._promise(event.next_commitment)
            case SeedAccepted():
                self._announced[event.seat] = event.seed.lower()
                if event.seat == mirror.viewer:
                    kept.seat_seed = event.seed.lower()
                    if kept.seat_seed in kept.given_seeds:
                        kept.acknowledged_seed = kept.seat_seed
                    self._sent.pop(kept.seat_seed, None)
                    self.changed += 1
            case PlayerJoined() | BotJoined() | SeatVacated():
                self._announced[event.seat] = ""
            case SeatsSwapped(one, other):
                seeds = self._announced
                seeds[one], seeds[other] = seeds[other], seeds[one]
            case ShuffleRevealed():
                self._reveal(event)

    def _take_state(self, events: tuple[Event, ...], mirror: Replica) -> None:
        """Compare a whole state with what is known, as far as both tell of the same."""
        kept, info = self.kept, mirror.info
        if mirror.viewer is None:  # who has lost the seat, which ends a connection, has no seed in the next deal
            if kept.acknowledged_seed and not self._away:
                self._doubt(ProofFault.SEED_MISSING)
            self._forget_seeds()
        here, known = (info.game, info.deal), (kept.game, kept.deal)
        if here == known:
            if info.commitment != kept.commitment:
                self._doubt(ProofFault.OTHER_COMMITMENT)
            if self._away and kept.acknowledged_seed != mirror.seed.lower():
                kept.acknowledged_seed = ""  # the seat was freed meanwhile, or another device has given a seed
        else:
            self._move_to(here, known, mirror)
        deal = self.deal
        if deal is None or mirror.view is None:
            return
        if info.deal_commitment != deal.commitment:
            self._accuse(deal, ProofFault.OTHER_COMMITMENT)
        if deal.seeds is not None and info.deal_seeds != deal.seeds:
            self._accuse(deal, ProofFault.SEATS)
        taken_back = any(isinstance(event, MovesUndone) for event in events)
        self._compare_play(deal, mirror, taken_back)

    def _move_to(self, here: tuple[int, int], known: tuple[int, int], mirror: Replica) -> None:
        """Go on to the deal that a state is about."""
        kept, info = self.kept, mirror.info
        first = kept.game == 0
        follows = [kept.next_deal]
        if self._away and info.deal_commitment == kept.commitment:
            follows.append((kept.game + 1, 1))  # the game has ended meanwhile
        is_next = not first and here in follows
        if not self._away:
            self._check_left_deal()
        missed = not first and self._away and here > known and not is_next and info.deal > 0
        if missed:
            self._keep_missed(here[0], mirror)
        if first or missed:
            self._sent.clear()
            kept.acknowledged_seed = kept.seat_seed = kept.commitment = ""
            kept.doubts = []
        left, jumped = self.deal, not (first or missed or is_next)
        if left is not None and self._away and left.against_bots:
            # Another device of the player may have taken moves back meanwhile, after the end of the deal too.
            left.events, left.gaps, left.settled = left.events[:1], True, True
        if not info.deal and (first or jumped):
            kept.game, kept.deal = here
        else:
            deal = self._begin(*here, info.deal_commitment, info.deal_seeds, mirror)
            deal.promised = deal.promised or is_next
        self._promise(info.commitment)
        if jumped and left is not None and here < known:
            self._accuse(left, ProofFault.DEAL_NUMBER)
        elif jumped:
            self._blame(ProofFault.DEAL_NUMBER)

    def _keep_missed(self, game: int, mirror: Replica) -> None:
        """Keep what was promised for a deal that was played unseen, and what was wrong with it already."""
        kept = self.kept
        known = game == kept.game or kept.over  # otherwise that game may have ended, or gone on
        number = (game, kept.deal + 1) if game == kept.game else kept.next_deal
        if (known or kept.doubts) and kept.find(*number) is None:
            commitment = kept.commitment if known else ""
            self._add(
                ObservedDeal(
                    *number,
                    kept.scheme,
                    kept.rules,
                    mirror.viewer,
                    commitment,
                    promised=True,
                    gaps=True,
                    faults=kept.doubts,
                    settled=True,
                )
            )

    def _add(self, deal: ObservedDeal) -> None:
        """Keep a deal; the oldest one goes if there are too many, but evidence last."""
        deals = self.kept.deals
        if len(deals) >= MAX_DEALS:
            deals.remove(next((old for old in deals if not old.faults), deals[0]))
        deals.append(deal)

    def _begin(self, game: int, number: int, commitment: str, seeds: Sequence[str], mirror: Replica) -> ObservedDeal:
        """Begin to observe a deal, and compare its beginning with what was promised."""
        kept, info = self.kept, mirror.info
        known = kept.find(game, number)
        if known is not None:
            self._accuse(known, ProofFault.DEAL_NUMBER)
        deal = known or ObservedDeal(game, number, info.scheme, mirror.rules.as_dict(), mirror.viewer, commitment)
        if known is None:
            self._add(deal)
            if kept.commitment:
                deal.commitment = kept.commitment
            deal.seeds = list(seeds)
            deal.against_bots = _is_against_bots(info)
        kept.game, kept.deal, self._play = game, number, []
        for doubt in kept.doubts:
            deal.faults.append(doubt)  # was told already
        if commitment != deal.commitment:
            self._accuse(deal, ProofFault.OTHER_COMMITMENT)
        if len(seeds) not in (0, mirror.rules.players):
            self._accuse(deal, ProofFault.SEATS)
        if deal.scheme not in SCHEMES:  # without a scheme nothing is promised
            self._accuse(deal, ProofFault.UNKNOWN_SCHEME)
        self._check_own_seed(deal, seeds, mirror.viewer)
        self.changed += 1
        return deal

    def _check_left_deal(self) -> None:
        """Demand that the present deal is over before another one begins."""
        deal = self.deal
        if deal is not None and not deal.over and len(self._play) < MAX_EVENTS_PER_DEAL:
            self._accuse(deal, ProofFault.DEAL_NUMBER)

    def _promise(self, commitment: str) -> None:
        """Keep the promise for the next deal; without one the server could choose its seed after the players'."""
        self.kept.commitment, self.kept.doubts, self.kept.given_seeds = commitment, [], []
        self.changed += 1
        if not COMMITMENT.fullmatch(commitment):
            self._doubt(ProofFault.OTHER_COMMITMENT)

    # -- the play --------------------------------------------------------------------------------------------------

    def _see(self, events: list[Event]) -> None:
        deal = self.deal
        if deal is None:
            return
        if not self._play and deal.events and events:  # a deal that began twice, under the same number
            deal.gaps = True
            return
        unknown = next((at for at, event in enumerate(events) if isinstance(event, Unknown)), None)
        if deal.unknown or unknown is not None:
            events, deal.unknown = [] if deal.unknown else events[:unknown], True
        room = MAX_EVENTS_PER_DEAL - len(self._play)
        deal.gaps = deal.gaps or len(events) > room
        self._play += events[:room]
        deal.events += [event.as_dict() for event in events[:room]]

    def _compare_play(self, deal: ObservedDeal, mirror: Replica, taken_back: bool) -> None:
        """Compare what a state tells of the play with what was seen of it, and go on from there."""
        assert mirror.view is not None
        told = mirror.view.events
        seen = self._play or deal.play
        same = mirror.viewer == deal.viewer
        viewer = mirror.viewer if same else None
        certain = list(takewhile(lambda event: not isinstance(event, Unknown), told))
        deal.unknown = deal.unknown or len(certain) < len(told)
        old, new = (public_play(events if same else seen_by(None, events)) for events in (seen, certain))
        undone = deal.against_bots and (taken_back or self._away)
        found = difference(old, new, viewer)
        if found is None and len(new) < len(old) and not undone:
            found = ProofFault.OTHER_MOVE
        if found is not None:
            lawful = undone and not taken_back and found not in (ProofFault.OTHER_HAND, ProofFault.OTHER_STARTER)
            if lawful:  # another device of the player may have taken moves back meanwhile
                deal.gaps = True
            else:
                self._accuse(deal, found)
        elif undone and not self._undoing and (taken_back or len(new) < len(old)):
            deal.gaps = True  # another device of the player did that, or else the server
        if mirror.viewer != deal.viewer:
            deal.viewer, deal.seed = mirror.viewer, ""
        deal.events, self._play, deal.unknown = [], [], False
        self._see(told)

    def _reveal(self, event: ShuffleRevealed) -> None:
        """Shuffle and play the deal again, now that its secret is known."""
        deal = self.deal
        if deal is None:
            return
        if event.deal != deal.number:
            self._accuse(deal, ProofFault.DEAL_NUMBER)
        deal.server_seed = event.server_seed
        checked = (deal.game, deal.number, event.server_seed.lower(), len(deal.events))
        if checked == self._checked:
            return
        self._checked = checked
        earlier = (one for number, one in self.kept.of_game(deal.game).items() if number < deal.number)
        starters = (one.starts_game() for one in earlier if not one.faults)
        for fault in check_shuffle(deal, next((seat for seat in starters if seat is not None), None)):
            self._accuse(deal, fault)
        self.changed += 1

    # -- what is said of rules and scores ----------------------------------------------------------------------------

    def _check_terms(self, info: TableInfo, rules: Rules) -> None:
        """Demand the rules and the scheme that the table has had from its beginning."""
        if rules.as_dict() != self.kept.rules:
            self._blame(ProofFault.OTHER_RULES)
        if info.scheme != self.kept.scheme:
            self._blame(ProofFault.UNKNOWN_SCHEME)
        scores = {deal.number: deal.events[-1]["scores"] for deal in self.kept.of_game(info.game).values() if deal.over}
        for number, sheet in enumerate(info.sheets, 1):
            if number in scores and list(DealSheet(_rows(sheet)).totals) != list(scores[number]):
                self._blame(ProofFault.OTHER_SCORE)

    def _check_house_rules(self, mirror: Replica) -> None:
        """Demand that the house rules, which players read, are those of the rules that are played."""
        if mirror.plays_unknown_rules:
            return
        told, right = (
            msgspec.json.encode(rules, order="sorted") for rules in (mirror.info.house_rules, house_rules(mirror.rules))
        )
        if told != right:
            self._blame(ProofFault.OTHER_RULES)

    def _check_result(self, mirror: Replica) -> None:
        """Demand that a game is over once it is won, and not before."""
        info, view, rules = mirror.info, mirror.view, mirror.rules
        if mirror.is_unsure:
            return
        winner, over = None, False
        if view is not None and view.over:
            winner = game_winner(rules, tuple(mirror.table.totals), view.completer)
            over = not rules.game_goal or winner is not None
        if (info.over, info.winner) != (over, winner):
            self._blame(ProofFault.OTHER_SCORE)

    def _check_totals(self, message: FullState, mirror: Replica) -> None:
        """Demand totals that are the sum of all sheets, and a game that is over and won if they say so."""
        if mirror.is_unsure:
            return
        sheets = [DealSheet(_rows(sheet)).totals for sheet in mirror.table.sheets]
        totals = [sum(points) for points in zip(*sheets, strict=True)] or [0] * mirror.rules.teams
        if message.table.totals != totals or mirror.table.totals != totals:
            self._blame(ProofFault.OTHER_SCORE)
        rules, view, won, info = mirror.rules, mirror.view, None, mirror.info
        if view is not None and view.over:
            won = game_winner(rules, tuple(totals), view.completer)
            if info.winner != won:
                self._blame(ProofFault.OTHER_SCORE)
        if info.over != (view is not None and view.over and (not rules.game_goal or won is not None)):
            self._blame(ProofFault.DEAL_NUMBER)

    def _check_end(self, events: tuple[Event, ...], message: FullState | Update, mirror: Replica) -> None:
        """Demand a secret, and the score that the moves give, where a deal has just ended."""
        deal, view = self.deal, mirror.view
        if deal is None or view is None or mirror.is_unsure:
            return
        if deal.commitment and not any(isinstance(event, ShuffleRevealed) for event in events):
            self._accuse(deal, ProofFault.OTHER_SECRET)
        sheet = message.sheet if isinstance(message, Update) else None
        won = next((event for event in events if isinstance(event, GameOver)), None)
        is_other_sheet = sheet is not None and sheet != view.score_sheet().as_dict()
        if is_other_sheet or (won is not None and list(won.totals) != list(mirror.table.totals)):
            self._accuse(deal, ProofFault.OTHER_SCORE)

    # -- accusing ----------------------------------------------------------------------------------------------------

    def _accuse(self, deal: ObservedDeal, fault: ProofFault) -> None:
        """Note a fault of a deal; each is told once."""
        if deal.unknown and fault in PLAY_FAULTS:
            return
        if fault not in deal.faults:
            deal.faults.append(fault)
            self._note_broken(deal.number, fault)

    def _doubt(self, fault: ProofFault) -> None:
        """Note a fault of the deal that has not begun yet."""
        if fault not in self.kept.doubts:
            self.kept.doubts = [*self.kept.doubts, fault]
            self._note_broken(self.kept.next_deal[1], fault)

    def _note_broken(self, number: int, fault: ProofFault) -> None:
        if len(self.broken_promises) < MAX_BROKEN_PROMISES:
            self.broken_promises.append(FairnessViolation(number, fault))
        self.changed += 1

    def _blame(self, fault: ProofFault) -> None:
        """Note a fault of the present deal, or of the next one before the first."""
        deal = self.deal
        if deal is None:
            self._doubt(fault)
        else:
            self._accuse(deal, fault)


def _is_against_bots(info: TableInfo) -> bool:
    """Return whether one person plays against bots, and can take moves back while nobody may look on.

    The doors are not asked: another device of the player can close them and open them again.
    """
    kinds = [seat.kind for seat in info.seats]
    return kinds.count("person") <= 1 and "open" not in kinds


def _rows(sheet: dict[str, list[int]]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(row) for name, row in sheet.items()}
