# cython: language_level=3
cimport cython
from bornes.engine cimport playout, scoring
from bornes.engine.checks cimport index, whole, word
from bornes.engine.compiled_rules cimport CompiledRules
from bornes.engine.playout cimport Policy, Rng, Seats
from bornes.engine.state cimport State
from bornes.lab.envs cimport encode

cdef int NONE, ON_CHANCE, IS_OVER, ACTIONS, PATIENCE
cdef unsigned long long STRIDE

@cython.final
cdef class Quay:
    cdef readonly CompiledRules rules
    cdef Seats seats
    cdef unsigned int learners
    cdef readonly unsigned long long seed
    cdef readonly Py_ssize_t count
    cdef int[::1] observations, finals, seat, scores
    cdef signed char[::1] masks, done
    cdef double[::1] rewards
    cdef bint busy
    cdef int check_idle(self) except -1

@cython.final
cdef class Berth:
    cdef Quay quay
    cdef readonly Py_ssize_t number
    cdef readonly unsigned long long episode
    cdef State state
    cdef Rng chance, choices
    cdef bint idle
    cdef int next
    cdef Berth first, second

    @cython.locals(berth=Berth, after=cython.Py_ssize_t)
    cpdef object moor(self, object berths)
    cpdef State deal_here(self)
    cpdef tuple noted(self)
    cpdef object go_on(self, object episode, object idle, State state, Rng chance, Rng choices)
    @cython.locals(start=int, well=cython.bint)
    cpdef bint begin_all(self, object episode) except? 0
    @cython.locals(chosen="int[::1]", i=cython.Py_ssize_t, wrong=cython.Py_ssize_t, well=cython.bint)
    cpdef bint step_all(self, int[::1] actions) except? 0
    @cython.locals(wrong=cython.Py_ssize_t)
    cdef Py_ssize_t wrong_in_tree(self, int[::1] actions) noexcept nogil
    @cython.locals(move=int)
    cdef bint allows(self, int action) noexcept nogil
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

cdef object _row(object rows, str name, Py_ssize_t cells)
