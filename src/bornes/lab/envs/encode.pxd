# cython: language_level=3
cimport cython
from bornes.engine.state cimport State

cdef int ATTACK, NONE
cdef int OUT_OF_GAS, SPEED_LIMIT, GASOLINE, EXTRA_TANK, KINDS, PHASES, ON_REACT, ON_CHANCE, IS_OVER
cdef int MOST_TEAMS, MOST_SEATS, HAZARDS, SIZE
cdef unsigned long long ONE, ATTACKS

cpdef int to_move(int action, int team, int teams) noexcept nogil
cpdef int to_action(int move, int team, int teams) noexcept nogil
@cython.locals(actions=cython.ulonglong, hazards=cython.ulonglong, seen=int)
cpdef unsigned long long to_actions(unsigned long long moves, int team, int teams) noexcept nogil
@cython.locals(actions=cython.ulonglong, action=int)
cpdef void mask(State state, int seat, signed char[::1] out, int at) noexcept nogil
@cython.locals(size=int, i=int)
cpdef int observe(State state, int seat, int[::1] out, int at=*) noexcept nogil
@cython.locals(card=int, i=int)
cdef int _cards(State state, int seat, int[::1] out, int at) noexcept nogil
@cython.locals(seen=int, team=int)
cdef int _tables(State state, int seat, int[::1] out, int at) noexcept nogil
@cython.locals(top=int)
cdef void _battle(State state, int team, int[::1] out, int at) noexcept nogil
@cython.locals(i=int)
cdef void _safeties(State state, int team, int[::1] out, int at) noexcept nogil
cdef void _road(State state, int team, int[::1] out, int at) noexcept nogil
cdef void _distances(State state, int team, int[::1] out, int at) noexcept nogil
@cython.locals(players=int, shown=cython.bint, step=int, other=int)
cdef int _seats(State state, int seat, int[::1] out, int at) noexcept nogil
cdef int _moment(State state, int seat, int[::1] out, int at) noexcept nogil
cdef int _flag(int[::1] out, int at, int width, int which) noexcept nogil
cdef int _seen(State state, int seat, int team) noexcept nogil
