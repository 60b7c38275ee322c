# cython: language_level=3
cimport cython
from bornes.engine.argument_checks cimport check_integer, low_64_bits
from bornes.engine.compiled_rules cimport CompiledRules
from bornes.engine.state cimport State
from bornes.engine cimport scoring

# The numbers that the .py names, as constants that C can compute with; tests/engine/test_builds_agree.py compares them.
cdef int DEALS_PER_SIGNAL_CHECK, RESULT_NUMBERS_AFTER_SCORES
cdef enum:
    COUP = 58
    DISCARD = 39
    DRAW = 62
    FINISH = 61
    PASS = 59
    ON_CHANCE = 5
    ON_PLAY = 2
    ON_EXTEND = 4
    IS_OVER = 6
    ON_WINDOW = 7
cdef extern from *:  # 64 bits wide, which a C enum is not
    const unsigned long long ONE "1ULL"
    const unsigned long long MASK64 "0xffffffffffffffffULL"
    const unsigned long long MASK32 "0xffffffffULL"
    const unsigned long long MULTIPLIER "0x5851f42d4c957f2dULL"
    const unsigned long long PAIRS "0x5555555555555555ULL"
    const unsigned long long NIBBLES "0x3333333333333333ULL"
    const unsigned long long BYTES "0xf0f0f0f0f0f0f0fULL"
    const unsigned long long ONES "0x101010101010101ULL"
    const unsigned long long TOPS "0x8080808080808080ULL"
    const unsigned long long DEBRUIJN "0x3f79d71b4cb0a89ULL"
    const unsigned long long DISCARDS "0x3ffff8000000000ULL"
cdef unsigned char BIT[64]
cdef unsigned char PLACE[2048]

cdef unsigned long long byte_sums(unsigned long long moves) noexcept nogil
cdef int popcount(unsigned long long moves) noexcept nogil
cdef int lowest_bit(unsigned long long moves) noexcept nogil
@cython.locals(sums=cython.ulonglong, passed=cython.ulonglong, start=cython.ulonglong)
cdef int nth_bit(unsigned long long moves, int n) noexcept nogil

@cython.final
cdef class Rng:
    cdef unsigned long long state, step
    cdef void _seed(self, unsigned long long seed, unsigned long long stream) noexcept nogil
    @cython.locals(old=cython.ulonglong, shifted=cython.ulonglong, turn=cython.ulonglong)
    cpdef unsigned long long next(self) noexcept nogil
    cdef unsigned long long _below(self, unsigned long long n) noexcept nogil
    @cython.locals(chosen=cython.ulonglong)
    cpdef int pick(self, object moves) except -1
    cdef int _pick(self, unsigned long long moves) noexcept nogil

@cython.locals(rng=Rng)
cpdef Rng continued(object state, object step)

@cython.locals(low=int, i=int, j=int)
cdef void shuffle_pile(State state, Rng rng) noexcept nogil
@cython.locals(i=int, j=int)
cdef void shuffle_discards(State state, Rng rng) noexcept nogil
cdef void lay_deck(State state, bytes deck, int size, Rng rng) noexcept nogil

cdef class Policy:
    cdef int choose(self, State state, unsigned long long moves, Rng rng) noexcept nogil

cdef class Eager(Policy):
    pass

@cython.final
cdef class SeatPolicies:
    cdef Policy p0, p1, p2, p3, p4, p5, p6, p7
    cdef int choose(self, State state, unsigned long long moves, Rng rng) noexcept nogil

@cython.locals(moves=cython.ulonglong)
cpdef int decide(Policy policy, State state, Rng rng) except -1
cdef int play_out(State state, SeatPolicies seats, Rng choices, Rng chance) noexcept nogil
cdef void go_on(State state, Rng chance) noexcept nogil
cdef int random_play_out(State state, Rng rng) noexcept nogil

@cython.locals(seats=SeatPolicies, base=State, work=State, choices=Rng, chance=Rng, luck=cython.ulonglong, runs=int, end=int, view="int[::1]", i=int,
               moves=int)
cpdef object play_on(State state, object policies, object n, object seed, bint lanes=*)
@cython.locals(seats=SeatPolicies, work=State, choices=Rng, chance=Rng, luck=cython.ulonglong, size=int, deals=int, end=int, first=cython.longlong,
               view="int[::1]", i=int, moves=int)
cpdef object play_deals(CompiledRules rules, object policies, object n, object seed, object first_deal=*, bint fixed_first=*, bint lanes=*)
cdef object empty_rows(CompiledRules rules, int deals)
@cython.locals(teams=int, at=int, team=int)
cdef void write_row(int[::1] rows, int number, State state, int moves) noexcept nogil
cpdef list deck_order(CompiledRules rules, object seed, object deal)
@cython.locals(work=State, rng=Rng, size=int, deals=int, end=int, moves=cython.longlong,
               check=cython.longlong, i=int, team=int)
cpdef tuple random_deals(CompiledRules rules, object n, object seed)
@cython.locals(times=int, i=int)
cpdef int clones(State state, object n) except -1
cdef list _checked(object policies)
cdef void _check_policy(object policy) except *
