# cython: language_level=3
cimport cython
from bornes.engine.argument_checks cimport check_index
from bornes.engine.state cimport State

cdef int NONE, OVER, COMPLETED, MOST_MILES, TIE_NONE, TIE_SPLIT, BY_COMPLETER, NONBLANK_ONLY, STACKED

cdef int all_safeties(State state, int team) noexcept nogil
cdef int shares(State state, int team) noexcept nogil
cdef int trip(State state, int team) noexcept nogil
cdef int delayed_action(State state, int team) noexcept nogil
cdef int safe_trip(State state, int team) noexcept nogil
@cython.locals(all_blank=cython.bint)
cdef int shut_out(State state, int team) noexcept nogil
@cython.locals(earned=cython.bint)
cdef int extension(State state, int team) noexcept nogil
cpdef int total(State state, object team) except? -1
cdef int _total(State state, int team) noexcept nogil
@cython.locals(at=int)
cpdef tuple rows(State state, object team)
