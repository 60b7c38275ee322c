"""A deal in progress: whose decision it is, what is legal, and what a move does.

Machine integers throughout, so that cloning is a memory copy and nothing here needs the interpreter once it is
compiled.  ``legal`` and the referee ask the same questions of the table (``rolling``, ``live``, ``limited`` …).

Chance is not in here.  The order of the draw pile is given; where discards must be shuffled the deal stops in the
phase CHANCE until ``reshuffle`` brings the order.  Nor is the time in which people answer a hazard: where
``stops_in_windows`` is set, the deal stops behind each hazard in the phase WINDOW until ``ask_after`` lets it go on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from . import uncompiled as cython

from ..rules.cards import Card
from .argument_checks import check_index
from .codes import DrawCause, Ending, JournalEvent, Phase
from .compiled_rules import WORDS, CompiledRules

# What follows once the cards owed to a seat are drawn.
THEN = {"play": 0, "extra turn": 1, "next turn": 2}

if not cython.compiled:  # pragma: no branch - compiled, they are the constants of the .pxd
    from .codes import ATTACK, COUP, DISCARD, DRAW, EXTEND, FINISH, MOVES, NONE, PASS, TAKE

    D200 = int(Card.D200)
    OUT_OF_GAS = int(Card.OUT_OF_GAS)
    STOP = int(Card.STOP)
    SPEED_LIMIT = int(Card.SPEED_LIMIT)
    GASOLINE = int(Card.GASOLINE)
    ROLL = int(Card.ROLL)
    END_OF_LIMIT = int(Card.END_OF_LIMIT)
    EXTRA_TANK = int(Card.EXTRA_TANK)
    RIGHT_OF_WAY = int(Card.RIGHT_OF_WAY)
    KINDS = 19

    ON_DRAW = int(Phase.DRAW)
    ON_EXCHANGE = int(Phase.EXCHANGE)
    ON_PLAY = int(Phase.PLAY)
    ON_REACT = int(Phase.REACT)
    ON_EXTEND = int(Phase.EXTEND)
    ON_CHANCE = int(Phase.CHANCE)
    IS_OVER = int(Phase.OVER)
    ON_WINDOW = int(Phase.WINDOW)

    COMPLETED = int(Ending.COMPLETED)
    EXHAUSTED = int(Ending.EXHAUSTED)
    CAPPED = int(Ending.CAPPED)

    RESHUFFLE = WORDS["empty_draw_pile"]["reshuffle"]
    STOP_WHEN_EMPTY = WORDS["empty_draw_pile"]["stop"]
    TARGET_ROLLING = WORDS["hazard_target"]["rolling"]
    TARGET_NO_LIVE = WORDS["hazard_target"]["started-no-live"]
    MEASURE_MILES = WORDS["end_measure"]["miles"]
    MEASURE_POINTS = WORDS["end_measure"]["points"]

    THEN_PLAY = THEN["play"]
    THEN_EXTRA_TURN = THEN["extra turn"]
    THEN_NEXT_TURN = THEN["next turn"]

    ONE = 1
    ALL_SAFETIES = 0b1111 << 15
    BATTLE_HAZARDS = 0b1111 << 5
    FIVE_HAZARDS = 0b11111
    NO_LIMIT = 10_000
    LONG_TRIP = 1000
    MAX_SEATS = 8
    MAX_TEAMS = 4
    MAX_CARDS = 106

    J_TURN = int(JournalEvent.TURN)
    J_DREW = int(JournalEvent.DREW)
    J_TOOK = int(JournalEvent.TOOK)
    J_GAVE = int(JournalEvent.GAVE)
    J_LAID = int(JournalEvent.LAID)
    J_ATTACKED = int(JournalEvent.ATTACKED)
    J_CLOSED = int(JournalEvent.CLOSED)
    J_COUP = int(JournalEvent.COUP)
    J_REMEDIED = int(JournalEvent.REMEDIED)
    J_DISCARDED = int(JournalEvent.DISCARDED)
    J_LOST = int(JournalEvent.LOST)
    J_SKIPPED = int(JournalEvent.SKIPPED)
    J_EXTENDED = int(JournalEvent.EXTENDED)
    J_FINISHED = int(JournalEvent.FINISHED)
    J_DECLINED = int(JournalEvent.DECLINED)
    J_PASSED = int(JournalEvent.PASSED)
    J_RESHUFFLED = int(JournalEvent.RESHUFFLED)
    J_OVER = int(JournalEvent.OVER)
    WHY_TURN = int(DrawCause.TURN)
    WHY_REFILL = int(DrawCause.REFILL)
    WHY_EXCHANGE = int(DrawCause.EXCHANGE)


def miles_of(card: int) -> int:
    """Return the miles of a distance card."""
    return 200 if card == D200 else 25 * (card + 1)


def safety_of(hazard: int) -> int:
    """Return the safety that forestalls a hazard."""
    return RIGHT_OF_WAY if hazard == SPEED_LIMIT else hazard + 10


def answers_with(cards: int) -> int:
    """Return the moves that answer a hazard with these cards: a safety is called as a coup fourré."""
    return (cards & ~ALL_SAFETIES) | (ONE << COUP) if cards & ALL_SAFETIES else cards


class State:
    """A deal in progress.  Arrays are indexed by seat or by team.

    What Python calls checks its arguments; what compiled code calls does not.  Where both want the same, the unchecked
    one has the name with an underscore.
    """

    def __cinit__(self, rules: CompiledRules) -> None:
        """Lay an empty table under these rules.  Compiled, not even ``State.__new__`` gives bare memory to play on."""
        if not isinstance(rules, CompiledRules):
            raise TypeError(f"a deal is played by CompiledRules, not by {type(rules).__name__}")
        self.rules = rules
        # by seat
        self.hand = [0] * 8  # packed counts, three bits for each kind
        self.have = [0] * 8  # bit k: the hand holds kind k
        self.held = [0] * 8  # number of cards
        self.lane = [0] * 8  # where the seat draws next, when each has a lane of its own
        # by team
        self.battle = [NONE] * 4  # top of the Battle pile
        self.speed = [NONE] * 4  # top of the Speed pile
        self.safeties = [0] * 4  # bit k: safety k is displayed
        self.coups = [0] * 4  # bit k: it was played as a coup fourré
        self.miles = [0] * 4
        self.laid_200s = [0] * 4
        self.roll_due = [0] * 4  # a Roll is owed after an End of Limit
        # piles
        self.shown = [0] * 19  # how many of each kind lie face up, on tables and among the discards
        self.pile = [0] * 106
        self.pile_end = 0
        self.left = 0  # cards left in the draw pile
        self.lanes = False
        self.discards = [0] * 106
        self.discarded = 0
        # whose decision
        self.phase = IS_OVER
        self.seat = 0
        self.turn_seat = 0
        self.turns = 0
        self.extra = False
        self.taken = NONE  # kind taken from the discards this turn
        self.given = 0  # cards given in an exchange so far
        # the window that a hazard opens
        self.hazard = NONE
        self.target_team = NONE
        self.under = NONE  # what lies under the newest hazard
        # draws that a reshuffle may interrupt
        self.owed = 0
        self.drawer = 0
        self.then = THEN_PLAY
        # the end
        self.goal = 0
        self.extended_by = NONE
        self.ending = NONE
        self.completer = NONE
        # how it is run, which is no part of the deal: copies begin with both off, so that playouts never stop
        self.keeps_journal = False  # notes what happened, for those who keep events
        self.stops_in_windows = False  # waits behind each hazard, for those who play with people
        self.journal = [0] * 256
        self.entries = 0

    if not cython.compiled:  # pragma: no branch - coverage sees only that build

        def __init__(self, rules: CompiledRules) -> None:
            self.__cinit__(rules)

    # -- setting up ------------------------------------------------------------------------------------------

    def deal(self, order: Iterable[int], first: int, lanes: bool = False) -> None:
        """Deal from a deck in this order, one card at a time, beginning with the seat that starts.

        With ``lanes`` every seat then draws from a lane of its own.
        """
        seat = check_index("seat", first, self.rules.players)
        cards = _cards(order)
        _check_same("the deck", cards, self.rules.deck)
        by_lanes = bool(lanes)
        self.lay_pile(cards)
        self.start(len(cards), seat, by_lanes)

    def lay_pile(self, cards: bytes) -> None:
        """Lay the draw pile, or what will be it."""
        i = 0
        while i < len(cards):
            self.pile[i] = cards[i]
            i += 1

    def start(self, cards: int, first: int, lanes: bool) -> None:
        """Deal from the cards that lie in the pile already."""
        self.clear()
        self.pile_end = cards
        self.left = cards
        players = self.rules.players
        n = self.rules.hand_size * players
        i = 0
        while i < n:
            self.gain((first + i) % players, self.pile[i])
            i += 1
        self.left -= n
        if lanes:
            self.lay_lanes()
        self.begin_turn(first, False)

    def clear(self) -> None:
        """Clear the table and all hands."""
        i = 0
        while i < MAX_SEATS:
            self.hand[i] = 0
            self.have[i] = 0
            self.held[i] = 0
            i += 1
        i = 0
        while i < MAX_TEAMS:
            self.battle[i] = NONE
            self.speed[i] = NONE
            self.safeties[i] = 0
            self.coups[i] = 0
            self.miles[i] = 0
            self.laid_200s[i] = 0
            self.roll_due[i] = 0
            i += 1
        i = 0
        while i < KINDS:
            self.shown[i] = 0
            i += 1
        self.lanes = False
        self.discarded = 0
        self.turns = 0
        self.taken = NONE
        self.given = 0
        self.hazard = NONE
        self.target_team = NONE
        self.under = NONE
        self.owed = 0
        self.goal = self.rules.target
        self.extended_by = NONE
        self.ending = NONE
        self.completer = NONE
        self.entries = 0

    def copy_from(self, other: State) -> None:
        """Become a copy of a deal under the same rules; its journal, and whether it stops in windows, stay behind."""
        self.hand[:] = other.hand
        self.have[:] = other.have
        self.held[:] = other.held
        self.lane[:] = other.lane
        self.battle[:] = other.battle
        self.speed[:] = other.speed
        self.safeties[:] = other.safeties
        self.coups[:] = other.coups
        self.miles[:] = other.miles
        self.laid_200s[:] = other.laid_200s
        self.roll_due[:] = other.roll_due
        self.shown[:] = other.shown
        self.pile[:] = other.pile
        self.pile_end = other.pile_end
        self.left = other.left
        self.lanes = other.lanes
        self.discards[:] = other.discards
        self.discarded = other.discarded
        self.phase = other.phase
        self.seat = other.seat
        self.turn_seat = other.turn_seat
        self.turns = other.turns
        self.extra = other.extra
        self.taken = other.taken
        self.given = other.given
        self.hazard = other.hazard
        self.target_team = other.target_team
        self.under = other.under
        self.owed = other.owed
        self.drawer = other.drawer
        self.then = other.then
        self.goal = other.goal
        self.extended_by = other.extended_by
        self.ending = other.ending
        self.completer = other.completer

    def clone(self) -> State:
        """Return an independent copy."""
        copy = State(self.rules)
        copy.copy_from(self)
        return copy

    # -- cards in hand ---------------------------------------------------------------------------------------

    def gain(self, seat: int, card: int) -> None:
        """Add a card to a hand."""
        self.hand[seat] += ONE << (3 * card)
        self.have[seat] |= ONE << card
        self.held[seat] += 1

    def lose(self, seat: int, card: int) -> None:
        """Take a card out of a hand, face up."""
        self.hand[seat] -= ONE << (3 * card)
        self.held[seat] -= 1
        self.shown[card] += 1
        if (self.hand[seat] >> (3 * card)) & 7 == 0:
            self.have[seat] ^= ONE << card

    def _count(self, seat: int, card: int) -> int:
        """Count the cards of a kind in a hand."""
        return (self.hand[seat] >> (3 * card)) & 7

    def _unseen(self, seat: int, card: int) -> int:
        """Count the cards of a kind that this seat has not seen: they are in other hands or in the draw pile."""
        return self.rules.copies[card] - self.shown[card] - self._count(seat, card)

    def most_held(self, seat: int) -> int:
        """Return how many cards a hand may hold at this moment; more would outgrow the packed counts further on."""
        most = self.rules.hand_size
        if seat == self.seat:
            if self.phase == ON_PLAY:
                most += 1
            elif self.phase == ON_EXCHANGE:
                most -= self.given
            elif self.phase == ON_CHANCE:
                most -= self.owed
                if self.then == THEN_PLAY:
                    most += 1
        return most

    def cards_hidden(self) -> int:
        """Count the cards in hands and piles, and one for a hazard that may still come to the discards."""
        cards = self.left + self.discarded
        if self.hazard != NONE:
            cards += 1
        seat = 0
        while seat < self.rules.players:
            cards += self.held[seat]
            seat += 1
        return cards

    def to_discards(self, card: int) -> None:
        """Lay a card face up on the discards."""
        self.discards[self.discarded] = card
        self.discarded += 1

    # -- what the table says -----------------------------------------------------------------------------------

    def _team_of(self, seat: int) -> int:
        """Return the team of a seat: partners sit opposite, so seats go round the teams."""
        teams = self.rules.teams
        while seat >= teams:
            seat -= teams
        return seat

    def _shows(self, team: int, safety: int) -> bool:
        """Return whether a team displays this safety."""
        return (self.safeties[team] >> safety) & 1 != 0

    def _live(self, team: int) -> bool:
        """Return whether the top of the Battle pile is a hazard whose safety is not displayed."""
        top = self.battle[team]
        return OUT_OF_GAS <= top <= STOP and not self._shows(team, top + 10)

    def _started(self, team: int) -> bool:
        """Return whether the team has opened its Battle pile or needs not."""
        return self.battle[team] != NONE or self._shows(team, RIGHT_OF_WAY)

    def _rolling(self, team: int) -> bool:
        """Return whether nothing on the Battle pile bars distance."""
        top = self.battle[team]
        if OUT_OF_GAS <= top <= STOP and not self._shows(team, top + 10):
            return False
        if self._shows(team, RIGHT_OF_WAY):
            return True
        if self.roll_due[team] or top == NONE:
            return False
        if top == ROLL:
            return True
        if top < GASOLINE:
            return not self.rules.roll_after_safety
        return not self.rules.roll_after_remedy

    def _limited(self, team: int) -> bool:
        """Return whether a Speed Limit binds a team."""
        return self.speed[team] == SPEED_LIMIT and not self.exempt(team)

    def exempt(self, team: int) -> bool:
        """Return whether Right of Way lifts the team above Speed Limits."""
        return self.rules.right_of_way_covers_limit and self._shows(team, RIGHT_OF_WAY)

    def room(self, team: int) -> int:
        """Return how many miles the trip may still go."""
        return NO_LIMIT if self.rules.overshoot_allowed else self.goal - self.miles[team]

    def _own_plays(self, team: int) -> int:
        """Return what may be laid on the own table: bit k for kind k."""
        plays = ALL_SAFETIES
        top = self.battle[team]
        limited = self._limited(team)
        if self._rolling(team):
            reach = self.room(team)
            if limited and reach > self.rules.speed_limit:
                reach = self.rules.speed_limit
            if reach >= 200 and self.laid_200s[team] < self.rules.max_200s:
                plays |= 31
            elif reach >= 100:
                plays |= 15
            elif reach >= 75:
                plays |= 7
            elif reach >= 50:
                plays |= 3
            elif reach >= 25:
                plays |= 1
        elif self._live(team):
            plays |= ONE << (top + 5)
        else:
            plays |= ONE << ROLL  # nothing bars the road but the missing Roll
        if limited:
            plays |= ONE << END_OF_LIMIT
        return plays

    def _hazards_on(self, team: int) -> int:
        """Return which hazards an opponent may lay on this team: bit k for kind k."""
        hazards = 0
        if self.attackable(team):
            hazards = BATTLE_HAZARDS & (BATTLE_HAZARDS ^ (self.safeties[team] >> 10))
        if self.limitable(team):
            hazards |= ONE << SPEED_LIMIT
        return hazards

    def attackable(self, team: int) -> bool:
        """Return whether the Battle pile is open to hazards, safeties aside."""
        wanted = self.rules.hazard_target
        if wanted == TARGET_ROLLING:
            return self._rolling(team)
        if wanted == TARGET_NO_LIVE:
            return self._started(team) and not self._live(team)
        return self._started(team)

    def limitable(self, team: int) -> bool:
        """Return whether a Speed Limit may be laid on this team."""
        return not self.exempt(team) and (self.rules.limit_on_limit or self.speed[team] != SPEED_LIMIT)

    def _points(self, team: int) -> int:
        """Return what counts at any time: miles, safeties and coups fourrés."""
        safeties = self.rules.safety_points * self._safeties_shown(team)
        return self.miles[team] + safeties + self.rules.coup_fourre_points * self._coups_made(team)

    def _safeties_shown(self, team: int) -> int:
        """Count the safeties that a team displays."""
        return number_of(self.safeties[team])

    def _coups_made(self, team: int) -> int:
        """Count the safeties that a team played as coups fourrés."""
        return number_of(self.coups[team])

    def reached(self, team: int) -> bool:
        """Return whether the team has completed its trip."""
        measure = self.rules.end_measure
        total = self.miles[team]
        if measure == MEASURE_MILES:
            return total >= self.goal  # an exact target is never passed
        total = self._points(team)
        if measure != MEASURE_POINTS:
            total -= self.rules.coup_fourre_points * self._coups_made(team)
        return total >= self.goal

    # -- legal moves ---------------------------------------------------------------------------------------------

    def legal(self) -> int:
        """Return the set of legal moves: bit m for move m."""
        if self.phase == ON_PLAY:
            return self.play_moves()
        if self.phase == ON_REACT:
            return self._answers(self.seat) | (ONE << PASS)
        if self.phase == ON_DRAW:
            return self.draw_moves()
        if self.phase == ON_EXCHANGE:
            return self.exchange_moves()
        if self.phase == ON_EXTEND:
            return (ONE << EXTEND) | (ONE << FINISH)
        return 0

    def _plays(self, seat: int) -> int:
        """Return what a seat could lay on its own or an opposing table, were it to play now: bit m for move m."""
        team = self._team_of(seat)
        have = self.have[seat]
        moves = self._own_plays(team) & have
        hazards = (have >> OUT_OF_GAS) & FIVE_HAZARDS
        if hazards:
            other = 0
            while other < self.rules.teams:
                if other != team:
                    open_to = (self._hazards_on(other) >> OUT_OF_GAS) & hazards
                    moves |= open_to << (ATTACK + 5 * other)
                other += 1
        return moves

    def play_moves(self) -> int:
        """Plays, and the discards that go with them."""
        moves = self._plays(self.seat)
        if self.rules.discards_unchecked:
            return moves | (self.have[self.seat] << DISCARD)
        return moves | self.free_discards(moves)

    def free_discards(self, plays: int) -> int:
        """Return the discards that house rules leave beside these plays."""
        if plays and self.play_forced():
            return 0
        discards = self.have[self.seat]
        if self.stuck_with_taken():
            discards ^= ONE << self.taken
        if not plays and not discards:
            discards = self.have[self.seat]
        return discards << DISCARD

    def play_forced(self) -> bool:
        """Return whether a seat that can play must."""
        return not self.rules.free_discard or (self.rules.forced_play and self.left == 0)

    def stuck_with_taken(self) -> bool:
        """Return whether the only copy of a kind is the card just taken, and may not go back."""
        return not self.rules.rediscard and self.taken != NONE and self._count(self.seat, self.taken) == 1

    def draw_moves(self) -> int:
        """Return the ways to draw: where from, what to exchange, or to pass."""
        moves = ONE << DRAW
        if self.rules.take_discard and self.discarded > 0:
            moves |= ONE << TAKE
        if self.may_exchange():
            moves |= self.have[self.seat] << DISCARD
        if self.may_pass():
            moves |= ONE << PASS
        return moves

    def may_exchange(self) -> bool:
        """Return whether the seat has cards enough for an exchange."""
        held = self.held[self.seat]
        return self.rules.fast_play and held > 0 and held >= self.rules.exchange_min

    def may_pass(self) -> bool:
        """Return whether the turn may be given up before drawing."""
        if self.extra and self.rules.optional_extra_turn:
            return True
        return self.rules.fast_play and self.rules.exchange_min == 0

    def exchange_moves(self) -> int:
        """Return the further cards that may be given, and the draw that closes the exchange."""
        moves = self.have[self.seat] << DISCARD
        if self.given >= self.rules.exchange_min:
            moves |= ONE << DRAW
        return moves

    def answer_cards(self, seat: int) -> int:
        """Return the cards that the rules let a seat answer the hazard in the window with: bit k for kind k."""
        team = self._team_of(seat)
        if team == self._team_of(self.turn_seat):
            return 0
        hazard = self.hazard
        own = team == self.target_team
        if hazard == SPEED_LIMIT and not self.rules.coup_on_limit:
            return 0
        if not own and not self.rules.coup_on_anyone:
            return 0
        cards = ONE << safety_of(hazard)
        if own and self.rules.fast_play and hazard != SPEED_LIMIT:
            cards |= ONE << (hazard + 5)
        return cards

    def _answers(self, seat: int) -> int:
        """Return how a seat could answer the hazard in the window with the cards it holds, passing aside."""
        return answers_with(self.answer_cards(seat) & self.have[seat])

    def _possible_answers(self, seat: int) -> int:
        """Return how a seat could answer the hazard in the window as far as a spectator can tell, passing aside."""
        if self.held[seat] == 0:
            return 0
        cards = self.answer_cards(seat)
        card = GASOLINE
        while card < KINDS:
            if self.shown[card] >= self.rules.copies[card]:  # all of them lie open
                cards &= ~(ONE << card)
            card += 1
        return answers_with(cards)

    def window_open(self) -> bool:
        """Return whether a hazard lies in a window."""
        return self.phase == ON_WINDOW or self.phase == ON_REACT

    def asking_order(self, seat: int) -> int:
        """Return how many seats after the attacker a seat is asked; the attacker itself is 0."""
        return (seat - self.turn_seat + self.rules.players) % self.rules.players

    # -- moves -----------------------------------------------------------------------------------------------------

    def _apply(self, move: int) -> None:
        """Make a move.  The caller knows that it is legal."""
        self.entries = 0
        if self.phase == ON_PLAY:
            if move >= DISCARD:
                self.discard(move - DISCARD)
            elif move >= ATTACK:
                self.attack((move - ATTACK) // 5, OUT_OF_GAS + (move - ATTACK) % 5)
            else:
                self.lay(move)
        elif self.phase == ON_REACT:
            self.answer(move)
        elif self.phase == ON_EXTEND:
            self.decide_extension(move)
        else:
            self.decide_draw(move)

    def discard(self, card: int) -> None:
        """Give up a card, which ends the turn."""
        self.lose(self.seat, card)
        self.to_discards(card)
        self.note(J_DISCARDED, self.seat, card, 0)
        self.next_turn()

    def lay(self, card: int) -> None:
        """Play a card on the own table."""
        seat = self.seat
        team = self._team_of(seat)
        self.lose(seat, card)
        self.note(J_LAID, seat, card, 0)
        if card <= D200:
            self.drive(team, card)
        elif card >= EXTRA_TANK:
            self.safeties[team] |= ONE << card
            self.earn_turn(team)
        else:
            self.remedy(team, card)
            self.next_turn()

    def drive(self, team: int, card: int) -> None:
        """Lay a distance, which may complete the trip."""
        self.miles[team] += miles_of(card)
        if card == D200:
            self.laid_200s[team] += 1
        if not self.reached(team):
            self.next_turn()
        elif self.rules.extension and self.extended_by == NONE and self.cards_remain():
            self.phase = ON_EXTEND
        else:
            self.complete(team)

    def remedy(self, team: int, card: int) -> None:
        """Lay a remedy on the Battle or the Speed pile."""
        if card != END_OF_LIMIT:
            self.battle[team] = card
            if card == ROLL:
                self.roll_due[team] = 0
        else:
            self.speed[team] = card
            if self.rules.roll_after_end_of_limit and not self._shows(team, RIGHT_OF_WAY):
                self.roll_due[team] = 1

    def earn_turn(self, team: int) -> None:
        """Give the turn that a safety laid on turn earns."""
        if self.rules.end_measure != MEASURE_MILES and self.reached(team):
            self.complete(team)
        elif self.left == 0 and not self.rules.extra_turn_after_exhaustion:
            self.next_turn()
        else:
            self.begin_turn(self.seat, True)

    def decide_extension(self, move: int) -> None:
        """Extend the trip, or be content."""
        team = self._team_of(self.seat)
        if move == EXTEND:
            self.note(J_EXTENDED, self.seat, 0, 0)
            self.extended_by = team
            self.goal = LONG_TRIP
            self.next_turn()
        else:
            self.note(J_FINISHED, self.seat, 0, 0)
            self.complete(team)

    def decide_draw(self, move: int) -> None:
        """Draw, take the top discard, exchange, or give the turn up."""
        seat = self.seat
        if move == TAKE:
            self.discarded -= 1
            self.taken = self.discards[self.discarded]
            self.shown[self.taken] -= 1
            self.gain(seat, self.taken)
            self.note(J_TOOK, seat, self.taken, 0)
            self.phase = ON_PLAY
        elif move == PASS:
            self.note(J_PASSED, seat, 0, 0)
            self.next_turn()
        elif move != DRAW:
            self.give(move - DISCARD)
        elif self.phase == ON_DRAW:
            self.owe(seat, 1, THEN_PLAY)
        else:
            self.owe(seat, self.given, THEN_NEXT_TURN)

    def give(self, card: int) -> None:
        """Give one more card of an exchange; an empty hand closes it."""
        seat = self.seat
        self.lose(seat, card)
        self.to_discards(card)
        self.note(J_GAVE, seat, card, 0)
        self.given += 1
        self.phase = ON_EXCHANGE
        if self.held[seat] == 0:
            self.owe(seat, self.given, THEN_NEXT_TURN)

    # -- hazards and their answers ---------------------------------------------------------------------------------

    def attack(self, team: int, hazard: int) -> None:
        """Lay a hazard on a team, and ask whoever can answer it."""
        self.lose(self.seat, hazard)
        self.note(J_ATTACKED, self.seat, hazard, team)
        if hazard == SPEED_LIMIT:
            self.under = self.speed[team]
            self.speed[team] = hazard
        else:
            self.under = self.battle[team]
            self.battle[team] = hazard
        self.hazard = hazard
        self.target_team = team
        if self.stops_in_windows:
            self.phase = ON_WINDOW
        else:
            self.ask(1)

    def ask(self, step: int) -> None:
        """Ask the first seat from here on, counted from the attacker, that has an answer."""
        players = self.rules.players
        while step < players:
            seat = self.turn_seat + step
            if seat >= players:
                seat -= players
            if self._answers(seat):
                self.phase = ON_REACT
                self.seat = seat
                return
            step += 1
        self.close_window()
        self.next_turn()

    def _ask_after(self, seat: int) -> None:
        """Ask those who sit after this seat; the attacker's own seat stands for asking everybody."""
        self.ask(self.asking_order(seat) + 1)

    def close_window(self) -> None:
        """Close the window: the moment for an answer is over."""
        self.hazard = NONE
        self.target_team = NONE
        self.under = NONE
        self.note(J_CLOSED, 0, 0, 0)

    def answer(self, move: int) -> None:
        """Decline, remedy at once, or call a coup fourré."""
        seat = self.seat
        if move == PASS:
            self.note(J_DECLINED, seat, 0, 0)
            self._ask_after(seat)
        elif move == COUP:
            self.coup_fourre(seat)
        else:
            self.lose(seat, move)
            self.remedy(self._team_of(seat), move)
            self.note(J_REMEDIED, seat, move, 0)
            self.close_window()
            self.owe(seat, 1, THEN_NEXT_TURN)

    def coup_fourre(self, seat: int) -> None:
        """Answer the hazard with its safety; who calls it refills, and has the turn."""
        team = self._team_of(seat)
        hazard = self.hazard
        safety = safety_of(hazard)
        own = team == self.target_team
        self.lose(seat, safety)
        if own:
            if hazard == SPEED_LIMIT:
                self.speed[team] = self.under
            else:
                self.battle[team] = self.under
            self.to_discards(hazard)
        self.safeties[team] |= ONE << safety
        self.coups[team] |= ONE << safety
        self.note(J_COUP, seat, hazard, own)
        self.close_window()
        if self.rules.end_measure != MEASURE_MILES and self.reached(team):
            self.complete(team)
            return
        self.note_lost_turns(seat)
        self.owe(seat, 1, THEN_EXTRA_TURN)

    def note_lost_turns(self, caller: int) -> None:
        """Note that those between the attacker and the caller lose their turns."""
        players = self.rules.players
        seat = (self.turn_seat + 1) % players
        while seat != caller:
            self.note(J_LOST, seat, 0, 0)
            seat = (seat + 1) % players

    # -- drawing -----------------------------------------------------------------------------------------------------

    def owe(self, seat: int, cards: int, then: int) -> None:
        """Let a seat draw so many cards, and go on from there."""
        self.drawer = seat
        self.owed = cards
        self.then = then
        self.draw_owed()

    def draw_owed(self) -> None:
        """Draw what is owed; stop where the discards must be shuffled first."""
        while self.owed > 0:
            if self.left > 0:
                self.draw()
                self.owed -= 1
            elif self.rules.empty_draw_pile == RESHUFFLE and self.discarded > 0:
                self.phase = ON_CHANCE
                return
            else:
                self.owed = 0
        if self.then == THEN_PLAY:
            self.phase = ON_PLAY
        elif self.then == THEN_EXTRA_TURN:
            self.begin_turn(self.drawer, True)
        else:
            self.next_turn()

    def draw(self) -> None:
        """Let the drawer take the next card, from its own lane where there are lanes."""
        seat = self.drawer
        card = self.pile[self.lane_index(seat) if self.lanes else self.pile_end - self.left]
        self.left -= 1
        self.gain(seat, card)
        if self.keeps_journal:
            why = WHY_TURN
            if self.then != THEN_PLAY:
                why = WHY_REFILL if self.given == 0 else WHY_EXCHANGE
            self.note(J_DREW, seat, card, why)

    def lay_lanes(self) -> None:
        """Let every seat draw from a lane of its own.

        The rest of the pile is dealt out to the seats in turn.  A seat's next cards then do not depend on how many
        cards others drew, so that two lines of play can be compared on the same luck.
        """
        seat = 0
        while seat < self.rules.players:
            self.lane[seat] = self.pile_end - self.left + seat
            seat += 1
        self.lanes = True

    def close_lanes(self) -> None:
        """Go back to one pile: move what is left of the lanes together at its end."""
        players = self.rules.players
        to = self.pile_end
        at = self.pile_end
        while to > self.pile_end - self.left:
            at -= 1
            seat = 0
            while seat < players:
                if at >= self.lane[seat] and (at - self.lane[seat]) % players == 0:
                    to -= 1
                    self.pile[to] = self.pile[at]
                seat += 1
        self.lanes = False

    def lane_index(self, seat: int) -> int:
        """Return where the next card of the seat's lane lies, or of the next lane that still has one."""
        players = self.rules.players
        while self.lane[seat] >= self.pile_end:
            seat = (seat + 1) % players
        index = self.lane[seat]
        self.lane[seat] = index + players
        return index

    def reshuffle(self, order: Iterable[int]) -> None:
        """Resolve the chance node: the discards, in this order, are the new draw pile."""
        given = _cards(order)
        if self.phase != ON_CHANCE:
            raise ValueError("no shuffle is due")
        _check_same("the discards", given, bytes(self.discard_pile()))
        self.lay_pile(given)
        self.entries = 0
        self.renew_pile()

    def renew_pile(self) -> None:
        """Go on drawing, now that the discards have been shuffled into the pile."""
        self.pile_end = self.discarded
        self.left = self.discarded
        while self.discarded > 0:
            self.discarded -= 1
            self.shown[self.discards[self.discarded]] -= 1
        if self.lanes:
            self.lay_lanes()
        self.note(J_RESHUFFLED, self.left, 0, 0)
        self.draw_owed()

    # -- turns ---------------------------------------------------------------------------------------------------------

    def next_turn(self) -> None:
        """Pass the turn to the left."""
        seat = self.turn_seat + 1
        self.begin_turn(seat if seat < self.rules.players else 0, False)

    def begin_turn(self, seat: int, extra: bool) -> None:
        """Begin the turn of this seat, or of the next that can act; nobody can: the deal is over."""
        if self.rules.turn_cap and self.turns >= self.rules.turn_cap:
            self.end(CAPPED, NONE)
            return
        if self.left == 0:
            able = self.seat_able(seat)
            if able == NONE:
                return
            extra = extra and able == seat
            seat = able
        self.turns += 1
        self.turn_seat = seat
        self.seat = seat
        self.extra = extra
        self.taken = NONE
        self.given = 0
        self.note(J_TURN, seat, extra, 0)
        if self.rules.draw_asked and self.draw_moves() != ONE << DRAW:
            self.phase = ON_DRAW
        else:
            self.owe(seat, 1, THEN_PLAY)

    def seat_able(self, seat: int) -> int:
        """Find the first seat from here that can act without a draw pile; if none can, end the deal and return NONE."""
        if self.rules.empty_draw_pile == STOP_WHEN_EMPTY or (self.rules.early_stop and self.nobody_can_play()):
            self.end(EXHAUSTED, NONE)
            return NONE
        if self.rules.empty_draw_pile == RESHUFFLE and self.discarded > 0:
            return seat
        if not self.cards_remain():
            self.end(EXHAUSTED, NONE)
            return NONE
        while self.have[seat] == 0:
            self.note(J_SKIPPED, seat, 0, 0)
            seat = (seat + 1) % self.rules.players
        return seat

    def nobody_can_play(self) -> bool:
        """Return whether no seat holds a card that is legal on the present table."""
        seat = 0
        while seat < self.rules.players:
            if self._plays(seat):
                return False
            seat += 1
        return True

    def cards_remain(self) -> bool:
        """Return whether anything is left to drive with."""
        if self.left > 0:
            return True
        seat = 0
        while seat < self.rules.players:
            if self.have[seat]:
                return True
            seat += 1
        return False

    def complete(self, team: int) -> None:
        """End the deal with the trip of this team complete."""
        self.end(COMPLETED, team)

    def end(self, ending: int, completer: int) -> None:
        """End the deal."""
        self.phase = IS_OVER
        self.ending = ending
        self.completer = completer
        self.note(J_OVER, ending, completer, 0)

    def note(self, what: int, a: int, b: int, c: int) -> None:
        """Write a line in the journal."""
        if self.keeps_journal:
            at = 4 * self.entries
            self.journal[at] = what
            self.journal[at + 1] = a
            self.journal[at + 2] = b
            self.journal[at + 3] = c
            self.entries += 1

    # -- for Python: arguments are checked here, and nowhere else ------------------------------------------------------

    def apply(self, move: int) -> None:
        """Make a legal move; any other is refused and changes nothing."""
        code = check_index("move", move, MOVES)
        if not (self.legal() >> code) & 1:
            raise ValueError(f"move {code} is not legal here")
        self._apply(code)

    def ask_after(self, seat: int) -> None:
        """Ask those who sit after this seat about the hazard that waits; the attacker's seat stands for everybody.

        Where the deal stops in a window it goes on so.
        """
        after = check_index("seat", seat, self.rules.players)
        if not self.window_open():
            raise ValueError("no hazard waits for an answer")
        self.entries = 0
        self._ask_after(after)

    def answers(self, seat: int) -> int:
        """Return how a seat could still answer the hazard in the window with the cards it holds: bit m for move m.

        Passing is among them.  There is nothing where no window is open, where the rules do not let the seat answer,
        and where another seat that comes after it in asking order is asked already.
        """
        at = check_index("seat", seat, self.rules.players)
        if not self.window_open() or not self.answer_cards(at):
            return 0
        if self.phase == ON_REACT and self.asking_order(at) < self.asking_order(self.seat):
            return 0
        return self._answers(at) | (ONE << PASS)

    def possible_answers(self, seat: int) -> int:
        """Return how a seat could answer the hazard in the window as far as a spectator can tell: bit m for move m.

        The rules must let it, its hand must not be empty, and of the card that answers some copy must not lie open.
        Passing is not among them.
        """
        at = check_index("seat", seat, self.rules.players)
        return self._possible_answers(at) if self.window_open() else 0

    def may_answer(self, seat: int) -> bool:
        """Return whether a seat could answer the hazard in the window, as far as a spectator can tell."""
        return self.possible_answers(seat) != 0

    def happenings(self) -> list[tuple[int, int, int, int]]:
        """Return the journal of the last move."""
        lines = []
        for at in range(0, 4 * self.entries, 4):
            # Plain Python notes a truth value as it is: compiled, it is a number already.
            lines.append((self.journal[at], self.journal[at + 1], int(self.journal[at + 2]), int(self.journal[at + 3])))
        return lines

    def hand_of(self, seat: int) -> list[int]:
        """Return the cards of a hand, in order of kind."""
        at = check_index("seat", seat, self.rules.players)
        return [card for card in range(KINDS) for _ in range(self._count(at, card))]

    def count(self, seat: int, card: int) -> int:
        """Return how many of a kind a hand holds."""
        return self._count(check_index("seat", seat, self.rules.players), check_index("card", card, KINDS))

    def unseen(self, seat: int, card: int) -> int:
        """Return how many of a kind this seat has not seen: they are in other hands or in the draw pile."""
        return self._unseen(check_index("seat", seat, self.rules.players), check_index("card", card, KINDS))

    def plays(self, seat: int) -> int:
        """Return what a seat could lay on its own or an opposing table, were it to play now: bit m for move m."""
        return self._plays(check_index("seat", seat, self.rules.players))

    def team_of(self, seat: int) -> int:
        """Return the team of a seat: partners sit opposite, so seats go round the teams."""
        return self._team_of(check_index("seat", seat, self.rules.players))

    def top_of_battle(self, team: int) -> int:
        """Return the card on top of a Battle pile."""
        return self.battle[check_index("team", team, self.rules.teams)]

    def owes_roll(self, team: int) -> bool:
        """Return whether a Roll is due after an End of Limit."""
        return self.roll_due[check_index("team", team, self.rules.teams)] != 0

    def miles_driven(self, team: int) -> int:
        """Return how far a team has come."""
        return self.miles[check_index("team", team, self.rules.teams)]

    def shows(self, team: int, safety: int) -> bool:
        """Return whether a team displays this safety."""
        return self._shows(check_index("team", team, self.rules.teams), check_index("card", safety, KINDS))

    def live(self, team: int) -> bool:
        """Return whether the top of the Battle pile is a hazard whose safety is not displayed."""
        return self._live(check_index("team", team, self.rules.teams))

    def started(self, team: int) -> bool:
        """Return whether the team has opened its Battle pile or needs not."""
        return self._started(check_index("team", team, self.rules.teams))

    def rolling(self, team: int) -> bool:
        """Return whether nothing on the Battle pile bars distance."""
        return self._rolling(check_index("team", team, self.rules.teams))

    def limited(self, team: int) -> bool:
        """Return whether a Speed Limit binds a team."""
        return self._limited(check_index("team", team, self.rules.teams))

    def own_plays(self, team: int) -> int:
        """Return what may be laid on the own table: bit k for kind k."""
        return self._own_plays(check_index("team", team, self.rules.teams))

    def hazards_on(self, team: int) -> int:
        """Return which hazards an opponent may lay on this team: bit k for kind k."""
        return self._hazards_on(check_index("team", team, self.rules.teams))

    def points(self, team: int) -> int:
        """Return what counts at any time: miles, safeties and coups fourrés."""
        return self._points(check_index("team", team, self.rules.teams))

    def safeties_shown(self, team: int) -> int:
        """Return how many safeties a team displays."""
        return self._safeties_shown(check_index("team", team, self.rules.teams))

    def coups_made(self, team: int) -> int:
        """Return how many safeties a team played as coups fourrés."""
        return self._coups_made(check_index("team", team, self.rules.teams))

    def draw_pile(self) -> list[int]:
        """Return the draw pile in the order in which it will be drawn; with lanes, what is left of all of them."""
        pile = self
        if self.lanes:
            pile = self.clone()
            pile.close_lanes()
        return [pile.pile[i] for i in range(self.pile_end - self.left, self.pile_end)]

    def discard_pile(self) -> list[int]:
        """Return the discards, the top one last."""
        return [self.discards[i] for i in range(self.discarded)]

    def snapshot(self) -> dict[str, Any]:
        """Return everything there is as plain values: for comparing, and for ``restore`` to begin from."""
        seats, teams = range(self.rules.players), range(self.rules.teams)
        return {
            "hands": [self.hand_of(seat) for seat in seats],
            "battle": [self.battle[team] for team in teams],
            "speed": [self.speed[team] for team in teams],
            "safeties": [self.safeties[team] for team in teams],
            "coups": [self.coups[team] for team in teams],
            "miles": [self.miles[team] for team in teams],
            "laid_200s": [self.laid_200s[team] for team in teams],
            "roll_due": [self.roll_due[team] for team in teams],
            "draw_pile": self.draw_pile(),
            "discards": self.discard_pile(),
            "phase": self.phase,
            "seat": self.seat,
            "turn_seat": self.turn_seat,
            "turns": self.turns,
            "extra": bool(self.extra),
            "taken": self.taken,
            "given": self.given,
            "hazard": self.hazard,
            "target_team": self.target_team,
            "under": self.under,
            "owed": self.owed,
            "drawer": self.drawer,
            "then": self.then,
            "goal": self.goal,
            "extended_by": self.extended_by,
            "ending": self.ending,
            "completer": self.completer,
        }


def _cards(order: Iterable[int]) -> bytes:
    """Return cards in their order, read to the end before anything else is asked: reading may be anybody's code."""
    given: list[int] = []
    for card in order:
        if len(given) == MAX_CARDS:
            raise ValueError(f"there are at most {MAX_CARDS} cards, and these are more")
        given.append(check_index("card", card, KINDS))
    return bytes(given)


def _check_same(what: str, given: bytes, right: bytes) -> None:
    """Refuse cards that are not the very ones that are right."""
    for kind in range(KINDS):
        if given.count(kind) != right.count(kind):
            raise ValueError(f"{what}: {right.count(kind)} of card {kind} are right, not {given.count(kind)}")


def number_of(safeties: int) -> int:
    """Count the safeties of a set."""
    return (safeties >> 15 & 1) + (safeties >> 16 & 1) + (safeties >> 17 & 1) + (safeties >> 18 & 1)
