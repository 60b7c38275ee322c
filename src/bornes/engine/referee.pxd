# cython: language_level=3
cimport cython
from bornes.engine cimport state as table
from bornes.engine.argument_checks cimport check_index, as_integer
from bornes.engine.state cimport State

cdef int ATTACK, DISCARD, COUP, PASS, DRAW, EXTEND, FINISH, TAKE, MOVES
cdef int D200, OUT_OF_GAS, SPEED_LIMIT, GASOLINE, ROLL, END_OF_LIMIT, EXTRA_TANK
cdef int ON_DRAW, ON_EXCHANGE, ON_PLAY, ON_REACT, ON_EXTEND, ON_CHANCE, ON_WINDOW

@cython.locals(code=object)
cpdef object refusal(State deal, object move)
@cython.locals(at=int, code=int, answers=cython.ulonglong)
cpdef object answer_refusal(State deal, object seat, object move)
cdef object _refusal(State deal, int move)
cdef object _to_play(State deal, int move)
cdef object _to_lay(State deal, int team, int card)
cdef object _to_drive(State deal, int team, int card)
cdef object _to_attack(State deal, int team, int hazard)
cdef object _to_draw(State deal, int move)
cdef object _to_react(State deal, int seat, int move)
cdef object _word_out_of_place(State deal, int move)
cdef int _card_of(int move)
