# cython: language_level=3
cimport cython
from bornes.engine.argument_checks cimport check_index, check_integer, low_64_bits
from bornes.engine.state cimport State

cdef int ATTACK, NONE
cdef int OUT_OF_GAS, SPEED_LIMIT, GASOLINE, EXTRA_TANK, KINDS, PHASES, ON_REACT, ON_CHANCE, ON_WINDOW
cdef int MAX_TEAMS, MAX_SEATS, HAZARDS, OBSERVATION_SIZE, ACTIONS
cdef unsigned long long ONE, ATTACKS

cpdef int to_move(object action, object team, object teams) except -1
cpdef int to_action(object move, object team, object teams) except -1
cpdef object to_actions(object moves, object team, object teams)
cpdef object mask(State state, object seat, signed char[::1] out, object at=*)
cpdef int observe(State state, object seat, int[::1] out, object at=*) except -1
cdef Py_ssize_t _begin(Py_ssize_t room, object at, Py_ssize_t size) except -1

cdef int _to_move(int action, int team, int teams) noexcept nogil
cdef int _to_action(int move, int team, int teams) noexcept nogil
@cython.locals(actions=cython.ulonglong, hazards=cython.ulonglong, seen=int)
cdef unsigned long long _to_actions(unsigned long long moves, int team, int teams) noexcept nogil
@cython.locals(actions=cython.ulonglong, action=int)
cdef void _mask(State state, int seat, signed char[::1] out, Py_ssize_t at) noexcept nogil
@cython.locals(size=int, i=int)
cdef Py_ssize_t _observe(State state, int seat, int[::1] out, Py_ssize_t at) noexcept nogil
@cython.locals(card=int, i=int)
cdef Py_ssize_t _cards(State state, int seat, int[::1] out, Py_ssize_t at) noexcept nogil
@cython.locals(seen=int, team=int)
cdef Py_ssize_t _tables(State state, int seat, int[::1] out, Py_ssize_t at) noexcept nogil
@cython.locals(top=int)
cdef void _battle(State state, int team, int[::1] out, Py_ssize_t at) noexcept nogil
@cython.locals(i=int)
cdef void _safeties(State state, int team, int[::1] out, Py_ssize_t at) noexcept nogil
cdef void _road(State state, int team, int[::1] out, Py_ssize_t at) noexcept nogil
cdef void _distances(State state, int team, int[::1] out, Py_ssize_t at) noexcept nogil
@cython.locals(players=int, shown=cython.bint, step=int, other=int)
cdef Py_ssize_t _seats(State state, int seat, int[::1] out, Py_ssize_t at) noexcept nogil
cdef Py_ssize_t _moment(State state, int seat, int[::1] out, Py_ssize_t at) noexcept nogil
cdef Py_ssize_t _flag(int[::1] out, Py_ssize_t at, int width, int which) noexcept nogil
cdef int _seen(State state, int seat, int team) noexcept nogil
