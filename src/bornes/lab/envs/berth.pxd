# cython: language_level=3
cimport cython
from bornes.engine cimport playout, scoring
from bornes.engine.law cimport Law
from bornes.engine.playout cimport Policy, Rng, Seats
from bornes.engine.state cimport State
from bornes.lab.envs cimport encode

cdef int ON_CHANCE, IS_OVER, ACTIONS, PATIENCE
cdef unsigned long long STRIDE

@cython.final
cdef class Quay:
    cdef readonly Law law
    cdef Seats seats
    cdef unsigned int learners
    cdef readonly unsigned long long seed
    cdef int size
    cdef int[::1] observations, finals, seat, scores
    cdef signed char[::1] masks, done
    cdef double[::1] rewards

@cython.final
cdef class Berth:
    cdef Quay quay
    cdef readonly int number
    cdef readonly unsigned long long episode
    cdef readonly State state
    cdef Rng chance, choices
    cdef bint idle
    cdef int next
    cdef Berth first, second

    cpdef bint begin_all(self, unsigned long long episode)
    cpdef bint step_all(self, int[::1] actions)
    @cython.locals(well=cython.bint)
    cdef bint begin_tree(self, unsigned long long episode) noexcept nogil
    @cython.locals(well=cython.bint)
    cdef bint step_tree(self, int[::1] actions) noexcept nogil
    @cython.locals(waited=int)
    cdef void begin(self) noexcept nogil
    @cython.locals(number=cython.ulonglong)
    cdef void deal(self) noexcept nogil
    cdef void run(self) noexcept nogil
    @cython.locals(seat=int, ended=cython.bint)
    cdef void step(self, int action) noexcept nogil
    @cython.locals(teams=int, players=int, everybody=int, team=int, points=int, other=int)
    cdef void settle(self) noexcept nogil
    @cython.locals(seat=int)
    cdef void show(self) noexcept nogil
