# cython: language_level=3
cimport cython
from bornes.engine cimport playout, scoring
from bornes.engine.placing cimport Placing
from bornes.engine.playout cimport Policy, Rng, Seats
from bornes.engine.state cimport State

cdef int FUTURES, LONGEST, NO_MOVE
cdef unsigned long long ONE

@cython.locals(others=double, other=int)
cdef double lead(State state, int team) noexcept nogil

cdef class Aim:
    cdef double value(self, State state, int team, Rng luck) noexcept nogil

cdef class Race(Aim):
    cdef int teams, goal, count
    cdef int[::1] totals, deals
    @cython.locals(packed=cython.ulonglong, other=int, won=double, run=int)
    cdef double value(self, State state, int team, Rng luck) noexcept nogil
    @cython.locals(packed=cython.ulonglong, other=int, won=double, run=int, luck=Rng)
    cpdef double chance(self, int team, int runs, unsigned long long seed)
    @cython.locals(other=int, deals=int, own=cython.ulonglong)
    cdef double run(self, unsigned long long packed, int team, Rng luck) noexcept nogil
    @cython.locals(row=int, other=int)
    cdef unsigned long long after_deal(self, unsigned long long packed, Rng luck) noexcept nogil
    @cython.locals(best=cython.ulonglong, alone=cython.bint, other=int, total=cython.ulonglong)
    cdef bint decided(self, unsigned long long packed) noexcept nogil

cdef class Tryout:
    cdef State base, world, work
    cdef Seats seats
    cdef unsigned long long seed
    cdef int team
    cdef Rng rng, choices, chance, luck
    cdef unsigned long long number
    cdef void enter(self, unsigned long long number) noexcept nogil
    cdef void imagine(self) noexcept nogil
    cdef void play(self, int move) noexcept nogil

cdef class Imagined(Tryout):
    cdef Placing placing

@cython.locals(codes="int[::1]", n=int, view="double[::1]", i=int, m=int, standard=double, value=double)
cpdef object compare(Tryout tryout, Aim aim, object moves, int worlds, long long first=*)
@cython.locals(codes="int[::1]", n=int, view="double[::1]", i=int, m=int, at=int)
cpdef object outcomes(Tryout tryout, Race race, object moves, int worlds, long long first=*)
@cython.locals(teams=int, view="double[::1]", i=int, team=int)
cpdef object chances(Tryout tryout, Race race, int worlds)
