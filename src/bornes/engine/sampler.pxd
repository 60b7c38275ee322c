# cython: language_level=3
cimport cython
from bornes.engine cimport playout
from bornes.engine.argument_checks cimport check_index, check_integer, low_64_bits
from bornes.engine.state cimport State
from bornes.engine.playout cimport Rng, SeatPolicies

cdef int KINDS, MAX_ATTEMPTS, MAX_DECK, ON_PLAY, ON_EXCHANGE, ON_REACT, NONE, WORLDS_PER_SIGNAL_CHECK
cdef unsigned long long ONE
cdef double FULL, MAX_WEIGHT

@cython.final
cdef class Sampler:
    cdef State known, base
    cdef int players, count
    cdef list scenarios, doubts
    cdef bytes data
    cdef int[::1] starts
    cdef double[::1] reached, belief
    cdef unsigned long long doubted[8]
    @cython.locals(slots=int, room=int, source=int, cards=int, at=int, seat=int)
    cdef void check(self, double weight, int pools, bytes record) except *
    @cython.locals(slots=int, seat=int, held=int, most=int, source=int, playing=cython.bint)
    cdef void check_hands(self, int pools, bytes record) except *
    @cython.locals(who=int, card=int)
    cpdef void doubt(self, object seat, object kind, double belief) except *
    @cython.locals(chance=double, seat=int, kinds=cython.ulonglong, kind=int)
    cdef bint believed(self, State world, Rng rng) noexcept nogil
    @cython.locals(tries=int)
    cdef void place(self, State world, Rng rng) noexcept nogil
    @cython.locals(at=int, kind=int)
    cdef void cover(self, int pools, bytes record) except *
    @cython.locals(at=int, pools=int, slots=int, source=int, seat=int, cards=int, due=int)
    cdef void place_once(self, State world, Rng rng) noexcept nogil
    @cython.locals(low=int, high=int, middle=int, wanted=double)
    cdef int pick(self, Rng rng) noexcept nogil
    @cython.locals(cards=int, kind=int, copies=int, j=int)
    cdef int lay_pool(self, State world, int at, Rng rng) noexcept nogil
    cpdef State world(self, object seed, object number)

@cython.locals(seats=SeatPolicies, base=State, work=State, choices=Rng, chance=Rng, luck=cython.ulonglong, runs=int, asker=int, end=int,
               view="int[::1]", i=int, moves=int)
cpdef object play_worlds(Sampler sampler, object policies, object n, object seed, object ask_after=*)
