# cython: language_level=3
cimport cython
from bornes.engine.state cimport State
from bornes.engine.playout cimport Rng

cdef int KINDS, TRIES
cdef unsigned long long ONE
cdef double FULL

@cython.final
cdef class Placing:
    cdef readonly State base
    cdef int players, count
    cdef bytes data
    cdef int[::1] starts
    cdef double[::1] reached, belief
    cdef unsigned long long doubted[8]
    cpdef void doubt(self, int seat, int kind, double belief)
    @cython.locals(chance=double, seat=int, kinds=cython.ulonglong, kind=int)
    cdef bint believed(self, State world, Rng rng) noexcept nogil
    @cython.locals(tries=int)
    cdef void place(self, State world, Rng rng) noexcept nogil
    @cython.locals(kind=int)
    cdef void cover(self, object pools) except *
    @cython.locals(at=int, pools=int, slots=int, source=int, seat=int, cards=int, due=int)
    cdef void place_once(self, State world, Rng rng) noexcept nogil
    @cython.locals(low=int, high=int, middle=int, wanted=double)
    cdef int pick(self, Rng rng) noexcept nogil
    @cython.locals(cards=int, kind=int, copies=int, j=int)
    cdef int lay_pool(self, State world, int at, Rng rng) noexcept nogil
    cpdef State world(self, unsigned long long seed, unsigned long long number)
