# cython: language_level=3
cimport cython
from bornes.engine.argument_checks cimport check_index, check_integer
from bornes.engine.compiled_rules cimport CompiledRules
from bornes.engine.state cimport State

cdef int NONE, MAX_NUMBER, MAX_JOURNAL_LINES, WAYS_ON, PHASES, ENDINGS, KINDS, MAX_DECK, ALL_SAFETIES, OUT_OF_GAS, SPEED_LIMIT
cdef int ON_REACT, ON_CHANCE, ON_WINDOW

cpdef State restore(CompiledRules rules, object snapshot)
@cython.locals(players=int, teams=int)
cdef void _set_moment(State state, object snapshot) except *
@cython.locals(team=int, teams=int)
cdef void _lay_tables(State state, object snapshot) except *
@cython.locals(rules=CompiledRules, room=int, kind=int, seat=int, card=int, hand=bytes, pile=bytes)
cdef void _lay_cards(State state, object snapshot) except *
cdef void _hide(State state, int card) noexcept
@cython.locals(seat=int, most=int)
cdef void _check_hands(State state) except *
cdef void _check_waiting(State state) except *
cdef object _value(object snapshot, str name)
cdef tuple _row(object snapshot, str name, int size)
cdef tuple _taken(object values, int most)
cdef int _safeties(str name, object value) except? -1
@cython.locals(given=list)
cdef bytes _cards(str name, object cards, int most)
@cython.locals(state=State, at=int, lines=list, places=tuple)
cpdef State unpickle(CompiledRules rules, object snapshot, object pile, object lanes, object keeps_journal, object journal, object stops_in_windows=*)
@cython.locals(players=int, seat=int)
cdef void _lay_lanes(State state, bytes pile, tuple lanes) except *
cpdef tuple _taken_apart(State state)
