# cython: language_level=3
cimport cython
from bornes.engine cimport playout, scoring
from bornes.engine.placing cimport Placing
from bornes.engine.playout cimport Policy, Rng, Seats
from bornes.engine.state cimport State

cdef int FUTURES, LONGEST
cdef unsigned long long ONE

cdef class Aim:
    @cython.locals(others=double, other=int)
    cdef double value(self, State state, int team, Rng luck) noexcept nogil

cdef class Race(Aim):
    cdef int teams, goal, count
    cdef int[::1] totals, deals
    @cython.locals(packed=cython.ulonglong, other=int, deals=int, row=int, own=cython.ulonglong)
    cdef double run(self, State state, int team, Rng luck) noexcept nogil
    @cython.locals(best=cython.ulonglong, alone=cython.bint, other=int, total=cython.ulonglong)
    cdef bint decided(self, unsigned long long packed) noexcept nogil

@cython.locals(seats=Seats, world=State, work=State, rng=Rng, choices=Rng, chance=Rng, luck=Rng, team=int, codes="int[::1]", n=int,
               view="double[::1]", i=int, m=int, standard=double, value=double)
cpdef object compare(Placing placing, object policies, Aim aim, object moves, int worlds, unsigned long long seed, long long first=*)
