"""Many deals at once, without the GIL: a generator, policies, playouts.

A policy is a compiled object asked through one virtual method, so bots bring their own by deriving from ``Policy`` in
a compiled module.  It sees the whole state, since playouts happen inside sampled worlds; what a *player* may see is the
business of ``bornes.game.deal``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:  # pragma: no cover - plain Python needs nothing but the name
    from . import uncompiled as cython

from . import scoring
from .argument_checks import check_integer, low_64_bits
from .codes import MOVES, RESULT_NUMBERS_AFTER_SCORES, Phase
from .compiled_rules import CompiledRules
from .state import State
from .uncompiled import heed_signals

MAX_RUNS = 10_000_000
"""What one call may be asked for: minutes of work, and so few numbers that the place of each is a C int."""
DEALS_PER_SIGNAL_CHECK = 256
"""Deals between two checks for Ctrl-C."""
MAX_DEAL_NUMBER = 2**60

ON_HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE
SPAN = 1 << 32

if not cython.compiled:  # pragma: no branch - compiled, they are the constants of the .pxd
    from .codes import COUP, DISCARD, DRAW, FINISH, PASS

    ON_CHANCE = int(Phase.CHANCE)
    ON_PLAY = int(Phase.PLAY)
    ON_EXTEND = int(Phase.EXTEND)
    IS_OVER = int(Phase.OVER)
    ON_WINDOW = int(Phase.WINDOW)

    ONE = 1
    MASK64 = (1 << 64) - 1
    MASK32 = (1 << 32) - 1
    MULTIPLIER = 6364136223846793005
    PAIRS = 0x5555555555555555
    NIBBLES = 0x3333333333333333
    BYTES = 0x0F0F0F0F0F0F0F0F
    ONES = 0x0101010101010101
    TOPS = 0x8080808080808080
    DEBRUIJN = 0x03F79D71B4CB0A89
    DISCARDS = ((ONE << 19) - ONE) << DISCARD


def _bits() -> list[int]:
    """Return which bit a set of one move is, at the top six bits of its product with DEBRUIJN."""
    table = [0] * MOVES
    for bit in range(MOVES):
        table[(DEBRUIJN << bit & MASK64) >> 58] = bit
    return table


def _places() -> list[int]:
    """Return where the n-th lowest bit of a byte is, at ``256 * n + byte``."""
    table = [0] * 2048
    for byte in range(256):
        for n, place in enumerate(place for place in range(8) if byte >> place & 1):
            table[256 * n + byte] = place
    return table


BIT = _bits()
PLACE = _places()


def byte_sums(moves: int) -> int:
    """Count a set byte by byte: byte i says how many moves bytes 0 to i hold."""
    moves -= (moves >> 1) & PAIRS
    moves = (moves & NIBBLES) + ((moves >> 2) & NIBBLES)
    moves = (moves + (moves >> 4)) & BYTES
    return (moves * ONES) & MASK64


def popcount(moves: int) -> int:
    """Count the moves of a set."""
    return byte_sums(moves) >> 56


def lowest_bit(moves: int) -> int:
    """Return the lowest move of a set."""
    return BIT[(((moves & (MASK64 - moves + ONE)) * DEBRUIJN) & MASK64) >> 58]


def nth_bit(moves: int, n: int) -> int:
    """Return the n-th lowest move of a set: its byte from the sums, then its bit from a table.

    A loop over the moves would be shorter, but no processor can guess where it ends.
    """
    sums = byte_sums(moves)
    passed = (((n * ONES) | TOPS) - sums) & TOPS  # one bit in each byte up to which there are at most n moves
    start = ((((passed >> 7) * ONES) & MASK64) >> 56) << 3
    n -= ((sums << 8) >> start) & 255
    return start + PLACE[(n << 8) + ((moves >> start) & 255)]


class Rng:
    """PCG32: 64 bits of state, and 2**63 streams that do not overlap."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.state = 0
        self.step = 1
        self._seed(low_64_bits("seed", seed), low_64_bits("stream", stream))

    def seed(self, seed: int, stream: int) -> None:
        """Begin again, on one of the streams; of both numbers the lowest 64 bits count."""
        self._seed(low_64_bits("seed", seed), low_64_bits("stream", stream))

    def _seed(self, seed: int, stream: int) -> None:
        """Begin again, for compiled code."""
        self.step = ((stream << 1) | ONE) & MASK64
        self.state = 0
        self.next()
        self.state = (self.state + seed) & MASK64
        self.next()

    def next(self) -> int:
        """Return the next 32 bits."""
        old = self.state
        self.state = (old * MULTIPLIER + self.step) & MASK64
        shifted = (((old >> 18) ^ old) >> 27) & MASK32
        turn = old >> 59
        return ((shifted >> turn) | (shifted << ((32 - turn) & 31))) & MASK32

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1; the bias of at most n in 2**32 is far below what playouts can see."""
        return self._below(check_integer("n", n, 1, SPAN))

    def _below(self, n: int) -> int:
        """Return a number from 0 to n - 1, for compiled code."""
        return (self.next() * n) >> 32

    def pick(self, moves: int) -> int:
        """Return one move of a set, all alike."""
        chosen = low_64_bits("moves", moves)
        if not chosen:
            raise ValueError("there is no move to pick in an empty set")
        return self._pick(chosen)

    def _pick(self, moves: int) -> int:
        """Return one move of a set that is not empty, for compiled code."""
        return nth_bit(moves, self._below(popcount(moves)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Give pickle and copy the generator as it is, in the middle of its stream."""
        return continued, (self.state, self.step)


def continued(state: int, step: int) -> Rng:
    """Return a generator that goes on from where another was."""
    rng = Rng(0)
    rng.state = low_64_bits("state", state)
    rng.step = low_64_bits("step", step) | ONE
    return rng


def shuffle_pile(state: State, rng: Rng) -> None:
    """Shuffle what is left of the draw pile."""
    low = state.pile_end - state.left
    i = state.pile_end - 1
    while i > low:
        j = low + rng._below(i - low + 1)
        card = state.pile[i]
        state.pile[i] = state.pile[j]
        state.pile[j] = card
        i -= 1


def shuffle_discards(state: State, rng: Rng) -> None:
    """Resolve a chance node with a generator."""
    i = 0
    while i < state.discarded:
        j = rng._below(i + 1)
        state.pile[i] = state.pile[j]
        state.pile[j] = state.discards[i]
        i += 1
    state.renew_pile()


class Policy:
    """Who chooses: asked for one of the legal moves.  This one takes any, all alike."""

    def choose(self, state: State, moves: int, rng: Rng) -> int:
        """Choose one of the legal moves."""
        return rng._pick(moves)

    def __reduce__(self) -> tuple[Any, ...]:
        """Give pickle and copy the class: these policies remember nothing."""
        return type(self), ()


class Eager(Policy):
    """Plays what it can and discards only when it must; calls every coup fourré, and is content at 700."""

    def choose(self, state: State, moves: int, rng: Rng) -> int:
        """Choose any play, or any discard where there is no play."""
        if state.phase == ON_PLAY:
            plays = moves & (MASK64 ^ DISCARDS)
            return rng._pick(plays if plays else moves)
        if (moves >> COUP) & 1:
            return COUP
        if (moves >> FINISH) & 1:
            return FINISH
        if (moves >> DRAW) & 1:
            return DRAW
        return rng._pick(moves & (MASK64 ^ (ONE << PASS)))


class SeatPolicies:
    """A policy for each seat, reachable without the GIL."""

    def __cinit__(self, policies: Sequence[Policy]) -> None:
        """Give all seats one policy, or as many as there are, round the table; compiled, no seat is ever empty."""
        given = _checked(policies)
        seats = [given[i % len(given)] for i in range(8)]
        self.p0, self.p1, self.p2, self.p3, self.p4, self.p5, self.p6, self.p7 = seats

    if not cython.compiled:  # pragma: no branch - coverage sees only that build

        def __init__(self, policies: Sequence[Policy]) -> None:
            self.__cinit__(policies)

    def choose(self, state: State, moves: int, rng: Rng) -> int:
        """Ask the policy of whoever decides."""
        seat = state.seat
        if seat == 0:
            return self.p0.choose(state, moves, rng)
        if seat == 1:
            return self.p1.choose(state, moves, rng)
        if seat == 2:
            return self.p2.choose(state, moves, rng)
        if seat == 3:
            return self.p3.choose(state, moves, rng)
        if seat == 4:
            return self.p4.choose(state, moves, rng)
        if seat == 5:
            return self.p5.choose(state, moves, rng)
        if seat == 6:
            return self.p6.choose(state, moves, rng)
        return self.p7.choose(state, moves, rng)


def decide(policy: Policy, state: State, rng: Rng) -> int:
    """Return the move that a policy would make here: for Python, which cannot ask a compiled policy itself."""
    _check_policy(policy)
    moves = state.legal()
    if not moves:
        raise ValueError("there is nothing to decide: no move is legal here")
    return policy.choose(state, moves, rng)


def play_out(state: State, seats: SeatPolicies, choices: Rng, chance: Rng) -> int:
    """Play to the end of the deal; return the number of moves.

    Choices and chance have generators of their own, so that another choice does not change the luck.
    """
    moves = 0
    while state.phase != IS_OVER:
        if state.phase > ON_EXTEND:
            go_on(state, chance)
        else:
            state._apply(seats.choose(state, state.legal(), choices))
            moves += 1
    return moves


def go_on(state: State, chance: Rng) -> None:
    """Let a deal go on that waits for nobody's decision: shuffle, or ask everybody in the window where it stopped."""
    if state.phase == ON_CHANCE:
        shuffle_discards(state, chance)
    else:
        state._ask_after(state.turn_seat)


def random_play_out(state: State, rng: Rng) -> int:
    """Play at random to the end without asking a policy; return the number of moves."""
    moves = 0
    while state.phase != IS_OVER:
        if state.phase > ON_EXTEND:
            go_on(state, rng)
        else:
            state._apply(rng._pick(state.legal()))
            moves += 1
    return moves


def play_on(state: State, policies: Sequence[Policy], n: int, seed: int, lanes: bool = True) -> array[int]:
    """Play a deal on to its end n times, with the rest of the draw pile shuffled for each; return rows of results.

    A row holds the scores of the teams, then moves, turns, ending and completer; ``bornes.game.deal_results`` gives
    them names.  The luck of playout i depends on the seed and on i alone.  With ``lanes`` every seat draws from a lane
    of its own, so that playouts of different moves with the same seed meet the same luck.
    """
    seats = SeatPolicies(policies)
    runs = check_integer("n", n, 0, MAX_RUNS)
    luck = low_64_bits("seed", seed)
    base = state.clone()  # its own: another thread may play on in the state meanwhile
    if not base.legal() and base.phase not in (ON_CHANCE, IS_OVER, ON_WINDOW):
        raise ValueError("the deal cannot be played on from here: whoever is to decide holds no card")
    work = State(base.rules)
    choices = Rng(luck, 1)
    chance = Rng(luck, 0)
    rows = empty_rows(base.rules, runs)
    view = memoryview(rows)
    i = 0
    while i < runs:
        heed_signals()
        end = min(runs, i + DEALS_PER_SIGNAL_CHECK)
        with cython.nogil:
            while i < end:
                work.copy_from(base)
                chance._seed(luck, 2 * i)
                choices._seed(luck, 2 * i + 1)
                if work.lanes:
                    work.close_lanes()
                shuffle_pile(work, chance)
                if lanes:
                    work.lay_lanes()
                moves = play_out(work, seats, choices, chance)
                write_row(view, i, work, moves)
                i += 1
    return rows


def play_deals(
    rules: CompiledRules,
    policies: Sequence[Policy],
    n: int,
    seed: int,
    first_deal: int = 0,
    fixed_first: bool = False,
    lanes: bool = False,
) -> array[int]:
    """Play whole deals from fresh decks; return rows of results as ``play_on`` does.

    Deal number ``first_deal + i`` has a luck of its own, so a long run can be cut into pieces.  The seat that starts
    goes round from deal to deal unless ``fixed_first``.  With ``lanes`` every seat draws from a lane of its own: with
    the same seed, other players in the seats then meet more of the same luck.
    """
    seats = SeatPolicies(policies)
    work = State(rules)
    luck = low_64_bits("seed", seed)
    choices = Rng(luck, 1)
    chance = Rng(luck, 0)
    size = rules.deck_size
    deals = check_integer("n", n, 0, MAX_RUNS)
    first = check_integer("first_deal", first_deal, 0, MAX_DEAL_NUMBER)
    rows = empty_rows(rules, deals)
    view = memoryview(rows)
    i = 0
    while i < deals:
        heed_signals()
        end = min(deals, i + DEALS_PER_SIGNAL_CHECK)
        with cython.nogil:
            while i < end:
                chance._seed(luck, 2 * (first + i))
                choices._seed(luck, 2 * (first + i) + 1)
                lay_deck(work, rules.deck, size, chance)
                work.start(size, 0 if fixed_first else (first + i) % rules.players, lanes)
                moves = play_out(work, seats, choices, chance)
                write_row(view, i, work, moves)
                i += 1
    return rows


def empty_rows(rules: CompiledRules, deals: int) -> array[int]:
    """Return room for the results of so many deals."""
    return array("i", bytes(4 * (rules.teams + RESULT_NUMBERS_AFTER_SCORES))) * deals


def write_row(rows: Any, number: int, state: State, moves: int) -> None:
    """Write down what came of a deal: the scores of the teams, then moves, turns, ending and completer."""
    teams = state.rules.teams
    at = number * (teams + RESULT_NUMBERS_AFTER_SCORES)
    team = 0
    while team < teams:
        rows[at + team] = scoring._total(state, team)
        team += 1
    rows[at + teams] = moves
    rows[at + teams + 1] = state.turns
    rows[at + teams + 2] = state.ending
    rows[at + teams + 3] = state.completer


def deck_order(rules: CompiledRules, seed: int, deal: int) -> list[int]:
    """Return the deck that ``play_deals`` lays for a deal of this number."""
    work = State(rules)
    lay_deck(work, rules.deck, rules.deck_size, Rng(seed, 2 * check_integer("deal", deal, 0, MAX_DEAL_NUMBER)))
    return work.draw_pile()


def random_deals(rules: CompiledRules, n: int, seed: int) -> tuple[int, int]:
    """Play n deals at random as fast as the engine can; return the moves made and a checksum of the scores."""
    work = State(rules)
    rng = Rng(seed, 0)
    deals = check_integer("n", n, 0, MAX_RUNS)
    size = rules.deck_size
    moves = 0
    check = 0
    i = 0
    while i < deals:
        heed_signals()
        end = min(deals, i + DEALS_PER_SIGNAL_CHECK)
        with cython.nogil:
            while i < end:
                lay_deck(work, rules.deck, size, rng)
                work.start(size, 0, False)
                moves += random_play_out(work, rng)
                team = 0
                while team < rules.teams:
                    check += (2 * team + 3) * scoring._total(work, team)
                    team += 1
                i += 1
    return moves, check


def clones(state: State, n: int) -> int:
    """Clone n times; for the benchmark."""
    times = check_integer("n", n, 0, MAX_RUNS)
    i = 0
    while i < times:
        state.clone()
        i += 1
    return i


def lay_deck(state: State, deck: bytes, size: int, rng: Rng) -> None:
    """Lay a shuffled deck in the place of the draw pile."""
    i = 0
    while i < size:
        state.pile[i] = deck[i]
        i += 1
    state.pile_end = size
    state.left = size
    shuffle_pile(state, rng)


def _checked(policies: Sequence[Policy]) -> list[Policy]:
    """Return the policies, or raise an error that says what is wrong with them."""
    given = list(policies)
    if not given:
        raise ValueError("no policies: give one for each seat, or one for all")
    for policy in given:
        _check_policy(policy)
    return given


def _check_policy(policy: object) -> None:
    """Refuse what is not a policy, and one that compiled code would never ask."""
    if not isinstance(policy, Policy):
        raise TypeError(f"{policy!r} is not a Policy; derive from bornes.engine.playout.Policy")
    if cython.compiled and _decides_in_python(type(policy)):  # pragma: no cover - coverage sees only the other build
        raise TypeError(
            f"{type(policy).__name__}.choose is Python, which the compiled engine never asks: "
            "derive from Policy in a compiled module, or write a Bot"
        )


def _decides_in_python(kind: type) -> bool:  # pragma: no cover - as above
    """Return whether ``choose`` comes from a class statement of Python, which makes its classes on the heap."""
    return any("choose" in vars(base) and base.__flags__ & ON_HEAP for base in kind.__mro__)
