# cython: language_level=3
cimport cython
from bornes.engine cimport playout, scoring
from bornes.engine.argument_checks cimport check_index, check_integer, low_64_bits
from bornes.engine.compiled_rules cimport CompiledRules
from bornes.engine.playout cimport Policy, Rng, SeatPolicies
from bornes.engine.state cimport State
from bornes.lab.envs cimport observation

cdef int NONE, ON_CHANCE, IS_OVER, ACTIONS, MAX_SKIPPED_DEALS
cdef unsigned long long DEAL_NUMBER_STRIDE

@cython.final
cdef class BatchSlotGroup:
    cdef readonly CompiledRules rules
    cdef SeatPolicies seats
    cdef unsigned int learners
    cdef readonly unsigned long long seed
    cdef readonly Py_ssize_t count
    cdef int[::1] observations, finals, seat, scores
    cdef signed char[::1] masks, done
    cdef double[::1] rewards
    cdef bint busy
    cdef int check_idle(self) except -1

@cython.final
cdef class BatchSlot:
    cdef BatchSlotGroup group
    cdef readonly Py_ssize_t number
    cdef readonly unsigned long long episode
    cdef State state
    cdef Rng chance, choices
    cdef bint stuck
    cdef int next
    cdef BatchSlot first, second

    @cython.locals(slot=BatchSlot, after=cython.Py_ssize_t)
    cpdef object link(self, object slots)
    cpdef State state_copy(self)
    cpdef tuple snapshot(self)
    cpdef object restore(self, object episode, object stuck, State state, Rng chance, Rng choices)
    @cython.locals(start=int, goes_on=cython.bint)
    cpdef bint begin_all(self, object episode) except? 0
    @cython.locals(chosen="int[::1]", i=cython.Py_ssize_t, illegal=cython.Py_ssize_t, goes_on=cython.bint)
    cpdef bint step_all(self, int[::1] actions) except? 0
    @cython.locals(illegal=cython.Py_ssize_t)
    cdef Py_ssize_t first_illegal(self, int[::1] actions) noexcept nogil
    @cython.locals(move=int)
    cdef bint allows(self, int action) noexcept nogil
    @cython.locals(goes_on=cython.bint)
    cdef bint begin_tree(self, unsigned long long episode) noexcept nogil
    @cython.locals(goes_on=cython.bint)
    cdef bint step_tree(self, int[::1] actions) noexcept nogil
    @cython.locals(skipped=int)
    cdef void begin(self) noexcept nogil
    @cython.locals(number=cython.ulonglong)
    cdef void deal(self) noexcept nogil
    cdef void play_others(self) noexcept nogil
    @cython.locals(seat=int, ended=cython.bint)
    cdef void step(self, int action) noexcept nogil
    @cython.locals(teams=int, players=int, everybody=int, team=int, points=int, other=int)
    cdef void write_scores(self) noexcept nogil
    @cython.locals(seat=int)
    cdef void write_observation(self) noexcept nogil

cdef object _row(object rows, str name, Py_ssize_t cells)
